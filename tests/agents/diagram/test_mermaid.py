"""A flow as Mermaid text."""

import re
from typing import Any

import pytest
from hypothesis import given, settings

from agents.diagram import mermaid
from tests.agents.diagram.flows import flows
from tests.agents.drafts import small

LINE = re.compile(
    r'  n\d+(\(\["|\["|\{"|\(")[^"]*("\]\)|"\]|"\}|"\))|  n\d+ (-->|-\.->)(\|"[^"]*"\|)? n\d+(x\d+\(\["[^"]*"\]\))?'
)


def test_a_flow_is_a_flowchart() -> None:
    assert mermaid(small(), "book") == (
        "---\n"
        'title: "The flow Book"\n'
        "---\n"
        "flowchart TD\n"
        '  n0(["Start<br>when: book a room<br>but not: asks about a bill"])\n'
        '  n1["ask<br>asks for guests, date"]\n'
        '  n2["done<br>says “Booked for ‹guests›.”"]\n'
        '  n3["group<br>says “We will call you.”"]\n'
        '  n4(["End<br>complete once these are known: guests, date"])\n'
        "  n0 --> n1\n"
        '  n1 -->|"a group"| n3\n'
        "  n1 --> n2\n"
        '  n2 -->|"then"| n2x0(["end"])\n'
        '  n3 -->|"then"| n3x0(["end, not completed"])\n'
    )


@settings(max_examples=60, deadline=None)
@given(flows(10))
def test_no_text_is_read_as_a_sign_of_mermaid(document: Any) -> None:
    _fence, _title, _end, head, *lines = mermaid(document, "main").splitlines()
    assert head == "flowchart TD"
    assert [line for line in lines if not LINE.fullmatch(line)] == []


def test_signs_are_written_as_entities() -> None:
    document = {"flows": {"main": {"steps": [{"id": "end", "name": '1. "a" <b> `c` #35;', "say": "x"}]}}}
    assert 'n1["1#46; #34;a#34; #60;b#62; #96;c#96; #35;35#59;<br>' in mermaid(document, "main")


def test_all_flows_are_a_page_with_a_diagram_for_each() -> None:
    document = {"flows": {"one": {"name": "The *first*"}, "two": {}}}
    page = mermaid(document)
    assert [line for line in page.splitlines() if line.startswith("#")] == ["## The &#42;first&#42;", "## two"]
    assert page.count("```mermaid\n") == 2
    assert mermaid(document, "two") in page


def test_a_flow_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        mermaid(small(), "nothing")
