"""Choices that are short codes ("FR", "SA"), which ordinary words must not be taken for (T9)."""

from collections.abc import Sequence

from conversations.engine.effects import OfferedField
from conversations.llm.builtin.words import Text, Word, folded, phrase

LONGEST = 3
"""Letters of a choice up to which it has to be written as the author wrote it."""


def is_code(form: str) -> bool:
    """Whether a choice, or another name of one, is so short that ordinary words look like it."""
    return len(form) <= LONGEST and form.isalpha()


def is_meant(text: Text, spec: OfferedField, start: int, end: int) -> bool:
    """Whether the words at a place name the choice that they look like: longer ones do, a code only as it is written.

    A code may be written in any case where it is all that the answer to its own question says.
    """
    written = text.raw[start:end]
    if not is_code(written):
        return True
    forms = [form for form in _forms(spec) if folded(form) == folded(written)]
    return _is_whole_answer(text, spec, start, end) or any(is_written(form, text, start) for form in forms)


def is_written(form: str, text: Text, start: int) -> bool:
    """Whether a code stands there in the author's own letters, set off from the words and amounts around it."""
    if not text.raw.startswith(form, start) or _follows_number(text, start):
        return False
    if form.isupper():
        return any(letter.islower() for letter in text.raw) or len(text.words) == 1
    return folded(form) not in text.vocabulary.stop


def _forms(spec: OfferedField) -> list[str]:
    others = [form for forms in spec.synonyms.values() for form in forms]
    return [form for form in (*spec.enum, *others) if isinstance(form, str)]


def _follows_number(text: Text, start: int) -> bool:
    """Whether a number stands right before: "12 FR" is an amount."""
    return text.raw[:start].rstrip()[-1:].isdecimal()


def _is_whole_answer(text: Text, spec: OfferedField, start: int, end: int) -> bool:
    """Whether the message answers the field's question with nothing but the code: "ge", "c'est ge", "canton : ge"."""
    code = text.between(start, end)
    rest = [word for word in text.content if word not in code]
    is_bare = len(text.words) == len(code)
    is_told = all(word.folded not in text.vocabulary.stop for word in code) and _only_names(text, spec, rest)
    return spec.asked and (is_bare or is_told)


def _only_names(text: Text, spec: OfferedField, words: Sequence[Word]) -> bool:
    names = phrase(f"{spec.id.replace('_', ' ')} {spec.description}", text.language)
    stems = [word.stem for word in names.words]
    return all(word.stem in stems for word in words)
