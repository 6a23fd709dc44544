"""Skills that say what a test tells them to, handed in through the ports as any other implementation would be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from agent.skills.ports import Draft, Quality, RewrittenQuery, Situation

JUDGE = "scripted@1"


class Judge:
    """Gives these overall scores, the last one again and again; whatever they are, numbers or not."""

    def __init__(self, *scores: Any) -> None:
        self._scores = list(scores)
        self.asked = 0

    async def assess(self, situation: Situation, draft: Draft) -> Quality:
        self.asked += 1
        score = self._scores.pop(0) if len(self._scores) > 1 else self._scores[0]
        if isinstance(score, Exception):
            raise score
        return Quality(score, score, score, score, missing=("labs",), needs_retrieval=True, judge=JUDGE)


class Rewriter:
    """Asks for these topics, one after the other, so that each search finds other documents."""

    def __init__(self, *queries: str) -> None:
        self._queries = list(queries)

    async def rewrite(self, situation: Situation, quality: Quality, query: str) -> RewrittenQuery:
        return RewrittenQuery(self._queries.pop(0) if self._queries else query, (), "scripted")


class Writer:
    """Writes these texts in turn, as a model that varies; ``found`` makes each draft cite what was retrieved."""

    varies = True

    def __init__(self, texts: Iterable[str], found: Callable[[Situation], Draft] | None = None) -> None:
        self._texts = list(texts)
        self._found = found
        self.written = 0
        self.temperatures: list[float | None] = []

    async def answer(self, situation: Situation) -> Draft:
        text = self._texts[self.written % len(self._texts)]
        self.written += 1
        self.temperatures.append(situation.temperature)
        draft = self._found(situation) if self._found else Draft(text="")
        return replace(draft, text=text, author="a-model")
