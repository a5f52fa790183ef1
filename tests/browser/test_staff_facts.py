"""Staff look at the facts of a person in the admin, with and without scripts (F18)."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext
from tests.browser.site import Site
from tests.browser.talk import sign_in

pytestmark = pytest.mark.browser
PREPARE = """
from django.utils import timezone
from facts.actions import record
from facts.models import Person
from facts.policy import Candidate
ann, new = Person.objects.get_or_create(username="ann_of_staff")
told = Candidate("preference.food", "Nutkinosis", 0.95, quote="I have Nutkinosis", sensitive=True)
if new:
    liked = Candidate("preference.colour", "blue", 0.95, quote="I like blue")
    record(ann, [told, liked], origin="x", at=timezone.now())
print(ann.pk)
"""


@pytest.mark.parametrize("with_scripts", [True, False])
def test_f18_a_click_shows_one_sensitive_value(site: Site, new_context: NewContext, with_scripts: bool) -> None:
    person = site.execute(PREPARE).strip()
    page = new_context(java_script_enabled=with_scripts, viewport={"width": 1280, "height": 800}).new_page()
    sign_in(page, "staff")
    page.goto("/admin/facts/person/")
    page.get_by_role("link", name="ann_of_staff").first.click()
    page.locator(f'a[href="/admin/facts/person/{person}/facts/"]').first.click()
    expect(page.get_by_text("I like blue")).to_be_visible()
    expect(page.get_by_text("Nutkinosis")).to_have_count(0)
    page.get_by_role("button", name="Show: Food").click()
    expect(page.get_by_text("I have Nutkinosis")).to_be_visible()
    assert "Nutkinosis" not in page.url
    page.goto("/admin/facts/look/")
    expect(page.get_by_text("ann_of_staff").first).to_be_attached()
