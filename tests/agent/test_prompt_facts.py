"""What a prompt tells of memory: in the patient's language, and what the question is about before what weighs more."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from agent.context import Added, Context, ContextAssembler
from agent.prompt_facts import content_line
from agent.skills.ports import Question
from agent.tokens import TokenCounter, token_counter
from domain.values import Certainty, Concept, Content, Polarity, SlotKind, Status
from tests.agent.conversation import NOW, ZONE, Conversation, age, allergy, condition, lab, medicine, symptom

METFORMIN = Concept(concept_id="metformin", name="Metformin", display="메트포르민")
LINES = (
    (
        {"slot": SlotKind.MEDICATIONS, "concept": METFORMIN, "dose": "500mg", "frequency": "BID",
         "status": Status.STOPPED},
        "복용약: 메트포르민 500mg 하루 두 번 (중단)",
        "medicine: Metformin 500mg twice a day (stopped)",
    ),
    (
        {"slot": SlotKind.VITALS, "concept": Concept(concept_id="s", name="Systolic", display="수축기"), "value": 138.0,
         "unit": "mm[Hg]"},
        "활력징후: 수축기 138 mmHg",
        "vital sign: Systolic 138 mmHg",
    ),
    (
        {"slot": SlotKind.DEMOGRAPHICS, "concept": Concept(concept_id="age", name="age", display="나이"), "value": 58.0,
         "unit": "a"},
        "기본 정보: 나이 58세",
        "about: age 58",
    ),
    (
        {"slot": SlotKind.DEMOGRAPHICS, "concept": Concept(concept_id="gender", name="gender", display="성별"),
         "value": "male"},
        "기본 정보: 성별 남성",
        "about: gender male",
    ),
    (
        {"slot": SlotKind.ALLERGIES, "concept": Concept(concept_id="p", name="Penicillin", display="페니실린"),
         "reaction": "hives"},
        "알레르기: 페니실린 (두드러기)",
        "allergy: Penicillin (hives)",
    ),
    (
        {"slot": SlotKind.FAMILY_HISTORY, "concept": Concept(concept_id="d", name="Diabetes", display="당뇨병"),
         "subject": "grandmother", "certainty": Certainty.UNCERTAIN},
        "가족력 (할머니): 당뇨병 (불확실)",
        "family history (grandmother): Diabetes (uncertain)",
    ),
    (
        {"slot": SlotKind.LABS, "concept": Concept(concept_id="b", name="HBsAg", display="B형간염 항원"),
         "value": "negative"},
        "검사: B형간염 항원 음성",
        "test: HBsAg negative",
    ),
    (
        {"slot": SlotKind.CONDITIONS, "concept": Concept(concept_id="a", name="Asthma", display="천식"),
         "polarity": Polarity.NEGATED},
        "질환: 천식 (없음)",
        "condition: Asthma (denied)",
    ),
)  # fmt: skip


@pytest.mark.every_case
@pytest.mark.parametrize(("fields", "korean", "english"), LINES)
def test_a_fact_is_told_in_the_language_of_the_prompt(fields: dict[str, object], korean: str, english: str) -> None:
    content = Content.of(fields)
    assert (content_line(content, "ko"), content_line(content, "en")) == (korean, english)


def test_no_code_stands_in_a_prompt() -> None:
    told = " ".join(content_line(Content.of(fields), "ko") for fields, _, _ in LINES)
    assert not re.search(r"QD|BID|\[|\{|male|hives|negative|stopped", told)


READINGS = [lab("hba1c", 7.0 + month / 10, "%", f"2023-{month:02d}-01") for month in range(1, 9)]


def crowded() -> Conversation:
    """A patient of whom far more is known than fits, old complaints most of all."""
    ids = ("cough", "headache", "dizziness", "nausea", "fatigue", "insomnia", "back_pain", "heartburn")
    old = [symptom(one, valid_from=f"20{year}-01-01") for one in ids for year in range(10, 24)]
    return Conversation().knows(
        age(58), condition("hypertension"), medicine("metformin", "500mg", "BID"), *READINGS, *old
    )  # fmt: skip


def told(context: Context) -> str:
    return "\n".join(context.fact_lines())


def test_who_the_patient_is_and_all_readings_of_the_test_in_question_come_before_what_weighs_more() -> None:
    view = crowded().view
    asked = Question("당화혈색소가 어떻게 변했나요?", "ko", NOW + timedelta(days=400), ZONE, 2)
    assembler = ContextAssembler(token_counter())
    about = told(assembler.assemble(asked, view, (), added=Added(("hba1c",))))
    assert "나이" in about or "age" in about
    assert all(f"{reading.value}%" in about for reading in READINGS)
    assert token_counter().count(about) <= 850


def test_the_draft_borrows_from_documents_and_goes_where_it_would_take_all() -> None:
    view = Conversation().knows(allergy("penicillin")).view
    question = Question("고혈압에 소금은요?", "ko", NOW, ZONE, 2)
    assembler = ContextAssembler(token_counter(), prompt="answer@3")
    for sentences, kept in ((1, True), (60, True), (2_000, False)):
        context = assembler.assemble(
            question, view, (), added=Added(draft="소금은 하루 5g 아래로 드세요. " * sentences)
        )
        assert bool(context.added.draft) is kept
        event = assembler.event(context, 0)
        assert event.tokens["total"] == sum(token_counter().count(one.text) for one in context.messages())
        assert event.tokens["total"] <= 4_000


def test_of_a_patient_only_new_lines_are_counted_again() -> None:
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return len(text)

    assembler, question = ContextAssembler(TokenCounter("letters", count)), Question("혈당이요?", "ko", NOW, ZONE, 2)
    conversation = Conversation().knows(condition("hypertension"), medicine("metformin", "500mg", "BID"))
    before = assembler.assemble(question, conversation.view, ())
    counted.clear()
    after = assembler.assemble(question, conversation.knows(allergy("penicillin")).view, ())
    new = set(after.fact_lines()) - set(before.fact_lines())
    assert len(new) == 1
    assert set(counted) == new | {question.text}
    assert {line.tokens for line in after.profile} == {len(line) for line in after.fact_lines()}
