"""What axe-core has to say about a page: the rules of WCAG 2.2 A and AA, and its best practices."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_AXE = Axe()


def faults(page: Page, within: str | None = None) -> list[str]:
    """A line per fault: the rule, and where the page breaks it; `within` is a part of it alone, by its selector."""
    found = _AXE.run(page, context=within).response["violations"]
    return [f"{fault['id']}: {node['target']} {node['html'][:120]}" for fault in found for node in fault["nodes"]]
