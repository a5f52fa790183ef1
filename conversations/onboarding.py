"""The short form before a first chat: what an agent likes to know of a person, and is not known (F10)."""

from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db import transaction
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from agents.live import definition
from agents.models import Agent
from agents.template import paths, render
from facts import actions, queries
from facts.catalogue import Catalogue, load
from facts.models import CatalogueKey, Person
from facts.queries import Held
from facts.value_form import Value, answer_form
from facts.values import Invalid, Json

_ASKED = "onboarding_asked"


@dataclass(frozen=True, slots=True)
class Question:
    """A key that is asked for, and the form that asks."""

    key: str
    form: Value
    many: bool


def is_due(session: MutableMapping[str, Any], agent: Agent, person: Person, at: datetime) -> bool:
    """Whether the person is to be asked before they talk to the agent: not known yet, and not asked in this session."""
    return agent.slug not in _asked(session) and bool(missing(agent, person, at))


def keep_asked(session: MutableMapping[str, Any], agent: Agent) -> None:
    """Remember that the form of an agent was answered or skipped; the session alone knows."""
    session[_ASKED] = [*(slug for slug in _asked(session) if slug != agent.slug), agent.slug]


def missing(agent: Agent, person: Person, at: datetime) -> list[str]:
    """The keys that the agent asks for and that are not known, or not for certain any more (F17)."""
    wanted = _wanted(agent)
    known = {fact.key for fact in queries.current(person, at) if not fact.stale} if wanted else set()
    return [key for key in wanted if key not in known]


def asked_of(agent: Agent, keys: Iterable[str]) -> list[str]:
    """Those of the keys that a form came back with which the agent does ask for, known meanwhile or not."""
    sent = set(keys)
    return [key for key in _wanted(agent) if key in sent]


def questions(agent: Agent, keys: Iterable[str], person: Person, at: datetime, data: Any = None) -> list[Question]:
    """A form for each key, with what was known of it once; sensitive values are typed anew (F19)."""
    catalogue = load()
    held = {fact.key: fact for fact in queries.current(person, at)}
    asks = _asks(agent)
    return [_question(key, asks.get(key, ""), catalogue, held, data) for key in keys]


def save(person: Person, asked: Iterable[Question]) -> bool:
    """Keep what was answered, all of it or nothing; False if an answer does not fit, which its form then says (F10)."""
    asked = list(asked)
    answers = [(question, value) for question in asked for value in _answers(question)]
    _check(answers)
    if any(question.form.errors for question in asked):
        return False
    with transaction.atomic():
        for question, value in answers:
            actions.state(person, question.key, value, source="onboarding")
    return True


def _wanted(agent: Agent) -> list[str]:
    """The keys that the live version asks for, as far as the catalogue still has them."""
    keys = dict.fromkeys(definition(agent.live).onboarding) if agent.live else {}
    catalogue = load() if keys else None
    return [key for key in keys if catalogue and catalogue.accepts(key)]


def _asks(agent: Agent) -> dict[str, str]:
    """How the agent itself asks for the keys of its fields, in its own language; not where a value stands in it."""
    if agent.live is None:
        return {}
    known = definition(agent.live)
    return {
        field.fact: format_html('<span lang="{}">{}</span>', known.language, render(field.ask, {}, known.language).text)
        for field in known.fields.values()
        if field.fact and field.ask and not paths(field.ask)
    }


def _question(key: str, ask: str, catalogue: Catalogue, held: Mapping[str, Held], data: Any) -> Question:
    rule = catalogue.key_for(key) or CatalogueKey()
    fact = held.get(key)
    shown = fact.value if fact and not (fact.sensitive or rule.many) else None
    form = answer_form(
        rule.schema,
        key=key,
        label=catalogue.title(key),
        hint=_hint(ask, is_shown=shown is not None),
        many=rule.many,
        current=shown,
        data=data,
    )
    return Question(key, form, rule.many)


def _hint(ask: str, *, is_shown: bool) -> str:
    """The agent's own question, if it has one. The catalogue's description is for the extractor (F1)."""
    reminded = _("This is what you said before. Change it if it is no longer right.") if is_shown else ""
    return format_html_join(mark_safe("<br>"), "{}", [[text] for text in (ask, reminded) if text])


def _answers(question: Question) -> list[Json]:
    """What was answered; nothing where the input was left empty or does not fit."""
    if not question.form.is_valid():
        return []
    value = question.form.cleaned_data["value"]
    if question.many:
        return cast(list[Json], value)
    return [] if value is None or value == [] else [value]


def _check(answers: Iterable[tuple[Question, Json]]) -> None:
    """Say in the forms which answers the catalogue does not allow (F2)."""
    catalogue = load()
    for question, value in answers:
        try:
            catalogue.check(question.key, value)
        except Invalid:
            question.form.add_error("value", _("This value does not fit here. Check it and try again."))


def _asked(session: MutableMapping[str, Any]) -> list[str]:
    return cast(list[str], session.get(_ASKED, []))
