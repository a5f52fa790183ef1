"""Screens on which a fact was not answered hear of it: other conversations of the person that are open (F7, F8, F18).

Whatever writes to the ledger is heard: a turn, a click on a card, the profile page, HTTP. What one transaction changed
is told once, when it is stored, in one frame for all lines of the person; where none is open nothing is looked up.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models.signals import post_save

from conversations import cards, live, serving
from conversations.database import hop
from conversations.work import Frame
from facts.models import Entry, Person

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Changes:
    """The keys that a transaction wrote to the ledger of a person under.

    `there` is the conversation whose own lines whoever writes tells, if it is one.
    """

    person: Person
    there: UUID | None
    keys: set[str]

    def tell(self) -> None:
        """Tell of them, now that they are stored."""
        tell(self.person, self.keys, but=self.there)


def listen() -> None:
    """Hear of every entry of the ledger from now on."""
    post_save.connect(_heard, sender=Entry, dispatch_uid="cards answered elsewhere")


def tell(person: Person, keys: Collection[str] = (), *, but: UUID | None = None) -> None:
    """Tell the lines of a person where the cards about these keys stand, and how many questions wait.

    Not those of the conversation `but`. What was decided is stored by then: it stands although nobody could be told.
    """
    serving.soon(_tell(person, frozenset(keys), but))


def _heard(instance: Entry, **signal: Any) -> None:
    if serving.serves():
        _add(instance.person, instance.key)


def _add(person: Person, key: str) -> None:
    """Put the key to those of this transaction that are told already, or begin with it."""
    there = cards.told_in()
    for registered in connection.run_on_commit:
        known = getattr(registered[1], "__self__", None)
        if isinstance(known, Changes) and (known.person.pk, known.there) == (person.pk, there):
            known.keys.add(key)
            return
    # Django names a callback that failed by its `__qualname__`, which a method has.
    transaction.on_commit(Changes(person, there, {key}).tell, robust=True)


async def _tell(person: Person, keys: Collection[str], but: UUID | None) -> None:
    if not live.may_hear(person.pk, but=but):
        return
    try:
        await live.tell(person.pk, await hop(_frame, person, keys), but=but)
    except Exception as error:
        log.info("a screen was not told where a card stands: %s", type(error).__name__)


def _frame(person: Person, keys: Collection[str]) -> Frame:
    """The `facts` frame about these keys, in three queries."""
    return cards.stand(person, cards.latest_about(person.pk, keys))
