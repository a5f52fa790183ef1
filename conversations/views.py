"""The pages of people who talk. They work without JavaScript; the scripts of `static/js` make them live."""

import asyncio
import secrets
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from agents import live
from agents.models import Agent, Version
from conversations import actions, door, labels, onboarding, runner
from conversations.clock import now
from conversations.log import Last, Page, last_of, page_of
from conversations.models import Conversation
from conversations.seen import saw, unseen
from conversations.visitors import conversations_of, keep_token
from facts.models import Person
from facts.showing import show
from facts.timezones import is_timezone

RECENT = 10
PAGE = 25
"""Conversations on the start page, and on a page of all."""
EMPTY = Page()


@dataclass(frozen=True, slots=True)
class Offer:
    """An agent on the start page. `offers` are the names of what it can do; `may_start` is false without an account."""

    slug: str
    name: str
    language: str
    offers: tuple[str, ...]
    may_start: bool


@require_GET
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Who one can talk to, and the latest conversations."""
    agents = [
        Offer(agent.slug, agent.name, agent.language, _offers(agent.live), _may_talk(request, agent))
        for agent in live.published()
    ]
    recent = _recent(request)
    return render(request, "home.html", {"agents": agents, "recent": recent[:RECENT], "has_more": len(recent) > RECENT})


@require_GET
@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """All of one's conversations, in pages, the latest first."""
    page = Paginator(_own(request), PAGE).get_page(request.GET.get("page"))
    return render(request, "chat/history.html", {"page": page, "conversations": last_of(page)})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def chat(request: HttpRequest, agent: str) -> HttpResponse:
    """A chat that has not begun. POST begins it, with a message if there is one; 404 for an agent one may not use."""
    found = get_object_or_404(Agent.objects.select_related("live"), slug=agent, live__isnull=False)
    if not _may_talk(request, found):
        return redirect(f"{reverse('login')}?next={reverse('chat', args=[agent])}")
    is_script = request.accepts("application/json") and not request.accepts("text/html")
    if not (is_script or _words(request)) and _is_to_be_asked(request, found):
        return redirect("onboarding", agent)
    if request.method != "POST":
        return _render(request, agent=found)
    begun = _begin(request, found)
    address = reverse("conversation", args=[begun.pk])
    if is_script:
        return JsonResponse({"conversation": str(begun.pk), "address": address}, status=201)
    return _take(request, begun) if _words(request) else redirect(address)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def ask_first(request: HttpRequest, agent: str) -> HttpResponse:
    """The short form before a chat (F10). POST keeps what was answered, or skips it, and begins the conversation."""
    found = get_object_or_404(Agent.objects.select_related("live"), slug=agent, live__isnull=False)
    person = request.user
    if not isinstance(person, Person) or (request.method != "POST" and not _is_to_be_asked(request, found)):
        return redirect("chat", agent)
    if request.method != "POST":
        keys = onboarding.missing(found, person, now())
        return _ask(request, found, onboarding.questions(found, keys, person, now()))
    if "skip" not in request.POST:
        keys = onboarding.asked_of(found, request.POST.getlist("asked"))
        questions = onboarding.questions(found, keys, person, now(), request.POST)
        if not onboarding.save(person, questions):
            return _ask(request, found, questions, status=422)
    onboarding.keep_asked(request.session, found)
    return redirect("conversation", _begin(request, found).pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def conversation(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """One's own conversation; 404 for anyone else's. POST sends a message, runs the turn and shows the page again."""
    try:
        found = door.enter(door.speaker_of(request.session, conversation), conversation)
    except actions.Refused:
        if messages.get_messages(request):  # what a card's form has done is told, not lost on a page that is gone
            return redirect("home")
        raise Http404 from None
    return _take(request, found) if request.method == "POST" else _show(request, found)


def _is_to_be_asked(request: HttpRequest, agent: Agent) -> bool:
    """Whether a signed-in person gets the short form first; visitors never do (F10)."""
    person = request.user
    return isinstance(person, Person) and onboarding.is_due(request.session, agent, person, now())


def _ask(
    request: HttpRequest, agent: Agent, questions: list[onboarding.Question], *, status: int = 200
) -> HttpResponse:
    return render(request, "chat/onboarding.html", {"agent": agent, "questions": questions}, status=status)


def _may_talk(request: HttpRequest, agent: Agent) -> bool:
    return agent.visitors or request.user.is_authenticated


def _recent(request: HttpRequest) -> list[Last]:
    return last_of(_own(request)[: RECENT + 1])


def _own(request: HttpRequest) -> QuerySet[Conversation]:
    """The conversations of whoever asks in which something was said, the latest first."""
    rows = Conversation.objects.filter(last_message_at__isnull=False).select_related("agent", "keyring")
    if request.user.is_authenticated:
        rows = rows.filter(person=request.user)
    else:
        rows = rows.filter(pk__in=conversations_of(request.session), person=None)
    return rows.annotate(unseen=unseen()).order_by("-last_message_at", "-created_at", "pk")


def _offers(version: Version | None) -> tuple[str, ...]:
    """The names of what a first message can ask for."""
    flows = live.definition(version).flows.values() if version else ()
    return tuple(flow.name for flow in flows if flow.message_triggers)


def _begin(request: HttpRequest, agent: Agent) -> Conversation:
    person = request.user if request.user.is_authenticated else None
    started = actions.start(agent, person=person, timezone="" if person and person.timezone else _zone(request))
    if started.token:
        keep_token(request.session, started.conversation.pk, started.token)
    return started.conversation


def _zone(request: HttpRequest) -> str:
    """The browser's time zone, which its script tells; empty if it is none."""
    zone = request.POST.get("timezone", "")
    return zone if is_timezone(zone) else ""


def _words(request: HttpRequest) -> str:
    return request.POST.get("suggestion") or request.POST.get("text", "")


def _take(request: HttpRequest, conversation: Conversation) -> HttpResponse:
    """Store what was sent, or say why not; run the turn; go to the end of the page."""
    try:
        _receive(request, conversation)
    except actions.Refused as refused:
        return _show(request, conversation, status=refused.status, error=refused.message, text=_words(request))
    async_to_sync(_answered)(conversation.pk)
    return redirect(reverse("conversation", args=[conversation.pk]) + "#end")


async def _answered(conversation: UUID) -> None:
    """Wait for the turn. It goes on when the browser does not wait."""
    await asyncio.wait([runner.start(conversation)])


def _receive(request: HttpRequest, conversation: Conversation) -> None:
    client_id = request.POST.get("client_id") or secrets.token_hex(16)
    tapped = _tapped(request, conversation)
    said = {"field": tapped["field"], "value": tapped["value"]} if tapped else {"text": _words(request)}
    door.say(conversation, client_id, **said)


def _tapped(request: HttpRequest, conversation: Conversation) -> dict[str, Any] | None:
    """The quick reply that was tapped: the page names it by its message and place, never by a value of its own."""
    seq, _dot, index = request.POST.get("tap", "").partition(".")
    if not (seq.isdecimal() and index.isdecimal()):
        return None
    question = page_of(conversation, before=int(seq) + 1).question
    replies = question["quick_replies"] if question and question["seq"] == int(seq) else []
    return replies[int(index)] if int(index) < len(replies) else None


def _show(request: HttpRequest, conversation: Conversation, *, status: int = 200, **context: Any) -> HttpResponse:
    before = request.GET.get("before", "")
    page = page_of(conversation, before=int(before) if before.isdecimal() else None)
    if request.method == "GET":
        saw(conversation, page.last_seq)
    page = replace(page, messages=labels.translated(page.messages))
    return _render(request, agent=conversation.agent, conversation=conversation, page=page, status=status, **context)


def _render(
    request: HttpRequest,
    *,
    agent: Agent,
    conversation: Conversation | None = None,
    page: Page = EMPTY,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    suggestions = () if page.messages else _offers(conversation.version if conversation else agent.live)
    everything = {
        **context,
        "agent": agent,
        "conversation": conversation,
        "page": page,
        "suggestions": suggestions,
        "address": request.path,
        "longest_text": actions.LONGEST_TEXT,
        "longest": show(actions.LONGEST_TEXT, get_language() or "en"),
        "client_id": secrets.token_hex(16),
    }
    with timezone.override(_readers_zone(request, conversation)):
        return render(request, "chat/chat.html", everything, status=status)


def _readers_zone(request: HttpRequest, conversation: Conversation | None) -> str:
    """The zone of the times on the page (L8); the scripts write them again in the browser's own."""
    own = request.user.timezone if request.user.is_authenticated else ""
    begun_in = conversation.timezone if conversation else ""
    return own or begun_in or timezone.get_default_timezone_name()
