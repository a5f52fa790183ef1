"""Facts over HTTP: each call works, refuses others, refuses nonsense."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from facts import actions, queries
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db
CALLS = [
    ("get", ""),
    ("post", ""),
    ("get", "history/"),
    ("get", "proposals/"),
    ("post", "proposals/1/accept/"),
    ("post", "proposals/1/reject/"),
    ("get", "contested/"),
    ("post", "contested/1/resolve/"),
    ("post", "retract/"),
    ("post", "undo/"),
    ("get", "export/"),
]


@pytest.fixture(autouse=True)
def _keys(catalogue):
    pass


@pytest.fixture
def api(ann):
    client = APIClient()
    client.force_authenticate(ann)
    return client


def note(person, *candidates):
    return actions.record(person, candidates, origin="conversation:4", at=AT)


def known(person):
    return {fact.key: fact.value for fact in queries.current(person, AT)}


def url(path):
    return f"/api/facts/{path}"


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_facts_need_an_account(method, path):
    answer = getattr(APIClient(), method)(url(path), {}, format="json" if method == "post" else None)
    assert answer.status_code in (401, 403)
    assert set(answer.json()) >= {"code", "message"}


def test_f15_what_is_known_is_listed(api, ann, ben):
    note(ann, said())
    note(ben, said(value="Zurich"))
    (fact,) = api.get(url("")).json()
    assert (fact["key"], fact["label"], fact["value"], fact["quote"]) == (
        "profile.city",
        "City",
        "Bern",
        "I live in Bern",
    )
    assert (fact["confidence"], fact["source"], fact["stale"], fact["sensitive"]) == (0.9, "chat", False, False)


def test_f10_a_fact_is_stated(api, ann):
    answer = api.post(url(""), {"key": "Profile.City", "value": "Bern"}, format="json")
    assert answer.status_code == 201
    assert answer.json()["key"] == "profile.city"
    assert known(ann) == {"profile.city": "Bern"}
    assert queries.current(ann, AT)[0].source == "revision"


def test_texts_are_cleaned_at_the_door(api, ann):
    body = '{"key": "preference.a\\u0000b", "value": ["x\\u0000", {"a\\u0000": 1}]}'
    assert api.generic("POST", url(""), body, content_type="application/json").status_code == 201
    assert known(ann) == {"preference.ab": ["x", {"a": 1}]}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ('{"key": "preference.a", "value": "x\\ud800"}', "value"),
        ('{"key": "preference.a", "value": [{"\\udfff": 1}]}', "value"),
        ('{"key": "preference.\\ud83d", "value": "x"}', "key"),
    ],
)
def test_half_a_sign_in_a_fact_is_refused(api, ann, body, field):
    answer = api.generic("POST", url(""), body, content_type="application/json")
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {field: ["Send whole characters: half of one stands here."]},
    )
    assert known(ann) == {}


@pytest.mark.parametrize(
    "number", ["1e300", "-1e300", "9007199254740993.0", '[1, {"a": 1e16}]', "1e999", "1e-400", "NaN"]
)
def test_f2_a_number_that_would_not_be_kept_is_refused(api, ann, number):
    body = f'{{"key": "preference.a", "value": {number}}}'
    answer = api.generic("POST", url(""), body, content_type="application/json")
    assert answer.status_code == 400
    assert any(
        word in answer.content.decode() for word in ("at most 15 digits", "Send it as a text", "JSON has no NaN")
    )
    assert known(ann) == {}


def test_f2_zero_has_no_sign(api, ann):
    api.generic("POST", url(""), '{"key": "preference.a", "value": -0.0}', content_type="application/json")
    assert str(known(ann)["preference.a"]) in ("0", "0.0")


@pytest.mark.parametrize("text", ["-1", "0", "501", "9" * 30, "9" * 5000, "abc", "٣", "3.0", "", "1_0", " 1"])
def test_f13_a_limit_that_is_none_is_told_what_to_send(api, text):
    answer = api.get(url("history/"), {"key": "profile.city", "limit": text})
    assert answer.status_code == 400
    assert answer.json()["fields"] == {"limit": ["Send a whole number from 1 to 500."]}


@pytest.mark.parametrize("text", ["soon", "", "2026-13-01T00:00:00Z", "7"])
def test_f13_a_moment_that_is_none_is_told_what_to_send(api, text):
    answer = api.get(url(""), {"at": text})
    assert answer.json()["fields"] == {"at": ["Send a moment such as 2026-03-06T19:00:00+01:00."]}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "key"),
        ({"key": "profile.city"}, "value"),
        ({"value": "Bern"}, "key"),
        ({"key": 7, "value": "Bern"}, "key"),
        ({"key": ["profile.city"], "value": "Bern"}, "key"),
        ({"key": "city", "value": "Bern"}, "key"),
        ({"key": "profile.shoe_size", "value": 44}, "key"),
        ({"key": "x" * 300, "value": "Bern"}, "key"),
        ({"key": "merchant.*.default", "value": "Bern"}, "key"),
        ({"key": "profile.children", "value": "two"}, "value"),
        ({"key": "profile.city", "value": None}, "value"),
        ({"key": "profile.city", "value": "   "}, "value"),
        ({"key": "preference.x", "value": "\u200b\u202e"}, "value"),
        ({"key": "preference.x", "value": []}, "value"),
        ({"key": "preference.x", "value": 10**400}, "value"),
    ],
)
def test_f2_a_fact_that_cannot_be_is_refused_with_the_field(api, ann, body, field):
    answer = api.post(url(""), body, format="json")
    assert answer.status_code == 400
    assert field in answer.json()["fields"]
    assert known(ann) == {}


def test_f2_a_refused_value_is_told_what_to_choose(api):
    answer = api.post(url(""), {"key": "profile.canton", "value": "ZH"}, format="json")
    assert answer.json()["fields"] == {"value": ["Choose one of: VD, GE."]}


def test_f13_the_history_of_a_key(api, ann):
    note(ann, said())
    actions.state(ann, "profile.city", "Basel")
    page = api.get(url("history/"), {"key": "profile.city"}).json()
    assert [(line["kind"], line["value"]) for line in page["entries"]] == [("asserted", "Bern"), ("corrected", "Basel")]
    assert page["next"] is None
    before = api.get(url("history/"), {"key": "profile.city", "until": AT.isoformat()}).json()
    assert [line["kind"] for line in before["entries"]] == ["asserted"]
    assert api.get(url("history/"), {"key": "profile.other"}).json() == {"entries": [], "next": None}


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7])
def test_f13_the_pages_of_a_history_join_without_a_gap(api, ann, limit):
    for number in range(6):
        actions.state(ann, "profile.city", f"City {number}")
    pages, query = [], {"key": "profile.city", "limit": limit}
    while query:
        page = api.get(url("history/"), query).json()
        pages.insert(0, [line["value"] for line in page["entries"]])
        query = {**query, "before": page["next"]} if page["next"] else {}
    assert all(len(page) <= limit for page in pages)
    assert [value for page in pages for value in page] == [f"City {number}" for number in range(6)]


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"until": "soon"},
        {"limit": 0},
        {"limit": 501},
        {"limit": "all"},
        {"limit": "٣"},
        {"limit": "3.0"},
        {"before": "٣"},
        {"before": 0},
        {"before": 2**63},
        {"before": "x"},
    ],
)
def test_f13_a_history_needs_a_key_a_moment_and_a_page_that_are_such(api, wrong):
    query = {"key": "profile.city", **wrong} if wrong else {}
    assert api.get(url("history/"), query).status_code == 400


def test_f13_what_was_known_at_a_moment(api, ann):
    note(ann, said())
    actions.state(ann, "profile.city", "Basel", at=AT + timedelta(days=2))
    for days, city in ((-1, []), (0, ["Bern"]), (1, ["Bern"]), (2, ["Basel"])):
        known = api.get(url(""), {"at": (AT + timedelta(days=days)).isoformat()}).json()
        assert [fact["value"] for fact in known] == city
    for moment in ("then", "", "0001-01-01T00:00:00+14:00"):
        assert api.get(url(""), {"at": moment}).status_code == 400


def test_f8_a_change_is_undone(api, ann):
    note(ann, said())
    entry = api.post(url(""), {"key": "profile.city", "value": "Basel"}, format="json").json()["entry"]
    (undone,) = api.post(url("undo/"), {"entry": entry}, format="json").json()
    assert (undone["old"], undone["value"], undone["old_entry"]) == ("Basel", "Bern", entry)
    assert known(ann) == {"profile.city": "Bern"}
    again = api.post(url("undo/"), {"entry": entry}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "answered")


def test_f8_only_a_line_that_did_something_is_undone(api, ann):
    proposal = note(ann, said(confidence=0.7)).proposed[0].entry
    for entry, status in ((proposal, 404), (2**63 - 1, 404), (2**63, 400), (0, 400), ("x", 400), (None, 400),
                          ("1", 400), (1.0, 400), (True, 400)):  # fmt: skip
        assert api.post(url("undo/"), {"entry": entry}, format="json").status_code == status
    assert api.post(url("undo/"), {}, format="json").json()["fields"].keys() == {"entry"}


def test_f18_everything_is_exported_as_a_file_of_one_s_own(api, ann, ben):
    note(ann, said(), said("profile.salary", 90000, quote="90000"))
    note(ben, said(value="Chur"))
    answer = api.get(url("export/"))
    disposition = f'attachment; filename="facts-{timezone.now().date().isoformat()}.json"'
    assert answer.headers["Content-Disposition"] == disposition
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Type"].startswith("application/json")
    document = answer.json()
    assert {fact["key"]: fact["value"] for fact in document["facts"]} == {
        "profile.city": "Bern",
        "profile.salary": 90000,
    }
    assert "Chur" not in answer.content.decode()


def test_f5_proposals_are_listed_accepted_and_refused(api, ann):
    note(ann, said("profile.children", 2, 0.7, "two kids"), said(confidence=0.7))
    first, second = api.get(url("proposals/")).json()
    assert (first["key"], first["value"], first["quote"]) == ("profile.children", 2, "two kids")
    assert api.post(url(f"proposals/{first['id']}/accept/")).json()["value"] == 2
    assert api.post(url(f"proposals/{second['id']}/reject/")).status_code == 200
    assert known(ann) == {"profile.children": 2}
    assert api.get(url("proposals/")).json() == []


def test_f6_a_refusal_answers_the_line_that_undoes_it(api, ann):
    note(ann, said(confidence=0.7))
    (waiting,) = api.get(url("proposals/")).json()
    entry = api.post(url(f"proposals/{waiting['id']}/reject/")).json()["entry"]
    assert api.post(url("undo/"), {"entry": entry}, format="json").status_code == 200
    assert [line["id"] for line in api.get(url("proposals/")).json()] == [waiting["id"]]


def test_f2_a_value_that_is_too_long_is_refused_by_its_characters(api, ann):
    assert api.post(url(""), {"key": "profile.city", "value": "ü" * 1998}, format="json").status_code == 201
    answer = api.post(url(""), {"key": "profile.city", "value": "u" * 1999}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")
    assert "2000" in answer.json()["message"]
    assert known(ann) == {"profile.city": "ü" * 1998}


@pytest.mark.parametrize("path", [path for method, path in CALLS if method == "get"])
def test_what_can_be_read_can_be_asked_for_its_head(api, ann, path):
    query = {"key": "profile.city"} if path == "history/" else {}
    answer = api.head(url(path), query)
    assert (answer.status_code, answer.content) == (200, b"")
    assert known(ann) == {}


def test_f14_a_second_answer_is_a_conflict(api, ann):
    note(ann, said(confidence=0.7))
    proposal = api.get(url("proposals/")).json()[0]["id"]
    api.post(url(f"proposals/{proposal}/accept/"))
    answer = api.post(url(f"proposals/{proposal}/reject/"))
    assert (answer.status_code, answer.json()["code"]) == (409, "answered")


def test_f7_contradictions_are_listed_and_resolved(api, ann):
    note(ann, said())
    note(ann, said(value="Basel", quote="I live in Basel"))
    (question,) = api.get(url("contested/")).json()
    assert (question["old"]["value"], question["new"]["value"]) == ("Bern", "Basel")
    for choice in ("both", 5, ["old"], None):
        path = url(f"contested/{question['id']}/resolve/")
        assert list(api.post(path, {"choice": choice}, format="json").json()["fields"]) == ["choice"]
    assert api.post(url(f"contested/{question['id']}/resolve/"), {"choice": "new"}, format="json").status_code == 200
    assert known(ann) == {"profile.city": "Basel"}


def test_a_fact_is_taken_back(api, ann):
    note(ann, said())
    assert api.post(url("retract/"), {"key": "Profile.City"}, format="json").json()[0]["old"] == "Bern"
    assert known(ann) == {}
    assert api.post(url("retract/"), {"key": "profile.city"}, format="json").status_code == 404
    assert api.post(url("retract/"), {}, format="json").status_code == 400


def test_f18_what_is_somebody_elses_is_not_there(ann, ben):
    proposal = note(ann, said("profile.children", 2, 0.7)).proposed[0].entry
    entry = note(ann, said()).written[0].entry
    disputed = note(ann, said(value="Basel")).contested[0].entry
    client = APIClient()
    client.force_authenticate(ben)
    assert client.get(url("")).json() == []
    assert client.get(url("proposals/")).json() == []
    assert client.get(url("contested/")).json() == []
    assert client.get(url("history/"), {"key": "profile.city"}).json()["entries"] == []
    assert client.get(url(""), {"at": AT.isoformat()}).json() == []
    assert client.get(url("export/")).json()["history"] == []
    for path, body in [
        (f"proposals/{proposal}/accept/", {}),
        (f"proposals/{proposal}/reject/", {}),
        (f"contested/{disputed}/resolve/", {"choice": "new"}),
        ("retract/", {"key": "profile.city"}),
        ("undo/", {"entry": entry}),
    ]:
        assert client.post(url(path), body, format="json").status_code == 404
    assert known(ann) == {"profile.city": "Bern"}


@pytest.mark.parametrize("body", ["{", "'a'", '{"key": "preference.a" "value": 1}'])
def test_what_is_no_json_is_refused(api, ann, body):
    answer = api.generic("POST", url(""), body, content_type="application/json")
    assert (answer.status_code, answer.json()["message"]) == (400, "The body is no JSON.")
    assert known(ann) == {}


@pytest.mark.parametrize("body", ["[]", "5", "null", '"key"'])
def test_what_is_no_object_is_told_what_to_send(api, body):
    answer = api.generic("POST", url(""), body, content_type="application/json")
    assert answer.json() == {"code": "invalid", "message": "Send a JSON object with “key”, “value”."}
