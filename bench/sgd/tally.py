"""Plays a corpus and counts: turns, what holds, and the differences by class. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from agents.check import Problem, check
from agents.compile import compile_definition
from agents.definition import Definition
from bench.sgd.agent import agent_document
from bench.sgd.checks import CHECKS
from bench.sgd.corpus import Corpus, Dialogue
from bench.sgd.differences import explained, refused, settled
from bench.sgd.play import Played, play
from bench.sgd.script import script

EXAMPLES = 2
"""How many places are kept for each class."""


@dataclass(slots=True)
class Tally:
    """What came out. A place is a dialogue's id and the number of the line in it."""

    dialogues: int = 0
    turns: int = 0
    literal: int = 0
    values: int = 0
    problems: tuple[Problem, ...] = ()
    agents: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    classes: Counter[str] = field(default_factory=Counter)
    places: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def note(self, name: str, place: str) -> None:
        """Count one difference of a class."""
        self.classes[name] += 1
        if len(self.places[name]) < EXAMPLES and place not in self.places[name]:
            self.places[name].append(place)


def tally(corpus: Corpus) -> Tally:
    """Play every dialogue: once with the annotated state as it is, once held to the words of the messages."""
    documents = {names: agent_document([corpus.services[name] for name in names]) for names in _sets(corpus)}
    told = Tally(dialogues=len(corpus.dialogues), agents=len(documents))
    told.problems = tuple(problem for document in documents.values() for problem in check(document, actions={}))
    definitions = {names: compile_definition(document, version=1) for names, document in documents.items()}
    for dialogue in corpus.dialogues:
        _count_dialogue(told, corpus, definitions, dialogue)
    return told


def _sets(corpus: Corpus) -> Iterator[tuple[str, ...]]:
    """The sets of services that dialogues go over, each once, first seen first."""
    yield from dict.fromkeys(dialogue.services for dialogue in corpus.dialogues)


def _count_dialogue(
    told: Tally, corpus: Corpus, definitions: Mapping[tuple[str, ...], Definition], dialogue: Dialogue
) -> None:
    definition = definitions[dialogue.services]
    passes: tuple[tuple[bool, Callable[[Tally, str, Played], None]], ...] = ((False, _count), (True, _count_strict))
    for strict, count in passes:
        for played in play(definition, script(dialogue, corpus.services), strict=strict):
            count(told, f"{dialogue.id}:{played.move.turn.number}", played)


def _count(told: Tally, place: str, played: Played) -> None:
    told.turns += 1
    told.literal += played.is_literal
    told.values += len(played.move.given)
    for title, find in CHECKS.items():
        amiss = find(played)
        told.failed[title] += bool(amiss)
        for name in dict.fromkeys(explained(played, one) for one in amiss):
            told.note(name, place)
    for name in settled(played):
        told.note(name, place)


def _count_strict(told: Tally, place: str, played: Played) -> None:
    for name in refused(played):
        told.note(name, place)
