"""A definition is loaded once a process, however many turns and conversations there are."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents import live
from conversations import runner
from conversations.actions import receive, start
from tests.conversations.engines import World, echo

run = async_to_sync(runner.run)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The agents whose documents were compiled, in a process that has loaded nothing yet."""
    seen: list[str] = []
    compile_definition = live.compile_definition

    def compiling(document: Any, *rest: Any) -> Any:
        seen.append(document["agent"])
        return compile_definition(document, *rest)

    monkeypatch.setattr(live, "compile_definition", compiling)
    live._compiled.cache_clear()
    return seen


def test_the_first_turn_compiles_the_definition_and_the_second_one_does_not(conversation, compiled):
    receive(conversation, "c1", "hello")
    run(conversation.pk, World().ports(echo))
    assert compiled == ["desk"]
    receive(conversation, "c2", "hello again")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        run(conversation.pk, World().ports(echo))
    assert conversation.turns.filter(status="done").count() == 2
    assert compiled == ["desk"]
    assert not [query["sql"] for query in queries if '"document"' in query["sql"]]


def test_another_conversation_with_the_same_version_compiles_nothing(conversation, agent, ben, compiled):
    for one in (conversation, start(agent, ben).conversation):
        receive(one, "c1", "hello")
        run(one.pk, World().ports(echo))
        assert one.turns.get().status == "done"
    assert compiled == ["desk"]
