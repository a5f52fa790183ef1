"""The fact store as a Django application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FactsConfig(AppConfig):
    name = "facts"
    verbose_name = _("Facts")
