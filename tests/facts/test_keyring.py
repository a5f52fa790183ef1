"""Words are sealed under a key of the person's own (F19)."""

import os
import time

import pytest
from django.db import connection
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from facts.keyring import Unreadable, keyring_of, new_keyring, seal, unseal
from facts.models import Entry, Keyring
from tests.facts.conftest import AT, said

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def keyring(db):
    return new_keyring()


def test_f19_what_is_sealed_is_read_back(keyring):
    @given(json_values.filter(lambda value: "\\ud" not in ascii(value)))
    def check(value):
        assert unseal(keyring, seal(keyring, value, "a.b"), "a.b") == value

    check()


def test_f19_the_same_words_are_sealed_differently_each_time(keyring):
    assert seal(keyring, "Bern", "a.b") != seal(keyring, "Bern", "a.b")


def test_f19_a_sealed_value_belongs_to_its_keyring_and_its_column(keyring):
    sealed = seal(keyring, "Bern", "a.b")
    for ring, data, about in [
        (new_keyring(), sealed, "a.b"),
        (keyring, sealed, "a.c"),
        (keyring, sealed[:-1] + bytes([sealed[-1] ^ 1]), "a.b"),
        (keyring, b"\x02" + sealed[1:], "a.b"),
        (keyring, b"", "a.b"),
        (keyring, b"\x01", "a.b"),
    ]:
        with pytest.raises(Unreadable):
            unseal(ring, data, about)


def test_f19_another_key_of_the_site_opens_no_keyring(keyring):
    stored = Keyring.objects.get(pk=keyring.pk)
    with override_settings(CRYPTOGRAPHY_KEY=os.urandom(32)), pytest.raises(Unreadable):
        _ = stored.key


def test_f19_the_signing_key_of_the_site_plays_no_part(keyring):
    sealed = seal(keyring, "Bern", "a.b")
    with override_settings(SECRET_KEY="a new one, as after a leak of the old one"):
        assert unseal(Keyring.objects.get(pk=keyring.pk), sealed, "a.b") == "Bern"


def test_a_person_has_one_keyring(ann, ben):
    assert keyring_of(ann) == keyring_of(ann)
    assert keyring_of(ann) != keyring_of(ben)
    assert Keyring.objects.filter(owner=ann).count() == 1


def test_f19_no_word_of_a_person_is_in_the_tables_of_the_store(ann, catalogue):
    from facts import actions

    actions.record(ann, [said(value="Bernhardzell", quote="I live in Bernhardzell")], origin="x", at=AT)
    actions.state(ann, "profile.email", "hidden@example.org")
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table.startswith("facts_"):
                cursor.execute(f"SELECT * FROM {table}")
                rows = " ".join(_readable(cell) for row in cursor.fetchall() for cell in row)
                assert "Bernhardzell" not in rows
                assert "hidden@example.org" not in rows
    assert Entry.objects.count() == 2


def _readable(cell):
    return bytes(cell).decode("latin-1") if isinstance(cell, bytes | memoryview) else str(cell)


def test_sealing_is_cheap(keyring):
    seal(keyring, "warm", "a.b")
    best = min(_seconds_of_a_thousand(keyring) for _ in range(5))
    assert best < 0.1


def _seconds_of_a_thousand(keyring):
    start = time.perf_counter()
    for _ in range(1000):
        seal(keyring, "a short sentence of a person", "a.b")
    return time.perf_counter() - start
