"""Parts of reading can be left out, and words that no rule was written upon are read safely."""

from __future__ import annotations

import json
from datetime import datetime, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from domain.proposals import Proposal
from extraction.__main__ import TIME_ZONE, as_fact, main
from extraction.naming.concepts import PARTS
from extraction.rules.parts import READING_PARTS, ReadingPart
from extraction.rules.pipeline import Extractor
from tests.shipped import vocabulary

UNSEEN = Path(__file__).parent / "tables" / "unseen" / "utterances.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in UNSEEN.read_text(encoding="utf-8").splitlines()]
SENTENCES: dict[ReadingPart, str] = {
    "body_complaints": "무릎이 어제부터 너무 붓고 아파요.",
    "clauses": "통풍은 있고 천식은 없어요.",
    "corrections": "요산은 8.1이 아니라 7.1이에요.",
    "dates": "2월 3일 요산은 7.1이었어요.",
    "experiencer": "어머니가 통풍이 있으세요.",
    "frequencies": "로사르탄을 하루 두 번 먹어요.",
    "implied_tests": "5'7 and 160 pounds",
    "intolerances": "트라마돌 먹으면 토해요.",
    "moods": "통풍이 있으면 어떻게 하나요?",
    "negation": "통풍은 없어요.",
    "spoken_numbers": "요산이 칠 점 일이에요.",
    "substances": "My vitamin D was 22.",
    "temporality": "와파린은 작년에 끊었어요.",
    "uncertainty": "통풍일 수도 있대요.",
    "units": "로사르탄 50마이크로그램을 먹어요.",
}


def read(extractor: Extractor, row: dict[str, Any]) -> tuple[Proposal, ...]:
    said_at = datetime.combine(datetime.fromisoformat(row["reference_date"]), time(12), ZoneInfo(TIME_ZONE))
    return extractor.read(row["text"], said_at=said_at, time_zone=TIME_ZONE).proposals


@pytest.mark.parametrize("part", sorted(READING_PARTS))
def test_a_part_that_is_left_out_is_missed(extractor: Extractor, part: ReadingPart) -> None:
    without = Extractor(vocabulary().lexicon, vocabulary().recogniser, parts=READING_PARTS - {part})
    row = {"text": SENTENCES[part], "reference_date": "2025-03-10"}
    assert read(without, row) != read(extractor, row)
    assert part in without.extractors["rules"]


def test_no_forbidden_reading_of_unseen_sentences_is_taken_for_a_fact(extractor: Extractor) -> None:
    for row in ROWS:
        told = [fact for one in read(extractor, row) if (fact := as_fact(one)) is not None]
        for forbidden in row["must_not_extract_as_patient_current"]:
            alike = [fact for fact in told if all(fact.get(name) == value for name, value in forbidden.items())]
            assert [fact for fact in alike if _is_present(fact)] == [], row["id"]


def test_nine_of_ten_facts_of_unseen_sentences_are_found(extractor: Extractor) -> None:
    found = wanted = 0
    for row in ROWS:
        told = {(fact["slot"], fact["name"]) for one in read(extractor, row) if (fact := as_fact(one)) is not None}
        wanted += len(row["facts"])
        found += sum((fact["slot"], fact["name"]) in told for fact in row["facts"])
    assert found >= 0.9 * wanted


def test_the_parts_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--parts"]) == 0
    assert set(capsys.readouterr().out.split()) == READING_PARTS | PARTS


def _is_present(fact: dict[str, Any]) -> bool:
    usual = {"polarity": "affirmed", "certainty": "confirmed", "subject": "patient", "temporality": "current"}
    return all(fact[name] == value for name, value in usual.items())
