"""The exchange with a service: goes to the address that was judged, and gives up in bounds."""

import asyncio
import gzip
import socket
import ssl
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from agents.outside import exchange as exchanging
from agents.outside.exchange import MAX_ANSWER, Request, exchange
from agents.outside.places import place
from agents.registry import ActionFailed
from tests.agents.outside.services import certificate, http, raw


async def failure(url: str, *, private: bool = True, **request: Any) -> ActionFailed:
    with pytest.raises(ActionFailed) as failed:
        await exchange(Request("GET", place(url), **request), private=private)
    return failed.value


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Names that lead to these addresses, a further one at each look; only the names in it are known."""
    known: dict[str, list[str]] = {}

    def getaddrinfo(host: str, port: int, *rest: Any, **others: Any) -> list[Any]:
        if not known.get(host):
            raise socket.gaierror(socket.EAI_NONAME, host)
        found = known[host].pop(0).split()
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return known


async def test_what_is_sent_arrives_and_what_is_answered_comes_back() -> None:
    with http() as service:
        service.answers({"total": 2}, status=201)
        request = Request("POST", place(f"{service.url}/v1/x"), "a=1&b=%26%20", {"x-y": "z"}, b'{"n":1}')
        reply = await exchange(request, private=True)

    assert (reply.status, reply.content_type, reply.content) == (201, "application/json", b'{"total": 2}')
    heard = service.heard[0]
    assert (heard.method, heard.target, heard.body) == ("POST", "/v1/x?a=1&b=%26%20", b'{"n":1}')
    assert heard.headers == {
        "host": f"127.0.0.1:{service.port}",
        "accept-encoding": "identity",
        "connection": "close",
        "content-length": "7",
        "x-y": "z",
    }


async def test_the_target_arrives_as_the_place_has_it() -> None:
    found = place("http://127.0.0.1/a;b=1,2/{x}/c@d:e!$&'()*+~_-", {"x": "ä 1+2&3=4?5#6:7"})
    with http() as service:
        here = place(service.url)
        await exchange(Request("GET", type(found)("http", here.host, here.port, found.path)), private=True)
    assert service.heard[0].target == found.path


async def test_a_name_is_looked_up_once_and_its_judged_address_called(looked_up: dict[str, list[str]]) -> None:
    with http() as service:
        looked_up["prices.example"] = ["127.0.0.1", "169.254.169.254"]
        reply = await exchange(Request("GET", place(f"http://prices.example:{service.port}/x")), private=True)
    assert reply.status == 200
    assert service.heard[0].headers["host"] == f"prices.example:{service.port}"
    assert looked_up["prices.example"] == ["169.254.169.254"]


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"])
async def test_a_private_address_is_not_called_unless_that_is_allowed(
    address: str, looked_up: dict[str, list[str]]
) -> None:
    looked_up["prices.example"] = [address]
    error = await failure("http://prices.example", private=False)
    assert (error.code, error.retryable) == ("not_allowed", False)
    assert "HTTP_ACTION_PRIVATE" in error.message


@pytest.mark.parametrize("address", ["169.254.169.254", "0.0.0.0", "224.0.0.1", "fe80::1", "::ffff:169.254.169.254"])
@pytest.mark.parametrize("private", [True, False])
async def test_some_addresses_are_never_called(address: str, private: bool, looked_up: dict[str, list[str]]) -> None:
    looked_up["prices.example"] = [address]
    assert "never called" in (await failure("http://prices.example", private=private)).message


async def test_one_address_inside_among_others_is_one_too_many(looked_up: dict[str, list[str]]) -> None:
    looked_up["prices.example"] = ["1.1.1.1 127.0.0.1"]
    assert (await failure("http://prices.example", private=False)).code == "not_allowed"


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "[::ffff:7f00:1]"])
async def test_no_spelling_of_this_machine_gets_past(host: str) -> None:
    with http() as service:
        error = await failure(f"http://{host}:{service.port}", private=False)
    assert error.code in {"not_allowed", "unreachable"}
    assert service.heard == []


async def test_an_address_that_takes_no_connection_is_passed_over(looked_up: dict[str, list[str]]) -> None:
    with http() as service:
        looked_up["prices.example"] = ["127.77.0.1 127.0.0.1"]
        reply = await exchange(Request("POST", place(f"http://prices.example:{service.port}")), private=True)
    assert reply.status == 200
    assert len(service.heard) == 1


def has_ipv6() -> bool:
    """Whether this machine has an address to listen at."""
    with suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return True
    return False


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
async def test_a_service_on_ipv6_is_called() -> None:
    with http(address="::1") as service:
        assert (await exchange(Request("GET", place(f"http://[::1]:{service.port}")), private=True)).status == 200
    assert service.heard[0].headers["host"] == f"[::1]:{service.port}"


async def test_a_name_that_nobody_knows_is_unreachable(looked_up: dict[str, list[str]]) -> None:
    error = await failure("http://ann.example")
    assert (error.code, error.retryable, error.message) == ("unreachable", True, "the host of the URL was not found")


async def test_a_port_that_nobody_listens_at_is_unreachable() -> None:
    with http() as service:
        pass
    error = await failure(service.url)
    assert (error.code, error.retryable) == ("unreachable", True)


async def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with http() as proxy, http() as service:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        await exchange(Request("GET", place(service.url)), private=True)
    assert (len(proxy.heard), len(service.heard)) == (0, 1)


async def test_a_redirect_is_not_followed() -> None:
    with http() as inside, http() as service:
        service.answers(b"", status=302, Location=inside.url)
        assert (await exchange(Request("GET", place(service.url)), private=True)).status == 302
    assert inside.heard == []


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """What a server needs to be prices.example, which the exchange trusts."""
    serving, trusting = certificate(tmp_path, "prices.example")
    monkeypatch.setattr(exchanging, "_trust", lambda: trusting)
    return serving


async def test_tls_is_asked_for_the_name_and_not_for_the_address(
    trusted: ssl.SSLContext, looked_up: dict[str, list[str]]
) -> None:
    looked_up["prices.example"] = ["127.0.0.1"]
    with http(trusted) as service:
        reply = await exchange(Request("GET", place(f"https://prices.example:{service.port}")), private=True)
    assert (reply.status, service.names) == (200, ["prices.example"])


async def test_a_certificate_of_another_name_is_not_trusted(
    trusted: ssl.SSLContext, looked_up: dict[str, list[str]]
) -> None:
    looked_up["other.example"] = ["127.0.0.1"]
    with http(trusted) as service:
        error = await failure(f"https://other.example:{service.port}", query="who=ann")
    assert (error.code, error.retryable, service.heard) == ("tls", False, [])
    assert "other.example" not in error.message


async def test_a_certificate_that_signs_itself_is_not_trusted(tmp_path: Path, looked_up: dict[str, list[str]]) -> None:
    serving, _ = certificate(tmp_path, "prices.example")
    looked_up["prices.example"] = ["127.0.0.1"]
    with http(serving) as service:
        assert (await failure(f"https://prices.example:{service.port}")).code == "tls"


async def test_an_answer_of_the_largest_size_is_read_and_one_byte_more_is_not() -> None:
    with http() as service:
        service.answers(b"x" * MAX_ANSWER)
        reply = await exchange(Request("GET", place(service.url)), private=True)
        assert len(reply.content) == MAX_ANSWER
        service.answers(b"x" * (MAX_ANSWER + 1))
        assert (await failure(service.url)).code == "too_large"


async def test_an_answer_without_end_is_left() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
    with raw(head, b"2000\r\n" + b"x" * 0x2000 + b"\r\n", endless=True) as port:
        assert (await failure(f"http://127.0.0.1:{port}")).code == "too_large"


async def test_headers_without_end_are_left() -> None:
    with raw(b"HTTP/1.1 200 OK\r\n", b"X-Y: " + b"z" * 4096 + b"\r\n", endless=True) as port:
        assert (await failure(f"http://127.0.0.1:{port}")).code == "broken"


async def test_an_answer_that_drips_can_be_given_up() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n"
    with raw(head, b"x", pause=0.05, endless=True) as port:
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(exchange(Request("GET", place(f"http://127.0.0.1:{port}")), private=True), 0.3)
    assert time.monotonic() - began < 2


@pytest.mark.parametrize("packed", ["gzip", "deflate", "br", "zstd", "identity, gzip"])
async def test_a_packed_answer_is_refused_before_it_is_read(packed: str) -> None:
    with http() as service:
        service.answers(gzip.compress(b"0" * 50_000_000), Content_Encoding=packed)
        assert (await failure(service.url)).code == "encoding"


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"hello\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\nContent-Length: 20\r\n\r\nx",
        b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
async def test_what_is_no_proper_http_is_told_without_its_text(answer: bytes) -> None:
    with raw(answer) as port:
        error = await failure(f"http://127.0.0.1:{port}")
    assert (error.code, error.retryable) == ("broken", True)
    assert error.message == "the service broke off, or answered with no proper HTTP"
