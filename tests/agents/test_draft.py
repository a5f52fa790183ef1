"""The draft's rows and the agent document say the same."""

import copy
from typing import Any

import pytest

from agents import draft
from agents.columns import canonical
from agents.models import Agent, Branch, Field, Flow, Instruction, Step, Trigger
from tests.agents.drafts import everything, small

pytestmark = pytest.mark.django_db
ROWS = (Field, Flow, Trigger, Step, Branch, Instruction)


def loaded(document: dict[str, Any]) -> Agent:
    agent = Agent.objects.create(slug=document["agent"], name="?")
    draft.apply(agent, document)
    agent.refresh_from_db()
    return agent


def keys() -> dict[str, list[int]]:
    return {model.__name__: sorted(model.objects.values_list("pk", flat=True)) for model in ROWS}


@pytest.mark.parametrize("document", [small(), everything()], ids=["small", "everything"])
def test_applying_what_the_draft_says_changes_nothing(document: dict[str, Any]) -> None:
    agent = loaded(document)
    before = draft.document_of(agent)
    revision, rows = agent.revision, keys()

    assert draft.apply(agent, copy.deepcopy(before)) is False

    agent.refresh_from_db()
    assert (agent.revision, keys()) == (revision, rows)
    assert canonical(draft.document_of(agent)) == canonical(before)


def test_the_document_keeps_every_key_of_the_file() -> None:
    document = everything()
    written = draft.document_of(loaded(everything()))

    document["retention"] = "3600s"
    book = document["flows"]["book"]
    book["on"][0] = {"message": ["book a room"], "not": ["asks about a bill"]}
    book["steps"][0]["prepare"] = ["look_up"]
    book["steps"][0]["branches"][0]["when"] = ["the guest is unsure"]
    book["steps"][3]["wait"] = "86400s"
    assert written == document


def test_defaults_are_left_out_of_the_document() -> None:
    document = small()
    document["visitors"] = False
    document["flows"]["book"] |= {"batch": 1, "max_attempts": 3, "reentrant": False, "instructions": []}

    assert draft.document_of(loaded(document)) == small() | {"language": "en", "timezone": "UTC"}


def test_the_order_of_fields_flows_steps_and_keys_is_kept() -> None:
    document = everything()
    document["fields"] = dict(reversed(document["fields"].items()))
    document["flows"] = dict(reversed(document["flows"].items()))
    document["flows"]["book"]["if"] = {"known": ["hotel"], "all": [{"missing": ["date"]}]}
    document["flows"]["book"]["steps"].reverse()

    written = draft.document_of(loaded(document))

    assert list(written["fields"]) == list(document["fields"])
    assert list(written["flows"]) == ["survey", "book"]
    assert list(written["flows"]["book"]["if"]) == ["known", "all"]
    assert written["flows"]["book"]["steps"][0]["id"] == "done"


def test_a_row_keeps_its_primary_key_when_it_moves_or_changes() -> None:
    agent = loaded(small())
    before = dict(Step.objects.values_list("slug", "pk"))
    document = small()
    steps = document["flows"]["book"]["steps"]
    steps[1]["say"] = "Done."
    steps.insert(0, steps.pop())

    assert draft.apply(agent, document) is True

    assert dict(Step.objects.values_list("slug", "pk")) == before
    assert list(Step.objects.values_list("slug", flat=True)) == ["group", "ask", "done"]


def test_what_the_document_leaves_out_is_removed() -> None:
    agent = loaded(everything())
    draft.apply(agent, small())

    assert draft.document_of(agent) == small() | {"language": "en", "timezone": "UTC"}
    assert not Instruction.objects.exists()


def test_a_step_writes_only_the_keys_of_its_kind() -> None:
    agent = loaded(small())
    step = Step.objects.get(slug="ask")
    step.kind = Step.Kind.SAY
    step.say = "Hello."
    step.save()

    assert draft.document_of(agent)["flows"]["book"]["steps"][0] == {"id": "ask", "say": "Hello."}


def test_a_change_raises_the_revision_once() -> None:
    agent = loaded(small())
    document = small()
    document["name"] = "Desk"
    document["fields"]["guests"]["ask"] = "How many guests?"
    draft.apply(agent, document)

    before = agent.revision
    agent.refresh_from_db()
    assert agent.revision == before + 1


def test_zero_and_false_are_values_and_not_left_out() -> None:
    agent = loaded(everything())

    assert draft.document_of(agent)["fields"]["guests"]["minimum"] == 0
    assert draft.document_of(agent)["flows"]["book"]["if"] == {"not": {"equals": {"context.open": False}}}


def test_true_in_place_of_one_is_a_change() -> None:
    agent = loaded(small())
    document = small()
    document["flows"]["book"]["if"] = {"equals": {"context.level": 1}}
    draft.apply(agent, document)
    document["flows"]["book"]["if"] = {"equals": {"context.level": True}}

    assert draft.apply(agent, document) is True
    assert draft.document_of(agent)["flows"]["book"]["if"] == {"equals": {"context.level": True}}


def test_two_agents_do_not_touch_each_other() -> None:
    first = loaded(small())
    other = small() | {"agent": "other"}
    other["flows"]["book"]["steps"].pop(1)
    loaded(other)

    assert [step["id"] for step in draft.document_of(first)["flows"]["book"]["steps"]] == ["ask", "done", "group"]
