"""The app of what staff author."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class AgentsConfig(AppConfig):
    """Agents: drafts, checks, published versions."""

    name = "agents"
    verbose_name = _("Agents")

    def ready(self) -> None:
        """Register the actions: `RAPPORT_ACTIONS` names the modules to import."""
        for module in settings.RAPPORT_ACTIONS:
            import_module(module)
