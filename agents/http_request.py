"""The actions that call a service without code: `http_request`, and `http_get` for what only reads.

Where they may go is the operator's to say (`HTTP_ACTION_ALLOW`), and so are the headers that let Rapport in
(`HTTP_ACTION_SECRETS`): an agent names neither, so whoever edits one cannot take a secret elsewhere.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings

from agents.outside.exchange import Reply, Request, exchange
from agents.outside.places import MAX_TARGET, Misplaced, Place, place, query, under
from agents.registry import ActionFailed, action
from facts.values import Json

MAX_BODY: Final = 256 * 1024
"""Bytes of a request's body."""
TIMEOUT: Final = 10.0
"""Seconds for the whole: looking up the name, connecting, sending, and reading the answer."""
MAY_PASS: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses after which another try may help."""

_PLAIN: Final = {"type": ["string", "number", "boolean", "null"]}
_READ: Final[Mapping[str, Any]] = {
    "url": {"type": "string", "maxLength": 2048},
    "path": {"type": "object", "additionalProperties": _PLAIN},
    "query": {"type": "object", "additionalProperties": {"anyOf": [_PLAIN, {"type": "array", "items": _PLAIN}]}},
}
_GET: Final = {"type": "object", "properties": _READ, "required": ["url"], "additionalProperties": False}
_REQUEST: Final = {
    "type": "object",
    "properties": {"method": {"enum": ["GET", "POST", "PUT", "PATCH", "DELETE"]}, **_READ, "body": {}},
    "required": ["method", "url"],
    "additionalProperties": False,
}
_RESULT: Final = {"type": "object", "properties": {"http_status": {"type": "integer"}}, "required": ["http_status"]}

_JSON_TYPE: Final = re.compile(r"application/(?:[\w.+-]+\+)?json", re.ASCII)
_CHARSETS: Final = frozenset({"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin-1", "windows-1252"})
"""Those that are read in time that grows with the text alone; Python knows others."""


@action("http_request", input=_REQUEST, output=_RESULT, timeout=TIMEOUT, label="Call a service")
async def http_request(input: Mapping[str, Json], key: str) -> dict[str, Json]:
    """Call a service, once: one that was called twice might do a thing twice. Raises ActionFailed."""
    return result(await exchange(_request(input, key), private=settings.HTTP_ACTION_PRIVATE))


@action("http_get", input=_GET, output=_RESULT, retry="same_key", timeout=TIMEOUT, label="Read from a service")
async def http_get(input: Mapping[str, Json]) -> dict[str, Json]:
    """Read from a service; tried again when that may help. Raises ActionFailed."""
    return await http_request({**input, "method": "GET"}, key="")


def _request(input: Mapping[str, Json], key: str) -> Request:
    """The request that the input asks for. Raises ActionFailed: `not_allowed`, `input`."""
    method, given = str(input["method"]), input.get("body")
    try:
        target = place(str(input["url"]), _mapping(input.get("path")))
    except Misplaced as misplaced:
        raise ActionFailed(str(misplaced), code="input") from None
    secrets = _secrets(target)
    if method == "GET" and given is not None:
        raise ActionFailed("a GET has no body: choose another method, or use query", code="input")
    asked = query(_mapping(input.get("query")))
    if len(target.path) + len(asked) > MAX_TARGET:
        raise ActionFailed("the values of query are too long for a URL", code="input")
    content = b"" if given is None else _content(given)
    headers = {**_headers(method, key, has_content=given is not None), **secrets}
    return Request(method, target, asked, headers, content)


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}


def _secrets(target: Place) -> dict[str, str]:
    """The headers that the operator has for this place. Raises ActionFailed for one that is not on the list."""
    if not settings.HTTP_ACTION_ALLOW:
        raise ActionFailed("no URL may be called yet: list those that may in HTTP_ACTION_ALLOW", code="not_allowed")
    prefixes = under(target, settings.HTTP_ACTION_ALLOW)
    if not prefixes:
        raise ActionFailed("this URL is under none of those in HTTP_ACTION_ALLOW", code="not_allowed")
    found = [settings.HTTP_ACTION_SECRETS.get(prefix, {}) for prefix in prefixes]
    return {name.lower(): value for headers in found for name, value in headers.items()}


def _headers(method: str, key: str, *, has_content: bool) -> dict[str, str]:
    """The headers that say what is sent and wanted.

    The key is told as a hash: the same for every repetition, and nothing of the conversation in it.
    """
    headers = {"user-agent": "Rapport", "accept": "application/json, text/plain;q=0.5"}
    if has_content:
        headers["content-type"] = "application/json"
    if method != "GET":
        headers["idempotency-key"] = hashlib.sha256(key.encode()).hexdigest()
    return headers


def _content(body: Json) -> bytes:
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    if len(content) > MAX_BODY:
        raise ActionFailed(f"the body has more than {MAX_BODY // 1024} kB", code="too_large")
    return content


def result(reply: Reply) -> dict[str, Json]:
    """What a step may save: the entries of the JSON object that came back, or else what came back as `body`.

    `http_status` is always there. Raises ActionFailed: `http_<status>` unless it is 2xx, `content_type`, `not_json`.
    """
    if not 200 <= reply.status < 300:
        hint = " (redirects are not followed)" if 300 <= reply.status < 400 else ""
        text = f"the service answered {reply.status}{hint}"
        raise ActionFailed(text, code=f"http_{reply.status}", retryable=reply.status in MAY_PASS)
    value = _value(reply) if reply.content.strip() else None
    entries = value if isinstance(value, dict) else {} if value is None else {"body": value}
    return {**entries, "http_status": reply.status}


def _value(reply: Reply) -> Json:
    kind, charset = _content_type(reply.content_type)
    if _JSON_TYPE.fullmatch(kind):
        return _json(reply.content)
    if kind.startswith("text/") and charset in _CHARSETS:
        return reply.content.decode(charset, errors="replace")
    raise ActionFailed("the service answered with neither JSON nor text", code="content_type")


def _content_type(header: str) -> tuple[str, str]:
    """The media type and the charset of a header, in lower case."""
    kind, *parameters = (part.strip().lower() for part in header.split(";"))
    given = dict(parameter.partition("=")[::2] for parameter in parameters)
    return kind, given.get("charset", "utf-8").strip('"')


def _json(content: bytes) -> Json:
    try:
        found: Json = json.loads(content.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise ActionFailed("the service announced JSON and sent none", code="not_json") from None
    return found


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")
