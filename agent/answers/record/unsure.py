"""Asking whether a reading is meant: one sentence that says exactly what a yes would do to the record."""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.words.josa import with_particle
from domain.comparison import overlay
from domain.events import ClarificationRequested
from domain.ledger import Fact
from domain.proposals import Operation, Proposal
from domain.transitions import ENDED
from domain.values import SERIES_SLOTS, Content, SlotKind, Status


def whether_meant(consultation: Consultation, payload: ClarificationRequested) -> str:
    """The question, which a yes answers."""
    facts = consultation.ledger.facts
    fact = facts[payload.candidates[0]] if payload.candidates else None
    said = _told(consultation, payload.proposal, fact)
    return consultation.pick(f"{said} 맞으면 '네'라고 답해 주세요.", f"{said} Please answer yes if so.")


def _told(consultation: Consultation, proposal: Proposal, fact: Fact | None) -> str:
    words, content = consultation.words, proposal.content
    if fact is None:
        told = _brief(consultation, content) if content is not None else ""
        return consultation.pick(
            f"{with_particle(told, '을')} 기록하라는 말씀이신가요?", f"Do you mean that I should note: {told}?"
        )
    name = words.name(fact.content)
    if proposal.operation is Operation.REVERT:
        return consultation.pick(
            f"{name}에 대한 정정을 취소하라는 말씀이신가요?", f"Do you mean to undo the correction of {name}?"
        )
    if proposal.operation is Operation.RETRACT or content is None:
        whose = words.relative(proposal.reattributed_to) if proposal.reattributed_to else ""
        return consultation.pick(
            f"{with_particle(name, '이')} 본인 것이 아니라 {whose}의 것이라는 말씀이신가요?"
            if whose
            else f"{with_particle(words.brief(fact), '은')} 사실이 아니라는 말씀이신가요?",
            f"Do you mean that {name} is not yours ({whose})?" if whose else f"Do you mean that {name} was never so?",
        )
    if content.status in ENDED:
        return consultation.pick(
            f"{with_particle(name, '은')} 이제 해당하지 않는다는(중단했거나 끝났다는) 말씀이신가요?",
            f"Do you mean that {name} has been stopped or is over?",
        )
    return _moved(consultation, proposal, fact, overlay(content, fact.content))


def _moved(consultation: Consultation, proposal: Proposal, fact: Fact, new: Content) -> str:
    before, after = _brief(consultation, fact.content), _brief(consultation, new)
    if proposal.operation is Operation.CHANGE:
        return consultation.pick(
            f"{before}에서 이제는 {with_particle(after, '으로')} 바뀌었다는 말씀이신가요?",
            f"Do you mean that {before} is now {after}?",
        )
    return consultation.pick(
        f"{with_particle(before, '이')} 아니라 {with_particle(after, '이')} 맞다는 말씀이신가요?",
        f"Do you mean that it is {after}, and not {before}?",
    )


def _brief(consultation: Consultation, content: Content) -> str:
    words = consultation.words
    if content.slot in SERIES_SLOTS:
        when = f" ({words.date(content.valid_from)})" if content.valid_from else ""
        return f"{words.test(content)} {words.value(content)}{when}".strip()
    if content.slot is SlotKind.MEDICATIONS:
        held = content.with_fields(status=None) if content.status is not Status.ON_HOLD else content
        return words.medicine(held)
    return words.allergy(content) if content.slot is SlotKind.ALLERGIES else words.name(content)
