"""Every screen of the admin: found in its addresses, so that none is forgotten."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import filterfalse
from typing import Any, Final

from django.contrib import admin
from django.urls import URLPattern, URLResolver, reverse

from bench.admin.site import Site

SEARCHED: Final = "?q=guest"
ASKED: Final = {
    "conversations/analytics/": ("?agent={agent}", "?agent={agent}&flow={flow}", "?agent={agent}&as=csv"),
    "conversations/measures/": ("?agent={agent}", "?agent={agent}&days=90"),
    "conversations/transcripts/": (
        "?agent={agent}",
        "?agent={agent}&version=1",
        "?reason=broke",
        "?reason=needs_input",
        "?day=2020-02-02",
    ),
    "conversations/transcripts/<uuid:conversation>/": ("?before=50",),
    "conversations/transcripts/<uuid:conversation>/turns/<int:number>/": ("?against=draft", "?against=1"),
    "audit-log/": ("?by=boss", "?words=nothing", "?agent={agent}"),
    "agents/agent/": (SEARCHED,),
    "agents/agent/<int:object_id>/changes/": ("?old=1&new=2",),
    "agents/version/": ("?agent__id__exact={id}", "?p=2"),
    "authtoken/tokenproxy/": (SEARCHED,),
    "facts/cataloguekey/": (SEARCHED,),
    "facts/person/": (SEARCHED, "?p=2"),
    "facts/person/<path:object_id>/facts/": ("?part=proposed", "?part=contested", "?part=history"),
    "facts/look/": (SEARCHED, "?p=2"),
    "facts/receipt/": ("?what__exact=key", "?p=2"),
    "search/": ("?s=guest",),
}
"""What is asked of a screen besides looking at it."""
LEADING: Final = ("r/", "^", "(")
"""How addresses begin that Django has for all others, and for those that were written short."""
OF_PARTS: Final = "agents/(flow|step|field)/"
NO_SCREENS: Final = re.compile(
    "|".join(
        (
            r"login/|logout/|autocomplete/",
            r"\w+/\w+/<path:object_id>/",  # leads to `change/`
            r".*/(duplicate|ask|input|scenario)/",  # only to be posted to
            r"agents/version/<path:object_id>/compare/",  # leads to the changes
            OF_PARTS + r"(add/|<path:object_id>/history/)?",  # all on the agent's page
            r"(agents/version|facts/look|facts/receipt|conversations/conversation)/(add|<path:object_id>/delete)/",
        )
    )
)
"""Addresses that answer whoever may do everything with no page: they lead elsewhere, or refuse."""
TURN: Final = "2"
"""The turn that is inspected: one that has its journal."""
_ROW = re.compile(r"<(?:\w+:)?(\w+)>")
"""A part of an address that names a row."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen by its address in short, with what is asked of it, and where it is on a site."""

    name: str
    url: str


def screens(site: Site) -> Iterator[Screen]:
    """All of them. Raises KeyError for one that is about a row of which the site has none."""
    named = {"agent": site.agent.slug, "flow": site.flow.slug, "id": site.agent.pk}
    for route in filterfalse(NO_SCREENS.fullmatch, routes()):
        url = address(route, site)
        name = _ROW.sub("…", route)
        yield from (Screen(name + asked, url + asked.format(**named)) for asked in ("", *ASKED.get(route, ())))


def address(route: str, site: Site) -> str:
    """Where it is on the site. Raises KeyError for one that is about a row of which the site has none."""
    return reverse("admin:index") + _ROW.sub(lambda part: _id(route, part[1], site), route)


def routes() -> list[str]:
    """Every address of the admin, as it is written in the code."""
    return list(dict.fromkeys(_routes(admin.site.get_urls())))


def _routes(patterns: Sequence[Any], before: str = "") -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(one.url_patterns, route)
        elif isinstance(one, URLPattern) and not route.startswith(LEADING):
            yield route


def _id(route: str, part: str, site: Site) -> str:
    if part == "number":
        return TURN
    return str(site.ids["/".join(route.split("/")[:2])])
