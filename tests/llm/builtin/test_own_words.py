"""Of a message only what the person states of themselves, now, is left; every other word becomes spaces (F3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.llm.builtin.own_words import own_words, statements_in


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("I live in Bern", "I live in Bern"),
        ("My sister lives in Geneva and I live in Bern", "and I live in Bern"),
        ("My sister lives in Geneva and works there", ""),
        ("I live in Bern, do you deliver?", "I live in Bern,"),
        ("I live in Bern, he said", ""),
        ("He says I'm a cook, and I live in Bern", ""),
        ("I'd like a room, I live in Bern", "I live in Bern"),
        ('My company is called "Blue Sky"', 'My company is called "Blue Sky"'),
        ('The letter has "I live in Bern"', "The letter has"),
        ("I live in Bern. She lives in Thun.", "I live in Bern."),
        ("I live in Bern. Just kidding. I'm a cook.", "I'm a cook."),
        ("I told you I live in Bern", "I told you I live in Bern"),
        ("Ma femme et moi habitons à Sion", "et moi habitons à Sion"),
        ("> I live in Bern\nI live in Thun", "I live in Thun"),
        ("Von: a@example.org\n\nIch wohne in Bern", ""),
    ],
)
def test_f3_only_what_the_person_states_of_themselves_is_left(text: str, own: str) -> None:
    assert own_words(text).strip() == own


@given(st.text(alphabet=st.sampled_from("aI ,.:;\"'«»“”?!\n-–>`=éß→I'm he said my if not")))
def test_whatever_is_left_stands_where_it_stood(text: str) -> None:
    own = own_words(text)
    assert len(own) == len(text)
    assert all(left in (letter, " ") for left, letter in zip(own, text, strict=True))


def test_f4_a_sentence_knows_the_words_as_they_were_written() -> None:
    (sentence,) = statements_in("My car, he wants to know, is used for work")
    assert sentence.whole == "My car, he wants to know, is used for work"
    assert sentence.raw.split() == ["My", "car,"]
