"""The clear copy of a value stands where it may be counted, and nowhere else (F19, F21)."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from facts import actions
from facts.catalogue import import_catalogue, relink
from facts.models import CatalogueKey, CurrentFact, Entry
from facts.rebuild import rebuild
from facts.sharing import LONGEST, canonical
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db

DEFAULT = {"key": "merchant.*.default", "shareable": True}
ADOBE = "merchant.adobe.default"


@pytest.fixture(autouse=True)
def _catalogue():
    import_catalogue({"catalogue": [DEFAULT, {"key": "profile.city"}, {"key": "profile.tags", "many": True}]})


def copies() -> dict[str, str | None]:
    return dict(CurrentFact.objects.values_list("key", "shared"))


def entry(person, key=ADOBE) -> int:
    return CurrentFact.objects.get(person=person, key=key).entry_id


def test_f21_the_value_of_a_shareable_key_alone_stands_in_clear(ann):
    actions.state(ann, ADOBE, "pro/6570", at=AT)
    actions.state(ann, "profile.city", "Bern", at=AT)
    assert copies() == {ADOBE: '"pro/6570"', "profile.city": None}


def test_f21_the_copy_follows_every_change_of_the_fact(ann):
    actions.state(ann, ADOBE, "pro/6570", at=AT)
    actions.correct(ann, entry(ann), "private", at=AT)
    assert copies() == {ADOBE: '"private"'}
    actions.undo(ann, entry(ann), at=AT)
    assert copies() == {ADOBE: '"pro/6570"'}
    actions.retract(ann, ADOBE, at=AT)
    assert copies() == {}


def test_f21_neither_a_proposal_nor_what_contradicts_is_copied(ann):
    actions.record(ann, [said(ADOBE, "pro/6570", 0.7)], origin="x", at=AT)
    assert copies() == {}
    actions.record(ann, [said(ADOBE, "pro/6570", 0.9)], origin="x", at=AT)
    actions.record(ann, [said(ADOBE, "private", 0.9)], origin="x", at=AT)
    assert copies() == {ADOBE: '"pro/6570"'}


def test_f19_what_a_reading_flags_as_sensitive_stays_sealed_under_a_shareable_key(ann):
    actions.record(ann, [said(ADOBE, "clinic", sensitive=True)], origin="x", at=AT)
    assert copies() == {ADOBE: None}
    relink()
    assert copies() == {ADOBE: None}


def test_f21_a_value_too_long_to_be_shared_is_kept_and_not_copied(ann):
    actions.state(ann, ADOBE, "a" * LONGEST, at=AT)
    assert copies() == {ADOBE: None}
    actions.correct(ann, entry(ann), "a" * (LONGEST - 2), at=AT)
    assert copies()[ADOBE] is not None


def test_f21_copies_come_and_go_with_the_mark_in_an_imported_catalogue(ann, ben):
    actions.state(ann, ADOBE, "pro/6570", at=AT)
    actions.state(ben, "merchant.zoo.default", "private", at=AT)
    import_catalogue({"catalogue": [{**DEFAULT, "shareable": False}]})
    assert set(copies().values()) == {None}
    import_catalogue({"catalogue": [DEFAULT]})
    assert copies() == {ADOBE: '"pro/6570"', "merchant.zoo.default": '"private"'}
    import_catalogue({"catalogue": [{**DEFAULT, "shareable": False, "sensitive": True}]})
    assert set(copies().values()) == {None}


def test_f21_copies_go_when_a_key_leaves_the_catalogue_or_a_closer_one_takes_it(ann):
    actions.state(ann, ADOBE, "pro/6570", at=AT)
    closer = CatalogueKey.objects.create(pattern=ADOBE, label="Adobe")
    assert copies() == {ADOBE: None}
    closer.delete()
    assert copies() == {ADOBE: '"pro/6570"'}
    CatalogueKey.objects.filter(pattern=DEFAULT["key"]).first().delete()
    assert copies() == {ADOBE: None}


def test_f21_a_mark_set_in_the_admin_brings_the_copies(client, ann, django_user_model):
    actions.state(ann, "profile.city", "Bern", at=AT)
    client.force_login(django_user_model.objects.create_superuser("staff"))
    row = CatalogueKey.objects.get(pattern="profile.city")
    page = f"/admin/facts/cataloguekey/{row.pk}/change/"
    values = {"pattern": "profile.city", "label": "City", "schema": "{}", "shareable": "on"}
    assert client.post(page, values).status_code == 302
    assert copies() == {"profile.city": '"Bern"'}
    assert client.post(page, {name: value for name, value in values.items() if name != "shareable"}).status_code == 302
    assert copies() == {"profile.city": None}


def test_f12_a_rebuild_makes_the_copies_anew_and_a_check_finds_what_drifted(ann):
    actions.state(ann, ADOBE, "pro/6570", at=AT)
    actions.state(ann, "profile.city", "Bern", at=AT)
    wanted = copies()
    assert rebuild(ann).drifted == 0
    CurrentFact.objects.filter(key="profile.city").update(shared='"Bern"')
    CurrentFact.objects.filter(key=ADOBE).update(shared=None)
    with pytest.raises(CommandError):
        call_command("rebuild_facts", "--check")
    assert rebuild(ann).drifted == 2
    assert copies() == wanted
    CurrentFact.objects.all().delete()
    rebuild(ann)
    assert copies() == wanted


def test_f21_filling_the_copies_writes_no_line_of_the_ledger(ann):
    actions.state(ann, "profile.city", "Bern", at=AT)
    before = Entry.objects.count()
    import_catalogue({"catalogue": [{"key": "profile.city", "shareable": True}]})
    assert copies() == {"profile.city": '"Bern"'}
    assert Entry.objects.count() == before


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"b": 1, "a": [2.0]}, {"a": [2], "b": 1.0}),
        (4, 4.0),
        ("Café", "Caf\u00e9"),
    ],
)
def test_f21_one_value_has_one_text(one, other):
    assert canonical(one) == canonical(other)


def test_f21_different_values_have_different_texts():
    values = [1, "1", True, "true", 1.5, [1], {"a": 1}, "Bern", "bern"]
    assert len({canonical(value) for value in values}) == len(values)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file is looked into")
@pytest.mark.django_db(transaction=True)
def test_f21_a_key_made_sensitive_leaves_no_clear_value_in_the_file_nor_its_log(ann):
    import_catalogue({"catalogue": [DEFAULT]})
    actions.state(ann, ADOBE, "Planted6570", at=AT)
    assert _is_stored(b"Planted6570")
    rule = CatalogueKey.objects.get(pattern=DEFAULT["key"])
    rule.sensitive, rule.shareable = True, False
    rule.save()
    assert not _is_stored(b"Planted6570")


def _is_stored(word: bytes) -> bool:
    name = str(connection.settings_dict["NAME"])
    return any(word in Path(file).read_bytes() for file in (name, f"{name}-wal") if Path(file).exists())
