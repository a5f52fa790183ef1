"""The pure fold from ledger to what stands (F12)."""

from hypothesis import given
from hypothesis import strategies as st

from facts.projection import EMPTY, Asked, Line, apply
from tests.facts.counted import looks_at, many_values

KINDS = [
    "asserted",
    "proposed",
    "accepted",
    "rejected",
    "corrected",
    "confirmed",
    "contested",
    "resolved",
    "undone",
    "retracted",
]


def ledger(*lines):
    return [Line(number, kind, "k.a", **more) for number, (kind, more) in enumerate(lines, start=1)]


def test_f12_a_single_value_is_replaced_in_its_place():
    after = apply(ledger(("asserted", {}), ("corrected", {"about": 1})))
    assert after.current == {("k.a", 0): 2}


def test_f12_many_values_stand_beside_each_other_and_are_corrected_one_by_one():
    many = {"many": True}
    after = apply(ledger(("asserted", many), ("asserted", many), ("corrected", {**many, "about": 1})))
    assert after.current == {("k.a", 1): 3, ("k.a", 2): 2}


def test_f12_a_key_that_is_single_again_has_one_value():
    after = apply(ledger(("asserted", {"many": True}), ("asserted", {"many": True}), ("asserted", {})))
    assert after.current == {("k.a", 0): 3}


def test_f7_each_choice_of_a_contradiction():
    start = ledger(("asserted", {}), ("contested", {"about": 1}))
    outcomes = {}
    for choice in ("old", "new", "neither"):
        after = apply([*start, Line(3, "resolved", "k.a", about=2, choice=choice)])
        outcomes[choice] = dict(after.current)
        assert after.contested[2] == Asked("k.a", "resolved", line=3, held=1)
    assert outcomes == {"old": {("k.a", 0): 3}, "new": {("k.a", 0): 3}, "neither": {}}


def test_f7_the_old_value_stays_in_use_and_a_third_takes_the_place_of_the_new():
    after = apply(ledger(("asserted", {}), ("contested", {"about": 1}), ("contested", {"about": 1})))
    assert after.current == {("k.a", 0): 1}
    assert {entry: asked.state for entry, asked in after.contested.items()} == {2: "replaced", 3: "open"}


def test_f7_what_is_said_since_closes_a_contradiction():
    for kind in ("corrected", "retracted", "confirmed"):
        after = apply(ledger(("asserted", {}), ("contested", {"about": 1}), (kind, {"about": 1})))
        assert after.contested[2].state == "replaced"


def test_f6_a_proposal_is_answered_once():
    yes = apply(ledger(("proposed", {}), ("accepted", {"about": 1})))
    no = apply(ledger(("proposed", {}), ("rejected", {"about": 1})))
    assert (yes.proposals[1].state, yes.current) == ("accepted", {("k.a", 0): 2})
    assert (no.proposals[1].state, no.current) == ("rejected", {})


odd_lines = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.sampled_from(["k.a", "k.b"]),
        st.none() | st.integers(1, 12),
        st.sampled_from(["", "old", "new", "neither"]),
        st.booleans(),
    ),
    max_size=12,
).map(lambda rows: [Line(number, *row) for number, row in enumerate(rows, start=1)])


@given(odd_lines, st.integers(0, 12))
def test_f12_folding_line_by_line_and_all_at_once_give_the_same(lines, cut):
    assert apply(lines[cut:], apply(lines[:cut])) == apply(lines)


@given(odd_lines)
def test_f12_whatever_the_ledger_holds_a_key_has_one_open_contradiction_at_most(lines):
    after = apply(lines, EMPTY)
    open_keys = [asked.key for asked in after.contested.values() if asked.state == "open"]
    assert len(open_keys) == len(set(open_keys))
    assert set(after.current.values()) <= {line.id for line in lines}


def test_f7_what_a_third_value_replaced_stays_replaced_when_the_answer_is_undone():
    lines = ledger(
        ("asserted", {}),
        ("contested", {"about": 1}),
        ("contested", {"about": 1}),
        ("resolved", {"about": 3, "choice": "new"}),
    )
    after = apply([*lines, Line(5, "undone", "k.a", about=4, restores=1)])
    assert {entry: asked.state for entry, asked in after.contested.items()} == {2: "replaced", 3: "open"}


def test_f12_a_line_costs_what_it_touches_however_many_values_stand():
    few, many = (looks_at(many_values(number), apply) for number in (100, 400))
    assert many < 5 * few
