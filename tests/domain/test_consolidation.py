from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.consolidation import Cluster, Trend, Won, consolidate, is_named
from domain.ledger import Fact, Ledger
from domain.mentions import Mentions
from domain.values import Coding, Concept, Content, Polarity, SlotKind, Source
from tests.builders import allergy, condition, contradicted, evidence, lab, medicine, recorded, symptom
from tests.specs import history


def facts_of(*contents: Content) -> tuple[Fact, ...]:
    ledger = Ledger()
    for event in history(*(recorded(f"f{number}", content) for number, content in enumerate(contents))):
        ledger.apply(event)
    return tuple(ledger.current())


def cosines(pairs: dict[frozenset[str], float]) -> object:
    def similarity(texts: Sequence[str]) -> list[list[float]]:
        return [[1.0 if a == b else pairs.get(frozenset((a, b)), 0.0) for b in texts] for a in texts]

    return similarity


def members(clusters: tuple[Cluster, ...]) -> list[list[str]]:
    return [[fact.fact_id for fact in one.members] for one in clusters]


def said_again(fact: Fact, times: int) -> Fact:
    evidence = fact.evidence
    for _ in range(times - 1):
        evidence = evidence.and_(fact.evidence[0])
    return replace(fact, evidence=evidence)


def test_the_thesis_example_three_mentions_of_a_headache_weigh_1_235() -> None:
    (headache,) = facts_of(symptom("headache"))
    (item,) = consolidate([said_again(headache, 3)])
    assert item.mentions == 3
    assert item.importance(0.95) == pytest.approx(1.235)


def test_values_of_a_test_on_different_days_are_one_series_with_its_latest_value() -> None:
    facts = facts_of(lab(6.9, "2025-03-03"), lab(7.8, "2024-12-02"), lab(7.1, "2025-01-20"))
    (series,) = consolidate(facts)
    assert series.is_series
    assert [fact.content.value for fact in series.members] == [7.8, 7.1, 6.9]
    assert series.representative.content.value == 6.9
    assert series.won is Won.LATEST
    assert series.previous is not None and series.previous.content.value == 7.1
    assert series.trend is Trend.FALLING
    assert series.cohesion == 1.0


@pytest.mark.parametrize(
    ("first", "second", "trend"),
    [
        (lab(7.0, "2025-01"), lab(7.5, "2025-02"), Trend.RISING),
        (lab(7.0, "2025-01"), lab(7.0, "2025-02"), Trend.STEADY),
        (lab(7.0, "2025-01"), lab(7.5, "2025-02", comparator="<"), Trend.NONE),
        (lab(7.0, "2025-01"), lab(53.0, "2025-02").with_fields(unit="mmol/mol"), Trend.NONE),
    ],
)
def test_a_trend_needs_two_plain_numbers_in_one_unit(first: Content, second: Content, trend: Trend) -> None:
    (series,) = consolidate(facts_of(first, second))
    assert series.trend is trend


def test_a_fasting_value_is_no_reading_of_the_random_series() -> None:
    clusters = consolidate(facts_of(lab(7.0, name="glucose"), lab(9.0, "2025-01", name="glucose", qualifier="fasting")))
    assert len(clusters) == 2


def test_another_subject_or_polarity_is_another_item() -> None:
    contents = (
        condition(),
        condition(subject="mother"),
        condition("gout", polarity=Polarity.NEGATED),
        condition("gout"),
    )
    assert len(consolidate(facts_of(*contents))) == 4


def test_words_without_a_concept_are_joined_above_the_cosine_and_never_at_it() -> None:
    facts = facts_of(symptom("머리가 띵함"), symptom("머리가 띵하고 멍함"))
    for cosine, items in ((0.81, 1), (0.8, 2)):
        near = cosines({frozenset(("머리가 띵함", "머리가 띵하고 멍함")): cosine})
        clusters = consolidate(facts, near)  # type: ignore[arg-type]
        assert len(clusters) == items
        assert clusters[0].cohesion == (pytest.approx(0.81) if items == 1 else 1.0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("왼쪽 무릎이 시큰함", "오른쪽 무릎이 시큰함"),
        ("손이 떨림", "손이 안 떨리고 떨림 없음"),
        ("저혈당 느낌", "고혈당 느낌"),
        ("pain in left knee", "pain in right knee"),
        ("grade 2 sprain", "grade 3 sprain"),
    ],
)
def test_a_side_a_number_or_a_negation_keeps_words_apart_however_near(one: str, other: str) -> None:
    near = cosines({frozenset((one, other)): 0.99})
    assert len(consolidate(facts_of(symptom(one), symptom(other)), near)) == 2  # type: ignore[arg-type]


def test_named_concepts_drugs_and_allergens_are_never_joined_by_cosine() -> None:
    def everything(texts: Sequence[str]) -> list[list[float]]:
        return [[1.0] * len(texts) for _ in texts]

    codes = [Concept(concept_id=str(n), name=name, codings=(Coding(system="s", code=str(n)),)) for n, name in
             enumerate(("gastritis", "gastric ulcer"))]  # fmt: skip
    contents = (
        *(Content(slot=SlotKind.CONDITIONS, concept=concept) for concept in codes),
        medicine(name="xyzal"),
        medicine(name="xyzall"),
        allergy("penicillin"),
        allergy("penicillamine"),
    )
    assert len(consolidate(facts_of(*contents), everything)) == len(contents)


def test_chains_of_near_words_do_not_join_what_is_far_apart() -> None:
    a, b, c = "속이 더부룩", "속이 답답", "가슴이 답답"
    near = cosines({frozenset((a, b)): 0.9, frozenset((b, c)): 0.85})
    clusters = consolidate(facts_of(symptom(a), symptom(b), symptom(c)), near)  # type: ignore[arg-type]
    assert members(clusters) == [["f0", "f1"], ["f2"]]


def test_sides_of_a_contradiction_stay_together_and_name_each_other() -> None:
    ledger = Ledger()
    for event in history(recorded("a", lab(7.2)), contradicted("b", lab(6.9), "a")):
        ledger.apply(event)
    (item,) = consolidate(ledger.current())
    assert set(item.contradictions) == {"a", "b"}
    assert item.trend is Trend.NONE


def test_why_a_fact_won() -> None:
    older, newer = facts_of(symptom("어질어질함", valid_from="2025-01"), symptom("머리가 핑 돎", valid_from="2025-02"))
    near = cosines({frozenset(("어질어질함", "머리가 핑 돎")): 0.95})

    def winner(*facts: Fact) -> tuple[str, Won]:
        (item,) = consolidate(facts, near)  # type: ignore[arg-type]
        return item.representative.fact_id, item.won

    assert winner(older, newer) == ("f1", Won.LATEST)
    same_day = replace(older, content=older.content.with_fields(valid_from="2025-02"))
    assert winner(said_again(same_day, 2), newer) == ("f0", Won.MOST_MENTIONED)
    record = Mentions(evidence().with_fields(source=Source.RECORD))
    assert winner(replace(same_day, evidence=record), newer) == ("f1", Won.MOST_TRUSTED)
    assert winner(same_day, newer) == ("f0", Won.FIRST_RECORDED)
    assert consolidate([older])[0].won is Won.ONLY


def test_is_named() -> None:
    assert not is_named(Concept(concept_id="머리가띵함", name="머리가 띵함"))
    assert is_named(Concept(concept_id="headache", name="headache", codings=(Coding(system="s", code="1"),)))
    assert is_named(Concept(concept_id="type_2_diabetes", name="Type 2 diabetes mellitus"))


WORDS = ("띵함", "멍함", "무거움", "눌림")


@st.composite
def some_facts(draw: st.DrawFn) -> tuple[tuple[Fact, ...], dict[frozenset[str], float]]:
    content = st.one_of(
        st.builds(lab, st.sampled_from((6.5, 7.0)), st.sampled_from(("2025-03-09", "2025-01", "2024"))),
        st.builds(condition, st.sampled_from(("gout", "asthma")), subject=st.sampled_from(("patient", "mother"))),
        st.builds(symptom, st.sampled_from(WORDS), polarity=st.sampled_from(tuple(Polarity))),
    )
    facts = tuple(said_again(fact, draw(st.integers(1, 4))) for fact in facts_of(*draw(st.lists(content, max_size=8))))
    pairs = {frozenset((a, b)): draw(st.floats(0, 1)) for a in WORDS for b in WORDS if a < b}
    return facts, pairs


@given(some_facts(), st.randoms(use_true_random=False))
def test_clusters_partition_the_facts_whatever_their_order(
    example: tuple[tuple[Fact, ...], dict[frozenset[str], float]], chance: object
) -> None:
    facts, pairs = example
    similarity = cosines(pairs)
    clusters = consolidate(facts, similarity)  # type: ignore[arg-type]
    assert sorted(fact_id for one in members(clusters) for fact_id in one) == sorted(fact.fact_id for fact in facts)
    shuffled = list(facts)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert consolidate(shuffled, similarity) == clusters  # type: ignore[arg-type]
    for one in clusters:
        assert one.representative in one.members
        assert len({(fact.content.slot, fact.content.subject, fact.content.polarity) for fact in one.members}) == 1
        assert one.mentions == sum(fact.mentions for fact in one.members)
        assert 0.8 < one.cohesion <= 1.0
        assert 0.0 <= one.importance(0.5) <= 0.5 * (1 + 0.1 * one.mentions)


def test_every_order_of_a_small_set_gives_the_same_items() -> None:
    facts = facts_of(symptom("멍함"), symptom("띵함"), symptom("눌림"))
    similarity = cosines({frozenset(("멍함", "띵함")): 0.9, frozenset(("띵함", "눌림")): 0.9})
    assert len({consolidate(order, similarity) for order in permutations(facts)}) == 1  # type: ignore[arg-type]
