"""Drafts: an answer is shown once it is written, to who asks for that, and withdrawn where another one is given."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.drafting import answer_so_far, whole_sentences
from agent.updates import AnswerDraft
from server.composition import Knowledge
from server.turn_messages import TurnMessages
from tests.agent.agent_bench import AgentBench, Heard
from tests.agent.llm_bench import bench_at
from tests.llm_server import LlmServer, Reply, by_skill, model_of, says
from tests.llm_server.replies import fenced, skill_of

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
    assert drafts and "".join(drafts) != heard.answer
    assert kinds.index("AnswerDraft") < kinds.index("DraftDropped") < kinds.index("TurnAnswered")


SOUND = "고혈압과 당뇨병이 있으면 싱겁게 드시는 것이 좋습니다. 채소를 자주 드세요. "


async def test_a_sentence_is_told_while_the_model_writes_the_next(
    tmp_path: Path, knowledge: Knowledge, server: LlmServer
) -> None:
    told, pieces = asyncio.Event(), list[str]()

    async def hold(request: Mapping[str, Any], written: str) -> None:
        # The rest is not written before the first sentence was heard.
        if skill_of(request) == "answer" and "채소를" in written:
            await told.wait()

    async def heard(update: object, position: int) -> None:
        if isinstance(update, AnswerDraft):
            pieces.append(update.text)
            told.set()
        every.append(type(update).__name__)

    every = list[str]()
    server.script = by_skill(
        {skill: model_of for skill in SKILLS},
        answer=says({"answer": f"{SOUND}물도 드세요.", "citations": [], "facts": []}),
    )
    server.between = hold
    async with asyncio.timeout(50), bench_at(tmp_path, knowledge, server, llm_samples=1) as bench:
        await bench.runner.run(replace(bench.request(ASKED), drafts=True), heard)
    assert len(pieces) > 1 and "".join(pieces).endswith(f"{SOUND}물도 드세요.")
    assert "DraftDropped" not in every


@pytest.mark.parametrize(
    "wrong",
    [
        "당화혈색소는 11.3%입니다. ",
        "드시는 와파린은 오늘부터 끊으세요. ",
        "부인께서 앓으시는 통풍과 같은 병이시지요. ",
    ],
)
async def test_no_sentence_is_told_from_the_first_that_fails(
    tmp_path: Path, knowledge: Knowledge, server: LlmServer, wrong: str
) -> None:
    server.script = by_skill(
        {skill: model_of for skill in SKILLS},
        answer=says({"answer": f"{SOUND}{wrong}물도 드세요.", "citations": [], "facts": []}),
    )
    async with bench_at(tmp_path, knowledge, server, llm_samples=1) as bench:
        heard = await said(bench, ASKED, drafts=True)
    told = "".join(one.text for one, _ in heard.updates if isinstance(one, AnswerDraft))
    assert wrong.strip() not in told and wrong.strip() not in heard.answer
    assert heard.answer == told or "DraftDropped" in heard.kinds()


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("", ""),
        ('{"facts": [], "answer"', ""),
        ('{"answer": "One. Tw', "One. Tw"),
        ('{"answer": "A \\"quote\\". Nex", "facts"', 'A "quote". Nex'),
        ('{"answer": "Half an escape \\u00', "Half an escape "),
        ('{"answer": "Line.\\nNext \\', "Line.\nNext "),
        ('{"answer": "\\ud83d', ""),
    ],
)
def test_the_answer_is_read_from_what_is_written_so_far(written: str, text: str) -> None:
    assert answer_so_far(written) == text


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("One. Two", "One. "),
        ("It was 7.4 % in July. And", "It was 7.4 % in July. "),
        ("See Dr. Kim", ""),
        ("1. Walk", ""),
        ("첫째입니다. 둘째", "첫째입니다. "),
        ("No end", ""),
    ],
)
def test_a_sentence_is_over_once_the_next_begins(text: str, over: str) -> None:
    assert whole_sentences(text) == over


@given(st.text(), st.integers(min_value=0))
def test_what_is_read_so_far_begins_the_whole_answer(answer: str, cut: int) -> None:
    written = json.dumps({"answer": answer})
    assert answer.startswith(answer_so_far(written[: cut % (len(written) + 1)]))


@given(text=st.text(alphabet=st.sampled_from("가나다 .!?\n7%ab"), min_size=1, max_size=80))
def test_the_sentences_of_a_draft_add_up_to_it(text: str) -> None:
    messages = list(TurnMessages("id").of(AnswerDraft(text), 1))
    assert "".join(one.draft_delta.text for one in messages) == text
