"""Courtesy: whole short messages that only thank, greet or take leave (T9)."""

from conversations.engine.grammar.sentence import Sentence, cut
from conversations.engine.grammar.speech import words_of
from conversations.engine.grammar.vocabulary import Courtesy, Words

_LONGEST = 64
_SIGNS = (".", ",", "!", "?", ";", ":", "…", ")", "(", "-", "–", "—", "¡", "¿", "'", "😊", "🙂", "😀", "😄", "😉", "🎉")
_STRONGEST: tuple[Courtesy, ...] = ("farewell", "thanks", "greeting")


def courtesy(text: str, language: str) -> Courtesy | None:
    """What the whole message is as a courtesy in the language, None if it says anything else.

    Where it is several, the one that ends more counts: "hi, thanks" thanks, "thanks, bye" takes leave.
    """
    if len(text) > _LONGEST:
        return None
    found = _courtesies(cut(text), words_of(language))
    return next((kind for kind in _STRONGEST if kind in found), None)


def _courtesies(sentence: Sentence, words: Words) -> set[Courtesy]:
    """Every courtesy that the sentence is made of, none if it has any other word."""
    found: set[Courtesy] = set()
    index = 0
    while index < len(sentence.tokens):
        match = words.courtesy.at(sentence, index)
        if match is not None and match.value is not None:
            found.add(match.value)
        end = match.end if match else words.polite.skip(sentence, index)
        if end == index and sentence.word(index) not in _SIGNS:
            return set()
        index = max(end, index + 1)
    return found
