"""What a page shows of a draft, read and checked once, however many of its parts ask for it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Max
from django.http import HttpRequest
from django.utils.translation import gettext as _

from agents import draft
from agents.actions import problems_of_draft
from agents.admin.places import Places
from agents.columns import canonical
from agents.models import Agent
from agents.problem import Problem


@dataclass
class Sheet:
    """An agent's draft as one request sees it."""

    agent: Agent

    @cached_property
    def document(self) -> dict[str, Any]:
        """The draft as a document."""
        return draft.document_of(self.agent)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with it, errors first."""
        return tuple(sorted(problems_of_draft(self.document), key=lambda problem: problem.severity))

    @cached_property
    def places(self) -> Places:
        """Where each of its parts is mended."""
        return Places.of(self.agent)

    @cached_property
    def live(self) -> dict[str, Any] | None:
        """The document that is live."""
        return json.loads(self.agent.live.document) if self.agent.live else None

    @property
    def is_live(self) -> bool:
        """Whether the draft says exactly what is live."""
        return self.agent.live is not None and self.agent.live.document == canonical(self.document)

    @cached_property
    def next_number(self) -> int:
        """The number that the next version will have."""
        return (self.agent.versions.published().aggregate(last=Max("number"))["last"] or 0) + 1

    @cached_property
    def changed(self) -> list[str]:
        """The parts in which the draft differs from what is live, in words."""
        return list(_differing(self.live, self.document)) if self.live is not None else []


_PARTS = ("flows", "fields")


def _differing(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    settings = [{key: value for key, value in one.items() if key not in _PARTS} for one in (before, after)]
    if canonical(settings[0]) != canonical(settings[1]):
        yield _("settings")
    for kind, word in (("flows", _("flow %(name)s")), ("fields", _("field %(name)s"))):
        old, new = before.get(kind, {}), after.get(kind, {})
        for name in [*new, *(name for name in old if name not in new)]:
            if name not in old or name not in new or canonical(old[name]) != canonical(new[name]):
                yield word % {"name": name}
        if list(old) != list(new) and old.keys() == new.keys():
            yield {"flows": _("order of flows"), "fields": _("order of fields")}[kind]


def sheet_of(request: HttpRequest, agent: Agent) -> Sheet:
    """The sheet of this request."""
    held: Sheet | None = getattr(request, "draft_sheet", None)
    if held is None or held.agent.pk != agent.pk:
        held = request.draft_sheet = Sheet(agent)  # type: ignore[attr-defined]
    return held
