"""Having something forgotten, in the browser (F20)."""

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.talk import said_by_user, say

pytestmark = pytest.mark.browser

CHAT = "/chat/hotel/"


def begin(page: Page) -> str:
    """Begin a conversation by its first message, and answer its address."""
    page.goto(CHAT)
    say(page, "hello")
    page.wait_for_url(re.compile("/c/"))
    expect(said_by_user(page)).to_have_text(["hello"])
    return page.url


def test_f20_a_conversation_that_has_just_begun_is_forgotten_from_its_menu_and_other_tabs_hear_it(
    page: Page,
) -> None:
    address = begin(page)
    other = page.context.new_page()
    other.goto(address)
    expect(other.locator(".chat-state")).to_have_attribute("data-state", "online")
    page.locator("[data-menu] > summary").click()
    page.get_by_role("link", name="Forget this conversation").click()
    expect(page.get_by_role("heading", name="What stays")).to_be_visible()
    page.get_by_role("button", name="Forget it for good").click()
    expect(page.get_by_role("status")).to_contain_text("The conversation is forgotten.")
    expect(other.locator(".chat-state")).to_have_attribute("data-state", "ended")
    answer = other.goto(address)
    assert answer
    assert answer.status == 404


def test_f20_a_forgotten_message_that_comes_over_the_line_says_so(page: Page) -> None:
    def serve(line: WebSocketRoute) -> None:
        said = {"type": "message", "seq": 1, "role": "user", "key": "", "text": "", "quick_replies": []}
        hello = {"type": "hello", "conversation": "c", "seq": 1, "handed_off": False}
        line.send(json.dumps(hello))
        line.send(json.dumps({**said, "at": "2026-03-02T09:00:00+00:00", "forgotten": True}))

    page.route_web_socket(re.compile("/ws/conversations/"), serve)
    page.goto(CHAT)
    say(page, "hello")
    expect(said_by_user(page).first).to_have_text("This message was forgotten.")


def nothing_waits(page: Page) -> None:
    """The browser keeps no words that were not sent."""
    page.wait_for_function("!Object.keys(localStorage).some((key) => key.startsWith('rapport.pending.'))")


def test_f20_after_forgetting_another_tab_says_so_is_empty_and_keeps_no_words(page: Page) -> None:
    other = page.context.new_page()
    address = begin(page)
    other.goto(address)
    expect(other.locator(".chat-state")).to_have_attribute("data-state", "online")
    page.goto(f"{address}forget/")
    page.get_by_role("button", name="Forget it for good").click()

    expect(other.get_by_role("alert").filter(has_text="This conversation was forgotten.")).to_be_visible()
    expect(other.get_by_text("no longer open to you here")).to_be_hidden()
    expect(said_by_user(other)).to_have_count(0)
    say(other, "something private")

    expect(other.get_by_label("Your message")).to_have_value("something private")
    expect(other.locator("[data-pending]")).to_be_empty()
    nothing_waits(other)
