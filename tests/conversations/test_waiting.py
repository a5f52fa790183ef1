"""What waits by the query that releases a conversation is what a look finds: else it is kept, or taken, for ever."""

from datetime import timedelta
from itertools import product

import pytest

from conversations import inbox, lease, statements
from conversations.actions import receive, report_event
from conversations.clock import now
from conversations.engine.fate import Fate
from conversations.models import Conversation, Event, Timer

AT = now()
LATER = (AT + timedelta(hours=1)).isoformat()
FATES = {
    "fires": Fate("fires"),
    "stale": Fate("stale"),
    "held": Fate("held"),
    "put_off": Fate("put_off", LATER),
}
TIMERS = ("", "not due", "held", "done", *FATES)


def _set(conversation: Conversation, number: int, timer: str) -> None:
    """A timer that is due, unless its name says otherwise; its token is its fate."""
    conversation.timers.create(
        run=str(number),
        kind=Timer.Kind.WAIT,
        due_at=AT + timedelta(seconds=1 if timer == "not due" else 0),
        token=timer if timer in FATES else "fires",
        held=timer == "held",
        done_at=AT if timer == "done" else None,
    )


def _give_back(conversation: Conversation) -> None:
    sealed = Event.sealed(conversation.keyring, payload={"seq": 0})
    conversation.events.create(ref="_give_back:1", name=Event.GIVE_BACK, **sealed)


OTHERS = ("", "message", "event", "give_back", "handed_off", "message-event-handed_off")
CASES = [
    *(((timer,), others) for timer, others in product(TIMERS, OTHERS)),
    *((two, "") for two in product(FATES, FATES)),
]


@pytest.mark.parametrize(("timers", "others"), CASES)
def test_t43_what_waits_is_what_a_look_finds(conversation, monkeypatch, timers, others):
    monkeypatch.setattr(inbox, "fate", lambda definition, given: FATES[given.timer])
    for number, timer in enumerate(timers):
        if timer:
            _set(conversation, number, timer)
    if "message" in others:
        receive(conversation, "c1", "hello", at=AT)
    if "event" in others:
        report_event(conversation, "1", name="paid", payload={}, at=AT)
    if "give_back" in others:
        _give_back(conversation)
    Conversation.objects.filter(pk=conversation.pk).update(handed_off="handed_off" in others)

    row = statements.conversation_for_turn(conversation=conversation.pk)[0]
    found = inbox.look(row, AT)
    waits = Conversation.objects.filter(lease.waiting(AT), pk=conversation.pk).exists()
    assert waits == (found is not None)
