"""Processes of the site as an operator starts them, on the database of the test that starts them."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import connection

from conversations.management.commands.serve import commands

OURS = ("REDIS_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL")
STOPS_WITHIN = 20.0


def address() -> str:
    """The test's own database, as DATABASE_URL says it."""
    held = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{held['NAME']}"
    return f"postgres://{held['USER']}:{held['PASSWORD']}@{held['HOST']}:{held['PORT']}/{held['NAME']}"


@contextmanager
def running(command: Sequence[str], name: str, **environment: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process with the settings that serve users; PostgreSQL knows it by its name. Ended with the block."""
    inherited = {key: value for key, value in os.environ.items() if key not in OURS}
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": address(), "PGAPPNAME": name}
    process = subprocess.Popen(command, env={**inherited, **ours, **environment})
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def web(port: int) -> list[str]:
    """The command line of a web process."""
    return commands("127.0.0.1", port)["web"]


def worker() -> list[str]:
    """The command line of a worker."""
    return [sys.executable, "manage.py", "worker"]


def free_port() -> int:
    """A port at which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def connected() -> set[str]:
    """The names of the processes that have a connection to the test's database; PostgreSQL only."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT application_name FROM pg_stat_activity WHERE datname = current_database()")
        return {name for (name,) in cursor.fetchall()}
