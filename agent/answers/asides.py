"""Replies to what asks nothing of the record: a nod, a complaint, small talk, and what is not this patient's."""

from __future__ import annotations

from agent.answers.comparison import dispute_note
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from domain.ledger import by_version


def nod(consultation: Consultation) -> Part:
    """A reply to "yes", "no" or "ok"; what is still open is asked again, since a nod does not say which side holds."""
    left = still_open(consultation)
    if left.text:
        return left
    return Part(
        consultation.pick(
            "네, 알겠습니다. 궁금한 점이나 기록할 내용이 있으면 말씀해 주세요.",
            "All right. Tell me whenever there is something to ask or to record.",
        )
    )


def still_open(consultation: Consultation) -> Part:
    """The question that two records which contradict each other leave with the patient, and how to answer it."""
    ledger = consultation.ledger
    sides = (ledger.facts[fact_id] for fact_ids in ledger.disputes.values() for fact_id in fact_ids)
    current = sorted((fact for fact in sides if fact.current), key=by_version, reverse=True)
    notes = (dispute_note(consultation, fact) for fact in current)
    note = next((each for each in notes if each.text), None)
    if note is None:
        return Part()
    how = consultation.pick(
        "항목과 맞는 값을 함께 말씀해 주세요(예: “96이 아니라 112예요”).",
        "Say the item with its right value (for example “it was 112, not 96”).",
    )
    return Part(f"{note.text} {how}", note.facts)


def apologise(consultation: Consultation) -> Part:
    """A reply to a complaint."""
    return Part(
        consultation.pick(
            "불편하게 해 드려 죄송합니다. 잘못된 기록이 있으면 항목과 맞는 값을, 궁금한 것이 있으면 한 가지씩 말씀해 "
            "주세요.",
            "I am sorry about that. If something on record is wrong, tell me the item and its right value; otherwise "
            "please ask one thing at a time.",
        )
    )


def agree_to_wish(consultation: Consultation) -> Part:
    """That from now on answers will be as the patient wishes."""
    wish = consultation.preferences
    if wish.short and wish.plain:
        return Part(consultation.pick("네, 짧고 쉬운 말로 말씀드리겠습니다.", "All right, short and in plain words."))
    if wish.short:
        return Part(consultation.pick("네, 짧게 말씀드리겠습니다.", "All right, I will keep it short."))
    if wish.plain:
        return Part(consultation.pick("네, 쉬운 말로 말씀드리겠습니다.", "All right, I will use plain words."))
    return Part(consultation.pick("네, 자세히 말씀드리겠습니다.", "All right, I will explain in full."))


def introduce(consultation: Consultation) -> Part:
    """What this service is, for small talk."""
    return Part(
        consultation.pick(
            "저는 말씀하신 건강 정보를 기록하고 알려 드리는 프로그램이며 의사가 아닙니다. 진단, 약, 검사에 관해 물어봐 "
            "주세요.",
            "I am a program that keeps and recalls what you tell me about your health; I am not a doctor. Ask me about "
            "your diagnoses, medicines or tests.",
        )
    )


def keep_to_this_patient(consultation: Consultation) -> Part:
    """A refusal to speak of other people's records or of the service's own workings."""
    return Part(
        consultation.pick(
            "저는 본인의 건강 기록과 일반적인 건강 정보만 말씀드릴 수 있습니다. 다른 분의 정보나 프로그램의 내부 설정"
            "은 알려 드리지 않습니다.",
            "I can only speak of your own health record and of general health information, not of other people or of "
            "how I am set up.",
        )
    )
