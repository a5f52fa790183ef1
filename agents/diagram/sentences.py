"""Conditions and steps in a few words, whatever shape they are in: a draft may be half written. Pure."""

import json
import re
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Final

from agents.checks.view import Part, Step
from agents.diagram.letters import isolated, plain
from agents.diagram.wording import Wording
from agents.wordings import wordings

LONGEST: Final = 400
"""How much of an author's text is looked at: the whole of it stands on the page of its step."""
_EXPRESSION: Final = re.compile(r"\{\{\s*(?:data\.)?([^|{}]*?)\s*(?:\|[^{}]*)?\}\}")
_SIGNS: Final = {"gt": ">", "gte": "≥", "lt": "<", "lte": "≤"}
_COMPARED: Final[Mapping[str, Callable[[Wording], str]]] = {
    "equals": lambda words: words.equals,
    "not_equals": lambda words: words.not_equals,
    "in": lambda words: words.one_of,
    "contains": lambda words: words.contains,
    "matches": lambda words: words.matches,
}
_NAMED: Final[Mapping[str, Callable[[Wording], str]]] = {
    "known": lambda words: words.known,
    "missing": lambda words: words.unknown,
}


def quoted(text: Any) -> str:
    """A text of the author within a sentence."""
    return isolated(plain(text[:LONGEST])) if isinstance(text, str) else shown(text, Wording())


def listed(values: Any) -> str:
    """Texts of the author, side by side."""
    return ", ".join(map(quoted, values if isinstance(values, (list, tuple)) else [values]))


def template(text: Any) -> str:
    """A text with values in it, which are named without their filters."""
    return quoted(_EXPRESSION.sub(r"‹\1›", text[:LONGEST]) if isinstance(text, str) else text)


def shown(value: Any, words: Wording) -> str:
    """A value within a sentence."""
    if isinstance(value, bool):
        return words.yes if value else words.no
    if isinstance(value, list) and not any(isinstance(item, (list, dict)) for item in value):
        return ", ".join(shown(item, words) for item in value)
    return quoted(value) if isinstance(value, str) else quoted(json.dumps(value, ensure_ascii=False)[:LONGEST])


def condition(document: Any, words: Wording) -> str:
    """A predicate in words; what is none as its JSON."""
    if not isinstance(document, Mapping) or not document:
        return shown(document, words)
    return _joined([_operator(name, value, words) for name, value in document.items()], words.both)


def _operator(name: str, value: Any, words: Wording) -> str:
    if name in ("all", "any") and isinstance(value, list):
        parts = [condition(part, words) for part in value]
        return _joined(parts, words.both if name == "all" else words.either)
    if name == "not":
        return _negated(value, words)
    if name in _NAMED:
        paths = value if isinstance(value, list) else [value]
        return _joined([_NAMED[name](words) % {"path": _path(path)} for path in paths], words.both)
    if isinstance(value, Mapping) and value:
        return _joined([_compared(name, path, expected, words) for path, expected in value.items()], words.both)
    return f"{quoted(name)} {shown(value, words)}"


def _negated(value: Any, words: Wording) -> str:
    """The opposite of a condition, said straight where there are words for it."""
    match value:
        case {"equals": {**pairs}} if len(value) == 1 and len(pairs) == 1:
            path, expected = next(iter(pairs.items()))
            return words.equals_not % {"path": _path(path), "value": shown(expected, words)}
        case {"known": [path]} if len(value) == 1:
            return words.unknown % {"path": _path(path)}
        case {"missing": [path]} if len(value) == 1:
            return words.known % {"path": _path(path)}
    return words.negated % {"condition": condition(value, words)}


def _compared(name: str, path: Any, expected: Any, words: Wording) -> str:
    if name in _SIGNS:
        return f"{_path(path)} {_SIGNS[name]} {shown(expected, words)}"
    if name in _COMPARED:
        return _COMPARED[name](words) % {"path": _path(path), "value": shown(expected, words)}
    return f"{_path(path)} {quoted(name)} {shown(expected, words)}"


def _path(path: Any) -> str:
    return quoted(path.removeprefix("data.") if isinstance(path, str) else path)


def _joined(parts: list[str], pattern: str) -> str:
    return reduce(lambda first, second: pattern % {"first": first, "second": second}, parts) if parts else "—"


def alternatives(texts: list[Any], words: Wording) -> str:
    """Wordings of which any is enough."""
    return _joined(list(map(quoted, texts)), words.either)


def does(step: Step, words: Wording) -> str:
    """What a step does."""
    match step.kinds[0] if step.kinds else "":
        case "say":
            return words.quotes % {"text": template(step.value["say"])}
        case "do":
            return words.runs % {"action": quoted(step.value["do"])}
        case "if":
            return words.forks % {"condition": condition(step.value["if"], words)}
        case "wait":
            return _waits(step.value["wait"], words)
        case "talk" if step.collected:
            return words.asks % {"fields": listed(step.collected)}
        case "talk":
            return words.speaks % {"text": template(step.value.get("prompt", ""))}
    return words.unclear


def _waits(wait: Any, words: Wording) -> str:
    if not isinstance(wait, Mapping):
        return words.waits % {"time": duration(wait)}
    event = quoted(wait.get("event", ""))
    if wait.get("for"):
        return words.waits_at_most % {"event": event, "time": duration(wait["for"])}
    return words.waits_for % {"event": event}


def duration(value: Any) -> str:
    """A duration as it is written in a file; a bare number is seconds."""
    return f"{value}s" if isinstance(value, int) else quoted(value)


def enters(step: Step, words: Wording) -> list[str]:
    """What must hold before a step is entered."""
    found = []
    if step.value.get("requires"):
        found.append(words.needs % {"fields": listed(step.value["requires"])})
    if step.value.get("skip_if"):
        found.append(words.skipped % {"condition": condition(step.value["skip_if"], words)})
    return found


def exit_of(branch: Part, words: Wording) -> str:
    """When a branch is taken; its label instead, where the author gave one."""
    if branch.text("label").strip():
        return quoted(branch.text("label"))
    when, _vetoes = wordings(branch.value, "when")
    judged = condition(branch.value["if"], words) if branch.value.get("if") else ""
    if not when:
        return words.forks % {"condition": judged} if judged else words.always
    message = alternatives(when, words)
    if judged:
        return words.when_if % {"message": message, "condition": judged}
    return words.when % {"message": message}


def exit_in_full(branch: Part, words: Wording) -> str:
    """When a branch is taken, with its label and what stands under `not`."""
    _when, vetoes = wordings(branch.value, "when")
    told = Part({key: value for key, value in branch.value.items() if key != "label"}, branch.place)
    parts = [exit_of(branch, words)] if branch.text("label").strip() else []
    parts.append(exit_of(told, words))
    if vetoes:
        parts.append(words.unless % {"messages": alternatives(vetoes, words)})
    return "; ".join(parts)
