"""The tallies of days that are over, gathered: their shards have served, and one row is read faster than sixteen."""

import asyncio
import logging
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Min

from conversations import tallies
from conversations.clock import Clock
from conversations.database import hop
from conversations.models import Tally

log = logging.getLogger(__name__)

EVERY: Final = 600.0
PAUSE: Final = 1.0
"""Seconds between two looks, and after one that found something."""
MOST: Final = 2000
"""Rows that one look takes at most: nobody waits long for it."""
_SLACK: Final = timedelta(1)
"""A turn that ends now counts on its own day, which may be yesterday."""


async def keep(clock: Clock) -> None:
    """Look again and again, until it is cancelled. One that fails is made up for by the next."""
    while True:
        gathered = 0
        try:
            gathered = await hop(gather, clock())
        except Exception as error:
            log.error("tallies could not be gathered: %s", type(error).__name__)
        await asyncio.sleep(PAUSE if gathered else EVERY)


@transaction.atomic
def gather(at: datetime) -> int:
    """Put rows of the oldest day that is long over into its first shard; how many rows that took away.

    The rows are locked first: whoever still counts on that day waits, and then begins a new row. Those that somebody
    counts at just now are left for the next look, so that neither waits for the other in a circle.
    """
    spread = Tally.objects.filter(shard__gt=0, day__lt=at.astimezone(UTC).date() - _SLACK)
    day: date | None = spread.aggregate(day=Min("day"))["day"]
    if day is None:
        return 0
    rows = list(spread.filter(day=day).order_by("pk").select_for_update(skip_locked=True)[:MOST])
    sums: Counter[tuple[int, str, str, str]] = Counter()
    for row in rows:
        sums[row.version_id, row.flow, row.name, row.what] += row.count
    tallies.insert([(key[0], day, 0, *key[1:], count) for key, count in sorted(sums.items())])
    Tally.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return len(rows)
