"""How conversations go, counted from what the real doors wrote, and shown to staff."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from agents.actions import import_agent
from agents.models import Agent
from conversations import analytics, runner
from conversations.acting import RegisteredActions
from conversations.actions import receive, start
from conversations.analytics import Selection
from conversations.analytics_numbers import Rate
from conversations.engine.turn import run_turn
from conversations.llm.scripted import Scripted
from conversations.measures_numbers import Period
from conversations.models import Turn
from conversations.ports import Ports
from facts.models import Person

run = async_to_sync(runner.run)
MONDAY = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
WEEK = Period(MONDAY.date(), MONDAY.date() + timedelta(6))
DAYS = {"since": "2026-03-02", "until": "2026-03-08"}
SECRET = "Zurzach"
AGENT = """
agent: {slug}
name: The {slug}
visitors: true
fields:
  guests: {{type: integer, description: Number of guests, minimum: 1, maximum: 9, ask: How many?}}
  city: {{type: string, description: The city, ask: Which city?}}
flows:
  book:
    name: Book a room
    "on": [{{message: [wants to book]}}]
    required: [guests, city]
    steps:
      - {{id: ask_guests, name: The guests, collect: [guests]}}
      - {{id: ask_city, name: The <b>city</b>, collect: [city]}}
      - {{id: hold, wait: 2d}}
      - {{id: bye, say: {bye}}}
  tips:
    name: Tips
    "on": [{{message: [wants tips]}}]
    reentrant: true
    steps:
      - {{id: tip, say: Rest.}}
"""
BOOK, TIPS = {"flows": ["book"]}, {"flows": ["tips"]}
CITY = {"fields": {"city": {"value": SECRET, "quote": SECRET}}}
WHOLE = (("a room", BOOK), ("4", {}), (SECRET, CITY))


def published(slug: str, bye: str = "Bye.") -> Agent:
    agent = import_agent(AGENT.format(slug=slug, bye=bye), publish=True).agent
    assert agent is not None
    return agent


def talk(agent: Agent, *said: tuple[str, Any], at: datetime = MONDAY) -> None:
    conversation = start(agent).conversation
    for number, (text, reading) in enumerate(said):
        now = at + timedelta(minutes=number)
        receive(conversation, f"c{number}", text, at=now)
        model = Scripted(reading)
        run(conversation.pk, Ports(model=model, act=RegisteredActions(), engine=run_turn, clock=lambda now=now: now))


@pytest.fixture
def hotel(db: None) -> Agent:
    return published("hotel")


@pytest.fixture
def staff(db: None) -> Client:
    return client_with("view_turn")


def client_with(*permissions: str, **person: Any) -> Client:
    colleague = Person.objects.create_user("colleague", **{"is_staff": True, **person})
    colleague.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(colleague)
    return client


def page(client: Client, **query: str) -> Any:
    return client.get(reverse("admin:analytics"), query)


def text(response: Any, status: int = 200) -> str:
    assert response.status_code == status
    return re.sub(r"\s+", " ", response.content.decode())


def cells(shown: str, first: str) -> list[str]:
    """The cells of the row that begins with this."""
    row = next(row for row in re.findall(r"<tr>(.*?)</tr>", shown) if f">{first}<" in row)
    return re.findall(r"<td>(.*?)</td>", row)


# What is read


def test_the_tallies_say_what_the_turns_say(hotel):
    talk(hotel, *WHOLE)
    talk(hotel, ("a room", BOOK), ("hm", {}))
    talk(hotel, ("tips", TIPS), ("nonsense", {}))
    use = analytics.look(Selection(WEEK, hotel)).use
    assert use.exchanges == use.turns == Turn.objects.count() == 7
    assert (use.conversations, use.fallbacks.hits) == (3, 1)
    assert use.flow("book").completion == Rate(0, 2)
    assert use.flow("tips").completion == Rate(1, 1)


def test_a_selection_has_its_flow_its_version_and_its_days(hotel):
    talk(hotel, *WHOLE)
    published("hotel", "Goodbye.")
    hotel.refresh_from_db()
    talk(hotel, ("tips", TIPS), at=MONDAY + timedelta(2))
    talk(hotel, ("tips", TIPS), at=MONDAY + timedelta(30))

    def started(**selected: Any) -> dict[str, int]:
        use = analytics.look(Selection(WEEK, hotel, **selected)).use
        return {flow.flow: flow.started for flow in use.flows}

    assert started() == {"book": 1, "tips": 1}
    assert started(version=2) == {"tips": 1}
    assert started(flow="book") == {"book": 1}
    assert started(flow="book", version=2) == {}


def test_each_day_and_each_version_has_its_own(hotel):
    talk(hotel, *WHOLE)
    talk(hotel, ("tips", TIPS), at=MONDAY + timedelta(2))
    found = analytics.look(Selection(WEEK, hotel))
    assert [use.conversations for use in found.days.values()] == [1, 0, 1, 0, 0, 0, 0]
    assert [(number, use.conversations) for number, use in found.versions.items()] == [(1, 2)]


def test_another_agent_is_not_counted(hotel):
    talk(published("shop"), *WHOLE)
    assert analytics.look(Selection(WEEK, hotel)).is_empty
    assert {pk: use.conversations for pk, use in analytics.agents(WEEK).items()} == {
        Agent.objects.get(slug="shop").pk: 1
    }


OWN = {"agents_agent", "agents_version", "conversations_tally"}


@pytest.mark.parametrize("query", [{}, {"agent": "hotel"}, {"agent": "hotel", "flow": "book"}])
def test_the_page_takes_so_many_queries_whatever_there_is_and_reads_nothing_that_people_said(hotel, staff, query):
    """No message, no turn and no conversation is read: a million of them make it no slower."""

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert page(staff, **query, **DAYS).status_code == 200
        tables = {name for one in found for name in re.findall(r'(?:FROM|JOIN) "(\w+)"', one["sql"])}
        assert {name for name in tables if name.startswith(("agents_", "conversations_"))} <= OWN
        return len(found)

    talk(hotel, *WHOLE)
    few = queries()
    for number in range(3):
        published("hotel", f"Version {number}.")
        hotel.refresh_from_db()
        talk(hotel, *WHOLE)
        talk(published(f"other{number}"), *WHOLE)
    assert queries() == few <= 16


# The page


def test_without_permission_there_is_no_page_and_no_link(hotel):
    colleague = client_with("view_agent", "change_agent")
    assert page(colleague).status_code == 403
    address = reverse("admin:analytics")
    assert address not in text(colleague.get(reverse("admin:index")))
    assert address not in text(colleague.get(reverse("admin:agents_agent_change", args=[hotel.pk])))


def test_who_is_not_of_the_staff_is_asked_to_sign_in(db):
    response = page(client_with("view_turn", is_staff=False))
    assert (response.status_code, response["Location"].split("?")[0]) == (302, reverse("admin:login"))


def test_who_may_see_it_finds_it_in_the_lists_and_on_the_agents_page(hotel):
    colleague = client_with("view_turn", "view_agent", "change_agent")
    address = reverse("admin:analytics")
    assert f'href="{address}"' in text(colleague.get(reverse("admin:index")))
    agent = text(colleague.get(reverse("admin:agents_agent_change", args=[hotel.pk])))
    assert f'href="{address}?agent=hotel"' in agent


def test_the_page_is_only_read(staff):
    assert staff.post(reverse("admin:analytics")).status_code == 405


def test_before_there_is_an_agent_the_page_says_what_it_will_show(staff):
    assert "There is no agent yet." in text(page(staff))


def test_an_agent_that_is_not_published_and_one_that_nobody_talked_to_are_said_so(hotel, staff):
    import_agent(AGENT.format(slug="draft", bye="Bye."))
    assert "The draft is not published yet." in text(page(staff, agent="draft"))
    assert "Nobody talked to The hotel in this period" in text(page(staff, agent="hotel"))


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"flow": "nowhere"}, "Choose one of the flows of this agent and version, or all."),
        ({"version": "7"}, "Choose one of the versions of this agent, or all."),
        ({"version": "x"}, "Choose one of the versions of this agent, or all."),
        ({"against": "1"}, "Choose the version that is to be put beside the other."),
        ({"version": "1", "against": "1"}, "Choose another version than the one it is put beside."),
        ({"since": "2026-03-02"}, "Choose this day, too, or neither."),
        ({"days": "8"}, "Choose 7, 30 or 90 days, or two days."),
    ],
)
def test_what_cannot_be_shown_is_said_with_what_to_do(hotel, staff, query, sentence):
    assert sentence in text(page(staff, agent="hotel", **query), 400)


def test_an_agent_that_is_not_there_is_said_so(hotel, staff):
    assert "Choose one of the agents, or all." in text(page(staff, agent="nobody"), 400)


def test_all_agents_stand_in_a_table_each_with_its_own_page(hotel, staff):
    talk(hotel, *WHOLE)
    shown = text(page(staff, **DAYS))
    assert 'href="?agent=hotel&amp;since=2026-03-02&amp;until=2026-03-08">The hotel</a>' in shown
    assert cells(shown, "The hotel")[0] == "1"


def test_the_page_of_an_agent_has_its_flows_and_where_most_stop(hotel, staff):
    talk(hotel, *WHOLE)
    talk(hotel, ("a room", BOOK))
    talk(hotel, ("tips", TIPS))
    shown = text(page(staff, agent="hotel", **DAYS))
    assert cells(shown, "Book a room") == ["2", "0%", "0%–66%", "0", "2", "The guests (1)"]
    assert cells(shown, "Tips") == ["1", "100%", "21%–100%", "0", "0", "–"]
    assert "<dt>Conversations begun</dt>" in shown


def test_the_page_of_a_flow_says_where_most_stop_and_has_its_funnel_its_picture_and_its_fields(hotel, staff):
    talk(hotel, *WHOLE)
    for _ in range(2):
        talk(hotel, ("a room", BOOK), ("hm", {}))
    talk(hotel, ("a room", BOOK), ("forget it", {"signal": "cancel"}))
    shown = text(page(staff, agent="hotel", flow="book", **DAYS))
    assert "Most stop at “The guests”: 3 of the 4 runs that came to it have not gone on." in shown
    assert cells(shown, "The guests") == ["4", "3", "6", "0", "0", "0"]
    assert cells(shown, "hold") == ["1", "1", "0", "0", "0", "0"]
    assert cells(shown, "Number of guests")[:5] == ["6", "33%", "6%–79%", "2", "1 / 0 / 0"]
    assert 'aria-labelledby="funnel-title funnel-desc"' in shown
    assert re.search(r'class="diagram-badge-traffic-text"[^>]*>4<', shown)


def test_a_flow_in_which_nobody_stopped_says_so(hotel, staff):
    talk(hotel, ("tips", TIPS))
    assert "Nobody stopped on the way." in text(page(staff, agent="hotel", flow="tips", **DAYS))
    assert "No run of this flow began in this period." in text(page(staff, agent="hotel", flow="book", **DAYS))


def test_versions_stand_side_by_side_and_only_what_is_more_than_chance_is_called_better(hotel, staff):
    for _ in range(3):
        talk(hotel, ("nonsense", {}))
    published("hotel", "Goodbye.")
    hotel.refresh_from_db()
    for _ in range(3):
        talk(hotel, ("tips", TIPS))
    shown = text(page(staff, agent="hotel", version="2", against="1", **DAYS))
    assert cells(shown, "Messages that no flow fitted") == [
        "100% (44%–100%), 3 of 3",
        "0% (0%–56%), 0 of 3",
        "better",
    ]
    assert cells(shown, "Runs completed")[-1] == "nothing to compare yet"
    assert cells(shown, "Turns that broke")[-1] == "may be chance"
    assert cells(shown, "Time to answer, median")[-1] == "not judged"
    assert "version=2&amp;against=1" in text(page(staff, agent="hotel", **DAYS)), (
        "a version leads beside the one before"
    )


def test_neither_words_nor_markup_come_before_staff(hotel, staff):
    talk(hotel, *WHOLE)
    shown = text(page(staff, agent="hotel", flow="book", **DAYS))
    content = shown.partition('<div class="measures">')[2].partition("<script src=")[0]
    assert content
    assert SECRET not in shown
    assert "<b>city" not in shown
    assert "style=" not in content
    assert "<script" not in content


def test_the_counts_can_be_had_as_csv(hotel, staff):
    talk(hotel, *WHOLE)
    response = page(staff, agent="hotel", **{"as": "csv"}, **DAYS)
    assert response["Content-Disposition"] == 'attachment; filename="analytics-hotel-2026-03-02-2026-03-08.csv"'
    rows = list(csv.reader(io.StringIO(response.content.decode())))
    assert rows[0] == ["version", "day", "flow", "name", "what", "count"]
    assert ["1", "2026-03-02", "book", "", "started", "1"] in rows
    of_flow = csv.reader(io.StringIO(page(staff, agent="hotel", flow="tips", **{"as": "csv"}, **DAYS).content.decode()))
    assert {row[2] for row in of_flow} == {"flow", ""}
