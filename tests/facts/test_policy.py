"""What becomes of a statement (F4 to F8, F10, F17)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.policy import COUNTED, Candidate, Decision, Standing, Stored, Thresholds, decide, exactly, merge, same

SITE = Thresholds()
EMPTY = Standing()
BERN = Stored(1, "Bern", 0.9)


def said(value="Basel", confidence=0.9, **more):
    return Candidate("profile.city", value, confidence, **{"quote": "I live there", **more})


def verdict(candidate, standing=EMPTY, thresholds=SITE):
    return decide(candidate, standing, thresholds).verdict


@pytest.mark.parametrize(
    ("confidence", "expected"),
    [
        (1.0, "asserted"),
        (0.85, "asserted"),
        (0.8499999, "proposed"),
        (0.60, "proposed"),
        (0.5999999, "ignored"),
        (0.0, "ignored"),
        (float("nan"), "ignored"),
    ],
)
def test_f5_085_writes_and_060_proposes_exactly(confidence, expected):
    assert verdict(said(confidence=confidence)) == expected


@pytest.mark.parametrize(("confidence", "expected"), [(0.95, "asserted"), (0.94, "proposed"), (0.69, "ignored")])
def test_f5_a_key_moves_the_bounds(confidence, expected):
    assert verdict(said(confidence=confidence), thresholds=Thresholds(0.95, 0.7)) == expected


@pytest.mark.parametrize("quote", ["", "  "])
def test_f4_a_statement_without_a_quote_is_dropped_whatever_its_confidence(quote):
    assert verdict(said(confidence=1, quote=quote)) == "unquoted"


@pytest.mark.parametrize("confidence", [0.7, 0.9])
@pytest.mark.parametrize("value", ["Bern", " bern ", "BERN"])
def test_f6_the_value_already_held_is_only_counted(value, confidence):
    assert verdict(said(value, confidence), Standing(held=(BERN,))) == "repeated"


def test_f6_a_proposal_pending_or_refused_is_not_made_again():
    basel = Stored(2, "basel")
    assert verdict(said(confidence=0.7), Standing(pending=(basel,))) == "pending"
    assert verdict(said(confidence=0.7), Standing(refused=(basel,))) == "refused"
    assert verdict(said("Chur", 0.7), Standing(pending=(basel,), refused=(basel,))) == "proposed"


def test_f6_a_certain_statement_writes_what_was_refused_and_closes_what_waits():
    basel = Stored(2, "Basel")
    assert verdict(said(), Standing(refused=(basel,))) == "asserted"
    assert decide(said(), Standing(pending=(basel,)), SITE) == Decision("accepted", 2)


def test_f7_a_contradiction_is_contested_and_names_what_it_disputes():
    assert decide(said(), Standing(held=(BERN,)), SITE) == Decision("contested", 1)
    assert verdict(said(), Standing(held=(replace(BERN, confidence=1.0),))) == "contested"


def test_f7_the_contradiction_said_again_is_only_counted_and_a_third_value_contests_anew():
    standing = Standing(held=(BERN,), challenger=Stored(2, "Basel"))
    assert verdict(said(), standing) == "repeated"
    assert verdict(said(confidence=0.7), standing) == "repeated"
    assert verdict(said("Chur"), standing) == "contested"


def test_f7_a_value_of_little_confidence_gives_way():
    assert decide(said(), Standing(held=(replace(BERN, confidence=0.7),)), SITE) == Decision("asserted", 1)


def test_f8_an_explicit_change_is_no_contradiction():
    assert decide(said(change=True), Standing(held=(BERN,)), SITE) == Decision("asserted", 1)
    assert verdict(said(change=True, confidence=0.7), Standing(held=(BERN,))) == "proposed"


def test_f1_a_key_with_many_values_is_never_contested():
    standing = Standing(held=(BERN,), many=True)
    assert verdict(said(), standing) == "asserted"
    assert verdict(said("Bern"), standing) == "repeated"


def test_f17_a_value_past_its_freshness_is_confirmed_or_replaced_but_never_contested():
    stale = Standing(held=(replace(BERN, stale=True),))
    assert decide(said("Bern", 1.0), stale, SITE) == Decision("confirmed", 1)
    assert decide(said("Basel"), stale, SITE) == Decision("asserted", 1)
    assert verdict(said("Bern", 0.7), stale) == "proposed"


@pytest.mark.parametrize("source", ["revision", "onboarding"])
def test_f10_what_is_typed_corrects_and_is_never_contested(source):
    typed = said(source=source, quote="", confidence=1.0)
    assert decide(typed, Standing(held=(BERN,)), SITE) == Decision("corrected", 1)
    assert verdict(typed) == "asserted"
    assert decide(typed, Standing(pending=(Stored(2, "Basel"),)), SITE) == Decision("accepted", 2)


def test_f10_what_is_typed_confirms_what_was_only_heard():
    typed = said("Bern", source="revision", quote="", confidence=1.0)
    assert decide(typed, Standing(held=(BERN,)), SITE) == Decision("confirmed", 1)
    sure = Standing(held=(replace(BERN, confidence=1.0),))
    assert verdict(typed, sure) == "repeated"
    assert verdict(typed, replace(sure, challenger=Stored(2, "Basel"))) == "confirmed"


def test_f10_what_is_typed_is_compared_to_the_letter():
    typed = said("BERN", source="revision", quote="", confidence=1.0)
    assert decide(typed, Standing(held=(replace(BERN, confidence=1.0),)), SITE) == Decision("corrected", 1)


def test_true_is_not_one_and_one_is_one_point_nought():
    assert not same(True, 1)
    assert same(1, 1.0)
    assert same(["Zürich"], ["zurich"])
    assert not exactly("Zürich", "zurich")


def test_f16_a_field_and_a_statement_of_the_same_are_one_and_the_quoted_one_stays():
    field = said("Bern", 1.0, quote="")
    statement = said("bern", 0.9, change=True)
    assert merge([field, statement]) == [statement]
    assert merge([statement, field, said("Chur")]) == [statement, said("Chur")]
    assert merge([said("Bern", 0.7), said("Bern", 0.95)]) == [said("Bern", 0.95)]


stored = st.builds(
    Stored, st.integers(1, 9), st.sampled_from(["a", "b", "c"]), st.sampled_from([0.7, 0.9, 1.0]), st.booleans()
)
standings = st.builds(
    Standing,
    held=st.lists(stored, max_size=2).map(tuple),
    challenger=st.none() | stored,
    pending=st.lists(stored, max_size=2).map(tuple),
    refused=st.lists(stored, max_size=2).map(tuple),
    many=st.booleans(),
)
candidates = st.builds(
    Candidate,
    st.just("profile.city"),
    st.sampled_from(["a", "b", "c"]),
    st.floats(0, 1),
    quote=st.sampled_from(["", "said so"]),
    change=st.booleans(),
    source=st.sampled_from(["chat", "revision"]),
)


@given(candidates, standings)
def test_every_decision_that_answers_or_disputes_names_an_entry_that_stands(candidate, standing):
    decision = decide(candidate, standing, SITE)
    stands = {item.entry for item in (*standing.held, *standing.pending)}
    assert decision.about is None or decision.about in stands
    if decision.verdict in ("accepted", "contested", "corrected", "confirmed"):
        assert decision.about is not None
    if candidate.source == "chat" and candidate.confidence < SITE.propose:
        assert decision.verdict in COUNTED
