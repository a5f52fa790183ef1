"""What staff do in a conversation: read it, answer in place of the agent, give it back. Each leaves a line in the log.

The lines hold no word of the conversation; they call it by the name of its agent.
"""

from typing import Any, Final

from django.contrib.admin.models import ADDITION
from django.db import transaction

from conversations import actions
from conversations.models import Conversation, Event, Message
from facts import audit

LOOKED: Final = "Read the transcript"
ANSWERED: Final = "Answered in place of the agent"
GAVE_BACK: Final = "Gave the conversation back to the agent"
TRIED: Final = "Began to try the draft"


def looked(by: Any, conversation: Conversation) -> None:
    """They read it: a line an hour."""
    audit.note_once(by, conversation, LOOKED, name=_name(conversation))


@transaction.atomic
def answer(by: Any, conversation: Conversation, text: str, *, client_id: str) -> Message:
    """They take over and answer (`actions.staff_say`): a line an hour. Raises Refused, and then nothing is stored."""
    message = actions.staff_say(conversation, text, client_id=client_id)
    audit.note_once(by, conversation, ANSWERED, name=_name(conversation))
    return message


@transaction.atomic
def give_back(by: Any, conversation: Conversation, *, seen: int | None = None) -> Event:
    """They give it back (`actions.give_back`). Raises Refused, and then nothing is stored."""
    event = actions.give_back(conversation, seen=seen)
    audit.note(by, conversation, GAVE_BACK, name=_name(conversation))
    return event


def tried(by: Any, conversation: Conversation) -> None:
    """They began the trial that this is the conversation of: no change of the agent, so a line of its own kind."""
    audit.note(by, conversation.trial, TRIED, ADDITION, name=_name(conversation))


def _name(conversation: Conversation) -> str:
    return str(conversation.agent)
