"""What staff manage of the fact store: the catalogue and the accounts."""

import pytest

from facts import actions
from facts.catalogue import load
from facts.models import CatalogueKey, Person, Scope
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client, db):
    client.force_login(Person.objects.create_superuser("staff", password="secret of staff"))
    return client


KEY = {
    "pattern": "profile.city",
    "label": "City",
    "description": "",
    "schema": "{}",
    "write": "",
    "propose": "",
    "fresh": "",
}


def test_f1_staff_add_a_key_to_the_catalogue(staff):
    assert staff.post("/admin/facts/cataloguekey/add/", KEY).status_code == 302
    assert load().accepts("profile.city")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pattern": "City"}, "merchant.*.default"),
        ({"schema": '{"type": "nonsense"}'}, "no JSON Schema"),
        ({"schema": "{"}, "valid JSON"),
        ({"write": "0.5"}, "Choose at most"),
        ({"fresh": "a year"}, "365d"),
    ],
)
def test_f1_a_key_with_a_mistake_is_refused_with_what_to_do(staff, change, words):
    answer = staff.post("/admin/facts/cataloguekey/add/", {**KEY, **change})
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert not CatalogueKey.objects.exists()


def test_f1_staff_open_a_scope(staff):
    staff.post("/admin/facts/scope/add/", {"name": "hotel", "label": "Hotels", "is_open": "on"})
    assert Scope.objects.get().name == "hotel"
    assert load().accepts("hotel.anything")


@pytest.mark.parametrize(
    "page", ["cataloguekey/", "cataloguekey/add/", "scope/", "scope/add/", "person/", "person/add/"]
)
def test_the_pages_open_for_staff_and_for_nobody_else(staff, client, page):
    assert staff.get(f"/admin/facts/{page}").status_code == 200
    client.logout()
    assert client.get(f"/admin/facts/{page}").status_code == 302


def test_f18_the_admin_shows_no_facts(staff, ann, catalogue):
    actions.record(ann, [said(value="Bernhardzell")], origin="x", at=AT)
    assert "Bernhardzell" not in staff.get(f"/admin/facts/person/{ann.pk}/change/").content.decode()
    assert staff.get("/admin/facts/entry/").status_code == 404


def test_a_time_zone_has_to_be_one(staff, ann):
    page = staff.get(f"/admin/facts/person/{ann.pk}/change/")
    form = page.context["adminform"].form
    data = {name: value for name, value in form.initial.items() if value is not None and not isinstance(value, list)}
    answer = staff.post(
        f"/admin/facts/person/{ann.pk}/change/",
        {**data, "timezone": "Bern", "date_joined_0": "2026-01-01", "date_joined_1": "10:00"},
    )
    assert "Europe/Zurich" in answer.content.decode()
    ann.refresh_from_db()
    assert ann.timezone == "Europe/Zurich"


@pytest.mark.parametrize(
    ("typed", "kept"), [("Profile.Pet", "profile.pet"), (" merchant.*.Véhicle type ", "merchant.*.vehicle_type")]
)
def test_f2_a_key_is_kept_in_its_one_spelling(staff, typed, kept):
    staff.post("/admin/facts/cataloguekey/add/", {**KEY, "pattern": typed})
    assert [key.pattern for key in CatalogueKey.objects.all()] == [kept]


def test_f1_a_key_with_two_stars_is_refused(staff):
    assert (
        "one * at most"
        in staff.post("/admin/facts/cataloguekey/add/", {**KEY, "pattern": "merchant.*.*"}).content.decode()
    )


@pytest.mark.parametrize(("pattern", "words"), [("profile.*", "every key"), ("merchant.*.tax", "has no *")])
def test_f1_what_is_seldom_meant_is_kept_with_a_warning(staff, pattern, words):
    page = staff.post("/admin/facts/cataloguekey/add/", {**KEY, "pattern": pattern}, follow=True)
    assert words in page.content.decode()
    assert CatalogueKey.objects.exists()


@pytest.mark.parametrize("page", ["", "add/"])
def test_the_scopes_that_are_built_in_are_told_of(staff, page):
    assert "profile (About you)" in staff.get(f"/admin/facts/scope/{page}").content.decode()


def test_f20_staff_read_receipts_and_tell_their_own_deletions_apart(staff, ann):
    staff.post(f"/admin/facts/person/{ann.pk}/delete/", {"post": "yes"})
    page = staff.get("/admin/facts/receipt/")
    assert "staff deleted it" in page.content.decode()
    assert "ann" not in page.content.decode().partition("result_list")[2].partition("</table>")[0].split()
    assert staff.get("/admin/facts/receipt/add/").status_code == 403


def test_f1_the_form_says_what_switching_many_off_does(staff):
    assert "does not bring them back" in staff.get("/admin/facts/cataloguekey/add/").content.decode()
