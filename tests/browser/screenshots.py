"""The pictures of the README, taken anew from a running site: `python -m tests.browser.screenshots`."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.site import ROOT, running
from tests.browser.talk import expect_reply, say, sign_in, start
from tests.chromium import chromium

IMAGES = ROOT / "docs" / "images"
WIDE = {"width": 1080, "height": 560}
BOOKING = "I want to book the Grand Hotel for 2 people next Friday"


def main() -> None:
    """Book a room, say two things about oneself, and take a picture of each page."""
    with running() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium() or None, args=ARGUMENTS.split())
        page = _page(browser, site.url)
        sign_in(page)
        _chat(page, IMAGES / "chat.png")
        _profile(page, IMAGES / "profile.png")
        browser.close()


def _page(browser: Browser, url: str) -> Page:
    context = browser.new_context(
        base_url=url, locale="en-GB", timezone_id="Europe/Zurich", viewport=WIDE, color_scheme="light"
    )
    return context.new_page()


def _chat(page: Page, file: Path) -> None:
    start(page)
    say(page, BOOKING)
    expect_reply(page, "Your booking is confirmed", count=1)
    page.screenshot(path=file)


def _profile(page: Page, file: Path) -> None:
    """A certain statement is kept, a hedged one proposed (F5)."""
    say(page, "I work as a photographer. I think I live in Lausanne.")
    expect(page.locator(".fact-note:visible")).to_be_visible()
    expect(page.get_by_role("button", name="Remember")).to_have_count(2)
    page.goto("/profile/facts/")
    expect(page.get_by_role("button", name="Remember")).to_have_count(2)
    page.screenshot(path=file, full_page=True)


if __name__ == "__main__":
    main()
