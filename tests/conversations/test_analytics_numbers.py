"""The arithmetic of the analytics: what counts say, and what of it may be chance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.analytics_numbers import FieldUse, FlowUse, Rate, StepUse, Use, stop_of, together, verdict

USE = Use(
    {
        ("", "", "conversations"): 10,
        ("", "", "turn:message"): 40,
        ("", "", "turn:timer"): 10,
        ("", "", "handed_off"): 2,
        ("", "", "fallback"): 4,
        ("", "", "degraded"): 5,
        ("", "", "failed"): 1,
        ("", "", "diverged"): 1,
        ("", "", "cost"): 2_500_000_000,
        ("", "", "ms:512"): 30,
        ("", "", "ms:2048"): 10,
        ("", "", "cost:0"): 40,
        ("book", "", "started"): 10,
        ("book", "", "completed"): 6,
        ("book", "", "ended:complete"): 6,
        ("book", "", "ended:cancelled"): 1,
        ("tips", "", "started"): 20,
        ("tips", "", "completed"): 20,
        ("book", "ask", "entered"): 10,
        ("book", "ask", "asked"): 14,
        ("book", "ask", "stands"): 12,
        ("book", "ask", "moved"): 8,
        ("book", "ask", "cancelled"): 1,
        ("book", "ask", "ok:collected"): 7,
        ("book", "ask", "failed:stuck"): 1,
        ("book", "ask", "failed:prepare"): 2,
        ("book", "bye", "entered"): 7,
        ("book", "bye", "skipped:skip-if"): 1,
        ("book", "ask bye", "way"): 7,
        ("book", "guests", "question"): 14,
        ("book", "guests", "attempt:1"): 5,
        ("book", "guests", "attempt:3"): 2,
        ("book", "guests", "missed"): 4,
        ("book", "name", "avoided:fact"): 3,
        ("book", "name", "avoided:known"): 2,
    }
)


def test_the_whole():
    assert (USE.conversations, USE.exchanges, USE.turns, USE.cost) == (10, 40, 50, 2.5)
    assert (USE.handed_off, USE.fallbacks) == (Rate(2, 10), Rate(4, 40))
    assert (USE.degraded, USE.failed) == (Rate(5, 50), Rate(2, 50))
    assert USE.completion == Rate(26, 30)


def test_times_and_costs_come_from_their_stretches():
    assert USE.seconds(0.5) == pytest.approx(0.577, abs=0.001)
    assert USE.seconds(0.95) == pytest.approx(2.358, abs=0.001)
    assert USE.spent(0.5) == 0
    assert Use().seconds(0.5) is None


def test_a_flow():
    assert [flow.flow for flow in USE.flows] == ["tips", "book"]
    assert USE.flow("book") == FlowUse("book", 10, 6, {"complete": 6, "cancelled": 1})
    assert (USE.flow("book").open, USE.flow("book").completion) == (3, Rate(6, 10))


def test_runs_that_began_before_the_period_do_not_make_more_than_all():
    use = Use({("book", "", "started"): 1, ("book", "", "completed"): 3, ("book", "", "ended:complete"): 3})
    assert (use.flow("book").completion, use.flow("book").open) == (Rate(1, 1), 0)
    assert Use({("book", "ask", "moved"): 3}).step("book", "ask").stopped == 0


def test_steps_stand_in_the_order_of_the_agent_and_those_it_has_no_more_come_last():
    found = USE.steps("book", ["bye", "new"])
    assert [step.step for step in found] == ["bye", "new", "ask"]
    assert found[2] == StepUse("ask", entered=10, stopped=4, asked=14, failed=3)
    assert (found[0].skipped, found[1].entered) == (1, 0)


def test_the_step_where_most_stop_is_none_that_waits():
    ask, hold = StepUse("ask", 10, 4), StepUse("hold", 10, 9)
    assert stop_of([hold, ask], ["hold"]) == ask
    assert stop_of([hold], ["hold"]) is None


def test_the_ways_and_the_fields():
    assert USE.ways("book") == {("ask", "bye"): 7}
    guests, name = USE.fields
    assert (guests.name, guests.asked, guests.missed, guests.attempts) == ("guests", 14, 4, (5, 0, 2, 0, 0))
    assert guests.answers == Rate(7, 11)
    assert (name.by_fact, name.by_words) == (3, 2)
    assert FieldUse("book", "x").answers.share is None


def test_two_selections_together_are_their_sums():
    assert together([USE, USE]).conversations == 20


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (Rate(50, 100), Rate(80, 100), "higher"),
        (Rate(80, 100), Rate(50, 100), "lower"),
        (Rate(5, 10), Rate(8, 10), "chance"),
        (Rate(50, 100), Rate(50, 100), "chance"),
        (Rate(0, 0), Rate(8, 10), "unknown"),
        # Newcombe (1998), example (a): 56/70 and 48/80 differ by 0.0524 to 0.3339.
        (Rate(48, 80), Rate(56, 70), "higher"),
        # His example (b): 9/10 and 3/10 differ by 0.1705 to 0.8090; (c): 10/10 and 9/10 by chance.
        (Rate(3, 10), Rate(9, 10), "higher"),
        (Rate(9, 10), Rate(10, 10), "chance"),
    ],
)
def test_nobody_reads_chance_as_progress(old, new, expected):
    assert verdict(old, new) == expected


rates = st.integers(1, 300).flatmap(lambda of: st.builds(Rate, st.integers(0, of), st.just(of)))


@given(rates, rates)
def test_a_verdict_seen_from_the_other_side_is_its_opposite(old, new):
    opposite = {"higher": "lower", "lower": "higher", "chance": "chance"}
    assert verdict(new, old) == opposite[verdict(old, new)]
    assert verdict(old, old) == "chance"
