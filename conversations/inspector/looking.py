"""Who may read a conversation as staff, and the line that is left of each look."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404

from conversations import attending
from conversations.models import Conversation
from conversations.pretending import trial_of
from conversations.reading import Reading

READ = "conversations.read_transcripts"
TRY = "agents.change_agent"


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
    attending.looked(person, found)
    return Reading(found, is_own=False)
