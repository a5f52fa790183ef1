"""Conversations over HTTP (protocol.md)."""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth import logout
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from agents import live
from agents.models import Agent
from conversations import attending, door, frames, serving
from conversations.actions import Refused, change_context, report_event, start
from conversations.clock import now
from conversations.door import Speaker
from conversations.forgetting import forget_conversation, forget_key, forget_person
from conversations.given import check_given
from conversations.models import Conversation
from conversations.serializers import (
    WAITS,
    AfterSerializer,
    AgentSerializer,
    ContextSerializer,
    ConversationSerializer,
    ConversationStateSerializer,
    EventSerializer,
    ForgetMeSerializer,
    GiveBackSerializer,
    MessageSerializer,
    PageSerializer,
    ReceiptSerializer,
    ReportedEventSerializer,
    ReportSerializer,
    SaySerializer,
    StaffSaySerializer,
    StartedSerializer,
    StartSerializer,
    WaitSerializer,
)
from conversations.work import Frame
from facts.api_call import Form, Nothing, body_of, query_of
from facts.api_forms import KeyIn
from facts.decisions import NotFound
from facts.models import Person, Receipt

PAGE = 100
"""Messages in one answer."""
MOST = 200
"""Conversations in one answer."""
TOKEN = OpenApiParameter("X-Conversation-Token", str, OpenApiParameter.HEADER, description="A visitor's token.")


REPORT = {200: ReportSerializer}


class StartThrottle(AnonRateThrottle):
    """How many conversations one address may start without an account."""

    scope = "start"
    rate = "30/min"


class Call(APIView):
    """A call of the API, which takes a query string by the form of its method, and no other name in it."""

    queries: ClassVar[Mapping[str, Form]] = {}
    asked: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read the query string into `asked` once it is known who asks. Raises ValidationError."""
        super().initial(request, *args, **kwargs)
        self.asked = query_of(request, self.queries.get(str(request.method), Nothing))


class PublishedAgents(Call):
    """The published agents that one may use."""

    permission_classes = [AllowAny]

    @extend_schema(responses=AgentSerializer(many=True))
    def get(self, request: Request) -> Response:
        """By name; without an account those that visitors may talk to."""
        agents = [agent for agent in live.published() if _may_use(request, agent)]
        return Response(AgentSerializer(agents, many=True).data)


class Conversations(Call):
    """Starting a conversation, and the list of one's own."""

    permission_classes = [AllowAny]

    def get_throttles(self) -> list[Any]:
        """Only starting is limited."""
        return [StartThrottle()] if self.request.method == "POST" else []

    @extend_schema(responses=ConversationSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Mine, the newest first."""
        person = _person(request)
        if person is None:
            raise NotAuthenticated
        rows = Conversation.objects.filter(person=person).select_related("agent").order_by("-created_at")
        return Response(ConversationSerializer(rows[:MOST], many=True).data)

    @extend_schema(request=StartSerializer, responses={201: StartedSerializer})
    def post(self, request: Request) -> Response:
        """Start one."""
        asked = body_of(request, StartSerializer)
        _check_host(request, asked)
        agent = Agent.objects.select_related("live").filter(slug=asked.pop("agent")).first()
        if agent is None:
            raise Refused("not_found", _("There is no such agent, or it is not open to you."), 404)
        person = _person(request)
        _check_data(agent, person, asked)
        started = start(agent, person, **asked)
        body = {"id": str(started.conversation.pk), "agent": agent.slug, "seq": started.conversation.seq}
        return Response({**body, **({"token": started.token} if started.token else {})}, status=201)


class OneConversation(Call):
    """One conversation with its state."""

    permission_classes = [AllowAny]

    @extend_schema(parameters=[TOKEN], responses=ConversationStateSerializer)
    def get(self, request: Request, conversation: UUID) -> Response:
        """Who has the floor, where it stands, what is known, what is done and what is waited for."""
        return Response(ConversationStateSerializer(door.look_in(_speaker(request), conversation)).data)

    @extend_schema(request=ContextSerializer, responses=ContextSerializer)
    def patch(self, request: Request, conversation: UUID) -> Response:
        """Change the context, as the host: merged by key, seen from the next turn on. Answers the whole context."""
        row = door.enter_as(door.is_host, _speaker(request), conversation)
        return Response({"context": change_context(row, body_of(request, ContextSerializer)["context"])})


class Messages(Call):
    """The log of a conversation."""

    permission_classes = [AllowAny]
    queries = {"GET": AfterSerializer, "HEAD": AfterSerializer, "POST": WaitSerializer}

    @extend_schema(parameters=[TOKEN, AfterSerializer], responses=PageSerializer)
    def get(self, request: Request, conversation: UUID) -> Response:
        """The messages after a number, oldest first."""
        reading = door.look_in(_speaker(request), conversation)
        later = reading.conversation.messages.filter(seq__gt=self.asked["after"]).order_by("seq")
        page = [_message(frame) for frame in reading.messages(later[:PAGE])]
        return Response({"messages": page, "next": page[-1]["seq"] if len(page) == PAGE else None})

    @extend_schema(
        parameters=[TOKEN, WaitSerializer], request=SaySerializer, responses=REPORT | {202: MessageSerializer}
    )
    def post(self, request: Request, conversation: UUID) -> Response:
        """Send one. 202 with the stored message, or with `wait` 200 and the turn's report.

        Staff who may, and send one to somebody who asked for a person, answer them: 202, and no turn.
        """
        speaker = _speaker(request)
        row = door.enter_as(door.may_answer, speaker, conversation) if door.may_answer(speaker.person) else None
        if row is not None and not door.is_theirs(speaker, row):
            return self._answer(request, row)
        return self._say(request, row or door.enter(speaker, conversation))

    def _say(self, request: Request, row: Conversation) -> Response:
        message = door.say(row, **body_of(request, SaySerializer))
        stored = frames.message(message, row.keyring)
        if self.asked["wait"] not in WAITS:
            serving.answer_soon(row.pk, stored)
            return Response(_message(stored), status=202)
        report = serving.answer_now(row.pk, message, stored)
        row = door.enter(_speaker(request), row.pk)  # it may have been forgotten meanwhile
        return Response(_message(stored), status=202) if report is None else Response(_shown(request, row, report))

    def _answer(self, request: Request, row: Conversation) -> Response:
        message = attending.answer(request.user, row, **body_of(request, StaffSaySerializer))
        stored = frames.message(message, row.keyring)
        serving.announce(row.pk, stored)
        return Response(_message(stored), status=202)


class Events(Call):
    """What the host reports of the world."""

    permission_classes = [AllowAny]

    @extend_schema(request=EventSerializer, responses={202: ReportedEventSerializer})
    def post(self, request: Request, conversation: UUID) -> Response:
        """Report one, as the host. 202 with the stored event; the same `id` again answers the first one."""
        row = door.enter_as(door.is_host, _speaker(request), conversation)
        told = body_of(request, EventSerializer)
        event = report_event(row, told["id"], name=told["name"], payload=told["payload"])
        serving.answer_soon(row.pk)
        return Response(ReportedEventSerializer(event, context={"keyring": row.keyring}).data, status=202)


class GiveBack(Call):
    """The end of a hand-off (T11)."""

    permission_classes = [AllowAny]

    @extend_schema(request=GiveBackSerializer, responses=REPORT | {202: None})
    def post(self, request: Request, conversation: UUID) -> Response:
        """Give the conversation back, as staff. 200 with the turn's report; 202 if the turn takes too long.

        409 if the person wrote something behind `seen`. Of what was said only those who may read it are told.
        """
        row = door.enter_as(door.is_staff, _speaker(request), conversation)
        event = attending.give_back(request.user, row, **body_of(request, GiveBackSerializer))
        report = serving.answer_now(row.pk, event)
        if report is None:
            return Response(status=202)
        row = door.enter_as(door.is_staff, _speaker(request), conversation)  # as the turn left it
        kept = (
            report if door.may_read(_person(request)) else {name: report[name] for name in ("status", "stopped_reason")}
        )
        return Response(_shown(request, row, kept))


class ForgetConversation(Call):
    """The end of a conversation and of all that was said in it (F20)."""

    permission_classes = [AllowAny]

    @extend_schema(parameters=[TOKEN], request=None, responses=ReceiptSerializer)
    def post(self, request: Request, conversation: UUID) -> Response:
        """Forget it, as the person or the visitor whose it is. Facts that came of it stay."""
        row = door.enter(_speaker(request), conversation)
        body_of(request)
        return _receipt(forget_conversation(row))


class ForgetKey(Call):
    """The end of a fact (F20)."""

    @extend_schema(request=KeyIn, responses=ReceiptSerializer)
    def post(self, request: Request) -> Response:
        """Forget all that I ever said under a key, and the messages in which it stands."""
        try:
            return _receipt(forget_key(_me(request), body_of(request, KeyIn)["key"]))
        except NotFound:
            raise Refused("not_found", _("Nothing is kept about you under this key."), 404) from None


class ForgetMe(Call):
    """The end of everything (F20)."""

    @extend_schema(request=ForgetMeSerializer, responses=ReceiptSerializer)
    def post(self, request: Request) -> Response:
        """Forget all my facts and conversations; with `account` my account as well."""
        asked = body_of(request, ForgetMeSerializer)
        receipt = forget_person(_me(request), account=asked["account"])
        if asked["account"] and isinstance(request.successful_authenticator, SessionAuthentication):
            logout(request._request)
        return _receipt(receipt)


def _receipt(receipt: Receipt) -> Response:
    return Response(ReceiptSerializer(receipt).data)


def _me(request: Request) -> Person:
    assert isinstance(request.user, Person)
    return request.user


def _person(request: Request) -> Person | None:
    return request.user if isinstance(request.user, Person) and request.user.is_authenticated else None


def _speaker(request: Request) -> Speaker:
    return Speaker(_person(request), request.headers.get("X-Conversation-Token", ""))


def _may_use(request: Request, agent: Agent) -> bool:
    assert agent.live is not None
    return _person(request) is not None or live.definition(agent.live).visitors


def _check_host(request: Request, asked: dict[str, Any]) -> None:
    """Context and given data are the host's. Raises Refused."""
    if ("context" in asked or "data" in asked) and not door.is_host(_person(request)):
        raise Refused("not_allowed", _("Only the site itself may send context or data."), 403)


def _check_data(agent: Agent, person: Person | None, asked: dict[str, Any]) -> None:
    """Given data has to fit the version that the conversation will have. Raises ValidationError."""
    if agent.live is None or not asked.get("data"):
        return
    check_given(
        live.definition(agent.live),
        asked["data"],
        at=now(),
        language=asked.get("language") or (person.language if person else ""),
        zone=asked.get("timezone") or (person.timezone if person else ""),
    )


def _message(frame: Frame) -> Frame:
    return {name: value for name, value in frame.items() if name != "type"}


def _shown(request: Request, row: Conversation, report: dict[str, Any]) -> dict[str, Any]:
    """The report; what its author wrote for the model, and what went wrong in the shop, is staff's to see.

    What is sensitive in it is told to the person alone.
    """
    report = door.reading(_speaker(request), row).report(report)
    if getattr(request.user, "is_staff", False):
        return report
    told = {name: value for name, value in report.items() if name not in ("instructions", "missing_paths")}
    if "errors" in told:
        told["errors"] = [{"type": error["type"], "step": error["step"]} for error in told["errors"]]
    return told
