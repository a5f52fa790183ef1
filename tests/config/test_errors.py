"""Everything under /api/ answers with JSON, also where no view does (protocol.md)."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import SuspiciousOperation
from django.http import Http404
from django.test import Client, RequestFactory

from config import errors

SOMEONES = UUID(int=7, version=4)
NOT_FOUND = {"code": "not_found", "message": "There is nothing here, or it is not yours."}


@pytest.fixture(autouse=True)
def _no_traceback(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("debug", [True, False])
@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete", "options"])
@pytest.mark.parametrize(
    "path",
    [
        *("/api/", "/api/nope/", "/api/nope", "/api/conversations/abc/", "/api/conversations/5/messages/"),
        *("/api/facts/proposals/abc/accept/", "/api/facts/contested/-1/resolve/", "/api/conversations//"),
        f"/api/conversations/{SOMEONES}/nope/",
    ],
)
def test_what_is_not_there_is_a_404_in_json(path, method, debug, settings):
    settings.DEBUG = debug
    answer = getattr(Client(enforce_csrf_checks=True), method)(path)
    assert (answer.status_code, answer.json()) == (404, NOT_FOUND)


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["put", "delete"])
def test_a_method_that_is_not_there_is_a_405_in_json(method):
    answer = getattr(Client(), method)(f"/api/conversations/{SOMEONES}/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


@pytest.mark.django_db
def test_a_stream_is_not_there_yet_and_says_so_in_json():
    answer = Client().get("/api/agents/", headers={"accept": "text/event-stream"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


@pytest.mark.django_db
def test_a_body_of_another_kind_is_a_415_in_json():
    answer = Client().post("/api/conversations/", "x", content_type="text/plain")
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.django_db
def test_a_query_that_is_too_large_is_a_400_in_json():
    answer = Client().get("/api/agents/?" + "&".join("a=1" for _ in range(10_500)))
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize(("path", "leads_to"), [("/api/conversations?after=1", "/api/conversations/?after=1")])
def test_an_address_without_its_last_slash_leads_to_the_one_with_it(path, leads_to):
    answer = Client().get(path)
    assert (answer.status_code, answer["location"]) == (301, leads_to)


def test_a_post_without_the_last_slash_is_not_led_anywhere_as_its_body_would_be_lost():
    assert Client().post("/api/conversations").status_code == 404


def test_outside_the_api_a_404_is_a_page():
    answer = Client().get("/nope/")
    assert (answer.status_code, answer["content-type"].split(";")[0]) == (404, "text/html")


@pytest.mark.parametrize(
    ("answer", "status", "code"),
    [
        (lambda request: errors.bad_request(request, SuspiciousOperation()), 400, "bad_request"),
        (lambda request: errors.not_found(request, Http404()), 404, "not_found"),
        (errors.server_error, 500, "error"),
    ],
)
def test_the_handlers_answer_json_for_the_api_and_pages_for_the_rest(answer, status, code):
    told = answer(RequestFactory().get("/api/facts/"))
    assert (told.status_code, json.loads(told.content)["code"]) == (status, code)
    page = answer(RequestFactory().get("/"))
    assert (page.status_code, page["content-type"].split(";")[0]) == (status, "text/html")
