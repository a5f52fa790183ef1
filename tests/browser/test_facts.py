"""What a person said about themselves, proposed and answered with one click."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.talk import say, sign_in, start

pytestmark = pytest.mark.browser

HEDGED = "Je crois que mon activité est à Lausanne."
CERTAIN = "Je suis photographe."


def card(page: Page) -> Locator:
    """The newest card in the chat."""
    return page.locator(".fact-card").last


def propose(page: Page, person: str) -> None:
    """Have something proposed to the person, in a chat with the bookkeeper."""
    sign_in(page, person)
    start(page, "Assistant comptable")
    say(page, HEDGED)
    expect(card(page)).to_contain_text("Should I remember this?")
    expect(card(page)).to_contain_text("Canton")
    expect(card(page).locator("blockquote")).to_contain_text("Lausanne")
    expect(page.locator("[data-facts-waiting]")).to_contain_text("1")


def test_f5_a_proposal_is_accepted_by_a_click_in_the_chat(page: Page, person: str) -> None:
    propose(page, person)

    card(page).get_by_role("button", name="Remember").click()

    expect(card(page)).to_contain_text("Remembered: Canton VD")
    expect(card(page).get_by_role("button")).to_have_count(0)
    expect(page.locator("[data-facts-waiting]")).to_be_hidden()
    page.reload()
    expect(card(page)).to_contain_text("Remembered: Canton VD")
    page.goto("/profile/facts/")
    expect(page.get_by_role("main")).to_contain_text("VD")
    expect(page.locator("[data-facts-waiting]")).to_be_hidden()


def test_f5_a_refused_proposal_is_not_kept(page: Page, person: str) -> None:
    propose(page, person)

    card(page).get_by_role("button", name="Don’t").click()

    expect(card(page)).to_contain_text("Not kept: Canton")
    page.reload()
    expect(card(page)).to_contain_text("Not kept: Canton")


def test_f18_a_proposal_is_accepted_by_a_click_on_the_profile(page: Page, person: str) -> None:
    propose(page, person)
    page.goto("/profile/facts/")
    expect(page.locator("[data-facts-waiting]")).to_contain_text("1")
    page.evaluate("window.isStillThisPage = true")

    page.get_by_role("main").get_by_role("button", name="Remember").click()

    expect(page.get_by_role("main").get_by_role("button", name="Remember")).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text("VD")
    assert page.evaluate("window.isStillThisPage") is True


def test_f18_a_proposal_is_accepted_without_javascript(page: Page, person: str, new_context: NewContext) -> None:
    propose(page, person)
    plain = new_context(java_script_enabled=False, storage_state=page.context.storage_state()).new_page()
    plain.goto("/profile/facts/")

    plain.get_by_role("main").get_by_role("button", name="Remember").click()

    expect(plain.get_by_role("main").get_by_role("button", name="Remember")).to_have_count(0)
    expect(plain.get_by_role("main")).to_contain_text("VD")


def test_f5_a_card_is_answered_without_javascript(page: Page, person: str, new_context: NewContext) -> None:
    propose(page, person)
    plain = new_context(java_script_enabled=False, storage_state=page.context.storage_state()).new_page()
    plain.goto(page.url)

    plain.get_by_role("button", name="Remember").click()

    expect(plain).to_have_url(f"{page.url}#end")
    expect(plain.get_by_role("main").get_by_role("status").first).to_contain_text("remembered")
    expect(card(plain)).to_contain_text("Remembered: Canton VD")


def test_f5_what_was_said_for_certain_is_noted_in_one_line(page: Page, person: str) -> None:
    sign_in(page, person)
    start(page, "Assistant comptable")

    say(page, CERTAIN)

    expect(page.locator(".fact-note:visible")).to_contain_text("photographe")


def test_f3_nothing_is_kept_about_a_visitor(page: Page) -> None:
    start(page)

    say(page, "I think I live in Lausanne. I want to book the Bellevue for 2 people tomorrow")

    expect(page.locator(".message-agent[data-seq]")).to_have_count(1)
    expect(page.locator(".conversation .fact-card, .conversation .fact-note")).to_have_count(0)
