"""The actions that ship with Rapport; `http_request` has a module of its own."""

from dataclasses import dataclass
from typing import Final

import agents.http_request  # noqa: F401 - registers its actions
from agents.registry import ActionFailed, action
from facts import keys

RATES: Final = {"Grand Hotel": 120, "Lake Palace": 145, "Bellevue": 95}
"""Price of the example hotels in CHF, by night and guest, breakfast included."""


@dataclass(frozen=True, slots=True)
class QuotePrice:
    """What a price is asked for: a stay of `guests` people for some `nights`."""

    hotel: str
    guests: int
    nights: int = 1


@dataclass(frozen=True, slots=True)
class Price:
    """The price of the whole stay, in whole units of the currency."""

    total: int
    currency: str = "CHF"


@action("quote_price", input=QuotePrice, output=Price, retry="same_key", label="Quote the price of a stay")
def quote_price(input: QuotePrice) -> Price:
    """The price of a stay in one of the example hotels. Raises ActionFailed for any other hotel."""
    rate = RATES.get(input.hotel)
    if rate is None:
        raise ActionFailed("there is no rate for this hotel")
    return Price(total=rate * input.guests * input.nights)


MERCHANT_PATTERN: Final = "merchant.*.default"


@dataclass(frozen=True, slots=True)
class Merchant:
    """A merchant, as the person wrote the name."""

    merchant: str


@dataclass(frozen=True, slots=True)
class FactKey:
    """The key under which a fact is kept."""

    key: str


@action("merchant_key", input=Merchant, output=FactKey, retry="same_key", label="Find the fact key of a merchant")
def merchant_key(input: Merchant) -> FactKey:
    """The key of how this merchant's purchases are booked (F2). Raises ActionFailed for a name that makes no key."""
    key = keys.normalise(MERCHANT_PATTERN.replace("*", input.merchant), [MERCHANT_PATTERN])
    if not key:
        raise ActionFailed("the merchant's name makes no key")
    return FactKey(key)
