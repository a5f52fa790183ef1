"""The turns of a conversation in the database: short transactions, one function a hop.

Everything here is guarded by the claim: a runner that lost it changes nothing (`LeaseLost`).
"""

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from agents.live import definition
from conversations import cards, frames, inbox, journal, lease, statements, tallies
from conversations.database import unhurried
from conversations.engine.effects import Call
from conversations.engine.report import AgentMessage, TurnResult
from conversations.engine.state import dump as dump_state
from conversations.models import Conversation, Message, Timer, Turn
from conversations.pretending import ahead_of, pretence_of, trial_of
from conversations.work import Claim, Committed, Ending, LeaseLost, Work
from facts.prepared import insert

InputId = Callable[[Any], str]


def claim(conversation: UUID, *, at: datetime, input_id: InputId) -> Work | None:
    """Claim the conversation and open its next turn, or the one a crash left open.

    None if somebody else runs it or nothing waits. `at` is the turn's `now`.
    """
    with unhurried():
        return _open_or_release(conversation, at=at, input_id=input_id) if lease.take(conversation) else None


def go_on(claim: Claim, *, at: datetime, input_id: InputId) -> Work | None:
    """Open the next turn of a conversation that is held, or release it and answer None. Raises LeaseLost."""
    with unhurried():
        lease.hold(claim)
        return _open_or_release(claim.conversation, at=at, input_id=input_id)


def renew(claim: Claim) -> None:
    """Renew the lease. Raises LeaseLost."""
    lease.hold(claim)


def commit(work: Work, ending: Ending, *, at: datetime) -> Committed:
    """End the turn: state, messages, facts, timers and report in one transaction, and the lease if nothing waits.

    Raises LeaseLost. A message whose key is stored already is left out (T29).
    """
    try:
        return _commit(work, ending, at=at)
    except IntegrityError:
        keys = [message.key for message in ending.messages]
        stored = Message.objects.filter(conversation=work.claim.conversation, key__in=keys)
        known = set(stored.values_list("key", flat=True))
        if not known:
            raise
        new = tuple(message for message in ending.messages if message.key not in known)
        return _commit(work, replace(ending, messages=new), at=at)


def _open_or_release(conversation: UUID, *, at: datetime, input_id: InputId) -> Work | None:
    """The open turn, else a new one for what waits; else the conversation is given up."""
    row: Any = statements.conversation_for_turn(conversation=conversation)[0]
    at += ahead_of(row)
    if row.open_turn:
        return _resume(row)
    waiting = inbox.look(row, at)
    if waiting is None:
        lease.give_up(Claim(row.pk, row.epoch), at)
        return None
    return _open(row, waiting, at=at, input_id=input_id)


def _open(row: Any, waiting: inbox.Inbox, *, at: datetime, input_id: InputId) -> Work:
    given = inbox.turn_input(row, waiting, at=at, input_id=input_id)
    turn = Turn(conversation=row, number=row.state_version + 1, kind=given.kind, input_id=given.id, version=row.version)
    insert(turn)
    journal.begin(turn, given, keyring=row.keyring)
    waiting.take(turn.pk, at)
    return _work(row, turn, input=given)


def _resume(row: Any) -> Work:
    """The open turn with its journal; nothing else of the database is read again."""
    turn = Turn.objects.select_related("version").get(pk=row.open_turn)
    given, rows = journal.read(turn, row.keyring)
    return _work(row, turn, input=given, journal=rows, resumed=True)


def _work(row: Any, turn: Turn, **rest: Any) -> Work:
    return Work(
        claim=Claim(row.pk, row.epoch),
        turn=turn.pk,
        number=turn.number,
        version=turn.version_id,
        definition=definition(turn.version),
        keyring=row.keyring,
        person=row.person,
        pretence=pretence_of(trial, row.keyring) if (trial := trial_of(row)) else None,
        **rest,
    )


def _commit(work: Work, ending: Ending, *, at: datetime) -> Committed:
    with transaction.atomic():
        seq = _locked_seq(work)
        noted = cards.note(work, ending.result, at=at)
        messages = [_agent_message(work, message) for message in ending.messages]
        rows = [*messages, *cards.messages(work, noted)]
        for number, row in enumerate(rows, seq + 1):
            row.seq, row.at = number, at
        Message.objects.bulk_create(rows)
        _set_timers(work, ending.result, at=at)
        report = frames.report(ending, noted)
        cost = sum(call.cost for call in _calls(work, ending))
        _close_turn(work, ending, report, cost=cost, at=at)
        _save_state(work, ending, seq=seq + len(rows))
        released = lease.give_up(work.claim, at)
        tallies.add(work, ending, cost=cost, at=at)
    said = tuple(frames.message(row, work.keyring) for row in rows)
    return Committed(released, said, noted, report)


def _locked_seq(work: Work) -> int:
    """The conversation's `seq`, its row locked and the claim proved. Raises LeaseLost."""
    lease.hold(work.claim)
    row = statements.place_of(conversation=work.claim.conversation)[0]
    if row.state_version != work.number - 1:
        raise LeaseLost
    return row.seq


def _agent_message(work: Work, message: AgentMessage) -> Message:
    buttons = [asdict(reply) for reply in message.quick_replies] or None
    return Message(
        conversation_id=work.claim.conversation,
        turn_id=work.turn,
        role=Message.Role.AGENT,
        key=message.key,
        flow=message.flow,
        step=message.step,
        **Message.sealed(work.keyring, text=message.text, quick_replies=buttons),
    )


def _set_timers(work: Work, result: TurnResult | None, *, at: datetime) -> None:
    """Close the timers that the turn cancelled and set those it asked for; one is open per run and kind.

    Those that were held back until the person writes again are due again (T51).
    """
    if result is None:
        return
    timers = Timer.objects.filter(conversation=work.claim.conversation, done_at=None)
    if work.input.state.muted and not result.state.muted:
        timers.filter(held=True).update(held=False)
    if result.cancelled_timers:
        timers.filter(token__in=result.cancelled_timers).update(done_at=at)
    for timer in result.timers:
        due, mine = datetime.fromisoformat(timer.due_at), timers.filter(run=timer.run, kind=timer.kind)
        if not mine.update(due_at=due, token=timer.token, held=False):
            mine.create(
                conversation_id=work.claim.conversation, run=timer.run, kind=timer.kind, due_at=due, token=timer.token
            )


def _close_turn(work: Work, ending: Ending, report: dict[str, Any], *, cost: float, at: datetime) -> None:
    statements.close_turn(
        turn=work.turn,
        status=report["status"],
        stopped_reason=report["stopped_reason"],
        cost=cost,
        avoided=len(ending.result.questions_avoided) if ending.result else 0,
        at=at,
        **Turn.sealed(work.keyring, report=report),
    )


def _calls(work: Work, ending: Ending) -> list[Call]:
    """The turn's calls to the model (F22); of a turn without a result those that its journal tells of."""
    if ending.result is not None:
        return list(ending.result.calls)
    turn = Turn.objects.get(pk=work.turn)
    _input, rows = journal.read(turn, work.keyring)
    return [call for row in rows if row.answer for call in row.answer.calls]


def _save_state(work: Work, ending: Ending, *, seq: int) -> None:
    """The conversation after the turn. Without a result its state stays what it was."""
    conversation, result = work.claim.conversation, ending.result
    if result is None:
        Conversation.objects.filter(pk=conversation).update(seq=seq, state_version=work.number)
        return
    statements.save_state(
        conversation=conversation,
        seq=seq,
        state_version=work.number,
        handed_off=result.state.handed_off,
        **Conversation.sealed(work.keyring, state=dump_state(result.state)),
    )
