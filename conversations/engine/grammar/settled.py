"""Which numbers of a text say how many: not a range, an alternative, a limit, a part or what is denied (T9)."""

from collections.abc import Collection, Sequence

from conversations.engine.grammar.parsed import Setting, Span
from conversations.engine.grammar.phrases import Phrases
from conversations.engine.grammar.sentence import Sentence
from conversations.engine.grammar.sums import parts_of_sums
from conversations.engine.grammar.vocabulary import Words

_REACH = 4


def settled(sentence: Sentence, spans: Sequence[Span], setting: Setting, names: Collection[str] = ()) -> list[Span]:
    """The numbers that stand for themselves: "2 or 3", "2-3", "at least 2" and "not 2" leave none.

    Nor do "2 adults and 2 children", unless the noun is one of the `names` of what is counted, folded.
    """
    opened = parts_of_sums(sentence, spans, setting, names)
    for span, after in zip(spans, [*spans, None][1:], strict=True):
        is_between = setting.speech.words.between.before(sentence, span.start)
        if after is not None and _is_either(sentence, span.end, after.start, setting, is_between=is_between):
            opened += [span, after]
        if _is_limit(sentence, span, setting):
            opened.append(span)
    return [span for span in spans if span.value is not None and span not in opened]


def may_be_open(sentence: Sentence, words: Words) -> bool:
    """Whether any word leaves a number open; without one every number stands for itself, and none need be read."""
    return not words.openers.isdisjoint(sentence.words)


def _is_either(sentence: Sentence, start: int, end: int, setting: Setting, *, is_between: bool) -> bool:
    """Whether what stands between two numbers makes them a range or an alternative."""
    words = setting.speech.words
    direct = (words.ands if is_between else words.spans).at(sentence, start) or words.spans.at(sentence, start)
    if direct is not None and direct.end == end:
        return True
    return end - start <= _REACH and any(_fits(words.alternatives, sentence, index, end) for index in range(start, end))


def _fits(phrases: Phrases[bool], sentence: Sentence, index: int, end: int) -> bool:
    match = phrases.at(sentence, index)
    return match is not None and match.end <= end


def _is_limit(sentence: Sentence, span: Span, setting: Setting) -> bool:
    words = setting.speech.words
    is_denied = sentence.word(span.start - 1) in words.negations
    return is_denied or words.limits.before(sentence, span.start) or words.open_ends.at(sentence, span.end) is not None
