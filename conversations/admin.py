"""What staff see of conversations: those in which a person is asked for, to answer and to give back (T11)."""

import secrets
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextareaWidget

from conversations import actions, attending, frames, people_admin, serving, token_admin  # noqa: F401 # pages of theirs
from conversations.handed_off import LONGEST_FIRST, waiting_first
from conversations.log import page_for
from conversations.models import Conversation, Message
from conversations.reading import Reading
from conversations.templatetags.chat import ago
from conversations.understood import understood
from facts.cleaning import clean
from facts.timezones import is_timezone

LIST = "admin:conversations_conversation_changelist"
PAGE = "admin:conversations_conversation_change"


class AnswerForm(forms.Form):
    """The reply box, ready to type in. What may be said the action decides, as everywhere."""

    client_id = forms.CharField(widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Your answer"),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4, "dir": "auto", "autofocus": True}),
    )


@admin.register(Conversation)
class ConversationAdmin(ModelAdmin):
    """Who waits for a person, longest first; and the page on which one answers them and gives them back.

    Other conversations are not shown, and texts only on the page of one.
    """

    list_display = ("agent_name", "waiting_since", "unanswered")
    list_display_links = ("agent_name",)
    list_select_related = ("agent",)
    sortable_by = ()
    actions = None
    change_list_template = "admin/conversations/waiting.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        """Only those that are handed off."""
        return waiting_first().select_related("agent", "keyring", "person", "version")

    def get_ordering(self, request: HttpRequest) -> Any:
        """As they wait."""
        return LONGEST_FIRST

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People begin conversations."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Conversations are forgotten, not deleted."""
        return False

    @admin.display(description=_("conversation with"))
    def agent_name(self, row: Any) -> str:
        """Whom the person talked to."""
        return row.agent.name

    @admin.display(description=_("waits"))
    def waiting_since(self, row: Any) -> SafeString | str:
        """Since when nobody has answered, in the zone of whoever looks."""
        if row.waits_since is None:
            return gettext("answered, has not written since")
        since = date_format(timezone.localtime(row.waits_since), "DATETIME_FORMAT")
        words = gettext("since %(moment)s (%(zone)s), %(ago)s") % {
            "moment": since,
            "zone": timezone.get_current_timezone_name(),
            "ago": ago(row.waits_since),
        }
        return format_html('<time datetime="{}">{}</time>', row.waits_since.isoformat(), words)

    @admin.display(description=_("messages meanwhile"))
    def unanswered(self, row: Any) -> str:
        """How many messages nobody has answered."""
        if not row.unanswered:
            return gettext("none") if row.waits_since is None else gettext("none since the hand-off")
        words = ngettext("%(count)d that nobody answered", "%(count)d that nobody answered", row.unanswered)
        return words % {"count": row.unanswered}

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list, its times in the zone of whoever looks: they are written while it renders."""
        response = super().changelist_view(request, extra_context)
        with timezone.override(_zone(request)):
            return response.render() if isinstance(response, TemplateResponse) else response

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The log with a reply box; on POST the answer is sent, or the conversation given back.

        What was typed is on every page that comes back, so that none of it is lost.
        """
        row = self.get_object(request, unquote(object_id))
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        if request.method == "POST" and not self.has_change_permission(request, row):
            raise PermissionDenied
        if row is None:
            return self._too_late(request, unquote(object_id))
        if request.method != "POST" or "look" in request.POST:
            return self._show(request, row)
        try:
            return _give_back(request, row) if "give_back" in request.POST else _answer(request, row)
        except actions.Refused as refused:
            if refused.code == "not_handed_off":
                return self._too_late(request, unquote(object_id))
            return self._show(request, row, error=refused.message, status=refused.status)

    def _too_late(self, request: HttpRequest, conversation: str) -> HttpResponse:
        """Nobody asks for a person any more: the list, or a page with the answer that was not sent."""
        typed = request.POST.get("text", "")
        if not typed.strip() or _was_sent(request, conversation):
            messages.warning(request, _("Nobody asks for a person there, or it was given back already."))
            return HttpResponseRedirect(reverse(LIST))
        context = {
            **self.admin_site.each_context(request),
            "title": _("This answer was not sent"),
            "opts": self.opts,
            "form": AnswerForm(initial={"text": typed}),
            "back": reverse(LIST),
        }
        return TemplateResponse(request, "admin/conversations/given_back.html", context, status=409)

    def _show(self, request: HttpRequest, row: Any, *, error: Any = "", status: int = 200) -> HttpResponse:
        attending.looked(request.user, row)
        before = request.GET.get("before", "")
        earliest = int(before) if before.isdecimal() and len(before) < 10 else None
        page = page_for(Reading(row, is_own=False), before=earliest)
        words = {"text": request.POST.get("text", ""), "client_id": secrets.token_hex(16)}
        context = {
            **self.admin_site.each_context(request),
            "title": _("A person is asked for: %(agent)s") % {"agent": row.agent},
            "opts": self.opts,
            "conversation": row,
            "page": page,
            # what is remembered about the person is between them and the agent
            "said": [message for message in page.messages if "fact" not in message],
            "form": AnswerForm(initial=words),
            "understood": understood(row),
            "is_newest": not before,
            "zone": _zone(request),
            "looked_at": timezone.now(),
            "error": error,
            "may_answer": self.has_change_permission(request, row),
            "back": reverse(LIST),
        }
        return TemplateResponse(request, "admin/conversations/conversation.html", context, status=status)


def _answer(request: HttpRequest, row: Conversation) -> HttpResponse:
    """Send the answer, and show it."""
    client_id = request.POST.get("client_id", "") or secrets.token_hex(16)
    message = attending.answer(request.user, row, request.POST.get("text", ""), client_id=client_id)
    serving.announce(row.pk, frames.message(message, row.keyring))
    return HttpResponseRedirect(reverse(PAGE, args=[row.pk]))


def _was_sent(request: HttpRequest, conversation: str) -> bool:
    """Whether the answer is in the log: sent before, and now once more."""
    said = Message.objects.filter(role=Message.Role.STAFF, client_id=clean(request.POST.get("client_id", "")))
    return any(str(owner) == conversation for owner in said.values_list("conversation", flat=True))


def _zone(request: HttpRequest) -> str:
    """The zone of the times on the pages: that of the colleague who looks, else the site's."""
    own = getattr(request.user, "timezone", "")
    return own if is_timezone(own) else timezone.get_default_timezone_name()


def _give_back(request: HttpRequest, row: Conversation) -> HttpResponse:
    """Give it back, if everything was seen and nothing typed is left; the agent asks its question again meanwhile."""
    if request.POST.get("text", "").strip():
        raise actions.Refused("unsent", _("Your answer was not sent. Send it or clear it, then hand back."), 409)
    seen = request.POST.get("seen", "")
    attending.give_back(request.user, row, seen=int(seen) if seen.isdecimal() and len(seen) < 10 else 0)
    serving.answer_soon(row.pk)
    messages.success(request, _("Given back. The agent goes on with the conversation."))
    return HttpResponseRedirect(reverse(LIST))
