"""One thing has one key (F2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.keys import matches, normalise, specific_first, subject

PATTERNS = ["merchant.*.default", "profile.city"]


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("profile.city", "profile.city"),
        (" Profile.City ", "profile.city"),
        ("merchant.Adobe.default", "merchant.adobe.default"),
        ("merchant.Café Zürich.default", "merchant.cafe_zurich.default"),
        ("merchant. St. Gall Ltd. .default", "merchant.st_gall_ltd.default"),
        ("MERCHANT.STRASSE.DEFAULT", "merchant.strasse.default"),
        ("merchant.Straße.default", "merchant.strasse.default"),
        ("preference.hotel floor", "preference.hotel_floor"),
    ],
)
def test_f2_a_key_has_one_spelling(written, key):
    assert normalise(written, PATTERNS) == key


@pytest.mark.parametrize(
    "text",
    [
        *("", "profile", ".", "profile.", ".city", "a..b", "profile. ", "p.\x00", "p.\ud800", "p." + "x" * 200),
        *("merchant.*.default", "merchant.a*b.default", "profile.*"),
    ],
)
def test_f2_what_is_no_key_is_none(text):
    assert normalise(text, PATTERNS) == ""


@given(st.text(max_size=60))
def test_f2_normalising_twice_changes_nothing(text):
    once = normalise(text, PATTERNS)
    assert not once or normalise(once, PATTERNS) == once


@given(st.text(min_size=1, max_size=30))
def test_f2_every_subject_gives_one_part_or_no_key(text):
    key = normalise(f"merchant.{text}.default", PATTERNS)
    assert not key or (matches("merchant.*.default", key) and key.count(".") == 2)


def test_f1_a_star_stands_for_one_part():
    assert matches("merchant.*.default", "merchant.adobe.default")
    assert not matches("merchant.*.default", "merchant.adobe.card.default")
    assert not matches("merchant.*", "merchant.adobe.default")
    assert not matches("profile.city", "profile.cityx")


def test_f1_the_most_specific_pattern_is_tried_first():
    assert specific_first(["a.*.*", "a.*.c", "a.b.c"]) == ["a.b.c", "a.*.c", "a.*.*"]


def test_the_subject_is_what_the_star_stands_for():
    assert subject("merchant.*.default", "merchant.st_gall.default") == "st gall"
    assert subject("profile.city", "profile.city") == ""
