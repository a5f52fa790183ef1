"""Why a turn stopped (T19), in words for staff."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REASONS: Mapping[str, Promise] = {
    "needs_input": _("waits for an answer"),
    "complete": _("all that was needed is known"),
    "end": _("came to the end"),
    "flow": _("went to another flow"),
    "waiting": _("waits for a time or an event"),
    "no_flow": _("no flow fitted"),
    "cancelled": _("was cancelled"),
    "handed_off": _("handed to a person"),
    "validation_error": _("a value did not fit"),
    "prepare_error": _("what comes before a step failed"),
    "action_error": _("an action failed"),
    "llm_error": _("the model failed"),
    "step_loop": _("went round in circles"),
}
"""By the reasons of a turn's report, in the order in which a form lists them."""
