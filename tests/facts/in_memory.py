"""A ledger without a database: the policy decides, the projection follows, and nothing else happens.

What it does must be what `facts.actions` does; `test_properties` plays the same deeds on both.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from facts.decisions import NotFound, Overtaken
from facts.policy import COUNTED, Candidate, Decision, Standing, Stored, Thresholds, decide, exactly, merge, same
from facts.projection import EMPTY, Asked, Line, Projection, apply
from facts.undoing import UNDOABLE, steps
from facts.values import Invalid
from tests.facts.conftest import AT

MANY = "profile.languages"
FRESH = {"profile.address": timedelta(days=30)}
"""What the catalogue of the tests says of these keys."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a line of the ledger holds besides."""

    value: Any = None
    quote: str = ""
    confidence: float = 1.0
    source: str = "revision"


@dataclass
class Memory:
    """One person's ledger. The verbs are those of `facts.actions`, and raise as they do."""

    lines: list[Line] = field(default_factory=list)
    words: dict[int, Words] = field(default_factory=dict)
    projection: Projection = EMPTY
    moment: datetime = AT

    def record(self, candidates: list[Candidate]) -> None:
        with self._deed():
            for candidate in merge(candidates):
                self._take(candidate)

    def state(self, key: str, value: Any) -> None:
        with self._deed():
            self._take(Candidate(key=key, value=value, confidence=1.0, source="revision"))

    def correct(self, entry: int, value: Any) -> None:
        with self._deed():
            key = self.line(entry).key
            if entry not in self.in_use(key):
                raise Overtaken
            if key == MANY and self._same_as(key, value) not in (None, entry):
                raise Invalid("held", "This is known already.")
            verdict: Any = "confirmed" if exactly(self.words[entry].value, value) else "corrected"
            candidate = Candidate(key=key, value=value, confidence=1.0, source="revision")
            self._keep(candidate, Decision(verdict, entry))

    def accept(self, proposal: int) -> None:
        with self._deed():
            asked = self._waiting(self.projection.proposals, proposal, "pending")
            self._accept(proposal)
            self._settle(asked.key)

    def reject(self, proposal: int) -> None:
        with self._deed():
            self._waiting(self.projection.proposals, proposal, "pending")
            self._answer("rejected", proposal)

    def resolve(self, contested: int, choice: str) -> None:
        with self._deed():
            asked = self._waiting(self.projection.contested, contested, "open")
            chosen = self.words[asked.held or 0 if choice == "old" else contested]
            words = Words(source="") if choice == "neither" else replace(chosen, confidence=1.0)
            self._write("resolved", asked.key, words, about=asked.line, choice=choice)
            old, new = (self.words[entry].value for entry in (asked.held or 0, contested))
            for proposal in self._asked(self.projection.proposals, asked.key, "pending"):
                value = self.words[proposal].value
                if choice == "new" and same(value, new):
                    self._accept(proposal)
                elif choice != "neither" or same(value, new) or same(value, old):
                    self._answer("closed", proposal)

    def retract(self, key: str) -> None:
        with self._deed():
            for entry in self.in_use(key):
                self._write("retracted", key, Words(), about=entry, many=self.line(entry).many)

    def undo(self, entry: int) -> None:
        with self._deed():
            key = self.line(entry).key
            undoing = steps([line for line in self.lines if line.key == key], entry)
            if self.line(entry).kind not in UNDOABLE:
                raise NotFound
            going = {step.entry for step in undoing}
            back = {step.restores for step in undoing if step.restores} - going
            stays = set(self.in_use(key)) - going
            if not undoing or any(
                same(self.words[one].value, self.words[other].value) for one in back for other in stays
            ):
                raise Overtaken
            for step in [step for step in undoing if not self._is_proposed_anew(step.entry)]:
                many = key == MANY
                self._write("undone", key, Words(source=""), about=step.entry, restores=step.restores, many=many)

    def standing(self, key: str) -> Standing:
        proposals, contested = self.projection.proposals, self.projection.contested
        return Standing(
            held=self._stored(self.in_use(key)),
            challenger=next(iter(self._stored(self._asked(contested, key, "open"))), None),
            pending=self._stored(self._asked(proposals, key, "pending")),
            refused=self._stored(self._asked(proposals, key, "rejected")),
            many=key == MANY,
        )

    def line(self, entry: int) -> Line:
        return self.lines[entry - 1]

    def asked_by(self, line: Line) -> int:
        """The proposal that a line answers."""
        asked = line
        while asked.kind != "proposed":
            asked = self.line(asked.about or 0)
        return asked.id

    def in_use(self, key: str) -> list[int]:
        return [held for (of_key, _member), held in sorted(self.projection.current.items()) if of_key == key]

    @contextmanager
    def _deed(self) -> Iterator[None]:
        """What is done at one moment, whole or not at all."""
        self.moment += timedelta(days=8)
        before = self.projection, list(self.lines)
        try:
            yield
        except (NotFound, Overtaken, Invalid):
            self.projection, self.lines = before
            raise

    def _take(self, candidate: Candidate) -> None:
        decision = decide(candidate, self.standing(candidate.key), Thresholds())
        if decision.verdict not in COUNTED:
            self._keep(candidate, decision)

    def _keep(self, candidate: Candidate, decision: Decision) -> None:
        about = decision.about
        if decision.verdict == "accepted":
            about = self.projection.proposals[about or 0].line
        words = Words(candidate.value, candidate.quote, candidate.confidence, candidate.source)
        self._write(decision.verdict, candidate.key, words, about=about, many=candidate.key == MANY)
        if decision.verdict not in ("proposed", "contested"):
            self._settle(candidate.key)

    def _accept(self, proposal: int) -> None:
        asked = self.projection.proposals[proposal]
        words = replace(self.words[proposal], confidence=1.0)
        alike = self._same_as(MANY, words.value) if asked.key == MANY else None
        self._write("accepted", asked.key, words, about=asked.line, restores=alike, many=asked.key == MANY)

    def _settle(self, key: str) -> None:
        for proposal in [] if key == MANY else self._asked(self.projection.proposals, key, "pending"):
            self._answer("closed", proposal)

    def _answer(self, kind: str, proposal: int) -> None:
        asked, words = self.projection.proposals[proposal], Words(self.words[proposal].value, source="")
        self._write(kind, asked.key, words, about=asked.line, many=asked.key == MANY)

    def _is_proposed_anew(self, entry: int) -> bool:
        line = self.line(entry)
        later = (other for other in self.lines[entry:] if (other.key, other.kind) == (line.key, "proposed"))
        value = self.words[entry].value
        return line.kind == "closed" and any(same(self.words[other.id].value, value) for other in later)

    def _write(self, kind: str, key: str, words: Words, **columns: Any) -> None:
        line = Line(len(self.lines) + 1, kind, key, at=self.moment, **columns)
        self.lines.append(line)
        self.words[line.id] = words
        self.projection = apply([line], self.projection)

    def _same_as(self, key: str, value: Any) -> int | None:
        return next((entry for entry in self.in_use(key) if same(self.words[entry].value, value)), None)

    def _asked(self, questions: Mapping[int, Asked], key: str, state: str) -> list[int]:
        return sorted(entry for entry, asked in questions.items() if asked.key == key and asked.state == state)

    def _waiting(self, questions: Mapping[int, Asked], entry: int, state: str) -> Asked:
        if entry not in questions:
            raise NotFound
        if questions[entry].state != state:
            raise Overtaken
        return questions[entry]

    def _stored(self, entries: list[int]) -> tuple[Stored, ...]:
        return tuple(
            Stored(entry, self.words[entry].value, self.words[entry].confidence, stale=self._is_stale(entry))
            for entry in entries
        )

    def _is_stale(self, entry: int) -> bool:
        line = self.line(entry)
        return line.key in FRESH and line.at is not None and self.moment - line.at > FRESH[line.key]
