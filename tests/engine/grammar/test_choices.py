"""Choices: exact, by a unique beginning, by a unique slip; a tie or a negation is none (T9)."""

import pytest

from conversations.engine.grammar.choices import exact_choice
from conversations.engine.grammar.literal import NOT_LITERAL, literal
from facts.values import ValueType
from tests.engine.grammar.cases import HOTELS, named, speech

ROOMS = ValueType("string", enum=("Room 12345", "Room 12346", "Zimmer 1", "Zimmer 12"))
TWINS = ValueType("string", enum=("Grand Hotel", "Grand Motel"))
CITIES = ValueType("string", enum=("Genève", "Zürich", "Neuchâtel", "Bern"))


@pytest.mark.parametrize(
    ("text", "type", "value"),
    [
        ("Grand Hotel", HOTELS, "Grand Hotel"),
        ("  GRAND   hotel. ", HOTELS, "Grand Hotel"),
        ("the grand", HOTELS, "Grand Hotel"),
        ("the Grand Hotel please", HOTELS, "Grand Hotel"),
        ("I'd like the Bellevue", HOTELS, "Bellevue"),
        ("lake", HOTELS, "Lake Palace"),
        ("belle", HOTELS, "Bellevue"),
        ("Belevue", HOTELS, "Bellevue"),
        ("Grnad Hotel", HOTELS, "Grand Hotel"),
        ("Grnad Hotl", HOTELS, "Grand Hotel"),
        ("geneve", CITIES, "Genève"),
        ("ZURICH!", CITIES, "Zürich"),
        ("Neuchatell", CITIES, "Neuchâtel"),
        ("zimmer 1", ROOMS, "Zimmer 1"),
    ],
)
def test_t9_a_choice_matches_folded_by_its_beginning_or_with_a_slip(text, type, value):
    assert literal(text, type, speech()) == value


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("not the Grand Hotel", HOTELS),
        ("no Grand Hotel", HOTELS),
        ("Grand Hotel or Bellevue", HOTELS),
        ("anything", HOTELS),
        ("b", HOTELS),
        ("Grxxx Hotxx", HOTELS),
        ("grand", TWINS),
        ("Grand Botel", TWINS),
        ("Room 12344", ROOMS),
        ("Room 1234", ROOMS),
        ("Bren", CITIES),
    ],
)
def test_t9_a_tie_a_negation_or_too_many_slips_is_no_choice(text, type):
    assert literal(text, type, speech()) is NOT_LITERAL


@pytest.mark.parametrize(
    ("language", "text"),
    [("de", "nicht das Grand Hotel"), ("fr", "pas le Grand Hotel"), ("es", "no el Grand Hotel"), ("pt",
    "não o Grand Hotel"), ("it", "non il Grand Hotel")],
)  # fmt: skip
def test_t9_a_negation_is_no_match_in_any_language(language, text):
    assert literal(text, HOTELS, speech(language)) is NOT_LITERAL
    assert named(text, HOTELS, language) == []


def test_t9_an_exact_choice_may_hold_a_negation_or_be_a_control_word():
    answers = ValueType("string", enum=("No thanks", "Skip", "Not now"))
    assert [exact_choice(text, answers) for text in ("no thanks", "skip!", "NOT NOW")] == [
        "No thanks",
        "Skip",
        "Not now",
    ]


def test_t9_only_a_whole_message_is_an_exact_choice():
    assert exact_choice("the Grand Hotel", HOTELS) is NOT_LITERAL
    assert exact_choice("Grand Hotel", ValueType("string")) is NOT_LITERAL
    assert exact_choice("2", ValueType("integer", enum=(2, 4))) == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I want to book the Grand Hotel for 2", [("Grand Hotel", "the Grand Hotel")]),
        ("the bellvue would be nice", [("Bellevue", "bellvue")]),
        ("not the Grand Hotel but the Lake Palace", [("Lake Palace", "Lake Palace")]),
        ("I don't want to stay at the Grand Hotel", []),
        ("the Grand Hotel is not for me", []),
        ("No, the Lake Palace", [("Lake Palace", "Lake Palace")]),
        ("Grand Hotel or Bellevue", [("Grand Hotel", "Grand Hotel"), ("Bellevue", "Bellevue")]),
        ("grandhotel", [("Grand Hotel", "grandhotel")]),
        ("Bellevues", [("Bellevue", "Bellevues")]),
        ("a grand time at the lake", []),
    ],
)
def test_t9_a_text_names_choices_by_whole_words(text, found):
    assert named(text, HOTELS) == found


def test_t9_a_text_that_fits_two_choices_alike_names_neither():
    assert named("the Grand Botel please", TWINS) == []
    assert named("the Grand Motel please", TWINS) == [("Grand Motel", "Grand Motel")]
