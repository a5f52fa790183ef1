"""The draft of an agent written anew from a file, all or nothing."""

from typing import Any

from django.db import transaction

from agents import draft
from agents.actions import Imported, check_document, errors_in
from agents.document import Document
from agents.models import Agent
from agents.problem import Message, Problem, gettext_noop
from agents.reader import read


class Stale(Exception):
    """Somebody changed the draft meanwhile; `revision` is the one that it has now."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"the draft has revision {revision}")
        self.revision = revision


def problems_in(text: str, agent: Agent | None = None) -> tuple[Document, tuple[Problem, ...]]:
    """The document in a text and what is wrong with it, as the file of `agent` or of one that is not there yet."""
    document = read(text)
    problems = check_document(document)
    found = document.value.get("agent") if isinstance(document.value, dict) else None
    if isinstance(found, str) and (fault := _wrong_agent(found, agent)):
        problems = (*problems, document.problem("error", "wrong-agent", fault, ("agent",)))
    return document, problems


def _wrong_agent(found: str, agent: Agent | None) -> Message | None:
    if agent is not None and found != agent.slug:
        text = gettext_noop("This is the file of “%(found)s”; here it has to be “%(agent)s”, whose draft it becomes.")
        return Message(text, {"found": found, "agent": agent.slug})
    if agent is None and Agent.objects.filter(slug=found).exists():
        text = gettext_noop("There is an agent “%(found)s” already: write another id, or change that one on its page.")
        return Message(text, {"found": found})
    return None


@transaction.atomic
def rewrite(agent: Agent, text: str, *, seen: int) -> Imported:
    """Make a file the draft of the agent; with any error nothing changes.

    `seen` is the revision from which the change began. Raises Stale when the draft has another one by now.
    """
    agent = Agent.objects.select_for_update().get(pk=agent.pk)
    document, problems = problems_in(text, agent)
    if errors_in(problems):
        return Imported(None, problems)
    if agent.revision != seen:
        raise Stale(agent.revision)
    _apply(agent, document.value)
    return Imported(agent, problems)


@transaction.atomic
def begin_with(text: str) -> Imported:
    """Make a file the draft of a new agent; with any error, and where its id is taken, nothing changes."""
    document, problems = problems_in(text)
    if errors_in(problems):
        return Imported(None, problems)
    value: Any = document.value
    agent = Agent.objects.create(slug=value["agent"], name=value["agent"])
    _apply(agent, value)
    return Imported(agent, problems)


def _apply(agent: Agent, document: Any) -> None:
    draft.apply(agent, document)
    agent.refresh_from_db()
