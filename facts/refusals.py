"""Why a value is not taken, in a sentence for people that says what to do instead."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from facts.values import Invalid, Json

KEY_IS_MISSING = gettext_lazy(
    "What is kept of you cannot be read: a key of this site is missing. Nothing is lost; tell the people who run it."
)
"""What people are told instead of what was sealed under a key that the settings do not name (F19)."""
_TYPES: Mapping[str, Promise] = {
    "string": gettext_lazy("Write a text."),
    "integer": gettext_lazy("Write a whole number."),
    "number": gettext_lazy("Write a number."),
    "boolean": gettext_lazy("Write yes or no."),
    "date": gettext_lazy("Write a date like 2026-03-06."),
    "time": gettext_lazy("Write a time like 19:00."),
    "datetime": gettext_lazy("Write a date and time like 2026-03-06T19:00."),
    "date-time": gettext_lazy("Write a date and time like 2026-03-06T19:00:00+01:00."),
    "email": gettext_lazy("Write an e-mail address."),
    "phone": gettext_lazy("Write a phone number."),
    "url": gettext_lazy("Write a web address."),
    "uri": gettext_lazy("Write a web address."),
    "list": gettext_lazy("Give a list."),
    "array": gettext_lazy("Give a list."),
    "object": gettext_lazy("Give an object."),
}
"""By the names of our types, and by those of JSON Schema's types and formats."""
_KEYWORDS: Mapping[str, Promise] = {
    "enum": gettext_lazy("Choose one of: %(wanted)s."),
    "const": gettext_lazy("Choose one of: %(wanted)s."),
    "minimum": gettext_lazy("Choose %(wanted)s or more."),
    "maximum": gettext_lazy("Choose %(wanted)s or less."),
    "exclusiveMinimum": gettext_lazy("Choose more than %(wanted)s."),
    "exclusiveMaximum": gettext_lazy("Choose less than %(wanted)s."),
    "multipleOf": gettext_lazy("Choose a multiple of %(wanted)s."),
    "minLength": gettext_lazy("Write at least %(wanted)s characters."),
    "maxLength": gettext_lazy("Write at most %(wanted)s characters."),
    "minItems": gettext_lazy("Give at least %(wanted)s."),
    "maxItems": gettext_lazy("Give at most %(wanted)s."),
    "uniqueItems": gettext_lazy("Give each only once."),
    "required": gettext_lazy("Give all of: %(wanted)s."),
    "pattern": gettext_lazy("Write it in the form %(wanted)s."),
}


def sentence(problem: Invalid) -> str:
    """What to do about a refused value, in the reader's language; one without `wanted` is a sentence already."""
    if problem.wanted is None:
        return str(problem.message)
    if problem.code in ("type", "format"):
        return str(_TYPES.get(str(problem.wanted), _("Choose another value.")))
    return str(_KEYWORDS.get(problem.code, _("Choose another value."))) % {"wanted": _listed(problem.wanted)}


def _listed(wanted: Json) -> str:
    return ", ".join(map(str, wanted)) if isinstance(wanted, list) else str(wanted)
