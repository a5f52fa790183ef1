"""The profile page: each address works, refuses others, refuses nonsense (F18)."""

import pytest
from django.urls import reverse

from facts import actions, queries
from facts.catalogue import import_catalogue
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
    assert page.count("<q ") >= 4
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
    assert '<h3 dir="auto">Métier</h3>' in page
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


CHANGES = ["accept", "reject", "resolve", "correct", "retract"]


@pytest.mark.parametrize("name", CHANGES)
def test_f18_nobody_changes_the_facts_of_another_person(client, ann, ben, name):
    waiting = note(ann, said("profile.children", 2, 0.7, "two kids")).proposed[0].entry
    note(ann, said(value="Bern"))
    disputed = note(ann, said(value="Basel")).contested[0].entry
    entry = {"resolve": disputed, "correct": entry_of(ann), "retract": entry_of(ann)}.get(name, waiting)
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
