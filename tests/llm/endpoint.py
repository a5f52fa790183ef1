"""A small HTTP server on loopback that speaks the chat-completions protocol, and misbehaves on request."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What the server answers: a text, or an HTTP error.

    `pieces` are streamed; after them the connection is dropped if `is_cut`. `delay` is in seconds, `cached` in tokens,
    `param` names the parameter that is refused.
    """

    content: str = ""
    pieces: tuple[str, ...] = ()
    status: int = 200
    retry_after: str = ""
    param: str = ""
    is_cut: bool = False
    delay: float = 0.0
    raw_chunk: str = ""
    cached: int = 0


@dataclass
class Server:
    """Answers in the order of `replies`, the last one for ever. `requests` are the bodies that came in."""

    replies: Sequence[Reply]
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    closed: int = 0

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until the client closes it."""
        try:
            while body := await _body(reader):
                self.requests.append(body)
                reply = self.replies[min(len(self.requests), len(self.replies)) - 1]
                await asyncio.sleep(reply.delay)
                if not await _answer(writer, reply, is_stream=bool(body.get("stream"))):
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self.closed += 1
            writer.close()


@asynccontextmanager
async def serving(*replies: Reply) -> AsyncIterator[Server]:
    """A server that runs within the block."""
    server = Server(replies)
    listener = await asyncio.start_server(server.handle, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/v1"
    try:
        yield server
    finally:
        listener.close()


async def _body(reader: asyncio.StreamReader) -> dict[str, Any]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = next(int(line.split(":")[1]) for line in head.splitlines() if line.startswith("content-length"))
    body: dict[str, Any] = json.loads(await reader.readexactly(length))
    return body


async def _answer(writer: asyncio.StreamWriter, reply: Reply, *, is_stream: bool) -> bool:
    """Write the reply. Whether the connection stays open."""
    if reply.status != 200:
        error = {"error": {"message": "refused: the prompt said my secret", "param": reply.param or None}}
        writer.write(_plain(error, reply))
    elif is_stream:
        await _stream(writer, reply)
    else:
        writer.write(_plain({**_completion(reply), "object": "chat.completion"}, reply))
    await writer.drain()
    return not (is_stream and reply.is_cut)


def _plain(document: dict[str, Any], reply: Reply) -> bytes:
    body = json.dumps(document).encode()
    retry = f"Retry-After: {reply.retry_after}\r\n" if reply.retry_after else ""
    head = f"HTTP/1.1 {reply.status} X\r\nContent-Type: application/json\r\n{retry}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def _completion(reply: Reply) -> dict[str, Any]:
    message = {"role": "assistant", "content": reply.content}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"id": "1", "created": 0, "model": "fake", "choices": [choice], "usage": _usage(reply)}


def _usage(reply: Reply) -> dict[str, Any]:
    return {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "total_tokens": 120,
        "prompt_tokens_details": {"cached_tokens": reply.cached},
    }


async def _stream(writer: asyncio.StreamWriter, reply: Reply) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
    for piece in reply.pieces:
        writer.write(_chunk(_event([{"index": 0, "delta": {"content": piece}, "finish_reason": None}])))
        await writer.drain()
        await asyncio.sleep(0.005)
    if reply.raw_chunk:
        writer.write(_chunk(f"data: {reply.raw_chunk}\n\n"))
    if not reply.is_cut:
        writer.write(_chunk(_event([], usage=_usage(reply))) + _chunk("data: [DONE]\n\n") + b"0\r\n\r\n")


def _event(choices: list[dict[str, Any]], usage: dict[str, Any] | None = None) -> str:
    document = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "fake", "choices": choices}
    return f"data: {json.dumps({**document, 'usage': usage})}\n\n"


def _chunk(text: str) -> bytes:
    data = text.encode()
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"
