"""A value that was corrected and comes up again: it is held against what it became, never taken over in silence."""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.known import numeric
from agent.words.josa import with_particle
from domain.events import SlotRecorded
from domain.ledger import CORRECTED
from domain.values import SERIES_SLOTS
from extraction.text.lazy_regex import lazy_regex

_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?")


def retold(consultation: Consultation, recorded: tuple[SlotRecorded, ...]) -> Part:
    """A question back where an undated value repeats one that was corrected: old, or measured anew?"""
    words, ledger = consultation.words, consultation.ledger
    for payload in recorded:
        new = ledger.facts[payload.fact_id]
        if new.content.slot not in SERIES_SLOTS or new.content.valid_from or numeric(new) is None:
            continue
        for old in ledger.ended():
            same = old.content.concept.concept_id == new.content.concept.concept_id and numeric(old) == numeric(new)
            now = ledger.facts.get(old.superseded_by or "")
            if not same or old.ended != CORRECTED or now is None or not now.current:
                continue
            name, before, after = words.test(old.content), words.value(old.content), words.measurement(now)
            text = consultation.pick(
                f"{name} {with_particle(before, '은')} 앞서 {with_particle(after, '으로')} 정정하신 값입니다. 다시 "
                f"재신 값이면 날짜를, 아니면 취소한다고 말씀해 주세요.",
                f"You corrected {name} {before} to {after} earlier. If this is a new reading, tell me its date; if "
                f"not, please take it back.",
            )
            return Part(text, (now.fact_id,))
    return Part()


def held_against(consultation: Consultation) -> Part:
    """What a corrected value became, for words that state it once more without recording anything."""
    words, facts = consultation.words, consultation.ledger.facts
    said = {float(each) for each in _NUMBER.findall(consultation.request.text)}
    for test in consultation.tests_in_mind():
        for old in consultation.ledger.ended():
            now = facts.get(old.superseded_by or "")
            if old.content.concept.concept_id != test or old.ended != CORRECTED or now is None or not now.current:
                continue
            if numeric(old) in said and numeric(now) not in said:
                name, before, after = words.test(old.content), words.value(old.content), words.measurement(now)
                text = consultation.pick(
                    f"{name} {with_particle(before, '은')} {with_particle(after, '으로')} 정정하신 값이라 지금은 쓰지 "
                    f"않습니다. 처음 값이 맞으면 정정을 취소한다고 말씀해 주세요.",
                    f"You corrected {name} {before} to {after}, so the first value is no longer used. If it was right, "
                    f"tell me to undo the correction.",
                )
                return Part(text, (now.fact_id,))
    return Part()
