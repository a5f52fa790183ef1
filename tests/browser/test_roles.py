"""Each group with an account of its own: what it sees and does in the admin, and which doors stay shut."""

import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, complaints_of
from tests.browser.site import PASSWORD, Site

pytestmark = pytest.mark.browser
HOTEL = "Grand Hotel concierge"
CHANGE_BUTTONS = ("Duplicate", "Save", "Save and continue editing", "Delete agent")

Member = Callable[[str], Page]


@pytest.fixture
def member(site: Site, new_context: NewContext) -> Member:
    """Signs a new account of a group in."""

    def made(group: str) -> Page:
        name = f"{group.split(maxsplit=1)[0].lower()}-{secrets.token_hex(3)}"
        site.execute(
            "from facts.models import Person; from django.contrib.auth.models import Group;"
            f"person = Person.objects.create_user({name!r}, password={PASSWORD!r}, is_staff=True);"
            f"person.groups.set(Group.objects.filter(name={group!r}))"
        )
        page = new_context().new_page()
        page.goto("/admin/")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url("**/admin/")
        return page

    return made


def menu(page: Page) -> list[str]:
    """What the start page of the admin offers."""
    return page.locator("#content a").all_inner_texts()


def not_refused(page: Page, *addresses: str) -> list[str]:
    """Those of the addresses that do not answer 403, be they looked at or posted to."""
    found = []
    for address in addresses:
        token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
        posted = page.request.post(
            address, form={"csrfmiddlewaretoken": token, "post": "yes"}, headers={"Referer": page.url}
        )
        found += [
            f"{address} {answer.status}" for answer in (page.request.get(address), posted) if answer.status != 403
        ]
    return found


def hotel(page: Page) -> str:
    """The page of the shipped hotel agent."""
    page.goto("/admin/agents/agent/")
    page.get_by_role("link", name=HOTEL).click()
    return page.url.partition("change/")[0]


def test_authors_write_and_try_and_do_not_publish(member: Member, site: Site) -> None:
    page = member("Authors")
    complaints = complaints_of(page)
    assert {"Agents", "Versions", "Analytics"} <= set(menu(page))
    assert not {"All conversations", "Waiting for a person", "People", "Groups", "Audit log", "Catalogue"} & set(
        menu(page)
    )
    agent = hotel(page)
    for name in ("File", "What changed", "How it goes", "Try"):
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()

    page.get_by_role("button", name="Duplicate").click()
    expect(page.get_by_text("Copied Grand Hotel concierge as")).to_be_visible()
    expect(page.get_by_role("link", name="Try", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Publish version 1")).to_have_count(0)
    copy = page.url.partition("change/")[0]
    page.get_by_role("link", name="Delete agent").click()
    page.get_by_role("button", name="Yes, I’m sure").click()
    expect(page).to_have_url(f"{site.url}/admin/agents/agent/")
    assert complaints == []
    assert not_refused(page, f"{agent}publish/") == []
    assert page.request.get(f"{copy}publish/").status == 404


def test_publishers_publish_and_change_nothing(member: Member, site: Site) -> None:
    page = member("Publishers")
    complaints = complaints_of(page)
    site.execute("from agents.models import Agent; Agent.objects.filter(slug='hotel').update(persona='A new voice.')")
    agent = hotel(page)
    for name in CHANGE_BUTTONS:
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    for name in ("Try", "Add flow", "Add field", "Delete agent", "Add agent", "Import"):
        expect(page.get_by_role("link", name=name, exact=True)).to_have_count(0)
    page.get_by_role("link", name="Publish version").click()
    page.get_by_role("button", name="Publish version").click()
    expect(page.get_by_text("is live. Conversations that have begun")).to_be_visible()
    assert complaints == []
    writing = ("try/", "add-flow/", "add-field/", "delete/")
    assert (
        not_refused(page, *(agent + one for one in writing), "/admin/agents/agent/add/", "/admin/agents/agent/import/")
        == []
    )
    assert not_refused(page, "/admin/auth/group/", "/admin/facts/person/") == []


def test_transcript_readers_read_and_no_more(member: Member, site: Site) -> None:
    page = member("Transcript readers")
    complaints = complaints_of(page)
    made = site.execute(
        "from agents.models import Agent; from conversations.actions import start; from facts.models import Person;"
        "person = Person.objects.get(username='demo');"
        "print(start(Agent.objects.get(slug='hotel'), person).conversation.pk)"
    ).strip()
    assert set(menu(page)) == {"Waiting for a person", "All conversations", "Conversations"}
    page.get_by_role("link", name="All conversations").last.click()
    page.locator(f"a[href*='{made}']").click()
    expect(page.get_by_role("heading", name="Conversation with Grand Hotel concierge")).to_be_visible()
    expect(page.get_by_role("button", name="Save as scenario")).to_have_count(0)
    assert complaints == []
    agents = ("/admin/agents/agent/", "/admin/agents/version/", "/admin/agents/agent/add/")
    assert not_refused(page, *agents, "/admin/facts/look/", "/admin/facts/wikientry/") == []
    for closed in ("/admin/conversations/analytics/", "/admin/audit-log/"):
        assert page.request.get(closed).status == 403

    auditor = member("Auditors")
    auditor.goto("/admin/audit-log/")
    line = auditor.get_by_role("row").filter(has_text="Read the transcript").first
    expect(line).to_contain_text(HOTEL)
    expect(line.get_by_role("link")).to_have_count(0)
    auditor.get_by_role("link", name="a list of their own").click()
    expect(auditor).to_have_url(f"{site.url}/admin/facts/look/")
    assert not_refused(auditor, f"/admin/conversations/conversation/{made}/change/", "/admin/agents/agent/") == []


def test_without_scripts_the_lists_and_the_tables_of_a_flow_are_there(site: Site, new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800}).new_page()
    page.goto("/admin/login/?next=/admin/agents/agent/")
    page.get_by_label("Username").fill("staff")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name=HOTEL).click()
    expect(page.get_by_label("Persona")).to_be_visible()
    page.locator(".work-line-title").first.click()
    expect(page.locator("#triggers-group textarea").first).to_be_visible()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
