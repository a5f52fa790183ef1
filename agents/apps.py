"""The app of what staff author."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AgentsConfig(AppConfig):
    """Agents: drafts, checks, published versions."""

    name = "agents"
    verbose_name = _("Agents")
