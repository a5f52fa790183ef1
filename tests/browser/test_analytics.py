"""Staff look at how an agent's conversations go, with and without scripts, on a wide screen and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import NewContext, complaints_of
from tests.browser.site import Site
from tests.browser.talk import sign_in

pytestmark = pytest.mark.browser
TALK = """
from asgiref.sync import async_to_sync
from django.conf import settings
settings.DB_THREAD_SENSITIVE = True
from agents.models import Agent
from conversations import runner
from conversations.actions import receive, start
from conversations.models import Tally
done = Tally.objects.filter(version__agent__slug="hotel", flow="contact").exists()
begun = ["please write to me", "ann@example.org"]
for said in () if done else ([*begun, "yes"], begun):
    conversation = start(Agent.objects.get(slug="hotel")).conversation
    for number, text in enumerate(said):
        receive(conversation, f"c{number}", text)
        async_to_sync(runner.run)(conversation.pk)
"""


@pytest.mark.parametrize("with_scripts", [True, False])
def test_from_all_agents_to_where_people_stop(site: Site, new_context: NewContext, with_scripts: bool) -> None:
    site.execute(TALK)
    page = new_context(java_script_enabled=with_scripts, viewport={"width": 1280, "height": 900}).new_page()
    sign_in(page, "staff")
    page.goto("/admin/conversations/analytics/")
    page.get_by_role("rowheader").get_by_role("link", name="Grand Hotel concierge").click()
    page.get_by_role("rowheader").get_by_role("link", name="Be called back").click()
    sentence = "Most stop at “Is it right”: 1 of the 2 runs that came to it have not gone on."
    expect(page.get_by_text(sentence)).to_be_visible()
    expect(page.get_by_role("img", name="Runs that came to each step")).to_be_visible()
    expect(page.get_by_role("region", name="Picture of the flow")).to_be_visible()
    page.get_by_label("Version", exact=True).select_option(index=1)
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text(sentence)).to_be_visible()


def test_the_agents_page_leads_to_how_it_goes(site: Site, new_context: NewContext) -> None:
    site.execute(TALK)
    page = new_context(viewport={"width": 1280, "height": 900}).new_page()
    sign_in(page, "staff")
    page.goto("/admin/agents/agent/")
    page.get_by_role("link", name="Grand Hotel concierge").first.click()
    page.get_by_role("link", name="How it goes").click()
    expect(page.get_by_role("heading", name="Flows")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1200, "dark")])
@pytest.mark.parametrize("query", ["", "?agent=hotel", "?agent=hotel&flow=contact", "?agent=hotel&against=1"])
def test_the_page_has_no_faults_and_fits(
    site: Site, new_context: NewContext, width: int, scheme: str, query: str
) -> None:
    site.execute(TALK)
    page = new_context(viewport={"width": width, "height": 800}, color_scheme=scheme).new_page()
    complaints = complaints_of(page)
    sign_in(page, "staff")
    page.goto(f"/admin/conversations/analytics/{query}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page, ".measures") == []
    assert [one for one in complaints if "400" not in one] == []
