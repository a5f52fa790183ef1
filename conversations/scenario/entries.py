"""The turns of a stored conversation as the entries of a scenario (scenarios.md). Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from conversations.engine.effects import Answer, Done, Failed, Speak, Understand
from conversations.engine.reading import ReadFact, Reading, ReadValue, parse
from conversations.engine.report import TimerRequest
from conversations.engine.take import UNQUOTED
from conversations.engine.turn_input import UserMessage
from conversations.scenario.recorded import ByHand, ForPeople, NotSaved, Recorded, RecordedTurn
from facts.folding import quoted
from facts.values import Json

Entry = dict[str, Any]
_MINUTE = timedelta(minutes=1)
NOT_THERE = "(not in the message)"
"""The quote of a value that a model gave without its words: it is refused again (T5)."""


def entries(found: Recorded) -> list[Entry]:
    """The entries of `turns`, in order."""
    script = _Script(_second(found.turns[0].now))
    for item in _in_order(found):
        script.add(item)
    return script.entries


def _in_order(found: Recorded) -> Iterator[RecordedTurn | ForPeople | ByHand]:
    """Everything that happened, by time; of the same moment the turns come first."""
    waiting: list[ForPeople | ByHand] = sorted((*found.for_people, *found.by_hand), key=lambda item: item.at)
    for number, turn in enumerate(found.turns):
        due = [item for item in waiting if _is_before(item, turn, number)]
        yield from due
        waiting = [item for item in waiting if item not in due]
        yield turn
    yield from waiting


def _is_before(item: ForPeople | ByHand, turn: RecordedTurn, number: int) -> bool:
    if isinstance(item, ByHand):
        return item.after <= number
    # what was said to a person is before the turn in which it is given back
    return item.at < turn.now or (turn.kind == "give_back" and item.at <= turn.now)


@dataclass(slots=True)
class _Script:
    """The entries so far. `clock` is where the scenario's clock stands, in whole seconds; `due` are open timers."""

    clock: datetime
    entries: list[Entry] = field(default_factory=list)
    context: Mapping[str, Json] | None = None
    due: dict[tuple[str, str], TimerRequest] = field(default_factory=dict)

    def add(self, item: RecordedTurn | ForPeople | ByHand) -> None:
        """Add what happened next."""
        if isinstance(item, RecordedTurn):
            self._turn(item)
            return
        self._advance(item.at)
        if isinstance(item, ByHand):
            self.entries.append({"fact": dict(item.verb)})
        else:
            self.entries.append({"staff": {"say": item.text}} if item.is_staff else {"user": item.text})

    def _turn(self, turn: RecordedTurn) -> None:
        self._context(turn)
        if turn.kind == "timer":
            self._timer(turn)
        elif turn.kind == "message" and self._is_late(turn):
            # a clock that moved there would fire the timer that the message was before (T40)
            self.clock = max(self.clock, _second(turn.now))
            self.entries.append({**_with_times(turn), **_script(turn), **_expected(turn)})
        else:
            self._advance(turn.now)
            self.entries.append({**_input(turn), **_script(turn), **_expected(turn)})
        self._keep_timers(turn)

    def _is_late(self, turn: RecordedTurn) -> bool:
        """Whether a timer was due and had not fired when the message was taken."""
        return any(_second(datetime.fromisoformat(timer.due_at)) <= _second(turn.now) for timer in self.due.values())

    def _keep_timers(self, turn: RecordedTurn) -> None:
        gone = {turn.given.timer, *(turn.result.cancelled_timers if turn.result else ())}
        self.due = {place: timer for place, timer in self.due.items() if timer.token not in gone}
        self.due |= {(timer.run, timer.kind): timer for timer in (turn.result.timers if turn.result else ())}

    def _context(self, turn: RecordedTurn) -> None:
        """The host's changes since the turn before; what the first turn had stands at the head."""
        held = turn.given.context if self.context is None else self.context
        changes = {name: value for name, value in turn.given.context.items() if held.get(name, self) != value}
        if changes:
            self.entries.append({"context": changes})
        self.context = turn.given.context

    def _advance(self, moment: datetime) -> None:
        """Move the clock to a moment, if it is not there."""
        if length := self._length(moment):
            self.entries.append({"advance": length})

    def _timer(self, turn: RecordedTurn) -> None:
        """A timer fires as the clock moves to it, or within the entry before."""
        length = self._length(turn.now)
        if not length and self.entries and _makes_turns(self.entries[-1]):
            self.entries[-1] = _joined(self.entries[-1], turn)
            return
        if not length:
            self.clock += timedelta(seconds=1)
        self.entries.append({"advance": length or 1, **_script(turn), **_expected(turn)})

    def _length(self, moment: datetime) -> str:
        """How far the clock moves, as a duration; empty if it does not. It never goes back."""
        seconds = round((_second(moment) - self.clock).total_seconds())
        if seconds <= 0:
            return ""
        self.clock = _second(moment)
        for unit, size in (("h", 3600), ("m", 60)):
            if seconds % size == 0:
                return f"{seconds // size}{unit}"
        return f"{seconds}s"


def _makes_turns(entry: Entry) -> bool:
    """Whether turns come of the entry, so that one more may."""
    return entry.get("staff") == "give_back" or bool({"user", "users", "tap", "event", "advance"} & set(entry))


def _joined(entry: Entry, turn: RecordedTurn) -> Entry:
    """An entry of which another turn comes: what is expected is that of the last one."""
    speak = [*entry.get("speak", ()), *_script(turn).get("speak", ())]
    before = entry.get("expect", {})
    expect = {**_expected(turn).get("expect", {}), "turns": before.get("turns", 1 if before else 0) + 1}
    return {**entry, **({"speak": speak} if speak else {}), "expect": expect}


def _second(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)


def _input(turn: RecordedTurn) -> Entry:
    given = turn.given
    if turn.kind == "give_back":
        return {"staff": "give_back"}
    if turn.kind == "event":
        return {"event": given.event, **({"payload": dict(given.payload)} if given.payload else {})}
    return _messages(turn, given.messages)


def _messages(turn: RecordedTurn, messages: tuple[UserMessage, ...]) -> Entry:
    """What the person wrote; messages that waited long, or together, with their times."""
    tapped = [message.tap for message in messages if message.tap]
    if tapped and len(messages) > 1:
        sentence = "In turn {number} a tapped answer waited together with other messages; a scenario cannot say that."
        raise NotSaved(sentence.format(number=turn.number))
    if tapped:
        return {"tap": {"field": tapped[0].field, "value": tapped[0].value}}
    if len(messages) == 1 and turn.now - datetime.fromisoformat(messages[0].at) < _MINUTE:
        return {"user": messages[0].text}
    return {"users": [_said(message, datetime.fromisoformat(message.at)) for message in messages]}


def _with_times(turn: RecordedTurn) -> Entry:
    """What the person wrote, the clock set by the messages themselves; a tap has no time."""
    if any(message.tap for message in turn.given.messages):
        return _input(turn)
    *before, last = turn.given.messages
    said = [_said(message, datetime.fromisoformat(message.at)) for message in before]
    return {"users": [*said, _said(last, turn.now)]}


def _said(message: UserMessage, at: datetime) -> Entry:
    return {"text": message.text, "at": _second(at).isoformat()}


def _script(turn: RecordedTurn) -> Entry:
    """What the model read and said then."""
    script: Entry = {}
    for asked in turn.asked:
        if isinstance(asked.effect, Understand):
            understood = _understand(turn, asked.answer)
            script |= {} if understood is None else {"understand": understood}
    speak = [_spoken(asked.answer) for asked in turn.asked if isinstance(asked.effect, Speak)]
    return {**script, **({"speak": speak} if speak else {})}


def _spoken(answer: Answer) -> Json:
    return {"error": answer.code} if isinstance(answer, Failed) else answer.value


def _understand(turn: RecordedTurn, answer: Answer) -> Entry | None:
    """The reading as a script gives it; None where the built-in understanding read, which does so again."""
    failed = answer if isinstance(answer, Failed) else answer.failed
    if failed is not None:
        return {"error": failed.code}
    reading = parse(answer.value) if isinstance(answer, Done) else None
    if reading is None or reading.reader == "builtin":
        return None if reading else {"error": "bad_output"}
    return _reading(turn, reading)


def _reading(turn: RecordedTurn, reading: Reading) -> Entry:
    lists = {name: [item for item in getattr(reading, name) if item] for name in _LISTS}
    found: Entry = {
        **lists,
        "fields": {name: _value(turn, name, read, reading.reader) for name, read in reading.fields.items()},
        "conditions": {name: _verdict(verdict) for name, verdict in reading.conditions.items()},
        "facts": [_fact(fact) for fact in reading.facts if fact.key],
        "fact_answers": dict(reading.fact_answers),
        "signal": reading.signal,
    }
    return {name: value for name, value in found.items() if value}


_LISTS = ("flows", "unclear", "withdrawn", "retract")


def _verdict(verdict: bool | tuple[bool, ...]) -> Json:
    return list(verdict) if isinstance(verdict, tuple) else verdict


def _value(turn: RecordedTurn, name: str, read: ReadValue, reader: str) -> Entry:
    """A value with its words; where a model gave none that stand in the message, as it was taken then (T5)."""
    given: Entry = {"value": read.value, "quote": read.quote, "confidence": read.confidence}
    if reader == "model" and not _is_quoted(turn, read.quote):
        given["quote"] = NOT_THERE if name in _unquoted(turn) else None
    return {key: value for key, value in given.items() if key == "value" or value is not None}


def _is_quoted(turn: RecordedTurn, quote: str | None) -> bool:
    return quote is not None and any(quoted(quote, message.text) for message in turn.given.messages)


def _unquoted(turn: RecordedTurn) -> set[str]:
    return {wrong["field"] for wrong in turn.report.get("invalid") or () if wrong["code"] == UNQUOTED}


def _fact(fact: ReadFact) -> Entry:
    told: Entry = {"key": fact.key, "value": fact.value, "confidence": fact.confidence}
    told |= {"quote": fact.quote} if fact.quote else {}
    return told | {name: True for name in ("change", "sensitive") if getattr(fact, name)}


def _expected(turn: RecordedTurn) -> Entry:
    """What came out; of a turn that broke nothing is expected but that it goes through."""
    if not turn.is_done:
        return {}
    return {
        "expect": {
            "messages": [message["text"] for message in turn.report["messages"]],
            "data": dict(turn.report["data"]),
            "stopped_reason": turn.report["stopped_reason"],
        }
    }
