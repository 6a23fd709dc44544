"""What was put right last is undone by words that say no number; whatever only sounds like it leaves it as it is."""

from __future__ import annotations

import pytest

from tests.extraction.conversing import after

TOLD = {
    "en": ("My ferritin was 7 on May 7, 43 on May 27 and 25 on Jun 11.", "The last result should be 70, not 25."),
    "ko": ("페리틴 결과예요. 5월 7일에 7, 5월 27일에 43, 6월 11일에 25 나왔어요.", "마지막 수치 25가 아니라 70이에요."),
}


def last_value(said: str) -> object:
    told = TOLD["ko" if any("가" <= one <= "힣" for one in said) else "en"]
    return {one.content.valid_from: one.content.value for one in after(*told, said)}["2026-06-11"]


@pytest.mark.parametrize(
    "said",
    [
        "No, I had it right to begin with.",
        "My first number was the right one, undo that.",
        "I shouldn't have touched that number. Go back to the one I gave you first.",
        "Ignore the correction, the original value was correct.",
        "Would you please restore the number I told you originally? I needn't have changed it.",
        "hang on, what i told you first was right, forget the change",
        "Take that change back, please.",
        "The correction was a mistake, keep the number from before.",
        "아니에요 원래 말한 숫자가 맞아요",
        "괜히 바꿨네요. 처음 숫자로 되돌려 주세요.",
        "방금 고친 건 없던 걸로 해 주세요",
        "처음에 말한 게 옳았어요, 고친 건 무시하세요",
        "바꾼 거 말고 원래 숫자 그대로 둬 주세요",
        "정정한 게 오히려 틀렸네요, 처음 값이 맞습니다",
    ],
)
def test_the_last_correction_is_undone(said: str) -> None:
    assert last_value(said) == 25.0


@pytest.mark.parametrize(
    "said",
    [
        "Was the first number right?",
        "What was the number before I changed it?",
        "Thank you for changing it.",
        "Forget it, I'll ask my doctor.",
        "Cancel my appointment, please.",
        "Yes, that correction is right.",
        "Did you change the last one?",
        "how much did my ferritin change from the first one to the last one",
        "tell me how it changed from the first to the last",
        "처음부터 마지막까지 얼마나 바뀌었는지 알려줘",
        "처음에 얼마라고 했었죠?",
        "고쳐 줘서 고마워요",
        "네, 고친 값이 맞아요",
        "원래 얼마였어요?",
        "약을 처음부터 다시 먹어야 하나요?",
    ],
)
def test_what_is_asked_or_agreed_to_undoes_nothing(said: str) -> None:
    assert last_value(said) == 70.0
