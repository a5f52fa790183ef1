"""Whether this process answers at all, and whether all that it needs is there."""

from collections.abc import Callable
from datetime import timedelta

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from conversations import worker
from conversations.clock import now
from conversations.models import Heartbeat
from facts import rotation

LATE = timedelta(seconds=15)
"""A worker that was not seen for so long is missing."""


def alive(request: HttpRequest) -> HttpResponse:
    """200 and nothing more: no database, no session, so that it says the process lives and only that."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, channel layer and a worker are there and all that is stored can be read, else 503."""
    found = {
        "database": _answers(_database),
        "keys": _answers(rotation.can_read_all),
        "channel_layer": _answers(_layer),
        "worker": _answers(_worker),
    }
    return JsonResponse(found, status=200 if all(found.values()) else 503)


def _answers(check: Callable[[], object]) -> bool:
    try:
        return bool(check())
    except Exception:
        return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def _layer() -> bool:
    async_to_sync(get_channel_layer().group_send)("readyz", {"type": "ready"})
    return True


def _worker() -> bool:
    return Heartbeat.objects.filter(name=worker.NAME, at__gte=now() - LATE).exists()
