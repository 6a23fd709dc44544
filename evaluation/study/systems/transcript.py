"""No memory but the words: the whole conversation goes into every prompt. Without a model there is no answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from agent.tokens import token_counter
from evaluation.study.memory import Stated
from evaluation.study.systems.port import MemorySize, Reply, Trace
from evaluation.study.vocabulary import Language

INSTRUCTIONS: Mapping[Language, str] = {
    "ko": "지금까지의 대화와 기록만 근거로, 환자의 마지막 말에 짧게 답하세요. 모르면 모른다고 하세요.",
    "en": "Answer the patient's last message briefly, from the conversation and the record alone. Say what is unknown.",
}

Complete = Callable[[str, str], tuple[str, int, int, float]]
"""A model: instructions and prompt to text, tokens read, tokens written, and cost in USD."""


class TranscriptSystem:
    """One conversation kept as it was said; ``complete`` answers, and where it is None nobody does."""

    def __init__(self, language: Language, complete: Complete | None = None) -> None:
        self._language, self._complete = language, complete
        self._lines, self._traces = list[str](), list[Trace]()
        self._count = token_counter().count

    def load(self, record: Mapping[str, Any]) -> None:
        """Put the card before the conversation."""
        self._lines.append(json.dumps(record, ensure_ascii=False))

    def remember(self, text: str, at: datetime) -> None:
        """Add a line."""
        self._lines.append(f"{at:%Y-%m-%d %H:%M} {text}")

    def ask(self, text: str, at: datetime) -> Reply:
        """The model's answer over everything; NO_MODEL without one, with the prompt's tokens counted all the same."""
        self.remember(text, at)
        prompt = "\n".join(self._lines)
        if self._complete is None:
            self._traces.append(Trace(tokens_in=self._count(INSTRUCTIONS[self._language]) + self._count(prompt)))
            return Reply("", failure="NO_MODEL")
        answer, read, written, cost = self._complete(INSTRUCTIONS[self._language], prompt)
        self._traces.append(Trace(tokens_in=read, tokens_out=written, calls=1, cost=cost))
        self._lines.append(f"-> {answer}")
        return Reply(answer)

    def facts(self) -> frozenset[Stated] | None:
        """None: words are no facts."""
        return None

    def size(self) -> MemorySize:
        """Lines."""
        return MemorySize(len(self._lines), len(self._lines))

    def traces(self) -> Sequence[Trace]:
        """Tokens of the prompts."""
        return self._traces
