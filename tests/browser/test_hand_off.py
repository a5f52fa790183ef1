"""A person is asked for, answers from the admin, and gives the conversation back (T11): from both sides."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.talk import expect_reply, said_by_user, say, sign_in, start

pytestmark = pytest.mark.browser


def staff_page(new_context: NewContext, **options: object) -> Page:
    """The admin's list of those who wait, as the site's staff account sees it."""
    page = new_context(**options).new_page()
    sign_in(page, "staff")
    page.goto("/admin/conversations/conversation/")
    return page


def head(page: Page, words: str) -> None:
    """Wait until the head of the chat says so."""
    expect(page.locator(".chat-state [data-when]:visible")).to_have_text(words)


@pytest.mark.parametrize("with_scripts", [True, False])
def test_t11_a_hand_off_there_and_back(page: Page, new_context: NewContext, with_scripts: bool) -> None:
    start(page)
    say(page, "I want to book the Grand Hotel")
    expect_reply(page, "How many guests", count=1)
    say(page, "a person")
    head(page, "A colleague was asked")
    say(page, "we are seven with a dog")
    expect(said_by_user(page)).to_have_count(3)
    page.reload()
    head(page, "A colleague was asked")

    staff = staff_page(new_context, java_script_enabled=with_scripts, viewport={"width": 390, "height": 800})
    staff.get_by_role("link", name="Grand Hotel concierge").first.click()
    expect(staff.get_by_text("we are seven with a dog")).to_be_visible()
    staff.get_by_label("Your answer").fill("\u202eDogs are welcome.")
    say(page, "and a cat")
    expect(said_by_user(page)).to_have_count(4)
    if not with_scripts:
        staff.get_by_role("button", name="Look for new messages").click()
    expect(staff.get_by_text("and a cat")).to_be_visible()
    expect(staff.get_by_label("Your answer")).to_have_value("\u202eDogs are welcome.")
    staff.get_by_role("button", name="Send the answer").click()
    answered = staff.get_by_role("log").get_by_text("Dogs are welcome.")
    expect(answered).to_be_visible()
    expect(answered).to_have_css("unicode-bidi", "isolate")

    answer = page.locator(".message-staff")
    expect(answer).to_contain_text("A colleague")
    expect(answer).to_contain_text("Dogs are welcome.")
    expect(page.get_by_role("log").locator(".message-staff")).to_have_count(1)
    head(page, "A person is with you")

    expect(answer.locator(".message-text")).to_have_css("unicode-bidi", "isolate")
    say(page, "no nuts")
    expect(said_by_user(page)).to_have_count(5)
    if not with_scripts:
        staff.get_by_role("button", name="Hand back").click()
    expect(staff.get_by_text("no nuts")).to_be_visible()
    staff.get_by_role("button", name="Hand back").click()
    expect(staff.get_by_text("Given back.")).to_be_visible()
    expect(staff.get_by_text("Nobody asks for a person.")).to_be_visible()
    expect_reply(page, "How many guests", count=3)
    head(page, "Online")
