"""A scenario is written, is red and named where one publishes, which asks for a reason; mended, it is green."""

import os
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import NewContext, complaints_of
from tests.browser.site import PASSWORD, Site

pytestmark = pytest.mark.browser

BY_THE_WORKER = 60_000
"""Milliseconds in which a worker begins a process and plays a scenario on a slow machine."""


@pytest.fixture
def slug(site: Site) -> str:
    """An agent of this test's own, with a draft and nothing live."""
    slug = f"door_{secrets.token_hex(3)}"
    flows = '{hi: {name: Hi, "on": [{message: [says hello]}], steps: [{id: go, say: Hello.}]}}'
    text = f"agent: {slug}\nname: {slug}\nvisitors: true\nflows: {flows}\n"
    site.execute(f"from agents.actions import import_agent; import_agent({text!r})")
    return slug


def _signed_in(page: Page) -> Page:
    page.goto("/admin/")
    page.get_by_label("Username").fill("staff")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/admin/")
    return page


def _open(page: Page, slug: str, where: str) -> None:
    page.goto("/admin/agents/agent/?q=" + slug)
    page.get_by_role("link", name=slug).first.click()
    page.get_by_role("link", name=where).click()


def _text(answer: str) -> str:
    return f"""\
scenario: greets at the door
turns:
  - user: hello
    understand: {{flows: [hi]}}
    expect: {{messages: [{answer}]}}
"""


def _wide(page: Page) -> int:
    """By how much the page is wider than its window."""
    wider: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wider


def _look(page: Page, name: str) -> None:
    """Nothing is wrong with the page as it stands; a picture of it where SCREENSHOTS names a folder."""
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
    assert _wide(page) <= 0
    assert faults(page, "#content, .work") == []


def test_a_red_scenario_is_named_before_publishing_and_a_mended_one_is_no_more(
    slug: str, new_context: NewContext
) -> None:
    page = _signed_in(new_context().new_page())
    complaints = complaints_of(page)
    _open(page, slug, "Scenarios")
    _look(page, "empty")
    page.locator(".work-buttons").get_by_role("link", name="Write a scenario").click()
    expect(page.get_by_label("Scenario (YAML)")).to_have_value(f"""\
scenario: says something to a greeting
agent: "{slug}"
turns:
  - user: Hello
    expect:
      replied: true
""")
    page.get_by_label("Scenario (YAML)").fill(_text("Bye.") + "  - user: 7\n")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("line 6: turns.1")).to_be_visible()
    _look(page, "wrong")
    page.get_by_label("Scenario (YAML)").fill(_text("Bye."))
    page.get_by_role("button", name="Save and run").click()
    expect(page.get_by_text("1 failed")).to_be_visible(timeout=BY_THE_WORKER)
    _look(page, "list")
    page.get_by_role("link", name="greets at the door").click()
    expect(page.get_by_text("expected 'Bye.', came out 'Hello.'")).to_be_visible()
    _look(page, "red")

    _open(page, slug, "Publish version 1")
    expect(page.locator(".work-line", has_text="greets at the door")).to_contain_text("failed")
    _look(page, "publish")
    page.get_by_role("button", name="Publish version 1").click()  # the browser asks for the reason first
    expect(page.get_by_label("Why you publish nevertheless")).to_be_focused()
    page.get_by_label("Why you publish nevertheless").fill("The scenario is older than the sentence.")
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is live")).to_have_count(2)
    page.goto("/admin/agents/version/")
    expect(page.get_by_text("The scenario is older than the sentence.")).to_be_visible()

    page.goto("/admin/agents/agent/?q=" + slug)
    page.get_by_role("link", name=slug).first.click()
    page.locator("#id_name").fill(f"{slug} two")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Scenarios").click()
    expect(page.get_by_text("not run since the draft changed").first).to_be_visible()
    page.get_by_role("link", name="greets at the door").click()
    page.get_by_label("Scenario (YAML)").fill(_text("Hello."))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("never run")).to_be_visible()

    _open(page, slug, "Publish version 2")
    page.get_by_role("button", name="Run them").click()
    # How it looks meanwhile is not looked at here: the page comes anew every other second.
    expect(page.get_by_text("The scenario has passed on the draft as it is now.")).to_be_visible(timeout=BY_THE_WORKER)
    expect(page.get_by_label("Why you publish nevertheless")).to_have_count(0)
    _look(page, "green")
    page.get_by_role("button", name="Publish version 2").click()
    expect(page.get_by_text("Version 2 is live").first).to_be_visible()
    assert [complaint for complaint in complaints if "422" not in complaint] == []  # what is refused is no complaint


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_on_a_phone_it_is_run_and_read(slug: str, new_context: NewContext, scripts: bool) -> None:
    page = _signed_in(new_context(viewport={"width": 320, "height": 640}, java_script_enabled=scripts).new_page())
    page.goto("/admin/agents/agent/?q=" + slug)
    page.goto(page.get_by_role("link", name=slug).first.get_attribute("href") or "")
    page.get_by_role("link", name="Scenarios").click()
    page.locator(".work-buttons").get_by_role("link", name="Write a scenario").click()
    page.get_by_label("Scenario (YAML)").fill(_text("a very long answer that nobody gives " * 4))
    page.get_by_role("button", name="Save and run").click()
    expect(page.get_by_text("1 failed")).to_be_visible(timeout=BY_THE_WORKER)
    page.get_by_role("link", name="greets at the door").click()
    expect(page.get_by_text("came out 'Hello.'")).to_be_visible()
    if scripts:
        _look(page, "phone-red")
        _open(page, slug, "Publish version 1")
        expect(page.get_by_label("Why you publish nevertheless")).to_be_visible()
        _look(page, "phone-publish")
