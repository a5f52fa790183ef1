"""Amounts of money as people state them: how much, in which currency, for how long; and what a key asks for (F3).

A million yen is not a million francs, and a month's pay not a year's: an amount that is not what the key holds is none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conversations.llm.builtin.subjects import hull, own_statements, touching
from facts.values import Json

Place = tuple[int, int]
Number = int | float

CURRENCIES: dict[str, re.Pattern[str]] = {
    "CHF": re.compile(r"\bs?fr\.|\b(?:chf|sfr|francs?|franken|francos?|franchi|fr)\b|\d ?(?:fr|chf)\b"),
    "EUR": re.compile(r"€|\b(?:eur|euros?)\b|\d ?eur\b"),
    "USD": re.compile(r"\$|\b(?:usd|dollars?|dolares?|dollari)\b"),
    "GBP": re.compile(r"£|\b(?:gbp|pounds?|pfund|livres? sterling|libras?|sterline)\b"),
    "other": re.compile(
        r"¥|₹|₽|₿|₩|\b(?:jpy|yens?|yuan|cny|rmb|rupees?|inr|rubles?|roubles?|rubel|reais|brl|pesos?|lira|lire|kronor|kronen|"
        r"couronnes|coroas|sek|nok|dkk|zlotys?|pln|won|krw|bitcoins?|btc|dirhams?|rands?)\b|r\$"
    ),
}
_EACH = r"(?:an?|per|each|every|par|a l'|de l'|por|a|ao|la|pro|im|in der|die|al|all'|alla|l'|il|el|/)"
SHORTER = re.compile(
    rf"{_EACH} ?(?:hour|day|week|heure|jour|semaine|hora|dia|semana|stunde|tag|woche|ora|giorno|settimana)\b|"
    r"\b(?:hourly|daily|weekly|stundlich|taglich|wochentlich)\b|\d ?/ ?h\b|\bde l'heure\b"
)
MONTHLY = re.compile(
    r"\b(?:a|per|each|every) month\b|\bmonthly\b|\bpar mois\b|\bmensuel|\bpor mes\b|\bao mes\b|\bal mes\b|"
    r"\bmensa|\bmensil|"
    r"\b(?:im|pro|jeden) monat\b|\bmonatlich|\bmonatslohn\b|\b(?:al|ogni) mese\b|/ ?(?:mo(?:nth)?|mois|monat)\b"
)
YEARLY = re.compile(
    r"\b(?:a|per|each|every) year\b|\byearly\b|\bannual|\bpar an\b|\bannuel|\bpor ano\b|\bao ano\b|\banua|\bal ano\b|"
    r"\b(?:im|pro) jahr\b|\bjahrlich|\bjahreslohn\b|\ball'anno\b|\bannuo\b|/ ?(?:year|an|jahr)\b|\bper annum\b"
)
_TIMES: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(r"\s?(?:k|tsd\.?|thousand|mille|mil|mila|tausend)\b"), 1_000),
    (re.compile(r"\s?(?:m|mio\.?|millions?|millionen|millones|millon|milhoes|milhao|milioni|milione)\b"), 1_000_000),
)
_RANGE = re.compile(r"\s?(?:-|–|to|or|and|a|et|ou|bis|oder|ate|y|o)\s?\d")
_SHARE = re.compile(r"\s?(?:%|(?:percent|per cent|prozent|pour cent|por cento|por ciento|per cento)\b)")
_COUNTED = re.compile(
    r"\s?(?!(?:a|an|at|per|each|every|par|pro|im|in|por|ao|al|all|le|la|de|del|di|brut|brutto|gross|net|netto|bruto|neto|"
    r"lordi|netti|before|after|with|and|et|und|e|y|as|from|since|depuis|desde|seit|plus|now|more|but|mais|jahrlich|"
    r"monatlich|yearly|annually|monthly|please|pa|dans|na|no|now|maintenant|jetzt|agora|ahora|ora|pre|chf|sfr|fr|francs?|"
    r"franken|francos?|franchi|swiss|suisses|schweizer|eur|euros?|usd|dollars?|us|i|je|j|ich)\b)[a-z]"
)
"""A word behind a number that counts something else: "2 trips a year"."""
_LETTERS = re.compile(r"\w*")
_NUMBER = re.compile(r"\d(?:[\d ,.'’]{0,12}\d)?")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its place in the text; `is_open` where it is one end of a range or a share of something."""

    value: Number
    start: int
    end: int
    is_open: bool


def amounts_in(plain: str) -> list[Amount]:
    """The amounts of a folded text, "100k" and "1.5 million" among them."""
    return [_amount(plain, found) for found in _NUMBER.finditer(plain)]


def _amount(plain: str, found: re.Match[str]) -> Amount:
    number, after = number_of(found.group()), plain[found.end() :]
    factor, width = next(((by, hit.end()) for word, by in _TIMES if (hit := word.match(after))), (1, 0))
    rest = plain[found.end() + width :]
    is_open = any(mark.match(rest) for mark in (_RANGE, _SHARE, _COUNTED))
    value = number * factor
    whole = int(value) if float(value).is_integer() else value
    return Amount(whole, found.start(), found.end() + width, is_open)


def number_of(text: str) -> Number:
    """A number as people write amounts: 90'000, 90 000, 90,000.50. It begins with a digit."""
    plain = re.sub(r"[ '’]", "", text).rstrip(".,")
    if re.search(r"[.,]\d{1,2}$", plain):
        whole, _, cents = plain.replace(",", ".").rpartition(".")
        return float(f"{whole.replace('.', '') or 0}.{cents}")
    return int(re.sub(r"[.,]", "", plain))


def fitting(value: Json, words: str, about: str) -> tuple[Json, bool]:
    """A number that the folded words state, as the key holds it, and whether it is sure; (None, False) where it is not.

    `about` is what the key says of itself, folded: "a yearly amount in francs". A month's amount becomes a year's.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value, True
    if not is_of_money(about):
        return value, True
    stated = next((amount for amount in amounts_in(words) if value in (amount.value, amount.value * 12)), None)
    if stated is None or stated.is_open:
        return None, False
    beside = words[slice(*_beside(words, stated))]
    if _is_foreign(beside, about) or SHORTER.search(beside):
        return None, False
    return _for_the_time(stated.value, value, beside, about)


def whole_amount(plain: str, place: Place) -> Place:
    """The place in a folded sentence, widened to the words that say of its amount in what and for which time it is."""
    found = [amount for amount in amounts_in(plain) if any(touching([(amount.start, amount.end)], place))]
    return hull([place, *(told for amount in found for told in _told(plain, amount))])


def _told(plain: str, amount: Amount) -> Iterator[Place]:
    """Where the currency and the time of an amount stand, to the ends of their words."""
    start, end = _beside(plain, amount)
    for pattern in (MONTHLY, YEARLY, *CURRENCIES.values()):
        for found in pattern.finditer(plain, start, end):
            letters = _LETTERS.match(plain, found.end())
            yield found.start(), letters.end() if letters else found.end()


def _beside(plain: str, amount: Amount) -> Place:
    """What is said of one amount: its statement, up to the next amount in it."""
    statement = next(touching(own_statements(plain), (amount.start, amount.end)))
    later = (other.start for other in amounts_in(plain) if other.start >= amount.end)
    return statement[0], min([statement[1], *later])


def _for_the_time(stated: Number, value: Number, words: str, about: str) -> tuple[Json, bool]:
    is_month, is_year = MONTHLY.search(words) is not None, YEARLY.search(words) is not None
    if not is_yearly(about):
        return (stated, True) if value == stated and not (is_year and MONTHLY.search(about)) else (None, False)
    if is_month:
        return stated * 12, True
    return (stated, is_year) if value == stated else (None, False)


def is_of_money(about: str) -> bool:
    """Whether a key says of itself in which currency or for which time its amount is."""
    return bool(_currencies(about)) or is_yearly(about) or MONTHLY.search(about) is not None


def is_yearly(about: str) -> bool:
    """Whether a key says of itself that it holds a year's amount."""
    return re.search(r"\byear(?:ly)?\b|\bannual|\bannuel|\bpar an\b|\bjahr|\banua|\bannuo\b", about) is not None


def _currencies(plain: str) -> list[str]:
    return [name for name, words in CURRENCIES.items() if words.search(plain)]


def _is_foreign(words: str, about: str) -> bool:
    """Whether a currency is named that the key does not hold."""
    named, own = _currencies(words), _currencies(about)
    return bool(named) and not set(named) & set(own) and bool(own)
