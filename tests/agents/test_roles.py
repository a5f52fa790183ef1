"""The groups that a site begins with."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from agents.roles import ROLES, make

pytestmark = pytest.mark.django_db


def _names(group: Group) -> set[str]:
    return {f"{one.content_type.app_label}.{one.codename}" for one in group.permissions.select_related("content_type")}


@pytest.mark.parametrize("name", ROLES)
def test_migrating_makes_the_group_with_permissions_that_exist(name: str) -> None:
    Group.objects.filter(name=name).delete()
    call_command("migrate", verbosity=0)
    assert _names(Group.objects.get(name=name)) == set(ROLES[name])


def test_what_staff_changed_stays() -> None:
    make()
    authors = Group.objects.get(name="Authors")
    authors.permissions.set(Permission.objects.filter(codename="publish_agent"))
    make()
    assert _names(authors) == {"agents.publish_agent"}
    assert Group.objects.filter(name__in=ROLES).count() == len(ROLES)
