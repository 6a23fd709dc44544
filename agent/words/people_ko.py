"""The Korean sentences of answers on the several people of a talk."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = {
    "people.head": "말씀하신 대로 사람별로 정리했습니다.",
    "people.line": "- {who}: {readings}",
    "people.extremes": "(가장 높은 값 {high}, {high_day}; 가장 낮은 값 {low}, {low_day})",
    "people.was_of": "{value}({day}) 값은 {who} 것으로 말씀하셨습니다.",
    "people.was_of_after_all": "{value}({day}) 값은 고쳐 말씀하신 대로 {who} 것입니다.",
    "people.yourself": "본인",
    "people.another": "다른 사람",
    "people.pressure": "혈압",
    "people.kept": "말씀하신 그대로 두고 이 기록의 환자 값으로는 적지 않았습니다: {listed}.",
    "people.put_right": "고쳐 두었습니다: {listed}.",
    "people.told_head": "누가 무엇인지 말씀하신 그대로 모았습니다.",
    "people.weighed_for": "말씀하신 {who} 기록({listed})으로 살폈고, 본인 기록으로 보지 않았습니다.",
}
