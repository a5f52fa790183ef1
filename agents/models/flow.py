"""A flow and what starts it."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.columns import JsonText, duration_validator, slug_validator
from agents.models.agent import Agent
from agents.models.row import Row


class Flow(Row):
    """One goal of a conversation: triggers, required and optional fields, steps."""

    class Complete(models.TextChoices):
        """When a run is complete (T31)."""

        FIELDS = "fields", _("every required field is known")
        LAST_STEP = "last_step", _("its last step is done")

    class OnEnd(models.TextChoices):
        """What follows a completed run (T34)."""

        LEAVE = "leave", _("the floor is free")
        STAY = "stay", _("the last talk step goes on conversing")
        CHAIN = "chain", _("another flow starts")

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="flows")
    slug = models.CharField(
        _("id"), max_length=64, validators=[slug_validator], help_text=_("How other flows and reports name it.")
    )
    name = models.CharField(_("name"), blank=True, default="", help_text=_("Said to people when they have to choose."))
    description = models.TextField(
        _("description"), blank=True, default="", help_text=_("What the person wants; the model routes by it.")
    )
    condition = JsonText(_("if"), help_text=_("What must hold for the flow to start. Empty: always."))
    required = JsonText(_("required fields"), empty=list, help_text=_("A run is not complete without these."))
    optional = JsonText(_("optional fields"), empty=list, help_text=_("Taken when said; never asked twice."))
    complete_when = models.CharField(
        _("complete when"),
        max_length=9,
        blank=True,
        default="",
        choices=Complete,
        help_text=_("Empty: when the required fields are known if there are any, else after the last step."),
    )
    on_end = models.CharField(_("afterwards"), max_length=5, blank=True, default="", choices=OnEnd)
    chain = models.CharField(
        _("flow that starts afterwards"), blank=True, default="", help_text=_("Only if another flow starts afterwards.")
    )
    completion = models.TextField(
        _("completion prompt"), blank=True, default="", help_text=_("For the model, when the last steps say nothing.")
    )
    completion_say = models.TextField(
        _("completion text"), blank=True, default="", help_text=_("Said word for word when the last steps say nothing.")
    )
    reentrant = models.BooleanField(
        _("may start again"),
        default=False,
        help_text=_("Once completed it may start again; its fields are then forgotten."),
    )
    batch = models.PositiveIntegerField(
        _("questions in one message"), default=1, help_text=_("How many asking steps one message may combine; 0: all.")
    )
    max_attempts = models.PositiveIntegerField(
        _("failed answers"),
        default=3,
        validators=[MinValueValidator(1)],
        help_text=_("After so many in a row at one step the run goes where the next setting says."),
    )
    on_stuck = JsonText(_("when stuck"), help_text=_("Where the run goes then. Empty: explain and keep asking."))
    max_steps = models.PositiveIntegerField(
        _("step limit"),
        default=50,
        validators=[MinValueValidator(1)],
        help_text=_("Steps that one turn may enter before it is stopped as a loop."),
    )

    class Meta(Row.Meta):
        verbose_name = _("flow")
        verbose_name_plural = _("flows")
        constraints = [models.UniqueConstraint(fields=["agent", "slug"], name="flow_id_once_per_agent")]

    def __str__(self) -> str:
        return self.name or self.slug

    @property
    def owner(self) -> Agent:
        """The agent whose draft holds the flow."""
        return self.agent


class Trigger(Row):
    """What may start a flow: a message, an event or silence."""

    class Kind(models.TextChoices):
        """The kinds of triggers."""

        MESSAGE = "message", _("message")
        EVENT = "event", _("event")
        SILENCE = "silence", _("silence")

    flow = models.ForeignKey(Flow, on_delete=models.CASCADE, related_name="triggers")
    kind = models.CharField(_("kind"), max_length=7, choices=Kind, default=Kind.MESSAGE)
    messages = JsonText(
        _("messages"),
        empty=list,
        help_text=_("One wording a line: what the person wants or says. Any of them starts it."),
    )
    vetoes = JsonText(_("but not"), empty=list, help_text=_("One a line; none of these may fit the message."))
    event = models.CharField(
        _("event"),
        blank=True,
        default="",
        help_text=_("The name by which the site reports it, e.g. booking_link_opened."),
    )
    silence = models.CharField(
        _("silence"),
        blank=True,
        default="",
        validators=[duration_validator],
        help_text=_("How long the person has written nothing, e.g. 90m or 24h; 2d is two calendar days."),
    )
    interrupt = models.BooleanField(
        _("interrupts"),
        default=False,
        help_text=_("An event takes the floor at once, e.g. a failed payment. Otherwise it waits for its turn."),
    )

    class Meta(Row.Meta):
        verbose_name = _("trigger")
        verbose_name_plural = _("triggers")

    def __str__(self) -> str:
        return self.event or self.silence or ", ".join(map(str, self.messages))

    @property
    def owner(self) -> Agent:
        """The agent whose draft holds the trigger."""
        return self.flow.agent
