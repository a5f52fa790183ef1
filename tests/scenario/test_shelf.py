"""Scenarios kept with an agent: what is taken, what is sealed, and two who write at once."""

import pytest

from agents.models import Agent
from conversations.clock import now
from conversations.models import Scenario
from conversations.scenario import shelf
from conversations.scenario.format import BadScenario, parse
from conversations.scenario.home import home_of
from conversations.scenario.play import play
from conversations.scenario.script import NoActions
from facts.catalogue import import_catalogue
from facts.models import Keyring, Person
from tests.scenario.kept import hello, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Agent:
    return hello()


@pytest.fixture
def staff() -> Person:
    return Person.objects.create_user("boss")


@pytest.fixture
def kept(agent: Agent, staff: Person) -> Scenario:
    return shelf.add(agent, text(), staff)


def test_it_is_called_what_its_text_calls_it_and_its_text_is_sealed_f19(kept: Scenario) -> None:
    stored = Scenario.objects.values_list("text", flat=True).get()
    assert kept.name == "greets"
    assert shelf.text_of(kept) == text()
    assert b"hello" not in bytes(stored)


def test_a_text_that_is_no_scenario_is_refused_by_line_and_nothing_is_kept(agent: Agent, staff: Person) -> None:
    wrong = text() + "  - user: 7\n"
    with pytest.raises(BadScenario) as refused:
        shelf.add(agent, wrong, staff)
    assert [line[:7] for line in refused.value.problems] == ["line 7:"]
    assert shelf.problems_in(wrong) == refused.value.problems
    assert shelf.problems_in(text()) == []
    assert not Scenario.objects.exists()


@pytest.mark.parametrize("named", ["agent: nowhere.yaml", "agent: another", "agent: {agent: x}", ""])
def test_it_plays_the_draft_whatever_agent_its_text_names(agent: Agent, staff: Person, named: str) -> None:
    kept = shelf.add(agent, text().replace("agent: hello", named), staff)
    scenario = parse(shelf.text_of(kept), shelf.STORED, home_of(agent))
    assert play(scenario, others=NoActions()).differences == ()


def test_a_change_takes_the_result_of_the_text_before_away(kept: Scenario) -> None:
    sealed = Scenario.sealed(kept.keyring, differences=["x"])
    Scenario.objects.update(passed=False, ran_at=now(), ran_at_revision=1, asked_at=now(), **sealed)
    assert shelf.change(kept, text("new name"), seen=shelf.mark(kept))
    kept.refresh_from_db()
    assert (kept.name, kept.passed, kept.differences, kept.ran_at) == ("new name", None, None, None)
    assert kept.asked_at is None


def test_saving_the_same_text_changes_nothing(kept: Scenario) -> None:
    Scenario.objects.update(passed=True)
    assert not shelf.change(kept, text(), seen=shelf.mark(kept))
    assert Scenario.objects.get().passed


def test_who_began_from_an_older_text_is_refused(kept: Scenario) -> None:
    seen = shelf.mark(kept)
    shelf.change(kept, text("quicker"), seen=seen)
    with pytest.raises(shelf.Stale):
        shelf.change(kept, text("slower"), seen=seen)
    assert Scenario.objects.get().name == "quicker"


def test_its_key_goes_with_it_f19(kept: Scenario) -> None:
    kept.delete()
    assert not Keyring.objects.exists()


@pytest.mark.parametrize("visitors", [True, False])
def test_the_example_to_begin_with_can_be_kept_and_played(agent: Agent, visitors: bool) -> None:
    agent.visitors = visitors
    agent.save()
    scenario = parse(shelf.example(agent), shelf.STORED, home_of(agent))
    assert play(scenario, others=NoActions()).differences == ()


def test_the_catalogue_of_the_site_holds_where_a_scenario_has_none(agent: Agent) -> None:
    import_catalogue({"catalogue": [{"key": "profile.city", "label": "City"}], "scopes": {"trade": {"open": True}}})
    bare = parse(text(), shelf.STORED, home_of(agent))
    own = parse(text() + "catalogue: [{key: profile.size}]\n", shelf.STORED, home_of(agent))
    assert [key["key"] for key in bare.catalogue] == ["profile.city"]
    assert [key["key"] for key in own.catalogue] == ["profile.size"]
    assert bare.scopes["trade"] == {"open": True}
