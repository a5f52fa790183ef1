"""Which files are scenarios."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

SUFFIXES = (".yaml", ".yml", ".json")
_AGENT = re.compile(r"^(flows:|\s*\"flows\":)", re.MULTILINE)
"""An agent file has its flows at the top; agents may lie beside the scenarios that use them."""
_SCENARIO = re.compile(r"^(turns:|\s*\"turns\":)", re.MULTILINE)


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files among the paths, and those in the folders among them, in order; agent files in folders are left out."""
    for path in paths:
        if path.is_dir():
            found = (file for file in sorted(path.rglob("*")) if file.suffix in SUFFIXES)
            yield from (file for file in found if not _is_agent(file.read_text(encoding="utf-8")))
        else:
            yield path


def _is_agent(text: str) -> bool:
    return bool(_AGENT.search(text)) and not _SCENARIO.search(text)
