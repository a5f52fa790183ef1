"""Cards on a screen, while their question is answered on another page (F18)."""

from uuid import UUID

import pytest
from django.test import AsyncClient

from conversations import elsewhere
from conversations.actions import start
from conversations.clock import now
from conversations.database import hop
from facts import actions, queries
from facts.catalogue import import_catalogue
from tests.conversations.test_cards import CATALOGUE, CITY, TRADE, cards_of, contest, say
from tests.conversations.test_socket import connect, frames_until, session_of, world

__all__ = ["connect", "world"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _catalogue(transactional_db: None) -> None:
    import_catalogue(CATALOGUE)


@pytest.mark.parametrize("choice", ["old", "new", "neither"])
async def test_f18_an_answer_on_the_profile_page_folds_the_card_in_an_open_chat(connect, conversation, ann, choice):
    await hop(contest, conversation)
    card = (await hop(cards_of, conversation))[-1]
    socket = await connect(conversation, session=await hop(session_of, ann), query="?after=6")
    await frames_until(socket, type="facts")
    client = AsyncClient()
    await client.aforce_login(ann)
    answer = await client.post(f"/profile/facts/contested/{card['id']}/resolve/", {"choice": choice})
    assert answer.status_code == 302
    [told] = await frames_until(socket, type="facts")
    assert {item["id"]: item["state"] for item in told["changed"]}[card["id"]] == choice


async def test_f18_other_conversations_about_the_fact_hear_of_it_and_those_about_others_do_not(
    connect, agent, conversation, ann
):
    about_trade = (await hop(start, agent, ann)).conversation
    await hop(say, conversation, "c1", CITY)
    await hop(say, about_trade, "c1", TRADE)
    [card] = await hop(cards_of, conversation)
    session = await hop(session_of, ann)
    one, other = [await connect(row, session=session) for row in (conversation, about_trade)]
    for socket in (one, other):
        await frames_until(socket, type="message", seq=3)
    client = AsyncClient()
    await client.aforce_login(ann)
    await client.post(f"/profile/facts/{card['id']}/retract/")
    [told] = await frames_until(one, type="facts")
    assert [(item["id"], item["undo"]) for item in told["changed"]] == [(card["id"], "")]
    assert await other.receive_nothing(0.2)


async def test_f18_a_click_on_a_card_is_told_of_once(connect, conversation, ann):
    await hop(say, conversation, "c1", TRADE)
    [card] = await hop(cards_of, conversation)
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="message", seq=3)
    await socket.send_json_to({"type": "fact", "action": "accept", "id": card["id"]})
    [told] = await frames_until(socket, type="facts")
    assert told["changed"][0]["state"] == "accepted"
    assert await socket.receive_nothing(0.2)


def test_where_nobody_serves_nothing_is_looked_up(conversation, ann, django_capture_on_commit_callbacks):
    say(conversation, "c1", TRADE)
    with django_capture_on_commit_callbacks() as callbacks:
        actions.accept(ann, int(cards_of(conversation)[-1]["id"]))
    assert callbacks == []


async def test_an_answer_stands_although_the_screens_cannot_be_told(monkeypatch, conversation, ann):
    await hop(say, conversation, "c1", TRADE)
    [card] = await hop(cards_of, conversation)
    monkeypatch.setattr(elsewhere, "_speaking_of", lambda person, key: [UUID("nonsense")])
    client = AsyncClient()
    await client.aforce_login(ann)
    answer = await client.post(f"/profile/facts/proposals/{card['id']}/accept/")
    assert answer.status_code == 302
    assert [fact.value for fact in await hop(queries.current, ann, now())]
