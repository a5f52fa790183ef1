"""Effects for the tests of the adapters: a hotel, as in agent-format.md."""

from dataclasses import replace
from typing import Any

from conversations.engine.effects import (
    OfferedCondition,
    OfferedFact,
    OfferedField,
    OfferedFlow,
    Said,
    Section,
    Speak,
    Understand,
)

SENT = "2026-03-02T09:00:00+01:00"
"""A Monday."""
BOOK = OfferedFlow(
    "book",
    "Book a hotel",
    "The guest wants a room.",
    ("wants to book a hotel", "asks for a room"),
    ("asks about a booking that exists",),
)
TIPS = OfferedFlow("tips", "Tips for the city", "The guest wants ideas.", ("what is there to see", "where to eat"))
CONTACT = OfferedFlow("contact", "Be called back", "The guest wants a call.", ("wants to be called back",))
HOTEL = OfferedField(
    "hotel",
    "string",
    "Name of the hotel",
    enum=("Grand Hotel", "Lake Palace", "Bellevue"),
    synonyms={"Grand Hotel": ("the Grand",)},
)
GUESTS = OfferedField("guests", "integer", "Number of guests", minimum=1, maximum=10)
NIGHTS = OfferedField("nights", "integer", "Number of nights")
DATE = OfferedField("date", "date", "Day of arrival", minimum="2026-03-02")
DEPARTURE = OfferedField("leaving", "date", "Day of departure")
WISHES = OfferedField("wishes", "string", "Anything special")
EMAIL = OfferedField("email", "email", "E-mail address")
CONFIRMED = OfferedField("confirmed", "boolean", "Whether the summary is right")
UNSURE = OfferedCondition(
    "ask_date.0", ("the guest is not sure about the date",), ("the guest only asks about opening hours",)
)
CITY = OfferedFact("profile.city", "Place of living", "Where the person lives", {"type": "string"})


def understand(*texts: str, **values: Any) -> Understand:
    """An `Understand` for the messages; `asking` and `known` are put into the fields as well."""
    asking: tuple[str, ...] = values.get("asking", ())
    known: dict[str, Any] = values.pop("known", {})
    fields = values.pop("fields", (HOTEL, GUESTS, DATE, WISHES, EMAIL))
    return Understand(
        **{
            "messages": tuple(Said(f"m{number}", "user", text, SENT) for number, text in enumerate(texts, start=1)),
            "language": "en",
            "timezone": "Europe/Zurich",
            "flows": (BOOK, TIPS, CONTACT),
            "fields": tuple(replace(spec, asked=spec.id in asking, known=known.get(spec.id)) for spec in fields),
            "agent": "Grand Hotel concierge",
            **values,
        }
    )


def section(**values: Any) -> Section:
    """A step of the flow that books a hotel."""
    flow = {"flow": "book", "flow_name": "Book a hotel", "flow_description": "The guest wants a room."}
    return Section(**{**flow, "step": "ask_guests", "step_name": "", **values})


def speak(**values: Any) -> Speak:
    """A `Speak` of the flow that books a hotel."""
    place = {"key": "book#m1:ask_guests:1", "flow": "book", "step": "ask_guests", "otherwise": "How many guests?"}
    return Speak(
        **{
            **place,
            "language": "en",
            "agent": "Grand Hotel concierge",
            "persona": "Warm, brief, precise.",
            "sections": (section(wanted=(GUESTS,), asks=("How many guests?",)),),
            "messages": (Said("m1", "user", "A room, please", SENT),),
            **values,
        }
    )
