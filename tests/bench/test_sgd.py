"""bench/sgd: annotated dialogues are played as they stand, and what differs is found and named."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents.compile import compile_definition
from bench.sgd.__main__ import main
from bench.sgd.agent import agent_document
from bench.sgd.checks import CHECKS
from bench.sgd.corpus import Corpus, read_corpus
from bench.sgd.differences import explained
from bench.sgd.play import Played, play
from bench.sgd.script import Move, script
from bench.sgd.tally import Tally, tally

SAMPLE = Path(__file__).parent / "sgd"
DATA = "the data equal the annotated values"


@pytest.fixture(scope="module")
def sample() -> Tally:
    return tally(read_corpus(SAMPLE))


def test_the_sample_holds_after_every_turn_but_for_one_value_that_a_date_cannot_have(sample: Tally) -> None:
    assert (sample.dialogues, sample.turns) == (6, 43)
    assert {name: sample.failed[name] for name in CHECKS} == {**dict.fromkeys(CHECKS, 0), DATA: 1}


def test_the_agents_made_of_services_have_no_errors(sample: Tally) -> None:
    assert sample.agents == 6
    assert [problem for problem in sample.problems if problem.severity == "error"] == []


def test_the_differences_of_the_sample_are_counted_by_class(sample: Tally) -> None:
    assert sample.classes == {
        "indifferent": 1,
        "none": 4,
        "again": 1,
        "wordings": 1,
        "several": 2,
        "order": 2,
        "strict_heard": 2,
        "strict_carried": 5,
        "strict_counted": 5,
        "strict_choice": 4,
        "strict_indifferent": 1,
        "strict_open": 1,
    }
    assert sample.places["indifferent"] == ["6_00127:2"]


def test_t9_plain_answers_of_the_sample_are_read_without_an_understand(sample: Tally) -> None:
    assert sample.literal == 2


def test_the_command_prints_what_holds_and_what_differs(capsys: pytest.CaptureFixture[str]) -> None:
    main([str(SAMPLE)])

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "6 dialogues, 43 user turns, 46 values given"
    assert [line.split()[-2:] for line in lines if line.startswith(DATA)] == [["42", "1"]]
    assert any("6_00127:2" in line for line in lines)


@pytest.mark.parametrize("schema", [None, "{", "[{}]", "3"])
def test_a_folder_of_another_form_is_refused(tmp_path: Path, schema: str | None) -> None:
    if schema is not None:
        (tmp_path / "schema.json").write_text(schema)
    with pytest.raises(SystemExit, match="cannot be read"):
        main([str(tmp_path)])


# Dialogues made for what the sample has not

SCHEMA = [
    {
        "service_name": "Cinema_1",
        "slots": [
            {"name": "film", "description": "Film", "is_categorical": False, "possible_values": []},
            {"name": "show_date", "description": "Day", "is_categorical": False, "possible_values": []},
            {"name": "seats", "description": "Seats", "is_categorical": True, "possible_values": ["1", "2"]},
            {"name": "rating", "description": "Rating", "is_categorical": False, "possible_values": []},
        ],
        "intents": [
            {"name": "Find", "description": "Find a film", "required_slots": ["show_date"], "optional_slots": {}},
            {"name": "Buy", "description": "Buy", "required_slots": ["film", "seats"], "optional_slots": {}},
        ],
    }
]


def user(text: str, intent: str, *acts: str, quotes: dict[str, str] | None = None, **values: list[str]) -> Any:
    """A line of the user, its marked words given as they stand in the text."""
    spans = [
        {"slot": slot, "start": text.index(words), "end": text.index(words) + len(words)}
        for slot, words in (quotes or {}).items()
    ]
    said = [[act, "", []] for act in acts] + [["INFORM", "show_date", ["2019-03-05"]]]
    state = {"intent": intent, "requested": [], "values": values}
    return {
        "speaker": "USER",
        "text": text,
        "frames": [{"service": "Cinema_1", "slots": spans, "state": state, "acts": said}],
    }


def system(text: str, *acts: Any) -> Any:
    return {"speaker": "SYSTEM", "text": text, "frames": [{"service": "Cinema_1", "acts": list(acts)}]}


FIND = user("A film on Tuesday", "Find", "INFORM_INTENT", quotes={"show_date": "Tuesday"}, show_date=["Tuesday"])
OFFER = system("How about Up?", ["OFFER", "film", ["Up"]])
BUY = user("Yes, buy tickets", "Buy", "INFORM_INTENT", show_date=["Tuesday"], film=["Up"])
SEATS = system("How many?", ["REQUEST", "seats", []])
TWO = user("two please", "Buy", show_date=["Tuesday"], film=["Up"], seats=["2"])
AGAIN = user("Look for another", "Find", "INFORM_INTENT", show_date=["Tuesday"], film=["Up"], seats=["2"])


def corpus(folder: Path, *lines: Any) -> Corpus:
    (folder / "schema.json").write_text(json.dumps(SCHEMA))
    dialogue = {"id": "1", "services": ["Cinema_1"], "turns": lines}
    (folder / "dialogues.jsonl").write_text(json.dumps(dialogue) + "\n")
    return read_corpus(folder)


def played(folder: Path, *lines: Any) -> list[Played]:
    read = corpus(folder, *lines)
    definition = compile_definition(agent_document(list(read.services.values())), version=1)
    return list(play(definition, script(read.dialogues[0], read.services)))


def amiss(turn: Played) -> dict[str, tuple[str, ...]]:
    return {name: found for name, find in CHECKS.items() if (found := find(turn))}


def test_t32_what_the_annotation_keeps_is_given_again_to_a_flow_that_begins_anew(tmp_path: Path) -> None:
    last = played(tmp_path, FIND, OFFER, BUY, SEATS, TWO, OFFER, AGAIN)[-1]

    assert [(one.field, one.is_again) for one in last.move.given] == [
        ("cinema_1_show_date", True),
        ("cinema_1_film", True),
        ("cinema_1_seats", True),
    ]
    assert last.result.state.runs == 3
    assert amiss(last) == {}


def test_only_what_is_new_is_given_and_the_user_s_own_words_are_its_quote(tmp_path: Path) -> None:
    first, second, third = played(tmp_path, FIND, OFFER, BUY, SEATS, TWO)

    assert [(one.value, one.quote, one.origin) for one in first.move.given] == [("2019-03-05", "Tuesday", "marked")]
    assert [(one.value, one.origin) for one in second.move.given] == [("Up", "heard")]
    assert [(one.value, one.origin) for one in third.move.given] == [(2, "counted")]
    assert third.result.data["cinema_1_seats"] == 2


def test_t5_a_strict_understanding_takes_nothing_from_the_words_of_the_system(tmp_path: Path) -> None:
    told = tally(corpus(tmp_path, FIND, OFFER, BUY, system("Which film?", ["REQUEST", "film", []])))

    assert told.classes["strict_heard"] == 1
    assert told.places["strict_heard"] == ["1:2"]


@pytest.mark.parametrize(
    ("values", "field", "expected"),
    [
        ({"rating": ["good"]}, "cinema_1_rating", "no_field"),
        ({"show_date": ["some day"]}, "cinema_1_show_date", "meaningless"),
        ({"show_date": ["dontcare"]}, "cinema_1_show_date", "indifferent"),
        ({"seats": ["dontcare"]}, "cinema_1_seats", "indifferent"),
    ],
)
def test_an_annotated_value_that_no_field_can_have_fails_its_check_and_has_a_class(
    tmp_path: Path, values: dict[str, list[str]], field: str, expected: str
) -> None:
    (turn,) = played(tmp_path, user("A film", "Find", "INFORM_INTENT", **values), OFFER)

    assert amiss(turn)[DATA] == (field,)
    assert explained(turn, field) == expected


@pytest.mark.parametrize(
    ("check", "change"),
    [
        ("no known field is asked", {"values": {"cinema_1_seats": (2,)}}),
        (DATA, {"values": {"cinema_1_show_date": ("2019-03-05",), "cinema_1_film": ("Down",)}}),
        (DATA, {"values": {}}),
        ("the annotated intent has the floor", {"floor": "cinema_1_find"}),
        ("the annotated intent has the floor", {"floor": ""}),
        ("asked is the first missing required field", {"required": ()}),
        ("it asks just when the annotated system does", {"requests": frozenset()}),
    ],
)
def test_a_turn_that_is_unlike_its_annotation_fails_the_check(
    tmp_path: Path, check: str, change: dict[str, Any]
) -> None:
    turn = played(tmp_path, FIND, OFFER, BUY, SEATS)[-1]
    move: Move = replace(turn.move, **change)

    assert amiss(turn) == {}
    assert check in amiss(replace(turn, move=move))


def test_t1_t33_more_than_one_effect_of_a_kind_and_a_message_without_an_answer_fail_their_checks(
    tmp_path: Path,
) -> None:
    turn = played(tmp_path, FIND)[-1]

    assert "one Understand and one Speak at most" in amiss(replace(turn, effects=turn.effects * 2))
    assert "the message is answered" in amiss(replace(turn, result=replace(turn.result, messages=())))
