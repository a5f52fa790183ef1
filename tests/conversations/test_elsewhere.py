"""Cards on a screen, while their question is answered on another page (F18)."""

import asyncio
import contextlib
from dataclasses import replace

import pytest
from channels.layers import get_channel_layer
from django.db import transaction
from django.test import AsyncClient

from conversations import elsewhere, live, serving
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


async def test_f18_what_is_answered_on_the_profile_page_is_told_to_every_conversation_of_the_person_and_no_other(
    connect, agent, conversation, ann, ben
):
    await hop(say, conversation, "c1", TRADE)
    [card] = await hop(cards_of, conversation)
    other, of_ben = (await hop(start, agent, ann)).conversation, (await hop(start, agent, ben)).conversation
    session = await hop(session_of, ann)
    lines = [await connect(row, session=session, query="?after=9") for row in (conversation, other)]
    bens = await connect(of_ben, session=await hop(session_of, ben))
    await frames_until(lines[0], type="facts")
    await frames_until(lines[1], type="hello")
    await frames_until(bens, type="hello")
    client = AsyncClient()
    await client.aforce_login(ann)
    await client.post(f"/profile/facts/proposals/{card['id']}/accept/")
    for line in lines:
        [told] = await frames_until(line, type="facts")
        assert {item["id"]: item["state"] for item in told["changed"]}[card["id"]] == "accepted"
        assert told["waiting"] == 0
        assert await line.receive_nothing(0.2)
    assert await bens.receive_nothing(0.2)


async def test_f7_f18_a_turn_in_one_conversation_folds_cards_and_counts_in_another(connect, agent, conversation, ann):
    await hop(contest, conversation)
    card = (await hop(cards_of, conversation))[-1]
    socket = await connect(conversation, session=await hop(session_of, ann), query="?after=6")
    await frames_until(socket, type="facts")
    other = (await hop(start, agent, ann)).conversation
    await hop(say, other, "c1", replace(CITY, value="Zug", quote="I live in Zug"), TRADE)
    [told] = await frames_until(socket, type="facts")
    assert {item["id"]: item["state"] for item in told["changed"]}[card["id"]] == "replaced"
    assert told["waiting"] == 2
    assert await socket.receive_nothing(0.2)


async def test_f18_a_click_on_a_card_folds_the_card_of_the_same_fact_in_another_conversation(
    connect, agent, conversation, ann
):
    await hop(contest, conversation)
    card = (await hop(cards_of, conversation))[-1]
    other = (await hop(start, agent, ann)).conversation
    session = await hop(session_of, ann)
    here, second, elsewhere_ = [
        await connect(row, session=session, query="?after=6") for row in (conversation, conversation, other)
    ]
    await frames_until(elsewhere_, type="hello")
    for socket in (here, second):
        await frames_until(socket, type="facts")
    await here.send_json_to({"type": "fact", "action": "new", "id": card["id"]})
    for socket in (here, second, elsewhere_):
        [told] = await frames_until(socket, type="facts")
        assert {item["id"]: item["state"] for item in told["changed"]}[card["id"]] == "new"
        assert told["waiting"] == 0
        assert await socket.receive_nothing(0.2)


async def test_f18_another_process_hears_of_it(connect, agent, conversation, ann, settings):
    settings.REDIS_URL = "redis://nowhere"
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    layer = get_channel_layer()
    await layer.group_add(live.group_of(ann.pk), "other")
    await hop(say, conversation, "c1", TRADE)
    told = await asyncio.wait_for(layer.receive("other"), 3)
    assert (told["type"], told["process"], told["but"]) == ("live.told", live.PROCESS, str(conversation.pk))
    assert (told["frame"]["type"], told["frame"]["waiting"]) == ("facts", 1)
    other = (await hop(start, agent, ann)).conversation
    session = await hop(session_of, ann)
    here, elsewhere_ = [await connect(row, session=session, query="?after=9") for row in (conversation, other)]
    await frames_until(here, type="facts")
    await frames_until(elsewhere_, type="hello")
    await layer.group_send(live.group_of(ann.pk), {**told, "process": "another"})
    assert await frames_until(elsewhere_, type="facts") == [told["frame"]]
    assert await here.receive_nothing(0.2)
    await elsewhere_.disconnect()
    await layer.group_send(live.group_of(ann.pk), {**told, "process": "another"})
    assert await elsewhere_.receive_nothing(0.2)


async def test_f18_a_click_on_a_card_is_told_of_once(connect, conversation, ann):
    await hop(say, conversation, "c1", TRADE)
    [card] = await hop(cards_of, conversation)
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="message", seq=3)
    await socket.send_json_to({"type": "fact", "action": "accept", "id": card["id"]})
    [told] = await frames_until(socket, type="facts")
    assert told["changed"][0]["state"] == "accepted"
    assert await socket.receive_nothing(0.2)


def test_where_nobody_serves_nothing_is_told(conversation, ann, monkeypatch):
    say(conversation, "c1", TRADE)
    monkeypatch.setattr(elsewhere, "_add", lambda *_about: pytest.fail("something was to be told"))
    actions.accept(ann, int(cards_of(conversation)[-1]["id"]))


def test_what_a_transaction_changes_is_told_once_and_what_it_takes_back_is_not(ann, monkeypatch):
    told: list[set[str]] = []
    monkeypatch.setattr(serving, "serves", lambda: True)
    monkeypatch.setattr(elsewhere, "tell", lambda person, keys, but: told.append(set(keys)))
    with transaction.atomic():
        with contextlib.suppress(ZeroDivisionError), transaction.atomic():
            actions.state(ann, "merchant.zoo.default", "private")
            raise ZeroDivisionError
        for trade in ("florist", "baker"):
            actions.state(ann, "profile.trade", trade)
        with transaction.atomic():
            actions.state(ann, "profile.city", "Bern")
        assert told == []
    assert told == [{"profile.trade", "profile.city"}]


async def test_nothing_is_looked_up_while_no_other_line_of_the_person_is_open(connect, conversation, ann, monkeypatch):
    monkeypatch.setattr(elsewhere, "_frame", lambda *_about: pytest.fail("it was looked up"))
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    await hop(say, conversation, "c1", TRADE)
    [*_messages, told] = await frames_until(socket, type="facts")
    assert told["waiting"] == 1


@pytest.mark.parametrize("is_visitor", [True, False])
async def test_a_turn_that_touches_no_fact_tells_nobody_and_costs_no_query_more(
    connect, agent, conversation, ann, monkeypatch, is_visitor
):
    other = (await hop(start, agent, ann)).conversation
    socket = await connect(other, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    monkeypatch.setattr(elsewhere, "_add", lambda *_about: pytest.fail("something was to be told"))
    speaking = (await hop(start, agent)).conversation if is_visitor else conversation
    await hop(say, speaking, "c1", *([TRADE] if is_visitor else []))
    assert await socket.receive_nothing(0.2)


def test_what_is_told_is_looked_up_in_three_queries_however_much_changed(ann, django_assert_num_queries):
    keys = [f"merchant.shop{number}.default" for number in range(5)]
    for key in keys:
        for value in ("private", "pro/6570"):
            actions.state(ann, key, value)
    with django_assert_num_queries(3):
        assert len(elsewhere._frame(ann, keys)["changed"]) == 10


async def test_an_answer_stands_although_the_screens_cannot_be_told(
    connect, monkeypatch, agent, conversation, ann, caplog
):
    def fails(*_about: object) -> None:
        raise OSError("no database")

    await hop(say, conversation, "c1", TRADE)
    [card] = await hop(cards_of, conversation)
    socket = await connect(conversation, session=await hop(session_of, ann), query="?after=3")
    await frames_until(socket, type="facts")
    monkeypatch.setattr(elsewhere, "_frame", fails)
    client = AsyncClient()
    await client.aforce_login(ann)
    with caplog.at_level("INFO", logger="conversations.elsewhere"):
        answer = await client.post(f"/profile/facts/proposals/{card['id']}/accept/")
        assert answer.status_code == 302
        assert [fact.value for fact in await hop(queries.current, ann, now())]
        assert await socket.receive_nothing(0.2)
    assert "OSError" in caplog.text
