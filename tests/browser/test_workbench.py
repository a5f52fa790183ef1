"""The pages of a draft as somebody uses them who is no programmer: build, sort, branch, check, copy, a stale save."""

import secrets

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import NewContext, complaints_of
from tests.browser.site import PASSWORD, Site

pytestmark = pytest.mark.browser


@pytest.fixture
def name() -> str:
    """The id of an agent of this test's own."""
    return f"desk_{secrets.token_hex(3)}"


@pytest.fixture
def staff(new_context: NewContext) -> Page:
    return _signed_in(new_context().new_page())


def _signed_in(page: Page) -> Page:
    page.goto("/admin/")
    page.get_by_label("Username").fill("staff")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/admin/")
    return page


def _file(slug: str) -> str:
    return f"""
agent: {slug}
name: {slug}
visitors: true
fields:
  guests: {{type: integer, description: Number of guests, ask: How many?}}
  date: {{type: date, description: Day of arrival, ask: When?}}
flows:
  book:
    name: Book
    description: The guest wants a room.
    "on": [{{message: [book a room]}}]
    required: [guests, date]
    steps:
      - id: ask
        collect: [guests]
        branches:
          - {{label: a group, if: {{gt: {{guests: 6}}}}, then: group}}
          - {{when: [is not sure], then: end}}
      - {{id: day, collect: [date]}}
      - {{id: done, say: Booked., then: end}}
      - id: group
        say: We will call you.
        then: {{end: failed}}
"""


def _import(staff: Page, text: str) -> None:
    staff.goto("/admin/agents/agent/")
    staff.get_by_role("link", name="Import").click()
    staff.get_by_label("Agent file (YAML)").fill(text)
    staff.get_by_role("button", name="Import").click()
    expect(staff.get_by_text("Imported. People get it once it is published.")).to_be_visible()


def _open(staff: Page, *names: str) -> None:
    for name in names:
        staff.locator(".work-line-title", has_text=name).click()
        expect(staff.locator(".work-trail [aria-current]")).to_have_text(name)


def _save(staff: Page) -> None:
    staff.get_by_role("button", name="Save", exact=True).click()


def _order(staff: Page) -> list[str]:
    return [str(one.get_attribute("data-name")) for one in staff.locator("#steps-group .work-line").all()]


def test_a_newcomer_builds_and_publishes_an_agent(staff: Page, name: str) -> None:
    complaints = complaints_of(staff)
    staff.goto("/admin/agents/agent/")
    staff.get_by_role("link", name="Add agent").click()
    staff.get_by_label("What is the agent called?").fill("Front desk")
    staff.get_by_label("Id (optional)").fill(name)
    staff.get_by_role("button", name="Add an agent").click()

    staff.locator(".work-next").get_by_role("link", name="Add a field").click()
    staff.get_by_label("What does the agent ask?").fill("How many guests?")
    staff.get_by_label("What is the answer?").fill("Number of guests")
    staff.get_by_label("What kind of answer is it?").select_option("integer")
    staff.get_by_role("button", name="Add a field").click()
    staff.get_by_role("navigation", name="Where you are").get_by_role("link", name="Front desk").click()

    staff.locator(".work-next").get_by_role("link", name="Add a flow").click()
    staff.get_by_label("What can people get done?").fill("Book a table")
    staff.get_by_label("What does the person want?").fill("The guest wants a table.")
    staff.get_by_label("What do people say or want when it begins?").fill("wants a table")
    staff.get_by_label("How many guests?").check()
    staff.get_by_role("button", name="Add a flow").click()
    expect(staff.locator("#steps-group .work-line")).to_have_count(2)
    expect(staff.locator(".work-picture svg")).to_be_visible()

    staff.get_by_role("link", name="Publish version 1").click()
    staff.get_by_role("button", name="Publish version 1").click()
    expect(staff.get_by_text("Version 1 is live. Conversations that have begun")).to_be_visible()
    assert complaints == []


def test_steps_are_sorted_by_keyboard_and_by_dragging(staff: Page, name: str) -> None:
    complaints = complaints_of(staff)
    _import(staff, _file(name))
    _open(staff, "Book")

    down = staff.get_by_role("button", name="Move ask down")
    down.focus()
    staff.keyboard.press("Enter")
    expect(down).to_be_focused()
    expect(staff.get_by_text("The order has changed: save to keep it.").first).to_be_visible()
    assert _order(staff) == ["day", "ask", "done", "group"]
    _save(staff)
    _open(staff, "Book")
    assert _order(staff) == ["day", "ask", "done", "group"]

    _drag(staff, staff.locator("[data-name=day] .work-handle"), staff.locator("[data-name=done]"))
    assert _order(staff) != ["day", "ask", "done", "group"]
    after = _order(staff)
    _save(staff)
    _open(staff, "Book")
    assert _order(staff) == after
    assert complaints == []


def _drag(staff: Page, handle: Locator, target: Locator) -> None:
    start, end = handle.bounding_box(), target.bounding_box()
    assert start
    assert end
    staff.mouse.move(start["x"] + 5, start["y"] + 5)
    staff.mouse.down()
    staff.mouse.move(start["x"] + 5, start["y"] + 40, steps=5)
    staff.mouse.move(start["x"] + 5, end["y"] + end["height"] - 4, steps=10)
    staff.mouse.up()


def test_the_kind_decides_at_once_which_inputs_are_seen(staff: Page, name: str) -> None:
    _import(staff, _file(name))
    _open(staff, "Book", "done")
    expect(staff.locator("textarea[name=say]")).to_be_visible()
    expect(staff.locator(".field-collect")).to_be_hidden()

    staff.locator("[name=kind][value=say]").focus()
    staff.keyboard.press("ArrowLeft")
    expect(staff.locator(".field-collect")).to_be_visible()
    expect(staff.locator("#branches-group")).to_be_visible()
    expect(staff.locator("textarea[name=say]")).to_be_hidden()
    staff.keyboard.press("ArrowRight")
    expect(staff.locator("textarea[name=say]")).to_have_value("Booked.")


def test_branches_unfold_and_are_sorted(staff: Page, name: str) -> None:
    complaints = complaints_of(staff)
    _import(staff, _file(name))
    _open(staff, "Book", "ask")
    first = staff.locator("#branch-1")
    expect(first.locator("[name=branches-0-label]")).to_be_hidden()
    first.get_by_role("button", expanded=False).click()
    first.locator("[name=branches-0-label]").fill("a party")
    staff.get_by_role("button", name="Move branch 1 down").click()
    _save(staff)
    _open(staff, "ask")
    titles = staff.locator(".work-branch .work-branch-title[aria-expanded]")
    expect(titles).to_have_count(2)
    expect(titles.nth(0)).to_contain_text("is not sure")
    expect(titles.nth(1)).to_contain_text("A party")
    assert complaints == []


def test_a_problem_of_a_file_leads_to_its_line(staff: Page, name: str) -> None:
    _import(staff, _file(name))
    staff.get_by_role("link", name="File").click()
    area = staff.get_by_label("Agent file (YAML)")
    area.fill(area.input_value().replace("then: group", "then: nowhere"))
    staff.get_by_role("button", name="Check").click()
    staff.locator("[data-line]").first.click()
    assert area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)").strip() == "then: nowhere"


def test_a_page_shows_new_problems_when_one_comes_back_and_leads_to_their_place(staff: Page, name: str) -> None:
    _import(staff, _file(name))
    expect(staff.locator("#problems")).to_contain_text("No problems")
    agent = staff.url
    other = staff.context.new_page()
    other.goto(agent)
    _open(other, "Book")
    other.get_by_label("Remove group").press(" ")
    _save(other)
    expect(other.locator("#problems")).to_contain_text("1 error")
    other.close()

    staff.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(staff.locator("#problems")).to_contain_text("1 error")
    staff.get_by_role("link", name="flow book, step ask, branch 1").click()
    expect(staff.locator("#branch-1 select[name=branches-0-then_choice]")).to_be_visible()


def test_a_step_is_copied(staff: Page, name: str) -> None:
    _import(staff, _file(name))
    _open(staff, "Book", "done")
    staff.get_by_role("button", name="Duplicate").click()
    expect(staff.get_by_text("Copied step done of flow book as done_copy.")).to_be_visible()
    expect(staff.locator(".work-trail [aria-current]")).to_have_text("done_copy")


def test_a_stale_save_shows_both_and_mine_can_be_saved_over(staff: Page, new_context: NewContext, name: str) -> None:
    _import(staff, _file(name))
    _open(staff, "Book", "done")
    other = _signed_in(new_context().new_page())
    other.goto(staff.url)
    other.locator("textarea[name=say]").fill("Theirs.")
    _save(other)

    staff.locator("textarea[name=say]").fill("Mine.")
    _save(staff)
    stale = staff.get_by_role("alert").filter(has_text="Somebody changed this agent after you opened the page")
    expect(stale.get_by_role("cell", name="Theirs.")).to_be_visible()
    expect(stale.get_by_role("cell", name="Mine.")).to_be_visible()
    stale.get_by_role("button", name="Save mine over it").click()
    expect(staff.locator("[data-name=done] .work-says")).to_contain_text("Mine.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_fit_a_phone_and_have_no_faults(new_context: NewContext, site: Site, name: str, scheme: str) -> None:
    page = _signed_in(new_context(viewport={"width": 1200, "height": 800}, color_scheme=scheme).new_page())
    _import(page, _file(name))
    agent = page.url
    _open(page, "Book")
    flow = page.url
    _open(page, "ask")
    found: list[str] = []
    for address in (
        agent,
        flow,
        page.url,
        f"{flow.removesuffix('change/')}add-step/",
        f"{agent.removesuffix('change/')}file/",
    ):
        page.set_viewport_size({"width": 1200, "height": 800})
        page.goto(address)
        found += [f"{address} {fault}" for fault in faults(page) if "work" in fault and not fault.startswith("region:")]
        page.set_viewport_size({"width": 375, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
            found.append(f"{address} is too wide")
    assert found == []
