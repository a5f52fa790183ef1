"""For every column that can hold a person's words docs/facts.md says what forgetting does, and it does that (F23)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models
from rest_framework.authtoken.models import Token

from agents.models import Agent
from conversations import forgetting
from conversations.actions import receive, start
from conversations.clock import now
from conversations.engine.state import Known, Run, State, dump
from conversations.known import origin_of
from conversations.models import Conversation, Event, JournalRow, Message, Scenario, Timer, Trial, Turn
from conversations.sealed import Sealed
from facts.actions import record
from facts.catalogue import import_catalogue
from facts.models import Contested, Counter, CurrentFact, Entry, Keyring, Look, Person, Proposal, Receipt, WikiEntry
from facts.policy import Candidate
from facts.sharing import canonical
from tests.conversations.test_socket import session_of
from tests.docs.pages import text

AT = now()
CITY, BARE, OTHER = "Quäxbergen", "quaxbergen", "Vellamoor"
"""The city as it was said, as it is written in a hurry, and another one."""
TEXTS = (models.CharField, models.TextField, models.BinaryField, models.JSONField)
AUTHORS = ("agents", "auth", "contenttypes")
"""Apps whose tables hold what authors and staff write, never what people say."""
NO_WORDS = {
    *("Scope.name", "Scope.label", "CatalogueKey.pattern", "CatalogueKey.label", "CatalogueKey.description"),
    *("CatalogueKey.schema", "CatalogueKey.fresh", "Entry.agent", "Entry.model", "Keyring.site_key", "Erasure.key"),
    *("Conversation.token_hash", "Conversation.language", "Conversation.timezone", "Turn.stopped_reason"),
    *("Message.flow", "Message.step", "JournalRow.kind", "Heartbeat.name", "LogEntry.object_id"),
    *("Session.session_key", "TokenProxy.key", "Tally.flow", "Tally.name", "Tally.what"),
}
"""Columns that hold what authors write, codes, hashes and random keys; `Erasure` never has a row outside of one."""
MODELS = {model.__name__: model for model in apps.get_models(include_auto_created=True)}


def documented() -> dict[str, tuple[str, str, str]]:
    """What happens to each column when a fact, a conversation, a person is forgotten, as the page says."""
    table = (
        text("facts.md").split("### What forgetting does")[1].split("| --- | --- | --- | --- |\n")[1].split("\n\n")[0]
    )
    found = {}
    for row in table.strip().splitlines():
        columns, *effects = (cell.strip() for cell in row.strip("|").split("|"))
        for column in re.findall(r"`(\w+\.\w+)`", columns):
            found[column] = tuple(effect.split(";")[0] for effect in effects)
    return found  # type: ignore[return-value]


DOCUMENTED = documented()


def test_f23_every_column_that_can_hold_words_is_in_the_table() -> None:
    columns = {
        f"{model.__name__}.{column.name}"
        for model in MODELS.values()
        if model._meta.app_label not in AUTHORS
        for column in model._meta.concrete_fields
        if isinstance(column, TEXTS) and not column.choices
    }
    assert columns - NO_WORDS == set(DOCUMENTED)
    assert not NO_WORDS & set(DOCUMENTED)


def statement(key: str, value: Any, confidence: float, quote: str) -> Candidate:
    return Candidate(key=key, value=value, confidence=confidence, quote=quote, message="1")


@pytest.fixture
def told(agent: Agent, ann: Person) -> Conversation:
    """A row of Ann's in every table, with the city she will have forgotten wherever words can stand."""
    keys = [{"key": "profile.city", "label": "City", "shareable": True}, {"key": "profile.trade"}]
    import_catalogue({"catalogue": keys})
    conversation = start(agent, ann, context={"in": CITY, "at": BARE}, data={"room": CITY}).conversation
    _facts(ann, conversation)
    _rows(conversation)
    _around(ann, conversation)
    return conversation


def _facts(ann: Person, conversation: Conversation) -> None:
    def note(*said: Candidate) -> None:
        record(ann, said, origin=origin_of(conversation.pk), at=AT, agent="desk")

    note(statement("profile.city", CITY, 0.9, CITY))
    note(statement("profile.city", CITY, 0.9, CITY))  # a counter
    note(statement("profile.city", OTHER, 0.9, OTHER))  # contested
    note(statement("profile.city", f"{CITY} West", 0.7, f"{CITY} West"))  # proposed
    note(statement("profile.trade", "VD", 0.9, f"trade in {BARE}"))
    WikiEntry.objects.create(key="profile.city", value=canonical(CITY), state="approved")
    Receipt.objects.create(what="key", rows=1, person=ann)


def _rows(conversation: Conversation) -> None:
    keyring = conversation.keyring
    receive(conversation, "c1", f"I live in {CITY}")
    receive(conversation, "c2", field="room", value=CITY)
    receive(conversation, "c3", f"yes, {BARE}")
    turn = Turn.objects.create(
        conversation=conversation,
        number=1,
        kind="message",
        input_id="1",
        version=conversation.version,
        status="done",
        **Turn.sealed(keyring, report={"status": "done", "messages": [{"text": CITY}], "data": {"room": CITY}}),
    )
    JournalRow.objects.create(
        turn=turn, n=0, kind="input", status="done", **JournalRow.sealed(keyring, content={"facts": [CITY]})
    )
    card = {"kind": "written", "id": "1", "key": "profile.city", "value": CITY, "quote": CITY}
    replies = [{"field": "room", "label": CITY, "value": CITY}]
    message = {"conversation": conversation, "role": "agent", "turn": turn}
    Message.objects.create(
        **message, seq=4, key="a", **Message.sealed(keyring, text=f"In {CITY}?", quick_replies=replies)
    )
    Message.objects.create(**message, seq=5, key="b", **Message.sealed(keyring, text="", fact=card))
    Event.objects.create(
        conversation=conversation,
        ref="e1",
        name="seen",
        **Event.sealed(keyring, payload={"in": CITY, "at": BARE, "by": "car"}),
    )
    script = Scenario.sealed(keyring, text=f"user: I live in {CITY}", differences=[CITY])
    Scenario.objects.create(agent=conversation.agent, name=CITY, source=conversation, keyring=keyring, **script)
    Timer.objects.create(conversation=conversation, run="1", kind="wait", due_at=AT, token="t")
    state = State(
        data={"room": Known(CITY, "reading"), "town": Known(BARE, "reading")},
        floor=Run("1", "hello", "1", saved={"in": CITY}),
    )
    Conversation.objects.filter(pk=conversation.pk).update(**Conversation.sealed(keyring, state=dump(state)))


def _around(ann: Person, conversation: Conversation) -> None:
    boss = Person.objects.create_user("boss", is_staff=True)
    setup = Trial.sealed(conversation.keyring, setup={"answers": {}})
    Trial.objects.create(conversation=conversation, by=boss, **setup)
    Look.objects.create(by=boss, person=ann, entry=1)
    Token.objects.create(user=ann)
    session_of(ann)
    LogEntry.objects.create(
        user=boss,
        content_type=ContentType.objects.get_for_model(Person),
        object_id=str(ann.pk),
        object_repr="ann",
        action_flag=2,
        change_message="ann",
    )


def held(column: str, conversation: Conversation | None) -> dict[Any, str]:
    """What each row holds in a column, opened, by its id."""
    model, name = MODELS[column.split(".", maxsplit=1)[0]], column.split(".")[1]
    rows = model._default_manager.filter(username="ann") if model is Person else model._default_manager.all()
    return {row.pk: str(_opened(row, name, conversation)) for row in rows}


def _opened(row: Any, name: str, conversation: Conversation | None) -> Any:
    if isinstance(row._meta.get_field(name), Sealed) and conversation:
        return row.opened(name, conversation.keyring)
    if isinstance(row, Entry) and name in ("value", "quote"):
        return row.read_value() if name == "value" else row.read_quote()
    return row.get_decoded() if isinstance(row, Session) else getattr(row, name)


FORGET: dict[str, tuple[int, Callable[[Any, Any], Any], tuple[str, ...]]] = {
    "a fact": (0, lambda ann, _told: forgetting.forget_key(ann, "profile.city"), (CITY, BARE)),
    "a conversation": (1, lambda _ann, told: forgetting.forget_conversation(told), ()),
    "a person": (2, lambda ann, _told: forgetting.forget_person(ann), (CITY, BARE)),
    "an account": (2, lambda ann, _told: forgetting.forget_person(ann, account=True), (CITY, BARE, "ann")),
}


@pytest.mark.parametrize("what", FORGET)
def test_f23_what_the_table_says_is_what_happens(what: str, told: Conversation, ann: Person) -> None:
    place, forget, words = FORGET[what]
    before = {column: held(column, told) for column in DOCUMENTED}
    assert all(before.values()), "a table has no row"
    forget(ann, told)
    for column, effects in DOCUMENTED.items():
        happens = effects[place]
        if what != "an account" and "with the account" in happens:
            happens = "stays"
        _check(column, happens.removesuffix(" with the account"), before[column], words)


def _check(column: str, happens: str, before: dict[Any, str], words: tuple[str, ...]) -> None:
    if happens == "goes":
        _check_gone(column, before, words)
        return
    after = held(column, Conversation.objects.select_related("keyring").first())
    assert after.keys() == before.keys(), column
    if happens == "stays":
        assert after == before, column
        return
    assert happens == "words go"
    assert [word for word in words if word in str(before)], column
    assert not [word for word in words if word in str(after)], column


def _check_gone(column: str, before: dict[Any, str], words: tuple[str, ...]) -> None:
    """The rows are gone; those of other keys are what a forgotten fact leaves."""
    model = MODELS[column.split(".", maxsplit=1)[0]]
    left = model._default_manager.filter(pk__in=before)
    if model in (Entry, CurrentFact, Proposal, Contested) and left:
        assert {row.key for row in left} == {"profile.trade"}, column
        assert len(left) < len(before), column
        assert not [word for word in words if word in str(held(column, None))], column
        return
    assert not left, column


def test_f23_rows_without_words_are_there_too_and_what_stays_names_nobody(told: Conversation, ann: Person) -> None:
    for model in (Counter, Look, Receipt, Keyring, Timer):
        assert model.objects.exists(), model
    forgetting.forget_person(ann, account=True)
    assert [look.person for look in Look.objects.all()] == [None]
    assert {receipt.person for receipt in Receipt.objects.all()} == {None}
    assert not Counter.objects.exists()
    assert not Timer.objects.exists()
