"""Errors that no view has answered: for the API as its errors always are (protocol.md), for people as pages."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.urls import resolve
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt

from conversations.api_errors import body, nothing_here, unreadable


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


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
