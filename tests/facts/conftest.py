"""People and catalogues for the tests of the fact store."""

from datetime import UTC, datetime

import pytest

from facts.catalogue import import_catalogue
from facts.models import Person
from facts.policy import Candidate

AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
CATALOGUE = {
    "catalogue": [
        {"key": "profile.city", "label": "City"},
        {"key": "profile.children", "label": "Children", "schema": {"type": "integer", "minimum": 0}},
        {"key": "profile.languages", "label": "Languages", "schema": {"type": "string"}, "many": True},
        {"key": "profile.salary", "label": "Salary", "schema": {"type": "number"}, "sensitive": True},
        {"key": "profile.address", "label": "Address", "fresh": "30d"},
        {"key": "profile.email", "label": "E-mail", "schema": {"type": "string", "format": "email"}},
        {"key": "profile.canton", "label": "Canton", "schema": {"enum": ["VD", "GE"]}, "write": 0.95, "propose": 0.7},
        {"key": "merchant.*.default", "label": "How purchases at * are booked"},
    ]
}


@pytest.fixture
def catalogue(db):
    """The keys that the tests speak of."""
    import_catalogue(CATALOGUE)


@pytest.fixture
def ann(db):
    """A person with an account."""
    return Person.objects.create_user("ann", password="secret of ann", language="en", timezone="Europe/Zurich")


@pytest.fixture
def ben(db):
    """Somebody else."""
    return Person.objects.create_user("ben", password="secret of ben")


def said(key="profile.city", value="Bern", confidence=0.9, quote="I live in Bern", **more) -> Candidate:
    """A statement of a conversation."""
    return Candidate(key=key, value=value, confidence=confidence, quote=quote, message="message 1", **more)
