"""Several workers and a web process on one PostgreSQL: what is due fires once, also if one of them is killed (T44)."""

import json
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings

from agents.models import Agent, Version
from conversations import lease, runner
from conversations.acting import RegisteredActions
from conversations.actions import Started, receive, start
from conversations.clock import now
from conversations.engine.turn import run_turn
from conversations.llm.scripted import Scripted
from conversations.models import Conversation, Message, Timer, Turn
from conversations.ports import Ports
from tests.conversations import processes
from tests.conversations.bell import Ring, rings

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgresql" not in settings.DATABASES["default"]["ENGINE"], reason="needs PostgreSQL"),
]

WORKERS = ("worker 1", "worker 2")
CONVERSATIONS = 100
WRITING = 12
"""Conversations in which a message arrives at the moment at which the timer is due."""
KILLED_AFTER = 30
"""Rings."""
WITHIN = 60.0
"""Seconds that a process has to start, and the timers to fire once the lease of the dead has run out."""

DOCUMENT = {
    "agent": "clock",
    "name": "The clock",
    "language": "en",
    "timezone": "UTC",
    "visitors": True,
    "flows": {
        "remind": {
            "name": "Remind me",
            "on": [{"message": ["remind me in an hour"]}],
            "steps": [
                {"id": "noted", "say": "I will remind you."},
                {"id": "hold", "wait": "1h", "else": "back", "then": "bell"},
                {"id": "bell", "do": "ring_bell", "input": {}},
                {"id": "rang", "say": "The hour is over.", "then": "end"},
                {"id": "back", "say": "You are back before the hour is over.", "then": "end"},
            ],
        }
    },
}


@dataclass(frozen=True, slots=True)
class Site:
    """A web process and two workers."""

    url: str
    bell: Path
    workers: dict[int, Callable[[], None]]
    """What kills each of them, by its process id."""

    def write(self, started: Started) -> int:
        """Send a message through the web process; the status of its answer."""
        request = urllib.request.Request(
            f"{self.url}/api/conversations/{started.conversation.pk}/messages/",
            data=json.dumps({"client_id": "again", "text": "hello"}).encode(),
            headers={"Content-Type": "application/json", "X-Conversation-Token": started.token},
        )
        with urllib.request.urlopen(request, timeout=WITHIN) as answer:
            status: int = answer.status
            return status


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    """The processes, which may still be on their way up."""
    port, bell = processes.free_port(), tmp_path / "rings"
    environment = {"BELL": str(bell), "RAPPORT_ACTIONS": "tests.conversations.bell"}
    with ExitStack() as stack:
        stack.enter_context(processes.running(processes.web(port), "web", **environment))
        commands = [processes.running(processes.worker(), name, **environment) for name in WORKERS]
        workers = [stack.enter_context(command) for command in commands]
        yield Site(f"http://127.0.0.1:{port}", bell, {worker.pid: worker.kill for worker in workers})


@pytest.fixture
def waiting(site: Site) -> list[Started]:
    """Visitors' conversations that wait for their timers, every process at work on nothing yet."""
    agent = Agent.objects.create(slug="clock", name="The clock", visitors=True)
    agent.live = Version.objects.create(agent=agent, number=1, revision=0, document=json.dumps(DOCUMENT))
    agent.save()
    parked = [_parked(agent) for _ in range(CONVERSATIONS)]
    _until(lambda: {*WORKERS} <= processes.connected())
    _until(lambda: _answers(f"{site.url}/healthz"))
    return parked


def _parked(agent: Agent) -> Started:
    started = start(agent)
    receive(started.conversation, "c1", "remind me in an hour")
    ports = Ports(model=Scripted({"flows": ["remind"]}), act=RegisteredActions(), engine=run_turn)
    async_to_sync(runner.run)(started.conversation.pk, ports)
    return started


def _answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=1).close()
    except OSError:
        return False
    return True


def _until(holds: Callable[[], bool], within: float = WITHIN) -> None:
    end = time.monotonic() + within
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def test_t44_timers_due_at_once_fire_once_each_though_people_write_and_a_worker_is_killed(waiting, site):
    Timer.objects.update(due_at=now())
    statuses = _write_at_once(site, waiting[:WRITING])
    dead, left_open = _kill_one_at_work(site)
    _until(lambda: not _open(), within=WITHIN + lease.LENGTH.total_seconds())
    assert statuses == [202] * WRITING
    assert left_open, "nothing was left open by the one that was killed"
    for started in waiting:
        _check(started.conversation, wrote=started in waiting[:WRITING])
    _check_rings(rings(site.bell), dead)


def _write_at_once(site: Site, writing: list[Started]) -> list[int]:
    """One message in each, all at the same moment."""
    together = threading.Barrier(len(writing))

    def write(started: Started) -> int:
        together.wait()
        return site.write(started)

    with ThreadPoolExecutor(len(writing)) as threads:
        return list(threads.map(write, writing))


def _kill_one_at_work(site: Site) -> tuple[int, list[UUID]]:
    """Kill a worker in the middle; its process id, and the conversations whose lease nobody renews any more."""
    _until(lambda: len(rings(site.bell)) >= KILLED_AFTER)
    dead = rings(site.bell)[-1].process
    site.workers[dead]()
    mine = {ring.key.split("/")[0] for ring in rings(site.bell) if ring.process == dead}
    return dead, list(Turn.objects.filter(status="open", conversation__in=mine).values_list("conversation", flat=True))


def _open() -> bool:
    """Whether anything is left to do, or somebody still at it."""
    return (
        Timer.objects.filter(done_at=None).exists()
        or Message.objects.filter(role="user", turn=None).exists()
        or Turn.objects.filter(status="open").exists()
        or Conversation.objects.filter(lease_until__isnull=False).exists()
    )


def _check(conversation: Conversation, *, wrote: bool) -> None:
    """The timer fired once; or, where they wrote, the message came first, and the timer has nothing to do any more."""
    turns = Counter(conversation.turns.values_list("kind", "status"))
    said = Counter(conversation.messages.filter(role="agent").values_list("step", flat=True))
    assert said["rang"] == turns["timer", "done"]
    assert said["rang"] + said["back"] == 1
    assert said["back"] == 0 or wrote
    assert turns["message", "done"] == 1 + wrote
    assert sum(turns.values()) == turns["message", "done"] + turns["timer", "done"], "every turn is done"
    for message in conversation.messages.filter(role="user"):
        assert message.turn is not None
        assert message.turn.messages.filter(role="agent").exists()


def _check_rings(rung: list[Ring], dead: int) -> None:
    """Each bell rang once, or once more with the same key where the one that rang it first was killed (T47)."""
    keys = Counter(ring.key for ring in rung)
    assert Counter(key.split("/")[0] for key in keys) == Counter(map(str, _fired()))
    again = {key for key, count in keys.items() if count > 1}
    assert max(keys.values()) <= 2
    assert again <= {ring.key for ring in rung if ring.process == dead}


def _fired() -> list[UUID]:
    return list(Turn.objects.filter(kind="timer").values_list("conversation", flat=True))
