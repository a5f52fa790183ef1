"""Facts over HTTP (protocol.md): the signed-in person's own, and nobody else's (F18)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import Any, cast

from django.http import JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import APIException, NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from facts import actions, queries
from facts import export as exporting
from facts.api_call import Form, Nothing, body_of, query_of
from facts.api_forms import (
    ContradictionOut,
    EntryIn,
    FactOut,
    HistoryIn,
    HistoryOut,
    KeyIn,
    MomentIn,
    NotedOut,
    ResolveIn,
    SaidOut,
    StateIn,
)
from facts.models import Person
from facts.refusals import sentence
from facts.values import Invalid

View = Callable[..., Response | JsonResponse]
Asked = dict[str, Any]


class TooLong(APIException):
    """A value that is longer than a fact may be."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_long"


class Answered(APIException):
    """The question was answered, or the value changed, before this request."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "answered"
    default_detail = _("This was answered or changed before.")


def _call(*methods: str, query: Form = Nothing) -> Callable[[View], View]:
    """A call of the API that takes a query string; what the fact store refuses becomes the status it stands for.

    The view is given the request and what stands in its query string, for POST an empty one.
    """

    def decorate(view: View) -> View:
        @api_view(methods)
        @wraps(view)
        def answer(request: Request, **ids: int) -> Response | JsonResponse:
            asked = query_of(request, Nothing if request.method == "POST" else query)
            with _refusals():
                return view(request, asked, **ids)

        return cast(View, answer)

    return decorate


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except actions.NotFound:
        raise NotFound from None
    except actions.Overtaken:
        raise Answered from None
    except Invalid as problem:
        if problem.code == "size":
            raise TooLong(sentence(problem)) from None
        field = "key" if problem.code == "unknown_key" else "value"
        raise ValidationError({field: [sentence(problem)]}, code=problem.code) from None


@extend_schema(methods=["GET"], parameters=[MomentIn], responses=FactOut(many=True))
@extend_schema(methods=["POST"], request=StateIn, responses={201: NotedOut})
@_call("GET", "HEAD", "POST", query=MomentIn)
def facts(request: Request, asked: Asked) -> Response:
    """What is known about me, now or at a moment (F13); or state a fact, as if typed on the profile page (F10)."""
    if request.method != "POST":
        at = asked.get("at")
        known = queries.as_of(_me(request), at) if at else queries.current(_me(request), timezone.now())
        return Response(FactOut(known, many=True).data)
    given = body_of(request, StateIn)
    noted = actions.state(_me(request), given["key"], given["value"], origin="api")
    return Response(NotedOut(noted).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[HistoryIn], responses=HistoryOut)
@_call("GET", "HEAD", query=HistoryIn)
def history(request: Request, asked: Asked) -> Response:
    """What was said and decided about a key, in pages, the latest page first, each with the oldest line first (F13)."""
    limit = asked.pop("limit")
    found = queries.history(_me(request), **asked, limit=limit + 1)
    page = found[-limit:]
    return Response(HistoryOut({"entries": page, "next": page[0].id if len(found) > limit else None}).data)


@extend_schema(responses=SaidOut(many=True))
@_call("GET", "HEAD")
def proposals(request: Request, asked: Asked) -> Response:
    """The proposals that wait for my answer (F5)."""
    return Response(SaidOut(queries.proposals(_me(request)), many=True).data)


@extend_schema(request=None, responses=NotedOut)
@_call("POST")
def accept(request: Request, asked: Asked, proposal: int) -> Response:
    """Accept a proposal."""
    body_of(request)
    return Response(NotedOut(actions.accept(_me(request), proposal)).data)


@extend_schema(request=None, responses=NotedOut)
@_call("POST")
def reject(request: Request, asked: Asked, proposal: int) -> Response:
    """Refuse a proposal; the same value is not proposed again (F6)."""
    body_of(request)
    noted = actions.reject(_me(request), proposal)
    return Response(NotedOut(replace(noted, entry=queries.last_line(_me(request), proposal) or proposal)).data)


@extend_schema(responses=ContradictionOut(many=True))
@_call("GET", "HEAD")
def contested(request: Request, asked: Asked) -> Response:
    """The contradictions that wait for my choice (F7)."""
    return Response(ContradictionOut(queries.contested(_me(request)), many=True).data)


@extend_schema(request=ResolveIn, responses=NotedOut)
@_call("POST")
def resolve(request: Request, asked: Asked, contested: int) -> Response:
    """Say which value is right: `old`, `new` or `neither` (F7)."""
    return Response(NotedOut(actions.resolve(_me(request), contested, body_of(request, ResolveIn)["choice"])).data)


@extend_schema(request=KeyIn, responses=NotedOut(many=True))
@_call("POST")
def retract(request: Request, asked: Asked) -> Response:
    """Take back what is known under a key."""
    taken = actions.retract(_me(request), body_of(request, KeyIn)["key"], origin="api")
    if not taken:
        raise actions.NotFound
    return Response(NotedOut(taken, many=True).data)


@extend_schema(request=EntryIn, responses=NotedOut(many=True))
@_call("POST")
def undo(request: Request, asked: Asked) -> Response:
    """Undo what an entry did (F8); what was decided with it comes after it."""
    undone = actions.undo(_me(request), body_of(request, EntryIn)["entry"])
    return Response(NotedOut(undone, many=True).data)


@extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT})
@_call("GET", "HEAD")
def export(request: Request, asked: Asked) -> JsonResponse:
    """Everything that the fact store keeps about me, as a file (F18)."""
    at = timezone.now()
    headers = {
        "Content-Disposition": f'attachment; filename="facts-{at.date().isoformat()}.json"',
        "Cache-Control": "no-store",
    }
    layout = {"ensure_ascii": False, "indent": 2}
    return JsonResponse(exporting.export(_me(request), at), headers=headers, json_dumps_params=layout)


def _me(request: Request) -> Person:
    assert isinstance(request.user, Person)
    return request.user
