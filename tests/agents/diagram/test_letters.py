"""Texts without a font: widths, shortening, breaking and direction."""

from hypothesis import given
from hypothesis import strategies as st

from agents.diagram.letters import ISOLATE, RELEASE, broken, isolated, plain, shortened, width


@given(st.text(st.characters(codec="utf-8"), max_size=80), st.floats(40, 300), st.integers(1, 3))
def test_no_line_is_wider_than_its_room_nor_are_there_more_of_them(text: str, room: float, lines: int) -> None:
    found = broken(plain(text), room, 12, lines)
    assert len(found) <= lines
    assert all(width(line, 12) <= room for line in found)


def test_a_text_that_has_room_stays_as_it_is() -> None:
    assert shortened("The day", 200, 12) == "The day"


def test_a_text_breaks_between_words_and_what_is_left_out_is_shown() -> None:
    assert broken("when the guest is not sure about the date", 120, 12, 2) == ["when the guest is", "not sure about…"]


def test_what_is_one_letter_to_the_eye_is_not_cut_in_two() -> None:
    assert shortened("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 80, 12) == "👩‍👩‍👧‍👦…"
    assert shortened("ééééé", 25, 12) in ("é…", "éé…")


def test_east_asian_letters_count_as_squares() -> None:
    assert width("予約", 10) >= 20


def test_a_text_from_right_to_left_is_closed_on_every_line() -> None:
    for line in broken(isolated("שלום עולם מה שלומך"), 60, 12, 3):
        assert line.count(ISOLATE) == line.count(RELEASE) == 1
    assert isolated("The day") == "The day"


def test_what_would_turn_or_break_a_text_is_left_out() -> None:
    assert plain("a\x00b\u202ec\n d\u2066") == "a b c d"
