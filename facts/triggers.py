"""The database's own refusal to change or delete a line of the ledger (F11): triggers, on SQLite and PostgreSQL.

A guard against bugs, not against an administrator. SQLite drops a table's triggers silently when it alters the table,
and fails to alter one that a trigger names; so they are dropped before every `migrate` and made after it. SQLite's
`INSERT OR REPLACE` and PostgreSQL's `TRUNCATE` go round the plain triggers, so both have one of their own.

Forgetting is let through: an open `Erasure` of the same person and key (F20).
"""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Warning
from django.db import DEFAULT_DB_ALIAS, connections
from django.utils.translation import gettext as _

TABLE = "facts_entry"
REFUSAL = "the ledger is append-only"
_ANSWERS = "('accepted', 'rejected', 'closed', 'resolved', 'undone')"
_ERASED = """EXISTS (SELECT 1 FROM facts_erasure
    WHERE person_id = OLD.person_id AND (key = '' OR key = OLD.key))"""

_SQLITE = {
    "facts_entry_no_update": f"""
        CREATE TRIGGER facts_entry_no_update BEFORE UPDATE ON {TABLE}
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    "facts_entry_no_delete": f"""
        CREATE TRIGGER facts_entry_no_delete BEFORE DELETE ON {TABLE} WHEN NOT {_ERASED}
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    # REPLACE removes the rows it collides with, on the id or on the one answer an entry may have, unseen by the above.
    "facts_entry_no_replace": f"""
        CREATE TRIGGER facts_entry_no_replace BEFORE INSERT ON {TABLE}
        WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)
          OR (NEW.kind IN {_ANSWERS} AND EXISTS (
            SELECT 1 FROM {TABLE} WHERE about_id = NEW.about_id AND kind IN {_ANSWERS}))
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
}
_FUNCTION = f"""
    CREATE OR REPLACE FUNCTION facts_entry_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        IF TG_OP = 'DELETE' THEN
            IF {_ERASED} THEN RETURN OLD; END IF;
        END IF;
        RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
    END $$"""
_POSTGRESQL = {
    "facts_entry_no_change": f"""
        CREATE TRIGGER facts_entry_no_change BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION facts_entry_refuse()""",
    "facts_entry_no_truncate": f"""
        CREATE TRIGGER facts_entry_no_truncate BEFORE TRUNCATE ON {TABLE}
        FOR EACH STATEMENT EXECUTE FUNCTION facts_entry_refuse()""",
}
_WANTED = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}
_PRESENT = {
    "sqlite": f"SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = '{TABLE}'",
    "postgresql": f"SELECT tgname FROM pg_trigger WHERE tgrelid = to_regclass('{TABLE}') AND tgenabled <> 'D'",
}


def create(using: str = DEFAULT_DB_ALIAS) -> None:
    """Make every trigger that is missing. Nothing to do while there is no ledger."""
    absent = missing(using)
    connection = connections[using]
    with connection.cursor() as cursor:
        if absent and connection.vendor == "postgresql":
            cursor.execute(_FUNCTION)
        for name in absent:
            cursor.execute(_WANTED[connection.vendor][name])


def drop(using: str = DEFAULT_DB_ALIAS) -> None:
    """Take the triggers away, for a migration, or for a test that empties its tables."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for name in _present(using) & _WANTED[connection.vendor].keys():
            on = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER {name}{on}")


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The names of the triggers that should be there and are not."""
    connection = connections[using]
    if TABLE not in connection.introspection.table_names():
        return []
    present = _present(using)
    return [name for name in _WANTED[connection.vendor] if name not in present]


def problem(using: str = DEFAULT_DB_ALIAS) -> str:
    """Why a start has to be stopped, and what to do; empty if all is well."""
    names = missing(using)
    if names:
        text = _("The ledger of facts is unprotected (%(names)s): run `manage.py migrate`.")
        return text % {"names": ", ".join(names)}
    return _open_erasure(using) or _kept_bytes(using)


def _open_erasure(using: str) -> str:
    """An erasure is opened, used and closed in one transaction: one that can be seen lets deletes through for good."""
    with connections[using].cursor() as cursor:
        if "facts_erasure" not in connections[using].introspection.table_names(cursor):
            return ""
        cursor.execute("SELECT COUNT(*) FROM facts_erasure")
        [found] = cursor.fetchone()
    text = _("An erasure was left open, which unlocks the ledger of facts: delete every row of facts_erasure.")
    return text if found else ""


def _kept_bytes(using: str) -> str:
    """SQLite overwrites what is deleted only if it is told to (F20)."""
    if connections[using].vendor != "sqlite":
        return ""
    with connections[using].cursor() as cursor:
        cursor.execute("PRAGMA secure_delete")
        [is_on] = cursor.fetchone()
    text = _("SQLite would keep what is forgotten: set PRAGMA secure_delete=ON in the database's init_command.")
    return "" if is_on == 1 else text


def check(*, databases: Sequence[str] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """The system check of every `migrate` and `check --database`: a warning, so that `migrate` can mend it."""
    found = {using: problem(using) for using in databases or ()}
    return [Warning(text, id="facts.W001", obj=using) for using, text in found.items() if text]


def drop_before_migrate(using: str, **_kwargs: Any) -> None:
    """Receiver of `pre_migrate`."""
    drop(using)


def create_after_migrate(using: str, **_kwargs: Any) -> None:
    """Receiver of `post_migrate`."""
    create(using)


def _present(using: str) -> set[str]:
    connection = connections[using]
    with connection.cursor() as cursor:
        cursor.execute(_PRESENT[connection.vendor])
        return {row[0] for row in cursor.fetchall()}
