"""Every error and warning of agent-format.md, "Checks at publish": a good agent, one fault, exactly its finding."""

from pathlib import Path
from typing import Any

import pytest

from agents.check import check
from agents.document import Document
from agents.problem import Problem
from agents.reader import read
from tests.agents.documents import ACTIONS, FACT_KEYS, GOOD, OPEN_SCOPES, REMOVED, Registered, changed

BOOK, SURVEY = "flows.book.steps", "flows.survey.steps"
TALK = {"id": "more", "prompt": "Say more.", "otherwise": "More."}


def problems(document: Document | dict[str, Any]) -> tuple[Problem, ...]:
    return check(document, actions=ACTIONS, fact_keys=FACT_KEYS, open_scopes=OPEN_SCOPES)


def test_a_good_agent_has_neither_errors_nor_warnings() -> None:
    assert problems(GOOD) == ()


# Each row: the code, where it is found (path, flow, step, branch), and the changes that bring it about.
ERRORS: list[tuple[str, tuple[str, str, str, int | None], list[tuple[str, Any]]]] = [
    ("duplicate-id", (f"{BOOK}.5.id", "book", "done", None), [(f"{BOOK}.5.id", "done"), (f"{BOOK}.1.branches.1.then", "done"), (f"{BOOK}.2.else", "done"), (f"{BOOK}.3.on_fail", "done")]),
    ("id", (f"{BOOK}.0.id", "book", "Ask", None), [(f"{BOOK}.0.id", "Ask")]),
    ("id", ("fields.Big", "", "", None), [("fields.Big", {"ask": "?"})]),
    ("reserved-id", (f"{BOOK}.0.id", "book", "handoff", None), [(f"{BOOK}.0.id", "handoff")]),
    ("shadowing-field", ("fields.context", "", "", None), [("fields.context", {"ask": "?"}), ("flows.book.optional", ["context"])]),
    ("unknown-field", (f"{BOOK}.0.collect.1", "book", "ask_hotel", None), [(f"{BOOK}.0.collect", ["hotel", "hotels"])]),
    ("unknown-field", ("flows.book.optional.0", "book", "", None), [("flows.book.optional", ["nope"])]),
    ("unknown-field", (f"{BOOK}.0.requires.0", "book", "ask_hotel", None), [(f"{BOOK}.0.requires", ["nope"])]),
    ("unknown-field", (f"{SURVEY}.2.else.clear.0", "survey", "check", None), [(f"{SURVEY}.2.else.clear", ["nope"])]),
    ("unknown-field", (f"{BOOK}.4.then.set.nope", "book", "done", None), [(f"{BOOK}.4.then", {"end": True, "set": {"nope": 1}})]),
    ("unknown-field", (f"{BOOK}.1.branches.0.then.input.nope", "book", "ask_rest", 0), [(f"{BOOK}.1.branches.0.then.input", {"nope": 1})]),
    ("unknown-field", (f"{BOOK}.1.branches.1.if", "book", "ask_rest", 1), [(f"{BOOK}.1.branches.1.if", {"gt": {"nope": 6}})]),
    ("unknown-field", (f"{BOOK}.5.say", "book", "group", None), [(f"{BOOK}.5.say", "{{ data.nope }}")]),
    ("unknown-field", ("fields.date.maximum.field", "", "", None), [("fields.date.maximum", {"field": "nope"})]),
    ("unknown-step", (f"{BOOK}.2.else", "book", "fork", None), [(f"{BOOK}.2.else", "nope")]),
    ("unknown-step", (f"{BOOK}.1.branches.1.then", "book", "ask_rest", 1), [(f"{BOOK}.1.branches.1.then", {"step": "survey"})]),
    ("unknown-step", ("flows.book.on_stuck", "book", "", None), [("flows.book.on_stuck", "nope")]),
    ("unknown-flow", ("flows.book.on_end.flow", "book", "", None), [("flows.book.on_end", {"flow": "nope"})]),
    ("unknown-flow", (f"{BOOK}.4.then.flow", "book", "done", None), [(f"{BOOK}.4.then", {"flow": "nope"})]),
    ("unknown-flow", ("flows.book.if", "book", "", None), [("flows.book.if", {"equals": {"flows.nope": "open"}})]),
    ("unknown-action", (f"{BOOK}.3.do", "book", "price", None), [(f"{BOOK}.3.do", "nope")]),
    ("unknown-action", (f"{SURVEY}.4.prepare.1", "survey", "thanks", None), [(f"{SURVEY}.4.prepare", ["free", "nope"])]),
    ("unknown-action", (f"{SURVEY}.4.finalize", "survey", "thanks", None), [(f"{SURVEY}.4.finalize", "nope")]),
    ("unknown-fact", ("fields.email.fact", "", "", None), [("fields.email.fact", "profile.nope")]),
    ("unknown-fact", ("fields.email.fact", "", "", None), [("fields.email.fact", "preference.Tea Time")]),
    ("unknown-fact", ("onboarding.0", "", "", None), [("onboarding", ["profile.nope"])]),
    ("unknown-fact", (f"{BOOK}.5.say", "book", "group", None), [(f"{BOOK}.5.say", "{{ facts.profile.nope }}")]),
    ("unknown-fact", ("flows.book.if", "book", "", None), [("flows.book.if", {"known": ["facts.profile.nope"]})]),
    ("empty", (f"{BOOK}.0.collect", "book", "ask_hotel", None), [(f"{BOOK}.0.collect", [])]),
    ("empty", (f"{BOOK}.1.branches", "book", "ask_rest", None), [(f"{BOOK}.1.branches", []), ("flows.survey.on", [{"event": "x"}])]),
    ("empty", ("flows.book.on.0.message", "book", "", None), [("flows.book.on.0.message", [])]),
    ("empty", ("flows.book.on.0.message", "book", "", None), [("flows.book.on.0.message", ["!has a room"])]),
    ("empty", (f"{BOOK}.1.branches.0.when.1", "book", "ask_rest", 0), [(f"{BOOK}.1.branches.0.when", ["x", "! "])]),
    ("no-kind", (f"{BOOK}.5", "book", "group", None), [(f"{BOOK}.5.say", REMOVED)]),
    ("two-kinds", (f"{BOOK}.5", "book", "group", None), [(f"{BOOK}.5.prompt", "x")]),
    ("unfit-key", (f"{BOOK}.5.otherwise", "book", "group", None), [(f"{BOOK}.5.otherwise", "x")]),
    ("unfit-key", (f"{SURVEY}.4.need", "survey", "thanks", None), [(f"{SURVEY}.4.need", "any")]),
    ("unfit-key", ("flows.book.on.1.not", "book", "", None), [("flows.book.on.1.not", ["x"])]),
    ("unfit-key", (f"{BOOK}.4.then.input", "book", "done", None), [(f"{BOOK}.4.then", {"end": True, "input": {}})]),
    ("branches-misplaced", (f"{BOOK}.4.branches", "book", "done", None), [(f"{BOOK}.4.branches", [{"when": ["x"], "then": "end"}])]),
    ("branches-misplaced", (f"{SURVEY}.4.branches", "survey", "thanks", None), [(f"{SURVEY}.4.branches", [{"when": ["x"], "then": "end"}])]),
    ("branches-misplaced", (f"{SURVEY}.3.branches", "survey", "hold", None), [(f"{SURVEY}.3.wait", {"event": "paid", "for": "1h"})]),
    ("wait-branch", (f"{SURVEY}.3.branches.0", "survey", "hold", 0), [(f"{SURVEY}.3.branches.0.when", ["x"])]),
    ("wait-branch", (f"{SURVEY}.3.branches.0", "survey", "hold", 0), [(f"{SURVEY}.3.branches.0.if", REMOVED)]),
    ("branch-unconditional", (f"{BOOK}.1.branches.0", "book", "ask_rest", 0), [(f"{BOOK}.1.branches.0.when", REMOVED)]),
    ("if-without-else", (f"{SURVEY}.2", "survey", "check", None), [(f"{SURVEY}.2.else", REMOVED), (f"{SURVEY}.2.then", {"step": "ask_email", "clear": ["email"]}), (f"{SURVEY}.1.branches", [{"when": ["x"], "then": "hold"}])]),
    ("value", (f"{BOOK}.1.branches.0.then.input.agreed", "book", "ask_rest", 0), [(f"{BOOK}.1.branches.0.then.input.agreed", "perhaps")]),
    ("value", (f"{BOOK}.4.then.set.guests", "book", "done", None), [(f"{BOOK}.4.then", {"end": True, "set": {"guests": "two"}})]),
    ("value", ("fields.hotel.enum.2", "", "", None), [("fields.hotel.enum.2", 7)]),
    ("value", (f"{BOOK}.2.if", "book", "fork", None), [(f"{BOOK}.2.if", {"equals": {"hotel": "Ritz"}})]),
    ("value", (f"{BOOK}.2.if", "book", "fork", None), [(f"{BOOK}.2.if", {"equals": {"guests": "2"}})]),
    ("value", (f"{BOOK}.2.if", "book", "fork", None), [(f"{BOOK}.2.if", {"gt": {"date": "tomorrow"}})]),
    ("value", ("flows.book.if", "book", "", None), [("flows.book.if", {"equals": {"flows.survey": "done"}})]),
    ("equal-choices", ("fields.hotel.enum.2", "", "", None), [("fields.hotel.enum.2", "PALACE")]),
    ("equal-choices", ("fields.hotel.synonyms.Palace.0", "", "", None), [("fields.hotel.synonyms.Palace", ["The Big One"])]),
    ("unknown-choice", ("fields.hotel.synonyms.Ritz", "", "", None), [("fields.hotel.synonyms.Ritz", ["x"])]),
    ("template", (f"{BOOK}.5.say", "book", "group", None), [(f"{BOOK}.5.say", "{{ data.hotel")]),
    ("template", ("fields.hotel.ask", "", "", None), [("fields.hotel.ask", "{% if x %}")]),
    ("template", (f"{BOOK}.3.input.note", "book", "price", None), [(f"{BOOK}.3.input.note", "{{ data.hotel | nope }}")]),
    ("predicate", (f"{BOOK}.1.branches.1.if.more", "book", "ask_rest", 1), [(f"{BOOK}.1.branches.1.if", {"more": {"guests": 6}})]),
    ("regex", (f"{BOOK}.2.if.matches.hotel", "book", "fork", None), [(f"{BOOK}.2.if", {"matches": {"hotel": "("}})]),
    ("regex", ("fields.email.pattern", "", "", None), [("fields.email.pattern", "(?=x)")]),
    ("unsaved-run", (f"{BOOK}.4.say", "book", "done", None), [(f"{BOOK}.4.say", "{{ data.date }} {{ run.total }}")]),
    ("unknown-path", (f"{BOOK}.4.say", "book", "done", None), [(f"{BOOK}.4.say", "{{ user.name }}")]),
    ("unstartable", ("flows.book", "book", "", None), [("flows.book.on", [])]),
    ("fields-without-required", ("flows.survey.complete_when", "survey", "", None), [("flows.survey.complete_when", "fields"), ("flows.survey.required", [])]),
    ("trigger-kind", ("flows.book.on.1", "book", "", None), [("flows.book.on.1.silence", "1h")]),
    ("instruction-kind", ("flows.book.instructions.0", "book", "", None), [("flows.book.instructions.0.never", "x")]),
    ("next-kind", (f"{BOOK}.2.else", "book", "fork", None), [(f"{BOOK}.2.else", {"step": "group", "end": True})]),
    ("next-kind", (f"{BOOK}.4.then", "book", "done", None), [(f"{BOOK}.4.then", {"say": "bye"})]),
    ("unfit-keyword", ("fields.guests.minLength", "", "", None), [("fields.guests.minLength", 2)]),
    ("bound", ("fields.date.maximum", "", "", None), [("fields.date.maximum", "whenever")]),
    ("bound", ("fields.guests.minimum", "", "", None), [("fields.guests.minimum", "today")]),
    ("bound", ("fields.date.maximum.field", "", "", None), [("fields.date.maximum", {"field": "guests"})]),
    ("field-schema", ("fields.hotels.items", "", "", None), [("fields.hotels", {"type": "list", "items": {"minimum": "x"}, "ask": "?"}), ("flows.book.optional", ["hotels"])]),
    ("action-input", (f"{BOOK}.3.input.nope", "book", "price", None), [(f"{BOOK}.3.input.nope", 1)]),
    ("action-input", (f"{BOOK}.3.do", "book", "price", None), [(f"{BOOK}.3.input", {})]),
    ("action-input", (f"{BOOK}.3.input.guests", "book", "price", None), [(f"{BOOK}.3.input.guests", "two")]),
    ("action-output", (f"{BOOK}.3.save.price", "book", "price", None), [(f"{BOOK}.3.save.price", "sum")]),
    ("timezone", ("timezone", "", "", None), [("timezone", "Europe/Nowhere")]),
    ("unknown-key", (f"{BOOK}.0.colect", "book", "ask_hotel", None), [(f"{BOOK}.0.colect", ["hotel"])]),
    ("type", (f"{BOOK}.5.say", "book", "group", None), [(f"{BOOK}.5.say", 5)]),
    ("required", (f"{BOOK}.1.branches.1", "book", "ask_rest", 1), [(f"{BOOK}.1.branches.1.then", REMOVED)]),
    ("enum", ("fields.hotel.type", "", "", None), [("fields.hotel.type", "word")]),
    ("duration", (f"{SURVEY}.3.wait", "survey", "hold", None), [(f"{SURVEY}.3.wait", "2 days")]),
    ("range", ("flows.book.max_attempts", "book", "", None), [("flows.book.max_attempts", 0)]),
]  # fmt: skip

WARNINGS: list[tuple[str, tuple[str, str, str, int | None], list[tuple[str, Any]]]] = [
    ("back-without-clear", (f"{SURVEY}.2.else", "survey", "check", None), [(f"{SURVEY}.2.else", "ask_email")]),
    ("back-without-clear", (f"{BOOK}.1.branches.1.then", "book", "ask_rest", 1), [(f"{BOOK}.1.branches.1.then", "ask_hotel")]),
    ("unreachable-step", (f"{BOOK}.6", "book", "more", None), [(f"{BOOK}.6", TALK)]),
    ("required-not-collected", ("flows.book.required.3", "book", "", None), [("fields.name", {"ask": "Who?"}), ("flows.book.required.3", "name")]),
    ("skipped-though-read", (f"{BOOK}.0", "book", "ask_hotel", None), [("flows.book.required", ["guests", "date"])]),
    ("skip-if-on-only-collector", (f"{BOOK}.0.skip_if", "book", "ask_hotel", None), [(f"{BOOK}.0.skip_if", {"known": ["context.x"]})]),
    ("shared-field", ("flows.survey.optional.0", "survey", "", None), [("flows.survey.optional", ["hotel"])]),
    ("shared-trigger", ("flows.survey.on.0.message", "survey", "", None), [("flows.survey.on", [{"message": ["Wants a  room"]}])]),
    ("boolean-anytime", ("fields.agreed.extract", "", "", None), [("fields.agreed.extract", "anytime")]),
    ("no-ask", ("fields.agreed", "", "", None), [("fields.agreed.ask", REMOVED)]),
    ("no-otherwise", (f"{SURVEY}.4", "survey", "thanks", None), [(f"{SURVEY}.4.otherwise", REMOVED)]),
    ("unused-field", ("fields.name", "", "", None), [("fields.name", {"ask": "Who?"})]),
    ("unspoken-completion", ("flows.survey.completion", "survey", "", None), [("flows.survey.completion", "Wrap up.")]),
    ("unspoken-completion", ("flows.book.completion_say", "book", "", None), [("flows.book.completion_say", "Done.")]),
]  # fmt: skip


def _id(value: Any) -> str:
    return value[0] if isinstance(value, tuple) else value if isinstance(value, str) else ""


@pytest.mark.parametrize(("code", "where", "changes"), ERRORS, ids=_id)
def test_an_error_is_found_alone_and_names_its_place(
    code: str, where: tuple[str, str, str, int | None], changes: list[tuple[str, Any]]
) -> None:
    found = [problem for problem in problems(changed(*changes)) if problem.severity == "error"]
    assert [problem.code for problem in found] == [code], list(map(str, found))
    assert (found[0].where, found[0].flow, found[0].step, found[0].branch) == where
    assert "%(" not in found[0].message


@pytest.mark.parametrize(("code", "where", "changes"), WARNINGS, ids=_id)
def test_a_warning_is_found_alone_and_names_its_place(
    code: str, where: tuple[str, str, str, int | None], changes: list[tuple[str, Any]]
) -> None:
    found = problems(changed(*changes))
    assert [(problem.severity, problem.code) for problem in found] == [("warning", code)], list(map(str, found))
    assert (found[0].where, found[0].flow, found[0].step, found[0].branch) == where
    assert "%(" not in found[0].message


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
