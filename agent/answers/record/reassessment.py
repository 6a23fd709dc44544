"""After a correction: what was corrected first, then what of the earlier conclusion changes and what stays."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.medicines.dose_put_right import dose_put_right
from agent.answers.part import Part, joined
from agent.answers.recollected.by_person import kept_of_others
from agent.answers.record.changes import TurnChanges, question, statement, turn_changes
from agent.answers.record.effects import Touched, effects
from agent.answers.record.receipts import recorded_text
from agent.words.sentences import sentence
from domain.events import AnswerInvalidated, CorrectionReverted
from domain.ledger import Fact
from extraction.text.lazy_regex import lazy_regex

_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?")


def corrections_only(consultation: Consultation) -> Part:
    """What this turn corrected and what it leaves open, without its effects."""
    changes = turn_changes(consultation)
    said = [statement(consultation, payload) for payload in changes.corrective]
    said += [question(consultation, payload) for payload in changes.open]
    return joined(part for part in said if part.text)


def reassess(consultation: Consultation) -> Part:
    """The corrections of this turn and their effects; asks back when the correction could not be placed."""
    changes = turn_changes(consultation)
    if changes.open and not changes.corrective and not changes.recorded:
        return joined(question(consultation, payload) for payload in changes.open)
    if not (changes.corrective or changes.recorded):
        return _nothing_changed(consultation, changes)
    touched = _touched(consultation, changes)
    new = tuple(consultation.ledger.facts[payload.fact_id] for payload in changes.recorded)
    added = recorded_text(consultation, new)
    right = _dose_put_right(consultation)
    parts = [
        corrections_only(consultation),
        Part(consultation.pick(f"기록했습니다: {added}.", f"Recorded: {added}.") if added else "", _ids(new)),
        _invalidated(consultation),
        *((right,) if right.text else effects(consultation, touched)),
    ]
    return joined(part for part in parts if part.text)


def _dose_put_right(consultation: Consultation) -> Part:
    """What a dose that was put right means, where that is asked; it takes the place of what else follows from it."""
    if _MATTERS.search(consultation.request.text) is None:
        return Part()
    return joined(dose_put_right(consultation, fact) for fact in consultation.medicines_told())


_MATTERS: Final = lazy_regex(
    r"\bmatters?\b|\bmake a difference\b|\b(?:is|was) (?:that|it) (?:ok(?:ay)?|bad|a problem|dangerous|harmful)\b"
    r"|문제|괜찮|상관|어떡|어떻게\s?(?:되|하)|위험",
    re.IGNORECASE,
)


def _touched(consultation: Consultation, changes: TurnChanges) -> Touched:
    facts = consultation.ledger.facts
    events = {event.event_id for event in consultation.situation.turn_events}
    new_ids = [getattr(payload, "fact_id", "") for payload in (*changes.corrective, *changes.recorded)]
    for payload in changes.corrective:
        if isinstance(payload, CorrectionReverted):
            new_ids.extend(payload.restored)
    new = tuple(facts[each] for each in dict.fromkeys(new_ids) if each in facts and facts[each].current)
    return Touched(new, tuple(fact for fact in facts.values() if fact.ended_by in events))


def _invalidated(consultation: Consultation) -> Part:
    turns = {
        event.payload.answer_turn_number
        for event in consultation.situation.turn_events
        if isinstance(event.payload, AnswerInvalidated)
    }
    if not turns:
        return Part()
    return Part(
        consultation.pick(
            f"앞서 드린 답변 {len(turns)}개가 이 내용을 바탕으로 한 것이어서 다시 살펴보았습니다.",
            f"{len(turns)} earlier answer(s) rested on this and have been looked at again.",
        )
    )


def _nothing_changed(consultation: Consultation, changes: TurnChanges) -> Part:
    if (others := kept_of_others(consultation)).text:
        return others
    if changes.reaffirmed:
        facts = tuple(consultation.ledger.facts[payload.fact_id] for payload in changes.reaffirmed)
        listed = recorded_text(consultation, facts)
        if _names_other_number(consultation, listed):
            return Part(
                consultation.pick(
                    f"무엇을 고칠지 분명하지 않아 바꾸지 않았습니다. 지금 기록은 {listed}입니다. 맞는 값을 단위까지 "
                    f"알려 주세요.",
                    f"I am not sure what to correct, so nothing was changed. On record: {listed}. Please tell me the "
                    f"right value with its unit.",
                ),
                _ids(facts),
            )
        return Part(
            consultation.pick(
                f"이미 그렇게 기록되어 있습니다: {listed}. 앞선 결론은 그대로입니다.",
                f"That is what is on record: {listed}. The earlier conclusion stands.",
            ),
            _ids(facts),
        )
    return Part(sentence("correction.nothing_found", consultation.words.language))


def _names_other_number(consultation: Consultation, listed: str) -> bool:
    """Whether the words of a correction hold a number that the record does not: it was meant and not understood."""
    said = set(_NUMBER.findall(consultation.request.text))
    return consultation.request.has("correction") and bool(said - set(_NUMBER.findall(listed)))


def _ids(facts: tuple[Fact, ...]) -> tuple[str, ...]:
    return tuple(fact.fact_id for fact in facts)
