"""Whatever a column holds: shown by an input and posted unchanged, it is the same value; nothing is saved."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from agents.admin.inputs.composite import is_changed, read, show
from agents.admin.inputs.limits import Bound, Constraints, Enum
from agents.admin.inputs.mappings import ActionInput, Saves, Synonyms
from agents.admin.inputs.nexts import Next
from agents.admin.inputs.parts import Refused, Shape
from agents.admin.inputs.plain import Duration, FactKey
from agents.admin.inputs.predicates import Predicate
from agents.predicate import PredicateError, parse
from tests.agents.admin import strategies as s
from tests.agents.admin.offered import OFFERS, SCHEMAS, unchanged, values_under

TYPES = ["string", "integer", "number", "boolean", "date", "time", "datetime", "list", "object"]


def following(shape: Shape, given: Any) -> Shape:
    shape.given = given
    return shape


CASES: list[tuple[Shape, Any]] = [
    (Predicate(OFFERS), s.PREDICATE | st.none() | s.JSON),
    (Next(OFFERS, "the next step"), s.NEXT | st.none() | s.JSON),
    (following(ActionInput(OFFERS, SCHEMAS), "quote"), s.MAPPING | s.JSON),
    (following(ActionInput(OFFERS, SCHEMAS), "open"), s.MAPPING),
    (following(ActionInput(OFFERS, SCHEMAS), "gone"), s.MAPPING),
    (following(Saves(SCHEMAS), "quote"), s.SAVES | s.JSON),
    (following(Saves(SCHEMAS), "open"), s.SAVES),
    (following(Synonyms(), ["Grand Hotel", 2]), s.SYNONYMS | s.JSON),
    (Duration(), s.DURATION),
    (FactKey(OFFERS), s.KEY),
    *(
        (following(shape, kind), values)
        for kind in TYPES
        for shape, values in (
            (Enum(), s.ENUM | s.JSON),
            (Bound(OFFERS), s.BOUND | st.none()),
            (Constraints(), s.SCHEMA | s.JSON),
        )
    ),
]


def name_of(case: Any) -> str:
    return f"{type(case).__name__} {case.given}" if isinstance(case, Shape) else ""


@pytest.mark.parametrize(("shape", "values"), CASES, ids=name_of)
@settings(
    max_examples=60, deadline=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_posted_as_it_was_shown_nothing_is_changed(shape: Shape, values: Any, data: st.DataObject) -> None:
    value = data.draw(values)
    typed = unchanged(shape, value)
    assert not is_changed(shape, value, typed), (value, typed)


@settings(max_examples=100, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(document=s.PREDICATE)
def test_a_condition_put_together_from_its_rows_is_read_as_the_same(document: Any) -> None:
    shape = Predicate(OFFERS)
    typed = show(shape, document)
    try:
        before = parse(document)
    except PredicateError:
        return
    after = parse(read(shape, typed))
    assert _leaves(after) == _leaves(before)


def _leaves(predicate: Any) -> Any:
    """Comparisons, with `all` within `all` taken apart: that is the one thing that rows do to a condition."""
    if type(predicate).__name__ == "AllOf":
        return [leaf for part in predicate.parts for leaf in _leaves(part)]
    if type(predicate).__name__ == "AnyOf" and len(predicate.parts) > 1:
        return [("any", *map(repr, map(_leaves, predicate.parts)))]
    if type(predicate).__name__ == "AnyOf":
        return _leaves(predicate.parts[0])
    if type(predicate).__name__ == "Not":
        return [("not", repr(_leaves(predicate.part)))]
    return [predicate]


WRITTEN = [
    ("if", Predicate(OFFERS)),
    ("skip_if", Predicate(OFFERS)),
    ("then", Next(OFFERS, "")),
    ("else", Next(OFFERS, "")),
    ("on_fail", Next(OFFERS, "")),
    ("on_stuck", Next(OFFERS, "")),
    ("input", following(ActionInput(OFFERS, SCHEMAS), "open")),
    ("save", following(Saves(SCHEMAS), "open")),
    ("synonyms", Synonyms()),
    ("enum", Enum()),
    ("minimum", Bound(OFFERS)),
    ("maximum", Bound(OFFERS)),
    ("wait", Duration()),
    ("silence", Duration()),
    ("retention", Duration()),
    ("fact", FactKey(OFFERS)),
]


def _kept(written: Any) -> str:
    """How a column of text keeps a duration."""
    return written if isinstance(written, str) else f"{written}s" if isinstance(written, int) else ""


@pytest.mark.parametrize(("key", "shape"), WRITTEN, ids=lambda one: one if isinstance(one, str) else "")
def test_every_value_of_an_agent_in_a_file_stays_and_is_shown_by_its_parts(key: str, shape: Shape) -> None:
    found = values_under(key)
    assert found
    as_json = 0
    for written in found:
        value = _kept(written) if shape.as_text else written
        typed = unchanged(shape, value)
        assert not is_changed(shape, value, typed), (value, typed)
        as_json += typed.is_raw
    assert as_json <= len(found) // 10, "most of what is written has its inputs"


@pytest.mark.parametrize(("shape", "values"), CASES, ids=name_of)
@settings(
    max_examples=30, deadline=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_whatever_is_posted_is_a_value_or_refused_with_a_sentence(
    shape: Shape, values: Any, data: st.DataObject
) -> None:
    names = sorted(unchanged(shape, data.draw(values)).parts)
    parts = data.draw(st.dictionaries(st.sampled_from(names or ["x"]), st.tuples(s.TEXT), max_size=6))
    shape.view(parts)
    said = "a value"
    try:
        shape.read(parts)
    except Refused as refused:
        said = refused.said()
    assert said
    assert "%(" not in said
