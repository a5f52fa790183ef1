"""Copies of a step, a flow, an agent."""

import json
from typing import Any

import pytest

from agents import draft
from agents.actions import import_agent
from agents.duplicate import duplicate_agent, duplicate_flow, duplicate_step, free_id
from agents.models import Agent, Branch, Flow, Step
from tests.agents.drafts import EVERYTHING, everything

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(db: None) -> Agent:
    """A draft that uses every key, errors among them."""
    made = Agent.objects.create(slug="desk", name="Desk")
    draft.apply(made, everything())
    made.refresh_from_db()
    return made


def _flow(agent: Agent, slug: str) -> dict[str, Any]:
    return dict(draft.document_of(agent)["flows"][slug])


def test_a_copied_step_stands_behind_its_original_and_leads_to_itself_where_that_did(agent: Agent) -> None:
    ask = Step.objects.get(slug="ask")
    ask.then = {"step": "ask", "clear": ["date"]}
    ask.prompt, ask.say = "Ask.", "Kept for another kind."
    ask.save()
    Branch.objects.create(step=ask, position=1, when=["starts over"], then="ask")
    revision = Agent.objects.get().revision

    made = duplicate_step(ask)

    assert list(ask.flow.steps.values_list("slug", flat=True)) == ["ask", "ask_copy", "done", "group"]
    made.refresh_from_db()
    assert (made.then, made.say) == ({"step": "ask_copy", "clear": ["date"]}, "Kept for another kind.")
    assert [branch.then for branch in made.branches.all()] == ["group", "ask_copy"]
    assert [branch.then for branch in Step.objects.get(slug="ask").branches.all()] == ["group", "ask"]
    assert Agent.objects.get().revision == revision + 1


def test_copying_twice_finds_an_id_that_is_free(agent: Agent) -> None:
    done = Step.objects.get(slug="done")
    duplicate_step(done)
    duplicate_step(done)
    assert list(done.flow.steps.values_list("slug", flat=True)) == [
        "ask",
        "done",
        "done_copy_2",
        "done_copy",
        "group",
    ]
    assert free_id("x" * 64, ["x" * 59 + "_copy"]) == "x" * 57 + "_copy_2"


def test_a_copied_flow_says_the_same_and_means_itself(full: Agent) -> None:
    flow = Flow.objects.get(slug="book")
    flow.condition = {"not": {"equals": {"flows.book": "open"}}}
    flow.save()
    Step.objects.filter(slug="done").update(then={"flow": "book"})
    before = draft.document_of(full)

    made = duplicate_flow(flow)

    full.refresh_from_db()
    after = draft.document_of(full)
    assert list(after["flows"]) == ["book", "book_copy", "survey"]
    assert made.slug == "book_copy"
    expected = json.loads(
        json.dumps(before["flows"]["book"])
        .replace("flows.book", "flows.book_copy")
        .replace('{"flow": "book"}', '{"flow": "book_copy"}')
    )
    assert after["flows"]["book_copy"] == expected | {"name": "Book (copy)"}
    assert after["flows"]["book"] == before["flows"]["book"]


def test_a_copied_agent_has_the_same_draft_and_no_version(agent: Agent) -> None:
    import_agent(EVERYTHING)
    before = draft.document_of(agent)

    made = duplicate_agent(agent)

    assert draft.document_of(made) == before | {"agent": "desk_copy", "name": "Front desk (copy)"}
    assert (made.live, made.revision) == (None, 0)
    assert draft.document_of(agent) == before


def test_an_agent_with_errors_can_be_copied(full: Agent) -> None:
    made = duplicate_agent(full)
    assert draft.document_of(made)["flows"] == draft.document_of(full)["flows"]


def test_a_large_agent_is_copied_in_a_fixed_number_of_queries(agent: Agent, django_assert_max_num_queries: Any) -> None:
    flow = Flow.objects.get()
    for number in range(30):
        Step.objects.create(flow=flow, slug=f"more_{number}", position=10 + number, kind="say", say="Hello.")
    with django_assert_max_num_queries(30):
        duplicate_agent(agent)
