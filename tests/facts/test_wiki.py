"""Patterns across people: counted when they are read, over enough different people, and reviewed by staff (F21)."""

import pytest
from django.contrib.auth.models import Permission
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from facts import actions, erasing, queries, wiki
from facts.catalogue import import_catalogue
from facts.models import CatalogueKey, CurrentFact, Entry, Person, WikiEntry
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db

K = 5
ADOBE = "merchant.adobe.default"
PAGE = "/admin/facts/wikientry/"
KEYS = {
    "catalogue": [
        {"key": "merchant.*.default", "label": "How purchases at * are booked", "shareable": True},
        {"key": "profile.tools", "label": "Tools", "many": True, "shareable": True},
        {"key": "profile.city", "label": "City"},
    ]
}
APPROVED, REFUSED = WikiEntry.State.APPROVED, WikiEntry.State.REFUSED


@pytest.fixture(autouse=True)
def _catalogue(settings):
    settings.WIKI_PEOPLE = K
    import_catalogue(KEYS)


@pytest.fixture
def people() -> list[Person]:
    return [Person.objects.create_user(f"person{number}") for number in range(2 * K)]


def all_say(people, value, key=ADOBE):
    for person in people:
        actions.state(person, key, value, at=AT)


def counted() -> set[tuple[str, object, int, int]]:
    return {(pattern.key, pattern.value, pattern.people, pattern.of) for pattern in wiki.patterns()}


def approve(value, key=ADOBE, state=APPROVED):
    wiki.review(key, f'"{value}"', state, by=Person.objects.get_or_create(username="reviewer")[0])


# Counting


def test_f21_a_value_is_a_pattern_from_k_different_people_on(people):
    all_say(people[: K - 1], "pro/6570")
    assert counted() == set()
    all_say([people[K - 1]], "pro/6570")
    assert counted() == {(ADOBE, "pro/6570", K, K)}


def test_f21_the_site_may_want_more_people(people, settings):
    all_say(people[:6], "pro/6570")
    settings.WIKI_PEOPLE = 7
    assert counted() == set()


def test_f21_a_pattern_is_told_with_all_who_say_anything_of_its_key(people):
    all_say(people[:K], "pro/6570")
    all_say(people[K : K + 2], "private")
    all_say(people[K:], "pro/6570", key="merchant.zoo.default")
    assert counted() == {(ADOBE, "pro/6570", K, K + 2), ("merchant.zoo.default", "pro/6570", K, K)}


def test_f21_two_values_of_one_key_are_two_patterns_the_commoner_first(people):
    all_say(people[:K], "private")
    all_say(people[K:], "pro/6570")
    all_say([Person.objects.create_user("one more")], "pro/6570")
    assert [(pattern.value, pattern.people, pattern.of) for pattern in wiki.patterns()] == [
        ("pro/6570", K + 1, 2 * K + 1),
        ("private", K, 2 * K + 1),
    ]


def test_f21_of_a_key_with_many_values_a_person_counts_once_for_each(people):
    for person in people[:K]:
        for tool in ("hammer", "saw"):
            actions.state(person, "profile.tools", tool, at=AT)
    assert counted() == {("profile.tools", "hammer", K, K), ("profile.tools", "saw", K, K)}


def test_f21_one_person_with_many_rows_of_a_value_is_one_person(people):
    all_say(people[: K - 1], "hammer", key="profile.tools")
    row = CurrentFact.objects.filter(key="profile.tools").first()
    for member in range(1, K):
        CurrentFact.objects.create(
            person=row.person,
            scope=row.scope,
            key=row.key,
            member=row.member + 1000 + member,
            entry=row.entry,
            shared=row.shared,
            catalogue_key=row.catalogue_key,
        )
    assert counted() == set()


def test_f21_a_key_that_is_not_shareable_is_no_pattern(people):
    all_say(people, "Bern", key="profile.city")
    assert counted() == set()


def test_f21_what_was_flagged_as_sensitive_is_not_counted(people):
    all_say(people[: K - 1], "pro/6570")
    actions.record(people[K], [said(ADOBE, "pro/6570", sensitive=True)], origin="x", at=AT)
    assert counted() == set()


def test_f21_a_proposal_and_what_is_contested_are_not_counted(people):
    all_say(people[: K - 1], "pro/6570")
    actions.record(people[K], [said(ADOBE, "pro/6570", 0.7)], origin="x", at=AT)
    actions.state(people[K + 1], ADOBE, "private", at=AT)
    actions.record(people[K + 1], [said(ADOBE, "pro/6570", 0.9)], origin="x", at=AT)
    assert counted() == set()


def test_f19_a_key_that_became_sensitive_is_not_counted_whatever_its_rows_still_hold(people):
    all_say(people, "pro/6570")
    CatalogueKey.objects.filter(pattern="merchant.*.default").update(sensitive=True)
    assert CurrentFact.objects.exclude(shared=None).exists()
    assert counted() == set()


@pytest.mark.parametrize("what", ["retract", "correct", "resolve"])
def test_f21_a_pattern_falls_under_k_the_moment_a_person_changes_what_they_said(people, what):
    all_say(people[:K], "pro/6570")
    approve("pro/6570")
    person = people[0]
    if what == "retract":
        actions.retract(person, ADOBE, at=AT)
    elif what == "correct":
        actions.correct(person, CurrentFact.objects.get(person=person).entry_id, "private", at=AT)
    else:
        actions.record(person, [said(ADOBE, "private", 0.9)], origin="x", at=AT)
        actions.resolve(person, queries.contested(person)[0].id, "new", at=AT)
    assert counted() == set()
    assert wiki.suggestions([ADOBE]) == []
    actions.undo(person, Entry.objects.filter(person=person).latest("id").pk, at=AT)
    assert counted() == {(ADOBE, "pro/6570", K, K)}


def test_f20_f21_a_pattern_falls_under_k_the_moment_a_person_is_forgotten_and_its_review_goes(people):
    all_say(people[:K], "pro/6570")
    approve("pro/6570")
    with transaction.atomic():
        erasing.erase_person(people[0])
    assert counted() == set()
    assert wiki.suggestions([ADOBE]) == []
    assert not WikiEntry.objects.exists()


def test_f21_counting_takes_two_queries_however_many_patterns_there_are(people):
    for shop in ("adobe", "zoo", "migros"):
        all_say(people[:K], "pro/6570", key=f"merchant.{shop}.default")
    with CaptureQueriesContext(connection) as seen:
        assert len(wiki.patterns()) == 3
    assert len(seen) == 2


# Suggestions


def test_f21_only_what_is_approved_is_suggested(people):
    all_say(people[:K], "pro/6570")
    all_say(people[K:], "private")
    assert wiki.suggestions([ADOBE]) == []
    approve("private", state=REFUSED)
    assert wiki.suggestions([ADOBE]) == []
    approve("pro/6570")
    label = "How purchases at adobe are booked"
    assert wiki.suggestions([ADOBE]) == [wiki.Suggestion(ADOBE, label, "pro/6570", K, 2 * K)]
    approve("pro/6570", state=REFUSED)
    assert wiki.suggestions([ADOBE]) == []


def test_f21_nothing_is_suggested_for_another_key_or_for_what_the_person_has(people):
    all_say(people[:K], "pro/6570")
    approve("pro/6570")
    assert wiki.suggestions(["merchant.zoo.default"]) == []
    assert wiki.suggestions([ADOBE], known=[ADOBE]) == []
    assert wiki.suggestions([], ["Adobe again"], known=[ADOBE]) == []


def test_f21_a_key_whose_subject_is_talked_about_is_suggested(people):
    all_say(people[:K], "pro/6570")
    approve("pro/6570")
    assert wiki.suggestions([], ["something else"]) == []
    assert [found.said for found in wiki.suggestions([], ["Hello.", "I paid ADOBE."])] == [True]
    assert [found.said for found in wiki.suggestions([ADOBE], ["Hello."])] == [False]


def test_f21_of_what_is_talked_about_no_more_than_a_handful_is_suggested(people):
    shops = [f"shop{number}" for number in range(wiki.TALKED_ABOUT + 3)]
    for shop in shops:
        all_say(people[:K], "pro/6570", key=f"merchant.{shop}.default")
        approve("pro/6570", key=f"merchant.{shop}.default")
    found = wiki.suggestions([f"merchant.{shops[-1]}.default"], [" and ".join(shops)])
    assert len(found) == wiki.TALKED_ABOUT + 1
    assert found[0].key == f"merchant.{shops[-1]}.default"


def test_f21_of_one_key_only_the_commonest_values_are_suggested(people):
    tools = [f"tool{number}" for number in range(wiki.PER_KEY + 1)]
    for number, tool in enumerate(tools):
        all_say(people[: K + number], tool, key="profile.tools")
        approve(tool, key="profile.tools")
    assert [found.value for found in wiki.suggestions(["profile.tools"])] == tools[:0:-1]


def test_f21_suggesting_takes_three_queries_and_none_where_nothing_is_shared(people):
    from facts.catalogue import load

    all_say(people[:K], "pro/6570")
    approve("pro/6570")
    catalogue = load()
    with CaptureQueriesContext(connection) as seen:
        assert wiki.suggestions([ADOBE], ["Adobe"], catalogue=catalogue)
    assert len(seen) == 3
    CatalogueKey.objects.update(shareable=False)
    catalogue = load()
    with CaptureQueriesContext(connection) as seen:
        assert wiki.suggestions([ADOBE], ["Adobe"], catalogue=catalogue) == []
    assert len(seen) == 0


def test_f21_what_too_few_share_cannot_be_reviewed(people):
    all_say(people[: K - 1], "pro/6570")
    with pytest.raises(wiki.Suppressed):
        approve("pro/6570")
    assert not WikiEntry.objects.exists()


# The page of the staff


@pytest.fixture
def staff(client):
    client.force_login(Person.objects.create_superuser("staff"))
    return client


def member(client, *permissions):
    person = Person.objects.create_user("member", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(person)
    return person


def pressed(client, state="approved", value='"pro/6570"', **more):
    return client.post(PAGE, {"key": ADOBE, "value": value, "state": state, **more})


def test_f21_staff_see_the_patterns_with_their_counts_and_no_name(staff, people):
    all_say(people[:K], "pro/6570")
    all_say(people[K : K + 2], "private thing")
    page = staff.get(PAGE).content.decode()
    assert "How purchases at adobe are booked" in page
    assert "pro/6570" in page
    assert f"{K} of {K + 2} people" in page
    assert "Not reviewed" in page
    assert "private thing" not in page
    assert "person0" not in page


def test_f21_staff_approve_and_refuse_with_one_click(staff, people):
    all_say(people[:K], "pro/6570")
    assert "Approved. Agents may suggest it." in pressed_and_seen(staff)
    entry = WikiEntry.objects.get()
    assert (entry.key, entry.value, entry.state, entry.reviewed_by.username) == (ADOBE, '"pro/6570"', APPROVED, "staff")
    assert "Refused. It is not used." in pressed_and_seen(staff, "refused")
    assert WikiEntry.objects.get().state == REFUSED


def pressed_and_seen(client, state="approved"):
    return client.get(pressed(client, state).url).content.decode()


def test_f21_a_click_on_what_fell_under_k_meanwhile_changes_nothing(staff, people):
    all_say(people[: K - 1], "pro/6570")
    assert "Too few people" in pressed_and_seen(staff)
    assert not WikiEntry.objects.exists()


def test_f21_a_click_says_no_more_of_a_guessed_value_than_of_one_that_few_have(staff, people):
    all_say(people[: K - 1], "pro/6570")
    answers = [staff.get(pressed(staff, value=value).url).content for value in ('"pro/6570"', '"guessed"')]
    assert all(b"Too few people share this value now." in answer for answer in answers)


def test_f21_a_reviewed_pattern_under_k_is_told_without_its_value_and_count(staff, people):
    all_say(people[:K], "pro/6570")
    pressed(staff)
    actions.retract(people[0], ADOBE, at=AT)
    page = staff.get(PAGE).content.decode()
    assert "Suppressed" in page
    assert ADOBE in page
    assert "pro/6570" not in page
    assert f"{K - 1} of" not in page
    assert "Refuse" not in page
    all_say(people[:1], "pro/6570")
    assert "Approved: agents may suggest it" in staff.get(PAGE).content.decode()


def test_f21_the_list_is_filtered_by_key_and_stays_so_after_a_click(staff, people):
    all_say(people[:K], "pro/6570")
    all_say(people[:K], "hammer", key="profile.tools")
    assert "hammer" not in staff.get(PAGE, {"key": ADOBE}).content.decode()
    answer = pressed(staff, chosen=ADOBE, page="1")
    assert answer.url == f"{PAGE}?key={ADOBE}&page=1"


@pytest.mark.parametrize("wrong", [{"state": "maybe"}, {"state": ""}])
def test_f21_a_click_that_decides_nothing_is_refused(staff, people, wrong):
    all_say(people[:K], "pro/6570")
    assert pressed(staff, **wrong).status_code == 400
    assert not WikiEntry.objects.exists()


def test_f21_a_click_with_signs_that_no_database_holds_changes_nothing(staff):
    assert pressed(staff, value="\x00").status_code == 302


def test_f21_who_may_only_look_sees_no_button_and_changes_nothing(client, people):
    all_say(people[:K], "pro/6570")
    member(client, "view_wikientry")
    page = client.get(PAGE).content.decode()
    assert "pro/6570" in page
    assert 'value="approved"' not in page
    assert pressed(client).status_code == 403
    assert not WikiEntry.objects.exists()


def test_f21_who_may_change_reviews_sees_and_changes_them(client, people):
    all_say(people[:K], "pro/6570")
    member(client, "change_wikientry")
    assert 'value="approved"' in client.get(PAGE).content.decode()
    assert pressed(client).status_code == 302
    assert WikiEntry.objects.get().state == APPROVED


def test_f21_staff_without_the_permission_and_people_without_staff_see_nothing(client, people):
    all_say(people[:K], "pro/6570")
    member(client, "view_cataloguekey")
    assert client.get(PAGE).status_code == 403
    assert pressed(client).status_code == 403
    client.force_login(people[0])
    assert client.get(PAGE).status_code == 302
    assert pressed(client).status_code == 302
    assert not WikiEntry.objects.exists()


def test_f21_the_page_of_a_site_without_patterns_says_how_there_come_to_be_some(staff):
    assert "shareable" in staff.get(PAGE).content.decode()


def test_f21_a_long_list_comes_in_pages_that_keep_the_filter(staff, people, monkeypatch):
    monkeypatch.setattr("facts.wiki_admin.ON_A_PAGE", 1)
    for tool in ("hammer", "saw"):
        all_say(people[:K], tool, key="profile.tools")
    first = staff.get(PAGE, {"key": "profile.tools"}).content.decode()
    assert "?key=profile.tools&amp;page=2" in first
    assert "saw" not in first
    assert "saw" in staff.get(PAGE, {"key": "profile.tools", "page": "2"}).content.decode()


def test_f21_the_page_takes_a_bounded_number_of_queries(staff, people):
    def taken() -> int:
        with CaptureQueriesContext(connection) as seen:
            staff.get(PAGE)
        return len(seen)

    all_say(people[:K], "pro/6570")
    before = taken()
    for tool in ("hammer", "saw", "axe"):
        all_say(people[:K], tool, key="profile.tools")
        approve(tool, key="profile.tools")
    assert taken() == before
