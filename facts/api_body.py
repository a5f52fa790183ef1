"""What HTTP calls are sent: strict JSON, texts that are texts, errors that say what to do.

`facts.api_call` reads bodies and query strings by forms that are made of these.
"""

from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import BaseParser

from facts import strict_json
from facts.cleaning import clean
from facts.timezones import is_timezone


class StrictJSONParser(BaseParser):
    """Reads a JSON body of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes.

    Raises ParseError for what is no JSON, RequestDataTooBig for a longer body, RecursionError for endless nesting.
    """

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value that the body holds."""
        body = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig
        try:
            return strict_json.read(body.decode("utf-8"))
        except strict_json.Unkept as lost:
            raise ParseError(_LOST[lost.code] % {"what": clean(lost.what)}) from None
        except ValueError:
            raise ParseError(_("The body is no JSON.")) from None


_LOST = {
    "constant": _("JSON has no %(what)s. Send a number, null or a text."),
    "number": _("The number %(what)s is too large or too small to be kept. Send it as a text."),
    "twice": _("“%(what)s” stands twice in one object. Send each name once."),
}


class Text(serializers.CharField):
    """A text; CharField alone takes numbers for texts as well."""

    default_error_messages = {"invalid": _("Send a text.")}

    def to_internal_value(self, data: Any) -> str:
        """The text. Raises ValidationError for anything else."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Object(serializers.DictField):
    """A JSON object."""

    default_error_messages = {"not_a_dict": _("Send a JSON object.")}


class Choice(serializers.ChoiceField):
    """One of several texts."""

    def to_internal_value(self, data: Any) -> Any:
        """The choice. Raises ValidationError that names the choices."""
        if not isinstance(data, str) or data not in self.choices:
            raise ValidationError(gettext("Choose one of: %(choices)s.") % {"choices": ", ".join(self.choices)})
        return data


class Flag(serializers.BooleanField):
    """True or false; BooleanField alone takes texts and numbers for them as well."""

    default_error_messages = {"invalid": _("Send true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        """The flag. Raises ValidationError for anything else."""
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class _Whole(serializers.IntegerField):
    """A whole number within bounds, which every error names."""

    def fail(self, key: str, **_details: Any) -> NoReturn:
        """Raise ValidationError that says what to send, whatever is wrong."""
        low, high = self.min_value, self.max_value
        if low is None:
            raise ValidationError(gettext("Send a whole number."), code=key)
        if high is None:
            raise ValidationError(gettext("Send a whole number from %(low)d on.") % {"low": low}, code=key)
        sentence = gettext("Send a whole number from %(low)d to %(high)d.")
        raise ValidationError(sentence % {"low": low, "high": high}, code=key)

    def run_validators(self, value: Any) -> None:
        """Raise ValidationError for a number out of bounds."""
        if (self.min_value is not None and value < self.min_value) or (
            self.max_value is not None and value > self.max_value
        ):
            self.fail("invalid")
        super().run_validators(value)


class WholeNumber(_Whole):
    """A whole number of a body; IntegerField alone takes texts and fractions for numbers as well."""

    def to_internal_value(self, data: Any) -> int:
        """The number. Raises ValidationError for anything else."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class Digits(_Whole):
    """A whole number of an address, in the digits 0 to 9."""

    def to_internal_value(self, data: Any) -> int:
        """The number. Raises ValidationError for anything else."""
        if not isinstance(data, str) or not (data.isascii() and data.isdecimal()):
            self.fail("invalid")
        return super().to_internal_value(data)


_MOMENT = "2026-03-06T19:00:00+01:00"


class Moment(serializers.DateTimeField):
    """A moment in ISO 8601."""

    def fail(self, key: str, **_details: Any) -> NoReturn:
        """Raise ValidationError that shows a moment, whatever is wrong."""
        raise ValidationError(gettext("Send a moment such as %(example)s.") % {"example": _MOMENT}, code=key)


class Language(Text):
    """The tag of a language that the site speaks, with a region or without (`pt-BR`)."""

    def to_internal_value(self, data: Any) -> str:
        """The tag. Raises ValidationError that names the languages."""
        tag = super().to_internal_value(data)
        spoken = [code for code, _name in settings.LANGUAGES]
        if tag.replace("_", "-").split("-")[0].lower() not in spoken:
            raise ValidationError(gettext("Choose one of: %(choices)s.") % {"choices": ", ".join(spoken)})
        return tag


class Timezone(Text):
    """The IANA name of a time zone."""

    def to_internal_value(self, data: Any) -> str:
        """The name. Raises ValidationError if there is no such zone."""
        name = super().to_internal_value(data)
        if not is_timezone(name):
            raise ValidationError(gettext("Choose a time zone such as Europe/Zurich."))
        return name
