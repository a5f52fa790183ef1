"""What stands in clear under keys that may not be shared any more goes within a minute (F19, F21)."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from conversations import upkeep, worker
from conversations.database import hop
from conversations.upkeep import Upkeep
from facts import actions, erasing, sharing, wiki
from facts.catalogue import import_catalogue
from facts.decisions import NotFound, Overtaken
from facts.models import CatalogueKey, CurrentFact, Person, WikiEntry
from tests.conversations.engines import World, echo
from tests.database_file import stored_bytes

pytestmark = pytest.mark.django_db

K = 3
DEFAULT = {"key": "merchant.*.default", "shareable": True}
ADOBE = "merchant.adobe.default"
PATIENCE = 20.0


@pytest.fixture(autouse=True)
def _catalogue(db: None, settings: Any) -> None:
    settings.WIKI_PEOPLE = K
    import_catalogue({"catalogue": [DEFAULT]})


@pytest.fixture
def people(db: None) -> list[Person]:
    return [Person.objects.create_user(f"person{number}") for number in range(2 * K)]


def all_say(people: list[Person], value: str = "pro/6570") -> None:
    for person in people:
        actions.state(person, ADOBE, value)


def review(value: str = "pro/6570") -> None:
    state = WikiEntry.State.APPROVED
    wiki.review(ADOBE, f'"{value}"', state, by=Person.objects.get_or_create(username="reviewer")[0])


def copies() -> set[str | None]:
    return set(CurrentFact.objects.values_list("shared", flat=True))


def reviews() -> set[str]:
    return set(WikiEntry.objects.values_list("value", flat=True))


def side_by_side(*doings: Callable[[], Any]) -> None:
    """Do it all at once, each over a connection of its own; what one raises is raised here."""
    failed: list[BaseException] = []

    def doing(do: Callable[[], Any]) -> None:
        try:
            do()
        except BaseException as error:
            failed.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=doing, args=(do,)) for do in doings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    if failed:
        raise failed[0]


@contextmanager
def writing(monkeypatch: pytest.MonkeyPatch, person: Person, value: str) -> Iterator[None]:
    """Somebody states a value, by the catalogue as it was before the block; it is stored after it."""
    has_read, may_write = threading.Event(), threading.Event()
    load = actions.load

    def reads_and_waits() -> Any:
        found = load()
        if threading.current_thread() is writer:
            has_read.set()
            may_write.wait(PATIENCE)
        return found

    monkeypatch.setattr(actions, "load", reads_and_waits)
    writer = threading.Thread(target=lambda: (actions.state(person, ADOBE, value), connections.close_all()))
    writer.start()
    assert has_read.wait(PATIENCE)
    try:
        yield
    finally:
        may_write.set()
        writer.join(PATIENCE)
        assert not writer.is_alive()


@pytest.mark.parametrize(
    "change",
    [
        {"catalogue": [{**DEFAULT, "sensitive": True, "shareable": False}]},
        {"catalogue": [{**DEFAULT, "shareable": False}]},
        {"catalogue": [DEFAULT, {"key": ADOBE, "sensitive": True}]},
    ],
    ids=["made sensitive", "no longer shareable", "under a closer pattern"],
)
@pytest.mark.django_db(transaction=True)
def test_f19_f21_what_a_writer_leaves_in_clear_beside_a_change_of_the_catalogue_is_taken_away(
    people, monkeypatch, change
):
    all_say(people[:1])
    look = Upkeep().look
    for _ in range(3):
        look()
    with writing(monkeypatch, people[1], "Planted6570"):
        import_catalogue(change)
        assert copies() == {None}
    assert copies() == {None, '"Planted6570"'}
    look()
    assert copies() == {None}
    if connection.vendor == "sqlite":
        assert b"Planted6570" not in stored_bytes()


@pytest.mark.django_db(transaction=True)
def test_f21_looks_beside_people_who_say_take_back_and_are_forgotten_leave_what_many_share(people):
    all_say(people[:K])
    all_say(people[K:], "private")
    review()
    review("private")

    def says_and_takes_back(person: Person) -> None:
        for _ in range(8):
            _unless_overtaken(lambda: actions.retract(person, ADOBE))
            _unless_overtaken(lambda: actions.state(person, ADOBE, "other"))

    def looks() -> None:
        look = Upkeep().look
        for _ in range(8):
            look()

    moving = [lambda person=person: says_and_takes_back(person) for person in people[K:]]
    side_by_side(looks, looks, *moving, lambda: _forget(people[-1]))
    Upkeep().look()
    assert reviews() == {'"pro/6570"'}
    assert {'"pro/6570"'} <= copies() <= {'"pro/6570"', '"other"'}


def _unless_overtaken(do: Callable[[], Any]) -> None:
    try:
        do()
    except Overtaken:
        return


def _forget(person: Person) -> None:
    try:
        with transaction.atomic():
            erasing.erase_key(person, ADOBE)
    except NotFound:
        return


@pytest.mark.parametrize("why", ["too few", "sensitive", "not shareable", "not in the catalogue"])
def test_f19_f21_a_review_goes_with_the_last_who_may_read_its_value(people, why):
    all_say(people[:K])
    all_say(people[K:], "private")
    review()
    review("private")
    assert wiki.tidy() == 0
    if why == "too few":
        actions.retract(people[0], ADOBE)
    elif why == "sensitive":
        CatalogueKey.objects.update(sensitive=True)
    elif why == "not shareable":
        CatalogueKey.objects.update(shareable=False)
    else:
        CatalogueKey.objects.get().delete()
    assert wiki.tidy() == (1 if why == "too few" else 2)
    assert reviews() == ({'"private"'} if why == "too few" else set())


def test_f21_one_look_takes_no_more_than_it_may(people):
    all_say(people[:K])
    CatalogueKey.objects.update(sensitive=True)
    assert [sharing.withdraw(2), sharing.withdraw(2), sharing.withdraw(2)] == [2, 1, 0]


def test_f21_where_nothing_is_left_a_look_costs_four_queries_and_writes_nothing(people):
    all_say(people[:K])
    review()
    look = Upkeep().look
    for _ in range(2):
        look()
    with CaptureQueriesContext(connection) as seen:
        look()
    assert len(seen) == 4
    assert all(query["sql"].startswith("SELECT") for query in seen)


def test_f21_copies_under_keys_that_may_not_be_shared_are_found_by_an_index(people):
    all_say(people[:K])
    CatalogueKey.objects.update(sensitive=True)
    with CaptureQueriesContext(connection) as seen:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL enable_seqscan TO OFF")
        sharing.withdraw()
    [asked] = [query["sql"] for query in seen if query["sql"].startswith("SELECT") and "LIMIT" in query["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(("EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN ") + asked)
        plan = str(cursor.fetchall())
    # which index serves best is a matter of how many rows there are; without one all rows are gone through
    assert "current_fact_" in plan
    assert "Seq Scan" not in plan


@pytest.mark.django_db(transaction=True)
async def test_f21_the_worker_looks_and_goes_on_after_a_look_that_failed(people, monkeypatch, caplog):
    await hop(lambda: (all_say(people[:K]), review(), CatalogueKey.objects.update(sensitive=True)))
    failures = [OSError("no database")]
    withdraw = sharing.withdraw

    def fails_once() -> int:
        if failures:
            raise failures.pop()
        return withdraw()

    monkeypatch.setattr(sharing, "withdraw", fails_once)
    monkeypatch.setattr(upkeep, "EVERY", 0.01)
    stop = asyncio.Event()
    working = asyncio.create_task(worker.work(stop, World().ports(echo)))
    while await hop(WikiEntry.objects.exists) or await hop(copies) != {None}:
        await asyncio.sleep(0.01)
    stop.set()
    await working
    assert "OSError" in caplog.text
