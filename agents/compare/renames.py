"""Parts that got another id and are otherwise the same, and what names them, which then is no change. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from agents import references
from agents.compare.texts import canonical
from agents.references import Kind, Renames

Parts = Mapping[str, Mapping[str, Any]]


def _in_end(renames: Renames, value: Any) -> Any:
    if isinstance(value, dict) and "flow" in value:
        return {**value, "flow": references.in_chain(renames, value["flow"])}
    return value


_OF_FIELD: Final[Mapping[str, Callable[[Renames, Any], Any]]] = {
    "ask": references.in_texts,
    "minimum": references.in_bound,
    "maximum": references.in_bound,
}
_ELSEWHERE: Final[Mapping[str, Callable[[Renames, Any], Any]]] = {
    **dict.fromkeys(("completion", "completion_say", "prompt", "otherwise", "say", "input"), references.in_texts),
    **dict.fromkeys(("if", "skip_if"), references.in_condition),
    **dict.fromkeys(("required", "optional", "collect", "requires"), references.in_names),
    **dict.fromkeys(("then", "else", "on_fail", "on_stuck"), references.in_next),
    "on_end": _in_end,
}
_LISTS: Final = ("steps", "branches", "instructions")


def followed(key: str, value: Any, renames: tuple[Renames, ...], *, of_field: bool = False) -> Any:
    """The value of a key with the new ids of what it names."""
    rewrite = (_OF_FIELD if of_field else _ELSEWHERE).get(key)
    for one in renames if rewrite else ():
        value = rewrite(one, value)  # type: ignore[misc]
    return value


def _part_followed(part: Mapping[str, Any], renames: tuple[Renames, ...], *, of_field: bool) -> dict[str, Any]:
    return {
        key: [_part_followed(item, renames, of_field=False) for item in value]
        if key in _LISTS
        else followed(key, value, renames, of_field=of_field)
        for key, value in part.items()
    }


def renamed(kind: Kind, old: Parts, new: Parts, before: tuple[Renames, ...] = ()) -> Renames:
    """Which of the parts have another id; `before` are the renames of other parts, which they may name."""
    ids: dict[str, str] = {}
    for gone in (name for name in old if name not in new):
        for name in _candidates(old[gone], new, {*old, *ids.values()}):
            renames = (*before, Renames(kind, {gone: name}))
            if canonical(_part_followed(old[gone], renames, of_field=kind == "field")) == canonical(new[name]):
                ids[gone] = name
                break
    return Renames(kind, ids)


def _candidates(part: Mapping[str, Any], new: Parts, taken: set[str]) -> Iterator[str]:
    """The new ids whose parts have the same keys: the quick look before the thorough one."""
    return (name for name, one in new.items() if name not in taken and list(one) == list(part))
