"""A whole site of its own for the browser tests: a throw-away database, the shipped agents, web and worker."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MANAGE = (sys.executable, "manage.py")
PASSWORD = "a password that only tests use"
START_WITHIN = 60.0
EXECUTE = """
import contextlib, io, json, sys, traceback
from django.db import connections
for line in sys.stdin:
    output, fault = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(output):
            exec(json.loads(line), {})
    except Exception:
        fault = traceback.format_exc()
    connections.close_all()
    print(json.dumps([output.getvalue(), fault]), flush=True)
"""
"""Code by code, each a line of JSON: what it printed, and how it failed."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where a running site is, and how to run code on its database."""

    url: str
    environment: dict[str, str]
    shell: subprocess.Popen[str]

    def execute(self, code: str) -> str:
        """The output of code that runs beside the site, on its database. Raises RuntimeError when it fails.

        One process runs all of it: to start Django anew takes longer than most tests.
        """
        assert self.shell.stdin is not None
        assert self.shell.stdout is not None
        print(json.dumps(code), file=self.shell.stdin, flush=True)
        output, fault = json.loads(self.shell.stdout.readline())
        if fault:
            raise RuntimeError(fault)
        return str(output)

    def add_person(self, name: str) -> None:
        """Make an account with the password of all tests."""
        self.execute(f"from facts.models import Person; Person.objects.create_user({name!r}, password={PASSWORD!r})")


@contextmanager
def running() -> Iterator[Site]:
    """A site that is ready, stopped and thrown away afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        url, environment = f"http://127.0.0.1:{port}", _environment(Path(folder), port)
        subprocess.run([*MANAGE, "prepare"], cwd=ROOT, env=environment, capture_output=True, check=True)
        with (Path(folder) / "log").open("w+") as log, _shell(environment) as shell:
            command = [*MANAGE, "serve", "--port", str(port)]
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
            try:
                _wait_for(f"{url}/healthz", process, Path(log.name))
                yield Site(url, environment, shell)
            finally:
                process.terminate()
                process.wait(20)


def _shell(environment: dict[str, str]) -> subprocess.Popen[str]:
    """A process that waits for code; it ends with its input, when the context does."""
    command = [*MANAGE, "shell", "-v", "0", "-c", EXECUTE]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True)


def _environment(folder: Path, port: int) -> dict[str, str]:
    ours = ("DATABASE_URL", "REDIS_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "DJANGO_SETTINGS_MODULE")
    inherited = {name: value for name, value in os.environ.items() if name not in ours}
    return {
        **inherited,
        "ENV_FILE": os.devnull,
        "DEBUG": "false",
        "SECRET_KEY": "a secret that only tests use, long enough",
        "CRYPTOGRAPHY_KEY": "another secret that only tests use, long enough",
        "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
        "DEMO_PASSWORD": PASSWORD,
        "STAFF_PASSWORD": PASSWORD,
        "PORT": str(port),
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=1).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"The site did not start:\n{log.read_text()}")
