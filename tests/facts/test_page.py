"""What the pages of the profile hold, and that they stay usable for much (F18)."""

import re
import time

import pytest
from django.db import transaction
from django.urls import reverse

from facts import page, queries
from facts.actions import NotFound, Overtaken, state
from facts.catalogue import import_catalogue
from facts.keyring import keyring_of, seal
from facts.models import CurrentFact, Entry, Person, Proposal
from tests.facts.conftest import AT, CATALOGUE

pytestmark = pytest.mark.django_db
PROFILE = "/profile/facts/"
ENTRIES, FACTS, WAITING = 10_000, 500, 200


@pytest.fixture(autouse=True)
def _keys(catalogue):
    pass


def entries(person, kind, keys, **columns):
    """Lines of the ledger as the writer makes them, all at once."""
    keyring = keyring_of(person)
    rows = [
        Entry(
            person=person,
            keyring=keyring,
            kind=kind,
            scope=key.partition(".")[0],
            key=key,
            value=seal(keyring, f"value {number}", Entry.VALUE),
            quote=seal(keyring, "my words", Entry.QUOTE),
            source="chat",
            **columns,
        )
        for number, key in enumerate(keys)
    ]
    Entry.objects.bulk_create(rows, batch_size=500)
    return list(Entry.objects.filter(person=person, kind=kind, key__in=set(keys)).order_by("id"))


@pytest.fixture(scope="module")
def much(django_db_setup, django_db_blocker):
    """Somebody with much, made once for all tests of this module: each is taken back to it."""
    with django_db_blocker.unblock(), transaction.atomic():
        import_catalogue(CATALOGUE)
        yield with_much(Person.objects.create_user("much", language="en", timezone="Europe/Zurich"))
        transaction.set_rollback(True)


def with_much(person):
    """Ten thousand lines in their ledger: 500 facts, 200 proposals, and one key that was said over and over."""
    facts = entries(person, "asserted", [f"merchant.shop_{number}.default" for number in range(FACTS)])
    asked = entries(person, "proposed", [f"preference.wish_{number}" for number in range(WAITING)], confidence=0.7)
    said = entries(person, "corrected", ["profile.city"] * (ENTRIES - FACTS - WAITING))
    CurrentFact.objects.bulk_create(
        CurrentFact(person=person, scope=entry.scope, key=entry.key, entry=entry) for entry in [*facts, said[-1]]
    )
    Proposal.objects.bulk_create(Proposal(entry=entry, line=entry, person=person, key=entry.key) for entry in asked)
    assert Entry.objects.filter(person=person).count() == ENTRIES
    return person


@pytest.fixture
def signed_in(client, much):
    client.force_login(much)
    client.get(PROFILE)
    return client


def said_last(person, key="profile.city"):
    return CurrentFact.objects.get(person=person, key=key).entry_id


@pytest.mark.parametrize(
    ("address", "most"),
    [("", 20), ("?all=proposals", 20), ("scope/merchant/?page=3", 12), ("unused/", 10), ("add/", 12), ("fact", 16)],
)
def test_f18_a_page_takes_a_bounded_number_of_queries(signed_in, much, address, most, django_assert_max_num_queries):
    place = _address(much, address)
    with django_assert_max_num_queries(most):
        assert signed_in.get(place).status_code == 200


def _address(person, address):
    return reverse("facts:fact", args=[said_last(person)]) if address == "fact" else PROFILE + address


def test_f18_the_page_stays_small_and_quick_with_much(signed_in, much):
    begun = time.monotonic()
    sent = signed_in.get(PROFILE).content
    took = time.monotonic() - begun
    assert len(sent) < 300_000
    assert sent.count(b"Remember</button>") == page.QUESTIONS
    assert sent.count(b'class="fact"') == page.FACTS + 1
    assert f"All {FACTS}: Merchants" in sent.decode()
    assert f"Show all {WAITING}" in sent.decode()
    assert f'<span class="badge">{WAITING}</span>' in sent.decode()
    assert took < 5  # a quarter of a second where nothing else runs


def test_f13_a_page_of_a_history_of_ten_thousand_lines_holds_twenty(signed_in, much):
    sent = signed_in.get(_address(much, "fact")).content.decode()
    assert sent.count("You corrected it") == queries.HISTORY_PAGE


def test_f18_all_questions_are_shown_when_they_are_asked_for(signed_in, much):
    sent = signed_in.get(f"{PROFILE}?all=proposals").content
    assert sent.count(b"Remember</button>") == WAITING


def test_f18_every_fact_of_a_scope_is_on_one_of_its_pages(signed_in, much):
    found = set()
    for number in range(1, 6):
        sent = signed_in.get(f"{PROFILE}scope/merchant/?page={number}").content.decode()
        found |= set(re.findall(r'id="fact-(\d+)"', sent))
    assert len(found) == FACTS


def test_f18_facts_stand_by_scope_in_the_order_of_the_catalogue_and_by_title(ann):
    for key in ("preference.tea", "merchant.adobe.default", "profile.city", "profile.address", "profile.children"):
        state(ann, key, 2)
    groups = page.content(ann, AT)["groups"]
    assert [group.label for group in groups] == ["About you", "Merchants", "Preferences"]
    assert [row.title for row in groups[0].rows] == ["Address", "Children", "City"]


def test_f18_what_holds_no_more_is_overtaken_and_what_is_not_theirs_is_not_there(ann, ben):
    first = state(ann, "profile.city", "Bern").entry
    state(ann, "profile.city", "Basel")
    with pytest.raises(Overtaken):
        page.held(ann, first)
    with pytest.raises(NotFound):
        page.held(ben, first)


def test_f18_the_offers_to_add_are_ordered_and_named_in_the_readers_words(ann):
    import_catalogue({"catalogue": [{"key": "account.bank", "label": "Bank"}]})
    offers = page.addable(ann, AT)
    assert [label for label, _keys in offers] == ["About you", "Accounts"]
    titles = [offer.title for offer in offers[0][1]]
    assert titles == sorted(titles)


def test_a_page_number_that_is_none_is_the_first_and_one_too_high_the_last(ann):
    for number in range(3):
        state(ann, f"preference.tea_{number}", "x")
    for number in ("", "x", "-1", "99", "9" * 30):
        assert len(page.scope_content(ann, "preference", number, AT)["part"]) == 3
