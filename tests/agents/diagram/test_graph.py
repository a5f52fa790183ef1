"""What a picture says: steps, ways out and conditions in a few words."""

from typing import Any

import pytest

from agents.diagram.graph import Exit, Graph, flows_of, graph_of, graph_of_agent
from agents.diagram.marks import END, FAILED, HANDOFF, START
from agents.diagram.sentences import condition
from agents.diagram.wording import Wording
from tests.agents.diagram.flows import everything

WORDS = Wording()


def graph(*steps: dict[str, Any], **flow: Any) -> Graph:
    document = {"flows": {"main": {"steps": list(steps), **flow}, "other": {"name": "The other"}}}
    return graph_of(flows_of(document), "main", WORDS)


def ways(found: Graph, at: int = 1) -> list[Exit]:
    return list(found.nodes[at].exits)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"gt": {"guests": 6}}, "guests > 6"),
        ({"lte": {"data.guests": 6}, "known": ["date"]}, "guests ≤ 6 and date is known"),
        ({"equals": {"confirmed": True}}, "confirmed is yes"),
        ({"not": {"equals": {"context.full": True}}}, "context.full is not yes"),
        ({"not": {"known": ["date"]}}, "date is missing"),
        ({"any": [{"missing": ["date"]}, {"in": {"hotel": ["A", "B"]}}]}, "date is missing or hotel is one of A, B"),
        ({"not": {"matches": {"plate": "^A"}}}, "not (plate matches ^A)"),
        ({"not_equals": {"hotel": "A"}}, "hotel is other than A"),
        ("nonsense", "nonsense"),
        ({"sounds_like": {"hotel": "A"}}, "hotel sounds_like A"),
        ({"gt": 7}, "gt 7"),
    ],
)
def test_a_condition_is_said_in_words(written: Any, said: str) -> None:
    assert condition(written, WORDS) == said


@pytest.mark.parametrize(
    ("step", "kind", "said"),
    [
        ({"collect": ["guests", "date"]}, "talk", "asks for guests, date"),
        ({"prompt": "Advise on {{ data.date | date }}."}, "talk", "speaks: Advise on ‹date›."),
        ({"say": "Booked."}, "say", "says “Booked.”"),
        ({"do": "quote_price"}, "do", "runs quote_price"),
        ({"if": {"gt": {"guests": 6}}}, "if", "if guests > 6"),
        ({"wait": 90}, "wait", "waits 90s"),
        ({"wait": {"event": "paid", "for": "1h"}}, "wait", "waits for paid, 1h at most"),
        ({}, "unclear", "does nothing as yet"),
    ],
)
def test_a_step_says_what_it_does(step: dict[str, Any], kind: str, said: str) -> None:
    node = graph({"id": "a", **step}).nodes[1]
    assert (node.kind, node.lines) == (kind, (said,))


def test_a_step_says_what_must_hold_before() -> None:
    node = graph({"id": "a", "say": "x", "requires": ["guests"], "skip_if": {"known": ["date"]}}).nodes[1]
    assert node.notes == ("needs guests", "skipped if date is known")


@pytest.mark.parametrize(
    ("written", "way", "chip", "look"),
    [
        ({"end": True}, END, "end", "end"),
        ({"end": "failed"}, FAILED, "end, not completed", "end"),
        ("handoff", HANDOFF, "a person", "handoff"),
        ({"flow": "other"}, "flow:other", "The other", "flow"),
        ({"flow": "lost"}, "flow:lost", "lost is missing", "missing"),
        ("gone", "gone", "gone is missing", "missing"),
        ({"clear": ["date"]}, "", "nowhere", "missing"),
    ],
)
def test_a_way_that_leaves_the_flow_ends_in_a_chip(written: Any, way: str, chip: str, look: str) -> None:
    found = ways(graph({"id": "a", "say": "x", "then": written}, {"id": "b", "say": "x"}))[-1]
    assert (found.way, found.chip, found.look, found.to) == (("a", way), chip, look, None)


def test_the_default_way_on_is_straight_and_so_is_a_then_that_says_the_same() -> None:
    found = graph({"id": "a", "say": "x", "then": "b"}, {"id": "b", "say": "x"})
    assert [way.straight for at in range(3) for way in ways(found, at)] == [True, True, True]
    assert ways(found, 2)[0].way == ("b", END)


def test_a_fork_without_else_ends_and_other_steps_have_no_else() -> None:
    fork, then = ways(graph({"id": "a", "if": {"known": ["date"]}}, {"id": "b", "say": "x"}))
    assert (fork.label, fork.way, then.label) == ("else", ("a", END), "then")
    assert len(ways(graph({"id": "a", "wait": "2d"}))) == 1


def test_a_branch_is_called_by_its_label_and_told_in_full() -> None:
    branch = {"label": "a group", "when": ["we are many", "!asks"], "if": {"gt": {"guests": 6}}, "then": "a"}
    found = ways(graph({"id": "a", "collect": ["guests"], "branches": [branch]}))[0]
    assert found.label == "a group"
    assert found.full == "a group; when we are many, if guests > 6; but not: asks"


def test_a_step_that_nothing_leads_to_is_known() -> None:
    found = graph({"id": "a", "say": "x", "then": "c"}, {"id": "b", "say": "x"}, {"id": "c", "say": "x"})
    assert [node.is_reached for node in found.nodes[1:-1]] == [True, False, True]


def test_beginning_and_end_say_when_a_flow_starts_and_is_complete() -> None:
    found = graph_of(flows_of(everything()), "book", WORDS)
    assert found.nodes[0].lines == (
        "when: book a room",
        "but not: asks about a bill",
        "at the event link_opened",
        "after 24h of silence",
        "only if context.open is not no",
    )
    assert found.nodes[-1].lines == ("complete after the last step",)
    assert found.nodes[-1].notes == ("required: date, guests", "optional: hotel")
    assert [(way.label, way.chip) for way in found.nodes[-1].exits] == [
        ("if the person gets stuck", "end, not completed"),
        ("afterwards", "Survey"),
    ]


def test_an_empty_flow_says_so() -> None:
    found = graph()
    assert found.nodes[0].lines == ("only from other flows", "This flow has no steps yet.")
    assert ways(found, 0)[0].way == (START, END)


def test_the_flows_of_an_agent_are_joined_once_however_many_ways_there_are() -> None:
    found = graph_of_agent(everything(), WORDS)
    (way,) = found.nodes[0].exits
    assert (way.way, way.to, way.label) == (("book", "survey"), 1, "from The day, afterwards")
    assert way.full == "from The day: when the guest is unsure; afterwards"


def test_every_word_can_be_translated() -> None:
    shouted = Wording().translated(lambda text: f"¡{text}")
    assert graph_of(flows_of(everything()), "book", shouted).nodes[2].lines == ("¡runs quote_price",)
