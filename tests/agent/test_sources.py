"""A model names the turn that each piece of its answer comes from, is held to it, and the patient sees no marks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.llm_failures import OutputUnusable
from agent.skills.sourced_checks import settled_by_sources
from agent.skills.vouched import is_vouched
from agent.sources import Source, sourced, without_marks
from agent.updates import AnswerDraft
from domain.events import AnswerGiven
from server.composition import Knowledge
from server.translate import answer_message
from tests.agent.llm_bench import bench_at
from tests.agent.test_drafts import SKILLS, said
from tests.agent.test_recounted import kept
from tests.llm_server import LlmServer, Reply, by_skill, model_of, says

RIGHT: Final = (
    ("ko", "두통은 5월 4일{1}과 5/8{2} 이틀이었고, 이미그란은 모두 세 알(4일 한 알{1}, 8일 두 알{2}) 드셨어요."),
    ("ko", "12알 중{3} 3알{1}{2} 드셨으니 9알 남았어요."),
    ("ko", "5월 12일(화) 아침 혈압은 144/82{3}였어요."),
    ("ko", "남편분은 163에 86{2}이라고 하셨어요."),
    ("en", "Two days: 6 July (3 cans){1} and the night of 13 July (2 cans){2}."),
    ("en", "5 cans in all{1}{2}: 3 on Monday 6 July{1} and 2 on 13 July{2}."),
    ("en", "From 78.4 on 20 July{3} to 77.1 on 27 July{4}, down 1.3 in 7 days."),
    ("en", "1.3 kg: from 78.4{3} to 77.1{4}."),
    ("en", "Your weight was 78.4 on 20 July. {3}"),
    ("en", "One week after 20 July{3} was 27 July."),
)
WRONG: Final = (
    ("ko", "5월 12일 아침 혈압은 163/86{3}이었어요.", "ungrounded_number"),
    ("ko", "5월 9일 아침 혈압은 144/82{3}였어요.", "value_of_another_day"),
    ("ko", "혈압은 163에 86{2}이라고 하셨어요.", "number_of_another"),
    ("ko", "이미그란은 5월 4일 두 알{1} 드셨어요.", "ungrounded_number"),
    ("en", "6 July (2 cans){1} and 13 July (2 cans){2}.", "ungrounded_number"),
    ("en", "It was 78.4{4} on 27 July{4}.", "ungrounded_number"),
    ("en", "On 20 July{1} you had palpitations.", "value_of_another_day"),
    ("en", "It was 78.4{3} and then 77.1{9}.", "unsourced"),
    ("en", "91.2 on 20 July, 77.1 on 27 July, 78.4 on 6 July.{1}{3}{4}", "value_of_another_day"),
)


@pytest.mark.every_case
@pytest.mark.parametrize(("language", "answer"), RIGHT)
def test_what_the_named_turn_tells_is_borne_out(language: str, answer: str) -> None:
    left = settled_by_sources(sourced(answer), kept(language), ())
    assert not [one for one in left if one.isdigit()]


@pytest.mark.every_case
@pytest.mark.parametrize(("language", "answer", "check"), WRONG)
def test_what_the_named_turn_does_not_tell_is_refused(language: str, answer: str, check: str) -> None:
    with pytest.raises(OutputUnusable) as refused:
        settled_by_sources(sourced(answer), kept(language), ())
    assert refused.value.reason == check


def test_a_mark_vouches_for_what_stands_before_it_in_its_sentence() -> None:
    told = sourced("You had a fall on 3 May{2}, a graze{2}{F1}. No fever since. {4}")
    assert told.text == "You had a fall on 3 May, a graze. No fever since."
    pieces = [told.text[one.start : one.end] for one in told.sources]
    assert pieces == ["You had a fall on 3 May", ", a graze", "No fever since."]
    assert [one.turns for one in told.sources] == [{2}, {2}, {4}]
    assert told.turns == (2, 4) and told.facts == ("F1",)
    assert told.at(0) == Source(0, 23, frozenset({2}), frozenset())


def test_a_sentence_is_vouched_for_where_its_turns_tell_all_that_it_names() -> None:
    answer = sourced("코피가 나서 그만두셨어요{4}. 두통에 코피까지 났어요{1}.")
    first, second = answer.text.split(". ")
    assert is_vouched(f"{first}.", answer, kept("ko"))
    assert not is_vouched(second, answer, kept("ko")), "the turn that is named tells nothing of a nosebleed"


def test_what_the_turn_denies_or_tells_otherwise_is_not_vouched_for() -> None:
    answer = sourced("두통이 없으셨어요{1}. 이미그란을 드시고 계세요{1}. 5월 4일에 이미그란을 드셨어요{1}.")
    denied, now, then = (f"{one.rstrip('.')}." for one in answer.text.split(". "))
    assert not is_vouched(denied, answer, kept("ko"))
    assert not is_vouched(now, answer, kept("ko")), "how it stands now the record knows"
    assert not is_vouched(then, answer, kept("ko")), "a later turn speaks of it"


def test_what_names_nothing_is_vouched_for_by_nobody() -> None:
    answer = sourced("두통은 5월 4일이에요{1}. 오늘부터 그만 드세요.")
    assert not is_vouched("오늘부터 그만 드세요.", answer, kept("ko"))


MARKS: Final = st.lists(st.integers(1, 99), min_size=1, max_size=3).map(lambda some: "".join(f"{{{n}}}" for n in some))
WORDS: Final = st.text(st.characters(exclude_characters="{}", exclude_categories=["Cs"]), max_size=20)


@given(st.lists(st.tuples(WORDS, MARKS)), WORDS)
def test_the_marks_are_all_that_is_taken_out(pieces: list[tuple[str, str]], rest: str) -> None:
    marked = "".join(f"{words}{marks}" for words, marks in pieces) + rest
    told = sourced(marked)
    assert told.text == without_marks(marked) and "{" not in told.text
    assert "".join(told.text.split()) == "".join("".join(words for words, _ in pieces).split()) + "".join(rest.split())
    assert all(0 <= one.start <= one.end <= len(told.text) for one in told.sources)


@given(WORDS, st.integers(1, 99), st.integers(0, 2))
def test_a_mark_that_is_not_whole_yet_is_not_shown(words: str, turn: int, cut: int) -> None:
    marked = f"{words}{{{turn}}}"
    assert without_marks(marked[: len(marked) - cut]).strip() == words.strip()


@pytest.fixture
async def server() -> AsyncIterator[LlmServer]:
    async with LlmServer.running() as running:
        yield running


TOLD: Final = "지난 3월 2일에 몸무게가 71.4였어요."
ASKED: Final = "제가 3월 2일에 몸무게가 얼마라고 했죠?"


async def test_the_turns_are_recorded_and_the_patient_sees_no_marks(
    tmp_path: Path, knowledge: Knowledge, server: LlmServer
) -> None:
    def answer(request: Mapping[str, Any]) -> Reply:
        prompt = request["messages"][1]["content"]
        assert "<today>" in prompt and "(turn 2)" in prompt
        words = "3월 2일에 71.4{1}라고 하셨어요. 더 궁금하신 것이 있으면 말씀해 주세요. "
        return says({"answer": words, "citations": [], "facts": []})

    server.script = by_skill(dict.fromkeys(SKILLS, model_of), answer=answer)
    async with bench_at(tmp_path, knowledge, server, llm_samples=1) as bench:
        await bench.say(TOLD)
        heard = await said(bench, ASKED, drafts=True)
        given_answers = [one.payload for one in bench.records.stream(bench.patient_id)]
        last = [one for one in given_answers if isinstance(one, AnswerGiven)][-1]
    drafted = "".join(one.text for one, _ in heard.updates if isinstance(one, AnswerDraft))
    assert "71.4라고 하셨어요" in heard.answer and "{" not in heard.answer + drafted
    assert last.author == "test-model" and last.turns_used == (1,)
    assert list(answer_message(last).turns_used) == [1]


async def test_what_another_turn_told_does_not_reach_the_patient(
    tmp_path: Path, knowledge: Knowledge, server: LlmServer
) -> None:
    wrong = says({"answer": "3월 2일에 68.2{1}라고 하셨어요.", "citations": [], "facts": []})
    server.script = by_skill(dict.fromkeys(SKILLS, model_of), answer=wrong)
    async with bench_at(tmp_path, knowledge, server, llm_samples=1) as bench:
        await bench.say(TOLD)
        await bench.say("어제는 68.2였어요.")
        heard = await bench.say(ASKED)
        asked = [one["messages"][-1]["content"] for one in server.asked("answer")]
    assert "3월 2일에 68.2" not in heard.answer
    assert any("does not tell this number" in one for one in asked), "it is told what was wrong, once"


@pytest.mark.parametrize("order", ["오늘부터 그 약은 끊으세요{1}.", "암로디핀은 오늘부터 끊으세요{1}."])
async def test_a_mark_lets_no_order_through(
    tmp_path: Path, knowledge: Knowledge, server: LlmServer, order: str
) -> None:
    given = says({"answer": f"암로디핀을 드신다고 하셨어요{{1}}. {order}", "citations": [], "facts": []})
    server.script = by_skill(dict.fromkeys(SKILLS, model_of), answer=given)
    async with bench_at(tmp_path, knowledge, server, llm_samples=1) as bench:
        await bench.say("암로디핀 5mg 먹고 있어요.")
        heard = await bench.say("제가 무슨 약을 먹는다고 했죠?")
    assert "끊으세요" not in heard.answer
