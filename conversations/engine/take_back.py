"""Taking back: a known value, or a fact, that no longer holds, with no new one in its place (T49)."""

from collections.abc import Sequence

from conversations.engine.reading import Reading
from conversations.engine.work import Work


def take_back(work: Work, reading: Reading, offered: Sequence[str]) -> None:
    """Forget the fields that the message withdraws, and those that a fact filled which it takes back."""
    for key in reading.retract:
        if key in work.facts:
            work.retracted[key] = None
            del work.facts[key]
    by_fact = [spec.id for spec in work.definition.bound_to_facts if spec.fact in work.retracted]
    filled = [name for name in by_fact if name in work.data and work.data[name].source == "fact"]
    for name in (name for name in reading.withdrawn if name in offered):
        if work.is_known(name) and name not in work.filled and name not in work.restated:
            forget_one(work, name)
    for name in filled:  # another fact may fill it again (F15)
        if name in work.data and name not in work.filled:
            work.changed[name] = (work.data.pop(name).value, None)


def forget_one(work: Work, name: str) -> None:
    """Forget a known value and report it: its new value is none."""
    work.changed[name] = (work.data[name].value, None)
    work.forget([name])
