"""Errors of the HTTP API: always `{"code", "message", "fields"?}` with the right status (protocol.md)."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from conversations.actions import Refused

_CODES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((Http404, exceptions.NotFound), "not_found"),
    ((PermissionDenied, exceptions.PermissionDenied), "not_allowed"),
    ((exceptions.Throttled,), "rate_limited"),
)
_SENTENCES = {
    "not_found": gettext_lazy("There is nothing here, or it is not yours."),
    "rate_limited": gettext_lazy("That was a lot at once. Wait a minute and send it again."),
    "not_authenticated": gettext_lazy("Sign in, or send a token."),
    "method_not_allowed": gettext_lazy("This address does not take such a request."),
    "not_acceptable": gettext_lazy("The answer is JSON; accept application/json."),
    "unsupported_media_type": gettext_lazy("Send JSON, and say so with Content-Type: application/json."),
}
"""What to do, where the framework's own words do not say it."""


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """The response to an error; None for what is a bug (500)."""
    if isinstance(error, Refused):
        message = str(error.message)
        return Response(body(error.code, message, {name: [message] for name in error.fields}), status=error.status)
    if isinstance(error, RecursionError):
        return Response(body("bad_frame", _("This is nested too deeply.")), status=HTTPStatus.BAD_REQUEST)
    if isinstance(error, RequestDataTooBig):
        return Response(body("too_long", _too_long()), status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if isinstance(error, SuspiciousOperation):
        return Response(unreadable(), status=HTTPStatus.BAD_REQUEST)
    response = exception_handler(error, context)
    if response is None:
        return None
    response.data = _invalid(error.detail) if isinstance(error, exceptions.ValidationError) else _other(error)
    return response


def body(name: str, message: str, fields: dict[str, Any] | None = None) -> dict[str, Any]:
    """An error as it is sent: its stable code, a sentence for people, and what is wrong with each field."""
    return {"code": name, "message": message, **({"fields": fields} if fields else {})}


def nothing_here() -> dict[str, Any]:
    """The body of every 404."""
    return body("not_found", str(_SENTENCES["not_found"]))


def unreadable() -> dict[str, Any]:
    """The body of a 400 for what is no proper request at all."""
    return body("bad_request", _("This request cannot be read."))


def _invalid(detail: Any) -> dict[str, Any]:
    """Wrong values: by field, or one sentence about the whole."""
    if isinstance(detail, dict):
        return body("invalid", _("Some values cannot be taken; see fields."), detail)
    return body("invalid", " ".join(map(str, detail)))


def _other(error: Exception) -> dict[str, Any]:
    code = next((code for kinds, code in _CODES if isinstance(error, kinds)), None)
    code = code or str(getattr(error, "default_code", "error"))
    return body(code, str(_SENTENCES.get(code, getattr(error, "detail", error))))


def _too_long() -> str:
    return _("Send at most %(count)d bytes at once.") % {"count": settings.DATA_UPLOAD_MAX_MEMORY_SIZE}
