"""How facts are written on the page."""

import unicodedata
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from facts.catalogue import Catalogue
from facts.showing import show
from facts.values import Json

register = template.Library()

_TYPE_OF_FORMAT = {"date": "date", "time": "time", "date-time": "datetime"}


@register.simple_tag
def fact_value(value: Json, key: str, catalogue: Catalogue) -> str:
    """The value in the reader's language; a date as a date where its key says that it is one."""
    entry = catalogue.key_for(key)
    schema: Mapping[str, Any] = entry.schema if entry else {}
    return show(value, get_language() or "en", _TYPE_OF_FORMAT.get(str(schema.get("format"))))


@register.simple_tag
def fact_title(key: str, catalogue: Catalogue) -> str:
    """What the reader calls a key, in their language."""
    return catalogue.title(key)


@register.filter
def long_date(moment: datetime) -> str:
    """The day of a moment, written as the dates among the values are."""
    return show(localtime(moment).date().isoformat(), get_language() or "en", "date")


@register.filter
def certainty(confidence: float) -> str:
    """A confidence in words."""
    return _("certain") if is_certain(confidence) else _("likely")


@register.filter
def is_certain(confidence: float) -> bool:
    """Whether a statement of this confidence is kept without asking (F5)."""
    return confidence >= settings.FACT_WRITE


@register.filter
def where_said(origin: str) -> str:
    """The address of what a reference such as `conversation:4` names, as the settings know it; empty if they do not."""
    kind, _colon, name = origin.partition(":")
    address = settings.FACT_ORIGINS.get(kind, "")
    return address.format(name) if name else ""


@register.filter
def of(found: Mapping[Any, Any], key: Any) -> Any:
    """What is found under a key; None where nothing is."""
    return found.get(key)


@register.filter
def isolated(text: str) -> str:
    """A text that may stand within a sentence of another direction: isolated if it is written from right to left."""
    is_from_right = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)
    return f"\u2068{text}\u2069" if is_from_right else text
