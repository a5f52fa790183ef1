"""A refused value is told about in a sentence that says what to do."""

import pytest
from django.utils import translation

from facts.refusals import sentence
from facts.values import Invalid, ValueType, check, check_schema, coerce


@pytest.mark.parametrize(
    ("schema", "value", "told"),
    [
        ({"enum": ["VD", "GE"]}, "ZH", "Choose one of: VD, GE."),
        ({"const": 4}, 5, "Choose one of: 4."),
        ({"type": "integer"}, "two", "Write a whole number."),
        ({"type": "string", "format": "email"}, "nobody", "Write an e-mail address."),
        ({"type": "integer", "minimum": 0}, -1, "Choose 0 or more."),
        ({"exclusiveMaximum": 3}, 3, "Choose less than 3."),
        ({"maxLength": 2}, "abc", "Write at most 2 characters."),
        ({"required": ["a", "b"]}, {}, "Give all of: a, b."),
        ({"pattern": "^[a-z]+$"}, "A", "Write it in the form ^[a-z]+$."),
        ({"type": ["integer", "null"]}, "x", "Choose another value."),
        ({"not": {}}, 1, "Choose another value."),
    ],
)
def test_t6_a_keyword_of_the_schema_is_said_in_words(schema, value, told):
    with translation.override("en"), pytest.raises(Invalid) as refused:
        check_schema(value, schema)
    assert sentence(refused.value) == told


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("integer", "two", "Write a whole number."),
        ("date", "tomorrow", "Write a date like 2026-03-06."),
        ("list", "a", "Give a list."),
        ("object", "a", "Give an object."),
    ],
)
def test_t6_a_type_is_said_in_words(name, value, told):
    with pytest.raises(Invalid) as refused:
        coerce(value, ValueType(name), "en")
    assert sentence(refused.value) == told


def test_t50_a_bound_is_named():
    with pytest.raises(Invalid) as refused:
        check("2026-03-01", ValueType("date"), minimum="2026-03-06")
    assert sentence(refused.value) == "Choose 2026-03-06 or more."


def test_what_is_a_sentence_already_stays_as_it_is():
    assert sentence(Invalid("unknown_key", "This site keeps no such fact.")) == "This site keeps no such fact."
