"""An edit of staff in the admin, published, and seen by whoever starts a conversation afterwards."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, complaints_of
from tests.browser.site import PASSWORD
from tests.browser.talk import expect_reply, say, start

pytestmark = pytest.mark.browser

QUESTION = "what time is check-in"
NEW_WORDS = "The doors open at noon from this week on."


def open_step(staff: Page) -> None:
    """From the list of agents to the page of a step."""
    staff.goto("/admin/")
    staff.get_by_label("Username").fill("staff")
    staff.get_by_label("Password").fill(PASSWORD)
    staff.get_by_role("button", name="Log in").click()
    staff.wait_for_url("**/admin/")
    staff.goto("/admin/agents/agent/")
    staff.get_by_role("link", name="Grand Hotel concierge").first.click()
    for slug in ("house", "answer"):
        staff.locator(f"[data-name={slug}] .work-line-title").click()


def publish(staff: Page) -> None:
    """Publish the draft of the agent."""
    staff.goto("/admin/agents/agent/")
    staff.get_by_role("link", name="Grand Hotel concierge").first.click()
    staff.get_by_role("link", name="Publish version").click()
    staff.get_by_label("What changed, for your colleagues").fill("New check-in time")
    staff.get_by_role("button", name="Publish version").click()
    expect(staff.get_by_text("is live. Conversations that have begun stay on their version.")).to_be_visible()


def test_an_edited_step_is_said_once_it_is_published(page: Page, new_context: NewContext) -> None:
    start(page)
    staff = new_context().new_page()
    complaints = complaints_of(staff)
    open_step(staff)

    staff.locator("[name=otherwise]").fill(NEW_WORDS)
    staff.get_by_role("button", name="Save", exact=True).click()
    unpublished = new_context().new_page()
    start(unpublished)
    say(unpublished, QUESTION)
    publish(staff)
    published = new_context().new_page()
    start(published)
    say(published, QUESTION)
    say(page, QUESTION)

    expect_reply(published, NEW_WORDS, count=1)
    expect_reply(unpublished, "Check-in is from 3 pm", count=1)
    expect_reply(page, "Check-in is from 3 pm", count=1)
    assert complaints == []
