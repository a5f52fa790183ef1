"""Forgetting beside all that goes on meanwhile, over connections that are really several (F14, F20)."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conversations import forgetting, runner
from conversations.actions import Refused, receive, start
from conversations.database import hop
from conversations.engine.report import TurnResult
from conversations.models import Conversation, Message
from facts import actions
from facts.catalogue import import_catalogue
from facts.decisions import NotFound, Overtaken
from facts.keyring import keyring_of
from facts.models import Entry, Erasure
from facts.rebuild import rebuild
from tests.conversations.engines import World, echo
from tests.conversations.test_forgetting import city

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 8


@pytest.fixture(autouse=True)
def _several_connections(settings: Any, _one_connection: None) -> None:
    settings.DB_THREAD_SENSITIVE = False


def states(definition: Any, turn: Any) -> Any:
    """A turn in which the person says where they live."""
    result: TurnResult = yield from echo(definition, turn)
    return replace(result, candidates=(city(turn.messages[-1].id, f"Bern {turn.messages[-1].text}"),))


async def talks(agent: Any, person: Any, name: str) -> None:
    """Begin conversations, and say something in each; what is forgotten meanwhile is refused."""
    for number in range(ROUNDS):
        conversation = (await hop(start, agent, person)).conversation
        for message in ("1", "2"):
            try:
                await hop(receive, conversation, message, f"{name} {number} {message}")
            except Refused:
                break
            await runner.run(conversation.pk, World().ports(states))


async def types(person: Any) -> None:
    for number in range(ROUNDS):
        await hop(actions.state, person, "profile.city", f"Basel {number}")


async def forgets(forget: Callable[[], Any]) -> None:
    for _ in range(ROUNDS):
        try:
            await hop(forget)
        except NotFound:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("what", ["key", "person"])
async def test_f20_forgetting_beside_turns_forms_and_itself_leaves_nothing_half_done(agent, ann, what):
    await hop(import_catalogue, {"catalogue": [{"key": "profile.city", "label": "City"}]})
    forget = {
        "key": lambda: forgetting.forget_key(ann, "profile.city"),
        "person": lambda: forgetting.forget_person(ann),
    }[what]
    await asyncio.wait_for(
        asyncio.gather(
            talks(agent, ann, "a"),
            talks(agent, ann, "b"),
            _unless_overtaken(types(ann)),
            forgets(forget),
            forgets(forget),
        ),
        120,
    )
    await hop(forget_at_last, forget)
    assert not await hop(Entry.objects.exists)
    assert not await hop(Erasure.objects.exists)
    assert (await hop(rebuild, ann, write=False)).drifted == 0
    await hop(readable, ann)


async def _unless_overtaken(doing: Any) -> None:
    try:
        await doing
    except Overtaken:
        return


def forget_at_last(forget: Callable[[], Any]) -> None:
    try:
        forget()
    except NotFound:
        return


def readable(person: Any) -> None:
    """Every word that is left can be read: no key was destroyed that something is sealed by."""
    for row in Message.objects.select_related("conversation__keyring"):
        row.opened("text", row.conversation.keyring)
    for conversation in Conversation.objects.select_related("keyring"):
        conversation.opened("state", conversation.keyring)
        assert conversation.keyring_id == keyring_of(person).pk
