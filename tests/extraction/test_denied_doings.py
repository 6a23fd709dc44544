"""What was never done is denied alone: what stands ahead of it with an end of its own is told."""

from __future__ import annotations

import pytest

from tests.extraction.conversing import after


def polarity(text: str) -> dict[str, str]:
    findings = (one.content for one in after(text) if one.content.slot.value in ("symptoms", "conditions"))
    return {one.concept.name: one.polarity.value for one in findings}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("한번 토함 머리 부딪힌적 없음", "vomiting"), ("배가 아프고 토함 넘어진 적은 없음", "vomiting"),
        ("두번 설사함 상한거 먹은적 없는데", "diarrhea"), ("설사 세번함 피 나온적은 없고", "diarrhea"),
        ("열이 남 해외 다녀온 적 없음", "fever"), ("코피 났음 다친적은 없는데", "nosebleed"),
        ("발진 생김 새로 먹은적 없음", "rash"), ("기침함 담배 핀 적 없어요", "cough"),
        ("넘어진 적은 없는데 무릎이 부었어요", "joint swelling"), ("no cough but my chest hurts", "chest pain"),
        ("threw up once, never hit my head", "vomiting"), ("been dizzy twice, havent fallen though", "dizziness"),
        ("nothing hurts, just tired", "fatigue"), ("my pee is pink. no pain nothing hurts", "blood in urine"),
    ],
)  # fmt: skip
def test_what_is_told_ahead_of_a_denied_doing_is_had(text: str, told: str) -> None:
    assert polarity(text)[told] == "affirmed"


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("토하거나 쓰러진 적은 없어요", "vomiting"), ("기절한 적은 없어요", "fainting"),
        ("두통이나 어지럼증 겪은 적 없음", "headache"), ("가슴 통증 있었던 적 없어요", "chest pain"),
        ("경련한 적 한번도 없음", "seizure"), ("천식 진단받은 적 없어요", "Asthma"),
        ("구토 설사 한 적 없음", "vomiting"),
        ("넘어진 적은 없는데 무릎이 부었어요", "a fall"), ("no cough but my chest hurts", "cough"),
        ("my pee is pink. no pain nothing hurts", "pain"), ("no headache no nothing but dizzy", "headache"),
    ],
)  # fmt: skip
def test_what_never_was_is_denied(text: str, denied: str) -> None:
    assert polarity(text)[denied] == "negated"
