"""What a language model costs a turn: calls waited for before the first word, calls and tokens, all in all.

    python -m evaluation.model_bench [--milliseconds 300]

The endpoint answers every call after the same time, as an obedient model would: the rules' draft as the answer, a good
judgement, the facts as a summary. So what is measured is the service's own doing: how many calls it makes, and how many
of them a patient waits for, one after the other.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import re
import statistics
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from clients.client import AnamnesisClient
from evaluation.server_process import running_server
from evaluation.turn_cost import FIRST_DAY, utterances

MILLISECONDS = 300
"""How long the endpoint takes for each call."""
_OPEN = {"operations": [], "red_flag": False}
_JUDGED = {
    "grounding": 0.9, "completeness": 0.9, "accuracy": 0.9, "missing": [], "suggestions": [],
    "needs_retrieval": False, "reason": "complete",
}  # fmt: skip


def reply(skill: str, prompt: str) -> Mapping[str, Any]:
    """What an obedient model says to a skill's prompt."""
    said = _between(prompt, "utterance")
    asks = "?" in said or "주세요" in said
    match skill:
        case "understand":
            kind = "knowledge" if asks else "none"
            return _OPEN | {"request": {"kind": kind, "query": "", "complexity": "moderate", "needs_retrieval": asks}}
        case "answer":
            return {"answer": _between(prompt, "draft"), "citations": [], "facts": []}
        case "quality":
            return _JUDGED
        case "rewrite":
            return {"query": said, "reason": "again"}
        case "summary":
            return {"summary": "; ".join(_between(prompt, "facts").splitlines())}
        case _:
            return {"passages": []}


def _between(prompt: str, fence: str) -> str:
    found = re.search(rf"<{fence}>\n(.*?)\n?</{fence}>", prompt, re.DOTALL)
    return found[1] if found else ""


@dataclass
class Endpoint:
    """A scripted endpoint: where it is, and when each of its calls began and ended."""

    url: str = ""
    calls: list[tuple[float, float]] = field(default_factory=list)

    def rounds(self, began: float, until: float) -> int:
        """The most calls that were waited for one after the other between two moments."""
        ended, count = began, 0
        for start, end in sorted(self.calls, key=lambda call: call[1]):
            if start >= ended and end <= until:
                ended, count = end, count + 1
        return count


@contextmanager
def endpoint(milliseconds: int, replying: Callable[[str, str], Mapping[str, Any]] | None = None) -> Iterator[Endpoint]:
    """A scripted endpoint on loopback; ``replying`` says something to the prompt of a skill, else :func:`reply`."""
    say = replying or reply
    told = Endpoint()

    class Scripted(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Answer one call."""
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            began = time.perf_counter()
            time.sleep(milliseconds / 1000)
            told.calls.append((began, time.perf_counter()))
            name = asked["response_format"]["json_schema"]["name"]
            text = json.dumps(say(name, asked["messages"][1]["content"]), ensure_ascii=False)
            message = {"role": "assistant", "content": text}
            choices = [{"index": n, "message": message, "finish_reason": "stop"} for n in range(asked.get("n", 1))]
            body = {"id": "1", "object": "chat.completion", "created": 1, "model": asked["model"], "choices": choices}
            sent = json.dumps(body).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: prompts belong to nobody's log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        told.url = f"http://127.0.0.1:{server.server_port}/v1"
        yield told
    finally:
        server.shutdown()
        thread.join()


def measure(client: AnamnesisClient, scripted: Endpoint) -> list[str]:
    """Play the conversation and say what its turns asked of the model, and how long they waited for a first word."""
    patient_id = str(uuid.uuid4())
    client.register_patient(patient_id, locale="ko", time_zone="Asia/Seoul")
    # An older server knows no drafts: there the first word is that of the answer.
    wanted = {"drafts": True} if "drafts" in inspect.signature(client.converse).parameters else {}
    first_words, rounds, said = list[float](), list[int](), utterances()
    for number, text in enumerate(said):
        began, first = time.perf_counter(), 0.0
        for step in client.converse(patient_id, text, said_at=FIRST_DAY + timedelta(days=number), **wanted):  # type: ignore[arg-type]
            if not first and step.WhichOneof("payload") in ("draft_delta", "answer_delta"):
                first = time.perf_counter()
        first_words.append((first - began) * 1000)
        rounds.append(scripted.rounds(began, first))
    calls = [json.loads(one.payload_json) for one in client.events(patient_id) if ".ModelCalled." in one.topic]
    tokens = sum(map(_tokens, calls))
    by_skill = ", ".join(f"{skill} {sum(one['skill'] == skill for one in calls)}" for skill in _skills(calls))
    spent = {skill: sum(_tokens(one) for one in calls if one["skill"] == skill) for skill in _skills(calls)}
    return [
        f"calls waited for, one after the other, before the first word: median {statistics.median(rounds):.0f}, "
        f"mean {statistics.fmean(rounds):.2f}, most {max(rounds)}",
        f"first word: median {statistics.median(first_words):,.0f} ms",
        f"calls a turn: {len(calls) / len(said):.2f} ({by_skill})",
        f"tokens a turn: {tokens / len(said):,.0f} "
        f"({', '.join(f'{skill} {count / len(said):,.0f}' for skill, count in spent.items())})",
    ]


def _tokens(call: Mapping[str, Any]) -> int:
    return sum(call["tokens"].values())


def _skills(calls: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(one["skill"] for one in calls))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--milliseconds", type=int, default=MILLISECONDS)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as data, endpoint(options.milliseconds) as scripted:
        how = {"BASE_URL": scripted.url, "STREAM": "false", "SPEND_LIMIT": "0"}
        os.environ.update({f"ANAMNESIS_LLM_{name}": value for name, value in how.items()})
        with running_server(None, Path(data)) as address, AnamnesisClient(address) as client:
            print("\n".join(measure(client, scripted)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
