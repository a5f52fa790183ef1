"""The rows of a draft and the versions made from it."""

import agents.columns
import agents.models.agent
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Agent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.SlugField(
                        help_text="A short name for addresses and files: people chat at /chat/ and this id.",
                        max_length=64,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[a-z][a-z0-9_]*\\Z",
                                "Begin with a lower-case letter, then lower-case letters, digits and _ only.",
                            )
                        ],
                        verbose_name="id",
                    ),
                ),
                ("name", models.CharField(help_text="What people see above the chat.", verbose_name="name")),
                (
                    "language",
                    models.CharField(
                        default="en",
                        help_text="The language the agent speaks.",
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[a-z]{2,3}(-[A-Za-z0-9]+)*\\Z", "Write a language code such as en, fr or en-US."
                            )
                        ],
                        verbose_name="language",
                    ),
                ),
                (
                    "timezone",
                    models.CharField(
                        default="UTC",
                        help_text="Used for dates and times when the person's own zone is not known.",
                        validators=[agents.models.agent.validate_timezone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "visitors",
                    models.BooleanField(
                        default=False,
                        help_text="Whether people without an account may talk to this agent.",
                        verbose_name="visitors may chat",
                    ),
                ),
                (
                    "quiet_from",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="From this time of day nothing unasked is said, e.g. 22:00; by the clock of the person who chats.",
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A([01][0-9]|2[0-3]):[0-5][0-9]\\Z", "Write a time of day such as 22:00."
                            )
                        ],
                        verbose_name="quiet from",
                    ),
                ),
                (
                    "quiet_to",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="The end of the quiet hours, e.g. 08:00. What was put off is said then.",
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A([01][0-9]|2[0-3]):[0-5][0-9]\\Z", "Write a time of day such as 22:00."
                            )
                        ],
                        verbose_name="quiet until",
                    ),
                ),
                (
                    "retention",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="After how long without a message a conversation is forgotten, with all that was said in it, e.g. 365d. Facts stay. Empty: kept until its person forgets it; a visitor’s as long as the site says.",
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[0-9]+[smhd]?\\Z",
                                "Write a whole number and s, m, h or d, for instance 90s, 15m, 24h or 2d.",
                            )
                        ],
                        verbose_name="retention",
                    ),
                ),
                (
                    "people_hours",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="When colleagues answer, e.g. Mo-Fr 08:00-12:00, 13:00-18:00; Sa 09:00-12:00. Empty: always.",
                        verbose_name="office hours",
                    ),
                ),
                (
                    "people_asked",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Said word for word, e.g. “I am asking a colleague to join us.” Empty: a built-in sentence.",
                        verbose_name="said when a person is asked for",
                    ),
                ),
                (
                    "people_away",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Said instead outside of the office hours, e.g. “We answer from eight in the morning.”",
                        verbose_name="said outside office hours",
                    ),
                ),
                (
                    "persona",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Who the agent is and how it speaks, in two or three sentences.",
                        verbose_name="persona",
                    ),
                ),
                (
                    "fallback",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Said word for word when no flow fits. Empty: the model answers in persona.",
                        verbose_name="fallback",
                    ),
                ),
                (
                    "onboarding",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="Fact keys that a signed-in person is asked for in a short form before a chat, e.g. profile.canton. What is known is not asked for, and nobody has to answer.",
                        verbose_name="onboarding",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0, editable=False, verbose_name="revision")),
            ],
            options={
                "verbose_name": "agent",
                "verbose_name_plural": "agents",
                "ordering": ("name", "slug"),
                "permissions": [("publish_agent", "Can publish an agent")],
            },
        ),
        migrations.CreateModel(
            name="Flow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "position",
                    models.PositiveIntegerField(
                        default=0, help_text="The place in the list; from 0.", verbose_name="position"
                    ),
                ),
                (
                    "slug",
                    models.CharField(
                        help_text="How other flows and reports name it.",
                        max_length=64,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[a-z][a-z0-9_]*\\Z",
                                "Begin with a lower-case letter, then lower-case letters, digits and _ only.",
                            )
                        ],
                        verbose_name="id",
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Said to people when they have to choose.",
                        verbose_name="name",
                    ),
                ),
                (
                    "description",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="What the person wants; the model routes by it.",
                        verbose_name="description",
                    ),
                ),
                (
                    "condition",
                    agents.columns.JsonText(
                        blank=True,
                        default=None,
                        help_text="What must hold for the flow to start. Empty: always.",
                        verbose_name="if",
                    ),
                ),
                (
                    "required",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="A run is not complete without these.",
                        verbose_name="required fields",
                    ),
                ),
                (
                    "optional",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="Taken when said; never asked twice.",
                        verbose_name="optional fields",
                    ),
                ),
                (
                    "complete_when",
                    models.CharField(
                        blank=True,
                        choices=[("fields", "every required field is known"), ("last_step", "its last step is done")],
                        default="",
                        help_text="Empty: when the required fields are known if there are any, else after the last step.",
                        max_length=9,
                        verbose_name="complete when",
                    ),
                ),
                (
                    "on_end",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("leave", "the floor is free"),
                            ("stay", "the last talk step goes on conversing"),
                            ("chain", "another flow starts"),
                        ],
                        default="",
                        max_length=5,
                        verbose_name="afterwards",
                    ),
                ),
                (
                    "chain",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Only if another flow starts afterwards.",
                        verbose_name="flow that starts afterwards",
                    ),
                ),
                (
                    "completion",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="For the model, when the last steps say nothing.",
                        verbose_name="completion prompt",
                    ),
                ),
                (
                    "completion_say",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Said word for word when the last steps say nothing.",
                        verbose_name="completion text",
                    ),
                ),
                (
                    "reentrant",
                    models.BooleanField(
                        default=False,
                        help_text="Once completed it may start again; its fields are then forgotten.",
                        verbose_name="may start again",
                    ),
                ),
                (
                    "batch",
                    models.PositiveIntegerField(
                        default=1,
                        help_text="How many asking steps one message may combine; 0: all.",
                        verbose_name="questions in one message",
                    ),
                ),
                (
                    "max_attempts",
                    models.PositiveIntegerField(
                        default=3,
                        help_text="After so many in a row at one step the run goes where the next setting says.",
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="failed answers",
                    ),
                ),
                (
                    "on_stuck",
                    agents.columns.JsonText(
                        blank=True,
                        default=None,
                        help_text="Where the run goes then. Empty: explain and keep asking.",
                        verbose_name="when stuck",
                    ),
                ),
                (
                    "max_steps",
                    models.PositiveIntegerField(
                        default=50,
                        help_text="Steps that one turn may enter before it is stopped as a loop.",
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="step limit",
                    ),
                ),
                (
                    "agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="flows", to="agents.agent"
                    ),
                ),
            ],
            options={
                "verbose_name": "flow",
                "verbose_name_plural": "flows",
                "ordering": ("position", "pk"),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Step",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "position",
                    models.PositiveIntegerField(
                        default=0, help_text="The place in the list; from 0.", verbose_name="position"
                    ),
                ),
                (
                    "slug",
                    models.CharField(
                        help_text="How other steps name it.",
                        max_length=64,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[a-z][a-z0-9_]*\\Z",
                                "Begin with a lower-case letter, then lower-case letters, digits and _ only.",
                            )
                        ],
                        verbose_name="id",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("talk", "talk: the model speaks or asks"),
                            ("say", "say: a fixed text"),
                            ("do", "do: an action runs"),
                            ("if", "if: a fork"),
                            ("wait", "wait: for a time, a reply or an event"),
                        ],
                        default="talk",
                        max_length=4,
                        verbose_name="kind",
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="A name for your colleagues. Empty: the id.",
                        verbose_name="name",
                    ),
                ),
                (
                    "then",
                    agents.columns.JsonText(
                        blank=True,
                        default=None,
                        help_text="Where the run goes on. Empty: the step after this one.",
                        verbose_name="then",
                    ),
                ),
                (
                    "else_then",
                    agents.columns.JsonText(
                        blank=True,
                        default=None,
                        help_text="Where the run goes if the condition does not hold; of a wait, if the person writes first, or if the event does not come in time.",
                        verbose_name="else",
                    ),
                ),
                (
                    "skip_if",
                    agents.columns.JsonText(
                        blank=True,
                        default=None,
                        help_text="The step is skipped while this holds. Empty: never.",
                        verbose_name="skip if",
                    ),
                ),
                (
                    "requires",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="Fields that must be known first; asked for if missing.",
                        verbose_name="requires",
                    ),
                ),
                (
                    "collect",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="Fields this step asks for. Known ones are never asked.",
                        verbose_name="collects",
                    ),
                ),
                (
                    "need",
                    models.CharField(
                        blank=True,
                        choices=[("all", "every field"), ("any", "one of them is enough")],
                        default="",
                        max_length=3,
                        verbose_name="needs",
                    ),
                ),
                (
                    "prompt",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="What the model shall say, as an instruction.",
                        verbose_name="prompt",
                    ),
                ),
                (
                    "otherwise",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Said word for word when there is no model or it failed.",
                        verbose_name="otherwise",
                    ),
                ),
                (
                    "say",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Said word for word; {{ data.field }} fills in.",
                        verbose_name="text",
                    ),
                ),
                (
                    "action",
                    models.CharField(blank=True, default="", help_text="A registered action.", verbose_name="action"),
                ),
                (
                    "input",
                    agents.columns.JsonText(
                        blank=True,
                        default=dict,
                        empty=dict,
                        help_text="What the action gets: a value, or what a name such as {{ data.hotel }} stands for.",
                        verbose_name="input",
                    ),
                ),
                (
                    "saves",
                    agents.columns.JsonText(
                        blank=True,
                        default=dict,
                        empty=dict,
                        help_text="What later steps may use of its result, as {{ run.price }} for instance.",
                        verbose_name="keeps",
                    ),
                ),
                (
                    "on_fail",
                    agents.columns.JsonText(
                        blank=True,
                        default=None,
                        help_text="Where the run goes when the action fails. Empty: the run ends.",
                        verbose_name="on failure",
                    ),
                ),
                (
                    "condition",
                    agents.columns.JsonText(
                        blank=True,
                        default=None,
                        help_text="Judged at once by code, not by the model.",
                        verbose_name="if",
                    ),
                ),
                (
                    "wait_for",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="A time, e.g. 30m, 24h or 2d; 2d is two calendar days.",
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[0-9]+[smhd]?\\Z",
                                "Write a whole number and s, m, h or d, for instance 90s, 15m, 24h or 2d.",
                            )
                        ],
                        verbose_name="waits for",
                    ),
                ),
                ("wait_event", models.CharField(blank=True, default="", help_text="The name by which the site reports it, e.g. payment.received. The time is then the longest wait.", verbose_name="until the event")),
                (
                    "prepare",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="Actions that run each time before the step speaks, e.g. reserve_slot; they get no input. If one fails, the step does not speak.",
                        verbose_name="prepare",
                    ),
                ),
                (
                    "finalize",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="Actions that run each time after the step spoke, e.g. log_offer; they get no input. If one fails, only staff see it.",
                        verbose_name="finalize",
                    ),
                ),
                (
                    "flow",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="steps", to="agents.flow"
                    ),
                ),
            ],
            options={
                "verbose_name": "step",
                "verbose_name_plural": "steps",
                "ordering": ("position", "pk"),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Instruction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "position",
                    models.PositiveIntegerField(
                        default=0, help_text="The place in the list; from 0.", verbose_name="position"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("must", "must"), ("never", "never"), ("should", "should")],
                        default="must",
                        max_length=6,
                        verbose_name="kind",
                    ),
                ),
                (
                    "text",
                    models.TextField(help_text="What the agent must, must never or should do.", verbose_name="text"),
                ),
                (
                    "when",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="The situation, in words; the model judges it. Empty: always.",
                        verbose_name="when",
                    ),
                ),
                (
                    "condition",
                    agents.columns.JsonText(
                        blank=True,
                        default=None,
                        help_text="Judged by code, not by the model. Empty: always.",
                        verbose_name="if",
                    ),
                ),
                (
                    "agent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="instructions",
                        to="agents.agent",
                    ),
                ),
                (
                    "flow",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="instructions",
                        to="agents.flow",
                    ),
                ),
                (
                    "step",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="instructions",
                        to="agents.step",
                    ),
                ),
            ],
            options={
                "verbose_name": "instruction",
                "verbose_name_plural": "instructions",
                "ordering": ("position", "pk"),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Branch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "position",
                    models.PositiveIntegerField(
                        default=0, help_text="The place in the list; from 0.", verbose_name="position"
                    ),
                ),
                (
                    "when",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="One a line, in words; the model judges the next message. Any of them is enough.",
                        verbose_name="when",
                    ),
                ),
                (
                    "vetoes",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="One a line; none of these may fit the message.",
                        verbose_name="but not",
                    ),
                ),
                (
                    "condition",
                    agents.columns.JsonText(
                        blank=True,
                        default=None,
                        help_text="Judged by code, not by the model. With “when” both must hold.",
                        verbose_name="if",
                    ),
                ),
                (
                    "then",
                    agents.columns.JsonText(
                        blank=False, default=None, help_text="Where the run goes on.", verbose_name="then"
                    ),
                ),
                (
                    "label",
                    models.CharField(
                        blank=True, default="", help_text="A name for your colleagues, such as “a group”.", verbose_name="label"
                    ),
                ),
                (
                    "step",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="branches", to="agents.step"
                    ),
                ),
            ],
            options={
                "verbose_name": "branch",
                "verbose_name_plural": "branches",
                "ordering": ("position", "pk"),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Trigger",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "position",
                    models.PositiveIntegerField(
                        default=0, help_text="The place in the list; from 0.", verbose_name="position"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("message", "message"), ("event", "event"), ("silence", "silence")],
                        default="message",
                        max_length=7,
                        verbose_name="kind",
                    ),
                ),
                (
                    "messages",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="One wording a line: what the person wants or says. Any of them starts it.",
                        verbose_name="messages",
                    ),
                ),
                (
                    "vetoes",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="One a line; none of these may fit the message.",
                        verbose_name="but not",
                    ),
                ),
                (
                    "event",
                    models.CharField(blank=True, default="", help_text="The name by which the site reports it, e.g. booking_link_opened.", verbose_name="event"),
                ),
                (
                    "silence",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="How long the person has written nothing, e.g. 90m or 24h; 2d is two calendar days.",
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[0-9]+[smhd]?\\Z",
                                "Write a whole number and s, m, h or d, for instance 90s, 15m, 24h or 2d.",
                            )
                        ],
                        verbose_name="silence",
                    ),
                ),
                (
                    "interrupt",
                    models.BooleanField(
                        default=False,
                        help_text="An event takes the floor at once, e.g. a failed payment. Otherwise it waits for its turn.",
                        verbose_name="interrupts",
                    ),
                ),
                (
                    "flow",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="triggers", to="agents.flow"
                    ),
                ),
            ],
            options={
                "verbose_name": "trigger",
                "verbose_name_plural": "triggers",
                "ordering": ("position", "pk"),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Version",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("document", models.TextField(verbose_name="document")),
                (
                    "revision",
                    models.PositiveIntegerField(
                        help_text="The revision of the draft it was made from.", verbose_name="revision"
                    ),
                ),
                (
                    "note",
                    models.TextField(
                        blank=True, default="", help_text="What changed, for your colleagues.", verbose_name="note"
                    ),
                ),
                (
                    "reason",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Why it was published though a scenario had failed, or had not run.",
                        verbose_name="reason",
                    ),
                ),
                ("published_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="published at")),
                (
                    "agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="versions", to="agents.agent"
                    ),
                ),
                (
                    "published_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="published by",
                    ),
                ),
            ],
            options={
                "verbose_name": "version",
                "verbose_name_plural": "versions",
                "ordering": ("-number",),
            },
        ),
        migrations.AddField(
            model_name="agent",
            name="live",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="agents.version",
                verbose_name="live version",
            ),
        ),
        migrations.CreateModel(
            name="Field",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "position",
                    models.PositiveIntegerField(
                        default=0, help_text="The place in the list; from 0.", verbose_name="position"
                    ),
                ),
                (
                    "slug",
                    models.CharField(
                        help_text="Used in templates as {{ data.id }}.",
                        max_length=64,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[a-z][a-z0-9_]*\\Z",
                                "Begin with a lower-case letter, then lower-case letters, digits and _ only.",
                            )
                        ],
                        verbose_name="id",
                    ),
                ),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("string", "text"),
                            ("integer", "whole number"),
                            ("number", "number"),
                            ("boolean", "yes or no"),
                            ("date", "date"),
                            ("time", "time"),
                            ("datetime", "date and time"),
                            ("email", "e-mail address"),
                            ("phone", "phone number"),
                            ("url", "web address"),
                            ("list", "list"),
                            ("object", "object"),
                        ],
                        default="string",
                        max_length=8,
                        verbose_name="type",
                    ),
                ),
                (
                    "description",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="What the value is, for the model that reads messages.",
                        verbose_name="description",
                    ),
                ),
                (
                    "enum",
                    agents.columns.JsonText(
                        blank=True,
                        default=list,
                        empty=list,
                        help_text="The values that it may have, one a line. Empty: free.",
                        verbose_name="choices",
                    ),
                ),
                (
                    "synonyms",
                    agents.columns.JsonText(
                        blank=True,
                        default=dict,
                        empty=dict,
                        help_text="One a line: what people say when they mean this choice.",
                        verbose_name="other words for a choice",
                    ),
                ),
                (
                    "ask",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Asked as it stands when there is no model.",
                        verbose_name="question",
                    ),
                ),
                (
                    "minimum",
                    agents.columns.JsonText(
                        blank=True,
                        default=None,
                        help_text="The least it may be: a value, counted from today, or another field.",
                        verbose_name="minimum",
                    ),
                ),
                (
                    "maximum",
                    agents.columns.JsonText(
                        blank=True, default=None, help_text="The most it may be.", verbose_name="maximum"
                    ),
                ),
                (
                    "prefer",
                    models.CharField(
                        blank=True,
                        choices=[("future", "the next such day"), ("past", "the last such day")],
                        default="",
                        max_length=6,
                        verbose_name="a date without a year means",
                    ),
                ),
                (
                    "schema",
                    agents.columns.JsonText(
                        blank=True,
                        default=dict,
                        empty=dict,
                        help_text="What else holds of the value. Empty: nothing.",
                        verbose_name="more constraints",
                    ),
                ),
                (
                    "extract",
                    models.CharField(
                        blank=True,
                        choices=[("asked", "only when asked for"), ("anytime", "from any message")],
                        default="",
                        help_text="Empty: yes-or-no fields only when asked for, all others from any message.",
                        max_length=7,
                        verbose_name="taken",
                    ),
                ),
                (
                    "stale_on_change",
                    models.BooleanField(
                        default=False,
                        help_text="Forgotten and asked again when a field that its step requires is corrected.",
                        verbose_name="stale on change",
                    ),
                ),
                (
                    "fact",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Bound to this fact: known from what the person said before, and offered to them as a fact.",
                        verbose_name="fact key",
                    ),
                ),
                (
                    "agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fields", to="agents.agent"
                    ),
                ),
            ],
            options={
                "verbose_name": "field",
                "verbose_name_plural": "fields",
                "ordering": ("position", "pk"),
                "abstract": False,
                "constraints": [models.UniqueConstraint(fields=("agent", "slug"), name="field_id_once_per_agent")],
            },
        ),
        migrations.AddConstraint(
            model_name="flow",
            constraint=models.UniqueConstraint(fields=("agent", "slug"), name="flow_id_once_per_agent"),
        ),
        migrations.AddConstraint(
            model_name="step",
            constraint=models.UniqueConstraint(fields=("flow", "slug"), name="step_id_once_per_flow"),
        ),
        migrations.AddConstraint(
            model_name="instruction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("agent__isnull", False), ("flow__isnull", True), ("step__isnull", True)),
                    models.Q(("agent__isnull", True), ("flow__isnull", False), ("step__isnull", True)),
                    models.Q(("agent__isnull", True), ("flow__isnull", True), ("step__isnull", False)),
                    _connector="OR",
                ),
                name="instruction_has_one_scope",
            ),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.UniqueConstraint(
                condition=models.Q(("number__gt", 0)),
                fields=("agent", "number"),
                name="version_number_once_per_agent",
            ),
        ),
    ]
