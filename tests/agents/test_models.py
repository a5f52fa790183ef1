"""Revisions, and versions that cannot change."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from agents import draft
from agents.models import Agent, Instruction, Step, Version
from agents.models.version import VersionIsImmutable
from tests.agents.drafts import small

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Agent:
    made = Agent.objects.create(slug="desk", name="Front desk")
    draft.apply(made, small())
    made.refresh_from_db()
    return made


@pytest.fixture
def version(agent: Agent) -> Version:
    return agent.versions.create(number=1, document="{}", revision=agent.revision)


def revision(agent: Agent) -> int:
    return Agent.objects.get(pk=agent.pk).revision


def test_saving_the_agent_raises_its_revision(agent: Agent) -> None:
    before = revision(agent)
    agent.save()
    assert revision(agent) == before + 1


def test_saving_or_deleting_a_row_raises_the_revision(agent: Agent) -> None:
    before = revision(agent)
    step = Step.objects.get(slug="done")
    step.save()
    assert revision(agent) == before + 1
    step.delete()
    assert revision(agent) == before + 2


def test_an_instruction_of_a_step_belongs_to_the_agent(agent: Agent) -> None:
    before = revision(agent)
    Instruction.objects.create(step=Step.objects.get(slug="ask"), text="Smile.")
    assert revision(agent) == before + 1


def test_a_stale_copy_of_the_agent_takes_back_neither_revision_nor_live_version(agent: Agent, version: Version) -> None:
    stale = Agent.objects.get(pk=agent.pk)
    Step.objects.get(slug="done").save()
    Agent.objects.filter(pk=agent.pk).update(live=version)
    before = revision(agent)

    stale.name = "Desk"
    stale.save()

    stored = Agent.objects.get(pk=agent.pk)
    assert (stored.name, stored.revision, stored.live_id) == ("Desk", before + 1, version.pk)


def test_an_instruction_has_exactly_one_scope(agent: Agent) -> None:
    step = Step.objects.get(slug="ask")
    with pytest.raises(IntegrityError), transaction.atomic():
        Instruction.objects.create(agent=agent, step=step, text="Smile.")


def test_a_version_cannot_be_saved_again(version: Version) -> None:
    version.note = "changed"
    with pytest.raises(VersionIsImmutable):
        version.save()
    assert Version.objects.get().note == ""


def test_a_version_cannot_be_updated_by_a_query(version: Version) -> None:
    with pytest.raises(VersionIsImmutable):
        Version.objects.update(document="[]")
    with pytest.raises(VersionIsImmutable), transaction.atomic():
        Version.objects.bulk_update([version], ["document"])
    assert Version.objects.get().document == "{}"


def test_a_version_cannot_be_deleted(version: Version) -> None:
    with pytest.raises(VersionIsImmutable):
        version.delete()
    with pytest.raises(VersionIsImmutable):
        Version.objects.all().delete()
    assert Version.objects.count() == 1


def test_an_agent_with_versions_cannot_be_deleted(agent: Agent, version: Version) -> None:
    with pytest.raises(ProtectedError):
        agent.delete()


def test_a_number_is_given_once_per_agent(version: Version) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        version.agent.versions.create(number=1, document="{}", revision=0)


@pytest.mark.parametrize("slug", ["Hotel", "1hotel", "ho-tel", "hotel\n", ""])
def test_an_id_is_a_slug(slug: str) -> None:
    with pytest.raises(ValidationError):
        Agent(slug=slug, name="x").full_clean()
