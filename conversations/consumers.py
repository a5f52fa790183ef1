"""The WebSocket of a conversation (protocol.md): frames in, frames out, nothing decided here."""

import asyncio
import json
import logging
from typing import Any, NoReturn
from urllib.parse import parse_qs
from uuid import UUID

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from conversations import cards, door, frames, labels, live, runner, seen
from conversations.actions import Refused
from conversations.database import hop
from conversations.models import Conversation, Message
from conversations.work import Frame
from facts import strict_json
from facts.keyring import Unreadable
from facts.refusals import KEY_IS_MISSING

log = logging.getLogger(__name__)

PROTOCOL = "rapport.v1"
TOKEN = "token."
LONGEST_FRAME = 32 * 1024
LARGEST = 2**31
"""More than any number of a message."""
"""Bytes."""
PAGE = 100
"""Messages in one look at the database."""
OTHER_PROTOCOL = 4400
RIGHT_ENDED = 4401
NOT_FOUND = 4404
KEY_MISSING = 4503
"""Codes with which a line is closed."""


class RightEnded(Refused):
    """The line was theirs, and is no longer."""


class Line(AsyncWebsocketConsumer):
    """A socket that speaks our protocol. It is accepted before it is refused: only then the client hears why."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle what comes in; what cannot be read with the site's keys gets an error, and closes the line (4503)."""
        try:
            await super().dispatch(message)
        except Unreadable as error:
            log.error("keyring %s cannot be read with the keys that are set", error.keyring)
            await self._end(Refused("unreadable", KEY_IS_MISSING), KEY_MISSING)

    async def _agree(self) -> bool:
        """Accept the line; close it again (4400) if the client offers protocols and ours is not among them."""
        offered = self.scope["subprotocols"]
        await self.accept(PROTOCOL if PROTOCOL in offered else None)
        if not offered or PROTOCOL in offered:
            return True
        await self._end(Refused("other_protocol", _("Offer the subprotocol rapport.v1, or none.")), OTHER_PROTOCOL)
        return False

    async def _send(self, frame: Frame) -> None:
        await self.send(text_data=json.dumps(frame, ensure_ascii=False))

    async def _tell(self, refused: Refused, client_id: Any = None) -> None:
        """Send an error frame."""
        about = {"client_id": client_id} if isinstance(client_id, str) else {}
        await self._send({"type": "error", "code": refused.code, "message": str(refused.message), **about})

    async def _end(self, refused: Refused, code: int) -> None:
        await self._tell(refused)
        await self.close(code)


class Nowhere(Line):
    """A socket at an address where there is nothing."""

    async def connect(self) -> None:
        """Say so and close the line (4404)."""
        if await self._agree():
            await self._end(Refused("not_found", _("There is nothing here, or it is not yours.")), NOT_FOUND)


class ConversationConsumer(Line):
    """One socket. `seen` is the last `seq` it was sent; everything goes out in order, under one lock."""

    conversation: UUID
    person: int | None = None
    seen: int
    language: str

    async def connect(self) -> None:
        """Say hello and send what came after `after`; to whom it is not theirs an error, and the line is closed."""
        self.conversation = self.scope["url_route"]["kwargs"]["conversation"]
        self.seen = _after(self.scope)
        self.language = _language(self.scope)
        self._order = asyncio.Lock()
        if not await self._agree():
            return
        try:
            row = await hop(self._enter)
        except Refused as refused:
            await self._end(refused, NOT_FOUND)
            return
        self.seen, self.person = min(self.seen, row.seq), row.person_id
        await self._send(frames.hello(row))
        await self._listen(row)

    async def disconnect(self, code: int) -> None:
        """Stop listening. The turn, if one runs, goes on."""
        live.leave(self.conversation, self, self.person)
        if live.reaches_others() and self.channel_layer:
            for group in self._groups():
                await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle one frame; a bad one gets an error frame and stores nothing."""
        frame: Frame = {}
        try:
            frame = _parsed(text_data)
            await self._handle(frame)
        except Refused as refused:
            await self._refuse(refused, frame.get("client_id"))
        except RecursionError:
            await self._refuse(Refused("bad_frame", _("This is nested too deeply.")), frame.get("client_id"))

    async def deliver(self, frame: Frame) -> None:
        """Send a frame; a message in its place in the order, with what is missing before it."""
        if frame["type"] == "message":
            await self._deliver_message(frame)
        elif frame["type"] == "forgotten":
            await self._deliver_forgotten(frame)
        else:
            await self._send(frame)

    async def catch_up(self) -> None:
        """Send the messages after `seen`, in order."""
        async with self._order:
            while page := await hop(_page, self.conversation, self.seen):
                for frame in page:
                    await self._send_message(frame)

    async def live_frames(self, event: dict[str, Any]) -> None:
        """Frames of another process, from the channel layer."""
        if event["process"] != live.PROCESS:
            for frame in event["frames"]:
                await self.deliver(frame)

    async def live_told(self, event: dict[str, Any]) -> None:
        """A frame of another process for all lines of the person, save those of one conversation."""
        if event["process"] != live.PROCESS and event["but"] != str(self.conversation):
            await self.deliver(event["frame"])

    async def look_again(self) -> None:
        """Close the line (4401) if the conversation is not theirs any more, or is gone."""
        try:
            await hop(self._enter_again)
        except Refused as refused:
            await self._refuse(refused)

    async def live_ended(self, event: dict[str, Any]) -> None:
        """Another process forgot the conversation."""
        if event["process"] != live.PROCESS:
            await self.look_again()

    async def _listen(self, row: Conversation) -> None:
        """Hear of what is new first, then catch up with what is there, so that nothing falls between.

        What the client has may have been answered or forgotten while it was away: that has no number to catch up by.
        """
        if live.reaches_others() and self.channel_layer:
            for group in self._groups():
                await self.channel_layer.group_add(group, self.channel_name)
        live.join(self.conversation, self, self.person)
        had = self.seen
        await self.catch_up()
        for frame in await hop(_changed_since, row, had) if had else ():
            await self._send(frame)

    def _groups(self) -> list[str]:
        """What the line hears of other processes: its conversation, and its person."""
        of_person = [] if self.person is None else [live.group_of(self.person)]
        return [live.group(self.conversation), *of_person]

    async def _handle(self, frame: Frame) -> None:
        if frame.get("conversation", str(self.conversation)) != str(self.conversation):
            raise Refused("not_found", _("This line is for another conversation."))
        match frame["type"]:
            case "message":
                await self._say(frame, text=_text(frame, "text"))
            case "quick_reply":
                await self._say(frame, field=_text(frame, "field"), value=frame.get("value"))
            case "fact":
                await self._answer_fact(_text(frame, "action"), _text(frame, "id"))
            case "seen":
                await hop(self._saw, _number(frame, "seq"))
            case "ping":
                await hop(self._enter_again)
                await self._send({"type": "pong"})
            case _:
                _bad_frame(_("A frame of this type is not known here."))

    async def _say(self, frame: Frame, **said: Any) -> None:
        """Store it, acknowledge it, and only then let it be answered."""
        client_id = _text(frame, "client_id")
        message = await hop(self._store, client_id, said)
        await self._send({"type": "ack", "client_id": client_id, "seq": message["seq"]})
        await live.send(self.conversation, message)
        runner.start(self.conversation)

    async def _answer_fact(self, action: str, card: str) -> None:
        """Tell every line of the conversation; to whom it is refused, how the card stands instead."""
        try:
            frame = await hop(self._decide, action, card)
        except RightEnded:
            raise
        except Refused as refused:
            await self._tell(refused)
            if stands := await hop(self._standing, card):
                await self._send(stands)
            return
        await live.send(self.conversation, frame)

    async def _deliver_message(self, frame: Frame) -> None:
        """In its place in the order, with what is missing before it."""
        async with self._order:
            if frame["seq"] == self.seen + 1:
                await self._send_message(frame)
        if frame["seq"] > self.seen:
            await self.catch_up()

    async def _deliver_forgotten(self, frame: Frame) -> None:
        """After the messages that it is about: one that is still on its way was made before, and has its words."""
        if frame["seqs"][-1] > self.seen:
            await self.catch_up()
        async with self._order:
            await self._send(frame)

    async def _send_message(self, frame: Frame) -> None:
        self.seen = frame["seq"]
        await self._send(await hop(labels.translated_into, self.language, frame) if "fact" in frame else frame)

    async def _refuse(self, refused: Refused, client_id: Any = None) -> None:
        """Send an error frame; when the right itself has ended, close the line."""
        await self._tell(refused, client_id)
        if isinstance(refused, RightEnded):
            await self.close(RIGHT_ENDED)

    # On a database thread

    def _enter(self) -> Conversation:
        """The conversation, if it is still theirs: the session is read anew, so that a log-out is seen."""
        known = self.scope.get("session")
        session = None if known is None else known.__class__(known.session_key)
        return door.enter(door.speaker_of(session, self.conversation, _token(self.scope)), self.conversation)

    def _enter_again(self) -> Conversation:
        try:
            return self._enter()
        except Refused as refused:
            if refused.status == 404 and not Conversation.objects.filter(pk=self.conversation).exists():
                raise RightEnded("forgotten", _("This conversation was forgotten.")) from None
            raise RightEnded(refused.code, refused.message) from None

    def _store(self, client_id: str, said: dict[str, Any]) -> Frame:
        row = self._enter_again()
        return frames.message(door.say(row, client_id, **said), row.keyring)

    def _saw(self, seq: int) -> None:
        seen.saw(self._enter_again(), seq)

    def _decide(self, action: str, card: str) -> Frame:
        return door.answer_fact(self._enter_again(), action, card)

    def _standing(self, card: str) -> Frame | None:
        return door.standing(self._enter_again(), card)


def _page(conversation: UUID, seen: int) -> list[Frame]:
    """The next messages after `seen`."""
    rows = Message.objects.filter(conversation=conversation, seq__gt=seen).select_related("conversation__keyring")
    page = list(rows.order_by("seq")[:PAGE])
    return frames.messages(page, page[0].conversation.keyring) if page else []


def _changed_since(row: Conversation, had: int) -> list[Frame]:
    """What became of the messages up to a number: which were blanked, and where the cards among them stand."""
    blanked = Message.objects.filter(conversation=row, seq__lte=had, forgotten=True).values_list("seq", flat=True)
    seqs, stands = list(blanked), cards.standing_in(row, had)
    return [*([frames.forgotten(seqs)] if seqs else ()), *([stands] if stands else ())]


def _parsed(text: str | None) -> Frame:
    """The frame in a text. Raises Refused for one that is too long, no JSON object, or without a type."""
    if text is None:
        _bad_frame(_("Send JSON as text."))
    if len(text) > LONGEST_FRAME or len(text.encode("utf-8", "surrogatepass")) > LONGEST_FRAME:
        raise Refused("too_long", _("Send at most %(count)d bytes at once.") % {"count": LONGEST_FRAME})
    try:
        frame = strict_json.read(text)
    except (ValueError, RecursionError):
        _bad_frame(_("This is no JSON."))
    if not isinstance(frame, dict) or not isinstance(frame.get("type"), str):
        _bad_frame(_("A frame is a JSON object with a type."))
    return frame


def _text(frame: Frame, name: str) -> str:
    value = frame.get(name)
    if not isinstance(value, str):
        _bad_frame(_("Give this frame “%(name)s”, a text.") % {"name": name})
    return value


def _number(frame: Frame, name: str) -> int:
    value = frame.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < LARGEST:
        _bad_frame(_("Give this frame “%(name)s”, the number of a message.") % {"name": name})
    return value


def _bad_frame(message: str | Promise) -> NoReturn:
    raise Refused("bad_frame", message)


def _after(scope: Any) -> int:
    """The number that the client says it has; 0 if it says none."""
    after = parse_qs(scope["query_string"].decode("latin-1")).get("after", ["0"])[0]
    return int(after) if after.isascii() and after.isdecimal() and len(after) < 10 else 0


def _language(scope: Any) -> str:
    """The language that the client shows, for the labels of cards; empty if it says none."""
    return parse_qs(scope["query_string"].decode("latin-1")).get("language", [""])[0]


def _token(scope: Any) -> str:
    """A visitor's token, which is sent as a subprotocol: an address would end in logs."""
    return next((name[len(TOKEN) :] for name in scope["subprotocols"] if name.startswith(TOKEN)), "")
