"""Cards that are on a screen while their question is answered elsewhere: on the profile page, or over HTTP (F18)."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.db.models.signals import post_save

from conversations import cards, serving
from conversations.known import ORIGIN
from facts.models import Entry, Person

TOLD = 10
"""Conversations about a fact, the newest first: an older one is hardly on a screen, and is right when it is opened."""


def listen() -> None:
    """Hear of every entry of the ledger from now on."""
    post_save.connect(_heard, sender=Entry, dispatch_uid="cards answered elsewhere")


def _heard(instance: Entry, **signal: Any) -> None:
    """Tell of an answer or a change once it is stored. A turn and a click on a card tell of theirs themselves.

    What was decided is stored by then: that a screen could not be told must not make it look refused.
    """
    if not cards.is_here() and serving.serves():
        transaction.on_commit(lambda: _tell(instance.person, instance.key), robust=True)


def _tell(person: Person, key: str) -> None:
    for conversation in _speaking_of(person, key):
        states = cards.states_about(conversation, person.pk, [key])
        if states:
            serving.announce(conversation, cards.stand(person, states))


def _speaking_of(person: Person, key: str) -> list[UUID]:
    """The conversations in which the fact came up."""
    said = Entry.objects.filter(person=person, key=key, origin__startswith=ORIGIN)
    newest = said.values_list("origin").annotate(last=Max("pk")).order_by("-last")[:TOLD]
    return [UUID(origin.removeprefix(ORIGIN)) for origin, _last in newest]
