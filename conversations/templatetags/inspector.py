"""What the templates of the inspector need."""

from django import template
from django.utils.functional import Promise

from conversations.inspector.stopping import REASONS

register = template.Library()


@register.filter
def stopped(reason: str) -> Promise | str:
    """Why a turn stopped, in words; a reason without words as it is (T19)."""
    return REASONS.get(reason, reason)
