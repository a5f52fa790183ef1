"""An amount counts only in the currency and for the time that its key asks for (F3)."""

from typing import Any

import pytest

from conversations.llm.builtin.amounts import amounts_in, fitting, number_of

YEARLY = "salary what the person earns, as a yearly amount in francs."
MONTHLY = "rent what the person pays each month in francs."
PLAIN = "height in centimetres"


@pytest.mark.parametrize(
    ("text", "value"),
    [("90'000", 90000), ("90 000", 90000), ("1,000,000", 1000000), ("90.000,50", 90000.5)],
)
def test_numbers_are_read_as_people_write_amounts(text: str, value: Any) -> None:
    assert number_of(text) == value


@pytest.mark.parametrize(
    ("text", "value", "is_open"),
    [
        ("100k", 100000, False),
        ("1.5 million", 1500000, False),
        ("90 mille francs", 90000, False),
        ("5%", 5, True),
        ("90 to 100k", 90, True),
        ("2 trips", 2, True),
        ("90000 brutto", 90000, False),
    ],
)
def test_an_amount_knows_its_thousands_and_whether_it_is_left_open(text: str, value: int, is_open: bool) -> None:
    assert (amounts_in(text)[0].value, amounts_in(text)[0].is_open) == (value, is_open)


@pytest.mark.parametrize(
    ("value", "words", "about", "expected"),
    [
        (90000, "i earn 90000 francs a year", YEARLY, (90000, True)),
        (90000, "i earn 90000", YEARLY, (90000, False)),
        (5000, "i earn 5000 francs a month", YEARLY, (60000, True)),
        (60000, "i earn 5000 francs a month", YEARLY, (60000, True)),
        (1000000, "i earn 1,000,000 yen", YEARLY, (None, False)),
        (90000, "i earn 90000 euros a year", YEARLY, (None, False)),
        (40, "i earn 40 an hour", YEARLY, (None, False)),
        (1000000, "sure, i earn a million an hour", YEARLY, (None, False)),
        (500000, "i earn 90000 francs a year", YEARLY, (None, False)),
        (1500, "i pay 1500 a month", MONTHLY, (1500, True)),
        (18000, "i pay 18000 a year", MONTHLY, (None, False)),
        (180, "i am 180 tall", PLAIN, (180, True)),
        (True, "i earn 1", YEARLY, (True, True)),
        ("90000", "i earn 90000", YEARLY, ("90000", True)),
    ],
)
def test_f3_an_amount_is_one_only_in_the_unit_of_its_key(value: Any, words: str, about: str, expected: Any) -> None:
    assert fitting(value, words, about) == expected
