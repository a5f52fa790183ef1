"""What must hold after every turn. Each check gives the names of what is amiss: fields, flows or effects. Pure."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bench.sgd.play import Played
from conversations.engine.effects import Speak, Understand
from facts.values import Json

Check = Callable[[Played], tuple[str, ...]]


def asked_though_known(played: Played) -> tuple[str, ...]:
    """Fields that are asked for although the conversation or the annotation knows them (T21)."""
    known = {*played.result.data, *played.move.values, *played.move.lacking}
    return tuple(name for name in played.asked if name in known)


def data_unlike_annotation(played: Played) -> tuple[str, ...]:
    """Fields whose value is missing, another, or not annotated at all."""
    data, annotated = played.result.data, {**dict.fromkeys(played.move.lacking, ()), **played.move.values}
    return tuple(name for name in {**annotated, **data} if not _is_one_of(data.get(name), annotated.get(name, ())))


def _is_one_of(value: Json, values: tuple[Json, ...]) -> bool:
    """Whether it is one of them and of its type: `True` is not 1."""
    return any(value == one and type(value) is type(one) for one in values)


def floor_unlike_intent(played: Played) -> tuple[str, ...]:
    """The flow on the floor where it is not the annotated intent's; without one, no run may be asking (T15, T34)."""
    floor = played.result.state.floor
    if not played.move.floor:
        return () if floor is None or floor.staying else (floor.flow,)
    return () if floor is not None and floor.flow == played.move.floor else (floor.flow if floor else "nobody",)


def too_many_effects(played: Played) -> tuple[str, ...]:
    """Kinds of effects of which the turn took more than one, and any that these agents have no use for (T1, T23)."""
    kinds = [type(effect) for effect in played.effects]
    return tuple(kind.kind for kind in dict.fromkeys(kinds) if kind not in (Understand, Speak) or kinds.count(kind) > 1)


def asked_amiss(played: Played) -> tuple[str, ...]:
    """What is asked, or should be, where it is not just the first required field that has no value (T22)."""
    missing = tuple(name for name in played.move.required if name not in played.result.data)
    return () if played.asked == missing[:1] else (*played.asked, *missing[:1])


def asked_at_another_moment(played: Played) -> tuple[str, ...]:
    """What one of engine and annotated system asks for where the other asks for nothing."""
    asked, requested = played.asked, tuple(sorted(played.move.requests))
    return () if bool(asked) == bool(requested) else (*asked, *requested)


def silent(played: Played) -> tuple[str, ...]:
    """A message that got no answer (T33)."""
    return () if any(said.text.strip() for said in played.result.messages) else ("message",)


CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "no known field is asked": asked_though_known,
        "the data equal the annotated values": data_unlike_annotation,
        "the annotated intent has the floor": floor_unlike_intent,
        "one Understand and one Speak at most": too_many_effects,
        "asked is the first missing required field": asked_amiss,
        "it asks just when the annotated system does": asked_at_another_moment,
        "the message is answered": silent,
    }
)
