"""A process that is killed in the middle of a turn: `python -m tests.conversations.dies CONVERSATION`."""

import asyncio
import sys
from uuid import UUID

import django

django.setup()

from conversations import runner  # noqa: E402 (needs the apps to be ready)
from tests.conversations.engines import World  # noqa: E402


async def speaks_for_ever() -> None:
    """Say that the model was asked, and never answer."""
    print("speaking", flush=True)
    await asyncio.sleep(3600)


asyncio.run(runner.run(UUID(sys.argv[1]), World(before_speaking=speaks_for_ever).ports()))
