"""`python -m bench`: the engine, and the durable turn and the admin on both databases, each beside its floor.

Nothing is asserted of seconds: what a machine takes, it takes. A database that does not answer is left out.
"""

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from urllib.parse import urlsplit

from bench import large, pure
from bench.admin import visiting
from bench.admin.size import LARGE, SMALL
from bench.measured import Measured, heading

POSTGRES_URL = os.environ.get("BENCH_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
SQLITE_URL = "sqlite:///bench.sqlite3"
"""Names the kind of database only: the measurement makes one of its own in a temporary place."""
TURNS = 1000
QUICK = 12
ENTRIES = 1_000_000
"""Lines of the ledger that what is known is read from, and messages beside what analytics read; quick: a hundredth."""
VISITS, QUICK_VISITS = 7, 2
"""How often each screen of the admin is visited."""


def main() -> None:
    """Measure and print a line for each, as it comes."""
    turns = _arguments().turns
    print(heading(), flush=True)
    for measured in (*pure.measure(turns), *large.measure(turns)):
        print(measured.line, flush=True)
    for url in (SQLITE_URL, POSTGRES_URL):
        if unreachable := _unreachable(url):
            print(f"PostgreSQL left out: {unreachable}. Start it, or set BENCH_POSTGRES_URL.")
            continue
        for measured in _on(url, turns):
            print(measured.line, flush=True)
        print(heading("ms a screen of the admin"), flush=True)
        for measured in _screens(url, turns):
            print(measured.line, flush=True)
    print(large.loading())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description="How long a turn takes, beside its floor.")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"turns of each measurement (default: {TURNS})")
    quick = "a few turns only, to see that everything runs"
    parser.add_argument("--quick", dest="turns", action="store_const", const=QUICK, help=quick)
    return parser.parse_args()


def _on(url: str, turns: int) -> list[Measured]:
    """Measure on a database, in a process of its own: what is compiled for one database does not meet the other."""
    entries = ENTRIES if turns > QUICK else ENTRIES // 100
    command = [sys.executable, "-m", "bench.on_database", str(turns), str(entries)]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**_environment(url), "TMPDIR": folder}
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    return [Measured(**one) for one in json.loads(done.stdout)]


def _screens(url: str, turns: int) -> Iterator[Measured]:
    """Visit the admin of a large site and of a small one."""
    size, visits = (LARGE, VISITS) if turns > QUICK else (SMALL, QUICK_VISITS)
    with tempfile.TemporaryDirectory() as folder:
        yield from visiting.measure({**_environment(url), "TMPDIR": folder}, size, visits)


def _environment(url: str) -> dict[str, str]:
    """The settings that serve users, with secrets of no use, a limit that nothing here meets, and no other process."""
    return {
        **os.environ,
        "ENV_FILE": os.devnull,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "a secret that only measurements use, long enough",
        "CRYPTOGRAPHY_KEY": "another secret that only measurements use, long enough",
        "DATABASE_URL": url,
        "REDIS_URL": "",
        "MESSAGES_PER_MINUTE": "100000",
        "LOG_LEVEL": "WARNING",
    }


def _unreachable(url: str) -> str:
    """Why nothing answers there; empty if something does, or if no server is needed."""
    address = urlsplit(url)
    if not address.hostname:
        return ""
    try:
        socket.create_connection((address.hostname, address.port or 5432), timeout=2).close()
    except OSError as error:
        return str(error)
    return ""


if __name__ == "__main__":
    main()
