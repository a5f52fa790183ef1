"""The groups that a site begins with: who writes agents, publishes them, reads conversations, answers in them, audits.

They are made once, after `migrate`. A group that is there is left as it is: staff may have changed it.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.db.models import Q

_PARTS: Final = ("agent", "field", "flow", "trigger", "step", "branch", "instruction")
_SEE: Final = (*(f"agents.view_{part}" for part in _PARTS), "agents.view_version", "conversations.view_turn")

ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "Authors": (*_SEE, *(f"agents.{verb}_{part}" for part in _PARTS for verb in ("add", "change", "delete"))),
    "Publishers": (*_SEE, "agents.publish_agent"),
    "Transcript readers": ("conversations.view_conversation", "conversations.read_transcripts"),
    "Responders": ("conversations.view_conversation", "conversations.change_conversation"),
    "Auditors": ("admin.view_logentry", "facts.view_look"),
}
"""The permissions of each group. Those of other apps are named only: they may be absent."""


def make(using: str = "default", **_signal: Any) -> None:
    """Make the groups that are missing, with their permissions."""
    missing = ROLES.keys() - set(Group.objects.using(using).values_list("name", flat=True))
    if missing:
        _make_permissions(using)
    for name in sorted(missing):
        Group.objects.using(using).create(name=name).permissions.set(_permissions(ROLES[name], using))


def _make_permissions(using: str) -> None:
    """Permissions come to be app by app after `migrate`; those of the apps named here may not be there yet."""
    for label in sorted({name.partition(".")[0] for names in ROLES.values() for name in names}):
        if apps.is_installed(label):
            create_permissions(apps.get_app_config(label), verbosity=0, using=using)


def _permissions(names: Iterable[str], using: str) -> Any:
    wanted = Q(pk__in=())
    for name in names:
        label, _dot, codename = name.partition(".")
        wanted |= Q(content_type__app_label=label, codename=codename)
    return Permission.objects.using(using).filter(wanted)
