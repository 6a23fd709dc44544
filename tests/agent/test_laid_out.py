"""A request that lays out its parts is answered by them, whichever neighbouring kind its words sound like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from agent.answers.asking.laid_out import laid_out
from agent.answers.asking.request import read_request
from agent.skills.ports import Language
from domain.values import Concept, Content, SlotKind
from tests.agent.conversation import (
    NOW,
    ZONE,
    Conversation,
    age,
    allergy,
    card_reader,
    condition,
    lab,
    medicine,
    none_of,
    recogniser,
)

_SEX: Final = Concept(concept_id="gender", name="gender")
_FEMALE: Final = Content(slot=SlotKind.DEMOGRAPHICS, concept=_SEX, value="female")
TREATED: Final = (
    age(52),
    condition("hypertension"),
    condition("prediabetes"),
    medicine("hydrochlorothiazide", "25mg", "QD"),
    medicine("simvastatin", "10mg", "QHS"),
    allergy("penicillin"),
    lab("hba1c", 6.1, "%", "2023-03-02"),
    lab("hba1c", 6.4, "%", "2024-02-15"),
)
AT_RISK: Final = (
    age(71),
    _FEMALE,
    condition("atrial_fibrillation"),
    condition("hypertension"),
    medicine("digoxin", "0.125mg", "QD"),
    medicine("simvastatin", "10mg", "QHS"),
    allergy("penicillin"),
    lab("hba1c", 6.1, "%", "2023-07-11"),
    lab("hba1c", 6.4, "%", "2024-01-29"),
    lab("glucose", 183, "mg/dL", "2024-02-20"),
)
UNTREATED: Final = (
    age(27),
    _FEMALE,
    condition("obesity"),
    condition("hypertension"),
    none_of(SlotKind.MEDICATIONS),
    none_of(SlotKind.ALLERGIES),
    lab("hba1c", 6.1, "%", "2023-01-10"),
    lab("hba1c", 6.4, "%", "2024-03-01"),
)
PATIENTS: Final[Mapping[str, tuple[Content, ...]]] = {
    "treated": TREATED, "at risk": AT_RISK, "untreated": UNTREATED,
}  # fmt: skip
_BEFORE: Final[Mapping[Language, tuple[str, ...]]] = {
    "ko": ("제 진단, 복용약, 알레르기를 정리해 주세요.", "당화혈색소를 이전 값과 비교해 주세요."),
    "en": ("Please list my diagnoses, medicines and allergies.", "Please compare my latest HbA1c with the one before."),
}
_BOTH: Final = (("6.1",), ("6.4",), ("0.3",), ("증가", "increase"))
_LISTED: Final = (("고혈압", "hypertension"), ("simvastatin", "없음", "none"), ("알레르기", "allerg"))

ROWS: Final[Sequence[tuple[str, str, Language, tuple[tuple[str, ...], ...], tuple[str, ...]]]] = (
    ("list", "all", "en", _LISTED, (
        "Jot down my diagnoses, my tablets and my allergies for me.",
        "conditions / pills / allergies?",
        "Which illnesses, drugs and allergies have you stored, with the doses?",
        "My dx, meds, allergies - what's on file?",
    )),
    ("list", "all", "ko", _LISTED, (
        "진단·약·알레르기 세 가지 뽑아 줘요",
        "저 무슨 병 있고 무슨 약 먹고 알레르기 뭐 있다고 되어 있어요?",
        "제 병이랑 약이랑 알레르기요",
        "앓는 병과 약(용량), 알레르기를 읊어 주실래요",
    )),
    ("compare", "all", "en", _BOTH, (
        "Put my newest HbA1c and the previous one next to each other: which way did it go?",
        "Between those two HbA1c tests, how far did it move?",
        "Might I hear both HbA1c results and by how much it altered?",
        "My HbA1c at the earlier test against the last one, what is the gap?",
    )),
    ("compare", "all", "ko", _BOTH, (
        "당화혈색소 두 번 검사한 것 중 앞의 값과 나중 값이 얼마나 다른지 말씀해 주시면 고맙겠습니다.",
        "먼젓번 당화혈색소하고 이번 것의 차이가 궁금합니다.",
        "당화혈색소 그전 검사와 견주면 어떻게 움직였는지 계산해 주실 수 있나요?",
    )),
    ("judge", "all", "en", (("6.4",), ("within",), ("7.0",)), (
        "Say the goal for HbA1c is under 7.0%. Going by the result I gave you, am I there?",
        "Would you hold my last HbA1c against a target of below 7.0% and tell me whether I've met it?",
    )),
    ("judge", "all", "ko", (("6.4",), ("안에 있",), ("7.0",)), (
        "당화혈색소 목표를 7.0% 미만으로 치면 저는 통과한 거예요?",
        "제 당화혈색소가 7.0% 미만이라는 목표에 드는지 안 드는지 궁금합니다.",
        "제 당화혈색소를 목표 7.0% 미만과 비교해서 어떤지 봐 주세요.",
    )),
    ("again", "all", "en", (("6.1",), ("6.4",), ("0.3",)), (
        "In a single line once more: the older figure, the newer one and the difference.",
        "lost track, say that again in one sentence: previous number, latest number, how it changed",
    )),
    ("again", "all", "ko", (("6.1",), ("6.4",), ("0.3",)), (
        "그 수치 한 줄로 다시요. 예전 값, 지금 값, 차이.",
        "방금 그 검사의 지난번 값과 최근 값과 차이를 한 문장으로 줄여 주시면 좋겠습니다.",
    )),
    ("first", "taken", "en", (("hydrochlorothiazide", "digoxin"), ("25mg", "0.125mg"), ("once a day",)), (
        "You put one medicine first on the list: its purpose, the amount and how often?",
        "Number 1 on the list of pills again: reason, strength, how many times a day?",
    )),
    ("first", "taken", "ko", (("hydrochlorothiazide", "digoxin"), ("25mg", "0.125mg"), ("하루 한 번",)), (
        "목록 맨 위 약은 무엇에 쓰고 얼마나 몇 번 먹는지 다시 알려 주세요.",
        "아까 적어 주신 약 중 첫 번째 그 약, 왜 먹는 거고 용량이 얼마인지요.",
    )),
    ("second", "taken", "en", (("simvastatin",), ("10mg",)), (
        "The one right below the first on your list of medicines, what strength is it?",
        "And number 2 on the list of meds, how much and how often?",
    )),
    ("second", "taken", "ko", (("simvastatin",), ("10mg",)), (
        "첫 번째 말고 그다음 두 번째 약은 용량이 얼마예요?",
        "약을 죽 말씀해 주셨는데 그중 두 번째 것은 얼마를 몇 번 먹나요?",
    )),
    ("weigh", "all", "en", (("6.4",), ("aged",), ("hypertension",), ("[en-",)), (
        "Can you weigh up everything, my latest HbA1c too, and say if my treatment should stay as is or be altered?"
        " Include references.",
        "Is my present treatment still right for me or does it need adjusting or starting? Quote the guideline.",
    )),
    ("weigh", "all", "ko", (("6.4",), ("세",), ("고혈압",), ("[ko-",)), (
        "두루 보셨을 때 치료를 계속 이어 가는 것이 나을까요, 조절하는 것이 나을까요? 어느 지침에 나오는지도요.",
        "지금 치료를 그대로 둘지 손볼지 궁금해요. 제 당화혈색소까지 보시고 출처를 달아 주세요.",
    )),
    ("start", "untreated", "en", (("6.4",), ("aged 27",), ("[en-",)), (
        "Should a drug be started, or would diet and exercise do for me? Sources please.",
    )),
    ("start", "untreated", "ko", (("6.4",), ("27세",), ("[ko-",)), (
        "약 없이 지내는데 생활습관만 고치면 되는지 약을 시작할 단계인지 어느 지침에 나오는지 적어 주세요.",
    )),
    ("week", "all", "en", (("\n1.",), ("\n3.",), ("6.4",), ("aged",)), (
        "With all of that put right, what do I do over the next week? exactly 3 steps",
        "What should I do in the next week? Give it as step 1, step 2 and step 3.",
        "Taking all of it together, set out a plan for the coming 7 days, three things, and add the date of the test.",
    )),
    ("week", "all", "ko", (("\n1.",), ("\n3.",), ("6.4",), ("세",)), (
        "다음 이레 동안 제가 지킬 일을 첫째, 둘째, 셋째로 나누어 일러 주십시오. 정정한 것까지 살펴서요.",
        "나이, 병, 약까지 감안한 1주일 계획 부탁드려요. 단계는 세 개로요. 단위도 넣어 주세요.",
    )),
    ("whole", "all", "en", (*_LISTED, *_BOTH[:3], ("age: ",)), (
        "Last thing, what do you have for me: age, conditions, meds, allergies, latest HbA1c plus the value before that"
        " and the difference",
        "Could you sum up how old I am, what I have, what I take, my newest HbA1c? Please mention the earlier result"
        " and my allergies as well.",
    )),
    ("whole", "all", "ko", (*_LISTED, *_BOTH[:3], ("나이: ",)), (
        "제 나이, 병, 약, 최근 당화혈색소가 어떻게 되어 있는지 불러 주세요. 지난번 값과 차이도요."
        " 알레르기도 빼먹지 말고요.",
    )),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "whom", "language", "holds", "wordings"), ROWS, ids=[f"{r[0]}-{r[2]}" for r in ROWS])
def test_what_is_laid_out_is_answered(
    kind: str, whom: str, language: Language, holds: tuple[tuple[str, ...], ...], wordings: tuple[str, ...]
) -> None:
    untreated = {"all": True, "untreated": True, "taken": False}[whom]
    patients = [known for name, known in PATIENTS.items() if (name != "untreated" or untreated)]
    patients = [UNTREATED] if whom == "untreated" else patients
    missed = []
    for known in patients:
        for wording in wordings:
            talk = Conversation(language, cards=card_reader()).knows(*known)
            for before in _BEFORE[language]:
                talk.said(before)
            draft = talk.said(wording)
            said = f"{draft.text} {' '.join(f'[{one.document_id}]' for one in draft.citations)}".casefold()
            if not all(any(one in said for one in either) for either in holds):
                missed.append((wording, draft.text))
    assert not missed, kind


@pytest.mark.parametrize(
    "said",
    [
        "No illnesses, no tablets, no allergies.",
        "병도 없고 약도 없고 알레르기도 없어요.",
        "Is the potassium a problem with what I'm taking?",
        "제 병력과 나이를 보면 약을 꼭 먹어야 하나요?",
        "What three things raise LDL cholesterol?",
        "My week was hard and I slept badly.",
        "지난주 내내 세 번이나 어지러웠어요.",
        "Which guideline is the one for blood pressure?",
        "First I coughed, then I took something.",
        "My doctor wants my HbA1c under 7.0%.",
        "의사 선생님이 당화혈색소를 7.0% 미만으로 하자고 하셨어요.",
        "My dose changed from the one before.",
        "What was my highest HbA1c?",
        "약 먹는 시간이 두 번 다 달라졌어요.",
    ],
)
def test_what_lays_out_nothing_keeps_its_kind(said: str) -> None:
    talk = Conversation("en").knows(*TREATED)
    assert laid_out(read_request(said, recogniser(), (NOW, ZONE)), talk.view.answers) is None


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("the second one", 2),
        ("the one just below the first", 2),
        ("the one after the second", 3),
        ("not the first, the second", 2),
        ("첫 번째 말고 두 번째", 2),
        ("첫째 바로 다음 약", 2),
        ("목록 첫 줄에 있는 것", 1),
        ("number 3 on the list", 3),
        ("the last one", -1),
        ("the newest of them", None),
    ],
)
def test_a_place_in_a_list_is_counted_from_what_it_stands_beside(said: str, place: int | None) -> None:
    assert read_request(said, recogniser()).ordinal == place
