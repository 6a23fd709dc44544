"""Extractive compression keeps whole sentences of the passages, nearest to the question first, within the tokens."""

from __future__ import annotations

import pytest

from agent.skills.compression import ExtractiveCompression, sentences_of
from agent.skills.ports import Question
from agent.tokens import TokenCounter, estimate
from retrieval.retriever import Hit
from server.composition import Knowledge
from tests.agent.agent_bench import NOW, at_once
from tests.agent.conversation import hits

COUNTER = TokenCounter("estimate", estimate)
FOUND = hits("ko-metformin-03", "ko-dm-metformin-01", "ko-exercise-01")
ASKED = Question("메트포르민을 먹으면서 술을 마셔도 되나요?", "ko", NOW, "Asia/Seoul", 1)


async def compressed(knowledge: Knowledge, found: tuple[Hit, ...], tokens: int) -> dict[str, str]:
    skill = ExtractiveCompression(knowledge.retriever.similarity, COUNTER, at_once)
    return dict(await skill.compress(ASKED, found, tokens))


@pytest.mark.parametrize("tokens", [0, 30, 120, 400, 10_000])
async def test_what_is_kept_is_quoted_in_order_and_fits(knowledge: Knowledge, tokens: int) -> None:
    kept = await compressed(knowledge, FOUND, tokens)
    assert sum(estimate(text) for text in kept.values()) <= tokens
    for hit in FOUND:
        sentences = sentences_of(hit.passage.text)
        places = [sentences.index(one) for one in sentences_of(kept.get(hit.passage.document_id, ""))]
        assert places == sorted(places)
        if tokens == 10_000:
            assert len(places) == len(sentences)


async def test_the_sentence_that_answers_is_kept_first(knowledge: Knowledge) -> None:
    kept = await compressed(knowledge, FOUND, 60)
    assert "폭음" in " ".join(kept.values())
