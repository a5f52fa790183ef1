"""The journal of a turn: its input in row 0, then each effect with its answer, as it happens."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from conversations import lease
from conversations.database import unhurried
from conversations.engine.effects import Act, Answer, Effect, Speak, dump_answer, fingerprint, load_answer
from conversations.engine.report import AgentMessage
from conversations.engine.turn_input import TurnInput
from conversations.engine.turn_input import dump as dump_input
from conversations.engine.turn_input import load as load_input
from conversations.models import JournalRow, Turn
from conversations.work import Journalled, Work
from facts.models import Keyring
from facts.prepared import insert

_INPUT = "input"
_DOUBT = "doubt"


def begin(turn: Turn, turn_input: TurnInput, *, keyring: Keyring) -> None:
    """Write row 0."""
    content = JournalRow.sealed(keyring, content=dump_input(turn_input))
    insert(JournalRow(turn=turn, n=0, kind=_INPUT, status=JournalRow.Status.DONE, **content))


def intend(work: Work, effect: Act, *, n: int) -> bool:
    """Write down that an action is about to run; whether it is in doubt already. Raises LeaseLost.

    So is what a turn had begun that was closed because a fact was forgotten (`doubt`), and that is run anew.
    """
    with transaction.atomic():
        lease.hold(work.claim)
        _create(work, effect, n=n)
    doubted = JournalRow.objects.filter(turn__conversation=work.claim.conversation, kind=_DOUBT)
    return doubted.filter(fingerprint=_print(effect.key)).exists()


def doubt(rows: Iterable[JournalRow], keyring: Keyring) -> None:
    """Leave of actions that were begun only by which key to know them again (T47); of their input nothing (F20)."""
    for row in rows:
        content: Any = _opened(row, keyring)
        row.kind, row.status = _DOUBT, JournalRow.Status.INTENT
        row.fingerprint = _print(content["act"]["key"])
        row.content = JournalRow.sealed(keyring, content={})["content"]
        row.save()


def without_doubts(rows: "QuerySet[JournalRow]") -> "QuerySet[JournalRow]":
    """All but those that `doubt` has left, which hold no word."""
    return rows.exclude(kind=_DOUBT)


def answered(work: Work, effect: Effect, *, n: int, answer: Answer) -> None:
    """Write down what an effect answered; an action's intent becomes done. Raises LeaseLost.

    An answer that is lost with the machine is asked for again, or leaves its action in doubt (T47).
    """
    with unhurried():
        lease.hold(work.claim)
        if not isinstance(effect, Act):
            _create(work, effect, n=n, answer=answer)
            return
        content = JournalRow.sealed(work.keyring, content=_content(effect, answer))
        JournalRow.objects.filter(turn=work.turn, n=n).update(status=JournalRow.Status.DONE, **content)


def read(turn: Turn, keyring: Keyring) -> tuple[TurnInput, tuple[Journalled, ...]]:
    """Row 0, and the rows after it in order."""
    first, *rows = turn.journal.order_by("n")
    return load_input(_opened(first, keyring)), tuple(_journalled(row, keyring) for row in rows)


def _create(work: Work, effect: Effect, *, n: int, answer: Answer | None = None) -> None:
    row = JournalRow(
        turn_id=work.turn,
        n=n,
        kind=effect.kind,
        fingerprint=fingerprint(effect),
        status=JournalRow.Status.INTENT if answer is None else JournalRow.Status.DONE,
        **JournalRow.sealed(work.keyring, content=_content(effect, answer)),
    )
    insert(row)


def _content(effect: Effect, answer: Answer | None) -> dict[str, Any]:
    """The answer, with as much of the effect as staff need to know what it was."""
    content: dict[str, Any] = {"answer": dump_answer(answer) if answer else None}
    if isinstance(effect, Speak):
        content["speak"] = {"key": effect.key, "flow": effect.flow, "step": effect.step}
    elif isinstance(effect, Act):
        content["act"] = asdict(effect)
    return content


def _journalled(row: JournalRow, keyring: Keyring) -> Journalled:
    content = _opened(row, keyring)
    return Journalled(
        n=row.n,
        fingerprint=row.fingerprint,
        message=_message(content),
        answer=load_answer(content["answer"]) if content["answer"] else None,
    )


def _message(content: Mapping[str, Any]) -> AgentMessage | None:
    """What a `Speak` said, if this row is one that did not fail."""
    said = ((content["answer"] or {}).get("done") or {}).get("value")
    return AgentMessage(**content["speak"], text=said) if "speak" in content and said else None


def _print(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _opened(row: JournalRow, keyring: Keyring) -> Any:
    return row.opened("content", keyring)
