"""An action that takes a moment and writes down who called it: `BELL` names the file."""

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

from agents.registry import action

TAKES = 0.3
"""Seconds. Long enough for a process to be killed while it rings."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Neither goes in nor comes out."""


@dataclass(frozen=True, slots=True)
class Ring:
    """One call: by which process, with which key."""

    process: int
    key: str


@action("ring_bell", input=Nothing, output=Nothing, retry="same_key", timeout=10.0)
async def ring_bell(input: Nothing, key: str) -> Nothing:
    """Write down that it rings, and take a moment over it."""
    with Path(os.environ["BELL"]).open("a") as file:
        file.write(f"{os.getpid()} {key}\n")
    await asyncio.sleep(TAKES)
    return input


def rings(file: Path) -> list[Ring]:
    """Every call so far, in order."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [Ring(int(process), key) for process, key in (line.split() for line in lines)]
