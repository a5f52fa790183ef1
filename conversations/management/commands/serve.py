"""`manage.py serve`: web and worker as children of one supervisor, stopped together."""

import signal
import socket
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from facts import rotation, triggers

GRACE = 10.0
"""Seconds a child has to end by itself after it was asked to."""


class Command(BaseCommand):
    """Checks the port, starts the children, passes on their lines, and exits with the first failure."""

    help = "Runs web and worker together until one of them ends or it is interrupted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        if problem := triggers.problem() or rotation.problem():
            raise CommandError(problem)
        check_port(host, port)
        if warning := rotation.warning():
            self.stderr.write(self.style.WARNING(warning))
        children = Children(commands(host, port))
        _on_interrupt(_interrupt)
        self.stdout.write(_("Rapport is at http://%(host)s:%(port)s/ (stop it with Ctrl-C)") % _shown(host, port))
        try:
            code = children.wait_for_first()
        except KeyboardInterrupt:
            code = 0
        finally:
            # A second Ctrl-C must not leave a child behind.
            _on_interrupt(signal.SIG_IGN)
            children.stop()
        if code:
            raise SystemExit(code)


def commands(host: str, port: int) -> dict[str, list[str]]:
    """The command line of each child, by the name that stands before its lines."""
    web = ["-m", "daphne", "--bind", host, "--port", str(port), "--websocket_connect_timeout", "30"]
    return {
        "web": [sys.executable, *web, "config.asgi:application"],
        "worker": [sys.executable, "manage.py", "worker"],
    }


def check_port(host: str, port: int) -> None:
    """Raises CommandError, with what to do, if nothing can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            message = _(
                "Nothing can listen at %(host)s:%(port)s (%(reason)s). Set PORT to a free one, as in: PORT=8001"
            )
            raise CommandError(message % {**_shown(host, port), "reason": error.strerror}) from error


class Children:
    """Child processes whose lines are passed on with their name in front."""

    def __init__(self, command_lines: Mapping[str, Sequence[str]]) -> None:
        self._processes = {name: _start(command) for name, command in command_lines.items()}
        self._threads = [
            threading.Thread(target=_pass_on, args=(name, process.stdout), daemon=True)
            for name, process in self._processes.items()
            if process.stdout
        ]
        for thread in self._threads:
            thread.start()

    def wait_for_first(self) -> int:
        """Exit code of the child that ends first; 1 if it ended without one though nobody asked it to."""
        while True:
            for process in self._processes.values():
                if process.poll() is not None:
                    return abs(process.returncode) or 1
            time.sleep(0.1)

    def stop(self) -> None:
        """End every child: asked first, killed after `GRACE` seconds."""
        for process in self._processes.values():
            process.terminate()
        deadline = time.monotonic() + GRACE
        for process in self._processes.values():
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for thread in self._threads:
            thread.join(1)


def _start(command: Sequence[str]) -> subprocess.Popen[str]:
    # A session of its own: Ctrl-C reaches the supervisor alone, which then stops both in order.
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1, start_new_session=True
    )


def _pass_on(name: str, lines: IO[str]) -> None:
    with lines:
        for line in lines:
            sys.stdout.write(f"{name:>6} | {line}")
            sys.stdout.flush()


def _on_interrupt(handler: "Callable[[int, FrameType | None], None] | signal.Handlers") -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def _interrupt(signum: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _shown(host: str, port: int) -> dict[str, str | int]:
    return {"host": f"[{host}]" if ":" in host else host, "port": port}
