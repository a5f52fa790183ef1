"""Makes JSON values from the events of a YAML parser, by the core schema, with the line of every part. Pure."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from agents.problem import Message, Place, Problem, Severity, gettext_noop
from facts.values import Json

MAX_DEPTH: Final = 60
"""How deep lists and mappings may be nested."""

CONSTANTS: Final[dict[str, Json]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
NUMBERS: Final[tuple[tuple["re.Pattern[str]", Callable[[str], int | float]], ...]] = (
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"0o[0-7]+"), lambda text: int(text[2:], 8)),
    (re.compile(r"0x[0-9a-fA-F]+"), lambda text: int(text[2:], 16)),
    (re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"), float),
)
NO_JSON_NUMBER: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f]")


def clean(text: str) -> str:
    """The text without control characters, pairs of surrogates joined and lone ones replaced: databases refuse them."""
    if any("\ud800" <= mark <= "\udfff" for mark in text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return CONTROLS.sub("", text)


class TooDeep(Exception):
    """The document is nested deeper than `MAX_DEPTH`."""


class Builder:
    """Builds one document; afterwards `lines`, `problems`, `void` and `cut` say what was met (agents.document)."""

    def __init__(self, text: str, events: list[Any]) -> None:
        self.text = text
        self.text_lines = [*text.split("\n"), ""]
        self.events = iter(events)
        self.lines: dict[Place, int] = {}
        self.problems: list[Problem] = []
        self.void: set[Place] = set()
        self.cut: set[Place] = set()

    def document(self) -> Json:
        """The value of the only document in the text."""
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                break
        else:
            self.give_up("empty-document", gettext_noop("The file is empty."))
            return None
        try:
            value = self.node(next(self.events), ())
        except TooDeep:
            self.give_up("too-deep", gettext_noop("The file is nested too deeply."))
            return None
        if another := next((event for event in self.events if isinstance(event, DocumentStartEvent)), None):
            self.report("several-documents", gettext_noop("A file holds one document: remove this “---”."), another, ())
        return value

    def give_up(self, code: str, sentence: str) -> None:
        """Give up the whole document."""
        self.problems.append(Problem("error", code, Message(sentence)))
        self.void.add(())

    def report(
        self, code: str, sentence: str, event: Any, path: Place, severity: Severity = "error", **params: str
    ) -> None:
        """Note a problem at an event."""
        said = Message(sentence, params)
        self.problems.append(Problem(severity, code, said, path=path, line=event.start_mark.line + 1))

    # One part of the document

    def node(self, event: Any, path: Place) -> Json:
        """The value that begins with `event`."""
        if len(path) > MAX_DEPTH:
            raise TooDeep
        self.lines.setdefault(path, event.start_mark.line + 1)
        if isinstance(event, AliasEvent):
            self.void.add(path)
            sentence = gettext_noop(
                "*%(name)s is an alias, which is not allowed; a text that begins with * needs quotes."
            )
            self.report("alias", sentence, event, path, name=str(event.anchor))
            return None
        if event.anchor:
            sentence = gettext_noop(
                "&%(name)s is an anchor, which is not allowed; a text that begins with & needs quotes."
            )
            self.report("anchor", sentence, event, path, name=str(event.anchor))
        if isinstance(event, ScalarEvent):
            return self.scalar(event, path)
        if event.tag:
            self.refuse_tag(event, path)
        return self.mapping(event, path) if isinstance(event, MappingStartEvent) else self.sequence(path)

    def refuse_tag(self, event: Any, path: Place) -> None:
        sentence = gettext_noop(
            "%(tag)s is read as a tag, which is not allowed; a text that begins with ! needs quotes."
        )
        self.report("tag", sentence, event, path, tag=self.text[event.start_mark.index :].split(maxsplit=1)[0])

    def sequence(self, path: Place) -> Json:
        items: list[Json] = []
        while not isinstance(event := next(self.events), SequenceEndEvent):
            items.append(self.node(event, (*path, len(items))))
        return items

    def mapping(self, start: Any, path: Place) -> Json:
        found: dict[str, Json] = {}
        while not isinstance(event := next(self.events), MappingEndEvent):
            if isinstance(event, MappingStartEvent) and self.text.startswith("{{", start.start_mark.index):
                return self.expression(start, path)
            key = self.key(event, found, path)
            if key is None:
                self.skip(next(self.events))
            else:
                self.lines[(*path, key)] = event.start_mark.line + 1
                found[key] = self.node(next(self.events), (*path, key))
        return found

    def key(self, event: Any, found: dict[str, Json], path: Place) -> str | None:
        """The text of a key; None, with a problem, for one that is refused."""
        if not isinstance(event, ScalarEvent):
            self.skip(event)
            self.report("key-not-text", gettext_noop("A key must be a single text."), event, path)
            return None
        key = clean(event.value)
        if event.style is None and key == "<<":
            sentence = gettext_noop("<< is a merge key, which is not allowed: write the keys out.")
            self.report("merge-key", sentence, event, (*path, key))
        elif event.tag or event.anchor or (event.style is None and not self.is_text(key)):
            sentence = gettext_noop("The key %(key)s is no text: put it in quotes.")
            self.report("key-not-text", sentence, event, path, key=key or "null")
        elif key in found:
            sentence = gettext_noop("“%(key)s” stands here twice; only one may stay.")
            self.report("duplicate-key", sentence, event, (*path, key), key=key)
        else:
            return key
        return None

    def skip(self, event: Any) -> None:
        """Go past the value that begins with `event`."""
        depth = 0
        while True:
            depth += isinstance(event, (MappingStartEvent, SequenceStartEvent))
            depth -= isinstance(event, (MappingEndEvent, SequenceEndEvent))
            if not depth:
                return
            event = next(self.events)

    def expression(self, start: Any, path: Place) -> str:
        """The text of a `{{ … }}` without quotes, which YAML takes for a mapping within a mapping."""
        depth = 2
        while depth:
            event = next(self.events)
            depth += isinstance(event, (MappingStartEvent, SequenceStartEvent))
            depth -= isinstance(event, (MappingEndEvent, SequenceEndEvent))
        sentence = gettext_noop("YAML reads {{ … }} without quotes as a mapping: put the whole text in quotes.")
        self.report("unquoted-expression", sentence, start, path)
        return self.text[start.start_mark.index : event.end_mark.index]

    # Scalars

    def scalar(self, event: Any, path: Place) -> Json:
        if event.tag:
            self.refuse_tag(event, path)
            return clean(self.text[event.start_mark.index : event.end_mark.index].strip())
        if event.style is not None:
            return clean(event.value)
        self.note_comment(event, path)
        return self.plain(event, path)

    def plain(self, event: Any, path: Place) -> Json:
        """The value of a scalar without quotes, by the core schema."""
        text = event.value
        if text in CONSTANTS:
            return CONSTANTS[text]
        if self.is_text(text):
            return clean(text)
        number = self.number(text)
        if number is None:
            self.refuse_number(event, path)
        return number

    @staticmethod
    def number(text: str) -> int | float | None:
        """The number that a text is by the core schema; None for infinities and numbers too long to keep."""
        for pattern, convert in NUMBERS:
            if pattern.fullmatch(text):
                with suppress(ValueError, OverflowError):
                    number = convert(text)
                    return number if abs(number) < 1e300 else None
        return None

    def refuse_number(self, event: Any, path: Place) -> None:
        self.void.add(path)
        sentence = gettext_noop("%(number)s is no number that can be kept; if it is meant as a text, put it in quotes.")
        self.report("number", sentence, event, path, number=event.value[:40])

    @staticmethod
    def is_text(text: str) -> bool:
        """Whether a scalar without quotes is a text by the core schema."""
        numbers = any(pattern.fullmatch(text) for pattern, _ in NUMBERS)
        return not (text in CONSTANTS or numbers or NO_JSON_NUMBER.fullmatch(text))

    def note_comment(self, event: Any, path: Place) -> None:
        """Note a comment right after a text without quotes, and warn where it looks like a part of the text."""
        rest = self.rest_of_line(event.end_mark.index) if event.value else self.after_key(path)
        if not rest.lstrip().startswith("#"):
            return
        self.cut.add(path)
        if re.match(r" #[^\s#]", rest) and self.is_text(event.value):
            sentence = gettext_noop(
                "The text ends before “%(rest)s”: a # after a space starts a comment. Put it in quotes."
            )
            self.report("cut-text", sentence, event, path, "warning", rest=rest.strip()[:40])

    def rest_of_line(self, index: int) -> str:
        end = self.text.find("\n", index)
        return self.text[index : end if end >= 0 else len(self.text)]

    def after_key(self, path: Place) -> str:
        """What follows the key, or the dash, of an empty value: the parser puts that further down."""
        line = self.text_lines[self.lines[path] - 1]
        found = re.search(r"[:-]\s+#.*", line)
        return found.group()[1:] if found else ""
