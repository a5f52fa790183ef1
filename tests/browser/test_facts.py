"""What a person said about themselves, proposed and answered with one click."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.talk import say, sign_in, start

pytestmark = pytest.mark.browser

HEDGED = "Je crois que mon activité est à Lausanne."
SENSITIVE = "Je gagne 90000 francs par an."
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

    expect(card(page)).to_contain_text("Remembered: Canton – VD")
    expect(card(page).get_by_role("button")).to_have_count(0)
    expect(page.locator("[data-facts-waiting]")).to_be_hidden()
    page.reload()
    expect(card(page)).to_contain_text("Remembered: Canton – VD")
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
    expect(card(plain)).to_contain_text("Remembered: Canton – VD")


def test_f5_what_was_said_for_certain_is_noted_in_one_line(page: Page, person: str) -> None:
    sign_in(page, person)
    start(page, "Assistant comptable")

    say(page, CERTAIN)

    expect(page.locator(".fact-note:visible")).to_have_text("Noted: Métier – photographe")


def test_f19_a_sensitive_card_shows_value_and_words_when_asked(page: Page, person: str) -> None:
    sign_in(page, person)
    start(page, "Assistant comptable")
    say(page, SENSITIVE)
    expect(card(page)).to_contain_text("Revenu")

    for _ in range(2):  # as the socket brought it, and as the server draws it
        expect(card(page).locator("form [data-value]")).to_be_hidden()
        expect(card(page).locator("blockquote")).to_be_hidden()

        card(page).get_by_text("Show", exact=True).first.click()
        card(page).get_by_text("Show your words").click()

        expect(card(page).locator("form [data-value]")).to_contain_text("90")
        expect(card(page).locator("blockquote")).to_contain_text("90000")
        page.reload()


@pytest.mark.parametrize("scripts", [True, False])
def test_f18_history_moves_no_control_and_a_fact_is_taken_back_on_the_second_word(
    page: Page, person: str, new_context: NewContext, scripts: bool
) -> None:
    sign_in(page, person)
    start(page, "Assistant comptable")
    say(page, CERTAIN)
    expect(page.locator(".fact-note:visible")).to_be_visible()
    page = new_context(java_script_enabled=scripts, storage_state=page.context.storage_state()).new_page()
    page.goto("/profile/facts/")
    tools = page.locator(".tool > summary")
    places = [tool.bounding_box() for tool in tools.all()]

    tools.filter(has_text="History").click()

    expect(page.locator(".history")).to_contain_text("Noted")
    assert [tool.bounding_box() for tool in tools.all()] == places

    tools.filter(has_text="Take back").click()

    expect(page.get_by_role("main")).to_contain_text("photographe")
    assert [tool.bounding_box() for tool in tools.all()] == places

    page.get_by_role("button", name="Take back").click()

    expect(page.get_by_role("main")).to_contain_text("taken back")
    expect(page.get_by_role("main")).not_to_contain_text("photographe")


def test_f3_nothing_is_kept_about_a_visitor(page: Page) -> None:
    start(page)

    say(page, "I think I live in Lausanne. I want to book the Bellevue for 2 people tomorrow")

    expect(page.locator(".message-agent[data-seq]")).to_have_count(1)
    expect(page.locator(".conversation .fact-card, .conversation .fact-note")).to_have_count(0)
