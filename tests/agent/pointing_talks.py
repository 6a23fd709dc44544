"""Short talks whose last question only points at what it means, with what its answer has to name.

``LOOKED_AT`` were read while the rules were written (22 of 30 were answered before them, all after). ``SET_ASIDE``
were first read once they were done: 18 before, 21 then. What they showed has been mended since, but for ``NOT_YET``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from agent.skills.ports import Language
from domain.values import Content
from tests.agent.conversation import age, allergy, condition, lab, medicine, vital

DAY: Final = "2024-04-20"


class Told(NamedTuple):
    """A turn that tells something, with what is read from it."""

    text: str
    content: Content


class Talk(NamedTuple):
    """What is known, what is said, and what the answer to the last turn names and doesn't."""

    language: Language
    record: str
    turns: tuple[str | Told, ...]
    says: tuple[str, ...]
    never: tuple[str, ...] = ()


def _heart() -> tuple[Content, ...]:
    return (
        age(71),
        condition("atrial_fibrillation"),
        condition("hypertension"),
        condition("type_2_diabetes"),
        medicine("apixaban", "5mg", "BID"),
        medicine("amlodipine", "5mg", "QD"),
        medicine("metformin", "500mg", "BID"),
        medicine("atorvastatin", "20mg", "QHS"),
        allergy("penicillin"),
        lab("hba1c", 7.4, "%", DAY),
        vital("systolic_blood_pressure", 148, "mm[Hg]", DAY),
        vital("diastolic_blood_pressure", 90, "mm[Hg]", DAY),
    )


def _lungs() -> tuple[Content, ...]:
    return (
        age(58),
        condition("asthma"),
        condition("osteoporosis"),
        medicine("albuterol_inhaler", "100mcg", "PRN"),
        medicine("budesonide_inhaler", "200mcg", "BID"),
        medicine("montelukast", "10mg", "QHS"),
        medicine("alendronate", "70mg", "weekly"),
    )


def _pair() -> tuple[Content, ...]:
    return age(52), condition("hypertension"), medicine("losartan", "50mg", "QD"), medicine("metformin", "1g", "BID")


RECORDS: Final[Mapping[str, Callable[[], tuple[Content, ...]]]] = {"heart": _heart, "lungs": _lungs, "pair": _pair}

_BISOPROLOL: Final = medicine("bisoprolol", "2.5mg", "QD")
_RAMIPRIL: Final = medicine("ramipril", "2.5mg", "QD")
_OMEPRAZOLE: Final = medicine("omeprazole", "20mg", "QD")

LOOKED_AT: Final = (
    Talk("en", "heart", ("What medicines do I take?", "What's the second one for?"), ("mlodipine",), ("etformin",)),
    Talk("en", "heart", ("Is apixaban a blood thinner?", "And what are the side effects of it?"), ("bleed",)),
    Talk("en", "heart", ("Can I take ibuprofen?", "What about paracetamol?"), ("cetaminophen",), ("No, do not",)),
    Talk("en", "heart", ("Can I take ibuprofen for my back?", "And naproxen?"), ("aproxen", "bleeding")),
    Talk("en", "heart", ("What was my last HbA1c?", "and the blood pressure?"), ("148",), ("7.4",)),
    Talk("en", "heart", ("What was my last HbA1c?", "Is that OK?"), ("7.4",), ("148",)),
    Talk(
        "en",
        "heart",
        (Told("Started bisoprolol 2.5 mg today", _BISOPROLOL), "What is the new one for?"),
        ("isoprolol",),
    ),
    Talk(
        "en",
        "heart",
        (Told("Started bisoprolol 2.5 mg today", _BISOPROLOL), "Is it safe with the others?"),
        ("isoprolol",),
    ),
    Talk("en", "heart", ("What medicines do I take?", "Which one is for the sugar?"), ("etformin",), ("mlodipine",)),
    Talk("en", "heart", ("Am I on a blood thinner?", "How often do I take that?"), ("pixaban", "twice"), ("etformin",)),
    Talk("en", "lungs", ("What is the blue inhaler for?",), ("lbuterol",), ("lendronate",)),
    Talk("en", "lungs", ("What is the blue inhaler for?", "And the brown one?"), ("udesonide",), ("lbuterol",)),
    Talk("en", "lungs", ("What do I take?", "How do I take the weekly one?"), ("lendronate",), ("ontelukast",)),
    Talk("en", "lungs", ("What's the bedtime tablet for?",), ("ontelukast",), ("lendronate",)),
    Talk(
        "en",
        "heart",
        ("Can I drink grapefruit juice with my cholesterol tablet?", "And with the blood pressure one?"),
        ("mlodipine",),
    ),
    Talk("ko", "heart", ("제 약 뭐 있죠?", "두 번째 건 왜 먹는 거예요?"), ("암로디핀",), ("메트포르민",)),
    Talk("ko", "heart", ("메트포르민은 무슨 약이에요?", "그 약 부작용은요?"), ("설사",)),
    Talk("ko", "heart", ("이부프로펜 먹어도 되나요?", "그럼 타이레놀은요?"), ("아세트아미노펜",), ("출혈",)),
    Talk("ko", "heart", ("당화혈색소 얼마였죠?", "혈압은요?"), ("148",), ("7.4",)),
    Talk(
        "ko",
        "heart",
        (Told("비소프롤롤 2.5mg 새로 처방받았어요", _BISOPROLOL), "새로 받은 약은 무슨 약이에요?"),
        ("비소프롤롤",),
        ("메트포르민",),
    ),
    Talk(
        "ko",
        "heart",
        (Told("비소프롤롤 2.5mg 새로 처방받았어요", _BISOPROLOL), "다른 약이랑 같이 먹어도 돼요?"),
        ("비소프롤롤",),
    ),
    Talk("ko", "heart", ("당뇨약은 하루 몇 번 먹죠?", "그건 식후에 먹는 거죠?"), ("메트포르민",), ("아토르바",)),
    Talk("ko", "lungs", ("파란 흡입기는 언제 쓰는 거예요?",), ("살부타몰",), ("부데소니드",)),
    Talk("ko", "lungs", ("파란 흡입기는 언제 쓰는 거예요?", "그럼 갈색은요?"), ("부데소니드",), ("살부타몰",)),
    Talk("ko", "lungs", ("일주일에 한 번 먹는 약 주의할 점 있어요?",), ("알렌드로",), ("몬테루카스트",)),
    Talk("ko", "lungs", ("자기 전에 먹는 건 뭐예요?",), ("몬테루카스트",), ("알렌드로",)),
    Talk("ko", "heart", ("암로디핀 부작용은 뭐예요?", "고마워요", "아까 그 약 자몽이랑 먹어도 돼요?"), ("암로디핀",)),
    Talk("ko", "pair", ("로사르탄은 무슨 약이에요?", "다른 하나는요?"), ("메트포르민",), ("로사르탄",)),
    Talk("ko", "pair", ("제 약 뭐죠?", "둘 다 같이 먹어도 되나요?"), ("로사르탄", "메트포르민")),
    Talk("ko", "heart", ("제 약 뭐 있죠?", "그거 끊어도 돼요?"), ("어느 약",)),
)
SET_ASIDE: Final = (
    Talk("en", "heart", ("Can you list my tablets?", "The third, what does that do?"), ("etformin",), ("mlodipine",)),
    Talk("en", "heart", ("List my medicines please", "Can I stop it?"), ("ich",), ("stroke",)),
    Talk("en", "heart", ("What's amlodipine for?", "Does that one make your ankles swell?"), ("nkle",)),
    Talk("en", "heart", ("Could I take diclofenac?", "why not?"), ("bleeding",), ("card-",)),
    Talk("en", "heart", ("Could I take diclofenac?", "so what can I take instead of it?"), ("cetaminophen",)),
    Talk("en", "heart", ("How's my blood pressure been?", "and the sugar one?"), ("7.4",), ("148",)),
    Talk(
        "en",
        "heart",
        (Told("The GP gave me ramipril 2.5 mg this morning", _RAMIPRIL), "any side effects with the one I just got?"),
        ("cough",),
    ),
    Talk(
        "en",
        "heart",
        (Told("The GP gave me ramipril 2.5 mg this morning", _RAMIPRIL), "will it clash with the rest of my tablets?"),
        ("amipril",),
    ),
    Talk(
        "en",
        "heart",
        ("What's my cholesterol pill called?", "should I take that at night?"),
        ("torvastatin",),
        ("etformin",),
    ),
    Talk("en", "lungs", ("When do I use the reliever?", "And the preventer?"), ("udesonide",), ("lbuterol",)),
    Talk("en", "lungs", ("Which of my inhalers is the everyday one?",), ("udesonide",), ("lendronate",)),
    Talk(
        "en",
        "lungs",
        ("What is my once-a-week tablet called?", "Any side effects from it?"),
        ("swallow",),
        ("ontelukast",),
    ),
    Talk("en", "lungs", ("what's that brown inhaler do?",), ("udesonide",), ("ontelukast",)),
    Talk("en", "pair", ("What is losartan for?", "And the other tablet?"), ("etformin",), ("Losartan",)),
    Talk("en", "pair", ("Remind me what I take", "are both of those ok before breakfast?"), ("osartan", "etformin")),
    Talk("ko", "heart", ("먹는 약 목록 알려 주세요", "세 번째 약은 어디에 좋은 거죠?"), ("메트포르민",), ("암로디핀",)),
    Talk("ko", "heart", ("먹는 약 목록 알려 주세요", "마지막 건요?"), ("아토르바스타틴",), ("메트포르민",)),
    Talk("ko", "heart", ("나프록센 먹어도 될까요?", "왜 안 돼요?"), ("출혈",), ("card-",)),
    Talk("ko", "heart", ("나프록센 먹어도 될까요?", "그거 말고 먹을 수 있는 건 뭐예요?"), ("아세트아미노펜",)),
    Talk("ko", "heart", ("제 혈압 어땠죠?", "당화혈색소는?"), ("7.4",), ("148",)),
    Talk(
        "ko",
        "heart",
        (Told("오메프라졸 20mg 하루 한 번 시작했어요", _OMEPRAZOLE), "이번에 추가된 건 뭐 하는 약인가요?"),
        ("오메프라졸",),
        ("암로디핀",),
    ),
    Talk(
        "ko",
        "heart",
        (Told("오메프라졸 20mg 하루 한 번 시작했어요", _OMEPRAZOLE), "먹던 약들이랑 부딪히지 않나요?"),
        ("오메프라졸",),
    ),
    Talk("ko", "heart", ("피 묽게 하는 약이 뭐죠?", "그건 하루에 몇 번이에요?"), ("아픽사반",), ("메트포르민",)),
    Talk("ko", "heart", ("콜레스테롤 약은 언제 먹어요?", "혈압약은요?"), ("암로디핀",), ("아토르바",)),
    Talk("ko", "lungs", ("갈색 흡입기는 뭐 하는 거죠?",), ("부데소니드",), ("몬테루카스트",)),
    Talk("ko", "lungs", ("매주 먹는 건 뭐였죠?", "그거 먹고 누워도 되나요?"), ("눕지",), ("몬테루카스트",)),
    Talk("ko", "lungs", ("숨찰 때만 쓰는 건 뭐예요?",), ("살부타몰",), ("알렌드로",)),
    Talk("ko", "pair", ("메트포르민 부작용 있나요?", "나머지 약은요?"), ("로사르탄",), ()),
    Talk("ko", "pair", ("제가 뭘 먹고 있죠?", "그것들 각각 뭐에 쓰는 거예요?"), ("로사르탄", "메트포르민")),
    Talk("ko", "heart", ("암로디핀은 왜 먹나요?", "네 알겠어요", "방금 말한 약 술이랑 먹어도 되나요?"), ("암로디핀",)),
)
NOT_YET: Final = frozenset({"and the sugar one?", "방금 말한 약 술이랑 먹어도 되나요?"})
"""Last turns of talks that are not answered so: a value called by an illness, cards that don't name the medicine."""
