"""Adding fields, flows and steps by short forms; steps from required fields; copies by a button."""

import pytest
from django.test import Client

from agents.actions import errors_in, problems_of
from agents.asking import ask_for_required
from agents.models import Agent, Field, Flow, Step, Trigger
from tests.agents.pages import address, texts

pytestmark = pytest.mark.django_db


def test_a_field_is_added_and_its_id_made_from_its_words(staff: Client, agent: Agent) -> None:
    data = {"ask": "Which floor?", "description": "Étage: floor", "type": "integer", "slug": ""}
    response = staff.post(address(agent, "add_field"), data)
    made = Field.objects.get(ask="Which floor?")
    assert (made.slug, made.type, made.position) == ("etage_floor", "integer", 2)
    assert response.headers["Location"] == address(made)


def test_after_a_field_the_next_one_can_be_added_at_once(staff: Client, agent: Agent) -> None:
    data = {"ask": "Which floor?", "description": "Floor", "type": "integer", "another": ""}
    response = staff.post(address(agent, "add_field"), data)
    assert response.headers["Location"] == address(agent, "add_field")
    assert Field.objects.filter(slug="floor").exists()


def test_an_id_that_is_taken_or_means_something_else_is_refused(staff: Client, agent: Agent) -> None:
    data = {"ask": "Which?", "description": "Which", "type": "string"}
    for slug, words in (("guests", "This id is taken"), ("data", "a meaning of its own"), ("A b", "lower-case letter")):
        page = texts(staff.post(address(agent, "add_field"), data | {"slug": slug}))
        assert words in page
        assert "Which?" in page
    assert Field.objects.count() == 2


def test_a_flow_is_added_with_a_step_for_each_required_field(staff: Client, agent: Agent) -> None:
    data = {
        "name": "Order a taxi",
        "description": "Wants a taxi.",
        "messages": "wants a taxi\r\n\r\ncall a cab",
        "required": ["guests", "date"],
        "make_steps": "on",
    }
    response = staff.post(address(agent, "add_flow"), data)
    flow = Flow.objects.get(slug="order_a_taxi")
    assert response.headers["Location"] == address(flow)
    assert Trigger.objects.get(flow=flow).messages == ["wants a taxi", "call a cab"]
    assert [(step.slug, step.collect) for step in flow.steps.all()] == [
        ("ask_guests", ["guests"]),
        ("ask_date", ["date"]),
        ("done", []),
    ]
    assert errors_in(problems_of(agent)) == ()


def test_steps_are_made_only_for_fields_that_no_step_asks_for(agent: Agent) -> None:
    flow = Flow.objects.get()
    flow.required = ["guests", "date", "more"]
    flow.save()
    Field.objects.create(agent=agent, slug="more")
    assert [step.slug for step in ask_for_required(flow)] == ["ask_more"]
    assert [step.slug for step in flow.steps.all()] == ["ask", "done", "group", "ask_more"]
    assert ask_for_required(flow) == []


def test_one_click_makes_the_steps_of_a_flow_that_has_none(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.create(agent=agent, slug="taxi", required=["date"])
    assert address(flow, "ask") in texts(staff.get(address(flow)))
    staff.post(address(flow, "ask"))
    assert [(step.slug, step.name, step.then) for step in flow.steps.all()] == [
        ("ask_date", "Day of arrival", None),
        ("done", "The end", "end"),
    ]
    assert address(flow, "ask") not in texts(staff.get(address(flow))).partition('id="steps-group"')[2]


def test_a_step_is_added_by_its_kind(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    assert 'value="wait"' in texts(staff.get(address(flow, "add_step")))
    staff.post(address(flow, "add_step"), {"kind": "if", "name": "", "slug": ""})
    staff.post(address(flow, "add_step"), {"kind": "say", "name": "End", "slug": ""})
    assert [(step.slug, step.kind) for step in flow.steps.all()][3:] == [("if", "if"), ("end_2", "say")]
    assert "has a meaning of its own" in texts(staff.post(address(flow, "add_step"), {"kind": "if", "slug": "end"}))
    assert staff.post(address(flow, "add_step"), {"kind": "sing"}).status_code == 422
    assert flow.steps.count() == 5


def test_copies_are_made_by_a_post_and_opened(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    for row, slug in ((step, "done_copy"), (step.flow, "book_copy"), (agent, "desk_copy")):
        assert staff.get(address(row, "duplicate")).status_code == 405
        response = staff.post(address(row, "duplicate"))
        assert response.headers["Location"] == address(type(row).objects.get(slug=slug))


def test_a_copy_needs_the_token(agent: Agent, staff: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = staff.cookies
    assert strict.post(address(agent, "duplicate")).status_code == 403
    assert Agent.objects.count() == 1
