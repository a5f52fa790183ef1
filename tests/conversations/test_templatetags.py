"""Texts of people in templates."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from conversations.templatetags.chat import Part, ago, as_json, linked

HERE = "https://example.org/a"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("no link", [Part("no link")]),
        ("", []),
        (HERE, [Part(HERE, HERE)]),
        (f"see {HERE}, please", [Part("see "), Part(HERE, HERE), Part(", please")]),
        (f"({HERE}).", [Part("("), Part(HERE, HERE), Part(").")]),
        ("https://example.org/a_(b)", [Part("https://example.org/a_(b)", "https://example.org/a_(b)")]),
        ("javascript:alert(1) data:text/html,x", [Part("javascript:alert(1) data:text/html,x")]),
        (
            '<a href="https://x.example/">',
            [Part('<a href="'), Part("https://x.example/", "https://x.example/"), Part('">')],
        ),
    ],
)
def test_l7_web_addresses_and_nothing_else_become_links(text: str, parts: list[Part]) -> None:
    assert linked(text) == parts


@pytest.mark.parametrize("text", ["a https://example.org/?q=1&b=2 c\nd", "https://a.example https://b.example."])
def test_l7_no_letter_of_a_text_is_lost(text: str) -> None:
    assert "".join(part.text for part in linked(text)) == text


def test_a_value_is_written_as_json_with_its_own_letters() -> None:
    assert as_json({"day": "début", "n": [1, None, True]}) == '{"day": "début", "n": [1, null, true]}'


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "just now"), (59, "just now"), (61, "1\xa0minute ago"), (3700, "1\xa0hour ago")]
)
def test_a_moment_is_told_in_one_unit(seconds: int, words: str) -> None:
    assert ago(now() - timedelta(seconds=seconds)) == words
