"""The small model behind the OpenAI protocol on loopback: real tokens, streamed as they are made.

    python -m tests.model.endpoint [PORT]

prints the base URL once it serves. One call at a time is answered, as by any local server of one slot; a client that
hangs up ends its answer.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.model.model import SmallModel, TooLong, Wish, conversation
from tests.model.weights import ModelMissing, Weights

NAME = "smollm2-135m-instruct"
LONGEST = 1_024
"""Pieces of an answer to a request that names no limit."""


def wish_of(request: Mapping[str, Any]) -> Wish:
    """What a request of the protocol asks for."""
    wanted = request.get("response_format") or {}
    schema = wanted["json_schema"]["schema"] if wanted.get("type") == "json_schema" else None
    return Wish(
        messages=conversation(request["messages"]),
        most=request.get("max_tokens") or request.get("max_completion_tokens") or LONGEST,
        temperature=float(request.get("temperature", 1.0)),
        schema=schema,
        samples=request.get("n") or 1,
    )


class Handler(BaseHTTPRequestHandler):
    """One connection; ``model`` is set once for the process."""

    model: SmallModel
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        try:
            if request.get("stream"):
                self._streamed(request)
            else:
                self._whole(request)
        except TooLong:
            told = {"error": {"message": "longer than the context", "type": "invalid_request_error", "param": None}}
            self._send(400, json.dumps(told).encode())
        except ConnectionError:
            self.close_connection = True

    def _whole(self, request: Mapping[str, Any]) -> None:
        said: dict[int, list[str]] = {}

        def say(number: int, words: str) -> None:
            said.setdefault(number, []).append(words)

        read, told = self.model.answer(wish_of(request), say)
        choices = [
            {"index": at, "finish_reason": one.finish,
             "message": {"role": "assistant", "content": "".join(said.get(at, ()))}}
            for at, one in enumerate(told)
        ]  # fmt: skip
        written = sum(one.written for one in told)
        self._send(200, json.dumps(_body(request, "chat.completion", choices, usage=(read, written))).encode())

    def _streamed(self, request: Mapping[str, Any]) -> None:
        begun = False

        def event(told: str) -> None:
            nonlocal begun
            if not begun:
                self._begin_stream()
                begun = True
            self._chunk(f"data: {told}\n\n".encode())

        def say(number: int, words: str) -> None:
            choice = {"index": number, "delta": {"content": words}, "finish_reason": None}
            event(json.dumps(_body(request, "chat.completion.chunk", [choice])))

        read, told = self.model.answer(wish_of(request), say)
        for at, one in enumerate(told):
            choice = {"index": at, "delta": {}, "finish_reason": one.finish}
            event(json.dumps(_body(request, "chat.completion.chunk", [choice])))
        if (request.get("stream_options") or {}).get("include_usage"):
            usage = read, sum(one.written for one in told)
            event(json.dumps(_body(request, "chat.completion.chunk", [], usage=usage)))
        event("[DONE]")
        self._chunk(b"")

    def _begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: prompts belong to nobody's log."""


def _body(
    request: Mapping[str, Any], kind: str, choices: list[dict[str, Any]], usage: tuple[int, int] | None = None
) -> dict[str, Any]:
    body = {"id": "1", "object": kind, "created": int(time.time()), "model": request["model"], "choices": choices}
    if usage is None:
        return body
    read, written = usage
    counted = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    return body | {"usage": counted}


def main(port: int) -> None:
    """Serve until the process is ended."""
    Handler.model = SmallModel(Weights.load())
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    except ModelMissing as missing:
        sys.exit(str(missing))
    except KeyboardInterrupt:
        sys.exit(130)
