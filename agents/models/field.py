"""A field: a typed value that conversations collect."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.columns import JsonText, slug_validator
from agents.models.agent import Agent
from agents.models.row import Row


class Field(Row):
    """A typed value that a conversation collects. `schema` has the JSON Schema keywords without a column."""

    class Type(models.TextChoices):
        """The types of values."""

        STRING = "string", _("text")
        INTEGER = "integer", _("whole number")
        NUMBER = "number", _("number")
        BOOLEAN = "boolean", _("yes or no")
        DATE = "date", _("date")
        TIME = "time", _("time")
        DATETIME = "datetime", _("date and time")
        EMAIL = "email", _("e-mail address")
        PHONE = "phone", _("phone number")
        URL = "url", _("web address")
        LIST = "list", _("list")
        OBJECT = "object", _("object")

    class Extract(models.TextChoices):
        """Which messages may fill a field."""

        ASKED = "asked", _("only when asked for")
        ANYTIME = "anytime", _("from any message")

    class Prefer(models.TextChoices):
        """Which day a date without a year means."""

        FUTURE = "future", _("the next such day")
        PAST = "past", _("the last such day")

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="fields")
    slug = models.CharField(
        _("id"), max_length=64, validators=[slug_validator], help_text=_("Used in templates as {{ data.id }}.")
    )
    type = models.CharField(_("type"), max_length=8, choices=Type, default=Type.STRING)
    description = models.TextField(
        _("description"), blank=True, default="", help_text=_("What the value is, for the model that reads messages.")
    )
    enum = JsonText(_("choices"), empty=list, help_text=_("The values that it may have, one a line. Empty: free."))
    synonyms = JsonText(
        _("other words for a choice"),
        empty=dict,
        help_text=_("One a line: what people say when they mean this choice."),
    )
    ask = models.TextField(
        _("question"), blank=True, default="", help_text=_("Asked as it stands when there is no model.")
    )
    minimum = JsonText(_("minimum"), help_text=_("The least it may be: a value, counted from today, or another field."))
    maximum = JsonText(_("maximum"), help_text=_("The most it may be."))
    prefer = models.CharField(_("a date without a year means"), max_length=6, blank=True, default="", choices=Prefer)
    schema = JsonText(
        _("more constraints"),
        empty=dict,
        help_text=_("What else holds of the value. Empty: nothing."),
    )
    extract = models.CharField(
        _("taken"),
        max_length=7,
        blank=True,
        default="",
        choices=Extract,
        help_text=_("Empty: yes-or-no fields only when asked for, all others from any message."),
    )
    stale_on_change = models.BooleanField(
        _("stale on change"),
        default=False,
        help_text=_("Forgotten and asked again when a field that its step requires is corrected."),
    )
    fact = models.CharField(
        _("fact key"),
        blank=True,
        default="",
        help_text=_("Bound to this fact: known from what the person said before, and offered to them as a fact."),
    )

    class Meta(Row.Meta):
        verbose_name = _("field")
        verbose_name_plural = _("fields")
        constraints = [models.UniqueConstraint(fields=["agent", "slug"], name="field_id_once_per_agent")]

    def __str__(self) -> str:
        return self.slug

    @property
    def owner(self) -> Agent:
        """The agent whose draft holds the field."""
        return self.agent
