"""What needs no model: a tapped reply, a literal answer, a control word (T2, T9, T54)."""

from agents.definition import Field
from conversations.engine.confirm import literal_confirmation
from conversations.engine.grammar.choices import exact_choice
from conversations.engine.grammar.control import control_word, counts_people, is_one_person
from conversations.engine.grammar.literal import NOT_LITERAL, literal
from conversations.engine.grammar.speech import Speech
from conversations.engine.offers import Offer
from conversations.engine.reading import Reading, ReadValue, Signal
from conversations.engine.work import Work


def literal_answer(work: Work, offer: Offer) -> Reading | None:
    """The reading of a message that needs no model, or None. Only a turn with one typed message has one (T9)."""
    if len(work.input.messages) != 1 or work.input.messages[0].tap is not None:
        return None
    text = work.input.messages[0].text
    asked = _asked_field(work)
    choice = exact_choice(text, asked.value) if asked is not None and not offer.conditions else NOT_LITERAL
    if asked is not None and choice is not NOT_LITERAL:
        return _answer(asked, choice, text)
    signal = None if offer.conditions else signal_of(work, text)
    if signal is not None:
        return Reading(reader="literal", signal=signal)
    if not offer.conditions and (confirmation := literal_confirmation(work, text)) is not None:
        return confirmation
    return None if asked is None or offer.conditions else _parsed(work, asked, text)


def _asked_field(work: Work) -> Field | None:
    """The one field that is being asked, if it is exactly one."""
    asking = work.floor.asking if work.floor else ()
    return work.field(asking[0]) if len(asking) == 1 else None


def signal_of(work: Work, text: str) -> Signal | None:
    """The control signal of a whole message, if it is a control word; "a person" is none where people are counted."""
    word = control_word(text, work.definition.language)
    if word == "handoff" and _asks_how_many_people(work) and is_one_person(text, work.definition.language):
        return None
    if word == "stop":
        return "cancel" if work.open_runs() else "mute"
    return word


def _asks_how_many_people(work: Work) -> bool:
    """Whether the one number being asked counts people, so that "a person" may be its answer (T9)."""
    asked = [work.field(name) for name in (work.floor.asking if work.floor else ())]
    numbers = [spec for spec in asked if spec.value.name in ("integer", "number")]
    language = work.definition.language
    return len(numbers) == 1 and counts_people(f"{numbers[0].id} {numbers[0].description}", language)


def last_signal(work: Work) -> Signal | None:
    """The control signal of the newest message that is a control word, where nothing is to be understood (T2)."""
    typed = (message.text for message in reversed(work.input.messages) if message.tap is None)
    return next((signal for text in typed if (signal := signal_of(work, text)) is not None), None)


def _parsed(work: Work, asked: Field, text: str) -> Reading | None:
    if _asks_how_many_people(work) and is_one_person(text, work.definition.language):
        return _answer(asked, 1, text)
    value = literal(text, asked.value, Speech(work.definition.language, work.moment))
    return None if value is NOT_LITERAL else _answer(asked, value, text)


def _answer(asked: Field, value: object, text: str) -> Reading:
    return Reading(reader="literal", fields={asked.id: ReadValue(value, quote=text.strip())})  # type: ignore[arg-type]
