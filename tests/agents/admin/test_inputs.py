"""The inputs on their pages: what is built with them, what stays, what is said of a slip."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from agents import draft
from agents.actions import import_agent
from agents.models import Agent, Branch, Field, Flow, Step
from agents.reader import read
from facts.models import CatalogueKey
from tests.agents.admin.offered import ROOT
from tests.agents.drafts import EVERYTHING
from tests.agents.pages import address, errors, inputs, texts

pytestmark = pytest.mark.django_db

EXAMPLES = sorted((ROOT / "agents" / "examples").glob("*.yaml"))


def rows_of(agent: Agent) -> list[Any]:
    flows = list(agent.flows.all())
    return [agent, *agent.fields.all(), *flows, *(step for flow in flows for step in flow.steps.all())]


@pytest.mark.parametrize("file", [file for file in EXAMPLES if file.stem != "catalogue"], ids=lambda file: file.stem)
def test_saving_every_page_of_an_example_as_it_was_opened_changes_nothing(staff: Client, file: Path) -> None:
    assert_untouched(staff, file.read_text())


def test_saving_every_page_of_an_agent_with_everything_changes_nothing(staff: Client) -> None:
    assert_untouched(staff, EVERYTHING)


def assert_untouched(staff: Client, text: str) -> None:
    agent = imported(text)
    before, revision = draft.document_of(agent), agent.revision
    for row in rows_of(agent):
        response = staff.post(address(row), inputs(staff, row))
        assert response.status_code == 302, (row, errors(response))
    agent.refresh_from_db()
    assert json.dumps(draft.document_of(agent)) == json.dumps(before)
    assert agent.revision == revision


def imported(text: str) -> Agent:
    import_agent(text)
    agent = Agent.objects.first() or draft_of(text)
    assert agent is not None
    return agent


def draft_of(text: str) -> Agent:
    """The draft of a document that does not pass the checks."""
    document: Any = read(text).value
    agent = Agent.objects.create(slug=document["agent"], name=document["name"])
    draft.apply(agent, document)
    agent.refresh_from_db()
    return agent


def test_a_condition_is_built_by_rows(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    rows = {
        "condition_join": "any",
        "condition_0_path": "guests", "condition_0_op": "gt", "condition_0_value": "6",
        "condition_1_path": "*", "condition_1_other": "context.vip", "condition_1_op": "equals",
        "condition_1_value": "true",
        "condition_2_path": "date", "condition_2_op": "known", "condition_2_not": "on",
    }  # fmt: skip
    response = staff.post(address(flow), inputs(staff, flow) | rows)
    assert response.status_code == 302, errors(response)
    assert Flow.objects.get().condition == {
        "any": [{"gt": {"guests": 6}}, {"equals": {"context.vip": True}}, {"not": {"known": ["date"]}}]
    }
    shown = inputs(staff, flow)
    assert {name: shown.get(name) for name in rows} == rows


def test_a_row_without_a_value_keeps_what_was_typed_and_says_what_to_do(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    typed = {"condition_0_path": "guests", "condition_0_op": "gt", "condition_0_value": "many"}
    response = staff.post(address(flow), inputs(staff, flow) | typed)
    assert errors(response)["condition"] == ["“many” is no whole number: write one such as 4."]
    assert 'value="many"' in texts(response)
    response = staff.post(address(flow), inputs(staff, flow) | typed | {"condition_0_value": ""})
    assert "Write or choose a value for “guests”" in errors(response)["condition"][0]


def test_a_nested_condition_is_shown_as_json_at_once(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    nested = {"not": {"any": [{"known": ["guests"]}, {"known": ["date"]}]}}
    Flow.objects.update(condition=nested)
    shown = inputs(staff, flow)
    assert (shown["condition_as"], json.loads(shown["condition_json"])) == ("on", nested)
    assert "condition_0_path" not in shown


def test_the_value_of_a_condition_fits_the_field(staff: Client, agent: Agent) -> None:
    Field.objects.filter(slug="guests").update(enum=[1, 2, 3], synonyms={})
    Flow.objects.update(condition={"all": [{"equals": {"guests": 2}}, {"gt": {"date": "2026-05-01"}}]})
    page = texts(staff.get(address(Flow.objects.get())))
    assert '<option value="2" selected>2</option>' in page
    assert 'type="date" name="condition_1_value" value="2026-05-01"' in page
    assert ">is after</option>" in page


def test_a_condition_on_a_field_that_is_gone_says_so_and_stays(staff: Client, agent: Agent) -> None:
    Flow.objects.update(condition={"equals": {"rooms": "two"}})
    flow = Flow.objects.get()
    assert '<option value="rooms" selected>rooms (gone)</option>' in texts(staff.get(address(flow)))
    staff.post(address(flow), inputs(staff, flow, description="Changed."))
    assert Flow.objects.get().condition == {"equals": {"rooms": "two"}}


def test_where_a_step_goes_with_what_happens_on_the_way(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    way = {
        "then_choice": "step:ask", "then_say": "Once more.", "then_clear": ["date"],
        "then_set_0_name": "guests", "then_set_0_value": "2",
    }  # fmt: skip
    response = staff.post(address(step), inputs(staff, step) | way)
    assert response.status_code == 302, errors(response)
    assert Step.objects.get(slug="done").then == {
        "step": "ask", "clear": ["date"], "set": {"guests": 2}, "say": "Once more.",
    }  # fmt: skip
    assert inputs(staff, step)["then_clear"] == "date"


@pytest.mark.parametrize(
    ("way", "sentence"),
    [
        ({"then_choice": "", "then_say": "Hm."}, "Choose where the run goes on"),
        ({"then_choice": "handoff", "then_say": "Hm."}, "Nothing can happen on the way to a person"),
        ({"then_choice": "end", "then_set_0_name": "guests", "then_set_0_value": "x"}, "“x” is no whole number"),
        ({"then_choice": "end", "then_set_0_name": "", "then_set_0_value": "x"}, "Say what “x” is for"),
    ],
)
def test_a_way_that_cannot_be_is_refused(staff: Client, agent: Agent, way: dict[str, str], sentence: str) -> None:
    step = Step.objects.get(slug="done")
    assert sentence in errors(staff.post(address(step), inputs(staff, step) | way))["then"][0]


def test_the_input_of_an_action_has_an_input_for_each_entry(staff: Client, agent: Agent) -> None:
    Step.objects.filter(slug="done").update(kind="do", action="quote_price")
    step = Step.objects.get(slug="done")
    shown = inputs(staff, step)
    assert [shown[f"input_{number}_name"] for number in range(3)] == ["hotel", "guests", "nights"]
    typed = {
        "input_0_value": "Bellevue", "input_1_value": "{{ data.guests }}", "input_2_value": "2",
        "saves_0_name": "price", "saves_0_value": "total",
    }  # fmt: skip
    response = staff.post(address(step), inputs(staff, step, **typed))
    assert response.status_code == 302, errors(response)
    step.refresh_from_db()
    assert step.input == {"hotel": "Bellevue", "guests": "{{ data.guests }}", "nights": 2}
    assert step.saves == {"price": "total"}


def test_a_field_by_its_simple_inputs(staff: Client, agent: Agent) -> None:
    field = Field.objects.get(slug="guests")
    CatalogueKey.objects.create(pattern="profile.size", label="Size of the party")
    typed = {
        "enum_lines": "1\r\n2\r\n4", "minimum_how": "value", "minimum_value": "1", "maximum_how": "field",
        "maximum_field": "date", "schema_multipleOf": "1", "fact_choice": "profile.size",
    }  # fmt: skip
    response = staff.post(address(field), inputs(staff, field, **typed))
    assert response.status_code == 302, errors(response)
    field.refresh_from_db()
    assert (field.enum, field.minimum, field.maximum) == ([1, 2, 4], 1, {"field": "date"})
    assert (field.schema, field.fact) == ({"multipleOf": 1}, "profile.size")
    page = texts(staff.get(address(field)))
    assert ">Size of the party (profile.size)</option>" in page


def test_bounds_count_from_today(staff: Client, agent: Agent) -> None:
    field = Field.objects.get(slug="date")
    typed = {"minimum_how": "today", "maximum_how": "today", "maximum_amount": "30", "maximum_unit": "d"}
    staff.post(address(field), inputs(staff, field, **typed))
    field.refresh_from_db()
    assert (field.minimum, field.maximum) == ("today", "today+30d")


def test_times_languages_and_zones_are_chosen_by_name(staff: Client, agent: Agent) -> None:
    CatalogueKey.objects.create(pattern="profile.canton", label="Canton")
    Agent.objects.update(timezone="Europe/Zurich", language="xx-odd")
    page = texts(staff.get(address(agent)))
    assert '<option value="Europe/Zurich" selected' in page
    assert '<option value="xx-odd" selected' in page
    assert "xx-odd (gone)" in page
    assert ">Deutsch (Schweiz) (de-CH)" in page
    typed = {"language": "de-CH", "retention_amount": "90", "retention_unit": "d", "onboarding": ["profile.canton"]}
    response = staff.post(address(agent), inputs(staff, agent) | typed | {"quiet_from": "22:00", "quiet_to": "08:00"})
    assert response.status_code == 302, errors(response)
    agent.refresh_from_db()
    assert (agent.language, agent.retention, agent.onboarding) == ("de-CH", "90d", ["profile.canton"])
    assert (agent.quiet_from, agent.quiet_to) == ("22:00", "08:00")


def test_a_text_offers_the_values_that_it_can_have(staff: Client, agent: Agent) -> None:
    page = texts(staff.get(address(Step.objects.get(slug="done"))))
    assert 'data-ai-insert="{{ data.guests }}"' in page
    assert 'data-ai-insert="{{ data.date | date }}"' in page


def test_looking_at_texts_of_many_lines_and_saving_changes_nothing(staff: Client, agent: Agent) -> None:
    Agent.objects.update(persona="Warm.\nBrief.\n", name=" Desk")
    agent.refresh_from_db()
    staff.post(address(agent), inputs(staff, agent))
    after = Agent.objects.get()
    assert (after.persona, after.name, after.revision) == ("Warm.\nBrief.\n", " Desk", agent.revision)


# An input drawn anew


def drawn(staff: Client, row: Any, name: str, column: str, show: str = "", **changes: Any) -> Any:
    asked = {"redraw_name": name, "redraw_column": column, "redraw_show": show}
    return staff.post(address(row).replace("/change/", "/input/"), inputs(staff, row) | changes | asked)


def test_another_action_brings_its_own_inputs(staff: Client, agent: Agent) -> None:
    Step.objects.filter(slug="done").update(kind="do", action="quote_price")
    step = Step.objects.get(slug="done")
    page = texts(drawn(staff, step, "input", "step.input", action="merchant_key"))
    assert 'name="input_0_name" value="merchant"' in page


def test_other_words_follow_the_choices_and_choices_the_type(staff: Client, agent: Agent) -> None:
    field = Field.objects.get(slug="guests")
    page = texts(drawn(staff, field, "synonyms", "field.synonyms", enum_lines="Grand Hotel\r\nBellevue"))
    assert 'name="synonyms_1_name" value="Bellevue"' in page
    page = texts(drawn(staff, field, "minimum", "field.minimum", type="date", minimum_how="value", minimum_value=""))
    assert 'type="date" name="minimum_value"' in page
    page = texts(drawn(staff, field, "schema", "field.schema", type="list"))
    assert "at least so many entries" in page


def test_a_condition_turns_into_json_and_back(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    rows = {"condition_0_path": "guests", "condition_0_op": "gt", "condition_0_value": "6"}
    asked = {"redraw_name": "condition", "redraw_column": "flow.condition"}
    where = address(flow).replace("/change/", "/input/")
    page = texts(staff.post(where, inputs(staff, flow) | rows | asked | {"condition_as": "on", "redraw_show": "json"}))
    assert "&quot;gt&quot;: { &quot;guests&quot;: 6 }" in page
    assert " checked" in page
    written = {"condition_json": '{"missing": ["date"]}', "redraw_show": "rows"}
    page = texts(staff.post(where, inputs(staff, flow) | asked | written))
    assert '<option value="missing" selected>is missing</option>' in page


def test_what_rows_cannot_say_stays_json(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    asked = {"redraw_name": "condition", "redraw_column": "flow.condition", "redraw_show": "rows"}
    where = address(flow).replace("/change/", "/input/")
    for text in ('{"not": {"any": [{"known": ["a"]}, {"known": ["b"]}]}}', "{"):
        response = staff.post(where, asked | {"condition_json": text})
        assert response.status_code == 422
        assert response.content.decode()


def test_only_who_may_change_an_agent_gets_an_input(client: Client, agent: Agent) -> None:
    where = address(Step.objects.get(slug="done")).replace("/change/", "/input/")
    assert client.post(where, {"redraw_name": "then", "redraw_column": "step.then"}).status_code == 302


@pytest.mark.parametrize("column", ["", "step", "step.nothing", "nothing.then", "step.prompt", "agent.id"])
def test_what_is_no_input_is_not_found(staff: Client, agent: Agent, column: str) -> None:
    where = address(Step.objects.get(slug="done")).replace("/change/", "/input/")
    assert staff.post(where, {"redraw_name": "x", "redraw_column": column}).status_code == 404


def test_a_new_branch_needs_to_say_where_it_leads(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="ask")
    new = {"branches-TOTAL_FORMS": "2", "branches-1-id": "", "branches-1-step": step.pk, "branches-1-label": "x"}
    rows = {"branches-1-condition_0_path": "date", "branches-1-condition_0_op": "known", "branches-1-then_choice": ""}
    response = staff.post(address(step), inputs(staff, step) | new | rows)
    assert "This field is required." in texts(response)
    response = staff.post(address(step), inputs(staff, step) | new | rows | {"branches-1-then_choice": "failed"})
    assert response.status_code == 302
    made = Branch.objects.get(label="x")
    assert (made.condition, made.then) == ({"known": ["date"]}, {"end": "failed"})


def test_more_rows_ask_the_database_no_more(staff: Client, agent: Agent, django_assert_max_num_queries: Any) -> None:
    step = Step.objects.get(slug="ask")
    for number in range(20):
        Branch.objects.create(step=step, label=str(number), condition={"gt": {"guests": number}}, then="done")
        Field.objects.create(agent=agent, slug=f"more_{number}")
    with django_assert_max_num_queries(45):
        assert staff.get(address(step)).status_code == 200


def test_a_step_with_many_branches_can_be_saved(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="ask")
    for number in range(70):
        Branch.objects.create(step=step, label=str(number), condition={"gt": {"guests": number}}, then="done")
    posted = inputs(staff, step)
    assert len(posted) > 1000
    assert staff.post(address(step), posted).status_code == 302


@pytest.mark.parametrize(
    ("slug", "kind", "column", "word"),
    [("ask", "talk", "skip_if", "never"), ("ask", "if", "condition", "choose what to look at")],
)
def test_an_empty_condition_says_what_it_means(
    staff: Client, agent: Agent, slug: str, kind: str, column: str, word: str
) -> None:
    Step.objects.filter(slug=slug).update(kind=kind)
    page = texts(staff.get(address(Step.objects.get(slug=slug))))
    first = page[page.index(f'name="{column}_0_path"') :]
    assert first.partition("<option")[2].startswith(f' value="">{word}</option>')
