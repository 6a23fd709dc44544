"""Who asks for what was told is given their own words where an answer from the record leaves something of it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.skills.ports import Language
from server.composition import Knowledge
from tests.agent.test_diary import answers

_UNHEARD = ("I am not sure what you are asking", "어떤 것을 물으시는지")


@pytest.mark.parametrize(
    ("language", "texts", "holds"),
    [
        ("en", ("Cat scratch on the 1st. Clinic gave me a jab on the 2nd and the 5th.",
                "Third one done on the 9th.", "which ones have I had then, and on which dates?"),
         ("2nd and the 5th", "9th")),
        ("en", ("Off nortriptyline since 4 May, it made me sleepy. On topiramate 25 since 11 May.",
                "Then topiramate went up to 50 mg on 25 May.",
                "how long have I been off the nortriptyline and on the 50mg"), ("25 May",)),
        ("ko", ("고양이한테 할퀴어서 1일하고 4일에 주사 맞았어요.", "세 번째는 8일에 맞았습니다.",
                "몇 번 맞았고 마지막이 며칠이라고 했죠?"), ("1일하고 4일", "8일")),
    ],
)  # fmt: skip
def test_what_was_told_is_given_back(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...]
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one.casefold() in answer.casefold() for one in holds), answer
    assert not any(one in answer for one in _UNHEARD), answer


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("I weigh 71 kg, height 164 cm.", "How tall am I?")),
        ("en", ("I take losartan 50 mg.", "Please note my weight: 80 kg.")),
        ("en", ("My knee hurt on the 3rd.", "Why do knees hurt?")),
        ("en", ("I have had 2 colds this year.", "How long does a cold last?")),
        ("en", ("I am allergic to ibuprofen, 400 mg gave me hives.", "When is my next visit?")),
        ("ko", ("키 164에 몸무게 71이에요.", "제 키가 몇이죠?")),
        ("ko", ("로사르탄 50 먹어요.", "몸무게 80kg이라고 적어 주세요.")),
        ("ko", ("3일에 무릎이 아팠어요.", "무릎은 왜 아픈가요?")),
        ("ko", ("올해 감기 2번 걸렸어요.", "감기는 며칠이나 가나요?")),
    ],
)
def test_what_was_answered_or_not_asked_is_not_quoted(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...]
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert "You told me on" not in answer and "이렇게 말씀하셨습니다" not in answer, answer


@pytest.mark.parametrize(
    ("language", "texts", "gone"),
    [
        ("en", ("My ferritin was 9, they did it on the 3rd.", "Sorry, my ferritin wasn't 9, it was 19.",
                "what did I say about my ferritin, and what was my B12?"), "ferritin was 9"),
        ("ko", ("페리틴이 9 나왔어요, 3일에 잰 거예요.", "죄송해요, 페리틴은 9가 아니라 19예요.",
                "제가 페리틴 얼마라고 했고 비타민 B12는 얼마라고 했죠?"), "페리틴이 9 나왔어요"),
    ],
)  # fmt: skip
def test_what_was_withdrawn_is_said_to_nobody_again(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], gone: str
) -> None:
    assert gone not in answers(tmp_path, knowledge, language, *texts)[-1]


@pytest.mark.parametrize(
    ("language", "texts", "holds", "lacks"),
    [
        # An answer from the record that rests on nothing which bears on the ask is no answer to it.
        ("ko", ("심장내과에서 계단에서 아픈 얘기를 듣더니 조영술을 하재요. 3월 17일로 잡았어요.", "로사르탄 50 먹어요.",
                "조영술을 왜 하자고 했다고 했죠 의사가?"), ("계단에서 아픈",), ("관상동맥질환에서는",)),
        ("en", ("The physio said no hills for three weeks, and ice after every run.", "I take losartan 50 mg.",
                "What did the physio tell me about hills?"), ("no hills for three weeks",), ("is not on your record",)),
    ],
)  # fmt: skip
def test_what_bears_on_an_ask_stands_in_place_of_what_does_not(
    tmp_path: Path,
    knowledge: Knowledge,
    language: Language,
    texts: tuple[str, ...],
    holds: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one.casefold() in answer.casefold() for one in holds), answer
    assert not any(one in answer for one in lacks), answer
