"""The profile page: each address works, refuses others, refuses nonsense (F18)."""

import re

import pytest
from django.urls import reverse

from facts import actions, queries
from facts.catalogue import import_catalogue
from facts.models import Entry, Receipt
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db
PROFILE = "/profile/facts/"


@pytest.fixture(autouse=True)
def _keys(catalogue):
    pass


@pytest.fixture
def signed_in(client, ann):
    client.force_login(ann)
    return client


def note(person, *candidates):
    return actions.record(person, candidates, origin="conversation:4", at=AT)


def known(person):
    return {fact.key: fact.value for fact in queries.current(person, AT)}


def test_f18_the_page_shows_what_waits_what_is_contested_and_what_is_known(signed_in, ann):
    note(ann, said(value="Bern"), said("profile.children", 2, 0.7, "two kids"))
    note(ann, said(value="Basel", quote="I live in Basel"))
    page = signed_in.get(PROFILE).content.decode()
    order = [page.index(text) for text in ("two kids", "What you said since", "About you")]
    assert order == sorted(order)
    assert page.count("<q ") == 3
    assert '<a href="/c/4/">' in page


def test_f18_the_page_of_somebody_unknown_leads_to_sign_in(client):
    assert client.get(PROFILE).headers["Location"] == f"/accounts/login/?next={PROFILE}"


def test_f18_an_empty_page_says_how_facts_come_about(signed_in):
    assert "Nothing is known yet" in signed_in.get(PROFILE).content.decode()


def test_f18_nobody_sees_the_facts_of_another_person(signed_in, ben):
    note(ben, said(value="Zurich"), said("profile.children", 2, 0.7, "two kids"))
    page = signed_in.get(PROFILE).content.decode()
    assert "Zurich" not in page
    assert "two kids" not in page


def test_f19_a_sensitive_value_is_masked_until_asked_for(signed_in, ann):
    note(ann, said("profile.salary", 90000, 0.95, "I earn 90000"))
    page = signed_in.get(PROFILE).content.decode()
    assert 'class="masked"' in page
    assert page.index("••••••") < page.index("90,000")


def test_labels_and_dates_are_in_the_readers_language(signed_in, ann):
    import_catalogue({"catalogue": [{"key": "profile.trade", "label": "Trade"}]})
    note(ann, said("profile.trade", "florist", quote="flowers"))
    answer = signed_in.get(PROFILE, headers={"Accept-Language": "fr"})
    page = answer.content.decode()
    assert 'dir="auto">Métier</h3>' in page
    assert "2 mars 2026</time>" in page


def test_f7_neither_is_said_to_be_kept(signed_in, ann, contested):
    answer = signed_in.post(reverse("facts:resolve", args=[contested]), {"choice": "neither"}, follow=True)
    assert "City: neither value is kept." in answer.content.decode()


def test_the_strict_policy_holds_no_inline_script_or_style(signed_in, ann):
    note(ann, said(), said("profile.children", 2, 0.7, "two kids"))
    page = signed_in.get(PROFILE).content.decode()
    assert "style=" not in page
    assert "<script>" not in page
    assert "onclick" not in page


def test_what_a_person_said_is_escaped(signed_in, ann):
    note(ann, said(value="<script>alert(1)</script>", quote="<b>me</b>"))
    page = signed_in.get(PROFILE).content.decode()
    assert "<script>alert" not in page
    assert "<b>me" not in page


def test_f18_the_badge_counts_what_waits(signed_in, ann):
    note(ann, said("profile.children", 2, 0.7, "two kids"), said(value="Bern"))
    note(ann, said(value="Basel"))
    assert "data-facts-waiting>2<" in signed_in.get(PROFILE).content.decode()


@pytest.fixture
def proposal(ann):
    return note(ann, said("profile.children", 2, 0.7, "two kids")).proposed[0].entry


@pytest.fixture
def contested(ann):
    note(ann, said(value="Bern"))
    return note(ann, said(value="Basel")).contested[0].entry


def test_f5_one_click_accepts_a_proposal(signed_in, ann, proposal):
    answer = signed_in.post(reverse("facts:accept", args=[proposal]), follow=True)
    assert answer.redirect_chain == [(PROFILE, 302)]
    assert "Children: remembered." in answer.content.decode()
    assert known(ann) == {"profile.children": 2}


def test_f5_one_click_refuses_a_proposal(signed_in, ann, proposal):
    signed_in.post(reverse("facts:reject", args=[proposal]))
    assert known(ann) == {}
    assert queries.waiting_count(ann) == 0


def test_f14_a_second_click_changes_nothing_and_says_so(signed_in, ann, proposal):
    signed_in.post(reverse("facts:accept", args=[proposal]))
    answer = signed_in.post(reverse("facts:reject", args=[proposal]), follow=True)
    assert "answered meanwhile" in answer.content.decode()
    assert known(ann) == {"profile.children": 2}


@pytest.mark.parametrize(("choice", "city"), [("old", "Bern"), ("new", "Basel"), ("neither", None)])
def test_f7_the_person_chooses_between_two_values(signed_in, ann, contested, choice, city):
    signed_in.post(reverse("facts:resolve", args=[contested]), {"choice": choice})
    assert known(ann).get("profile.city") == city


def test_f7_a_choice_that_is_none_is_refused(signed_in, ann, contested):
    assert signed_in.post(reverse("facts:resolve", args=[contested]), {"choice": "both"}).status_code == 400
    assert queries.waiting_count(ann) == 1


def entry_of(person, key="profile.city"):
    return next(fact.entry for fact in queries.current(person, AT) if fact.key == key)


def test_f10_a_correction_replaces_the_value(signed_in, ann):
    note(ann, said(value="Bern"))
    answer = signed_in.post(reverse("facts:correct", args=[entry_of(ann)]), {"value": "Basel"}, follow=True)
    assert "City: corrected." in answer.content.decode()
    held = queries.current(ann, AT)[0]
    assert (held.value, held.confidence, held.source) == ("Basel", 1.0, "revision")


def test_f2_a_correction_that_breaks_the_schema_comes_back_with_its_words(signed_in, ann):
    note(ann, said("profile.children", 2, 0.9, "two kids"))
    answer = signed_in.post(reverse("facts:correct", args=[entry_of(ann, "profile.children")]), {"value": "-3"})
    assert answer.status_code == 422
    assert 'value="-3"' in answer.content.decode()
    assert 'aria-invalid="true"' in answer.content.decode()
    assert known(ann) == {"profile.children": 2}


def test_a_fact_is_taken_back(signed_in, ann):
    note(ann, said(value="Bern"))
    signed_in.post(reverse("facts:retract", args=[entry_of(ann)]))
    assert known(ann) == {}


def test_taking_back_what_was_replaced_meanwhile_changes_nothing(signed_in, ann):
    note(ann, said(value="Bern"))
    before = entry_of(ann)
    actions.state(ann, "profile.city", "Basel")
    signed_in.post(reverse("facts:retract", args=[before]))
    assert known(ann) == {"profile.city": "Basel"}


CHANGES = ["accept", "reject", "resolve", "correct", "retract", "undo"]


@pytest.mark.parametrize("name", CHANGES)
def test_f18_nobody_changes_the_facts_of_another_person(client, ann, ben, name):
    waiting = note(ann, said("profile.children", 2, 0.7, "two kids")).proposed[0].entry
    note(ann, said(value="Bern"))
    disputed = note(ann, said(value="Basel")).contested[0].entry
    own = entry_of(ann)
    entry = {"resolve": disputed, "correct": own, "retract": own, "undo": own}.get(name, waiting)
    client.force_login(ben)
    answer = client.post(reverse(f"facts:{name}", args=[entry]), {"choice": "new", "value": "x"})
    assert answer.status_code == 404
    assert known(ann) == {"profile.city": "Bern"}
    assert queries.waiting_count(ann) == 2


@pytest.mark.parametrize("name", CHANGES)
def test_changes_need_an_account_and_a_post(client, ann, name):
    address = reverse(f"facts:{name}", args=[1])
    assert client.post(address).headers["Location"].startswith("/accounts/login/")
    client.force_login(ann)
    assert client.get(address).status_code == 405
    assert client.post(address, {"choice": "new", "value": "x"}).status_code == 404


@pytest.mark.parametrize("name", CHANGES)
def test_changes_need_the_token_of_their_form(ann, name):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    assert client.post(reverse(f"facts:{name}", args=[1])).status_code == 403


@pytest.mark.parametrize(
    ("back", "target"), [("/c/1/#end", "/c/1/#end"), ("https://elsewhere.example/", PROFILE), ("//elsewhere", PROFILE)]
)
def test_f18_an_answer_leads_back_to_the_page_of_its_card_and_nowhere_else(signed_in, proposal, back, target):
    answer = signed_in.post(f"{PROFILE}proposals/{proposal}/accept/", {"next": back})
    assert answer.headers["Location"] == target


def lines_of(person, key="profile.city"):
    return [said.kind for said in queries.history(person, key)]


def undo_in(answer):
    """Where the Undo beside the message posts to."""
    found = re.search(r'action="(/profile/facts/undo/\d+/)" data-change', answer.content.decode())
    return found and found[1]


def do(client, name, ids, **data):
    return client.post(reverse(f"facts:{name}", args=[ids]), data, follow=True)


def test_f8_an_acceptance_is_undone_from_its_message(signed_in, ann, proposal):
    answer = do(signed_in, "accept", proposal)
    undone = signed_in.post(undo_in(answer), follow=True)
    assert "Children: undone." in undone.content.decode()
    assert undo_in(undone) is None
    assert known(ann) == {}
    assert [said.id for said in queries.proposals(ann)] == [proposal]


def test_f8_a_refusal_is_undone_from_its_message(signed_in, ann, proposal):
    signed_in.post(undo_in(do(signed_in, "reject", proposal)))
    assert [said.id for said in queries.proposals(ann)] == [proposal]


def test_f8_a_choice_is_undone_from_its_message(signed_in, ann, contested):
    signed_in.post(undo_in(do(signed_in, "resolve", contested, choice="new")))
    assert known(ann) == {"profile.city": "Bern"}
    assert [question.id for question in queries.contested(ann)] == [contested]


def test_f8_a_correction_is_undone_from_its_message(signed_in, ann):
    note(ann, said(value="Bern"))
    signed_in.post(undo_in(do(signed_in, "correct", entry_of(ann), value="Basel")))
    assert known(ann) == {"profile.city": "Bern"}


def test_f8_taking_back_is_undone_from_its_message(signed_in, ann):
    note(ann, said(value="Bern"))
    signed_in.post(undo_in(do(signed_in, "retract", entry_of(ann))))
    assert known(ann) == {"profile.city": "Bern"}


def test_f14_an_undo_that_comes_too_late_changes_nothing_and_says_so(signed_in, ann, proposal):
    address = undo_in(do(signed_in, "accept", proposal))
    actions.state(ann, "profile.children", 3)
    assert "answered meanwhile" in signed_in.post(address, follow=True).content.decode()
    assert known(ann) == {"profile.children": 3}


def test_f13_the_page_of_a_fact_has_its_history_with_the_words(signed_in, ann):
    note(ann, said(value="Bern"))
    actions.state(ann, "profile.city", "Basel")
    page = signed_in.get(reverse("facts:fact", args=[entry_of(ann)])).content.decode()
    order = [page.index(text) for text in ("You corrected it", "Noted", "I live in Bern")]
    assert order == sorted(order)


def test_f13_the_history_offers_to_undo_what_still_stands_and_nothing_else(signed_in, ann):
    note(ann, said(value="Bern"))
    first = entry_of(ann)
    actions.state(ann, "profile.city", "Basel")
    page = signed_in.get(reverse("facts:fact", args=[entry_of(ann)])).content.decode()
    assert f"/undo/{entry_of(ann)}/" in page
    assert f"/undo/{first}/" not in page


def history_of(client, person):
    """The words of the lines of a history, without their marks."""
    page = client.get(reverse("facts:fact", args=[entry_of(person)])).content.decode()
    lines = re.findall(r"<li>(.*?)</li>", page.partition('<ol class="history">')[2].partition("</ol>")[0], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in lines]


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Not asked any more Bern – you chose: Zug"), ("de", "Nicht mehr gefragt Bern – Sie haben gewählt: Zug")],
)
def test_f13_the_history_tells_what_is_not_asked_any_more_and_why(signed_in, ann, language, told):
    ann.language = language
    ann.save()
    proposals = [note(ann, said(value=value, confidence=0.7)).proposed[0].entry for value in ("Bern", "Zug")]
    actions.accept(ann, proposals[1])
    signed_in.cookies.load({"django_language": language})
    closed = history_of(signed_in, ann)[0]
    assert closed.startswith(told)
    assert "from" not in closed.removeprefix(told), "it was clicked, not said"


@pytest.mark.parametrize(
    ("overtake", "told"),
    [
        (lambda person: note(person, said(value="Zug")), "you said: Zug"),
        (lambda person: actions.state(person, "profile.city", "Zug"), "you typed: Zug"),
    ],
)
def test_f13_the_history_tells_how_a_proposal_was_overtaken(signed_in, ann, overtake, told):
    note(ann, said(value="Bern", confidence=0.7))
    overtake(ann)
    assert f"Bern – {told}" in history_of(signed_in, ann)[0]


def test_f19_the_history_masks_what_a_sensitive_proposal_gave_way_to(signed_in, ann):
    note(ann, said("profile.salary", 80000, 0.7, "about 80000"))
    typed = actions.state(ann, "profile.salary", 90000)
    page = signed_in.get(reverse("facts:fact", args=[typed.entry])).content.decode()
    shown = re.sub(r"<details class=\"masked.*?</details>", "", page, flags=re.DOTALL)
    assert "you typed:" in shown
    assert not re.search("80,?000|90,?000", shown)


def test_f13_an_undo_that_was_clicked_says_when_and_not_where(signed_in, ann):
    note(ann, said(value="Bern"))
    typed = actions.state(ann, "profile.city", "Zug")
    actions.undo(ann, typed.entry)
    undone, corrected, noted = history_of(signed_in, ann)
    assert "from" not in undone
    assert ("from your profile" in corrected, "from a conversation" in noted) == (True, True)


def test_f13_a_long_history_is_read_by_pages(signed_in, ann):
    for number in range(25):
        actions.state(ann, "profile.city", f"town {number:02}")
    address = reverse("facts:fact", args=[entry_of(ann)])
    first = signed_in.get(address).content.decode()
    earlier = re.search(r'href="([^"]+)"[^>]* data-earlier', first)[1]
    second = signed_in.get(earlier.partition("#")[0]).content.decode()
    assert ("town 24" in first, "town 05" in first, "town 04" in first) == (True, True, False)
    assert ("town 05" in second, "town 04" in second, "town 00" in second) == (False, True, True)
    assert "data-earlier" not in second


def test_f13_what_is_no_longer_used_can_still_be_looked_up(signed_in, ann):
    note(ann, said(value="Bern"))
    do(signed_in, "retract", entry_of(ann))
    assert "1 thing that is kept and not used" in signed_in.get(PROFILE).content.decode()
    page = signed_in.get(reverse("facts:unused")).content.decode()
    address = re.search(r'href="(/profile/facts/\d+/)"', page)[1]
    history = signed_in.get(address).content.decode()
    assert "You took it back" in history
    assert "I live in Bern" in history
    assert "/correct/" not in history


def test_f18_the_page_of_another_persons_fact_is_not_there(client, ann, ben):
    note(ann, said(value="Bern"))
    client.force_login(ben)
    assert client.get(reverse("facts:fact", args=[entry_of(ann)])).status_code == 404


@pytest.mark.parametrize(
    "address", ["", "scope/profile/", "unused/", "add/", "add/profile.city/", "1/", "1/?before=7", "?all=proposals"]
)
def test_f18_every_page_needs_an_account_and_looking_changes_nothing(client, ann, proposal, address):
    assert client.get(PROFILE + address).headers["Location"].startswith("/accounts/login/")
    client.force_login(ann)
    before = Entry.objects.count()
    assert client.get(PROFILE + address).status_code in (200, 302, 404)
    assert Entry.objects.count() == before


def test_pages_about_a_person_are_kept_by_no_cache(signed_in):
    assert "no-store" in signed_in.get(PROFILE).headers["Cache-Control"]


def test_f19_the_form_that_corrects_a_sensitive_value_does_not_show_it(signed_in, ann):
    note(ann, said("profile.salary", 91234, 0.95, "I earn 91234"))
    page = signed_in.get(reverse("facts:fact", args=[entry_of(ann, "profile.salary")])).content.decode()
    assert 'type="number" name="value"' in page
    assert 'value="91234"' not in page
    shown = [place.start() for place in re.finditer("91,?234", page)]
    hidden = [(place.start(), page.index("</details>", place.start())) for place in re.finditer('class="masked', page)]
    assert shown
    assert all(any(start < place < end for start, end in hidden) for place in shown)


def test_f19_contested_sensitive_values_are_masked(signed_in, ann):
    note(ann, said("profile.salary", 91234, 0.95, "I earn 91234"))
    note(ann, said("profile.salary", 81234, 0.95, "I earn 81234"))
    page = signed_in.get(PROFILE).content.decode()
    outside = re.sub(r"<details class=\"masked.*?</details>", "", page, flags=re.DOTALL)
    assert "81,234" in page
    assert not re.search(r"[89]1,?234", outside)


def test_f18_the_person_adds_what_the_site_keeps(signed_in, ann):
    answer = signed_in.post(reverse("facts:add", args=["profile.city"]), {"value": "Bern"}, follow=True)
    assert "City: added." in answer.content.decode()
    held = queries.current(ann, AT)[0]
    assert (held.value, held.source, held.confidence) == ("Bern", "revision", 1.0)
    signed_in.post(undo_in(answer))
    assert known(ann) == {}


def test_f18_what_is_offered_to_add_has_no_value_yet_or_takes_another(signed_in, ann):
    actions.state(ann, "profile.city", "Bern")
    actions.state(ann, "profile.languages", "German")
    page = signed_in.get(reverse("facts:offers")).content.decode()
    assert "/add/profile.children/" in page
    assert "/add/profile.languages/" in page
    assert "/add/profile.city/" not in page
    assert "merchant" not in page


def test_f18_another_value_of_many_is_added_beside_the_others(signed_in, ann):
    actions.state(ann, "profile.languages", "German")
    signed_in.post(reverse("facts:add", args=["profile.languages"]), {"value": "French"})
    assert sorted(fact.value for fact in queries.current(ann, AT)) == ["French", "German"]


def test_f18_adding_what_is_known_to_the_letter_offers_no_undo_of_what_was_there(signed_in, ann):
    actions.state(ann, "profile.languages", "German")
    answer = signed_in.post(reverse("facts:add", args=["profile.languages"]), {"value": "German"}, follow=True)
    assert "Languages: known already." in answer.content.decode()
    assert undo_in(answer) is None


@pytest.mark.parametrize("key", ["merchant.*.default", "profile.nope", "preference.tea"])
def test_f18_nothing_is_added_that_the_catalogue_does_not_name(signed_in, ann, key):
    assert signed_in.post(reverse("facts:add", args=[key]), {"value": "x"}).status_code == 404
    assert known(ann) == {}


def test_f2_a_value_that_does_not_fit_is_not_added(signed_in, ann):
    import_catalogue({"catalogue": [{"key": "profile.vat", "schema": {"type": "string", "pattern": "^CHE"}}]})
    answer = signed_in.post(reverse("facts:add", args=["profile.vat"]), {"value": "12"})
    assert answer.status_code == 422
    assert "This value does not fit here." in answer.content.decode()
    assert 'value="12"' in answer.content.decode()
    assert known(ann) == {}


def test_f18_the_foot_has_receipts_without_content(signed_in, ann, ben):
    Receipt.objects.create(person=ann, what=Receipt.What.KEY, rows=12)
    Receipt.objects.create(person=ben, what=Receipt.What.KEY, rows=77)
    page = signed_in.get(PROFILE).content.decode()
    assert ">12</td>" in page
    assert ">77</td>" not in page


def test_l2_a_label_from_right_to_left_is_isolated_in_a_sentence(signed_in, ann):
    import_catalogue({"catalogue": [{"key": "profile.town", "label": "مدينة"}]})
    answer = signed_in.post(reverse("facts:add", args=["profile.town"]), {"value": "عمان"}, follow=True)
    assert "\u2068مدينة\u2069: added." in answer.content.decode()
    assert '<bdi class="fact-value" dir="auto">عمان</bdi>' in answer.content.decode()


def test_the_page_of_a_scope_in_which_nothing_is_left_leads_to_the_profile(signed_in):
    assert signed_in.get(reverse("facts:scope", args=["profile"])).headers["Location"] == PROFILE


def test_f18_the_page_of_a_scope_shows_what_is_known_of_the_reader_alone(signed_in, ann, ben):
    actions.state(ann, "profile.city", "Bern")
    actions.state(ben, "profile.city", "Zurich")
    page = signed_in.get(reverse("facts:scope", args=["profile"])).content.decode()
    assert ("Bern" in page, "Zurich" in page) == (True, False)
