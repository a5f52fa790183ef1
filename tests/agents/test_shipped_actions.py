"""The actions that ship with Rapport."""

import pytest

from agents.registry import ActionFailed, perform, registered


async def test_a_price_is_quoted_for_guests_and_nights() -> None:
    assert await perform("quote_price", {"hotel": "Grand Hotel", "guests": 2}, "k") == {"total": 240, "currency": "CHF"}
    stay = {"hotel": "Bellevue", "guests": 1, "nights": 3}
    assert await perform("quote_price", stay, "k") == {"total": 285, "currency": "CHF"}


async def test_an_unknown_hotel_has_no_price() -> None:
    with pytest.raises(ActionFailed, match="no rate"):
        await perform("quote_price", {"hotel": "Ritz", "guests": 2}, "k")


@pytest.mark.parametrize("input", [{}, {"hotel": "Bellevue"}, {"hotel": "Bellevue", "guests": "2"}, {"guests": 2}])
async def test_a_price_is_not_quoted_for_half_a_question(input: dict[str, object]) -> None:
    with pytest.raises(ActionFailed) as failed:
        await perform("quote_price", input, "k")  # type: ignore[arg-type]
    assert failed.value.code == "input"


@pytest.mark.parametrize(
    ("merchant", "key"),
    [
        ("Adobe", "merchant.adobe.default"),
        ("  Café  du Nord ", "merchant.cafe_du_nord.default"),
        ("St. Gall", "merchant.st_gall.default"),
    ],
)
async def test_f2_one_merchant_has_one_key(merchant: str, key: str) -> None:
    assert await perform("merchant_key", {"merchant": merchant}, "k") == {"key": key}


async def test_a_merchant_without_a_name_has_no_key() -> None:
    with pytest.raises(ActionFailed, match="no key"):
        await perform("merchant_key", {"merchant": " "}, "k")


def test_the_shipped_actions_only_read_and_may_be_repeated() -> None:
    assert {name: registered()[name].retry for name in ("quote_price", "merchant_key")} == {
        "quote_price": "same_key",
        "merchant_key": "same_key",
    }
