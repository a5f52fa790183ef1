"""What the facts' HTTP calls take and answer."""

from typing import Any

from rest_framework import serializers

from facts.api_body import Choice, Digits, Moment, Text, WholeNumber
from facts.api_call import Exact
from facts.models import Entry


class _Key(Text):
    """A key as anybody may spell it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=200, **options)


_IDS: dict[str, Any] = {"min_value": 1, "max_value": 2**63 - 1}
"""What the id of a line of the ledger may be."""


class KeyIn(Exact):
    """A key."""

    key = _Key()


class MomentIn(serializers.Serializer[Any]):
    """Optionally a moment that is looked back at."""

    at = Moment(required=False)


class EntryIn(serializers.Serializer[Any]):
    """A line of the ledger."""

    entry = WholeNumber(**_IDS)


class HistoryIn(serializers.Serializer[Any]):
    """A key; optionally the moment up to which its history is wanted, and which page of it."""

    key = _Key()
    until = Moment(required=False)
    before = Digits(required=False, **_IDS)
    limit = Digits(min_value=1, max_value=500, default=100)


class StateIn(Exact):
    """A fact as a person types it."""

    key = _Key()
    value = serializers.JSONField()


class ResolveIn(serializers.Serializer[Any]):
    """Which of two values is right."""

    choice = Choice(choices=Entry.Choice.choices)


class FactOut(serializers.Serializer[Any]):
    """A current fact; `entry` is the line of the ledger that holds it, `stale` when past its freshness."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    value = serializers.JSONField()
    confidence = serializers.FloatField()
    quote = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    recorded_at = serializers.DateTimeField()
    sensitive = serializers.BooleanField()
    stale = serializers.BooleanField()
    entry = serializers.IntegerField()


class SaidOut(serializers.Serializer[Any]):
    """A line of the ledger; of a proposal, `id` is what accepts or refuses it."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    value = serializers.JSONField()
    quote = serializers.CharField()
    confidence = serializers.FloatField()
    source = serializers.CharField()  # type: ignore[assignment]
    recorded_at = serializers.DateTimeField()
    sensitive = serializers.BooleanField()
    choice = serializers.CharField()
    about = serializers.IntegerField(allow_null=True)
    origin = serializers.CharField()
    message = serializers.CharField()
    model = serializers.CharField()
    restores = serializers.IntegerField(allow_null=True)


class HistoryOut(serializers.Serializer[Any]):
    """A page of a history, the oldest line first; `next` is the `before` of the page before it, or null."""

    entries = SaidOut(many=True)
    next = serializers.IntegerField(allow_null=True)


class ContradictionOut(serializers.Serializer[Any]):
    """Two values of a key; `id` is what resolves it."""

    id = serializers.IntegerField()
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    sensitive = serializers.BooleanField()
    old = SaidOut()
    new = SaidOut()


class NotedOut(serializers.Serializer[Any]):
    """What a call wrote; `old` is the value it replaced, took back or undid, `value` the one in use now, if any."""

    entry = serializers.IntegerField()
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    value = serializers.JSONField()
    quote = serializers.CharField()
    confidence = serializers.FloatField()
    sensitive = serializers.BooleanField()
    old = serializers.JSONField()
    old_entry = serializers.IntegerField(allow_null=True)
