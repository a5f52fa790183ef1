"""Where a person writes (L3)."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.talk import expect_reply, said_by_user, say, start

pytestmark = pytest.mark.browser

COMPOSING_ENTER = """field => field.dispatchEvent(new KeyboardEvent("keydown",
    {key: "Enter", keyCode: 229, isComposing: true, bubbles: true, cancelable: true}))"""


def test_l3_enter_sends_and_the_focus_stays(page: Page) -> None:
    start(page)

    say(page, "what is there to see in Zurich")

    expect_reply(page, "take the boat", count=1)
    expect(page.get_by_label("Your message")).to_be_focused()
    expect(page.get_by_label("Your message")).to_have_value("")


def test_l3_shift_and_enter_break_the_line(page: Page) -> None:
    start(page)
    composer = page.get_by_label("Your message")

    composer.press_sequentially("what is there to see")
    composer.press("Shift+Enter")
    composer.press_sequentially("in Zurich")
    composer.press("Enter")

    expect(said_by_user(page)).to_have_text(["what is there to see\nin Zurich"], use_inner_text=True)


def test_l3_enter_that_ends_a_composition_does_not_send(page: Page) -> None:
    start(page)
    composer = page.get_by_label("Your message")
    composer.fill("こんにちは")

    composer.evaluate(COMPOSING_ENTER)

    expect(composer).to_have_value("こんにちは")
    expect(page.locator(".message-user[data-state]")).to_have_count(0)


def test_the_composer_grows_to_six_lines_and_no_further(page: Page) -> None:
    start(page)
    composer = page.get_by_label("Your message")
    heights = []

    for lines in (1, 3, 6, 12):
        composer.fill("\n".join(["line"] * lines))
        heights.append(composer.evaluate("field => field.clientHeight"))

    assert heights[0] < heights[1] < heights[2]
    assert heights[3] <= heights[2] + 10


@pytest.mark.parametrize("width", [1280, 320])
def test_l7_a_long_word_leaves_the_send_button_on_the_screen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    start(page)

    page.get_by_label("Your message").fill("https://example.org/" + "path" * 45)

    send = page.get_by_role("button", name="Send").bounding_box()
    assert send
    assert send["x"] + send["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_message_that_is_too_long_is_not_sent_and_loses_nothing(page: Page) -> None:
    start(page)
    composer = page.get_by_label("Your message")

    composer.fill("🏨" * 9000)
    composer.press("Enter")

    expect(page.get_by_text("8,000 characters at most; this has 9,000.")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="Shorten the message")).to_be_visible()
    expect(composer).to_have_value("🏨" * 9000)
    expect(page.locator(".message-user[data-seq], .message-user[data-state]")).to_have_count(0)

    composer.fill("what is there to see in Zurich")

    expect(page.get_by_text("Shorten the message")).to_be_hidden()
    expect(page.get_by_text("this has")).to_be_hidden()
    composer.press("Enter")
    expect_reply(page, "take the boat", count=1)


def test_l7_markup_in_a_message_stays_text_and_links_open_safely(page: Page) -> None:
    start(page)

    say(page, "<img src=x onerror=alert(1)> see https://example.org/a_(b).")

    said = said_by_user(page)
    expect(said).to_have_text("<img src=x onerror=alert(1)> see https://example.org/a_(b).")
    expect(said.locator("img")).to_have_count(0)
    link = said.get_by_role("link")
    expect(link).to_have_attribute("href", "https://example.org/a_(b)")
    expect(link).to_have_attribute("rel", "noopener noreferrer nofollow")
