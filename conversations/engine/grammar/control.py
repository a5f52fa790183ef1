"""Control words: whole messages that steer the conversation (T9, T11)."""

from conversations.engine.grammar.sentence import cut
from conversations.engine.grammar.speech import words_of
from conversations.engine.grammar.vocabulary import Control
from conversations.engine.grammar.whole import end_of

_LONGEST = 64


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
