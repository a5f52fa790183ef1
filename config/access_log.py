"""The servers' lines about requests, without queries: what people look for and ask about is among their words.

Daphne has no setting for it, and is started in three ways: by `serve`, by hand and as `runserver`. All of them load
`config.asgi`, which calls `leave_queries_out`.
"""

import logging
import re
from functools import wraps
from typing import Any

from daphne.server import Server

_QUERY = re.compile(r"\?\S*")


def without_query(address: str) -> str:
    """An address, or a line that has one in it, up to its question mark."""
    return _QUERY.sub("", address)


def leave_queries_out(server: type[Server] = Server) -> None:
    """Let the server tell whatever writes its log of paths alone."""
    told = server.log_action

    @wraps(told)
    def log_action(self: Server, protocol: str, action: str, details: dict[str, Any]) -> None:
        told(self, protocol, action, {**details, "path": without_query(str(details.get("path", "")))})

    server.log_action = log_action


class PathOnly(logging.Filter):
    """The same for the lines of Django's own server (`runserver --noasgi`), whose arguments hold the request line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true: the record goes on, without the query."""
        if isinstance(record.args, tuple):
            record.args = tuple(without_query(part) if isinstance(part, str) else part for part in record.args)
        return True
