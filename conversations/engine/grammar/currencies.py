"""Currency words and signs beside an amount: "CHF 12.50", "12.50 francs", "Fr. 20" (T9)."""

from conversations.engine.grammar.sentence import Sentence

CURRENCIES = frozenset({
    "chf", "sfr", "fr", "frs", "eur", "usd", "gbp", "brl", "€", "$", "£", "franken",
    "franc", "francs", "franchi", "franco", "francos", "euro", "euros", "dollar", "dollars", "dollari",
    "dolares", "pounds", "reais",
})  # fmt: skip


def currency_end(sentence: Sentence, index: int) -> int:
    """The index after the currency that stands at a place, its point included; the index itself if none does."""
    if sentence.word(index) not in CURRENCIES:
        return index
    is_short = sentence.word(index) in ("fr", "frs", "sfr")
    return index + 1 + (is_short and sentence.word(index + 1) == "." and sentence.is_glued(index + 1))


def is_amount(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a currency stands directly before or after the tokens."""
    before = start - 1 - (sentence.word(start - 1) == ".")
    return currency_end(sentence, end) > end or (before >= 0 and currency_end(sentence, before) == start)
