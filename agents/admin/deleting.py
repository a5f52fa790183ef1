"""What goes with an agent that is deleted, and what keeps one: counted and named, never listed row by row."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import models

from agents.models import Agent

Answer = tuple[list[Any], dict[str, int], set[str], list[str]]
"""What goes, in words and counted; which permissions are missing; what keeps it. As Django's admin asks for it."""


def what_goes(agents: Sequence[Agent]) -> Answer:
    """So many queries however much hangs on the agents. One that was published, tried or talked to stays (PROTECT)."""
    counted = {str(Agent._meta.verbose_name_plural): len(agents)}
    words = []
    for rows in _related(agents, models.CASCADE):
        names, count = rows.model._meta, rows.count()
        counted[str(names.verbose_name_plural)] = count
        words.append(f"{count} {names.verbose_name if count == 1 else names.verbose_name_plural}")
    kept_by = [str(rows.model._meta.verbose_name_plural) for rows in _related(agents, models.PROTECT) if rows.exists()]
    return [*map(str, agents), words], counted, set(), kept_by


def _related(agents: Sequence[Agent], on_delete: Any) -> Iterator[models.QuerySet[Any]]:
    """The rows of each model that points at agents and is so treated when one goes."""
    for relation in Agent._meta.related_objects:
        if relation.on_delete is on_delete:
            manager = relation.related_model._base_manager
            yield manager.filter(**{f"{relation.field.name}__in": agents})
