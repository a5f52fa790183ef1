"""`python -m bench.misleading`: what becomes of messages that mislead, read by the site's model or the built-in one.

Nothing is asserted: a table of message, what the rules ask for, and what came out, to look at. The messages are those
of the tests. With `OPENAI_API_KEY` and the like set the model reads them, and what grounding leaves of it counts.
"""

import argparse
import asyncio
import os
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from agents.reader import read as read_yaml
from conversations.engine.effects import Done, OfferedFact, Said, Understand
from conversations.engine.reading import ReadFact, parse
from conversations.llm.protocol import Model
from facts.folding import quoted
from facts.keys import matches, normalise, specific_first
from facts.policy import Candidate, Standing, Thresholds, decide, merge, same
from facts.values import Invalid, Json, check_schema

ROOT = Path(__file__).parents[1]
MESSAGES = ROOT / "tests" / "llm" / "misleading.yaml"
CATALOGUE = ROOT / "agents" / "examples" / "catalogue.yaml"
SENT = "2026-03-02T09:00:00+01:00"
OPEN_SCOPES = ("preference",)
OPENED: Mapping[str, Json] = {
    "key": "profile.opened",
    "label": "Opened on",
    "description": "The day the person opened their business.",
    "schema": {"type": "string", "format": "date"},
}
"""A key with a day, which the shipped catalogue has none of (F9)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the store would do with a message when it knows nothing: values by key, written or proposed."""

    written: Mapping[str, Json]
    proposed: Mapping[str, Json]
    changed: bool = False

    def __str__(self) -> str:
        parts = [f"{key} = {value}" for key, value in self.written.items()]
        parts += [f"{key} = {value}?" for key, value in self.proposed.items()]
        return "; ".join(parts) + (" (change)" if parts and self.changed else "") or "nothing"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the table; `row` is its line there."""

    row: Mapping[str, Any]

    @property
    def text(self) -> str:
        """Its words, with other words before and after where it is to be long."""
        padding = "The weather was fine and the road was long. " * (int(self.row.get("padded", 0)) // 44)
        return f"{padding}{self.row['text']} {padding}" if padding else str(self.row["text"])

    @property
    def expected(self) -> Outcome:
        """What the rules ask for."""
        row = self.row
        return Outcome(row.get("written", {}), row.get("proposed", {}), bool(row.get("changed", False)))

    @property
    def effect(self) -> Understand:
        """What is put to whoever reads it, with the shipped catalogue."""
        row = self.row
        earlier, at = row.get("earlier"), row.get("at", SENT)
        before = (Said("m1", "user", earlier["text"], earlier["at"]),) if earlier else ()
        return Understand(
            messages=(*before, Said("m2", "user", self.text, at)),
            language=row["in"],
            timezone="Europe/Zurich",
            facts=_with_known(catalogue(), row.get("known", {})),
            open_scopes=OPEN_SCOPES,
            history=(Said("a1", "agent", row["agent"], at),) if "agent" in row else (),
            agent="Concierge",
        )


def messages() -> list[Message]:
    """The table of the tests."""
    return [Message(row) for row in _document(MESSAGES)]


def catalogue() -> tuple[OfferedFact, ...]:
    """The shipped keys, and one with a day."""
    return tuple(
        OfferedFact(key["key"], key["label"], key["description"], key["schema"], sensitive=key.get("sensitive", False))
        for key in _keys()
    )


def outcome(reading: Json, effect: Understand) -> Outcome:
    """What becomes of a reading in an empty store (F1 to F5)."""
    parsed = parse(reading)
    read = merge([_candidate(fact) for fact in parsed.facts if _is_kept(fact, effect)]) if parsed else []
    verdicts = [(item, decide(item, Standing(), _thresholds(item.key))) for item in read]
    return Outcome(
        {item.key: item.value for item, decision in verdicts if decision.verdict == "asserted"},
        {item.key: item.value for item, decision in verdicts if decision.verdict == "proposed"},
        any(item.change for item in read),
    )


def is_as_expected(message: Message, found: Outcome) -> bool:
    """Whether just what the rules ask for came out; what is missed where it may be is no harm."""
    wanted = message.expected
    if message.row.get("missed") and not found.written and not found.proposed:
        return True
    return _equal(wanted.written, found.written) and _equal(wanted.proposed, found.proposed)


def _equal(one: Mapping[str, Json], other: Mapping[str, Json]) -> bool:
    return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())


def _is_kept(fact: ReadFact, effect: Understand) -> bool:
    """Whether key, value and quote are such that the store would look at the fact (F1, F2, F4)."""
    spec = next((item for item in effect.facts if matches(item.key, _key(fact.key))), None)
    if spec is None and _key(fact.key).partition(".")[0] not in effect.open_scopes:
        return False
    try:
        check_schema(fact.value, spec.schema if spec else {})
    except Invalid:
        return False
    return fact.quote is not None and any(quoted(fact.quote, said.text) for said in effect.messages)


def _candidate(fact: ReadFact) -> Candidate:
    return Candidate(_key(fact.key), fact.value, fact.confidence, fact.quote or "", change=fact.change)


def _key(key: str) -> str:
    return normalise(key, specific_first(item["key"] for item in _keys()))


def _thresholds(key: str) -> Thresholds:
    spec: Mapping[str, Any] = next((item for item in _keys() if matches(item["key"], key)), {})
    base = Thresholds()
    return Thresholds(spec.get("write", base.write), spec.get("propose", base.propose))


def _with_known(facts: Iterable[OfferedFact], known: Mapping[str, Json]) -> tuple[OfferedFact, ...]:
    return tuple(replace(fact, known=known.get(fact.key)) for fact in facts)


def _keys() -> list[Mapping[str, Any]]:
    return [*_document(CATALOGUE)["catalogue"], OPENED]


@cache
def _document(path: Path) -> Any:
    return read_yaml(path.read_text(encoding="utf-8")).value


async def table(model: Model, chosen: Sequence[Message]) -> AsyncIterator[str]:
    """The lines of the table, as Markdown, as they come; what was not read by the model itself says so."""
    yield "| kind | message | expected | read | |"
    yield "| --- | --- | --- | --- | --- |"
    for message in chosen:
        answer = await model.understand(message.effect)
        if isinstance(answer, Done):
            found = outcome(answer.value, message.effect)
            marks = [] if is_as_expected(message, found) else ["differs"]
            marks += ["built-in stood in"] if answer.failed else []
            yield _line(message, str(found), ", ".join(marks))
        else:
            yield _line(message, f"failed: {answer.code}", "failed")


def _line(message: Message, found: str, mark: str) -> str:
    words = message.row["text"].replace("\n", " ⏎ ").replace("|", "\\|")
    return f"| {message.row['kind']} | {words} | {message.expected} | {found} | {mark} |"


def main() -> None:
    """Read the table, or as many messages as are asked for, evenly from it, and print what came out."""
    parser = argparse.ArgumentParser(prog="python -m bench.misleading", description="Messages that mislead, as read.")
    parser.add_argument("--limit", type=int, default=0, help="messages to read, evenly from the table (default: all)")
    parser.add_argument("--kind", action="append", help="only messages of this kind; can be given several times")
    given = parser.parse_args()
    chosen = [message for message in messages() if not given.kind or message.row["kind"] in given.kind]
    asyncio.run(_print(_evenly(chosen, given.limit)))


async def _print(chosen: Sequence[Message]) -> None:
    from conversations.llm import configured

    try:
        async for line in table(configured.model(), chosen):
            print(line, flush=True)
    finally:
        await configured.close()


def _evenly(chosen: Sequence[Message], limit: int) -> list[Message]:
    if not 0 < limit < len(chosen):
        return list(chosen)
    return [chosen[number * len(chosen) // limit] for number in range(limit)]


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
