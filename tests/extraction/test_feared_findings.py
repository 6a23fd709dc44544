"""What is only feared, or asked about as a cause, is on record neither as had nor as denied; what is told is."""

from __future__ import annotations

import pytest

from tests.extraction.conversing import after


def findings(text: str) -> list[str]:
    return [one.content.concept.name for one in after(text) if one.content.slot.value in ("conditions", "symptoms")]


@pytest.mark.parametrize(
    ("text", "feared"),
    [
        ("눈밑이 떨리는데 저 쓰러지는거예요?", "collapse"), ("가슴이 답답해요 심장마비는 아니겠죠", "Cardiac arrest"),
        ("머리가 너무 아픈데 뇌출혈 아니에요?", "Cerebral hemorrhage"), ("혹이 만져지는데 암이면 어떡하죠", "Cancer"),
        ("배가 아픈데 맹장 터진건가", "Perforated appendicitis"), ("이러다 치매 되는 거 아니야?", "Dementia"),
        ("두근거리는데 이러다 기절하는 거 아니에요?", "fainting"),
        ("chest feels tight, am i having a heart attack", "Myocardial infarction"),
        ("stomach hurts, its not appendicitis is it", "Appendicitis"), ("scared im going blind", "loss of vision"),
        ("headache for 2 days, worried its a brain tumour", "Brain tumour"), ("is this sepsis", "Sepsis"),
        ("bp 172 over 98. is that a stroke coming?", "Stroke"),
        ("coughing, will it turn into pneumonia?", "Pneumonia"),
        ("third nosebleed this week, leukaemia??", "Leukemia"),
        ("googled my bruises and it says leukaemia", "Leukemia"),
        ("my mum thinks its appendicitis, tummy ache", "Appendicitis"), ("tired, what if it's leukaemia", "Leukemia"),
        ("lump in my neck, first thing i thought was lymphoma", "Lymphoma"), ("numb hand, MS or a stroke?", "Stroke"),
        ("hes got a rash, could it be measles or meningitis", "Meningitis"), ("google says it's lupus", "Lupus"),
        ("mums group says it might be leukaemia", "Leukemia"), ("pls tell me its not leukaemia", "Leukemia"),
        ("멍이 자꾸 드는데 백혈병 아닐까요", "Leukemia"), ("코피가 자주 나요 백혈병인가요?", "Leukemia"),
        ("검색해보니 백혈병이라는데 무서워요", "Leukemia"), ("백혈병이나 림프종일까봐 걱정돼요", "Leukemia"),
        ("우리 애 코피가 잦은데 백혈병 걱정돼요", "Leukemia"), ("백혈병은 아니겠지만 멍이 자꾸 들어요", "Leukemia"),
    ],
)  # fmt: skip
def test_what_is_feared_is_no_finding(text: str, feared: str) -> None:
    assert feared not in findings(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("의사가 뇌졸중 의심된대요", "Stroke"), ("의사가 폐렴은 아니래요", "Pneumonia"),
        ("어제 쓰러졌는데 괜찮을까요?", "collapse"), ("편두통인데 이거 먹어도 돼요?", "Migraine"),
        ("통풍이라고 하던데 맥주 마시면 안되나요?", "Gout"), ("감기인 것 같아요", "Common cold"),
        ("열나고 기침해요 어떡하죠", "cough"), ("worried about my asthma, its worse", "Asthma"),
        ("it's not appendicitis, the scan was clear", "Appendicitis"), ("I think I have the flu", "Influenza"),
        ("I fainted yesterday, should I worry?", "fainting"), ("the GP suspects appendicitis", "Appendicitis"),
        ("I had a stroke in 2019, is flying ok?", "Stroke"),
        ("the haematologist thinks it might be lymphoma", "Lymphoma"),
        ("ER said it could be appendicitis", "Appendicitis"),
        ("my doctor says it's asthma or bronchitis", "Asthma"),
        ("my leukaemia is in remission, can i fly?", "Leukemia"),
        ("병원에서 백혈병이래요", "Leukemia"), ("의사가 림프종일 수도 있대요", "Lymphoma"),
        ("백혈병 앓고 있어요 멍이 잘 들어요", "Leukemia"), ("my mum says I have asthma since I was two", "Asthma"),
    ],
)  # fmt: skip
def test_what_is_told_beside_a_fear_is(text: str, told: str) -> None:
    assert told in findings(text)
