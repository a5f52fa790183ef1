"""The door through which any document is held against a schema."""

from typing import Any

import pytest

from agents.document import Document
from agents.reader import read
from agents.validate import validate

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["key"],
    "additionalProperties": False,
    "properties": {
        "key": {"type": "string", "pattern": "^[a-z]+$", "x-hint": "only small letters", "x-code": "id"},
        "many": {"type": "boolean"},
        "weight": {"type": "number", "minimum": 0, "maximum": 1},
        "kind": {"enum": ["a", "b"]},
        "list": {"type": "array", "minItems": 1, "items": {"type": "string"}},
        "by_id": {
            "type": "object",
            "propertyNames": {"pattern": "^[a-z]+$"},
            "additionalProperties": {"type": "object"},
        },
    },
}


@pytest.mark.parametrize(
    ("text", "code", "line", "where", "said"),
    [
        ("many: true", "required", 1, "", "“key” is missing"),
        ("key: x\nmany: 1", "type", 2, "many", "true or false here, not a number"),
        ("key: x\nmany: yes", "type", 2, "many", "Write true or false"),
        ("key: 5", "type", 1, "key", "put it in quotes"),
        ("key: x\nweight: text", "type", 2, "weight", "a number here, not a text"),
        ("key: X", "id", 1, "key", "only small letters"),
        ("key: x\nmanny: 1", "unknown-key", 2, "manny", "did you mean “many”"),
        ("key: x\nzzz: 1", "unknown-key", 2, "zzz", "there are key, many"),
        ("key: x\nweight: 2", "range", 2, "weight", "at most 1"),
        ("key: x\nweight: -1", "range", 2, "weight", "at least 0"),
        ("key: x\nkind: c", "enum", 2, "kind", "there are a, b"),
        ("key: x\nlist: []", "empty", 2, "list", "may not be empty"),
        ("key: x\nlist:\n  - a\n  - 5", "type", 4, "list.1", "a text here, not a number"),
        ("key: x\nby_id:\n  A: {}", "pattern", 3, "by_id.A", "does not fit"),
        ("key:", "type", 1, "key", "Write a text here; it is empty now."),
        ("key: #1", "type", 1, "key", "starts a comment"),
    ],
)
def test_a_fault_has_a_code_a_line_a_place_and_a_sentence(
    text: str, code: str, line: int, where: str, said: str
) -> None:
    (problem,) = validate(read(text), SCHEMA)
    assert (problem.severity, problem.code, problem.line, problem.where) == ("error", code, line, where)
    assert said in problem.message


def test_all_faults_come_at_once() -> None:
    assert [problem.code for problem in validate(read("many: 1\nkind: c\nx: 1"), SCHEMA)] == [
        "required",
        "type",
        "enum",
        "unknown-key",
    ]


def test_what_could_not_be_read_is_no_second_fault() -> None:
    document = read("key: *x\nmany: true")
    assert [problem.code for problem in document.problems] == ["alias"]
    assert validate(document, SCHEMA) == ()
    assert validate(read(""), SCHEMA) == ()


def test_a_document_that_was_no_file_has_no_lines() -> None:
    (problem,) = validate(Document({"key": 5}), SCHEMA)
    assert problem.line is None
    assert problem.where == "key"


def test_a_sentence_is_translated_with_what_stands_in_it() -> None:
    (problem,) = validate(Document({"key": 5}), SCHEMA)
    assert problem.said.translated(lambda text: text.replace("a text", "un texte")).startswith("Write un texte here")
