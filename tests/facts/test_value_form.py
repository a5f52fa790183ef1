"""The input that fits a value (F10, F18)."""

import pytest
from django.utils.translation import override

from facts.templatetags.facts_shown import certainty, where_said
from facts.value_form import answer_form, value_form


def asked(schema, sent=None, many=False, **more):
    data = None if sent is None else {"profile.x-value": sent}
    return answer_form(schema, key="profile.x", label="X", many=many, data=data, **more)


def form(schema, current=None, sent=None):
    return value_form(schema, current=current, name="fact-1", data=None if sent is None else {"value": sent})


VALUES = [
    ({}, "Bern", "Basel", "Basel"),
    ({}, 2, "3", 3),
    ({}, True, "false", False),
    ({}, ["a"], " b \r\n\r\nc", ["b", "c"]),
    ({}, {"a": 1}, '{"a": 2}', {"a": 2}),
    ({"type": "string"}, None, "x\u0001y", "xy"),
    ({"type": "integer", "minimum": 0}, 2, "3", 3),
    ({"type": "number"}, 2, "2.5", 2.5),
    ({"type": "boolean"}, True, "true", True),
    ({"type": "string", "format": "date"}, "2026-03-02", "2026-04-01", "2026-04-01"),
    ({"type": "string", "format": "time"}, "10:30:00", "11:00", "11:00:00"),
    ({"type": "string", "format": "email"}, "a@b.ch", "c@d.ch", "c@d.ch"),
    ({"enum": ["VD", "GE"]}, "VD", '"GE"', "GE"),
    ({"enum": [1, 2]}, 1, "2", 2),
    ({"type": "array"}, [1, 2], "[3]", [3]),
]


@pytest.mark.parametrize(("schema", "current", "sent", "value"), VALUES)
def test_f10_what_is_typed_becomes_the_value(schema, current, sent, value):
    sent_form = form(schema, current, sent)
    assert sent_form.is_valid(), sent_form.errors
    assert sent_form.cleaned_data["value"] == value
    assert type(sent_form.cleaned_data["value"]) is type(value)


@pytest.mark.parametrize(
    ("schema", "sent"),
    [
        ({"type": "integer", "minimum": 0}, "-1"),
        ({"type": "integer"}, "two"),
        ({"type": "string", "maxLength": 3}, "four"),
        ({"type": "string", "format": "date"}, "next Friday"),
        ({"type": "string", "format": "email"}, "nobody"),
        ({"enum": ["VD", "GE"]}, '"XX"'),
        ({"enum": ["VD", "GE"]}, "VD"),
        ({"type": "object"}, "{"),
        ({}, ""),
    ],
)
def test_f2_what_does_not_fit_is_refused(schema, sent):
    assert not form(schema, "x", sent).is_valid()


@pytest.mark.parametrize(
    ("schema", "current", "html"),
    [
        ({"type": "string", "format": "date"}, "2026-03-02", 'type="date" name="value" value="2026-03-02"'),
        ({"type": "integer", "minimum": 0, "maximum": 9}, 2, 'min="0"'),
        ({"enum": ["VD", "GE"]}, "GE", 'value="&quot;GE&quot;" selected'),
        ({"type": "boolean"}, False, 'value="false" selected'),
        ({}, ["a", "b"], "a\nb</textarea>"),
        ({}, "Bern", 'id="fact-1-value"'),
    ],
)
def test_f18_the_input_fits_the_schema_and_shows_the_value(schema, current, html):
    assert html in str(form(schema, current)["value"])


def test_a_choice_is_shown_in_the_language_of_the_reader():
    with override("fr"):
        assert ">oui</option>" in str(form({"type": "boolean"}, True)["value"]).lower()


@pytest.mark.parametrize("schema", [{"enum": ["VD", "GE"]}, {"type": "boolean"}])
def test_nothing_is_chosen_beforehand_where_no_offered_value_holds(schema):
    assert " selected" in str(form(schema, None)["value"]).partition("</option>")[0]  # the blank one
    assert not form(schema, None, "").is_valid()


def test_a_value_that_is_no_longer_offered_is_not_replaced_by_the_first_one():
    html = str(form({"enum": ["VD", "GE"]}, "ZH")["value"])
    assert '<option value="">' in html
    assert "selected" not in html


def test_f19_a_value_that_is_not_to_be_shown_is_not_in_the_form():
    hidden = value_form({"type": "number"}, current=91234, name="fact-1", is_shown=False)
    assert "91234" not in str(hidden["value"])
    assert 'type="number"' in str(hidden["value"])


@pytest.mark.parametrize(
    ("schema", "many", "sent", "value"),
    [
        ({}, False, "", None),
        ({}, False, "Bern", "Bern"),
        ({"type": "integer"}, False, "0", 0),
        ({"enum": ["VD", "GE"]}, False, "", None),
        ({"type": "boolean"}, False, "false", False),
        ({"type": "string", "format": "date"}, False, "2026-03-02", "2026-03-02"),
        ({}, True, "", []),
        ({"type": "integer"}, True, "1\n 2 \n\n", [1, 2]),
        ({"type": "string", "format": "date"}, True, "2026-03-02", ["2026-03-02"]),
        ({"enum": ["VD", "GE"]}, True, ['"GE"'], ["GE"]),
        ({"enum": ["VD", "GE"]}, True, [], []),
    ],
)
def test_f10_an_answer_may_be_left_out_and_one_of_many_takes_a_line(schema, many, sent, value):
    answered = asked(schema, sent, many)
    assert answered.is_valid(), answered.errors
    assert answered.cleaned_data["value"] == value


def test_f2_each_line_that_does_not_fit_is_named():
    answered = asked({"type": "integer"}, "1\ntwo\n3\nfour", many=True)
    assert [message[:7] for message in answered.errors["value"]] == ["Line 2:", "Line 4:"]


def test_a_hint_is_escaped():
    assert "&lt;b&gt;" in str(asked({}, hint="<b>")["value"].help_text)


def test_a_confidence_is_told_in_words():
    assert [certainty(share) for share in (1.0, 0.85, 0.84)] == ["certain", "certain", "likely"]


def test_the_place_of_a_statement_is_linked_where_the_settings_know_it(settings):
    settings.FACT_ORIGINS = {"conversation": "/c/{}/"}
    assert [where_said(origin) for origin in ("conversation:7", "api", "", "other:7")] == ["/c/7/", "", "", ""]
