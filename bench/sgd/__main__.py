"""`python -m bench.sgd FOLDER`: play the annotated dialogues of a folder and print what holds and what differs."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

from bench.sgd.checks import CHECKS
from bench.sgd.corpus import read_corpus
from bench.sgd.differences import CLASSES, Class
from bench.sgd.tally import Tally, tally

WIDTH = 110


def main(arguments: Sequence[str] | None = None) -> None:
    """Read, play, print. The exit code tells only whether the folder could be read: a difference is no failure."""
    parser = argparse.ArgumentParser(prog="python -m bench.sgd", description="Annotated dialogues against the engine.")
    parser.add_argument("folder", type=Path, help="a folder with schema.json and dialogues.jsonl.gz or dialogues.jsonl")
    folder = parser.parse_args(arguments).folder
    try:
        corpus = read_corpus(folder)
    except (OSError, EOFError, ValueError, LookupError, TypeError) as error:
        sys.exit(f"{folder} cannot be read: {error!r}")
    print("\n".join(report(tally(corpus))))


def report(told: Tally) -> Iterator[str]:
    """The lines of the report: counts, a line for each check, and the classes of difference that occur."""
    yield f"{told.dialogues} dialogues, {told.turns} user turns, {told.values} values given"
    errors = sum(problem.severity == "error" for problem in told.problems)
    yield f"{told.agents} agents, {errors} errors in them; {told.literal} turns were read without an Understand"
    yield f"\n{'after each user turn':<44}{'holds':>8}{'does not':>10}"
    for name in CHECKS:
        yield f"{name:<44}{told.turns - told.failed[name]:>8}{told.failed[name]:>10}"
    yield "\nclasses of difference"
    for one in CLASSES:
        if told.classes[one.id]:
            yield from _class(one, told)


def _class(one: Class, told: Tally) -> Iterator[str]:
    count = told.classes[one.id]
    plural = "" if count == 1 else "s"
    yield f"\n{count:>6} {one.unit}{plural}: {one.title}"
    text = f"Right: {one.right}. {one.why} For instance {', '.join(told.places[one.id])}."
    yield from wrap(text, WIDTH, initial_indent=" " * 7, subsequent_indent=" " * 7)


if __name__ == "__main__":
    main()
