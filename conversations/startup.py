"""What a process that serves does once, before it serves."""

import gc

from conversations.ports import default_ports


def settle_in() -> None:
    """Load what a turn needs now and not at the first message, and tell the garbage collector that all of it stays.

    Looking through what never goes away, again and again, cost a turn several milliseconds.
    """
    default_ports()
    gc.collect()
    gc.freeze()
