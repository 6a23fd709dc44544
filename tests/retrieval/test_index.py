from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from retrieval import RetrievalQuery, Retriever, Tokenizer, open_or_build
from retrieval.errors import IndexCorrupt, IndexStale
from retrieval.index import Index, build_index, load_index, save_index
from retrieval.shelf import Engines
from tests.retrieval.sample import ROWS, passages

QUERIES = [
    RetrievalQuery("혈압이 높은데 짜게 먹어도 되나요?", "ko", 5),
    RetrievalQuery("HbA1c 목표", "ko", 5, expansions=("당화혈색소",), concepts=("type_2_diabetes",)),
    RetrievalQuery("I cannot sleep at night", "en", 8),
]


def answers(index: Index) -> list[list[tuple[str, object]]]:
    retriever = Retriever(index)
    return [
        [(hit.passage.document_id, pytest.approx(hit.score, abs=1e-5)) for hit in retriever.search(query).hits]
        for query in QUERIES
    ]


def test_a_saved_index_answers_as_before(index: Index, tokenizer: Tokenizer, tmp_path: Path) -> None:
    save_index(index, tmp_path)
    loaded = load_index(tmp_path, passages(), tokenizer)
    assert answers(loaded) == answers(index)
    assert loaded.manifest == index.manifest
    for query in QUERIES:
        assert Retriever(loaded).search(query) == Retriever(index).search(query)


def test_an_index_that_cannot_be_stored_answers_all_the_same(
    index: Index, tokenizer: Tokenizer, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    assert answers(open_or_build(tmp_path / "file" / "index", passages(), tokenizer)) == answers(index)


def test_building_twice_in_any_order_gives_the_same_index(index: Index, tokenizer: Tokenizer) -> None:
    again = build_index(reversed(passages()), tokenizer)
    assert answers(again) == answers(index)
    for language, shelf in index.shelves.items():
        np.testing.assert_allclose(again.shelves[language].contents.vectors, shelf.contents.vectors, atol=1e-5)


def test_every_choice_of_engines_answers_alike(index: Index, tokenizer: Tokenizer) -> None:
    for engines in (Engines(vector="numpy"), Engines(lexical="rank_bm25", vector="numpy")):
        assert answers(build_index(passages(), tokenizer, engines=engines)) == answers(index)


@pytest.mark.parametrize("name", ["ko.vectors.npy", "en.word_data.npy", "ko.vocabulary.json", "passages.jsonl"])
def test_an_altered_file_is_found(index: Index, tokenizer: Tokenizer, tmp_path: Path, name: str) -> None:
    save_index(index, tmp_path)
    (path,) = tmp_path.glob(f"*/{name}")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(IndexCorrupt) as refused:
        load_index(tmp_path, passages(), tokenizer)
    assert refused.value.details["file"] == name


def test_a_missing_file_is_found(index: Index, tokenizer: Tokenizer, tmp_path: Path) -> None:
    save_index(index, tmp_path)
    (path,) = tmp_path.glob("*/en.word_data.npy")
    path.unlink()
    with pytest.raises(IndexCorrupt):
        load_index(tmp_path, passages(), tokenizer)


@pytest.mark.parametrize("manifest", ["", "[]", "{", '{"files": 3}'])
def test_a_broken_manifest_is_named(index: Index, tokenizer: Tokenizer, tmp_path: Path, manifest: str) -> None:
    save_index(index, tmp_path)
    (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises((IndexCorrupt, IndexStale)):
        load_index(tmp_path, passages(), tokenizer)


@pytest.mark.parametrize("broken", [{"generation": "../elsewhere"}, {"files": {}}, {"files": []}])
def test_a_manifest_that_names_no_files_is_corrupt(
    index: Index, tokenizer: Tokenizer, tmp_path: Path, broken: dict[str, object]
) -> None:
    save_index(index, tmp_path)
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | broken))
    with pytest.raises(IndexCorrupt):
        load_index(tmp_path, passages(), tokenizer)


def test_an_index_of_another_corpus_or_tokenizer_is_stale(index: Index, tokenizer: Tokenizer, tmp_path: Path) -> None:
    save_index(index, tmp_path)
    with pytest.raises(IndexStale) as other_corpus:
        load_index(tmp_path, passages(ROWS[1:]), tokenizer)
    with pytest.raises(IndexStale) as other_tokenizer:
        load_index(tmp_path, passages(), Tokenizer(None))
    assert other_corpus.value.details["differs"] == "corpus_hash"
    assert other_tokenizer.value.details["differs"] == "tokenizer"


def test_opening_builds_keeps_and_repairs(index: Index, tokenizer: Tokenizer, tmp_path: Path) -> None:
    directory = tmp_path / "new" / "index"
    for damage in (None, b"garbage"):
        if damage is not None:
            next(directory.glob("*/ko.vectors.npy")).write_bytes(damage)
        assert answers(open_or_build(directory, passages(), tokenizer)) == answers(index)
        assert answers(load_index(directory, passages(), tokenizer)) == answers(index)
    assert len(list(directory.iterdir())) == 2


def test_opening_without_a_directory_stays_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert open_or_build(None, passages(), Tokenizer(None)).shelves.keys() == {"ko", "en"}
    assert not list(tmp_path.iterdir())
