"""What the grammar has to know about a language."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from conversations.engine.grammar.phrases import NONE, Phrases

Control = Literal["cancel", "stop", "question", "handoff", "repeat", "skip", "back", "mute"]
"""What a control word asks for (T9): a signal, or `stop`, which is `cancel` or, with no open run, `mute`."""

Courtesy = Literal["thanks", "greeting", "farewell"]
"""What a message of mere courtesy is."""

HalfOfDay = Literal["am", "pm", "night"]


@dataclass(frozen=True, kw_only=True)
class Words:
    """The words of one language. A phrase is matched folded, token by token, the longest first."""

    answers: Phrases[bool]
    """Yes and no."""
    polite: Phrases[bool]
    """What may stand around a literal answer without changing it: "please"."""
    lead: Phrases[bool]
    """What may stand before a literal answer without changing it: "for", "the"."""
    control: Phrases[Control]
    courtesy: Phrases[Courtesy | None]
    """Thanks, greetings and farewells; None for what may stand beside one without changing it: "great"."""

    negations: tuple[str, ...]
    """Single words that deny what follows, folded."""
    late_negations: tuple[str, ...]
    """Single words that deny what they follow ("is not"), folded."""
    turns: tuple[str, ...]
    """Single words that end what a negation denies ("but"), folded."""
    joints: Phrases[bool]
    """Words that may follow a date or an hour that is told by a bare number: "on the 6th for two nights"."""

    numbers: Phrases[int]
    articles: Phrases[int]
    """Words for one that are more often an article or a pronoun: numbers only as a whole answer."""
    ones: Phrases[bool]
    """Where such a word, the first of the phrase, is a number in free text, too."""
    beyond: Phrases[bool]
    """Number words that are not read; a word beside one is no number either: "twenty-one", "two hundred"."""
    scales: Phrases[int]
    alternatives: Phrases[bool]
    """Between two numbers, with nouns or without: either may be meant ("2 or 3")."""
    spans: Phrases[bool]
    """Directly between two numbers: a range ("2 to 3")."""
    between: Phrases[bool]
    """Before the first of two numbers that `ands` joins: a range."""
    ands: Phrases[bool]
    additions: Phrases[bool]
    """Between two numbers with their nouns: parts of a sum ("2 adults and 2 children")."""
    withs: Phrases[bool]
    """The same, before a number of `minors` only: "2 adults with 2 children"."""
    minors: Phrases[bool]
    """Nouns of those who may or may not be counted with the others: "children"."""
    apart: Phrases[bool]
    """Nouns of time and of places, whose number is part of no sum: "2 people and 3 nights"."""
    limits: Phrases[bool]
    """Directly before a number: a limit, not a number ("at least 2")."""
    open_ends: Phrases[bool]
    """Directly after a number: more or fewer may be meant ("2 or more")."""

    days: Phrases[int | None]
    """Days from today; None for a phrase that only looks like one ("guten Morgen" is not tomorrow)."""
    weekdays: Phrases[int]
    """Monday is 0."""
    short_weekdays: Phrases[int]
    """Short or ambiguous forms, read as a weekday only in a whole answer or after a word that makes them one."""
    coming: Phrases[bool]
    gone: Phrases[bool]
    every: Phrases[bool]
    weeks: Phrases[bool]
    """Beside a weekday: it is that of another week, which is not read."""
    on: Phrases[bool]
    months: Phrases[int]
    ordinals: Phrases[int]
    ordinal_signs: tuple[str, ...]
    """What makes a number an ordinal when it follows: `th`."""
    day_articles: Phrases[bool]
    """What stands before a day of the month: "the"."""
    has_plain_days: bool
    """Whether an article makes a bare number a day of the month ("le 6")."""
    till: Phrases[bool]
    """Between the days of a range: "from 4 to 6 December"."""
    of: Phrases[bool]
    """Between day and month, and month and year."""
    has_dotted_days: bool = False
    """Whether "13.4" without a dot at its end is a date; where it is, it is no number."""
    has_month_first: bool = False
    """Whether "March 6" is said."""
    ahead: Phrases[bool]
    """Before a count of days: "in"."""
    ago_before: Phrases[bool] = NONE
    ago_after: Phrases[bool] = NONE
    units: Phrases[int]
    """Days in a unit."""

    at: Phrases[bool]
    """Before a time of day."""
    hour_marks: Phrases[bool]
    """After an hour, said by the 24-hour clock: "Uhr"."""
    spoken_hour_marks: Phrases[bool] = NONE
    """The same, but also a length of time: read only after a word of `at`, or as a whole answer."""
    loose_hour_marks: Phrases[bool] = NONE
    """After an hour, said by either clock: "o'clock"."""
    halves: Phrases[HalfOfDay]
    clock: Phrases[str]
    """Names of times: noon."""
    minutes_before: Phrases[int] = NONE
    """Minutes said before the hour: "half past"."""
    minutes_after: Phrases[int] = NONE
    """Minutes said after the hour: "et demie"."""

    @cached_property
    def openers(self) -> frozenset[str]:
        """The first words of what makes a number a range, an alternative, a limit or a part, and those that deny it."""
        phrases = (self.alternatives, self.spans, self.between, self.limits, self.open_ends, self.additions, self.withs)
        return frozenset(self.negations).union(*(table.first_words for table in phrases))
