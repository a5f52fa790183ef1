"""The admin: publishing, going back, and who may."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from agents import draft
from agents.actions import import_agent
from agents.models import Agent, Field, Flow, Step, Version
from facts.models import Person
from tests.agents.pages import address, inputs, texts

pytestmark = pytest.mark.django_db


def test_errors_refuse_publishing_and_the_page_lists_them(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    step.then = "nowhere"
    step.save()

    page = staff.get(address(agent, "publish"))
    response = staff.post(address(agent, "publish"), follow=True)

    assert "nowhere" in texts(page)
    assert '<form method="post" class="flex' not in texts(page)
    assert "Not published: 1 error has to be mended" in texts(response)
    assert Version.objects.count() == 1


def test_looking_at_the_page_publishes_nothing(staff: Client, agent: Agent) -> None:
    agent.name = "Desk"
    agent.save()
    assert staff.get(address(agent, "publish")).status_code == 200
    assert Version.objects.count() == 1


def test_publishing_needs_its_own_permission(client: Client, agent: Agent) -> None:
    person = Person.objects.create_user("editor", password="x", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=["change_agent", "view_agent", "view_version"]))
    client.force_login(person)
    agent.name = "Desk"
    agent.save()

    assert client.get(address(agent)).status_code == 200
    for page in (address(agent, "publish"), address(Version.objects.get(), "make_live")):
        assert client.post(page).status_code == 403
    person.user_permissions.add(Permission.objects.get(codename="publish_agent"))
    assert client.post(address(agent, "publish")).status_code == 302
    assert Version.objects.get(number=2).published_by == person


def test_going_back_makes_an_older_version_live(staff: Client, agent: Agent) -> None:
    agent.name = "Desk"
    agent.save()
    staff.post(address(agent, "publish"))
    first = Version.objects.get(number=1)

    assert staff.get(address(first, "make_live")).status_code == 200
    staff.post(address(first, "make_live"))

    agent.refresh_from_db()
    assert agent.live == first


def test_versions_are_read_only(staff: Client, agent: Agent) -> None:
    version = Version.objects.get()
    assert staff.post(address(version), {"note": "changed"}).status_code == 403
    assert staff.post(address(version, "delete"), {"post": "yes"}).status_code == 403
    assert staff.get(reverse("admin:agents_version_add")).status_code == 403
    assert Version.objects.get().note == ""


def test_who_may_only_look_sees_every_page_and_changes_none(client: Client, agent: Agent) -> None:
    person = Person.objects.create_user("reader", password="x", is_staff=True)
    person.user_permissions.set(
        Permission.objects.filter(content_type__app_label="agents", codename__startswith="view_")
    )
    client.force_login(person)
    before = draft.document_of(agent)
    for row in (agent, *Flow.objects.all(), *Step.objects.all(), *Field.objects.all(), *Version.objects.all()):
        assert client.get(address(row)).status_code == 200
        assert client.post(address(row), {"name": "x", "slug": "x"}).status_code == 403
    assert draft.document_of(agent) == before


def test_strangers_see_nothing(client: Client, agent: Agent) -> None:
    for page in (address(agent), address(agent, "publish"), address(Step.objects.all()[0])):
        assert client.get(page).status_code == 302
    assert client.post(address(agent, "publish")).status_code == 302
    assert Version.objects.count() == 1


def test_a_draft_that_says_what_is_live_is_not_offered_for_publishing(staff: Client, agent: Agent) -> None:
    button = f'href="{address(agent, "publish")}"'
    assert button not in texts(staff.get(address(agent)))
    page = texts(staff.get(address(agent, "publish")))
    assert "there is nothing to publish" in page
    assert 'name="note"' not in page
    assert "Nothing has changed since version 1" in texts(staff.post(address(agent, "publish"), follow=True))
    assert Version.objects.count() == 1

    agent.name = "Desk"
    agent.save()
    assert button in texts(staff.get(address(agent)))


def test_a_save_that_leaves_errors_is_told_as_a_warning(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, say="{{ run.price }}"), follow=True)
    (message,) = response.context["messages"]
    assert (message.level_tag, "The draft has 1 error" in str(message)) == ("warning", True)

    response = staff.post(address(step), inputs(staff, step, say="Booked."), follow=True)
    assert [message.level_tag for message in response.context["messages"]] == ["success"]


def test_a_version_is_downloaded_as_the_file_that_makes_it(staff: Client, client: Client, agent: Agent) -> None:
    version = Version.objects.get()
    response = staff.get(address(version, "download"))
    assert response.headers["Content-Disposition"] == 'attachment; filename="desk-1.yaml"'
    document = draft.document_of(agent)
    import_agent(response.content.decode())
    assert draft.document_of(agent) == document

    client.force_login(Person.objects.create_user("nobody", password="x", is_staff=True))
    assert client.get(address(version, "download")).status_code == 403
