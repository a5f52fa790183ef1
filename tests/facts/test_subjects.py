"""What a message is about, by the subjects of keys (F21)."""

import pytest

from facts.subjects import is_about, words

DEFAULT = "merchant.*.default"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("I paid Adobe today", "merchant.adobe.default"),
        ("ADOBE, as always.", "merchant.adobe.default"),
        ("two coffees at Café Zürich!", "merchant.cafe_zurich.default"),
        ("in St. Gall yesterday", "merchant.st_gall.default"),
        ("l’Oréal sent a bill", "merchant.l'oreal.default"),
    ],
)
def test_f21_a_message_is_about_a_subject_that_stands_in_it(text, key):
    assert is_about(words(text), DEFAULT, key)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Adobes bill", "merchant.adobe.default"),
        ("the cafe in Zurich", "merchant.cafe_zurich.default"),
        ("", "merchant.adobe.default"),
        ("plus and plus", "merchant.++.default"),
    ],
)
def test_f21_a_message_is_not_about_a_part_of_a_word_nor_about_scattered_words(text, key):
    assert not is_about(words(text), DEFAULT, key)


def test_f21_every_subject_of_a_key_has_to_stand():
    assert is_about(words("Adobe in Bern"), "merchant.*.in.*", "merchant.adobe.in.bern")
    assert not is_about(words("Adobe in Basel"), "merchant.*.in.*", "merchant.adobe.in.bern")


def test_f21_a_key_without_a_subject_is_what_no_message_is_about():
    assert not is_about(words("profile city"), "profile.city", "profile.city")
