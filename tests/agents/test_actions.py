"""Import, publish, roll back."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connections

from agents import actions, draft, live, registry
from agents.actions import (
    Imported,
    PublishRefused,
    errors_in,
    import_agent,
    is_live,
    problems_of,
    publish,
    rollback,
)
from agents.check import check
from agents.models import Agent, Step, Version
from agents.phrases import PHRASES
from agents.writer import write
from facts.models import CatalogueKey, Person, Scope
from tests.agents.drafts import SMALL, small

pytestmark = pytest.mark.django_db

BROKEN = SMALL.replace("collect: [guests, date]", "collect: [gests, date]").replace("then: group}", "then: grup}")


@pytest.fixture
def agent() -> Agent:
    imported = import_agent(SMALL, publish=True)
    assert imported.agent is not None
    return imported.agent


def test_a_draft_is_checked_once_until_it_or_what_it_is_held_against_changes(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[object] = []
    monkeypatch.setattr(actions, "check", lambda draft, **known: checked.append(draft) or check(draft, **known))
    changes = (
        lambda: Step.objects.filter(slug="done").update(say="Booked, for once."),
        lambda: CatalogueKey.objects.create(pattern="profile.once", label="Once"),
        lambda: Scope.objects.create(name="once", label="Once", is_open=True),
        lambda: monkeypatch.setattr(registry, "_registered", {}),
    )
    for number, change in enumerate(changes, start=1):
        change()
        assert problems_of(agent) == problems_of(agent)
        assert len(checked) == number


def test_an_imported_file_is_the_draft_and_not_live_yet() -> None:
    imported = import_agent(SMALL)

    assert imported.agent is not None
    assert (errors_in(imported.problems), imported.agent.live) == ((), None)
    assert draft.document_of(imported.agent)["flows"] == small()["flows"]


def test_import_with_publish_makes_it_live(agent: Agent) -> None:
    assert agent.live is not None
    assert json.loads(agent.live.document)["name"] == "Front desk"


def test_a_file_with_errors_changes_nothing_and_names_the_places(agent: Agent) -> None:
    before = draft.document_of(agent)

    imported = import_agent(BROKEN.replace("Front desk", "Renamed"), publish=True)

    places = {(one.flow, one.step, one.branch, one.line) for one in errors_in(imported.problems)}
    lines = BROKEN.splitlines()
    asked = next(number for number, line in enumerate(lines, 1) if "gests" in line)
    branch = next(number for number, line in enumerate(lines, 1) if "grup" in line)
    assert imported.agent is None
    assert places == {("book", "ask", None, asked), ("book", "ask", 0, branch)}
    assert draft.document_of(agent) == before
    assert Version.objects.count() == 1


def test_a_file_that_is_no_yaml_is_refused_with_its_line() -> None:
    imported = import_agent("agent: desk\nname: [")
    assert imported.agent is None
    assert all(problem.line for problem in errors_in(imported.problems))


@pytest.mark.parametrize("text", ["", "[]", "null", "hello", "agent: {}", "\ufeff", "a: 1\na: 2"])
def test_nonsense_is_refused_and_makes_no_agent(text: str) -> None:
    assert errors_in(import_agent(text, publish=True).problems)
    assert not Agent.objects.exists()


@pytest.mark.parametrize("setting", ["batch", "max_attempts", "max_steps"])
def test_a_count_that_no_column_holds_is_an_error_of_the_file(setting: str) -> None:
    text = SMALL.replace("required: [guests, date]", f"required: [guests, date]\n    {setting}: 99999999999")
    assert [one.path[-1] for one in errors_in(import_agent(text).problems)] == [setting]


def test_a_dry_run_only_lists_problems(agent: Agent) -> None:
    imported = import_agent(SMALL.replace("Front desk", "Renamed"), dry_run=True)
    assert not errors_in(imported.problems)
    assert Agent.objects.get().name == "Front desk"
    assert import_agent(SMALL.replace("desk", "new"), dry_run=True) == Imported(None, imported.problems)


def test_importing_what_was_exported_changes_nothing(agent: Agent) -> None:
    revision, steps = agent.revision, list(Step.objects.values_list("pk", "slug"))

    again = import_agent(write(draft.document_of(agent)), publish=True).agent

    assert again is not None
    assert (again.pk, again.revision, again.live_id) == (agent.pk, revision, agent.live_id)
    assert list(Step.objects.values_list("pk", "slug")) == steps


def test_publishing_makes_the_next_version_of_the_draft(agent: Agent) -> None:
    agent.name = "Desk"
    agent.save()
    version = publish(agent, note="a shorter name")

    assert (version.number, version.note, version.revision) == (2, "a shorter name", agent.revision)
    assert agent.live_id == version.pk
    assert json.loads(version.document) == draft.document_of(agent)


def test_publishing_an_unchanged_draft_makes_no_new_version(agent: Agent) -> None:
    assert publish(agent) == agent.live
    assert Version.objects.count() == 1


def test_errors_refuse_publishing_and_are_told(agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    step.then = "nowhere"
    step.save()

    with pytest.raises(PublishRefused) as refused:
        publish(agent)

    assert [(one.flow, one.step) for one in refused.value.problems] == [("book", "done")]
    assert refused.value.problems == errors_in(problems_of(agent))
    assert Version.objects.count() == 1


def test_a_published_version_does_not_change_with_the_draft(agent: Agent) -> None:
    assert agent.live is not None
    before = agent.live.document
    Step.objects.get(slug="done").delete()
    assert Version.objects.get().document == before
    assert not is_live(agent)


def test_rolling_back_makes_an_older_version_live_and_keeps_the_draft(agent: Agent) -> None:
    agent.name = "Desk"
    agent.save()
    publish(agent)
    revision = agent.revision

    version = rollback(agent, 1)

    assert (agent.live_id, version.number, agent.revision) == (version.pk, 1, revision)
    assert draft.document_of(agent)["name"] == "Desk"


def test_after_a_roll_back_the_draft_is_published_under_a_new_number(agent: Agent) -> None:
    agent.name = "Desk"
    agent.save()
    publish(agent)
    rollback(agent, 1)
    assert publish(agent).number == 3


def test_rolling_back_to_a_version_that_never_was_is_refused(agent: Agent) -> None:
    with pytest.raises(Version.DoesNotExist):
        rollback(agent, 7)


def test_a_version_whose_action_is_gone_does_not_go_live_again(agent: Agent) -> None:
    old = agent.versions.create(number=2, document=json.dumps(_with_action("no_longer_there")), revision=1)
    with pytest.raises(PublishRefused):
        rollback(agent, old.number)
    agent.refresh_from_db()
    assert agent.live is not None
    assert agent.live.number == 1


def _with_action(name: str) -> dict[str, object]:
    document = small()
    document["flows"]["book"]["steps"].insert(1, {"id": "act", "do": name})
    return document


def test_publishing_and_rolling_back_are_logged_with_who_did_it(agent: Agent) -> None:
    person = Person.objects.create(username="ann")
    agent.name = "Desk"
    agent.save()
    publish(agent, by=person)
    rollback(agent, 1, by=person)

    entries = LogEntry.objects.order_by("pk").values_list("user", "object_id", "change_message")
    assert list(entries) == [
        (person.pk, str(agent.pk), "Published version 2."),
        (person.pk, str(agent.pk), "Went back to version 1."),
    ]
    assert Version.objects.get(number=2).published_by == person


@pytest.mark.django_db(transaction=True)
def test_publishing_at_once_from_several_sides_gives_each_number_once(agent: Agent) -> None:
    def edit_and_publish(name: str) -> None:
        try:
            mine = Agent.objects.get(pk=agent.pk)
            mine.name = name
            mine.save()
            publish(mine)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(edit_and_publish, "abcdefgh"))

    numbers = sorted(Version.objects.values_list("number", flat=True))
    agent.refresh_from_db()
    assert numbers == list(range(1, len(numbers) + 1))
    assert agent.live is not None
    assert (agent.live.number, is_live(agent)) == (numbers[-1], True)


# What users get


def test_a_definition_is_compiled_once_and_has_its_version(agent: Agent) -> None:
    assert agent.live is not None
    first = live.definition(agent.live)
    assert first is live.definition(Version.objects.get())
    assert (first.version, first.name, list(first.flows)) == (1, "Front desk", ["book"])


def test_a_definition_stays_what_it_was_when_a_new_version_is_published(agent: Agent) -> None:
    old = agent.live
    assert old is not None
    agent.name = "Desk"
    agent.save()
    new = publish(agent)
    assert (live.definition(old).name, live.definition(new).name) == ("Front desk", "Desk")


def test_the_built_in_sentences_stand_in_the_definition(agent: Agent) -> None:
    assert agent.live is not None
    assert live.definition(agent.live).phrases == PHRASES


@pytest.mark.parametrize("language", ["de", "fr", "es", "pt", "it"])
def test_the_built_in_sentences_are_in_the_language_of_the_agent(language: str) -> None:
    spoken = live.phrases(language)
    assert spoken.keys() == PHRASES.keys()
    assert all(spoken[name] != text for name, text in PHRASES.items())


def test_a_language_without_a_translation_speaks_english() -> None:
    assert live.phrases("da") == PHRASES


def test_only_published_agents_are_live(agent: Agent) -> None:
    import_agent(SMALL.replace("agent: desk", "agent: other"))
    assert live.published() == [agent]
