"""The agent itself and the instructions it is given."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from agents.columns import JsonText, duration_validator, slug_validator
from agents.models.row import Row
from facts.timezones import is_timezone

language_validator = RegexValidator(
    r"\A[a-z]{2,3}(-[A-Za-z0-9]+)*\Z", _("Write a language code such as en, fr or en-US.")
)
clock_validator = RegexValidator(r"\A([01][0-9]|2[0-3]):[0-5][0-9]\Z", _("Write a time of day such as 22:00."))


def validate_timezone(name: str) -> None:
    """Refuse a time zone that the IANA database does not have."""
    if not is_timezone(name):
        raise ValidationError(_("Write a time zone such as Europe/Zurich."))


class Agent(models.Model):
    """What staff author: persona, instructions, fields and flows. The rows are the draft; `live` is what users get."""

    slug = models.SlugField(
        _("id"),
        max_length=64,
        unique=True,
        validators=[slug_validator],
        help_text=_("A short name for addresses and files: people chat at /chat/ and this id."),
    )
    name = models.CharField(_("name"), help_text=_("What people see above the chat."))
    language = models.CharField(
        _("language"), default="en", validators=[language_validator], help_text=_("The language the agent speaks.")
    )
    timezone = models.CharField(
        _("time zone"),
        default="UTC",
        validators=[validate_timezone],
        help_text=_("Used for dates and times when the person's own zone is not known."),
    )
    visitors = models.BooleanField(
        _("visitors may chat"), default=False, help_text=_("Whether people without an account may talk to this agent.")
    )
    quiet_from = models.CharField(
        _("quiet from"),
        blank=True,
        default="",
        validators=[clock_validator],
        help_text=_("From this time of day nothing unasked is said, e.g. 22:00; by the clock of the person who chats."),
    )
    quiet_to = models.CharField(
        _("quiet until"),
        blank=True,
        default="",
        validators=[clock_validator],
        help_text=_("The end of the quiet hours, e.g. 08:00. What was put off is said then."),
    )
    retention = models.CharField(
        _("retention"),
        blank=True,
        default="",
        validators=[duration_validator],
        help_text=_(
            "After how long without a message a conversation is forgotten, with all that was said in it, e.g. 365d. "
            "Facts stay. Empty: kept until its person forgets it; a visitor’s as long as the site says."
        ),
    )
    people_hours = models.CharField(
        _("office hours"),
        blank=True,
        default="",
        help_text=_("When colleagues answer, e.g. Mo-Fr 08:00-12:00, 13:00-18:00; Sa 09:00-12:00. Empty: always."),
    )
    people_asked = models.TextField(
        _("said when a person is asked for"),
        blank=True,
        default="",
        help_text=_("Said word for word, e.g. “I am asking a colleague to join us.” Empty: a built-in sentence."),
    )
    people_away = models.TextField(
        _("said outside office hours"),
        blank=True,
        default="",
        help_text=_("Said instead outside of the office hours, e.g. “We answer from eight in the morning.”"),
    )
    persona = models.TextField(
        _("persona"),
        blank=True,
        default="",
        help_text=_("Who the agent is and how it speaks, in two or three sentences."),
    )
    fallback = models.TextField(
        _("fallback"),
        blank=True,
        default="",
        help_text=_("Said word for word when no flow fits. Empty: the model answers in persona."),
    )
    onboarding = JsonText(
        _("onboarding"),
        empty=list,
        help_text=_(
            "Fact keys that a signed-in person is asked for in a short form before a chat, e.g."
            " profile.canton. What is known is not asked for, and nobody has to answer."
        ),
    )
    revision = models.PositiveIntegerField(_("revision"), default=0, editable=False)
    live = models.ForeignKey(
        "agents.Version",
        verbose_name=_("live version"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="+",
    )

    class Meta:
        verbose_name = _("agent")
        verbose_name_plural = _("agents")
        ordering = ("name", "slug")
        permissions = [("publish_agent", _("Can publish an agent"))]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the settings. A later save raises the revision and leaves alone which version is live."""
        if self._state.adding:
            super().save(*args, **kwargs)
            return
        settings = [f.name for f in self._meta.concrete_fields if f.editable and not f.primary_key]
        super().save(*args, **{"update_fields": settings, **kwargs})
        self.raise_revision()

    @property
    def owner(self) -> "Agent":
        """The agent itself: its settings are part of its draft as the rows are."""
        return self

    def raise_revision(self) -> None:
        """Count one change of the draft, in the database and here."""
        Agent.objects.filter(pk=self.pk).update(revision=F("revision") + 1)
        self.refresh_from_db(fields=["revision"])


class Instruction(Row):
    """A rule of behaviour for the whole agent, for one flow or for one step: exactly one of the three is set."""

    class Kind(models.TextChoices):
        """How binding the rule is."""

        MUST = "must", _("must")
        NEVER = "never", _("never")
        SHOULD = "should", _("should")

    agent = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.CASCADE, related_name="instructions")
    flow = models.ForeignKey(
        "agents.Flow", null=True, blank=True, on_delete=models.CASCADE, related_name="instructions"
    )
    step = models.ForeignKey(
        "agents.Step", null=True, blank=True, on_delete=models.CASCADE, related_name="instructions"
    )
    kind = models.CharField(_("kind"), max_length=6, choices=Kind, default=Kind.MUST)
    text = models.TextField(_("text"), help_text=_("What the agent must, must never or should do."))
    when = models.TextField(
        _("when"), blank=True, default="", help_text=_("The situation, in words; the model judges it. Empty: always.")
    )
    condition = JsonText(_("if"), help_text=_("Judged by code, not by the model. Empty: always."))

    class Meta(Row.Meta):
        verbose_name = _("instruction")
        verbose_name_plural = _("instructions")
        constraints = [
            models.CheckConstraint(
                name="instruction_has_one_scope",
                condition=Q(agent__isnull=False, flow__isnull=True, step__isnull=True)
                | Q(agent__isnull=True, flow__isnull=False, step__isnull=True)
                | Q(agent__isnull=True, flow__isnull=True, step__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"

    @property
    def owner(self) -> Agent:
        """The agent whose draft holds the instruction."""
        scope = self.agent or self.flow or self.step
        assert scope is not None
        return scope if isinstance(scope, Agent) else scope.owner
