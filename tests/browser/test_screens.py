"""The screens as a whole: narrow and wide, light and dark, by keyboard, and what they weigh."""

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.site import ROOT
from tests.browser.talk import expect_reply, expect_scripts, say, sign_in, start

pytestmark = pytest.mark.browser

LONG = "averylongword" * 20 + " https://example.org/" + "path/" * 40 + "\n| a | b | c |\n" + "🏨" * 60
STATIC = ROOT / "static"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_l7_nothing_overflows_at_320_pixels(new_context: NewContext, person: str, scheme: str) -> None:
    page = new_context(viewport={"width": 320, "height": 640}, color_scheme=scheme).new_page()
    addresses = ["/", "/chat/hotel/", "/profile/facts/", "/c/00000000-0000-0000-0000-000000000000/", "/accounts/login/"]
    sign_in(page, person)

    wide = [address for address in addresses if page.goto(address) and _overflow(page) > 0]
    start(page)
    say(page, LONG)
    expect(page.locator(".message-agent[data-seq]")).to_have_count(1)
    page.locator(".menu summary").click()

    assert wide == []
    assert _overflow(page) <= 0
    assert page.locator(".menu-sheet").evaluate("sheet => sheet.getBoundingClientRect().left") >= 0


def _overflow(page: Page) -> int:
    overflow: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return overflow


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(new_context: NewContext, scheme: str) -> None:
    page = new_context(color_scheme=scheme).new_page()
    page.goto("/")

    pairs = [
        *((text, ground) for text in ("text", "text-muted", "accent-text") for ground in ("surface", "surface-raised")),
        ("on-accent", "accent"),
        ("accent-text", "accent-surface"),
        *((f"{tone}-text", f"{tone}-surface") for tone in ("success", "warning", "danger")),
        *((f"{tone}-text", "surface") for tone in ("success", "warning", "danger")),
    ]
    low = {pair: contrast for pair in pairs if (contrast := _contrast(page, *pair)) < 4.5}

    assert low == {}


def _contrast(page: Page, text: str, ground: str) -> float:
    """The contrast of two tokens as the browser paints them (WCAG 2)."""
    bright, dark = sorted((_luminance(page, text), _luminance(page, ground)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(page: Page, token: str) -> float:
    colour = page.evaluate(
        "name => { document.body.style.color = `var(--${name})`; return getComputedStyle(document.body).color; }", token
    )
    red, green, blue = (_linear(int(part) / 255) for part in re.findall(r"\d+", colour)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def test_the_colours_are_switched_without_a_reload_and_stay(page: Page) -> None:
    page.goto("/")
    page.evaluate("window.isStillThisPage = true")
    page.locator(".menu summary").click()

    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Dark").click()

    assert page.evaluate("window.isStillThisPage") is True
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_chat_is_led_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.includes('Start')"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your message")).to_be_focused()
    expect_scripts(page)

    page.keyboard.type("what is there to see in Zurich")
    page.keyboard.press("Enter")

    expect_reply(page, "take the boat", count=1)


def test_l1_the_live_region_gets_additions_only(page: Page) -> None:
    start(page)
    log = page.get_by_role("log")
    expect(log).to_have_attribute("aria-live", "polite")
    page.evaluate(
        """() => { window.removed = 0; new MutationObserver(changes => changes.forEach(change =>
        window.removed += change.removedNodes.length)).observe(document.querySelector('[role=log]'),
        {childList: true}); }"""
    )

    say(page, "what is there to see in Zurich")

    expect_reply(page, "take the boat", count=1)
    expect(log.locator(".message")).to_have_count(2)
    assert page.evaluate("window.removed") == 0
    expect(log.locator(".menu, .message-stream, .typing, [data-pending]")).to_have_count(0)


def test_l8_times_are_relative_to_the_eye_and_absolute_on_hover(page: Page) -> None:
    start(page)
    say(page, "what is there to see in Zurich")
    expect_reply(page, "take the boat", count=1)

    time = page.locator(".message-agent[data-seq] time")

    expect(time.locator("[data-eye]")).to_have_text("now")
    title = time.get_attribute("title") or ""
    assert re.search(r"\d{4}.*\d{1,2}:\d{2}", title)
    expect(time.locator("[data-ear]")).to_have_text(title)


def test_l2_the_direction_follows_the_words(page: Page) -> None:
    start(page)

    say(page, "أريد غرفة")

    bubble = page.locator(".message-user[data-seq] .message-text")
    expect(bubble).to_have_css("direction", "rtl")


def test_the_chats_own_scripts_and_styles_weigh_under_60_kilobytes(page: Page) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    start(page)
    page.reload()
    expect(page.locator(".chat-state")).to_have_attribute("data-state", "online")

    files = {Path(url.partition("/static/")[2]) for url in loaded if re.search(r"/static/.*\.(js|css)$", url)}
    sizes = {str(file): (STATIC / file).stat().st_size for file in files}

    assert "js/chat.js" in sizes
    assert sum(sizes.values()) < 60_000
    assert sum(len(gzip.compress((STATIC / file).read_bytes())) for file in files) < 30_000
