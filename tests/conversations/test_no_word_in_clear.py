"""Nothing that people say, and nothing that is known of them, is readable in the database or in a log (F19).

Conversations are played through the real doors, with words that stand nowhere else; then every column of every table
is read as it is stored, and every line that the site wrote at DEBUG.
"""

import base64
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test import Client
from django.urls import reverse
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from agents import registry
from agents.models import Agent, Version
from agents.registry import ActionFailed, action
from config.asgi import application
from conversations import runner
from conversations.acting import RegisteredActions
from conversations.actions import start
from conversations.database import hop
from conversations.engine.effects import Answer, Speak, Understand
from conversations.engine.turn import run_turn
from conversations.llm.builtin import Builtin
from conversations.llm.openai import Endpoint, OpenAI
from conversations.llm.scripted import Scripted
from conversations.models import Conversation, Turn
from conversations.ports import Ports
from facts import page, queries
from facts.catalogue import import_catalogue
from facts.models import Contested, CurrentFact, Entry, Person, Proposal
from tests.conversations.engines import World, broken
from tests.database_file import stored_bytes
from tests.llm.endpoint import Reply, serving
from tests.logbook import written_at_debug

pytestmark = pytest.mark.django_db(transaction=True)

CATALOGUE = {
    "catalogue": [
        {"key": "profile.city", "label": "City"},
        {"key": "profile.job", "label": "Job"},
        {"key": "profile.salary", "label": "Salary", "sensitive": True},
        {"key": "profile.illness", "label": "Illness", "sensitive": True},
        {"key": "merchant.*.default", "label": "How purchases at * are booked", "shareable": True},
    ]
}
DOCUMENT = {
    "agent": "inn",
    "name": "The inn",
    "language": "en",
    "visitors": True,
    "fields": {
        "name": {"type": "string", "ask": "Your name?"},
        "guests": {"type": "integer", "ask": "How many?"},
        "illness": {"type": "string", "fact": "profile.illness", "ask": "Is there an illness we should know of?"},
    },
    "flows": {
        "book": {
            "name": "Book a room",
            "on": [{"message": ["wants a room"]}],
            "required": ["name", "guests", "illness"],
            "steps": [
                {"id": "ask", "collect": ["name", "guests", "illness"]},
                {"id": "reserve", "do": "reserve", "input": {"name": "{{ data.name }}"}, "on_fail": "sorry"},
                {"id": "done", "say": "Done, {{ data.name }}.", "then": "end"},
                {"id": "sorry", "say": "Sorry, {{ data.name }}: {{ data.illness }}.", "then": {"end": "failed"}},
            ],
        }
    },
}
SHARED = "Quincunxaccount"
"""The value of a shareable key, which may stand in `CurrentFact.shared`, and nowhere else."""
PLANTED = [
    *("Zanzibelle", "Hayfeverosis", "Quokkaville", "7351948260", "Nutkinosis", "Plumberino", "Swanherdess"),
    *("Fribourgeois", "Capybaraton", "Overheard", "Typedword", "Undoneword", "Açaíword", "Socketword", "Visitorword"),
    *("Hostedword", "Givenword", "Contextword", "Eventword", "Staffword", "Replyword"),
    *("Engineword", "Actionword", "Endpointword"),
]


@pytest.fixture
def inn(db: None) -> Agent:
    """A published agent whose flow has a field of each kind and an action."""
    import_catalogue(CATALOGUE)
    agent = Agent.objects.create(slug="inn", name="The inn", visitors=True)
    version = Version.objects.create(agent=agent, number=1, revision=0, document=json.dumps(DOCUMENT))
    Agent.objects.filter(pk=agent.pk).update(live=version)
    agent.refresh_from_db()
    return agent


class Doors:
    """Whatever a person, a host or a colleague can send, with the ports behind that a test chooses."""

    def __init__(self, person: Person, conversation: Conversation) -> None:
        self.conversation = conversation
        self.ports: Ports = Ports(model=Builtin(), act=RegisteredActions(), engine=run_turn)
        self.api, self.pages, self.said = APIClient(), Client(raise_request_exception=False), 0
        self.api.raise_request_exception = False
        self.api.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.create(user=person).key}")
        self.pages.force_login(person)

    def say(self, text: str, reading: Any = None, speak: str = "Noted.") -> dict[str, Any]:
        """A message over HTTP, read as the script says, and the report of its turn."""
        if reading is not None:
            self.ports = Ports(model=Scripted(reading, [speak] * 3), act=RegisteredActions(), engine=run_turn)
        self.said += 1
        address = f"/api/conversations/{self.conversation.pk}/messages/?wait=1"
        answer = self.api.post(address, {"client_id": f"c{self.said}", "text": text}, format="json")
        assert answer.status_code == 200, answer.content
        report: dict[str, Any] = answer.json()
        return report

    def post(self, address: str, **data: Any) -> None:
        answer = self.pages.post(address, data)
        assert answer.status_code in (200, 302), (address, answer.status_code)

    def facts(self, address: str, **body: Any) -> None:
        answer = self.api.post(f"/api/facts/{address}", body, format="json")
        assert answer.status_code < 300, answer.content


@pytest.fixture
def doors(inn: Agent, ann: Person, monkeypatch: pytest.MonkeyPatch) -> Doors:
    conversation = start(inn, ann, context={"shop": "Contextword"}, data={"name": "Givenword"}).conversation
    doors = Doors(ann, conversation)
    monkeypatch.setattr(runner, "default_ports", lambda: doors.ports)
    return doors


@pytest.fixture
def log(capfd: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """What the site wrote at DEBUG, and whatever went to the standard output and error beside it."""
    taken = StringIO()

    def read() -> str:
        logging.getLogger("test").info("the log is read")
        told = capfd.readouterr()
        taken.write(told.out + told.err)
        return out.getvalue() + taken.getvalue()

    with written_at_debug() as out:
        yield read


@contextmanager
def registered(fails: Callable[[Any], Any]) -> Iterator[None]:
    """The action of the agent, as somebody may write it."""
    action("reserve", input={"type": "object"}, output={"type": "object"}, retry="same_key")(fails)
    try:
        yield
    finally:
        registry._registered.pop("reserve", None)


def test_f19_no_word_is_readable_after_conversations_through_every_door(doors, ann, staff, log, settings):
    settings.DEBUG = False
    _talk(doors)
    _answer_on_the_profile(doors, ann)
    _over_http(doors, ann)
    _from_the_host_and_the_staff(doors, staff)
    _as_a_visitor(doors)
    async_to_sync(_over_a_socket)(doors, ann)
    written = log()
    assert _kinds(ann) >= {"asserted", "proposed", "accepted", "contested", "corrected", "retracted", "undone"}
    assert readable_in_tables(PLANTED) == []
    assert readable_in_tables([SHARED]) == [("facts_currentfact", "shared", SHARED)]
    assert readable_in([*PLANTED, SHARED], written) == []
    assert "the log is read" in written
    if connection.vendor == "sqlite":
        assert readable_in(PLANTED, _file()) == []


def test_f19_no_word_is_readable_after_the_built_in_understanding_read_it(doors, ann, log):
    doors.say("I want a room. My name is Zanzibelle, I live in Quokkaville and I work as a Swanherdess.")
    doors.say("My salary is 7351948260 francs, and I am from Açaíword")
    doors.say("3")
    doors.say("Hayfeverosis")
    assert doors.conversation.messages.filter(role="agent").exists()
    assert CurrentFact.objects.filter(person=ann).exists()
    assert readable_in_tables(PLANTED) == []
    assert readable_in(PLANTED, log()) == []


def raises(input: Any) -> Any:
    raise ValueError(_words_of(input))


def fails(input: Any) -> Any:
    raise ActionFailed(_words_of(input), retryable=True)


def _words_of(asked: Any) -> str:
    """What stands in the message of an error; not in the line that raises it, which is told."""
    return f"Actionword {asked}"


def answers_nonsense(input: Any) -> Any:
    return {"text": object(), "Actionword": str(input)}


class Broken:
    """A model that raises what it was asked."""

    name = "broken"

    async def understand(self, effect: Understand) -> Answer:
        raise ValueError(_words_of(effect))

    async def speak(self, effect: Speak, on_delta: Any) -> Answer:
        raise RuntimeError(_words_of(effect)) from ValueError(effect)


BOOK = {
    "flows": ["book"],
    "fields": {
        "name": {"value": "Zanzibelle", "quote": "Zanzibelle"},
        "guests": {"value": 3, "quote": "3"},
        "illness": {"value": "Hayfeverosis", "quote": "Hayfeverosis"},
    },
}


@pytest.mark.parametrize("fault", [raises, fails, answers_nonsense])
def test_f19_an_action_that_fails_with_its_input_in_its_message_tells_nobody(doors, log, monkeypatch, fault):
    monkeypatch.setattr("conversations.acting.PAUSES", (0.0,))
    with registered(fault):
        report = doors.say("A room for Zanzibelle and 3, with Hayfeverosis", BOOK)
    assert [error["type"] for error in report["errors"]] == ["action"], report["errors"]
    assert readable_in(PLANTED, json.dumps(report["errors"])) == []
    assert readable_in_tables(PLANTED) == []
    assert readable_in(PLANTED, log()) == []


def test_f19_an_engine_that_breaks_tells_no_word(doors, log):
    doors.ports = World().ports(broken)
    assert doors.say("Engineword")["stopped_reason"] == "failed"
    written = log()
    assert "ZeroDivisionError" in written
    assert readable_in(PLANTED, written) == []
    assert readable_in_tables(PLANTED) == []


def test_f19_a_model_that_breaks_tells_no_word(doors, log):
    doors.ports = Ports(model=Broken(), act=RegisteredActions(), engine=run_turn)
    doors.say("A room for Zanzibelle, please")
    written = log()
    assert "ValueError" in written
    assert readable_in(PLANTED, written) == []
    assert readable_in_tables(PLANTED) == []


@pytest.mark.parametrize(
    "reply",
    [
        Reply('{"error": "Endpointword"}', status=400),
        Reply("Endpointword", status=500),
        Reply("Endpointword", status=401),
        Reply("Endpointword, which is no JSON"),
        Reply(raw_chunk="data: Endpointword {"),
        Reply(pieces=("Endpointword ", "and"), is_cut=True),
    ],
)
def test_f19_an_endpoint_that_repeats_the_prompt_in_its_errors_tells_no_word(doors, log, reply):
    async def no_pause(seconds: float) -> None:
        """The tests do not wait."""

    async def asked() -> None:
        async with serving(reply) as server:
            model = OpenAI(Endpoint("none", "fake", server.url, 2.0), pause=no_pause)
            doors.ports = Ports(model=model, act=RegisteredActions(), engine=run_turn)
            await runner.run(doors.conversation.pk, doors.ports)
            await model.close()
            assert server.requests

    doors.ports = World().ports()
    address = f"/api/conversations/{doors.conversation.pk}/messages/"
    assert doors.api.post(address, {"client_id": "c1", "text": "I am Zanzibelle"}, format="json").status_code == 202
    async_to_sync(asked)()
    assert Turn.objects.get().status == "done"
    assert readable_in(PLANTED, log()) == []
    assert readable_in_tables([word for word in PLANTED if word != "Endpointword"]) == []
    assert readable_in_tables(["Endpointword"]) == []


@pytest.mark.parametrize("door", ["page", "api"])
def test_f19_an_error_of_a_page_tells_no_word(doors, ann, log, monkeypatch, settings, door):
    settings.DEBUG = False

    def breaks(*arguments: Any, **more: Any) -> Any:
        raise ValueError(_words_of((arguments, more)))

    monkeypatch.setattr(page, "person_of", breaks)
    monkeypatch.setattr(queries, "current", breaks)
    answer = doors.pages.get("/profile/facts/") if door == "page" else doors.api.get("/api/facts/")
    assert answer.status_code == 500
    written = log()
    assert "ValueError" in written
    assert readable_in(PLANTED, written + answer.content.decode()) == []


def _talk(doors: Doors) -> None:
    """A booking with facts of every kind: certain, proposed, sensitive by key and by the reading, shared, contested."""
    said = (
        "I am Zanzibelle, a room for 3; I have Hayfeverosis, live in Quokkaville, earn 7351948260, "
        "no nuts because of Nutkinosis; perhaps Plumberino; Adobe goes to Quincunxaccount"
    )
    facts = [
        {"key": "profile.city", "value": "Quokkaville", "confidence": 0.95, "quote": "live in Quokkaville"},
        {"key": "profile.salary", "value": "7351948260", "confidence": 0.95, "quote": "earn 7351948260"},
        {"key": "preference.food", "value": "Nutkinosis", "confidence": 0.95, "quote": "because of Nutkinosis"}
        | {"sensitive": True},
        {"key": "profile.job", "value": "Plumberino", "confidence": 0.7, "quote": "perhaps Plumberino"},
        {"key": "merchant.adobe.default", "value": SHARED, "confidence": 0.95, "quote": f"Adobe goes to {SHARED}"},
        {"key": "profile.city", "value": "Overheard", "confidence": 0.3, "quote": "Quokkaville"},
    ]
    with registered(lambda input: {"price": 12, "for": input["name"]}):
        doors.say(said, {**BOOK, "facts": facts}, speak="Replyword, Zanzibelle")
    other = {"key": "profile.city", "value": "Fribourgeois", "confidence": 0.95, "quote": "in Fribourgeois"}
    doors.say("I live in Fribourgeois", {"facts": [other]}, speak="Replyword")


def _answer_on_the_profile(doors: Doors, person: Person) -> None:
    """Accept, settle, correct and take back by the forms of the pages."""
    assert doors.pages.get("/profile/facts/").status_code == 200
    doors.post(reverse("facts:accept", args=[Proposal.objects.get(person=person, key="profile.job").pk]))
    contested = Contested.objects.get(person=person, key="profile.city")
    doors.post(reverse("facts:resolve", args=[contested.pk]), choice="new")
    doors.post(reverse("facts:add", args=["profile.illness"]), value="Typedword")
    doors.post(reverse("facts:retract", args=[CurrentFact.objects.get(person=person, key="profile.salary").entry_id]))
    for name in ("facts:profile", "facts:fact"):
        entry = CurrentFact.objects.get(person=person, key="profile.city").entry_id
        assert doors.pages.get(reverse(name, args=[entry] if name == "facts:fact" else [])).status_code == 200


def _over_http(doors: Doors, person: Person) -> None:
    doors.facts("", key="profile.city", value="Capybaraton")
    doors.facts("", key="profile.city", value="Undoneword")
    last = CurrentFact.objects.get(person=person, key="profile.city").entry_id
    doors.facts("undo/", entry=last)
    for address in ("", "history/?key=profile.city", "export/"):
        assert doors.api.get(f"/api/facts/{address}").status_code == 200


def _from_the_host_and_the_staff(doors: Doors, staff: Client) -> None:
    address = f"/api/conversations/{doors.conversation.pk}/events/"
    host = APIClient()
    host.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.get(user__username='root').key}")
    told = {"id": "e1", "name": "bought", "payload": {"what": "Eventword"}}
    assert host.post(address, told, format="json").status_code == 202
    begun = {"agent": "inn", "context": {"note": "Hostedword"}, "data": {"name": "Hostedword"}}
    assert host.post("/api/conversations/", begun, format="json").status_code == 201
    doors.say("a human please", {"signal": "handoff"})
    assert Conversation.objects.get(pk=doors.conversation.pk).handed_off
    admin = f"/admin/conversations/conversation/{doors.conversation.pk}/change/"
    assert staff.get(admin).status_code == 200
    assert staff.post(admin, {"client_id": "s1", "text": "Staffword, Zanzibelle"}).status_code == 302
    entry = Entry.objects.filter(key="profile.salary").first()
    assert entry is not None
    shown = staff.post(f"/admin/facts/person/{entry.person_id}/facts/", {"entry": entry.pk, "part": "history"})
    assert "7351948260" in shown.content.decode()


def _as_a_visitor(doors: Doors) -> None:
    visitor = Client()
    answer = visitor.post("/chat/inn/", follow=True)
    assert answer.status_code == 200
    talk = Conversation.objects.get(person=None)
    doors.ports = Ports(model=Builtin(), act=RegisteredActions(), engine=run_turn)
    visitor.post(f"/c/{talk.pk}/", {"client_id": "v1", "text": "A room for Visitorword"})
    async_to_sync(runner.run)(talk.pk, doors.ports)
    assert visitor.get(f"/c/{talk.pk}/").content.decode().count("Visitorword")


async def _over_a_socket(doors: Doors, person: Person) -> None:
    talk = (await hop(start, await hop(Agent.objects.get, slug="inn"), person)).conversation
    session = doors.pages.cookies["sessionid"].value
    headers = [(b"origin", b"http://localhost"), (b"cookie", f"sessionid={session}".encode())]
    socket = WebsocketCommunicator(application, f"/ws/conversations/{talk.pk}/", headers, ["rapport.v1"])
    assert await socket.connect() == (True, "rapport.v1")
    for sent in ({"type": "message", "client_id": "w1", "text": "I am Socketword"}, {"type": "Socketword"}):
        await socket.send_to(json.dumps(sent))
    await socket.send_to("Socketword {")
    while json.loads(await socket.receive_from(timeout=5)).get("status") != "done":
        pass
    await socket.disconnect()
    await runner.idle()


@pytest.fixture
def staff(db: None) -> Client:
    """A superuser in the admin, who has a token as well."""
    root = Person.objects.create_superuser("root", password="secret of root")
    Token.objects.create(user=root)
    client = Client()
    client.force_login(root)
    return client


def _kinds(person: Person) -> set[str]:
    return set(Entry.objects.filter(person=person).values_list("kind", flat=True))


def readable_in_tables(words: list[str]) -> list[tuple[str, str, str]]:
    """Where one of the words stands in the database as it is: table, column, word."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, cell in zip(columns, row, strict=True):
                    found += [(table, column, word) for word in readable_in(words, _opened(column, cell))]
    return sorted(set(found))


def _opened(column: str, cell: Any) -> bytes:
    """A cell's bytes; of a session what it says, for it is packed."""
    if column == "session_data":
        return repr(SessionStore().decode(cell)).encode()
    return bytes(cell) if isinstance(cell, bytes | memoryview) else str(cell).encode()


def readable_in(words: list[str], text: str | bytes) -> list[str]:
    """The words that stand in a text: as they are, as JSON escapes them, in hexadecimal or in base64."""
    held = (text.encode() if isinstance(text, str) else text).lower()
    return [word for word in words if any(form.lower() in held for form in _forms(word))]


def _forms(word: str) -> Iterator[bytes]:
    yield word.encode()
    yield json.dumps(word)[1:-1].encode()
    yield word.encode().hex().encode()
    for shift in range(3):
        whole = base64.b64encode(b"\0" * shift + word.encode())
        yield whole[4 if shift else 0 : -4]


def _file() -> bytes:
    """The database's file and its write-ahead log."""
    return stored_bytes().replace(SHARED.encode(), b"")


def test_the_search_finds_what_is_there(doors, log):
    Person.objects.filter(username="ann").update(first_name="Zanzibelle", last_name="A\\u00e7a\\u00edword")
    Person.objects.filter(username="ann").update(email=base64.b64encode(b"xQuokkaville!").decode())
    found = {word for _table, _column, word in readable_in_tables(PLANTED)}
    assert found == {"Zanzibelle", "Açaíword", "Quokkaville"}
    logging.getLogger("asyncio").debug("Hayfeverosis")
    assert readable_in(PLANTED, log()) == ["Hayfeverosis"]
