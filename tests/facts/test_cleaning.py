"""Texts that come in (architecture.md, step 1)."""

import pytest

from facts.cleaning import clean, clean_json


@pytest.mark.parametrize("unseen", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u2060\ufeff")
def test_what_turns_a_text_around_or_is_not_seen_goes(unseen: str) -> None:
    assert clean(f"a{unseen}b") == "ab"
    assert clean_json({f"k{unseen}": [f"{unseen}v"]}) == {"k": ["v"]}


@pytest.mark.parametrize("text", ["👩\u200d💻", "می\u200cخواهم", "مدينة\u200f!", "tab\tand\nline"])
def test_what_scripts_and_emoji_need_stays(text: str) -> None:
    assert clean(text) == text
