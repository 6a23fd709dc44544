"""A lexicon of the user's own over the shipped one, and the parts that an ablation leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from extraction.naming.concepts import PARTS, Recogniser
from extraction.naming.lexicon import LexiconError, load_lexicon, read_tables
from extraction.naming.vocabulary import load_vocabulary
from tests.shipped import newer_tables, vocabulary

SMALL = read_tables([Path(__file__).parent / "tables"])


def test_own_tables_add_concepts_and_replace_shipped_ones(tmp_path: Path) -> None:
    shipped = vocabulary().lexicon
    (tmp_path / "medications.tsv").write_text(
        "id\tname\tname_ko\nzelvorin\tZelvorin\t젤보린\nmetformin\tMetformin\t우리메트\n", encoding="utf-8"
    )

    own = load_lexicon(tmp_path)

    assert len(own) == len(shipped) + 1
    assert own.version != shipped.version
    assert own.entry("medications", "metformin").name_ko == "우리메트"


def test_a_concept_of_own_tables_is_found(tmp_path: Path) -> None:
    own = load_vocabulary(newer_tables(tmp_path))

    (mention,) = own.recogniser.find("젤보린을 먹어요")

    assert mention.entry.concept_id == "zelvorin"


@pytest.mark.parametrize("file", [None, "medicines.tsv", "medications.csv"])
def test_a_directory_without_tables_is_refused(tmp_path: Path, file: str | None) -> None:
    if file:
        (tmp_path / file).write_text("id\tname\n", encoding="utf-8")

    with pytest.raises(LexiconError):
        load_lexicon(tmp_path)
    with pytest.raises(LexiconError):
        load_lexicon(tmp_path / "absent")


def test_parts_can_be_left_out() -> None:
    text = "숨이 너무 차고 고혈압이 있어요"
    whole = [mention.entry for mention in Recogniser(SMALL).find(text)]

    for part in ("medcat", "dictionary"):
        recogniser = Recogniser(SMALL, parts=PARTS - {part})
        assert [mention.entry for mention in recogniser.find(text)] == whole
        assert part in recogniser.version.partition("-")[2]
    assert Recogniser(SMALL, parts=frozenset()).find(text) == ()
