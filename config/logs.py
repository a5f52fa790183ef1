"""Logs without a person's words: of an error its type and where it was raised, never its text, which may hold some."""

import logging
import traceback
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

Application = Callable[[Any, Any, Any], Awaitable[None]]


class Wordless(logging.Formatter):
    """Formats a record without the text of any error in it (architecture.md, Privacy)."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's line, and the places of its error."""
        told = logging.makeLogRecord(record.__dict__)
        told.msg, told.args, told.exc_text = _message(record), (), None
        if _is_an_answer(record):
            told.exc_info = None
        return super().format(told)

    def formatException(self, ei: Any) -> str:
        """The places of an error and of those that led to it, each with its type."""
        return places(ei[1]) if ei[1] else ""


class Broke(Exception):
    """An application failed. Carries the places of its error alone."""


def wordless(application: Application) -> Application:
    """The ASGI application, whose errors reach the server without their text: Daphne writes it into its log."""

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        try:
            await application(scope, receive, send)
        except Exception as error:
            told = places(error)
        else:
            return
        raise Broke(told)

    return guarded


def places(error: BaseException) -> str:
    """Where an error was raised, and those that it came from: the frames of each and its type."""
    return "\n".join(f"{''.join(traceback.format_tb(one.__traceback__))}{_name(one)}" for one in _chain(error))


def _name(error: BaseException) -> str:
    """The type of an error; of one that carries the places of another these, which hold no words."""
    return f"{type(error).__name__}\n{error}" if isinstance(error, Broke) else type(error).__name__


def _is_an_answer(record: logging.LogRecord) -> bool:
    """Whether it tells of a request that was refused, as a page that somebody may not open: that is no fault."""
    return record.name == "django.request" and record.levelno < logging.ERROR


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The first error first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _chain(before)
    yield error


def _message(record: logging.LogRecord) -> str:
    """The record's words; an error among its arguments is told by its type.

    asyncio puts the error, and what a callback was given, into its own: what stands before them is told.
    """
    if record.name == "asyncio":
        return record.getMessage().partition("\n")[0].partition("(")[0].partition("<")[0]
    if isinstance(record.msg, BaseException):
        return type(record.msg).__name__
    if isinstance(record.args, tuple):
        return record.msg % tuple(map(_by_type, record.args)) if record.args else str(record.msg)
    return record.getMessage()


def _by_type(argument: object) -> object:
    return type(argument).__name__ if isinstance(argument, BaseException) else argument
