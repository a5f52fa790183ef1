"""Who did what to a draft: lines of Django's admin log, all of them at the agent's history."""

import json
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.http import HttpRequest
from django.utils.translation import gettext as _

from agents.models import Agent, Field, Flow, Step
from facts import audit


def note(request: HttpRequest, agent: Agent, words: str, flag: int = CHANGE) -> None:
    """One line of the agent's history."""
    audit.note(request.user, agent, words, flag)


def last(agent: Agent) -> LogEntry | None:
    """The latest line about the agent, with who did it."""
    kind = ContentType.objects.get_for_model(Agent)
    lines = LogEntry.objects.filter(content_type=kind, object_id=str(agent.pk)).select_related("user")
    return lines.order_by("-action_time", "-pk").first()


def part(row: Any) -> str:
    """What a row is, in words."""
    match row:
        case Step():
            return _("step %(step)s of flow %(flow)s") % {"step": row.slug, "flow": row.flow.slug}
        case Flow():
            return _("flow %(flow)s") % {"flow": row.slug}
        case Field():
            return _("field %(field)s") % {"field": row.slug}
    return str(row)


def changed(row: Any, message: Any) -> str:
    """What Django noted of a change, as words; those of a part begin with the part."""
    said = message if isinstance(message, str) else LogEntry(change_message=json.dumps(message)).get_change_message()
    return said if isinstance(row, Agent) else f"{part(row)}: {said}"
