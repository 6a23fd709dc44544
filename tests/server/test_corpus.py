from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from extraction.text.warm_store import directory, keep_in
from retrieval import RetrievalQuery, Tokenizer, shipped_corpus
from retrieval.archive import MANIFEST
from retrieval.corpus import corpus_hash
from retrieval.errors import IndexStale
from retrieval.library import add_passages, build_library
from server.__main__ import application
from server.corpus import IndexWatch, open_retriever
from server.data_directory import DataDirectory
from server.settings import Settings
from server.work import WorkPool
from tests.retrieval.sample import passages

PLAIN = Tokenizer(None)


@pytest.fixture
def work() -> Iterator[WorkPool]:
    pool = WorkPool(1)
    yield pool
    pool.close()


async def test_a_new_index_is_searched_without_a_restart(tmp_path: Path, work: WorkPool) -> None:
    directory, settings = DataDirectory(tmp_path), Settings()
    build_library(directory.corpus, passages()[:3], PLAIN)
    retriever = open_retriever(settings, directory, PLAIN)
    watch = IndexWatch(retriever, settings, directory, work)
    query = RetrievalQuery("무릎이 아파요", "ko", 1)
    assert not await watch.look()
    before = retriever.search(query)

    add_passages(directory.corpus, passages()[3:], PLAIN)

    assert retriever.search(query) == before
    assert await watch.look()
    assert retriever.search(query).hits[0].passage.document_id == "ko-knee"
    assert retriever.corpus_hash == corpus_hash(passages())


async def test_a_damaged_index_leaves_the_old_one_serving(tmp_path: Path, work: WorkPool) -> None:
    directory, settings = DataDirectory(tmp_path), Settings()
    build_library(directory.corpus, passages(), PLAIN)
    retriever = open_retriever(settings, directory, PLAIN)
    watch = IndexWatch(retriever, settings, directory, work)
    before = retriever.search(RetrievalQuery("혈압", "ko", 3))

    build_library(directory.corpus, passages()[:4], PLAIN)
    next(directory.corpus.glob("*/ko.vectors.npy")).unlink()

    assert not await watch.look()
    assert retriever.search(RetrievalQuery("혈압", "ko", 3)) == before


def test_without_an_index_of_ones_own_the_shipped_corpus_is_served(tmp_path: Path) -> None:
    assert open_retriever(Settings(), DataDirectory(tmp_path), PLAIN).corpus_hash == corpus_hash(shipped_corpus())
    with pytest.raises(IndexStale):
        open_retriever(Settings(index=tmp_path / "absent"), DataDirectory(tmp_path), PLAIN)


@pytest.mark.parametrize("settings", [Settings(encoder="/no/such/model"), Settings(embedding_model="none")])
def test_an_encoder_that_cannot_be_had_is_told_with_every_search(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    directory = DataDirectory(tmp_path)
    build_library(directory.corpus, passages(), PLAIN)
    found = open_retriever(settings, directory, PLAIN).search(RetrievalQuery("혈압이 높아요", "ko", 3))
    assert found.legs_used == ("bm25", "dense")
    assert "encoder_unavailable" in found.warnings


def test_every_engine_that_can_be_set_finds_the_same(tmp_path: Path) -> None:
    directory, query = DataDirectory(tmp_path), RetrievalQuery("혈압이 높아요", "ko", 5)
    build_library(directory.corpus, passages(), PLAIN)
    found = [
        [(hit.passage.document_id, pytest.approx(hit.score, abs=1e-4)) for hit in retriever.search(query).hits]
        for retriever in (
            open_retriever(Settings(), directory, PLAIN),
            open_retriever(Settings(lexical_engine="rank_bm25", vector_engine="numpy"), directory, PLAIN),
        )
    ]
    assert found[0] == found[1]


def test_an_index_is_built_changed_and_searched_from_the_command_line(tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        ran = CliRunner().invoke(application(), ["index", *arguments, "--index", str(tmp_path / "index")])
        assert ran.exit_code == 0, ran.output
        return ran.stdout

    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "salt.md").write_text("# 저염식\n\n소금은 하루 5그램 아래로 줄입니다.")
    (folder / "knee.txt").write_text("무릎이 아프면 체중을 줄입니다.")

    assert "2 passages" in run("build", str(folder), "--licence", "CC0")
    assert json.loads(run("info", "--json"))["licences"] == ["CC0"]
    assert json.loads(run("search", "무릎 통증", "--json"))[0]["id"] == "knee.txt#1.1"
    assert "1 passages" in run("remove", "knee.txt#*")
    assert "2 passages" in run("add", str(folder / "knee.txt"))


def test_a_command_that_is_refused_names_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "a", "text": "x"}\n{"id"')
    ran = CliRunner().invoke(
        application(), ["index", "build", str(tmp_path / "a.jsonl"), "--index", str(tmp_path / "index")]
    )
    assert ran.exit_code == 1
    assert "a.jsonl, line 2: not JSON" in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["build", "a.txt", "--date", "last year"], 2, "YYYY-MM-DD"),
        (["build", "a.txt", "--date", "2024-13"], 2, "YYYY-MM-DD"),
        (["build", "absent.txt"], 1, "absent.txt, line 0: does not exist"),
        (["build", "absent"], 1, "absent, line 0: does not exist"),
    ],
)
def test_what_is_wrong_with_a_source_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("혈압은 매일 잽니다.")
    ran = CliRunner().invoke(application(), ["index", *arguments, "--index", "index"], env={"COLUMNS": "200"})
    assert ran.exit_code == code
    assert told in ran.output
    assert not (tmp_path / "index" / "manifest.json").exists()


def test_one_index_of_the_shipped_corpus_serves_every_data_directory(tmp_path: Path) -> None:
    query, found = RetrievalQuery("고혈압에 소금", "ko", 3), []
    before = directory()
    assert before is not None
    keep_in(tmp_path / "cache")
    try:
        for name in ("one", "other"):
            found.append(open_retriever(Settings(), DataDirectory(tmp_path / name), PLAIN).search(query))
            assert not (tmp_path / name / "index").exists()
        [shared] = (tmp_path / "cache").iterdir()
        written = (shared / MANIFEST).stat().st_mtime_ns
        next(shared.glob("*/ko.vectors.npy")).write_bytes(b"")
        # Damaged, it is built again.
        found.append(open_retriever(Settings(), DataDirectory(tmp_path / "third"), PLAIN).search(query))
        assert (shared / MANIFEST).stat().st_mtime_ns > written
    finally:
        keep_in(before)
    assert found[0] == found[1] == found[2]
    assert found[0].hits
