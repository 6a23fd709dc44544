"""Conversations of many turns over several days: what a patient tells, asks, repeats, changes and corrects."""

from __future__ import annotations

from datetime import timedelta

from tests.agent.agent_bench import AgentBench

OPENING = (
    "안녕하세요. 58세 남성이고 고혈압이랑 제2형 당뇨병이 있어요.",
    "메트포르민 500mg 하루 두 번, 암로디핀 5mg 하루 한 번 먹어요. 페니실린 알레르기가 있어요.",
    "당화혈색소는 2025년 12월 3일에 7.8%, 2026년 3월 3일에 7.2%였어요.",
    "어제부터 두통이 있어요.",
    "최근 당화혈색소 두 값을 비교해 주세요.",
    "죄송해요, 최근 당화혈색소는 7.2%가 아니라 6.9%였어요.",
    "머리가 또 아파요.",
    "메트포르민을 1000mg으로 올렸어요.",
)
DAILY = (
    "오늘 혈압은 {systolic}에 {diastolic}이었어요.",
    "고혈압 환자는 소금을 얼마나 먹어야 하나요?",
    "머리 아픔이 계속돼요.",
    "운동은 어떻게 하면 좋을까요?",
    "오늘은 기침도 나요.",
)


def utterances(count: int) -> list[str]:
    """The first ``count`` utterances."""
    said = list(OPENING)
    while len(said) < count:
        number = len(said) - len(OPENING)
        template = DAILY[number % len(DAILY)]
        said.append(template.format(systolic=128 + number % 20, diastolic=76 + number % 11))
    return said[:count]


async def hold(bench: AgentBench, count: int, a_day: int = 5) -> AgentBench:
    """Have a conversation of ``count`` turns, ``a_day`` of them a day."""
    for number, text in enumerate(utterances(count)):
        if number % a_day == 0:
            bench._now += timedelta(days=1)
        await bench.say(text)
    return bench
