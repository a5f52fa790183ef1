"""What is JSON and what only Python takes for it."""

import pytest

from facts.strict_json import read


@pytest.mark.parametrize(
    "text", ["NaN", "Infinity", "[-Infinity]", "1e999", '{"a": -1e999}', "", "{", "'a'", "1" * 5000]
)
def test_what_json_has_not_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        read(text)


@pytest.mark.parametrize(
    ("text", "value"), [("1e3", 1000.0), ('{"a": [1, null, "é"]}', {"a": [1, None, "é"]}), ("0", 0)]
)
def test_what_is_json_is_read(text, value):
    assert read(text) == value
