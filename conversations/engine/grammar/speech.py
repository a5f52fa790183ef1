"""What a message is read against: its language, and the moment it was sent."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from conversations.engine.grammar.vocabulary import Words
from conversations.engine.grammar.words import de, en, es, fr, it, pt
from facts.languages import base

_WORDS = {"en": en.WORDS, "de": de.WORDS, "fr": fr.WORDS, "es": es.WORDS, "pt": pt.WORDS, "it": it.WORDS}


@dataclass(frozen=True, slots=True)
class Speech:
    """The agent's language tag (`en-US`) and the moment the message was sent, aware, in the person's zone (T10)."""

    language: str
    now: datetime

    @property
    def words(self) -> Words:
        """The words of the language."""
        return words_of(self.language)

    @property
    def today(self) -> date:
        """The message's day."""
        return self.now.date()

    @property
    def is_month_first(self) -> bool:
        """Whether a numeric date begins with the month (T9)."""
        return self.language.replace("_", "-").lower() == "en-us"


@lru_cache(maxsize=64)
def words_of(language: str) -> Words:
    """The words of a language tag's base, English if there are none."""
    return _WORDS[base(language)]
