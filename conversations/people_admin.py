"""Deleting a person in the admin: their account goes by the forget routine, and nothing else does (F20)."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from conversations.forgetting import forget_person
from conversations.models import Conversation
from facts.admin import PersonAdmin
from facts.models import Entry, Person

admin.site.unregister(Person)


@admin.register(Person)
class ForgettablePersonAdmin(PersonAdmin):
    """Accounts, as in `facts.admin`, and deleting them: here are the conversations that go with one."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        """People; nobody who was made for the trial of an agent."""
        return super().get_queryset(request).filter(is_pretended=False)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """By the permission of that name."""
        return request.user.has_perm("facts.delete_person")

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[Any]]:
        """What goes, counted: of what people said nothing is shown. Nothing protects it: the routine takes it all."""
        people = list(objs)
        conversations = Conversation.objects.filter(person__in=people).count()
        lines = Entry.objects.filter(person__in=people).count()
        words = [
            ngettext("%(count)d conversation", "%(count)d conversations", conversations) % {"count": conversations},
            ngettext("%(count)d entry about facts", "%(count)d entries about facts", lines) % {"count": lines},
            gettext("The account, with its tokens and sessions, and the key of what they said"),
        ]
        counted = {
            str(Person._meta.verbose_name_plural): len(people),
            str(Conversation._meta.verbose_name_plural): conversations,
            str(Entry._meta.verbose_name_plural): lines,
        }
        allowed = self.has_delete_permission(request)
        missing = set() if allowed else {str(Person._meta.verbose_name)}
        return [*map(str, people), words], counted, missing, []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Forget the person with the account."""
        _forget(obj)

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[Any] | Sequence[Any]") -> None:
        """Forget each of them with their account."""
        for person in list(queryset):
            _forget(person)


def _forget(person: Person) -> None:
    """Forget the person; the receipt says that it was not they who asked."""
    forget_person(person, account=True, because="staff")
