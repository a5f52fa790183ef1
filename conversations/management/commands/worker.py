"""`manage.py worker`: runs what is due until it is told to stop."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from conversations.llm import configured
from conversations.startup import settle_in
from conversations.worker import work
from facts import rotation


class Command(BaseCommand):
    """Any number of workers may run, on any number of machines."""

    help = "Runs due timers, and conversations that were left with work open, until it is interrupted."

    def handle(self, *args: Any, **options: Any) -> None:
        if warning := rotation.warning():
            self.stderr.write(self.style.WARNING(warning))
        settle_in()
        asyncio.run(_work())


async def _work() -> None:
    """The first signal lets it finish its turns; their leases cover whatever a second one ends."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    try:
        await work(stop)
    finally:
        await configured.close()
