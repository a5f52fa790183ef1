"""What the worker does about scenarios: once a second it looks whether some are to be played, and plays them."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import aclosing
from datetime import datetime

from conversations.database import hop
from conversations.scenario import asked, child

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two looks."""


async def keep(clock: Callable[[], datetime]) -> None:
    """Look again and again, until it is cancelled. A look that fails is made up for by the next."""
    while True:
        try:
            await look(clock)
        except Exception as error:
            log.error("scenarios could not be played: %s", type(error).__name__)
        await asyncio.sleep(EVERY)


async def look(clock: Callable[[], datetime]) -> int:
    """Play what waits of one agent; how many have a result now."""
    job = await hop(asked.take, clock())
    if job is None:
        return 0
    count = 0
    try:
        async with aclosing(child.played(job.home, job.texts, limit=asked.LIMIT)) as results:
            async for scenario, differences in results:
                count += await hop(asked.keep, job, scenario, differences, clock())
    finally:
        await hop(asked.let_go, job)
    return count
