"""Turn rows made by hand for tests of what reads them: seeded, in a folder as a study leaves it."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluation.study.rows import Context, Rubric, TurnRow, to_lines

TURNS = ("T1", "T2", "T3", "T4", "T5", "T6")
WHOLE, OFF = "full_context_engineering", "full_context_engineering-response_cache"
LABS = [{"test": "hba1c", "day": "2025-05-01", "value": 7.9}, {"test": "hba1c", "day": "2025-11-01", "value": 7.2}]
TRUTH = {"age": 61, "gender": "female", "diagnoses": ["type_2_diabetes"], "medications": [], "allergies": [],
         "labs": LABS, "focus": "hba1c"}  # fmt: skip


def row(**changes: Any) -> TurnRow:
    """A turn that asks for nothing, with these fields."""
    fields: dict[str, Any] = {
        "experiment": "p6", "system": "agent", "scenario": "p6.S1", "patient": "S1", "cohort": "Full", "level": "L1",
        "mode": "cooperative", "locale": "ko", "repeat": 1, "turn": 1, "turn_type": "T1", "template": "T1.list",
        "question": "", "message": "", "answer": "", "factors": {"stage": "p6"}, "truth": TRUTH,
    }  # fmt: skip
    return TurnRow(**{**fields, **changes})


def played(
    experiment: str, stage: str, skills: Mapping[str, float], scenarios: int, turns: int = 6, seed: int = 1
) -> list[TurnRow]:
    """Conversations under systems that pass a turn with the chance that ``skills`` gives."""
    chance, found = random.Random(f"{experiment}{stage}{seed}"), list[TurnRow]()
    for system, skill in skills.items():
        for scenario in range(scenarios):
            for turn in range(1, turns + 1):
                passed, cached = chance.random() < skill, system == WHOLE and turn > 3
                found.append(
                    row(
                        experiment=experiment, system=system, scenario=f"{stage}.S{scenario}", patient=f"S{scenario}",
                        cohort=("Full", "No-Meds", "No-Trend")[scenario % 3], level=f"L{1 + scenario % 3}",
                        mode=("cooperative", "noisy")[scenario % 2], turn=turn, turn_type=TURNS[(turn - 1) % 6],
                        template="EQ.again" if experiment == "cache" else f"{TURNS[(turn - 1) % 6]}.plain",
                        question="최근 당화혈색소는?", message="최근 당화혈색소 값을 알려 주세요.",
                        answer="최근 당화혈색소는 7.2%입니다." if passed else "기록이 없어 모릅니다.",
                        factors={"stage": stage}, passed=passed,
                        gold=({"name": "latest value", "rubric": "accuracy", "forbidden": False, "passed": passed},),
                        rubric=Rubric(accuracy=2 * passed, hallucination=2), uptake=passed if turn == 5 else None,
                        tokens_in=300 + 40 * turn, tokens_out=20, iterations=1 + turn % 2, needs_retrieval=True,
                        retrievals=(("d1", "d2"),), qualities=(0.4 + 0.4 * passed,), quality=0.4 + 0.4 * passed,
                        uncertainty=round(0.6 - 0.4 * passed + 0.1 * chance.random(), 3), cache_hit=cached,
                        contexts=(Context("d1", "당화혈색소는 7% 미만을 목표로 합니다."),), citations=("d1",),
                        relevant=("d1",), labelled=("simple", "complex")[turn % 2], complexity="simple",
                        memory_items_raw=4 * turn, memory_items_kept=3 * turn, memory_found=4, memory_right=3,
                        memory_expected=5, shape="lab_latest", intake="record",
                    )
                )  # fmt: skip
    return found


def study_folder(folder: Path, experiments: Mapping[str, Sequence[TurnRow]], stages: Mapping[str, Any]) -> Path:
    """A folder as a study leaves it; ``stages`` are the experiments' declared ones."""
    settings = {"experiments": list(experiments), "patients": 12, "seed": 42, "language": "ko", "systems": []}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "study.json").write_text(json.dumps(settings), encoding="utf-8")
    for name, rows in experiments.items():
        place = folder / name
        place.mkdir()
        (place / "turns.jsonl").write_text(to_lines(rows), encoding="utf-8")
        declared = {"name": name, "title": name, "question": "Which?", "metrics": ["passed"], "stages": stages[name]}
        (place / "experiment.json").write_text(json.dumps(declared), encoding="utf-8")
        times = [{"system": one.system, "scenario": one.scenario, "turn": one.turn, "milliseconds": 10.0 + one.turn}
                 for one in rows]  # fmt: skip
        (place / "timings.jsonl").write_text("".join(json.dumps(one) + "\n" for one in times), encoding="utf-8")
    return folder


def example(folder: Path, *, agent: float = 0.95) -> Path:
    """A small P6 with three systems, and a stage of the cache with its part on and off."""
    p6 = played("p6", "p6", {"llm": 0.2, "basic_rag": 0.35, "agent": agent}, 12)
    cache = played("cache", "repeats", {WHOLE: 0.8, OFF: 0.8}, 6, turns=12)
    own = [{"part": "response_cache", "system": OFF, "metric": "cache_hit", "better": "high"},
           {"part": "no such effect", "system": OFF, "metric": "evidence", "better": "high"},
           {"part": "turned round", "system": OFF, "metric": "cache_hit", "better": "low"}]  # fmt: skip
    stages = {
        "p6": [{"id": "p6", "systems": ["llm", "basic_rag", "agent"], "whole": "agent"}],
        "cache": [{"id": "repeats", "systems": [WHOLE, OFF], "whole": WHOLE, "own": own}],
    }
    return study_folder(folder, {"p6": p6, "cache": cache}, stages)
