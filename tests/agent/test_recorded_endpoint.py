"""What a strong model said, said again: what is remembered and what is answered, over two whole conversations."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from domain.values import Content, Polarity, Status
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench, Heard
from tests.agent.llm_bench import bench_at
from tests.agent.recorded_endpoint import Conversation, Replaying, Spoken, play
from tests.llm_server import LlmServer


@dataclass(frozen=True)
class Played:
    """A conversation after its last turn."""

    bench: AgentBench
    heard: list[Heard]
    replaying: Replaying

    def facts(self) -> set[str]:
        """What is current, a line each: name, whose, what is told of it, and how it stands."""
        return {told(fact.content) for fact in self.bench.views.view(self.bench.patient_id).ledger.current()}


def told(content: Content) -> str:
    value = content.value if not isinstance(content.value, float) else f"{content.value:g}"
    words = [content.concept.name, content.subject if content.subject != "patient" else None, value]
    words += [content.dose, content.frequency, "negated" if content.polarity is Polarity.NEGATED else None]
    words += [content.status.value if content.status not in (None, Status.ACTIVE) else None, content.slot.value]
    return " ".join(str(one) for one in words if one is not None)


@asynccontextmanager
async def played(language: Spoken, folder: Path, knowledge: Knowledge) -> AsyncIterator[Played]:
    replaying = Replaying(Conversation.load(language))
    async with LlmServer.running(replaying) as server, bench_at(folder, knowledge, server) as bench:
        yield Played(bench, await play(bench, replaying), replaying)


KOREAN_MEMORY = {
    "age 58 demographics", "gender male demographics", "Hypertension conditions", "Diabetes mellitus conditions",
    "Metformin 1000mg BID medications", "Amlodipine 5mg QD stopped medications", "Losartan 50mg medications",
    "Rosuvastatin 10mg planned medications", "HbA1c 7.8 labs", "Amoxicillin allergies",
    "Systolic blood pressure 138 vitals", "Diastolic blood pressure 92 vitals",
    "Myocardial infarction father family_history", "dry cough resolved symptoms",
}  # fmt: skip
ENGLISH_MEMORY = {
    "age 64 demographics", "Atrial fibrillation conditions", "Apixaban 5mg BID stopped medications",
    "Bisoprolol 1.25mg QD medications", "Rivaroxaban 20mg QD medications", "Spironolactone 25mg planned medications",
    "Potassium 4.6 labs", "Hemoglobin 12.9 labs", "Sulfonamide allergies", "Heart rate 48 vitals",
    "Systolic blood pressure 112 vitals", "Diastolic blood pressure 70 vitals", "knee pain symptoms",
    "Breast cancer sister family_history",
}  # fmt: skip
MEMORY: dict[Spoken, set[str]] = {"ko": KOREAN_MEMORY, "en": ENGLISH_MEMORY}
WRONG = {"8.2", "148", "Creatinine", "5.6", "11.9", "Penicillin allergies", "Osteoarthritis conditions"}
"""What was corrected or withdrawn, and must not come back."""
SAID: dict[Spoken, dict[int, tuple[str, ...]]] = {
    "ko": {
        5: ("8.2%", "7.8%"), 6: ("암로디핀", "5mg", "메트포르민", "500mg"), 8: ("500mg", "1000mg"),
        9: ("기침", "의료진"), 11: ("크레아티닌",), 14: ("148", "138"),
        15: ("7.8%", "7.0%"),
        16: ("암로디핀", "로사르탄"), 17: ("로수바스타틴", "예정"), 18: ("마른기침",), 19: ("아목시실린",),
        20: ("150분", "2~3회"), 21: ("1000mg", "로사르탄", "7.8%", "138/92", "아목시실린"),
    },
    "en": {
        5: ("5.6", "4.6"), 6: ("apixaban", "5"), 7: ("911",), 8: ("1.25mg",), 9: ("bleeding", "apixaban"),
        11: ("Osteoarthritis",), 14: ("12.9",), 15: ("4.6 mmol/L",),
        16: ("Apixaban", "stopped"), 17: ("planned",), 18: ("dizziness",), 20: ("nosebleeds", "blow to the head"),
        21: ("bisoprolol 1.25 mg", "rivaroxaban 20 mg", "12.9", "4.6", "112/70", "sulfonamide"),
    },
}  # fmt: skip
"""What the answer of a turn must say."""
UNSAID: dict[Spoken, dict[int, tuple[str, ...]]] = {
    "ko": {21: ("500mg", "8.2", "1.1", "148", "암로디핀"), 20: ("페니실린",)},
    "en": {21: ("5.6", "11.9", "2.5", "apixaban", "osteoarthritis"), 15: ("5.6",)},
}
"""What it must not: values that were corrected, and medicines that were stopped."""


@pytest.mark.parametrize("spoken", ["ko", "en"])
async def test_a_recorded_conversation_is_remembered_and_answered(
    spoken: Spoken, tmp_path: Path, knowledge: Knowledge
) -> None:
    async with played(spoken, tmp_path, knowledge) as one:
        wanted, facts = MEMORY[spoken], one.facts()
        assert wanted <= facts, f"not remembered: {wanted - facts}"
        assert not [fact for fact in facts for value in WRONG if value in fact]
        for turn, heard in enumerate(one.heard, 1):
            missing = [words for words in SAID[spoken].get(turn, ()) if words.casefold() not in heard.answer.casefold()]
            false = [words for words in UNSAID[spoken].get(turn, ()) if words.casefold() in heard.answer.casefold()]
            assert (missing, false) == ([], []), f"turn {turn}: {heard.answer}"
        # A summary was recorded of the memory of its day; where the readers settle more by now, the rules' stands. So
        # does their answer where a model is asked by now, and was not then.
        assert set(one.replaying.unknown) <= {"summary", "answer"}, "a call that was not recorded"
