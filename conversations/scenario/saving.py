"""Saves a conversation as a scenario: what was said, read and done then is the script, what came out is expected."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from agents import writer
from agents.live import definition
from conversations.engine.effects import Act, Answer, Failed, Understand, canonical
from conversations.engine.reading import parse
from conversations.engine.turn_input import Fact
from conversations.models import Conversation, Scenario
from conversations.pretending import trial_of
from conversations.scenario.entries import entries
from conversations.scenario.home import entry_of, scopes_of
from conversations.scenario.recorded import NotSaved, Recorded, RecordedTurn, recorded
from conversations.scenario.shelf import LONGEST_NAME
from conversations.understood import sensitive_fields
from facts import catalogue, keys, queries
from facts.catalogue import Catalogue
from facts.keyring import new_keyring
from facts.models import CatalogueKey, Person
from facts.sensitivity import sensitive_keys
from facts.values import Json

__all__ = ["LONGEST_NAME", "NotSaved", "save", "text_of"]

NOT_CALLED = "not_called_then"
"""How an action fails that the conversation did not call."""


def save(conversation: Conversation, by: Person, name: str) -> Scenario:
    """Keep the conversation as a scenario of its agent, whose draft it plays. Raises NotSaved.

    That of a person goes with their conversation (F20), and none is kept that holds something sensitive: readers of
    transcripts are not told that. What somebody typed in a trial of their own is their writing, and stays.
    """
    found = recorded(conversation)
    is_own = _is_own_trial(conversation, by)
    if not is_own and _is_sensitive(conversation, found):
        raise NotSaved(_("It holds something sensitive, which a scenario would show. Try the same in a trial instead."))
    name = name.strip()[:LONGEST_NAME] or _("Saved conversation")
    text = writer.write(_document(conversation, found, name) | {"agent": conversation.agent.slug})
    keyring = new_keyring() if is_own else conversation.keyring
    return Scenario.objects.create(
        agent=conversation.agent,
        name=name,
        keyring=keyring,
        source=None if is_own else conversation,
        by=by,
        **Scenario.sealed(keyring, text=text),
    )


def text_of(conversation: Conversation, name: str) -> str:
    """The scenario file of the conversation, with the agent as it was. Raises NotSaved."""
    return writer.write(_document(conversation, recorded(conversation), name))


def _is_own_trial(conversation: Conversation, by: Person) -> bool:
    trial = trial_of(conversation)
    return trial is not None and trial.by_id == by.pk


def _is_sensitive(conversation: Conversation, found: Recorded) -> bool:
    """Whether anything in it is sensitive: what was known, what a field holds, or what was read."""
    known = catalogue.load()
    named = {fact.key for turn in found.turns for fact in turn.given.facts} | set(_read_keys(found, known))
    flagged = any(fact.sensitive for turn in found.turns for fact in turn.given.facts)
    flagged |= any(fact.sensitive for turn in found.turns for fact in _facts_read(turn.asked))
    return flagged or bool(sensitive_fields(conversation) or sensitive_keys(conversation.person, named, known))


def _document(conversation: Conversation, found: Recorded, name: str) -> dict[str, Any]:
    first, known = found.turns[0], catalogue.load()
    agent = json.loads(conversation.version.document)
    document = {
        "scenario": name,
        # one that a scenario has made has an id that no file may have
        "agent": {**agent, "agent": agent["agent"].replace("-", "_")},
        "user": _user(found),
        "context": dict(first.given.context),
        "data": dict(first.given.given),
        "now": first.now.replace(microsecond=0).isoformat(),
        "catalogue": [entry_of(key) for key in _needed(conversation, found, known)],
        "scopes": scopes_of(known),
        "facts": list(_facts(conversation, first, known)),
        "actions": {**_uncalled(agent), **_actions(found)},
        "turns": entries(found),
    }
    return {name: value for name, value in document.items() if value}


def _user(found: Recorded) -> dict[str, Any]:
    user = found.turns[0].given.user
    told = {"authenticated": user.is_authenticated, "language": user.language, "timezone": user.timezone}
    return {name: value for name, value in told.items() if value}


def _needed(conversation: Conversation, found: Recorded, known: Catalogue) -> list[CatalogueKey]:
    """The keys of the catalogue that the agent names, that were known, or that something was said about."""
    text = conversation.version.document
    named = {fact.key for turn in found.turns for fact in turn.given.facts} | set(_read_keys(found, known))
    named |= {spec.fact for spec in definition(conversation.version).bound_to_facts if spec.fact}
    named |= {str(value["key"]) for hand in found.by_hand for value in hand.verb.values() if isinstance(value, dict)}
    return [
        key
        for key in known.readable()
        if key.pattern.split("*")[0] in text or any(keys.matches(key.pattern, name) for name in named)
    ]


def _read_keys(found: Recorded, known: Catalogue) -> Iterator[str]:
    yield from (known.normalise(fact.key) for turn in found.turns for fact in _facts_read(turn.asked))


def _facts_read(asked: Iterable[Any]) -> Iterator[Any]:
    for one in asked:
        reading = parse(getattr(one.answer, "value", None)) if isinstance(one.effect, Understand) else None
        yield from reading.facts if reading else ()


def _facts(conversation: Conversation, first: RecordedTurn, known: Catalogue) -> Iterator[dict[str, Any]]:
    """What was known at the beginning, the oldest first; of a key of many values a line for each."""
    if conversation.person is None:
        return
    said = {_place(held.key, held.value): held.recorded_at for held in queries.as_of(conversation.person, first.now)}
    lines = [(fact, value) for fact in first.given.facts for value in _values(fact, known.key_for(fact.key))]
    for fact, value in lines:
        at = said.get(_place(fact.key, value), first.now)
        at = min(at, _long_ago(fact, known, first.now))
        sure = max(fact.confidence, known.thresholds(fact.key).write)
        yield {"key": fact.key, "value": value, "confidence": sure, "at": at.replace(microsecond=0).isoformat()}


def _place(key: str, value: Json) -> str:
    return canonical([key, value])


def _values(fact: Fact, rule: CatalogueKey | None) -> list[Json]:
    return fact.value if rule and rule.many and isinstance(fact.value, list) else [fact.value]


def _long_ago(fact: Fact, known: Catalogue, at: datetime) -> datetime:
    """The latest moment at which it can have been said: past its freshness, if it was (F17)."""
    rule = known.key_for(fact.key)
    fresh = rule.freshness if fact.stale and rule else None
    return at - fresh - timedelta(days=1) if fresh else at


def _uncalled(agent: dict[str, Any]) -> dict[str, Any]:
    """The agent's actions, as if none of them could be called: played again, none really runs."""
    steps = [step for flow in agent.get("flows", {}).values() for step in flow.get("steps", ())]
    return {name: {"error": NOT_CALLED} for step in steps for name in _named_by(step)}


def _named_by(step: dict[str, Any]) -> Iterator[str]:
    if isinstance(step.get("do"), str):
        yield step["do"]
    for hook in ("prepare", "finalize"):
        named = step.get(hook) or ()
        yield from [named] if isinstance(named, str) else named


def _actions(found: Recorded) -> dict[str, Any]:
    """What each action answered, in order."""
    results: dict[str, list[Any]] = {}
    for turn in found.turns:
        for asked in turn.asked:
            if isinstance(asked.effect, Act):
                results.setdefault(asked.effect.action, []).append(_result(asked.effect.action, asked.answer))
    return results


def _result(action: str, answer: Answer) -> Any:
    if isinstance(answer, Failed):
        return {"error": answer.code or "failed"}
    if isinstance(answer.value, dict) and "error" in answer.value:
        # a script would take it for a failure
        raise NotSaved(_("The action %(name)s answered with `error`, which a scenario cannot say.") % {"name": action})
    return answer.value
