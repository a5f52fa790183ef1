"""Faults of YAML syntax: a sentence that says what to do, and a guess at what was meant, to read on. Pure."""

import re
from typing import Final

from agents.problem import Message, gettext_noop

ENTRY: Final = re.compile(
    r"""(?P<head>\s*(?:-\s+)*(?:(?:[\w.-]+|"[^"]*"|'[^']*')\s*:\s+)?)(?P<rest>[^\s"'|>\[].*?)(?P<comment>\s\#.*)?$"""
)
"""A line with one entry: dashes and a key, then a text without quotes."""

HABITS: Final = {
    "{{": gettext_noop("A text with {{ … }} at its beginning must stand in quotes."),
    "{%": gettext_noop("{% … %} is not possible: a text may only hold expressions in {{ and }}."),
    "@": gettext_noop("A text that begins with @ must stand in quotes."),
    "`": gettext_noop("A text that begins with ` must stand in quotes."),
    "%": gettext_noop("A text that begins with % must stand in quotes."),
    "!": gettext_noop("A text that begins with ! must stand in quotes."),
    "*": gettext_noop("A text that begins with * must stand in quotes."),
    "&": gettext_noop("A text that begins with & must stand in quotes."),
}


def explain(text: str, line: int, reason: str) -> Message:
    """What is wrong at a line (from 0), from the habit behind it if it shows one, else in the parser's words."""
    content = _line(text, line)
    if "\t" in content[: len(content) - len(content.lstrip())]:
        return Message(gettext_noop("Lines are indented with spaces: there is a tab."))
    entry = ENTRY.fullmatch(content)
    for start, sentence in HABITS.items():
        if entry and entry["rest"].startswith(start):
            return Message(sentence)
    if reason.startswith("mapping values") and entry and ": " in entry["rest"]:
        return Message(gettext_noop("A text that holds a colon and a space must stand in quotes."))
    return Message(gettext_noop("This is no YAML: %(reason)s. Check quotes and indentation here."), {"reason": reason})


def repair(text: str, line: int) -> str | None:
    """The text with the entry at a line (from 0) put in quotes, or its tabs made spaces; None if neither may help."""
    lines = text.split("\n")
    if line >= len(lines):
        return None
    content = lines[line]
    margin = content[: len(content) - len(content.lstrip())]
    if "\t" in margin:
        lines[line] = margin.replace("\t", "  ") + content.lstrip()
        return "\n".join(lines)
    entry = ENTRY.fullmatch(content)
    if not entry or not entry["head"].strip() or (entry["rest"].startswith("{") and entry["rest"][1:2] not in "{%"):
        return None
    quoted = entry["rest"].replace("'", "''")
    lines[line] = f"{entry['head']}'{quoted}'{entry['comment'] or ''}"
    return "\n".join(lines)


def _line(text: str, line: int) -> str:
    lines = text.split("\n")
    return lines[line] if line < len(lines) else ""
