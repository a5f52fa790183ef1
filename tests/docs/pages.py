"""The pages of the documentation, and what stands in them."""

import re
from pathlib import Path
from typing import Any

from agents.reader import read

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", *sorted(page for page in DOCS.glob("*.md") if page.name != "plan.md"))
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")


def text(name: str) -> str:
    """The text of a page of docs/."""
    return (DOCS / name).read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    """The code blocks of a page in a language, in order."""
    return [block for written, block in _BLOCK.findall(text(name)) if written == language]


def examples(name: str) -> list[Any]:
    """The YAML blocks of a page as values. Raises AssertionError for one that cannot be read."""
    documents = [read(block) for block in blocks(name, "yaml")]
    assert [str(problem) for document in documents for problem in document.problems] == []
    return [document.value for document in documents]


def agent() -> Any:
    """The whole agent that building-agents.md shows."""
    return next(example for example in examples("building-agents.md") if "agent" in example)


def named(page: str) -> set[str]:
    """Everything that stands in backticks on a page, outside of code blocks."""
    return set(_CODE.findall(_BLOCK.sub("", page)))


def section(name: str, heading: str) -> str:
    """The part of a page from a heading of the second level to the next one."""
    return text(name).split(f"\n## {heading}\n")[1].split("\n## ")[0]
