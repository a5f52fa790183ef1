"""Whether people talk about the subject of a key: what a `*` of its pattern stands for. Pure."""

import re

from facts.folding import fold

_WORD = re.compile(r"[^\W_]+")


def words(text: str) -> str:
    """The folded words of a text, with a space before and after each: what subjects are looked for in."""
    return f" {' '.join(_WORD.findall(fold(text)))} "


def is_about(spoken: str, pattern: str, key: str) -> bool:
    """Whether every subject of a key that falls under the pattern stands whole in the `words` of a text.

    `merchant.st_gall.default` is what "I was in St. Gall" is about, under `merchant.*.default`. A pattern without a
    `*` has no subject.
    """
    pairs = zip(pattern.split("."), key.split("."), strict=True)
    subjects = [words(name) for part, name in pairs if part == "*"]
    return bool(subjects) and all(subject.strip() and subject in spoken for subject in subjects)
