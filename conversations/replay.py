"""A stored turn run again over its journal, against its own version or another definition: always a dry run."""

from agents.definition import Definition
from agents.live import definition
from conversations import journal
from conversations.engine.replaying import Replayed, replay
from conversations.engine.turn_input import TurnInput
from conversations.models import Turn
from facts.models import Keyring


class NoJournal(Exception):
    """The turn's journal is gone: what it was about was forgotten (F20), or the turn never began."""


def replay_turn(turn: Turn, keyring: Keyring, against: Definition | None = None) -> Replayed:
    """Run the turn again; `against` is another definition than that of its version. Raises NoJournal."""
    return read_and_replay(turn, keyring, against)[1]


def read_and_replay(turn: Turn, keyring: Keyring, against: Definition | None = None) -> tuple[TurnInput, Replayed]:
    """As `replay_turn`, with the input of the turn. Raises NoJournal."""
    if not turn.journal.filter(n=0, kind="input").exists():
        raise NoJournal
    given, rows = journal.read(turn, keyring)
    answered = [(row.fingerprint, row.answer) for row in rows]
    return given, replay(against or definition(turn.version), given, answered)
