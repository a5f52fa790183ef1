"""A person of the staff takes over, and what becomes of the run that led to it (T11)."""

from datetime import datetime
from zoneinfo import ZoneInfo

from agents.hours import is_open
from conversations.engine import runs
from conversations.engine.steps import wants
from conversations.engine.work import REQUIRED, Work


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


def leave_hand_off(work: Work) -> bool:
    """Let the run on the floor stand at a question when it is its turn again. Whether it is still open.

    Where what led to the hand-off was no question, it is not done again: the run asks for what is required and
    missing (T31), or ends as not completed.
    """
    run = work.run()
    if run.stands or run.step in ("", REQUIRED) or wants(work, work.step())[0]:
        return True
    if work.missing(work.flow().required):
        work.update(step=REQUIRED)
        return True
    runs.end(work, "end", failed=True)
    return False
