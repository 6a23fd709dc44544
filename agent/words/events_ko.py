"""Korean sentences about dated events: appointments, periods, attacks, vaccinations, operations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SENTENCES: Final[Mapping[str, str]] = {
    "events.visits": "말씀하신 일정을 날짜순으로 적으면 이렇습니다.",
    "events.no_visits": "말씀하신 일정 가운데 앞으로 남은 것은 없습니다.",
    "events.moved": " ({day}에서 옮긴 날짜)",
    "events.visits_other": "진료가 아니라고 하셨거나 진료인지 모르는 것: {listed}.",
    "events.visits_past": "날짜가 지난 것: {listed}.",
    "events.visits_gone": "취소하신 것: {listed}.",
    "events.visits_noted": "말씀하신 일정을 적어 두었습니다: {listed}. 물으시면 다시 알려 드리지만, 때가 되어 먼저 "
    "알려 드리지는 못합니다.",
    "events.no_calendar": "저는 달력이 아니어서 때가 되어도 먼저 알려 드리지 못합니다. 달력에도 적어 두시고, 병원에서 "
    "받은 날짜가 다르면 그쪽을 따르세요.",
    "events.open": "이 말씀은 날짜나 대상을 정할 수 없어 그대로 옮깁니다: “{quote}”",
    "events.not_reckoned": "그래서 모두 몇 번인지, 마지막이 언제인지는 셈하지 않았습니다.",
    "events.listed": "{name}, 말씀하신 날: {listed}.",
    "events.times": "({count}번)",
    "events.small": "작은 것으로 말씀하신 날: {listed}.",
    "events.ended": "끝났다고 하신 날: {listed}.",
    "events.removed": "고쳐 말씀하셔서 넣지 않은 날: {listed}.",
    "events.total": "모두 {count}번입니다.",
    "events.by_month": "{listed}, 모두 {count}번입니다.",
    "events.of_month": "{month} {count}번",
    "events.of_month_so_far": "{month}은 지금까지 {count}번(아직 다 지나지 않아 그대로 견줄 수 없음)",
    "events.last": "마지막은 {day}이고, 오늘까지 {days} 지났습니다.",
    "events.first": "처음은 {day}입니다.",
    "events.once": "{name}: {day}. 오늘까지 {days} 지났습니다(그날을 1일로 세면 {nth}일째).",
    "events.gap": "{first}→{last} {days}",
    "events.gaps": "사이: {listed}.",
    "events.gaps_mean": "사이: {listed}; 평균 {mean}일.",
    "events.dose": "{number}차 {day}",
    "events.dose_planned": "{number}차는 {day} 예정",
    "events.planned": "{day} 예정",
    "events.doses": "{name}: {listed}.",
    "events.not_given": "맞지 않았거나 필요 없다고 하신 것: {listed}.",
    "events.onset": "{name}: {day}부터입니다(처음에는 {before}이라고 하셨다가 고쳐 말씀하셨습니다). "
    "오늘까지 {days}일{weeks}입니다.",
    "events.weeks": " ({weeks}주)",
    "events.weeks_days": " ({weeks}주 {rest}일)",
    "events.around": "{day}에 약이 바뀌기 전 {before}번, 바뀐 뒤 {after}번입니다.",
    "events.around_same": "{day}에 약이 바뀌기 전 {before}번, 그날 {same}번, 그 뒤 {after}번입니다.",
    "events.years_ago": "마지막은 {years}년쯤 전입니다.",
}
