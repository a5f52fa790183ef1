"""What a turn adds to the tallies, held against the reports of whole conversations."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.compile import compile_definition
from agents.definition import Definition
from conversations.engine.effects import Failed
from conversations.engine.state import State
from conversations.engine.turn_input import Fact, TurnInput
from conversations.stretches import BOUNDS, low, quantile
from conversations.tallying import Tallies, tally, tally_turn
from tests.engine.agents import agents, turns
from tests.engine.player import Player, player
from tests.engine.test_properties import answer_with
from tests.engine.whole import MAIL, Played, Whole

DOCUMENT: dict[str, Any] = {
    "fields": {
        "guests": {"type": "integer", "minimum": 1, "maximum": 10, "ask": "How many?"},
        "name": {"type": "string", "ask": "Which name?"},
    },
    "flows": {
        "book": {
            "name": "Book",
            "on": [{"message": ["wants to book"]}],
            "required": ["guests", "name"],
            "max_attempts": 3,
            "on_stuck": {"end": "failed"},
            "steps": [
                {"id": "greet", "say": "Welcome."},
                {"id": "ask_guests", "collect": ["guests"]},
                {"id": "ask_name", "collect": ["name"]},
                {"id": "bye", "say": "Done."},
            ],
        },
        "advice": {"name": "Advice", "on": [{"message": ["wants advice"]}], "steps": [{"id": "tip", "say": "Rest."}]},
    },
}
BOOK = {"flows": ["book"]}


def value(name: str, found: Any, quote: str) -> dict[str, Any]:
    return {"fields": {name: {"value": found, "quote": quote}}}


def told(talk: Player, *said: tuple[str, Any]) -> Tallies:
    """What a conversation adds."""
    found: Tallies = Counter()
    for text, reading in said:
        before = talk.state
        found.update(tally(talk.definition, before, talk.say(text, reading)))
    return found


def of(found: Tallies, flow: str, name: str) -> dict[str, int]:
    return {what: count for (one, place, what), count in found.items() if (one, place) == (flow, name)}


def test_a_conversation_that_ends_well() -> None:
    found = told(player(DOCUMENT), ("I want to book", BOOK), ("4", None), ("Ann", value("name", "Ann", "Ann")))
    assert of(found, "book", "") == {"started": 1, "completed": 1, "ended:complete": 1}
    assert of(found, "book", "greet") == {"entered": 1, "ok": 1}
    assert of(found, "book", "ask_guests") == {
        **{"entered": 1, "asked": 1, "ok:collected": 1},
        **{"stands": 1, "moved": 1},
    }
    assert of(found, "book", "guests") == {"question": 1, "collected": 1, "attempt:1": 1}
    assert of(found, "book", "ask_guests ask_name") == {"way": 1}
    assert of(found, "", "") == {}


def test_t12_a_failed_attempt_counts_for_the_field_and_the_answer_says_which_attempt_it_was() -> None:
    talk = player(DOCUMENT)
    found = told(talk, ("I want to book", BOOK), ("hm", {}), ("many", {}), ("4", None))
    assert of(found, "book", "guests") == {"question": 3, "missed": 2, "collected": 1, "attempt:3": 1}
    assert of(found, "book", "ask_guests")["entered"] == 1, "a funnel counts runs"


def test_t12_whoever_is_stuck_missed_the_last_attempt_too_and_t28_has_not_completed() -> None:
    found = told(player(DOCUMENT), ("I want to book", BOOK), ("hm", {}), ("hm", {}), ("hm", {}))
    assert of(found, "book", "guests") == {"question": 3, "missed": 3}
    assert of(found, "book", "") == {"started": 1, "ended:failed": 1}
    assert of(found, "book", "ask_guests")["failed:stuck"] == 1
    assert of(found, "book", "ask_guests end:failed") == {"way": 1}


def test_t11_cancelling_leaves_the_step_without_going_on() -> None:
    found = told(player(DOCUMENT), ("I want to book", BOOK), ("forget it", {"signal": "cancel"}))
    assert of(found, "book", "ask_guests") == {"entered": 1, "asked": 1, "stands": 1, "cancelled": 1}
    assert of(found, "book", "") == {"started": 1, "ended:cancelled": 1}


def test_t11_a_hand_off_counts_once_and_where_it_happened() -> None:
    found = told(player(DOCUMENT), ("I want to book", BOOK), ("a person please", {"signal": "handoff"}))
    assert found["", "", "handed_off"] == found["book", "ask_guests", "handed_off"] == 1


def test_t17_what_no_flow_fits_is_a_fallback() -> None:
    assert of(told(player(DOCUMENT), ("nice weather", {})), "", "") == {"fallback": 1}
    with_text = player({**DOCUMENT, "fallback": "I book rooms."})
    assert of(told(with_text, ("nice weather", {})), "", "") == {"fallback": 1}


def test_t16_what_fits_several_flows_is_unclear() -> None:
    found = told(player(DOCUMENT), ("a room or a tip", {"unclear": ["book", "advice"]}))
    assert of(found, "", "") == {"unclear": 1}


def test_t45_a_turn_without_its_model_is_degraded() -> None:
    found = told(player(DOCUMENT), ("nice weather", Failed("timeout")))
    assert found["", "", "degraded"] == found["", "", "error:pre_extraction"] == 1


def test_t8_a_correction_counts_for_the_field() -> None:
    said = [("I want to book", BOOK), ("4", None), ("no, 5 of us", value("guests", 5, "5"))]
    assert of(told(player(DOCUMENT), *said), "book", "guests")["corrected"] == 1


def test_t6_a_value_that_fails_counts_for_the_field() -> None:
    found = told(player(DOCUMENT), ("I want to book", BOOK), ("12", None))
    assert of(found, "book", "guests")["invalid"] == 1


def test_t21_a_question_whose_answer_was_said_before_is_avoided() -> None:
    reading = {**BOOK, **value("name", "Ann", "Ann")}
    found = told(player(DOCUMENT), ("a room for Ann", reading), ("4", None))
    assert of(found, "book", "name") == {"collected": 1, "avoided:known": 1}


def test_f22_a_question_that_a_fact_made_unnecessary_is_avoided_by_it() -> None:
    fields = {**DOCUMENT["fields"], "name": {"type": "string", "ask": "Name?", "fact": "profile.name"}}
    talk = player({**DOCUMENT, "fields": fields}, facts=(Fact("profile.name", "Ann"),))
    assert of(told(talk, ("a room", BOOK), ("4", None)), "book", "name") == {"avoided:fact": 1}


def turn(**more: Any) -> TurnInput:
    given = {"kind": "message", "id": "m1", "conversation": "c", "state": State(), "now": "", "version": 1}
    return TurnInput(**{**given, **more})


def test_every_turn_adds_its_time_and_its_cost() -> None:
    found = tally_turn(turn(), "done", is_first=True, seconds=1.5, cost=0.002)
    assert of(found, "", "") == {
        **{"turn:message": 1, "conversations": 1},
        **{"cost": 2_000_000, f"ms:{low(1500)}": 1, f"cost:{low(2_000_000)}": 1},
    }
    failed = tally_turn(turn(kind="timer"), "failed", is_first=False, seconds=1, cost=0)
    assert of(failed, "", "") == {"turn:timer": 1, "failed": 1}


def test_a_clock_that_was_set_back_breaks_nothing() -> None:
    assert tally_turn(turn(), "done", is_first=False, seconds=-3, cost=0)["", "", "ms:0"] == 1


@given(st.lists(st.integers(8, 10**7), min_size=1, max_size=200), st.sampled_from([0.5, 0.95]))
def test_a_quantile_of_stretches_is_near_the_true_one(numbers: list[int], part: float) -> None:
    found = quantile(Counter(map(low, numbers)), part)
    assert found is not None
    true = sorted(numbers)[max(0, -(-int(part * len(numbers) * 1000) // 1000) - 1)]
    place = BOUNDS.index(low(true))
    assert BOUNDS[place - 1] <= found <= BOUNDS[place + 2]


def test_no_number_has_no_quantile() -> None:
    assert quantile({}, 0.5) is None


# Whatever the agent and however odd the understanding


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(document=agents, script=turns)
def test_the_tallies_of_a_conversation_are_what_its_reports_say(document: dict[str, Any], script: list[Any]) -> None:
    definition = compile_definition(document, version=1)
    whole = Whole(definition, facts=(MAIL,))
    played = [one for what, reading in script if (one := whole.play(what, answer_with(reading))) is not None]
    found: Tallies = Counter()
    for one in played:
        added = tally(definition, one.input.state, one.result)
        assert all(count > 0 for count in added.values())
        found.update(added)
    assert all(len(what) <= 32 for _flow, _name, what in found)
    check_runs(found, played)
    check_steps(found, played)
    check_fields(found, played, definition)


def total(found: Tallies, *whats: str) -> int:
    return sum(count for (_flow, _name, what), count in found.items() if what in whats)


def begins(found: Tallies, beginning: str) -> int:
    return sum(count for (_flow, _name, what), count in found.items() if what.startswith(beginning))


def check_runs(found: Tallies, played: list[Played]) -> None:
    started = sum(len(one.result.started) for one in played)
    ended = [run for one in played for run in one.result.ended]
    assert total(found, "started") == started
    assert begins(found, "ended:") == len(ended)
    last = played[-1].result.state if played else None
    assert started == len(ended) + (len(last.open_runs) if last else 0), "every run is open or has ended"
    assert total(found, "completed") <= started, "T34: a run reaches its goal once"
    goals = {run.run for run in ended if run.reason in ("complete", "end")}
    staying = {run.id for run in last.open_runs if run.staying} if last else set()
    assert total(found, "completed") + total(found, "ended:failed") == len(goals | staying), "T28, T34"


def check_steps(found: Tallies, played: list[Played]) -> None:
    outcomes = [one for turn in played for one in turn.result.outcomes]
    entered = {(one.run, one.step) for one in outcomes if one.visit}
    assert total(found, "entered") == len(entered), "once for each run and step"
    statuses = ("ok", "skipped", "waiting", "failed", "asked")
    assert sum(count for (_f, _n, what), count in found.items() if what.partition(":")[0] in statuses) == len(outcomes)
    assert total(found, "way") == sum(bool(one.next) for one in outcomes)
    last = played[-1].result.state.open_runs if played else ()
    standing = Counter((run.flow, run.step) for run in last if run.step and not run.staying)
    places = {(flow, name) for flow, name, what in found if what == "stands"}
    left = {
        place: found[(*place, "stands")] - found[(*place, "moved")] - found[(*place, "cancelled")] for place in places
    }
    assert +Counter(left) == standing, "those who have not gone on stand there"
    assert min(left.values(), default=0) >= 0


def check_fields(found: Tallies, played: list[Played], definition: Definition) -> None:
    assert total(found, "collected") == sum(len(one.result.collected) for one in played)
    assert total(found, "corrected", "withdrawn") == sum(len(one.result.changed) for one in played)
    assert total(found, "avoided:fact") == sum(len(one.result.questions_avoided) for one in played), "F22"
    assert begins(found, "attempt:") <= total(found, "collected")
    assert total(found, "degraded") == sum(one.result.degraded for one in played)
    assert {name for _flow, name, what in found if what == "missed"} <= set(definition.fields)


@pytest.mark.parametrize("code", ["card_declined", "their own words"])
def test_a_code_of_an_action_is_not_told(code: str) -> None:
    steps = [{"id": "pay", "do": "charge", "on_fail": "end"}]
    flows = {"pay": {"name": "Pay", "on": [{"message": ["pays"]}], "steps": steps}}
    talk = player({"fields": {}, "flows": flows}, actions={"charge": Failed(code)})
    assert of(told(talk, ("I pay", {"flows": ["pay"]})), "pay", "pay") == {"entered": 1, "failed:other": 1}
