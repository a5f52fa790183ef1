"""The log as the site writes it at DEBUG, for tests that read it."""

import logging
import logging.config
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

from django.conf import settings


@contextmanager
def written_at_debug() -> Iterator[StringIO]:
    """What goes to the console within the block, through the site's own handlers and formatters."""
    root, out = logging.getLogger(), StringIO()
    handlers, level = root.handlers[:], root.level
    console = {**settings.LOGGING["handlers"]["console"], "stream": out}
    chosen = {**settings.LOGGING["root"], "level": "DEBUG"}
    logging.config.dictConfig({**settings.LOGGING, "handlers": {"console": console}, "root": chosen})
    try:
        yield out
    finally:
        root.handlers[:], root.level = handlers, level
