"""An agent is built in the admin by choices and rows, with no JSON written."""

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import NewContext, complaints_of
from tests.browser.site import Site
from tests.browser.talk import sign_in

pytestmark = pytest.mark.browser

OURS = ("data-ai", 'class="ai', "[name=", "summary")
"""What stands in a line about one of these inputs; the rest of the page is tested elsewhere."""
NOT_OURS = ("region", "landmark")
"""What axe says of the frame around the inputs."""
PHONE = {"width": 375, "height": 800}
MAKE = """
from agents.actions import import_agent
from agents.models import Agent
text = open("agents/examples/hotel.yaml").read()
import_agent(text.replace("agent: hotel", "agent: {slug}", 1).replace("name: Grand Hotel concierge", "name: {slug}", 1))
agent = Agent.objects.get(slug="{slug}")
flow = agent.flows.get(slug="book")
print(flow.steps.get(slug="is_small").pk, flow.steps.get(slug="ask_stay").pk, flow.steps.get(slug="price").pk)
"""


@pytest.fixture
def staff(new_context: NewContext) -> Page:
    return new_context().new_page()


def made(site: Site, slug: str) -> list[str]:
    """A draft of its own; the keys of an if step, a talk step and a do step."""
    return site.execute(MAKE.replace("{slug}", slug)).split()


def opened(page: Page, kind: str, key: str) -> None:
    sign_in(page, "staff")
    page.goto(f"/admin/agents/{kind}/{key}/change/")


def saved(page: Page, site: Site, kind: str, key: str, column: str) -> object:
    """What the row holds once the page is saved."""
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully").first).to_be_visible()
    asked = f"import json; from agents.models import {kind}; print(json.dumps({kind}.objects.get(pk={key}).{column}))"
    return json.loads(site.execute(asked))


def part(page: Page, column: str) -> Locator:
    return page.locator("[data-ai]", has=page.locator(f"[name={column}_is]"))


def test_a_condition_is_built_by_rows(site: Site, staff: Page) -> None:
    step, *_others = made(site, "by_rows")
    complaints = complaints_of(staff)
    opened(staff, "step", step)
    fork = part(staff, "condition")

    fork.get_by_label("Row 1: what is looked at").select_option("guests")
    expect(fork.get_by_label("Row 2: what is looked at")).to_be_visible()
    fork.get_by_label("Row 1: how").select_option("gt")
    expect(fork.get_by_label("Row 1: the value")).to_have_attribute("type", "number")
    fork.get_by_label("Row 1: the value").fill("6")
    fork.get_by_label("Row 2: what is looked at").select_option("hotel")
    expect(fork.get_by_label("How many of them must hold")).to_be_visible()
    fork.get_by_label("How many of them must hold").select_option("any")
    fork.get_by_label("Row 2: how").select_option("in")
    fork.get_by_label("Bellevue").check()
    fork.get_by_label("Row 3: what is looked at").select_option("*")
    fork.get_by_label("Row 3: its path").fill("context.vip")
    fork.get_by_label("Row 3: the value").fill("true")
    fork.get_by_role("checkbox", name="as JSON").check()
    expect(fork.get_by_label("If, as JSON")).to_contain_text('"context.vip": true')
    fork.get_by_role("checkbox", name="as JSON").uncheck()
    expect(fork.get_by_label("Row 1: the value")).to_have_value("6")
    fork.get_by_role("button", name="Remove row 3").click()
    expect(fork.get_by_label("Row 3: its path")).to_be_hidden()

    assert saved(staff, site, "Step", step, "condition") == {
        "any": [{"gt": {"guests": 6}}, {"in": {"hotel": ["Bellevue"]}}]
    }
    assert complaints == []


def test_a_way_that_forgets_and_says_something(site: Site, new_context: NewContext) -> None:
    _fork, step, _price = made(site, "on_the_way")
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    complaints = complaints_of(page)
    opened(page, "step", step)
    then = part(page, "then")

    with page.expect_response("**/input/"):
        then.get_by_label("Then: where to go").select_option("step:ask_hotel")
        then.get_by_text("On the way").click()  # what is unfolded while the server draws stays so
    then.get_by_label("Say, word for word").fill("Once more, for  guests.")
    then.get_by_label("Say, word for word").evaluate("area => area.setSelectionRange(15, 15)")
    then.get_by_role("button", name="guests", exact=True).click()
    then.get_by_label("date – Day of arrival").check()

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert saved(page, site, "Step", step, "then") == {
        "step": "ask_hotel",
        "clear": ["date"],
        "say": "Once more, for {{ data.guests }} guests.",
    }
    assert complaints == []


def test_the_input_of_another_action(site: Site, staff: Page) -> None:
    _fork, _step, price = made(site, "an_action")
    complaints = complaints_of(staff)
    opened(staff, "step", price)
    given = part(staff, "input")
    expect(given.get_by_label("hotel")).to_have_value("{{ data.hotel }}")

    staff.locator("select[name=action]").select_option("merchant_key")
    given = part(staff, "input")
    expect(given.get_by_label("merchant", exact=True)).to_be_visible()
    for old in ("hotel (gone)", "guests (gone)"):
        given.get_by_label(old).fill("")
    given.get_by_label("merchant", exact=True).fill("")
    given.get_by_role("button", name="wishes", exact=True).click()

    assert saved(staff, site, "Step", price, "input") == {"merchant": "{{ data.wishes }}"}
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_inputs_have_labels_and_contrast(site: Site, new_context: NewContext, scheme: str) -> None:
    _fork, step, price = made(site, f"axe_{scheme}")
    page = new_context(color_scheme=scheme).new_page()
    opened(page, "step", step)
    for key in (step, price):
        page.goto(f"/admin/agents/step/{key}/change/")
        found = [fault for fault in faults(page) if any(ours in fault for ours in OURS)]
        assert [fault for fault in found if not fault.startswith(NOT_OURS)] == []
