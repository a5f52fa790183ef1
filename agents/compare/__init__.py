"""What differs between two agent documents, said so that an author can read it. Pure.

`compare(old, new)` takes documents as a version keeps them, defaults left out, and gives the changes from the first to
the second in the order in which the second is read.
"""

from agents.compare.change import Change, Piece
from agents.compare.walk import compare

__all__ = ["Change", "Piece", "compare"]
