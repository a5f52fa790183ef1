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
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextareaWidget

from conversations import actions, frames, serving
from conversations.handed_off import LONGEST_FIRST, waiting_first
from conversations.log import page_of
from conversations.models import Conversation
from conversations.templatetags.chat import ago

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
        return waiting_first().select_related("agent", "keyring")

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
        """How long nobody has answered."""
        if row.waits_since is None:
            return str(_("answered"))
        return format_html('<time datetime="{}">{}</time>', row.waits_since.isoformat(), ago(row.waits_since))

    @admin.display(description=_("unanswered messages"))
    def unanswered(self, row: Any) -> int:
        """How many messages wait for an answer."""
        return row.unanswered

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The log with a reply box; on POST the answer is sent, or the conversation given back."""
        row = self.get_object(request, unquote(object_id))
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        if row is None:
            messages.warning(request, _("Nobody asks for a person there, or it was given back already."))
            return HttpResponseRedirect(reverse(LIST))
        if request.method != "POST":
            return self._show(request, row)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        try:
            return _give_back(request, row) if "give_back" in request.POST else _answer(request, row)
        except actions.Refused as refused:
            return self._show(request, row, error=refused.message, status=refused.status)

    def _show(self, request: HttpRequest, row: Any, *, error: Any = "", status: int = 200) -> HttpResponse:
        before = request.GET.get("before", "")
        page = page_of(row, before=int(before) if before.isdecimal() and len(before) < 10 else None)
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
            "error": error,
            "may_answer": self.has_change_permission(request, row),
            "back": reverse(LIST),
        }
        return TemplateResponse(request, "admin/conversations/conversation.html", context, status=status)


def _answer(request: HttpRequest, row: Conversation) -> HttpResponse:
    """Send the answer, and show it."""
    client_id = request.POST.get("client_id", "") or secrets.token_hex(16)
    message = actions.staff_say(row, request.POST.get("text", ""), client_id=client_id)
    serving.announce(row.pk, frames.message(message, row.keyring))
    return HttpResponseRedirect(reverse(PAGE, args=[row.pk]))


def _give_back(request: HttpRequest, row: Conversation) -> HttpResponse:
    """Give it back; the agent asks its question again meanwhile."""
    actions.give_back(row)
    serving.answer_soon(row.pk)
    messages.success(request, _("Given back. The agent goes on with the conversation."))
    return HttpResponseRedirect(reverse(LIST))
