"""JSON kept as text."""

from typing import Any

import pytest
from django import forms

from agents.columns import JsonField, JsonText, canonical


@pytest.mark.parametrize("value", [None, 0, False, "today", "", [], {}, ["é", {"b": 1, "a": [True, None]}]])
def test_a_value_comes_back_from_its_text(value: Any) -> None:
    column = JsonText()
    stored = column.get_prep_value(value)
    assert canonical(column.from_db_value(stored, None, None)) == canonical(
        value if value not in ("", [], {}) else None
    )


def test_an_empty_column_has_its_own_empty_value() -> None:
    assert JsonText(empty=list).from_db_value("", None, None) == []
    assert JsonText(empty=dict).from_db_value("", None, None) == {}


def test_the_text_keeps_the_order_of_keys_and_is_no_ascii_escape() -> None:
    assert JsonText().get_prep_value({"b": "ü", "a": 1}) == '{"b":"ü","a":1}'


@pytest.mark.parametrize("blank", [True, False])
def test_a_column_is_rebuilt_for_migrations_as_it_is(blank: bool) -> None:
    clone = JsonText(blank=blank, empty=list).clone()
    assert (clone.blank, clone.empty) == (blank, list)


@pytest.mark.parametrize("text", ["{a: 1}", "NaN", "[1, Infinity]", '"\\ud800"', "[" * 100_000, "'x'"])
def test_a_form_refuses_what_is_no_json(text: str) -> None:
    with pytest.raises(forms.ValidationError, match="not valid JSON"):
        JsonField().clean(text)


def test_a_form_refuses_json_that_is_nested_too_deeply() -> None:
    assert JsonField().clean("[" * 30 + "1" + "]" * 30)
    for text in ("[" * 31 + "1" + "]" * 31, '{"a":' * 900 + "1" + "}" * 900):
        with pytest.raises(forms.ValidationError, match="nested too deeply"):
            JsonField().clean(text)


def test_a_form_sees_a_changed_order_of_keys() -> None:
    field = JsonField(required=False)
    assert not field.has_changed({"a": 1, "b": 2}, '{"a": 1, "b": 2}')
    assert field.has_changed({"a": 1, "b": 2}, '{"b": 2, "a": 1}')
    assert not field.has_changed([], "")
