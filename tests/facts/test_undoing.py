"""What can be undone, and what that takes (F8); `test_undo` and `test_properties` hold it against whole ledgers."""

from datetime import timedelta

from facts.projection import Line, apply
from facts.undoing import Step, closing, steps, undoable
from tests.facts.conftest import AT
from tests.facts.counted import looks_at, many_values


def ledger(*lines):
    """Lines of one key, each at a moment of its own unless it says `at`."""
    return [
        Line(number, kind, "k.a", **{"at": AT + timedelta(minutes=number), **more})
        for number, (kind, more) in enumerate(lines, start=1)
    ]


def test_f8_the_value_before_is_the_one_that_comes_back():
    lines = ledger(("asserted", {}), ("corrected", {"about": 1}))
    assert steps(lines, 2) == (Step(2, 1),)
    assert undoable(lines, [1, 2]) == {2}


def test_f8_what_one_click_closed_is_undone_first():
    lines = ledger(
        ("proposed", {}),
        ("proposed", {}),
        ("accepted", {"about": 1, "at": AT}),
        ("closed", {"about": 2, "at": AT}),
    )
    assert steps(lines, 3) == (Step(4, None), Step(3, None))
    assert undoable(lines, [3, 4]) == {3}, "what was closed is undone where it was decided"
    assert closing(lines) == {4: 3}


def test_f6_what_closed_a_proposal_is_the_decision_just_before_it():
    lines = ledger(
        ("asserted", {}),
        ("proposed", {}),
        ("proposed", {}),
        ("contested", {"about": 1}),
        ("resolved", {"about": 4, "choice": "new", "at": AT}),
        ("accepted", {"about": 2, "at": AT}),
        ("closed", {"about": 3, "at": AT}),
        ("rejected", {"about": 3}),
    )
    assert closing(lines) == {7: 5}


def test_f8_a_refusal_is_a_decision_of_its_own():
    lines = ledger(("proposed", {}), ("proposed", {}), ("accepted", {"about": 1}), ("rejected", {"about": 2}))
    assert steps(lines, 3) == (Step(3, None),)
    assert steps(lines, 4) == (Step(4, None),)


def test_f7_the_lines_of_a_decision_bring_everything_back_together():
    lines = ledger(
        ("asserted", {}),
        ("proposed", {}),
        ("contested", {"about": 1}),
        ("resolved", {"about": 3, "choice": "new", "at": AT}),
        ("accepted", {"about": 2, "at": AT}),
    )
    undoing = steps(lines, 4)
    assert undoing == (Step(5, 4), Step(4, 1))
    undone = [Line(6 + n, "undone", "k.a", step.entry, restores=step.restores) for n, step in enumerate(undoing)]
    after = apply([*lines, *undone])
    assert after.current == {("k.a", 0): 1}
    assert (after.proposals[2].state, after.contested[3].state) == ("pending", "open")


def test_f8_what_is_no_decision_or_was_undone_cannot_be_undone():
    lines = ledger(("asserted", {}), ("proposed", {}), ("undone", {"about": 1}))
    assert undoable(lines, [1, 2, 3]) == frozenset()
    assert undoable(lines, []) == undoable([], [1]) == frozenset()


def test_f8_what_can_be_undone_is_read_in_one_pass_however_many_values_stand():
    def read(lines):
        return undoable(lines, {line.id for line in lines})

    few, many = (looks_at(many_values(number), read) for number in (100, 400))
    assert many < 5 * few
