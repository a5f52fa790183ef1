"""Errors of the HTTP API: always `{"code", "message", "fields"?}` with the right status (protocol.md)."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from conversations.actions import Refused


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """The response to an error; None for what is a bug (500)."""
    if isinstance(error, Refused):
        message = str(error.message)
        return Response(_body(error.code, message, {name: [message] for name in error.fields}), status=error.status)
    if isinstance(error, RecursionError):
        return Response(_body("bad_frame", _("This is nested too deeply.")), status=400)
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        response.data = _body("invalid", _("Some values cannot be taken; see fields."), _fields(error.detail))
    else:
        response.data = _body(_code(error), _message(error))
    return response


def _code(error: Exception) -> str:
    if isinstance(error, Http404 | exceptions.NotFound):
        return "not_found"
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        return "not_allowed"
    if isinstance(error, exceptions.Throttled):
        return "rate_limited"
    return str(getattr(error, "default_code", "error"))


def _message(error: Exception) -> str:
    if isinstance(error, Http404 | exceptions.NotFound):
        return _("There is nothing here, or it is not yours.")
    return str(getattr(error, "detail", error))


def _fields(detail: Any) -> dict[str, Any]:
    return detail if isinstance(detail, dict) else {"": detail}


def _body(name: str, message: str, fields: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"code": name, "message": message, **({"fields": fields} if fields else {})}
