"""Every error and warning of agent-format.md, "Checks at publish": a good agent, one fault, exactly its finding."""

from pathlib import Path
from typing import Any

import pytest

from agents.check import ERRORS, WARNINGS, check
from agents.checks.view import Agent
from agents.document import Document
from agents.problem import Problem
from agents.reader import read
from tests.agents.documents import ACTIONS, FACT_KEYS, GOOD, OPEN_SCOPES, REMOVED, Registered, changed

BOOK, SURVEY = "flows.book.steps", "flows.survey.steps"


def problems(document: Document | dict[str, Any]) -> tuple[Problem, ...]:
    return check(document, actions=ACTIONS, fact_keys=FACT_KEYS, open_scopes=OPEN_SCOPES)


def test_a_good_agent_has_neither_errors_nor_warnings() -> None:
    assert problems(GOOD) == ()


FAULTS: Any = read(Path(__file__).with_name("faults.yaml").read_text(encoding="utf-8")).value


@pytest.mark.parametrize("fault", FAULTS["errors"], ids=lambda fault: f"{fault['code']} {fault['at']}")
def test_an_error_is_found_alone_and_names_its_place(fault: dict[str, Any]) -> None:
    found = [problem for problem in problems(faulty(fault)) if problem.severity == "error"]
    assert [problem.code for problem in found] == [fault["code"]], list(map(str, found))
    assert (found[0].where, place(found[0])) == (fault["at"], fault.get("in", []))
    assert "%(" not in found[0].message


@pytest.mark.parametrize("fault", FAULTS["warnings"], ids=lambda fault: f"{fault['code']} {fault['at']}")
def test_a_warning_is_found_alone_and_names_its_place(fault: dict[str, Any]) -> None:
    found = problems(faulty(fault))
    assert [(problem.severity, problem.code) for problem in found] == [("warning", fault["code"])], list(
        map(str, found)
    )
    assert (found[0].where, place(found[0])) == (fault["at"], fault.get("in", []))
    assert "%(" not in found[0].message


def test_every_checker_has_a_fault_that_it_alone_finds() -> None:
    agents = [
        Agent(Document(faulty(fault)), ACTIONS, FACT_KEYS, OPEN_SCOPES) for row in FAULTS.values() for fault in row
    ]
    for checker in (*ERRORS, *WARNINGS):
        assert any(list(checker(agent)) for agent in agents), checker.__name__


def faulty(fault: dict[str, Any]) -> dict[str, Any]:
    return changed(*fault.get("change", {}).items(), *((path, REMOVED) for path in fault.get("remove", ())))


def place(problem: Problem) -> list[Any]:
    branch = [] if problem.branch is None else [problem.branch]
    return [part for part in (problem.flow, problem.step) if part] + branch


@pytest.mark.parametrize(
    "changes",
    [
        [(f"{BOOK}.1.branches.0.when", "is not sure")],
        [(f"{BOOK}.1.branches.1.if", REMOVED)],
        [(f"{BOOK}.1.branches.0", {"not": ["is sure"], "then": "group"}), ("flows.survey.on", [{"silence": "1h"}])],
        [("flows.survey.on_end", "stay"), (f"{SURVEY}.4.branches", [{"when": ["x"], "then": "end"}])],
        [("flows.book.on_stuck", "handoff")],
        [(f"{BOOK}.3.do", "free"), (f"{BOOK}.3.input", {"any": 1})],
        [("fields.email.fact", "preference.tea")],
        [("fields.email.fact", "merchant.adobe.default")],
        [(f"{BOOK}.5.say", "{{ facts.preference.tea }} {{ event.x }} {{ context.y }} {{ user.language }}")],
        [("fields.date.maximum", "today+7d")],
        [("fields.date.maximum", "2999-12-31")],
        [
            ("fields.guests.minimum", {"field": "rooms"}),
            ("fields.rooms", {"type": "integer", "ask": "?", "maximum": {"field": "guests"}}),
            ("flows.book.optional", ["rooms"]),
        ],
        [("fields.guests.stale_on_change", True), (f"{BOOK}.1.requires", ["hotel"])],
        [("people", {"hours": "Mo-Fr 08:00-12:00, 13:00-18:00; Sa 22:00-02:00", "asked": "x", "away": "y"})],
        [("people", {"hours": ""}), ("quiet", {"from": "22:00", "to": "08:00"}), ("retention", 86400)],
        [("flows.book.on.1.interrupt", True), ("flows.survey.on", [{"silence": "24h"}])],
        [(f"{SURVEY}.3", {"id": "hold", "wait": {"event": "payment.received", "for": "1h"}, "else": "thanks"})],
        [(f"{SURVEY}.3", {"id": "hold", "wait": {"event": "payment.received"}})],
        [(f"{SURVEY}.4.prepare", "free"), (f"{SURVEY}.4.finalize", ["free", "free"])],
        [("flows.book.on_end", {"flow": "book"}), ("flows.book.reentrant", True)],
        [(f"{BOOK}.4.then", "handoff")],
        [(f"{BOOK}.4.then", {"flow": "survey", "clear": ["guests"], "set": {"guests": 2}, "say": "{{ run.price }}"})],
        [("flows.book.batch", 0), ("flows.book.max_attempts", 1), ("flows.book.max_steps", 1)],
        [("flows.survey.completion", "Wrap up."), (f"{SURVEY}.4", REMOVED), (f"{SURVEY}.3.else", "end")],
        [
            ("flows.book.completion", "Wrap up."),
            (f"{BOOK}.4", REMOVED),
            (f"{BOOK}.3.then", "end"),
            (f"{BOOK}.2.then", "price"),
        ],
    ],
)
def test_what_the_format_allows_is_found_good(changes: list[tuple[str, Any]]) -> None:
    assert problems(changed(*changes)) == ()


def test_the_example_of_the_format_has_no_error() -> None:
    document = read(Path(__file__).with_name("hotel.yaml").read_text(encoding="utf-8"))
    quote = Registered({"properties": {"hotel": {}, "guests": {}}}, {"properties": {"total": {}}})
    assert check(document, actions={"quote_price": quote}, fact_keys=FACT_KEYS, open_scopes=OPEN_SCOPES) == ()


def test_a_fault_in_one_step_hides_none_in_another() -> None:
    document = changed((f"{BOOK}.0", "no mapping"), (f"{BOOK}.1.collect", 5), (f"{BOOK}.2.else", "nope"))
    found = {(problem.code, problem.where) for problem in problems(document) if problem.severity == "error"}
    assert found == {
        ("type", f"{BOOK}.0"),
        ("type", f"{BOOK}.1.collect"),
        ("unknown-step", f"{BOOK}.2.else"),
    }


@pytest.mark.parametrize(
    "value", [None, 5, "text", [], {"fields": 5, "flows": []}, {"flows": {"a": {"steps": {"b": 1}}}}]
)
def test_no_document_is_so_odd_that_the_check_raises(value: Any) -> None:
    assert any(problem.severity == "error" for problem in problems(Document(value)))
