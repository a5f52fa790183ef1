"""Time zones are told by their IANA names."""

import pytest

from facts.timezones import is_timezone


@pytest.mark.parametrize("name", ["Europe/Zurich", "America/Sao_Paulo", "UTC"])
def test_a_name_of_the_database_is_a_time_zone(name: str) -> None:
    assert is_timezone(name)


@pytest.mark.parametrize("name", ["", "Zurich", "Europe/Nowhere", "../etc/passwd", "europe/zurich"])
def test_anything_else_is_none(name: str) -> None:
    assert not is_timezone(name)
