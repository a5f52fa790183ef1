"""What a turn made of the statements in it: what became of each, and why (F4 to F8)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from conversations.engine.reading import ReadFact
from conversations.engine.replaying import Replayed
from conversations.inspector.masking import Mask
from conversations.inspector.understood import reading_of
from conversations.inspector.values import NOTHING, Fact
from facts.catalogue import Catalogue
from facts.policy import Candidate, Thresholds, same

_KINDS = ("written", "proposed", "contested", "changed", "retracted")


def facts(report: Mapping[str, Any], again: Replayed, known: Catalogue, mask: Mask) -> tuple[Fact, ...]:
    """Every statement of the turn, those that were kept first, then those that were not."""
    cards = [(kind, card) for kind in _KINDS for card in (report.get("facts") or {}).get(kind, ())]
    candidates = list(again.result.candidates) if again.result else []
    kept = [_of_card(kind, card, _candidate_of(card, candidates, known), known, mask) for kind, card in cards]
    unkept = [one for one in candidates if not _has_card(one, cards, known)]
    dropped = [read for read in read_facts(again) if not _is_among(read, candidates, known)]
    return (
        *kept,
        *(_unkept(one, known, mask) for one in unkept),
        *(_dropped(read, known, mask) for read in dropped),
        *_avoided(report),
    )


def _verdict(kind: str) -> str:
    sentences = {
        "written": _("Kept."),
        "proposed": _("Proposed: the person is asked whether to remember it."),
        "contested": _("It contradicts what is known: the person is asked which is right."),
        "changed": _("It took the place of what was known."),
        "retracted": _("Taken back."),
    }
    return str(sentences[kind])


def _of_card(kind: str, card: Mapping[str, Any], candidate: Candidate | None, known: Catalogue, mask: Mask) -> Fact:
    key, is_sensitive = card["key"], bool(card["sensitive"])
    return Fact(
        label=card["label"],
        key=key,
        verdict=_verdict(kind),
        why=_why(candidate, known.thresholds(key)) if candidate else "",
        value=mask.of_key(key, card.get("value"), card.get("shown"), is_sensitive=is_sensitive),
        old=mask.of_key(key, card.get("old") or None, card.get("old_shown"), is_sensitive=is_sensitive),
        quote=mask.of_key(key, card.get("quote") or None, is_sensitive=is_sensitive),
        confidence=candidate.confidence if candidate else None,
    )


def _why(candidate: Candidate, bounds: Thresholds) -> str:
    """How sure the reading was, against the bounds of the key as they are now (F5)."""
    numbers = {"write": f"{bounds.write:.2f}", "propose": f"{bounds.propose:.2f}", "is": f"{candidate.confidence:.2f}"}
    if candidate.confidence >= bounds.write:
        sentence = _("Confidence %(is)s: from %(write)s on it counts as certain.")
    elif candidate.confidence >= bounds.propose:
        sentence = _("Confidence %(is)s: from %(propose)s on it is proposed, from %(write)s on it counts as certain.")
    else:
        sentence = _("Confidence %(is)s: below %(propose)s nothing is kept.")
    change = _("The person said that it changed.") if candidate.change else ""
    return " ".join(filter(None, [sentence % numbers, str(change)]))


def _unkept(candidate: Candidate, known: Catalogue, mask: Mask) -> Fact:
    """A statement that left no new entry."""
    key = known.normalise(candidate.key) or candidate.key
    bounds = known.thresholds(key)
    verdicts = {
        "key": _("Not kept: the site keeps no such fact."),
        "low": _("Not kept: the reading was not sure enough."),
        "quote": _("Not kept: no words of the message prove it."),
        "known": _("Nothing new: it is known, was proposed, or was refused before."),
    }
    is_low = candidate.source == "chat" and candidate.confidence < bounds.propose
    why = "key" if not known.accepts(key) else "low" if is_low else "known" if candidate.quote.strip() else "quote"
    sensitive = candidate.sensitive
    return Fact(
        label=known.title(key),
        key=key,
        verdict=str(verdicts[why]),
        why=_why(candidate, bounds),
        value=mask.of_key(key, candidate.value, is_sensitive=sensitive),
        quote=mask.of_key(key, candidate.quote or None, is_sensitive=sensitive),
        confidence=candidate.confidence,
    )


def _dropped(read: ReadFact, known: Catalogue, mask: Mask) -> Fact:
    """A statement of the reading that did not come as far as the store (F3, F4)."""
    key = known.normalise(read.key) or read.key
    return Fact(
        label=known.title(key),
        key=key,
        verdict=_("Dropped: its words do not stand in the message, or it is not about the person."),
        value=mask.of_key(key, read.value, is_sensitive=read.sensitive),
        quote=mask.of_key(key, read.quote, is_sensitive=read.sensitive),
        confidence=read.confidence,
    )


def _avoided(report: Mapping[str, Any]) -> Iterator[Fact]:
    """Questions that facts made unnecessary (F22)."""
    for name in (report.get("facts") or {}).get("questions_avoided", ()):
        yield Fact(label=name, key="", verdict=_("Not asked, because a fact tells it."), value=NOTHING)


def read_facts(again: Replayed) -> list[ReadFact]:
    """The statements that were read in the turn."""
    readings = (reading_of(one) for one in again.asked if one.effect.kind == "understand")
    return [fact for reading in readings if reading for fact in reading.facts]


def _candidate_of(card: Mapping[str, Any], candidates: Iterable[Candidate], known: Catalogue) -> Candidate | None:
    return next((one for one in candidates if _is_of(one, card, known)), None)


def _has_card(candidate: Candidate, cards: Iterable[tuple[str, Mapping[str, Any]]], known: Catalogue) -> bool:
    return any(_is_of(candidate, card, known) for kind, card in cards if kind != "retracted")


def _is_of(candidate: Candidate, card: Mapping[str, Any], known: Catalogue) -> bool:
    if known.normalise(candidate.key) != card["key"]:
        return False
    listed = candidate.value if isinstance(candidate.value, list) else []
    return same(candidate.value, card.get("value")) or any(same(one, card.get("value")) for one in listed)


def _is_among(read: ReadFact, candidates: Iterable[Candidate], known: Catalogue) -> bool:
    key = known.normalise(read.key)
    return any(known.normalise(one.key) == key and same(one.value, read.value) for one in candidates)
