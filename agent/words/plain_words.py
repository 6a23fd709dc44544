"""Names of tests and conditions that few people know, explained where they first stand in an answer."""

from __future__ import annotations

import re
from typing import Final

from agent.skills.ports import Language

_EXPLAINED: Final[dict[Language, tuple[tuple[str, str], ...]]] = {
    "ko": (
        ("당화혈색소", "두세 달 동안의 평균 혈당"),
        ("공복혈당", "굶은 상태에서 잰 혈당"),
        ("LDL 콜레스테롤", "혈관에 쌓이는 나쁜 콜레스테롤"),
        ("HDL 콜레스테롤", "혈관을 지키는 좋은 콜레스테롤"),
        ("중성지방", "핏속의 기름"),
        ("사구체여과율", "콩팥이 피를 거르는 힘"),
        ("크레아티닌", "콩팥이 걸러 내는 찌꺼기"),
        ("수축기 혈압", "심장이 짤 때의 위쪽 혈압"),
        ("이완기 혈압", "심장이 쉴 때의 아래쪽 혈압"),
        ("고지혈증", "핏속에 기름이 많은 상태"),
        ("이상지질혈증", "핏속 기름의 균형이 깨진 상태"),
        ("저혈당", "혈당이 너무 낮은 상태"),
    ),
    "en": (
        ("HbA1c", "your average blood sugar over two to three months"),
        ("LDL cholesterol", "the bad cholesterol that settles in the vessels"),
        ("HDL cholesterol", "the good cholesterol that protects the vessels"),
        ("triglycerides", "fat in the blood"),
        ("eGFR", "how well your kidneys filter the blood"),
        ("creatinine", "waste that the kidneys filter out"),
        ("systolic", "the upper number, when the heart squeezes"),
        ("diastolic", "the lower number, when the heart rests"),
        ("hyperlipidemia", "too much fat in the blood"),
        ("hypertension", "high blood pressure"),
        ("hypoglycemia", "blood sugar that is too low"),
    ),
}
"""Common wordings of patient education, without digits: a number in an answer is the patient's or a source's."""

_QUOTED: Final = "“"


def in_plain_words(text: str, language: Language) -> str:
    """``text`` with each hard name explained once; quoted sentences stay word for word."""
    lines = text.split("\n")
    for name, meaning in _EXPLAINED[language]:
        pattern = re.compile(rf"(?<![\w가-힣]){re.escape(name)}(?!\()", re.IGNORECASE)
        for at, line in enumerate(lines):
            if _QUOTED not in line and (found := pattern.search(line)):
                lines[at] = f"{line[: found.end()]}({meaning}){line[found.end() :]}"
                break
    return "\n".join(lines)
