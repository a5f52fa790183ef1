"""The seed situation, typed in the shipped chat with no key set."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.talk import expect_reply, said_by_agent, said_by_user, say, start

pytestmark = pytest.mark.browser

EVERYTHING = "I want to book the Grand Hotel for 2 people next Friday"


def test_t3_everything_in_one_sentence_is_booked_at_once(page: Page) -> None:
    start(page)

    say(page, EVERYTHING)

    expect_reply(page, "Your booking is confirmed: Grand Hotel", count=1)
    expect(said_by_agent(page)).to_contain_text("number of guests: 2")
    expect(said_by_user(page)).to_have_text([EVERYTHING])


def test_t21_what_is_missing_is_asked_once(page: Page) -> None:
    start(page)

    say(page, "I want to book the Grand Hotel")
    expect_reply(page, "How many guests", count=1)
    say(page, "2 people next Friday")

    expect_reply(page, "Your booking is confirmed: Grand Hotel", count=2)


def test_a_conversational_flow_asks_for_nothing(page: Page) -> None:
    start(page)

    say(page, "what is there to see in Zurich")

    expect_reply(page, "take the boat across the lake", count=1)
    expect(said_by_agent(page)).not_to_contain_text("?")


def test_t32_a_finished_booking_is_not_offered_again(page: Page) -> None:
    start(page)
    say(page, EVERYTHING)
    expect_reply(page, "Your booking is confirmed", count=1)

    say(page, EVERYTHING)

    expect(said_by_agent(page)).to_have_count(2)
    expect(said_by_agent(page).last).not_to_contain_text("Your booking is confirmed")
    expect(said_by_agent(page).last).not_to_contain_text("How many guests")


def test_a_chat_by_its_link_begins_with_the_first_message(page: Page) -> None:
    page.goto("/chat/hotel/")
    expect(page.get_by_role("heading", name="Grand Hotel concierge is here for you")).to_be_visible()

    say(page, EVERYTHING)

    expect_reply(page, "Your booking is confirmed", count=1)
    assert "/c/" in page.url
    page.reload()
    expect_reply(page, "Your booking is confirmed", count=1)


def test_the_booking_works_without_javascript(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/chat/hotel/")

    page.get_by_label("Your message").fill("I want to book the Grand Hotel")
    page.get_by_role("button", name="Send").click()
    expect_reply(page, "How many guests", count=1)
    page.get_by_label("Your message").fill("2 people next Friday")
    page.get_by_role("button", name="Send").click()

    expect_reply(page, "Your booking is confirmed", count=2)


def test_t54_a_tapped_reply_answers_without_javascript(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/chat/hotel/")

    page.get_by_role("button", name="Be called back").click()
    page.get_by_label("Your message").fill("ann@example.org")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("button", name="yes").click()

    expect(said_by_user(page)).to_have_text(["Be called back", "ann@example.org", "yes"])
    expect_reply(page, "A colleague will write to ann@example.org", count=3)
    expect(page.get_by_role("button", name="yes")).to_have_count(0)


def test_nobody_else_sees_the_conversation(page: Page, new_context: NewContext) -> None:
    start(page)

    answer = new_context().new_page().goto(page.url)

    assert answer is not None
    assert answer.status == 404
