"""The page “What changed”, the ways to it, and the same list where a version is published."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from agents.actions import publish
from agents.models import Agent, Branch, Field, Flow, Step, Version
from facts.models import Person
from tests.agents.admin.large import large_agent
from tests.agents.pages import address, texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def changed(agent: Agent) -> Agent:
    """A draft that differs from version 1 in a text, a condition, a field that is gone and the persona."""
    step = Step.objects.get(slug="done")
    step.say = "Noted for {{ data.guests }}."
    step.save()
    branch = Branch.objects.get()
    branch.condition = {"gt": {"guests": 8}}
    branch.save()
    Field.objects.get(slug="date").delete()
    agent.refresh_from_db()
    agent.persona = "Brief."
    agent.save()
    return agent


def changes(agent: Agent, **asked: Any) -> tuple[str, dict[str, Any]]:
    return address(agent, "changes"), asked


def shown(response: Any) -> list[tuple[str, str, str]]:
    return [(group.title, one.where, one.said) for group in response.context["groups"] for one in group.changes]


def test_the_draft_is_held_against_the_live_version_and_each_line_leads_to_its_page(
    staff: Client, changed: Agent
) -> None:
    response = staff.get(address(changed, "changes"))
    assert shown(response) == [
        ("Settings", "", "Added: persona"),
        ("Fields", "", "Removed: field date"),
        ("Flow book", "step ask, branch 1 “a group”", "Changed: if"),
        ("Flow book", "step done", "Changed: text"),
    ]
    urls = [one.url for group in response.context["groups"] for one in group.changes]
    ask, done = (address(Step.objects.get(slug=slug)) for slug in ("ask", "done"))
    assert urls == [f"{address(changed)}#id_persona", address(changed), f"{ask}#branch-1", f"{done}#id_say"]
    assert all(f'href="{url}"' in texts(response) for url in urls)


def test_what_was_deleted_and_inserted_is_said_and_not_by_colour_alone(staff: Client, changed: Agent) -> None:
    page = texts(staff.get(address(changed, "changes")))
    assert '<del><span class="work-hidden">[deleted: </span>Booked<span class="work-hidden">]</span></del>' in page
    assert '<ins><span class="work-hidden">[inserted: </span>Noted<span class="work-hidden">]</span></ins>' in page
    assert '<del><span class="work-hidden">before: </span>guests &gt; 6</del>' in page


def test_any_two_versions_can_be_chosen_and_lead_to_no_draft(staff: Client, changed: Agent) -> None:
    Flow.objects.update(required=["guests"])
    Step.objects.filter(slug="ask").update(collect=["guests"])
    publish(changed)
    response = staff.get(*changes(changed, **{"from": "1", "to": "2"}))
    assert ("Settings", "", "Added: persona") in shown(response)
    assert {one.url for group in response.context["groups"] for one in group.changes} == {""}
    back = shown(staff.get(*changes(changed, **{"from": "2", "to": "1"})))
    assert ("Settings", "", "Removed: persona") in back
    chosen = re.findall(r'<option value="(\w+)" selected>', texts(response))
    assert chosen == ["1", "2"]


def test_two_that_say_the_same_are_told_so(staff: Client, agent: Agent) -> None:
    assert "Nothing differs: both say the same." in texts(staff.get(address(agent, "changes")))


@pytest.mark.parametrize("side", ["7", "0", "-1", "draught", "9" * 40, "²", "<b>"])
def test_a_version_that_is_not_there_is_told_with_those_that_are(staff: Client, agent: Agent, side: str) -> None:
    response = staff.get(*changes(agent, **{"from": side}))
    assert response.status_code == 404
    assert "Choose the draft or one of these: 1." in texts(response)
    assert "<b>”" not in texts(response)


def test_an_agent_that_was_never_published_has_nothing_to_compare(staff: Client) -> None:
    agent = Agent.objects.create(slug="new", name="New")
    response = staff.get(address(agent, "changes"))
    assert response.status_code == 404
    assert "never published" in texts(response)
    assert address(agent, "changes") not in texts(staff.get(address(agent)))


def test_the_agent_and_its_versions_lead_to_the_page(staff: Client, changed: Agent) -> None:
    assert f'href="{address(changed, "changes")}"' in texts(staff.get(address(changed)))
    first = Version.objects.get()
    assert address(first, "compare") in texts(staff.get(address(first)))
    assert staff.get(address(first, "compare")).headers["Location"].endswith("?from=1&to=draft")
    Step.objects.filter(slug="ask").update(collect=["guests"])
    Flow.objects.update(required=["guests"])
    second = publish(changed)
    assert staff.get(address(second, "compare")).headers["Location"].endswith("?from=1&to=2")


def test_who_may_see_the_agent_may_compare_and_nobody_else(client: Client, changed: Agent) -> None:
    person = Person.objects.create_user("reader", password="x", is_staff=True)
    client.force_login(person)
    assert client.get(address(changed, "changes")).status_code == 403
    assert client.get(address(Version.objects.get(), "compare")).status_code == 403
    person.user_permissions.set(Permission.objects.filter(codename="view_agent"))
    assert client.get(address(changed, "changes")).status_code == 200
    assert client.get(address(Version.objects.get(), "compare"), follow=True).status_code == 200


def test_many_changes_are_folded_by_flow(staff: Client, agent: Agent) -> None:
    for number in range(13):
        Flow.objects.create(agent=agent, slug=f"flow_{number}", position=number + 1)
    groups = staff.get(address(agent, "changes")).context["groups"]
    assert len(groups) == 13
    assert not any(group.is_open for group in groups)


def test_the_page_of_a_large_agent_takes_few_queries(staff: Client, django_assert_max_num_queries: Any) -> None:
    agent = large_agent()
    version = Version.objects.create(agent=agent, number=1, document='{"agent":"large"}', revision=1)
    Agent.objects.filter(pk=agent.pk).update(live=version)
    staff.get(address(agent, "changes"))
    with django_assert_max_num_queries(20):
        assert len(shown(staff.get(address(agent, "changes")))) > 10


def test_the_page_that_publishes_shows_what_changed_above_the_note(staff: Client, changed: Agent) -> None:
    page = texts(staff.get(address(changed, "publish")))
    assert "Errors have to be mended" in page
    Step.objects.filter(slug="ask").update(collect=["guests"])
    Flow.objects.update(required=["guests"])
    response = staff.get(address(changed, "publish"))
    page = texts(response)
    assert ("Flow book", "step done", "Changed: text") in shown(response)
    assert page.index("What changed since version 1") < page.index("Changed: text") < page.index('name="note"')


def test_the_page_that_goes_back_shows_what_that_changes(staff: Client, agent: Agent) -> None:
    agent.name = "Desk"
    agent.save()
    publish(agent)
    response = staff.get(address(Version.objects.get(number=1), "make_live"))
    (line,) = [one for group in response.context["groups"] for one in group.changes]
    assert (line.said, line.old, line.new) == ("Changed: name", "Desk", "Front desk")


def test_a_text_of_an_agent_is_no_markup(staff: Client, agent: Agent) -> None:
    agent.persona = "<script>alert(1)</script>"
    agent.save()
    assert "<script>alert(1)" not in texts(staff.get(address(agent, "changes")))
    assert reverse("admin:agents_agent_changes", args=[agent.pk]) == address(agent, "changes")
