"""An agent's scenarios in the admin: who may read, write, run and publish them, and what is asked on publishing."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from agents.models import Agent, Version
from conversations import actions, runner
from conversations.clock import now
from conversations.forgetting import forget_conversation
from conversations.models import Scenario
from conversations.scenario import asked, shelf
from conversations.scenario.saving import save
from facts.models import Keyring, Person
from tests.scenario.kept import hello, text

pytestmark = pytest.mark.django_db

SEE = ("view_agent",)
AUTHOR = (*SEE, "change_agent")
PUBLISHER = (*SEE, "publish_agent")


def client_of(name: str, *permissions: str) -> Client:
    person, _made = Person.objects.get_or_create(username=name, is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def agent() -> Agent:
    """An agent that is live, with a draft that says something else."""
    agent = hello(publish=True)
    agent.persona = "Somebody kind."
    agent.save()
    return agent


@pytest.fixture
def author() -> Client:
    return client_of("author", *AUTHOR)


@pytest.fixture
def publisher() -> Client:
    return client_of("publisher", *PUBLISHER)


@pytest.fixture
def kept(agent: Agent) -> Scenario:
    return shelf.add(agent, text(), Person.objects.create_user("boss"))


@pytest.fixture
def saved(agent: Agent) -> Scenario:
    """One that was saved from what a person said."""
    conversation = actions.start(agent, Person.objects.create_user("ann")).conversation
    actions.receive(conversation, "c1", "hello from Quäxbergen")
    async_to_sync(runner.run)(conversation.pk)
    return save(conversation, Person.objects.get_or_create(username="boss")[0], "saved")


def page(name: str, row: Any) -> str:
    return reverse(f"admin:{name}", args=[row.pk])


def shown(response: Any) -> str:
    return " ".join(response.content.decode().split())


def history() -> list[str]:
    return list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True))


def result(scenario: Scenario, *differences: str, revision: int | None = None) -> None:
    """The scenario as it is once it was played on the draft as it is now, or on another revision."""
    scenario.agent.refresh_from_db()
    asked.ask(Scenario.objects.filter(pk=scenario.pk), now())
    job = asked.take(now())
    assert job is not None
    assert asked.keep(job, scenario.pk, differences, now())
    if revision is not None:
        Scenario.objects.filter(pk=scenario.pk).update(ran_at_revision=revision)


# The list


def test_the_workbench_leads_to_the_scenarios_and_an_empty_list_by_the_hand(agent: Agent, author: Client) -> None:
    assert page("scenarios", agent) in shown(author.get(page("agents_agent_change", agent)))
    empty = shown(author.get(page("scenarios", agent)))
    assert "beside a trial, or on the page of a conversation" in empty
    assert page("add_scenario", agent) in empty
    assert page("try_agent", agent) in empty


def test_the_list_says_how_each_stands(agent: Agent, author: Client, kept: Scenario) -> None:
    assert "never run" in shown(author.get(page("scenarios", agent)))
    result(kept)
    assert "1 passed" in shown(author.get(page("scenarios", agent)))
    result(kept, "x")
    assert "1 failed" in shown(author.get(page("scenarios", agent)))
    agent.raise_revision()
    assert "not run since the draft changed" in shown(author.get(page("scenarios", agent)))


def test_the_list_takes_the_same_queries_however_many_there_are(
    agent: Agent, author: Client, kept: Scenario, django_assert_max_num_queries: Any
) -> None:
    for number in range(30):
        shelf.add(agent, text(f"number {number}"), kept.by)
    author.get(page("scenarios", agent))
    with django_assert_max_num_queries(8):
        assert "number 29" in shown(author.get(page("scenarios", agent)))


# Running


def test_running_asks_the_worker_and_the_page_looks_again_until_it_is_done(
    agent: Agent, author: Client, kept: Scenario
) -> None:
    waiting = author.post(page("scenarios", agent), {"do": "all"}, follow=True)
    assert waiting.headers["Refresh"] == "2"
    assert "1 is still to come" in shown(waiting)
    assert asked.take(now()) is not None
    assert "is being run" in shown(author.get(page("scenarios", agent)))
    author.post(page("scenarios", agent), {"do": "stop"})
    done = author.get(page("scenarios", agent))
    assert "Refresh" not in done.headers
    assert "never run" in shown(done)
    assert history() == ["Ran 1 scenario."]


def test_the_page_says_when_no_worker_takes_it_up(agent: Agent, author: Client, kept: Scenario) -> None:
    author.post(page("scenarios", agent), {"do": "all"})
    assert "Is a worker running?" not in shown(author.get(page("scenarios", agent)))
    Scenario.objects.update(asked_at="2026-01-01T00:00:00Z")
    assert "Is a worker running?" in shown(author.get(page("scenarios", agent)))
    assert "is a worker running?" in shown(client_of("publisher", *PUBLISHER).get(page("agents_agent_publish", agent)))


@pytest.mark.parametrize(("what", "count"), [("all", 3), ("missing", 2), ("one", 1)])
def test_all_are_run_or_those_without_a_result_or_one(
    agent: Agent, author: Client, kept: Scenario, what: str, count: int
) -> None:
    old, _new = [shelf.add(agent, text(name), kept.by) for name in ("old", "new")]
    result(kept, "red")
    result(old, revision=agent.revision - 1)
    author.post(page("scenarios", agent), {"do": what, "scenario": old.pk})
    assert Scenario.objects.filter(asked_at__isnull=False).count() == count


def test_another_agents_scenario_is_not_run_here(agent: Agent, author: Client, kept: Scenario) -> None:
    other = Agent.objects.create(slug="other", name="Other")
    author.post(page("scenarios", other), {"do": "one", "scenario": kept.pk})
    author.post(page("scenarios", other), {"do": "one", "scenario": "x"})
    assert not Scenario.objects.filter(asked_at__isnull=False).exists()


# Writing


def test_a_new_one_begins_from_an_example_and_is_kept(agent: Agent, author: Client) -> None:
    example = author.get(page("add_scenario", agent)).context["text"]
    response = author.post(page("add_scenario", agent), {"do": "save", "text": example.replace("\n", "\r\n")})
    kept = Scenario.objects.get()
    assert response.url == page("scenario", kept)  # type: ignore[attr-defined]
    assert (kept.name, kept.by, shelf.text_of(kept)) == (
        "says something to a greeting",
        Person.objects.get(username="author"),
        example,
    )
    assert history() == [f"Added scenario {kept.pk}."]


def test_saving_and_running_is_one_button(agent: Agent, author: Client) -> None:
    author.post(page("add_scenario", agent), {"do": "run", "text": text()})
    assert Scenario.objects.get().asked_at is not None


def test_what_is_wrong_is_told_by_line_and_nothing_is_lost(agent: Agent, author: Client, kept: Scenario) -> None:
    wrong = text("mine") + "  - user: 7\n"
    for address in (page("add_scenario", agent), page("scenario", kept)):
        response = author.post(address, {"do": "save", "text": wrong, "seen": shelf.mark(kept)})
        assert response.status_code == 422
        assert "line 7: turns.1" in shown(response)
        assert response.context["text"] == wrong
    assert shelf.text_of(Scenario.objects.get()) == text()


def test_checking_and_uploading_save_nothing(agent: Agent, author: Client, kept: Scenario) -> None:
    checked = author.post(page("scenario", kept), {"do": "check", "text": text("mine")})
    assert "No problems; not saved yet" in shown(checked)
    file = SimpleUploadedFile("mine.yaml", text("from a file").encode())
    uploaded = author.post(page("scenario", kept), {"do": "save", "text": text(), "file": file})
    assert uploaded.context["text"] == text("from a file")
    picture = SimpleUploadedFile("mine.yaml", b"\xff\xfe")
    refused = author.post(page("scenario", kept), {"do": "save", "text": text("typed"), "file": picture})
    assert (refused.status_code, refused.context["text"]) == (422, text("typed"))
    assert Scenario.objects.get().name == "greets"


def test_a_change_is_saved_and_one_from_an_older_text_is_shown_beside_what_is_stored(
    author: Client, kept: Scenario
) -> None:
    seen = author.get(page("scenario", kept)).context["seen"]
    author.post(page("scenario", kept), {"do": "save", "text": text("quicker"), "seen": seen})
    refused = author.post(page("scenario", kept), {"do": "save", "text": text("slower"), "seen": seen})
    assert (refused.status_code, refused.context["text"]) == (409, text("slower"))
    assert refused.context["stored"] == text("quicker")
    over = {"text": text("slower"), "seen": seen, "save_over": refused.context["over"]}
    author.post(page("scenario", kept), over)
    assert Scenario.objects.get().name == "slower"
    assert history() == [f"Changed scenario {kept.pk}."] * 2


def test_the_page_shows_what_came_out_otherwise_and_of_which_draft(author: Client, kept: Scenario) -> None:
    result(kept, "Rome came out")
    failed = shown(author.get(page("scenario", kept)))
    assert "What came out otherwise</h2>" in failed
    assert "Rome came out" in failed
    kept.agent.raise_revision()
    assert "otherwise when it was run last" in shown(author.get(page("scenario", kept)))


def test_it_is_downloaded_as_the_text_that_is_kept(author: Client, kept: Scenario) -> None:
    response = author.get(page("scenario_file", kept))
    assert response.content.decode() == text()
    assert response.headers["Content-Disposition"] == f'attachment; filename="hello-scenario-{kept.pk}.yaml"'


def test_deleting_asks_first(author: Client, kept: Scenario) -> None:
    assert "Delete “greets”?" in shown(author.get(page("delete_scenario", kept)))
    assert Scenario.objects.exists()
    author.post(page("delete_scenario", kept))
    assert not Scenario.objects.exists()
    assert history() == [f"Deleted scenario {kept.pk}."]


def test_one_that_cannot_be_read_with_the_keys_of_the_site_says_so(author: Client, kept: Scenario) -> None:
    Keyring.objects.update(site_key="of another site")
    assert "cannot be read" in shown(author.get(page("scenario", kept)))
    assert author.post(page("scenario", kept), {"do": "save", "text": text()}).status_code == 403


# Who may


def test_each_may_do_what_they_may(agent: Agent, kept: Scenario) -> None:
    """Those who may look at the agent look, authors write and run, publishers run; nobody else anything."""
    pages = [page("scenarios", agent), page("scenario", kept), page("scenario_file", kept)]
    writes = [page("add_scenario", agent), page("scenario", kept), page("delete_scenario", kept)]
    nobody, reader, publisher = client_of("nobody"), client_of("reader", *SEE), client_of("publisher", *PUBLISHER)
    assert {nobody.get(one).status_code for one in [*pages, *writes]} == {403}
    assert {reader.get(one).status_code for one in pages} == {200}
    for one in (nobody, reader, publisher):
        assert {one.post(address, {"do": "save", "text": text()}).status_code for address in writes} == {403}
    assert [one.post(pages[0], {"do": "all"}).status_code for one in (nobody, reader, publisher)] == [403, 403, 302]
    assert {Client().get(one).status_code for one in [*pages, *writes]} == {302}


def test_what_a_person_said_is_read_by_readers_of_transcripts_alone_and_each_look_is_kept_f18(
    author: Client, saved: Scenario
) -> None:
    result(saved, "Quäxbergen came out")
    closed = author.get(page("scenario", saved))
    assert "permission to read transcripts" in shown(closed)
    assert "Quäxbergen" not in closed.content.decode()
    assert author.get(page("scenario_file", saved)).status_code == 403
    assert author.post(page("scenario", saved), {"do": "check", "text": text()}).status_code == 403
    assert history() == []

    both = client_of("both", *AUTHOR, "read_transcripts")
    assert shown(both.get(page("scenario", saved))).count("Quäxbergen") == 2
    assert "Quäxbergen" in both.get(page("scenario_file", saved)).content.decode()
    assert history() == ["Read the transcript"]


def test_no_word_of_it_stands_in_the_log_and_it_goes_with_its_conversation_f20(agent: Agent, saved: Scenario) -> None:
    both = client_of("both", *AUTHOR, "read_transcripts")
    changed = shelf.text_of(saved).replace("scenario: saved", "scenario: Quäxbergen")
    both.post(page("scenario", saved), {"do": "run", "text": changed, "seen": shelf.mark(saved)})
    assert Scenario.objects.get().name == "Quäxbergen"
    assert not [line for line in history() if "Quäxbergen" in line]
    assert saved.source is not None
    forget_conversation(saved.source)
    assert not Scenario.objects.exists()


# Publishing


def test_the_page_that_publishes_names_what_is_red_and_asks_for_a_reason(
    agent: Agent, publisher: Client, kept: Scenario
) -> None:
    result(kept, "x")
    asking = shown(publisher.get(page("agents_agent_publish", agent)))
    assert "1 scenario has not passed on the draft as it is now" in asking
    assert "greets" in asking
    assert 'name="reason"' in asking

    refused = publisher.post(page("agents_agent_publish", agent), {"note": "typed", "reason": " "})
    assert refused.status_code == 422
    assert "typed</textarea>" in shown(refused)
    assert Version.objects.count() == 1

    publisher.post(page("agents_agent_publish", agent), {"note": "typed", "reason": "It is the scenario that is old."})
    version = Version.objects.get(number=2)
    assert (version.note, version.reason) == ("typed", "It is the scenario that is old.")
    assert history() == ["Published version 2. It is the scenario that is old."]
    versions = client_of("versions", "view_version")
    assert version.reason in shown(versions.get(reverse("admin:agents_version_changelist")))


def test_all_green_asks_for_nothing_more(agent: Agent, publisher: Client, kept: Scenario) -> None:
    result(kept)
    asking = shown(publisher.get(page("agents_agent_publish", agent)))
    assert "The scenario has passed on the draft as it is now" in asking
    assert 'name="reason"' not in asking
    publisher.post(page("agents_agent_publish", agent), {"note": ""})
    assert Version.objects.get(number=2).reason == ""


def test_a_draft_saved_after_the_run_is_not_proved(agent: Agent, publisher: Client, kept: Scenario) -> None:
    result(kept)
    publisher.get(page("agents_agent_publish", agent))
    agent.raise_revision()
    refused = publisher.post(page("agents_agent_publish", agent), {"note": ""})
    assert refused.status_code == 422
    assert "not run since the draft changed" in shown(refused)
    assert Version.objects.count() == 1


def test_one_click_runs_what_is_missing_and_there_is_no_form_until_it_is_done(
    agent: Agent, publisher: Client, kept: Scenario
) -> None:
    assert "Run them" in shown(publisher.get(page("agents_agent_publish", agent)))
    response = publisher.post(page("scenarios", agent), {"do": "missing", "back": "publish"}, follow=True)
    assert response.redirect_chain[-1][0] == page("agents_agent_publish", agent)
    assert response.headers["Refresh"] == "2"
    assert 'name="note"' not in shown(response)
    assert publisher.post(page("agents_agent_publish", agent), {"note": "x"}).status_code == 422


def test_without_scenarios_publishing_is_as_it_was(agent: Agent, publisher: Client) -> None:
    asking = shown(publisher.get(page("agents_agent_publish", agent)))
    assert "No scenario is kept with this agent" in asking
    publisher.post(page("agents_agent_publish", agent), {"note": ""})
    assert Version.objects.count() == 2
