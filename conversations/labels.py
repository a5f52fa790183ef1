"""What the keys of cards are called in the language of whoever reads them; a card is stored with its agent's words."""

from collections.abc import Iterable

from django.utils import translation

from conversations.work import Frame
from facts.catalogue import load


def translated(frames: Iterable[Frame]) -> tuple[Frame, ...]:
    """The frames, cards with their label in the active language; two queries where there is a card."""
    frames = tuple(frames)
    if not any("fact" in frame for frame in frames):
        return frames
    catalogue = load()
    return tuple(
        {**frame, "fact": {**card, "label": catalogue.title(card["key"])}} if (card := frame.get("fact")) else frame
        for frame in frames
    )


def translated_into(language: str, frame: Frame) -> Frame:
    """A frame with its card's label in a language; as it stands where the language is none of the site's."""
    try:
        known = translation.get_supported_language_variant(language)
    except LookupError:
        return frame
    with translation.override(known):
        return translated([frame])[0]
