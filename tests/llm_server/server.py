"""The HTTP side: requests read, answers written whole or as server-sent events, and what was seen of the client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from tests.llm_server.replies import Reply, Script, model_of

CHUNK = 24


@dataclass
class Received:
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


@dataclass
class LlmServer:
    """Serves in the test's own event loop; ``script`` may be changed between requests.

    ``hung_up`` is set once a client closed its connection while its answer was still awaited. ``several`` tells whether
    it gives as many samples as are asked for, or one, as many servers do. ``before`` is awaited before each reply.
    """

    script: Script = model_of
    received: list[Received] = field(default_factory=list)
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    base_url: str = ""
    several: bool = True
    before: Callable[[Mapping[str, Any]], Awaitable[None]] | None = None
    between: Callable[[Mapping[str, Any], str], Awaitable[None]] | None = None
    """Awaited between the pieces of a stream, with the request and what the first sample holds so far."""

    @classmethod
    @asynccontextmanager
    async def running(cls, script: Script = model_of, port: int = 0) -> AsyncIterator[LlmServer]:
        """A server on ``port``, 0 for a free one, until the end of the block."""
        self = cls(script)
        tasks: set[asyncio.Task[None]] = set()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            tasks.add(task)
            try:
                await self._serve(reader, writer)
            except (ConnectionError, asyncio.CancelledError):
                pass
            finally:
                tasks.discard(task)
                writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", port)
        self.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        try:
            yield self
        finally:
            server.close()
            for task in list(tasks):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def asked(self, skill: str) -> list[dict[str, Any]]:
        """The bodies of the requests of one skill."""
        chats = (one.body for one in self.received if "response_format" in one.body)
        return [body for body in chats if body["response_format"]["json_schema"]["name"] == skill]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while request := await _request(reader):
            self.received.append(request)
            if self.before is not None:
                await self.before(request.body)
            reply = self.script(request.body)
            if reply.wait:
                await reader.read()
                self.hung_up.set()
                return
            if request.path.endswith("/embeddings"):
                _write(writer, 200, {}, _embedded(request.body, reply))
            elif reply.body is not None:
                _write(writer, reply.status, reply.headers, reply.body)
            elif request.body.get("stream"):
                await _stream(writer, request.body, self._samples(request.body, reply), self.between)
            else:
                body = _completion(request.body, self._samples(request.body, reply))
                _write(writer, 200, {}, body, sent=body[: len(body) // 2] if reply.cut_after is not None else body)
            await writer.drain()
            if reply.cut_after is not None:
                return

    def _samples(self, request: Mapping[str, Any], first: Reply) -> list[Reply]:
        wanted = request.get("n", 1) if self.several and first.cut_after is None else 1
        return [first, *(self.script(request) for _ in range(wanted - 1))]


async def _request(reader: asyncio.StreamReader) -> Received | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    except asyncio.IncompleteReadError:
        return None
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Received(head[0].split()[1], headers, json.loads(body or b"{}"))


def _write(
    writer: asyncio.StreamWriter, code: int, headers: Mapping[str, str], body: bytes, sent: bytes | None = None
) -> None:
    lines = [f"HTTP/1.1 {code} Said", "content-type: application/json", f"content-length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + (body if sent is None else sent))


async def _stream(
    writer: asyncio.StreamWriter,
    request: Mapping[str, Any],
    replies: Sequence[Reply],
    between: Callable[[Mapping[str, Any], str], Awaitable[None]] | None = None,
) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
    # Samples come interleaved, as they are made.
    for number, deltas in enumerate(zip_longest(*map(_deltas, replies))):
        if number == replies[0].cut_after:
            return
        for index, delta in enumerate(deltas):
            if delta is not None:
                _event(writer, _chunk(request, [{"index": index, "delta": delta, "finish_reason": None}]))
        await writer.drain()
        if between is not None:
            await between(request, replies[0].text[: (number + 1) * CHUNK])
    for index, reply in enumerate(replies):
        last = {"index": index, "delta": {}, "finish_reason": reply.finish, "logprobs": _likely(request, reply)}
        _event(writer, _chunk(request, [last]))
    if replies[0].usage and request.get("stream_options", {}).get("include_usage"):
        _event(writer, _chunk(request, []) | {"usage": _usage(replies[0].usage)})
    _frame(writer, b"data: [DONE]\n\n")
    writer.write(b"0\r\n\r\n")


def _deltas(reply: Reply) -> list[dict[str, Any]]:
    if reply.refusal is not None:
        return [{"refusal": reply.refusal}]
    return [{"content": reply.text[at : at + CHUNK]} for at in range(0, len(reply.text), CHUNK)]


def _event(writer: asyncio.StreamWriter, payload: Mapping[str, Any]) -> None:
    _frame(writer, b"data: " + json.dumps(payload).encode() + b"\n\n")


def _frame(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")


def _chunk(request: Mapping[str, Any], choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": "chat-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": request["model"],
        "choices": choices,
    }


def _completion(request: Mapping[str, Any], replies: Sequence[Reply]) -> bytes:
    choices = []
    for index, reply in enumerate(replies):
        message = {"role": "assistant", "content": reply.text or None, "refusal": reply.refusal}
        choices.append(
            {"index": index, "message": message, "finish_reason": reply.finish, "logprobs": _likely(request, reply)}
        )
    body: dict[str, Any] = {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 1,
        "model": request["model"],
        "choices": choices,
    }
    if replies[0].usage:
        body["usage"] = _usage(replies[0].usage)
    return json.dumps(body).encode()


def _likely(request: Mapping[str, Any], reply: Reply) -> dict[str, Any] | None:
    if not request.get("logprobs") or not reply.log_probabilities:
        return None
    told: list[dict[str, Any]] = [
        {"token": "t", "logprob": value, "bytes": None, "top_logprobs": []} for value in reply.log_probabilities
    ]
    return {"content": told, "refusal": None}


def _embedded(request: Mapping[str, Any], reply: Reply) -> bytes:
    vectors = reply.embeddings or tuple((float(len(text)), 1.0) for text in request["input"])
    data = [{"object": "embedding", "index": n, "embedding": list(vector)} for n, vector in enumerate(vectors)]
    # Out of order, as the protocol allows.
    body = {"object": "list", "model": request["model"], "data": data[::-1], "usage": _usage((7, 0))}
    return json.dumps(body).encode()


def _usage(counted: tuple[int, int]) -> dict[str, int]:
    read, written = counted
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
