"""A process of its own for each database: `python -m bench.on_database TURNS ENTRIES`, with DATABASE_URL set.

Makes a throw-away database beside the configured one and prints what was measured on it as one line of JSON.
"""

import json
import sys

import django


def main(turns: int, entries: int) -> None:
    """Measure and print."""
    django.setup()
    from django.db import connection

    from bench import analytics, facts
    from bench.database import throw_away_database
    from bench.durable import measure, measure_large

    with throw_away_database():
        measured = measure(turns)
        if connection.vendor == "sqlite":
            measured += measure_large(turns)
        measured += facts.measure(turns, entries)
        measured += analytics.measure(turns, entries)
    print(json.dumps([one.plain() for one in measured]))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
