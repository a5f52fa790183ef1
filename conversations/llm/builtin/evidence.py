"""Whether one word that a message shares with a trigger phrase says enough to ask for its flow (T13, T16)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from conversations.llm.builtin.alike import meaning
from conversations.llm.builtin.words import Text, Word, stem

GENERIC = {
    "english": "make made do get give take have want need ask go put let bring send",
    "french": "faire fais faites prendre prends avoir vouloir demander donner donnez donne mettre obtenir aller",
    "portuguese": "fazer faz faço obter pedir peço querer ter dar dá tomar pôr ir",
    "german": "machen mach haben wollen brauchen nehmen geben bekommen gehen",
    "spanish": "hacer hago pedir pido tomar tener dar querer obtener ir",
    "italian": "fare prendere avere dare chiedere volere ottenere andare",
}
"""Verbs of any request: on their own they ask for no flow."""
INDEFINITE = {
    "english": "a an some any",
    "french": "un une des",
    "portuguese": "um uma uns umas",
    "german": "ein eine einen einem einer",
    "spanish": "un una unos unas",
    "italian": "un una uno",
}
DEFINITE = {
    "english": "the this that",
    "french": "le la les l ce cette",
    "portuguese": "o a os as este esta esse essa",
    "german": "der die das den dem diese dieses",
    "spanish": "el la los las este esta",
    "italian": "il lo la i gli le questo questa",
}
RECEIVERS = {
    "english": "me us",
    "french": "moi nous",
    "portuguese": "me nos",
    "german": "mir uns",
    "spanish": "me nos",
    "italian": "mi ci",
}


@lru_cache(maxsize=8)
def generic(stemmer: str) -> frozenset[str]:
    """The stems of a language's verbs of any request."""
    return frozenset(meaning(stem(word, stemmer), stemmer) for word in GENERIC.get(stemmer, "").split())


def is_enough(text: Text, found: Sequence[Word], entry: Text, own: Iterable[str]) -> bool:
    """Whether the one word stands for the phrase's thing or deed. `own` are the stems of what the flow is about.

    "A good book" is not what "book a room" is about, nor is "book a taxi", "clean the room", or "where is the room?".
    """
    is_single = len(entry.content) < 2
    if is_single and not any(word.folded in _set(INDEFINITE, entry) for word in entry.words):
        return True
    if not is_single and _is_mere_question(text) and not _opens_alike(text, entry):
        return False
    return not any(
        _is_other_sense(text, word, entry) or _has_other_object(text, word, frozenset(own)) for word in found
    )


def _is_mere_question(text: Text) -> bool:
    spoken = text.vocabulary
    return text.is_question and not text.has(spoken.request + spoken.polite)


def _opens_alike(text: Text, entry: Text) -> bool:
    return entry.words[0].folded == text.words[0].folded


def _is_other_sense(text: Text, word: Word, entry: Text) -> bool:
    """Whether the word is a noun where the phrase has a verb, or speaks of a thing that is there already."""
    stemmer, made = text.vocabulary.stemmer, text.vocabulary.made
    same = next(other for other in entry.words if meaning(other.stem, stemmer) == meaning(word.stem, stemmer))
    if same.folded != word.folded and word.folded.endswith(made):
        return False
    indefinite, definite = _set(INDEFINITE, text), _set(DEFINITE, text)
    before, expected = _before(text, word, 2), _before(entry, same, 1)
    if not (expected & (indefinite | definite)):
        return bool(before & indefinite) or bool(_before(text, word, 1) & definite)
    if same.folded.endswith(made) and not word.folded.endswith(made):
        return bool(before & indefinite)
    return bool(expected & indefinite) and bool(_before(text, word, 1) & definite)


def _has_other_object(text: Text, word: Word, own: frozenset[str]) -> bool:
    """Whether what follows the word at once, or in German what stands before it, is a thing of another kind."""
    noun = _object_behind(text, text.words.index(word))
    return noun is not None and meaning(noun.stem, text.vocabulary.stemmer) not in own


def _object_behind(text: Text, index: int) -> Word | None:
    articles = _set(INDEFINITE, text)
    before = text.words[max(0, index - 2) : index]
    if text.vocabulary.stemmer == "german" and len(before) == 2 and before[0].folded in articles:
        return before[1]
    following = [word for word in text.words[index + 1 : index + 4] if word.folded not in _set(RECEIVERS, text)]
    return following[1] if len(following) > 1 and following[0].folded in articles else None


def _before(text: Text, word: Word, reach: int) -> frozenset[str]:
    return frozenset(other.folded for other in text.between(0, word.start)[-reach:])


def _set(words: dict[str, str], text: Text) -> frozenset[str]:
    return frozenset(words.get(text.vocabulary.stemmer, "").split())
