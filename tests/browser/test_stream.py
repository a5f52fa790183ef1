"""A reply as it is written, and where the reader is meanwhile; the test says what the server says."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.test_line import SOCKET

pytestmark = pytest.mark.browser

PARAGRAPH = "A reply that takes its time, with a 🏨 in it. " * 8


class Server:
    """Stands in for the server's socket."""

    def __init__(self, page: Page) -> None:
        self.line: WebSocketRoute | None = None
        self.heard: list[dict[str, Any]] = []
        self.seq = 0
        page.route_web_socket(SOCKET, self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(lambda frame: self.heard.append(json.loads(frame)))
        self.send("hello", conversation="", seq=self.seq, agent={})

    def send(self, kind: str, **frame: Any) -> None:
        """Send one frame."""
        assert self.line is not None
        self.line.send(json.dumps({"type": kind, **frame}))

    def message(self, text: str, *, role: str = "agent", key: str = "", **more: Any) -> None:
        """Send the next message of the log."""
        self.seq += 1
        at = datetime.now(UTC).isoformat()
        frame = {"seq": self.seq, "role": role, "key": key, "text": text, "quick_replies": [], "at": at}
        self.send("message", **{**frame, **more})

    def delta(self, text: str, *, at: int, key: str = "k", attempt: int = 1) -> None:
        """Send a piece of a reply."""
        self.send("delta", turn="1", key=key, attempt=attempt, at=at, text=text)


@pytest.fixture
def server(page: Page) -> Server:
    """The page of a new conversation, with its line in the hands of the test."""
    server = Server(page)
    page.goto("/")
    page.get_by_role("button", name="Start Grand Hotel concierge").click()
    expect(page.locator(".chat-state")).to_have_attribute("data-state", "online")
    return server


def test_text_appears_as_it_comes_and_the_message_takes_its_place(page: Page, server: Server) -> None:
    streaming = page.locator("[data-stream] .message-text")
    server.send("turn", turn="1", status="started")
    expect(page.locator("[data-typing]")).to_be_visible()

    server.delta("Hello 🏨 ", at=0)
    server.delta("there", at=8)
    expect(streaming).to_have_text("Hello 🏨 there")
    expect(page.locator("[data-typing]")).to_have_count(0)
    server.message("Hello 🏨 there.", key="k")
    server.send("turn", turn="1", status="done", stopped_reason="end", data={})

    expect(page.get_by_role("log").locator(".message-text")).to_have_text(["Hello 🏨 there."])
    expect(page.locator("[data-stream]")).to_be_empty()


def test_a_higher_attempt_replaces_what_is_shown(page: Page, server: Server) -> None:
    server.delta("The first try", at=0)

    server.delta("The second", at=0, attempt=2)
    server.delta(" late piece of the first", at=13, attempt=1)

    expect(page.locator("[data-stream] .message-text")).to_have_text(["The second"])


def test_a_gap_stops_the_deltas_until_the_message(page: Page, server: Server) -> None:
    server.delta("Up to here", at=0)

    server.delta("missing something before this", at=50)
    server.delta(" and", at=10)

    expect(page.locator("[data-stream] .message-text")).to_have_text(["Up to here"])
    server.message("Up to here and on.", key="k")
    expect(page.locator("[data-stream] .message")).to_have_count(0)


def test_a_message_is_shown_once_however_often_it_is_sent(page: Page, server: Server) -> None:
    server.message("Once")
    server.seq -= 1
    server.message("Once")
    server.message("Twice")

    expect(page.get_by_role("log").locator(".message-text")).to_have_text(["Once", "Twice"])


def test_l6_a_long_reply_can_be_read_from_its_start(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 600})
    at = 0
    for _ in range(12):
        server.delta(PARAGRAPH, at=at)
        at += len(PARAGRAPH)

    streaming = page.locator("[data-stream] .message")
    expect(streaming).to_contain_text(PARAGRAPH * 12)
    top = streaming.evaluate("element => element.getBoundingClientRect().top")
    assert 0 < top < 200
    server.message(PARAGRAPH * 12, key="k")
    expect(page.get_by_role("log").locator(".message")).to_have_count(1)
    assert page.locator(".log-live .message").evaluate("element => element.getBoundingClientRect().top") == top


def test_l1_new_messages_are_counted_when_scrolled_up(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 600})
    for _ in range(6):
        server.message(PARAGRAPH)
    expect(page.get_by_role("log").locator(".message")).to_have_count(6)
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    page.wait_for_function("scrollY === 0")

    server.message("One more")
    server.message("And another")

    pill = page.get_by_role("status").get_by_role("button")
    expect(pill).to_have_text("New messages: 2")
    assert page.evaluate("scrollY") == 0
    pill.click()
    expect(pill).to_have_count(0)
    expect(page.get_by_text("And another")).to_be_in_viewport()


def test_a_refused_message_says_why_and_can_be_sent_again(page: Page, server: Server) -> None:
    page.get_by_label("Your message").fill("Hello")
    page.get_by_label("Your message").press("Enter")
    page.wait_for_function("document.querySelector('.message-pending')?.dataset.state === 'sending'")
    sent = server.heard[-1]
    server.send("error", code="rate_limited", message="That was a lot at once.", client_id=sent["client_id"])
    expect(page.get_by_role("alert").get_by_text("That was a lot at once.")).to_be_visible()

    page.get_by_role("button", name="Send again").click()
    server.send("ack", client_id=sent["client_id"], seq=1)
    server.message("Hello", role="user", client_id=sent["client_id"])

    expect(page.get_by_role("log").locator(".message-text")).to_have_text(["Hello"])
    expect(page.locator("[data-pending]")).to_be_empty()
    assert [frame["client_id"] for frame in server.heard if frame["type"] == "message"] == [sent["client_id"]] * 2


def test_what_is_sent_during_a_reply_waits_and_is_shown_so(page: Page, server: Server) -> None:
    server.send("turn", turn="1", status="started")
    server.delta("I am still", at=0)

    page.get_by_label("Your message").fill("And one thing more")
    page.get_by_label("Your message").press("Enter")

    expect(page.locator("[data-pending] .message-text")).to_have_text("And one thing more")
    expect(page.locator("[data-pending]")).to_contain_text("Sending")
    expect(page.get_by_label("Your message")).to_be_editable()


def test_a_line_whose_right_ended_is_not_opened_again(page: Page, server: Server) -> None:
    assert server.line is not None
    ended = server.line

    ended.close(code=4401)

    expect(page.get_by_text("This conversation is no longer open to you here.")).to_be_visible()
    page.wait_for_timeout(1_500)
    assert server.line is ended
