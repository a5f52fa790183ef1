"""Properties of the engine: whatever the agent and however odd the understanding, a turn is in order."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings

from agents.compile import compile_definition
from conversations.engine.effects import (
    Act,
    Answer,
    Done,
    Effect,
    Failed,
    Speak,
    Understand,
    canonical,
    dump_answer,
    fingerprint,
    load_answer,
)
from conversations.engine.report import TurnResult
from conversations.engine.state import dump, load
from conversations.engine.turn_input import Fact, TurnInput
from conversations.engine.turn_input import dump as dump_input
from conversations.engine.turn_input import load as load_input
from facts import values
from tests.engine.agents import FIELDS, agents, turns
from tests.engine.player import drive
from tests.engine.whole import MAIL, OLD_MAIL, Played, Whole


def answer_with(reading: Any) -> Any:
    """Answers effects: the reading as it is, actions by their name, speech with the step's own text or a failure."""

    def answer(effect: Effect) -> Answer:
        if isinstance(effect, Understand):
            return Failed("timeout") if reading is None else Done(reading)
        if isinstance(effect, Act):
            return Failed("declined") if effect.action == "fails" else Done({"total": 240})
        return Done(effect.otherwise)

    return answer


def play(document: dict[str, Any], script: list[Any], fact: Fact = MAIL) -> list[Played]:
    """Play the script in memory, as far as it makes turns."""
    whole = Whole(compile_definition(document, version=1), facts=(fact,))
    played = [whole.play(what, answer_with(reading)) for what, reading in script]
    return [turn for turn in played if turn is not None]


def check_turn(turn_input: TurnInput, result: TurnResult, effects: list[Effect]) -> None:
    assert sum(isinstance(effect, Understand) for effect in effects) <= 1, "T1: one Understand at most"
    if turn_input.kind == "message" and not meant_silence(turn_input, result):
        assert result.messages, "T33: a message is answered"
    assert all(said.text.strip() for said in result.messages), "T33: an answer says something"
    for effect in effects:
        if isinstance(effect, Speak):
            asked = [wanted for section in effect.sections for wanted in section.wanted]
            assert all(wanted.known is None for wanted in asked), "T21: nothing known is asked"
    if result.state.floor is not None:
        assert not set(result.state.floor.asking) & set(result.data), "T21: nothing known is being asked"
    for name, value in result.data.items():
        spec = FIELDS[name]
        kind = values.ValueType(spec["type"], enum=tuple(spec.get("enum", ())))
        assert values.coerce(value, kind, "en") == value, "T6: what is stored is of its type"
    if {"arrival", "leaving"} <= set(result.data):
        assert result.data["leaving"] >= result.data["arrival"], "T50: known values keep to each other's bounds"
    assert load(dump(result.state)) == result.state, "the state survives JSON"
    check_runs(turn_input, result)


def meant_silence(turn_input: TurnInput, result: TurnResult) -> bool:
    """Whether a branch of a `wait` led the run to its end (T33)."""
    return any(outcome.code == "replied" and outcome.next == "end" for outcome in result.outcomes)


def check_runs(turn_input: TurnInput, result: TurnResult) -> None:
    """Runs neither wait for a floor that is free, nor hold it without a question, nor go on twice in one flow."""
    state = result.state
    looped = state.handed_off or any(ended.reason == "step_loop" for ended in result.ended)
    unprepared = any(error.type == "prepare_hook" for error in result.errors)
    flows = [run.flow for run in state.open_runs]
    assert len(flows) == len(set(flows)), "T13: a flow has one open run at most"
    if state.floor is None:
        assert looped or not (state.paused or state.queued), "T14, T15: what waits takes a free floor"
    elif turn_input.kind == "message" and not (looped or unprepared or state.muted):
        assert state.floor.asking or state.floor.staying, "T19: a run stops only at a question"
    if state.floor is not None and not state.handed_off:
        errors = ("validation_error", "action_error", "llm_error", "prepare_error")
        assert result.stopped_reason in ("needs_input", *errors), "T19"
    if state.handed_off:
        assert result.stopped_reason in ("handed_off", "action_error", "llm_error", "prepare_error", "validation_error")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(document=agents, script=turns)
def test_any_understanding_leaves_a_turn_in_order(document: dict[str, Any], script: list[Any]) -> None:
    played = play(document, script)
    for turn in played:
        check_turn(turn.input, turn.result, turn.effects)
    keys = [said.key for turn in played for said in turn.result.messages]
    assert len(keys) == len(set(keys)), "T29: no key is used twice"


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(document=agents, script=turns)
def test_f17_a_value_past_its_freshness_is_used_only_once_it_is_confirmed(
    document: dict[str, Any], script: list[Any]
) -> None:
    for turn in play(document, script, OLD_MAIL):
        check_turn(turn.input, turn.result, turn.effects)
        known = turn.result.state.data.get("mail")
        assert known is None or known.source != "fact", "F17: a stale fact fills no field"
        confirmed = [item for item in turn.result.candidates if item.value == OLD_MAIL.value and item.confidence == 1]
        assert all(item.quote for item in confirmed), "F4: what confirmed it stands in the message"
        if confirmed:
            assert "mail" in turn.input.state.open_runs[0].asking, "F17: only what was asked is confirmed"


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(document=agents, script=turns)
def test_a_turn_over_its_journal_is_the_same_to_the_byte(document: dict[str, Any], script: list[Any]) -> None:
    definition = compile_definition(document, version=1)
    for turn in play(document, script):
        answers = zip(turn.effects, turn.answers, strict=True)
        journal = [(fingerprint(effect), canonical(dump_answer(answer))) for effect, answer in answers]
        assert_replays(definition, canonical(dump_input(turn.input)), journal, turn.result)


def assert_replays(definition: Any, row_0: str, journal: list[tuple[str, str]], result: TurnResult) -> None:
    rows = iter(journal)

    def answer(effect: Effect) -> Answer:
        expected, answered = next(rows)
        assert fingerprint(effect) == expected
        return load_answer(json.loads(answered))

    again, _ = drive(definition, load_input(json.loads(row_0)), answer)
    assert again == result
