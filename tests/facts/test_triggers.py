"""The database itself refuses to change the ledger (F11)."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from facts import actions, triggers
from facts.models import Entry
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db
SQLITE = connection.vendor == "sqlite"


@pytest.fixture
def entries(ann, catalogue):
    noted = actions.record(ann, [said(), said("profile.children", 2, 0.7, "two kids")], origin="x", at=AT)
    actions.accept(ann, noted.proposed[0].entry)
    return [list(row) for row in Entry.objects.order_by("id").values_list()]


def refused(sql, parameters=()):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, parameters)


def test_f11_an_entry_cannot_be_changed(entries):
    refused("UPDATE facts_entry SET confidence = 0")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Entry.objects.update(key="profile.other")
    assert [list(row) for row in Entry.objects.order_by("id").values_list()] == entries


def test_f11_an_entry_cannot_be_deleted(entries):
    refused("DELETE FROM facts_entry")
    assert Entry.objects.count() == len(entries)


@pytest.mark.skipif(not SQLITE, reason="REPLACE is SQLite's")
def test_f11_an_entry_cannot_be_replaced(entries):
    columns = ", ".join(field.column for field in Entry._meta.concrete_fields)
    same_id = columns.replace("confidence", "0.1")
    refused(
        f"INSERT OR REPLACE INTO facts_entry ({columns}) SELECT {same_id} FROM facts_entry WHERE id = %s",
        [entries[0][0]],
    )
    refused(f"REPLACE INTO facts_entry ({columns}) SELECT {columns} FROM facts_entry")


@pytest.mark.skipif(not SQLITE, reason="REPLACE is SQLite's")
def test_f11_an_answer_cannot_be_replaced_by_another_one(entries):
    columns = ", ".join(field.column for field in Entry._meta.concrete_fields if field.column != "id")
    answered = columns.replace("kind", "'rejected'", 1)
    refused(
        f"INSERT OR REPLACE INTO facts_entry ({columns}) SELECT {answered} FROM facts_entry WHERE kind = 'accepted'"
    )
    assert Entry.objects.filter(kind="accepted").count() == 1


@pytest.mark.skipif(SQLITE, reason="TRUNCATE is PostgreSQL's")
def test_f11_the_ledger_cannot_be_truncated(entries):
    connection.check_constraints()  # lets go of the deferred foreign keys, which would refuse it first
    refused("TRUNCATE facts_entry CASCADE")
    refused("INSERT INTO facts_entry SELECT * FROM facts_entry ON CONFLICT (id) DO UPDATE SET confidence = 0")


def test_f11_migrate_makes_the_triggers_that_are_missing(entries):
    triggers.drop()
    assert triggers.missing()
    call_command("migrate", verbosity=0)
    assert triggers.missing() == []
    refused("DELETE FROM facts_entry")


def test_f11_a_start_without_the_triggers_is_stopped_and_migrate_is_not():
    assert triggers.problem() == ""
    triggers.drop()
    assert "run `manage.py migrate`" in triggers.problem()
    with pytest.raises(CommandError, match="unprotected"):
        call_command("serve", port=0)
    errors = StringIO()
    call_command("check", databases=["default"], stderr=errors)
    assert "facts.W001" in errors.getvalue()
    triggers.create()


def test_f11_a_person_with_a_ledger_cannot_be_deleted(ann, entries):
    from django.db.models import ProtectedError

    with pytest.raises(ProtectedError):
        ann.delete()


@pytest.mark.django_db(transaction=True)
def test_f11_altering_the_table_keeps_the_guard(ann, catalogue):
    """SQLite drops the triggers of a table that it alters; the next `migrate` has them back."""
    with connection.schema_editor() as editor:
        triggers.drop()
        editor.alter_field(Entry, Entry._meta.get_field("model"), _longer(Entry._meta.get_field("model")))
    with connection.schema_editor() as editor:
        editor.alter_field(Entry, _longer(Entry._meta.get_field("model")), Entry._meta.get_field("model"))
    call_command("migrate", verbosity=0)
    assert triggers.missing() == []


def _longer(field):
    longer = field.clone()
    longer.max_length = 120
    longer.set_attributes_from_name(field.name)
    longer.model = field.model
    return longer
