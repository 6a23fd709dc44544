"""What this turn's events did to the record, in words: recorded, corrected, changed, withdrawn, disputed."""

from __future__ import annotations

from dataclasses import dataclass

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part
from agent.answers.record.known import numeric
from agent.answers.record.unsure import whether_meant
from agent.words.doses import dose_text
from agent.words.josa import with_particle
from agent.words.limits import goal_text
from agent.words.sentences import sentence
from agent.words.timings import timing_text
from agent.words.wording import qualifier_text
from domain.ages import LAST_PERIOD
from domain.events import (
    ClarificationRequested,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    Payload,
    SlotChanged,
    SlotCorrected,
    SlotReaffirmed,
    SlotRecorded,
    SlotRetracted,
    SpokenReference,
)
from domain.ledger import Fact
from domain.reattribution import of_relative
from domain.values import ANY, SERIES_SLOTS, SIDED_SLOTS, SIDES, Content, Polarity, SlotKind, Status
from extraction.reading.findings.goals import GOAL

CORRECTIVE = (SlotCorrected, SlotChanged, SlotRetracted, CorrectionReverted, ContradictionResolved)
"""Events after which something said earlier no longer holds."""
OPEN = (ContradictionFound, ClarificationRequested)
"""Events that leave a question with the patient."""
_ENDS = frozenset({Status.STOPPED, Status.RESOLVED, Status.REMISSION})


@dataclass(frozen=True, slots=True)
class TurnChanges:
    """This turn's fact events, by what they ask of the answer."""

    recorded: tuple[SlotRecorded, ...]
    reaffirmed: tuple[SlotReaffirmed, ...]
    corrective: tuple[Payload, ...]
    open: tuple[Payload, ...]


def turn_changes(consultation: Consultation) -> TurnChanges:
    """Sort the turn's events; the fact that a re-attribution records goes with its retraction."""
    payloads = tuple(event.payload for event in consultation.situation.turn_events)
    given_away = {
        payload.reattributed_to
        for payload in payloads
        if isinstance(payload, SlotRetracted) and payload.reattributed_to
    }
    changed = {payload.supersedes for payload in payloads if isinstance(payload, SlotChanged)}
    return TurnChanges(
        recorded=tuple(
            payload
            for payload in payloads
            if isinstance(payload, SlotRecorded)
            and payload.content.subject not in given_away
            # What was before a change told in the same words is said with the change.
            and payload.fact_id not in changed
        ),
        reaffirmed=tuple(payload for payload in payloads if isinstance(payload, SlotReaffirmed)),
        corrective=tuple(payload for payload in payloads if isinstance(payload, CORRECTIVE)),
        open=tuple(payload for payload in payloads if isinstance(payload, OPEN)),
    )


def statement(consultation: Consultation, payload: Payload) -> Part:
    """One corrective event in one or two sentences, an old value only beside the word that marks it as such."""
    match payload:
        case SlotCorrected():
            return _corrected(consultation, payload)
        case SlotChanged():
            return _changed(consultation, payload)
        case SlotRetracted():
            return _retracted(consultation, payload)
        case CorrectionReverted():
            return _reverted(consultation, payload)
        case ContradictionResolved():
            return _resolved(consultation, payload)
        case _:
            return Part()


def question(consultation: Consultation, payload: Payload) -> Part:
    """What the patient is asked: both sides of a contradiction, or which fact was meant."""
    words, facts = consultation.words, consultation.ledger.facts
    match payload:
        case ContradictionFound():
            sides = [facts[each] for each in (*payload.conflicts_with, payload.fact_id)]
            listed = consultation.pick(" / ", " / ").join(words.brief(side) for side in sides)
            text = consultation.pick(
                f"앞선 기록과 지금 말씀이 서로 다릅니다: {listed}. 어느 쪽이 맞는지 알려 주세요.",
                f"What you say now differs from what is on record: {listed}. Which one is right?",
            )
            return Part(text, tuple(side.fact_id for side in sides))
        case ClarificationRequested():
            candidates = [facts[each] for each in payload.candidates]
            listed = ", ".join(words.brief(fact) for fact in candidates)
            if payload.kind == "none_after_concrete":
                slot = words.slot(candidates[0].content.slot) if candidates else ""
                text = consultation.pick(
                    f"없다고 하셨는데 {slot} 기록에는 {with_particle(listed, '이')} 있습니다. 이제는 해당하지 "
                    f"않는 것인지 알려 주세요.",
                    f"You say there is none, but on record there is: {listed}. Does that no longer apply?",
                )
            elif payload.kind == "implausible_value" and payload.proposal.content is not None:
                content = payload.proposal.content
                told = f"{words.name(content)} {words.value(content)}"
                text = consultation.pick(
                    f"{with_particle(told, '은')} 있을 수 없는 값이어서 기록하지 않았습니다. 값을 다시 알려 주세요.",
                    f"{told} cannot be, so it was not recorded. What was the value?",
                )
            elif payload.kind == "unsure_reading":
                text = whether_meant(consultation, payload)
            elif payload.kind == "unusual_dose":
                text = consultation.pick(
                    f"{with_particle(listed, '은')} 통상 최대 용량을 크게 넘어, 확인이 필요한 값으로 기록했습니다. "
                    f"약 봉투나 처방전의 용량을 다시 확인해 알려 주세요. 실제로 그만큼 드셨다면 지금 바로 의료진에게 "
                    f"연락하세요.",
                    f"{listed} is far above the usual maximum dose, so it is recorded as unconfirmed. Please check the "
                    f"label or the prescription and tell me the dose again. If you have taken that much, call your "
                    f"doctor or emergency services now.",
                )
            else:
                text = consultation.pick(
                    f"어느 기록을 말씀하시는지 알려 주세요: {listed}.", f"Which record do you mean: {listed}?"
                )
            return Part(text, tuple(fact.fact_id for fact in candidates))
        case _:
            return Part()


def _corrected(consultation: Consultation, payload: SlotCorrected) -> Part:
    facts = consultation.ledger.facts
    return put_right(consultation, facts[payload.supersedes[0]], facts[payload.fact_id])


def put_right(consultation: Consultation, old: Fact, new: Fact) -> Part:
    """That ``old`` was never true and ``new`` stands in its place."""
    words, before, after = consultation.words, old.content, new.content
    if before.concept.concept_id == ANY:
        text = consultation.pick(
            f"'{words.brief(old)}'이라는 앞선 기록을 정정하고 {words.brief(new)} 기록을 추가했습니다.",
            f"The earlier record '{words.brief(old)}' is corrected, and {words.brief(new)} is added.",
        )
    elif after.slot in SERIES_SLOTS:
        text = _corrected_measurement(consultation, old, new)
    elif before.concept.concept_id != after.concept.concept_id:
        text = consultation.pick(
            f"정정했습니다: {words.slot(after.slot)} 기록에서 {with_particle(words.name(before), '을')} 제외하고 "
            f"{with_particle(words.brief(new), '을')} 넣었습니다.",
            f"Corrected: {words.name(before)} is removed from the record and replaced by {words.brief(new)}.",
        )
    elif _only_begins_otherwise(before, after):
        slots = {"name": words.name(after), "after": words.date(after.valid_from or "")}
        key = f"corrected.{'taken' if after.slot is SlotKind.MEDICATIONS else 'had'}_since"
        key = "corrected.first_day" if after.concept.concept_id == LAST_PERIOD else key
        if before.valid_from:
            text = sentence(key, words.language, before=words.date(before.valid_from), **slots)
        else:
            text = sentence(f"{key}_now", words.language, **slots)
    else:
        name = words.name(after.with_fields(qualifier=None) if _changes_sides(before, after) else after)
        text = consultation.pick(
            f"{name} 기록을 {with_particle(difference_of(consultation, old, new), '으로')} 정정했습니다.",
            f"{_capital(name)} is corrected: {difference_of(consultation, old, new)}.",
        )
    return Part(text, (new.fact_id,), (), _speaks_of(new))


def _changes_sides(before: Content, after: Content) -> bool:
    """Whether it is put right on which side of the body something is."""
    return after.slot in SIDED_SLOTS and after.qualifier in SIDES and before.qualifier != after.qualifier


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _only_begins_otherwise(before: Content, after: Content) -> bool:
    """Whether all that was put right is since when something is taken or had."""
    same = before.with_fields(valid_from=after.valid_from, precision=after.precision) == after
    return same and after.valid_from is not None and before.valid_from != after.valid_from


def _speaks_of(fact: Fact) -> tuple[SpokenReference, ...]:
    """What the next turn's "it" stands for: the medicine put right. "That value" stays the pair that was compared."""
    return medicines_spoken((fact,)) if fact.content.slot is SlotKind.MEDICATIONS else ()


def _corrected_measurement(consultation: Consultation, old: Fact, new: Fact) -> str:
    words = consultation.words
    name = words.test(new.content)
    if numeric(old) == numeric(new) and old.clinical_day != new.clinical_day:
        before, after = words.date(old.clinical_day), words.date(new.clinical_day)
        value = words.value(new.content)
        return consultation.pick(
            f"{name} 검사 날짜를 {before}에서 {with_particle(after, '으로')} 정정했습니다. 값 "
            f"{with_particle(value, '은')} 그대로입니다.",
            f"The date of {name} is corrected: {before} → {after}. The value {value} stays.",
        )
    before, after = words.value(old.content), words.value(new.content)
    day = words.day_of(new)
    return consultation.pick(
        f"{name}({day}) 값을 {before}에서 {with_particle(after, '으로')} 정정했습니다.",
        f"{name[:1].upper() + name[1:] if name.islower() else name} ({day}) is corrected: {before} → {after}.",
    )


def difference_of(consultation: Consultation, old: Fact, new: Fact) -> str:
    """What differs between two contents of one concept, "220mg → 440mg"."""
    words, before, after = consultation.words, old.content, new.content
    pairs: list[str] = []
    if _changes_sides(before, after):
        sides = [qualifier_text(one, words.language) for one in (before.qualifier, after.qualifier) if one]
        pairs.append(" → ".join(sides))
    if before.dose != after.dose and after.dose:
        now = dose_text(after.dose, words.language)
        pairs.append(f"{dose_text(before.dose, words.language)} → {now}" if before.dose else now)
    if before.frequency != after.frequency and after.frequency:
        now = words.frequency(after.frequency)
        pairs.append(f"{words.frequency(before.frequency)} → {now}" if before.frequency else now)
    if before.timing != after.timing and after.timing:
        now = timing_text(after.timing, words.language)
        pairs.append(f"{timing_text(before.timing, words.language)} → {now}" if before.timing else now)
    if after.slot is SlotKind.MEDICATIONS and before.status in _ENDS and after.status not in _ENDS:
        pairs.append(consultation.pick("복용 중단 → 복용 중", "stopped → taken"))
    elif before.valid_to and after.valid_to and before.valid_to != after.valid_to:
        days = [words.date(one) for one in (before.valid_to, after.valid_to)]
        pairs.append(" → ".join(consultation.pick(f"{day}까지", f"until {day}") for day in days))
    if pairs:
        return ", ".join(pairs)
    if before.concept.concept_id.startswith(GOAL):
        return f"{goal_text(before, words.language)} → {goal_text(after, words.language)}"
    if before.value != after.value:
        return f"{words.value(before)} → {words.value(after)}"
    return words.brief(new)


def _changed(consultation: Consultation, payload: SlotChanged) -> Part:
    words, ledger = consultation.words, consultation.ledger
    old, new = ledger.facts[payload.supersedes], ledger.facts[payload.fact_id]
    name, since = words.name(new.content), words.date(payload.ended_at) if payload.ended_at else ""
    if new.content.status in _ENDS and new.content.slot is SlotKind.MEDICATIONS:
        when = consultation.pick(f"({since}부터)", f" ({since})") if since else ""
        text = consultation.pick(
            f"{with_particle(name, '은')} 중단한 약으로 기록하고{when} 복용약에서 제외했습니다.",
            f"{name} is recorded as stopped{when} and removed from the present medicines.",
        )
    elif new.content.slot is SlotKind.SYMPTOMS and (
        new.content.status in _ENDS or new.content.polarity is Polarity.NEGATED
    ):
        text = consultation.pick(
            f"{with_particle(name, '은')} 지금은 없는 증상으로 기록했습니다.",
            f"Noted: {name.casefold()} is not there now.",
        )
    elif new.content.slot is SlotKind.SYMPTOMS:
        text = consultation.pick(
            f"{with_particle(name, '을')} 지금 있는 증상으로 기록했습니다.",
            f"Noted: {name.casefold()} is there now.",
        )
    elif new.content.status in _ENDS:
        text = consultation.pick(
            f"{with_particle(name, '은')} 지나간 병력으로 기록하고 현재 진단에서 제외했습니다.",
            f"{name} is recorded as past and no longer counts as a present diagnosis.",
        )
    elif new.content.slot in SERIES_SLOTS:
        text = consultation.pick(
            f"새로 잰 값을 기록했습니다: {words.brief(new)}.", f"New reading recorded: {words.brief(new)}."
        )
    elif old.content.dose != new.content.dose or _taken(old.content) != _taken(new.content):
        text = _changed_dosing(consultation, old, new, since)
    else:
        text = consultation.pick(f"변경했습니다: {words.brief(new)}.", f"Changed: {words.brief(new)}.")
    return Part(text, (new.fact_id,), (), _speaks_of(new))


def _taken(content: Content) -> tuple[str | None, str | None]:
    return content.frequency, content.timing


def _changed_dosing(consultation: Consultation, old: Fact, new: Fact, since: str) -> str:
    words = consultation.words
    what = difference_of(consultation, old, new)
    if new.content.valid_from and new.content.valid_from > consultation.known.today:
        return sentence("changed.to_come", words.language, name=words.name(new.content), what=what, day=since)
    when = consultation.pick(f"({since}부터)", f" (since {since})") if since else ""
    return consultation.pick(
        f"{words.name(new.content)} 복용을 이전 {with_particle(what, '으로')} 변경{when}했습니다.",
        f"{words.name(new.content)} changed from the previous {what}{when}.",
    )


def _retracted(consultation: Consultation, payload: SlotRetracted) -> Part:
    words = consultation.words
    fact = consultation.ledger.facts[payload.fact_id]
    name = words.allergy(fact.content) if fact.content.slot is SlotKind.ALLERGIES else words.name(fact.content)
    relative = words.relative(payload.reattributed_to) if payload.reattributed_to else ""
    if relative and of_relative(fact.content, payload.reattributed_to or "") is None:
        text = consultation.pick(
            f"{with_particle(name, '은')} 본인 기록에서 제외했습니다 ({relative}).",
            f"{name} is removed from your own record ({relative}).",
        )
    elif relative:
        text = consultation.pick(
            f"{with_particle(name, '은')} 본인 기록에서 제외하고 {relative}의 가족력으로 옮겼습니다.",
            f"{name} is removed from your own record and kept as family history ({relative}).",
        )
    else:
        text = consultation.pick(
            f"{with_particle(name, '은')} 취소하신 대로 기록에서 제외했습니다.",
            f"{_capital(name)} is retracted and removed from your record.",
        )
    return Part(text)


def _reverted(consultation: Consultation, payload: CorrectionReverted) -> Part:
    words = consultation.words
    facts = tuple(consultation.ledger.facts[each] for each in payload.restored)
    listed = ", ".join(words.brief(fact) for fact in facts)
    return Part(
        consultation.pick(
            f"정정을 취소하고 처음 기록으로 되돌렸습니다: {listed}.",
            f"The correction is undone and the first record stands again: {listed}.",
        ),
        payload.restored,
    )


def _resolved(consultation: Consultation, payload: ContradictionResolved) -> Part:
    kept = consultation.ledger.facts[payload.kept]
    said = consultation.words.brief(kept)
    return Part(
        consultation.pick(
            f"확인해 주신 대로 {with_particle(said, '으로')} 확정했습니다.", f"Confirmed as you said: {said}."
        ),
        (kept.fact_id,),
    )
