"""A corpus small enough to read: eight Korean and six English passages of our own."""

from __future__ import annotations

import json
from collections.abc import Iterable

from retrieval import Passage
from retrieval.corpus import parse_corpus

ROWS: tuple[dict[str, object], ...] = (
    {"id": "ko-bp", "lang": "ko", "title": "고혈압 관리", "concepts": ["hypertension"],
     "text": "혈압이 높으면 짠 음식을 줄이고 아침저녁으로 혈압을 재서 적어 둡니다."},
    {"id": "ko-salt", "lang": "ko", "title": "싱겁게 먹기", "concepts": ["hypertension", "heart_failure"],
     "text": "소금을 하루 5그램 아래로 줄이면 혈압이 내려갑니다. 국물은 남기는 것이 좋습니다."},
    {"id": "ko-metformin", "lang": "ko", "title": "메트포르민", "concepts": ["type_2_diabetes"],
     "text": "메트포르민을 먹고 속이 메스꺼우면 식사와 함께 먹고 천천히 늘립니다."},
    {"id": "ko-a1c", "lang": "ko", "title": "당화혈색소", "concepts": ["type_2_diabetes"],
     "text": "HbA1c는 두세 달 동안의 평균 혈당을 보여 주며 보통 7% 미만을 목표로 합니다."},
    {"id": "ko-hypo", "lang": "ko", "title": "저혈당", "concepts": ["hypoglycemia"],
     "text": "식은땀이 나고 손이 떨리면 사탕이나 주스를 먹고 15분 뒤 혈당을 다시 잽니다."},
    {"id": "ko-sleep", "lang": "ko", "title": "불면", "concepts": ["insomnia"],
     "text": "잠이 오지 않으면 낮잠을 줄이고 같은 시각에 일어나 햇볕을 쬡니다."},
    {"id": "ko-knee", "lang": "ko", "title": "무릎 관절염", "concepts": ["osteoarthritis"],
     "text": "무릎이 아플 때는 체중을 줄이고 허벅지 근육을 키우는 운동이 도움이 됩니다."},
    {"id": "ko-flu", "lang": "ko", "title": "독감 예방접종", "concepts": [],
     "text": "65세 이상은 해마다 가을에 독감 백신을 맞습니다."},
    {"id": "en-bp", "lang": "en", "title": "High blood pressure", "concepts": ["hypertension"],
     "text": "Eat less salt and measure your blood pressure twice a day when it is high."},
    {"id": "en-warfarin", "lang": "en", "title": "Warfarin", "concepts": ["warfarin"],
     "text": "Ibuprofen and aspirin raise the risk of bleeding while you take warfarin."},
    {"id": "en-metformin", "lang": "en", "title": "Metformin", "concepts": ["type_2_diabetes"],
     "text": "Taking metformin with meals reduces nausea; the dose is increased slowly."},
    {"id": "en-asthma", "lang": "en", "title": "Asthma inhalers", "concepts": ["asthma"],
     "text": "Use the reliever inhaler for sudden wheezing and the preventer every day."},
    {"id": "en-sleep", "lang": "en", "title": "Insomnia", "concepts": ["insomnia"],
     "text": "Getting up at the same hour and avoiding naps helps people who cannot sleep."},
    {"id": "en-hba1c", "lang": "en", "title": "HbA1c", "concepts": ["type_2_diabetes"],
     "text": "HbA1c shows the average glucose of the last two to three months."},
)  # fmt: skip


def as_lines(rows: Iterable[dict[str, object]]) -> bytes:
    """The rows as a corpus file."""
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode("utf-8")


def passages(rows: Iterable[dict[str, object]] = ROWS) -> tuple[Passage, ...]:
    """The rows as passages."""
    return parse_corpus(as_lines(rows), "sample.jsonl")
