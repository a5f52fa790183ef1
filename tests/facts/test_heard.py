"""Which of a person's words a decision is told with (F13)."""

import pytest

from facts.heard import Heard, Words


def heard(*texts: str) -> Heard:
    return Heard("conversation:4", tuple((f"m{number}", text) for number, text in enumerate(texts, start=1)))


@pytest.mark.parametrize(
    ("text", "value", "quote"),
    [
        ("No, I don't live in Zug.", "Zug", "No, I don't live in Zug."),
        ("I earn 90000. I don't live in Zug! Book a table", "Zug", "I don't live in Zug!"),
        ("I don't live in zug\nthanks", "Zug", "I don't live in zug"),
        ("Hello. I don't live in St. Gallen. Bye.", "St. Gallen", "I don't live in St. Gallen."),
        ("Hi. Not a@example.org any more", "a@example.org", "Not a@example.org any more"),
        ("No. It is not 3.5 any more.", 3.5, "It is not 3.5 any more."),
    ],
)
def test_f13_the_words_are_the_sentence_that_names_the_value_and_nothing_else(text, value, quote):
    assert heard(text).naming(value) == heard(text).about(value) == Words(quote, "m1")


def test_f13_of_several_messages_the_last_that_names_it():
    assert heard("Not Zug.", "I said: not Zug.", "Yes.").naming("Zug") == Words("I said: not Zug.", "m2")


def test_f13_a_bare_no_has_no_words_of_its_own():
    assert heard("no").naming("Zug") == heard().naming("Zug") == Words()


def test_f13_the_one_sentence_that_was_said_can_mean_nothing_else():
    assert heard("Forget where I live").about("Zug") == Words("Forget where I live", "m1")
    assert heard("Forget where I live. I earn 90000.").about("Zug") == Words()
    assert heard("Forget where I live", "ok").about("Zug") == heard().about("Zug") == Words()


def test_f13_a_long_message_is_read_in_one_pass():
    assert heard("a. " * 2600 + "not Zug.").naming("Zug") == Words("not Zug.", "m1")
    assert heard("." * 8000, "!x" * 4000).naming("Zug") == Words()
