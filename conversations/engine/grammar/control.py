"""Control words: whole messages that steer the conversation (T9, T11)."""

from conversations.engine.grammar.sentence import Sentence, cut
from conversations.engine.grammar.speech import words_of
from conversations.engine.grammar.vocabulary import Control, Words
from conversations.engine.grammar.whole import end_of
from facts.languages import base

_LONGEST = 64
_ONE_PERSON = {
    "en": "a person|person|one person",
    "de": "eine person|person",
    "fr": "une personne|personne",
    "es": "una persona|persona",
    "pt": "uma pessoa|pessoa",
    "it": "una persona|persona",
}
"""Hand-off words that are a number as well, where people are counted."""
_PEOPLE = {
    "en": "people person persons",
    "de": "person personen leute menschen",
    "fr": "personne personnes gens",
    "es": "persona personas gente",
    "pt": "pessoa pessoas gente",
    "it": "persona persone gente",
}
"""What a field has to be about for one person to be its answer. Guests are no such word: there T9's order holds."""


def control_word(text: str, language: str) -> Control | None:
    """What the whole message asks for as a control word of the language, None if it is none.

    `stop` is `cancel` where a run is open and `mute` where none is; the caller knows which.
    """
    if len(text) > _LONGEST:
        return None
    sentence, words = cut(text), words_of(language)
    match = words.control.at(sentence, words.polite.skip(sentence, 0))
    # A question mark is part of no answer, but "a person?" asks for one all the same.
    end = len(sentence.tokens) - (sentence.word(len(sentence.tokens) - 1) == "?")
    return match.value if match and end_of(sentence, match.end, words) == end else None


def is_one_person(text: str, language: str) -> bool:
    """Whether the whole message says "one person": an answer, no wish, where one number of people is asked (T9)."""
    if len(text) > _LONGEST:
        return False
    sentence, words = cut(text), words_of(language)
    phrases = _ONE_PERSON.get(base(language), "").split("|")
    first = words.polite.skip(sentence, 0)
    return any(_is_whole(sentence, first, phrase.split(), words) for phrase in phrases)


def counts_people(description: str, language: str) -> bool:
    """Whether a number with this description, or with its id put before it, says how many people there are."""
    said = cut(description.replace("_", " ")).words
    return any(word in _PEOPLE.get(base(language), "").split() for word in said)


def _is_whole(sentence: Sentence, first: int, phrase: list[str], words: Words) -> bool:
    said = [sentence.word(first + place) for place in range(len(phrase))]
    return said == phrase and end_of(sentence, first + len(phrase), words) == len(sentence.tokens)
