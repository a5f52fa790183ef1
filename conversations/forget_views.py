"""The pages on which people have something forgotten, each of which asks once (F20); and what is kept at all.

They say exactly what goes and what stays, and offer the export first. They are plain forms: no script is needed.
"""

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from conversations import door, forgetting
from conversations.actions import Refused
from conversations.models import Conversation
from conversations.visitors import forget_token
from facts.catalogue import load
from facts.decisions import NotFound
from facts.models import Entry
from facts.page import person_of

_ASKING = ["GET", "HEAD", "POST"]


@require_http_methods(_ASKING)
@login_required
@never_cache
def forget_key(request: HttpRequest, entry: int) -> HttpResponse:
    """Ask whether the fact of an entry is to be forgotten, all of it; POST does it. 404 if it is not theirs."""
    person = person_of(request)
    key = get_object_or_404(Entry, pk=entry, person=person).key
    title = load().title(key)
    if request.method != "POST":
        content = {"title": title, "extent": forgetting.extent(person, key), "entry": entry}
        return render(request, "forget/key.html", content)
    try:
        forgetting.forget_key(person, key)
    except NotFound:
        raise Http404 from None
    messages.success(request, _("%(label)s: forgotten.") % {"label": title})
    return redirect("facts:profile")


@require_http_methods(_ASKING)
@login_required
@never_cache
def forget_me(request: HttpRequest) -> HttpResponse:
    """Ask whether everything is to be forgotten, with the account or without; POST does it."""
    person = person_of(request)
    if request.method != "POST":
        conversations = Conversation.objects.filter(person=person).count()
        return render(request, "forget/me.html", {"conversations": conversations})
    account = "account" in request.POST
    forgetting.forget_person(person, account=account)
    if account:
        logout(request)
        messages.success(request, _("Everything about you is forgotten, and your account is gone."))
        return redirect("home")
    messages.success(request, _("Everything about you is forgotten."))
    return redirect("facts:profile")


@require_http_methods(_ASKING)
@never_cache
def forget_conversation(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """Ask whether a conversation is to be forgotten; POST does it. 404 if it is not theirs."""
    try:
        found = door.enter(door.speaker_of(request.session, conversation), conversation)
        if request.method != "POST":
            return render(request, "forget/conversation.html", {"conversation": found, "messages_kept": found.seq})
        forgetting.forget_conversation(found)
    except Refused:
        raise Http404 from None
    forget_token(request.session, conversation)
    messages.success(request, _("The conversation is forgotten."))
    return redirect("home")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, how, what is sent where, and what forgetting does."""
    content = {
        "has_model": bool(settings.OPENAI_API_KEY),
        "people": settings.WIKI_PEOPLE,
        "days": settings.VISITOR_RETENTION_DAYS,
    }
    return render(request, "forget/privacy.html", content)
