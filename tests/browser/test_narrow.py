"""No page of a person's is wider than its window, in any language of the site: at 320 pixels, and at twice the size."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.browser.conftest import NewContext
from tests.browser.site import Site
from tests.browser.talk import sign_in
from tests.browser.test_profile import SEED

pytestmark = pytest.mark.browser

LANGUAGES = [code for code, _name in settings.LANGUAGES]
PAGES = (
    "/",
    "/accounts/login/",
    "/chat/hotel/",
    "/chat/bookkeeping/first/",
    "/privacy/",
    "/profile/facts/",
    "/profile/facts/?all=proposals",
    "/profile/facts/add/",
    "/profile/facts/add/profile.email/",
    "/profile/facts/unused/",
    "/profile/facts/scope/profile/",
    "/profile/forget/",
)
MORE = """
from facts.models import CurrentFact, Person, Receipt
person = Person.objects.get(username={name!r})
for what in Receipt.What.values:
    for because in ("asked", "retention", "staff"):
        Receipt.objects.create(person=person, what=what, because=because, rows=123456)
print(CurrentFact.objects.filter(person=person, key="profile.company").values_list("entry_id", flat=True)[0])
"""
CUT = """() => [...document.querySelectorAll("main *")].filter(one => {
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    if (!box.width || !one.checkVisibility() || one.closest("[hidden], .visually-hidden")) return false;
    if (style.clipPath !== "none" || one.closest("thead")) return false;
    const scrolls = one.scrollWidth > one.clientWidth + 1 && ["auto", "scroll"].includes(style.overflowX);
    return scrolls || box.right > innerWidth + 1 || box.left < -1;
}).map(one => `${one.tagName}.${one.className}`)"""
"""What of the page is cut off at the window's edge, or has to be scrolled sideways."""


@pytest.mark.parametrize("width", [320, 640])
def test_l7_no_page_of_a_person_is_wider_than_the_window(
    site: Site, new_context: NewContext, person: str, width: int
) -> None:
    """640 is a window of 1280 pixels at 200 %."""
    site.execute(SEED.format(name=person))
    entry = int(site.execute(MORE.format(name=person)))
    page = new_context(viewport={"width": width, "height": 720}).new_page()
    sign_in(page, person)
    pages = [*PAGES, f"/profile/facts/{entry}/", f"/profile/facts/{entry}/forget/"]

    wide = {
        (language, address): cut
        for language in LANGUAGES
        for address in pages
        if (cut := _cut(page, language, address))
    }

    assert wide == {}


def _cut(page: Page, language: str, address: str) -> list[str]:
    page.context.add_cookies(
        [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "domain": "127.0.0.1", "path": "/"}]
    )
    page.goto(address)
    assert page.locator("html").get_attribute("lang") == language
    assert not re.search("404|500", page.title())
    page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true })")
    overflow: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    cut: list[str] = page.evaluate(CUT)
    return [f"{overflow} px", *cut] if overflow > 0 or cut else []
