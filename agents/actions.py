"""What staff do to an agent as a whole: import, publish, roll back. Shared by the admin, the commands and the API."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext

from agents import draft, gate
from agents.check import check
from agents.columns import canonical
from agents.document import Document
from agents.gate import Proof
from agents.layout import Part
from agents.models import Agent, Version
from agents.problem import Problem
from agents.reader import read
from agents.registry import ActionSpec, registered
from facts import audit, catalogue
from facts.catalogue import Catalogue
from facts.models import Person


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of an import: the agent (None when there were errors, or on a dry run of a new one), the problems."""

    agent: Agent | None
    problems: tuple[Problem, ...]


class NotProved(Exception):
    """Scenarios did not pass on the draft as it is, and no reason was given. `proofs` are those."""

    def __init__(self, proofs: Sequence[Proof]) -> None:
        super().__init__(f"{len(proofs)} scenarios")
        self.proofs = tuple(proofs)


class PublishRefused(Exception):
    """The draft, or the version to go back to, has errors. `problems` are the errors."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(f"{len(problems)} errors")
        self.problems = tuple(problems)


def errors_in(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems for which publishing is refused."""
    return tuple(problem for problem in problems if problem.severity == "error")


def check_document(document: Document) -> tuple[Problem, ...]:
    """Everything that is wrong with a document, held against the registered actions and the catalogue of facts."""
    known = catalogue.load()
    return check(document, actions=registered(), fact_keys=known.patterns, open_scopes=known.open_scopes)


def problems_of(agent: Agent) -> tuple[Problem, ...]:
    """Everything that is wrong with the draft of an agent."""
    return problems_of_draft(draft.document_of(agent))


def problems_of_draft(document: dict[str, Any]) -> tuple[Problem, ...]:
    """As `check_document`, of a document that was no file; checked once a process while nothing about it changes.

    Every page of a draft tells its problems, and checking a large one takes longer than reading it.
    """
    known, actions = catalogue.load(), registered()
    around: Any = {name: [spec.input, spec.output] for name, spec in actions.items()}
    around = canonical([around, list(known.patterns), list(known.open_scopes)])
    return _checked(_Drafted(canonical(document), around, actions, known))


@dataclass(frozen=True, slots=True)
class _Drafted:
    """A draft and what it is held against, told apart by their texts."""

    document: str
    around: str
    actions: Mapping[str, ActionSpec] = field(compare=False)
    known: Catalogue = field(compare=False)


@lru_cache(maxsize=32)
def _checked(drafted: _Drafted) -> tuple[Problem, ...]:
    known = drafted.known
    return check(
        json.loads(drafted.document),
        actions=drafted.actions,
        fact_keys=known.patterns,
        open_scopes=known.open_scopes,
    )


def is_live(agent: Agent) -> bool:
    """Whether the draft says exactly what the live version says."""
    return agent.live is not None and agent.live.document == canonical(draft.document_of(agent))


def import_agent(text: str, *, publish: bool = False, dry_run: bool = False, by: Person | None = None) -> Imported:
    """Make an agent file the draft of its agent, all or nothing: with any error nothing changes.

    Rows are matched by id and kept. `publish` also publishes it, `dry_run` only lists the problems.
    """
    document = read(text)
    problems = check_document(document)
    value: Any = document.value
    if errors_in(problems):
        return Imported(None, problems)
    if dry_run:
        return Imported(Agent.objects.filter(slug=value["agent"]).first(), problems)
    return Imported(_load(value, publish=publish, by=by), problems)


@transaction.atomic
def _load(document: Part, *, publish: bool, by: Person | None) -> Agent:
    agent, _created = Agent.objects.get_or_create(slug=document["agent"], defaults={"name": document["agent"]})
    draft.apply(agent, document)
    if publish:
        _publish(agent, by=by, note="")
    agent.refresh_from_db()
    return agent


def publish(agent: Agent, *, by: Person | None = None, note: str = "", reason: str | None = None) -> Version:
    """Make the draft the next version and the live one. A draft that says what is live already stays that version.

    `reason` is why it is published though a scenario did not pass on it. None: scenarios are not looked at, as for
    commands. Raises PublishRefused when the draft has errors, NotProved when a reason is needed and this one is empty.
    """
    version = _publish(agent, by=by, note=note, reason=reason)
    agent.refresh_from_db()
    return version


@transaction.atomic
def _publish(agent: Agent, *, by: Person | None, note: str, reason: str | None = None) -> Version:
    # the lock makes the next number safe on PostgreSQL, the immediate transaction on SQLite
    agent = Agent.objects.select_for_update(of=("self",)).select_related("live").get(pk=agent.pk)
    document = draft.document_of(agent)
    if errors := errors_in(check_document(Document(document))):
        raise PublishRefused(errors)
    text = canonical(document)
    if agent.live and agent.live.document == text:
        return agent.live
    why = _why(agent, reason)
    number = (agent.versions.published().aggregate(last=Max("number"))["last"] or 0) + 1
    version = agent.versions.create(
        number=number, document=text, revision=agent.revision, note=note, reason=why, published_by=by
    )
    _go_live(agent, version, by, f"{gettext('Published version %(number)d.') % {'number': number}} {why}".strip())
    return version


def _why(agent: Agent, reason: str | None) -> str:
    """The reason that is kept: none where every scenario passed. Draft and results stand still: the agent is locked."""
    if reason is None or not (unproved := gate.unproved(agent)):
        return ""
    if not reason.strip():
        raise NotProved(unproved)
    return reason.strip()


@transaction.atomic
def rollback(agent: Agent, number: int, *, by: Person | None = None) -> Version:
    """Make an older version live again; the draft stays. Conversations that run stay on their version.

    Raises Version.DoesNotExist, and PublishRefused when the version has errors by now (an action that is gone).
    """
    version = agent.versions.published().get(number=number)
    if errors := errors_in(check_document(Document(json.loads(version.document)))):
        raise PublishRefused(errors)
    _go_live(agent, version, by, gettext("Went back to version %(number)d.") % {"number": number})
    agent.refresh_from_db()
    return version


def _go_live(agent: Agent, version: Version, by: Person | None, message: str) -> None:
    """Point the agent at the version, and keep who did it. The draft's revision is not touched."""
    Agent.objects.filter(pk=agent.pk).update(live=version)
    if by is not None:
        audit.note(by, agent, message)
