"""What a person said about themselves, proposed and answered with one click."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.talk import say, sign_in, start

pytestmark = pytest.mark.browser

HEDGED = "Je crois que mon activité est à Lausanne."
SENSITIVE = "Je gagne 90000 francs par an."
CERTAIN = "Je suis photographe."
OTHERWISE = "Je suis plombier."
CHANGE = "Désormais je suis plombier."


def card(page: Page) -> Locator:
    """The newest card in the chat."""
    return page.locator(".fact-card").last


def propose(page: Page, person: str) -> None:
    """Have something proposed to the person, in a chat with the bookkeeper."""
    sign_in(page, person)
    start(page, "Assistant comptable")
    say(page, HEDGED)
    expect(card(page)).to_contain_text("Should I remember this?")
    expect(card(page)).to_contain_text("Canton")
    expect(card(page).locator("blockquote")).to_contain_text("Lausanne")
    expect(page.locator("[data-facts-waiting]")).to_contain_text("1")


def note(page: Page, person: str) -> None:
    """Have something noted about the person, in a chat with the bookkeeper."""
    sign_in(page, person)
    start(page, "Assistant comptable")
    say(page, CERTAIN)
    expect(card(page)).to_contain_text("Noted: Trade – photographe")


def contest(page: Page, person: str) -> None:
    """Have the person contradict, in another conversation, what is known."""
    note(page, person)
    say_anew(page, OTHERWISE)


def say_anew(page: Page, text: str) -> None:
    """Contradict it in a conversation of its own: within one, another value is a correction (T8)."""
    start(page, "Assistant comptable")
    say(page, text)
    expect(card(page)).to_contain_text("Which one is right?")


def button(place: Page | Locator, name: str) -> Locator:
    return place.get_by_role("button", name=name)


def plain_page(page: Page, new_context: NewContext) -> Page:
    """The same page in the same person's browser without scripts."""
    plain = new_context(java_script_enabled=False, storage_state=page.context.storage_state()).new_page()
    plain.goto(page.url)
    return plain


def test_f7_a_contradiction_shows_both_values_with_their_words_and_three_equal_buttons(page: Page, person: str) -> None:
    contest(page, person)

    for _ in range(2):  # as the socket brought it, and as the server draws it
        old, new = card(page).get_by_role("group").all()
        expect(old).to_contain_text("What I use now")
        expect(old).to_contain_text("photographe")
        expect(old.locator("blockquote")).to_have_text("Je suis photographe")
        expect(new).to_contain_text("What you said since")
        expect(new.locator("blockquote")).to_have_text("Je suis plombier")
        for side in (old, new):
            assert str(datetime.now(UTC).year) in side.locator("time").inner_text()
        classes = {each.get_attribute("class") for each in card(page).locator(".fact-side .button").all()}
        assert classes == {"button"}
        expect(page.locator("[data-facts-waiting]")).to_contain_text("1")
        page.reload()


@pytest.mark.parametrize(
    ("answer", "folded"),
    [
        ("This one", "Counts now: Trade – photographe"),
        ("That one", "Counts now: Trade – plombier"),
        ("Neither", "Neither value is kept: Trade"),
    ],
)
def test_f7_a_contradiction_is_answered_by_a_click_and_undone(
    page: Page, person: str, answer: str, folded: str
) -> None:
    contest(page, person)

    button(card(page), answer).click()

    for _ in range(2):
        expect(card(page)).to_contain_text(folded)
        expect(button(card(page), "This one")).to_be_hidden()
        expect(page.locator("[data-facts-waiting]")).to_be_hidden()
        page.reload()

    button(card(page), "Undo").click()

    for _ in range(2):
        expect(button(card(page), answer)).to_be_visible()
        expect(page.locator("[data-facts-waiting]")).to_contain_text("1")
        page.reload()


def test_f7_a_contradiction_is_answered_in_words(page: Page, person: str) -> None:
    contest(page, person)
    asked = page.locator(".fact-card:has([data-when=open])")

    say(page, "Le nouveau est juste")

    expect(asked).to_contain_text("Counts now: Trade – plombier")
    expect(page.get_by_role("button", name="Undo").filter(visible=True)).to_have_count(1)
    expect(page.locator("[data-facts-waiting]")).to_be_hidden()


def test_f7_a_third_value_folds_the_card_and_asks_anew(page: Page, person: str) -> None:
    contest(page, person)
    second = page.url

    say_anew(page, "Je suis boulanger.")

    expect(card(page).get_by_role("group").last).to_contain_text("boulanger")
    expect(page.locator("[data-facts-waiting]")).to_contain_text("1")
    page.goto(second)
    expect(card(page)).to_contain_text("Replaced by what you said since: Trade")
    expect(button(card(page), "This one")).to_be_hidden()


def test_f7_the_other_tab_sees_what_was_answered(page: Page, person: str) -> None:
    contest(page, person)
    other = page.context.new_page()
    other.goto(page.url)
    expect(button(card(other), "Neither")).to_be_visible()

    button(card(page), "This one").click()

    expect(card(other)).to_contain_text("Counts now: Trade – photographe")
    button(card(other), "Undo").click()
    expect(button(card(page), "Neither")).to_be_visible()


def test_f7_f18_an_open_conversation_sees_what_is_asked_and_answered_in_another(page: Page, person: str) -> None:
    note(page, person)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(".chat-state")).to_have_attribute("data-state", "online")
    badge = other.locator("[data-facts-waiting]")
    expect(badge).to_be_hidden()

    say_anew(page, OTHERWISE)
    expect(badge).to_contain_text("1")
    say_anew(other, "Je suis boulanger.")
    expect(card(page)).to_contain_text("Replaced by what you said since: Trade")

    button(card(other), "That one").click()
    expect(card(other)).to_contain_text("Counts now: Trade – boulanger")
    expect(page.locator("[data-facts-waiting]")).to_be_hidden()


def test_f7_what_was_answered_on_the_profile_page_folds_the_card(page: Page, person: str) -> None:
    contest(page, person)
    profile = page.context.new_page()
    profile.goto("/profile/facts/")

    button(profile.get_by_role("main"), "That one").click()

    for _ in range(2):  # as the open chat hears of it, and as the server draws it
        expect(card(page)).to_contain_text("Counts now: Trade – plombier")
        expect(page.locator("[data-facts-waiting]")).to_be_hidden()
        page.reload()


def test_f7_a_contradiction_is_answered_and_undone_without_javascript(
    page: Page, person: str, new_context: NewContext
) -> None:
    contest(page, person)
    plain = plain_page(page, new_context)

    button(plain, "That one").click()

    expect(plain).to_have_url(f"{page.url}#end")
    expect(card(plain)).to_contain_text("Counts now: Trade – plombier")

    button(card(plain), "Undo").click()

    expect(plain).to_have_url(f"{page.url}#end")
    expect(button(card(plain), "That one")).to_be_visible()


def test_f7_a_contradiction_is_answered_and_undone_by_keyboard(page: Page, person: str) -> None:
    contest(page, person)
    button(card(page), "Neither").focus()

    page.keyboard.press("Enter")

    expect(card(page).locator("[data-when=neither]")).to_be_focused()
    expect(button(card(page), "Undo")).to_be_visible()
    page.keyboard.press("Tab")
    expect(button(card(page), "Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card(page).locator("[data-when=open]")).to_be_focused()


def test_f7_a_contradiction_fits_a_phone(page: Page, person: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})

    contest(page, person)

    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    sizes = [each.bounding_box() or {} for each in card(page).locator(".fact-sides .button").all()]
    assert len(sizes) == 3
    assert all(size["height"] >= 44 for size in sizes)


def test_f8_a_change_says_what_it_was_and_is_undone(page: Page, person: str) -> None:
    note(page, person)
    say(page, CHANGE)
    noted = page.locator(".fact-card").first

    for _ in range(2):
        expect(card(page)).to_contain_text("Changed: Trade – photographe →is now plombier")
        expect(button(card(page), "Undo")).to_be_visible()
        expect(button(noted, "Undo")).to_be_hidden()
        page.reload()

    button(card(page), "Undo").click()

    for _ in range(2):
        expect(card(page)).to_contain_text("Undone: Trade")
        expect(button(card(page), "Undo")).to_be_hidden()
        expect(button(noted, "Undo")).to_be_visible()
        page.reload()
    page.goto("/profile/facts/")
    expect(page.get_by_role("main")).to_contain_text("photographe")


def test_t49_what_was_taken_back_in_words_is_undone(page: Page, person: str) -> None:
    note(page, person)
    say(page, "Oublie que je suis photographe.")
    expect(card(page)).to_contain_text("Taken back: Trade – photographe")

    button(card(page), "Undo").click()

    expect(card(page)).to_contain_text("Undone: Trade")


@pytest.mark.parametrize(("answer", "folded"), [("Remember", "Remembered:"), ("Don’t", "Not kept:")])
def test_f18_an_answered_proposal_is_undone_and_asks_again(page: Page, person: str, answer: str, folded: str) -> None:
    propose(page, person)
    button(card(page), answer).click()
    expect(card(page)).to_contain_text(folded)

    button(card(page), "Undo").click()

    for _ in range(2):
        expect(button(card(page), answer)).to_be_visible()
        expect(page.locator("[data-facts-waiting]")).to_contain_text("1")
        page.reload()


def test_f18_a_double_click_acts_once(page: Page, person: str) -> None:
    propose(page, person)

    button(card(page), "Remember").dblclick()

    expect(button(card(page), "Undo")).to_be_visible()
    expect(card(page)).to_contain_text("Remembered:")
    expect(card(page).locator("[data-error]")).to_be_hidden()


def test_f18_a_yes_answers_the_card_in_words(page: Page, person: str) -> None:
    propose(page, person)

    say(page, "Oui, retiens-le")

    expect(card(page)).to_contain_text("Remembered: Canton – VD")


def test_f5_a_proposal_is_accepted_by_a_click_in_the_chat(page: Page, person: str) -> None:
    propose(page, person)

    card(page).get_by_role("button", name="Remember").click()

    expect(card(page)).to_contain_text("Remembered: Canton – VD")
    expect(button(card(page), "Remember")).to_be_hidden()
    expect(page.locator("[data-facts-waiting]")).to_be_hidden()
    page.reload()
    expect(card(page)).to_contain_text("Remembered: Canton – VD")
    page.goto("/profile/facts/")
    expect(page.get_by_role("main")).to_contain_text("VD")
    expect(page.locator("[data-facts-waiting]")).to_be_hidden()


def test_f5_a_refused_proposal_is_not_kept(page: Page, person: str) -> None:
    propose(page, person)

    card(page).get_by_role("button", name="Don’t").click()

    expect(card(page)).to_contain_text("Not kept: Canton")
    page.reload()
    expect(card(page)).to_contain_text("Not kept: Canton")


def test_f18_a_proposal_is_accepted_by_a_click_on_the_profile(page: Page, person: str) -> None:
    propose(page, person)
    page.goto("/profile/facts/")
    expect(page.locator("[data-facts-waiting]")).to_contain_text("1")
    page.evaluate("window.isStillThisPage = true")

    page.get_by_role("main").get_by_role("button", name="Remember").click()

    expect(page.get_by_role("main").get_by_role("button", name="Remember")).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text("VD")
    assert page.evaluate("window.isStillThisPage") is True


def test_f18_a_proposal_is_accepted_without_javascript(page: Page, person: str, new_context: NewContext) -> None:
    propose(page, person)
    plain = new_context(java_script_enabled=False, storage_state=page.context.storage_state()).new_page()
    plain.goto("/profile/facts/")

    plain.get_by_role("main").get_by_role("button", name="Remember").click()

    expect(plain.get_by_role("main").get_by_role("button", name="Remember")).to_have_count(0)
    expect(plain.get_by_role("main")).to_contain_text("VD")


def test_f5_a_card_is_answered_without_javascript(page: Page, person: str, new_context: NewContext) -> None:
    propose(page, person)
    plain = new_context(java_script_enabled=False, storage_state=page.context.storage_state()).new_page()
    plain.goto(page.url)

    plain.get_by_role("button", name="Remember").click()

    expect(plain).to_have_url(f"{page.url}#end")
    expect(plain.get_by_role("main").get_by_role("status").first).to_contain_text("remembered")
    expect(card(plain)).to_contain_text("Remembered: Canton – VD")


def test_f5_what_was_said_for_certain_is_noted_in_one_line(page: Page, person: str) -> None:
    sign_in(page, person)
    start(page, "Assistant comptable")

    say(page, CERTAIN)

    expect(page.locator(".fact-note:visible")).to_have_text("Noted: Trade – photographe · Undo: Trade")


def test_f19_a_sensitive_card_shows_value_and_words_when_asked(page: Page, person: str) -> None:
    sign_in(page, person)
    start(page, "Assistant comptable")
    say(page, SENSITIVE)
    expect(card(page)).to_contain_text("Salary")

    for _ in range(2):  # as the socket brought it, and as the server draws it
        value = card(page).locator("[data-when=pending] .fact-words")
        expect(value).to_be_hidden()
        expect(card(page).locator("blockquote")).to_be_hidden()

        card(page).get_by_text("Show", exact=True).first.click()
        card(page).get_by_text("Show your words").click()

        expect(value).to_contain_text("90")
        expect(card(page).locator("blockquote")).to_contain_text("90000")
        page.reload()


def test_f3_nothing_is_kept_about_a_visitor(page: Page) -> None:
    start(page)

    say(page, "I think I live in Lausanne. I want to book the Bellevue for 2 people tomorrow")

    expect(page.locator(".message-agent[data-seq]")).to_have_count(1)
    expect(page.locator(".conversation .fact-card, .conversation .fact-note")).to_have_count(0)
