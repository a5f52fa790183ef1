"""Answers that only make sense to the question that was asked: yes and no, and free text (T4)."""

from conversations.engine.effects import OfferedField, Understand
from conversations.llm.builtin.fields import Value
from conversations.llm.builtin.words import Text, Word

SHORT = 4
"""A yes or no further inside than its first word counts only in so short a message."""
LONGEST = 300
"""Characters of an answer in free text."""
INTRODUCTIONS: dict[str, tuple[str, ...]] = {
    "english": ("my name is", "i am called", "call me", "this is", "it is", "it s", "i m", "i am"),
    "french": ("je m appelle", "mon nom est", "moi c est", "c est", "je suis"),
    "portuguese": ("meu nome e", "o meu nome e", "chamo me", "me chamo", "e o", "e a", "sou o", "sou a", "sou"),
    "german": ("mein name ist", "ich heisse", "ich bin", "es ist", "das ist"),
    "spanish": ("mi nombre es", "me llamo", "soy", "es"),
    "italian": ("mi chiamo", "il mio nome e", "sono", "e"),
}
NAME_STEMS = frozenset({"name", "nam", "nom", "nome", "nombr", "nominat"})
TELLS_NAME = {
    "english": ("my name is", "i am called"),
    "french": ("je m appelle", "mon nom est"),
    "portuguese": ("meu nome e", "chamo me", "me chamo"),
    "german": ("mein name ist", "ich heisse"),
    "spanish": ("mi nombre es", "me llamo"),
    "italian": ("mi chiamo", "il mio nome e"),
}


def yes_or_no(text: Text, effect: Understand) -> dict[str, Value]:
    """The value of the one boolean that is being asked; "yes, but …" leaves it open."""
    asked = [spec for spec in effect.fields if spec.asked and spec.type == "boolean"]
    if len(asked) != 1 or not text.words or text.has(text.vocabulary.unsure) or _takes_back(text):
        return {}
    found = _opening(text)
    if found is None:
        return {}
    word, value = found
    return {asked[0].id: Value(value, word.start, word.end, 0.93)}


def free_text(text: Text, effect: Understand) -> dict[str, Value]:
    """The whole message as the answer to the one open question, if that takes free text."""
    spec = _asked_alone(effect)
    if spec is None or text.raw.rstrip().endswith("?") or text.has(text.vocabulary.unsure):
        return {}
    start = _after(text, INTRODUCTIONS)
    answer = text.raw[start:].strip().rstrip(".!") if text.words else ""
    if not answer or len(answer) > LONGEST:
        return {}
    begin = text.raw.index(answer, start)
    return {spec.id: Value(answer, begin, begin + len(answer), 0.9)}


def told_name(text: Text, effect: Understand) -> dict[str, Value]:
    """A name that is told without being asked for: "my name is Ann Lee"."""
    named = [spec for spec in effect.fields if spec.type == "string" and not spec.enum and _is_name(spec, text)]
    start = _after(text, TELLS_NAME)
    if len(named) != 1 or start == 0:
        return {}
    words = _name_words(text, start)
    if not words:
        return {}
    begin, end = words[0].start, words[-1].end
    return {named[0].id: Value(text.raw[begin:end], begin, end, 0.95)}


def _opening(text: Text) -> tuple[Word, bool] | None:
    spoken = text.vocabulary
    candidates = text.words if len(text.words) <= SHORT else text.words[:1]
    is_denied = any(word.folded in spoken.negation and word.folded not in spoken.no for word in text.words[:SHORT])
    for word in candidates:
        if word.folded in spoken.no:
            return word, False
        if word.folded in spoken.yes:
            return word, not is_denied
    return None


def _takes_back(text: Text) -> bool:
    return text.has(text.vocabulary.instead) or any(word.folded in text.vocabulary.turning for word in text.words)


def _asked_alone(effect: Understand) -> OfferedField | None:
    asked = [spec for spec in effect.fields if spec.asked]
    is_free = len(asked) == 1 and len(effect.asking) <= 1 and asked[0].type == "string" and not asked[0].enum
    return asked[0] if is_free else None


def _is_name(spec: OfferedField, text: Text) -> bool:
    words = Text(f"{spec.id.replace('_', ' ')}", text.language).words
    return any(word.stem in NAME_STEMS for word in words)


def _after(text: Text, introductions: dict[str, tuple[str, ...]]) -> int:
    """Where what is introduced begins: behind "my name is", else at the start."""
    for introduction in introductions.get(text.vocabulary.stemmer, ()):
        length = len(introduction.split())
        for index in range(len(text.words) - length):
            if " ".join(word.folded for word in text.words[index : index + length]) == introduction:
                return text.words[index + length].start if index == 0 or introductions is TELLS_NAME else 0
    return 0


def _name_words(text: Text, start: int) -> list[Word]:
    """The words of a name: up to four, as long as they are capitalised and nothing but a hyphen stands between."""
    words: list[Word] = []
    for word in text.words:
        if word.start < start:
            continue
        is_next = not words or text.raw[words[-1].end : word.start] in (" ", "-", "'", "’")
        if not is_next or not text.raw[word.start].isupper() or len(words) == 4:
            break
        words.append(word)
    return words
