"""A new key for the site: keyrings are wrapped anew, and nothing else changes (F19)."""

import hashlib
import os
import subprocess
import sys
import time
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import override_settings

from facts import actions, queries, rotation
from facts.keyring import Unreadable, keyring_of, new_keyring, readable_site_keys, rewrapped, seal, site_key, unseal
from facts.models import Keyring, Person
from tests.conversations.processes import address
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db
FIRST = "the first key of a site that its tests rotate"
SECOND = "the second key of a site that its tests rotate"


def derived(secret: str) -> bytes:
    """What the site makes of CRYPTOGRAPHY_KEY when it starts."""
    return hashlib.pbkdf2_hmac("sha256", secret.encode(), b"django-cryptography", 30_000)


BEFORE = {"CRYPTOGRAPHY_KEY": derived(FIRST), "CRYPTOGRAPHY_KEYS_OLD": []}
MEANWHILE = {"CRYPTOGRAPHY_KEY": derived(SECOND), "CRYPTOGRAPHY_KEYS_OLD": [FIRST]}
AFTERWARDS = {"CRYPTOGRAPHY_KEY": derived(SECOND), "CRYPTOGRAPHY_KEYS_OLD": []}


@pytest.fixture
def known(ann, ben, catalogue):
    """Two people of whom something is known, and a visitor's keyring, all under the first key."""
    with override_settings(**BEFORE):
        actions.record(ann, [said(), said("profile.salary", 7300, 0.7, "I earn 7300")], origin="x", at=AT)
        actions.state(ben, "profile.city", "Basel")
        new_keyring()


def rotate(*arguments: str) -> str:
    out = StringIO()
    call_command("rotate_keys", *arguments, stdout=out)
    return out.getvalue()


def everything() -> dict[str, list[tuple]]:
    """Every row of every table, as the database has it; of a keyring all but what a rotation is for."""
    rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
            kept = [name for name in columns if table != "facts_keyring" or name not in ("wrapped", "site_key")]
            cursor.execute(f"SELECT {', '.join(map(connection.ops.quote_name, kept))} FROM {table}")
            rows[table] = sorted((tuple(map(_plain, row)) for row in cursor.fetchall()), key=repr)
    return rows


def _plain(cell):
    return bytes(cell) if isinstance(cell, memoryview) else cell


def test_f19_a_keyring_under_an_old_key_is_read_while_that_key_is_set(known, ann):
    with override_settings(**MEANWHILE):
        assert [fact.value for fact in queries.current(ann, AT)] == ["Bern"]
        assert [fact.value for fact in queries.proposals(ann)] == [7300]
    with override_settings(**AFTERWARDS), pytest.raises(Unreadable):
        queries.current(ann, AT)


def test_f19_a_new_keyring_is_under_the_present_key(known):
    with override_settings(**MEANWHILE):
        made = new_keyring()
    assert made.site_key == readable_site_keys_of(AFTERWARDS)[0]
    with override_settings(**AFTERWARDS):
        assert Keyring.objects.get(pk=made.pk).key


def readable_site_keys_of(keys) -> tuple[str, ...]:
    with override_settings(**keys):
        return readable_site_keys()


def test_f19_a_rotation_moves_every_keyring_and_nothing_else(known, ann, ben):
    before, wrapped = everything(), set(Keyring.objects.values_list("wrapped", flat=True))
    with override_settings(**MEANWHILE):
        assert rotate() == "3 keyrings wrapped anew\n0 left\n"
    assert everything() == before
    assert not wrapped & set(Keyring.objects.values_list("wrapped", flat=True))
    with override_settings(**AFTERWARDS):
        assert [fact.value for fact in queries.current(ann, AT)] == ["Bern"]
        assert [fact.value for fact in queries.proposals(ann)] == [7300]
        assert [fact.value for fact in queries.current(ben, AT)] == ["Basel"]


def test_f19_a_second_run_has_nothing_to_do(known):
    with override_settings(**MEANWHILE):
        rotate()
        wrapped = sorted(Keyring.objects.values_list("wrapped"))
        assert rotate() == "0 keyrings wrapped anew\n0 left\n"
    assert sorted(Keyring.objects.values_list("wrapped")) == wrapped


def test_f19_check_counts_and_changes_nothing(known):
    wrapped = sorted(Keyring.objects.values_list("wrapped"))
    with override_settings(**MEANWHILE):
        with pytest.raises(CommandError, match=r"Run `manage\.py rotate_keys`"):
            rotate("--check")
        assert sorted(Keyring.objects.values_list("wrapped")) == wrapped
        rotate()
        assert rotate("--check") == "0 left\n"


def test_f19_what_cannot_be_read_is_counted_and_the_others_go_on(known):
    lost, broken = new_keyring(), new_keyring()
    Keyring.objects.filter(pk=lost.pk).update(site_key="0123456789abcdef")
    Keyring.objects.filter(pk=broken.pk).update(site_key=readable_site_keys_of(BEFORE)[0], wrapped="gone")
    with override_settings(**MEANWHILE):
        with pytest.raises(CommandError) as problem:
            rotate("--batch", "1")
        assert rotation.left() == rotation.Left(old=1, unknown=1)
    assert "1 keyring is under a key that is not set" in str(problem.value)
    assert "Not readable with the key that they name: 1" in str(problem.value)
    assert "restart" not in str(problem.value)


def test_f19_keyrings_that_others_still_make_under_the_old_key_are_told(known):
    made = []

    def meanwhile(execute, sql, parameters, many, context):
        if sql.startswith("UPDATE") and not made:
            made.append(UUID(int=0))
            with override_settings(**BEFORE):
                Keyring.objects.filter(pk=new_keyring().pk).update(id=made[0])
        return execute(sql, parameters, many, context)

    with override_settings(**MEANWHILE):
        with connection.execute_wrapper(meanwhile), pytest.raises(CommandError, match="restart them"):
            rotate()
        assert rotate() == "1 keyring wrapped anew\n0 left\n"


def test_a_batch_has_at_least_one_keyring(known):
    with pytest.raises(CommandError, match="1 or more"):
        rotate("--batch", "0")


def test_f19_a_keyring_that_another_rotation_moved_meanwhile_stays_as_it_is(known):
    """The other one is the quicker by a hair: it moves the keyring between reading and writing."""
    others: dict[str, str] = {}

    def meanwhile(execute, sql, parameters, many, context):
        if sql.startswith("UPDATE") and not others:
            others["wrapped"] = ""
            for row in Keyring.objects.exclude(site_key=site_key()):
                columns = rewrapped(row)
                others[str(row.pk)] = columns["wrapped"]
                Keyring.objects.filter(pk=row.pk).update(**columns)
        return execute(sql, parameters, many, context)

    with override_settings(**MEANWHILE), connection.execute_wrapper(meanwhile):
        assert [batch.moved for batch in rotation.rotate()] == [0]
    del others["wrapped"]
    assert {str(pk): wrapped for pk, wrapped in Keyring.objects.values_list("pk", "wrapped")} == others


def test_f19_a_keyring_that_was_destroyed_meanwhile_is_not_made_again(known):
    gone = Keyring.objects.get(personal=False)

    def meanwhile(execute, sql, parameters, many, context):
        if sql.startswith("UPDATE"):
            Keyring.objects.filter(pk=gone.pk).delete()
        return execute(sql, parameters, many, context)

    with override_settings(**MEANWHILE), connection.execute_wrapper(meanwhile):
        assert [batch.moved for batch in rotation.rotate()] == [2]
    assert not Keyring.objects.filter(pk=gone.pk).exists()


def test_f19_a_keyring_that_was_read_before_the_rotation_seals_and_opens_after_it(known, ann):
    held = keyring_of(ann)
    with override_settings(**MEANWHILE):
        rotate()
        sealed = seal(held, "Bern", "a.b")
    with override_settings(**AFTERWARDS):
        assert unseal(keyring_of(ann), sealed, "a.b") == "Bern"


def test_f19_the_check_of_the_site_says_what_is_left_to_do(known):
    lost = new_keyring()
    Keyring.objects.filter(pk=lost.pk).update(site_key="0123456789abcdef")
    with override_settings(**MEANWHILE):
        assert {warning.id for warning in rotation.check(databases=["default"])} == {"facts.W002", "facts.W003"}
        with pytest.raises(CommandError):
            rotate()
        assert [warning.id for warning in rotation.check(databases=["default"])] == ["facts.W002"]
        assert rotation.check(databases=None) == []


def test_f19_a_site_with_a_wrong_key_does_not_start(known, client):
    with override_settings(CRYPTOGRAPHY_KEY=os.urandom(32)):
        assert not client.get("/readyz").json()["keys"]
        with pytest.raises(CommandError, match="Nothing in this database can be read"):
            call_command("serve")
    with override_settings(**MEANWHILE):
        assert client.get("/readyz").json()["keys"]
        assert rotation.problem() == ""


def test_an_empty_database_can_be_started_with_any_key(db):
    assert rotation.problem() == ""


MANY = 600


@pytest.fixture
def many(transactional_db):
    """Keyrings under the first key, with a value that each one alone can read."""
    with override_settings(**BEFORE):
        rows = [new_keyring() for _ in range(MANY)] if connection.vendor == "postgresql" else _in_one_transaction()
        return {row.pk: seal(row, str(row.pk), "a.b") for row in rows}


def _in_one_transaction() -> list[Keyring]:
    with transaction.atomic():
        return [new_keyring() for _ in range(MANY)]


def process() -> "subprocess.Popen[bytes]":
    """The command as an operator runs it, one keyring a transaction, so that it takes its time."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": address(),
        "CRYPTOGRAPHY_KEY": SECOND,
        "CRYPTOGRAPHY_KEYS_OLD": FIRST,
    }
    command = [sys.executable, "manage.py", "rotate_keys", "--batch", "1"]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)


def moved() -> int:
    return Keyring.objects.filter(site_key=site_key()).count()


def readable(sealed) -> bool:
    rows = Keyring.objects.in_bulk(list(sealed))
    return all(unseal(rows[pk], data, "a.b") == str(pk) for pk, data in sealed.items())


def killed_midway() -> int:
    """How many keyrings are moved once a rotation that had begun to move them was killed."""
    before = moved()
    with process() as running:
        while running.poll() is None and moved() == before:
            time.sleep(0.002)
        running.kill()
    return moved()


@override_settings(**MEANWHILE)
def test_f19_a_rotation_that_is_killed_leaves_every_keyring_readable_and_goes_on_later(many):
    kills = [killed_midway() for _ in range(3)]
    assert 0 < kills[0] < MANY, "it was not killed while it worked"
    assert readable(many)
    with process() as running:
        assert running.wait(60) == 0
    with override_settings(**AFTERWARDS):
        assert readable(many)
        assert rotation.left() == rotation.Left(0, 0)


@override_settings(**MEANWHILE)
def test_f19_several_rotations_at_once_while_the_site_writes(many):
    ann = Person.objects.create_user("ann", password="secret of ann")
    with override_settings(**BEFORE):
        actions.state(ann, "preference.colour", "blue 0")
    with process() as one, process() as other:
        number = 0
        while one.poll() is None or other.poll() is None:
            number += 1
            actions.state(ann, "preference.colour", f"blue {number}")
            time.sleep(0.01)  # SQLite lets whoever writes without a pause go first for ever
        assert (one.returncode, other.returncode) == (0, 0)
    assert number > 1
    with override_settings(**AFTERWARDS):
        assert readable(many)
        assert [fact.value for fact in queries.current(ann, AT)] == [f"blue {number}"]
        assert len(queries.history(ann, "preference.colour")) == number + 1


def test_f19_a_key_that_was_removed_too_early_is_said_aloud_and_answered(known, ann, ben, client, caplog):
    with override_settings(**MEANWHILE):
        Keyring.objects.filter(owner=ben).update(**rewrapped(Keyring.objects.get(owner=ben)))
    client.force_login(ann)
    with override_settings(**AFTERWARDS):
        assert rotation.problem() == ""
        assert "2 keyrings are under a key that is not set" in rotation.warning()
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["keys"]) == (503, False)
        told = client.get("/api/facts/")
        assert (told.status_code, told.json()["code"]) == (503, "unreadable")
        page = client.get("/profile/facts/")
        assert page.status_code == 503
        assert "a key of this site is missing" in page.content.decode()
    assert str(keyring_of(ann).pk) in caplog.text
    with override_settings(**MEANWHILE):
        assert rotation.warning() == ""
