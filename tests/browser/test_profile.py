"""The profile in the browser: changes in place with their Undo, focus, keyboard, masking, and what axe-core says."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import axe
from tests.browser.conftest import NewContext, complaints_of
from tests.browser.site import Site
from tests.browser.talk import sign_in, start

pytestmark = pytest.mark.browser

PROFILE = "/profile/facts/"
SEED = """
from datetime import timedelta
from django.utils import timezone
from facts import actions
from facts.models import Person, Receipt
from facts.policy import Candidate
person = Person.objects.get(username={name!r})
at = timezone.now() - timedelta(minutes=5)
def say(key, value, confidence, quote):
    said = Candidate(key=key, value=value, confidence=confidence, quote=quote, message="m")
    actions.record(person, [said], origin="conversation:00000000-0000-0000-0000-000000000004", at=at)
say("profile.trade", "photographe", 0.95, "Je suis photographe")
say("profile.canton", "VD", 0.7, "Je crois que mon activité est à Lausanne")
say("profile.vat", "pas assujetti", 0.7, "pas assujetti, je crois")
say("profile.salary", 91234, 0.97, "Je gagne 91234 francs")
say("profile.city", "Lausanne", 0.95, "J’habite à Lausanne")
say("profile.city", "Genève", 0.95, "J’habite à Genève")
say("preference.hometown", "عمان", 0.95, "أنا من عمان")
for number in range(25):
    actions.state(person, "profile.company", f"Company {{number}}", at=at)
actions.state(person, "profile.name", "Ann", at=at)
actions.retract(person, "profile.name", at=at)
Receipt.objects.create(person=person, what="key", rows=12)
"""


@pytest.fixture
def known(site: Site, person: str) -> str:
    """The name of a person about whom much is known, proposed and contested."""
    site.execute(SEED.format(name=person))
    return person


@pytest.fixture
def profile(new_context: NewContext, known: str) -> Iterator[Page]:
    """Their profile, which is not loaded anew in the course of the test; what is refused (422) is no complaint."""
    page = new_context().new_page()
    complaints = complaints_of(page)
    sign_in(page, known)
    page.goto(PROFILE)
    page.wait_for_load_state("domcontentloaded")
    page.evaluate("window.isStillThisPage = true")
    yield page
    assert [complaint for complaint in complaints if "422" not in complaint] == []


@pytest.fixture
def plain(new_context: NewContext, page: Page, known: str) -> Page:
    """Their profile in a browser without scripts."""
    sign_in(page, known)
    plain = new_context(java_script_enabled=False, storage_state=page.context.storage_state()).new_page()
    plain.goto(PROFILE)
    return plain


def row(page: Page, title: str) -> Locator:
    return page.locator(".fact").filter(has=page.get_by_role("heading", name=title, exact=True))


def choose(page: Page, title: str, what: str) -> None:
    """Open the menu of a fact and choose from it."""
    row(page, title).locator("summary").filter(has_text="Change").click()
    row(page, title).get_by_text(what, exact=True).click()


def question(page: Page, title: str) -> Locator:
    return page.get_by_role("article", name=title)


def notice(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text=":")


def expect_done(page: Page, text: str) -> None:
    """It was said in place, the focus is there, and the page was not loaded anew."""
    expect(notice(page)).to_contain_text(text)
    expect(notice(page)).to_be_focused()
    assert page.evaluate("window.isStillThisPage") is True


def waiting(page: Page) -> Locator:
    return page.locator("[data-facts-waiting]")


@pytest.mark.parametrize(("button", "text"), [("Remember", "Canton: remembered."), ("Don’t", "Canton: not remembered")])
def test_f18_an_answer_and_its_undo_are_one_click_each_in_place(profile: Page, button: str, text: str) -> None:
    expect(waiting(profile)).to_contain_text("3")

    question(profile, "Canton").get_by_role("button", name=button).click()

    expect_done(profile, text)
    expect(waiting(profile)).to_contain_text("2")
    expect(question(profile, "Canton")).to_have_count(0)
    box, next_box = notice(profile).bounding_box(), question(profile, "VAT").bounding_box()
    assert box
    assert next_box
    assert 0 < next_box["y"] - box["y"] < 120  # where the card was, above the next one

    notice(profile).get_by_role("button", name="Undo").click()

    expect_done(profile, "Canton: undone.")
    expect(question(profile, "Canton")).to_be_visible()
    expect(waiting(profile)).to_contain_text("3")


def test_f20_what_was_forgotten_meanwhile_goes_from_the_page_and_is_not_called_a_fault(
    site: Site, new_context: NewContext, known: str
) -> None:
    profile = new_context().new_page()
    sign_in(profile, known)
    profile.goto(PROFILE)
    expect(question(profile, "Canton")).to_be_visible()
    site.execute(
        "from conversations.forgetting import forget_key; from facts.models import Person;"
        f"forget_key(Person.objects.get(username={known!r}), 'profile.canton')"
    )

    question(profile, "Canton").get_by_role("button", name="Remember").click()

    expect(profile.get_by_role("status").filter(has_text="Here is what counts now")).to_be_focused()
    expect(question(profile, "Canton")).to_have_count(0)
    expect(profile.get_by_text("mon activité")).to_have_count(0)
    expect(waiting(profile)).to_contain_text("2")


def test_f7_a_choice_between_two_values_is_undone(profile: Page) -> None:
    question(profile, "Place of living").get_by_role("button", name="That one").click()
    expect_done(profile, "Place of living: settled.")
    expect(row(profile, "Place of living")).to_contain_text("Genève")

    notice(profile).get_by_role("button", name="Undo").click()

    expect_done(profile, "Place of living: undone.")
    expect(question(profile, "Place of living")).to_be_visible()


def test_f18_a_correction_is_typed_in_place_and_its_mistake_is_said_there(profile: Page) -> None:
    choose(profile, "Company", "Correct")
    field = row(profile, "Company").get_by_label("New value")
    expect(field).to_be_focused()

    field.fill("")
    row(profile, "Company").get_by_role("button", name="Save the correction").click()

    expect(row(profile, "Company")).to_contain_text("Enter a value.")
    expect(field).to_be_focused()
    assert field.evaluate("field => document.getElementById(field.getAttribute('aria-describedby')).textContent")

    field.fill("Atelier")
    field.press("Enter")

    expect_done(profile, "Company: corrected.")
    expect(row(profile, "Company")).to_contain_text("Atelier")
    expect(row(profile, "Company").locator("form.correction")).to_have_count(0)


def test_f13_the_history_opens_in_place_by_pages_and_closes(profile: Page) -> None:
    choose(profile, "Company", "History")
    lines = row(profile, "Company").locator(".history > li")
    expect(lines).to_have_count(20)
    expect(row(profile, "Company").get_by_role("group", name="Company")).to_be_focused()

    row(profile, "Company").get_by_role("link", name="Earlier").click()

    expect(lines).to_have_count(25)
    expect(lines.nth(20)).to_be_focused()
    expect(row(profile, "Company").get_by_role("link", name="Earlier")).to_have_count(0)

    row(profile, "Company").get_by_role("button", name="Close").click()

    expect(lines).to_have_count(0)
    expect(row(profile, "Company").locator("summary")).to_be_focused()


def test_f8_what_the_history_says_can_be_undone_there(profile: Page) -> None:
    choose(profile, "Company", "History")

    row(profile, "Company").get_by_role("button", name="Undo this").click()

    expect_done(profile, "Company: undone.")
    expect(row(profile, "Company")).to_contain_text("Company 23")


def test_f18_taking_back_says_what_it_does_and_can_be_undone(profile: Page) -> None:
    row(profile, "Trade").locator("summary").click()
    expect(row(profile, "Trade")).to_contain_text("Not used any more; its history stays here")

    row(profile, "Trade").get_by_role("button", name="Take back").click()

    expect_done(profile, "Trade: taken back.")
    expect(row(profile, "Trade")).to_have_count(0)
    notice(profile).get_by_role("button", name="Undo").click()
    expect_done(profile, "Trade: undone.")
    expect(row(profile, "Trade")).to_contain_text("photographe")


def test_f18_everything_works_without_scripts(plain: Page) -> None:
    question(plain, "Canton").get_by_role("button", name="Remember").click()
    expect(plain.get_by_role("status")).to_contain_text("Canton: remembered.")
    plain.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(question(plain, "Canton")).to_be_visible()

    choose(plain, "Trade", "Correct")
    plain.get_by_label("New value").fill("")
    plain.get_by_role("button", name="Save the correction").click()
    expect(plain.get_by_role("main")).to_contain_text("Enter a value.")
    plain.get_by_label("New value").fill("florist")
    plain.get_by_role("button", name="Save the correction").click()
    expect(row(plain, "Trade")).to_contain_text("florist")

    choose(plain, "Company", "History")
    expect(plain.locator(".history > li")).to_have_count(20)
    plain.get_by_role("link", name="Earlier").click()
    expect(plain.locator(".history > li")).to_have_count(5)
    expect(plain.get_by_role("button", name="Close")).to_have_count(0)

    plain.goto(PROFILE)
    choose(plain, "Trade", "Take back")
    expect(plain.get_by_role("status")).to_contain_text("Trade: taken back.")
    plain.get_by_role("link", name=re.compile("kept and not used")).click()
    plain.get_by_role("link", name="Trade", exact=True).click()
    expect(plain.locator(".history")).to_contain_text("You took it back")


@pytest.mark.parametrize("scripts", [True, False])
def test_f18_something_is_added_in_the_persons_own_words(
    page: Page, person: str, new_context: NewContext, scripts: bool
) -> None:
    sign_in(page, person)
    page = new_context(java_script_enabled=scripts, storage_state=page.context.storage_state()).new_page()
    page.goto(PROFILE)

    page.get_by_role("link", name="Add something").click()
    page.get_by_role("link", name="Canton").click()
    page.get_by_label("Canton").select_option(label="VD")
    page.get_by_role("button", name="Add", exact=True).click()

    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("Canton: added.")
    expect(page).to_have_url(re.compile(f"{PROFILE}$"))
    expect(row(page, "Canton")).to_contain_text("VD")
    expect(row(page, "Canton")).to_contain_text("from your profile")


def test_f19_a_sensitive_value_is_nowhere_on_screen_before_it_is_asked_for(profile: Page) -> None:
    choose(profile, "Salary (CHF a year)", "History")
    expect(row(profile, "Salary (CHF a year)").locator(".history")).to_be_visible()
    assert not re.search(r"91.?234", profile.locator("body").inner_text())

    choose(profile, "Salary (CHF a year)", "Correct")
    field = row(profile, "Salary (CHF a year)").get_by_label("New value")
    expect(field).to_be_focused()
    expect(field).to_have_value("")

    row(profile, "Salary (CHF a year)").get_by_text("Show", exact=True).first.click()

    assert re.search(r"91.?234", profile.locator("body").inner_text())


def test_the_profile_is_led_by_keyboard_alone(profile: Page) -> None:
    summary = row(profile, "Trade").locator("summary")
    summary.focus()
    expect(summary).to_be_focused()
    profile.keyboard.press("Enter")
    profile.keyboard.press("Tab")
    expect(row(profile, "Trade").get_by_role("link", name="Correct")).to_be_focused()
    profile.keyboard.press("Escape")
    expect(summary).to_be_focused()
    expect(row(profile, "Trade").get_by_role("link", name="Correct")).to_be_hidden()

    remember = question(profile, "Canton").get_by_role("button", name="Remember")
    remember.focus()
    assert remember.evaluate("button => getComputedStyle(button).outlineStyle") == "solid"
    profile.keyboard.press("Enter")
    expect_done(profile, "Canton: remembered.")
    profile.keyboard.press("Tab")
    expect(notice(profile).get_by_role("button", name="Undo")).to_be_focused()
    profile.keyboard.press("Tab")
    assert profile.evaluate("document.activeElement.closest('article').textContent.includes('VAT')")


PAGES = [PROFILE, PROFILE + "unused/", PROFILE + "scope/profile/", PROFILE + "add/", PROFILE + "add/profile.email/"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1000])
def test_axe_finds_nothing_and_nothing_overflows(new_context: NewContext, known: str, scheme: str, width: int) -> None:
    page = new_context(viewport={"width": width, "height": 700}, color_scheme=scheme).new_page()
    complaints = complaints_of(page)
    sign_in(page, known)

    for address in [*PAGES, "/chat/bookkeeping/first/"]:
        page.goto(address)
        assert axe.faults(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, address

    page.goto(PROFILE)
    question(page, "Canton").get_by_role("button", name="Remember").click()
    expect(notice(page)).to_be_focused()
    for what in ("History", "Correct"):
        choose(page, "Company", what)
        expect(row(page, "Company").get_by_role("group", name="Company")).to_be_visible()
        assert axe.faults(page) == [], what
    row(page, "Trade").locator("summary").click()
    assert axe.faults(page) == [], "the menu"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.goto(row(page, "Company").locator("[data-open^=history]").get_attribute("href") or "")
    assert axe.faults(page) == [], "the page of a fact"
    assert complaints == []


def test_l2_what_is_written_from_right_to_left_has_its_own_direction(profile: Page) -> None:
    value = row(profile, "Hometown").locator(".fact-value")

    expect(value).to_have_css("direction", "rtl")
    expect(value).to_have_css("unicode-bidi", "isolate")


@pytest.mark.parametrize("scripts", [True, False])
def test_f10_the_form_before_a_chat_is_answered_and_not_asked_again(
    page: Page, person: str, new_context: NewContext, scripts: bool
) -> None:
    sign_in(page, person)
    page = new_context(java_script_enabled=scripts, storage_state=page.context.storage_state()).new_page()
    page.goto("/")
    page.get_by_role("button", name="Start Assistant comptable").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Before you start")

    page.get_by_label("Canton").select_option(label="VD")
    page.get_by_label("Trade").fill("photographe")
    page.get_by_role("button", name="Continue").click()

    expect(page).to_have_url(re.compile("/c/"))
    page.goto(PROFILE)
    expect(row(page, "Canton")).to_contain_text("VD")
    expect(row(page, "Canton")).to_contain_text("from a form")
    page.goto("/")
    page.get_by_role("button", name="Start Assistant comptable").click()
    expect(page).to_have_url(re.compile("/c/"))


def test_f10_the_form_before_a_chat_is_skipped(page: Page, person: str) -> None:
    sign_in(page, person)

    start(page, "Assistant comptable")

    page.goto("/chat/bookkeeping/")
    expect(page.get_by_label("Your message")).to_be_visible()
