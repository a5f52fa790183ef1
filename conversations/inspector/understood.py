"""What a turn understood, and what it changed."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from agents.definition import Definition
from conversations.engine.effects import Done, Failed, OfferedCondition, Understand
from conversations.engine.reading import Reading, parse
from conversations.engine.replaying import Asked, Replayed
from conversations.engine.state import Known
from conversations.engine.turn_input import TurnInput
from conversations.inspector.masking import Mask
from conversations.inspector.values import NOTHING, Judged, Read, Shown, Understood
from facts.showing import show
from facts.values import Json


def understood(given: TurnInput, again: Replayed, spoken: Definition, mask: Mask) -> Understood:
    """What was read of the messages: by a model, by the built-in understanding, or literally (T9)."""
    asked = next((one for one in again.asked if isinstance(one.effect, Understand)), None)
    if asked is None:
        return _literal(given, again, spoken, mask)
    reading = reading_of(asked) or Reading(reader="builtin")
    return Understood(
        reader=_reader(asked, reading),
        fields=tuple(_field(name, reading, spoken, mask) for name in reading.fields),
        judged=tuple(_judged(asked.effect, reading)),
        named=tuple(_named(reading, spoken)),
    )


def reading_of(asked: Asked) -> Reading | None:
    """The reading in an answer."""
    return parse(asked.answer.value) if isinstance(asked.answer, Done) else None


def _reader(asked: Asked, reading: Reading) -> str:
    answer = asked.answer
    failed = answer if isinstance(answer, Failed) else answer.failed
    if failed is not None:
        return _("The model failed (%(code)s); the built-in understanding read the message.") % {"code": failed.code}
    if reading.reader == "builtin":
        return _("The built-in understanding read the message.")
    model = answer.calls[-1].model if answer.calls else ""
    return _("Read by %(model)s.") % {"model": model or _("the model")}


def _field(name: str, reading: Reading, spoken: Definition, mask: Mask) -> Read:
    read = reading.fields[name]
    quote = NOTHING if read.quote is None else mask.of_field(name, read.quote)
    return Read(_label(name, spoken), _value(name, read.value, spoken, mask), quote, confidence=read.confidence)


def _literal(given: TurnInput, again: Replayed, spoken: Definition, mask: Mask) -> Understood:
    """What the turn took without a reading: a literal answer, or a tapped one."""
    if given.kind != "message":
        return Understood(_("Nothing was to be understood: nobody wrote."))
    ids = {message.id for message in given.messages}
    held = again.result.state.data if again.result else {}
    found = {name: known for name, known in held.items() if known.message in ids}
    ways = {"tap": _("tapped"), "literal": _("as it was asked for")}
    return Understood(
        _("Understood without a model: a literal answer, a control word or a tapped reply."),
        tuple(
            Read(
                _label(name, spoken),
                _value(name, known.value, spoken, mask),
                mask.of_field(name, known.quote) if known.quote else NOTHING,
                how=str(ways.get(known.source, known.source)),
                confidence=known.confidence,
            )
            for name, known in found.items()
        ),
    )


def _judged(effect: Any, reading: Reading) -> Iterator[Judged]:
    for condition in effect.conditions:
        verdict = reading.conditions.get(condition.id, False)
        holds = any(verdict) if isinstance(verdict, tuple) else verdict
        yield Judged(condition.id, _sentence(condition), bool(holds))


def _sentence(condition: OfferedCondition) -> str:
    unless = _("unless %(what)s") % {"what": " / ".join(condition.vetoes)} if condition.vetoes else ""
    return "; ".join(part for part in (" / ".join(condition.when), unless) if part)


def _named(reading: Reading, spoken: Definition) -> Iterator[tuple[str, str]]:
    """Everything else that was read, in ids and names."""
    names = {flow.id: flow.name or flow.id for flow in spoken.flows.values()}
    flows = [names.get(flow, flow) for flow in reading.flows]
    unclear = [names.get(flow, flow) for flow in reading.unclear]
    answers = [f"{key}: {answer}" for key, answer in reading.fact_answers.items()]
    lists: dict[str, list[str]] = {
        _("Flows asked for"): flows,
        _("Unclear between"): unclear,
        _("Signal"): [str(reading.signal)] if reading.signal else [],
        _("Taken back"): list(reading.withdrawn),
        _("Facts taken back"): list(reading.retract),
        _("Answers about facts"): answers,
    }
    yield from ((str(name), ", ".join(items)) for name, items in lists.items() if items)


def changed(given: TurnInput, again: Replayed, spoken: Definition, mask: Mask) -> tuple[Read, ...]:
    """Every field whose value is another after the turn, with both."""
    if again.result is None:
        return ()
    before, after = given.state.data, again.result.state.data
    names = spoken.in_order({*before, *after})
    return tuple(
        Read(
            _label(name, spoken),
            _held(name, after, spoken, mask),
            how=_how(after.get(name)),
            before=_held(name, before, spoken, mask),
        )
        for name in names
        if _plain(before.get(name)) != _plain(after.get(name))
    )


def _plain(known: Known | None) -> tuple[Json, ...]:
    return () if known is None else (known.value,)


def _how(known: Known | None) -> str:
    ways = {
        "reading": _("read from the message"),
        "literal": _("said as asked"),
        "tap": _("tapped"),
        "given": _("given by the site"),
        "fact": _("known as a fact"),
        "set": _("set by a step"),
        "input": _("handed on by a flow"),
    }
    return str(ways.get(known.source, known.source)) if known else str(_("forgotten"))


def _held(name: str, data: Mapping[str, Known], spoken: Definition, mask: Mask) -> Shown:
    return _value(name, data[name].value, spoken, mask) if name in data else NOTHING


def _value(name: str, value: Json, spoken: Definition, mask: Mask) -> Shown:
    spec = spoken.fields.get(name)
    shown = show(value, spoken.language, spec.value.name) if spec else None
    return mask.of_field(name, value, shown)


def _label(name: str, spoken: Definition) -> str:
    spec = spoken.fields.get(name)
    return f"{name} ({spec.description})" if spec and spec.description else name
