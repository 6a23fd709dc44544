"""Two hundred sentences, right and wrong, Korean and English: the right ones pass the checks, the wrong ones do not.

``tables/answer_sentences.tsv`` holds them; the share of mistakes on either side may be 3 in 100. ``answer_claims.tsv``
holds 161 of kinds that those lack: which way a value went, what a goal was, how often, which day, what nobody told.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from tests.agent.told_records import Told
from tests.sampling import SAMPLED, Sampling

MOST_MISTAKEN = 3
"""Of a hundred."""
RECORD = {
    "ko": """질환: 고혈압
질환: 2형 당뇨병
복용약: 메트포르민 500mg 하루 두 번
복용약: 아토르바스타틴 40mg 하루 한 번
알레르기: 페니실린 (두드러기)
수술: 담낭절제술
검사: 당화혈색소 8.9% (2026-03-05)
검사: 당화혈색소 9.7% (2025-12-10)
검사: C반응단백 3.6 mg/L (2026-03-05)
검사: LDL 콜레스테롤 131 mg/dL (2026-03-05)
활력징후: 수축기 혈압 138 mmHg (2026-03-09)
활력징후: 이완기 혈압 86 mmHg (2026-03-09)
기본 정보: 나이 58세
[ko-dm-01] 당뇨병 관리 (ADA 2024): 대부분의 성인에서 당화혈색소 목표는 7.0% 미만입니다.
메트포르민은 식사와 함께 먹으면 위장 불편이 줄어듭니다. LDL 콜레스테롤은 100 mg/dL 미만이 권고됩니다.""",
    "en": """condition: Hypertension
condition: Type 2 diabetes mellitus
medicine: Metformin 500mg twice a day
medicine: Atorvastatin 40mg once a day
allergy: Penicillin (urticaria)
procedure: Cholecystectomy
test: HbA1c 8.9% (2026-03-05)
test: HbA1c 9.7% (2025-12-10)
test: CRP 3.6 mg/L (2026-03-05)
test: LDL cholesterol 131 mg/dL (2026-03-05)
vital sign: Systolic blood pressure 138 mmHg (2026-03-09)
vital sign: Diastolic blood pressure 86 mmHg (2026-03-09)
about: age 58
[en-dm-01] Diabetes (ADA 2024): For most adults the goal for HbA1c is below 7.0 %. Metformin upsets the stomach less
with meals. LDL cholesterol below 100 mg/dL is advised.""",
}
WARNED = {"ko": "페니실린 알레르기가 있습니다.", "en": "You have a penicillin allergy."}
TOLD = {language: Told(language, text) for language, text in RECORD.items()}


def sentences(name: str = "answer_sentences") -> list[dict[str, Any]]:
    table = Path(__file__).parent / "tables" / f"{name}.tsv"
    with table.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def passes(row: dict[str, Any], *, recalls: bool = False) -> bool:
    language = row["language"]
    text = row["text"].replace("\\n", "\n")
    return TOLD[language].refusal(text, WARNED[language] if row["allergy"] else "", recalls=recalls) is None


@SAMPLED
@pytest.mark.parametrize("verdict", ["right", "wrong"])
def test_right_sentences_pass_and_wrong_ones_do_not(verdict: str, sampled: Sampling) -> None:
    rows = [row for row in sentences() if row["verdict"] == verdict]
    assert len(rows) == 100
    some = sampled(rows)
    mistaken = [row["text"] for row in some if passes(row) is not (verdict == "right")]
    # In the sample there is none.
    assert len(mistaken) <= (MOST_MISTAKEN if some == rows else 0), mistaken


@SAMPLED
@pytest.mark.parametrize("verdict", ["right", "wrong"])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_claims_without_a_wrong_number_are_held_against_the_record(
    verdict: str, language: str, sampled: Sampling
) -> None:
    rows = [row for row in sentences("answer_claims") if row["verdict"] == verdict and row["language"] == language]
    mistaken = [row["text"] for row in sampled(rows) if passes(row) is not (verdict == "right")]
    assert len(rows) > 25
    assert mistaken == []


def test_both_languages_and_every_check_are_in_the_table() -> None:
    kinds = {(row["language"], row["kind"]) for row in sentences()}
    wanted = {"emergency", "number", "derived", "advice", "claim", "language", "polarity", "allergy"}
    assert {kind for language, kind in kinds if language == "ko"} == wanted
    assert {kind for language, kind in kinds if language == "en"} == wanted


@pytest.mark.parametrize(
    ("language", "text", "passed"),
    [
        ("ko", "당화혈색소는 8.9%입니다.", True),
        ("ko", "8.9%였습니다.", True),
        ("ko", "고혈압과 2형 당뇨병이 있으십니다.", True),
        ("ko", "페리틴은 기록에 없습니다.", True),
        ("ko", "쓸 수, 무거한 것만은 그렇습니다.", False),
        ("ko", "당화혈색소는 8.9%입니\ufffd", False),
        ("en", "Your last HbA1c was 8.9 %.", True),
        ("en", "It was 8.9 %.", True),
        ("en", "This is the thing that was said, and it is said again.", False),
    ],
)
def test_what_the_record_holds_is_not_answered_with_something_else(language: str, text: str, passed: bool) -> None:
    """A small model answered "what was my HbA1c?" with words that mean nothing, and no check was against it."""
    row = {"language": language, "allergy": "", "text": text}
    assert passes(row, recalls=True) is passed
