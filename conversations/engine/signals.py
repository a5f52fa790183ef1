"""What a control signal changes before the runs move (T11, T51, T53); what is said comes with the walk."""

from collections.abc import Sequence

from conversations.engine.grammar.about_me import asks_what_is_known
from conversations.engine.report import AgentMessage
from conversations.engine.speech import quick_replies
from conversations.engine.take_back import forget_one
from conversations.engine.work import Work

PROFILE_PAGE = "/profile/facts/"
"""The address of the page on which people see and change what is known about them (F18)."""


def obey(work: Work) -> None:
    """Decline, go back, be mute or say where it stands what is known, as the message wants it."""
    if work.asks_what_is_known:
        say_what_is_known(work)
    if work.signal == "mute":
        mute(work)
    elif work.signal == "skip" and work.floor is not None:
        skip(work)
    elif work.signal == "back" and work.floor is not None and not work.floor.staying:
        go_back(work)


def hear_about_self(work: Work, requested: Sequence[str]) -> None:
    """Whether the one message asks what is known about the person, and no flow that answers it is asked for (F18).

    It is a side question (T11): no failed attempt, and the open question is asked again.
    """
    texts = [message.text for message in work.input.messages if message.tap is None]
    if requested or work.unclear or len(texts) != 1 or work.signal not in (None, "question"):
        return
    if asks_what_is_known(texts[0], work.definition.language):
        work.asks_what_is_known, work.signal, work.wants_help = True, "question", False


def say_what_is_known(work: Work) -> None:
    """Lead to the page where all of it stands; of visitors nothing is kept (F3, F18). No model is needed for it."""
    is_known = work.input.user.is_authenticated
    text = work.phrase("known_about_you", page=PROFILE_PAGE) if is_known else work.phrase("known_of_visitors")
    work.acknowledge(text)


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
