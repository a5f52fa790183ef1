"""The WebSocket of a conversation (protocol.md): in order, without a gap, and nothing stored that is bad."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import AsyncClient, override_settings

from config.asgi import application
from conversations import live, runner
from conversations.actions import receive, start
from conversations.database import hop
from conversations.models import Conversation, Message
from conversations.visitors import keep_token
from facts.models import Person
from tests.conversations.engines import World, echo, story

pytestmark = pytest.mark.django_db(transaction=True)

Connect = Callable[..., Awaitable[WebsocketCommunicator]]
ORIGIN = (b"origin", b"http://localhost")


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    monkeypatch.setattr(runner, "default_ports", lambda: world.ports(story))
    return world


@pytest.fixture
async def connect(world: World, transactional_db: None) -> AsyncIterator[Connect]:
    opened: list[WebsocketCommunicator] = []

    async def connect(
        conversation: Any,
        *,
        session: str = "",
        path: str = "",
        query: str = "",
        ours: tuple[str, ...] = ("rapport.v1",),
        protocols: tuple[str, ...] = (),
        origin: Any = ORIGIN,
    ) -> WebsocketCommunicator:
        cookie = [(b"cookie", f"sessionid={session}".encode())] if session else []
        path = path or f"/ws/conversations/{conversation.pk}/{query}"
        socket = WebsocketCommunicator(application, path, [origin, *cookie], [*ours, *protocols])
        opened.append(socket)
        socket.accepted, socket.subprotocol = await socket.connect()
        return socket

    yield connect
    for socket in opened:
        await socket.disconnect()
    await runner.idle()


def session_of(person: Any) -> str:
    """The key of a session in which the person is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return str(session.session_key)


async def frames_until(socket: WebsocketCommunicator, **wanted: Any) -> list[dict[str, Any]]:
    """The frames up to the first that has all of `wanted`."""
    frames = []
    while True:
        frames.append(json.loads(await socket.receive_from(timeout=3)))
        if wanted.items() <= frames[-1].items():
            return frames


def messages_in(frames: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(frame["seq"], frame["role"]) for frame in frames if frame["type"] == "message"]


async def test_a_message_is_acknowledged_written_and_answered_in_order(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann))
    assert socket.subprotocol == "rapport.v1"
    await socket.send_json_to({"type": "message", "client_id": "c1", "text": "pay"})
    frames = await frames_until(socket, type="turn", status="done")
    assert [frame["type"] for frame in frames] == [
        *("hello", "ack", "message", "turn", "delta", "delta", "message", "turn")
    ]
    assert frames[0]["agent"] == {"slug": "desk", "name": "The desk"}
    assert frames[1] == {"type": "ack", "client_id": "c1", "seq": 1}
    deltas = [(frame["key"], frame["attempt"], frame["at"], frame["text"]) for frame in frames[4:6]]
    assert deltas == [("reply#1", 1, 0, "Thank "), ("reply#1", 1, 6, "you")]
    assert (frames[6]["key"], frames[6]["text"]) == ("reply#1", "Thank you {'paid': True}")
    assert messages_in(frames) == [(1, "user"), (2, "agent")]
    assert (frames[7]["stopped_reason"], frames[7]["data"]) == ("needs_input", {"turns": 1})


async def test_after_a_reconnect_everything_that_was_missed_comes_once_and_in_order(connect, conversation, ann):
    for name in ("c1", "c2", "c3"):
        await hop(receive, conversation, name, name)
        await runner.run(conversation.pk)
    session = await hop(session_of, ann)
    socket = await connect(conversation, session=session, query="?after=2")
    frames = await frames_until(socket, type="message", seq=6)
    assert messages_in(frames) == [(3, "user"), (4, "agent"), (5, "user"), (6, "agent")]
    assert await socket.receive_nothing(0.2)


async def test_a_number_that_was_never_reached_hides_nothing_that_comes(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann), query="?after=99")
    await socket.send_json_to({"type": "message", "client_id": "c1", "text": "pay"})
    assert messages_in(await frames_until(socket, type="turn", status="done")) == [(1, "user"), (2, "agent")]


async def test_all_sockets_of_a_conversation_see_the_same_log(connect, conversation, ann):
    session = await hop(session_of, ann)
    one, two = await connect(conversation, session=session), await connect(conversation, session=session)
    await one.send_json_to({"type": "message", "client_id": "c1", "text": "pay"})
    for socket in (one, two):
        assert messages_in(await frames_until(socket, type="turn", status="done")) == [(1, "user"), (2, "agent")]


async def test_a_lost_doorbell_costs_one_look_of_the_slow_poll(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    await hop(receive, conversation, "c1", "from another process")
    assert messages_in(await frames_until(socket, type="message", seq=1)) == [(1, "user")]


async def test_a_turn_does_not_end_with_the_socket(connect, conversation, ann, world):
    goes_on, gone = asyncio.Event(), asyncio.Event()

    async def before_speaking() -> None:
        goes_on.set()
        await gone.wait()

    world.before_speaking = before_speaking
    socket = await connect(conversation, session=await hop(session_of, ann))
    await socket.send_json_to({"type": "message", "client_id": "c1", "text": "pay"})
    await goes_on.wait()
    await socket.disconnect()
    gone.set()
    await runner.idle()
    assert await hop(lambda: list(conversation.messages.values_list("seq", "role"))) == [(1, "user"), (2, "agent")]


async def test_while_a_reply_is_written_the_next_message_is_taken(connect, conversation, ann, world):
    second = asyncio.Event()

    async def before_speaking() -> None:
        await second.wait()

    world.before_speaking = before_speaking
    socket = await connect(conversation, session=await hop(session_of, ann))
    await socket.send_json_to({"type": "message", "client_id": "c1", "text": "pay"})
    await frames_until(socket, type="turn", status="started")
    await socket.send_json_to({"type": "message", "client_id": "c2", "text": "and more"})
    await frames_until(socket, type="ack", client_id="c2", seq=2)
    second.set()
    await frames_until(socket, type="turn", status="done")
    assert messages_in(await frames_until(socket, type="turn", status="done")) == [(4, "agent")]


async def test_the_same_client_id_twice_is_one_message(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann))
    for _ in range(2):
        await socket.send_json_to({"type": "message", "client_id": "c1", "text": "pay"})
        await frames_until(socket, type="ack", client_id="c1", seq=1)
    assert await hop(Message.objects.filter(role="user").count) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("no json", "bad_frame"),
        ("[" * 20_000, "bad_frame"),
        ('{"type": "message", "client_id": "c1", "text": NaN}', "bad_frame"),
        ("[]", "bad_frame"),
        ('{"text": "no type"}', "bad_frame"),
        ('{"type": "dance"}', "bad_frame"),
        ('{"type": "seen"}', "bad_frame"),
        ('{"type": "seen", "seq": true}', "bad_frame"),
        ('{"type": "seen", "seq": -1}', "bad_frame"),
        ('{"type": "seen", "seq": 99999999999}', "bad_frame"),
        ('{"type": "message", "text": "no client_id"}', "bad_frame"),
        ('{"type": "message", "client_id": "", "text": "hello"}', "bad_frame"),
        ('{"type": "message", "client_id": "c1", "text": 1}', "bad_frame"),
        ('{"type": "message", "client_id": "c1", "text": "\\u0000"}', "bad_frame"),
        ('{"type": "quick_reply", "client_id": "c1", "value": 2}', "bad_frame"),
        ('{"type": "quick_reply", "client_id": "c1", "field": "guests"}', "bad_frame"),
        ('{"type": "quick_reply", "client_id": "c1", "field": "guests", "value": null}', "bad_frame"),
        ('{"type": "quick_reply", "client_id": "c1", "field": "guests", "value": NaN}', "bad_frame"),
        ('{"type": "quick_reply", "client_id": "c1", "field": "guests", "value": -Infinity}', "bad_frame"),
        ('{"type": "quick_reply", "client_id": "c1", "field": "guests", "value": 1e999}', "bad_frame"),
        ('{"type": "quick_reply", "client_id": "c1", "field": "\\u0000", "value": 1}', "bad_frame"),
        ('{"type": "message", "client_id": "c1", "text": "hello", "conversation": "another"}', "not_found"),
        ('{"type": "message", "client_id": "c1", "text": "hello", "conversation": 5}', "not_found"),
        ('{"type": "fact", "action": "accept", "id": "7"}', "not_found"),
        ('{"type": "fact", "action": "marry", "id": "7"}', "bad_frame"),
        (json.dumps({"type": "message", "client_id": "c1", "text": "x" * 8001}), "too_long"),
        (json.dumps({"type": "message", "client_id": "c1", "text": "x" * 40_000}), "too_long"),
        (
            '{"type": "quick_reply", "client_id": "c1", "field": "f", "value": ' + "[" * 50 + "]" * 50 + "}",
            "bad_frame",
        ),
    ],
)
async def test_a_bad_frame_gets_an_error_frame_and_stores_nothing(connect, conversation, ann, text, code):
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    await socket.send_to(text_data=text)
    frame = json.loads(await socket.receive_from(timeout=3))
    assert (frame["type"], frame["code"]) == ("error", code)
    assert frame["message"]
    await socket.send_json_to({"type": "ping"})
    assert json.loads(await socket.receive_from(timeout=3)) == {"type": "pong"}
    assert not await hop(Message.objects.exists)


async def test_a_frame_may_name_its_own_conversation(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann))
    own = {"type": "message", "client_id": "c1", "text": "hello", "conversation": str(conversation.pk)}
    await socket.send_json_to(own)
    assert messages_in(await frames_until(socket, type="message", seq=1)) == [(1, "user")]


async def test_what_is_too_long_is_told_the_limit(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann))
    await socket.send_to(text_data="x" * 40_000)
    assert "32768" in (await frames_until(socket, type="error"))[-1]["message"]


@pytest.mark.parametrize("path", ["/ws/nowhere/", "/ws/", "/", "/ws/conversations/5/", "/ws/conversations/"])
async def test_at_an_address_where_nothing_is_the_line_is_closed(connect, conversation, path):
    socket = await connect(conversation, path=path)
    assert json.loads(await socket.receive_from(timeout=3))["code"] == "not_found"
    assert (await socket.receive_output(timeout=3))["code"] == 4404


async def test_a_client_that_offers_no_protocol_is_taken(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann), ours=())
    assert (socket.accepted, socket.subprotocol) == (True, None)
    assert (await frames_until(socket, type="hello"))[0]["seq"] == 0


async def test_a_client_that_offers_other_protocols_only_is_told_ours_and_the_line_is_closed(
    connect, conversation, ann
):
    session = await hop(session_of, ann)
    socket = await connect(conversation, session=session, ours=("rapport.v2",), protocols=("token.x",))
    frame = json.loads(await socket.receive_from(timeout=3))
    assert (frame["type"], frame["code"]) == ("error", "other_protocol")
    assert "rapport.v1" in frame["message"]
    assert (await socket.receive_output(timeout=3))["code"] == 4400


async def test_bytes_are_a_bad_frame(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    await socket.send_to(bytes_data=b"{}")
    assert json.loads(await socket.receive_from(timeout=3))["code"] == "bad_frame"


async def test_lone_surrogates_and_control_characters_do_not_come_in(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann))
    await socket.send_to(text_data='{"type": "message", "client_id": "c1", "text": "a\\ud800b\\u0007\\tc"}')
    frames = await frames_until(socket, type="message", seq=1)
    assert frames[-1]["text"] == "a\ufffdb\tc"


async def test_someone_elses_conversation_gets_an_error_frame_and_nothing_is_stored(connect, conversation, ben):
    for session in (await hop(session_of, ben), ""):
        socket = await connect(conversation, session=session)
        await socket.send_json_to({"type": "message", "client_id": "c1", "text": "hello"})
        frame = json.loads(await socket.receive_from(timeout=3))
        assert (frame["type"], frame["code"]) == ("error", "not_found")
        assert (await socket.receive_output(timeout=3))["code"] == 4404
    assert not await hop(Message.objects.exists)


async def test_a_visitor_speaks_by_the_token_in_the_subprotocol_or_in_their_session(connect, agent):
    started = await hop(start, agent)

    def session_with_token() -> str:
        session = SessionStore()
        keep_token(session, started.conversation.pk, started.token)
        session.create()
        return str(session.session_key)

    for name, where in (
        ("c1", {"protocols": (f"token.{started.token}",)}),
        ("c2", {"session": await hop(session_with_token)}),
    ):
        socket = await connect(started.conversation, **where)
        assert socket.subprotocol == "rapport.v1"
        await socket.send_json_to({"type": "message", "client_id": name, "text": "hello"})
        await frames_until(socket, type="turn", status="done")


async def test_after_a_log_out_the_next_frame_closes_the_line_and_stores_nothing(connect, conversation, ann):
    session = await hop(session_of, ann)
    socket = await connect(conversation, session=session)
    await frames_until(socket, type="hello")
    await hop(SessionStore(session).delete)
    await socket.send_json_to({"type": "message", "client_id": "c1", "text": "hello"})
    assert json.loads(await socket.receive_from(timeout=3))["code"] == "not_found"
    assert (await socket.receive_output(timeout=3))["code"] == 4401
    assert not await hop(Message.objects.exists)


@pytest.mark.parametrize("change", [{"is_active": False}, {"password": "another"}])
async def test_a_socket_ends_with_the_account_or_its_password(connect, conversation, ann, change):
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    await hop(lambda: type(ann).objects.filter(pk=ann.pk).update(**change))
    await socket.send_json_to({"type": "ping"})
    await frames_until(socket, type="error")
    assert (await socket.receive_output(timeout=3))["code"] == 4401


async def test_another_origin_is_refused(connect, conversation, ann):
    session = await hop(session_of, ann)
    socket = await connect(conversation, session=session, origin=(b"origin", b"https://evil.example"))
    assert not socket.accepted


async def test_too_many_messages_in_a_minute_get_an_error_frame(connect, conversation, ann, settings):
    settings.MESSAGES_PER_MINUTE = 1
    socket = await connect(conversation, session=await hop(session_of, ann))
    for name in ("c1", "c2"):
        await socket.send_json_to({"type": "message", "client_id": name, "text": "hello"})
    frames = await frames_until(socket, type="error")
    assert (frames[-1]["code"], frames[-1]["client_id"]) == ("rate_limited", "c2")


async def test_nobody_listens_any_more_when_all_sockets_are_gone(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    await socket.disconnect()
    assert conversation.pk not in live._sockets


async def test_an_engine_without_effects_needs_no_deltas(connect, conversation, ann, world, monkeypatch):
    monkeypatch.setattr(runner, "default_ports", lambda: world.ports(echo))
    socket = await connect(conversation, session=await hop(session_of, ann))
    await socket.send_json_to({"type": "message", "client_id": "c1", "text": "hello"})
    frames = await frames_until(socket, type="turn", status="done")
    assert "delta" not in [frame["type"] for frame in frames]


@pytest.mark.parametrize("handed_off", [False, True])
async def test_t11_the_greeting_says_whether_a_person_is_asked_for(connect, conversation, ann, handed_off):
    await hop(lambda: Conversation.objects.update(handed_off=handed_off))
    socket = await connect(conversation, session=await hop(session_of, ann))
    assert (await frames_until(socket, type="hello"))[-1]["handed_off"] is handed_off


async def test_t11_an_answer_of_the_staff_reaches_those_who_listen_at_once(connect, conversation, ann, monkeypatch):
    monkeypatch.setattr(live, "POLL", 60)
    await hop(lambda: Conversation.objects.update(handed_off=True))
    colleague = await hop(lambda: Person.objects.create_superuser("colleague"))
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    staff = AsyncClient()
    await staff.aforce_login(colleague)
    body = {"client_id": "s1", "text": "Hello"}
    path = f"/api/conversations/{conversation.pk}/messages/"
    answer = await staff.post(path, json.dumps(body), content_type="application/json")
    assert answer.status_code == 202
    frame = (await frames_until(socket, type="message"))[-1]
    assert (frame["seq"], frame["role"], frame["text"]) == (1, "staff", "Hello")


async def test_f19_a_line_whose_words_cannot_be_read_says_that_a_key_is_missing(connect, conversation, ann, caplog):
    await hop(receive, conversation, "Hello", "c1")
    with override_settings(CRYPTOGRAPHY_KEY=bytes(32), CRYPTOGRAPHY_KEYS_OLD=[]):
        socket = await connect(conversation, session=await hop(session_of, ann))
        await frames_until(socket, type="error", code="unreadable")
        assert (await socket.receive_output(3))["code"] == 4503
    assert str(conversation.keyring_id) in caplog.text


async def test_what_was_seen_is_told_by_the_client_and_no_number_beyond_the_log_is_taken(connect, conversation, ann):
    socket = await connect(conversation, session=await hop(session_of, ann))
    await socket.send_json_to({"type": "message", "client_id": "c1", "text": "pay"})
    last = messages_in(await frames_until(socket, type="turn", status="done"))[-1][0]
    for seq, kept in ((last + 1, 0), (last, last), (1, last)):
        await socket.send_json_to({"type": "seen", "seq": seq})
        await socket.send_json_to({"type": "ping"})
        await frames_until(socket, type="pong")
        assert (await Conversation.objects.aget(pk=conversation.pk)).seen_seq == kept
