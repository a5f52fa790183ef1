"""The admin: two levels, stale saves, publishing."""

import json
import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from agents import draft
from agents.models import Agent, Field, Flow, Instruction, Step, Trigger, Version
from facts.models import Person
from tests.agents.pages import address, errors, inputs, texts

pytestmark = pytest.mark.django_db


# Looking


@pytest.mark.parametrize("model", [Agent, Flow, Step, Field, Version])
def test_every_page_opens(staff: Client, agent: Agent, model: Any) -> None:
    for row in model.objects.all():
        assert staff.get(address(row)).status_code == 200


def test_the_lists_and_the_page_of_a_new_agent_open(staff: Client, agent: Agent) -> None:
    for page in ("agents_agent_changelist", "agents_version_changelist", "agents_agent_add"):
        assert staff.get(reverse(f"admin:{page}")).status_code == 200


def test_the_page_of_a_flow_has_a_line_for_each_step(staff: Client, agent: Agent) -> None:
    page = texts(staff.get(address(Flow.objects.get())))
    assert "asks for guests, date" in page
    assert "then the next step, 1 branch" in page
    assert "says “Booked for {{ data.guests }}.”" in page
    assert "then end, not completed" in page
    assert address(Step.objects.get(slug="ask")) in page


def test_problems_are_shown_with_a_link_to_where_they_are_mended(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    step.then = "nowhere"
    step.save()
    for row in (agent, step.flow, step):
        page = texts(staff.get(address(row)))
        assert "nowhere" in page
        assert f'<a href="{address(step)}#id_then">flow book, step done</a>' in page
    other = texts(staff.get(address(Step.objects.get(slug="group"))))
    assert f'<a href="{address(step)}#id_then">' not in other


# Editing


def test_saving_a_page_as_it_was_opened_changes_nothing(staff: Client, agent: Agent) -> None:
    before = draft.document_of(agent)
    for row in (agent, *Flow.objects.all(), *Step.objects.all(), *Field.objects.all()):
        response = staff.post(address(row), inputs(staff, row))
        assert response.status_code == 302, errors(response)
    agent.refresh_from_db()
    assert draft.document_of(agent) == before
    assert agent.live is not None
    assert agent.revision == agent.live.revision


def test_an_edited_step_is_published_as_the_next_version(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, say="See you on {{ data.date | date }}."))
    assert response.headers["Location"] == address(step.flow)

    response = staff.post(address(agent, "publish"), {"note": "says the day"}, follow=True)

    agent.refresh_from_db()
    assert agent.live is not None
    assert (agent.live.number, agent.live.note) == (2, "says the day")
    assert "See you on" in agent.live.document
    assert "Version 2 is live" in texts(response)


def test_a_condition_that_does_not_parse_is_an_error_of_its_input(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    for text, sentence in (
        ("{guests: 1}", "not valid JSON"),
        ('{"greater": {"guests": 1}}', "no operator"),
        ("[]", ""),
    ):
        response = staff.post(address(flow), inputs(staff, flow, condition_as="on", condition_json=text))
        if sentence:
            assert sentence in errors(response)["condition"][0]
    assert Flow.objects.get().condition is None


def test_a_template_that_does_not_parse_is_an_error_of_its_input(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, say="Booked for {{ data.guests"))
    assert list(errors(response)) == ["say"]
    assert Step.objects.get(slug="done").say == "Booked for {{ data.guests }}."


def test_where_a_step_goes_is_a_choice_from_what_exists(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    choices = {
        "step:group": "group",
        "flow:book": {"flow": "book"},
        "failed": {"end": "failed"},
        "": None,
        "end": "end",
    }
    for choice, value in choices.items():
        staff.post(address(step), inputs(staff, step, then_choice=choice))
        assert Step.objects.get(slug="done").then == value
    staff.post(address(step), inputs(staff, step, then_choice="step:nowhere"))
    page = texts(staff.get(address(step)))
    assert '<option value="step:nowhere" selected>nowhere (gone)</option>' in page
    assert "nowhere" in page.partition("problems")[2]


def test_where_a_step_goes_can_be_written_in_json(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    value = '{"step": "ask", "clear": ["date"]}'
    staff.post(address(step), inputs(staff, step, then_as="on", then_json=value))
    assert Step.objects.get(slug="done").then == {"step": "ask", "clear": ["date"]}
    assert json.loads(inputs(staff, step)["then_json"]) == {"step": "ask", "clear": ["date"]}

    response = staff.post(address(step), inputs(staff, step, then_as="on", then_json="{"))
    assert "not valid JSON" in errors(response)["then"][0]
    assert "{</textarea>" in texts(response)


def test_fields_to_collect_keep_their_order(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="ask")
    staff.post(address(step), inputs(staff, step, collect=["date", "guests"]))
    assert Step.objects.get(slug="ask").collect == ["date", "guests"]

    page = staff.get(address(step)).content.decode()
    assert re.findall(r'<input type="checkbox" name="collect" value="(\w+)"', page) == ["date", "guests"]
    assert "guests – Number of guests" in page
    assert "collect" in errors(staff.post(address(step), inputs(staff, step, collect=["gone"])))


def test_trigger_wordings_are_lines(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    posted = inputs(staff, flow)
    assert posted["triggers-0-messages"] == "book a room"
    staff.post(address(flow), posted | {"triggers-0-messages": "book a room\r\n\r\n  reserve a table "})
    assert Trigger.objects.get().messages == ["book a room", "reserve a table"]


def test_a_new_row_goes_to_the_end(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    new = {
        "steps-3-id": "",
        "steps-3-flow": flow.pk,
        "steps-3-slug": "bye",
        "steps-3-kind": "say",
        "steps-3-position": "",
    }
    response = staff.post(address(flow), inputs(staff, flow) | new | {"steps-TOTAL_FORMS": "4"})
    assert response.status_code == 302
    assert list(flow.steps.values_list("slug", flat=True)) == ["ask", "done", "group", "bye"]


def test_rows_can_be_sorted(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    order = {"steps-0-position": "2", "steps-1-position": "0", "steps-2-position": "1"}
    staff.post(address(flow), inputs(staff, flow) | order)
    assert list(flow.steps.values_list("slug", flat=True)) == ["done", "group", "ask"]


def test_a_new_agent_is_made_in_the_admin(staff: Client) -> None:
    data = {"name": "The Bank", "slug": "", "language": "de", "timezone": "Europe/Zurich"}
    response = staff.post(reverse("admin:agents_agent_add"), data)
    made = Agent.objects.get()
    assert response.headers["Location"] == address(made)
    assert (made.slug, made.name, made.visitors, made.onboarding) == ("the_bank", "The Bank", False, [])
    assert LogEntry.objects.get().change_message == "Added The Bank."


def test_a_new_agent_begins_with_the_language_and_the_zone_of_who_makes_it(staff: Client) -> None:
    Person.objects.update(timezone="Europe/Zurich")
    page = staff.get(reverse("admin:agents_agent_add")).content.decode()
    assert re.findall(r'value="(\S+)" selected', page) == ["en", "Europe/Zurich"]


def test_a_changed_kind_leads_back_to_the_step(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, kind="talk"))
    assert response.headers["Location"] == address(step)


def test_an_instruction_of_a_step_is_saved(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="ask")
    new = {
        "instructions-0-id": "",
        "instructions-0-step": step.pk,
        "instructions-0-kind": "must",
        "instructions-0-text": "Smile.",
        "instructions-0-when": "",
        "instructions-0-condition": "",
        "instructions-0-position": "",
    }
    staff.post(address(step), inputs(staff, step) | new | {"instructions-TOTAL_FORMS": "1"})
    assert Instruction.objects.get().step == step


def test_deleting_a_step_leads_back_to_its_flow(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step, "delete"), {"post": "yes"})
    assert response.headers["Location"] == address(step.flow)
    assert not Step.objects.filter(slug="done").exists()


# Stale saves


@pytest.mark.parametrize("model", [Agent, Flow, Step, Field])
def test_a_save_that_starts_from_an_older_revision_is_refused(staff: Client, agent: Agent, model: Any) -> None:
    row = model.objects.first()
    posted = inputs(staff, row)
    Step.objects.get(slug="done").save()
    before = draft.document_of(agent)

    response = staff.post(address(row), posted)

    assert response.status_code == 200
    assert "Somebody changed this agent after you opened the page" in texts(response)
    assert draft.document_of(agent) == before


def test_a_refused_save_shows_both_what_was_typed_and_what_is_stored(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    posted = inputs(staff, step, say="My text.")
    step.say = "Their text."
    step.save()

    response = staff.post(address(step), posted)

    assert "<td>My text.</td><td>Their text.</td>" in texts(response)
    assert Step.objects.get(slug="done").say == "Their text."


def test_a_save_without_a_revision_is_refused(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, say="My text.") | {"seen_revision": ""})
    assert response.status_code == 200
    assert Step.objects.get(slug="done").say != "My text."


def test_two_rows_with_one_id_are_refused_in_plain_words(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    response = staff.post(address(flow), inputs(staff, flow) | {"steps-1-slug": "bye", "steps-2-slug": "bye"})
    page = texts(response)
    assert "Two rows have the same id: give one of them another." in page
    assert "duplicate data" not in page


def test_what_is_newly_ticked_comes_after_what_was_there(staff: Client, agent: Agent) -> None:
    Field.objects.create(agent=agent, slug="a_first", position=0)
    step = Step.objects.get(slug="ask")
    page = staff.get(address(step)).content.decode()
    offered = re.findall(r'<input type="checkbox" name="collect" value="(\w+)"', page)
    assert offered == ["guests", "date", "a_first"]


NOT_ACTED_ON = "not acted on in this release"


@pytest.mark.parametrize(
    ("model", "columns"),
    [
        (Agent, ["quiet_from", "quiet_to", "people_hours", "people_asked", "people_away", "onboarding", "retention"]),
        (Trigger, ["event", "silence", "interrupt"]),
        (Step, ["wait_for", "wait_event", "prepare", "finalize"]),
    ],
)
def test_what_is_acted_on_is_explained_with_an_example(model: Any, columns: list[str]) -> None:
    for name in columns:
        help_text = str(model._meta.get_field(name).help_text)
        assert "e.g. " in help_text, name
        assert NOT_ACTED_ON not in help_text, name


def test_the_choices_promise_what_is_acted_on(staff: Client, agent: Agent) -> None:
    pages = [staff.get(address(one)).content.decode() for one in (Step.objects.get(slug="ask"), agent.flows.get())]
    assert [page for page in pages if NOT_ACTED_ON in page] == []
    assert "hand over to a person" in pages[0]
