"""Whatever is said, clicked and taken back, by however many at once, the ledger is in order (F5 to F8, F11, F12, F14).

The same deeds are played on a ledger in memory, thousands of times, and on the database, where they must do the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from facts import actions
from facts.decisions import NotFound, Overtaken
from facts.ledger import lines, stored
from facts.models import Entry, Person
from facts.policy import Candidate
from facts.projection import EMPTY, Line, Projection, apply
from facts.rebuild import rebuild
from facts.undoing import UNDOABLE, undoable
from facts.values import Invalid
from tests.facts.in_memory import MANY, Memory

Deed = tuple[Any, ...]
"""A verb of `facts.actions` and what it is given, with the ids of the ledger in memory."""

KEYS = st.sampled_from(["profile.city", "profile.city", "profile.address", MANY])
"""Few, so that much happens to each."""
VALUES = st.sampled_from(["a", "b", " A"])
CONFIDENCES = st.sampled_from([0.85, 0.95, 0.8499, 0.60, 0.5999])
SAYINGS = st.builds(
    Candidate,
    key=KEYS,
    value=VALUES,
    confidence=CONFIDENCES,
    quote=st.sampled_from([*["my words"] * 5, " "]),
    change=st.sampled_from([False, False, True]),
)
WRITES = ("asserted", "accepted", "corrected", "confirmed")
PLACES = st.integers(0, 4)
WISHES = st.one_of(
    st.tuples(st.just("record"), st.lists(SAYINGS, min_size=1, max_size=2)),
    st.tuples(st.just("state"), KEYS, VALUES),
    st.tuples(st.just("retract"), KEYS),
    st.tuples(st.just("accept"), PLACES),
    st.tuples(st.just("reject"), PLACES),
    st.tuples(st.just("resolve"), PLACES, st.sampled_from(["old", "new", "neither"])),
    st.tuples(st.just("correct"), PLACES, VALUES),
    st.tuples(st.just("undo"), PLACES),
    st.tuples(st.just("undo"), PLACES),
)
"""What a writer wants to do; a place counts in what the writer saw, the latest first."""
SCRIPTS = st.lists(st.tuples(st.integers(0, 1), st.booleans(), WISHES), max_size=16)
"""Which of two writers, whether they look again first, and what they want. Who does not look clicks on what was."""
THOUSAND = settings(max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
HUNDREDS = settings(THOUSAND, max_examples=400)
SCRIPTS_PLAYED = 150 if connection.vendor == "sqlite" else 40
"""On PostgreSQL each takes three times as long, and it is the same code that is played."""


@dataclass
class Writer:
    """A tab that shows what it last saw."""

    seen: dict[str, list[int]] = field(default_factory=dict)

    def look(self, memory: Memory) -> None:
        standing = memory.projection
        self.seen = {
            "accept": [entry for entry, asked in standing.proposals.items() if asked.state == "pending"][::-1],
            "resolve": [entry for entry, asked in standing.contested.items() if asked.state == "open"][::-1],
            "correct": sorted(standing.current.values(), reverse=True),
            "undo": [line.id for line in reversed(memory.lines)],
        }
        self.seen["reject"] = self.seen["accept"]

    def deed(self, verb: str, first: Any, *rest: Any) -> Deed | None:
        """What the wish comes to; None where the writer sees nothing to do it to."""
        if verb in ("record", "state", "retract"):
            return verb, first, *rest
        seen = self.seen.get(verb, [])
        return (verb, seen[first], *rest) if first < len(seen) else None


def deeds(memory: Memory, script: Sequence[Any]) -> Iterator[Deed]:
    """The deeds of two writers, each as the one before has been done."""
    writers = (Writer(), Writer())
    for number, looks, wish in script:
        if looks:
            writers[number].look(memory)
        if deed := writers[number].deed(*wish):
            yield deed


def outcome(ledger: Any, deed: Deed) -> str:
    """Do it; the name of what it raises, if anything."""
    verb, *given = deed
    try:
        getattr(ledger, verb)(*given)
    except (NotFound, Overtaken, Invalid) as refusal:
        return type(refusal).__name__
    return ""


def states(projection: Projection) -> tuple[Any, ...]:
    """What is in use and what waits, without the lines that say so."""
    return (
        sorted(projection.current.values()),
        {entry: asked.state for entry, asked in projection.proposals.items()},
        {entry: asked.state for entry, asked in projection.contested.items()},
    )


@THOUSAND
@given(script=SCRIPTS)
def test_f12_what_stands_is_always_the_replay_of_the_lines(script: Any) -> None:
    memory = Memory()
    for deed in deeds(memory, script):
        before = list(memory.lines)
        refused = outcome(memory, deed)
        assert memory.lines[: len(before)] == before, "F11: a line stays as it is"
        assert [line.id for line in memory.lines] == list(range(1, len(memory.lines) + 1)), "F11: ids only grow"
        assert not refused or memory.lines == before, "F14: what is refused leaves nothing"
        assert memory.projection == apply(memory.lines), "F12"
        check_standing(memory)
    check_answers(memory.lines)


def check_standing(memory: Memory) -> None:
    standing = memory.projection
    single = [key for key, _member in standing.current if key != MANY]
    assert len(single) == len(set(single)), "a key of one value has one"
    values = [memory.words[entry].value.strip().lower() for entry in memory.in_use(MANY)]
    assert len(values) == len(set(values)), "F6: no value stands twice"
    asked = [question.key for question in standing.contested.values() if question.state == "open"]
    assert len(asked) == len(set(asked)), "F7: a key has one open contradiction"
    for question in standing.contested.values():
        assert question.state != "open" or question.held in memory.in_use(question.key), "F7: the old value is in use"
    for entry in standing.current.values():
        words = memory.words[entry]
        assert words.source != "chat" or words.quote.strip(), "F4: a fact of a conversation has its words"


def check_answers(found: Sequence[Line]) -> None:
    """Each question is asked, answered, and asked again only by an undo, in turn (F14)."""
    asked: dict[int, int] = {}
    told: dict[int, list[str]] = {}
    for line in found:
        if line.kind in ("proposed", "contested"):
            asked[line.id] = line.id
            told[line.id] = []
        elif line.about in asked and line.kind in ("accepted", "rejected", "closed", "resolved", "undone"):
            asked[line.id] = asked[line.about]
            told[asked[line.id]].append("asked" if line.kind == "undone" else "answered")
    for answers in told.values():
        assert answers == ["answered", "asked"] * (len(answers) // 2) + ["answered"] * (len(answers) % 2)


@HUNDREDS
@given(script=SCRIPTS)
def test_f8_what_was_just_done_can_be_undone_and_leaves_everything_as_it_was(script: Any) -> None:
    memory = Memory()
    for deed in deeds(memory, script):
        before, written = memory.projection, len(memory.lines)
        outcome(memory, deed)
        new = memory.lines[written:]
        if deed[0] == "undo" or not new or not all(line.kind in (*UNDOABLE, "closed") for line in new):
            continue
        after = Memory(list(memory.lines), dict(memory.words), memory.projection, memory.moment)
        for line in reversed(new):
            outcome(after, ("undo", line.id))
        assert states(after.projection) == states(before)


@HUNDREDS
@given(script=SCRIPTS)
def test_f6_nobody_is_asked_twice_nor_about_what_was_overtaken(script: Any) -> None:
    memory = Memory()
    for deed in deeds(memory, script):
        written = len(memory.lines)
        outcome(memory, deed)
        for key in {line.key for line in memory.lines[written:]}:
            waiting = memory.standing(key).pending
            values = [item.value.strip().lower() for item in waiting]
            assert len(values) == len(set(values)), "F6: the same value is not asked about twice"
            told = [line.id for line in memory.lines[written:] if line.key == key and line.kind in WRITES]
            if key != MANY and told:
                assert all(item.entry > told[0] for item in waiting), "F6: what was said more certainly settles the key"
        for line in memory.lines[written:]:
            if line.kind == "closed":
                assert memory.projection.proposals[memory.asked_by(line)].state == "closed"
                assert memory.words[line.id].value is not None, "F13: its value can be told"


@HUNDREDS
@given(script=SCRIPTS)
def test_f8_undo_is_offered_just_where_it_does_something(script: Any) -> None:
    memory = Memory()
    for deed in deeds(memory, script):
        outcome(memory, deed)
    for _key, found in groupby(sorted(memory.lines, key=lambda line: (line.key, line.id)), key=lambda line: line.key):
        of_key = list(found)
        offered = undoable(of_key, [line.id for line in of_key])
        assert all(undoable(of_key, [line.id]) == offered & {line.id} for line in of_key)
        for line in of_key:
            after = Memory(list(memory.lines), dict(memory.words), memory.projection, memory.moment)
            refused = outcome(after, ("undo", line.id))
            if line.id not in offered:
                assert refused == ("Overtaken" if line.kind in UNDOABLE else "NotFound")
            elif not refused:
                assert states(after.projection) != states(memory.projection)


@HUNDREDS
@given(candidates=st.lists(SAYINGS, max_size=8))
def test_f5_the_bounds_are_exact(candidates: list[Candidate]) -> None:
    memory = Memory()
    for candidate in candidates:
        written = len(memory.lines)
        memory.record([candidate])
        kinds = {line.kind for line in memory.lines[written:]}
        if candidate.confidence < 0.60 or not candidate.quote.strip():
            assert kinds == set()
        elif candidate.confidence < 0.85:
            assert kinds <= {"proposed"}
        else:
            assert kinds <= {"asserted", "accepted", "contested", "confirmed", "closed"}


@dataclass
class Stored:
    """The person's ledger in the database, told of its entries by the ids that they have in memory."""

    person: Person
    memory: Memory

    @property
    def ids(self) -> list[int]:
        return list(Entry.objects.filter(person=self.person).order_by("id").values_list("id", flat=True))

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        act, at = getattr(actions, verb), self.memory.moment
        if verb == "record":
            return lambda candidates: act(self.person, candidates, origin="x", at=at)
        if verb in ("state", "retract"):
            return lambda *given: act(self.person, *given, at=at)
        return lambda entry, *given: act(self.person, self.ids[entry - 1], *given, at=at)

    def lines(self) -> list[Line]:
        """Its lines, with the ids that they have in memory."""
        number: dict[int | None, int | None] = {None: None}
        number.update((pk, place) for place, pk in enumerate(self.ids, start=1))
        return [
            Line(number[row.id] or 0, row.kind, row.key, number[row.about], row.choice, row.many, number[row.restores])
            for row in lines(self.person)
        ]


def words(line: Line) -> Line:
    """A line without its moment."""
    return Line(line.id, line.kind, line.key, line.about, line.choice, line.many, line.restores)


@pytest.mark.django_db
@settings(max_examples=SCRIPTS_PLAYED, deadline=None, suppress_health_check=list(HealthCheck))
@given(script=SCRIPTS)
def test_f12_the_database_does_what_the_ledger_in_memory_does(catalogue: None, script: Any) -> None:
    with transaction.atomic():
        memory = Memory()
        store = Stored(Person.objects.create_user("someone"), memory)
        raw: list[Any] = []
        for deed in deeds(memory, script):
            expected = outcome(memory, deed)
            assert outcome(store, deed) == expected
            assert store.lines() == [words(line) for line in memory.lines]
            rows = list(Entry.objects.filter(person=store.person).order_by("id").values_list())
            assert rows[: len(raw)] == raw, "F11: no entry is changed or deleted"
            raw = rows
            assert stored(store.person)[0] == apply(lines(store.person), EMPTY), "F12"
        check_words(store.person, memory)
        assert rebuild(store.person, write=False).drifted == 0
        transaction.set_rollback(True)


def check_words(person: Person, memory: Memory) -> None:
    """Every entry holds the words that the ledger in memory has for it."""
    entries = Entry.objects.filter(person=person).select_related("keyring").order_by("id")
    found = [(entry.read_value(), entry.read_quote(), entry.confidence, entry.source) for entry in entries]
    known = [memory.words[line.id] for line in memory.lines]
    assert found == [(said.value, said.quote, said.confidence, said.source) for said in known]
