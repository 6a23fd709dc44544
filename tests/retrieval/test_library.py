from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval import Passage, RetrievalQuery, Retriever, Tokenizer
from retrieval.archive import read_manifest, read_passages
from retrieval.dense import FloatArray, unit_rows
from retrieval.errors import (
    CorpusInvalid,
    DocumentUnknown,
    EncoderUnavailable,
    IndexBusy,
    IndexCorrupt,
    IndexStale,
)
from retrieval.index import Index, build_index, open_index
from retrieval.library import add_passages, build_library, remove_passages
from tests.retrieval.sample import passages

PLAIN = Tokenizer(None)
EVERYTHING = passages()
QUERIES = ("혈압이 높아요", "메트포르민 메스꺼움", "blood pressure and salt", "HbA1c")


def ranked(index: Index) -> list[list[tuple[str, object]]]:
    retriever = Retriever(index)
    return [
        [
            (hit.passage.document_id, pytest.approx(hit.score, abs=1e-5))
            for hit in retriever.search(RetrievalQuery(query, language, 14)).hits
        ]
        for query in QUERIES
        for language in ("ko", "en")
    ]


steps = st.lists(st.tuples(st.sampled_from(["add", "remove"]), st.sets(st.integers(0, 13), min_size=1)), max_size=4)


@settings(max_examples=20)
@given(steps)
def test_adding_and_removing_equal_a_fresh_build(taken: list[tuple[str, set[int]]]) -> None:
    with TemporaryDirectory() as folder:
        directory = Path(folder)
        held: dict[str, Passage] = {EVERYTHING[0].document_id: EVERYTHING[0]}
        build_library(directory, held.values(), PLAIN)
        for step, numbers in taken:
            chosen = {EVERYTHING[number].document_id: EVERYTHING[number] for number in numbers}
            if step == "add":
                add_passages(directory, chosen.values(), PLAIN, replace=True)
                held |= chosen
            elif gone := chosen.keys() & held.keys():
                if gone == held.keys():
                    with pytest.raises(CorpusInvalid):
                        remove_passages(directory, gone, PLAIN)
                    continue
                remove_passages(directory, gone, PLAIN)
                held = {key: passage for key, passage in held.items() if key not in gone}
        fresh, stored = build_index(held.values(), PLAIN), open_index(directory, PLAIN)
        assert stored.manifest == fresh.manifest
        assert ranked(stored) == ranked(fresh)


def test_a_refused_change_leaves_the_old_index(tmp_path: Path) -> None:
    build_library(tmp_path, EVERYTHING[:5], PLAIN)
    before = read_manifest(tmp_path)
    with pytest.raises(CorpusInvalid, match="in the index already"):
        add_passages(tmp_path, EVERYTHING[4:6], PLAIN)
    with pytest.raises(DocumentUnknown):
        remove_passages(tmp_path, ["ko-bp", "absent"], PLAIN)
    with pytest.raises(CorpusInvalid, match="no passages"):
        build_library(tmp_path, [], PLAIN)
    assert read_manifest(tmp_path) == before
    assert len(open_index(tmp_path, PLAIN).by_id) == 5


def test_two_builds_do_not_meet(tmp_path: Path) -> None:
    def second(_stage: str, _done: int, _of: int) -> None:
        with pytest.raises(IndexBusy):
            build_library(tmp_path, EVERYTHING, PLAIN)

    build_library(tmp_path, EVERYTHING, PLAIN, progress=second)


class Counting:
    """An encoder that counts what it is asked, and breaks when it has had enough."""

    languages = frozenset({"ko", "en"})

    def __init__(self, patience: int = 10_000, dimensions: int = 8, name: str = "counting/1") -> None:
        self.id = name
        self.asked: list[str] = []
        self._patience = patience
        self._dimensions = dimensions

    def encode(self, texts: Sequence[str]) -> FloatArray:
        if len(self.asked) + len(texts) > self._patience:
            raise EncoderUnavailable
        self.asked.extend(texts)
        rows = np.array([[hash_of(text, place) for place in range(self._dimensions)] for text in texts])
        return unit_rows(rows.astype(np.float32))


def hash_of(text: str, place: int) -> float:
    return 1.0 + sum(ord(character) * (place + 3) for character in text) % 97


def test_a_build_that_was_cut_short_goes_on_where_it_was(tmp_path: Path) -> None:
    tired = Counting(patience=20)
    with pytest.raises(EncoderUnavailable):
        build_library(tmp_path, EVERYTHING, PLAIN, [tired])
    with pytest.raises(IndexStale):
        open_index(tmp_path, PLAIN, [tired])

    fresh = Counting()
    build_library(tmp_path, EVERYTHING, PLAIN, [fresh])
    assert tired.asked
    assert not set(tired.asked) & set(fresh.asked)
    assert ranked(open_index(tmp_path, PLAIN, [Counting()])) == ranked(build_index(EVERYTHING, PLAIN, [Counting()]))


def test_adding_encodes_only_what_is_new(tmp_path: Path) -> None:
    build_library(tmp_path, EVERYTHING[:12], PLAIN, [Counting()])
    later = Counting()
    add_passages(tmp_path, EVERYTHING[12:], PLAIN, [later])
    assert all(any(passage.text in text for passage in EVERYTHING[12:]) for text in later.asked)


def test_another_encoder_is_not_taken_in_silence(tmp_path: Path) -> None:
    build_library(tmp_path, EVERYTHING[:12], PLAIN, [Counting()])
    for encoders in ([], [Counting(name="other/1")]):
        with pytest.raises(IndexStale, match="counting/1"):
            add_passages(tmp_path, EVERYTHING[12:], PLAIN, encoders)


def test_vectors_of_another_length_cost_their_leg_and_not_the_turn(tmp_path: Path) -> None:
    build_library(tmp_path, EVERYTHING, PLAIN, [Counting(dimensions=8)])
    searched = Retriever(open_index(tmp_path, PLAIN, [Counting(dimensions=9)])).search(RetrievalQuery("혈압", "ko", 3))
    assert searched.hits
    assert searched.legs_used == ("bm25",)
    assert "encoder_unavailable" in searched.warnings


def test_damaged_kept_work_is_done_again(tmp_path: Path) -> None:
    (tmp_path / "work.db").write_bytes(b"no database" * 500)
    build_library(tmp_path, EVERYTHING, PLAIN)
    with sqlite3.connect(tmp_path / "work.db") as connection:
        assert connection.execute("SELECT count(*) FROM work").fetchone() == (len(EVERYTHING),)
    connection.close()


def test_stored_passages_are_checked_against_their_hashes(tmp_path: Path) -> None:
    build_library(tmp_path, EVERYTHING, PLAIN)
    assert set(read_passages(tmp_path)) == set(EVERYTHING)
    (path,) = tmp_path.glob("*/passages.jsonl")
    path.write_bytes(path.read_bytes().replace("소금을 하루 5그램".encode(), "소금을 하루 9그램".encode()))
    with pytest.raises(IndexCorrupt):
        read_passages(tmp_path)


@pytest.mark.parametrize("manifest", ["{}", "[]", '{"encoders": 3}', '{"encoders": {}}'])
def test_a_manifest_that_is_none_is_named(tmp_path: Path, manifest: str) -> None:
    build_library(tmp_path, EVERYTHING[:3], PLAIN)
    (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(IndexCorrupt):
        read_manifest(tmp_path)
