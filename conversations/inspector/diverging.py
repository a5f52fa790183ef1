"""A past turn run again against another definition, as a dry run: where the two part, then and now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from django.utils.translation import gettext as _

from agents import draft
from agents.actions import errors_in, problems_of_draft
from agents.compile import compile_definition
from agents.definition import Definition
from agents.live import definition, phrases
from agents.models import Agent, Version
from agents.problem import Problem
from agents.telling import place, sentence
from conversations.engine.replaying import Replayed
from conversations.inspector.asked import told
from conversations.inspector.facts import read_facts
from conversations.inspector.masking import Mask, mask_for
from conversations.inspector.values import NOTHING, Asked, Shown
from conversations.models import Turn
from conversations.reading import Reading
from conversations.replay import NoJournal, past


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that came out otherwise: `what` in words."""

    what: str
    then: Shown = NOTHING
    now: Shown = NOTHING


@dataclass(frozen=True, slots=True)
class Divergence:
    """How the turn goes now. `same` counts what was asked as it was then; `problems` keep a draft from being run.

    `then` and `now` are what was asked at the place where the two part, each None where nothing was.
    """

    same: int = 0
    then: Asked | None = None
    now: Asked | None = None
    lines: tuple[tuple[str, str], ...] = ()
    """The lines that only one of the two has, each after `-` (then) or `+` (now)."""
    differences: tuple[Difference, ...] = ()
    broke: str = ""
    is_forgotten: bool = False
    problems: tuple[tuple[str, str], ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether it goes as it did."""
        parts = self.then or self.now or self.differences or self.broke or self.problems
        return not parts and not self.is_forgotten


def against_draft(turn: Turn, reading: Reading) -> Divergence:
    """Against the draft as it is; one with errors cannot run, and the errors are said."""
    agent: Agent = reading.conversation.agent
    document = draft.document_of(agent)
    if errors := errors_in(problems_of_draft(document)):
        return Divergence(problems=tuple(_problem(error) for error in errors))
    # with the number of the turn's version, which is no difference that anybody made
    number = turn.version.number
    return _run(turn, reading, compile_definition(document, number, phrases(document.get("language", "en"))))


def against_version(turn: Turn, reading: Reading, version: Version) -> Divergence:
    """Against a published version."""
    return _run(turn, reading, definition(version))


def _problem(error: Problem) -> tuple[str, str]:
    return str(place(error)), str(sentence(error))


def _run(turn: Turn, reading: Reading, other: Definition) -> Divergence:
    try:
        held = past(turn, reading.conversation.keyring)
    except NoJournal:
        return Divergence(is_forgotten=True)
    then, now = held.again(definition(turn.version)), held.again(other)
    states = [held.given.state, *(one.result.state for one in (then, now) if one.result)]
    mask = mask_for(reading, [turn.number], states, read_facts(then))
    count = len(now.asked)
    before = then.asked[count] if count < len(then.asked) else None
    asked = told(before.effect, before.answer, mask) if before else None
    asks = told(now.parted, None, mask) if now.parted else None
    return Divergence(
        same=count,
        then=asked,
        now=asks,
        lines=tuple(_lines(asked, asks)) if asked and asks else (),
        differences=tuple(_differences(then, now, mask)),
        broke=now.broke,
    )


def _lines(then: Asked, now: Asked) -> Iterator[tuple[str, str]]:
    before, after = (f"{one.name}\n{one.system}\n{one.user}".split("\n") for one in (then, now))
    for line in list(unified_diff(before, after, n=0, lineterm=""))[2:]:
        if not line.startswith("@@"):
            yield line[0], line[1:]


def _differences(then: Replayed, now: Replayed, mask: Mask) -> Iterator[Difference]:
    """What came out otherwise, where both came to their end over the same answers."""
    if then.result is None or now.result is None:
        return
    if [one.text for one in then.result.messages] != [one.text for one in now.result.messages]:
        yield Difference(_("What the agent said"), _texts(then, mask), _texts(now, mask))
    if _steps(then) != _steps(now):
        yield Difference(_("The path"), Shown(_steps(then)), Shown(_steps(now)))
    if then.result.stopped_reason != now.result.stopped_reason:
        reasons = Shown(then.result.stopped_reason), Shown(now.result.stopped_reason)
        yield Difference(_("Why it stopped"), *reasons)
    yield from _data(then.result.data, now.result.data, mask)


def _data(then: Mapping[str, Any], now: Mapping[str, Any], mask: Mask) -> Iterator[Difference]:
    for name in dict.fromkeys((*then, *now)):
        if then.get(name) != now.get(name):
            values = (mask.of_field(name, data.get(name)) for data in (then, now))
            yield Difference(_("The value of %(field)s") % {"field": name}, *values)


def _texts(one: Replayed, mask: Mask) -> Shown:
    assert one.result is not None
    return mask.text("\n".join(message.text for message in one.result.messages))


def _steps(one: Replayed) -> str:
    assert one.result is not None
    outcomes = ((f"{outcome.flow}.{outcome.step}", outcome.code or outcome.status) for outcome in one.result.outcomes)
    return " → ".join(f"{step} ({code})" for step, code in outcomes)
