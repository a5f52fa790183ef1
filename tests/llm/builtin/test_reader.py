"""The built-in reading as a whole: the sentences of the seed situation, and any text at all."""

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.compile import compile_definition
from agents.reader import read as read_yaml
from conversations.engine.effects import OfferedFact, OfferedField, OfferedFlow, Understand, canonical
from conversations.engine.reading import parse
from conversations.llm.builtin import Builtin, read
from facts.folding import quoted
from tests.llm.examples import CITY, CONFIRMED, DEPARTURE, NIGHTS, UNSURE, speak, understand

EXAMPLES = Path(__file__).parents[3] / "agents" / "examples"


def shipped(agent: str, text: str, asking: tuple[str, ...] = ()) -> Understand:
    """The `Understand` of a first message to a shipped agent, or of an answer to `asking`."""
    definition = compile_definition(read_yaml((EXAMPLES / f"{agent}.yaml").read_text()).value)
    names = dict.fromkeys(name for flow in definition.flows.values() for name in flow.fields)
    fields = [definition.fields[name] for name in names]
    return understand(
        text,
        language=definition.language,
        flows=tuple(
            OfferedFlow(
                id=flow.id,
                name=flow.name,
                description=flow.description,
                triggers=tuple(entry for trigger in flow.message_triggers for entry in trigger.messages),
                vetoes=tuple(entry for trigger in flow.message_triggers for entry in trigger.vetoes),
            )
            for flow in definition.flows.values()
            if flow.message_triggers
        ),
        fields=tuple(
            OfferedField(
                id=spec.id,
                type=spec.value.name,
                description=spec.description,
                enum=spec.value.enum,
                synonyms=spec.value.synonyms,
                prefer=spec.value.prefer,
                flows=tuple(flow.id for flow in definition.flows.values() if spec.id in flow.fields),
            )
            for spec in fields
            if spec.extract == "anytime" or spec.id in asking
        ),
        facts=catalogue(),
        asking=asking,
    )


def catalogue() -> tuple[OfferedFact, ...]:
    """The shipped catalogue."""
    keys = read_yaml((EXAMPLES / "catalogue.yaml").read_text()).value["catalogue"]
    return tuple(OfferedFact(key["key"], key["label"], key["description"], key["schema"]) for key in keys)


def values(reading: dict[str, Any]) -> dict[str, Any]:
    """The values of the reading's fields."""
    return {name: field["value"] for name, field in reading["fields"].items()}


@pytest.mark.parametrize(
    ("text", "flows", "fields"),
    [
        (
            "I want to book the Grand Hotel for 2 people next Friday",
            ["book"],
            {"hotel": "Grand Hotel", "guests": 2, "date": "2026-03-06"},
        ),
        ("I want to book the Grand Hotel", ["book"], {"hotel": "Grand Hotel"}),
        ("the Grand Hotel", [], {}),
        ("2 people next Friday", ["book"], {"guests": 2, "date": "2026-03-06"}),
        ("What can I see in the city?", ["tips"], {}),
        ("Is there a pool?", ["house"], {}),
        ("Can you write to me at ann@example.org", ["contact"], {"email": "ann@example.org"}),
        ("Hello there", [], {}),
        ("I'd like to change my booking", [], {}),
        (
            "Recommend a restaurant and book the Bellevue for 2 on Friday",
            ["tips", "book"],
            {"hotel": "Bellevue", "guests": 2, "date": "2026-03-06"},
        ),
    ],
)
def test_t3_t13_the_shipped_hotel_understands(text: str, flows: list[str], fields: dict[str, Any]) -> None:
    reading = read(shipped("hotel", text))
    assert (reading["flows"], values(reading)) == (flows, fields)


@pytest.mark.parametrize(
    ("text", "flows", "fields"),
    [
        (
            "J'ai payé 85.50 francs chez Adobe hier",
            ["expense"],
            {"amount": 85.5, "date": "2026-03-01", "merchant": "Adobe"},
        ),
        ("Je voudrais saisir une dépense", ["expense"], {}),
        ("quel est le taux de TVA ?", ["vat_question"], {}),
        ("je veux préparer mon dossier", ["setup"], {}),
        ("Je suis plombier à Lausanne", [], {"canton": "VD", "trade": "plombier"}),
        ("j'utilise ma voiture à moitié pour le travail", [], {"car_use": "mixte"}),
    ],
)
def test_t3_t13_the_shipped_bookkeeper_understands_french(text: str, flows: list[str], fields: dict[str, Any]) -> None:
    reading = read(shipped("bookkeeping", text))
    assert (reading["flows"], values(reading)) == (flows, fields)


@pytest.mark.parametrize(
    ("text", "asking", "flows", "fields"),
    [
        ("Quero uma demonstração", (), ["lead"], {}),
        ("O que fazem?", (), ["product"], {}),
        (
            "Procuro um programa de faturação, somos 12 pessoas",
            (),
            ["lead"],
            {"interest": "faturação", "team_size": 12},
        ),
        ("Rui Costa, Padaria Central", ("name", "company"), [], {"name": "Rui Costa", "company": "Padaria Central"}),
        ("somos doze, o meu nome é Rui Costa", ("team_size", "name"), [], {"team_size": 12, "name": "Rui Costa"}),
        ("sim, está certo", ("confirmed",), [], {"confirmed": True}),
        ("o stock", ("interest",), [], {"interest": "gestão de stock"}),
    ],
)
def test_t3_t13_the_shipped_triage_understands_portuguese(
    text: str, asking: tuple[str, ...], flows: list[str], fields: dict[str, Any]
) -> None:
    reading = read(shipped("leads", text, asking))
    assert (reading["flows"], values(reading)) == (flows, fields)


def test_t48_of_several_messages_the_later_value_counts_and_flows_are_gathered() -> None:
    reading = read(understand("I want to book the Bellevue for 2 people", "sorry, 3 people, and please call me back"))
    assert reading["flows"] == ["book", "contact"]
    assert values(reading) == {"hotel": "Bellevue", "guests": 3}


def test_t36_a_condition_holds_if_one_of_several_messages_fulfils_it() -> None:
    reading = read(understand("I'm not sure yet", "hm", conditions=(UNSURE,), asking=("date",)))
    assert reading["conditions"] == {"ask_date.0": [True, False]}


def test_t15_an_answer_in_free_text_asks_for_no_flow() -> None:
    reading = read(understand("a quiet room please", asking=("wishes",)))
    assert (reading["flows"], values(reading)) == ([], {"wishes": "a quiet room please"})


def test_t11_a_question_back_is_a_side_question_and_no_answer() -> None:
    reading = read(understand("what does that mean?", asking=("wishes",)))
    assert (reading["signal"], reading["fields"]) == ("question", {})


def test_t11_nothing_special_skips_the_question_for_free_text() -> None:
    assert read(understand("no thanks", asking=("wishes",)))["signal"] == "skip"


@given(
    st.lists(st.text(max_size=120), min_size=1, max_size=3),
    st.sampled_from(["en", "fr", "pt-BR", "de", "es", "it", "xx", ""]),
    st.sampled_from([(), ("wishes",), ("guests", "date"), ("confirmed",), ("nights",)]),
)
def test_any_text_is_read_and_every_value_has_its_quote_in_it(
    texts: list[str], language: str, asking: tuple[str, ...]
) -> None:
    effect = understand(
        *texts,
        language=language,
        fields=(*understand("").fields, NIGHTS, DEPARTURE, CONFIRMED),
        conditions=(UNSURE,),
        facts=(CITY,),
        asking=asking,
    )
    reading = read(effect)
    assert canonical(read(effect)) == canonical(reading)
    parsed = parse(reading)
    assert parsed is not None
    for value in parsed.fields.values():
        assert any(quoted(value.quote or "", text) for text in texts)


@given(
    st.sampled_from(["I ", "je ", "sou ", "my ", "2 ", "or ", "Adobe ", "6570 ", "next ", "Friday ", "? ", "- "]),
    st.data(),
)
def test_words_that_patterns_look_for_are_read_in_any_order(first: str, data: st.DataObject) -> None:
    words = data.draw(
        st.lists(st.sampled_from(["live in ", "Bern ", "suis ", "a ", "'", "not ", "car ", "work ", "à "]))
    )
    assert read(shipped_once(first + "".join(words)))["reader"] == "builtin"


def shipped_once(text: str) -> Understand:
    """An `Understand` with the whole catalogue."""
    return understand(text, facts=(CITY, *CATALOGUE))


CATALOGUE = catalogue()


def test_a_message_is_read_in_a_few_milliseconds() -> None:
    effect = shipped("hotel", "I want to book the Grand Hotel for 2 people next Friday")
    read(effect)
    began = time.perf_counter()
    for _ in range(20):
        read(effect)
    assert (time.perf_counter() - began) / 20 < 0.02


def test_a_very_long_message_is_read_in_its_beginning() -> None:
    text = "I want to book the Bellevue. " + "2 or 3 people, or " * 5_000
    began = time.perf_counter()
    assert values(read(understand(text))) == {"hotel": "Bellevue"}
    assert time.perf_counter() - began < 1


@pytest.mark.parametrize(
    ("agent", "filler", "request_", "flow", "expected"),
    [
        ("hotel", "The weather is fine. ", "I want to book the Bellevue for 2 people", "book", {"guests": 2}),
        ("bookkeeping", "Il fait beau. ", "J'ai payé 85.50 francs chez Adobe hier", "expense", {"amount": 85.5}),
        ("leads", "O tempo está bom. ", "Quero uma demonstração, somos 12 pessoas", "lead", {"team_size": 12}),
    ],
)
@pytest.mark.parametrize("at_end", [True, False])
def test_t3_a_request_at_either_end_of_a_long_message_is_read(
    agent: str, filler: str, request_: str, flow: str, expected: dict[str, Any], *, at_end: bool
) -> None:
    padding = filler * (7_600 // len(filler))
    began = time.perf_counter()
    reading = read(shipped(agent, f"{padding}{request_}." if at_end else f"{request_}. {padding}"))
    assert time.perf_counter() - began < 1
    assert reading["flows"] == [flow]
    assert expected.items() <= values(reading).items()


async def test_the_built_in_model_says_what_the_author_wrote() -> None:
    shown: list[str] = []

    async def on_delta(attempt: int, piece: str) -> None:
        shown.append(piece)

    answer = await Builtin().speak(speak(otherwise="How many guests?"), on_delta)
    assert (getattr(answer, "value", None), shown) == ("How many guests?", ["How many guests?"])


async def test_t46_a_step_without_a_text_of_its_own_cannot_be_said() -> None:
    async def on_delta(attempt: int, piece: str) -> None:
        raise AssertionError("nothing is to be shown")

    answer = await Builtin().speak(speak(otherwise=" "), on_delta)
    assert getattr(answer, "code", None) == "empty"
