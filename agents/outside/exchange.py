"""One request and its answer, with a service that may be slow, broken or hostile.

The name is looked up once, every address it has is judged, and the connection goes to the very addresses that were:
an answer of the name service that changes in between changes nothing. Redirects are not followed, proxies of the
environment not used, nothing is kept for a later request, and nothing is logged.
"""

import asyncio
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from socket import SOCK_STREAM
from typing import Final

import httpx2

from agents.outside.addresses import kind_of
from agents.outside.places import Place
from agents.registry import ActionFailed

MAX_ANSWER: Final = 256 * 1024
"""Bytes of an answer's body."""
CONNECT: Final = 3.0
"""Seconds for a connection to one address; the whole has the action's time-out."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent. `query` is without `?`; `headers` beside those that carry the message itself."""

    method: str
    place: Place
    query: str = field(default="", repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    content: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, whatever its status. `content_type` is the header as it was sent."""

    status: int
    content_type: str
    content: bytes = field(repr=False)


async def exchange(request: Request, *, private: bool) -> Reply:
    """Send the request and read the reply. `private` allows addresses of one's own networks.

    Raises ActionFailed: `unreachable`, `not_allowed`, `timeout`, `tls`, `broken`, `too_large` or `encoding`.
    """
    addresses = allowed(await resolved(request.place), private=private)
    with _told():
        async with httpx2.AsyncHTTPTransport(verify=_trust()) as transport:
            response = await _first(transport, request, addresses)
            try:
                return Reply(response.status_code, response.headers.get("content-type", ""), await _content(response))
            finally:
                await response.aclose()


async def resolved(place: Place) -> list[str]:
    """The addresses of the host, in the order in which the system would try them."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(place.host, place.port, type=SOCK_STREAM)
    except (OSError, UnicodeError):
        raise ActionFailed("the host of the URL was not found", code="unreachable", retryable=True) from None
    return list(dict.fromkeys(str(info[4][0]) for info in found))


def allowed(addresses: list[str], *, private: bool) -> list[str]:
    """The addresses, if every one of them may be reached: a name that also leads inside is not trusted at all."""
    kinds = {kind_of(address) for address in addresses}
    if "never" in kinds:
        raise ActionFailed("the host of the URL has an address that is never called", code="not_allowed")
    if "private" in kinds and not private:
        text = "the host of the URL has a private address: set HTTP_ACTION_PRIVATE to true to allow that"
        raise ActionFailed(text, code="not_allowed")
    return addresses


async def _first(transport: httpx2.AsyncHTTPTransport, request: Request, addresses: list[str]) -> httpx2.Response:
    """The response of the first address that takes the connection; until then nothing was sent to any."""
    *others, last = addresses
    for address in others:
        try:
            return await transport.handle_async_request(_outgoing(request, address))
        except (httpx2.ConnectError, httpx2.ConnectTimeout):
            continue
    return await transport.handle_async_request(_outgoing(request, last))


def _outgoing(request: Request, address: str) -> httpx2.Request:
    """The request as it goes to an address: its name stays in `Host`, and in what the certificate must be for."""
    place = request.place
    host = f"[{address}]" if ":" in address else address
    target = place.path + (f"?{request.query}" if request.query else "")
    return httpx2.Request(
        request.method,
        f"{place.scheme}://{host}:{place.port}{target}",
        headers={"Host": place.authority, "Accept-Encoding": "identity", "Connection": "close", **request.headers},
        content=request.content or None,
        extensions={"sni_hostname": place.host, "timeout": {"connect": CONNECT}},
    )


async def _content(response: httpx2.Response) -> bytes:
    """The body as it came. It is not unpacked: a few bytes could become many."""
    if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise ActionFailed("the service packed its answer although it was asked not to", code="encoding")
    content = bytearray()
    async for part in response.aiter_raw():
        content += part
        if len(content) > MAX_ANSWER:
            raise ActionFailed(f"the service answered with more than {MAX_ANSWER // 1024} kB", code="too_large")
    return bytes(content)


@contextmanager
def _told() -> Iterator[None]:
    """Tell what went wrong on the way; the errors' own texts are not repeated."""
    try:
        yield
    except httpx2.TimeoutException:
        raise ActionFailed("the service could not be connected to in time", code="timeout", retryable=True) from None
    except httpx2.ConnectError as error:
        if _is_tls(error):
            raise ActionFailed("the service has no certificate that is trusted for this host", code="tls") from None
        raise ActionFailed("the service could not be connected to", code="unreachable", retryable=True) from None
    except httpx2.HTTPError:
        raise ActionFailed(
            "the service broke off, or answered with no proper HTTP", code="broken", retryable=True
        ) from None


def _is_tls(error: BaseException | None) -> bool:
    return error is not None and (isinstance(error, ssl.SSLError) or _is_tls(error.__cause__ or error.__context__))


@cache
def _trust() -> ssl.SSLContext:
    """The certificates that the system trusts, or those of SSL_CERT_FILE; loaded once, for that takes milliseconds."""
    return httpx2.create_ssl_context()
