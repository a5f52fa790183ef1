"""F22: what facts were good for and what conversations cost, counted from what the real doors wrote."""

import csv
import io
import re
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
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
from conversations import forgetting, lease, runner
from conversations.acting import RegisteredActions
from conversations.actions import receive, start
from conversations.engine.effects import Answer, Speak, Understand
from conversations.engine.turn import run_turn
from conversations.llm.protocol import OnDelta
from conversations.llm.scripted import Scripted
from conversations.measures import measure
from conversations.measures_numbers import Band, Contradictions, Measures, Period, Talk
from conversations.models import Conversation, JournalRow, Turn
from conversations.ports import Crash, Ports
from facts import actions
from facts.catalogue import import_catalogue
from facts.models import Person
from facts.policy import Candidate
from tests.conversations.engines import broken, crash_at

run = async_to_sync(runner.run)

PRICE = 0.25
"""Of each call to the model; such that sums are exact."""
MONDAY = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
WEEK = Period(date(2026, 3, 2), date(2026, 3, 8))
SECRET = "Zurzach"
AGENT = """
agent: {slug}
name: The {slug}
fields:
  city: {{type: string, description: City, fact: profile.city, ask: Which city?}}
  wish: {{type: string, description: A wish, ask: Any wish?}}
flows:
  call:
    name: Call
    reentrant: true
    "on": [{{message: [wants a call]}}]
    required: [city, wish]
    steps:
      - {{id: ask_city, collect: [city]}}
      - {{id: ask_wish, collect: [wish]}}
      - {{id: bye, say: Done.}}
"""
CATALOGUE = {
    "catalogue": [
        {"key": "profile.city", "label": "City"},
        {"key": "profile.trade", "label": "Trade"},
        {"key": "profile.canton", "label": "Canton", "schema": {"enum": ["VD", "GE"]}, "write": 0.95, "propose": 0.7},
        {"key": "preference.*.taste", "label": "Taste of *"},
    ]
}
CALL = {"flows": ["call"]}


class Priced(Scripted):
    """A scripted model whose every call has a price."""

    async def understand(self, effect: Understand) -> Answer:
        return _priced(await super().understand(effect))

    async def speak(self, effect: Speak, on_delta: OnDelta) -> Answer:
        return _priced(await super().speak(effect, on_delta))


def _priced(answer: Answer) -> Answer:
    return replace(answer, calls=tuple(replace(call, cost=PRICE) for call in answer.calls))


@dataclass
class Talking:
    """A person who talks to an agent at moments of a test's choice."""

    conversation: Conversation
    said: int = field(default=0)

    def say(self, text: str, reading: Any, at: datetime, **ports: Any) -> Turn:
        self.said += 1
        receive(self.conversation, f"c{self.said}", text, at=at)
        run(self.conversation.pk, self.ports(reading, at, **ports))
        return self.conversation.turns.get(number=self.conversation.turns.count())

    def ports(self, reading: Any, at: datetime, **ports: Any) -> Ports:
        world = {"model": Priced(reading), "act": RegisteredActions(), "engine": run_turn, "clock": lambda: at}
        return Ports(**{**world, **ports})


@pytest.fixture(autouse=True)
def _catalogue(db: None) -> None:
    import_catalogue(CATALOGUE)


def published(slug: str) -> Agent:
    agent = import_agent(AGENT.format(slug=slug), publish=True).agent
    assert agent is not None
    return agent


@pytest.fixture
def hotel() -> Agent:
    return published("hotel")


@pytest.fixture
def shop() -> Agent:
    return published("shop")


@pytest.fixture
def staff() -> Client:
    return client_with("view_turn")


def client_with(*permissions: str, **person: Any) -> Client:
    colleague = Person.objects.create_user("colleague", **{"is_staff": True, **person})
    colleague.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(colleague)
    return client


def said(key: str = "profile.city", value: Any = SECRET, confidence: float = 0.9, **more: Any) -> Candidate:
    return Candidate(key=key, value=value, confidence=confidence, quote=f"it is {value}", message="1", **more)


def record(person: Person, *candidates: Candidate, agent: str = "hotel", at: datetime = MONDAY) -> actions.Decisions:
    return actions.record(person, candidates, origin="conversation:1", at=at, agent=agent)


def proposed(person: Person, confidence: float, number: int, **more: Any) -> int:
    """A proposal that waits."""
    taste = said(f"preference.thing_{number}.taste", "sweet", confidence)
    return record(person, taste, **more).proposed[0].entry


def band(found: Measures, low: float | None) -> Band:
    return next(band for band in found.bands if band.low == low)


def page(client: Client, **query: str) -> Any:
    return client.get(reverse("admin:measures"), query)


def week(client: Client, **query: str) -> Any:
    return page(client, since="2026-03-02", until="2026-03-08", **query)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


# What a turn keeps


def test_f22_a_turn_keeps_the_cost_of_its_calls(hotel, ann):
    turn = Talking(start(hotel, ann).conversation).say("call me", CALL, MONDAY)
    report = turn.opened("report", turn.conversation.keyring)
    assert turn.cost == sum(call["cost"] for call in report["calls"]) == 2 * PRICE


def test_f22_a_turn_keeps_how_many_questions_facts_made_unnecessary(hotel, ann):
    record(ann, said())
    turn = Talking(start(hotel, ann).conversation).say("call me", CALL, MONDAY)
    report = turn.opened("report", turn.conversation.keyring)
    assert (turn.avoided, report["facts"]["questions_avoided"]) == (1, ["city"])
    assert (report["outcomes"][0]["step"], report["outcomes"][0]["code"]) == ("ask_city", "already-known")


@pytest.mark.parametrize("known", ["said in the same message", "given by the host", "asked and answered"])
def test_f22_what_is_known_by_other_means_than_a_fact_avoids_nothing(hotel, ann, known):
    data = {"city": "Bern"} if known == "given by the host" else {}
    talking = Talking(start(hotel, ann, data=data).conversation)
    if known == "asked and answered":
        talking.say("call me", CALL, MONDAY)
    turn = talking.say("call me, Bern", {**CALL, "fields": {"city": "Bern"}} if not data else CALL, MONDAY)
    assert turn.opened("report", turn.conversation.keyring)["data"]["city"] == "Bern"
    assert turn.avoided == 0


def test_f22_a_question_is_avoided_once_and_not_again_in_the_turns_after(hotel, ann):
    record(ann, said())
    talking = Talking(start(hotel, ann).conversation)
    assert [talking.say("call me", CALL, MONDAY).avoided, talking.say("?", {}, MONDAY).avoided] == [1, 0]


def test_f22_a_turn_that_breaks_keeps_the_cost_of_the_calls_that_it_made(hotel, ann):
    turn = Talking(start(hotel, ann).conversation).say("hello", CALL, MONDAY, engine=broken)
    assert (turn.status, turn.cost, turn.avoided) == ("failed", PRICE, 0)


def test_f22_a_turn_that_is_resumed_keeps_the_cost_of_every_call_once(hotel, ann):
    talking = Talking(start(hotel, ann).conversation)
    with pytest.raises(Crash):
        talking.say("call me", CALL, MONDAY, after_effect=crash_at("understand", "after"))
    lease.expire(talking.conversation.pk)
    run(talking.conversation.pk, talking.ports(CALL, MONDAY))
    assert Turn.objects.get().cost == 2 * PRICE


# What is counted


@pytest.fixture
def talked(hotel, shop, ann, ben) -> None:
    """Ann tells the hotel her city on Monday and is not asked for it on Tuesday, nor by the shop; Ben is."""
    first = Talking(start(hotel, ann).conversation)
    first.say("call me", CALL, MONDAY)
    first.say("Bern", {"fields": {"city": {"value": "Bern", "quote": "Bern"}}}, MONDAY)
    first.say("tea", {"fields": {"wish": "tea"}}, MONDAY)
    for agent in (hotel, shop):
        Talking(start(agent, ann).conversation).say("call me", CALL, MONDAY + timedelta(1))
    Talking(start(shop, ben).conversation).say("call me", CALL, MONDAY + timedelta(1))


def test_f22_turns_are_counted_by_day_with_their_costs_and_what_facts_spared(talked):
    found = measure(WEEK)
    costs = dict.fromkeys(found.parts, 0.0)
    for turn in Turn.objects.all():
        costs[turn.done_at.date()] += turn.cost
    assert list(found.parts) == [date(2026, 3, day) for day in range(2, 9)]
    assert {part: talk.cost for part, talk in found.parts.items()} == costs
    monday, tuesday, *others = found.parts.values()
    assert (monday.exchanges, monday.asked, monday.avoided) == (3, 2, 0)
    assert (tuesday.exchanges, tuesday.asked, tuesday.avoided) == (3, 3, 2)
    assert set(others) == {Talk()}
    assert found.talk.per_hundred == pytest.approx(40)
    assert found.talk.per_exchange == pytest.approx(sum(costs.values()) / 6)


def test_f22_an_agent_is_counted_by_itself(talked, hotel, shop):
    one, other = measure(WEEK, hotel), measure(WEEK, shop)
    assert (one.talk.exchanges, other.talk.exchanges) == (4, 2)
    assert (one.talk.avoided, other.talk.avoided) == (1, 1)
    assert (one.kinds, other.kinds) == ({"asserted": 1}, {})
    assert one.talk + other.talk == measure(WEEK).talk
    assert one.effects + other.effects == measure(WEEK).effects > 6


def test_f22_readings_and_replies_count_when_a_fact_was_forgotten_too(talked, ann, hotel):
    before = measure(WEEK).effects
    assert before == JournalRow.objects.filter(kind__in=["understand", "speak"]).count()
    forgetting.forget_key(ann, "profile.city")
    assert not JournalRow.objects.filter(turn__conversation__person=ann).exists()
    assert measure(WEEK).effects == before


def test_f22_a_turn_that_was_interrupted_by_forgetting_keeps_how_much_was_asked(hotel, ann):
    record(ann, said())
    talking = Talking(start(hotel, ann).conversation)
    with pytest.raises(Crash):
        talking.say("call me", CALL, MONDAY, after_effect=crash_at("understand", "after"))
    forgetting.forget_key(ann, "profile.city")
    assert Turn.objects.get().calls == 1


def test_f22_a_period_has_its_first_day_and_its_last_and_is_compared_with_the_one_before(talked):
    for first, last, now, before in ((2, 2, 3, 0), (3, 3, 3, 3), (4, 5, 0, 6), (1, 1, 0, 0)):
        found = measure(Period(date(2026, 3, first), date(2026, 3, last)))
        assert (found.talk.exchanges, found.before.exchanges) == (now, before)


def test_f22_a_turn_that_no_message_began_costs_in_all_but_is_no_exchange(talked):
    Turn.objects.filter(number=1, conversation__person__username="ben").update(kind="timer")
    talk = measure(WEEK).talk
    assert (talk.exchanges, talk.cost - talk.spent) == (5, 2 * PRICE)


def test_f22_longer_periods_are_counted_by_week_and_by_month(talked):
    weeks = measure(Period(date(2026, 2, 18), date(2026, 4, 1)))
    assert list(weeks.parts)[:3] == [date(2026, 2, 18), date(2026, 2, 23), date(2026, 3, 2)]
    assert [talk.exchanges for talk in weeks.parts.values()] == [0, 0, 6, 0, 0, 0, 0]
    months = measure(Period(date(2025, 11, 20), date(2026, 11, 19)))
    assert [part for part, talk in months.parts.items() if talk.exchanges] == [date(2026, 3, 1)]
    assert list(months.parts)[:2] == [date(2025, 11, 20), date(2025, 12, 1)]


def test_f22_what_the_store_wrote_proposed_and_ignored_is_counted_by_how_it_came_about(ann):
    record(ann, said(), said("profile.trade", "florist", 0.7))
    record(ann, said(), said("profile.trade", "florist", 0.7))
    record(ann, said(value="Thun", change=True))
    record(ann, said("profile.trade", "baker", 0.3), said("profile.canton", "Vaud"), said("profile.shoe", 44))
    record(ann, replace(said("profile.trade", "baker"), quote=""))
    record(ann, said("profile.trade", "florist", 0.95))
    found = measure(WEEK)
    assert found.kinds == {"asserted": 2, "proposed": 1, "accepted": 1}
    assert (found.written, found.counted) == (
        3,
        {"repeated": 1, "pending": 1, "ignored": 1, "invalid": 1, "unknown": 1, "unquoted": 1},
    )


def test_f22_a_click_is_counted_for_the_agent_that_had_asked(ann, hotel, shop):
    actions.accept(ann, proposed(ann, 0.7, 1), at=MONDAY)
    actions.reject(ann, proposed(ann, 0.7, 2, agent="shop"), at=MONDAY)
    actions.state(ann, "profile.city", "Bern", at=MONDAY)
    assert measure(WEEK, hotel).kinds == {"proposed": 1, "accepted": 1}
    assert measure(WEEK, shop).kinds == {"proposed": 1, "rejected": 1}
    assert measure(WEEK).kinds == {"proposed": 2, "accepted": 1, "rejected": 1, "asserted": 1}


def test_f22_proposals_are_banded_by_confidence_with_the_bounds_where_they_belong(ann, settings):
    for number, confidence in enumerate((0.6, 0.64999, 0.65, 0.8, 0.84999)):
        proposed(ann, confidence, number)
    record(ann, said("profile.canton", "VD", 0.9))
    found = measure(WEEK)
    assert [(band.low, band.high) for band in found.bands] == [
        (0.6, 0.65), (0.65, 0.7), (0.7, 0.75), (0.75, 0.8), (0.8, 0.85), (0.85, 0.9), (0.9, 0.95)
    ]  # fmt: skip
    assert [band.pending for band in found.bands] == [2, 1, 0, 0, 2, 0, 1]
    settings.FACT_PROPOSE, settings.FACT_WRITE = 0.62, 0.97
    assert [band.low for band in measure(WEEK).bands] == [
        None, 0.62, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95
    ]  # fmt: skip
    assert measure(WEEK).bands[0].pending == 1


def test_f22_the_acceptance_of_a_band_counts_answers_and_no_answer_that_was_undone(ann):
    first, second, third, fourth = (proposed(ann, 0.70 + number / 100, number) for number in range(4))
    actions.accept(ann, first, at=MONDAY)
    actions.reject(ann, second, at=MONDAY)
    found = band(measure(WEEK), 0.7)
    assert (found.accepted, found.rejected, found.pending) == (1, 1, 2)
    assert (found.rate, found.mean) == (0.5, pytest.approx(0.705))
    actions.undo(ann, actions.accept(ann, third, at=MONDAY).entry, at=MONDAY)
    assert band(measure(WEEK), 0.7) == found
    actions.accept(ann, fourth, at=MONDAY)
    assert band(measure(WEEK), 0.7).rate == pytest.approx(2 / 3)


def test_f22_what_something_else_answered_is_neither_accepted_nor_refused(ann):
    first, second, _third = (proposed(ann, 0.70 + number / 100, number) for number in range(3))
    record(ann, said("profile.trade", "baker", 0.72), said("profile.trade", "florist", 0.95))
    actions.accept(ann, first, at=MONDAY)
    actions.reject(ann, second, at=MONDAY)
    found = band(measure(WEEK), 0.7)
    assert (found.accepted, found.rejected, found.closed, found.pending) == (1, 1, 1, 1)
    assert (found.rate, found.mean) == (0.5, pytest.approx(0.705))
    assert measure(WEEK).kinds["closed"] == 1


def test_f22_a_proposal_counts_when_it_was_made_whenever_it_is_answered(ann, hotel, shop):
    actions.accept(ann, proposed(ann, 0.7, 1), at=MONDAY + timedelta(30))
    assert band(measure(WEEK, hotel), 0.7).accepted == 1
    assert not any(band.answered for band in measure(WEEK, shop).bands)
    later = measure(Period(date(2026, 4, 1), date(2026, 4, 1)))
    assert (later.kinds, any(band.answered for band in later.bands)) == ({"accepted": 1}, False)


def test_f22_a_band_without_an_answer_has_no_rate(ann):
    assert {(band.rate, band.mean) for band in measure(WEEK).bands} == {(None, None)}


def contest(person: Person, key: str, agent: str = "hotel") -> int:
    record(person, said(key, "one", 0.95), agent=agent)
    return record(person, said(key, "two", 0.95), agent=agent).contested[0].entry


def test_f22_contradictions_are_counted_by_what_became_of_them(ann, hotel, shop):
    keys = [f"preference.thing_{number}.taste" for number in range(6)]
    for key, choice in zip(keys, ("old", "new", "new", "neither"), strict=False):
        actions.resolve(ann, contest(ann, key), choice, at=MONDAY)
    contest(ann, keys[4])
    record(ann, said(keys[4], "three", 0.95))
    contest(ann, keys[5], agent="shop")
    assert measure(WEEK).contradictions == Contradictions(open=2, replaced=1, old=1, new=2, neither=1)
    assert (measure(WEEK).contradictions.asked, measure(WEEK).contradictions.resolved) == (7, 4)
    assert measure(WEEK, shop).contradictions == Contradictions(open=1)


def test_f22_so_many_queries_whatever_there_is_to_count(staff, talked, ann, ben):
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            assert week(staff).status_code == 200
        return len(caught)

    few = queries()
    for person in (ann, ben):
        for number in range(8):
            actions.accept(person, proposed(person, 0.6 + number / 40, number, agent="shop"), at=MONDAY)
        for number in range(20, 24):
            contest(person, f"preference.thing_{number}.taste")
    for number in range(5):
        published(f"other{number}")
    assert queries() == few <= 16


# The page


def test_without_permission_there_is_no_page_and_no_link(hotel):
    colleague = client_with()
    assert page(colleague).status_code == 403
    assert reverse("admin:measures") not in text(colleague.get(reverse("admin:index")))


def test_who_is_not_of_the_staff_is_asked_to_sign_in():
    response = page(client_with("view_turn", is_staff=False))
    assert (response.status_code, response["Location"].split("?")[0]) == (302, reverse("admin:login"))


@pytest.mark.parametrize("others", [(), ("view_conversation",)])
def test_who_may_see_it_finds_it_in_the_admins_lists(others):
    colleague = client_with("view_turn", *others)
    for address in (reverse("admin:index"), reverse("admin:app_list", kwargs={"app_label": "conversations"})):
        assert f'href="{reverse("admin:measures")}"' in text(colleague.get(address))


def test_the_page_is_only_read(staff):
    assert staff.post(reverse("admin:measures")).status_code == 405


def test_before_anything_happened_the_page_says_what_it_will_show(staff):
    assert "There is nothing to measure yet." in text(page(staff))


def test_a_period_without_data_says_so(staff, talked):
    response = text(page(staff, since="2020-01-01", until="2020-01-31"))
    assert "Nothing happened in this period." in response
    assert "<svg" not in response


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ({"since": "2026-03-08", "until": "2026-03-02"}, "Choose a day that is not before the first one."),
        ({"since": "yesterday", "until": "2026-03-02"}, "Write a day such as 2026-03-31."),
        ({"since": "2026-03-02"}, "Choose this day, too, or neither."),
        ({"until": "2026-03-02"}, "Choose this day, too, or neither."),
        ({"since": "0001-01-01", "until": "2026-03-02"}, "Choose a day from the year 2000 to today."),
        ({"since": "2026-03-02", "until": "9999-12-31"}, "Choose a day from the year 2000 to today."),
        ({"since": "2000-01-01", "until": "2026-03-02"}, "Choose at most ten years."),
        ({"days": "8"}, "Choose 7, 30 or 90 days, or two days."),
        ({"agent": "nobody"}, "Choose one of the agents, or all."),
    ],
)
def test_days_that_cannot_be_counted_are_refused_with_what_to_do_and_kept_to_be_mended(staff, talked, query, why):
    response = page(staff, **query)
    assert response.status_code == 400
    assert why in text(response)
    assert "<svg" not in text(response)
    assert all(f'value="{value}"' in text(response) for name, value in query.items() if name in ("since", "until"))


@pytest.mark.parametrize(("query", "days"), [({}, 30), ({"days": "7"}, 7), ({"days": "90"}, 90)])
def test_the_last_days_end_today_in_utc(staff, query, days):
    today = datetime.now(UTC).date()
    response = page(staff, **query)
    assert f'value="{today - timedelta(days - 1)}"' in text(response)
    assert f'value="{today}"' in text(response)
    assert re.search(rf'aria-current="page">Last {days} days<', text(response))


def test_the_page_shows_the_two_successes_first_with_the_change(staff, talked):
    shown = text(page(staff, since="2026-03-03", until="2026-03-03"))
    successes = re.findall(r'<p class="measures-number">([^<]*)</p>', shown)
    assert successes == ["2", "0.50"]
    assert "66.7 for each 100 questions asked" in shown
    assert "The day before: 0" in shown
    assert re.search(r"<li>[+-]\d+% against the day before \([0-9.]+\)</li>", shown)
    assert shown.index("measures-number") < shown.index("measure-facts")
    same = text(page(staff, since="2026-03-02", until="2026-03-02"))
    assert "The day before: –" in same


def test_every_picture_stands_beside_a_table_of_its_numbers(staff, talked, ann):
    actions.accept(ann, proposed(ann, 0.7, 1), at=MONDAY)
    shown = text(week(staff))
    assert shown.count("<svg") == 5
    assert re.search(r'<th scope="row">Mar 3</th><td>2</td><td>3</td><td>66.7</td><td>3</td>', shown)
    assert re.search(r'<th scope="row">0.70–0.75</th><td>1</td><td>0</td><td>0</td><td>0</td><td>100%</td>', shown)


def test_no_word_of_a_person_is_on_the_page_nor_in_the_download(staff, talked, ann):
    record(ann, said("profile.trade", SECRET, 0.7))
    for response in (week(staff), week(staff, **{"as": "csv"})):
        for word in (SECRET, "Bern", "tea", "call me", "ann", "profile.city"):
            assert not re.search(rf"\b{word}\b", text(response))


def test_numbers_and_days_are_in_the_language_of_the_reader(staff, talked):
    shown = text(
        staff.get(
            reverse("admin:measures"), {"since": "2026-03-02", "until": "2026-03-08"}, headers={"accept-language": "de"}
        )
    )
    assert "2. März 2026" in shown
    assert re.search(r'<p class="measures-number">0,\d+</p>', shown)


def test_no_style_stands_in_the_page(staff, talked):
    content = text(week(staff)).partition('<div class="measures">')[2].partition("</main>")[0]
    assert "style=" not in content
    assert "<script" not in content.partition("<details")[0]


def test_the_download_has_every_number_that_the_page_has(staff, talked, hotel, ann):
    actions.accept(ann, proposed(ann, 0.7, 1), at=MONDAY)
    response = week(staff, agent="hotel", **{"as": "csv"})
    assert response["Content-Disposition"] == 'attachment; filename="measures-hotel-2026-03-02-2026-03-08.csv"'
    head, *rows = csv.reader(io.StringIO(response.content.decode()))
    numbers = {(name, of): float(number) for name, of, number in rows}
    assert head == ["measure", "of", "number"]
    assert numbers["questions_avoided", "2026-03-03"] == 1
    assert numbers["ledger", "accepted"] == 1
    assert numbers["proposals_accepted", "0.7..0.75"] == 1
    assert sum(number for (name, _), number in numbers.items() if name == "cost") == measure(WEEK, hotel).talk.cost
