"""Who runs a conversation: epoch and lease, by the database's clock (architecture.md, steps 2 and 5).

Each verb is an update of exactly one row, to be called within the transaction of what it guards. The row stays locked
until that transaction ends, and `actions.receive` raises `seq` on the same row: so whoever releases has either seen a
new message, or the one who sends it finds the conversation free afterwards.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from conversations.models import Conversation, Event, Message, Timer
from conversations.statements import AT, CONVERSATION
from conversations.work import Claim, LeaseLost
from facts.prepared import Given, Update

LENGTH = timedelta(seconds=15)
RENEWAL = 5.0
"""Seconds between two renewals."""

_WAITING_MESSAGE = Message.objects.filter(
    conversation=OuterRef("pk"), role=Message.Role.USER, turn=None, forgotten=False
)
_WAITING_EVENT = Event.objects.filter(conversation=OuterRef("pk"), turn=None)


_FREE = Q(lease_until=None) | Q(lease_until__lte=Now())
_EPOCH = Given("epoch", models.PositiveIntegerField())


def take(conversation: UUID) -> bool:
    """Raise the epoch and begin a lease, if nobody holds one."""
    return _take(conversation=conversation) == 1


def hold(claim: Claim) -> None:
    """Prove the claim and renew its lease. Raises LeaseLost."""
    if _hold(conversation=claim.conversation, epoch=claim.epoch) != 1:
        raise LeaseLost


def give_up(claim: Claim, at: datetime) -> bool:
    """End the lease, unless something waits: then nothing changes, and the runner goes round again."""
    return _give_up(conversation=claim.conversation, epoch=claim.epoch, at=at) == 1


def expire(conversation: UUID) -> None:
    """End the lease of a runner that died, as time would have done. For scenarios and tests."""
    Conversation.objects.filter(pk=conversation, lease_until__isnull=False).update(lease_until=Now() - LENGTH)


def waiting(at: datetime | Given) -> Q:
    """Holds for a conversation with a message, a timer due at `at`, or an event that no turn has taken.

    While a person of the staff has the conversation nothing in it waits for a turn (T11).
    """
    due = Timer.objects.filter(conversation=OuterRef("pk"), done_at=None, held=False, due_at__lte=at)
    return Q(handed_off=False) & (Q(Exists(_WAITING_MESSAGE)) | Q(Exists(due)) | Q(Exists(_WAITING_EVENT)))


def _held() -> QuerySet[Conversation]:
    return Conversation.objects.filter(pk=CONVERSATION, epoch=_EPOCH, lease_until__gt=Now())


_take = Update(
    lambda: (
        Conversation.objects.filter(_FREE, pk=CONVERSATION),
        {"epoch": F("epoch") + 1, "lease_until": Now() + LENGTH},
    )
)
_hold = Update(lambda: (_held(), {"lease_until": Now() + LENGTH}))
_give_up = Update(lambda: (_held().filter(~waiting(AT)), {"lease_until": None}))
