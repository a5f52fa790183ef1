"""A stored turn run again over its journal, against its own version or another definition: always a dry run."""

from dataclasses import dataclass

from agents.definition import Definition
from conversations import journal
from conversations.engine.replaying import Answered, Replayed, replay
from conversations.engine.turn_input import TurnInput
from conversations.models import Turn
from facts.models import Keyring


class NoJournal(Exception):
    """The turn's journal is gone: what it was about was forgotten (F20), or the turn never began."""


@dataclass(frozen=True, slots=True)
class Past:
    """A stored turn as it was: its input, and what was answered in it."""

    given: TurnInput
    answered: tuple[Answered, ...]

    def again(self, against: Definition) -> Replayed:
        """The turn run again by a definition."""
        return replay(against, self.given, self.answered)


def past(turn: Turn, keyring: Keyring) -> Past:
    """The turn, read from its journal. Raises NoJournal."""
    if not turn.journal.filter(n=0, kind="input").exists():
        raise NoJournal
    given, rows = journal.read(turn, keyring)
    return Past(given, tuple((row.fingerprint, row.answer) for row in rows))
