"""What is kept from whoever reads another person's conversation: sensitive values, and the words they came in (F19).

Values are known by their field or key. In prompts and messages the words themselves are looked for, as when they are
forgotten (F20): a line that holds one is not shown.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from conversations.engine.effects import canonical
from conversations.engine.reading import ReadFact
from conversations.engine.state import State
from conversations.inspector.values import HIDDEN, NOTHING, Shown
from conversations.models import Conversation, Turn
from conversations.reading import Reading
from facts import catalogue
from facts.catalogue import Catalogue
from facts.ledger import share_keyrings
from facts.models import CatalogueKey, Entry
from facts.sensitivity import sensitive_keys
from facts.values import Json
from facts.words import Words

LATEST = 200
"""Lines of the ledger whose words are looked for, the newest first."""
BEFORE = 20
"""Turns before the one that is shown, whose messages its prompts may repeat."""
_NO_WORDS = Words((), ())


@dataclass(frozen=True)
class Mask:
    """What is hidden: values of `fields` and of facts by `keys`, and texts in which the `words` stand.

    Of an own trial nothing is, not even what a statement itself is marked as sensitive by.
    """

    is_own: bool = False
    fields: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()
    words: Words = field(default=_NO_WORDS)

    def text(self, text: str) -> Shown:
        """A message, or a quote."""
        return HIDDEN if self.words and self.words.stand_in(text) else Shown(text)

    def of_field(self, name: str, value: Json, shown: str | None = None) -> Shown:
        """The value of a field, in words."""
        return HIDDEN if name in self.fields else self.value(value, shown)

    def of_key(self, key: str, value: Json, shown: str | None = None, *, is_sensitive: bool = False) -> Shown:
        """The value of a fact, in words. One that is sensitive is told only where nothing is masked."""
        is_hidden = key in self.keys or (is_sensitive and not self.is_own)
        return HIDDEN if is_hidden else self.value(value, shown)

    def value(self, value: Json, shown: str | None = None) -> Shown:
        """Any other value."""
        if value is None:
            return NOTHING
        if self.words and self.words.are_in(value):
            return HIDDEN
        return Shown(shown if shown is not None else value if isinstance(value, str) else canonical(value))

    def lines(self, text: str) -> str:
        """A prompt, line by line: people's words and values stand on one line each."""
        if self.is_own:
            return text
        hidden = _("(hidden: this line holds something sensitive)")
        return "\n".join(hidden if self._is_hidden(line) else line for line in text.split("\n"))

    def _is_hidden(self, line: str) -> bool:
        if self.words and self.words.stand_in(line):
            return True
        names = (*self.fields, *self.keys)
        return line.startswith("- ") and any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) for name in names)


def mask_for(
    reading: Reading, numbers: Collection[int], states: Iterable[State] = (), said: Iterable[ReadFact] = ()
) -> Mask:
    """The mask for some turns of a conversation, in a fixed number of queries.

    `states` are those before and after them, `said` are the statements that were read in them.
    """
    if reading.is_own:
        return Mask(is_own=True)
    conversation, known = reading.conversation, catalogue.load()
    keys, values, quotes = _known(conversation, known)
    for fact in _sensitive(said, keys, known):
        keys.add(known.normalise(fact.key))
        values.append(fact.value)
        quotes.append(fact.quote or "")
    held = list(states)
    bound = {name for state in held for name, known in state.data.items() if known.fact in keys}
    fields = reading.masked | frozenset(bound)
    of_fields = [known for state in held for name, known in state.data.items() if name in fields]
    values += [known.value for known in of_fields] + list(_reported(conversation, numbers, fields))
    quotes += [known.quote for known in of_fields]
    words = Words(values, quotes, [conversation.agent.language])
    return Mask(fields=fields, keys=frozenset(keys - {""}), words=words)


def _sensitive(said: Iterable[ReadFact], keys: Collection[str], known: Catalogue) -> list[ReadFact]:
    """The statements that are: the reading says so, or their key is, though nothing of them may have been kept."""
    found = [(fact, known.normalise(fact.key)) for fact in said]
    return [fact for fact, key in found if fact.sensitive or key in keys or _is_sensitive(known.key_for(key))]


def _is_sensitive(rule: CatalogueKey | None) -> bool:
    return rule is not None and rule.sensitive


def _known(conversation: Conversation, known: Catalogue) -> tuple[set[str], list[Json], list[str]]:
    """The sensitive keys of the person, and what was ever said under them."""
    if conversation.person is None:
        return set(), [], []
    mine = Entry.objects.filter(person=conversation.person)
    keys = sensitive_keys(conversation.person, mine.order_by().values_list("key", flat=True).distinct(), known)
    rows = mine.filter(key__in=keys).select_related("keyring").order_by("-pk")[:LATEST] if keys else ()
    entries = list(share_keyrings(rows).values())
    return keys, [entry.read_value() for entry in entries], [entry.read_quote() for entry in entries]


def _reported(conversation: Conversation, numbers: Collection[int], fields: Collection[str]) -> Iterator[Json]:
    """What the fields held in the turns and in those before them: their messages stand in the history."""
    if not fields or not numbers:
        return
    near = Turn.objects.filter(
        conversation=conversation, number__gte=min(numbers) - BEFORE, number__lte=max(numbers)
    ).only("report")
    for turn in near:
        report: Any = turn.opened("report", conversation.keyring) or {}
        yield from _of_report(report, fields)


def _of_report(report: Mapping[str, Any], fields: Collection[str]) -> Iterator[Json]:
    yield from (value for name, value in (report.get("data") or {}).items() if name in fields)
    yield from (value for name, pair in (report.get("changed") or {}).items() if name in fields for value in pair)
    yield from (wrong["value"] for wrong in report.get("invalid") or () if wrong["field"] in fields)
