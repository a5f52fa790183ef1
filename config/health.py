"""Whether this process answers at all."""

from django.http import HttpRequest, HttpResponse


def alive(request: HttpRequest) -> HttpResponse:
    """200 and nothing more: no database, no session, so that it says the process lives and only that."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")
