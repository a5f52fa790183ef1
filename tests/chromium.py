"""Which Chromium looks at the pages."""

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Debian’s names; the first has no windows and nothing that is only for them: it takes about two thirds of the time."""


def chromium() -> str:
    """The program: CHROMIUM, or what is installed; empty if there is none."""
    return os.environ.get("CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), "")
