"""T45: the built-in understanding stands in for a model that fails."""

from conversations.engine.effects import Done, Failed
from conversations.llm.builtin import Builtin
from conversations.llm.fallback import WithFallback
from conversations.llm.scripted import Scripted
from tests.llm.examples import speak, understand


async def heard(attempt: int, piece: str) -> None:
    """Nobody listens."""


async def test_t45_a_failed_reading_is_replaced_by_the_built_in_one_and_says_so() -> None:
    model = WithFallback(Scripted({"error": "timeout"}), Builtin())
    answer = await model.understand(understand("I want to book the Grand Hotel"))
    assert isinstance(answer, Done)
    assert isinstance(answer.value, dict)
    assert (answer.value["reader"], answer.value["flows"]) == ("builtin", ["book"])
    assert answer.failed is not None
    assert answer.failed.code == "timeout"
    assert [call.model for call in answer.calls] == ["scripted", "builtin"]


async def test_a_reading_that_succeeds_is_passed_on() -> None:
    answer = await WithFallback(Scripted({"flows": []}), Builtin()).understand(understand("hello"))
    assert isinstance(answer, Done)
    assert (answer.value, answer.failed) == ({"flows": [], "reader": "scripted"}, None)


async def test_t45_a_failed_reply_stays_failed() -> None:
    model = WithFallback(Scripted(speaks=[{"error": "timeout"}]), Builtin())
    answer = await model.speak(speak(), heard)
    assert isinstance(answer, Failed)
    assert answer.code == "timeout"
