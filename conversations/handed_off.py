"""The conversations in which a person is asked for (T11), and who of them has waited longest."""

from django.db.models import Case, Count, F, IntegerField, Min, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from conversations.models import Conversation, Message, Turn

_MESSAGES = Message.objects.filter(conversation=OuterRef("pk"))
_UNANSWERED = _MESSAGES.filter(
    role=Message.Role.USER, turn=None, forgotten=False, seq__gt=OuterRef("last_staff")
).order_by()
_PER_CONVERSATION = _UNANSWERED.values("conversation")
LONGEST_FIRST = (F("waits_since").asc(nulls_last=True), "pk")


def waiting_first() -> QuerySet[Conversation]:
    """Who waits longest comes first, who was answered and has not written since comes last.

    `waits_since` is the hand-off, or after an answer of the staff the first message behind it; null for who was
    answered. `unanswered` counts the messages that no one has answered.
    """
    rows = Conversation.objects.filter(handed_off=True, trial=None).annotate(
        last_agent=_last(Message.Role.AGENT),
        last_staff=_last(Message.Role.STAFF),
        # While a person is asked for there are no turns: the last one is that which handed off.
        asked_at=Subquery(Turn.objects.filter(conversation=OuterRef("pk")).order_by("-number").values("done_at")[:1]),
    )
    return rows.annotate(
        unanswered=Coalesce(Subquery(_PER_CONVERSATION.annotate(count=Count("pk")).values("count")), 0),
        waits_since=Case(
            When(
                last_staff__gt=F("last_agent"),
                then=Subquery(_PER_CONVERSATION.annotate(first=Min("at")).values("first")),
            ),
            default=F("asked_at"),
        ),
    ).order_by(*LONGEST_FIRST)


def _last(role: Message.Role) -> Coalesce:
    """The `seq` of the last message of a role, 0 if there is none."""
    last = Subquery(_MESSAGES.filter(role=role).order_by("-seq").values("seq")[:1], output_field=IntegerField())
    return Coalesce(last, Value(0))
