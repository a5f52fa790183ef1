"""The built-in sentences of a turn: what is said without a model about changes, invalid values and attempts."""

from collections.abc import Iterator

from agents.definition import Field
from conversations.engine.report import InvalidValue
from conversations.engine.take import limit
from conversations.engine.work import Work
from facts.keys import matches, subject
from facts.showing import show
from facts.values import Json

EXPLAIN_FROM = 2
"""The failed attempt from which on the reply explains what is wanted (T12)."""


def shown(work: Work, name: str, value: Json) -> str:
    """A field's value as a person reads it, in the agent's language."""
    return show(value, work.definition.language, work.field(name).value.name)


def told_changes(work: Work) -> Iterator[tuple[str, Json, Json]]:
    """What the message changed, to be acknowledged; a field that was gone back to is named by a remark (T8, T53)."""
    return ((name, old, new) for name, (old, new) in work.changed.items() if name != work.returned)


def changes(work: Work) -> list[str]:
    """A sentence for each correction (T8)."""
    return [
        work.phrase("forgotten", field=work.label(name))
        if new is None
        else work.phrase("changed", field=work.label(name), old=shown(work, name, old), new=shown(work, name, new))
        for name, old, new in told_changes(work)
    ]


def remarks(work: Work) -> list[str]:
    """What is said about the message's control signal: where it went back to, and what cannot be skipped (T11, T53)."""
    said = []
    if work.returned:
        old = shown(work, work.returned, work.changed[work.returned][0])
        said.append(work.phrase("back", field=work.label(work.returned), old=old))
    if work.not_skipped:
        said.append(work.phrase("not_skipped", field=", ".join(map(work.label, work.not_skipped))))
    return said


def asked_about(work: Work) -> Iterator[str]:
    """What the questions about facts are called of which the message leaves open which one it answers (F7, F18).

    The value of a proposal tells it from others; one that is sensitive is not said (F19).
    """
    for question in work.input.fact_questions:
        if question.key in work.unclear_facts:
            label = _label(work, question.key)
            is_shown = question.kind == "proposed" and question.new is not None
            yield f"{label}: {show(question.new, work.definition.language)}" if is_shown else label


def _label(work: Work, key: str) -> str:
    """What a key is called in the catalogue; its last part where it is not in it."""
    found = (fact for fact in work.input.catalogue if matches(fact.key, key))
    labels = (fact.label.replace("*", subject(fact.key, key)) for fact in found)
    return next(filter(None, labels), key.rpartition(".")[2].replace("_", " "))


def told(work: Work) -> list[InvalidValue]:
    """The invalid values that the person is told about: those that their message held for the run on the floor (T6)."""
    fields = work.flow().fields if work.floor is not None else ()
    return [fault for fault in work.refused if fault.field in fields]


def faults(work: Work) -> list[str]:
    """A sentence for each invalid value: what is wrong and what would be right."""
    return [fault_sentence(work, fault) for fault in told(work)]


def fault_sentence(work: Work, fault: InvalidValue) -> str:
    """What is wrong with a value, and what to give instead."""
    spec = work.field(fault.field)
    value = show(fault.value, work.definition.language)
    if spec.value.enum:
        return work.phrase("invalid_choice", value=value, choices=choices(work, spec))
    bound = limit(work, spec, spec.minimum if fault.code == "minimum" else spec.maximum)
    if fault.code not in ("minimum", "maximum") or bound is None:
        return work.phrase("invalid", value=value, field=work.label(spec.id))
    name = _bound_phrase(spec, fault.code)
    return work.phrase(
        name, value=shown(work, spec.id, fault.value), field=work.label(spec.id), bound=shown(work, spec.id, bound)
    )


def _bound_phrase(spec: Field, code: str) -> str:
    if spec.value.name in ("date", "datetime", "time"):
        return "invalid_earliest" if code == "minimum" else "invalid_latest"
    return f"invalid_{code}"


def choices(work: Work, spec: Field) -> str:
    """The choices of a field, as a list in a sentence."""
    return ", ".join(shown(work, spec.id, choice) for choice in spec.value.enum)


def explanations(work: Work) -> list[str]:
    """What is wanted, and that one may stop: from the second failed attempt on, or for who wants help (T9, T12)."""
    run = work.floor
    if run is None or not run.asking or not (run.attempts >= EXPLAIN_FROM or work.wants_help):
        return []
    wanted = ", ".join(work.label(name) for name in run.asking)
    spec = work.field(run.asking[0])
    if len(run.asking) == 1 and spec.value.enum:
        return [work.phrase("explain_choices", field=wanted, choices=choices(work, spec)), work.phrase("offer_stop")]
    return [work.phrase("explain", field=wanted), work.phrase("offer_stop")]
