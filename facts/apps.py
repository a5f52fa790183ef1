"""The fact store as a Django application."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_delete, post_migrate, post_save, pre_migrate
from django.utils.translation import gettext_lazy as _


class FactsConfig(AppConfig):
    name = "facts"
    verbose_name = _("Facts")

    def ready(self) -> None:
        """Guard the ledger (F11), and keep current facts pointing into the catalogue."""
        from facts import rotation, triggers

        pre_migrate.connect(triggers.drop_before_migrate, sender=self)
        post_migrate.connect(triggers.create_after_migrate, sender=self)
        register(triggers.check, Tags.database)
        register(rotation.check, Tags.database)
        post_save.connect(_relink, sender="facts.CatalogueKey")
        post_delete.connect(_relink, sender="facts.CatalogueKey")


def _relink(raw: bool = False, **_kwargs: Any) -> None:
    from facts.catalogue import relink

    if not raw:
        relink()
