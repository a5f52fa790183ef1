"""The button that copies a step, a flow or an agent."""

from typing import Any

from django.contrib import messages
from django.contrib.admin.models import ADDITION
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.utils.translation import gettext as _

from agents.admin import audit
from agents.admin.places import page
from agents.duplicate import duplicate_agent, duplicate_flow, duplicate_step
from agents.models import Agent, Flow, Step

COPIES: dict[type, Any] = {Agent: duplicate_agent, Flow: duplicate_flow, Step: duplicate_step}


def view(request: HttpRequest, row: Any) -> HttpResponse:
    """Copy the row and go to the page of the copy."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not request.user.has_perm(f"agents.add_{row._meta.model_name}"):
        raise PermissionDenied
    made = COPIES[type(row)](row)
    said = _("Copied %(original)s as %(copy)s.") % {"original": audit.part(row), "copy": made.slug}
    audit.note(request, made.owner, said, ADDITION if isinstance(made, Agent) else 2)
    messages.success(request, said)
    return HttpResponseRedirect(page(made))
