"""Values that are only mentioned fill nothing (T3)."""

from dataclasses import replace
from typing import Any

import pytest

from conversations.engine.effects import Understand
from conversations.llm.builtin import read
from tests.llm.builtin.test_reader import shipped


def values(effect: Understand) -> dict[str, Any]:
    """The values that the reading gives."""
    fields: Any = read(effect)["fields"]
    return {name: item["value"] for name, item in fields.items()}


def running(agent: str, flow: str, text: str, asking: tuple[str, ...] = ()) -> Understand:
    """The `Understand` of a message while a run of the flow is open."""
    effect = shipped(agent, text, asking)
    return replace(effect, flows=tuple(offered for offered in effect.flows if offered.id != flow))


@pytest.mark.parametrize(
    ("agent", "text"),
    [
        ("bookkeeping", "Mon salaire est de 85000 francs par an"),
        ("hotel", "We stayed 5 people at the Grand Hotel last year, and will visit Zurich on 24 December"),
        ("hotel", "On 24 December I have my birthday"),
        ("leads", "Vivo em Lisboa com 3 pessoas"),
    ],
)
def test_t3_what_is_said_in_passing_fills_no_later_flow(agent: str, text: str) -> None:
    reading = read(shipped(agent, text))
    assert (reading["flows"], reading["fields"]) == ([], {})


@pytest.mark.parametrize(
    "text",
    [
        "We stayed 5 people at the Grand Hotel last year. I want to book a room",
        "My friend booked the Bellevue for 5 on Friday. I want to book a room",
        "If we were 5 people at the Bellevue, I would be glad. I want to book a room",
    ],
)
def test_t3_the_past_fills_not_even_the_flow_that_is_asked_for(text: str) -> None:
    reading = read(shipped("hotel", text))
    assert (reading["flows"], reading["fields"]) == (["book"], {})


@pytest.mark.parametrize(
    ("agent", "flow", "text"),
    [
        ("hotel", "book", "we were at the Bellevue yesterday and it was awful"),
        ("hotel", "book", "my friend booked for 5"),
        ("hotel", "book", "Last year, we stayed 4 people at the Lake Palace"),
        ("leads", "lead", "no ano passado éramos 5 pessoas"),
        ("leads", "lead", "o meu irmão tem 5 pessoas na empresa"),
    ],
)
def test_t3_the_past_and_others_fill_no_field_of_the_open_run(agent: str, flow: str, text: str) -> None:
    assert values(running(agent, flow, text)) == {}


@pytest.mark.parametrize(
    ("agent", "flow", "text", "expected"),
    [
        ("hotel", "book", "the Bellevue for 5", {"hotel": "Bellevue", "guests": 5}),
        ("hotel", "book", "My wife and I want the Bellevue", {"hotel": "Bellevue"}),
        ("hotel", "book", "we were thinking of 3 people", {"guests": 3}),
        ("hotel", "book", "We stayed at the Bellevue last year, this time the Lake Palace", {"hotel": "Lake Palace"}),
        ("hotel", "book", "If possible the Bellevue", {"hotel": "Bellevue"}),
        ("bookkeeping", "expense", "j'ai payé 85 francs hier", {"amount": 85, "date": "2026-03-01"}),
        ("leads", "lead", "somos 12 pessoas", {"team_size": 12}),
    ],
)
def test_t3_what_is_wanted_now_fills_the_open_run(agent: str, flow: str, text: str, expected: dict[str, Any]) -> None:
    assert values(running(agent, flow, text)) == expected


def test_t3_what_is_asked_is_taken_from_any_sentence() -> None:
    effect = running("hotel", "book", "it was for 5 people", ("guests",))
    assert values(effect) == {"guests": 5}


@pytest.mark.parametrize(
    ("agent", "text", "flow"),
    [
        ("hotel", "the Grand Hotel for 2 people next Friday", "book"),
        ("hotel", "Bellevue, 3 guests", "book"),
        ("bookkeeping", "85 francs hier", "expense"),
        ("leads", "faturação para 12 pessoas", "lead"),
    ],
)
def test_t13_nothing_but_values_of_one_flow_asks_for_it(agent: str, text: str, flow: str) -> None:
    assert read(shipped(agent, text))["flows"] == [flow]


@pytest.mark.parametrize(
    "text",
    [
        "Grand Hotel",
        "Is the Grand Hotel quiet on Friday?",
        "We are 2 at the Bellevue",
        "2 birds saw the Bellevue on Friday",
    ],
)
def test_t13_one_value_or_more_words_ask_for_nothing(text: str) -> None:
    assert read(shipped("hotel", text))["flows"] == []
