"""The pictures of staff's screens in the docs, taken anew: `python -m tests.browser.staff_screenshots`.

`docs/screens.md` shows each of them; `tests/docs` holds the two together.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.screenshots import BOOKING, IMAGES
from tests.browser.site import Site, running
from tests.browser.talk import expect_reply, say, sign_in, start
from tests.chromium import chromium

FOLDER = IMAGES / "staff"
DESK = {"width": 1280, "height": 800}
HOTEL = "Grand Hotel concierge"


@dataclass(frozen=True, slots=True)
class Screen:
    """A page of staff: the name of its picture, and what a person clicks to see it."""

    name: str
    open: Callable[[Page], object]
    height: int = 800
    """Of the window, in pixels: the admin scrolls within it, so that a taller one shows more."""


def agents(page: Page) -> None:
    page.goto("/admin/agents/agent/")


def agent(page: Page) -> None:
    agents(page)
    page.get_by_role("link", name=HOTEL).first.click()


def changed(page: Page) -> None:
    """The agent's page once its draft says something else than the version that is live."""
    flow(page)
    page.get_by_role("link", name="Booked").first.click()
    text = page.locator("textarea:visible").first
    text.fill(text.input_value() + " We look forward to it.")
    page.get_by_role("button", name="Save", exact=True).click()
    agent(page)


def publish(page: Page) -> None:
    agent(page)
    page.get_by_role("link", name=re.compile("Publish version")).click()


def of_agent(link: str) -> Callable[[Page], None]:
    """The page that a link on the agent's page leads to."""

    def open(page: Page) -> None:
        agent(page)
        page.get_by_role("link", name=link, exact=True).first.click()

    return open


def flow(page: Page) -> None:
    of_agent("Book a room")(page)


def step(page: Page) -> None:
    flow(page)
    page.get_by_role("link", name="The hotel").first.click()


def trial(page: Page) -> None:
    of_agent("Try")(page)
    page.get_by_label("A visitor without an account").check()
    page.locator("form .playground-primary").click()
    page.wait_for_url("**/trial/**")
    chat = page.frame_locator("[data-chat]")
    composer = chat.get_by_label("Your message")
    composer.fill("I want to book the Grand Hotel")
    composer.press("Enter")
    expect(chat.locator(".message-agent[data-seq]")).to_have_count(1)
    page.wait_for_timeout(1500)


def scenarios(page: Page) -> None:
    """The scenarios of an agent, of which one was written and has passed."""
    of_agent("Scenarios")(page)
    page.get_by_role("link", name=re.compile("Write")).first.click()
    page.get_by_role("button", name="Save and run").click()
    page.wait_for_load_state("networkidle")
    of_agent("Scenarios")(page)
    expect(page.get_by_text("passed").first).to_be_visible(timeout=60_000)


def transcripts(page: Page) -> None:
    page.goto("/admin/conversations/transcripts/")


def transcript(page: Page) -> None:
    transcripts(page)
    page.locator(".inspector-conversations li", has_text="waits for an answer").get_by_role("link").first.click()


def turn(page: Page) -> None:
    transcript(page)
    page.get_by_role("link", name=re.compile("Turn 1")).click()


def address(path: str) -> Callable[[Page], object]:
    return lambda page: page.goto(path)


SCREENS = (
    Screen("agents", agents),
    Screen("agent", agent, height=1300),
    Screen("flow", flow, height=1300),
    Screen("step", step, height=1300),
    Screen("file", of_agent("File")),
    Screen("changed", changed),
    Screen("compare", of_agent("What changed")),
    Screen("scenarios", scenarios),
    Screen("publish", publish),
    Screen("trial", trial),
    Screen("transcripts", transcripts),
    Screen("turn", turn, height=1300),
    Screen("analytics", of_agent("How it goes"), height=1300),
    Screen("measures", address("/admin/conversations/measures/"), height=1300),
    Screen("waiting", address("/admin/conversations/conversation/")),
    Screen("audit_log", address("/admin/audit-log/")),
    Screen("patterns", address("/admin/facts/wikientry/")),
)


def main() -> None:
    """Talk a little, then take a picture of each screen of staff."""
    with running() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium() or None, args=ARGUMENTS.split())
        _talk(_page(browser, site, "demo"))
        page = _page(browser, site, "staff")
        FOLDER.mkdir(exist_ok=True)
        for screen in SCREENS:
            page.set_viewport_size({**DESK, "height": screen.height})
            screen.open(page)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=FOLDER / f"{screen.name}.png")
        browser.close()


def _page(browser: Browser, site: Site, name: str) -> Page:
    page = browser.new_context(
        base_url=site.url, locale="en-GB", timezone_id="Europe/Zurich", viewport=DESK, color_scheme="light"
    ).new_page()
    sign_in(page, name)
    return page


def _talk(page: Page) -> None:
    start(page)
    say(page, BOOKING)
    expect_reply(page, "Your booking is confirmed", count=1)
    start(page)
    say(page, "I want to book the Grand Hotel")
    expect(page.locator(".message-agent[data-seq]")).to_have_count(1)
    start(page)
    say(page, "I want to talk to a human")
    expect(page.locator(".message-agent[data-seq]")).to_have_count(1)


if __name__ == "__main__":
    main()
