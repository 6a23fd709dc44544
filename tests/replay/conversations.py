"""The conversations behind the golden histories: invented patients who together use the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Says:
    """The patient speaks, ``days`` after the step before."""

    text: str
    days: int = 0
    profile: str = ""


@dataclass(frozen=True)
class Imports:
    """A patient card is read."""

    card: Mapping[str, Any]


@dataclass(frozen=True)
class Corrects:
    """A clinician corrects, through the interface, the value of the last current fact of this concept."""

    name: str
    value: float


@dataclass(frozen=True)
class Retracts:
    """A clinician withdraws, through the interface, the last current fact of this concept."""

    name: str


@dataclass(frozen=True)
class Rereads:
    """A newer extractor reads nothing in a turn that had brought something; the reading is rejected or accepted."""

    turn_number: int
    accept: bool


@dataclass(frozen=True)
class Fails:
    """The patient speaks, a model is called in vain, and the turn ends without an answer."""

    text: str


Step = Says | Imports | Corrects | Retracts | Rereads | Fails


@dataclass(frozen=True)
class Script:
    """One conversation."""

    name: str
    about: str
    locale: Literal["ko", "en"]
    time_zone: str
    steps: tuple[Step, ...]


_GOUT_CARD = {
    "as_of": "2026-02-20",
    "age": 52,
    "gender": "male",
    "diagnosis": ["Gout", "Hypertension"],
    "medications": [
        {"name": "Allopurinol", "dosage": "100mg", "frequency": "QD"},
        {"name": "Losartan", "dosage": "50mg", "frequency": "QD"},
    ],
    "allergy": ["Sulfonamide"],
    "lab_results": [
        {"date": "2025-11-10", "test": "Uric acid", "value": 8.4, "unit": "mg/dL"},
        {"date": "2026-02-18", "test": "Uric acid", "value": 7.1, "unit": "mg/dL"},
        {"date": "2026-02-18", "test": "Creatinine", "value": 1.1, "unit": "mg/dL"},
    ],
    "vitals": [{"date": "2026-02-18", "vital": "Systolic blood pressure", "value": 142, "unit": "mm[Hg]"}],
}
_THYROID_CARD = {
    "as_of": "2026-01-30",
    "age": 45,
    "gender": "여성",
    "diagnosis": ["갑상선기능저하증"],
    "medications": [
        {"name": "Levothyroxine", "name_ko": "레보티록신", "dosage": "50mcg", "frequency": "QD"},
    ],
    "allergy": [],
    "lab_results": [
        {"date": "2026-01-28", "test": "TSH", "value": 6.2, "unit": "mIU/L"},
    ],
    "vitals": [],
}

SCRIPTS: tuple[Script, ...] = (
    Script(
        "diabetes_corrected_ko",
        "말로만 하는 상담: 검사값 정정, 되돌리기, 용량 변경, 복용 중단",
        "ko",
        "Asia/Seoul",
        (
            Says("안녕하세요, 63세 여성이고 제2형 당뇨병이 있어요."),
            Says("메트포르민 500mg을 하루 두 번 먹고 글리메피리드 2mg도 하루 한 번 먹어요."),
            Says("당화혈색소는 2025년 11월 20일에 8.1%, 2026년 2월 24일에 7.4%였어요."),
            Says("최근 당화혈색소를 그 전 검사와 비교해 주세요."),
            Says("죄송해요, 최근 당화혈색소는 7.4%가 아니라 7.0%였어요."),
            Says("아니에요, 정정한 것을 취소해 주세요. 처음 말이 맞아요.", days=1),
            Says("메트포르민을 1000mg으로 올렸어요.", days=6),
            Says("글리메피리드는 어제 끊었어요."),
            Says("지금 먹는 약을 모두 알려 주세요."),
        ),
    ),
    Script(
        "gout_imported_en",
        "A card is imported; the patient contradicts it, resolves that, and asks the same twice (cached)",
        "en",
        "Europe/London",
        (
            Imports(_GOUT_CARD),
            Says("How has my uric acid changed since November?"),
            Says("My uric acid on 18 February 2026 was 6.6 mg/dL."),
            Says("I checked: my uric acid on 18 February 2026 was 6.6 mg/dL."),
            Says("What should people with gout drink and eat?", days=1),
            Says("What should people with gout drink and eat?"),
            Says("I stopped taking losartan last week because of dizziness."),
            Says("Which medicines do I take?"),
        ),
    ),
    Script(
        "family_retracted_ko",
        "다른 사람의 이야기를 철회하고, 없다고 한 알레르기를 뒤에 말하는 상담",
        "ko",
        "Asia/Seoul",
        (
            Says("알레르기는 없어요. 천식이 있어요."),
            Says("아버지가 심근경색을 앓으셨어요."),
            Says("고혈압도 있어요."),
            Says("고혈압은 제 얘기가 아니에요. 어머니 얘기예요."),
            Says("사실은 페니실린을 먹고 두드러기가 난 적이 있어요.", days=2),
            Says("제 알레르기와 병력을 정리해 주세요."),
            Says("알레르기는 없어요."),
        ),
    ),
    Script(
        "three_weeks_summarised_ko",
        "스무 턴이 넘는 상담: 요약이 생기고, 정정으로 무효가 되고, 다시 만들어진다",
        "ko",
        "Asia/Seoul",
        (
            Says("58세 남성이고 고혈압이 있어요."),
            Says("암로디핀 5mg 하루 한 번 먹어요."),
            Says("오늘 혈압은 148에 92였어요."),
            Says("어제부터 두통이 있어요."),
            Says("LDL 콜레스테롤은 2026년 3월 2일에 131이었어요."),
            Says("혈압이 높을 때는 무엇을 조심해야 하나요?", days=1),
            Says("오늘 혈압은 141에 88이었어요."),
            Says("머리가 또 아파요."),
            Says("담배는 하루 반 갑 피워요."),
            Says("운동은 어떻게 하면 좋을까요?"),
            Says("오늘 혈압은 138에 86이었어요.", days=3),
            Says("죄송해요, LDL 콜레스테롤은 131이 아니라 113이었어요."),
            Says("기침이 나요."),
            Says("암로디핀을 10mg으로 올렸어요.", days=4),
            Says("오늘 혈압은 132에 82였어요."),
            Says("소금은 하루에 얼마나 먹어야 하나요?"),
            Says("두통은 이제 없어요.", days=7),
            Says("오늘 혈압은 129에 80이었어요."),
            Says("담배는 끊었어요."),
            Says("지금까지 혈압이 어떻게 변했나요?"),
            Says("제 상태를 요약해 주세요.", days=5),
            Says("이번 주에 할 일을 세 가지로 알려 주세요."),
        ),
    ),
    Script(
        "clinic_edits_en",
        "A clinician corrects and withdraws through the interface; a newer extractor's readings are decided upon",
        "en",
        "America/New_York",
        (
            Says("I am 70 years old and I have atrial fibrillation and chronic kidney disease."),
            Says("I take apixaban 5 mg twice a day and bisoprolol 2.5 mg once a day."),
            Says("My creatinine was 1.9 mg/dL on March 2, 2026 and my potassium was 5.4 mmol/L."),
            Says("Is my potassium too high?"),
            Corrects("Potassium", 4.5),
            Fails("Are you still there?"),
            Says("I have had a cough for three days.", days=1),
            Retracts("Cough"),
            Rereads(1, accept=False),
            Rereads(2, accept=True),
            Says("Sorry, I take bisoprolol 5 mg, not 2.5 mg."),
            Says("Please give me a summary of what you know about me."),
        ),
    ),
    Script(
        "thyroid_imported_ko",
        "기록을 가져온 뒤 기록과 어긋나는 값을 말하고, 인터페이스로 정정되는 상담",
        "ko",
        "Asia/Seoul",
        (
            Imports(_THYROID_CARD),
            Says("TSH는 2026년 1월 28일에 4.8이었어요."),
            Says("제 갑상선 수치가 괜찮은가요?"),
            Corrects("TSH", 4.8),
            Says("레보티록신은 어떻게 먹는 게 좋은가요?", days=3),
            Says("레보티록신은 어떻게 먹는 게 좋은가요?"),
            Says("레보티록신을 75mcg으로 올렸어요."),
            Says("안녕히 계세요."),
        ),
    ),
    Script(
        "ablations_en",
        "The same patient under other profiles: no memory, retrieval once, no refinement",
        "en",
        "UTC",
        (
            Says("I have asthma and I use salbutamol as needed."),
            Says("Could my medicine make my heart race?", profile="baseline"),
            Says("How can I tell that my asthma is getting worse?", profile="basic_rag"),
            Says("What triggers asthma at night?", profile="llm"),
            Says("Actually, I am allergic to aspirin; it makes me wheeze.", days=1, profile="self_refine_no_safety"),
            Says("Can I take ibuprofen for a headache?", profile="full_context_engineering"),
        ),
    ),
)
