"""Conversations for experiments: deterministic, balanced, and planted so that there is something to notice."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.study.analysis.claims import claims
from evaluation.study.experiments.definition import names, read_experiment
from evaluation.study.experiments.own import OWN
from evaluation.study.families.planted import DOCUMENTS, corpus, hidden, opposed
from evaluation.study.families.registry import FAMILIES, family
from evaluation.study.metrics.terms import terms
from evaluation.study.patients import InvalidStudy, generate
from evaluation.study.question_sets import SHARES, drawn_questions
from evaluation.study.running.settings import Settings, scenarios_of, tasks_of
from evaluation.study.vocabulary import LANGUAGES


@settings(max_examples=25)
@given(
    st.sampled_from(sorted(FAMILIES)),
    st.integers(1, 6),
    st.integers(0, 9),
    st.sampled_from(LANGUAGES),
)
def test_every_family_makes_the_same_whole_conversations_again(name: str, count: int, seed: int, language: str) -> None:
    patients = generate(count, seed)
    made = family(name)(patients, language, seed, {})  # type: ignore[arg-type]
    assert made == family(name)(patients, language, seed, {})  # type: ignore[arg-type]
    assert len({one.scenario_id for one in made}) == len(made) == count
    for one in made:
        assert one.turns and all(said.text.strip() and "{" not in said.text for said in one.turns)
        moments = [said.at for said in one.turns]
        assert moments == sorted(moments) and len(set(moments)) == len(moments)


def test_the_planted_corpus_holds_400_documents_and_twenty_contradictions_a_language() -> None:
    rows = [json.loads(line) for line in corpus().splitlines()]
    assert len(rows) == DOCUMENTS == len({row["id"] for row in rows})
    assert corpus() == corpus()
    for language in LANGUAGES:
        planted = {document for one in opposed(language) for document in one.documents}
        assert len(planted) == 20 and planted <= {row["id"] for row in rows}
        texts = {row["id"]: row["text"] for row in rows}
        for one in hidden(language):
            # The question's words don't lead there; what is missing does.
            assert not terms(one.question) & terms(f"{one.title} {texts[one.document]}"), one.id
            assert terms(one.missing) & terms(one.title)


def test_repeats_come_after_what_they_repeat() -> None:
    for one in family("repeats")(generate(5, 3), "ko", 3, {"turns": 12}):
        ids = [said.template.id for said in one.turns]
        for again in (name for name in ids if name.startswith("EQ.again")):
            assert ids.index(again.replace("again", "first")) < ids.index(again)


def test_labels_are_met_equally_often() -> None:
    made = family("labelled")(generate(3, 1), "en", 1, {"questions": 5})
    labels = Counter(said.labelled for one in made for said in one.turns)
    assert set(labels.values()) == {15} and len({said.text for one in made for said in one.turns}) == 45


def test_shipped_experiments_can_be_planned_and_their_own_metrics_exist() -> None:
    plan = Settings(experiments=names(), patients=4)
    assert {"p6", "ablation", "memory", "consistency", "retrieval", "stops", "cache", "intent", "availability"} <= set(
        names()
    )
    keys = [task.key for name in names() for task in tasks_of(plan, name) if task.experiment == "ablation"]
    assert len(keys) == len(set(keys)) > 50
    switched, looked_for = set[str](), set[str]()
    for name in names():
        looked_for.update(read_experiment(name).claims)
        for stage in read_experiment(name).stages:
            assert scenarios_of(plan, stage)
            for own in stage.own:
                assert own.metric in OWN and {own.system, stage.whole} <= set(stage.systems), (name, stage.id)
                switched.add(own.part)
    flags = {
        "self_refine_enabled", "llm_based_quality_check", "dynamic_query_rewrite", "quality_check_enabled",
        "duplicate_detection", "progress_monitoring", "active_retrieval", "memory_consolidation", "consistency_check",
        "uncertainty_aware", "adaptive_threshold", "response_cache", "context_compression", "hierarchical_memory",
        "hybrid_retrieval",
    }  # fmt: skip
    assert flags <= switched, "every flag of the agent has its own metric"
    assert looked_for == {claim.id for claim in claims()}, "every claim has an experiment that is there for it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_hundred_questions_in_the_thesis_shares(language: str) -> None:
    drawn = drawn_questions(200, 80, 42, language)  # type: ignore[arg-type]
    assert Counter(one.complexity for one in drawn) == {name: 200 * share for name, share in SHARES.items()}
    assert len({(one.patient, one.text) for one in drawn}) == 200
    assert drawn == drawn_questions(200, 80, 42, language)  # type: ignore[arg-type]
    assert drawn != drawn_questions(200, 80, 43, language)  # type: ignore[arg-type]
    assert {name for one in drawn for name in one.sets} >= {"context use", "under-specification", "consistency"}


def test_what_cannot_be_made_is_refused_by_name(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidStudy, match="No family of scenarios is called luck"):
        family("luck")
    with pytest.raises(InvalidStudy, match="turns is a whole number from 8 to 120, not 7"):
        family("complaints")(generate(1, 1), "ko", 1, {"turns": 7})
    with pytest.raises(InvalidStudy, match="simple questions, not"):
        drawn_questions(5_000, 2, 1, "ko")
    file = tmp_path / "mine.yaml"
    for text, named in (
        ("name: mine", "title: Field required"),
        ("{", "is no YAML"),
        ("{name: mine, title: t, question: q, stages: [{id: a, family: p6, systems: []}]}", "stages.0.systems"),
        ("{name: mine, title: t, question: q, stages: [{id: a, family: p6, systems: [x]}, "
         "{id: a, family: p6, systems: [x]}]}", "two stages of one id"),
    ):  # fmt: skip
        file.write_text(text, encoding="utf-8")
        with pytest.raises(InvalidStudy, match=named):
            read_experiment(str(file))
    with pytest.raises(InvalidStudy, match="cannot be read"):
        read_experiment(str(tmp_path / "none.yaml"))
