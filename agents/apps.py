"""The app of what staff author."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AgentsConfig(AppConfig):
    """Agents: drafts, checks, published versions."""

    name = "agents"
    verbose_name = _("Agents")

    def ready(self) -> None:
        """Register the actions (`RAPPORT_ACTIONS` names the modules to import), and have the groups made."""
        from agents import roles

        post_migrate.connect(roles.make, sender=self, dispatch_uid="agents.roles")
        for module in settings.RAPPORT_ACTIONS:
            import_module(module)
