"""A step of a flow and its branches."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.columns import JsonText, duration_validator, slug_validator
from agents.models.agent import Agent
from agents.models.flow import Flow
from agents.models.row import Row


class Step(Row):
    """A node of a flow. Which columns matter depends on `kind` (the table in agent-format.md)."""

    class Kind(models.TextChoices):
        """What a step does."""

        TALK = "talk", _("talk: the model speaks or asks")
        SAY = "say", _("say: a fixed text")
        DO = "do", _("do: an action runs")
        IF = "if", _("if: a fork")
        WAIT = "wait", _("wait: for a time, a reply or an event")

    class Need(models.TextChoices):
        """How many of the collected fields are needed."""

        ALL = "all", _("every field")
        ANY = "any", _("one of them is enough")

    flow = models.ForeignKey(Flow, on_delete=models.CASCADE, related_name="steps")
    slug = models.CharField(
        _("id"), max_length=64, validators=[slug_validator], help_text=_("How other steps name it.")
    )
    kind = models.CharField(_("kind"), max_length=4, choices=Kind, default=Kind.TALK)
    name = models.CharField(
        _("name"), blank=True, default="", help_text=_("A name for your colleagues. Empty: the id.")
    )
    then = JsonText(_("then"), help_text=_("Where the run goes on. Empty: the step after this one."))
    else_then = JsonText(
        _("else"),
        help_text=_(
            "Where the run goes if the condition does not hold; of a wait, if the person writes first, or if the event "
            "does not come in time."
        ),
    )
    skip_if = JsonText(_("skip if"), help_text=_("The step is skipped while this holds. Empty: never."))
    requires = JsonText(
        _("requires"), empty=list, help_text=_("Fields that must be known first; asked for if missing.")
    )
    collect = JsonText(_("collects"), empty=list, help_text=_("Fields this step asks for. Known ones are never asked."))
    need = models.CharField(_("needs"), max_length=3, blank=True, default="", choices=Need)
    prompt = models.TextField(
        _("prompt"), blank=True, default="", help_text=_("What the model shall say, as an instruction.")
    )
    otherwise = models.TextField(
        _("otherwise"), blank=True, default="", help_text=_("Said word for word when there is no model or it failed.")
    )
    say = models.TextField(
        _("text"), blank=True, default="", help_text=_("Said word for word; {{ data.field }} fills in.")
    )
    action = models.CharField(_("action"), blank=True, default="", help_text=_("A registered action."))
    input = JsonText(
        _("input"),
        empty=dict,
        help_text=_("What the action gets: a value, or what a name such as {{ data.hotel }} stands for."),
    )
    saves = JsonText(
        _("keeps"), empty=dict, help_text=_("What later steps may use of its result, as {{ run.price }} for instance.")
    )
    on_fail = JsonText(_("on failure"), help_text=_("Where the run goes when the action fails. Empty: the run ends."))
    condition = JsonText(_("if"), help_text=_("Judged at once by code, not by the model."))
    wait_for = models.CharField(
        _("waits for"),
        blank=True,
        default="",
        validators=[duration_validator],
        help_text=_("A time, e.g. 30m, 24h or 2d; 2d is two calendar days."),
    )
    wait_event = models.CharField(
        _("until the event"),
        blank=True,
        default="",
        help_text=_("The name by which the site reports it, e.g. payment.received. The time is then the longest wait."),
    )
    prepare = JsonText(
        _("prepare"),
        empty=list,
        help_text=_(
            "Actions that run each time before the step speaks, e.g. reserve_slot; they get no input. If one fails, the"
            " step does not speak."
        ),
    )
    finalize = JsonText(
        _("finalize"),
        empty=list,
        help_text=_(
            "Actions that run each time after the step spoke, e.g. log_offer; they get no input. If one fails, only"
            " staff see it."
        ),
    )

    class Meta(Row.Meta):
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        constraints = [models.UniqueConstraint(fields=["flow", "slug"], name="step_id_once_per_flow")]

    def __str__(self) -> str:
        return self.name or self.slug

    @property
    def owner(self) -> Agent:
        """The agent whose draft holds the step."""
        return self.flow.agent


class Branch(Row):
    """An early exit from a step that is asking or waiting (T35 to T38)."""

    step = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="branches")
    when = JsonText(
        _("when"),
        empty=list,
        help_text=_("One a line, in words; the model judges the next message. Any of them is enough."),
    )
    vetoes = JsonText(_("but not"), empty=list, help_text=_("One a line; none of these may fit the message."))
    condition = JsonText(_("if"), help_text=_("Judged by code, not by the model. With “when” both must hold."))
    then = JsonText(_("then"), blank=False, help_text=_("Where the run goes on."))
    label = models.CharField(
        _("label"), blank=True, default="", help_text=_("A name for your colleagues, such as “a group”.")
    )

    class Meta(Row.Meta):
        verbose_name = _("branch")
        verbose_name_plural = _("branches")

    def __str__(self) -> str:
        return self.label or ", ".join(map(str, self.when))

    @property
    def owner(self) -> Agent:
        """The agent whose draft holds the branch."""
        return self.step.flow.agent
