"""Every ask of an utterance is answered by itself, in order; what is told beside a question is not asked."""

from __future__ import annotations

import pytest

from agent.answers.asking.asks import asks_in
from agent.answers.asking.request import read_request
from agent.skills.ports import Language
from tests.agent.conversation import NOW, ZONE, Conversation, lab, medicine, recogniser, states, symptom, vital

URATE = (
    lab("uric_acid", 9.2, "mg/dL", "2023-11-03"),
    lab("uric_acid", 7.1, "mg/dL", "2024-02-15"),
)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("어제 잰 거예요. 많이 높은가요?", ("많이 높은가요?",)),
        ("얼마나 오른 거고 이대로 괜찮은 거예요?", ("얼마나 오른 거고", "이대로 괜찮은 거예요?")),
        ("지금 먹고 있는 약이 뭐예요?", ("지금 먹고 있는 약이 뭐예요?",)),
        ("의사가 뭐라고 하면 되죠?", ("의사가 뭐라고 하면 되죠?",)),
        ("오늘부터 열이 나요. 두드러기도 나요.", ()),
        ("88 넘은 적 있나요? 몇 번이요?", ("88 넘은 적 있나요? 몇 번이요?",)),
        (
            "The nurse rang about my blood test. How far down is it, and am I there yet?",
            ("How far down is it", "am I there yet?"),
        ),
        (
            "Give me a list for the nurse: what I take, what I had.",
            ("Give me a list for the nurse: what I take, what I had.",),
        ),
        (
            "The one at the top, how often is it and how much do I take?",
            ("The one at the top, how often is it and how much do I take?",),
        ),
        ("What is it for, is it the heart?", ("What is it for, is it the heart?",)),
        ("My niece came over, which was nice of her. The garden is lovely.", ()),
        ("I'd leave it off for a day or two, will I?", ("I'd leave it off for a day or two, will I?",)),
        ("What is a usual ferritin? Please name your source.", ("What is a usual ferritin? Please name your source.",)),
        ("페리틴은 보통 얼마예요? 근거도 알려 주세요.", ("페리틴은 보통 얼마예요? 근거도 알려 주세요.",)),
        (
            "What is that against March and which tablets am I on now",
            ("What is that against March", "which tablets am I on now"),
        ),
        ("PSA 2.1 today, how is that and what pills does he take", ("how is that", "what pills does he take")),
        ("What was it in May, and the statin, can I stop now?", ("What was it in May", "the statin, can I stop now?")),
        ("약을 늘렸습니다. 수치에 영향을 줍니까", ("수치에 영향을 줍니까",)),
        ("수치가 올랐으니까 걱정이에요. 어제 쟀으니까", ()),
        ("I wrote down what tablets he was on and the nurse knew.", ()),
        ("Which do I take? Also the ones that ended.", ("Which do I take?", "Also the ones that ended.")),
    ],
)
def test_an_utterance_is_parted_into_what_it_asks(said: str, asked: tuple[str, ...]) -> None:
    request = read_request(said, recogniser(), (NOW, ZONE))
    assert tuple(ask.text for ask in asks_in(request)) == asked


@pytest.mark.parametrize(
    ("language", "question", "in_order"),
    [
        ("ko", "얼마나 내려간 거고 이 정도면 괜찮은 거예요?", ("2.1 mg/dL 감소", "목표보다 높습니다")),
        ("ko", "요산이 제일 높았던 게 언제예요? 그리고 알로푸리놀은 하루에 몇 번 먹죠?", ("9.2", "200mg")),
        ("en", "How much has it come down, and is it all right now?", ("decrease of 2.1", "outside the target")),
        ("en", "What was my highest uric acid, and what was the lowest?", ("9.2", "7.1")),
        ("en", "When was my uric acid highest? And how much allopurinol do I take?", ("9.2", "200mg")),
    ],
)
def test_each_of_several_asks_is_answered(language: Language, question: str, in_order: tuple[str, ...]) -> None:
    talk = Conversation(language).knows(medicine("allopurinol", "200mg", "QD"), *URATE)
    talk.said("최근 요산이 얼마예요?" if language == "ko" else "What is my latest uric acid?")
    text = talk.said(question).text
    places = [text.find(one) for one in in_order]
    assert min(places) >= 0 and places == sorted(places), text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ko", "2월 28일에 요산 6.6 나왔어요. 처음보다 얼마나 내려갔어요?"),
        ("en", "My uric acid was 6.6 on 28 February. How much has it come down since the first one?"),
    ],
)
def test_the_date_of_what_is_told_is_no_limit_of_what_is_asked(language: Language, said: str) -> None:
    talk = Conversation(language).knows(*URATE)
    text = talk.said(said, [states(lab("uric_acid", 6.6, "mg/dL", "2024-02-28"))]).text
    assert "6.6" in text and ("감소" in text or "decrease" in text), text


def test_a_judgement_is_of_the_value_just_told_whatever_was_spoken_of_before() -> None:
    talk = Conversation("en").knows(*URATE, vital("body_weight", 82, "kg", "2024-04-01"))
    talk.said("What is my weight?")
    told = [states(lab("potassium", 5.2, "mmol/L", "2024-05-01"))]
    text = talk.said("They also told me potassium 5.2 yesterday. Is that all right?", told).text
    assert "5.2 mmol/L, is above" in text and "82" not in text


def test_what_is_told_beside_a_question_is_not_looked_up() -> None:
    talk = Conversation("en").knows(medicine("allopurinol", "200mg", "QD"), *URATE)
    told = [states(medicine("amlodipine", "5mg", "QD"))]
    text = talk.said("I am also on amlodipine 5 mg a day. When was my uric acid highest?", told).text
    assert "9.2" in text and "Yes: on record" not in text and text.count("Amlodipine") == 1


def test_a_story_without_a_question_gets_a_receipt() -> None:
    talk = Conversation("en").knows(medicine("allopurinol", "200mg", "QD"))
    told = [states(symptom("knee_pain"))]
    text = talk.said("My neighbour knows everything about allopurinol. My knee hurts since Sunday.", told).text
    assert text.startswith("Recorded:") and "200mg" not in text


def test_it_is_not_a_measured_value_where_something_else_was_told() -> None:
    talk = Conversation("en").knows(*URATE)
    told = [states(medicine("allopurinol", "300mg", "QD"))]
    text = talk.said("They put me on allopurinol 300 mg a day. How does that compare with before?", told).text
    assert "decrease" not in text and "9.2" not in text


def test_a_baseline_without_a_date_is_older_than_the_dated_result_told_after_it() -> None:
    talk = Conversation("en")
    baseline = lab("ast", 24, "U/L", "2024-05-01")
    undated = type(baseline)(slot=baseline.slot, concept=baseline.concept, value=24, unit="U/L")
    talk.said("AST was 24 before the treatment.", [states(undated)])
    talk.said("My AST was 58 on 30 April.", [states(lab("ast", 58, "U/L", "2024-04-30"))])
    text = talk.said("How has my AST changed?").text
    assert "increase of 34" in text


def test_a_change_is_not_counted_from_the_day_of_the_value_told_in_one_breath() -> None:
    talk = Conversation("en").knows(*URATE)
    told = [states(lab("uric_acid", 6.6, "mg/dL", "2024-05-01"))]
    text = talk.said("new labs from yesterday uric acid 6.6 how much has it dropped?", told).text
    assert "6.6" in text and "decrease" in text and "since" not in text


def test_an_ask_that_cannot_be_answered_is_said_to_be_so_not_answered_with_what_was_told() -> None:
    talk = Conversation("en").knows(medicine("allopurinol", "200mg", "QD"), *URATE)
    told = [states(medicine("amlodipine", "5mg", "QD"))]
    text = talk.said("They added amlodipine 5 mg a day. How many weeks is it till the wedding?", told).text
    assert "200mg" not in text and "7.1" not in text and text.startswith("Recorded: Amlodipine")


def test_what_is_usual_of_a_test_that_nobody_measured_is_no_judgement_of_a_value() -> None:
    said = Conversation("en").said("What is a normal potassium? And what is a normal sodium?").text
    assert "on record, so I cannot say" not in said
