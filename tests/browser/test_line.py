"""The line to the server: cut, silent, slow, doubled."""

import re
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import NewContext
from tests.browser.talk import expect_reply, said_by_agent, said_by_user, say, sign_in, start

pytestmark = pytest.mark.browser

SOCKET = re.compile(r"/ws/conversations/")


class Wire:
    """Stands between the page and the server's socket: can cut it, swallow what it says, and count what is sent."""

    def __init__(self, page: Page) -> None:
        self.opened: list[WebSocketRoute] = []
        self.sent: list[str] = []
        self.is_dead = False
        page.route_web_socket(SOCKET, self._opened)

    def cut(self) -> None:
        """Close the newest socket, as a network that goes away and says so."""
        self.opened[-1].close(code=1011)

    def _opened(self, page_side: WebSocketRoute) -> None:
        self.opened.append(page_side)
        if self.is_dead:
            page_side.close(code=1011)
            return
        server_side = page_side.connect_to_server()
        page_side.on_message(lambda frame: self._pass(server_side, str(frame)))
        server_side.on_message(lambda frame: None if self.is_dead else page_side.send(frame))

    def _pass(self, server_side: WebSocketRoute, frame: str) -> None:
        if not self.is_dead:
            self.sent.append(frame)
            server_side.send(frame)

    def messages(self) -> list[str]:
        """The frames with a person's words that went out."""
        return [frame for frame in self.sent if '"type":"message"' in frame or '"type":"quick_reply"' in frame]


@pytest.fixture
def wire(page: Page) -> Wire:
    """The wire of the page's sockets."""
    return Wire(page)


def state(page: Page, name: str) -> None:
    """Wait until the head of the chat says so."""
    expect(page.locator(".chat-state")).to_have_attribute("data-state", name)


def test_l5_a_cut_line_comes_back_with_everything_missed_in_order(page: Page, wire: Wire) -> None:
    start(page)
    say(page, "I want to book the Grand Hotel")
    expect_reply(page, "How many guests", count=1)
    wire.is_dead = True
    wire.cut()
    state(page, "reconnecting")

    in_another_tab = page.context.new_page()
    in_another_tab.goto(page.url)
    say(in_another_tab, "2 people next Friday")
    expect_reply(in_another_tab, "Your booking is confirmed", count=2)
    expect(said_by_agent(page)).to_have_count(1)
    wire.is_dead = False

    expect_reply(page, "Your booking is confirmed", count=2)
    numbers = page.locator("[data-seq]").evaluate_all("all => all.map(one => Number(one.dataset.seq))")
    assert numbers == [1, 2, 3, 4]


def test_l5_a_line_that_dies_without_a_word_is_noticed_within_30_seconds(page: Page, wire: Wire) -> None:
    page.clock.install()
    start(page)
    wire.is_dead = True

    page.clock.run_for(30_000)
    state(page, "reconnecting")
    wire.is_dead = False
    page.clock.run_for(20_000)

    state(page, "online")


def test_l4_what_is_typed_offline_waits_survives_a_reload_and_is_sent_once(page: Page, wire: Wire) -> None:
    start(page)
    wire.is_dead = True
    wire.cut()
    state(page, "reconnecting")

    say(page, "what is there to see in Zurich")
    expect(page.locator("[data-pending]")).to_contain_text("Waiting for the connection")
    page.reload()
    expect(page.locator("[data-pending]")).to_contain_text("what is there to see in Zurich")
    expect(page.locator("[data-pending]")).to_contain_text("Waiting for the connection")
    wire.is_dead = False

    expect_reply(page, "take the boat across the lake", count=1)
    expect(said_by_user(page)).to_have_text(["what is there to see in Zurich"])
    expect(page.locator("[data-pending]")).to_be_empty()
    assert page.evaluate("localStorage.length") == 0


def test_l4_a_double_click_sends_once(page: Page, wire: Wire) -> None:
    start(page)
    page.get_by_label("Your message").fill("what is there to see in Zurich")

    page.get_by_role("button", name="Send").dblclick()

    expect_reply(page, "take the boat across the lake", count=1)
    expect(said_by_user(page)).to_have_count(1)
    assert len(wire.messages()) == 1


def test_l4_two_taps_of_a_reply_are_one_answer(page: Page, wire: Wire) -> None:
    start(page)
    say(page, "please write to me")
    expect_reply(page, "which e-mail address", count=1)
    say(page, "ann@example.org")

    page.get_by_role("button", name="yes").dblclick()

    expect_reply(page, "A colleague will write to ann@example.org", count=3)
    expect(said_by_user(page).last).to_have_text("yes")
    assert len(wire.messages()) == 3


def test_l4_a_message_whose_acknowledgement_was_lost_is_stored_once(page: Page, wire: Wire) -> None:
    start(page)
    page.route_web_socket(SOCKET, lambda socket: _losing_answers(socket, wire))
    page.reload()
    state(page, "online")

    say(page, "what is there to see in Zurich")

    expect_reply(page, "take the boat across the lake", count=1)
    expect(said_by_user(page)).to_have_count(1)
    assert wire.sent.count(wire.sent[0]) == 2


def _losing_answers(page_side: WebSocketRoute, wire: Wire) -> None:
    """The first socket dies right after the first message went out: its acknowledgement never comes."""
    is_first = not wire.sent
    server_side = page_side.connect_to_server()

    def pass_on(frame: str | bytes) -> None:
        if '"type":"message"' in str(frame):
            wire.sent.append(str(frame))
        server_side.send(frame)
        if is_first and wire.sent:
            page_side.close(code=1011)

    page_side.on_message(pass_on)
    server_side.on_message(lambda frame: None if is_first and wire.sent else page_side.send(frame))


def test_l4_what_is_typed_before_the_conversation_began_is_sent_once_it_can(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto("/chat/hotel/")
    page.context.set_offline(True)
    say(page, "what is there to see in Zurich")
    expect(page.locator("[data-pending]")).to_contain_text("Waiting for the connection")
    state(page, "reconnecting")

    page.context.set_offline(False)

    expect_reply(page, "take the boat across the lake", count=1)
    expect(said_by_user(page)).to_have_count(1)


def test_the_line_ends_when_the_person_signs_out_elsewhere(page: Page, person: str) -> None:
    sign_in(page, person)
    start(page)
    elsewhere = page.context.new_page()
    elsewhere.goto("/")
    elsewhere.locator(".menu summary").click()
    elsewhere.get_by_role("button", name="Sign out").click()
    expect(elsewhere.get_by_role("link", name="Sign in", exact=True)).to_be_visible()

    say(page, "what is there to see in Zurich")

    notice = page.get_by_role("alert").filter(has_text="This conversation is no longer open to you here.")
    expect(notice).to_be_visible()
    address = re.compile(r"/accounts/login/\?next=" + re.escape(quote(urlsplit(page.url).path, safe="")) + "$")
    expect(notice.get_by_role("link", name="Sign in again")).to_have_attribute("href", address)
    expect(page.get_by_text("There is no such conversation")).to_have_count(0)
    expect(said_by_user(page)).to_have_count(0)
    expect(page.get_by_label("Your message")).to_have_value("what is there to see in Zurich")
    expect(page.locator("[data-pending]")).to_be_empty()
    assert page.evaluate("localStorage.length") == 0


def test_what_was_not_sent_does_not_outlast_the_persons_stay(page: Page, wire: Wire, person: str) -> None:
    sign_in(page, person)
    start(page)
    wire.is_dead = True
    wire.cut()
    state(page, "reconnecting")
    say(page, "something private")
    assert "something private" in page.evaluate("JSON.stringify(localStorage)")

    page.locator(".menu summary").click()
    page.get_by_role("button", name="Sign out").click()

    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    assert "something private" not in page.evaluate("JSON.stringify(localStorage)")
