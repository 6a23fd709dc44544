"""A language model that is played: an OpenAI-compatible service on loopback that says what its manner prescribes.

It shows what the agent's machinery does with a judge of known behaviour, offline and alike on every machine. What a
real model would do it does not show. It keeps no state but a count of equal requests, for samples that have to differ.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any

from evaluation.study.families.planted import hidden
from evaluation.study.patients import InvalidStudy
from evaluation.study.vocabulary import LANGUAGES

JSON = dict[str, Any]
MODEL = "played"
FAULTS = ("", "", "", "", "error", "garbage", "refusal", "empty")
"""What a faulty service does, drawn by the request's hash: every second call fails, in one of four ways. Errors are the
rarer part: five in a row open the service's circuit breaker, which closes by the clock and not by the seed."""

_ROUND = re.compile(r"round (\d+)")
_QUOTE = re.compile(r"[“\"]([^”\"]{8,400})[”\"] \[([^\]]+)\]")


def _between(prompt: str, name: str) -> str:
    found = re.search(rf"<{name}>\n(.*?)\n?</{name}>", prompt, re.DOTALL)
    return found[1] if found else ""


def _scores(value: float, reason: str, missing: tuple[str, ...] = ()) -> JSON:
    """A judgement whose overall score is ``value`` where the rules have nothing to lower."""
    return {"grounding": value, "completeness": value, "accuracy": value, "missing": list(missing), "suggestions": [],
            "needs_retrieval": bool(missing), "reason": reason}  # fmt: skip


def _round(prompt: str) -> int:
    """Which draft is judged, from 1; the judge's reason comes back as feedback, so it carries the count."""
    found = _ROUND.search(_between(prompt, "feedback"))
    return int(found[1]) + 1 if found else 1


def _exacting(prompt: str) -> JSON:
    """Content only with the planted document, whose words it names as missing otherwise."""
    asked, shown = _between(prompt, "utterance"), _between(prompt, "documents")
    for language in LANGUAGES:
        for one in hidden(language):
            if one.question in asked and one.title not in shown:
                return _scores(0.3, f"round {_round(prompt)}", (one.missing,))
    return _scores(0.9, f"round {_round(prompt)}")


def _drifting(prompt: str) -> JSON:
    """Likes every draft a little better than the one before, whatever it holds."""
    number = _round(prompt)
    return _scores(round(0.2 + 0.06 * number, 2), f"round {number}", ("근거 details",))


def _flat(prompt: str) -> JSON:
    """Never content, and never more so."""
    return _scores(0.3, f"round {_round(prompt)}", ("근거 details",))


def _lukewarm(prompt: str) -> JSON:
    """Finds everything fair: enough for what is simple, too little for what is not."""
    return _scores(0.45, f"round {_round(prompt)}", ("근거 details",))


def _content(prompt: str) -> JSON:
    return _scores(0.9, "round 1")


def _by_feedback(prompt: str) -> JSON:
    """The query with what the judge misses."""
    missing = _between(prompt, "feedback").splitlines()[:1]
    return {"query": " ".join((_between(prompt, "query"), *missing))[:290], "reason": "adds what is missing"}


def _unchanged(prompt: str) -> JSON:
    """The same query again, which finds the same."""
    return {"query": _between(prompt, "query")[:290], "reason": "none better"}


_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_ELSEWHERE = {
    True: ("녹내장 시야 안압", "뇌전증 발작 전기 신호", "골다공증 주사 골절"),
    False: ("glaucoma field of vision", "epilepsy seizure signals", "osteoporosis injection fracture"),
}


def _astray(prompt: str) -> JSON:
    """A query on something else each time: new documents that help nobody."""
    korean = any("가" <= one <= "힣" for one in _between(prompt, "utterance"))
    topics = _ELSEWHERE[korean]
    found = _ROUND.search(_between(prompt, "feedback"))
    return {"query": topics[(int(found[1]) if found else 0) % len(topics)], "reason": "another way"}


def _denied(text: str) -> str:
    """The other side of what a draft says first: samples that contradict one another are in doubt, silence is not."""
    first = _SENTENCE.split(_QUOTE.sub(r"\1", text).strip())[0].rstrip(".!?")
    if any("가" <= one <= "힣" for one in first):
        return f"{first}라는 말은 맞지 않습니다."
    return f"It is not so that {first}."


def _draft(prompt: str) -> JSON:
    """The rules' draft as it stands, with its citations."""
    text = _between(prompt, "draft")
    citations = [{"document_id": document, "quote": quote} for quote, document in _QUOTE.findall(text)]
    return {"answer": text, "citations": citations[:3], "facts": []}


def _retold(prompt: str) -> JSON:
    """A patient who opens every line in the same way."""
    line = str(json.loads(prompt)["line"])
    return {"message": f"{'저기요,' if any('가' <= one <= '힣' for one in line) else 'Well,'} {line}"}


def _misquoted(prompt: str) -> JSON:
    """A patient who adds a figure that the schedule doesn't have."""
    return {"message": f"{json.loads(prompt)['line']} 77777"}


def _first_best(prompt: str) -> JSON:
    """A judge who likes best what it is asked first."""
    names = list(json.loads(prompt)["criteria"])
    return {name: {"points": 2 if name == names[0] else 1, "reason": f"asked as number {names.index(name) + 1}"}
            for name in names}  # fmt: skip


Skill = Callable[[str], JSON]

MANNERS: Mapping[str, Mapping[str, Skill]] = MappingProxyType(
    {
        "exacting": {"answer": _draft, "quality": _exacting, "rewrite": _by_feedback},
        "drifting": {"answer": _draft, "quality": _drifting, "rewrite": _unchanged},
        "flat": {"answer": _draft, "quality": _flat, "rewrite": _astray},
        "lukewarm": {"answer": _draft, "quality": _lukewarm, "rewrite": _by_feedback},
        "wavering": {"answer": _draft, "quality": _content, "rewrite": _unchanged},
        "content": {"answer": _draft, "quality": _content, "rewrite": _unchanged},
        "likely": {"answer": _draft, "quality": _content, "rewrite": _unchanged},
        "judging": {"judge": _first_best},
        "retelling": {"patient": _retold},
        "misquoting": {"patient": _misquoted},
        "faulty": {"answer": _draft, "quality": _content, "rewrite": _unchanged},
    }
)
"""What each skill says, by manner. A wavering model's third sample denies what the others say; a faulty one fails; a
likely one tells the log-probabilities of its tokens to whom asks for them."""
LIKELY = (-0.25, -0.75)
"""Log-probabilities (nat) of a likely model's tokens, in turns."""


class PlayedModel:
    """One manner, answering requests of the chat-completions protocol."""

    def __init__(self, manner: str) -> None:
        if manner not in MANNERS:
            raise InvalidStudy(f"No played model has the manner {manner}; known are {', '.join(MANNERS)}.")
        self._manner, self._skills = manner, MANNERS[manner]
        self._seen, self._lock = Counter[str](), threading.Lock()

    def reply(self, request: Mapping[str, Any]) -> tuple[int, JSON]:
        """Status and body of the answer to a request."""
        skill = request.get("response_format", {}).get("json_schema", {}).get("name", "answer")
        prompt: str = request["messages"][1]["content"]
        text = json.dumps(self._said(skill, prompt), ensure_ascii=False)
        if self._manner == "faulty":
            drawn = hashlib.sha256(f"{skill} {prompt}".encode()).digest()
            match FAULTS[drawn[0] % len(FAULTS)]:
                case "error":
                    return (500, 503)[drawn[1] % 2], {"error": {"message": "played", "type": "server_error"}}
                case "garbage":
                    text = text[: len(text) // 2]
                case "empty":
                    text = ""
                case "refusal":
                    return 200, _completion(request, None)
                case _:
                    pass
        completion = _completion(request, text)
        if self._manner == "likely" and request.get("logprobs"):
            told: list[JSON] = [{"token": one, "logprob": LIKELY[at % len(LIKELY)], "bytes": None, "top_logprobs": []}
                    for at, one in enumerate(("played", "tokens"))]  # fmt: skip
            completion["choices"][0]["logprobs"] = {"content": told, "refusal": None}
        return 200, completion

    def _said(self, skill: str, prompt: str) -> JSON:
        said = self._skills.get(skill, _draft)(prompt)
        if self._manner == "wavering" and skill == "answer":
            with self._lock:
                self._seen[prompt] += 1
                sample = self._seen[prompt]
            if sample % 3 == 0:
                said = {"answer": _denied(said["answer"]), "citations": [], "facts": []}
        return said


def _completion(request: Mapping[str, Any], text: str | None) -> JSON:
    read = sum(len(message["content"].encode()) for message in request["messages"]) // 3
    message: JSON = {"role": "assistant", "content": text}
    if text is None:
        message["refusal"] = "I cannot help with that."
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": read, "completion_tokens": len((text or "").encode()) // 3}
    return {"id": "played", "object": "chat.completion", "created": 0, "model": MODEL, "choices": [choice],
            "usage": {**usage, "total_tokens": sum(usage.values())}}  # fmt: skip


@contextmanager
def playing(manner: str) -> Iterator[str]:
    """Serve a manner on loopback; yields the base URL. Raises InvalidStudy for an unknown manner."""
    model = PlayedModel(manner)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, body = model.reply(request)
            data = json.dumps(body, ensure_ascii=False).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: what is asked is a patient's."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True, name="played-model")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
