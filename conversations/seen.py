"""How far its person has read a conversation, and what has come since."""

from django.db.models import Count, F, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce

from conversations.models import Conversation, Message

_VOICES = (Message.Role.AGENT, Message.Role.STAFF)


def saw(conversation: Conversation, seq: int) -> None:
    """Note that everything up to the message of this number was before the person's eyes. It never goes back."""
    ahead = Conversation.objects.filter(pk=conversation.pk, seq__gte=seq, seen_seq__lt=seq)
    ahead.update(seen_seq=seq)


def unseen() -> Coalesce:
    """For an annotation of conversations: how many answers their person has not seen; cards and notes do not count."""
    since = Message.objects.filter(
        conversation=OuterRef("pk"), seq__gt=OuterRef("seen_seq"), role__in=_VOICES, forgotten=False
    )
    counted = since.order_by().values("conversation").annotate(many=Count(F("pk"))).values("many")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
