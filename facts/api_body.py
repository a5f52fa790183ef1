"""What the bodies of HTTP calls are made of: strict JSON, texts that are texts, errors that say what to do."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ParseError, ValidationError
from rest_framework.parsers import BaseParser

from facts import strict_json
from facts.cleaning import clean_json
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
        except ValueError:
            raise ParseError(_("The body is no JSON.")) from None


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


class WholeNumber(serializers.IntegerField):
    """A whole number of a body; IntegerField alone takes texts and fractions for numbers as well."""

    def to_internal_value(self, data: Any) -> int:
        """The number. Raises ValidationError for anything else."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class Digits(serializers.IntegerField):
    """A whole number of an address, in the digits 0 to 9."""

    def to_internal_value(self, data: Any) -> int:
        """The number. Raises ValidationError for anything else."""
        if not isinstance(data, str) or not (data.isascii() and data.isdecimal()):
            self.fail("invalid")
        return super().to_internal_value(data)


class Closed(serializers.Serializer[Any]):
    """A body with no other names than its own, where a mistyped one would do what nobody wants."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The body's values. Raises ValidationError that names what is unknown."""
        unknown = {name: [gettext("This name is unknown here.")] for name in data if name not in self.fields}
        if unknown:
            raise ValidationError(unknown)
        return dict(super().to_internal_value(data))


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


def checked(form: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """The body, cleaned first: what a person cannot see is no error of theirs. Raises ValidationError."""
    if not isinstance(data, Mapping):
        raise ValidationError([_no_object(form)])
    asked = form(data=clean_json(dict(data.items())))
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _no_object(form: type[serializers.Serializer[Any]]) -> ErrorDetail:
    """What to send instead, by the names that have to be in it, or may be where none has to."""
    fields = form().fields.items()
    required = [f"“{name}”" for name, field in fields if field.required]
    if required:
        return ErrorDetail(gettext("Send a JSON object with %(names)s.") % {"names": ", ".join(required)})
    names = ", ".join(f"“{name}”" for name, _field in fields)
    return ErrorDetail(gettext("Send a JSON object; it may have %(names)s.") % {"names": names})
