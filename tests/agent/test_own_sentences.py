"""Which of a patient's own sentences an ask needs: told back where no composer answers, and shown to every reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from agent.context import Added, ContextAssembler
from agent.memory_context import memory_context
from agent.memory_search import MemorySearch
from agent.prompt_layout import LATEST_LAYOUT
from agent.recall.bearing import BearingReader
from agent.recall.looked_for import Ask
from agent.recall.sayings import sentences_of
from agent.skills.ports import Language, Question
from agent.tokens import token_counter
from projections.patient_view import PatientView
from projections.tiers import TurnLine
from server.composition import Knowledge
from tests.agent.test_diary import answers
from tests.builders import NOW, PATIENT_ID, later, registered, said
from tests.specs import history

ZONE = "Asia/Seoul"
CHATTER = (
    "오늘은 날씨가 좋아서 산책했어요",
    "손주가 놀러 와서 즐거웠어요",
    "점심에 국수를 먹었어요",
    "텃밭에 물을 줬어요",
)


@pytest.fixture(scope="module")
def bearing(knowledge: Knowledge) -> BearingReader:
    assert knowledge.bearing is not None
    return knowledge.bearing


def lines(*texts: str) -> tuple[TurnLine, ...]:
    return tuple(
        TurnLine(number, "c", f"e{number}", text, NOW + timedelta(days=number))
        for number, text in enumerate(texts, start=1)
    )


def ask(words: str, language: Language, day: int = 30) -> Ask:
    return Ask(words, NOW + timedelta(days=day), ZONE, language)


def long_ago(text: str, turns: int) -> PatientView:
    """A patient who said something and then talked of other things for many turns."""
    chatter = (said(turn, CHATTER[turn % len(CHATTER)]) for turn in range(2, turns + 1))
    return PatientView.fold(PATIENT_ID, history(registered(), said(1, text), *chatter))


@pytest.mark.parametrize(
    ("language", "texts", "asked", "needed"),
    [
        ("en", ("The plumber came about the boiler.", "Got stung by a wasp on the ankle, it swelled up.",
                "Booked the holiday at last."), "which ankle thing was it, what stung me again?", 2),
        ("en", ("My sister had her thyroid out in May.", "Dad fainted at church on Sunday.",
                "I slept badly, maybe four hours."), "what happened to Dad and where was that?", 2),
        ("ko", ("어제 동네 한의원에서 침 맞았어요.", "아들이 학교에서 코피를 두 번 쏟았대요.", "오늘 김장했어요."),
         "아들 코피 몇 번 났다고 했죠?", 2),
        ("ko", ("약사가 자몽은 먹지 말라고 하더라고요.", "무릎에 물이 차서 뺐어요.", "내일 비 온대요."),
         "약국에서 뭘 먹지 말라고 했더라?", 1),
    ],
)  # fmt: skip
def test_the_sentence_that_an_answer_needs_is_the_likeliest(
    bearing: BearingReader, language: Language, texts: Sequence[str], asked: str, needed: int
) -> None:
    turns = lines(*texts)
    likely = bearing.turns(ask(asked, language), turns)
    assert max(range(len(turns)), key=likely.__getitem__) == needed - 1
    assert likely == bearing.turns(ask(asked, language), turns)


def test_nothing_bears_where_nothing_was_said_or_asked(bearing: BearingReader) -> None:
    assert bearing.sayings(ask("언제였죠?", "ko"), ()) == ()
    assert bearing.turns(ask("  ", "ko"), lines("두통이 있었어요.")) == (0.0,)


def test_of_very_many_sentences_the_one_that_names_the_thing_is_still_weighed(bearing: BearingReader) -> None:
    texts = ["무릎 연골 주사를 왼쪽에 맞았어요.", *(CHATTER[at % 4] for at in range(120))]
    likely = bearing.turns(ask("무릎 주사 어느 쪽에 맞았죠?", "ko", 200), lines(*texts))
    assert max(range(len(texts)), key=likely.__getitem__) == 0


def test_a_point_of_a_title_ends_no_sentence() -> None:
    assert sentences_of("Dr. Hall rang. She said wait!\nOk") == ("Dr. Hall rang.", "She said wait!", "Ok")


@pytest.mark.parametrize(
    ("language", "texts", "holds"),
    [
        ("en", ("Nurse Farrell said no chippy teas and weigh myself before breakfast.", "Had a lovely walk today.",
                "what did I tell you Nurse Farrell said about breakfast?"), ("weigh myself before breakfast",)),
        ("en", ("Moved the car seat to the back, the baby was sick twice on the way to Nan's.", "Slept fine.",
                "where were we going when the baby was sick?"), ("on the way to Nan's",)),
        ("ko", ("시아버지가 경로당 계단에서 미끄러지셨는데 뼈는 괜찮대요.", "오늘은 장을 봤어요.",
                "시아버지 어디서 미끄러지셨다고 했죠?"), ("경로당 계단에서",)),
    ],
)  # fmt: skip
def test_what_no_field_holds_is_told_back_in_the_patients_words_with_its_day(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: Sequence[str], holds: Sequence[str]
) -> None:
    said_last = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in said_last for one in holds)
    assert "2026" in said_last


def test_what_was_taken_back_is_quoted_to_nobody(tmp_path: Path, knowledge: Knowledge) -> None:
    told = answers(
        tmp_path, knowledge, "en",
        "My INR was 7.9 yesterday.", "Sorry, that INR of 7.9 was wrong, it was 2.9.",
        "so what did I say my INR was, and when?",
    )  # fmt: skip
    assert "2.9" in told[-1]
    assert "My INR was 7.9 yesterday." not in told[-1]


def test_a_comparison_that_is_answered_stays_an_answer(tmp_path: Path, knowledge: Knowledge) -> None:
    told = answers(
        tmp_path, knowledge, "ko",
        "메트포르민 500mg 하루 두 번 먹어요.", "당화혈색소는 2025년 12월 3일에 7.8%, 2026년 3월 3일에 7.2%였어요.",
        "최근 당화혈색소 두 값을 비교해 주세요.",
    )  # fmt: skip
    assert "0.6" in told[-1] and "메트포르민 500mg 하루 두 번 먹어요" not in told[-1]


def test_a_block_for_a_prompt_holds_an_old_turn_that_bears_on_the_query_before_newer_ones(
    knowledge: Knowledge, bearing: BearingReader
) -> None:
    view = long_ago("3년 전에 왼쪽 발목에 철심을 박았어요", 40)

    def block(query: str) -> str:
        def likely(query: str, turns: Sequence[TurnLine]) -> Sequence[float]:
            return bearing.turns(ask(query, "ko", 60), turns)

        found = memory_context(
            view, query, 320, token_counter(), knowledge.retriever.similarity, later(days=60), "ko", bearing=likely
        )
        assert found.tokens <= 320
        return found.text

    assert "#1 " in block("발목에 철심 박은 게 어느 쪽이었죠?")
    assert "철심" not in block("")
    day = view.tiers.kept()[0].said_at.astimezone().date().isoformat()[:4]
    assert f"#40 {day}" in block("오늘 뭐 먹었죠?")


def test_a_turn_of_long_ago_is_found_by_its_words(knowledge: Knowledge) -> None:
    view = long_ago("3년 전에 왼쪽 발목에 철심을 박았어요", 60)
    search = MemorySearch(knowledge.recogniser, knowledge.tokenizer, knowledge.retriever.similarity)
    found = search.search(view, "발목 철심", 3, later(days=90), "ko")
    assert found[0].turn_number == 1 and found[0].kind == "turn"


def test_a_prompt_tells_the_day_of_each_turn_and_holds_those_that_bear() -> None:
    view = long_ago("3년 전에 왼쪽 발목에 철심을 박았어요", 200)
    question = Question("철심 박은 게 어느 쪽이었죠?", "ko", later(days=260), ZONE, 201)
    assembler = ContextAssembler(token_counter(), prompt="answer@4")
    # In short talks every turn finds room.
    few = assembler.assemble(replace(question, turn_number=41), long_ago("철심을 박았어요", 40), ())
    assert "철심" in few.history[0].text and not few.summary_ids
    without = assembler.assemble(question, view, ())
    context = assembler.assemble(question, view, (), added=Added(bears=(1,)))
    assert "철심" not in "\n".join(one.text for one in without.history)
    assert any(one.text.startswith("1 (20") for one in context.history)
    # Laid out again by the turns that the log names, it is the same, whatever bore on the question then, and whatever
    # layout was the latest.
    for layout in (3, LATEST_LAYOUT):
        assembler = ContextAssembler(token_counter(), prompt="answer@4", layout=layout)
        event = assembler.event(assembler.assemble(question, view, (), added=Added(bears=(1,))), 0)
        again = assembler.assemble(question, view, (), added=Added(turns=event.turn_numbers))
        assert event.layout == layout and assembler.event(again, 0) == event
