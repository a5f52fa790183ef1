"""The Content-Security-Policy of every answer."""

import re
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.csp import ADMIN, API_DOCS, HEADER, PAGES, content_security_policy

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


@pytest.mark.django_db
def test_a_page_allows_only_its_own_files(client: Client) -> None:
    policy = client.get("/accounts/login/").headers[HEADER]

    assert policy == PAGES
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


def test_a_page_that_is_not_there_has_the_strict_policy_too(client: Client) -> None:
    assert client.get("/healthz/nothing/").headers[HEADER] == PAGES


@pytest.mark.django_db
def test_the_admin_has_a_policy_of_its_own(client: Client) -> None:
    assert client.get("/admin/login/").headers[HEADER] == ADMIN


def test_the_docs_of_the_api_run_no_script_of_the_page(client: Client) -> None:
    policy = client.get("/api/docs/").headers[HEADER]

    assert policy == API_DOCS
    assert "script-src 'self';" in policy


def test_a_view_keeps_the_policy_it_set() -> None:
    answer = content_security_policy(lambda request: HttpResponse(headers={HEADER: "default-src 'self'"}))

    assert answer(RequestFactory().get("/")).headers[HEADER] == "default-src 'self'"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_has_what_the_policy_forbids(template: Path) -> None:
    text = template.read_text()

    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", text)
    assert not re.search(r"(?:src|href)=[\"'](?:https?:)?//", text)
