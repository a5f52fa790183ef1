"""A whole site of its own for the browser tests: a throw-away database, the shipped agents, web and worker."""

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
PASSWORD = "a password that only tests use"
START_WITHIN = 60.0


@dataclass(frozen=True, slots=True)
class Site:
    """Where a running site is, and how to run its commands."""

    url: str
    environment: dict[str, str]

    def manage(self, *arguments: str) -> str:
        """The output of a management command on the site's database. Raises CalledProcessError when it fails."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=True)
        return done.stdout

    def add_person(self, name: str) -> None:
        """Make an account with the password of all tests."""
        make = f"from facts.models import Person; Person.objects.create_user({name!r}, password={PASSWORD!r})"
        self.manage("shell", "-v", "0", "-c", make)


@contextmanager
def running() -> Iterator[Site]:
    """A site that is ready, stopped and thrown away afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        site = Site(f"http://127.0.0.1:{port}", _environment(Path(folder), port))
        site.manage("prepare")
        with (Path(folder) / "log").open("w+") as log:
            command = [sys.executable, "manage.py", "serve", "--port", str(port)]
            process = subprocess.Popen(command, cwd=ROOT, env=site.environment, stdout=log, stderr=subprocess.STDOUT)
            try:
                _wait_for(f"{site.url}/healthz", process, Path(log.name))
                yield site
            finally:
                process.terminate()
                process.wait(20)


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
