"""Claims about another patient than the one whose sentences the checks were made with.

``tables/stranger_claims.tsv`` holds three sets, the first written before the checks were read. Each was scored once as
it was written (those figures stand in docs/how-to/language-model.md), and the kinds of its mistakes were mended
afterwards. What is still mistaken is held here.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.agent.told_records import Told
from tests.sampling import SAMPLED, Sampling

RECORD = {
    "ko": """질환: 심방세동
질환: 갑상선기능저하증
질환: 천식
복용약: 아픽사반 5mg 하루 두 번
복용약: 레보티록신 75mcg 하루 한 번
복용약: 암로디핀 5mg 하루 한 번
알레르기: 아목시실린 (발진)
검사: TSH 6.8 mIU/L (2026-04-02)
검사: TSH 9.1 mIU/L (2026-01-15)
검사: 크레아티닌 1.3 mg/dL (2026-04-02)
검사: eGFR 52 (2026-04-02)
검사: eGFR 58 (2026-01-15)
검사: 칼륨 4.6 mmol/L (2026-04-02)
검사: 혈색소 11.2 g/dL (2026-04-02)
활력징후: 수축기 혈압 146 mmHg (2026-04-20)
활력징후: 이완기 혈압 92 mmHg (2026-04-20)
활력징후: 심박수 88회/분 (2026-04-20)
기본 정보: 나이 67세
[ko-htn-02] 고혈압 (KSH 2022): 대부분의 성인에서 혈압 목표는 130/80 mmHg 미만입니다.
칼륨의 정상 범위는 3.5~5.0 mmol/L, TSH의 정상 범위는 0.4~4.0 mIU/L입니다.
레보티록신은 빈속에, 아침 식사 30분 전에 먹습니다.""",
    "en": """condition: Atrial fibrillation
condition: Hypothyroidism
condition: Asthma
medicine: Apixaban 5mg twice a day
medicine: Levothyroxine 75mcg once a day
medicine: Amlodipine 5mg once a day
allergy: Amoxicillin (rash)
test: TSH 6.8 mIU/L (2026-04-02)
test: TSH 9.1 mIU/L (2026-01-15)
test: Creatinine 1.3 mg/dL (2026-04-02)
test: eGFR 52 (2026-04-02)
test: eGFR 58 (2026-01-15)
test: Potassium 4.6 mmol/L (2026-04-02)
test: Haemoglobin 11.2 g/dL (2026-04-02)
vital sign: Systolic blood pressure 146 mmHg (2026-04-20)
vital sign: Diastolic blood pressure 92 mmHg (2026-04-20)
vital sign: Heart rate 88 bpm (2026-04-20)
about: age 67
[en-htn-02] Hypertension (ESC 2024): For most adults the goal for blood pressure is below 130/80 mmHg.
The normal range of potassium is 3.5 to 5.0 mmol/L, that of TSH 0.4 to 4.0 mIU/L.
Levothyroxine is taken on an empty stomach, 30 minutes before breakfast.""",
}
WARNED = {"ko": "아목시실린 알레르기가 있습니다.", "en": "You have an amoxicillin allergy."}
TOLD = {language: Told(language, text) for language, text in RECORD.items()}
MOST_PASSED = {"1": 1, "2": 1, "3": 5}
"""Wrong claims of each set that may pass, of 60, 32 and 20."""
PASSED_IN_SAMPLE = {"1": 0, "2": 0, "3": 2}
"""As measured of the sample that runs each time, of 16, 8 and 6."""


def claims(number: str, verdict: str) -> list[dict[str, str]]:
    table = Path(__file__).parent / "tables" / "stranger_claims.tsv"
    with table.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["verdict"] == verdict]
    return [row for row in rows if row["set"] == number]


def passes(row: dict[str, str]) -> bool:
    language = row["language"]
    return TOLD[language].refusal(row["text"], WARNED[language] if row["allergy"] else "") is None


@SAMPLED
@pytest.mark.parametrize("number", ["1", "2", "3"])
def test_right_claims_about_a_stranger_are_let_through(number: str, sampled: Sampling) -> None:
    rows = claims(number, "right")
    assert len(rows) >= 20
    assert [row["text"] for row in sampled(rows) if not passes(row)] == []


@SAMPLED
@pytest.mark.parametrize("number", ["1", "2", "3"])
def test_wrong_claims_about_a_stranger_are_sent_back(number: str, sampled: Sampling) -> None:
    rows = claims(number, "wrong")
    assert len(rows) >= 20
    some = sampled(rows)
    passed = [row["text"] for row in some if passes(row)]
    assert len(passed) <= (MOST_PASSED if some == rows else PASSED_IN_SAMPLE)[number], passed


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "There has been no asthma attack since April."),
        ("en", "If you do not have asthma, that page is not for you."),
        ("en", "Apixaban is not the cause of the cough."),
        ("en", "You have no other allergies on record."),
        ("en", "Do not take apixaban twice to make up for a missed dose."),
        ("en", "Start the day with levothyroxine and a glass of water."),
        ("en", "Do not wait until the morning if your speech slurs."),
        ("ko", "천식 발작은 없으셨습니다."),
        ("ko", "천식이 없으시면 해당하지 않는 내용입니다."),
        ("ko", "Apixaban을 빠뜨리지 않도록 알람을 맞춰 두세요."),
        ("ko", "아목시실린 말고 다른 알레르기는 없습니다."),
        ("ko", "말이 어눌해지면 아침까지 기다리지 마세요."),
    ],
)
def test_what_only_looks_like_a_denial_or_a_delay_is_let_through(language: str, text: str) -> None:
    assert passes({"language": language, "allergy": "", "text": text})
