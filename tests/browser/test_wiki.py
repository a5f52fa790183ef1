"""The staff's page of shared patterns, with and without JavaScript (F21)."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext
from tests.browser.site import Site
from tests.browser.talk import sign_in

pytestmark = pytest.mark.browser

SHARED = """
from facts.actions import state
from facts.models import Person
for number in range(6):
    person = Person.objects.create_user(f"{name}{number}")
    state(person, f"merchant.{name}.default", "pro/6570" if number else "private")
"""


@pytest.mark.parametrize("with_scripts", [True, False])
def test_f21_staff_filter_approve_and_refuse(site: Site, new_context: NewContext, with_scripts: bool) -> None:
    name = f"shop_{with_scripts}".lower()
    site.execute(f"name = {name!r}\n{SHARED}")
    page = new_context(java_script_enabled=with_scripts, viewport={"width": 390, "height": 800}).new_page()
    sign_in(page, "staff")
    page.goto("/admin/facts/wikientry/")
    page.get_by_label("Key").select_option(f"merchant.{name}.default")
    page.get_by_role("button", name="Show", exact=True).click()
    row = page.get_by_role("listitem").filter(has_text=f"merchant.{name}.default")
    expect(row).to_contain_text("5 of 6 people")
    expect(row).to_contain_text("Not reviewed")
    expect(row).not_to_contain_text("private")
    row.get_by_role("button", name="Approve").click()
    expect(row).to_contain_text("Approved: agents may suggest it")
    expect(row.get_by_role("button", name="Approve")).to_have_count(0)
    row.get_by_role("button", name="Refuse").click()
    expect(row).to_contain_text("Refused: not suggested")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth") if with_scripts else True
