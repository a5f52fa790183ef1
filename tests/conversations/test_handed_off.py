"""Who waits for a person, and who has waited longest (T11)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from conversations.actions import receive, staff_say, start
from conversations.handed_off import waiting_first
from conversations.models import Conversation, Message, Turn

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def at(minutes: int) -> datetime:
    return AT + timedelta(minutes=minutes)


@pytest.fixture
def asks(agent: Any) -> Any:
    """Makes a conversation in which a person was asked for at that minute; the agent said that it asks one."""

    def make(minute: int) -> Conversation:
        row = start(agent).conversation
        receive(row, "c0", "a person please", at=at(minute))
        turn = Turn.objects.create(
            conversation=row, number=1, kind="message", input_id="1", version=row.version, status="done",
            done_at=at(minute),
        )  # fmt: skip
        row.messages.update(turn=turn)
        sealed = Message.sealed(row.keyring, text="I ask somebody.")
        Message.objects.create(conversation=row, seq=2, role="agent", key="_handoff#1", turn=turn, **sealed)
        Conversation.objects.filter(pk=row.pk).update(handed_off=True, seq=2)
        return row

    return make


def waiting() -> list[tuple[Any, datetime | None, int]]:
    return [(row.pk, row.waits_since, row.unanswered) for row in waiting_first()]


def test_who_asked_first_comes_first_and_waits_since_then(asks):
    late, early = asks(5), asks(1)
    receive(early, "c1", "hello?", at=at(9))
    assert waiting() == [(early.pk, at(1), 1), (late.pk, at(5), 0)]


def test_who_was_answered_comes_last_until_they_write_again(asks):
    answered, other = asks(1), asks(5)
    receive(answered, "c1", "hello?", at=at(2))
    staff_say(answered, "Hello", client_id="s1", at=at(6))
    assert waiting() == [(other.pk, at(5), 0), (answered.pk, None, 0)]
    receive(answered, "c2", "one", at=at(7))
    receive(answered, "c3", "two", at=at(8))
    assert waiting() == [(other.pk, at(5), 0), (answered.pk, at(7), 2)]


def test_an_answer_in_an_earlier_hand_off_is_none_in_this_one(asks):
    row = asks(1)
    staff_say(row, "Hello", client_id="s1", at=at(2))
    turn = Turn.objects.create(
        conversation=row, number=2, kind="message", input_id="2", version=row.version, status="done", done_at=at(20)
    )
    sealed = Message.sealed(row.keyring, text="I ask somebody again.")
    Message.objects.create(conversation=row, seq=4, role="agent", key="_handoff#2", turn=turn, **sealed)
    assert waiting() == [(row.pk, at(20), 0)]


def test_only_those_who_are_handed_off_wait(agent, asks):
    receive(start(agent).conversation, "c1", "hello")
    assert waiting() == []
