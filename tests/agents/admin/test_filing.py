"""The agent file beside the form: checked, saved all or nothing, never over somebody else's change unseen."""

import html
import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from agents import draft
from agents.models import Agent, Step
from agents.reader import read
from agents.writer import write
from tests.agents.drafts import SMALL
from tests.agents.pages import address, texts

pytestmark = pytest.mark.django_db
IMPORT = "/admin/agents/agent/import/"


def _typed(response: Any) -> str:
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", response.content.decode(), re.DOTALL)
    assert found
    return html.unescape(found[1]).removeprefix("\n")


def _seen(response: Any) -> str:
    found = re.search(r'name="seen_revision" value="(-?\d+)"', response.content.decode())
    assert found
    return found[1]


def _post(client: Client, agent: Agent, text: str, **more: Any) -> Any:
    page = client.get(address(agent, "file"))
    return client.post(address(agent, "file"), {"text": text, "seen_revision": _seen(page), "do": "save", **more})


def test_the_page_shows_the_draft_and_saving_it_changes_nothing(staff: Client, agent: Agent) -> None:
    text = _typed(staff.get(address(agent, "file")))
    assert read(text).value == draft.document_of(agent)
    response = _post(staff, agent, text.replace("\n", "\r\n"))
    revision = agent.revision
    agent.refresh_from_db()
    assert response.status_code == 302
    assert agent.revision == revision
    assert LogEntry.objects.count() == 0


def test_a_changed_file_becomes_the_draft_and_rows_keep_their_keys(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    _post(staff, agent, write(draft.document_of(agent)).replace("Booked for", "See you,"))
    assert Step.objects.get(slug="done").say == "See you, {{ data.guests }}."
    assert Step.objects.get(slug="done").pk == step.pk
    assert LogEntry.objects.get().change_message == "Wrote the draft anew from a file."


@pytest.mark.parametrize("do", ["check", "save"])
def test_a_file_with_mistakes_gives_a_list_with_lines_and_changes_nothing(staff: Client, agent: Agent, do: str) -> None:
    before = draft.document_of(agent)
    text = SMALL.replace("then: group", "then: nowhere").replace("type: date", "type: day")
    response = _post(staff, agent, text, do=do)
    page = texts(response)
    lines = [number for number, line in enumerate(text.split("\n"), 1) if "nowhere" in line or "type: day" in line]
    for line in lines:
        assert f'data-line="{line}"' in page
    assert "2 errors" in page
    assert _typed(response) == text
    assert draft.document_of(agent) == before


def test_the_file_of_another_agent_is_refused(staff: Client, agent: Agent) -> None:
    response = _post(staff, agent, SMALL.replace("agent: desk", "agent: bar"))
    assert "This is the file of “bar”" in texts(response)
    assert not Agent.objects.filter(slug="bar").exists()


def test_a_stale_save_shows_both_and_can_be_saved_over(staff: Client, agent: Agent) -> None:
    seen = _seen(staff.get(address(agent, "file")))
    mine = write(draft.document_of(agent)).replace("Booked for", "Mine for")
    step = Step.objects.get(slug="done")
    step.say = "Theirs."
    step.save()
    refused = staff.post(address(agent, "file"), {"text": mine, "seen_revision": seen, "do": "save"})

    assert refused.status_code == 409
    assert _typed(refused) == mine
    assert "Theirs." in texts(refused)
    assert Step.objects.get(slug="done").say == "Theirs."

    over = re.search(r'name="save_over" value="(\d+)"', texts(refused))
    assert over
    staff.post(address(agent, "file"), {"text": mine, "seen_revision": seen, "save_over": over[1]})
    assert Step.objects.get(slug="done").say == "Mine for {{ data.guests }}."


def test_a_file_is_taken_into_the_text_and_not_saved_at_once(staff: Client, agent: Agent) -> None:
    before = draft.document_of(agent)
    text = write(before).replace("Booked for", "Uploaded for")
    response = _post(staff, agent, "", file=SimpleUploadedFile("desk.yaml", b"\xef\xbb\xbf" + text.encode()))
    assert _typed(response) == text
    assert draft.document_of(agent) == before


def test_a_file_that_is_no_text_is_refused_and_what_was_typed_stays(staff: Client, agent: Agent) -> None:
    response = _post(staff, agent, "agent: desk", file=SimpleUploadedFile("desk.yaml", b"\xff\xfe\x00"))
    assert "no text in UTF-8" in texts(response)
    assert _typed(response) == "agent: desk"


def test_the_draft_can_be_downloaded(staff: Client, agent: Agent) -> None:
    response = staff.get(address(agent, "file_download"))
    assert read(response.content.decode()).value == draft.document_of(agent)
    assert response.headers["Content-Disposition"] == 'attachment; filename="desk.yaml"'


# Import


def test_an_import_makes_a_new_agent(staff: Client) -> None:
    assert f'href="{IMPORT}"' in texts(staff.get(reverse("admin:agents_agent_changelist")))
    response = staff.post(IMPORT, {"text": SMALL, "do": "save"})
    made = Agent.objects.get()
    assert response.headers["Location"] == address(made)
    assert (made.slug, made.live) == ("desk", None)
    assert LogEntry.objects.get().change_message == "Imported from a file."


def test_an_import_with_a_mistake_makes_nothing(staff: Client) -> None:
    response = staff.post(IMPORT, {"text": SMALL.replace("then: group", "then: nowhere"), "do": "save"})
    assert "nothing was saved" in texts(response)
    assert not Agent.objects.exists()


def test_an_import_never_replaces_an_agent(staff: Client, agent: Agent) -> None:
    before = draft.document_of(agent)
    response = staff.post(IMPORT, {"text": SMALL.replace("Front desk", "Other"), "do": "save"})
    assert "There is an agent “desk” already" in texts(response)
    assert draft.document_of(agent) == before
