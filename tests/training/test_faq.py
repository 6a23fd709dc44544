"""The shipped common questions are those of training/faq, and their reader knows every one."""

from __future__ import annotations

import json
from pathlib import Path

from extraction.reading.learned.faq import OTHER, load_faq
from retrieval.cards import shipped_cards

_DATA = Path(__file__).parents[2] / "training" / "faq"


def _rows() -> list[dict[str, object]]:
    files = sorted(_DATA.glob("*.jsonl"))
    return [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_question_has_its_answer_in_both_languages_as_it_was_written() -> None:
    shipped = {(one.language, one.text) for one in shipped_cards().by_id.values() if one.kind == "faq"}
    titles = set()
    for row in _rows():
        if row["title_en"] in titles:
            continue
        titles.add(row["title_en"])
        for language in ("en", "ko"):
            told = row[language]
            assert isinstance(told, dict)
            assert (language, " ".join(told["answer"].split())) in shipped, row["title_en"]


def test_the_reader_knows_the_questions_that_have_answers() -> None:
    pairs = {one.pair for one in shipped_cards().by_id.values() if one.kind == "faq"}
    assert set(load_faq().pairs) == pairs | {OTHER}
