"""A picture as SVG: well formed, without styles and scripts, and of use to those who do not see it."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from agents.diagram import END, START, Marks, Trouble, Wording, draw, draw_agent
from agents.diagram.style import LIGHT, RULES
from tests.agents.diagram.flows import ANYTHING, documents, everything, flows

CSS = Path("static/css")


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)


def of_class(root: ET.Element, kind: str) -> list[ET.Element]:
    return [found for found in root.iter() if kind in found.get("class", "").split()]


def words(root: ET.Element) -> str:
    return " ".join(root.itertext())


def book(marks: Marks | None = None, **options: Any) -> ET.Element:
    return parsed(draw(everything(), "book", marks, **options))


@settings(max_examples=60, deadline=None)
@given(flows(10))
def test_every_picture_is_well_formed_and_has_no_style_and_no_script(document: Any) -> None:
    root = parsed(draw(document, "main"))
    assert not [found for found in root.iter() if found.tag in ("style", "script") or found.get("style")]
    assert not [name for found in root.iter() for name in found.keys() if name.startswith("on")]  # noqa: SIM118
    assert "\u202e" not in draw(document, "main")


@settings(max_examples=200, deadline=None)
@given(ANYTHING, ANYTHING)
def test_whatever_a_draft_holds_it_is_drawn(flow: Any, step: Any) -> None:
    for held in (flow, {"steps": [step, {"id": "a", "then": step, "branches": [step], "if": step}], "on": step}):
        document = {"flows": {"main": held}}
        parsed(draw(document, "main"))
        parsed(draw_agent(document))
    parsed(draw_agent(flow))


def test_a_flow_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        draw(everything(), "nothing")


def test_the_text_of_an_author_stays_a_text() -> None:
    document = {"flows": {"main": {"steps": [{"id": "a", "name": '<script>"&', "say": "]]><b>"}]}}}
    text = draw(document, "main", Marks(links={"a": '/x?a=1&b="'}))
    assert "<script>" not in text
    assert '<script>"&' in words(parsed(text))


def test_text_from_right_to_left_does_not_turn_what_stands_around_it() -> None:
    document = {"flows": {"main": {"steps": [{"id": "a", "say": "שלום"}]}}}
    assert "says “\u2068שלום\u2069”" in draw(document, "main")


def test_the_same_document_gives_the_same_text() -> None:
    assert draw(everything(), "book") == draw(everything(), "book")


def test_a_picture_has_a_title_and_a_description_that_name_it() -> None:
    root = book(name="of 1")
    title, description = root[0], root[1]
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}" == "of-1-title of-1-desc"
    assert title.text == "The flow Book"
    assert "The day, price, fork" in str(description.text)


def test_a_box_is_a_link_with_a_name_where_there_is_an_address() -> None:
    problems = {"price": Trouble("error", ("There is no action quote_price.",))}
    root = book(Marks(links={"price": "/steps/7/"}, flow_links={"survey": "/flows/2/"}, problems=problems))
    names = {found.get("href"): found.get("aria-label") for found in root.iter("a")}
    assert names == {
        "/steps/7/": "price (action); runs quote_price; error: There is no action quote_price.",
        "/flows/2/": "Survey (flow)",
    }
    # the parts of an image would be no links to a screen reader
    assert root.get("role") == "group"


def test_problems_are_marked_by_a_sign_and_not_by_colour_alone() -> None:
    root = book(Marks(problems={"price": Trouble("error", ("Wrong.",)), START: Trouble("warning", ("Odd.",))}))
    signs = [
        (found.findtext("title"), found.findtext("text")) for found in root.iter("g") if found.find("rect") is not None
    ]
    assert ("error: Wrong.", "×") in signs
    assert ("warning: Odd.", "!") in signs
    assert len(of_class(root, "diagram-has-error")) == 1


def test_the_path_of_a_conversation_stands_out() -> None:
    path = ((START, "ask"), ("ask", "price"), ("fork", END))
    root = book(Marks(visits={"ask": 2, "price": 1}, path=path, current="price"))
    assert len(of_class(root, "diagram-is-visited")) == 2
    # of the two ways from ask to price the branch cannot be told from the way on
    assert (
        len(of_class(root, "diagram-edge"))
        - len(
            [found for found in of_class(root, "diagram-edge") if "diagram-is-travelled" not in found.get("class", "")]
        )
        == 3
    )
    assert "visits: 2" in words(of_class(root, "diagram-step")[1])
    assert words(of_class(root, "diagram-is-current")[0]).count("price") > 0


def test_lines_are_as_thick_as_their_share() -> None:
    root = book(Marks(traffic={"ask": 100}, ways={(START, "ask"): 100, ("price", "fork"): 40, ("fork", END): 1}))
    assert len(of_class(root, "diagram-share-4")) == 1
    assert len(of_class(root, "diagram-share-2")) == 1
    assert "100" in words(of_class(root, "diagram-share-4")[0])
    assert len(of_class(root, "diagram-share-1")) == 1


def test_a_legend_explains_what_is_shown_and_nothing_else() -> None:
    assert of_class(book(Marks(legend=True)), "diagram-legend") == []
    legend = of_class(book(Marks(path=((START, "ask"),), current="ask", legend=True)), "diagram-legend")
    assert [words(found) for found in legend] == [Wording().travelled, Wording().here]


def test_a_step_that_nothing_leads_to_is_told_too() -> None:
    document = {"flows": {"main": {"steps": [{"id": "a", "say": "x", "then": "end"}, {"id": "b", "say": "x"}]}}}
    root = parsed(draw(document, "main"))
    assert "nothing leads here" in words(of_class(root, "diagram-is-unreached")[-1])


def test_a_file_that_stands_alone_has_its_look_in_it() -> None:
    text = draw(everything(), "book", standalone=True)
    assert parsed(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert "fill: #1b1b22" in text
    assert "var(" not in text


def test_every_example_is_drawn() -> None:
    for document in documents():
        for flow in document["flows"]:
            drawn = words(parsed(draw(document, flow)))
            assert all(step.get("name", step["id"]) in drawn for step in document["flows"][flow]["steps"])


# The style sheet


def test_the_pages_and_the_files_have_the_same_rules() -> None:
    assert (CSS / "diagram.css").read_text(encoding="utf-8").endswith(RULES)


def test_files_have_the_light_tones_of_the_tokens() -> None:
    tokens = (CSS / "tokens.css").read_text(encoding="utf-8")
    for name, value in LIGHT.items():
        (found,) = re.findall(rf"^  --{name}: (?:light-dark\((#\w+),.*\)|(.*));$", tokens, re.MULTILINE)
        assert value == "".join(found), name


def test_every_class_of_a_rule_is_drawn() -> None:
    marks = Marks(
        links={"ask": "/"},
        problems={"price": Trouble("error"), "fork": Trouble("warning")},
        visits={"ask": 1},
        path=((START, "ask"), ("price", END)),
        current="ask",
        ways={("ask", "price"): 4, ("price", "fork"): 3, ("fork", END): 2, (START, "ask"): 1},
    )
    document = everything()
    document["flows"]["book"]["steps"] += [{"id": "last", "say": "x", "then": "gone"}, {"id": "never", "do": "x"}]
    drawn = {kind for found in book_of(document, marks).iter() for kind in found.get("class", "").split()}
    assert set(re.findall(r"\.(diagram[\w-]*)", RULES)) - drawn == set()


def book_of(document: Any, marks: Marks) -> ET.Element:
    return parsed(draw(document, "book", marks))
