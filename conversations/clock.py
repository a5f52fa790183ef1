"""The clock of the shell. The engine has none: a turn's `now` is part of its input."""

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

Clock = Callable[[], datetime]
"""Answers the present moment, with a zone."""

now: Clock = timezone.now
