"""What users get: published agents, and their versions compiled for the engine."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from django.utils import translation

from agents.compile import compile_definition
from agents.definition import Definition
from agents.models import Agent, Version
from agents.phrases import PHRASES


@dataclass(frozen=True, slots=True)
class _Stored:
    """A version as a key of the cache, by id and time: a database that is rolled back gives an id again."""

    pk: int
    at: datetime
    version: Version = field(compare=False, repr=False)


def definition(version: Version) -> Definition:
    """The version, compiled; the built-in sentences stand in it in the agent's language. Compiled once a process."""
    return _compiled(_Stored(version.pk, version.published_at, version))


@lru_cache(maxsize=256)
def _compiled(stored: _Stored) -> Definition:
    document = json.loads(stored.version.document)
    return compile_definition(document, stored.version.number, phrases(document["language"]))


@lru_cache
def phrases(language: str) -> Mapping[str, str]:
    """The built-in sentences in a language; in English where there is no translation."""
    with translation.override(language):
        return {name: translation.gettext(text) for name, text in PHRASES.items()}


def published() -> list[Agent]:
    """The agents that have a live version, by name."""
    return list(Agent.objects.filter(live__isnull=False).select_related("live"))
