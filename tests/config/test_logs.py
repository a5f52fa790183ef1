"""No text of an error comes into a log (architecture.md, Privacy)."""

import asyncio
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.template import Context, Template

from config.logs import Broke, places, wordless
from tests.logbook import written_at_debug

WORDS = "rhododendron"


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What the site writes at DEBUG."""
    with written_at_debug() as out:
        yield out


def broken() -> None:
    try:
        int(WORDS)
    except ValueError as error:
        raise KeyError(WORDS) from error


def test_an_error_is_told_by_its_types_and_places(log: StringIO) -> None:
    try:
        broken()
    except KeyError:
        logging.getLogger("x").exception("it broke")
    told = log.getvalue()
    assert WORDS not in told
    assert "ERROR x: it broke" in told
    assert "ValueError" in told
    assert "KeyError" in told
    assert told.count("test_logs.py") == 3


def hiding() -> None:
    try:
        int(WORDS)
    except ValueError:
        raise KeyError(WORDS) from None


def test_an_error_that_hides_its_cause_is_told_alone() -> None:
    with pytest.raises(KeyError) as raised:
        hiding()
    assert places(raised.value).endswith("KeyError")
    assert "\nValueError" not in places(raised.value)


@pytest.mark.parametrize(
    "arguments",
    [("it broke: %s", ValueError(WORDS)), ("%s and %s", 1, ValueError(WORDS)), (ValueError(WORDS),)],
)
def test_an_error_among_what_is_logged_is_told_by_its_type(log: StringIO, arguments: Any) -> None:
    logging.getLogger("x").error(*arguments)
    assert WORDS not in log.getvalue()
    assert "ValueError" in log.getvalue()


@pytest.mark.parametrize("arguments", [("plain",), ("100 %",), ("%s", "plain"), ("%(name)s", {"name": "plain"})])
def test_other_records_are_as_they_were(log: StringIO, arguments: Any) -> None:
    logging.getLogger("x").info(*arguments)
    assert log.getvalue().rstrip().endswith(("plain", "100 %"))


def test_a_task_that_nobody_waits_for_is_told_without_its_error(log: StringIO) -> None:
    async def breaks() -> None:
        raise ValueError(WORDS)

    async def main() -> None:
        task = asyncio.create_task(breaks())
        await asyncio.sleep(0)
        del task
        asyncio.get_running_loop().call_soon(int, WORDS)
        await asyncio.sleep(0.01)

    asyncio.run(main())
    told = log.getvalue()
    assert WORDS not in told
    assert "Task exception was never retrieved" in told
    assert told.count("\nValueError\n") == 2


def test_what_a_template_looks_in_for_a_name_stays_out_of_the_log(
    log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Django keeps this to itself unless it is asked for it."""
    monkeypatch.setattr(logging.getLogger("django.template"), "level", logging.DEBUG)
    Template("{% if said.nothing %}{% endif %}{{ said.other }}").render(Context({"said": {"text": WORDS}}))
    assert "Exception while resolving variable" in log.getvalue()
    assert WORDS not in log.getvalue()


def test_the_server_gets_no_text_of_an_error_of_the_application() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError(WORDS)

    with pytest.raises(Broke, match="ValueError") as broke:
        asyncio.run(wordless(application)({}, None, None))
    error: BaseException | None = broke.value
    while error:
        assert WORDS not in str(error)
        error = error.__cause__ or error.__context__


def test_the_log_has_the_types_and_places_of_an_error_of_the_application(log: StringIO) -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        broken()

    with pytest.raises(Broke) as broke:
        asyncio.run(wordless(application)({}, None, None))
    logging.getLogger("daphne.server").error("Exception inside application: %s", broke.value, exc_info=broke.value)
    told = log.getvalue()
    assert WORDS not in told
    assert "\nValueError\n" in told
    assert "\nKeyError" in told
    assert "in broken" in told


def test_a_request_that_was_refused_is_one_line_and_a_fault_has_its_places(log: StringIO) -> None:
    try:
        broken()
    except KeyError:
        logging.getLogger("django.request").warning("Forbidden: %s", "/admin/", exc_info=True)
        assert log.getvalue().count("\n") == 1
        logging.getLogger("django.request").error("Internal Server Error", exc_info=True)
        assert "KeyError" in log.getvalue()
