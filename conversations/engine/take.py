"""Taking values: the one path by which a value gets into a conversation, wherever it comes from (T5 to T8, T50)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from agents.definition import Field, Flow, Step
from agents.paths import is_empty
from agents.predicate import same
from agents.template import Template, paths
from conversations.engine.grammar.mentions import is_open
from conversations.engine.grammar.sentence import parts
from conversations.engine.grammar.speech import Speech
from conversations.engine.reading import Reading, ReadValue
from conversations.engine.report import InvalidValue
from conversations.engine.state import Known, Run, Source
from conversations.engine.work import Work
from facts import values
from facts.folding import quoted, stands
from facts.policy import Candidate
from facts.values import Invalid, Json

UNQUOTED = "unquoted"
LITERAL_CONFIDENCE = 0.95
READING_CONFIDENCE = 0.9
DENIED: dict[str, Json] = {"confirmed": False}
"""The value of the quick reply that says no where a question is whether an old value is still right (F17)."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words that a value came from, and the message they stand in."""

    quote: str
    message: str


@dataclass(frozen=True, slots=True)
class Given:
    """A value that the user gave, checked: where it came from, and how sure its reader was (None: not said)."""

    value: Json
    source: Source
    words: Words
    confidence: float | None = None


def take_reading(work: Work, reading: Reading, offered: Sequence[str], *, dropped: Sequence[str] = ()) -> None:
    """Store what the message gives for the offered fields, in their order, save the `dropped` ones (T3, T7)."""
    names = [name for name in offered if name in reading.fields and name not in dropped]
    names = [name for name in names if not is_empty(reading.fields[name].value)]
    proofs = {name: find_words(work, reading.fields[name], reading.reader) for name in names}
    work.given += len(names)
    work.incoming = work.incoming | frozenset(name for name in names if proofs[name] is not None)
    for name, words in proofs.items():
        _take_read(work, work.field(name), reading.fields[name], words, reading)
    _forget_outdated(work)


def _forget_outdated(work: Work) -> None:
    """Forget a value whose correction failed, if what the message gave besides puts it out of its bounds (T50)."""
    for name in dict.fromkeys(fault.field for fault in work.refused if work.is_known(fault.field)):
        try:
            checked(work, work.field(name), work.data[name].value)
        except Invalid:
            work.forget([name])


def take_taps(work: Work) -> None:
    """Store tapped replies: each names its field, which is asked, known, or used by an open run (T54)."""
    used = {name for run in work.open_runs() for name in work.definition.flows[run.flow].fields}
    for message in work.input.messages:
        tap = message.tap
        if tap is None or (tap.value == DENIED and tap.field in work.denied):
            continue
        if tap.value == DENIED or (tap.field not in used and not work.is_known(tap.field)):
            work.obsolete_tap = True
            work.acknowledge(work.phrase("not_needed"))
            continue
        work.given += 1
        words = Words(message.text, message.id)
        take(work, work.field(tap.field), tap.value, source="tap", words=words, confidence=1.0)


def _take_read(work: Work, spec: Field, read: ReadValue, words: Words | None, reading: Reading) -> None:
    if words is None:
        work.void += 1
        work.invalid.append(InvalidValue(spec.id, read.value, "The words are not in the message.", UNQUOTED))
        return
    if reading.reader == "model" and is_undecided(work, spec, read.value, words):
        refuse(work, spec, read.value, Invalid("type", "The message leaves the number open."))
        return
    source: Source = "literal" if reading.reader == "literal" else "reading"
    confidence = LITERAL_CONFIDENCE if source == "literal" else read.confidence
    take(work, spec, read.value, source=source, words=words, confidence=confidence)


def is_undecided(work: Work, spec: Field, value: Json, words: Words) -> bool:
    """Whether the message gives a number only as a range or an alternative, which no reading takes silently (T9)."""
    if spec.value.name not in ("integer", "number"):
        return False
    text = whole_message(work, words.message)
    names = parts(f"{spec.id} {spec.description}")
    return is_open(value, text, Speech(work.definition.language, work.moment), names)


def refuse(work: Work, spec: Field, value: Json, fault: Invalid) -> None:
    """Report a value that the person's own message held and that is not stored (T6)."""
    refused = InvalidValue(spec.id, value, fault.message, fault.code)
    work.invalid.append(refused)
    work.refused.append(refused)


def find_words(work: Work, read: ReadValue, reader: str) -> Words | None:
    """The words of this turn that prove a value, or None if they do not (T5).

    A scripted reading may leave the quote out; a model may not, unless the value itself stands in the message.
    """
    for message in reversed(work.input.messages):
        if read.quote is not None and quoted(read.quote, message.text):
            return Words(read.quote, message.id)
        if reader == "model" and stands(read.value, message.text):
            return Words(str(read.value), message.id)
    if read.quote is None and reader in ("scripted", "literal") and work.input.messages:
        return Words("", work.input.messages[-1].id)
    return None


def take(work: Work, spec: Field, raw: Json, *, source: Source, words: Words, confidence: float | None = None) -> bool:
    """Coerce, check and store a value of the user's; a failing one goes to `invalid` (T6). Whether it was stored."""
    try:
        given = Given(checked(work, spec, raw), source, words, confidence)
    except Invalid as fault:
        refuse(work, spec, raw, fault)
        return False
    old = work.data.get(spec.id)
    is_new = old is None or not same(old.value, given.value)
    change = old is not None and is_new and was_explicit(work, spec, old)
    if is_new:
        _store(work, spec, given)
    else:
        _restate(work, spec, given)
    if spec.fact:
        work.seen[spec.id] = given.value
        _offer_fact(work, spec, given, change=change)
    return True


def _store(work: Work, spec: Field, given: Given) -> None:
    old = work.data.get(spec.id)
    asking = work.floor is not None and spec.id in work.floor.asking
    known = Known(given.value, given.source, given.words.quote, given.words.message, confidence=given.confidence)
    work.data[spec.id] = replace(known, asked=asking or (old is not None and old.asked))
    work.filled[spec.id] = None
    if old is not None:
        work.changed[spec.id] = (old.value, given.value)
    if asking:
        work.update(asked=tuple(dict.fromkeys((*work.run().asked, spec.id))))


def _restate(work: Work, spec: Field, given: Given) -> None:
    """The value that is known was given again; one that came from a fact is the person's own now (F15)."""
    old = work.data[spec.id]
    work.restated[spec.id] = None
    if old.source == "fact":  # what the person said stays, whatever becomes of the fact
        words = given.words
        work.data[spec.id] = replace(
            old, source=given.source, quote=words.quote, message=words.message, fact="", confidence=given.confidence
        )


def _offer_fact(work: Work, spec: Field, given: Given, *, change: bool) -> None:
    """Offer the value of a bound field as a fact (F16); without an account there are none (F3)."""
    if not work.input.user.is_authenticated:
        return
    default = 1.0 if given.source == "tap" else READING_CONFIDENCE
    work.candidates.append(
        Candidate(
            key=spec.fact,
            value=given.value,
            confidence=default if given.confidence is None else given.confidence,
            quote=given.words.quote or whole_message(work, given.words.message),
            message=given.words.message,
            change=change,
        )
    )


def was_explicit(work: Work, spec: Field, old: Known) -> bool:
    """Whether correcting this value is an explicit change of its fact (T8): the person saw it or gave it here."""
    return old.asked or (spec.id in work.seen and same(work.seen[spec.id], old.value))


def whole_message(work: Work, message: str) -> str:
    return next((sent.text for sent in work.input.messages if sent.id == message), "")


def put(work: Work, settings: Mapping[str, Json], source: Source) -> None:
    """Store values that are no words of the user (`set`, `input`, given data) by the same checks (T6, T28)."""
    for name, raw in settings.items():
        if is_empty(raw) or name not in work.definition.fields:
            continue
        try:
            work.data[name] = Known(checked(work, work.field(name), raw), source)
        except Invalid as fault:
            refused = InvalidValue(name, raw, fault.message, fault.code)
            work.invalid.append(refused)
            work.misput.append(refused)


def checked(work: Work, spec: Field, raw: Json) -> Json:
    """The value as its type's own, held against its schema and its bounds both ways. Raises Invalid."""
    value = in_zone(values.coerce(raw, spec.value, work.definition.language), spec, work.moment)
    values.check(value, spec.value, minimum=limit(work, spec, spec.minimum), maximum=limit(work, spec, spec.maximum))
    _check_others(work, spec, value)
    return value


def in_zone(value: Json, spec: Field, moment: datetime) -> Json:
    """A date and time without an offset is meant in the person's zone (T10)."""
    if spec.value.name != "datetime" or not isinstance(value, str):
        return value
    read = datetime.fromisoformat(value)
    return value if read.tzinfo else read.replace(tzinfo=moment.tzinfo).isoformat()


def limit(work: Work, spec: Field, expression: Json) -> Json:
    """A bound as it stands at the message's time: None while it names a field that is not known (T50)."""
    if is_fixed(expression):
        return expression
    if isinstance(expression, Mapping):
        other = work.data.get(str(expression.get("field")))
        return None if other is None else other.value
    return values.bound(expression, spec.value.name, work.moment)


def is_fixed(expression: Json) -> bool:
    """Whether a bound is the same at any time: none, or a number."""
    return expression is None or isinstance(expression, (int, float))


def _check_others(work: Work, spec: Field, value: Json) -> None:
    """Refuse a value that would put another field's known value out of its bounds (T50)."""
    for name, keyword in work.definition.bounded_by.get(spec.id, ()):
        other = work.data.get(name)
        is_coming = name in work.incoming and name not in work.filled and name not in work.restated
        if other is None or is_coming:
            continue
        values.check(other.value, work.field(name).value, **{keyword: value})


def forget_stale(work: Work) -> int | None:
    """Forget what no longer holds after a change, for the run on the floor and the paused ones (T8).

    A run goes back to where it collects a field that was forgotten, renewed, or taken back and is needed (T49, T53);
    a paused one does so at once. Returns the position to which the run on the floor goes back, None if it has not come
    that far or there is nothing to go back to.
    """
    if not work.changed:
        return None
    work.paused = [_taken_back(work, run, _forget_stale_of(work, run)) for run in work.paused]
    return None if work.floor is None else _forget_stale_of(work, work.floor)


def _forget_stale_of(work: Work, run: Run) -> int | None:
    """The position of the first step, in written order, that collects what the run has to ask for again."""
    flow = work.definition.flows[run.flow]
    steps = flow.steps
    stale = {
        name: None
        for step in steps
        if any(name in work.changed for name in step.requires)
        for name in step.collect
        if work.field(name).stale_on_change and (work.is_known(name) or name in work.filled)
    }
    work.renew(tuple(stale))
    again = {*stale, *_needed_again(work, flow)}
    here = next((index for index, step in enumerate(steps) if step.id == run.step), len(steps))
    come_to = enumerate(steps[: here + 1])
    return next((index for index, step in come_to if again & {*step.collect, *_asked_for(step, work)}), None)


def _needed_again(work: Work, flow: Flow) -> Iterator[str]:
    """What the message took back and the flow cannot do without, and what it went back to (T49, T53)."""
    required = {*flow.required, *(name for step in flow.steps for name in step.requires)}
    for name, (_old, new) in work.changed.items():
        if new is None and not work.is_known(name) and (name in required or name == work.returned):
            yield name


def _asked_for(step: Step, work: Work) -> tuple[str, ...]:
    """The field that the message went back to, if the step needs it to begin: that is where it was asked (T20, T53)."""
    return tuple(name for name in step.requires if name == work.returned)


def _taken_back(work: Work, run: Run, position: int | None) -> Run:
    if position is None:
        return run
    return replace(run, step=work.definition.flows[run.flow].steps[position].id, asking=(), stands=())


def mark_shown(work: Work, template: Template | None) -> None:
    """Remember the values of bound fields that a verbatim text showed the person, also by their facts (T8)."""
    named = () if template is None or template.is_constant else paths(template)
    for spec in work.definition.bound_to_facts if named else ():
        known = work.data.get(spec.id)
        by_fact = f"facts.{spec.fact}" in named and work.facts.get(spec.fact)
        is_named = any(path.removeprefix("data.").split(".")[0] == spec.id for path in named)
        if known is not None and (is_named or (by_fact and same(by_fact.value, known.value))):
            work.seen[spec.id] = known.value
