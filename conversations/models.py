"""The rows of a conversation: its messages, its turns with their journals, and what it waits for.

Every column that holds a person's words is sealed under the conversation's keyring (`Sealed`); no query compares one.
"""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from agents.models import Agent, Version
from conversations.sealed import Sealed, SealedRow
from facts.models import Keyring


class Conversation(SealedRow):
    """One person, or visitor, talking to one version of an agent.

    `seq` numbers the messages; those up to `seen_seq` its person has seen. `epoch` and `lease_until` say who runs it: a
    runner raises the epoch when it claims the conversation, and everything it writes is guarded by both.
    `state_version` counts the turns that ended.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    agent = models.ForeignKey(Agent, models.PROTECT, related_name="conversations")
    version = models.ForeignKey(Version, models.PROTECT, related_name="conversations")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="conversations"
    )
    keyring = models.ForeignKey(Keyring, models.PROTECT, related_name="conversations")
    token_hash = models.CharField(max_length=64, blank=True, editable=False)
    """SHA-256 of the visitor's token, as hex; empty for a signed-in person."""
    seq = models.PositiveIntegerField(default=0)
    seen_seq = models.PositiveIntegerField(default=0)
    epoch = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    state = Sealed(null=True)
    state_version = models.PositiveIntegerField(default=0)
    context = Sealed(null=True)
    given = Sealed(null=True)
    language = models.CharField(_("language"), max_length=16, blank=True)
    timezone = models.CharField(_("time zone"), max_length=64, blank=True)
    handed_off = models.BooleanField(_("a person is asked for"), default=False)
    created_at = models.DateTimeField(_("started"), default=now)
    last_message_at = models.DateTimeField(_("last message"), null=True, blank=True)

    class Meta:
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")
        ordering = ["-created_at"]
        permissions = [
            ("act_as_host", _("Can send context, given data and events")),
            ("read_transcripts", _("Can read transcripts")),
        ]
        indexes = [
            # For the list that staff read, the latest first.
            models.Index(
                Coalesce("last_message_at", "created_at").desc(), F("id").desc(), name="conversations_by_activity"
            ),
            models.Index(
                F("agent"),
                Coalesce("last_message_at", "created_at").desc(),
                F("id").desc(),
                name="conversations_of_agent",
            ),
            models.Index(fields=["lease_until"], condition=Q(lease_until__isnull=False), name="conversation_leased"),
            models.Index(fields=["person", "-created_at"], name="conversations_of_person"),
            # For retention: each conversation is in one of the two.
            models.Index(
                F("agent"),
                Coalesce("last_message_at", "created_at"),
                condition=Q(person__isnull=True, handed_off=False),
                name="idle_of_visitors",
            ),
            models.Index(
                F("agent"),
                Coalesce("last_message_at", "created_at"),
                condition=Q(person__isnull=False, handed_off=False),
                name="idle_of_people",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Turn(SealedRow):
    """The handling of one input. At most one turn of a conversation is open; `number` counts them from 1.

    `diverged`: resumed over a journal it no longer agrees with. `failed`: the engine itself broke. Staff see both.
    `forgotten`: it was under way when what it was about was forgotten (F20). `cost` is that of its calls to the model,
    `calls` the number of its readings and replies, `avoided` that of questions that facts made unnecessary (F22).
    """

    class Kind(models.TextChoices):
        MESSAGE = "message", _("message")
        TIMER = "timer", _("timer")
        EVENT = "event", _("event")
        GIVE_BACK = "give_back", _("given back by a colleague")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        DONE = "done", _("done")
        DIVERGED = "diverged", _("diverged")
        FAILED = "failed", _("failed")
        FORGOTTEN = "forgotten", _("forgotten")

    # Both have an index below that begins with them.
    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="turns", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=9, choices=Kind)
    input_id = models.CharField()
    version = models.ForeignKey(Version, models.PROTECT, related_name="+", db_index=False)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    stopped_reason = models.CharField(max_length=32, blank=True)
    report = Sealed(null=True)
    cost = models.FloatField(default=0)
    calls = models.PositiveIntegerField(default=0)
    avoided = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=now)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        ordering = ["conversation", "number"]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "number"], name="one_turn_per_number"),
            models.UniqueConstraint(fields=["conversation"], condition=Q(status="open"), name="one_open_turn"),
        ]
        indexes = [
            models.Index(fields=["done_at"], name="turns_of_a_time"),
            # For the measures of an agent, and for the conversations with a turn that stopped in some way.
            models.Index(fields=["version", "done_at"], name="turns_of_version"),
            models.Index(fields=["conversation", "status", "stopped_reason"], name="turns_by_ending"),
        ]

    def __str__(self) -> str:
        return f"{self.conversation_id}:{self.number}"


class Message(SealedRow):
    """One line of the conversation's log. `turn` is the turn that handled it, null while a user's message waits.

    `client_id` is the sender's own id and `key` the engine's (T29): each is unique in the conversation. A message with
    `fact` is a fact card. Of one that is `forgotten` only the row is left, so that the numbers have no gap (F20).
    """

    class Role(models.TextChoices):
        USER = "user", _("user")
        AGENT = "agent", _("agent")
        STAFF = "staff", _("staff")
        SYSTEM = "system", _("system")

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="messages")
    seq = models.PositiveIntegerField()
    role = models.CharField(max_length=6, choices=Role)
    # Null where there is none: both are unique, and nulls do not meet.
    client_id = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001
    key = models.CharField(null=True, blank=True)  # noqa: DJ001
    flow = models.CharField(blank=True)
    step = models.CharField(blank=True)
    text = Sealed()
    tap = Sealed(null=True)
    quick_replies = Sealed(null=True)
    fact = Sealed(null=True)
    forgotten = models.BooleanField(default=False)
    at = models.DateTimeField(default=now)
    turn = models.ForeignKey(Turn, models.RESTRICT, null=True, blank=True, related_name="messages")

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["conversation", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "seq"], name="one_message_per_seq"),
            models.UniqueConstraint(fields=["conversation", "client_id"], name="one_message_per_client_id"),
            models.UniqueConstraint(fields=["conversation", "key"], name="one_message_per_key"),
        ]
        indexes = [
            models.Index(
                fields=["conversation"], condition=Q(role="user", turn__isnull=True), name="messages_that_wait"
            )
        ]

    def __str__(self) -> str:
        return f"{self.conversation_id}#{self.seq}"


class JournalRow(SealedRow):
    """One effect of a turn. Row 0 is the turn's input; `content` of the others says what was asked and answered.

    An `intent` is written before an action runs and becomes `done` with its answer: an intent that is found at
    recovery is in doubt (T47).
    """

    class Status(models.TextChoices):
        INTENT = "intent", _("begun")
        DONE = "done", _("done")

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="journal")
    n = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    fingerprint = models.CharField(max_length=64)
    status = models.CharField(max_length=6, choices=Status)
    content = Sealed()

    class Meta:
        verbose_name = _("journal row")
        verbose_name_plural = _("journal")
        ordering = ["turn", "n"]
        constraints = [models.UniqueConstraint(fields=["turn", "n"], name="one_row_per_effect")]

    def __str__(self) -> str:
        return f"{self.turn_id}/{self.n} {self.kind}"


class Timer(models.Model):
    """A moment at which a run goes on, or a silence is over. `token` tells a stale one from the present (T43)."""

    class Kind(models.TextChoices):
        WAIT = "wait", _("wait")
        SILENCE = "silence", _("silence")

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="timers")
    run = models.CharField()
    kind = models.CharField(max_length=8, choices=Kind)
    due_at = models.DateTimeField()
    token = models.CharField()
    held = models.BooleanField(default=False)
    """Waits until the person writes again: they said that they want nothing written to them (T51)."""
    created_at = models.DateTimeField(default=now)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("timer")
        verbose_name_plural = _("timers")
        ordering = ["due_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["conversation", "run", "kind"], condition=Q(done_at__isnull=True), name="one_open_timer"
            )
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(done_at__isnull=True), name="timers_open")]

    def __str__(self) -> str:
        return f"{self.conversation_id} {self.run} {self.kind}"


class Event(SealedRow):
    """Something that the host reports. `ref` is the host's own id of it: the same one twice is one event.

    An event named `GIVE_BACK` is a colleague's: it ends a hand-off, and `payload` says up to which `seq` messages were
    read by people (T11).
    """

    GIVE_BACK = "_give_back"

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="events")
    ref = models.CharField(max_length=64)
    name = models.CharField()
    payload = Sealed(null=True)
    at = models.DateTimeField(default=now)
    turn = models.ForeignKey(Turn, models.RESTRICT, null=True, blank=True, related_name="events")

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["conversation", "ref"], name="one_event_per_ref")]
        indexes = [models.Index(fields=["conversation"], condition=Q(turn__isnull=True), name="events_that_wait")]

    def __str__(self) -> str:
        return f"{self.conversation_id} {self.name}"


class Trial(SealedRow):
    """A conversation in which staff try a draft: with whom they pretend to be, and its own clock.

    `setup` says who is pretended, what is known of them and what actions answer (`conversations.trials.Setup`).
    """

    conversation = models.OneToOneField(Conversation, models.CASCADE, related_name="trial", primary_key=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="trials")
    ahead = models.PositiveIntegerField(default=0)
    """Seconds by which its clock is ahead of the real one."""
    setup = Sealed()
    begun_at = models.DateTimeField(default=now)

    class Meta:
        verbose_name = _("trial")
        verbose_name_plural = _("trials")

    def __str__(self) -> str:
        return str(self.conversation_id)


class Scenario(SealedRow):
    """A scripted conversation that is kept with an agent (scenarios.md), and how it last ended.

    `text` is the scenario file. One that was saved from a person's conversation, its `source`, is sealed under that
    one's keyring and goes with it (F20); any other has a keyring of its own. `ran_at_revision` is the revision of the
    draft that it was last played against. `asked_at` is set while somebody wants it played, `held_until` while a worker
    plays it, which it has to have done by then.
    """

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="scenarios")
    name = models.CharField(_("name"), max_length=200)
    text = Sealed()
    keyring = models.ForeignKey(Keyring, models.PROTECT, related_name="scenarios")
    source = models.ForeignKey(Conversation, models.CASCADE, null=True, blank=True, related_name="scenarios")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    changed_at = models.DateTimeField(_("changed"), default=now)
    passed = models.BooleanField(_("passed"), null=True, blank=True)
    differences = Sealed(null=True)
    ran_at = models.DateTimeField(_("ran"), null=True, blank=True)
    ran_at_revision = models.PositiveIntegerField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True, editable=False)
    held_until = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("scenario")
        verbose_name_plural = _("scenarios")
        ordering = ["agent", "name", "pk"]
        indexes = [models.Index(fields=["asked_at"], condition=Q(asked_at__isnull=False), name="scenarios_asked_for")]

    def __str__(self) -> str:
        return self.name


class Tally(models.Model):
    """How often something happened in the conversations of a version on a day (UTC); no word of anybody.

    `name` is a step or a field of `flow`, empty for the flow itself; `what` is explained in `conversations.tallying`.
    Rows are spread over `shard`, so that turns that end at the same moment do not wait for one another.
    """

    version = models.ForeignKey(Version, models.CASCADE, related_name="+")
    day = models.DateField()
    flow = models.CharField(blank=True)
    name = models.CharField(blank=True)
    what = models.CharField(max_length=32)
    shard = models.PositiveSmallIntegerField(default=0)
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        ordering = ["version", "day", "flow", "name", "what", "shard"]
        constraints = [
            models.UniqueConstraint(fields=["version", "day", "flow", "name", "what", "shard"], name="one_tally")
        ]
        indexes = [models.Index(fields=["day"], condition=Q(shard__gt=0), name="tallies_spread")]

    def __str__(self) -> str:
        return f"{self.version_id} {self.day} {self.flow} {self.name} {self.what}"


class Heartbeat(models.Model):
    """When a kind of process was last seen at work, for `/readyz`."""

    name = models.CharField(primary_key=True, max_length=32)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
