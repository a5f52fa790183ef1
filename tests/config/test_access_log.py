"""The servers' lines hold no query: there a person's words can stand (architecture.md, Privacy)."""

import logging
from io import StringIO

import pytest
from daphne.access import AccessLogGenerator
from daphne.server import Server

from config.access_log import PathOnly, leave_queries_out


@pytest.mark.parametrize(
    ("protocol", "action"),
    [("http", "complete"), *(("websocket", action) for action in ("connecting", "connected", "disconnected"))],
)
def test_a_line_has_the_path_alone(protocol: str, action: str) -> None:
    class Told(Server):
        pass

    leave_queries_out(Told)
    out = StringIO()
    server = Told(application=None, endpoints=["tcp:0"], action_logger=AccessLogGenerator(out))
    details = {"client": "1.2.3.4:5", "method": "GET", "status": 200, "size": 2, "path": "/x/?key=secret&after=3"}
    server.log_action(protocol, action, details)
    assert "/x/" in out.getvalue()
    assert "secret" not in out.getvalue()


def test_a_line_of_djangos_own_server_has_the_path_alone() -> None:
    record = logging.LogRecord(
        "django.server", logging.INFO, "", 0, '"%s" %s %s', ("GET /x/?q=secret HTTP/1.1", "200", "2"), None
    )
    assert PathOnly().filter(record)
    assert record.getMessage() == '"GET /x/ HTTP/1.1" 200 2'
