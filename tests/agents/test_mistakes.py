"""A file with many different mistakes: every one is listed, with the place that has to be changed."""

import random
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.check import check
from agents.reader import read
from tests.agents.documents import ACTIONS, FACT_KEYS, OPEN_SCOPES, changed

MISTAKES = Path(__file__).with_name("mistakes.yaml")

# line, code, flow, step, branch
EXPECTED = [
    (1, "id", "", "", None),
    (2, "type", "", "", None),
    (3, "type", "", "", None),
    (4, "unknown-key", "", "", None),
    (5, "syntax", "", "", None),
    (8, "enum", "", "", None),
    (12, "unfit-keyword", "", "", None),
    (13, "type", "", "", None),
    (14, "duplicate-key", "", "", None),
    (19, "empty", "book", "", None),
    (20, "unknown-field", "book", "", None),
    (21, "unknown-key", "book", "", None),
    (24, "unknown-field", "book", "one", None),
    (27, "unknown-step", "book", "one", 0),
    (28, "branch-unconditional", "book", "one", 1),
    (29, "predicate", "book", "one", 2),
    (31, "duplicate-id", "book", "one", None),
    (32, "template", "book", "one", None),
    (34, "unknown-action", "book", "two", None),
    (36, "two-kinds", "book", "three", None),
    (37, "tag", "book", "three", None),
    (40, "duration", "book", "four", None),
    (42, "wait-branch", "book", "four", 0),
    (44, "required", "book", "#6", None),
    (45, "unsaved-run", "book", "#6", None),
    (46, "reserved-id", "book", "end", None),
    (47, "syntax", "book", "end", None),
    (48, "unknown-flow", "book", "end", None),
    (49, "unstartable", "lonely", "", None),
    (50, "fields-without-required", "lonely", "", None),
    (52, "no-kind", "lonely", "nothing", None),
]


def test_every_mistake_is_listed_with_its_line_flow_step_and_branch() -> None:
    problems = check(read(MISTAKES.read_text(encoding="utf-8")), actions=ACTIONS)
    errors = [problem for problem in problems if problem.severity == "error"]
    assert [(found.line, found.code, found.flow, found.step, found.branch) for found in errors] == EXPECTED


def test_a_cause_that_is_a_habit_of_yaml_is_said() -> None:
    problems = check(read(MISTAKES.read_text(encoding="utf-8")), actions=ACTIONS)
    said = {problem.line: problem.message for problem in problems if problem.severity == "error"}
    assert "{{ … }} at its beginning must stand in quotes" in said[5]
    assert "Write true or false" in said[3]
    assert "A # after a space starts a comment" in said[13]
    assert "a text that begins with ! needs quotes" in said[37]
    assert "a colon and a space must stand in quotes" in said[47]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "x", "end", "{{ a", "today", "hotel"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["if", "x", "flow", "step"]), inner),
    max_leaves=5,
)


def _places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(found for key, item in inner for found in _places(item, (*place, key)))]


@settings(max_examples=300, deadline=None)
@given(st.lists(JSON, min_size=1, max_size=6), st.integers(0, 2**32))
def test_whatever_stands_anywhere_in_a_document_the_check_does_not_raise(values: list[Any], seed: int) -> None:
    document = changed(
        ("people", {"hours": "Mo-Fr 08:00-18:00", "away": "x"}), ("quiet", {"from": "22:00", "to": "8:00"})
    )
    choose = random.Random(seed)
    for value in values:
        *parents, last = choose.choice([place for place in _places(document) if place])
        target: Any = document
        for part in parents:
            target = target[part]
        target[last] = value
    for problem in check(document, actions=ACTIONS, fact_keys=FACT_KEYS, open_scopes=OPEN_SCOPES):
        assert problem.message
