"""The strict reader (agent-format.md, "Reading the file")."""

from typing import Any

import pytest

from agents.problem import Problem
from agents.reader import MAX_LENGTH, read


def found(text: str) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.code) for problem in read(text).problems]


def only(text: str) -> Problem:
    (problem,) = read(text).problems
    return problem


@pytest.mark.parametrize(
    ("written", "value"),
    [
        *[
            (text, text)
            for text in ["on", "yes", "No", "off", "y", "12:30", "2026-01-01", "1_000", "0b1", "0o8", "=", "1.2.3"]
        ],
        *[(text, None) for text in ("", "~", "null", "Null", "NULL")],
        *[("true", True), ("True", True), ("FALSE", False)],
        *[("5", 5), ("-5", -5), ("+5", 5), ("0o17", 15), ("0x1F", 31)],
        *[("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0), ("-1.5E-2", -0.015)],
        *[("'5'", "5"), ('"true"', "true"), ('"a\\nb"', "a\nb")],
        *[("|\n  a\n  b\n", "a\nb\n"), (">-\n  a\n  b\n", "a b")],
    ],
)
def test_values_follow_the_core_schema_of_yaml_1_2(written: str, value: Any) -> None:
    document = read(f"key: {written}")
    assert document.problems == ()
    assert repr(document.value) == repr({"key": value})


def test_on_is_the_same_key_with_and_without_quotes() -> None:
    assert read("on: 1").value == read('"on": 1').value == {"on": 1}


def test_json_is_read_as_well() -> None:
    text = '{\t"a": [1, 1.5, true, null, "x\\/y \\u00e9"],\n\t"b": {"c": "\\ud83d\\ude00"}}'
    assert read(text).value == {"a": [1, 1.5, True, None, "x/y é"], "b": {"c": "😀"}}
    assert read(text).problems == ()


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert read("\ufeffa: 1").value == {"a": 1}


def test_control_characters_and_lone_surrogates_do_not_come_in() -> None:
    assert read('a: "x\\0\\e\\ud800y\\tz"').value == {"a": "x\ufffdy\tz"}


def test_every_part_has_its_line() -> None:
    document = read("a: 1\nb:\n  - x\n  - c: 2\n    d:\n      e\n")
    assert [document.line(path) for path in [(), ("a",), ("b",), ("b", 1), ("b", 1, "d")]] == [1, 1, 2, 4, 5]
    assert document.line(("b", 1, "d", "no such part")) == 5


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("a: 1\nb: 2\na: 3", 3, "duplicate-key"),
        ("a: 1\nb: !foo bar", 2, "tag"),
        ("a: 1\nb: !!str 5", 2, "tag"),
        ("a: !x [1]", 1, "tag"),
        ("a: &x 1", 1, "anchor"),
        ("a: *x", 1, "alias"),
        ("a:\n  <<: {b: 1}", 2, "merge-key"),
        ("a: 1\n5: x", 2, "key-not-text"),
        ("true: x", 1, "key-not-text"),
        ("? [a]\n: x", 1, "key-not-text"),
        ("a: .inf", 1, "number"),
        ("a: " + "9" * 5000, 1, "number"),
        ("a: 1e999", 1, "number"),
        ("a: 1\n---\nb: 2", 2, "several-documents"),
        ("", None, "empty-document"),
        ("# only a comment", None, "empty-document"),
        ("a: 'x\nb: 2\n", 3, "syntax"),
        ("a: 1\nb: \x01", 2, "syntax"),
        ("[" * 100 + "]" * 100, None, "too-deep"),
        ("a" * (MAX_LENGTH + 1), None, "too-long"),
    ],
    ids=lambda part: part[:20] if isinstance(part, str) else None,
)
def test_what_others_would_read_otherwise_is_refused_with_its_line(text: str, line: int | None, code: str) -> None:
    assert found(text) == [(line, code)]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("say: {{ data.x }}", "unquoted-expression", "put the whole text in quotes"),
        ("input: {hotel: {{ data.x }}}", "unquoted-expression", "put the whole text in quotes"),
        ("say: {{ data.x }} is booked", "syntax", "must stand in quotes"),
        ("say: {% if x %}", "syntax", "not possible"),
        ("say: Booked: yes", "syntax", "a colon and a space"),
        ("say: @home", "syntax", "begins with @"),
        ("say: %d", "syntax", "begins with %"),
        ("say: !not this", "tag", "begins with ! needs quotes"),
        ("say: *bold", "alias", "begins with * needs quotes"),
        ("say: *bold* text", "syntax", "begins with * must stand in quotes"),
        ("a:\n\tsay: x", "syntax", "there is a tab"),
    ],
)
def test_a_habit_of_yaml_is_named_as_the_cause(text: str, code: str, said: str) -> None:
    assert only(text).code == code
    assert said in only(text).message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("say: {{ data.x }}\nb: 1", {"say": "{{ data.x }}", "b": 1}),
        ("say: {{ data.x }} it's # c\nb: 1", {"say": "{{ data.x }} it's", "b": 1}),
        ("- say: Booked: yes\n- 1", [{"say": "Booked: yes"}, 1]),
        ("say: !not this\nb: 1", {"say": "!not this", "b": 1}),
        ("a: 1\na: 2\nb: 1", {"a": 1, "b": 1}),
        ("5: {x: [1, 2]}\nb: 1", {"b": 1}),
    ],
)
def test_after_a_fault_the_rest_is_read_as_it_was_meant(text: str, value: Any) -> None:
    document = read(text)
    assert len(document.problems) == 1
    assert document.value == value


def test_faults_of_syntax_do_not_hide_each_other() -> None:
    text = "a: @x\nb: {{ c }} d\ne: f: g\nh: 1\nh: 2\n"
    assert found(text) == [(1, "syntax"), (2, "syntax"), (3, "syntax"), (5, "duplicate-key")]


def test_a_fault_in_a_step_names_the_flow_and_the_step() -> None:
    problem = only("flows:\n  book:\n    steps:\n      - id: done\n        branches:\n          - label: @x\n")
    assert (problem.flow, problem.step, problem.branch, problem.line) == ("book", "done", 0, 6)


def test_a_text_that_a_comment_seems_to_cut_is_warned_of() -> None:
    problem = only("say: You are #1 here")
    assert (problem.severity, problem.code) == ("warning", "cut-text")
    assert "#1 here" in problem.message


@pytest.mark.parametrize("text", ["a: b   # note", "a: b # note", "a: 'b' #note", "a: #note\n  b", "# x\na: 5 #n"])
def test_an_ordinary_comment_is_none_to_warn_of(text: str) -> None:
    assert found(text) == []
