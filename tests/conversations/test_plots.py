"""Pictures of numbers as SVG: well-formed, to scale, without styles or scripts of their own."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from conversations.plots import (
    HEIGHT,
    WIDTH,
    Bar,
    Dot,
    Row,
    Span,
    Words,
    bars,
    calibration,
    ceiling,
    curve,
    funnel,
    spans,
)

WORDS = Words("mine", "Title <of> it", 'What it "says" & more')
HOSTILE = '"><script>alert(1)</script>'


def svg_of(text: str) -> ElementTree.Element:
    """The picture, parsed as strictly as XML is."""
    return ElementTree.fromstring(text)


def all_of(text: str, name: str, kind: str) -> list[dict[str, str]]:
    return [dict(found.attrib) for found in svg_of(text).iter(name) if found.get("class") == kind]


def texts(text: str) -> list[str]:
    return [found.text or "" for found in svg_of(text).iter("text")]


def of(*values: float | None) -> list[Bar]:
    return [Bar(f"day {number}", value, f"tip {number}") for number, value in enumerate(values)]


PICTURES = {
    "bars": bars(of(1, 2), WORDS, str),
    "curve": curve(of(1, None, 2), WORDS, str),
    "calibration": calibration([Dot(0.7, 0.5, 0.2, 0.8, "4", "tip")], WORDS, str),
    "funnel": funnel([Row("first", 10, 4, "10", "tip"), Row("second", 0, 0, "0", "tip")], WORDS),
    "spans": spans([Span("one", 0.5, 0.2, 0.8, "5 of 10", "tip"), Span("none", None, 0, 1, "–", "tip")], WORDS, str),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_says_what_it_is_to_those_who_do_not_see_it(name):
    picture = svg_of(PICTURES[name])
    title, description = picture[0], picture[1]
    assert (title.tag, title.text, description.tag, description.text) == (
        "title",
        WORDS.title,
        "desc",
        WORDS.description,
    )
    assert picture.get("role") == "img"
    assert picture.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}" == "mine-title mine-desc"


@pytest.mark.parametrize("name", PICTURES)
def test_no_style_and_no_colour_stands_in_a_picture(name):
    for found in svg_of(PICTURES[name]).iter():
        assert not {"style", "fill", "stroke", "onload", "href"} & set(found.attrib)


@pytest.mark.parametrize("draw", [bars, curve])
def test_words_never_become_markup(draw):
    text = draw([Bar(HOSTILE, 1, HOSTILE)], Words(HOSTILE, HOSTILE, HOSTILE), lambda value: HOSTILE)
    assert "<script" not in text
    assert HOSTILE in [found.text for found in svg_of(text).iter("title")]


def test_bars_are_as_high_as_their_values_from_the_ground_up():
    found = all_of(bars(of(4, 0, 2, None), WORDS, str), "rect", "plot-bar")
    heights = [float(bar["height"]) for bar in found]
    feet = {round(float(bar["y"]) + float(bar["height"]), 1) for bar in found}
    assert len(found) == 2
    assert heights[0] == pytest.approx(2 * heights[1], abs=0.2)
    assert len(feet) == 1


def test_a_curve_has_a_gap_where_there_is_no_value():
    picture = curve(of(1, 2, None, 3, 0), WORDS, str)
    lines = [line["points"].count(",") for line in all_of(picture, "polyline", "plot-line")]
    assert lines == [2, 2]
    assert len(all_of(picture, "circle", "plot-dot")) == 4


def test_every_value_tells_its_number_when_it_is_pointed_at():
    tips = [found.text for found in svg_of(bars(of(1, 2), WORDS, str)).iter("title")][1:]
    assert tips == ["tip 0", "tip 1"]


def test_only_the_first_the_middle_and_the_last_of_many_labels_stand_below():
    labels = [text for text in texts(bars(of(*range(31)), WORDS, str)) if text.startswith("day")]
    assert labels == ["day 0", "day 15", "day 30"]


@pytest.mark.parametrize(
    ("most", "numbers"), [(1, ["0.0", "1.0"]), (2, ["0.0", "1.0", "2.0"]), (7, ["0.0", "5.0", "10.0"])]
)
def test_counts_have_no_halves_on_their_scale(most, numbers):
    shown = [text for text in texts(bars(of(most), WORDS, str, whole=True)) if not text.startswith("day")]
    assert shown == numbers


@pytest.mark.parametrize(
    ("value", "top"), [(0, 1), (1, 1), (1.01, 2), (3, 5), (5.1, 10), (0.0003, 0.0005), (99, 100), (1000, 1000)]
)
def test_a_scale_ends_at_a_round_number_that_holds_every_value(value, top):
    assert ceiling(value) == pytest.approx(top)


def test_a_dot_is_on_the_diagonal_when_confidence_and_rate_agree():
    picture = calibration([Dot(0.75, 0.75, 0.5, 0.9, "4", ""), Dot(0.65, 0.2, 0.1, 0.4, "9", "")], WORDS, str)
    [line] = all_of(picture, "line", "plot-diagonal")
    on, below = all_of(picture, "circle", "plot-dot")
    x1, y1, x2, y2 = (float(line[name]) for name in ("x1", "y1", "x2", "y2"))

    def height(dot: dict[str, Any]) -> float:
        return y1 + (float(dot["cx"]) - x1) / (x2 - x1) * (y2 - y1)

    assert float(on["cy"]) == pytest.approx(height(on), abs=0.2)
    assert float(below["cy"]) > height(below) + 10


def test_the_line_through_a_dot_goes_from_the_lower_to_the_higher_end_of_chance():
    picture = calibration([Dot(0.75, 0.5, 0.0, 1.0, "1", "")], WORDS, str)
    [margin] = all_of(picture, "line", "plot-margin")
    [dot] = all_of(picture, "circle", "plot-dot")
    assert float(margin["y1"]) > float(dot["cy"]) > float(margin["y2"])


@pytest.mark.parametrize(
    "picture",
    [
        bars(of(*[9.5] * 60), WORDS, str),
        curve(of(0.0001, 0.0002), WORDS, "{:.6f}".format),
        calibration([Dot(1.0, 1.0, 0.3, 1.0, "12", ""), Dot(0.0, 0.0, 0.0, 0.6, "3", "")], WORDS, str),
        bars([], WORDS, str),
    ],
)
def test_nothing_lies_outside_the_picture(picture):
    places = [float(at) for name in ("x", "x1", "x2", "cx") for at in re.findall(rf' {name}="(-?[0-9.]+)"', picture)]
    heights = [float(at) for name in ("y", "y1", "y2", "cy") for at in re.findall(rf' {name}="(-?[0-9.]+)"', picture)]
    assert 0 <= min(places) <= max(places) <= WIDTH
    assert 0 <= min(heights) <= max(heights) <= HEIGHT


def test_a_bar_of_a_funnel_is_as_long_as_what_came_and_its_end_is_what_was_lost():
    shown = funnel([Row("first", 10, 4, "10", "tip"), Row("second", 5, 9, "5", "tip")], WORDS)
    [first, second], [lost, all_lost] = all_of(shown, "rect", "plot-bar"), all_of(shown, "rect", "plot-lost")
    assert (float(first["width"]), float(lost["width"])) == (WIDTH * 0.6, WIDTH * 0.4)
    assert float(lost["x"]) == float(first["width"])
    assert (float(second["width"]), float(all_lost["width"])) == (0, WIDTH * 0.5), "no more is lost than came"


def test_a_funnel_of_nothing_and_a_long_label_break_nothing():
    assert all_of(funnel([Row("x" * 99, 0, 0, "0", HOSTILE)], WORDS), "rect", "plot-lost") == []
    assert max(map(len, texts(funnel([Row("x" * 99, 1, 0, "1", "tip")], WORDS)))) == 30


def test_a_span_lies_about_its_rate_and_there_is_none_for_no_rate():
    shown = spans([Span("one", 0.5, 0.25, 0.75, "", ""), Span("none", None, 0, 1, "", "")], WORDS, str)
    [dot], [line] = all_of(shown, "circle", "plot-dot"), all_of(shown, "line", "plot-margin")
    assert float(dot["cx"]) == WIDTH / 2 == (float(line["x1"]) + float(line["x2"])) / 2
