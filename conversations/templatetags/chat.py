"""What the chat's templates need to show people's words safely."""

import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from django import template
from django.utils.timesince import timesince
from django.utils.timezone import now
from django.utils.translation import gettext as _

from facts.values import Json

register = template.Library()

_LINK = re.compile(r"\bhttps?://[^\s<>\"]+", re.IGNORECASE)
_TRAILING = ".,;:!?'”’»"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a text; `address` is set when it is a link."""

    text: str
    address: str = ""


@register.filter
def linked(text: str) -> list[Part]:
    """The text in parts, web addresses apart. The template escapes both, so that no text becomes markup."""
    parts: list[Part] = []
    end = 0
    for match in _LINK.finditer(text):
        address = _trimmed(match[0])
        parts += [Part(text[end : match.start()]), Part(address, address)]
        end = match.start() + len(address)
    return [part for part in (*parts, Part(text[end:])) if part.text]


def _trimmed(address: str) -> str:
    """Without the punctuation of the sentence around it; a closing bracket stays only if it was opened."""
    link = address.rstrip(_TRAILING)
    while link.endswith(")") and link.count(")") > link.count("("):
        link = link[:-1].rstrip(_TRAILING)
    return link


@register.filter
def ago(moment: datetime) -> str:
    """How long ago it was, in one unit; "just now" within the minute."""
    if now() - moment < timedelta(minutes=1):
        return _("just now")
    return _("%(since)s ago") % {"since": timesince(moment, depth=1)}


@register.filter
def as_json(value: Json) -> str:
    """The value as JSON text, for a data attribute (the template escapes it)."""
    return json.dumps(value, ensure_ascii=False)
