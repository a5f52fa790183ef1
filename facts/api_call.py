"""How an HTTP call is read: its body and its query string by a form each, and nothing besides.

All views of the API read through here. A name that the form has not is refused, so that a mistyped one does not do
what nobody wants; so is a name that stands twice, of which one value would be lost.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, UnsupportedMediaType, ValidationError
from rest_framework.request import Request, is_form_media_type

from facts.cleaning import clean, clean_json

Form = type[serializers.Serializer[Any]]


class Nothing(serializers.Serializer[Any]):
    """A call without a body, or without a query string."""


class Exact(serializers.Serializer[Any]):
    """A body that is kept to the letter: a text with half a sign in it (a lone surrogate) is refused, not mended."""


def body_of(request: Request, form: Form = Nothing) -> dict[str, Any]:
    """What a body says, cleaned first: what a person cannot see is no error of theirs. Raises ValidationError."""
    data = _data(request, form)
    if not isinstance(data, Mapping):
        raise ValidationError([_no_object(form)])
    sent: dict[str, Any] = dict(data.items())
    cleaned: Any = clean_json(sent)
    if issubclass(form, Exact):
        broken = [name for name in sent if _is_broken(name, sent[name])]
        _refuse({clean(name): gettext("Send whole characters: half of one stands here.") for name in broken})
    return _checked(form, cleaned)


def _data(request: Request, form: Form) -> Any:
    """What was sent. Many clients send an empty form where they send nothing: a call that takes nothing takes that."""
    try:
        return request.data
    except UnsupportedMediaType:
        if form is not Nothing or not _is_empty_form(request):
            raise
        return {}


def _is_empty_form(request: Request) -> bool:
    sent = request._request
    return is_form_media_type(request.content_type) and not sent.POST and not sent.FILES


def query_of(request: Request, form: Form = Nothing) -> dict[str, Any]:
    """What a query string says. Raises ValidationError."""
    query = request.query_params
    _refuse({name: gettext("Send this once.") for name, values in query.lists() if len(values) > 1})
    sent: dict[str, Any] = query.dict()
    cleaned: Any = clean_json(sent)
    return _checked(form, cleaned)


def _checked(form: Form, data: Mapping[str, Any]) -> dict[str, Any]:
    asked = form(data=data)
    _refuse({name: _unknown(asked.fields) for name in data if name not in asked.fields})
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _refuse(problems: Mapping[str, str]) -> None:
    if problems:
        raise ValidationError({name: [problem] for name, problem in problems.items()})


def _unknown(names: Iterable[str]) -> str:
    """What may be sent in place of an unknown name."""
    known = _quoted(names)
    if not known:
        return gettext("This name is unknown here. Leave it out: nothing can be sent.")
    return gettext("This name is unknown here. What can be sent: %(names)s.") % {"names": known}


def _is_broken(*values: Any) -> bool:
    """Whether half a sign stands in a value, at whatever depth."""
    try:
        json.dumps(values, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _no_object(form: Form) -> ErrorDetail:
    """What to send instead, by the names that have to be in it, or may be where none has to."""
    fields = form().fields
    required = _quoted(name for name, field in fields.items() if field.required)
    if required:
        return ErrorDetail(gettext("Send a JSON object with %(names)s.") % {"names": required})
    if not fields:
        return ErrorDetail(gettext("Send no body, or an empty JSON object."))
    return ErrorDetail(gettext("Send a JSON object; it may have %(names)s.") % {"names": _quoted(fields)})


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)
