"""Trials: staff chat with the draft of an agent, as whom they choose, with a clock in hand.

A trial is a conversation like any other, with a version of its own that nobody publishes, and, where it pretends to be
with somebody who is signed in, with a person who is made for it. Nothing of it is counted anywhere.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from asgiref.sync import async_to_sync
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from agents import draft
from agents.actions import errors_in, problems_of_draft
from agents.columns import canonical
from agents.models import Agent, Version
from conversations import actions, runner
from conversations.actions import Refused
from conversations.clock import now
from conversations.forgetting import forget_trial
from conversations.models import Conversation, Timer, Trial
from conversations.pretending import moment_of
from facts import actions as facts
from facts.catalogue import load
from facts.models import Person
from facts.values import Invalid, Json

ORIGIN = "trial"
KEPT = timedelta(days=7)
"""How long after its beginning a trial is forgotten."""
FURTHEST = timedelta(days=3660)
"""How far its clock can be set ahead."""
TIMERS_AT_MOST = 100
"""Timers that one jump of the clock may set off."""


@dataclass(frozen=True, slots=True)
class Setup:
    """As whom staff try a draft.

    `facts` are values by key that the person stated themselves; `answers` are what actions answer, by name, where they
    shall not run (`{"error": code}`: it fails).
    """

    signed_in: bool = False
    language: str = ""
    timezone: str = ""
    context: Mapping[str, Json] = field(default_factory=dict)
    facts: Mapping[str, Json] = field(default_factory=dict)
    answers: Mapping[str, Json] = field(default_factory=dict)


def begin(agent: Agent, by: Person, setup: Setup) -> Conversation:
    """Begin a trial of the draft as it is now. Raises Refused: with errors it cannot be tried, or for bad facts."""
    with transaction.atomic():
        version = _as_it_is(agent)
        person = _pretend(setup) if setup.signed_in else None
        started = actions.start(
            agent,
            person,
            context=dict(setup.context),
            language=setup.language,
            timezone=setup.timezone,
            version=version,
        )
        conversation = started.conversation
        sealed = Trial.sealed(conversation.keyring, setup=asdict(setup))
        Trial.objects.create(conversation=conversation, by=by, **sealed)
    return conversation


def setup_of(conversation: Conversation) -> Setup:
    """As whom the draft is tried."""
    held: Any = conversation.trial.opened("setup", conversation.keyring)
    return Setup(**held)


def jump(conversation: Conversation, length: timedelta) -> None:
    """Set the clock ahead, stopping at each moment at which a timer is due. Raises Refused for what is too far.

    What the timers bring is said before this returns; so is what waits besides.
    """
    end_of_jump = moment_of(conversation) + length
    _check_reach(end_of_jump)
    for _number in range(TIMERS_AT_MOST):
        due = next_timer(conversation, until=end_of_jump)
        if due is None:
            break
        _set_clock(conversation, max(due, moment_of(conversation)))
        async_to_sync(runner.run)(conversation.pk)
        if next_timer(conversation, until=end_of_jump) == due:
            break
    _set_clock(conversation, end_of_jump)


def next_timer(conversation: Conversation, until: datetime | None = None) -> datetime | None:
    """When the next timer that is free to fire is due."""
    if Conversation.objects.filter(pk=conversation.pk, handed_off=True).exists():
        return None
    timers = Timer.objects.filter(conversation=conversation, done_at=None, held=False)
    if until is not None:
        timers = timers.filter(due_at__lte=until)
    return timers.order_by("due_at").values_list("due_at", flat=True).first()


def end(conversation: Conversation) -> None:
    """Forget a trial, with the person that was made for it and the draft as it was, if nobody else tries it."""
    version = conversation.version_id
    forget_trial(conversation)
    if not Conversation.objects.filter(version=version).exists():
        Version.objects.filter(pk=version).drop_tried()


def tidy(at: datetime, most: int = 20) -> int:
    """Forget trials that began long ago; how many."""
    rows = Trial.objects.select_related("conversation__person", "conversation__keyring")
    old = list(rows.filter(begun_at__lt=at - KEPT).order_by("begun_at")[:most])
    for trial in old:
        end(trial.conversation)
    return len(old)


def _as_it_is(agent: Agent) -> Version:
    """The draft as a version that is not published; the same one while the draft stays as it is."""
    document = draft.document_of(agent)
    if errors := errors_in(problems_of_draft(document)):
        raise Refused("has_errors", _("Mend the errors first: %(count)d.") % {"count": len(errors)}, 409)
    text = canonical(document)
    held = agent.versions.tried().filter(document=text).first()
    return held or agent.versions.create(number=0, document=text, revision=agent.revision)


def _pretend(setup: Setup) -> Person:
    """Somebody who is made for the trial, with what is known of them."""
    person = Person(username=f"trial-{uuid4().hex}", language=setup.language[:16], timezone=setup.timezone)
    person.is_pretended, person.is_active = True, False
    person.set_unusable_password()
    person.save()
    _state(person, setup.facts)
    return person


def _state(person: Person, known: Mapping[str, Json]) -> None:
    """Keep what is known of them, as if they had typed it; of a key of many values each one."""
    catalogue = load()
    for key, value in known.items():
        rule = catalogue.key_for(key)
        try:
            for one in value if isinstance(value, list) and rule and rule.many else [value]:
                facts.state(person, key, one, origin=ORIGIN)
        except Invalid as invalid:
            sentence = _("%(key)s: %(why)s") % {"key": key, "why": invalid.message}
            raise Refused("invalid", sentence, fields=("facts",)) from None


def _check_reach(moment: datetime) -> None:
    if moment > now() + FURTHEST:
        raise Refused("too_far", _("The clock goes ten years ahead at most. Begin the trial again."))


def _set_clock(conversation: Conversation, moment: datetime) -> None:
    """Set the clock, which never goes back."""
    trial = conversation.trial
    trial.ahead = max(trial.ahead, round((moment - now()).total_seconds()))
    trial.save(update_fields=["ahead"])
