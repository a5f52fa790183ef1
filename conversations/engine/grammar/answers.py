"""Yes and no."""

from conversations.engine.grammar.parsed import Parsed, Setting
from conversations.engine.grammar.sentence import Sentence


def answer_at(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """The yes or no that begins at a token, said once or several times: "no, not at all"."""
    answers = setting.speech.words.answers
    match = answers.at(sentence, index)
    if match is None:
        return None
    end = match.end
    while more := answers.at(sentence, end + (sentence.word(end) in (",", "!", "."))):
        if more.value != match.value:
            return Parsed(None, more.end)
        end = more.end
    return Parsed(match.value, end)


def leading_answer(sentence: Sentence, setting: Setting) -> Parsed | None:
    """The yes or no that a free text begins with, if it stands apart from the rest: "yes, and two people"."""
    found = answer_at(sentence, 0, setting)
    if found is None:
        return None
    token = sentence.token(found.end)
    is_apart = token is None or token.text in (",", ".", "!", ";", "-", "–", "—")
    return found if is_apart or setting.speech.words.polite.at(sentence, found.end) else None
