"""Plays the scenarios of an agent in a process of its own, which knows neither the site's data nor its keys.

The process gets what it plays on its standard input, and has a database that is thrown away, no model to call, and no
channel to other processes. It is ended when its time is over, or when it says too much.
"""

import asyncio
import json
import math
import os
import secrets
import signal
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Awaitable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from django.conf import settings
from django.utils.translation import gettext as _

from conversations.scenario.format import Home

T = TypeVar("T")
Result = tuple[int, list[str]]
"""A scenario's id, and what came out otherwise than expected."""
COMMAND: Final = (sys.executable, "-m", "django", "play_kept")
LONGEST_LINE: Final = 1_000_000
"""Bytes that a result may have; `play_kept` cuts its own far below."""
_OF_THE_SITE: Final = ("REDIS_URL", "CELERY_BROKER_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "CRYPTOGRAPHY_KEYS_OLD")


async def played(
    home: Home, texts: Mapping[int, str], *, limit: float, command: Sequence[str] = COMMAND
) -> AsyncGenerator[Result, None]:
    """Each scenario as it is done, in their order, within `limit` seconds.

    Where the process ends before its time, or has none left, the scenario that it was at has failed, and those behind
    it have no result.
    """
    waiting = dict.fromkeys(texts)
    deadline = asyncio.get_running_loop().time() + limit
    why = _("The process that played it ended early.")
    with tempfile.TemporaryDirectory(prefix="scenarios-") as folder:
        process = await _begin(command, _environment(folder))
        try:
            await _by(deadline, _hand_over(process, home, texts, limit))
            while waiting and (result := await _by(deadline, _next(process))):
                if result[0] in waiting:
                    del waiting[result[0]]
                    yield result
        except TimeoutError:
            why = _("It was not done in time, and was stopped: a process has %(seconds)d seconds.") % {"seconds": limit}
        except ValueError:
            why = _("It said too much, and was stopped.")
        finally:
            await _end(process)
    for scenario in list(waiting)[:1]:
        yield scenario, [why]


async def _by(deadline: float, step: Awaitable[T]) -> T:
    """What the step gives. Raises TimeoutError at the deadline; never while results are looked at outside."""
    async with asyncio.timeout_at(deadline):
        return await step


async def _begin(command: Sequence[str], environment: Mapping[str, str]) -> Process:
    # what it logs may hold words, and is nobody's
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env=environment,
        cwd=settings.BASE_DIR,
        limit=LONGEST_LINE,
        start_new_session=True,
    )


def _environment(folder: str) -> dict[str, str]:
    """The site's own, without what leads to its data, its keys or a model."""
    return {
        **os.environ,
        **dict.fromkeys(_OF_THE_SITE, ""),
        "DJANGO_SETTINGS_MODULE": str(settings.SETTINGS_MODULE),
        "DATABASE_URL": f"sqlite:///{folder}/empty.sqlite3",
        "SECRET_KEY": secrets.token_urlsafe(48),
        "CRYPTOGRAPHY_KEY": secrets.token_urlsafe(48),
        "TMPDIR": folder,
    }


async def _hand_over(process: Process, home: Home, texts: Mapping[int, str], limit: float) -> None:
    assert process.stdin is not None
    about = {"agent": home.agent, "catalogue": home.catalogue, "scopes": home.scopes}
    scenarios = [{"id": pk, "text": text} for pk, text in texts.items()]
    job = {"home": about, "scenarios": scenarios, "seconds": math.ceil(limit)}
    try:
        process.stdin.write(json.dumps(job).encode())
        await process.stdin.drain()
        process.stdin.close()
    except ConnectionError:
        """It ended before it had read everything: there will be no result."""


async def _next(process: Process) -> Result | None:
    """The next result; lines that are none (an action's module may print) are passed over. Raises ValueError."""
    assert process.stdout is not None
    while line := await process.stdout.readline():
        if found := _result(line):
            return found
    return None


def _result(line: bytes) -> Result | None:
    try:
        told: Any = json.loads(line)
    except ValueError:
        return None
    match told:
        case {"id": int(scenario), "differences": list(differences)}:
            return scenario, [str(one) for one in differences]
    return None


async def _end(process: Process) -> None:
    """End it with whatever it has begun itself, and read what is left, so that nothing of it stays open."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.communicate()
