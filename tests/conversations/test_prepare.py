"""`manage.py prepare`: accounts that can be used at once, and a second run that changes nothing."""

from io import StringIO

import pytest
from django.conf import LazySettings
from django.contrib.auth import authenticate
from django.core.management import call_command

from agents.models import Agent
from facts.models import Person

pytestmark = pytest.mark.django_db


def prepared() -> str:
    """What the command says."""
    out = StringIO()
    call_command("prepare", stdout=out)
    return out.getvalue()


def test_the_accounts_work_with_the_passwords_that_are_printed(settings: LazySettings) -> None:
    settings.STAFF_PASSWORD, settings.DEMO_PASSWORD = "staff-pass-1", "demo-pass-1"
    said = prepared()
    for name, password in (("staff", "staff-pass-1"), ("demo", "demo-pass-1")):
        assert f"account {name}, password {password}" in said
        assert authenticate(username=name, password=password)
    assert Person.objects.get(username="staff").is_superuser
    assert not Person.objects.get(username="demo").is_staff
    assert Agent.objects.filter(live__isnull=False).count() == 3


def test_a_second_run_changes_nothing_and_tells_the_passwords_again(settings: LazySettings) -> None:
    settings.STAFF_PASSWORD, settings.DEMO_PASSWORD = "staff-pass-1", "demo-pass-1"
    assert prepared() == prepared()
    assert Person.objects.count() == 2


def test_a_password_that_was_changed_is_neither_reset_nor_told(settings: LazySettings) -> None:
    settings.DEMO_PASSWORD = "demo-pass-1"
    prepared()
    demo = Person.objects.get(username="demo")
    demo.set_password("mine alone")
    demo.save()
    assert "demo-pass-1" not in prepared()
    assert authenticate(username="demo", password="mine alone")


def test_without_a_password_in_the_settings_a_random_one_is_told_once(settings: LazySettings) -> None:
    settings.STAFF_PASSWORD = settings.DEMO_PASSWORD = ""
    first = prepared()
    password = first.split("account demo, password ")[1].split()[0]
    assert authenticate(username="demo", password=password)
    assert password not in prepared()
