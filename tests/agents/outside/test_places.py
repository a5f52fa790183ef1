"""Places on the web: one spelling, and no way out of what is allowed."""

from typing import Any
from urllib.parse import unquote, urlsplit

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.outside.places import MAX_TARGET, Misplaced, Place, covers, place, prefix, query, under

ALLOWED = "https://good.example/v1"


def test_a_url_is_read_into_its_parts() -> None:
    assert place("https://api.example.org/v1/rooms") == Place("https", "api.example.org", 443, "/v1/rooms")
    assert place("http://127.0.0.1:8080") == Place("http", "127.0.0.1", 8080, "/")
    assert place("http://[::1]:8080/x") == Place("http", "::1", 8080, "/x")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://Good.Example/v1", "https://good.example:443/v1"),
        ("HTTPS://good.example:0443/v1", "https://good.example/v1"),
        ("http://good.example:80", "http://good.example/"),
        ("http://[::0:1]/", "http://[0:0:0:0:0:0:0:1]/"),
    ],
)
def test_two_spellings_of_one_place_are_one(one: str, other: str) -> None:
    assert place(one) == place(other)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "good.example/v1",
        "//good.example/v1",
        "ftp://good.example/v1",
        "file:///etc/passwd",
        "https:///v1",
        "https:good.example/v1",
        "https:\\\\good.example/v1",
        "https://good.example\\@evil.example/v1",
        "https://good.example@evil.example/v1",
        "https://user:password@good.example/v1",
        "https://good.example:443@evil.example/v1",
        "https://good.example#@evil.example/v1",
        "https://good.example?@evil.example/v1",
        "https://evil.example\t.good.example/v1",
        "https://good.example /v1",
        " https://good.example/v1",
        "https://good.example/v1\n",
        "https://good.example/v1\r\nHost: evil.example",
        "https://good.example./v1",
        "https://good.example。/v1",
        "https://ｇood.example/v1",
        "https://gооd.example/v1",
        "https://good.example%2eevil.example/v1",
        "https://good.example:/v1",
        "https://good.example:0/v1",
        "https://good.example:65536/v1",
        "https://good.example:-1/v1",
        "https://good.example:４43/v1",
        "https://[::1/v1",
        "https://[::g]/v1",
        "https://[fe80::1%25eth0]/v1",
        "https://[1.2.3.4]/v1",
        "https://good.example/v1?x=1",
        "https://good.example/v1#x",
        "https://good.example/v1/../admin",
        "https://good.example/v1/./x",
        "https://good.example/v1/..;/admin",
        "https://good.example/v1/.;/x",
        "https://good.example/v1/..",
        "https://good.example/v1//admin",
        "https://good.example//v1",
        "https://good.example/v1/%2e%2e/admin",
        "https://good.example/v1/%2E%2E%2Fadmin",
        "https://good.example/v1/..%2fadmin",
        "https://good.example/v1/..%5cadmin",
        "https://good.example/v1/..\\admin",
        "https://good.example/v1/%252e%252e/admin",
        "https://good.example/v1/Zürich",
        "https://good.example/v1/{",
        "https://good.example/v1/{1}",
        "https://{host}/v1",
        "https://good.example:{port}/v1",
        "{scheme}://good.example/v1",
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(url: str) -> None:
    with pytest.raises(Misplaced):
        place(url)


@pytest.mark.parametrize(
    ("url", "is_covered"),
    [
        ("https://good.example/v1", True),
        ("https://good.example/v1/", True),
        ("https://good.example/v1/rooms/7", True),
        ("https://GOOD.example:443/v1/rooms", True),
        ("https://good.example/v10", False),
        ("https://good.example/v", False),
        ("https://good.example/", False),
        ("https://good.example/V1", False),
        ("http://good.example/v1", False),
        ("http://good.example:443/v1", False),
        ("https://good.example:8443/v1", False),
        ("https://good.example.evil.example/v1", False),
        ("https://evil-good.example/v1", False),
        ("https://sub.good.example/v1", False),
        ("https://evil.example/good.example/v1", False),
    ],
)
@pytest.mark.parametrize("written", [ALLOWED, ALLOWED + "/"])
def test_a_prefix_covers_its_own_origin_and_whole_segments(url: str, is_covered: bool, written: str) -> None:
    assert covers(prefix(written), place(url)) is is_covered


def test_an_origin_alone_covers_all_of_its_paths() -> None:
    assert covers(prefix("https://good.example"), place("https://good.example/any/thing"))
    assert covers(prefix("https://good.example/"), place("https://good.example"))


def test_the_prefixes_of_a_place_are_found_the_most_general_first() -> None:
    prefixes = ["https://good.example/v1/rooms", "https://good.example/v2", "https://good.example", ALLOWED]
    found = under(place("https://good.example/v1/rooms/7"), prefixes)
    assert found == ["https://good.example", ALLOWED, "https://good.example/v1/rooms"]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ("7", "/v1/rooms/7/book"),
        (7, "/v1/rooms/7/book"),
        (True, "/v1/rooms/true/book"),
        ("Grand Hotel", "/v1/rooms/Grand%20Hotel/book"),
        ("Zürich", "/v1/rooms/Z%C3%BCrich/book"),
        ("a?b#c@d:e&f=g;h", "/v1/rooms/a%3Fb%23c%40d%3Ae%26f%3Dg%3Bh/book"),
        ("v1.2", "/v1/rooms/v1.2/book"),
        ("{id}", "/v1/rooms/%7Bid%7D/book"),
    ],
)
def test_a_value_fills_its_hole_as_one_segment(value: Any, path: str) -> None:
    assert place("https://good.example/v1/rooms/{id}/book", {"id": value}).path == path


@pytest.mark.parametrize(
    "value",
    ["", " ", None, [], "..", ".", "../admin", "7/delete", "7\\delete", "%2e%2e", "100%", "a\x00b", "a\r\nb", "..;"],
)
def test_a_value_that_could_lead_elsewhere_is_refused_and_not_repeated(value: Any) -> None:
    with pytest.raises(Misplaced) as refused:
        place("https://good.example/v1/rooms/{id}", {"id": value})
    assert not value or str(value) in " ." or str(value) not in str(refused.value)


def test_two_values_cannot_make_dots_together() -> None:
    with pytest.raises(Misplaced, match="one of dots"):
        place("https://good.example/v1/.{a}/x", {"a": ".x"})


def test_a_value_fills_no_hole_of_the_host() -> None:
    with pytest.raises(Misplaced, match="a part that is not taken"):
        place("https://{host}/v1", {"host": "evil.example"})


def test_a_value_without_a_hole_is_refused() -> None:
    with pytest.raises(Misplaced, match="does not stand in braces"):
        place("https://good.example/v1", {"id": "7"})


def test_a_path_has_an_end() -> None:
    with pytest.raises(Misplaced, match="too long"):
        place("https://good.example/{id}", {"id": "x" * (MAX_TARGET + 1)})


@given(st.text(max_size=40) | st.integers() | st.floats() | st.booleans())
def test_whatever_the_value_the_place_stays_under_its_prefix_for_others_too(value: Any) -> None:
    try:
        found = place(ALLOWED + "/rooms/{id}/book", {"id": value})
    except (Misplaced, UnicodeEncodeError):
        return
    url = httpx2.URL(f"https://{found.authority}{found.path}")
    assert (url.host, url.raw_path.decode()) == ("good.example", found.path)
    assert urlsplit(str(url)).path.count("/") == 4
    assert unquote(found.path) == f"/v1/rooms/{str(value).lower() if isinstance(value, bool) else value}/book"


@given(st.text("htps:/@.\\?#%{}[];-_ 0aä\n", max_size=60))
def test_whatever_the_url_it_is_refused_or_read_as_others_read_it(rest: str) -> None:
    url = f"https://good.example{rest}"
    try:
        found = place(url)
    except Misplaced:
        return
    theirs = httpx2.URL(url)
    assert (theirs.host, theirs.port or 443, theirs.raw_path.decode()) == (found.host, found.port, found.path)


def test_a_query_is_written_from_values() -> None:
    values = {"q": "a&b=c#d é", "n": 2, "yes": True, "many": [1, "x", None], "none": None, "odd&name": ""}
    assert query(values) == "q=a%26b%3Dc%23d%20%C3%A9&n=2&yes=true&many=1&many=x&odd%26name="
