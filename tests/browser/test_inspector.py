"""What staff see of a turn, in a trial and of a real conversation: the panels, the turn run again, the scenario."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import NewContext, complaints_of
from tests.browser.site import Site
from tests.browser.talk import expect_reply, say, sign_in, start

pytestmark = pytest.mark.browser

BOOKING = "I want to book the Grand Hotel for 2 people next Friday"
PHONE = {"width": 375, "height": 700}


def fits(page: Page) -> bool:
    """Whether nothing makes the page wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_conversation_is_found_its_turn_looked_at_and_run_again(
    page: Page, new_context: NewContext, person: str
) -> None:
    sign_in(page, person)
    start(page)
    say(page, BOOKING)
    expect_reply(page, "Your booking is confirmed", count=1)
    staff = new_context().new_page()
    complaints = complaints_of(staff)
    sign_in(staff, "staff")

    staff.goto("/admin/conversations/transcripts/")
    staff.locator(".inspector-conversations li", has_text=person).get_by_role("link").click()
    expect(staff.get_by_text(BOOKING)).to_be_visible()
    assert faults(staff, ".inspector-page") == []
    staff.get_by_role("link", name="Turn 1: message").click()
    expect(staff.locator(".inspector-path li").first).to_contain_text("The hotel")
    expect(staff.locator("svg.diagram").first).to_be_visible()
    staff.get_by_role("link", name="Prompts").click()
    staff.locator("summary", has_text="Prompts").press("Enter")
    expect(staff.locator(".inspector-asked pre").first).to_be_visible()
    staff.get_by_role("button", name="Run again").click()
    expect(staff.get_by_text("It goes as it did.")).to_be_visible()
    assert faults(staff, ".inspector-page") == []
    staff.set_viewport_size(PHONE)
    assert fits(staff)
    assert complaints == []


def test_the_pages_work_without_scripts(page: Page, new_context: NewContext, person: str) -> None:
    sign_in(page, person)
    start(page)
    say(page, BOOKING)
    expect_reply(page, "Your booking is confirmed", count=1)
    staff = new_context(java_script_enabled=False).new_page()
    sign_in(staff, "staff")
    staff.goto("/admin/conversations/transcripts/")
    staff.locator(".inspector-conversations li", has_text=person).get_by_role("link").click()
    staff.get_by_role("link", name="Turn 1: message").click()
    staff.locator("summary", has_text="Calls").click()
    expect(staff.locator("#turn-1-calls")).to_have_attribute("open", "")
    staff.get_by_role("button", name="Run again").click()
    expect(staff.get_by_text("It goes as it did.")).to_be_visible()


@pytest.fixture
def without_scenarios(site: Site) -> Iterator[None]:
    """The shipped agent has none afterwards: whoever publishes it would be asked about them."""
    yield
    site.execute("from conversations.models import Scenario; Scenario.objects.all().delete()")


@pytest.mark.usefixtures("without_scenarios")
def test_a_trial_shows_its_last_turn_and_is_saved_as_a_scenario(new_context: NewContext) -> None:
    staff = new_context().new_page()
    complaints = complaints_of(staff)
    sign_in(staff, "staff")
    staff.goto("/admin/agents/agent/")
    staff.get_by_role("link", name="Grand Hotel concierge").first.click()
    address = re.sub(r"change/.*", "try/", staff.url)
    staff.goto(address)
    staff.get_by_label("A visitor without an account").check()
    staff.locator("form .playground-primary").click()
    staff.wait_for_url("**/trial/**")
    chat = staff.frame_locator("[data-chat]")
    composer = chat.get_by_label("Your message")
    expect(chat.locator(".chat-state")).to_have_attribute("data-state", "online")
    composer.fill("I want to book the Grand Hotel")
    composer.press("Enter")
    expect(staff.locator(".inspector[data-turn='1']")).to_be_visible()
    expect(staff.locator("#turn-1-understood")).to_contain_text("Grand Hotel")
    staff.get_by_role("button", name="Save as scenario").click()
    expect(staff.get_by_text("Saved as the scenario")).to_be_visible()
    staff.get_by_role("link", name="Look closer, or run it again").first.click()
    expect(staff.get_by_role("button", name="Run again")).to_be_visible()
    staff.set_viewport_size(PHONE)
    assert fits(staff)
    assert complaints == []
