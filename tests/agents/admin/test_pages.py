"""The pages of a draft: lines, kinds, problems, the guide, and who may do what."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from agents.admin import kinds
from agents.models import Agent, Branch, Field, Flow, Step
from facts.models import Person
from tests.agents.admin.large import large_agent
from tests.agents.pages import address, inputs, texts

pytestmark = pytest.mark.django_db
STYLES = Path(__file__).resolve().parents[3] / "static" / "css" / "kinds.css"


@pytest.fixture
def broken(agent: Agent) -> Step:
    """A step that leads nowhere."""
    step = Step.objects.get(slug="done")
    step.then = "nowhere"
    step.save()
    return step


def _member(client: Client, *groups: str) -> Person:
    person = Person.objects.create_user("member", password="x", is_staff=True)
    person.groups.set(Group.objects.filter(name__in=groups))
    client.force_login(person)
    return person


# Kinds


@pytest.mark.parametrize("kind", Step.Kind.values)
def test_the_style_sheet_hides_what_a_kind_does_not_have(kind: str) -> None:
    rules = [rule for rule in STYLES.read_text().split("}") if f'[value="{kind}"]' in rule]
    hidden = set(re.findall(r"\.field-(\w+)", " ".join(rules)))
    assert hidden == set(kinds.ALL) - set(kinds.inputs(kind))
    groups = set(re.findall(r"[(, ]#(\w+)-group(?! \*)", " ".join(rules)))
    assert groups == {"branches", "instructions"} - set(kinds.ROWS[kind])


def test_what_another_kind_needs_is_kept_and_its_faults_do_not_count(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    Step.objects.filter(pk=step.pk).update(prompt="Kept.")
    response = staff.post(address(step), inputs(staff, step, prompt="{{ broken"))
    assert response.status_code == 302
    assert Step.objects.get(slug="done").prompt == "Kept."


def test_a_kind_is_chosen_by_cards(staff: Client, agent: Agent) -> None:
    page = texts(staff.get(address(Step.objects.get(slug="done"))))
    assert re.findall(r'type="radio" name="kind" value="(\w+)"( checked)?', page) == [
        (kind, " checked" if kind == "say" else "") for kind in Step.Kind.values
    ]


# Lines and the picture


def test_a_line_has_the_mark_of_its_problems_and_the_picture_too(staff: Client, broken: Step) -> None:
    page = texts(staff.get(address(broken.flow)))
    line = page[page.index('data-name="done"') :].partition("</li>")[0]
    assert "1 error" in line
    assert "diagram-has-error" in page
    assert "1 error" not in page[page.index('data-name="ask"') :].partition("</li>")[0]


def test_branches_are_sentences_with_an_anchor(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="ask")
    Branch.objects.create(step=step, position=1, when=["is not sure"], then={"flow": "book"})
    page = re.sub("[\u2068\u2069]", "", texts(staff.get(address(step))))
    for sentence, target in (("A group; if guests &gt; 6", "group"), ("When is not sure", "flow Book")):
        assert re.search(rf"{sentence} <span[^>]*>→</span>.*?<strong>{target}</strong>", page), sentence
    assert 'id="branch-2"' in page


def test_a_step_leads_to_the_one_before_and_the_one_after(staff: Client, agent: Agent) -> None:
    ask, done, group = Step.objects.order_by("position")
    page = texts(staff.get(address(done)))
    assert f'<a href="{address(ask)}" rel="prev">' in page
    assert f'<a href="{address(group)}" rel="next">' in page
    assert 'rel="prev"' not in texts(staff.get(address(ask)))


# Problems


def test_each_problem_leads_to_its_very_place(staff: Client, agent: Agent) -> None:
    branch, field = Branch.objects.get(), Field.objects.get(slug="date")
    Branch.objects.filter(pk=branch.pk).update(then="nowhere")
    Field.objects.filter(pk=field.pk).update(minimum={"field": "guests"})
    page = texts(staff.get(address(agent)))
    assert f'<a href="{address(branch.step)}#branch-1">flow book, step ask, branch 1</a>' in page
    assert f'<a href="{address(field)}#id_minimum">' in page


def test_the_panel_is_asked_for_alone(staff: Client, broken: Step) -> None:
    for row in (broken.flow.agent, broken.flow, broken):
        found = staff.get(address(row, "problems"))
        assert "nowhere" in texts(found)
        assert "<html" not in texts(found)
    assert "nowhere" not in texts(staff.get(address(Step.objects.get(slug="group"), "problems")))


def test_the_panel_needs_the_permission_to_look(client: Client, broken: Step) -> None:
    _member(client)
    assert client.get(address(broken, "problems")).status_code == 403


def test_what_differs_from_the_live_version_is_named(staff: Client, broken: Step) -> None:
    page = texts(staff.get(address(broken.flow)))
    assert "1 part differs since:</a> flow book" in re.sub(r" +", " ", page)
    assert "Publish version 2" in page


def test_the_pages_of_what_people_get_lead_to_how_it_goes(staff: Client, agent: Agent) -> None:
    flow, new = Flow.objects.get(), Flow.objects.create(agent=agent, slug="new")
    counted = f"{reverse('admin:analytics')}?agent=desk"
    assert f'href="{counted}"' in texts(staff.get(address(agent)))
    for row in (flow, flow.steps.first()):
        assert f'href="{counted}&amp;flow=book"' in texts(staff.get(address(row)))
    assert counted not in texts(staff.get(address(new)))
    assert reverse("chat", args=["desk"]) in texts(staff.get(address(agent)))


def test_an_agent_without_a_flow_is_not_offered_for_publishing(staff: Client) -> None:
    agent = Agent.objects.create(slug="empty", name="Empty")
    assert "Publish version" not in texts(staff.get(address(agent)))


# A new agent


def test_a_new_agent_leads_by_the_hand(staff: Client) -> None:
    agent = Agent.objects.create(slug="desk", name="Desk")
    page = texts(staff.get(address(agent)))
    current = page[page.index('aria-current="step"') :].partition("</li>")[0]
    assert reverse("admin:agents_agent_add_field", args=[agent.pk]) in current
    assert "work-guide" in page

    Field.objects.create(agent=agent, slug="guests")
    flow = Flow.objects.create(agent=agent, slug="book")
    page = texts(staff.get(address(agent)))
    current = page[page.index('aria-current="step"') :].partition("</li>")[0]
    assert address(flow) in current


def test_a_published_agent_has_no_guide(staff: Client, agent: Agent) -> None:
    assert "work-guide" not in texts(staff.get(address(agent)))


# Roles and the log


def test_authors_write_and_do_not_publish(client: Client, broken: Step) -> None:
    _member(client, "Authors")
    agent = broken.flow.agent
    page = texts(client.get(address(agent)))
    assert "Publish version" not in page
    assert client.get(address(agent, "publish")).status_code == 403
    assert client.post(address(broken), inputs(client, broken, say="Hello.")).status_code == 302
    assert client.post(address(broken, "duplicate")).status_code == 302


def test_publishers_look_and_publish_and_write_nothing(client: Client, agent: Agent) -> None:
    _member(client, "Publishers")
    step = Step.objects.get(slug="done")
    for row in (agent, step.flow, step, Field.objects.get(slug="date")):
        page = texts(client.get(address(row)))
        assert ">Duplicate" not in page.replace("> ", ">")
        assert 'name="_save"' not in page
    Step.objects.filter(pk=step.pk).update(say="Hello.")
    assert "Publish version 2" in texts(client.get(address(agent)))
    assert client.post(address(step, "duplicate")).status_code == 403
    assert client.get(reverse("admin:agents_flow_add_step", args=[step.flow.pk])).status_code == 403
    assert client.post(address(agent, "file"), {"do": "save", "text": ""}).status_code == 403
    client.post(address(agent, "publish"))
    assert agent.versions.count() == 2


def test_everything_that_is_done_stands_at_the_history_of_the_agent(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    staff.post(address(step), inputs(staff, step))
    staff.post(address(step), inputs(staff, step, say="Hello."))
    staff.post(address(agent), inputs(staff, agent, persona="Brief."))
    staff.post(address(step, "duplicate"))
    staff.post(address(Step.objects.get(slug="done_copy"), "delete"), {"post": "yes"})
    staff.post(address(agent, "publish"))
    page = texts(staff.get(address(agent, "history")))
    for words in (
        "step done of flow book: Changed Text.",
        "Copied step done of flow book as done_copy.",
        "Deleted step done_copy of flow book.",
        "Published version 2.",
        "Changed Persona.",
    ):
        assert words in page, words
    assert staff.get(address(step, "history")).headers["Location"] == address(agent, "history")
    assert "No fields changed" not in page
    assert LogEntry.objects.exclude(object_id=str(agent.pk)).count() == 0


# Size


def test_pages_of_a_large_agent_take_a_bounded_number_of_queries(
    staff: Client, db: None, django_assert_max_num_queries: Any
) -> None:
    agent = large_agent()
    flow = agent.flows.all()[30]
    for row in (agent, flow, flow.steps.all()[5], agent.fields.all()[5]):
        with django_assert_max_num_queries(35):
            assert staff.get(address(row)).status_code == 200
    with django_assert_max_num_queries(25):
        staff.get(address(flow, "problems"))


def test_a_page_looks_for_problems_once(staff: Client, agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.admin import sheet

    calls: list[Any] = []
    check = sheet.problems_of_draft
    monkeypatch.setattr(sheet, "problems_of_draft", lambda document: calls.append(document) or check(document))
    for row in (agent, Flow.objects.get(), Step.objects.get(slug="ask"), Field.objects.get(slug="date")):
        calls.clear()
        staff.get(address(row))
        assert len(calls) == 1
