"""Languages and time zones by their names."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from babel import Locale, localedata
from django.utils.translation import gettext_lazy as _

from facts.languages import YES_NO

Groups = list[tuple[Any, list[tuple[str, str]]]]


@cache
def languages() -> Groups:
    """The languages that have built-in sentences, then their regions, then all others; each by its own name."""
    tags = [tag.replace("_", "-") for tag in localedata.locale_identifiers() if tag.count("_") < 2]
    spoken = [tag for tag in tags if tag in YES_NO]
    regions = [tag for tag in tags if "-" in tag and tag.split("-")[0] in YES_NO and len(tag.split("-")[1]) == 2]
    others = [tag for tag in tags if "-" not in tag and tag not in YES_NO]
    headed = ((_("Languages"), spoken), (_("With a region"), regions), (_("Built-in sentences are English"), others))
    return [(heading, sorted(map(_language, found), key=lambda pair: pair[1])) for heading, found in headed]


def _language(tag: str) -> tuple[str, str]:
    name = Locale.parse(tag, sep="-").get_display_name() or tag
    return tag, f"{name[:1].upper()}{name[1:]} ({tag})"


@cache
def timezones() -> Groups:
    """The time zones of the IANA database by their parts of the world."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(available_timezones()):
        area, _slash, city = name.partition("/")
        groups.setdefault(area if city else "", []).append((name, _city(city or area)))
    plain = groups.pop("", [])
    return [*sorted(groups.items()), (_("Others"), plain)]


def _city(name: str) -> str:
    return name.replace("_", " ").replace("/", ", ")
