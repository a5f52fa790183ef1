"""What a browser makes of the inputs of a page, and posts of them."""

import re
from html.parser import HTMLParser
from typing import Any

UNCHECKED = ("checkbox", "radio")
BUTTONS = ("submit", "button", "reset", "image", "file")
HOLDS = {
    "number": r"-?\d+(\.\d+)?([eE][+-]?\d+)?",
    "date": r"\d{4}-\d\d-\d\d",
    "time": r"\d\d:\d\d(:\d\d)?",
}
"""What an input of this type may hold; a browser empties it of all else."""


class _Inputs(HTMLParser):
    """Collects the successful controls of the forms of a page, in their order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.posted: list[tuple[str, str]] = []
        self.select: tuple[str, list[tuple[str, bool]], bool] | None = None
        self.area: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        name = found.get("name", "")
        if tag == "input" and name and "disabled" not in found:
            self._input(name, found)
        elif tag == "select" and name:
            self.select = (name, [], "multiple" in found)
        elif tag == "option" and self.select:
            self.select[1].append((found.get("value", ""), "selected" in found))
        elif tag == "textarea" and name:
            self.area = (name, [])

    def _input(self, name: str, found: dict[str, str]) -> None:
        kind, value = found.get("type", "text"), found.get("value", "")
        if kind in BUTTONS or (kind in UNCHECKED and "checked" not in found):
            return
        if kind in UNCHECKED:
            value = found.get("value", "on")
        elif kind != "hidden":
            value = re.sub(r"[\r\n]", "", value)
        held = kind not in HOLDS or re.fullmatch(HOLDS[kind], value, re.ASCII)
        self.posted.append((name, _ended(value) if held else ""))

    def handle_data(self, data: str) -> None:
        if self.area:
            self.area[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.area:
            text = "".join(self.area[1]).replace("\r\n", "\n").replace("\r", "\n").removeprefix("\n")
            self.posted.append((self.area[0], _ended(text)))
            self.area = None
        elif tag == "select" and self.select:
            self._chosen(*self.select)
            self.select = None

    def _chosen(self, name: str, options: list[tuple[str, bool]], is_multiple: bool) -> None:
        chosen = [value for value, selected in options if selected]
        if is_multiple:
            self.posted += [(name, _ended(value)) for value in chosen]
        elif options:
            self.posted.append((name, _ended(chosen[-1] if chosen else options[0][0])))


def _ended(text: str) -> str:
    """Lines end with CRLF in what is posted."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


def posted(html: str) -> dict[str, Any]:
    """What is posted of the inputs in `html`, by name; a list where a name is posted more than once."""
    page = _Inputs()
    page.feed(html)
    page.close()
    found: dict[str, Any] = {}
    for name, value in page.posted:
        if name in found:
            held = found[name]
            found[name] = [*held, value] if isinstance(held, list) else [held, value]
        else:
            found[name] = value
    return found
