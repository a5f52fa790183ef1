"""What every page shows of the fact store."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from facts.queries import waiting_count


def waiting(request: HttpRequest) -> dict[str, Any]:
    """`facts_waiting`: how many questions about facts wait for the person (F18). Counted only where a page shows it."""
    return {"facts_waiting": SimpleLazyObject(lambda: _count(request))}


def _count(request: HttpRequest) -> int:
    user = getattr(request, "user", None)
    return waiting_count(user) if user is not None and user.is_authenticated else 0
