"""What a turn says about a person: kept in the turn's own transaction, shown as cards in the log (F5, F8)."""

import json
import re
from dataclasses import replace
from operator import itemgetter
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError

from agents.models import Version
from conversations import door, frames, runner
from conversations.actions import Refused, receive, start
from conversations.database import hop
from conversations.engine.report import FactAnswerGiven
from conversations.models import Conversation
from facts import actions, queries
from facts.catalogue import import_catalogue
from facts.models import Entry
from facts.policy import Candidate
from tests.conversations.conftest import DOCUMENT
from tests.conversations.engines import Turn, World, echo
from tests.conversations.test_socket import connect, frames_until, session_of, world

__all__ = ["connect", "world"]

run = async_to_sync(runner.run)
CATALOGUE = {
    "catalogue": [
        {"key": "profile.city", "label": "City"},
        {"key": "profile.trade", "label": "Trade"},
        {"key": "profile.salary", "label": "Salary", "sensitive": True},
        {"key": "merchant.*.default", "label": "How purchases at * are booked"},
    ]
}
CITY = Candidate("profile.city", "Bern", 0.9, quote="I live in Bern", message="1")
SALARY = Candidate("profile.salary", 90000, 0.9, quote="I earn 90000", message="1")
TRADE = Candidate("profile.trade", "florist", 0.7, quote="flowers", message="1")


@pytest.fixture(autouse=True)
def _catalogue(db: None) -> None:
    import_catalogue(CATALOGUE)


def saying(*candidates: Candidate) -> Any:
    """An engine whose turns find these statements."""

    def engine(definition: Any, turn: Any) -> Turn:
        return replace((yield from echo(definition, turn)), candidates=candidates)

    return engine


def say(conversation: Conversation, client_id: str, *candidates: Candidate) -> None:
    receive(conversation, client_id, "x")
    run(conversation.pk, World().ports(saying(*candidates)))


def cards_of(conversation: Conversation) -> list[dict[str, Any]]:
    shown = frames.messages(conversation.messages.order_by("seq"), conversation.keyring)
    return [frame["fact"] for frame in shown if "fact" in frame]


def test_f5_what_is_written_and_what_is_proposed_are_cards_with_a_number_of_their_own(conversation, ann):
    say(conversation, "c1", CITY, TRADE)
    assert list(conversation.messages.values_list("seq", "role")) == [
        *((1, "user"), (2, "agent"), (3, "system"), (4, "system"))
    ]
    written, proposed = cards_of(conversation)
    assert (written["kind"], written["label"], written["shown"], written["quote"]) == (
        *("written", "City", "Bern", "I live in Bern"),
    )
    assert (proposed["kind"], proposed["key"], proposed["state"]) == ("proposed", "profile.trade", "pending")
    assert [fact.value for fact in queries.current(ann, conversation.created_at)] == ["Bern"]
    report = conversation.turns.get().opened("report", conversation.keyring)
    assert [card["key"] for card in report["facts"]["written"]] == ["profile.city"]


def test_f8_a_change_is_a_card_that_says_what_it_replaced(conversation):
    say(conversation, "c1", CITY)
    say(conversation, "c2", replace(CITY, value="Geneva", change=True))
    card = cards_of(conversation)[-1]
    assert (card["kind"], card["value"], card["old"]) == ("changed", "Geneva", "Bern")


def contest(conversation: Conversation) -> None:
    say(conversation, "c1", CITY)
    say(conversation, "c2", replace(CITY, value="Geneva", quote="I live in Geneva"))


def standing(conversation: Conversation) -> list[tuple[str, str, bool]]:
    """Kind and state of each card, and whether it offers an undo."""
    return [(card["kind"], card["state"], bool(card["undo"])) for card in cards_of(conversation)]


def test_f7_a_contradiction_is_a_card_with_the_words_and_the_time_of_both(conversation, ann):
    contest(conversation)
    written, card = cards_of(conversation)
    assert (card["kind"], card["state"], card["undo"]) == ("contested", "open", "")
    assert (card["old_shown"], card["old_quote"]) == ("Bern", "I live in Bern")
    assert (card["shown"], card["quote"]) == ("Geneva", "I live in Geneva")
    assert card["old_at"] == Entry.objects.get(pk=written["id"]).recorded_at.isoformat()
    report = conversation.turns.get(number=2).opened("report", conversation.keyring)
    assert [(card["value"], card["old"]) for card in report["facts"]["contested"]] == [("Geneva", "Bern")]
    assert [question.new.value for question in queries.contested(ann)] == ["Geneva"]


def test_f7_a_third_value_folds_the_card_of_the_second_and_asks_anew(conversation):
    contest(conversation)
    say(conversation, "c3", replace(CITY, value="Basel"))
    assert standing(conversation)[1:] == [("contested", "replaced", False), ("contested", "open", False)]
    assert cards_of(conversation)[-1]["shown"] == "Basel"


def test_f7_a_correction_on_the_profile_page_folds_the_card(conversation, ann):
    contest(conversation)
    actions.correct(ann, int(cards_of(conversation)[0]["id"]), "Basel")
    assert standing(conversation) == [("written", "noted", False), ("contested", "replaced", False)]


def test_l2_values_and_words_of_a_card_are_text_with_a_direction_of_their_own(client, conversation, ann):
    words = "<b>I</b> live in برن"
    say(conversation, "c1", replace(CITY, value="<i>برن</i>", quote=words))
    say(conversation, "c2", replace(CITY, quote=words))
    client.force_login(ann)
    page = client.get(f"/c/{conversation.pk}/").content.decode()
    log = page.partition("data-history")[2].partition("data-live")[0]
    assert (
        '<blockquote dir="auto" data-quote data-text="old_quote">&lt;b&gt;I&lt;/b&gt; live in برن</blockquote>' in log
    )
    assert 'dir="auto" lang="en" data-text="old_shown">&lt;i&gt;برن&lt;/i&gt;</span>' in log


@pytest.mark.parametrize("choice", ["old", "new", "neither"])
def test_f8_what_was_chosen_on_the_profile_page_can_be_undone_from_the_card(conversation, ann, choice):
    contest(conversation)
    card = cards_of(conversation)[-1]
    actions.resolve(ann, int(card["id"]), choice)
    assert standing(conversation)[-1] == ("contested", choice, True)
    door.answer_fact(conversation, "undo", card["id"])
    assert standing(conversation)[-1] == ("contested", "open", False)


def test_f8_an_undo_is_offered_until_something_is_said_since(conversation):
    say(conversation, "c1", CITY)
    assert standing(conversation) == [("written", "noted", True)]
    say(conversation, "c2", replace(CITY, value="Geneva", change=True))
    assert standing(conversation) == [("written", "noted", False), ("changed", "noted", True)]


def test_f8_a_change_is_undone_from_its_card(conversation, ann):
    say(conversation, "c1", CITY)
    say(conversation, "c2", replace(CITY, value="Geneva", change=True))
    door.answer_fact(conversation, "undo", cards_of(conversation)[-1]["id"])
    assert standing(conversation) == [("written", "noted", True), ("changed", "undone", False)]
    assert [fact.value for fact in queries.current(ann, conversation.created_at)] == ["Bern"]


def test_t49_what_was_taken_back_in_words_is_undone_from_its_card(conversation, ann):
    say(conversation, "c1", CITY)
    receive(conversation, "c2", "forget it")
    run(conversation.pk, World().ports(doing(retract=("profile.city",))))
    assert standing(conversation) == [("written", "noted", False), ("retracted", "noted", True)]
    door.answer_fact(conversation, "undo", cards_of(conversation)[-1]["id"])
    assert standing(conversation) == [("written", "noted", True), ("retracted", "undone", False)]
    assert [fact.value for fact in queries.current(ann, conversation.created_at)] == ["Bern"]


def test_f8_what_can_no_longer_be_undone_says_so(conversation):
    say(conversation, "c1", CITY)
    say(conversation, "c2", replace(CITY, value="Geneva", change=True))
    with pytest.raises(Refused) as refused:
        door.answer_fact(conversation, "undo", cards_of(conversation)[0]["id"])
    assert refused.value.code == "not_found"
    assert str(refused.value.message) == "This can no longer be undone: something was said or decided since."


@pytest.mark.parametrize("card", ["", "x", "-1", "0", "1.5", "²", "9" * 18, "9" * 40])
@pytest.mark.parametrize("action", ["accept", "neither", "undo"])
def test_a_card_that_is_none_is_not_there(conversation, action, card):
    with pytest.raises(Refused) as refused:
        door.answer_fact(conversation, action, card)
    assert refused.value.code == "not_found"


@pytest.mark.parametrize("action", ["forget", "explode", ""])
def test_an_answer_that_is_none_is_no_frame(conversation, action):
    with pytest.raises(Refused) as refused:
        door.answer_fact(conversation, action, "1")
    assert refused.value.code == "bad_frame"


@pytest.mark.parametrize("action", ["old", "neither", "undo"])
def test_nobody_answers_or_undoes_a_card_of_somebody_else(agent, conversation, ben, action):
    contest(conversation)
    before = standing(conversation)
    others = start(agent, ben).conversation
    for card in cards_of(conversation):
        with pytest.raises(Refused):
            door.answer_fact(others, action, card["id"])
        assert door.standing(others, card["id"]) is None
    assert standing(conversation) == before


def test_f18_cards_are_looked_up_with_one_query_whatever_their_number(conversation, django_assert_num_queries):
    contest(conversation)
    say(conversation, "c3", TRADE, SALARY)
    conversation.refresh_from_db()
    assert conversation.keyring.key
    with django_assert_num_queries(2):  # the messages, and where their cards stand
        assert len(cards_of(conversation)) == 4


def doing(**decided: Any) -> Any:
    """An engine whose turns decide this about facts."""

    def engine(definition: Any, turn: Any) -> Turn:
        return replace((yield from echo(definition, turn)), **decided)

    return engine


def test_t49_a_fact_that_is_taken_back_is_retracted_and_has_a_card_with_what_it_was(conversation, ann):
    say(conversation, "c1", CITY)
    receive(conversation, "c2", "I no longer live in Bern")
    run(conversation.pk, World().ports(doing(retract=("profile.city",))))
    card = cards_of(conversation)[-1]
    assert (card["kind"], card["label"], card["shown"]) == ("retracted", "City", "Bern")
    assert queries.current(ann, conversation.created_at) == []
    assert [entry.source for entry in Entry.objects.filter(kind=Entry.Kind.RETRACTED)] == ["chat"]


@pytest.mark.parametrize(
    ("answer", "state", "known"), [("accept", "accepted", ["florist"]), ("reject", "rejected", [])]
)
def test_f18_a_proposal_is_answered_in_words(conversation, ann, answer, state, known):
    say(conversation, "c1", TRADE)
    receive(conversation, "c2", "yes, I am one")
    run(conversation.pk, World().ports(doing(fact_answers=(FactAnswerGiven("profile.trade", answer),))))
    [card] = cards_of(conversation)
    assert card["state"] == state
    assert [fact.value for fact in queries.current(ann, conversation.created_at)] == known


@pytest.mark.parametrize(("choice", "known"), [("old", ["Bern"]), ("new", ["Geneva"]), ("neither", [])])
def test_f7_a_contradiction_answered_in_words_folds_its_card_to_the_one_line_with_an_undo(
    conversation, ann, choice, known
):
    contest(conversation)
    receive(conversation, "c3", "the latter")
    answer = doing(fact_answers=(FactAnswerGiven("profile.city", choice), FactAnswerGiven("profile.trade", "accept")))
    run(conversation.pk, World().ports(answer))
    assert standing(conversation)[1:] == [("contested", choice, True)]
    assert [fact.value for fact in queries.current(ann, conversation.created_at)] == known
    assert not queries.contested(ann)


def test_f6_a_denial_is_told_in_the_history_with_its_words(conversation, ann):
    say(conversation, "c1", TRADE)
    receive(conversation, "c2", "Hello. I am no florist! I earn 90000")
    run(conversation.pk, World().ports(doing(fact_answers=(FactAnswerGiven("profile.trade", "reject"),))))
    line = queries.history(ann, "profile.trade")[-1]
    message = conversation.messages.get(client_id="c2")
    assert (line.kind, line.value, line.quote) == ("rejected", "florist", "I am no florist!")
    assert (line.source, line.origin, line.message) == ("chat", f"conversation:{conversation.pk}", str(message.seq))


def test_t49_what_is_taken_back_is_told_in_the_history_with_its_words_and_an_undo_without_a_place(conversation, ann):
    say(conversation, "c1", CITY)
    receive(conversation, "c2", "Forget where I live")
    run(conversation.pk, World().ports(doing(retract=("profile.city",))))
    line = queries.history(ann, "profile.city")[-1]
    assert (line.kind, line.quote, line.source) == ("retracted", "Forget where I live", "chat")
    door.answer_fact(conversation, "undo", cards_of(conversation)[-1]["id"])
    undone = queries.history(ann, "profile.city")[-1]
    assert (undone.kind, undone.source) == ("undone", "")


def test_f6_the_card_of_a_proposal_that_was_overtaken_folds_and_leaves_the_undo_to_what_overtook_it(
    client, conversation, ann
):
    say(conversation, "c1", TRADE)
    say(conversation, "c2", replace(TRADE, value="baker", confidence=0.9))
    assert standing(conversation) == [("proposed", "closed", False), ("written", "noted", True)]
    client.force_login(ann)
    page = client.get(f"/c/{conversation.pk}/").content.decode()
    [shown] = re.findall(r'data-when="closed">(.*?)</div></div>', page.partition("data-live")[0], re.DOTALL)
    assert "Not asked any more, as you decided otherwise:" in shown
    assert "florist" in shown
    assert "Undo" not in shown


def test_f15_the_next_turn_knows_what_this_one_wrote(conversation):
    say(conversation, "c1", CITY)
    say(conversation, "c2")
    rows = [turn.journal.get(n=0).opened("content", conversation.keyring) for turn in conversation.turns.all()]
    assert [[fact["value"] for fact in row["facts"]] for row in rows] == [[], ["Bern"]]
    assert [entry["key"] for entry in rows[0]["catalogue"]] == [
        key["key"] for key in sorted(CATALOGUE["catalogue"], key=itemgetter("key"))
    ]
    assert rows[0]["open_scopes"] == ["preference"]


def test_f19_a_sensitive_card_says_that_it_is(conversation):
    say(conversation, "c1", SALARY, TRADE)
    assert {card["key"]: card["sensitive"] for card in cards_of(conversation)} == {
        "profile.salary": True,
        "profile.trade": False,
    }


@pytest.mark.parametrize(("confidence", "places"), [(0.9, 1), (0.7, 4)])
def test_f19_a_sensitive_value_and_its_words_are_masked_in_the_chat(client, conversation, ann, confidence, places):
    say(conversation, "c1", replace(SALARY, confidence=confidence))
    client.force_login(ann)
    page = client.get(f"/c/{conversation.pk}/").content.decode()
    log = page.partition("data-history")[2].partition("data-live")[0]
    assert log.count("90,000") + log.count("I earn 90000") == places
    assert "Salary" in unmasked(log)
    assert "90,000" not in unmasked(log)
    assert "I earn" not in unmasked(log)


def test_f19_both_values_of_a_sensitive_contradiction_and_what_is_taken_back_are_masked(client, conversation, ann):
    say(conversation, "c1", SALARY)
    say(conversation, "c2", replace(SALARY, value=95000, quote="I earn 95000"))
    actions.resolve(ann, int(cards_of(conversation)[-1]["id"]), "old")
    receive(conversation, "c3", "forget it")
    run(conversation.pk, World().ports(doing(retract=("profile.salary",))))
    client.force_login(ann)
    page = client.get(f"/c/{conversation.pk}/").content.decode()
    log = page.partition("data-history")[2].partition("data-live")[0]
    assert [card["kind"] for card in cards_of(conversation)] == ["written", "contested", "retracted"]
    assert not {word for word in ("90,000", "95,000", "90000", "95000") if word in unmasked(log)}
    assert "Taken back:" in log


def unmasked(log: str) -> str:
    return re.sub(r'<details class="masked.*?</details>', "", log)


@pytest.mark.parametrize(
    ("candidate", "label"),
    [(TRADE, "Métier"), (replace(TRADE, key="merchant.adobe.default"), "Comptabilisation des achats chez adobe")],
)
def test_the_label_of_a_card_is_in_the_language_of_the_agent(agent, ann, candidate, label):
    document = json.dumps({**DOCUMENT, "language": "fr"})
    french = Version.objects.create(agent=agent, number=2, revision=0, document=document)
    conversation = start(agent, ann, version=french).conversation
    say(conversation, "c1", candidate)
    assert [card["label"] for card in cards_of(conversation)] == [label]


def test_f3_without_an_account_no_fact_is_read_or_kept(agent):
    conversation = start(agent).conversation
    say(conversation, "c1", CITY)
    assert cards_of(conversation) == []
    assert not Entry.objects.exists()
    row = conversation.turns.get().journal.get(n=0).opened("content", conversation.keyring)
    assert (row["facts"], row["catalogue"], row["open_scopes"]) == ([], [], [])


def test_facts_are_kept_with_the_turn_or_not_at_all(conversation, monkeypatch):
    from conversations import store

    def breaks(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(store, "_close_turn", breaks)
    receive(conversation, "c1", "x")
    with pytest.raises(OperationalError, match="gone"):
        run(conversation.pk, World().ports(saying(CITY)))
    assert not Entry.objects.exists()
    assert list(conversation.messages.values_list("role", flat=True)) == ["user"]


@pytest.mark.parametrize(
    ("answer", "state", "known"), [("accept", "accepted", ["florist"]), ("reject", "rejected", [])]
)
@pytest.mark.django_db(transaction=True)
async def test_f18_a_proposal_is_answered_from_its_card_once(connect, conversation, ann, answer, state, known):
    await hop(receive, conversation, "c1", "x")
    await runner.run(conversation.pk, World().ports(saying(TRADE)))
    [card] = await hop(cards_of, conversation)
    socket = await connect(conversation, session=await hop(session_of, ann), query="?after=3")
    for _ in range(2):
        await socket.send_json_to({"type": "fact", "action": answer, "id": card["id"]})
    _hello, stood, told, error = await frames_until(socket, type="error")
    again = json.loads(await socket.receive_from(timeout=3))
    pending = {"id": card["id"], "state": "pending", "undo": ""}
    assert stood == {"type": "facts", "changed": [pending], "waiting": 1}
    assert [(card["id"], card["state"], bool(card["undo"])) for card in told["changed"]] == [(card["id"], state, True)]
    assert (error["code"], error["message"]) == ("not_found", "This was answered or replaced meanwhile.")
    assert again == told
    assert told["waiting"] == 0
    assert [fact.value for fact in await hop(queries.current, ann, conversation.created_at)] == known
    assert (await hop(cards_of, conversation))[0]["state"] == state


@pytest.mark.django_db(transaction=True)
async def test_f5_the_cards_of_other_proposals_for_a_single_value_are_closed_with_the_accepted_one(
    connect, conversation, ann
):
    for client_id, trade in (("c1", "florist"), ("c2", "baker")):
        await hop(receive, conversation, client_id, "x")
        await runner.run(conversation.pk, World().ports(saying(replace(TRADE, value=trade))))
    florist, baker = await hop(cards_of, conversation)
    socket = await connect(conversation, session=await hop(session_of, ann), query="?after=6")
    await frames_until(socket, type="facts")
    await socket.send_json_to({"type": "fact", "action": "accept", "id": baker["id"]})
    [changed] = await frames_until(socket, type="facts")
    expected = [(florist["id"], "closed"), (baker["id"], "accepted")]
    assert [(card["id"], card["state"]) for card in changed["changed"]] == expected
    assert [card["state"] for card in await hop(cards_of, conversation)] == ["closed", "accepted"]


@pytest.mark.django_db(transaction=True)
async def test_nobody_answers_a_proposal_of_somebody_else(connect, agent, conversation, ben):
    await hop(receive, conversation, "c1", "x")
    await runner.run(conversation.pk, World().ports(saying(TRADE)))
    [card] = await hop(cards_of, conversation)
    others = (await hop(start, agent, ben)).conversation
    socket = await connect(others, session=await hop(session_of, ben))
    await socket.send_json_to({"type": "fact", "action": "accept", "id": card["id"]})
    assert (await frames_until(socket, type="error"))[-1]["code"] == "not_found"
    assert (await hop(cards_of, conversation))[0]["state"] == "pending"


@pytest.mark.django_db(transaction=True)
async def test_facts_of_a_turn_are_announced_beside_their_cards(connect, conversation, ann, monkeypatch):
    monkeypatch.setattr(runner, "default_ports", lambda: World().ports(saying(CITY, TRADE, SALARY)))
    socket = await connect(conversation, session=await hop(session_of, ann))
    await socket.send_json_to({"type": "message", "client_id": "c1", "text": "x"})
    frames = await frames_until(socket, type="turn", status="done")
    [facts] = [frame for frame in frames if frame["type"] == "facts"]
    city, salary = facts["written"]
    assert (city["key"], city["shown"]) == ("profile.city", "Bern")
    assert (salary["key"], salary["sensitive"]) == ("profile.salary", True)
    assert not {"value", "shown", "quote", "old"} & salary.keys()  # F19
    assert [card["quote"] for card in facts["proposed"]] == ["flowers"]


@pytest.mark.django_db(transaction=True)
async def test_f18_an_answer_in_words_folds_the_card_that_is_on_the_screen(connect, conversation, ann, monkeypatch):
    await hop(say, conversation, "c1", TRADE)
    [card] = await hop(cards_of, conversation)
    answered = doing(fact_answers=(FactAnswerGiven("profile.trade", "accept"),))
    monkeypatch.setattr(runner, "default_ports", lambda: World().ports(answered))
    socket = await connect(conversation, session=await hop(session_of, ann))
    await socket.send_json_to({"type": "message", "client_id": "c2", "text": "yes"})
    frames = await frames_until(socket, type="turn", status="done")
    [facts] = [frame for frame in frames if frame["type"] == "facts"]
    assert [(told["id"], told["state"]) for told in facts["changed"]] == [(card["id"], "accepted")]


@pytest.mark.parametrize(("action", "state"), [("old", "old"), ("new", "new"), ("neither", "neither")])
@pytest.mark.django_db(transaction=True)
async def test_f7_every_line_of_the_conversation_hears_what_was_chosen_and_undone(
    connect, conversation, ann, action, state
):
    await hop(contest, conversation)
    [written, card] = await hop(cards_of, conversation)
    session = await hop(session_of, ann)
    one, two = [await connect(conversation, session=session, query="?after=6") for _ in range(2)]
    for socket in (one, two):
        await frames_until(socket, type="facts")
    for sent, states in ((action, ["noted", state]), ("undo", ["noted", "open"])):
        await one.send_json_to({"type": "fact", "action": sent, "id": card["id"]})
        for socket in (one, two):
            [told] = await frames_until(socket, type="facts")
            assert [item["id"] for item in told["changed"]] == [written["id"], card["id"]]
            assert [item["state"] for item in told["changed"]] == states


@pytest.mark.django_db(transaction=True)
async def test_f18_a_line_that_comes_back_hears_what_was_answered_meanwhile(connect, conversation, ann):
    await hop(say, conversation, "c1", TRADE)
    [card] = await hop(cards_of, conversation)
    await hop(actions.accept, ann, int(card["id"]))
    socket = await connect(conversation, session=await hop(session_of, ann), query="?after=3")
    told = (await frames_until(socket, type="facts"))[-1]
    assert [(item["id"], item["state"]) for item in told["changed"]] == [(card["id"], "accepted")]


@pytest.mark.django_db(transaction=True)
async def test_f7_a_contradiction_is_announced_with_both_and_the_question_before_it_is_folded(
    connect, conversation, ann, monkeypatch
):
    await hop(contest, conversation)
    second = (await hop(cards_of, conversation))[-1]
    basel = replace(CITY, value="Basel", quote="I live in Basel")
    monkeypatch.setattr(runner, "default_ports", lambda: World().ports(saying(basel)))
    socket = await connect(conversation, session=await hop(session_of, ann))
    await socket.send_json_to({"type": "message", "client_id": "c3", "text": "x"})
    frames = await frames_until(socket, type="turn", status="done")
    [facts] = [frame for frame in frames if frame["type"] == "facts"]
    [third] = facts["contested"]
    assert (third["old"], third["value"], third["old_quote"]) == ("Bern", "Basel", "I live in Bern")
    states = {item["id"]: item["state"] for item in facts["changed"]}
    assert (states[second["id"]], states[third["id"]]) == ("replaced", "open")
    assert facts["waiting"] == 1
