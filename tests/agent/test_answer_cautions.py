"""A question for leave is answered with everything that it names in mind, and never with the pair unmentioned."""

from __future__ import annotations

import pytest

from domain.values import SlotKind, Status, Temporality
from tests.agent.conversation import Conversation, allergy, condition, hits, lab, medicine, none_of, states


@pytest.mark.parametrize(
    ("language", "question", "found", "danger"),
    [
        ("en", "Can I take losartan while I'm pregnant?", "en-losartan-02", "harm the unborn child"),
        ("ko", "로사르탄 임신 중에 먹어도 되나요?", "ko-losartan-02", "태아에게 해로울"),
        ("en", "Is ibuprofen OK with kidney disease?", "en-ibuprofen-01", "harm the kidneys"),
        ("ko", "콩팥이 나쁜데 이부프로펜 먹어도 될까요?", "ko-ibuprofen-01", "콩팥 기능이 나빠질"),
        ("en", "Is amoxicillin okay with a penicillin allergy?", "en-amoxicillin-02", "avoid Amoxicillin"),
        ("en", "Can I keep taking lisinopril in pregnancy?", "en-htn-acei-01", "harm the unborn child"),
        ("ko", "와파린이랑 이부프로펜 같이 먹어도 돼요?", "ko-ibuprofen-01", "출혈 위험이 커질"),
    ],
)
def test_what_the_question_names_is_warned_of_and_not_recorded(
    language: str, question: str, found: str, danger: str
) -> None:
    talk = Conversation("en" if language == "en" else "ko")
    draft = talk.said(question, found=hits(found))
    assert danger in draft.text
    assert draft.citations
    assert not draft.facts_used
    assert not talk.view.ledger.facts


@pytest.mark.parametrize(
    ("language", "question", "found", "quoted"),
    [
        ("ko", "암로디핀 임신 중에 먹어도 되나요?", ("ko-amlodipine-01", "ko-amlodipine-02"), "임신 중 암로디핀은"),
        ("ko", "이소트레티노인 임신 계획 중인데 먹어도 돼요?", ("ko-acne-01",), "임신 중에는 절대 쓰지 않고"),
        ("en", "We hope to conceive, may I use Accutane?", ("en-acne-01",), "never used in pregnancy"),
        ("en", "Is sertraline safe while breastfeeding?", ("en-sertraline-01",), "can be used while breastfeeding"),
        ("ko", "임신성 당뇨병에 메트포르민 써도 되나요?", ("ko-metformin-03", "ko-metformin-04"), "태반을 통과"),
        ("en", "Does gabapentin need a lower dose in kidney disease?", ("en-gabapentin-01",), "creatinine clearance"),
    ],
)
def test_every_sentence_quoted_speaks_of_the_medicine_in_the_state_asked_about(
    language: str, question: str, found: tuple[str, ...], quoted: str
) -> None:
    draft = Conversation("en" if language == "en" else "ko").said(question, found=hits(*found))
    assert quoted in draft.citations[0].quote
    spoken = ("임신", "수유", "pregnan", "breastfeed", "kidney")
    assert all(any(word in citation.quote for word in spoken) for citation in draft.citations)


def test_where_nothing_is_known_of_the_two_it_says_so_and_sends_to_the_pharmacist() -> None:
    draft = Conversation("en").said("Can I take levothyroxine with asthma?", found=hits("en-levothyroxine-04"))
    assert "found nothing about levothyroxine with asthma" in draft.text
    assert "ask your doctor or pharmacist before taking it" in draft.text
    assert not draft.citations
    text = Conversation().said("라베프라졸 임신 중에 먹어도 되나요?", found=hits("ko-omeprazole-01")).text
    assert "라베프라졸과 임신을 함께 다룬 내용은 찾지 못했습니다" in text


def test_a_pregnancy_that_is_planned_is_heeded_in_later_questions() -> None:
    planned = condition("pregnancy", status=Status.PLANNED, temporality=Temporality.FUTURE)
    draft = (
        Conversation().knows(planned).said("로사르탄 먹어도 되나요?", found=hits("ko-losartan-01", "ko-losartan-02"))
    )
    assert "계획하고 있어" in draft.text
    assert "임신" in draft.citations[0].quote
    assert "임신" not in Conversation().knows(planned).said("제 진단을 보여 주세요").text


def test_a_medicine_that_is_taken_is_not_to_be_dropped_on_a_warning() -> None:
    talk = Conversation("en").knows(medicine("valproic_acid", "500mg", "BID"), condition("pregnancy"))
    text = talk.said("Can I take valproic acid?", found=hits("en-valproate-01")).text
    assert "do not stop it on your own" in text
    talk = Conversation("en").knows(medicine("warfarin", "2mg", "QD"))
    text = talk.said("I still take warfarin. May I take ibuprofen?", found=hits("en-ibuprofen-01")).text
    assert "do not take or give Ibuprofen" in text


def test_two_medicines_told_in_the_turn_that_asks_are_weighed_against_each_other() -> None:
    told = [states(medicine("warfarin", None, None)), states(medicine("aspirin", None, None))]
    text = Conversation().said("와파린하고 아스피린 먹고 있는데 괜찮나요?", told, hits("ko-warfarin-01")).text
    assert "출혈 위험이 커질 수 있음. 스스로 계속하거나 끊지 말고" in text


def test_beside_an_allergy_no_directions_for_use_are_quoted() -> None:
    talk = Conversation().knows(allergy("penicillin"))
    draft = talk.said("아목시실린 먹어도 되나요?", found=hits("ko-amoxicillin-01", "ko-amoxicillin-02"))
    assert "쓰지 마세요" in draft.text
    assert [citation.document_id for citation in draft.citations] == ["ko-amoxicillin-02"]


def test_a_food_is_weighed_against_the_medicines_taken() -> None:
    talk = Conversation().knows(medicine("simvastatin", "20mg", "QD"), none_of(SlotKind.ALLERGIES))
    draft = talk.said("자몽 먹어도 되나요?", found=hits("ko-nifedipine-01", "ko-grapefruit-01"))
    assert "심바스타틴" in draft.citations[0].quote


def test_a_test_is_explained_with_the_last_own_value_beside_it() -> None:
    talk = Conversation().knows(lab("sodium", 139, "mmol/L", "2024-04-02"))
    text = talk.said("나트륨 정상 범위가 어떻게 돼요?", found=hits("ko-sodium-range-01")).text
    assert text.index("136~145") < text.index("2024년 4월 2일")


@pytest.mark.parametrize(
    ("language", "question", "found", "quoted"),
    [
        ("ko", "디곡신 부작용이 뭐예요?", ("ko-digoxin-02", "ko-digoxin-03"), "디곡신의 부작용은"),
        ("en", "What are the side effects of digoxin?", ("en-digoxin-02", "en-digoxin-03"), "Side effects of digoxin"),
    ],
)
def test_side_effects_are_no_definition(language: str, question: str, found: tuple[str, ...], quoted: str) -> None:
    draft = Conversation("en" if language == "en" else "ko").said(question, found=hits(*found))
    assert draft.citations[0].quote.startswith(quoted)


def test_a_name_that_holds_the_word_for_the_old_is_not_about_the_old() -> None:
    draft = Conversation().said("이소트레티노인은 무슨 약이에요?", found=hits("ko-acne-01"))
    assert any("이소트레티노인" in citation.quote for citation in draft.citations)
