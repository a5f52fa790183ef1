"""What staff see of a person's facts, and of what is sensitive only by a look that is written down (F18, F19)."""

import logging
from dataclasses import replace

import pytest
from django.contrib.auth.models import Permission
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from facts import actions
from facts.keyring import keyring_of, seal
from facts.models import CatalogueKey, Contested, CurrentFact, Entry, Look, Person, Proposal
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db
HIDDEN = ("7300", "91234", "Davosclinic", "Celiac")


def member(name: str, *permissions: str) -> Client:
    person = Person.objects.create_user(name, password=f"secret of {name}", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def reader(db):
    """May see facts, and not what is sensitive."""
    return member("reader", "view_entry", "view_person")


@pytest.fixture
def looker(db):
    """May see both."""
    return member("looker", "view_entry", "view_person", "see_sensitive", "view_look")


@pytest.fixture
def known(ann, catalogue):
    """Of Ann: an ordinary fact, sensitive ones of all kinds, a proposal and two contradictions."""
    statements = [
        said(value="Bernhardzell", quote="I live in Bernhardzell"),
        said("profile.salary", 7300, quote="I earn 7300"),
        replace(said("preference.food", "Celiac", quote="I am Celiac"), sensitive=True),
        said("profile.children", 2, 0.7, "two kids perhaps"),
    ]
    actions.record(ann, statements, origin="x", at=AT)
    later = [
        said("profile.salary", 91234, quote="I earn 91234"),
        replace(said(value="Davosclinic", quote="in the Davosclinic"), sensitive=True),
    ]
    actions.record(ann, later, origin="x", at=AT)
    return ann


def page(person: Person, **query: object) -> str:
    return f"/admin/facts/person/{person.pk}/facts/" + "".join(
        f"{'&' if number else '?'}{name}={value}" for number, (name, value) in enumerate(query.items())
    )


def text_of(answer) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def entry_of(person: Person, value) -> Entry:
    return next(entry for entry in Entry.objects.filter(person=person) if entry.read_value() == value)


def test_f18_the_page_of_a_person_leads_to_their_facts(reader, known):
    assert page(known) in text_of(reader.get(f"/admin/facts/person/{known.pk}/change/"))


def test_f18_staff_with_the_permission_read_what_is_ordinary(reader, known):
    shown = text_of(reader.get(page(known, part="proposed")))
    assert "two kids perhaps" in shown
    assert 'name="entry"' not in shown


@pytest.mark.parametrize("part", ["known", "proposed", "contested", "history", "nonsense"])
@pytest.mark.parametrize("who", ["reader", "looker"])
def test_f18_f19_what_is_sensitive_is_on_no_page_by_itself(who, part, known, request):
    shown = text_of(request.getfixturevalue(who).get(page(known, part=part)))
    assert not [word for word in HIDDEN if word in shown]


def test_f19_one_sensitive_statement_hides_what_else_was_said_of_the_same_key(reader, known):
    assert "Bernhardzell" not in text_of(reader.get(page(known, part="history")))


def test_f18_a_click_shows_one_value_with_its_words_and_writes_the_look_down(looker, known):
    salary = entry_of(known, 7300)
    shown = text_of(looker.post(page(known), {"entry": salary.pk, "part": "history", "page": "1"}))
    assert "7300" in shown
    assert "I earn 7300" in shown
    assert not [word for word in HIDDEN[1:] if word in shown]
    look = Look.objects.get()
    assert (look.by.username, look.person, look.entry) == ("looker", known, salary.pk)
    assert "7300" not in text_of(looker.get(page(known, part="history")))


def test_f18_each_look_is_one_of_its_own(looker, known):
    for value in (7300, 7300, 91234):
        looker.post(page(known), {"entry": entry_of(known, value).pk})
    assert Look.objects.count() == 3


def test_f18_a_value_that_is_on_another_page_by_now_is_shown_all_the_same(looker, known):
    assert "7300" in text_of(looker.post(page(known), {"entry": entry_of(known, 7300).pk, "part": "proposed"}))


def test_f18_superusers_see_by_the_same_click_alone(client, known):
    client.force_login(Person.objects.create_superuser("root", password="secret of root"))
    for part in ("known", "contested", "history"):
        assert "7300" not in text_of(client.get(page(known, part=part)))
    assert "7300" in text_of(client.post(page(known), {"entry": entry_of(known, 7300).pk}))
    assert Look.objects.get().by.username == "root"


def test_f18_without_the_permission_of_its_own_nothing_sensitive_is_shown(reader, known):
    assert reader.post(page(known), {"entry": entry_of(known, 7300).pk}).status_code == 403
    assert not Look.objects.exists()
    assert "Show</button>" not in text_of(reader.get(page(known, part="history")))


@pytest.mark.parametrize("permissions", [(), ("view_person",), ("view_person", "see_sensitive", "change_person")])
def test_f18_staff_without_the_permission_see_no_facts(known, permissions):
    client = member("colleague", *permissions)
    assert client.get(page(known)).status_code == 403
    assert client.post(page(known), {"entry": entry_of(known, 7300).pk}).status_code == 403
    assert not Look.objects.exists()
    if permissions:
        assert page(known) not in text_of(client.get(f"/admin/facts/person/{known.pk}/change/"))


def test_f18_people_are_sent_to_the_login(client, known):
    assert client.get(page(known)).status_code == 302
    client.force_login(known)
    assert client.get(page(known)).status_code == 302


def test_f18_an_entry_of_somebody_else_is_not_there(looker, known, ben):
    actions.state(ben, "profile.salary", 1)
    for entry in (entry_of(ben, 1).pk, 10**18, "", "x", "٣", -1):
        assert looker.post(page(known), {"entry": entry}).status_code == 404
    assert looker.get(page(ben).replace(str(ben.pk), "999999")).status_code == 404
    assert not Look.objects.exists()


def test_f18_no_value_is_shown_whose_look_cannot_be_written_down(looker, known):
    def refuse(execute, sql, parameters, many, context):
        if sql.startswith("INSERT") and "facts_look" in sql:
            raise DatabaseError("full")
        return execute(sql, parameters, many, context)

    looker.raise_request_exception = False
    with connection.execute_wrapper(refuse):
        answer = looker.post(page(known), {"entry": entry_of(known, 7300).pk})
    assert answer.status_code == 500
    assert b"7300" not in answer.content


def test_f18_a_value_is_in_no_address_log_or_cache(looker, known, caplog):
    caplog.set_level(logging.DEBUG)
    answer = looker.post(page(known), {"entry": entry_of(known, 7300).pk})
    text_of(answer)
    assert "no-store" in answer.headers["Cache-Control"]
    assert "7300" not in caplog.text
    assert looker.put(page(known)).status_code == 405


def test_f18_a_forged_click_from_elsewhere_is_refused(known):
    client = Client(enforce_csrf_checks=True)
    client.force_login(Person.objects.create_superuser("root", password="secret of root"))
    assert client.post(page(known), {"entry": entry_of(known, 7300).pk}).status_code == 403
    assert not Look.objects.exists()


def test_f18_looks_are_listed_to_read_only(looker, reader, known):
    looker.post(page(known), {"entry": entry_of(known, 7300).pk})
    look = Look.objects.get()
    listed = text_of(looker.get("/admin/facts/look/?q=ann"))
    assert "looker" in listed
    assert "ann" in listed
    assert str(look.entry) in listed
    assert reader.get("/admin/facts/look/").status_code == 403


def test_f18_nobody_changes_or_deletes_a_look_or_an_entry_in_the_admin(client, known):
    client.force_login(Person.objects.create_superuser("root", password="secret of root"))
    client.post(page(known), {"entry": entry_of(known, 7300).pk})
    look = Look.objects.get()
    for address in ("add/", f"{look.pk}/delete/"):
        assert client.post(f"/admin/facts/look/{address}", {"post": "yes"}).status_code == 403
    assert client.post(f"/admin/facts/look/{look.pk}/change/", {"entry": "1"}).status_code == 403
    client.post("/admin/facts/look/", {"action": "delete_selected", "_selected_action": [look.pk], "post": "yes"})
    assert Look.objects.get() == look
    assert client.get("/admin/facts/entry/").status_code == 404


def test_f13_the_history_of_one_key_alone(reader, known):
    children = entry_of(known, 2)
    shown = text_of(reader.get(page(known, part="history", of=children.pk)))
    assert "two kids perhaps" in shown
    assert "profile.salary" not in shown


def test_f18_what_was_kept_before_its_key_became_sensitive_is_hidden(reader, known):
    CatalogueKey.objects.filter(pattern="profile.children").update(sensitive=True)
    assert "two kids perhaps" not in text_of(reader.get(page(known, part="proposed")))


def test_words_are_escaped(reader, ann, catalogue):
    actions.record(ann, [said(value="<script>x</script>", quote="<script>y</script>")], origin="x", at=AT)
    shown = text_of(reader.get(page(ann)))
    assert "<script>x" not in shown
    assert "<script>y" not in shown


def many(person: Person, count: int) -> None:
    """So many entries, half of them sensitive, each known; every tenth a proposal and a contradiction, too."""
    keyring = keyring_of(person)
    value, quote = seal(keyring, "v", Entry.VALUE), seal(keyring, "q", Entry.QUOTE)
    same = {"person": person, "keyring": keyring, "kind": "asserted", "scope": "preference", "source": "chat"}
    rows = [
        Entry(**same, key=f"preference.k{number}", value=value, quote=quote, sensitive=number % 2 == 0)
        for number in range(count)
    ]
    made = Entry.objects.bulk_create(rows, 1000)
    known = [CurrentFact(person=person, scope=entry.scope, key=entry.key, entry=entry) for entry in made]
    CurrentFact.objects.bulk_create(known, 1000)
    waiting = [{"person": person, "entry": entry, "line": entry, "key": entry.key} for entry in made[::10]]
    Proposal.objects.bulk_create(Proposal(**columns) for columns in waiting)
    Contested.objects.bulk_create(Contested(**columns, held=columns["entry"]) for columns in waiting)


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        text_of(client.get(address))
    return len(captured)


def test_a_page_takes_the_same_few_queries_for_ten_thousand_entries(looker, ann, ben):
    many(ben, 20)
    many(ann, 10_000)
    for part in ("known", "proposed", "contested", "history"):
        few = queries_of(looker, page(ben, part=part))
        assert queries_of(looker, page(ann, part=part)) == few <= 14
        shown = text_of(looker.get(page(ann, part=part, page=3)))
        assert 0 < shown.count('<li class="border') <= 100
        assert "page=4" in shown
