"""Who may read a conversation as staff, and the line that is left of each look."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from conversations.models import Conversation
from conversations.pretending import trial_of
from conversations.reading import Reading

READ = "conversations.read_transcripts"
TRY = "agents.change_agent"
LOOKED = "Read the transcript"
"""What the line says; it holds no word of the conversation."""
A_LOOK = timedelta(hours=1)


def look(person: Any, conversation: UUID) -> Reading:
    """The conversation as the person may read it, and the look kept.

    A trial only whoever began it sees; others' are not there (Http404). Other conversations need the permission to
    read transcripts (PermissionDenied); nothing sensitive of them is told.
    """
    rows = Conversation.objects.select_related("agent", "version", "person", "keyring", "trial")
    found = rows.filter(pk=conversation).first()
    if found is not None and (trial := trial_of(found)):
        if trial.by_id != person.pk or not person.has_perm(TRY):
            raise Http404
        return Reading(found, is_own=True)
    if not person.has_perm(READ):
        raise PermissionDenied
    if found is None:
        raise Http404
    _keep(person, found)
    return Reading(found, is_own=False)


def _keep(person: Any, conversation: Conversation) -> None:
    """Write the look down, once in an hour."""
    kind = ContentType.objects.get_for_model(Conversation)
    mine = LogEntry.objects.filter(user=person.pk, action_time__gt=timezone.now() - A_LOOK)
    if not mine.filter(content_type=kind, object_id=str(conversation.pk), change_message=LOOKED).exists():
        LogEntry.objects.create(
            user_id=person.pk,
            content_type=kind,
            object_id=str(conversation.pk),
            object_repr=str(conversation.pk),
            action_flag=CHANGE,
            change_message=LOOKED,
        )
