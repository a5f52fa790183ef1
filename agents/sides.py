"""What can be held against each other of an agent: its published versions by their numbers, and its draft."""

import json
from typing import Any, Final

from django.utils.translation import gettext as _

from agents import draft
from agents.models import Agent

DRAFT: Final = "draft"
"""The name of the draft, where a version has its number."""


class NoSuchSide(LookupError):
    """The agent has no such version; the message says which there are."""


def usual(agent: Agent) -> tuple[str, str]:
    """What is compared unless something else is asked for: the live version, or else the newest, and the draft.

    Raises NoSuchSide for an agent that was never published.
    """
    live = agent.live or agent.versions.published().defer("document").first()
    if live is None:
        raise NoSuchSide(_("This agent was never published: there is nothing to compare its draft with."))
    return str(live.number), DRAFT


def documents(agent: Agent, *names: str) -> list[dict[str, Any]]:
    """The documents of these sides, in at most ten queries. Raises NoSuchSide."""
    numbers = [int(name) for name in names if _is_number(name)]
    held = dict(agent.versions.published().filter(number__in=numbers).values_list("number", "document"))
    return [_document(agent, name, held) for name in names]


def _document(agent: Agent, name: str, held: dict[int, str]) -> dict[str, Any]:
    if name == DRAFT:
        return draft.document_of(agent)
    found = held.get(int(name)) if _is_number(name) else None
    if found is None:
        there = ", ".join(str(number) for number in agent.versions.published().values_list("number", flat=True)[:20])
        raise NoSuchSide(
            _("This agent has no version “%(name)s”. Choose the draft or one of these: %(numbers)s.")
            % {"name": name[:20], "numbers": there or "—"}
        )
    return dict(json.loads(found))


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 10
