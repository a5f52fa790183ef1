"""Errors that no view has answered: for the API as its errors always are (protocol.md), for people as pages."""

import logging
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.template.loader import render_to_string
from django.urls import resolve
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt

from conversations.api_errors import body, nothing_here, unreadable
from facts.keyring import Unreadable
from facts.refusals import KEY_IS_MISSING

log = logging.getLogger(__name__)


@csrf_exempt
def nowhere(request: HttpRequest) -> HttpResponse:
    """Whatever is under /api/ and is nothing; to one who only reads, the address without its last slash is the other's.

    An address of its own rather than a handler: with DEBUG on the handlers are not asked.
    """
    is_read = request.method in ("GET", "HEAD")
    if is_read and not request.path.endswith("/") and resolve(request.path_info + "/").func is not nowhere:
        return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True))
    return JsonResponse(nothing_here(), status=HTTPStatus.NOT_FOUND)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: for what Django itself finds suspicious."""
    if not _is_api(request):
        return defaults.bad_request(request, exception)
    return JsonResponse(unreadable(), status=HTTPStatus.BAD_REQUEST)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    if not _is_api(request):
        return defaults.page_not_found(request, exception)
    return JsonResponse(nothing_here(), status=HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a bug, whose traceback is in the log and nowhere else."""
    if not _is_api(request):
        return defaults.server_error(request)
    message = _("Something went wrong here. Try again in a while.")
    return JsonResponse(body("error", message), status=HTTPStatus.INTERNAL_SERVER_ERROR)


class KeyIsMissing:
    """Middleware: 503 for what cannot be read with the site's keys (F19). The log names the keyring and no more."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer; None for any other error."""
        if not isinstance(exception, Unreadable):
            return None
        log.error("keyring %s cannot be read with the keys that are set", exception.keyring)
        if _is_api(request):
            return JsonResponse(body("unreadable", str(KEY_IS_MISSING)), status=HTTPStatus.SERVICE_UNAVAILABLE)
        page = render_to_string("503.html", {"message": KEY_IS_MISSING})
        return HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
