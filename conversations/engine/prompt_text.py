"""The parts that every prompt is made of. What people said and what is known of them is JSON: data, no instructions."""

from collections.abc import Iterable
from dataclasses import dataclass

from conversations.engine.effects import OfferedField, Said, canonical


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is put to a model: `system` stays the same over many turns, `user` is this turn's."""

    system: str
    user: str

    @property
    def text(self) -> str:
        """Both parts, in the order in which the model reads them."""
        return f"{self.system}\n\n{self.user}"


def joined(parts: Iterable[str]) -> str:
    """The parts that are not empty, with a blank line between them."""
    return "\n\n".join(part for part in parts if part)


def listed(heading: str, lines: Iterable[str]) -> str:
    """A heading and a line per entry, or nothing when there is no entry."""
    body = "\n".join(f"- {line}" for line in lines)
    return f"{heading}\n{body}" if body else ""


def said(heading: str, messages: Iterable[Said]) -> str:
    """Messages as quoted data, one a line."""
    return listed(heading, (f"{message.role}: {canonical(message.text)}" for message in messages))


def constraints(field: OfferedField) -> str:
    """What a value of the field has to fulfil, in words for the model; empty when anything of its type will do."""
    rules = [f"one of {canonical(list(field.enum))}"] if field.enum else []
    rules += [f"{canonical(list(words))} mean {canonical(choice)}" for choice, words in field.synonyms.items()]
    rules += [f"at least {field.minimum}"] if field.minimum is not None else []
    rules += [f"at most {field.maximum}"] if field.maximum is not None else []
    rules += [f"{keyword} {canonical(value)}" for keyword, value in field.schema.items()]
    return "; ".join(rules)


def described(field: OfferedField) -> str:
    """`name (type): description` with its constraints, as in T24."""
    text = ": ".join(part for part in (f"{field.id} ({field.type})", field.description) if part)
    rules = constraints(field)
    return f"{text} [{rules}]" if rules else text
