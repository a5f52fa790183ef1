"""Which field each value of a message belongs to (T3 to T6, T9, T10)."""

from typing import Any

import pytest

from conversations.engine.effects import OfferedField
from conversations.llm.builtin import read
from tests.llm.examples import CONFIRMED, DATE, DEPARTURE, EMAIL, GUESTS, HOTEL, NIGHTS, understand

ROOMS = OfferedField("rooms", "integer", "How many rooms")
BUDGET = OfferedField("budget", "number", "Budget in francs")


def values(*texts: str, **offer: Any) -> dict[str, Any]:
    """The values that the messages give."""
    fields: Any = read(understand(*texts, **{"flows": (), **offer}))["fields"]
    return {name: item["value"] for name, item in fields.items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 people for 3 nights", {"guests": 2, "nights": 3}),
        ("3 nights, 2 people", {"guests": 2, "nights": 3}),
        ("guests: 4, nights: 2", {"guests": 4, "nights": 2}),
        ("we need 2 rooms for 4 adults", {"guests": 4, "rooms": 2}),
        ("for 2, 3 nights", {"guests": 2, "nights": 3}),
        ("we are 5", {"guests": 5}),
        ("my budget is 900 francs for 2 people", {"guests": 2, "budget": 900}),
        ("I have 2 cats", {}),
        ("call me at 10", {}),
    ],
)
def test_t3_numbers_are_told_apart_by_the_words_beside_them(text: str, expected: dict[str, Any]) -> None:
    assert values(text, fields=(GUESTS, NIGHTS, ROOMS, BUDGET)) == expected


@pytest.mark.parametrize(
    "text",
    ["2 or 3 people", "2-3 people", "2 to 3 people", "2 adults and 1 child", "at least 2 people", "not 2 people"],
)
def test_t9_a_range_an_alternative_or_a_sum_is_taken_by_no_reading(text: str) -> None:
    assert values(text, fields=(GUESTS,)) == {}


@pytest.mark.parametrize("text", ["the Grand Hotel or the Bellevue", "Bellevue, or Lake Palace", "not the Bellevue"])
def test_t9_an_alternative_or_denied_choice_is_no_choice(text: str) -> None:
    assert values(text, fields=(HOTEL,)) == {}


def test_a_choice_may_be_put_in_place_of_a_denied_one() -> None:
    assert values("not the Bellevue but the Lake Palace", fields=(HOTEL,)) == {"hotel": "Lake Palace"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("next Friday", "2026-03-06"),
        ("this Monday", "2026-03-09"),
        ("tomorrow", "2026-03-03"),
        ("on 12 March", "2026-03-12"),
        ("2026-04-01 please", "2026-04-01"),
    ],
)
def test_t10_days_are_resolved_against_the_time_of_the_message(text: str, expected: str) -> None:
    assert values(text, fields=(DATE,)) == {"date": expected}


def test_two_days_are_told_apart_by_the_words_before_them() -> None:
    assert values("leaving on Sunday, arriving on Friday", fields=(DATE, DEPARTURE)) == {
        "date": "2026-03-06",
        "leaving": "2026-03-08",
    }


def test_two_days_without_such_words_are_taken_in_the_agents_order() -> None:
    assert values("Friday to Sunday", fields=(DATE, DEPARTURE)) == {"date": "2026-03-06", "leaving": "2026-03-08"}


def test_t9_two_days_that_are_an_alternative_are_taken_for_neither() -> None:
    assert values("Friday or Sunday", fields=(DATE, DEPARTURE)) == {}


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("make it 3 people", {"guests": 2}, {"guests": 3}),
        ("make it 3", {"guests": 2}, {"guests": 3}),
        ("actually Saturday", {"date": "2026-03-06"}, {"date": "2026-03-07"}),
        ("2 people, sorry, 3 people", {}, {"guests": 3}),
        ("make it 3", {"guests": 2, "nights": 1}, {}),
    ],
)
def test_t8_a_correction_is_taken_when_it_is_clear_what_it_corrects(
    text: str, known: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert values(text, fields=(GUESTS, NIGHTS, DATE), known=known) == expected


def test_t8_a_mere_question_corrects_nothing() -> None:
    assert values("Is Saturday cheaper?", fields=(DATE,), known={"date": "2026-03-06"}) == {}


def test_a_bare_number_answers_the_one_question_for_a_number() -> None:
    assert values("it's 5 then", fields=(GUESTS, NIGHTS), asking=("nights",)) == {"nights": 5}
    assert values("it's 5 then", fields=(GUESTS, NIGHTS), asking=("guests", "nights")) == {}


def test_every_value_has_its_own_words_as_its_quote() -> None:
    fields: Any = read(understand("The Grand Hotel for 2 people next Friday, ann@example.org"))["fields"]
    assert {name: item["quote"] for name, item in fields.items()} == {
        "hotel": "The Grand Hotel",
        "guests": "2",
        "date": "next Friday",
        "email": "ann@example.org",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yes please, that's right", {"confirmed": True}),
        ("no, that is wrong", {"confirmed": False}),
        ("that's correct", {"confirmed": True}),
        ("that is not correct", {"confirmed": False}),
        ("yes, but make it Saturday", {}),
        ("I'm not sure", {}),
        ("well, the weather is fine", {}),
    ],
)
def test_t4_a_yes_or_no_is_read_when_it_is_asked_for(text: str, expected: dict[str, Any]) -> None:
    assert values(text, fields=(CONFIRMED,), asking=("confirmed",)) == expected


def test_t4_a_stray_yes_fills_nothing() -> None:
    assert values("yes, I want a room", fields=(CONFIRMED, EMAIL)) == {}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "nous sommes 4 personnes"),
        ("pt", "somos 4 pessoas"),
        ("de", "wir sind 4 Personen"),
        ("es", "somos 4"),
        ("it", "siamo 4 persone"),
    ],
)
def test_people_are_counted_in_every_language(language: str, text: str) -> None:
    names = {
        "fr": "Nombre de personnes",
        "pt": "Número de pessoas",
        "de": "Anzahl Personen",
        "es": "Número de personas",
        "it": "Numero di persone",
    }
    guests = OfferedField("guests", "integer", names[language])
    assert values(text, fields=(guests, NIGHTS), language=language) == {"guests": 4}
