"""Which keys are shown to staff only by a look of its own (F18, F19)."""

from collections.abc import Iterable

from facts.catalogue import Catalogue
from facts.models import Entry, Person


def sensitive_keys(person: Person | None, keys: Iterable[str], catalogue: Catalogue) -> set[str]:
    """Those of the keys that the catalogue has as sensitive, or of which a statement of the person ever was.

    One statement is enough: what else was said of the same thing would tell it.
    """
    asked = set(keys) - {""}
    by_rule = {key for key in asked if (rule := catalogue.key_for(key)) and rule.sensitive}
    rest = asked - by_rule
    if person is None or not rest:
        return by_rule
    flagged = Entry.objects.filter(person=person, key__in=rest, sensitive=True).order_by()
    return by_rule | set(flagged.values_list("key", flat=True).distinct())
