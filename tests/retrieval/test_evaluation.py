from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from evaluation.judged_set import JudgedSetInvalid, read_judged_set
from evaluation.ranking_metrics import interval, ndcg, precision, recall, reciprocal_rank
from evaluation.retrieval import DEFAULT_SYSTEM, MAIN_MEASURE, measure
from evaluation.retrieval_fit import SHARES, fit_weights
from retrieval import Tokenizer
from server.__main__ import application
from tests.retrieval.sample import ROWS, as_lines

QUESTIONS = {
    "ko-bp": "혈압을 아침저녁으로 재나요",
    "ko-metformin": "메트포르민 먹고 메스꺼워요",
    "ko-knee": "무릎 관절염 운동",
    "ko-sleep": "잠이 오지 않아요",
    "ko-hypo": "식은땀이 나고 손이 떨려요",
}


def judged_folder(folder: Path, corpus: bytes | None = None, qrels: str | None = None) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "corpus.jsonl").write_bytes(as_lines(ROWS) if corpus is None else corpus)
    rows: list[dict[str, object]] = [{"id": f"q-{document}", "text": text} for document, text in QUESTIONS.items()]
    (folder / "queries.jsonl").write_bytes(as_lines([*rows, {"id": "q-none", "text": "판단이 없는 질문"}]))
    lines = ["query_id\tdoc_id\tscore", *(f"q-{document}\t{document}\t2" for document in QUESTIONS)]
    (folder / "qrels.tsv").write_text("\n".join(lines) if qrels is None else qrels)
    return folder


def test_the_measures_are_their_formulas() -> None:
    grades = {"a": 3.0, "b": 1.0, "c": 0.0, "absent": 1.0}
    ranked = ["x", "a", "c", "b"]
    ideal = 3 + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg(ranked, grades) == pytest.approx((3 / math.log2(3) + 1 / math.log2(5)) / ideal)
    assert recall(ranked, grades, 3) == pytest.approx(1 / 3)
    assert precision(ranked, grades, 8) == pytest.approx(2 / 8)
    assert reciprocal_rank(ranked, grades) == 1 / 2
    assert (ndcg([], grades), recall([], {}, 3), reciprocal_rank(["x"], grades)) == (0, 0, 0)


@given(st.permutations(list("abcdef")), st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 3), min_size=1))
def test_ndcg_is_one_for_the_ideal_order_and_no_more_for_any(ranked: list[str], grades: dict[str, float]) -> None:
    best = sorted(ranked, key=lambda document: -grades.get(document, 0))
    assert ndcg(ranked, grades) <= ndcg(best, grades) + 1e-12
    assert ndcg(best, grades) == pytest.approx(1 if any(grades.values()) else 0)


def test_an_interval_holds_its_mean_and_narrows_with_queries() -> None:
    values = np.random.default_rng(1).normal(0.5, 0.2, 400)
    few, many = interval(values[:40]), interval(values)
    assert few.low < few.mean < few.high
    assert many.high - many.low < few.high - few.low
    assert interval(np.ones(3)) == interval(np.ones(7))


def test_every_leg_and_fusion_is_measured_on_the_same_queries(tmp_path: Path, tokenizer: Tokenizer) -> None:
    report = measure(read_judged_set(judged_folder(tmp_path)), tokenizer)
    assert (report.queries, report.unjudged, report.languages) == (5, 1, {"en": 6, "ko": 8})
    by_name = {system.name: system for system in report.systems}
    assert list(by_name) == ["bm25", "lsa", DEFAULT_SYSTEM, "min-max .5", "RRF 60"]
    assert by_name[DEFAULT_SYSTEM].measures["R@3"].mean == 1
    assert by_name[DEFAULT_SYSTEM].against_default.mean == 0
    for system in by_name.values():
        assert system.measures[MAIN_MEASURE].mean == pytest.approx(system.by_query.mean())


def test_lines_of_one_id_are_one_document(tmp_path: Path, tokenizer: Tokenizer) -> None:
    rows: list[dict[str, object]] = [{"id": "ko-bp", "text": "전혀 다른 이야기"}, *ROWS]
    judged = read_judged_set(judged_folder(tmp_path, as_lines(rows)))
    report = measure(judged, tokenizer)
    assert judged.parts == report.parts == 1
    assert report.systems[0].measures["R@3"].mean == 1


@pytest.mark.parametrize(
    ("file", "content", "rule", "line"),
    [
        ("corpus.jsonl", b'{"id": "a", "text": "x"}\n{"id"', "not JSON", "2"),
        ("corpus.jsonl", '{"id": "a", "text": "가"}'.encode("cp949"), "not UTF-8", "1"),
        ("corpus.jsonl", b"", "empty", "0"),
        ("queries.jsonl", b'{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}', "duplicate id", "2"),
        ("qrels.tsv", b"query_id\tdoc_id\tscore\nq-ko-bp ko-bp 2", "tabs", "2"),
        ("qrels.tsv", b"query_id\tdoc_id\tscore\nq-ko-bp\tko-bp\t0", "no query", "0"),
    ],
)
def test_a_broken_set_is_refused_by_file_and_line(
    tmp_path: Path, file: str, content: bytes, rule: str, line: str
) -> None:
    (judged_folder(tmp_path) / file).write_bytes(content)
    with pytest.raises(JudgedSetInvalid) as refused:
        read_judged_set(tmp_path)
    assert (refused.value.details["file"], refused.value.details["line"]) == (file, line)
    assert rule in refused.value.details["rule"]


def test_a_fit_finds_the_leg_that_knows(tmp_path: Path, tokenizer: Tokenizer) -> None:
    (fit,) = fit_weights([read_judged_set(judged_folder(tmp_path))], tokenizer)
    assert (fit.language, fit.vector_leg, len(fit.curve)) == ("ko", "lsa", len(SHARES))
    assert fit.curve[SHARES.index(fit.share)] >= max(fit.curve) - 0.002


def test_the_command_prints_json_and_draws(tmp_path: Path) -> None:
    folder, plot = judged_folder(tmp_path / "set"), tmp_path / "plot.vl.json"
    ran = CliRunner().invoke(application(), ["evaluate", "retrieval", str(folder), "--json", "--plot", str(plot)])
    assert ran.exit_code == 0, ran.output
    (report,) = json.loads(ran.stdout)
    assert report["set"] == "set"
    assert {system["name"] for system in report["systems"]} >= {"bm25", "lsa", DEFAULT_SYSTEM, "RRF 60"}
    assert len(json.loads(plot.read_text())["data"]["values"]) == len(report["systems"])
