"""The learned reader: what it guarantees whatever its models say, and what they have to understand at least."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.proposals import Operation, Proposal
from domain.values import ANY, Certainty, Concept, Content, Polarity, SlotKind, Status
from extraction.reading.learned.features import BUCKETS
from extraction.reading.learned.linear import MODELS, load_models, pack, unpack
from extraction.reading.understanding import Act, ActKind, Understanding
from extraction.reading.vetoes import allowed
from extraction.rules.claims import RULES
from tests.properties.effort import EFFORT, for_all
from tests.shipped import reader

NOW = datetime(2026, 3, 4, 3, tzinfo=UTC)
WORDS = st.sampled_from(
    "고혈압 당뇨 메트포르민 500mg 페니실린 알레르기 있어요 없어요 먹어요 아니라 7.2 혈압 130/80 어제 끊었어요 ? . "
    "I have take metformin penicillin allergy no not A1c was 6.9 stopped yesterday my mother ? hives - "
    "아래 두배 58 bottom 86".split()
)


def content(slot: SlotKind, name: str, **fields: object) -> Content:
    return Content.of({"slot": slot, "concept": Concept(concept_id=name, name=name), **fields})


def understood(*kinds: ActKind, doubt: float = 0.0) -> Understanding:
    return Understanding("en", tuple(Act(kind, doubt) for kind in kinds), (), (), red_flag=False, doubt=doubt)


def learned(operation: Operation, said: Content | None, confidence: float = 1.0) -> Proposal:
    return Proposal(operation=operation, content=said, confidence=confidence, extractor="reader@x", start=0, end=4)


HEARD = st.sampled_from(
    (
        (),
        tuple(
            content(SlotKind.VITALS, f"{side}_blood_pressure", value=value)
            for side, value in (("systolic", 130.0), ("diastolic", 86.0))
        ),
        (content(SlotKind.MEDICATIONS, "metformin", dose="500mg"), content(SlotKind.LABS, "hba1c", value=7.2)),
        (content(SlotKind.ALLERGIES, "penicillin"), content(SlotKind.DEMOGRAPHICS, "age", value=58.0, unit="a")),
    )
)
ASKED = st.sampled_from(
    ("", "혈압을 130/86으로 적었습니다. 맞나요?", "Your A1c was 7.2, is that right?", "몇 살이세요?")
)


@EFFORT
def test_no_text_breaks_the_reader_and_every_quote_stands_in_it(examples: int) -> None:
    def holds(example: tuple[str, tuple[Content, ...], str]) -> None:
        text, heard, agent = example

        def reading() -> tuple[Proposal, ...]:
            return reader().read(text, said_at=NOW, time_zone="Asia/Seoul", spoken_of=heard, agent_said=agent).proposals

        found = reading()
        for proposal in found:
            assert proposal.start is not None and text[proposal.start : proposal.end] == proposal.quote
        assert reading() == found

    texts = st.lists(WORDS, max_size=14).map(" ".join) | st.text(max_size=60)
    for_all(examples, st.tuples(texts, HEARD, ASKED), holds)


# Two, three and seven labels, of the models that take least to compress.
@pytest.mark.parametrize(
    "names",
    [("arc:figure", "arc:relative", "change"), pytest.param((), marks=pytest.mark.torture)],
    ids=["some", "all"],
)
def test_a_model_file_comes_back_as_it_was_written(names: tuple[str, ...]) -> None:
    models = {name: load_models().by_name[name] for name in names or load_models().by_name}
    again = unpack(pack(models))
    buckets = [3, 77, 4_000, 100_003]
    assert len(models) > 1
    for name, model in models.items():
        assert again[name].labels == model.labels
        assert list(again[name].scores(buckets)) == list(model.scores(buckets))


def test_what_was_read_is_written_as_the_same_bytes() -> None:
    content = MODELS.joinpath("reader.npz").read_bytes()
    names = ("arc:frequency", "arc:relative")
    models = unpack(content)
    some = pack({name: models[name] for name in names})
    assert pack(unpack(some).by_name) == some


def test_a_model_of_few_labels_takes_no_row_table_of_its_own() -> None:
    few = [model for model in load_models().by_name.values() if len(model.labels) == 2]
    assert len(few) > 1
    assert len({id(model.row_of) for model in few}) == 1


def test_another_file_is_no_model() -> None:
    with pytest.raises(ValueError, match="damaged"):
        unpack(b"PK\x03\x04")


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("고혈압이 있고 암로디핀 5mg 먹어요.", "state"),
        ("Is it safe to take ibuprofen with my pills?", "ask"),
        ("혈색소는 7.2가 아니라 6.9예요", "correct"),
        ("Thank you so much!", "social"),
    ],
)
def test_plain_acts_are_heard(text: str, act: ActKind) -> None:
    understanding = reader().read(text, said_at=NOW, time_zone="Asia/Seoul").understanding
    assert understanding is not None and understanding.has(act)


def test_a_question_states_nothing_unless_both_readers_hear_a_statement_or_one_hardly_doubts_it() -> None:
    told = content(SlotKind.CONDITIONS, "gout")
    alone = learned(Operation.ASSERT, told, confidence=0.9)
    agreed, sure = alone.with_fields(extractor=RULES), learned(Operation.ASSERT, told, confidence=0.98)
    assert allowed(understood("ask"), (alone, agreed)) == (agreed,)
    assert allowed(understood("ask"), (alone, sure)) == (sure,)
    assert allowed(understood("ask", "state"), (alone,)) == (alone,)


@pytest.mark.parametrize("operation", [Operation.RETRACT, Operation.REVERT, Operation.CHANGE])
def test_an_allergy_is_never_withdrawn_on_a_guess(operation: Operation) -> None:
    denied = content(SlotKind.ALLERGIES, "penicillin", polarity=Polarity.NEGATED)
    proposal = learned(operation, denied)
    assert allowed(understood("state"), (proposal,)) == ()
    assert allowed(understood("retract", doubt=0.95), (proposal,)) == ()
    assert allowed(understood("retract"), (learned(operation, denied, confidence=0.6),)) == ()
    assert allowed(understood("retract"), (proposal,)) == (proposal,)


def test_no_allergies_gives_way_to_an_allergy_that_the_same_words_tell() -> None:
    none = learned(Operation.ASSERT, content(SlotKind.ALLERGIES, ANY, polarity=Polarity.NEGATED))
    told = learned(Operation.ASSERT, content(SlotKind.ALLERGIES, "latex"))
    assert allowed(understood("state"), (none, told)) == (told,)


def test_what_the_body_reacts_to_is_no_medicine_in_use() -> None:
    taken = learned(Operation.ASSERT, content(SlotKind.MEDICATIONS, "codeine", status=Status.ACTIVE))
    reacted = learned(Operation.ASSERT, content(SlotKind.ALLERGIES, "codeine"))
    assert allowed(understood("state"), (taken, reacted)) == (reacted,)


def test_a_disease_that_one_reader_asserts_with_doubt_is_uncertain() -> None:
    [kept] = allowed(understood("state"), (learned(Operation.ASSERT, content(SlotKind.CONDITIONS, "gout"), 0.6),))
    assert kept.content is not None and kept.content.certainty is Certainty.UNCERTAIN


def read(text: str, *heard: Content, agent: str = "") -> list[tuple[str, object]]:
    reading = reader().read(text, said_at=NOW, time_zone="Asia/Seoul", spoken_of=heard, agent_said=agent)
    told = [one.content for one in reading.proposals if one.content is not None]
    return [(one.concept.concept_id, one.dose if one.slot is SlotKind.MEDICATIONS else one.value) for one in told]


def test_the_strengths_of_a_combination_stay_together() -> None:
    assert ("sacubitril_valsartan", "49/51mg") in read("I take Entresto 49/51 twice a day.")
    assert ("systolic_blood_pressure", 138.0) in read("On losartan. Today 138/86.")


def test_a_bare_dose_is_in_the_unit_of_its_packages_and_else_in_none() -> None:
    assert ("metformin", "500mg") in read("I take metformin 500 twice a day.")
    assert ("insulin_glargine", "22U") in read("I take Lantus 22 at bedtime.")
    assert ("levothyroxine", "75mcg") in read("I take levothyroxine 75 every morning.")
    assert ("levothyroxine", "0.05mg") in read("씬지로이드 0.05 아침마다 먹어요.")
    assert ("folic_acid", "5") in read("I take folic acid 5 once a day.")


def test_a_number_of_the_record_that_is_corrected_without_a_name() -> None:
    dose = content(SlotKind.MEDICATIONS, "insulin_glargine", dose="40 units", status=Status.ACTIVE)
    assert ("insulin_glargine", "14 units") in read("I told you forty units, it's fourteen.", dose)


def test_the_answer_to_the_agents_question_is_a_value_of_what_was_asked() -> None:
    assert ("body_temperature", 38.9) in read("38.9", agent="오늘 체온을 재 보셨나요?")
    assert ("glucose", 131.0) in read("131요", agent="오늘 아침 혈당은 얼마였나요?")


@pytest.mark.parametrize(
    ("text", "has"),
    [("호두 먹으면 입안 가렵고 목 간질", False), ("귀 속도 간질간질해요", False), ("어릴 때부터 간질이 있어요", True)],
)
def test_what_itches_is_no_epilepsy(text: str, has: bool) -> None:
    assert ("epilepsy" in [name for name, _ in read(text)]) is has


def test_a_class_beside_its_medicine_is_no_second_medicine() -> None:
    names = [name for name, _ in read("피 묽게 하는 약, 와파린 먹어요.")]
    assert "warfarin" in names and "anticoagulant" not in names


def test_any_one_number_of_a_pressure_can_be_put_right() -> None:
    top, bottom = (
        content(SlotKind.VITALS, f"{side}_blood_pressure", value=value)
        for side, value in (("systolic", 127.0), ("diastolic", 86.0))
    )
    for text in ("위는 그대로 두시고 아래만 68로", "Only the bottom one was wrong. 68.", "아래가 68이에요"):
        assert all(name != "systolic_blood_pressure" or value != 68.0 for name, value in read(text, top, bottom)), text


@pytest.mark.parametrize("operation", [Operation.RETRACT, Operation.REVERT])
def test_nothing_is_withdrawn_by_words_that_take_nothing_back(operation: Operation) -> None:
    proposal = learned(operation, content(SlotKind.CONDITIONS, "diabetes_mellitus"))
    assert allowed(understood("state"), (proposal,)) == ()
    assert allowed(understood("retract"), (proposal,)) == (proposal,)


@pytest.mark.parametrize(
    "text",
    [
        "My A1c goal is 7.0.",
        "당화혈색소 목표는 6.5래요",
        "The doctor wants my A1c under 7.",
        "당화혈색소 6.5 이하가 목표래요",
    ],
)
def test_a_goal_is_no_value(text: str) -> None:
    known = content(SlotKind.LABS, "hba1c", value=7.4, unit="%", valid_from="2026-02-01")
    assert [name for name, _ in read(text, known)] in ([], ["goal:hba1c"])


def test_a_value_beside_its_goal_is_one() -> None:
    known = content(SlotKind.LABS, "hba1c", value=8.1, unit="%", valid_from="2026-02-01")
    assert read("A1c should be 6.5 but it was 7.4", known) == [("hba1c", 7.4)]


def test_what_is_heard_as_nothing_is_kept_as_uncertain_at_most() -> None:
    told = learned(Operation.ASSERT, content(SlotKind.CONDITIONS, "diabetes_mellitus"))
    for proposal in (told, told.with_fields(extractor=RULES)):
        [kept] = allowed(understood("state", doubt=1.0), (proposal,))
        assert kept.content is not None and kept.content.certainty is Certainty.UNCERTAIN
        assert allowed(understood("state"), (proposal,)) == (proposal,)


@pytest.mark.parametrize(
    "text",
    ["2026년 3월 2일 혈당은 101이었어요.", "오늘 혈당 112 나왔어요", "아침 혈당 112", "Glucose was 101 on March 2."],
)
def test_each_value_of_a_home_meter_is_one_more_reading(text: str) -> None:
    values = [
        content(SlotKind.LABS, "glucose", value=90.0 + day, unit="mg/dL", valid_from=f"2026-02-2{day}")
        for day in reversed(range(1, 5))
    ]
    reading = reader().read(text, said_at=NOW, time_zone="Asia/Seoul", spoken_of=values)
    assert [one.operation for one in reading.proposals] == [Operation.ASSERT]


@pytest.mark.parametrize(
    "text",
    [
        "I was never tested for allergies, so I do not know.",
        "알레르기는 잘 모르겠어요",
        "I don't know if I have allergies.",
    ],
)
def test_not_to_know_of_allergies_is_not_to_have_none(text: str) -> None:
    proposals = reader().read(text, said_at=NOW, time_zone="Asia/Seoul").proposals
    told = [one.content for one in proposals if one.content is not None]
    assert all((one.concept.concept_id, one.certainty) == (ANY, Certainty.UNKNOWN) for one in told)
    assert all(one.polarity is Polarity.AFFIRMED for one in told)


@given(st.lists(st.integers(0, BUCKETS - 1), max_size=300))
def test_classifiers_that_are_asked_together_answer_as_each_alone(buckets: list[int]) -> None:
    models, names = load_models(), ("role", "state", "change", "certain", "act:ask")

    assert models.tables(names, buckets) == {name: models[name].table(buckets) for name in names}


@given(st.lists(st.lists(st.integers(0, BUCKETS - 1), min_size=1, max_size=60), max_size=8))
def test_examples_that_are_scored_at_once_score_as_each_alone(examples: list[list[int]]) -> None:
    models, names = load_models(), ("role", "state", "change", "certain")

    assert models.tables_of(names, examples) == [models.tables(names, one) for one in examples]
    assert models["role"].tables_of(examples) == [models["role"].table(one) for one in examples]
