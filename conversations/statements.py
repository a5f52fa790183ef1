"""The statements that every message and every turn runs, compiled once (`facts.prepared`)."""

from django.db import models
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from conversations.engine.effects import Speak, Understand
from conversations.models import Conversation, Event, JournalRow, Message, Turn
from facts.prepared import Given, Select, Update

CONVERSATION = Given("conversation", models.UUIDField())
TURN = Given("turn", models.BigIntegerField())
AT = Given("at", models.DateTimeField())
SEQ = Given("seq", models.PositiveIntegerField())
_BYTES = models.BinaryField()
_TEXT = models.CharField()

_OPEN_TURN = Turn.objects.filter(conversation=OuterRef("pk"), status=Turn.Status.OPEN).values("pk")
_GIVEN_BACK = Event.objects.filter(conversation=OuterRef("pk"), turn=None, name=Event.GIVE_BACK).values("pk")
_CALLS = JournalRow.objects.filter(turn=OuterRef("pk"), kind__in=[Understand.kind, Speak.kind])
_COUNTED = _CALLS.order_by().values("turn").annotate(count=Count("pk")).values("count")
READINGS_AND_REPLIES = Coalesce(Subquery(_COUNTED), 0)
"""How many of a turn's journal, which does not outlive a forgotten fact (F22)."""
_WAITS = Q(role=Message.Role.USER, turn=None, forgotten=False)

conversation_for_turn: Select[Conversation] = Select(
    lambda: (
        Conversation.objects.filter(pk=CONVERSATION)
        .select_related("keyring", "version", "person", "trial")
        .annotate(open_turn=Subquery(_OPEN_TURN[:1]), given_back=Subquery(_GIVEN_BACK[:1]))
        .only(
            *("seq", "epoch", "state", "state_version", "context", "given", "language", "timezone", "handed_off"),
            *("keyring__wrapped", "version__number", "version__published_at"),
            *("person__language", "person__timezone", "person__is_pretended"),
            *("trial__ahead", "trial__setup"),
        )
    )
)
"""A conversation with what a turn needs of its neighbours, and no more.

`open_turn` is one that a crash left, `given_back` the event by which a colleague ends a hand-off.
"""

conversation_at_door: Select[Conversation] = Select(
    lambda: (
        Conversation.objects.filter(pk=CONVERSATION)
        .select_related("agent", "keyring", "person", "trial", "version")
        .defer("version__document", "trial__setup")
    )
)
"""A conversation with all that whoever knocks may be shown of it."""

messages_for_turn: Select[Message] = Select(
    lambda: (
        Message.objects.filter(_WAITS | Q(seq__gt=SEQ) & ~Q(role=Message.Role.SYSTEM), conversation=CONVERSATION)
        .filter(forgotten=False)
        .order_by("seq")
        .only("conversation", "seq", "role", "client_id", "text", "tap", "at", "turn_id")
    )
)
"""The user messages that wait, and what was said since `seq`."""

place_of: Select[Conversation] = Select(
    lambda: Conversation.objects.filter(pk=CONVERSATION).only("seq", "state_version")
)

next_seq = Update(lambda: (Conversation.objects.filter(pk=CONVERSATION), {"seq": F("seq") + 1, "last_message_at": AT}))

take_messages = Update(
    lambda: (Message.objects.filter(_WAITS, conversation=CONVERSATION, seq__lte=SEQ), {"turn": TURN})
)

close_turn = Update(
    lambda: (
        Turn.objects.filter(pk=TURN),
        {
            "status": Given("status", _TEXT),
            "stopped_reason": Given("stopped_reason", _TEXT),
            "cost": Given("cost", models.FloatField()),
            "calls": READINGS_AND_REPLIES,
            "avoided": Given("avoided", models.PositiveIntegerField()),
            "report": Given("report", _BYTES),
            "done_at": AT,
        },
    )
)

save_state = Update(
    lambda: (
        Conversation.objects.filter(pk=CONVERSATION),
        {
            "seq": SEQ,
            "state_version": Given("state_version", models.PositiveIntegerField()),
            "state": Given("state", _BYTES),
            "handed_off": Given("handed_off", models.BooleanField()),
        },
    )
)
