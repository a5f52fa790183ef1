"""What is taken of what comes in: its shape and its size, and the words cleaned. Whatever else is `Refused`."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from conversations.engine.effects import canonical
from conversations.engine.turn_input import Tap
from facts.cleaning import clean, clean_json
from facts.values import Json

LONGEST_TEXT = 8000
LONGEST_OBJECT = 32 * 1024
"""Characters of what a host sends: a context, given data, an event's payload, as JSON."""
LONGEST_ID = 64
LONGEST_NAME = 100
OURS = "_"
"""Names and ids of events that begin so are the site's own."""


class Refused(Exception):
    """Something was not taken. `code` is stable (protocol.md), `message` is for the person, `status` is HTTP's."""

    def __init__(self, code: str, message: str | Promise, status: int = 400, fields: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.status = status
        self.fields = fields


def client_id_of(client_id: str) -> str:
    """The sender's own id of a message. Raises Refused for one that is none."""
    if not isinstance(client_id, str) or not 0 < len(client_id) <= LONGEST_ID or client_id != clean(client_id):
        raise Refused("bad_frame", _("Give the message a client_id of 1 to 64 characters."), fields=("client_id",))
    return client_id


def tap_of(field: str, value: Json) -> Tap | None:
    """The reply that was tapped, if one was. Raises Refused for a field without a value, and the other way round."""
    field = clean(field)
    if bool(field) != (value is not None):
        missing = "value" if field else "field"
        raise Refused("bad_frame", _("Send “field” and “value” together."), fields=(missing,))
    value = clean_json(value)
    if len(canonical(value)) > LONGEST_TEXT:
        raise Refused("too_long", _("Shorten the value to 8,000 characters at most."), 413, fields=("value",))
    return Tap(field, value) if field else None


def words_of(text: str) -> str:
    """The text, cleaned. Raises Refused for one that is none, is empty or is too long."""
    words = clean(text).strip() if isinstance(text, str) else ""
    if not words:
        raise Refused("bad_frame", _("Write a message first."), fields=("text",))
    if len(words) > LONGEST_TEXT:
        raise Refused("too_long", _("Shorten the message to 8,000 characters at most."), 413, fields=("text",))
    return words


def object_of(value: Mapping[str, Json], field: str) -> dict[str, Json]:
    """What a host sends under `field`, cleaned.

    Raises Refused for one that is too long, RecursionError for one that is nested too deeply.
    """
    cleaned = clean_json(dict(value))
    assert isinstance(cleaned, dict)
    if len(canonical(cleaned)) > LONGEST_OBJECT:
        message = _("Shorten this to %(count)d characters of JSON at most.") % {"count": LONGEST_OBJECT}
        raise Refused("too_long", message, 413, fields=(field,))
    return cleaned


def event_of(ref: str, name: str) -> tuple[str, str]:
    """The host's id of an event, and its name, cleaned. Raises Refused; what begins with `_` is the site's own."""
    ref, name = clean(ref), clean(name).strip()
    if not 0 < len(ref) <= LONGEST_ID or ref.startswith(OURS):
        message = _("Give the event an id of 1 to 64 characters that does not begin with “_”.")
        raise Refused("bad_event", message, fields=("id",))
    if not 0 < len(name) <= LONGEST_NAME or name.startswith(OURS):
        message = _("Give the event a name of 1 to 100 characters that does not begin with “_”.")
        raise Refused("bad_event", message, fields=("name",))
    return ref, name
