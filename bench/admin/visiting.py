"""A process of its own for each site, so that the small and the large one are visited by turns and share nothing."""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from typing import Any, NamedTuple

from bench.admin.size import SMALL, Size
from bench.measured import Measured, Time

AIM = 1000.0
"""Milliseconds in which a page is there."""
_visited: dict[str, Any] = {}
"""What the process of a site keeps between two visits."""


class Visit(NamedTuple):
    """How long a screen took, and in how many queries."""

    time: Time
    queries: int


def measure(environment: Mapping[str, str], size: Size, rounds: int) -> Iterator[Measured]:
    """Every screen of a site of this size beside the same one of a small site, so many times by turns."""
    with _site(environment, SMALL) as small, _site(environment, size) as large:
        for name, database in small.submit(names).result():
            visits = [(large.submit(visit, name).result(), small.submit(visit, name).result()) for _ in range(rounds)]
            yield _measured(f"{name or 'the first page'}, {database}", visits)


def _measured(name: str, visits: Sequence[tuple[Visit, Visit]]) -> Measured:
    """The large site with the small one as its floor."""
    times, floor = ([one.time for one in site] for site in zip(*visits, strict=True))
    return Measured.of(name, times, floor, aim=AIM, statements=visits[-1][0].queries)


@contextmanager
def _site(environment: Mapping[str, str], size: Size) -> Iterator[ProcessPoolExecutor]:
    """The process in which a site of this size is open."""
    with ProcessPoolExecutor(1, get_context("spawn"), initializer=_open, initargs=(dict(environment), size)) as process:
        try:
            yield process
        finally:
            process.submit(_close).result()


# In the process of a site


def _open(environment: Mapping[str, str], size: Size) -> None:
    """Make the site in a throw-away database, and log in."""
    os.environ.update(environment)
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client

    from bench.admin.screens import screens
    from bench.admin.site import build
    from bench.database import throw_away_database

    settings.ALLOWED_HOSTS = ["testserver"]
    stack = ExitStack()
    stack.enter_context(throw_away_database())
    site, client = build(size), Client()
    client.force_login(site.boss)
    _visited.update(stack=stack, client=client, urls={screen.name: screen.url for screen in screens(site)})


def names() -> list[tuple[str, str]]:
    """The screens of the site, each with what kind of database it is in."""
    from django.db import connection

    return [(name, connection.display_name) for name in _visited["urls"]]


def visit(name: str) -> Visit:
    """Look at a screen as a browser does."""
    from bench.facts import noted

    client, url = _visited["client"], _visited["urls"][name]
    with noted() as statements:
        start = Time.now()
        response = client.get(url)
        took = Time.since(start)
    assert response.status_code == 200, (url, response.status_code)
    return Visit(took, len(statements))


def _close() -> None:
    _visited["stack"].close()
