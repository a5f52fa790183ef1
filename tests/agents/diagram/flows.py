"""Agents to draw: those that ship, and any that a draft may hold."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from agents.reader import read
from tests.agents.drafts import EVERYTHING, small

EXAMPLES = [path for path in sorted(Path("agents/examples").glob("*.yaml")) if path.stem != "catalogue"]
TEXTS = st.sampled_from(
    [
        "The day",
        "the guest is not sure about the date and would rather talk to somebody who knows",
        "שלום עולם, מה שלומך היום",
        "予約の日付についてお客様が迷っているとき",
        "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
        "<b>& \"quotes\"</b> ]]> 'and' more",
        "👩‍👩‍👧‍👦 family é́",
        "\x00\u202eturned\u2066\n\ttext",
        "",
    ]
)
_STEP_KEYS = "id name collect say do if wait then else on_fail branches when not label requires skip_if prompt step"
_OTHER_KEYS = "flow end event for all any known missing equals gt steps on message silence required on_end on_stuck"
KEYS = f"{_STEP_KEYS} {_OTHER_KEYS} optional".split()
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)


def example(path: Path) -> Any:
    return read(path.read_text(encoding="utf-8")).value


def everything() -> Any:
    return read(EVERYTHING).value


def documents() -> list[Any]:
    return [*map(example, EXAMPLES), everything(), small()]


@st.composite
def flows(draw: Callable[..., Any], most: int = 40) -> dict[str, Any]:
    """An agent with a flow `main` of any jumps, and another flow."""
    ids = [f"s{number}" for number in range(draw(st.integers(0, most)))]
    others = ["end", "handoff", "gone", {"end": "failed"}, {"flow": "other"}, {"flow": "lost"}]
    nexts = st.sampled_from([*ids, *ids, *others] if len(ids) < 9 else [*ids, *others])
    steps = [draw(_steps(name, nexts)) for name in ids]
    main = {"name": draw(TEXTS), "steps": steps, "required": ["guests"], "on_stuck": draw(nexts)}
    return {"agent": "a", "flows": {"main": main, "other": {"name": draw(TEXTS), "steps": [], "on_end": "stay"}}}


@st.composite
def _steps(draw: Callable[..., Any], name: str, nexts: st.SearchStrategy[Any]) -> dict[str, Any]:
    kind = draw(st.sampled_from(["talk", "say", "do", "if", "wait"]))
    part: dict[str, Any] = {"id": name, "name": draw(TEXTS)}
    if draw(st.booleans()):
        part["then"] = draw(nexts)
    if kind == "talk":
        branch = st.fixed_dictionaries({"when": TEXTS, "then": nexts})
        return part | {"collect": ["guests"], "branches": draw(st.lists(branch, max_size=3)), "requires": ["date"]}
    if kind == "do":
        return part | {"do": "quote_price", "on_fail": draw(nexts)}
    if kind in ("if", "wait"):
        return part | {kind: {"gt": {"guests": 6}} if kind == "if" else "2d", "else": draw(nexts)}
    return part | {"say": draw(TEXTS)}
