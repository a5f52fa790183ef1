"""Where in a person's conversations the words of a key stand (F20): looked for before any lock is taken.

Messages, events and reports never change once they are stored, save by forgetting. So under the lock only what came
since is looked at, and everything once more where more was said under the key meanwhile.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from conversations import wordless
from conversations.known import origin_of
from conversations.models import Conversation, Event, Message, Turn
from facts.erasing import Erased
from facts.models import Keyring

T = TypeVar("T")
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Traces:
    """What was looked at, by id: of a message whether it holds the words, of the others what to write in their place.

    None stands for what holds no word, and stays.
    """

    erased: Erased
    messages: Mapping[int, bool] = field(default_factory=dict)
    events: Mapping[int, bytes | None] = field(default_factory=dict)
    reports: Mapping[int, bytes | None] = field(default_factory=dict)

    @property
    def blanked(self) -> list[int]:
        """The messages that hold the words."""
        return [message for message, holds in self.messages.items() if holds]


def find(conversations: "QuerySet[Conversation]", erased: Erased, seen: Traces | None = None) -> Traces:
    """Look at all that these conversations hold and that was not `seen` for the same words."""
    keyrings = _keyrings(conversations)
    inside = {"conversation__in": list(keyrings)}
    before = seen if seen and seen.erased.says_the_same(erased) else Traces(erased)
    return Traces(
        erased,
        _looked_at(Message.objects.filter(**inside, forgotten=False), before.messages, _Messages(keyrings, erased)),
        _looked_at(Event.objects.filter(**inside).exclude(payload=None), before.events, _Events(keyrings, erased)),
        _looked_at(_told(inside), before.reports, _Reports(keyrings)),
    )


def _told(inside: Mapping[str, Any]) -> "QuerySet[Turn]":
    """The turns with a report that may hold words."""
    return Turn.objects.filter(**inside).exclude(report=None).exclude(status=Turn.Status.FORGOTTEN)


def _keyrings(conversations: "QuerySet[Conversation]") -> dict[UUID, Keyring]:
    """The keyring of each conversation: one object, whose key is unwrapped once, for all that share it."""
    held: dict[UUID, Keyring] = {}
    rows = conversations.select_related("keyring").only("keyring__wrapped", "keyring__site_key")
    return {row.pk: held.setdefault(row.keyring_id, row.keyring) for row in rows}


def _looked_at(rows: "QuerySet[Any]", known: Mapping[int, T], look: Callable[[Any], T]) -> dict[int, T]:
    """`known`, and what `look` says of the rows that are not in it."""
    found = dict(known)
    new = set(rows.order_by().values_list("pk", flat=True)) - known.keys()
    for some in chunks(new):
        found |= {row.pk: look(row) for row in rows.filter(pk__in=some).order_by()}
    return found


@dataclass(frozen=True, slots=True)
class _Messages:
    """Whether a message holds the words: they were said in it, it is a card about the key, or it repeats them."""

    keyrings: Mapping[UUID, Keyring]
    erased: Erased

    def __call__(self, row: Message) -> bool:
        return self._is_source(row) or self._holds(row, self.keyrings[row.conversation_id])

    def _is_source(self, row: Message) -> bool:
        """Whether an entry of the ledger names the message: by its `seq`, which is the id of an input (T29)."""
        said_at = (origin_of(row.conversation_id), str(row.seq))
        return row.role == Message.Role.USER and said_at in self.erased.places

    def _holds(self, row: Message, keyring: Keyring) -> bool:
        card: Any = row.opened("fact", keyring)
        if isinstance(card, dict) and card["key"] == self.erased.key:
            return True
        tap: Any = row.opened("tap", keyring)
        words = self.erased.words
        return (
            words.stand_in(str(row.opened("text", keyring)))
            or words.are_in(tap["value"] if tap else None)
            or words.are_in(_said_on(card))
        )


def _said_on(card: Any) -> list[Any]:
    """What a fact card shows of a person's words; ids, keys and labels are none."""
    shown = ("value", "shown", "quote", "old", "old_shown", "old_quote")
    return [card.get(name) for name in shown] if isinstance(card, dict) else []


@dataclass(frozen=True, slots=True)
class _Events:
    """What is left of an event's payload."""

    keyrings: Mapping[UUID, Keyring]
    erased: Erased

    def __call__(self, row: Event) -> bytes | None:
        keyring = self.keyrings[row.conversation_id]
        payload: Any = row.opened("payload", keyring)
        if not self.erased.words.are_in(payload):
            return None
        return Event.sealed(keyring, payload=wordless.mapping(payload, self.erased.words))["payload"]


@dataclass(frozen=True, slots=True)
class _Reports:
    """What a report says in ids, codes and numbers: facts and values may stand anywhere else in it."""

    keyrings: Mapping[UUID, Keyring]

    def __call__(self, row: Turn) -> bytes | None:
        keyring = self.keyrings[row.conversation_id]
        report = row.opened("report", keyring)
        left = wordless.report(report)
        return None if left == report else Turn.sealed(keyring, report=left)["report"]


def replace(model: type[Model], column: str, values: Mapping[int, bytes | None]) -> int:
    """Write what is left in the place of what was there; how many rows."""
    changed = [model(pk=pk, **{column: value}) for pk, value in values.items() if value is not None]
    model._default_manager.bulk_update(changed, [column], batch_size=_CHUNK)
    return len(changed)


def chunks(ids: Iterable[int]) -> Iterator[list[int]]:
    """The ids, so many at a time as one statement takes."""
    held = sorted(ids)
    return (held[start : start + _CHUNK] for start in range(0, len(held), _CHUNK))
