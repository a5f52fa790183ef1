"""`manage.py serve`: two children under one supervisor."""

import socket
import sys
import time

import pytest
from django.core.management.base import CommandError

from conversations.management.commands.serve import Children, check_port, commands

LOUD = [sys.executable, "-c", "print('hello', flush=True); import time; time.sleep(60)"]
FAILING = [sys.executable, "-c", "import time; time.sleep(0.5); raise SystemExit(7)"]
QUIET_END = [sys.executable, "-c", ""]


def test_a_port_that_is_taken_is_said_with_what_to_do() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CommandError, match="Set PORT to a free one"):
            check_port("127.0.0.1", taken.getsockname()[1])


def test_a_free_port_is_free_again_after_the_check() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    check_port("127.0.0.1", port)
    check_port("127.0.0.1", port)


def test_the_first_failure_is_the_exit_code_and_the_other_child_is_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    children = Children({"web": LOUD, "worker": FAILING})
    began = time.monotonic()
    assert children.wait_for_first() == 7
    children.stop()
    assert time.monotonic() - began < 30
    assert "   web | hello" in capsys.readouterr().out


def test_a_child_that_ends_without_being_asked_is_a_failure() -> None:
    children = Children({"web": LOUD, "worker": QUIET_END})
    assert children.wait_for_first() == 1
    children.stop()


def test_the_children_are_the_web_server_at_the_port_and_the_worker() -> None:
    web, worker = commands("127.0.0.1", 8123).values()
    assert "8123" in web
    assert "config.asgi:application" in web
    assert worker[-1] == "worker"
