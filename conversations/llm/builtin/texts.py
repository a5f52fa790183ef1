"""Free text within a message: what one question asked for, or several at once, and what is told unasked (T3, T4)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conversations.engine.effects import OfferedField, Understand
from conversations.engine.grammar.control import control_word
from conversations.llm.builtin.fields import Value
from conversations.llm.builtin.sentences import HEDGE, plainly
from conversations.llm.builtin.words import Text, Word, stem

WHOLE, PART, TOLD = 0.9, 0.75, 0.95
"""Confidence of a whole message, of a part of one by its place, and of what is introduced by name."""
LONGEST = 300
"""Characters of an answer in free text."""
INTRODUCTIONS: dict[str, tuple[str, ...]] = {
    "english": ("my name is", "i am called", "call me", "this is", "it is", "it s", "i m", "i am", "at", "from"),
    "french": ("je m appelle", "mon nom est", "moi c est", "c est chez", "c est", "chez", "je suis"),
    "portuguese": (
        "meu nome e",
        "o meu nome e",
        "chamo me",
        "me chamo",
        "e o",
        "e a",
        "sou o",
        "sou a",
        "sou",
        "na",
        "no",
    ),
    "german": ("mein name ist", "ich heisse", "ich bin", "es ist", "das ist", "bei"),
    "spanish": ("mi nombre es", "me llamo", "soy", "es"),
    "italian": ("mi chiamo", "il mio nome e", "sono", "e"),
}
TELLS_NAME = {
    "english": ("my name is", "i am called"),
    "french": ("je m appelle", "mon nom est"),
    "portuguese": ("meu nome e", "chamo me", "me chamo"),
    "german": ("mein name ist", "ich heisse"),
    "spanish": ("mi nombre es", "me llamo"),
    "italian": ("mi chiamo", "il mio nome e"),
}
NAME = ("name", "nom", "nome", "nombre")
MERCHANT = ("merchant", "supplier", "vendor", "shop", "fournisseur", "commerçant", "fornecedor", "loja", "Lieferant")
PURCHASE = re.compile(
    r"\b(?:bought|paid|spent|purchase[ds]?|invoice|receipt|paye|achete|achat|achats|depense|depenses|facture|ticket|"
    r"comprei|paguei|gastei|compra|fatura|gekauft|bezahlt|rechnung)\b"
)
SELLER = re.compile(r"(?<!\w)(?:chez|from|at|bei|na|no|da|do) (?P<v>[^\W\d_][\w&.'-]*(?: [^\W\d_][\w&.'-]*){0,2})")
PIECE = re.compile(r"[^,;\n]+")
LINK = re.compile(r",|;|\n|(?<!\w)(?:and|et|e|und|y|from|of|at|da|do|de|chez|von|bei|di)(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the message, from `start` to `end`."""

    start: int
    end: int


def asked_texts(text: Text, effect: Understand, found: Iterable[Value]) -> dict[str, Value]:
    """The answers to the questions that take free text: the whole message for one, its parts in order for several."""
    asked = [spec for spec in effect.fields if spec.asked]
    free = [spec for spec in asked if spec.type == "string" and not spec.enum]
    if not free or text.raw.rstrip().endswith("?") or text.has(text.vocabulary.unsure) or is_no_answer(text):
        return {}
    taken = [Piece(value.start, value.end) for value in found]
    if len(asked) == 1 and not taken:
        return _filled(text, free, [Piece(0, len(text.raw))], WHOLE)
    return _filled(text, free, _pieces(text, free, taken), PART)


def is_no_answer(text: Text) -> bool:
    """Whether the message only agrees, refuses or steers ("that's right", "ok", "stop"): no free text says so (T4)."""
    if control_word(text.raw, text.language) is not None:
        return True
    spoken = text.vocabulary
    answers = spoken.yes | spoken.no
    words = [word.folded for word in text.words]
    return any(word in answers for word in words) and all(word in answers or word in spoken.stop for word in words)


def told_name(text: Text, effect: Understand) -> dict[str, Value]:
    """A name that is told without being asked for: "my name is Ann Lee"."""
    named = [spec for spec in effect.fields if _is_free(spec) and _is_called(spec.id.replace("_", " "), NAME, text)]
    start = _introduced(text, TELLS_NAME, at_start=False)
    words = _capitalised(text, start) if start and len(named) == 1 else []
    return {named[0].id: _value(text, Piece(words[0].start, words[-1].end), TOLD)} if words else {}


def told_seller(text: Text, effect: Understand) -> dict[str, Value]:
    """Where something was bought: "j'ai payé 85 francs chez Adobe"."""
    sellers = [spec for spec in effect.fields if _is_free(spec) and _is_seller(spec, text)]
    plain = plainly(text.raw)
    match = SELLER.search(plain)
    if len(sellers) != 1 or match is None or not PURCHASE.search(plain) or text.is_question:
        return {}
    words = _capitalised(text, match.start("v"))
    return {sellers[0].id: _value(text, Piece(words[0].start, words[-1].end), TOLD)} if words else {}


def _filled(text: Text, fields: Sequence[OfferedField], pieces: Sequence[Piece], confidence: float) -> dict[str, Value]:
    """The fields with the pieces in order; nothing unless there are as many of both."""
    trimmed = [piece for piece in (_trimmed(text, piece) for piece in pieces) if piece is not None]
    if len(trimmed) != len(fields):
        return {}
    return {spec.id: _value(text, piece, confidence) for spec, piece in zip(fields, trimmed, strict=True)}


def _pieces(text: Text, fields: Sequence[OfferedField], taken: Sequence[Piece]) -> list[Piece]:
    """The parts between commas that hold no value yet, else what stands between linking words."""
    pieces = [piece for piece in _split(text, PIECE) if not _overlaps(piece, taken)]
    if len(pieces) == 1 < len(fields):
        ends = [*LINK.finditer(text.raw, pieces[0].start, pieces[0].end)]
        pieces = [Piece(pieces[0].start, ends[0].start()), Piece(ends[0].end(), pieces[0].end)] if ends else pieces
    return [piece for piece in pieces if _is_answer(Text(text.raw[piece.start : piece.end], text.language))]


def _is_answer(piece: Text) -> bool:
    return not HEDGE.search(plainly(piece.raw)) and not is_no_answer(piece)


def _split(text: Text, pattern: re.Pattern[str]) -> list[Piece]:
    return [Piece(match.start(), match.end()) for match in pattern.finditer(text.raw)]


def _trimmed(text: Text, piece: Piece) -> Piece | None:
    """The piece without an introduction ("I'm …") and without marks at its ends; None if no word is left."""
    part = Text(text.raw[piece.start : piece.end], text.language)
    start = piece.start + _introduced(part, INTRODUCTIONS, at_start=True)
    answer = text.raw[start : piece.end].strip().rstrip(".!").rstrip()
    if not Text(answer, text.language).words or len(answer) > LONGEST:
        return None
    begin = text.raw.index(answer, start)
    return Piece(begin, begin + len(answer))


def _value(text: Text, piece: Piece, confidence: float) -> Value:
    return Value(text.raw[piece.start : piece.end], piece.start, piece.end, confidence)


def _is_free(spec: OfferedField) -> bool:
    return spec.type == "string" and not spec.enum


def _is_called(name: str, words: Iterable[str], text: Text) -> bool:
    stemmer = text.vocabulary.stemmer
    stems = [stem(word, stemmer) for word in words]
    return any(word.stem in stems for word in Text(name, text.language).words)


def _is_seller(spec: OfferedField, text: Text) -> bool:
    return _is_called(f"{spec.id.replace('_', ' ')} {spec.description}", MERCHANT, text)


def _introduced(text: Text, introductions: dict[str, tuple[str, ...]], *, at_start: bool) -> int:
    """Where what is introduced begins: behind "my name is", else 0."""
    for introduction in introductions.get(text.vocabulary.stemmer, ()):
        length = len(introduction.split())
        last = len(text.words) - length
        for index in range(min(last, 1) if at_start else last):
            if " ".join(word.folded for word in text.words[index : index + length]) == introduction:
                return text.words[index + length].start
    return 0


def _capitalised(text: Text, start: int) -> list[Word]:
    """The capitalised words from a place on, up to four, with nothing but a space or a hyphen between them."""
    words: list[Word] = []
    for word in text.between(start, len(text.raw)):
        is_next = not words or text.raw[words[-1].end : word.start] in (" ", "-", "'", "’", "&", ".")
        if not is_next or not text.raw[word.start].isupper() or len(words) == 4:
            break
        words.append(word)
    return words


def _overlaps(piece: Piece, taken: Iterable[Piece]) -> bool:
    return any(piece.start < other.end and other.start < piece.end for other in taken)
