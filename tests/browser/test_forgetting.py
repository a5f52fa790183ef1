"""Having something forgotten, in the browser (F20)."""

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.talk import said_by_user, say, sign_in, start

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


def test_f20_a_forgotten_fact_is_blanked_in_every_tab_in_place(page: Page, person: str) -> None:
    sign_in(page, person)
    start(page, "Assistant comptable")
    say(page, "Je suis photographe.")
    undo = page.locator(".fact-card").get_by_role("button", name="Undo")
    undo.focus()
    entry = page.locator("[data-fact]").last.get_attribute("data-fact")
    drawn, profile = page.context.new_page(), page.context.new_page()
    drawn.goto(page.url)
    expect(drawn.locator(".chat-state")).to_have_attribute("data-state", "online")
    expect(drawn.locator(".fact-card")).to_contain_text("photographe")

    profile.goto(f"/profile/facts/{entry}/forget/")
    profile.get_by_role("button", name="Forget it for good").click()
    expect(profile.get_by_role("status")).to_be_visible()

    for tab in (page, drawn):
        expect(said_by_user(tab)).to_have_text(["This message was forgotten."])
        expect(tab.locator(".fact-card")).to_have_count(0)
        expect(tab.locator(".message-system .message-forgotten")).to_have_count(1)
        expect(tab.locator(".conversation")).not_to_contain_text("photographe")
    expect(page.get_by_label("Your message")).to_be_focused()
    before = page.locator("[data-seq] .message-text").all_inner_texts()
    page.reload()
    assert page.locator("[data-seq] .message-text").all_inner_texts() == before


def test_f20_a_tab_that_was_away_blanks_what_was_forgotten_when_it_comes_back(page: Page, person: str) -> None:
    lines: list[WebSocketRoute] = []

    def serve(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 2:  # while it is away it does not come back
            line.close(code=1011)
            return
        line.connect_to_server()

    page.route_web_socket(re.compile("/ws/conversations/"), serve)
    sign_in(page, person)
    start(page, "Assistant comptable")
    say(page, "Je suis photographe.")
    expect(page.locator(".fact-card")).to_contain_text("photographe")
    entry = page.locator("[data-fact]").last.get_attribute("data-fact")
    profile = page.context.new_page()
    profile.goto(f"/profile/facts/{entry}/forget/")
    lines[0].close(code=1011)
    profile.get_by_role("button", name="Forget it for good").click()
    expect(said_by_user(page)).to_have_text(["This message was forgotten."])
    expect(page.locator(".conversation")).not_to_contain_text("photographe")
