"""What a person does in the browser, in their own words."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.site import PASSWORD


def sign_in(page: Page, name: str = "demo") -> None:
    """Sign in by the form."""
    page.goto("/accounts/login/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What can we do for you?")


def start(page: Page, agent: str = "Grand Hotel concierge") -> None:
    """Begin a conversation from the start page, skip what is asked first, and wait until its line is open."""
    page.goto("/")
    page.get_by_role("button", name=f"Start {agent}").click()
    page.wait_for_url(re.compile("/c/|/first/"))
    if page.url.endswith("/first/"):
        page.get_by_role("button", name="Skip").click()
    expect(page.locator(".chat-state")).to_have_attribute("data-state", "online")


def say(page: Page, text: str) -> None:
    """Type a message and press Enter."""
    expect_scripts(page)
    composer = page.get_by_label("Your message")
    composer.fill(text)
    composer.press("Enter")


def expect_scripts(page: Page) -> None:
    """The page's modules have run: before that Enter only breaks the line."""
    page.wait_for_load_state("domcontentloaded")


def said_by_agent(page: Page) -> Locator:
    """The agent's messages, without those still being written."""
    return page.locator(".message-agent[data-seq] .message-text")


def said_by_user(page: Page) -> Locator:
    """The person's messages that the server has."""
    return page.locator(".message-user[data-seq] .message-text")


def expect_reply(page: Page, text: str, *, count: int) -> None:
    """The agent has said `count` messages, and the last one has `text` in it."""
    expect(said_by_agent(page)).to_have_count(count)
    expect(said_by_agent(page).last).to_contain_text(text)
