"""Words that stray into a message ask for no flow (T13, T15, T16)."""

from typing import Any

import pytest

from conversations.engine.effects import OfferedFlow
from conversations.llm.builtin import read
from tests.llm.builtin.test_reader import shipped
from tests.llm.examples import understand

TRIGGERS = {
    "en": ("wants to book a hotel", "reserve a room for us", "make a reservation", "do you have a room free"),
    "fr": ("réserver une chambre", "faire une réservation", "avez-vous une chambre libre"),
    "pt": ("reservar um quarto", "fazer uma reserva", "têm um quarto livre"),
    "de": ("ein Zimmer buchen", "eine Reservierung machen", "haben Sie ein Zimmer frei?"),
}


def asked(text: str, language: str) -> Any:
    """The flows that the message asks for, offered the booking of a room."""
    flow = OfferedFlow("book", "", "", triggers=TRIGGERS[language])
    return read(understand(text, language=language, flows=(flow,), fields=()))["flows"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I want to make a complaint"),
        ("en", "Can you make me a coffee?"),
        ("en", "where is my room"),
        ("en", "Where is the room?"),
        ("en", "What is a good book to read?"),
        ("en", "I want to read a good book"),
        ("en", "please book me a taxi"),
        ("en", "I need someone to clean the room"),
        ("fr", "Je veux faire une réclamation"),
        ("fr", "Pouvez-vous me faire un café ?"),
        ("fr", "où est ma chambre ?"),
        ("fr", "je voudrais réserver un taxi"),
        ("pt", "Quero fazer uma reclamação"),
        ("pt", "onde é o meu quarto?"),
        ("pt", "queria reservar uma mesa"),
        ("de", "Ich möchte eine Beschwerde machen"),
        ("de", "Wo ist mein Zimmer?"),
        ("de", "Ich möchte ein Taxi buchen"),
    ],
)
def test_t13_a_stray_word_of_a_trigger_asks_for_nothing(language: str, text: str) -> None:
    assert asked(text, language) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "book a room"),
        ("en", "I need a room for tonight"),
        ("en", "I'd like a nice quiet room please"),
        ("en", "Do you have a room?"),
        ("en", "I want to book"),
        ("en", "I want to make a booking"),
        ("en", "can I book a suite for the weekend?"),
        ("fr", "Je voudrais réserver"),
        ("fr", "j'ai besoin d'une chambre"),
        ("fr", "je voudrais faire une réservation"),
        ("pt", "Queria reservar um quarto"),
        ("pt", "quero fazer uma reserva"),
        ("de", "Ich möchte ein Zimmer reservieren"),
        ("de", "Haben Sie ein Zimmer?"),
    ],
)
def test_t13_a_request_in_other_words_still_asks(language: str, text: str) -> None:
    assert asked(text, language) == ["book"]


def test_t13_a_table_is_reserved_where_tables_are() -> None:
    flow = OfferedFlow("table", "", "", triggers=("reserve a table",))
    assert read(understand("Can I reserve a table?", flows=(flow,)))["flows"] == ["table"]


@pytest.mark.parametrize(
    "text", ["make it me2@example.org", "change it to me2@example.org please", "I want to make it so"]
)
def test_t15_a_correction_of_what_is_read_back_starts_nothing(text: str) -> None:
    assert read(shipped("hotel", text, asking=("confirmed",)))["flows"] == []


def test_t15_an_answer_and_an_outright_request_are_both_read() -> None:
    reading = read(shipped("hotel", "me2@example.org, and I want to book a room", asking=("email",)))
    assert reading["flows"] == ["book"]
    assert reading["fields"]["email"]["value"] == "me2@example.org"  # type: ignore[index, call-overload]


def test_t14_several_flows_with_evidence_are_all_asked_for() -> None:
    assert read(shipped("hotel", "Recommend a restaurant and book a room"))["flows"] == ["tips", "book"]
