"""The pages as a whole: every link leads somewhere, and every file and address that is named is there."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, named

FILE = re.compile(r"[\w.-]+(/[\w.-]+)+/?")
MADE_UP = re.compile(r"\bxx\b|t99|f99")
LINK = re.compile(r"\]\(([^)\s]+)\)")

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@each_page
def test_every_file_that_is_named_is_there(page: Path) -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()}
    paths = [name for name in named(page.read_text(encoding="utf-8")) if FILE.fullmatch(name)]
    ours = [path for path in paths if path.split("/")[0] in folders and not MADE_UP.search(path)]
    assert [path for path in ours if not (ROOT / path).exists()] == []


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not link.startswith("http") and not leads(page, link)] == []


def leads(page: Path, link: str) -> bool:
    """Whether there is the file, and in it the heading, that a link of the page goes to."""
    file, _hash, anchor = link.partition("#")
    target = page.parent / file if file else page
    return target.exists() and (not anchor or anchor in anchors(target.read_text(encoding="utf-8")))


def anchors(page: str) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_no_page_is_left_out_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES if page.parent.name == "docs" and f"(docs/{page.name})" not in readme] == []
