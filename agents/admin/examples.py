"""An example for each input of a draft's pages, by model and column."""

from typing import Any, Final

from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from agents.models import Agent, Field, Flow, Step

EXAMPLES: Final[dict[type, dict[str, Any]]] = {
    Agent: {
        "name": _("Grand Hotel concierge"),
        "slug": _("hotel"),
        "persona": _("You are the concierge of the Grand Hotel. Warm, brief, precise."),
        "fallback": _("I can help you with bookings and with questions about the house."),
        "onboarding": _("profile.email"),
    },
    Flow: {
        "name": _("Book a hotel"),
        "slug": _("book"),
        "description": _("The guest wants a room."),
        "condition": _("The booking is open: context.bookings_open is yes."),
        "required": _("hotel, guests and date for a booking."),
        "optional": _("wishes: noted when the guest mentions some."),
        "completion": _("Thank them and say that a confirmation comes by e-mail."),
        "completion_say": _("Thank you, your booking is on its way."),
        "batch": _("2 asks “How many guests, and from which day?” in one message."),
        "max_attempts": _("3"),
        "on_stuck": _("hand over to a person"),
        "chain": _("survey, after a booking."),
    },
    Step: {
        "name": _("The day"),
        "slug": _("ask_date"),
        "collect": _("date"),
        "need": _("One of e-mail and phone is enough to call back."),
        "prompt": _("Ask for the day of arrival; mention that Fridays fill up early."),
        "otherwise": _("When do you arrive?"),
        "say": _("Booked: {{ data.hotel }}, {{ data.guests }} guests, {{ data.date | date }}."),
        "action": _("quote_price"),
        "input": _("hotel is {{ data.hotel }}, guests is {{ data.guests }}."),
        "saves": _("price is total of the result; a later text says {{ run.price }}."),
        "on_fail": _("sorry, a step that apologises."),
        "condition": _("guests is more than 6."),
        "wait_for": _("2d"),
        "wait_event": _("payment.received"),
        "requires": _("hotel, before a price is asked for."),
        "skip_if": _("wishes is known."),
        "then": _("end, after a closing text."),
        "else_then": _("closed, a step that says there is no room."),
    },
    Field: {
        "slug": _("guests"),
        "description": _("Number of guests"),
        "ask": _("How many guests?"),
        "fact": _("profile.email"),
        "enum": _("Grand Hotel, Lake Palace, Bellevue"),
        "minimum": _("1, or today for a day of arrival."),
        "maximum": _("10"),
    },
}


def with_example(model: type, name: str, help_text: Any) -> Any:
    """The help of a column, with its example where it has one."""
    example = EXAMPLES.get(model, {}).get(name)
    if not example:
        return help_text
    return format_html('{} <span class="work-example">{} <q>{}</q></span>', help_text, _("Example:"), example)
