"""Everything that changes what is known about a person: one verb a function, each in one transaction.

All of them write through `facts.ledger`, so that history is only added to (F11) and the projection keeps step (F12).
"""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from facts import closing
from facts.catalogue import Catalogue, load
from facts.closing import Choice
from facts.decisions import Decisions, Noted, NotFound, Overtaken
from facts.heard import Heard, Words
from facts.ledger import Ledger, lines
from facts.models import Contested, Counter, Entry, Person, Proposal
from facts.policy import (
    COUNTED,
    Candidate,
    Decision,
    Source,
    Standing,
    Stored,
    decide,
    exactly,
    may_be_proposed,
    merge,
    same,
)
from facts.telling import count, decisions, noted, replaced, with_value
from facts.undoing import UNDOABLE, Step, steps
from facts.values import Invalid, Json

__all__ = [
    "Answer",
    "Choice",
    "Decisions",
    "NotFound",
    "Noted",
    "Overtaken",
    "accept",
    "answer",
    "correct",
    "record",
    "reject",
    "resolve",
    "retract",
    "state",
    "undo",
]

Answer = Literal["old", "new", "neither", "accept", "reject"]
_BRINGS_NONE = (Entry.Kind.REJECTED, Entry.Kind.CLOSED)
"""Kinds of entries that tell of a value which they do not bring into use."""


def record(person: Person, candidates: Sequence[Candidate], *, origin: str, at: datetime, agent: str = "") -> Decisions:
    """Decide about statements and keep what is to be kept (F1 to F7, F16), within the caller's transaction.

    `origin` is a reference to where they were said, `at` when, `agent` the slug of the agent they were said to. The
    caller has checked each quote against its message (F4); a candidate of a conversation without a quote is dropped.
    """
    if not candidates:
        return Decisions()
    catalogue = load()
    tally: Tally[str] = Tally()
    single = [one for candidate in candidates for one in _one_by_one(catalogue, candidate)]
    admitted = merge(list(_admitted(catalogue, single, tally)))
    with transaction.atomic(savepoint=False):
        keys = [candidate.key for candidate in admitted]
        ledger = Ledger(person, catalogue, keys, at=at, agent=agent, refused=_uncertain(catalogue, admitted))
        taken = [_take(ledger, candidate, origin) for candidate in admitted]
        tally.update(decision.verdict for decision, _noted in taken if decision.verdict in COUNTED)
        count(person, at, agent, tally)
    return decisions(taken, tally)


def state(
    person: Person, key: str, value: Json, *, source: Source = "revision", origin: str = "", at: datetime | None = None
) -> Noted:
    """Keep what the person typed (F10). Raises `Invalid` for a key or a value that the catalogue does not allow."""
    catalogue = load()
    candidate = _valid(catalogue, Candidate(key=key, value=value, confidence=1.0, source=source))
    with transaction.atomic():
        ledger = Ledger(person, catalogue, keys=[candidate.key], at=at or timezone.now())
        decision, told = _take(ledger, candidate, origin)
        return told or noted(ledger, ledger.entries[decision.about or 0])


def correct(person: Person, entry: int, value: Json, *, origin: str = "", at: datetime | None = None) -> Noted:
    """Replace the value that an entry holds by what the person typed (F10).

    Raises `NotFound` for an entry that is not theirs, `Overtaken` if it no longer holds, `Invalid` for a bad value.
    """
    with _opened(person, entry, at) as (ledger, key):
        candidate = _valid(ledger.catalogue, Candidate(key=key, value=value, confidence=1.0, source="revision"))
        standing = ledger.standing(key)
        held = next((item for item in standing.held if item.entry == entry), None)
        if held is None:
            raise Overtaken
        if standing.many and closing.same_as(standing, value) not in (None, entry):
            raise Invalid("held", _("This is known already."))
        decision = Decision("confirmed" if exactly(held.value, value) else "corrected", entry)
        return _write(ledger, candidate, decision=decision, standing=standing, origin=origin)


def accept(person: Person, proposal: int, *, at: datetime | None = None) -> Noted:
    """The person says yes to a proposal: it becomes a fact of confidence 1 (F5, F6, F10).

    Other proposals for a key of one value are closed with it: the person has answered the question. Raises `NotFound`
    if it is not theirs, `Overtaken` if it was answered before (F14).
    """
    with _opened(person, proposal, at) as (ledger, key):
        proposed, standing = _pending(ledger, proposal), ledger.standing(key)
        entry = closing.accept(ledger, proposed)
        return _settled(ledger, entry, standing)


def reject(person: Person, proposal: int, *, heard: Heard | None = None, at: datetime | None = None) -> Noted:
    """The person says no to a proposal, which is not made again (F6). Raises as `accept` does.

    `heard` is what they said, where it was said in words.
    """
    with _opened(person, proposal, at) as (ledger, _key):
        proposed = _pending(ledger, proposal)
        closing.refuse(ledger, proposed, heard)
        return noted(ledger, proposed)


def resolve(
    person: Person, contested: int, choice: Choice, *, heard: Heard | None = None, at: datetime | None = None
) -> Noted:
    """The person says which of two values is right, or that neither is (F7); `heard` as in `reject`.

    Raises `NotFound` if it is not theirs, `Overtaken` if it was answered before or a third value took its place.
    """
    with _opened(person, contested, at) as (ledger, _key):
        question = ledger.projection.contested.get(contested)
        if question is None or question.held is None:
            raise NotFound
        if question.state != Contested.State.OPEN:
            raise Overtaken
        old, new = ledger.entries[question.held], ledger.entries[contested]
        entry = _choose(ledger, old if choice == "old" else new, choice, question.line, heard)
        return replace(noted(ledger, entry, old), closed=closing.settle_between(ledger, old, new, choice))


def retract(
    person: Person,
    key: str,
    *,
    entry: int | None = None,
    origin: str = "",
    heard: Heard | None = None,
    at: datetime | None = None,
) -> tuple[Noted, ...]:
    """Take back what is known under a key, or the one value that `entry` holds. Empty if there was none (T49).

    `origin` refers to where it was done; `heard` is what the person said, where it was said in words.
    """
    catalogue = load()
    key = catalogue.normalise(key)
    with transaction.atomic():
        ledger = Ledger(person, catalogue, keys=[key], at=at or timezone.now())
        held = [item for item in ledger.standing(key).held if entry in (None, item.entry)]
        return tuple(_take_back(ledger, item, origin, heard) for item in held)


def undo(person: Person, entry: int, *, at: datetime | None = None) -> tuple[Noted, ...]:
    """Take back what an entry did, and what was decided with it: its value goes, the one before is in use again (F8).

    A question that it answered is open again, and so are the proposals that it closed, save one whose value was
    proposed anew since. What was decided comes first; `old` is the value that was undone, `value` the one in use now.
    Raises `NotFound` if the entry is not theirs or nothing that can be undone, `Overtaken` if something was said or
    decided since.
    """
    with _opened(person, entry, at) as (ledger, key):
        found = lines(person, key)
        if not any(line.id == entry and line.kind in UNDOABLE for line in found):
            raise NotFound
        undoing = steps(found, entry)
        ledger.read({id for step in undoing for id in (step.entry, step.restores) if id is not None})
        if not undoing or not _fits(ledger, key, undoing):
            raise Overtaken
        return tuple(_undo(ledger, step) for step in closing.reopened(ledger, found, undoing))[::-1]


def _fits(ledger: Ledger, key: str, undoing: Sequence[Step]) -> bool:
    """Whether a value that comes back was not said again since, and is not one too many for what the key is now."""
    going = {step.entry for step in undoing}
    standing = ledger.standing(key)
    others = [item.value for item in standing.held if item.entry not in going]
    back = [
        ledger.entries[step.restores].read_value() for step in undoing if step.restores and step.restores not in going
    ]
    return not (others and back) or (standing.many and not any(same(one, other) for one in back for other in others))


def _undo(ledger: Ledger, step: Step) -> Noted:
    undone, restored = ledger.entries[step.entry], ledger.entries.get(step.restores or 0)
    entry = ledger.write(
        Entry.Kind.UNDONE,
        undone.key,
        about=undone,
        restores=restored,
        source="",
        many=undone.many,
        sensitive=undone.sensitive or bool(restored and restored.sensitive),
    )
    told = noted(ledger, entry, undone)
    went = told if undone.kind not in _BRINGS_NONE else replace(told, old=None, old_quote="")
    return with_value(went, restored or _single(ledger, undone))


def _single(ledger: Ledger, undone: Entry) -> Entry | None:
    """The one value of a key, which an undone refusal has left in use."""
    return None if undone.many else ledger.entries.get(ledger.projection.current.get((undone.key, 0), 0))


def answer(person: Person, key: str, given: Answer, *, heard: Heard, at: datetime | None = None) -> tuple[int, Noted]:
    """Answer, in the words that were `heard`, the latest open question about a key (F7, F18).

    Answers its id, and what became of it. Raises `NotFound` if there is none.
    """
    questions = Proposal.objects if given in ("accept", "reject") else Contested.objects
    state = Proposal.State.PENDING if given in ("accept", "reject") else Contested.State.OPEN
    waiting = questions.filter(person=person, key=load().normalise(key), state=state)
    entry = waiting.order_by("-entry_id").values_list("entry_id", flat=True).first()
    if entry is None:
        raise NotFound
    if given == "accept":
        return entry, accept(person, entry, at=at)
    if given == "reject":
        return entry, reject(person, entry, heard=heard, at=at)
    return entry, resolve(person, entry, given, heard=heard, at=at)


@contextmanager
def _opened(person: Person, entry: int, at: datetime | None) -> Iterator[tuple[Ledger, str]]:
    """The person's ledger, open for the key of one of their entries, and the key."""
    key = Entry.objects.filter(pk=entry, person=person).values_list("key", flat=True).first()
    if key is None:
        raise NotFound
    with transaction.atomic():
        yield Ledger(person, load(), keys=[key], at=at or timezone.now(), asked=entry), key


def _one_by_one(catalogue: Catalogue, candidate: Candidate) -> list[Candidate]:
    """A candidate for each value of a list where the key has many values; elsewhere a list is one value (F1, F16)."""
    rule = catalogue.key_for(catalogue.normalise(candidate.key))
    if rule is None or not rule.many or rule.schema.get("type") == "array" or not isinstance(candidate.value, list):
        return [candidate]
    return [replace(candidate, value=value) for value in candidate.value]


def _admitted(catalogue: Catalogue, candidates: Iterable[Candidate], tally: Tally[str]) -> Iterator[Candidate]:
    """The candidates that the catalogue allows, with their keys in their one spelling; the others are counted (F2)."""
    for candidate in candidates:
        try:
            yield _valid(catalogue, candidate)
        except Invalid as problem:
            tally[str(Counter.What.UNKNOWN if problem.code == "unknown_key" else Counter.What.INVALID)] += 1


def _uncertain(catalogue: Catalogue, candidates: Iterable[Candidate]) -> list[str]:
    """The keys of which it matters what was refused before (F6)."""
    return [one.key for one in candidates if may_be_proposed(one, catalogue.thresholds(one.key))]


def _valid(catalogue: Catalogue, candidate: Candidate) -> Candidate:
    """The candidate under its normalised key; what a person typed has confidence 1 (F1, F2, F10). Raises `Invalid`."""
    key = catalogue.normalise(candidate.key)
    if not catalogue.accepts(key):
        raise Invalid("unknown_key", _("This site keeps no such fact."))
    catalogue.check(key, candidate.value)
    confidence = candidate.confidence if candidate.source == "chat" else 1.0
    return replace(candidate, key=key, confidence=confidence)


def _take(ledger: Ledger, candidate: Candidate, origin: str) -> tuple[Decision, Noted | None]:
    standing = ledger.standing(candidate.key)
    decision = decide(candidate, standing, ledger.catalogue.thresholds(candidate.key))
    if decision.verdict in COUNTED:
        return decision, None
    return decision, _write(ledger, candidate, decision=decision, standing=standing, origin=origin)


def _write(ledger: Ledger, candidate: Candidate, *, decision: Decision, standing: Standing, origin: str) -> Noted:
    """Add the entry for a candidate that has been decided."""
    entry = ledger.write(
        Entry.Kind(decision.verdict),
        candidate.key,
        value=candidate.value,
        quote=candidate.quote,
        confidence=candidate.confidence,
        source=candidate.source,
        message=candidate.message,
        origin=origin,
        model=candidate.model[:100],
        about_id=_line(ledger, decision),
        change=candidate.change,
        many=standing.many,
        sensitive=candidate.sensitive or _is_sensitive(ledger, candidate.key, standing, decision.about),
    )
    return _settled(ledger, entry, standing)


def _settled(ledger: Ledger, entry: Entry, before: Standing) -> Noted:
    """An entry in words, once what it leaves without a question is closed."""
    return replace(noted(ledger, entry, replaced(ledger, before, entry)), closed=closing.settle(ledger, entry))


def _is_sensitive(ledger: Ledger, key: str, standing: Standing, about: int | None) -> bool:
    """Whether the catalogue says so of the key, or a reading said so of what stands there: a correction of it is (F19).

    Of several values side by side only the one that is answered or corrected counts.
    """
    rule = ledger.catalogue.key_for(key)
    beside = () if standing.many else (*standing.held, *standing.pending, *filter(None, [standing.challenger]))
    stands = {about, *(item.entry for item in beside)}
    return bool(rule and rule.sensitive) or any(entry.sensitive for id, entry in ledger.entries.items() if id in stands)


def _line(ledger: Ledger, decision: Decision) -> int | None:
    """The entry that a decision is about; of a proposal that it accepts, the last line about it."""
    if decision.verdict == "accepted" and decision.about is not None:
        return ledger.projection.proposals[decision.about].line
    return decision.about


def _choose(ledger: Ledger, chosen: Entry, choice: Choice, about: int, heard: Heard | None) -> Entry:
    """The entry that decides a contradiction: with the words of the value that is right, if there is one."""
    columns: dict[str, Any] = {"about_id": about, "choice": choice, "many": chosen.many}
    if choice != "neither":
        return ledger.copy(chosen, Entry.Kind.RESOLVED, **columns)
    said = closing.said_in(heard, Words())
    return ledger.write(Entry.Kind.RESOLVED, chosen.key, sensitive=chosen.sensitive, **said, **columns)


def _take_back(ledger: Ledger, held: Stored, origin: str, heard: Heard | None) -> Noted:
    old = ledger.entries[held.entry]
    said: dict[str, Any] = {"source": Entry.Source.REVISION, "origin": origin}
    if heard:
        said = closing.said_in(heard, heard.about(old.read_value()))
    entry = ledger.write(Entry.Kind.RETRACTED, old.key, about=old, many=old.many, sensitive=old.sensitive, **said)
    return noted(ledger, entry, old)


def _pending(ledger: Ledger, proposal: int) -> Entry:
    """The entry of a proposal that waits."""
    asked = ledger.projection.proposals.get(proposal)
    if asked is None:
        raise NotFound
    if asked.state != Proposal.State.PENDING:
        raise Overtaken
    return ledger.entries[proposal]
