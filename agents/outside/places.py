"""Places on the web, read strictly: what two programs could read in two ways is refused. Pure.

A `Place` is compared, never its text. So there is one spelling of it: no user name, no percent-encoding but our own, no
`.` and `..`, no empty segment, no letters beyond ASCII in the host.
"""

import ipaddress
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlencode

_URL: Final = re.compile(
    r"(?P<scheme>[Hh][Tt][Tt][Pp][Ss]?)://"
    r"(?P<host>[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>(?:/[A-Za-z0-9._~!$&'()*+,;=:@{}-]*)*)"
)
_HOLE: Final = re.compile(r"\{([A-Za-z][A-Za-z0-9_]*)\}")
_UNFIT: Final = re.compile(r"[/\\%\x00-\x1f\x7f]|\A\.\.?\Z|\A\.\.")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
MAX_TARGET: Final = 8_000
"""Characters of path and query together; servers take hardly more."""


class Misplaced(ValueError):
    """A URL, or a value for one, that is not taken. The text is for staff and holds nothing of the value."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request goes. `host` is in lower case, an IPv6 address without brackets; `path` begins with `/`."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Host and port as a URL and the `Host` header have them; the usual port is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def place(url: str, values: Mapping[str, object] | None = None) -> Place:
    """The place that a URL names, with the holes of its path (`{id}`) filled in by `values`. Raises Misplaced.

    A value becomes one segment, or a part of one: whatever is in it, it cannot lead elsewhere.
    """
    found = _URL.fullmatch(url)
    if found is None:
        raise Misplaced(
            "the URL has a part that is not taken: write scheme, host, port and a plain path, and nothing else"
        )
    scheme = found["scheme"].lower()
    port = int(found["port"] or _DEFAULT_PORTS[scheme])
    if not 0 < port < 65536:
        raise Misplaced("the URL has a port that does not exist")
    return Place(scheme, _host(found["host"]), port, _path(found["path"] or "/", values or {}))


def prefix(url: str) -> Place:
    """The place under which requests are allowed. Raises Misplaced."""
    found = place(url)
    return Place(found.scheme, found.host, found.port, found.path.rstrip("/"))


def covers(prefix: Place, place: Place) -> bool:
    """Whether a place is the prefix or lies under it: `/v1` covers `/v1` and `/v1/rooms`, not `/v10`."""
    same = (prefix.scheme, prefix.host, prefix.port) == (place.scheme, place.host, place.port)
    return same and f"{place.path}/".startswith(f"{prefix.path}/")


def under(place: Place, prefixes: Iterable[str]) -> list[str]:
    """The prefixes that cover the place, the most general first."""
    return sorted((text for text in prefixes if covers(prefix(text), place)), key=lambda text: len(prefix(text).path))


def query(parameters: Mapping[str, object]) -> str:
    """The query of a URL, without `?`: a list gives its parameter several times, null leaves it out."""
    return urlencode(
        [(name, _text(value)) for name, given in parameters.items() for value in _several(given)], quote_via=quote
    )


def _host(written: str) -> str:
    if not written.startswith("["):
        return written.lower()
    try:
        return str(ipaddress.IPv6Address(written[1:-1]))
    except ValueError:
        raise Misplaced("the URL has an address that does not exist") from None


def _path(written: str, values: Mapping[str, object]) -> str:
    if values.keys() - set(_HOLE.findall(written)):
        raise Misplaced("path has a value for a name that does not stand in braces in the URL")
    path = _HOLE.sub(lambda hole: _segment(hole[1], values), written)
    if "{" in path or "}" in path:
        raise Misplaced("the URL has a brace that belongs to no name")
    *inner, last = path.split("/")[1:]
    if "" in inner or any(segment.startswith("..") or segment.partition(";")[0] == "." for segment in (*inner, last)):
        raise Misplaced("the path of the URL has an empty part, or one of dots")
    if len(path) > MAX_TARGET:
        raise Misplaced("the path of the URL is too long")
    return path


def _segment(name: str, values: Mapping[str, object]) -> str:
    text = "".join(_text(value) for value in _several(values.get(name)))
    if not text.strip():
        raise Misplaced(f"there is no value for {{{name}}} of the URL")
    if _UNFIT.search(text):
        raise Misplaced(
            f"the value for {{{name}}} of the URL has a slash, a percent sign or the like in it, or is only dots"
        )
    return quote(text, safe="")


def _several(given: object) -> list[object]:
    return [value for value in (given if isinstance(given, list) else [given]) if value is not None]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
