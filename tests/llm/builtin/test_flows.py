"""Which flows a message asks for, and which it only mentions (T13 to T16)."""

from typing import Any

import pytest

from conversations.engine.effects import OfferedFlow
from conversations.llm.builtin import read
from tests.llm.examples import BOOK, HOTEL, understand

CHANGE = OfferedFlow("change", "Change a booking", "", triggers=("wants to change a booking",))
CANCEL = OfferedFlow("cancel", "Cancel a booking", "", triggers=("wants to cancel a booking",))
INVOICE = OfferedFlow("invoice", "Get an invoice", "", triggers=("wants a copy of an invoice",))
RECEIPT = OfferedFlow("receipt", "Get a receipt", "", triggers=("wants a copy of a receipt",))


def asked(text: str, **offer: Any) -> tuple[Any, Any]:
    """The flows asked for, and those between which it is unclear."""
    reading = read(understand(text, **offer))
    return reading["flows"], reading["unclear"]


@pytest.mark.parametrize(
    "text",
    [
        "I want to book a hotel",
        "I'd like to reserve a room",
        "Book me a room",
        "a room, please",
        "Could we have a room?",
        "Hi, I need a room for tonight",
    ],
)
def test_t13_a_request_asks_for_its_flow(text: str) -> None:
    assert asked(text) == (["book"], [])


@pytest.mark.parametrize(
    "text",
    [
        "Hello",
        "my room is dirty",
        "I booked a room yesterday and it was lovely",
        "I don't want to book a room",
        "Can I change my booking?",
        "Is the Grand Hotel open?",
        "I'm not sure",
        "",
    ],
)
def test_t14_what_is_no_request_for_it_starts_no_flow(text: str) -> None:
    assert asked(text, flows=(BOOK,)) == ([], [])


def test_t14_several_requests_are_listed_in_the_order_of_the_message() -> None:
    assert asked("Please call me back, and book a room for me")[0] == ["contact", "book"]


def test_a_flow_is_not_asked_for_when_the_message_says_what_its_not_says() -> None:
    about = OfferedFlow("book", "Book a room", "", triggers=("wants a room",), vetoes=("complains about a dirty room",))
    assert asked("I want a room", flows=(about,)) == (["book"], [])
    assert asked("I want to complain about a dirty room", flows=(about,)) == ([], [])


def test_t16_a_request_that_fits_two_flows_about_equally_is_unclear() -> None:
    flows, unclear = asked("I want a copy", flows=(INVOICE, RECEIPT))
    assert (flows, unclear) == ([], ["invoice", "receipt"])


def test_t16_a_word_of_its_own_makes_it_clear() -> None:
    assert asked("I want to cancel a booking", flows=(CHANGE, CANCEL)) == (["cancel"], [])


def test_names_of_choices_ask_for_nothing() -> None:
    assert asked("Grand Hotel", fields=(HOTEL,)) == ([], [])


@pytest.mark.parametrize(
    ("language", "trigger", "text"),
    [
        ("fr", "veut réserver une chambre", "Je voudrais réserver une chambre"),
        ("pt", "quer reservar um quarto", "Queria reservar um quarto"),
        ("de", "möchte ein Zimmer buchen", "Ich möchte ein Zimmer reservieren"),
        ("es", "quiere reservar una habitación", "Quisiera reservar una habitación"),
        ("it", "vuole prenotare una camera", "Vorrei prenotare una camera"),
    ],
)
def test_t13_requests_are_understood_in_every_language(language: str, trigger: str, text: str) -> None:
    assert asked(text, language=language, flows=(OfferedFlow("book", "", "", (trigger,)),))[0] == ["book"]
