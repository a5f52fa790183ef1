"""What is JSON and what only Python takes for it."""

import pytest

from facts.strict_json import Unkept, read, read_loosely


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "Infinity",
        "[-Infinity]",
        "1e999",
        '{"a": -1e999}',
        "1e-400",
        "-0.1e-400",
        '{"a": 1, "a": 2}',
        "",
        "{",
        "'a'",
        "1" * 5000,
    ],
)
def test_what_json_has_not_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        read(text)


@pytest.mark.parametrize(
    ("text", "value"), [("1e3", 1000.0), ('{"a": [1, null, "é"]}', {"a": [1, None, "é"]}), ("0", 0), ("0e-9", 0)]
)
def test_what_is_json_is_read(text, value):
    assert read(text) == value


@pytest.mark.parametrize(
    ("text", "code", "what"),
    [("NaN", "constant", "NaN"), ("[1e-400]", "number", "1e-400"), ('[{"a": 1, "a": 1}]', "twice", "a")],
)
def test_what_would_be_lost_is_named(text, code, what):
    with pytest.raises(Unkept) as refused:
        read(text)
    assert (refused.value.code, refused.value.what) == (code, what)


def test_zero_has_no_sign():
    assert str(read("-0.0")) == "0.0"


def test_of_what_a_model_writes_twice_the_last_counts():
    assert read_loosely('{"a": 1, "a": 2}') == {"a": 2}
