"""The difference between two documents, over the shipped examples and all that a document can hold."""

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agents.columns import canonical
from agents.compare import compare
from agents.compare.labels import LABELS, OF_FIELD
from agents.compare.texts import SHORT
from agents.compare.walk import DEFAULTS, PARTS
from agents.document import at
from agents.layout import AGENT, FIELD, FLOW
from agents.reader import read
from agents.schema import AGENT as AGENT_SCHEMA
from agents.schema import BRANCH, INSTRUCTION, STEP, TRIGGER
from agents.schema import FLOW as FLOW_SCHEMA
from tests.agents.compare import mutations
from tests.agents.documents import GOOD
from tests.agents.drafts import everything, small

EXAMPLES = Path(__file__).parents[3] / "agents" / "examples"


def _example(name: str) -> Any:
    return read((EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8")).value


DOCUMENTS: list[Any] = [
    mutations.plain(one) for one in (*map(_example, ("hotel", "leads", "bookkeeping")), GOOD, everything())
]
ANY = st.sampled_from(DOCUMENTS)
VALUE = st.text(max_size=20) | st.integers() | st.booleans() | st.lists(st.text(max_size=5), min_size=1, max_size=4)


def _said(found: Any) -> list[str]:
    return list(map(str, found))


# Every single change is told, and no other


@given(ANY)
def test_a_document_does_not_differ_from_itself(document: Any) -> None:
    assert compare(document, copy.deepcopy(document)) == ()


@given(ANY, VALUE, st.data())
def test_one_value_that_is_another_is_one_change_at_its_key(document: Any, value: Any, data: Any) -> None:
    place = data.draw(st.sampled_from(sorted(mutations.keys(document), key=str)))
    changed = mutations.set_key(document, place, value).document
    found = compare(document, changed)
    if canonical(changed) == canonical(document):
        assert found == ()
    else:
        (change,) = found
        assert (change.path, change.kind in ("changed", "moved")) == (place, True)


@given(ANY, st.data())
def test_a_key_that_is_gone_is_one_change_and_so_is_one_that_came(document: Any, data: Any) -> None:
    place = data.draw(st.sampled_from(sorted(mutations.keys(document), key=str)))
    mutation = mutations.without(document, place)
    assume(at(mutation.document, place[:-1]))  # an entry that says nothing any more is another entry
    (gone,) = compare(document, mutation.document)
    (came,) = compare(mutation.document, document)
    assert (gone.path, came.path) == (mutation.place, mutation.place)
    assert gone.kind == mutation.kind
    assert came.kind == ("added" if mutation.kind == "removed" else "changed")
    assert (gone.old, gone.new) == (came.new, came.old)


@given(ANY, st.data())
def test_an_entry_that_is_gone_is_one_change_and_so_is_one_that_came(document: Any, data: Any) -> None:
    mutation = mutations.without(document, data.draw(st.sampled_from(sorted(mutations.entries(document), key=str))))
    for before, after, kind in (
        (document, mutation.document, "removed"),
        (mutation.document, document, "added"),
    ):
        (change,) = compare(before, after)
        # of equal entries side by side it is any
        assert (change.kind, change.path[:-1]) == (kind, mutation.place[:-1])


@given(ANY, st.data())
def test_a_new_entry_is_one_change_wherever_it_is_put(document: Any, data: Any) -> None:
    place, length = data.draw(st.sampled_from(sorted(mutations.lists(document).items(), key=str)))
    mutation = mutations.with_entry(document, place, data.draw(st.integers(0, length)), "quite_new")
    (change,) = compare(document, mutation.document)
    assert (change.kind, change.path) == ("added", mutation.place)


@given(ANY, st.data())
def test_two_entries_that_change_places_are_told_as_moved_and_nothing_else(document: Any, data: Any) -> None:
    place, length = data.draw(st.sampled_from(sorted(mutations.lists(document).items(), key=str)))
    assume(length > 1)
    first, second = data.draw(st.lists(st.integers(0, length - 1), min_size=2, max_size=2, unique=True))
    mutation = mutations.swapped(document, place, first, second)
    assume(canonical(mutation.document) != canonical(document))
    found = compare(document, mutation.document)
    assert {(change.kind, change.path[:-1]) for change in found} == {("moved", place)}
    assert len(found) == 1 if abs(first - second) == 1 else len(found) <= 2


@given(ANY, ANY)
def test_documents_that_differ_have_a_difference(one: Any, other: Any) -> None:
    assert bool(compare(one, other)) == (canonical(one) != canonical(other))


@given(ANY, st.data())
def test_many_changes_at_once_are_told_each(document: Any, data: Any) -> None:
    places = st.lists(st.sampled_from(sorted(mutations.keys(document), key=str)), min_size=1, max_size=6, unique=True)
    changed = document
    for number, place in enumerate(drawn := data.draw(places)):
        changed = mutations.set_key(changed, place, f"quite new {number}").document
    found = compare(document, changed)
    told = {change.path for change in found}
    assert all(any(place[: len(path)] == path for path in told) for place in drawn)


# What is said


def test_a_change_names_its_thing_its_place_and_both_values() -> None:
    old, new = small(), small()
    new["flows"]["book"]["steps"][0]["branches"][0]["if"] = {"gt": {"guests": 8}}
    (change,) = compare(old, new)
    assert str(change) == "flow book, step ask, branch 1 “a group”: Changed: if"
    assert (change.old, change.new) == ("guests > 6", "guests > 8")
    assert (change.flow, change.step, change.branch) == ("book", "ask", 0)
    assert change.path == ("flows", "book", "steps", 0, "branches", 0, "if")


def test_prose_is_marked_word_by_word() -> None:
    old, new = small(), small()
    new["flows"]["book"]["steps"][1]["say"] = "Noted for {{ data.guests }} people."
    (change,) = compare(old, new)
    assert [(piece.kind, piece.text) for piece in change.pieces] == [
        ("deleted", "Booked"),
        ("inserted", "Noted"),
        ("same", " for {{ data.guests }}"),
        ("inserted", " people"),
        ("same", "."),
    ]


def test_a_sentence_that_was_written_anew_is_not_cut_up_at_its_spaces() -> None:
    (change,) = compare({"persona": "You sell rooms"}, {"persona": "Be brief and kind"})
    assert [piece.kind for piece in change.pieces] == ["deleted", "inserted"]


@given(st.text(max_size=200), st.text(max_size=200))
def test_the_pieces_hold_both_texts_whatever_they_are(old: str, new: str) -> None:
    one, other = {"agent": "a", "persona": old or "x"}, {"agent": "a", "persona": new or "x"}
    for change in compare(one, other):
        for kind, text in (("deleted", one["persona"]), ("inserted", other["persona"])):
            assert "".join(piece.text for piece in change.pieces if piece.kind in ("same", kind)) == text


def test_a_text_as_long_as_a_book_is_marked_without_a_wait() -> None:
    old = "\n".join(f"{number} is a line of many words that stands here" for number in range(5000))
    (change,) = compare({"persona": old}, {"persona": old.replace("4711 is", "4711 was")})
    assert "4711 was a line" in next(piece.text for piece in change.pieces if piece.kind == "inserted")
    assert (len(change.old), len(change.new)) == (SHORT, SHORT)


def test_a_renamed_step_is_told_once_and_what_leads_to_it_is_no_change() -> None:
    old, new = small(), small()
    new["flows"]["book"]["steps"][2]["id"] = "many"
    new["flows"]["book"]["steps"][0]["branches"][0]["then"] = "many"
    assert _said(compare(old, new)) == ["flow book: Renamed: step many, until now group"]


def test_a_renamed_field_is_told_once_and_what_reads_it_is_no_change() -> None:
    old = small()
    text = canonical(old).replace("guests", "people").replace("Number of people", "Number of guests")
    assert _said(compare(old, read(text).value)) == ["Renamed: field people, until now guests"]


def test_a_renamed_flow_is_told_once_and_what_starts_it_is_no_change() -> None:
    old = everything()
    text = canonical(old).replace('"survey"', '"quiz"').replace("flows.survey", "flows.quiz")
    assert _said(compare(old, read(text).value)) == ["Renamed: flow quiz, until now survey"]


def test_what_leads_elsewhere_since_a_rename_is_told_as_it_stood() -> None:
    old, new = small(), small()
    new["flows"]["book"]["steps"][2]["id"] = "many"
    new["flows"]["book"]["steps"][0]["branches"][0]["then"] = "done"
    change = compare(old, new)[0]
    assert (change.old, change.new) == ("group", "done")


def test_a_step_that_is_another_is_one_that_went_and_one_that_came() -> None:
    old, new = small(), small()
    new["flows"]["book"]["steps"][1] = {"id": "thanks", "say": "Thank you."}
    found = compare(old, new)
    assert _said(found) == ["flow book: Removed: step done", "flow book: Added: step thanks"]
    assert [found[0].old, found[1].new] == ["says “Booked for ‹guests›.”", "says “Thank you.”"]


def test_a_step_that_is_put_first_is_one_move_and_not_one_of_every_other() -> None:
    old, new = GOOD, copy.deepcopy(GOOD)
    new["flows"]["book"]["steps"].insert(0, new["flows"]["book"]["steps"].pop())
    assert _said(compare(old, new)) == ["flow book: Moved: step group"]


def test_changes_are_told_in_the_order_in_which_the_agent_is_read() -> None:
    old, new = everything(), everything()
    new["flows"]["survey"]["name"] = "Quiz"
    new["flows"]["book"]["steps"][5]["say"] = "Noted."
    new["flows"]["book"]["batch"] = 2
    new["fields"]["beds"]["type"] = "number"
    new["persona"] = "Brief."
    new["people"]["away"] = "Plus tard."
    assert [change.path[-1] for change in compare(old, new)] == ["persona", "away", "type", "batch", "say", "name"]


def test_a_list_in_another_order_is_told_as_moved() -> None:
    old, new = small(), small()
    new["flows"]["book"]["required"].reverse()
    (change,) = compare(old, new)
    assert (str(change), change.new) == ("flow book: Moved: required fields", "date, guests")


def test_what_was_left_at_its_default_is_told_as_the_default() -> None:
    old, new = small(), small()
    new["flows"]["book"]["max_attempts"] = 5
    (change,) = compare(old, new)
    assert (change.kind, change.old, change.new) == ("changed", "3", "5")


def test_one_and_true_are_not_the_same_value() -> None:
    old, new = small(), small()
    old["fields"]["guests"]["minimum"], new["fields"]["guests"]["minimum"] = 1, True
    assert [(change.old, change.new) for change in compare(old, new)] == [("1", "yes")]


# The words


@pytest.mark.parametrize("schema", [AGENT_SCHEMA, FLOW_SCHEMA, STEP, BRANCH, TRIGGER, INSTRUCTION])
def test_every_key_of_the_file_has_a_label(schema: Any) -> None:
    assert schema["properties"].keys() - PARTS - {"id"} <= LABELS.keys()


def test_the_keys_of_a_field_and_the_defaults_are_those_of_the_rows() -> None:
    assert {key.name for key in FIELD} == OF_FIELD
    keys = [key for key in (*AGENT, *FIELD, *FLOW) if key.default is False or (key.default and not key.always)]
    assert {key.name: key.default for key in keys} | {"interrupt": False} == DEFAULTS
