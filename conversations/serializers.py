"""What goes in and out of the HTTP API of conversations."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from agents.definition import Flow
from agents.live import definition
from conversations.engine.state import State
from conversations.inbox import state_of
from conversations.models import Conversation, Event
from conversations.reading import Reading
from facts.api_body import Choice, Digits, Flag, Language, Object, Text, Timezone, WholeNumber


class AgentSerializer(serializers.Serializer[Any]):
    """A published agent."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    language = serializers.CharField()


class StartSerializer(serializers.Serializer[Any]):
    """What starts a conversation. `context` and `data` are the host's."""

    agent = Text()
    context = Object(required=False)  # type: ignore[assignment]
    data = Object(required=False)  # type: ignore[assignment]
    language = Language(required=False, allow_blank=True, max_length=16)
    timezone = Timezone(required=False, allow_blank=True, max_length=64)


class AfterSerializer(serializers.Serializer[Any]):
    """Which messages are wanted: those after the last one that the client has."""

    after = Digits(min_value=0, max_value=2**31 - 1, default=0, help_text="The number of the last message you have.")


WAITS = ("1", "true")


class WaitSerializer(serializers.Serializer[Any]):
    """Whether to wait for the turn and answer with its report."""

    wait = Choice(choices=[*WAITS, "0", "false"], default="0", help_text="Wait for the turn and answer its report.")


class StartedSerializer(serializers.Serializer[Any]):
    """A new conversation; `token` is a visitor's right to it, shown this once."""

    id = serializers.UUIDField()
    token = serializers.CharField(required=False)
    agent = serializers.SlugField()
    seq = serializers.IntegerField()


class SaySerializer(serializers.Serializer[Any]):
    """A message, typed (`text`) or tapped (`field` and `value`)."""

    client_id = Text(max_length=64, trim_whitespace=False)
    text = Text(required=False, trim_whitespace=False, allow_blank=True)
    field = Text(required=False, max_length=64)
    value = serializers.JSONField(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Typed words beside a tap would be lost."""
        if "field" in attrs and "text" in attrs:
            raise serializers.ValidationError({"text": [_("Send “text”, or “field” and “value”.")]})
        return attrs


class ForgetMeSerializer(serializers.Serializer[Any]):
    """Whether the account goes as well."""

    account = Flag(required=False, default=False)


class ReceiptSerializer(serializers.Serializer[Any]):
    """What stays of something forgotten: when, and how many rows went."""

    id = serializers.UUIDField()
    what = serializers.ChoiceField(choices=["key", "conversation", "person", "account"])
    rows = serializers.IntegerField()
    at = serializers.DateTimeField()


class StaffSaySerializer(serializers.Serializer[Any]):
    """What a person of the staff answers."""

    client_id = Text(max_length=64, trim_whitespace=False)
    text = Text(trim_whitespace=False, allow_blank=True)


class GiveBackSerializer(serializers.Serializer[Any]):
    """What ends a hand-off. `seen` is the `seq` of the last message that was read; left out: all of them."""

    seen = WholeNumber(required=False, min_value=0)


class ContextSerializer(serializers.Serializer[Any]):
    """The host's context, or what changes in it."""

    context = Object()  # type: ignore[assignment]


class EventSerializer(serializers.Serializer[Any]):
    """What the host reports. `id` is the host's own; names and ids that begin with `_` are the site's."""

    id = Text(trim_whitespace=False)
    name = Text()
    payload = Object(required=False, default=dict)


class ReportedEventSerializer(serializers.Serializer[Any]):
    """An event as it is stored. `keyring` in the context opens it."""

    id = serializers.CharField(source="ref")
    name = serializers.CharField()
    payload = serializers.SerializerMethodField()
    at = serializers.DateTimeField()

    def get_payload(self, event: Event) -> dict[str, Any]:
        """What came with it."""
        payload = event.opened("payload", self.context["keyring"])
        return payload if isinstance(payload, dict) else {}


class ReportSerializer(serializers.Serializer[Any]):
    """The report of a turn; what stands here is a part of it."""

    turn = serializers.CharField()
    status = serializers.ChoiceField(choices=["done", "diverged", "failed", "forgotten"])
    stopped_reason = serializers.CharField()
    messages = serializers.ListField(child=serializers.DictField())
    outcomes = serializers.ListField(child=serializers.DictField(), required=False)
    data = serializers.DictField()  # type: ignore[assignment]


class MessageSerializer(serializers.Serializer[Any]):
    """A message of the log."""

    seq = serializers.IntegerField()
    role = serializers.ChoiceField(choices=["user", "agent", "staff", "system"])
    key = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    quick_replies = serializers.ListField(child=serializers.DictField())
    at = serializers.DateTimeField()
    client_id = serializers.CharField(required=False)
    fact = serializers.DictField(required=False)
    forgotten = serializers.BooleanField(required=False)


class PageSerializer(serializers.Serializer[Any]):
    """A page of messages, oldest first; `next` is the `after` of the page behind it, or null."""

    messages = MessageSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class ConversationSerializer(serializers.Serializer[Any]):
    """A conversation in a list."""

    id = serializers.UUIDField()
    agent = serializers.SlugField(source="agent.slug")
    seq = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    last_message_at = serializers.DateTimeField(allow_null=True)


class ConversationStateSerializer(ConversationSerializer):
    """One conversation with its state: who has the floor, where it stands, what is known and what is waited for."""

    version = serializers.IntegerField(source="version.number")
    floor = serializers.CharField(allow_null=True, read_only=True)
    at = serializers.DictField(allow_null=True, read_only=True)
    data = serializers.DictField(read_only=True)  # type: ignore[assignment]
    flows_done = serializers.ListField(child=serializers.CharField(), read_only=True)
    waiting_for = serializers.ListField(child=serializers.CharField(), read_only=True)
    parked = serializers.ListField(child=serializers.DictField(), read_only=True)
    handed_off = serializers.BooleanField(read_only=True)
    muted = serializers.BooleanField(read_only=True)

    def to_representation(self, reading: Reading) -> dict[str, Any]:
        """The columns and what the sealed state says, as far as the reader is told it."""
        instance = reading.conversation
        state = state_of(instance)
        run = state.floor
        return {
            "id": str(instance.pk),
            "agent": instance.agent.slug,
            "version": instance.version.number,
            "seq": instance.seq,
            "created_at": instance.created_at.isoformat(),
            "last_message_at": instance.last_message_at and instance.last_message_at.isoformat(),
            "floor": run.flow if run else None,
            "at": {"flow": run.flow, "step": run.step} if run else None,
            "data": reading.data({name: known.value for name, known in state.data.items()}),
            "flows_done": list(state.completed),
            "waiting_for": _waiting_for(instance, state),
            "parked": _parked(instance, state),
            "handed_off": instance.handed_off,
            "muted": state.muted,
        }


def _waiting_for(conversation: Conversation, state: State) -> list[str]:
    """The fields that the run on the floor asks for.

    Where a hand-off took its question back (T12), those it will ask for once it is given back (T11).
    """
    run = state.floor
    if run is None or run.asking or run.staying or not conversation.handed_off:
        return list(run.asking) if run else []
    flow = definition(conversation.version).flows[run.flow]
    step = flow.steps[flow.position[run.step]] if run.step in flow.position else None
    in_turn = (step.requires, step.collect, flow.required) if step else (flow.required,)
    open_ones = ([name for name in names if name not in (*state.data, *run.declined)] for names in in_turn)
    return next((names for names in open_ones if names), [])


def _parked(conversation: Conversation, state: State) -> list[dict[str, Any]]:
    """The runs that wait, as they parked: for an event or none, and until when if a timer is set for them."""
    if not state.parked:
        return []
    flows = definition(conversation.version).flows
    due = dict(conversation.timers.filter(done_at=None).values_list("token", "due_at"))
    return [
        {
            "flow": run.flow,
            "step": run.step,
            "event": _event(flows[run.flow], run.step),
            "until": due[run.timer].isoformat() if run.timer in due else None,
        }
        for run in state.parked
    ]


def _event(flow: Flow, step: str) -> str | None:
    wait = flow.steps[flow.position[step]].wait
    return wait.event or None if wait else None
