"""`manage.py prepare`: all that has to be there before a first click. Running it again changes nothing."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _


class Command(BaseCommand):
    """Migrates, loads the example agents, and makes an account for staff and one to try the chat with."""

    help = "Prepares the database: migrations, example agents, the accounts `staff` and `demo`."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("load_examples", verbosity=0)
        self.stdout.write(_("Where to click:"))
        self._account("demo", settings.DEMO_PASSWORD, path="/")
        self._account("staff", settings.STAFF_PASSWORD, path="/admin/", is_staff=True, is_superuser=True)

    def _account(self, name: str, password: str, *, path: str, **rights: bool) -> None:
        password = account(name, password, **rights)
        shown = _("password %(password)s") % {"password": password} if password else _("with the password you gave it")
        address = f"http://{settings.HOST}:{settings.PORT}{path}"
        self.stdout.write(f"  {address:<32} " + _("account %(name)s, %(shown)s") % {"name": name, "shown": shown})


def account(name: str, password: str, **rights: bool) -> str:
    """The account, made if it is missing. Returns its password if that is still the one it was made with, else ''.

    Without a `password` a random one is made up, which can be told only once.
    """
    people = get_user_model().objects
    person = people.filter(username=name).first()
    if person is None:
        password = password or get_random_string(16)
        people.create_user(name, None, password, **rights)
        return password
    return password if password and person.check_password(password) else ""
