"""The runner: claims a conversation and runs its turns until nothing waits (architecture.md, The path of a message).

A turn is a task that is kept here. It does not end with the socket or the request that started it.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import Context
from uuid import UUID

from django.db import InterfaceError, OperationalError

from conversations import cards, lease, live, resting, store
from conversations.database import hop
from conversations.driving import Diverged, EngineBroke, drive
from conversations.engine.report import AgentMessage
from conversations.ports import Ports, default_ports
from conversations.pretending import ports_of
from conversations.speech import Speech
from conversations.work import Claim, Committed, Ending, LeaseLost, Work
from facts.keyring import Unreadable

log = logging.getLogger(__name__)

_tasks: set[asyncio.Task[None]] = set()


def start(conversation: UUID, ports: Ports | None = None) -> "asyncio.Task[None]":
    """Run the conversation in a task of this event loop.

    It has a context of its own: a turn must not depend on the language or the request of whoever started it.
    """
    task = asyncio.create_task(_logged(conversation, ports), context=Context())
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


def let_go(conversation: UUID) -> None:
    """The conversation was taken away: what this process still writes of a reply is not shown any more."""
    if held := _held.get(conversation):
        held.lost = True


async def idle() -> None:
    """Wait until every conversation that was started here is done."""
    while _tasks:
        await asyncio.wait(_tasks)


async def run(conversation: UUID, ports: Ports | None = None) -> None:
    """Run every turn that waits. Does nothing if another runner has the conversation, now or from some point on.

    Whatever else is raised leaves the lease to run out, and the worker resumes the turn.
    """
    ports = ports or default_ports()
    try:
        work = await hop(store.claim, conversation, at=ports.clock(), input_id=ports.input_id)
        while work:
            committed = await _turn(work, ports_of(work.pretence, ports))
            if committed.released:
                return
            work = await hop(store.go_on, work.claim, at=ports.clock(), input_id=ports.input_id)
    except LeaseLost:
        return


async def _logged(conversation: UUID, ports: Ports | None) -> None:
    try:
        await run(conversation, ports)
        resting.end(conversation)
    except Unreadable as error:
        rest = resting.begin(conversation)
        why = "keyring %s cannot be read; the worker leaves conversation %s alone for %d seconds"
        log.error(why, error.keyring, conversation, rest)
    except Exception as error:
        log.error("conversation %s: %s; the worker will resume it", conversation, type(error).__name__)


async def _turn(work: Work, ports: Ports) -> Committed:
    """Drive the turn, commit it, and tell whoever listens."""
    await live.send(work.claim.conversation, {"type": "turn", "turn": str(work.turn), "status": "started"})
    async with _renewed(work.claim) as lease_held:
        ending = await _ending(work, ports, Speech(work, lease_held.holds))
        committed = await _commit(work, ending, ports)
    await _announce(work, committed)
    return committed


async def _ending(work: Work, ports: Ports, speech: Speech) -> Ending:
    """How the turn ends: with its result, or with what is journalled when it cannot go on."""
    try:
        return Ending.of(await drive(work, ports, speech=speech))
    except Diverged:
        log.error("turn %s diverged from its journal and was closed", work.turn)
        said = tuple(row.message for row in work.journal if row.message)
        return Ending("diverged", "diverged", said or (_apology(work),))
    except EngineBroke as broke:
        log.error("turn %s failed: %s", work.turn, str(broke))
        return Ending("failed", "failed", (_apology(work),))


async def _commit(work: Work, ending: Ending, ports: Ports) -> Committed:
    """Commit. What can never be stored ends the turn as failed, so that it is not tried for ever."""
    try:
        return await hop(store.commit, work, ending, at=ports.clock())
    except (LeaseLost, OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.error("turn %s could not be stored: %s", work.turn, type(error).__name__)
        failed = Ending("failed", "failed", (_apology(work),))
        return await hop(store.commit, work, failed, at=ports.clock())


def _apology(work: Work) -> AgentMessage:
    text = work.definition.phrases["step_loop"]
    return AgentMessage(key=f"_error#{work.input.id}", flow="", step="", text=text)


async def _announce(work: Work, committed: Committed) -> None:
    """Send what was committed: the messages first, so that a `done` is never seen before them."""
    conversation, report = work.claim.conversation, committed.report
    for frame in committed.messages:
        await live.send(conversation, frame)
    if any(committed.facts.values()):
        await live.send(conversation, cards.announced(committed.facts))
    done = {"stopped_reason": report["stopped_reason"], "data": report["data"], "handed_off": report["handed_off"]}
    await live.send(conversation, {"type": "turn", "turn": str(work.turn), "status": "done", **done})


class _Lease:
    """The lease as this process knows it: renewed so many seconds ago, and not lost since."""

    def __init__(self) -> None:
        self.renewed_at = time.monotonic()
        self.lost = False

    def holds(self) -> bool:
        """Whether a delta may still be shown."""
        return not self.lost and time.monotonic() < self.renewed_at + lease.LENGTH.total_seconds()


_held: dict[UUID, _Lease] = {}
"""The lease of each turn that runs in this process."""


@asynccontextmanager
async def _renewed(claim: Claim) -> AsyncIterator[_Lease]:
    """Renew the lease every few seconds for as long as the turn takes."""
    known = _held[claim.conversation] = _Lease()
    task = asyncio.create_task(_renew(claim, known))
    try:
        yield known
    finally:
        task.cancel()
        if _held.get(claim.conversation) is known:
            del _held[claim.conversation]


async def _renew(claim: Claim, known: _Lease) -> None:
    while not known.lost:
        await asyncio.sleep(lease.RENEWAL)
        began = time.monotonic()
        try:
            await hop(store.renew, claim)
        except LeaseLost:
            known.lost = True
        except Exception as error:
            log.warning("the lease of %s was not renewed: %s", claim.conversation, type(error).__name__)
        else:
            known.renewed_at = began
