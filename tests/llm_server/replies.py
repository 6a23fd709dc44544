"""What the server may say: contents, refusals, errors with their headers, silence, and streams that break off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reply:
    """One answer. ``status`` 200 brings ``text`` or a ``refusal``; ``body`` replaces the protocol's body altogether.

    ``cut_after`` ends a stream, or the body, after so many chunks, without its end; ``wait`` never answers.
    ``log_probabilities`` are told to whom asks for them.
    """

    text: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    refusal: str | None = None
    finish: str = "stop"
    body: bytes | None = None
    cut_after: int | None = None
    wait: bool = False
    usage: tuple[int, int] | None = (100, 20)
    embeddings: tuple[tuple[float, ...], ...] = ()
    log_probabilities: tuple[float, ...] = ()


Script = Callable[[Mapping[str, Any]], Reply]


def says(content: object, **fields: Any) -> Reply:
    """A normal answer: a text, or anything else as JSON."""
    return Reply(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), **fields)


def status(code: int, kind: str = "error", param: str | None = None, **headers: str) -> Reply:
    """An HTTP error; header names with underscores for hyphens. Its message quotes a secret, as services do."""
    body = {"error": {"message": f"refused {SECRET_ECHO}", "type": kind, "code": kind, "param": param}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=code, headers=named, body=json.dumps(body).encode())


SECRET_ECHO = "sk-echo-of-the-key"


def refuses() -> Reply:
    """The model declines."""
    return Reply(refusal="I cannot help with that.")


def truncated(content: object) -> Reply:
    """An answer that reached its length."""
    return says(content, finish="length")


def cut(content: object) -> Reply:
    """A connection that is lost in the middle of an answer."""
    return says(content, cut_after=1)


def hangs() -> Reply:
    """No answer at all."""
    return Reply(wait=True)


def by_skill(default: Mapping[str, Reply | Script], **changed: Reply | Script) -> Script:
    """A script that answers by the name of the schema that a request asks for."""
    replies = {**default, **changed}

    def script(request: Mapping[str, Any]) -> Reply:
        reply = replies[skill_of(request)]
        return reply if isinstance(reply, Reply) else reply(request)

    return script


def skill_of(request: Mapping[str, Any]) -> str:
    """The skill that asks: its schema bears its name."""
    name: str = request["response_format"]["json_schema"]["name"]
    return name


def understood(
    *operations: Mapping[str, Any],
    kind: str = "knowledge",
    retrieve: bool = True,
    urgent: bool = False,
    query: str = "",
) -> dict[str, Any]:
    """What a model understands: these operations, each with open fields empty, and a question of this kind."""
    request = {"kind": kind, "query": query, "complexity": "moderate", "needs_retrieval": retrieve}
    return {"operations": [{**_OPEN, **one} for one in operations], "request": request, "red_flag": urgent}


_OPEN: Mapping[str, Any] = {
    **dict.fromkeys(
        ("target", "slot", "name", "standard_name", "value", "dose", "frequency", "date", "status", "reaction"), ""
    ),
    "negated": False, "certain": True, "whose": "patient", "because": "",
}  # fmt: skip


def model_of(request: Mapping[str, Any]) -> Reply:
    """What an obedient model says to each skill: the draft as the answer, with a quotation of the first document."""
    prompt = request["messages"][1]["content"]
    return _OBEDIENT[skill_of(request)](prompt)


def fenced(prompt: str, name: str) -> str:
    """What stands between the fences of this name."""
    found = re.search(rf"<{name}>\n(.*?)\n?</{name}>", prompt, re.DOTALL)
    return found[1] if found else ""


def _answer(prompt: str) -> Reply:
    documents = re.findall(r"^\[([^\]]+)\] .*?\): (.{20,60}?)[\s.]", fenced(prompt, "documents"), re.MULTILINE)
    citations = [{"document_id": document_id, "quote": quote} for document_id, quote in documents[:1]]
    facts = re.findall(r"^(F\d+) ", fenced(prompt, "facts"), re.MULTILINE)
    return says({"answer": fenced(prompt, "draft"), "citations": citations, "facts": facts[:1]})


def _rewritten(utterance: str) -> str:
    korean = any("가" <= character <= "힣" for character in utterance)
    return "메트포르민 부작용 신장" if korean else "metformin side effects kidney"


_OBEDIENT: Mapping[str, Callable[[str], Reply]] = {
    "understand": lambda prompt: says(understood()),
    "answer": _answer,
    "quality": lambda prompt: says(
        {
            "grounding": 0.9,
            "completeness": 0.9,
            "accuracy": 0.9,
            "missing": [],
            "suggestions": [],
            "needs_retrieval": False,
            "reason": "complete",
        }
    ),
    "rewrite": lambda prompt: says({"query": _rewritten(fenced(prompt, "utterance")), "reason": "adds the kidney"}),
    "summary": lambda prompt: says({"summary": "; ".join(fenced(prompt, "facts").splitlines())}),
    "compression": lambda prompt: says(
        {
            "passages": [
                {"document_id": document_id, "text": text[:80]}
                for document_id, text in re.findall(r"^\[([^\]]+)\] (.+)$", fenced(prompt, "documents"), re.MULTILINE)
            ]
        }
    ),
}
