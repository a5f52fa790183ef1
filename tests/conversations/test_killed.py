"""A process that is really killed (T47)."""

import os
import subprocess
import sys

import pytest
from asgiref.sync import async_to_sync

from conversations import lease, runner
from conversations.actions import receive
from conversations.models import Conversation
from tests.conversations.engines import World
from tests.conversations.processes import address

pytestmark = pytest.mark.django_db(transaction=True)

run = async_to_sync(runner.run)


def test_t47_a_turn_whose_process_was_killed_goes_on_elsewhere(conversation):
    receive(conversation, "c1", "pay")
    _kill_while_speaking(conversation)
    world = World()
    run(conversation.pk, world.ports())
    assert world.spoken == 0, "the lease of the dead was not respected"
    lease.expire(conversation.pk)
    run(conversation.pk, world.ports())
    assert (world.understood, world.acted, world.spoken) == (0, [], 1)
    replies = conversation.messages.filter(role="agent")
    assert [row.opened("text", conversation.keyring) for row in replies] == ["Thank you {'paid': True}"]


def _kill_while_speaking(conversation: Conversation) -> None:
    """Let another process run the turn up to its reply, and kill it there."""
    command = [sys.executable, "-m", "tests.conversations.dies", str(conversation.pk)]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": address()}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "speaking\n"
        process.kill()
