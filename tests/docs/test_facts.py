"""docs/facts.md says what the code does: its catalogue can be imported; bounds, keys and readers are the real ones."""

import pytest

from conversations.llm.builtin.statements import READERS
from facts.catalogue import import_catalogue, load
from facts.models import CatalogueKey
from facts.policy import Thresholds
from tests.docs.pages import examples, named, text

PAGE = "facts.md"


@pytest.mark.django_db
def test_the_catalogue_that_is_shown_can_be_imported() -> None:
    shown = next(example for example in examples(PAGE) if "catalogue" in example)

    import_catalogue(shown)

    catalogue = load()
    assert {key["key"] for key in shown["catalogue"]} == set(catalogue.patterns)
    assert set(catalogue.open_scopes) == {"preference", "hobby"}
    assert catalogue.thresholds("profile.salary") == Thresholds(write=0.95, propose=0.7)


def test_every_setting_of_a_key_is_named() -> None:
    columns = {column.name for column in CatalogueKey._meta.concrete_fields} - {"id", "pattern"}
    assert {"key", *columns} <= named(text(PAGE))


def test_f5_the_bounds_are_the_real_ones() -> None:
    bounds = Thresholds()
    assert f"| {bounds.write:.2f} or more | written at once |" in text(PAGE)
    assert f"| {bounds.propose:.2f} or more | proposed: the person is asked |" in text(PAGE)


def test_every_key_that_the_built_in_understanding_reads_is_named() -> None:
    assert set(READERS) <= named(text(PAGE))
