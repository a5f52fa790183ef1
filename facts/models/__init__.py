"""The rows of the fact store: people, their keyrings, the catalogue, the ledger and its projections.

Every column that holds a person's words is sealed by `facts.keyring`, and no query compares one.
"""

from facts.models.catalogue import CatalogueKey, Scope
from facts.models.forgetting import Erasure, Receipt
from facts.models.ledger import Contested, Counter, CurrentFact, Entry, Proposal
from facts.models.person import Keyring, Person, validate_timezone
from facts.models.staff import Look, WikiEntry

__all__ = [
    "CatalogueKey",
    "Contested",
    "Counter",
    "CurrentFact",
    "Entry",
    "Erasure",
    "Keyring",
    "Look",
    "Person",
    "Proposal",
    "Receipt",
    "Scope",
    "WikiEntry",
    "validate_timezone",
]
