"""The shipped actions that call a service: what staff may do with them, and what nobody may."""

import dataclasses
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings

from agents import registry
from agents.http_request import MAX_BODY
from agents.registry import ActionFailed, perform, registered
from tests.agents.outside.services import Service, http, raw

KEY = "9f0c/book#1:price:1"


@pytest.fixture
def service() -> Iterator[Service]:
    """A service that may be called under /v1."""
    with (
        http() as running,
        override_settings(HTTP_ACTION_ALLOW=(f"{running.url}/v1",), HTTP_ACTION_PRIVATE=True, HTTP_ACTION_SECRETS={}),
    ):
        yield running


async def call(service: Service, where: str = "/v1/prices", **input: Any) -> dict[str, Any]:
    return await perform("http_request", {"method": "GET", "url": service.url + where, **input}, KEY)


async def failure(service: Service, where: str = "/v1/prices", **input: Any) -> ActionFailed:
    with pytest.raises(ActionFailed) as failed:
        await call(service, where, **input)
    return failed.value


async def test_the_entries_of_the_answer_can_be_saved_by_their_names(service: Service) -> None:
    service.answers({"total": 240, "offer": {"nights": [{"price": 120}]}, "status": "free", "http_status": "ours wins"})
    assert await call(service) == {
        "total": 240,
        "offer": {"nights": [{"price": 120}]},
        "status": "free",
        "http_status": 200,
    }


@pytest.mark.parametrize("value", [[1, 2], "free", 7, False])
async def test_an_answer_without_entries_is_the_body(value: Any, service: Service) -> None:
    service.answers(value)
    assert await call(service) == {"body": value, "http_status": 200}


async def test_a_text_is_the_body(service: Service) -> None:
    service.answers("größer".encode("latin-1"), kind="text/plain; Charset=ISO-8859-1")
    assert await call(service) == {"body": "größer", "http_status": 200}


@pytest.mark.parametrize(("status", "body"), [(204, b""), (200, b""), (202, b" \n"), (200, b"null")])
async def test_an_empty_answer_has_a_status_alone(status: int, body: bytes, service: Service) -> None:
    service.answers(body, status=status)
    assert await call(service) == {"http_status": status}


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "application/hal+json", "Application/JSON"])
async def test_json_is_known_by_its_kind(kind: str, service: Service) -> None:
    service.answers(b'\xef\xbb\xbf{"total": 1}', kind=kind)
    assert (await call(service))["total"] == 1


async def test_query_and_path_are_filled_with_values(service: Service) -> None:
    values = {"path": {"hotel": "Grand Hotel & Spa?x=1#y"}, "query": {"guests": 2, "day": ["a&b=c", "#"], "no": None}}
    await call(service, "/v1/hotels/{hotel}/price", **values)
    target = "/v1/hotels/Grand%20Hotel%20%26%20Spa%3Fx%3D1%23y/price?guests=2&day=a%26b%3Dc&day=%23"
    assert service.heard[0].target == target


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_a_body_is_sent_as_json_with_a_key_that_tells_nothing(method: str, service: Service) -> None:
    for _ in range(2):
        await call(service, method=method, body={"name": "Zoë", "list": [1, None]})
    first, second = service.heard
    assert (first.method, json.loads(first.body)) == (method, {"name": "Zoë", "list": [1, None]})
    assert first.headers["content-type"] == "application/json"
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
    assert len(first.headers["idempotency-key"]) == 64
    assert "9f0c" not in str(first.headers)
    await perform("http_request", {"method": method, "url": f"{service.url}/v1"}, KEY + "2")
    assert service.heard[2].headers["idempotency-key"] != first.headers["idempotency-key"]


async def test_a_get_sends_neither_body_nor_key(service: Service) -> None:
    await call(service)
    assert (service.heard[0].body, "idempotency-key" in service.heard[0].headers) == (b"", False)
    assert (await failure(service, body={"x": 1})).code == "input"
    assert len(service.heard) == 1


async def test_nothing_may_be_called_before_the_setting_says_what(service: Service) -> None:
    with override_settings(HTTP_ACTION_ALLOW=()):
        error = await failure(service)
    assert (error.code, error.retryable) == ("not_allowed", False)
    assert error.message == "no URL may be called yet: list those that may in HTTP_ACTION_ALLOW"
    assert service.heard == []


@pytest.mark.parametrize("path", ["/v10", "/", "/v2/prices", "/V1/prices", "/admin/v1"])
async def test_what_is_not_on_the_list_is_not_called(path: str, service: Service) -> None:
    error = await failure(service, path)
    assert (error.code, error.message) == ("not_allowed", "this URL is under none of those in HTTP_ACTION_ALLOW")
    assert service.heard == []


@pytest.mark.parametrize(
    "words",
    [
        "../../admin",
        "..",
        "7/../../admin",
        "?admin=1",
        "#x",
        "%2e%2e%2fadmin",
        "7\\..\\admin",
        "7\r\nX-Y: z",
    ],
)
async def test_words_in_the_url_cannot_lead_elsewhere(words: str, service: Service) -> None:
    error = await failure(service, f"/v1/hotels/{words}")
    assert error.code == "input"
    assert words not in error.message
    assert service.heard == []


async def test_a_sign_in_the_path_is_no_host(service: Service) -> None:
    await call(service, "/v1/@evil.example:1")
    assert service.heard[0].target == "/v1/@evil.example:1"


async def test_words_in_path_cannot_lead_elsewhere(service: Service) -> None:
    error = await failure(service, "/v1/hotels/{hotel}", path={"hotel": "../admin"})
    assert (error.code, "admin" in error.message, service.heard) == ("input", False, [])
    await call(service, "/v1/hotels/{hotel}", path={"hotel": "?admin=1#@evil.example"})
    assert service.heard[0].target == "/v1/hotels/%3Fadmin%3D1%23%40evil.example"


async def test_this_machine_is_not_called_unless_private_addresses_are_allowed(service: Service) -> None:
    with override_settings(HTTP_ACTION_PRIVATE=False):
        assert (await failure(service)).code == "not_allowed"
    assert service.heard == []


async def test_secrets_go_where_they_belong_and_nowhere_else(service: Service) -> None:
    general, special = service.url, f"{service.url}/v1/prices"
    secrets = {general: {"Authorization": "Bearer a", "User-Agent": "House"}, special: {"authorization": "Bearer b"}}
    with override_settings(HTTP_ACTION_ALLOW=(special, general), HTTP_ACTION_SECRETS=secrets):
        await call(service, "/v1/prices/1")
        await call(service, "/other")
    first, second = (heard.headers for heard in service.heard)
    assert (first["authorization"], second["authorization"]) == ("Bearer b", "Bearer a")
    assert (first["user-agent"], second["user-agent"]) == ("House", "House")
    with http() as other, override_settings(HTTP_ACTION_ALLOW=(other.url, general), HTTP_ACTION_SECRETS=secrets):
        await call(other, "/v1/prices")
    assert "authorization" not in other.heard[0].headers


async def test_an_agent_cannot_set_headers(service: Service) -> None:
    error = await failure(service, headers={"Authorization": "x"})
    assert (error.code, error.message) == ("input", "input breaks additionalProperties")


@pytest.mark.parametrize(
    ("status", "may_pass"),
    [
        *[(301, False), (302, False), (304, False), (400, False), (401, False), (404, False)],
        *[(408, True), (429, True), (500, True), (503, True)],
    ],
)
async def test_a_status_that_is_no_success_is_the_code(status: int, may_pass: bool, service: Service) -> None:
    service.answers({"error": "ann@example.org"}, status=status, Location="https://evil.example/")
    error = await failure(service)
    assert (error.code, error.retryable) == (f"http_{status}", may_pass)
    assert error.message.startswith(f"the service answered {status}")
    assert "ann@" not in error.message
    assert len(service.heard) == 1


@pytest.mark.parametrize(
    ("kind", "body", "code"),
    [
        ("application/json", b"{", "not_json"),
        ("application/json", b'{"a": NaN}', "not_json"),
        ("application/json", b'{"a": 1e999}', "output"),
        ("application/json", b'"\xff"', "not_json"),
        ("application/json", b"9" * 5000, "not_json"),
        ("application/json", b"[" * 100_000, "not_json"),
        ("application/json", b"[" * 100_000 + b"]" * 100_000, "not_json"),
        ("application/json", b"[" * 70 + b"]" * 70, "output"),
        ("application/json", b'{"a":' * 70 + b"1" + b"}" * 70, "output"),
        ("image/png", b"\x89PNG", "content_type"),
        ("", b"{}", "content_type"),
        ("text/plain; charset=idna", b"x" * 50_000, "content_type"),
        ("text/plain; charset=unicode_escape", b"x", "content_type"),
    ],
)
async def test_what_is_no_json_and_no_text_fails(kind: str, body: bytes, code: str, service: Service) -> None:
    service.answers(body, kind=kind)
    error = await failure(service)
    assert (error.code, error.retryable) == (code, False)


async def test_a_body_that_is_too_large_is_not_sent(service: Service) -> None:
    assert (await failure(service, method="POST", body="x" * MAX_BODY)).code == "too_large"
    assert (await failure(service, query={"q": "x" * 9000})).code == "input"
    assert service.heard == []


async def test_the_whole_has_a_time(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = {name: dataclasses.replace(spec, timeout=0.2) for name, spec in registered().items()}
    monkeypatch.setattr(registry, "_registered", quick)
    with raw(b"HTTP/1.1 200 OK\r\n", b"X-Y: z\r\n", pause=0.05, endless=True) as port:
        url = f"http://127.0.0.1:{port}"
        with override_settings(HTTP_ACTION_ALLOW=(url,)), pytest.raises(ActionFailed) as failed:
            await perform("http_get", {"url": url}, KEY)
    assert (failed.value.code, failed.value.retryable) == ("timeout", True)


async def test_reading_may_be_repeated_and_calling_may_not(service: Service) -> None:
    assert (registered()["http_request"].retry, registered()["http_get"].retry) == ("never", "same_key")
    service.answers({"total": 3})
    assert await perform("http_get", {"url": f"{service.url}/v1/x", "query": {"a": 1}}, KEY) == {
        "total": 3,
        "http_status": 200,
    }
    assert (service.heard[0].method, service.heard[0].target) == ("GET", "/v1/x?a=1")
    with pytest.raises(ActionFailed, match="input breaks additionalProperties"):
        await perform("http_get", {"url": f"{service.url}/v1/x", "method": "DELETE"}, KEY)


@pytest.mark.parametrize("input", [{"method": "HEAD"}, {"method": "GET\r\nX: y"}, {"method": None}, {"query": [1]}])
async def test_input_of_another_form_is_refused(input: dict[str, Any], service: Service) -> None:
    assert (await failure(service, **input)).code == "input"
    assert service.heard == []


async def test_nothing_of_a_call_is_logged(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    service.answers({"answer": "ann-in-the-answer"}, X_Mark="ann-in-a-header")
    words = {"path": {"name": "ann-in-the-path"}, "query": {"q": "ann-in-the-query"}}
    with caplog.at_level(logging.DEBUG), caplog.at_level(logging.DEBUG, logger="httpx2"):
        await call(service, "/v1/{name}", method="POST", body="ann-in-the-body", **words)
    assert service.heard
    assert "ann-" not in caplog.text
