from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from retrieval import load_corpus, shipped_corpus
from retrieval.corpus import corpus_hash, parse_corpus
from retrieval.errors import CorpusInvalid
from tests.retrieval.sample import ROWS, as_lines, passages


def test_a_users_corpus_needs_only_id_and_text(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(as_lines([{"id": "a", "text": "혈압이 높아요"}, {"id": "b", "text": "High pressure", "doc": "x"}]))

    korean, english = load_corpus(path)

    assert (korean.language, english.language) == ("ko", "en")
    assert (korean.title, korean.concepts, korean.year) == ("", (), 0)
    assert korean.content_hash == hashlib.sha256("혈압이 높아요".encode()).hexdigest()


def test_null_and_textual_years_of_public_corpora_are_read() -> None:
    first, second = parse_corpus(
        as_lines([{"id": "a", "text": "x", "year": None}, {"id": "b", "text": "y", "year": "2011"}]), "c.jsonl"
    )
    assert (first.year, second.year) == (0, 2011)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (b'{"id": "b"', "not JSON"),
        (b'{"id": "b", "text": "\xff"}', "not UTF-8"),
        (b'["b"]', "model"),
        (b'{"text": "no id"}', "id: missing"),
        (b'{"id": "b", "text": ""}', "text: string_too_short"),
        (b'{"id": "b", "text": "x", "lang": "fr"}', "lang: literal"),
        (b'{"id": "b", "text": "x", "concepts": "asthma"}', "concepts: list"),
        (b'{"id": "a", "text": "again"}', "duplicate id, first on line 1"),
        ('{"id": "b", "text": "zero\u200bwidth"}'.encode(), "zero-width"),
        ('{"id": "b", "text": "x", "title": "right-to-left \u202e"}'.encode(), "zero-width"),
        (b'{"id": "b", "text": "bell \\u0007"}', "control"),
    ],
)
def test_a_wrong_line_is_refused_by_file_and_line(line: bytes, rule: str) -> None:
    with pytest.raises(CorpusInvalid) as refused:
        parse_corpus(b'{"id": "a", "text": "fine"}\n\n' + line, "c.jsonl")

    assert refused.value.details["file"] == "c.jsonl"
    assert refused.value.details["line"] == "3"
    assert rule in refused.value.details["rule"]


def test_a_missing_or_empty_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusInvalid):
        load_corpus(tmp_path / "absent.jsonl")
    with pytest.raises(CorpusInvalid, match="no passages"):
        parse_corpus(b"\n\n", "c.jsonl")


def test_a_complete_corpus_must_have_every_key() -> None:
    with pytest.raises(CorpusInvalid, match="missing"):
        parse_corpus(as_lines(ROWS), "c.jsonl", complete=True)


def test_the_corpus_hash_sees_every_field_and_no_order() -> None:
    base = corpus_hash(passages())
    assert corpus_hash(reversed(passages())) == base
    changes: list[dict[str, object]] = [{"text": "other"}, {"title": "other"}, {"concepts": ["x"]}, {"year": 2020}]
    for change in changes:
        assert corpus_hash(passages((ROWS[0] | change, *ROWS[1:]))) != base


def test_the_shipped_corpus_is_valid_and_paired() -> None:
    shipped = shipped_corpus()

    languages_of: dict[str, set[str]] = {}
    for passage in shipped:
        languages_of.setdefault(passage.pair, set()).add(passage.language)
        assert passage.source
        assert len(passage.text) <= 900
    assert all(languages == {"ko", "en"} for languages in languages_of.values())


def test_errors_never_quote_the_text() -> None:
    secret = "홍길동 환자"
    with pytest.raises(CorpusInvalid) as refused:
        parse_corpus(json.dumps({"id": "a", "text": [secret]}, ensure_ascii=False).encode(), "c.jsonl")
    assert secret not in str(refused.value)
