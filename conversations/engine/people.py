"""A person of the staff takes over (T11)."""

from datetime import datetime
from zoneinfo import ZoneInfo

from agents.hours import is_open
from conversations.engine.work import Work


def hand_over(work: Work) -> None:
    """Ask for a person: a sentence says so once, runs are kept, and the turn goes no further."""
    if not work.handed_off:
        work.handed_off = True
        work.say(key=f"_handoff#{work.input.id}", step="_handoff", text=_sentence(work))


def _sentence(work: Work) -> str:
    """What is said: that somebody is asked, or outside their hours when they will be back."""
    people = work.definition.people
    asked = people.asked or work.phrase("handed_off")
    return asked if _are_there(work) else people.away or asked


def _are_there(work: Work) -> bool:
    """Whether the people are at work now, by the agent's own clock."""
    hours = work.definition.people.hours
    return is_open(hours, datetime.fromisoformat(work.input.now).astimezone(ZoneInfo(work.definition.timezone)))
