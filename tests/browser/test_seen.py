"""What is new to a reader, and earlier pages of a long conversation."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.site import Site
from tests.browser.talk import expect_reply, say, start

pytestmark = pytest.mark.browser

UNSEEN = """
from conversations.models import Conversation
Conversation.objects.filter(pk={pk!r}).update(seen_seq=1)
"""
LONGER = """
from conversations.actions import receive
from conversations.models import Conversation
conversation = Conversation.objects.get(pk={pk!r})
for number in range(130):
    receive(conversation, f"long-{{number}}", f"line number {{number}}")
"""


def test_an_answer_that_came_while_one_looked_is_not_new_and_one_that_came_since_is(page: Page, site: Site) -> None:
    with page.expect_websocket() as line:
        start(page)
    with line.value.expect_event("framesent", lambda frame: '"seen"' in str(frame)):
        say(page, "what is there to see in Zurich")
        expect_reply(page, "take the boat", count=1)
    conversation = page.url.split("/")[-2]
    page.goto("/")
    expect(page.locator(".recent-link")).to_have_count(1)
    expect(page.locator(".recent-unseen")).to_have_count(0)

    site.execute(UNSEEN.format(pk=conversation))
    for address in ("/conversations/", "/"):
        page.goto(address)
        expect(page.locator(".recent-unseen")).to_have_text("1 new")
        assert faults(page) == []
    page.locator(".recent-link").click()
    expect_reply(page, "take the boat", count=1)
    page.goto("/conversations/")
    expect(page.locator(".recent-unseen")).to_have_count(0)


def test_l1_a_long_conversation_comes_page_by_page_as_the_reader_goes_up_and_is_not_announced(
    page: Page, site: Site
) -> None:
    start(page)
    site.execute(LONGER.format(pk=page.url.split("/")[-2]))
    page.reload()
    expect(page.locator("[data-history] [data-seq]").first).to_contain_text(re.compile("line number [89]0"))
    while page.locator("[data-earlier]").count():
        first = page.locator("[data-history] [data-seq]").first.get_attribute("data-seq")
        page.mouse.move(300, 300)
        page.mouse.wheel(0, -20_000)
        expect(page.locator("[data-history] [data-seq]").first).not_to_have_attribute("data-seq", first or "")
    expect(page.locator("[data-history] [data-seq]").first).to_contain_text("line number 0")
    seqs = page.locator("[data-history] [data-seq]").evaluate_all("all => all.map(one => Number(one.dataset.seq))")
    assert seqs == list(range(1, 131))
    expect(page.locator("[data-live] [data-seq]")).to_have_count(0)
