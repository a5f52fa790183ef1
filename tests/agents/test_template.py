"""Templates: paths and filters between `{{` and `}}`, and nothing else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.template import TemplateError, parse, parse_tree, paths, render, value

SCOPE: dict[str, Any] = {
    "data": {
        "hotel": "Grand Hotel",
        "guests": 2,
        "date": "2026-03-06",
        "agreed": True,
        "tags": ["a", "b", "c"],
        "evil": "{{ run.price }} {% x %}",
        "empty": "",
        "object": {"items": "x", "a b": 1},
    },
    "facts": {"merchant.adobe.default": "pro/6570", "profile.name": "Ann"},
    "run": {"price": 240.0, "key": "merchant.adobe.default", "raw": "Merchant.Adobe.default", "n": 1},
    "context": {"since": "09:30"},
    "flows": {},
}


def rendered(text: str, language: str = "en") -> str:
    return render(parse(text), SCOPE, language).text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No expression { } }}", "No expression { } }}"),
        ("{{ data.hotel }}", "Grand Hotel"),
        ("{{data.hotel}}, {{ guests }} guests", "Grand Hotel, 2 guests"),
        ("on {{ data.date }}", "on 2026-03-06"),
        ("on {{ data.date | date }}", "on March 6, 2026"),
        ("{{ run.price }}", "240"),
        ("{{ data.agreed }}", "yes"),
        ("{{ data.tags }}", "a, b, and c"),
        ("{{ data.tags.1 }}{{ data.tags[0] }}", "ba"),
        ("{{ data.object.items }}", "x"),
        ('{{ data.object["a b"] }}', "1"),
        ("{{ facts.profile.name }}", "Ann"),
        ("{{ facts[run.key] }}", "pro/6570"),
        ("{{ facts[run.raw] }}", "pro/6570"),
        ("{{ data.tags[run.n] }}", "b"),
        ("{{ data.nope | default('none') }}", "none"),
        ("{{ data.empty | default('none') | upper }}", "NONE"),
        ('{{ data.nope | default("}}") }}!', "}}!"),
        ("{{ data.evil }}", "{{ run.price }} {% x %}"),
        ("{{\n data.hotel\n | upper\n}}", "GRAND HOTEL"),
    ],
)
def test_a_text_is_rendered_for_people(text: str, expected: str) -> None:
    assert rendered(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sum up: {{ data.evil }}", "Sum up: [data.evil={{ run.price }} {% x %}]"),
        ("{{ hotel | upper }}, {{data.guests}}", "[data.hotel=GRAND HOTEL], 2"),
        ("{{ data.tags }} {{ data.object }}", "[data.tags=a, b, and c] [data.object=a b: 1, items: x]"),
        ("{{ data.tags | first }} {{ data.tags | length }}", "[data.tags=a] 3"),
        ("{{ facts[run.key] }} {{ facts.profile.name }}", "[facts[run.key]=pro/6570] [facts.profile.name=Ann]"),
        ("{{ run.price | money('CHF') }}, {{ data.agreed }}", "CHF240.00, yes"),
        ("{{ data.nope | default('none') }}{{ data.nope }}{{ data.empty }}", "none[data.empty=]"),
    ],
)
def test_for_a_model_what_may_hold_somebodys_words_is_quoted_and_nothing_else(text: str, expected: str) -> None:
    assert render(parse(text), SCOPE, "en", quote=lambda path, words: f"[{path}={words}]").text == expected


def test_dates_and_money_are_written_in_the_language_of_the_agent() -> None:
    text = "{{ data.date | date }} {{ run.price | money('CHF') }} {{ data.agreed }}"
    assert rendered(text, "pt-BR") == "6 de março de 2026 CHF\xa0240,00 sim"
    assert rendered(text, "fr") == "6 mars 2026 240,00\xa0CHF oui"
    assert rendered(text, "xx") == rendered(text, "en")


def test_a_missing_value_renders_as_nothing_and_is_reported_once() -> None:
    result = render(parse("a{{ data.nope }}b{{ data.nope | upper }}{{ facts[run.nope] }}"), SCOPE, "en")
    assert (result.text, result.missing) == ("ab", ("data.nope", "facts[run.nope]"))
    assert render(parse("{{ data.nope | default('x') }}"), SCOPE, "en").missing == ()


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("a {{ data.hotel", 2),
        ("{{ }}", 3),
        ("{{ data. }}", 9),
        ("{{ data.hotel() }}", 13),
        ("{{ guests + 1 }}", 10),
        ("{{ guests and 1 }}", 10),
        ("{{ 'text' }}", 3),
        ("{{ 5 }}", 3),
        ("{{ data[ }}", 9),
        ("{{ data.hotel | }}", 16),
        ("{{ data.hotel | nope }}", 16),
        ("{{ data.date | date('wide') }}", 15),
        ("{{ data.hotel | default }}", 16),
        ("{{ data.hotel | upper(1) }}", 16),
        ("{{ data.hotel | default(guests) }}", 24),
        ("x {% if y %}", 2),
        ("{{ a.b | money('francs') }}", 9),
    ],
)
def test_anything_else_is_refused_with_its_position(text: str, position: int) -> None:
    with pytest.raises(TemplateError) as caught:
        parse(text)
    assert caught.value.position == position
    assert caught.value.message


def test_a_value_that_is_exactly_one_expression_keeps_its_type() -> None:
    tree = parse_tree({"n": "{{ guests }}", "list": ["{{ data.tags }}", "{{ guests }} guests", 5, None, True]})
    result = value(tree, SCOPE, "en")
    assert result.value == {"n": 2, "list": [["a", "b", "c"], "2 guests", 5, None, True]}
    assert result.missing == ()


def test_a_missing_value_in_a_tree_is_null_and_reported() -> None:
    result = value(parse_tree({"a": "{{ data.nope }}", "b": "x{{ data.no }}"}), SCOPE, "en")
    assert (result.value, result.missing) == ({"a": None, "b": "x"}, ("data.nope", "data.no"))


def test_it_names_every_path_it_reads_once_with_its_root() -> None:
    assert paths(parse("{{ guests }} {{ data.guests | date }} {{ facts.a.b }} {{ facts[run.key] }}")) == (
        "data.guests",
        "facts.a.b",
        "run.key",
    )
    assert paths(parse_tree({"a": ["{{ run.x }}"], "b": 5})) == ("run.x",)


@given(st.text(st.sampled_from("{}|.[]()'\" ab1,%"), max_size=20))
def test_every_text_is_a_template_or_refused_and_then_renders(text: str) -> None:
    try:
        template = parse(text)
    except TemplateError:
        return
    render(template, SCOPE, "en")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
FILTERS = [
    "date",
    "time('short')",
    "datetime",
    "number",
    "number(2)",
    "money",
    "money('EUR')",
    "percent",
    "upper",
    "lower",
]
MORE = ["capitalize", "title", "trim", "default(1)", "join", "join('; ')", "first", "last", "length"]


@given(JSON, st.lists(st.sampled_from(FILTERS + MORE), max_size=3), st.sampled_from(["en", "de-CH", "pt", "zz", ""]))
def test_no_filter_raises_whatever_the_value(found: Any, filters: list[str], language: str) -> None:
    template = parse(" | ".join(["{{ x", *filters]) + " }}")
    assert isinstance(render(template, {"data": {"x": found}}, language).text, str)
