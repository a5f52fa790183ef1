"""Who did what: lines of Django's admin log, written here and nowhere else. They hold no word of a person."""

import json
from datetime import timedelta
from typing import Any, Final

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils import timezone

A_LOOK: Final = timedelta(hours=1)
"""What is done again and again within this time is one line."""
LONGEST_NAME: Final = 200


def note(by: Any, row: Model, words: str | list[Any], flag: int = CHANGE, *, name: str = "") -> LogEntry:
    """Write one line of what `by` did to the row: in words, or as Django's admin notes a change (a list).

    `name` is what the row is called, where its own text (`str`) is no name, or is a secret.
    """
    return LogEntry.objects.create(
        user_id=by.pk,
        content_type=_kind(row),
        object_id=str(row.pk),
        object_repr=(name or str(row))[:LONGEST_NAME],
        action_flag=flag,
        change_message=words if isinstance(words, str) else json.dumps(words),
    )


def note_once(by: Any, row: Model, words: str, *, name: str = "") -> None:
    """The same, once within `A_LOOK`: for looks, of which a page makes several."""
    lately = LogEntry.objects.filter(user=by.pk, action_time__gt=timezone.now() - A_LOOK)
    if not lately.filter(content_type=_kind(row), object_id=str(row.pk), change_message=words).exists():
        note(by, row, words, name=name)


def _kind(row: Model) -> ContentType:
    return ContentType.objects.get_for_model(row, for_concrete_model=False)
