"""The catalogue of keys and its import (F1, F2)."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from facts.catalogue import CatalogueError, ImportedCatalogue, import_catalogue, load
from facts.models import CatalogueKey, Scope
from facts.policy import Thresholds
from facts.values import Invalid

pytestmark = pytest.mark.django_db


def problems(document):
    with pytest.raises(CatalogueError) as raised:
        import_catalogue(document)
    return raised.value.problems


def test_f1_a_catalogue_is_imported_with_all_that_a_key_may_say():
    key = {
        "key": "profile.email",
        "label": "E-mail",
        "description": "Where to write to.",
        "schema": {"type": "string", "format": "email"},
        "many": False,
        "sensitive": False,
        "shareable": True,
        "write": 0.9,
        "propose": 0.5,
        "fresh": "365d",
    }
    document = {
        "catalogue": [key, {"key": "profile.home_city"}],
        "scopes": {"hotel": {"open": True, "label": "Hotels"}},
    }
    assert import_catalogue(document) == ImportedCatalogue(keys=2, scopes=1)
    catalogue = load()
    entry = catalogue.key_for("profile.email")
    assert (entry.schema["format"], entry.shareable, entry.freshness) == ("email", True, timedelta(days=365))
    assert catalogue.thresholds("profile.email") == Thresholds(0.9, 0.5)
    assert catalogue.label("profile.home_city") == "Home city"
    assert catalogue.open_scopes == ("preference", "hotel")


def test_f1_importing_again_changes_what_is_named_and_leaves_the_rest():
    import_catalogue({"catalogue": [{"key": "profile.a", "label": "A"}, {"key": "profile.b"}]})
    import_catalogue({"catalogue": [{"key": "profile.a", "label": "Another", "many": True}]})
    assert list(CatalogueKey.objects.values_list("pattern", "label", "many")) == [
        ("profile.a", "Another", True),
        ("profile.b", "B", False),
    ]


def test_f1_only_preference_is_open_unless_the_site_says_otherwise():
    assert load().open_scopes == ("preference",)
    import_catalogue({"scopes": {"preference": {"open": False}, "profile": {"open": True}}})
    assert load().open_scopes == ("profile",)
    assert load().accepts("profile.anything")
    assert not load().accepts("preference.anything")
    assert load().scope_label("preference") == "Preferences"


def test_f1_the_most_specific_key_counts():
    import_catalogue(
        {
            "catalogue": [
                {"key": "merchant.*.default", "label": "On *"},
                {"key": "merchant.adobe.default", "label": "Adobe"},
            ]
        }
    )
    assert load().label("merchant.adobe.default") == "Adobe"
    assert load().label("merchant.st_gall.default") == "On st gall"


def test_f2_a_value_is_held_against_the_schema_of_its_key():
    import_catalogue({"catalogue": [{"key": "profile.children", "schema": {"type": "integer", "maximum": 20}}]})
    load().check("profile.children", 3)
    load().check("preference.anything", {"free": ["form"]})
    for value in ("three", 21, None, 2.5):
        with pytest.raises(Invalid):
            load().check("profile.children", value)


BAD_KEYS = [
    ({}, "catalogue[0]"),
    ("profile.city", "catalogue[0]"),
    ({"key": 3}, "catalogue[0]"),
    ({"key": "city"}, "pattern"),
    ({"key": "*.city"}, "pattern"),
    ({"key": "profile.a", "colour": "red"}, "`colour`"),
    ({"key": "profile.a", "schema": {"type": "nonsense"}}, "schema"),
    ({"key": "profile.a", "schema": ["string"]}, "schema"),
    ({"key": "profile.a", "schema": {"pattern": "(?<=x)y"}}, "schema"),
    ({"key": "profile.a", "write": 2}, "write"),
    ({"key": "profile.a", "write": "much"}, "write"),
    ({"key": "profile.a", "propose": 0.9}, "propose"),
    ({"key": "profile.a", "fresh": "a year"}, "fresh"),
    ({"key": "profile.a", "fresh": 365}, "fresh"),
    ({"key": "profile.a", "many": "perhaps"}, "many"),
    ({"key": "profile.a", "many": 1}, "many"),
    ({"key": "profile.a", "sensitive": "true"}, "sensitive"),
    ({"key": "profile.a", "write": "0.9"}, "write"),
    ({"key": "profile.a", "write": True}, "write"),
    ({"key": "profile.a", "sensitive": True, "shareable": True}, "shareable"),
    ({"key": "profile.a", "label": "x" * 200}, "label"),
]


@pytest.mark.parametrize(("key", "named"), BAD_KEYS)
def test_f1_a_mistake_in_a_key_is_named_with_its_place(key, named):
    found = problems({"catalogue": [{"key": "profile.good"}, key][::-1]})
    assert len(found) == 1
    assert found[0].startswith("catalogue[0]")
    assert named in found[0]
    assert not CatalogueKey.objects.exists()


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        "text",
        {"keys": []},
        {"catalogue": {}},
        {"scopes": []},
        {"scopes": {"a b": {}}},
        {"scopes": {"x": 1}},
        {"scopes": {"x": {"open": "so"}}},
    ],
)
def test_f1_what_is_no_catalogue_is_refused(document):
    assert problems(document)
    assert not Scope.objects.exists()


def test_f1_every_mistake_is_told_at_once():
    document = {"catalogue": [{"key": "city"}, {"key": "profile.a"}, {"key": "profile.a"}], "scopes": {"X": {}}}
    assert len(problems(document)) == 3


def test_f1_the_command_loads_a_file(tmp_path: Path, capsys):
    file = tmp_path / "catalogue.yaml"
    file.write_text("catalogue:\n  - {key: profile.city, label: City}\nscopes:\n  hotel: {open: true}\n")
    call_command("import_catalogue", str(file))
    assert "1 keys and 1 scopes" in capsys.readouterr().out
    assert load().accepts("hotel.anything")


@pytest.mark.parametrize(
    ("label", "description", "kind", "is_doubtful"),
    [
        ("Salary", "A yearly amount in francs.", "number", True),
        ("Salary (CHF a year)", "A yearly amount in francs.", "number", False),
        ("Guests", "How many come along.", "integer", False),
        ("Plan", "Paid per year or per month.", "string", False),
    ],
)
def test_f1_a_number_whose_label_does_not_say_what_it_counts_is_doubtful(label, description, kind, is_doubtful):
    key = {"key": "profile.x", "label": label, "description": description, "schema": {"type": kind}}
    assert bool(import_catalogue({"catalogue": [key]}).doubts) is is_doubtful


@pytest.mark.parametrize("text", ["catalogue: [", "catalogue: [{key: city}]", "other: 1"])
def test_f1_the_command_names_the_file_of_a_mistake(tmp_path: Path, text):
    file = tmp_path / "catalogue.yaml"
    file.write_text(text)
    with pytest.raises(CommandError, match=r"catalogue\.yaml"):
        call_command("import_catalogue", str(file))


def test_the_command_says_when_there_is_no_file():
    with pytest.raises(CommandError, match=r"none\.yaml"):
        call_command("import_catalogue", "none.yaml")
