"""From a document to the definition, with the defaults of agent-format.md."""

from pathlib import Path
from typing import Any

import pytest

from agents.compile import compile_definition, duration
from agents.definition import Definition, Duration, Flow, Next, People, Step, Trigger, Wait
from agents.hours import parse as hours
from agents.phrases import PHRASES
from agents.predicate import parse as condition
from agents.reader import read
from agents.template import parse as text

HOTEL: Any = read(Path(__file__).with_name("hotel.yaml").read_text(encoding="utf-8")).value


@pytest.fixture(scope="module")
def hotel() -> Definition:
    return compile_definition(HOTEL, version=3)


def step(document: dict[str, Any]) -> Step:
    flow = {"steps": [{"id": "one", **document}]}
    return compile_definition({"agent": "a", "flows": {"f": flow}}).flows["f"].steps[0]


def flow(document: dict[str, Any]) -> Flow:
    return compile_definition({"agent": "a", "flows": {"f": document}}).flows["f"]


def test_the_settings_of_the_agent(hotel: Definition) -> None:
    assert (hotel.agent, hotel.name, hotel.version, hotel.visitors) == ("hotel", "Grand Hotel concierge", 3, True)
    assert (hotel.quiet, hotel.retention) == (("22:00", "08:00"), Duration(365, "d"))
    assert hotel.people.hours == hours("Mo-Fr 08:00-18:00")
    assert hotel.people.asked == "I am asking a colleague to join us."
    assert [(one.kind, one.when) for one in hotel.instructions] == [
        ("must", ""),
        ("never", ""),
        ("should", "the guest is upset"),
    ]
    assert hotel.phrases == PHRASES


def test_what_an_agent_leaves_out() -> None:
    bare = compile_definition({"agent": "bare"}, phrases={})
    assert bare == Definition(agent="bare", name="bare")
    assert (bare.language, bare.timezone, bare.visitors, bare.quiet, bare.people) == (
        "en",
        "UTC",
        False,
        None,
        People(),
    )


def test_fields_keep_their_order_keywords_and_bounds(hotel: Definition) -> None:
    assert list(hotel.fields) == ["hotel", "guests", "date", "wishes", "email", "confirmed"]
    assert hotel.fields["hotel"].value.enum == ("Grand Hotel", "Lake Palace", "Bellevue")
    assert hotel.fields["hotel"].value.synonyms == {"Grand Hotel": ("the Grand",)}
    assert (hotel.fields["guests"].minimum, hotel.fields["guests"].maximum) == (1, 10)
    assert hotel.fields["date"].minimum == "today"
    assert hotel.fields["guests"].value.schema == {}
    assert hotel.fields["email"].fact == "profile.email"


def test_keywords_of_json_schema_go_into_the_schema_of_the_value() -> None:
    fields = {"x": {"maxLength": 5, "pattern": "a"}, "y": {"type": "list", "items": {"type": "date"}}}
    compiled = compile_definition({"agent": "a", "fields": fields}).fields
    assert (compiled["x"].value.name, compiled["x"].value.schema) == ("string", {"maxLength": 5, "pattern": "a"})
    assert compiled["y"].value.schema == {"items": {"type": "date"}}


def test_t4_booleans_are_extracted_when_asked_and_all_else_anytime() -> None:
    fields = {"sure": {"type": "boolean"}, "any": {"type": "boolean", "extract": "anytime"}, "name": {}}
    compiled = compile_definition({"agent": "a", "fields": fields}).fields
    assert {name: one.extract for name, one in compiled.items()} == {
        "sure": "asked",
        "any": "anytime",
        "name": "anytime",
    }


def test_t31_a_flow_with_required_fields_is_complete_by_fields() -> None:
    assert flow({"required": ["x"]}).complete_when == "fields"
    assert flow({"required": ["x"], "complete_when": "last_step"}).complete_when == "last_step"
    assert flow({}).complete_when == flow({"required": []}).complete_when == "last_step"


def test_what_a_flow_leaves_out() -> None:
    bare = flow({})
    assert (bare.name, bare.on_end, bare.batch, bare.max_attempts, bare.max_steps) == ("f", "leave", 1, 3, 50)
    assert (bare.on_stuck, bare.reentrant, bare.completion) == (None, False, None)


@pytest.mark.parametrize(
    ("written", "on_end", "chain"), [("stay", "stay", ""), ("leave", "leave", ""), ({"flow": "next"}, "chain", "next")]
)
def test_t34_on_end_leaves_stays_or_chains(written: Any, on_end: str, chain: str) -> None:
    compiled = flow({"on_end": written})
    assert (compiled.on_end, compiled.chain) == (on_end, chain)


def test_triggers_are_of_three_kinds_and_a_leading_exclamation_mark_is_a_veto() -> None:
    compiled = flow(
        {
            "on": [
                {"message": ["wants a room", "! asks about one"], "not": ["cancels"]},
                {"message": "a single one"},
                {"event": "opened", "interrupt": True},
                {"silence": "24h"},
            ]
        }
    )
    assert compiled.triggers == (
        Trigger("message", messages=("wants a room",), vetoes=("cancels", "asks about one")),
        Trigger("message", messages=("a single one",)),
        Trigger("event", event="opened", interrupt=True),
        Trigger("silence", silence=Duration(24, "h")),
    )


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        ({"collect": ["x"]}, "talk"),
        ({"prompt": "x"}, "talk"),
        ({"say": "x"}, "say"),
        ({"do": "x"}, "do"),
        ({"if": {"known": ["x"]}}, "if"),
        ({"wait": "1h"}, "wait"),
    ],
)
def test_the_kind_of_a_step_comes_from_its_keys(document: dict[str, Any], kind: str) -> None:
    assert step(document).kind == kind


def test_t26_save_maps_a_name_under_run_to_a_key_of_the_result(hotel: Definition) -> None:
    assert hotel.flows["book"].steps[4].save == (("total", "price"),)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("done", Next("step", "done")),
        ("end", Next("end")),
        ("handoff", Next("handoff")),
        ({"step": "done"}, Next("step", "done")),
        ({"end": True}, Next("end")),
        ({"end": "failed"}, Next("failed")),
        ({"flow": "other"}, Next("flow", "other")),
        (
            {"step": "done", "clear": ["x"], "say": "On we go."},
            Next("step", "done", clear=("x",), say=text("On we go.")),
        ),
    ],
)
def test_t28_a_next_is_a_word_or_a_mapping(written: Any, expected: Next) -> None:
    assert step({"say": "x", "then": written}).then == expected


def test_t28_values_of_a_next_are_templates_where_they_hold_an_expression() -> None:
    then = step(
        {"say": "x", "then": {"flow": "f", "input": {"a": "{{ data.x }}", "b": 5}, "set": {"c": ["{{ run.y }}"]}}}
    ).then
    assert then is not None
    assert {one.name: one.value for one in then.input} == {"a": text("{{ data.x }}"), "b": 5}
    assert then.set[0].value == [text("{{ run.y }}")]


def test_branches_keep_their_conditions_and_vetoes(hotel: Definition) -> None:
    judged, ruled = hotel.flows["book"].steps[2].branches
    assert judged.when == ("the guest is not sure about the date",)
    assert judged.vetoes == ("the guest only asks about opening hours",)
    assert (judged.is_judged, judged.condition, judged.then.kind, judged.then.target) == (True, None, "flow", "advice")
    assert (ruled.is_judged, ruled.condition, ruled.label) == (False, condition({"gt": {"guests": 6}}), "a group")


def test_t39_t41_a_wait_is_for_a_time_or_an_event() -> None:
    assert step({"wait": "2d"}).wait == Wait(Duration(2, "d"))
    assert step({"wait": {"event": "paid", "for": "1h"}}).wait == Wait(Duration(1, "h"), "paid")
    assert step({"wait": {"event": "paid"}}).wait == Wait(None, "paid")


def test_a_hook_is_a_name_or_a_list_of_names() -> None:
    one = step({"prompt": "x", "prepare": "load", "finalize": ["a", "b"]})
    assert (one.prepare, one.finalize) == (("load",), ("a", "b"))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("90s", Duration(90, "s")),
        ("15m", Duration(15, "m")),
        ("24h", Duration(24, "h")),
        ("2d", Duration(2, "d")),
        (60, Duration(60, "s")),
        ("60", Duration(60, "s")),
        (0, Duration(0, "s")),
    ],
)
def test_t52_a_duration_is_a_number_with_a_unit_or_of_seconds(written: Any, expected: Duration) -> None:
    assert duration(written) == expected


def test_a_document_compiles_to_equal_definitions() -> None:
    assert compile_definition(HOTEL) == compile_definition(HOTEL)
