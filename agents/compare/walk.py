"""The comparison of two documents, part by part. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from agents.checks.view import Flow, Part, Step
from agents.compare import labels, pairing, texts
from agents.compare.change import At, Change
from agents.compare.renames import followed, renamed
from agents.diagram import sentences
from agents.diagram.wording import Wording
from agents.problem import Message
from agents.references import Renames

Changes = Iterator[Change]
Mapped = Mapping[str, Any]

DEFAULTS: Final[Mapped] = {
    "visitors": False,
    "stale_on_change": False,
    "interrupt": False,
    "reentrant": False,
    "batch": 1,
    "max_attempts": 3,
    "max_steps": 50,
}
"""What holds where a document says nothing, as far as there is a value to show."""
PARTS: Final = frozenset(["fields", "flows", "steps", "on", "branches", "instructions", "people"])
"""Keys whose values are compared entry by entry."""


def compare(old: Mapped, new: Mapped, words: Wording | None = None) -> tuple[Change, ...]:
    """The changes from one document to another: settings, instructions, fields, flows in their order, their steps.

    Both as `draft.document_of` gives them. Equal documents have none; others have at least one, save where they only
    differ in a default that one of them writes out. `words` are those for conditions and steps in `old` and `new`.
    What names a renamed part by its new id has not changed.
    """
    fields = renamed("field", old.get("fields", {}), new.get("fields", {}))
    flows = renamed("flow", old.get("flows", {}), new.get("flows", {}), (fields,))
    return tuple(_Comparison(words or Wording(), (fields, flows)).agent(old, new))


@dataclass(frozen=True, slots=True)
class _Comparison:
    words: Wording
    renames: tuple[Renames, ...]

    # The parts

    def agent(self, old: Mapped, new: Mapped) -> Changes:
        top = At()
        yield from self._keys(top, old, new)
        yield from self._keys(top.under("people"), old.get("people", {}), new.get("people", {}))
        yield from self._listed(top, "instructions", old, new, labels.instruction_label)
        yield from self._fields(old.get("fields", {}), new.get("fields", {}))
        yield from self._flows(old.get("flows", {}), new.get("flows", {}))

    def _fields(self, old: Mapped, new: Mapped) -> Changes:
        ids = self.renames[0].ids
        old_ids, new_ids = list(old), list(new)
        for pair in pairing.by_id([ids.get(one, one) for one in old_ids], new_ids):
            name, part = _named(pair, old_ids, new_ids), _there(pair, [*old.values()], [*new.values()])
            at = At(("fields", name))
            label = labels.field_label(name)
            yield from self._whole(at, pair, label, str(part.get("description") or part.get("type", "")))
            if pair.old is not None and pair.new is not None:
                yield from self._renamed(at, label, old_ids[pair.old], name)
                within = replace(at, within=(label,))
                yield from self._keys(within, old[old_ids[pair.old]], new[name], of_field=True)

    def _flows(self, old: Mapped, new: Mapped) -> Changes:
        ids = self.renames[1].ids
        old_ids, new_ids = list(old), list(new)
        for pair in pairing.by_id([ids.get(one, one) for one in old_ids], new_ids):
            name, part = _named(pair, old_ids, new_ids), _there(pair, [*old.values()], [*new.values()])
            at = At(("flows", name), flow=name)
            label = labels.flow_label(name)
            yield from self._whole(at, pair, label, str(part.get("description") or part.get("name", "")))
            if pair.old is not None and pair.new is not None:
                yield from self._renamed(at, label, old_ids[pair.old], name)
                yield from self._flow(replace(at, within=(label,)), old[old_ids[pair.old]], new[name])

    def _flow(self, at: At, old: Mapped, new: Mapped) -> Changes:
        yield from self._keys(at, old, new)
        yield from self._listed(at, "on", old, new, labels.trigger_label)
        yield from self._listed(at, "instructions", old, new, labels.instruction_label)
        before, after = (
            {str(step.get("id")): _anonymous(step) for step in flow.get("steps", ())} for flow in (old, new)
        )
        steps = renamed("step", before, after, self.renames)
        inner = _Comparison(self.words, (*self.renames, steps))
        yield from inner._steps(at, old.get("steps", ()), new.get("steps", ()), steps.ids)

    def _steps(self, at: At, old: Sequence[Mapped], new: Sequence[Mapped], ids: Mapping[str, str]) -> Changes:
        old_ids, new_ids = ([str(step.get("id")) for step in steps] for steps in (old, new))
        for pair in pairing.by_id([ids.get(one, one) for one in old_ids], new_ids):
            name, index = _named(pair, old_ids, new_ids), _index(pair)
            label = labels.step_label(name)
            inner = replace(at.under("steps", index), step=name)
            yield from self._whole(inner, pair, label, self._does(_there(pair, old, new)))
            if pair.old is not None and pair.new is not None:
                yield from self._renamed(inner, label, old_ids[pair.old], name)
                within = replace(inner, within=(*at.within, label))
                yield from self._step(within, old[pair.old], new[pair.new])

    def _step(self, at: At, old: Mapped, new: Mapped) -> Changes:
        yield from self._keys(at, _anonymous(old), _anonymous(new))
        yield from self._listed(at, "instructions", old, new, labels.instruction_label)
        yield from self._listed(at, "branches", old, new, labels.branch_label)

    def _listed(
        self, at: At, key: str, old: Mapped, new: Mapped, label_of: Callable[[int, Mapped], Message]
    ) -> Changes:
        """Entries without an id: triggers, instructions, branches."""
        before, after = old.get(key, ()), new.get(key, ())
        for pair in pairing.by_likeness(before, after):
            index, part = _index(pair), _there(pair, before, after)
            label = label_of(index, part)
            inner = replace(at.under(key, index), branch=index if key == "branches" else None)
            yield from self._whole(inner, pair, label, self._entry(key, part))
            if pair.old is not None and pair.new is not None:
                yield from self._keys(replace(inner, within=(*at.within, label)), before[pair.old], after[pair.new])

    # What happened to a part

    def _whole(self, at: At, pair: pairing.Pair, label: Message, said: str) -> Changes:
        """Added, removed or moved as a whole."""
        said = texts.shortened(said)
        if pair.old is None:
            yield at.change("added", label, new=said)
        elif pair.new is None:
            yield at.change("removed", label, old=said)
        elif pair.moved:
            yield at.change("moved", label)

    def _renamed(self, at: At, label: Message, old: str, new: str) -> Changes:
        if old != new:
            yield at.change("renamed", label, old, new)

    def _does(self, step: Mapped) -> str:
        return sentences.does(Step(step, (), Flow({}, (), ""), 0), self.words)

    def _entry(self, key: str, part: Mapped) -> str:
        """An entry without an id in a line."""
        if key == "branches":
            return (
                f"{sentences.exit_in_full(Part(part, ()), self.words)} → {texts.target(part.get('then'), self.words)}"
            )
        return "; ".join(f"{name}: {texts.text_of(name, value, self.words)}" for name, value in part.items())

    # Keys and their values

    def _keys(self, at: At, old: Mapped, new: Mapped, *, of_field: bool = False) -> Changes:
        """The keys that say something else now."""
        names = sorted((old.keys() | new.keys()) - PARTS, key=_place)
        for name in names:
            before, after = (part.get(name, DEFAULTS.get(name)) for part in (old, new))
            follows = followed(name, before, self.renames, of_field=of_field)
            if texts.canonical(after) not in (texts.canonical(before), texts.canonical(follows)):
                yield self._key(at.under(name), labels.key_label(name, of_field=of_field), name, before, after)

    def _key(self, at: At, label: Message, name: str, old: Any, new: Any) -> Change:
        said = texts.pair(name, old, new, self.words)
        shown = texts.shortened(said[0]), texts.shortened(said[1])
        if old is None or new is None:
            return at.change("added" if old is None else "removed", label, *shown)
        if _is_order(old, new):
            return at.change("moved", label, *shown)
        return at.change("changed", label, *shown, texts.marked(name, *said))


def _place(key: str) -> tuple[int, str]:
    return labels.ORDER.get(key, len(labels.ORDER)), key


def _index(pair: pairing.Pair) -> int:
    """The index in the new list, of what was removed in the old one."""
    return pair.new if pair.new is not None else pair.old or 0


def _there(pair: pairing.Pair, old: Sequence[Any], new: Sequence[Any]) -> Any:
    return new[pair.new] if pair.new is not None else old[pair.old or 0]


def _named(pair: pairing.Pair, old: Sequence[str], new: Sequence[str]) -> str:
    return str(_there(pair, old, new))


def _anonymous(step: Mapped) -> dict[str, Any]:
    return {key: value for key, value in step.items() if key != "id"}


def _is_order(old: Any, new: Any) -> bool:
    """Whether two different values have the same entries in another order."""
    if isinstance(old, list) and isinstance(new, list):
        return sorted(map(texts.canonical, old)) == sorted(map(texts.canonical, new))
    if isinstance(old, dict) and isinstance(new, dict):
        return {key: texts.canonical(value) for key, value in old.items()} == {
            key: texts.canonical(value) for key, value in new.items()
        }
    return False
