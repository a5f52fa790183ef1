"""A running site, and a Chromium that looks at it."""

import os
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.site import Site, running
from tests.chromium import chromium

ARGUMENTS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
ON_A_SLOW_MACHINE = 15_000

NewContext = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """The shipped site with its example agents and the accounts `demo` and `staff`."""
    with running() as site:
        yield site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; without one the tests are skipped, or fail when REQUIRE_ALL is 1."""
    program = chromium()
    if not program:
        reason = "no Chromium found; install it or set CHROMIUM"
        pytest.fail(reason) if os.environ.get("REQUIRE_ALL") == "1" else pytest.skip(reason)
    expect.set_options(timeout=ON_A_SLOW_MACHINE)
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=program, args=ARGUMENTS.split())
        yield chrome
        chrome.close()


@pytest.fixture
def new_context(browser: Browser, site: Site) -> Iterator[NewContext]:
    """Makes browser contexts: a person's browser each, with cookies of its own."""
    made: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(base_url=site.url, **{"locale": "en-GB", **options})
        context.set_default_timeout(ON_A_SLOW_MACHINE)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture
def page(new_context: NewContext) -> Iterator[Page]:
    """A visitor's page. The test fails if its console reports an error, be it a script's or a broken policy's."""
    page = new_context().new_page()
    complaints = complaints_of(page)
    yield page
    assert complaints == []


def complaints_of(page: Page) -> list[str]:
    """What the page's console will report as errors, filled in as it happens."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    return found


@pytest.fixture
def person(site: Site) -> str:
    """The name of a new account, about which nothing is known."""
    name = f"person-{secrets.token_hex(4)}"
    site.add_person(name)
    return name
