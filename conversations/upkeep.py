"""Once a minute: what stands in clear under keys that may not be shared any more goes (F19, F21).

A change of the catalogue takes it away at once, but cannot see what somebody else is just writing by the catalogue of
before. And a value that too few people share falls under the least number without anybody hearing of it.
"""

import asyncio
import logging
from dataclasses import dataclass

from conversations.database import hop
from facts import catalogue, sharing, wiki
from facts.models import CatalogueKey

log = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds."""

Rules = tuple[tuple[int, str], ...]
"""Which key of the catalogue has which pattern."""


@dataclass(slots=True)
class Upkeep:
    """One look after the other. `seen` is the catalogue as the last two found it."""

    seen: tuple[Rules, ...] = ()

    def look(self) -> None:
        """Take away what is left in clear. Where nothing changed and nothing is left it takes four queries.

        Facts are linked to the catalogue anew at the first two looks after its patterns changed: whoever wrote by the
        patterns of before is done by the second.
        """
        rules = tuple(CatalogueKey.objects.order_by("pk").values_list("pk", "pattern"))
        if self.seen != (rules, rules):
            catalogue.link()
        self.seen = (*self.seen[-1:], rules)
        sharing.withdraw()
        wiki.tidy()


async def keep() -> None:
    """Look again and again, until it is cancelled. One that fails is made up for by the next."""
    upkeep = Upkeep()
    while True:
        try:
            await hop(upkeep.look)
        except Exception as error:
            log.error("what stands in clear could not be looked after: %s", type(error).__name__)
        await asyncio.sleep(EVERY)
