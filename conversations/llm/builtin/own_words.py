"""Which words of a message state something of the person, as it is now (F3).

Not those of others, nor about others; nothing asked, supposed, denied as a whole, wished, planned, past or in jest.
What is left out becomes spaces, so that every other word keeps its place. A statement that is missed is asked for; one
that is made up is a false fact: where words can be either, they are left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from conversations.llm.builtin import unstated as said
from conversations.llm.builtin.sentences import SENTENCE, clauses, plainly
from conversations.llm.builtin.unstated import own_reports

NAME_LENGTH = 2
"""Words in quotation marks that are still a name, and not a sentence of somebody."""

Place = tuple[int, int]


def own_words(text: str) -> str:
    """The message, just as long, with spaces for all that states nothing of the person."""
    kept = _blank(text, [*_documents(text)])
    kept = _blank(kept, [*_quotations(kept)])
    return _blank(kept, [*_unstated(kept)])


def _documents(text: str) -> Iterator[Place]:
    """What was pasted: quoted lines, code, mails with their heads, and texts to work on."""
    plain = plainly(text)
    yield from (found.span() for found in said.QUOTED_LINE.finditer(plain))
    yield from (found.span() for found in said.CODE.finditer(text))
    heads = (head.search(plain) for head in (said.MAIL_HEAD, said.FORWARDED, said.TO_WORK_ON))
    yield from ((head.start(), len(text)) for head in heads if head)


def _quotations(text: str) -> Iterator[Place]:
    for found in said.QUOTED.finditer(plainly(text)):
        is_name = len(found.group().split()) <= NAME_LENGTH or said.CALLED.search(
            plainly(text[max(0, found.start() - 20) : found.start()])
        )
        if not is_name:
            yield found.span()


def _unstated(text: str) -> Iterator[Place]:
    """The sentences and clauses that state nothing, and those that a later word takes back."""
    previous = (0, 0)
    for found in SENTENCE.finditer(text):
        place, plain = found.span(), plainly(found.group())
        if not plain.strip():
            continue
        if said.JOKE.search(plain):
            yield 0, place[1]
        elif said.NOT.fullmatch(plain) or said.CORRECTS.match(plain):
            yield previous
        if plain.rstrip().endswith(":") and _is_reported(plain):
            yield place[0], len(text)
            return
        yield from ((place[0] + start, place[0] + end) for start, end in _in_sentence(plain))
        previous = place


def _in_sentence(plain: str) -> Iterator[Place]:
    whole = (0, len(plain))
    if _states_nothing(plain):
        yield whole
        return
    if plain.rstrip().endswith("?"):
        asked = max(plain.rfind(mark) for mark in (",", " - ", "–", "—")) + 1
        yield asked, len(plain)
        plain = plain[:asked]
    corrected = [*said.CORRECTED.finditer(plain)]
    if corrected:
        yield 0, corrected[-1].end()
        plain = " " * corrected[-1].end() + plain[corrected[-1].end() :]
    yield from _in_clauses(plain)


def _states_nothing(plain: str) -> bool:
    """Whether the sentence as a whole only asks, supposes, instructs a machine, or is said by somebody else."""
    polite = said.POLITE_IF.sub(" ", plain)
    is_asked = said.ASKED.match(plain) or (plain.rstrip().endswith("?") and said.QUESTION.match(plain))
    *before, last = [plain[slice(*place)] for place in clauses(plain)] or [plain]
    is_said = bool(before) and len(last.split()) <= said.TRAILING and _is_reported(last)
    return bool(is_asked or is_said or said.TAG.search(plain) or _is_made_up(polite) or _is_code(plain))


def _is_made_up(plain: str) -> bool:
    return said.SUPPOSED.search(plain) is not None or said.FICTION.search(plain) is not None


def _is_code(plain: str) -> bool:
    return said.MACHINE.search(said.ADDRESS.sub(" ", plain)) is not None


def _in_clauses(plain: str) -> Iterator[Place]:
    """The clauses about others, of the past, wished or planned; those behind one that says so follow it.

    What somebody says, or what is denied as a whole, goes on to the end of the sentence; the others end where the
    person speaks of themselves again.
    """
    is_left_out = is_all_said = False
    for place in clauses(plain):
        clause = plain[slice(*place)]
        is_all_said = is_all_said or _is_reported(clause) or said.NOT_TRUE.search(clause) is not None
        if said.NOT_NOW.search(clause) or said.OTHER.match(clause):
            is_left_out = True
        elif said.FIRST.search(clause):
            is_left_out = False
        if is_left_out or is_all_said:
            yield place


def _is_reported(plain: str) -> bool:
    """Whether somebody else is said to say it, be it the assistant; the person's own "I told you" is their word."""
    if said.ACCORDING.search(plain):
        return True
    return any(not own_reports(plain, found) for found in said.SAYS.finditer(plain))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that states something: `raw` without what is not stated, `whole` as written, `plain` is `raw` folded.

    Places are the same in all three; `start` is where it begins in the message.
    """

    start: int
    raw: str
    plain: str
    whole: str


def statements_in(text: str) -> Iterator[Sentence]:
    """The sentences of a message that state something of the person."""
    own = own_words(text)
    for found in SENTENCE.finditer(text):
        raw = own[slice(*found.span())]
        if raw.strip():
            yield Sentence(found.start(), raw, plainly(raw), found.group())


def _blank(text: str, places: list[Place]) -> str:
    letters = list(text)
    for start, end in places:
        letters[start:end] = ["\n" if letter == "\n" else " " for letter in letters[start:end]]
    return "".join(letters)
