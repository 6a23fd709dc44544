"""A step of reading that breaks takes nothing with it but itself, and what was read says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.broken import STRICT
from domain.events import ExtractionCompleted
from extraction.port import LEFT_OUT
from extraction.reading import extractor
from extraction.reading.steps import STEPS, Proposals, Read
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench

SAID = "고혈압이 있고 메트포르민 500mg 하루 두 번 먹어요."


def _breaks(read: Read, proposals: Proposals) -> Proposals:
    raise ValueError(f"cannot make anything of {read.text}")


async def _extracted(folder: Path, knowledge: Knowledge) -> tuple[ExtractionCompleted, set[str], str]:
    folder.mkdir()
    bench = AgentBench(folder, knowledge)
    answer = (await bench.say(SAID)).answer
    stream = bench.records.stream(bench.patient_id)
    [event] = [one.payload for one in stream if isinstance(one.payload, ExtractionCompleted)]
    return event, {one.content.concept.name for one in bench.views.view(bench.patient_id).ledger.current()}, answer


async def test_what_a_step_breaks_on_is_read_without_it(
    tmp_path: Path, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, known, answer = await _extracted(tmp_path / "whole", knowledge)
    monkeypatch.delenv(STRICT)
    monkeypatch.setattr(extractor, "STEPS", (*STEPS[:20], _breaks, *STEPS[20:]))

    event, still_known, still_answered = await _extracted(tmp_path / "broken", knowledge)

    assert (still_known, still_answered) == (known, answer)
    assert LEFT_OUT not in whole.extractors
    assert event.extractors[LEFT_OUT].startswith("extraction/reading/steps.py:") and event.extractors[
        LEFT_OUT
    ].endswith("ValueError")
    assert "메트포르민" not in event.extractors[LEFT_OUT]
