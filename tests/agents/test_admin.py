"""The admin: two levels, stale saves, publishing."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from agents import draft
from agents.actions import import_agent
from agents.models import Agent, Branch, Field, Flow, Instruction, Step, Trigger, Version
from facts.models import Person
from tests.agents.drafts import SMALL

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Agent:
    imported = import_agent(SMALL, publish=True)
    assert imported.agent is not None
    return imported.agent


@pytest.fixture
def staff(client: Client) -> Client:
    person = Person.objects.create_superuser("staff", password="x")
    client.force_login(person)
    return client


def address(row: Any, page: str = "change") -> str:
    return reverse(f"admin:agents_{row._meta.model_name}_{page}", args=[row.pk])


def inputs(client: Client, row: Any, **changes: Any) -> dict[str, Any]:
    """What a browser would post from the page of a row, with some inputs changed."""
    response = client.get(address(row))
    form = response.context["adminform"].form
    posted: dict[str, Any] = {}
    for part in (form, *(inline.formset for inline in response.context["inline_admin_formsets"])):
        for one in [part] if part is form else [part.management_form, *part.forms]:
            for bound in one:
                _fill(posted, bound)
    unknown = changes.keys() - posted.keys()
    assert not unknown, f"the page has no input {unknown}"
    return {name: value for name, value in (posted | changes).items() if value is not None}


def _fill(posted: dict[str, Any], bound: Any) -> None:
    value, widget = bound.value(), bound.field.widget
    if hasattr(widget, "widgets_names"):
        parts = value if isinstance(value, list) else widget.decompress(value)
        posted |= {bound.html_name + name: part for name, part in zip(widget.widgets_names, parts, strict=True)}
    elif value is True or value is False:
        posted[bound.html_name] = "on" if value else None
    else:
        posted[bound.html_name] = "" if value is None else value


def texts(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def errors(response: Any) -> dict[str, list[str]]:
    return dict(response.context["adminform"].form.errors)


# Looking


@pytest.mark.parametrize("model", [Agent, Flow, Step, Field, Version])
def test_every_page_opens(staff: Client, agent: Agent, model: Any) -> None:
    for row in model.objects.all():
        assert staff.get(address(row)).status_code == 200


def test_the_lists_and_the_page_of_a_new_agent_open(staff: Client, agent: Agent) -> None:
    for page in ("agents_agent_changelist", "agents_version_changelist", "agents_agent_add"):
        assert staff.get(reverse(f"admin:{page}")).status_code == 200


def test_the_page_of_a_flow_has_a_line_for_each_step(staff: Client, agent: Agent) -> None:
    page = texts(staff.get(address(Flow.objects.get())))
    assert "asks for guests, date" in page
    assert "then the next step, 1 branch" in page
    assert "says “Booked for {{ data.guests }}.”" in page
    assert "then end, not completed" in page
    assert address(Step.objects.get(slug="ask")) in page


@pytest.mark.parametrize(
    ("kind", "shown", "hidden"),
    [
        (
            "talk",
            {"collect", "prompt", "otherwise", "prepare"},
            {"say", "action", "condition", "wait_for", "else_then"},
        ),
        ("say", {"say", "skip_if"}, {"collect", "prompt", "action", "else_then"}),
        ("do", {"action", "input", "saves", "on_fail"}, {"say", "prompt", "condition"}),
        ("if", {"condition", "then", "else_then"}, {"say", "skip_if", "requires"}),
        ("wait", {"wait_for", "wait_event", "else_then"}, {"say", "prompt", "requires"}),
    ],
)
def test_a_step_shows_only_the_inputs_of_its_kind(
    staff: Client, agent: Agent, kind: str, shown: set[str], hidden: set[str]
) -> None:
    step = Step.objects.get(slug="ask")
    Step.objects.filter(pk=step.pk).update(kind=kind)
    fields = staff.get(address(step)).context["adminform"].form.fields.keys()
    assert shown <= fields
    assert not hidden & fields


def test_problems_are_shown_with_a_link_to_where_they_are_mended(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    step.then = "nowhere"
    step.save()
    for row in (agent, step.flow, step):
        page = texts(staff.get(address(row)))
        assert "nowhere" in page
        assert f'<a href="{address(step)}" class="underline">flow book, step done</a>' in page
    assert "nowhere" not in texts(staff.get(address(Step.objects.get(slug="group")))).partition("problems")[2][:600]


# Editing


def test_saving_a_page_as_it_was_opened_changes_nothing(staff: Client, agent: Agent) -> None:
    before = draft.document_of(agent)
    for row in (agent, *Flow.objects.all(), *Step.objects.all(), *Field.objects.all()):
        response = staff.post(address(row), inputs(staff, row))
        assert response.status_code == 302, errors(response)
    agent.refresh_from_db()
    assert draft.document_of(agent) == before
    assert agent.live is not None
    assert agent.revision == agent.live.revision


def test_an_edited_step_is_published_as_the_next_version(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, say="See you on {{ data.date | date }}."))
    assert response.headers["Location"] == address(step.flow)

    response = staff.post(address(agent, "publish"), {"note": "says the day"}, follow=True)

    agent.refresh_from_db()
    assert agent.live is not None
    assert (agent.live.number, agent.live.note) == (2, "says the day")
    assert "See you on" in agent.live.document
    assert "Version 2 is live" in texts(response)


def test_a_condition_that_does_not_parse_is_an_error_of_its_input(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    for text, sentence in (
        ("{guests: 1}", "not valid JSON"),
        ('{"greater": {"guests": 1}}', "no operator"),
        ("[]", ""),
    ):
        response = staff.post(address(flow), inputs(staff, flow, condition=text))
        if sentence:
            assert sentence in errors(response)["condition"][0]
    assert Flow.objects.get().condition is None


def test_a_template_that_does_not_parse_is_an_error_of_its_input(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, say="Booked for {{ data.guests"))
    assert list(errors(response)) == ["say"]
    assert Step.objects.get(slug="done").say == "Booked for {{ data.guests }}."


def test_where_a_step_goes_is_a_choice_from_what_exists(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    choices = {
        "step:group": "group",
        "flow:book": {"flow": "book"},
        "failed": {"end": "failed"},
        "": None,
        "end": "end",
    }
    for choice, value in choices.items():
        staff.post(address(step), inputs(staff, step, then_choice=choice))
        assert Step.objects.get(slug="done").then == value
    response = staff.post(address(step), inputs(staff, step, then_choice="step:nowhere"))
    assert "then" in errors(response)


def test_where_a_step_goes_can_be_written_in_json(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    value = '{"step": "ask", "clear": ["date"]}'
    staff.post(address(step), inputs(staff, step, then_choice="json", then_json=value))
    assert Step.objects.get(slug="done").then == {"step": "ask", "clear": ["date"]}
    assert inputs(staff, step)["then_json"] == value

    for bad in ("", "{", "7"):
        assert "then" in errors(staff.post(address(step), inputs(staff, step, then_choice="json", then_json=bad)))


def test_fields_to_collect_keep_their_order(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="ask")
    staff.post(address(step), inputs(staff, step, collect=["date", "guests"]))
    assert Step.objects.get(slug="ask").collect == ["date", "guests"]

    page = staff.get(address(step)).content.decode()
    offered = re.findall(r'<option value="(\w+)"', page.partition('name="collect"')[2].partition("</select>")[0])
    assert offered == ["date", "guests"]
    assert "collect" in errors(staff.post(address(step), inputs(staff, step, collect=["gone"])))


def test_trigger_wordings_are_lines(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    posted = inputs(staff, flow)
    assert posted["triggers-0-messages"] == "book a room"
    staff.post(address(flow), posted | {"triggers-0-messages": "book a room\r\n\r\n  reserve a table "})
    assert Trigger.objects.get().messages == ["book a room", "reserve a table"]


def test_a_new_row_goes_to_the_end(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    new = {
        "steps-3-id": "",
        "steps-3-flow": flow.pk,
        "steps-3-slug": "bye",
        "steps-3-kind": "say",
        "steps-3-position": "",
    }
    response = staff.post(address(flow), inputs(staff, flow) | new | {"steps-TOTAL_FORMS": "4"})
    assert response.status_code == 302
    assert list(flow.steps.values_list("slug", flat=True)) == ["ask", "done", "group", "bye"]


def test_rows_can_be_sorted(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    order = {"steps-0-position": "2", "steps-1-position": "0", "steps-2-position": "1"}
    staff.post(address(flow), inputs(staff, flow) | order)
    assert list(flow.steps.values_list("slug", flat=True)) == ["done", "group", "ask"]


def test_a_new_agent_is_made_in_the_admin(staff: Client) -> None:
    data = {"name": "Bank", "slug": "bank", "language": "de", "timezone": "Europe/Zurich"}
    response = staff.post(reverse("admin:agents_agent_add"), data)
    made = Agent.objects.get()
    assert response.headers["Location"] == address(made)
    assert (made.name, made.visitors, made.onboarding) == ("Bank", False, [])


def test_a_changed_kind_leads_back_to_the_step(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, kind="talk"))
    assert response.headers["Location"] == address(step)


def test_an_instruction_of_a_step_is_saved(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="ask")
    new = {
        "instructions-0-id": "",
        "instructions-0-step": step.pk,
        "instructions-0-kind": "must",
        "instructions-0-text": "Smile.",
        "instructions-0-when": "",
        "instructions-0-condition": "",
        "instructions-0-position": "",
    }
    staff.post(address(step), inputs(staff, step) | new | {"instructions-TOTAL_FORMS": "1"})
    assert Instruction.objects.get().step == step


def test_deleting_a_step_leads_back_to_its_flow(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step, "delete"), {"post": "yes"})
    assert response.headers["Location"] == address(step.flow)
    assert not Step.objects.filter(slug="done").exists()


# Renaming


def test_renaming_a_step_rewrites_every_next_that_names_it(staff: Client, agent: Agent) -> None:
    flow, ask, group = Flow.objects.get(), Step.objects.get(slug="ask"), Step.objects.get(slug="group")
    flow.on_stuck = {"step": "group", "clear": ["guests"]}
    flow.save()
    ask.then = "group"
    ask.save()

    staff.post(address(group), inputs(staff, group, slug="large_group"))

    flow.refresh_from_db()
    ask.refresh_from_db()
    assert flow.on_stuck == {"step": "large_group", "clear": ["guests"]}
    assert ask.then == "large_group"
    assert Branch.objects.get().then == "large_group"


def test_renaming_a_step_in_the_list_of_its_flow_rewrites_too(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    staff.post(address(flow), inputs(staff, flow) | {"steps-2-slug": "large_group"})
    assert Branch.objects.get().then == "large_group"


def test_renaming_a_flow_rewrites_what_starts_it(staff: Client, agent: Agent) -> None:
    flow, step = Flow.objects.get(), Step.objects.get(slug="group")
    step.then = {"flow": "book", "clear": ["guests"]}
    step.save()
    staff.post(address(flow), inputs(staff, flow, slug="reserve"))
    step.refresh_from_db()
    assert step.then == {"flow": "reserve", "clear": ["guests"]}


def test_renaming_a_flow_rewrites_conditions_that_read_how_it_stands(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    flow.condition = {"not": {"equals": {"flows.book": "completed"}}}
    flow.save()
    staff.post(address(flow), inputs(staff, flow, slug="reserve"))
    assert Flow.objects.get().condition == {"not": {"equals": {"flows.reserve": "completed"}}}


def test_renaming_a_field_rewrites_everything_that_names_it(staff: Client, agent: Agent) -> None:
    field = Field.objects.get(slug="guests")
    Step.objects.filter(slug="group").update(kind="do", input={"n": "{{ data.guests }}"}, requires=["guests"])
    Step.objects.filter(slug="done").update(then={"step": "ask", "clear": ["guests"], "set": {"guests": 2}})
    Field.objects.filter(slug="date").update(ask="When do the {{ data.guests }} arrive?", maximum={"field": "guests"})
    before = draft.document_of(agent)

    response = staff.post(address(field), inputs(staff, field, slug="people"))

    assert response.status_code == 302
    agent.refresh_from_db()
    assert draft.document_of(agent) == json.loads(
        json.dumps(before).replace("guests", "people").replace("Number of people", "Number of guests")
    )


def test_renaming_in_a_list_rewrites_all_at_once(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    Step.objects.filter(slug="ask").update(then="done")
    staff.post(address(flow), inputs(staff, flow) | {"steps-1-slug": "bye", "steps-2-slug": "large"})
    assert (Step.objects.get(slug="ask").then, Branch.objects.get().then) == ("bye", "large")


def test_renaming_a_step_keeps_what_its_kind_does_not_show(staff: Client, agent: Agent) -> None:
    group = Step.objects.get(slug="group")
    Step.objects.filter(pk=group.pk).update(prompt="Kept for another kind.")
    staff.post(address(group), inputs(staff, group, slug="large"))
    assert Step.objects.get(slug="large").prompt == "Kept for another kind."


@pytest.mark.parametrize("word", ["end", "handoff"])
def test_a_step_cannot_take_a_word_that_ends_or_hands_over(staff: Client, agent: Agent, word: str) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, slug=word))
    assert "choose another id" in errors(response)["slug"][0]

    response = staff.post(address(step.flow), inputs(staff, step.flow) | {"steps-1-slug": word})
    assert response.status_code == 200
    assert (Step.objects.get(pk=step.pk).slug, Step.objects.get(pk=step.pk).then) == ("done", "end")


def test_a_field_cannot_take_a_word_with_which_paths_begin(staff: Client, agent: Agent) -> None:
    field = Field.objects.get(slug="guests")
    for word in ("data", "facts", "run", "user", "flows"):
        assert "choose another id" in errors(staff.post(address(field), inputs(staff, field, slug=word)))["slug"][0]
    assert Field.objects.filter(slug="guests").exists()


def test_an_id_that_is_taken_is_refused(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="group")
    response = staff.post(address(step), inputs(staff, step, slug="done"))
    assert "already exists" in errors(response)["__all__"][0]
    assert Step.objects.filter(slug="group").exists()


# Stale saves


@pytest.mark.parametrize("model", [Agent, Flow, Step, Field])
def test_a_save_that_starts_from_an_older_revision_is_refused(staff: Client, agent: Agent, model: Any) -> None:
    row = model.objects.first()
    posted = inputs(staff, row)
    Step.objects.get(slug="done").save()
    before = draft.document_of(agent)

    response = staff.post(address(row), posted)

    assert response.status_code == 200
    assert "Somebody changed this agent after you opened the page" in texts(response)
    assert draft.document_of(agent) == before


def test_a_refused_save_shows_both_what_was_typed_and_what_is_stored(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    posted = inputs(staff, step, say="My text.")
    step.say = "Their text."
    step.save()

    response = staff.post(address(step), posted)

    assert errors(response)["say"] == ["Stored now: Their text."]
    assert "My text." in texts(response)
    assert Step.objects.get(slug="done").say == "Their text."


def test_a_save_without_a_revision_is_refused(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    response = staff.post(address(step), inputs(staff, step, say="My text.") | {"seen_revision": ""})
    assert response.status_code == 200
    assert Step.objects.get(slug="done").say != "My text."


# Publishing


def test_errors_refuse_publishing_and_the_page_lists_them(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    step.then = "nowhere"
    step.save()

    page = staff.get(address(agent, "publish"))
    response = staff.post(address(agent, "publish"), follow=True)

    assert "nowhere" in texts(page)
    assert '<form method="post" class="flex' not in texts(page)
    assert "Not published: 1 error has to be mended" in texts(response)
    assert Version.objects.count() == 1


def test_looking_at_the_page_publishes_nothing(staff: Client, agent: Agent) -> None:
    agent.name = "Desk"
    agent.save()
    assert staff.get(address(agent, "publish")).status_code == 200
    assert Version.objects.count() == 1


def test_publishing_needs_its_own_permission(client: Client, agent: Agent) -> None:
    person = Person.objects.create_user("editor", password="x", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=["change_agent", "view_agent", "view_version"]))
    client.force_login(person)
    agent.name = "Desk"
    agent.save()

    assert client.get(address(agent)).status_code == 200
    for page in (address(agent, "publish"), address(Version.objects.get(), "make_live")):
        assert client.post(page).status_code == 403
    person.user_permissions.add(Permission.objects.get(codename="publish_agent"))
    assert client.post(address(agent, "publish")).status_code == 302
    assert Version.objects.get(number=2).published_by == person


def test_going_back_makes_an_older_version_live(staff: Client, agent: Agent) -> None:
    agent.name = "Desk"
    agent.save()
    staff.post(address(agent, "publish"))
    first = Version.objects.get(number=1)

    assert staff.get(address(first, "make_live")).status_code == 200
    staff.post(address(first, "make_live"))

    agent.refresh_from_db()
    assert agent.live == first


def test_versions_are_read_only(staff: Client, agent: Agent) -> None:
    version = Version.objects.get()
    assert staff.post(address(version), {"note": "changed"}).status_code == 403
    assert staff.post(address(version, "delete"), {"post": "yes"}).status_code == 403
    assert staff.get(reverse("admin:agents_version_add")).status_code == 403
    assert Version.objects.get().note == ""


def test_who_may_only_look_sees_every_page_and_changes_none(client: Client, agent: Agent) -> None:
    person = Person.objects.create_user("reader", password="x", is_staff=True)
    person.user_permissions.set(
        Permission.objects.filter(content_type__app_label="agents", codename__startswith="view_")
    )
    client.force_login(person)
    before = draft.document_of(agent)
    for row in (agent, *Flow.objects.all(), *Step.objects.all(), *Field.objects.all(), *Version.objects.all()):
        assert client.get(address(row)).status_code == 200
        assert client.post(address(row), {"name": "x", "slug": "x"}).status_code == 403
    assert draft.document_of(agent) == before


def test_strangers_see_nothing(client: Client, agent: Agent) -> None:
    for page in (address(agent), address(agent, "publish"), address(Step.objects.all()[0])):
        assert client.get(page).status_code == 302
    assert client.post(address(agent, "publish")).status_code == 302
    assert Version.objects.count() == 1
