"""What only memory can answer: a dose and its change, what changed in a time, days and details told, the next due day.

``tables/remembered.jsonl`` holds two stories in two languages, then questions with what an answer must hold and lack.
"""

from __future__ import annotations

import asyncio
import json
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from agent.answers.remembered.next_due import added
from agent.asking import Asking
from agent.explanation import counters_by_name, explain
from agent.skills.ports import Language
from agent.tokens import token_counter
from agent.turns import TurnRequest
from domain.ledger import CHANGED
from projections.patient_view import PatientView
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench, Heard
from tests.sampling import SAMPLED, Sampling

TABLE: Final = Path(__file__).parent / "tables" / "remembered.jsonl"
ROWS: Final[list[dict[str, Any]]] = [json.loads(line) for line in TABLE.read_text("utf-8").splitlines()]
QUESTIONS: Final = [row for row in ROWS if "asks" in row]


@dataclass(frozen=True, slots=True)
class Told:
    """A patient who has told a story, and the moment at which questions are asked."""

    bench: AgentBench
    language: Language
    now: datetime

    def say(self, text: str) -> Heard:
        heard = Heard()
        request = TurnRequest(str(uuid.uuid4()), self.bench.patient_id, "c", text, locale=self.language)
        asyncio.run(self.bench.runner.run(request, heard))
        return heard

    def view(self) -> PatientView:
        return PatientView.fold(self.bench.patient_id, self.bench.records.stream(self.bench.patient_id))


def _told(folder: Path, knowledge: Knowledge, story: dict[str, Any]) -> Told:
    bench = AgentBench(folder, knowledge)
    told = Told(bench, story["language"], datetime.fromisoformat(f"{story['asked_on']}T03:00:00+00:00"))
    bench.skip(datetime(2025, 11, 1, tzinfo=UTC) - bench.clock())
    for day, text in story["turns"]:
        at = datetime.fromisoformat(f"{day}T01:00:00+00:00")
        bench.skip(max(at - bench.clock(), timedelta(minutes=1)))
        told.say(text)
    bench.skip(told.now - bench.clock())
    return told


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[dict[tuple[str, str], Told]]:
    stories = [row for row in ROWS if "turns" in row]
    found = {(row["story"], row["language"]): _told(tmp_path_factory.mktemp("told"), knowledge, row) for row in stories}
    yield found
    for one in found.values():
        one.bench.records.close()


@SAMPLED
@pytest.mark.parametrize("kind", sorted({row["kind"] for row in QUESTIONS}))
def test_memory_answers_all_that_is_asked_of_it(
    told: dict[tuple[str, str], Told], kind: str, sampled: Sampling
) -> None:
    wrong, views = [], {who: patient.view() for who, patient in told.items()}
    for row in sampled([one for one in QUESTIONS if one["kind"] == kind]):
        patient = told[row["story"], row["language"]]
        view = views[row["story"], row["language"]]
        asked = Asking(patient.bench.ports).ask(view, row["asks"], row["language"], patient.now)
        draft = asyncio.run(asked).draft
        text = draft.text.replace("\n", " | ")
        believed = all(view.ledger.facts[one].ended in (None, CHANGED) for one in draft.facts_used)
        holds = all(re.search(one, text) for one in row["holds"]) and not any(re.search(o, text) for o in row["lacks"])
        if not holds or not believed:
            wrong.append((row["asks"], text[:300]))
    assert not wrong


LOOK_ALIKES: Final[list[tuple[Language, str]]] = [
    ("en", "How many mg of lisinopril can one take at most?"),
    ("en", "Which arm is better for a vaccine?"),
    ("en", "How many days does a migraine last?"),
    ("en", "When is my next appointment?"),
    ("en", "How often is denosumab given?"),
    ("en", "What changed in the guidelines for hypertension this year?"),
    ("en", "Can I stop metformin if I already take lisinopril?"),
    ("ko", "리시노프릴 용량은 언제 올려야 하나요?"),
    ("ko", "백신은 어느 팔에 맞는 게 좋아요?"),
    ("ko", "편두통은 며칠이나 가요?"),
    ("ko", "파상풍 주사는 왜 맞아요?"),
    ("ko", "데노수맙은 얼마나 자주 맞나요?"),
    ("ko", "리시노프릴 먹는데 메트포르민 끊어도 돼요?"),
]
OF_MEMORY: Final = re.compile(
    r"You told me on|you told me of it|reckoned|It was changed on|말씀하신 날은|계산한 날|이렇게 말씀|바뀌었습니다"
)


@pytest.mark.parametrize(("language", "asks"), LOOK_ALIKES)
def test_what_only_sounds_so_is_not_answered_from_memory(
    told: dict[tuple[str, str], Told], language: Language, asks: str
) -> None:
    patient = told["first", language]
    draft = asyncio.run(Asking(patient.bench.ports).ask(patient.view(), asks, language, patient.now)).draft
    assert OF_MEMORY.search(draft.text) is None, draft.text


@pytest.mark.parametrize(
    ("language", "asks", "says"),
    [
        ("en", "Which arm was the tetanus jab in, and why did I have it?", "right arm"),
        ("ko", "파상풍 주사를 어느 팔에 왜 맞았죠?", "오른팔"),
    ],
)
def test_words_told_long_ago_are_remembered_and_the_answer_is_proved(
    told: dict[tuple[str, str], Told], knowledge: Knowledge, language: Language, asks: str, says: str
) -> None:
    patient = told["first", language]
    for _ in range(25):
        patient.say("Thank you" if language == "en" else "감사합니다")
    heard = patient.say(asks)
    events = patient.bench.records.stream(patient.bench.patient_id)
    passage, counters = knowledge.retriever.passage, counters_by_name(token_counter())
    explanation = explain(patient.bench.patient_id, events, heard.turn_number, passage, counters)
    assert says in heard.answer and explanation.proved, (heard.answer, explanation.differences)


@pytest.mark.parametrize(
    ("day", "count", "period", "due"),
    [
        ("2026-03-20", 6, "mo", "2026-09-20"),
        ("2026-08-31", 6, "mo", "2027-02-28"),
        ("2026-12-28", 1, "wk", "2027-01-04"),
        ("2024-02-29", 1, "y", "2025-02-28"),
    ],
)
def test_the_next_day_is_reckoned_by_the_calendar(day: str, count: int, period: str, due: str) -> None:
    assert added(datetime.fromisoformat(day).date(), count, period).isoformat() == due


@pytest.mark.parametrize(
    ("language", "tells", "asks", "before", "after"),
    [
        (
            "en",
            "I took a sumatriptan again this morning.",
            "How many days did I take sumatriptan in June?",
            "3 d",
            "4 d",
        ),
        ("ko", "오늘 아침에 수마트립탄을 또 먹었어요.", "6월에 수마트립탄을 며칠 먹었어요?", "3일입", "4일입"),
    ],
)
def test_a_day_told_since_is_counted_when_it_is_asked_again(
    told: dict[tuple[str, str], Told], language: Language, tells: str, asks: str, before: str, after: str
) -> None:
    patient = told["first", language]
    assert before in patient.say(asks).answer
    patient.say(tells)
    assert after in patient.say(asks).answer
