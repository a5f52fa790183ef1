"""What the host sends along with a new conversation (T18), held against the agent's fields before it is kept."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from agents.definition import Definition
from agents.paths import is_empty
from conversations.engine import take
from conversations.engine.state import Known, State
from conversations.engine.turn_input import TurnInput, User
from conversations.engine.work import Work, begin
from facts.refusals import sentence
from facts.values import Invalid, Json


def check_given(definition: Definition, given: Mapping[str, Json], *, at: datetime, language: str, zone: str) -> None:
    """Hold given data against the fields by the same checks as any value (T6, T50); an empty value is none.

    `at` is aware; `zone` is the person's, empty for the agent's own. Raises ValidationError with a sentence for each
    name that is no field, and for each value that its field cannot have.
    """
    user = User(is_authenticated=False, language=language, timezone=zone)
    work = begin(definition, _input(at, user))
    wrong = {name: problem for name, value in given.items() if (problem := _put(work, name, value))}
    if wrong:
        raise ValidationError({f"data.{name}": [problem] for name, problem in wrong.items()})


def _input(at: datetime, user: User) -> TurnInput:
    """What a first turn would be told of the moment and of the person."""
    return TurnInput(kind="event", id="", conversation="", state=State(), now=at.isoformat(), version=0, user=user)


def _put(work: Work, name: str, value: Json) -> str:
    """Let the value bound those that come after it, as the turn will; what is wrong with it, empty if nothing is."""
    if name not in work.definition.fields:
        return _("This agent has no such field.")
    if is_empty(value):
        return ""
    try:
        work.data[name] = Known(take.checked(work, work.field(name), value), "given")
    except Invalid as problem:
        return sentence(problem)
    return ""
