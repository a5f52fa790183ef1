"""Renaming in the admin: what names a part says its new id afterwards."""

import json

import pytest
from django.test import Client

from agents import draft
from agents.models import Agent, Branch, Field, Flow, Step
from tests.agents.pages import address, errors, inputs

pytestmark = pytest.mark.django_db


def test_renaming_a_step_rewrites_every_next_that_names_it(staff: Client, agent: Agent) -> None:
    flow, ask, group = Flow.objects.get(), Step.objects.get(slug="ask"), Step.objects.get(slug="group")
    flow.on_stuck = {"step": "group", "clear": ["guests"]}
    flow.save()
    ask.then = "group"
    ask.save()

    staff.post(address(group), inputs(staff, group, slug="large_group"))

    flow.refresh_from_db()
    ask.refresh_from_db()
    assert flow.on_stuck == {"step": "large_group", "clear": ["guests"]}
    assert ask.then == "large_group"
    assert Branch.objects.get().then == "large_group"


def test_renaming_a_step_in_the_list_of_its_flow_rewrites_too(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    staff.post(address(flow), inputs(staff, flow) | {"steps-2-slug": "large_group"})
    assert Branch.objects.get().then == "large_group"


def test_renaming_a_flow_rewrites_what_starts_it(staff: Client, agent: Agent) -> None:
    flow, step = Flow.objects.get(), Step.objects.get(slug="group")
    step.then = {"flow": "book", "clear": ["guests"]}
    step.save()
    staff.post(address(flow), inputs(staff, flow, slug="reserve"))
    step.refresh_from_db()
    assert step.then == {"flow": "reserve", "clear": ["guests"]}


def test_renaming_a_flow_rewrites_conditions_that_read_how_it_stands(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    flow.condition = {"not": {"equals": {"flows.book": "completed"}}}
    flow.save()
    staff.post(address(flow), inputs(staff, flow, slug="reserve"))
    assert Flow.objects.get().condition == {"not": {"equals": {"flows.reserve": "completed"}}}


def test_renaming_a_field_rewrites_everything_that_names_it(staff: Client, agent: Agent) -> None:
    field = Field.objects.get(slug="guests")
    Step.objects.filter(slug="group").update(kind="do", input={"n": "{{ data.guests }}"}, requires=["guests"])
    Step.objects.filter(slug="done").update(then={"step": "ask", "clear": ["guests"], "set": {"guests": 2}})
    Field.objects.filter(slug="date").update(ask="When do the {{ data.guests }} arrive?", maximum={"field": "guests"})
    before = draft.document_of(agent)

    response = staff.post(address(field), inputs(staff, field, slug="people"))

    assert response.status_code == 302
    agent.refresh_from_db()
    assert draft.document_of(agent) == json.loads(
        json.dumps(before).replace("guests", "people").replace("Number of people", "Number of guests")
    )


def test_renaming_in_a_list_rewrites_all_at_once(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    Step.objects.filter(slug="ask").update(then="done")
    staff.post(address(flow), inputs(staff, flow) | {"steps-1-slug": "bye", "steps-2-slug": "large"})
    assert (Step.objects.get(slug="ask").then, Branch.objects.get().then) == ("bye", "large")


def test_renaming_a_step_keeps_what_its_kind_does_not_show(staff: Client, agent: Agent) -> None:
    group = Step.objects.get(slug="group")
    Step.objects.filter(pk=group.pk).update(prompt="Kept for another kind.")
    staff.post(address(group), inputs(staff, group, slug="large"))
    assert Step.objects.get(slug="large").prompt == "Kept for another kind."


@pytest.mark.parametrize("word", ["end", "handoff"])
def test_a_step_cannot_take_a_word_that_ends_or_hands_over(staff: Client, agent: Agent, word: str) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, slug=word))
    assert "choose another id" in errors(response)["slug"][0]

    response = staff.post(address(step.flow), inputs(staff, step.flow) | {"steps-1-slug": word})
    assert response.status_code == 200
    assert (Step.objects.get(pk=step.pk).slug, Step.objects.get(pk=step.pk).then) == ("done", "end")


def test_a_field_cannot_take_a_word_with_which_paths_begin(staff: Client, agent: Agent) -> None:
    field = Field.objects.get(slug="guests")
    for word in ("data", "facts", "run", "user", "flows"):
        assert "choose another id" in errors(staff.post(address(field), inputs(staff, field, slug=word)))["slug"][0]
    assert Field.objects.filter(slug="guests").exists()


def test_an_id_that_is_taken_is_refused(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="group")
    response = staff.post(address(step), inputs(staff, step, slug="done"))
    assert "already exists" in errors(response)["__all__"][0]
    assert Step.objects.filter(slug="group").exists()
