"""What a control signal changes before the runs move (T11, T51, T53); what is said comes with the walk."""

from conversations.engine.report import AgentMessage
from conversations.engine.speech import quick_replies
from conversations.engine.take_back import forget_one
from conversations.engine.work import Work


def obey(work: Work) -> None:
    """Decline, go back or be mute, as the message's signal says."""
    if work.signal == "mute":
        mute(work)
    elif work.signal == "skip" and work.floor is not None:
        skip(work)
    elif work.signal == "back" and work.floor is not None and not work.floor.staying:
        go_back(work)


def mute(work: Work) -> None:
    """Nothing is said unasked until the person writes again (T51)."""
    work.muted = True
    work.acknowledge(work.phrase("muted"))


def skip(work: Work) -> None:
    """The optional fields that are being asked are declined; why the required ones cannot be is explained (T11)."""
    run, required = work.run(), work.flow().required
    asked = work.missing(run.asking)
    work.not_skipped = tuple(name for name in asked if name in required)
    work.declined = dict.fromkeys(name for name in asked if name not in required)
    work.update(declined=tuple(dict.fromkeys((*run.declined, *work.declined))))


def go_back(work: Work) -> None:
    """The last field that this run asked for and got is forgotten, to be asked again (T53).

    A value for it in the same message is a correction, and nothing is asked.
    """
    asked = work.run().asked
    name = next((name for name in reversed(asked) if work.is_known(name)), "")
    if name and name not in work.filled and name not in work.restated:
        forget_one(work, name)
        work.returned = name
        work.update(asked=tuple(other for other in asked if other != name))


def say_again(work: Work) -> bool:
    """Say the last message again, with its buttons if its question is still open (T11). Whether there is one."""
    said = next((said for said in reversed(work.input.history) if said.role in ("agent", "staff")), None)
    if said is None:
        return False
    replies = quick_replies(work, work.run().asking) if work.floor is not None else ()
    work.batch.append(AgentMessage(f"_repeat#{work.input.id}", "", "_repeat", said.text, replies))
    return True
