"""What stands in every prompt: quoted data, room for it, constraints, instructions (T24, T5, F15)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.compile import compile_definition
from agents.template import parse, render
from conversations.engine.effects import OfferedField, Said
from conversations.engine.prompt_text import (
    HISTORY,
    LEFT_OUT,
    VALUE_ROOM,
    Room,
    constraints,
    instruction,
    quoted,
    quoting,
    said,
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@given(json_values)
def test_what_is_quoted_is_json_on_one_line_that_says_the_same(value: object) -> None:
    text = quoted(value, 100_000)
    assert json.loads(text) == value
    assert text.splitlines() == [text]


@pytest.mark.parametrize(
    "sign",
    [
        "\n",
        "\r",
        "\x85",
        "\u2028",
        "\u2029",
        "\x0b",
        "\x7f",
        "\x1b",
        "\u202e",
        "\u2066",
        "\u200b",
        "\ufeff",
        "\U000e0041",
    ],
)
def test_what_cannot_be_seen_stands_as_an_escape(sign: str) -> None:
    text = quoted(f"a{sign}b")
    assert sign not in text
    assert json.loads(text) == f"a{sign}b"


@pytest.mark.parametrize("text", ["12\u00a0000", "👩\u200d💻", "می\u200cخواهم", "Zürich ✓ “so”"])
def test_what_people_can_see_stands_as_they_wrote_it(text: str) -> None:
    assert quoted(text) == f'"{text}"'


@given(json_values | st.text(min_size=VALUE_ROOM), st.integers(2, 50))
def test_what_is_too_long_is_cut_and_still_json(value: object, room: int) -> None:
    shown = json.loads(quoted(value, room))
    assert shown == value or (isinstance(shown, str) and len(shown) == room and shown.endswith("…"))


def test_the_history_is_bounded_and_the_newest_of_it_kept() -> None:
    history = [Said(str(number), "user", f"{number} " + "x" * 7998, "") for number in range(20)]
    text = said("## Conversation so far", history, HISTORY)
    lines = text.splitlines()
    assert lines[:2] == ["## Conversation so far", f"- {LEFT_OUT}"]
    assert lines[-1].startswith('- user: "19 xxx')
    assert len(text) < HISTORY.all + 200


@given(st.lists(st.text(max_size=60), max_size=30))
def test_messages_never_take_more_than_their_room_and_the_newest_is_always_there(texts: list[str]) -> None:
    room = Room(each=50, all=200)
    text = said("## H", [Said("", "user", words, "") for words in texts], room)
    shown = [json.loads(line.removeprefix("- user: ")) for line in text.splitlines() if line.startswith("- user")]
    assert sum(map(len, shown)) <= room.all
    assert shown[-1:] == [words if len(words) <= 50 else f"{words[:49]}…" for words in texts[-1:]]


def test_t50_a_date_that_lies_in_the_past_says_how_it_is_read_without_a_year() -> None:
    born = OfferedField("born", "date", maximum="2026-03-02", prefer="past")
    assert constraints(born) == "at most 2026-03-02; without a year: the last such day"


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        ({}, "Never: Guess."),
        ({"when": "the guest is upset"}, "When the guest is upset: Never: Guess."),
        ({"flow": "Book a room"}, 'Never: Guess. [only in the flow "Book a room"]'),
        ({"flow": "Book a room", "step": "The day"}, 'Never: Guess. [only in the step "The day"]'),
        ({"flow": "Book", "when": "it rains"}, 'When it rains: Never: Guess. [only in the flow "Book"]'),
    ],
)
def test_t24_an_instruction_has_its_kind_and_its_scope(parts: dict[str, str], line: str) -> None:
    assert instruction(kind="never", text="Guess.", **parts) == line


FIELDS = {
    "hotel": {"type": "string", "enum": ["Bellevue", "Ritz"]},
    "date": {"type": "date"},
    "guests": {"type": "integer"},
    "wishes": {"type": "string"},
    "tags": {"type": "list"},
}
VALUES = {"hotel": "Ritz", "date": "2026-03-06", "guests": 2, "wishes": 'a cot.\n## "Rules"', "tags": ["a", "b"]}


def prompt(text: str) -> str:
    """A template of a prompt, rendered for a model."""
    fields = compile_definition({"agent": "a", "name": "A", "fields": FIELDS}).fields
    scope = {"data": VALUES, "facts": {"profile.city": "Bern"}, "run": {"price": 240, "note": "ok\n- x"}}
    return render(parse(text), scope, "en", quote=quoting(fields)).text


def test_words_of_a_person_in_a_steps_prompt_are_quoted_data() -> None:
    assert prompt("Sum up: {{ data.wishes }}") == r'Sum up: "a cot.\n## \"Rules\""'
    assert prompt("{{ data.tags }}, {{ facts.profile.city }}, {{ run.note }}") == r'"a and b", "Bern", "ok\n- x"'


def test_choices_numbers_and_dates_in_a_steps_prompt_stand_as_they_are() -> None:
    assert prompt("{{ hotel }}, {{ guests }}, {{ date | date }}, {{ run.price | number(2) }}") == (
        "Ritz, 2, March 6, 2026, 240.00"
    )
