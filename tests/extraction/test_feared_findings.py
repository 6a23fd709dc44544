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
        ("bp 172 over 98. is that a stroke coming?", "Stroke"), ("coughing, will it turn into pneumonia?", "Pneumonia"),
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
    ],
)  # fmt: skip
def test_what_is_told_beside_a_fear_is(text: str, told: str) -> None:
    assert told in findings(text)
