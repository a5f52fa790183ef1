"""What a scenario finds at the agent that it is kept with, and the catalogue in the form of a scenario file."""

from typing import Any

from agents import draft
from agents.models import Agent
from conversations.scenario.format import Home
from facts import catalogue
from facts.catalogue import Catalogue
from facts.models import CatalogueKey

_OF_KEY = ("label", "description", "schema", "many", "sensitive", "shareable", "write", "propose", "fresh")


def home_of(agent: Agent) -> Home:
    """The draft as it is now, and the catalogue of the site."""
    known = catalogue.load()
    return Home(draft.document_of(agent), tuple(entry_of(key) for key in known.readable()), scopes_of(known))


def entry_of(key: CatalogueKey) -> dict[str, Any]:
    """A key as a scenario file has it; what is empty is left out."""
    told = {name: getattr(key, name) for name in _OF_KEY}
    return {"key": key.pattern, **{name: value for name, value in told.items() if value not in (None, "", False, {})}}


def scopes_of(known: Catalogue) -> dict[str, Any]:
    """The scopes as a scenario file has them."""
    return {name: {"open": scope.is_open} for name, scope in known.scopes.items()}
