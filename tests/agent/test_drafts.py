"""Drafts: an answer is shown once it is written, to who asks for that, and withdrawn where another one is given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.updates import AnswerDraft
from server.composition import Knowledge
from server.turn_messages import TurnMessages
from tests.agent.agent_bench import AgentBench, Heard
from tests.agent.llm_bench import bench_at
from tests.llm_server import LlmServer, Reply, by_skill, model_of, says
from tests.llm_server.replies import fenced

ASKED = "고혈압과 당뇨병이 있으면 무엇을 먹는 게 좋은가요?"
SKILLS = ("understand", "answer", "quality", "rewrite", "summary")


@pytest.fixture
async def server() -> AsyncIterator[LlmServer]:
    async with LlmServer.running() as running:
        yield running


async def said(bench: AgentBench, text: str, *, drafts: bool) -> Heard:
    heard = Heard()
    await bench.runner.run(replace(bench.request(text), drafts=drafts), heard)
    return heard


async def test_a_draft_comes_before_the_judge_and_is_the_answer(
    tmp_path: Path, knowledge: Knowledge, server: LlmServer
) -> None:
    async with bench_at(tmp_path, knowledge, server) as bench:
        heard = await said(bench, ASKED, drafts=True)
        silent = await said(bench, "그럼 운동은 얼마나 하면 좋을까요?", drafts=False)
    kinds = heard.kinds()
    assert kinds.index("AnswerDraft") < kinds.index("QualityScored") < kinds.index("TurnAnswered")
    assert [one.text for one, _ in heard.updates if isinstance(one, AnswerDraft)] == [heard.answer]
    assert not {"AnswerDraft", "DraftDropped"} & set(silent.kinds()) and "DraftDropped" not in kinds


async def test_a_draft_that_was_refined_is_withdrawn(tmp_path: Path, knowledge: Knowledge, server: LlmServer) -> None:
    scores = iter([0.1, 0.95, 0.95])

    def judge(request: Mapping[str, Any]) -> Reply:
        score = next(scores)
        return says({
            "grounding": score, "completeness": score, "accuracy": score, "missing": ["소금"], "suggestions": ["소금"],
            "needs_retrieval": score < 0.5, "reason": "x",
        })  # fmt: skip

    def answer(request: Mapping[str, Any]) -> Reply:
        prompt = request["messages"][1]["content"]
        more = " 의료진에게 물어보세요." if "<feedback>" in prompt else ""
        return says({"answer": fenced(prompt, "draft") + more, "citations": [], "facts": []})

    server.script = by_skill(dict.fromkeys(SKILLS, model_of), quality=judge, answer=answer)
    async with bench_at(tmp_path, knowledge, server) as bench:
        heard = await said(bench, ASKED, drafts=True)
    kinds = heard.kinds()
    drafts = [one.text for one, _ in heard.updates if isinstance(one, AnswerDraft)]
    assert len(drafts) == 1 and drafts[0] != heard.answer
    assert kinds.index("AnswerDraft") < kinds.index("DraftDropped") < kinds.index("TurnAnswered")


@given(text=st.text(alphabet=st.sampled_from("가나다 .!?\n7%ab"), min_size=1, max_size=80))
def test_the_sentences_of_a_draft_add_up_to_it(text: str) -> None:
    messages = list(TurnMessages("id").of(AnswerDraft(text), 1))
    assert "".join(one.draft_delta.text for one in messages) == text
