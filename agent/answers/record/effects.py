"""What follows from what a turn changed: the judgement of values, the medicines, the diagnoses, what to avoid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.answers.record.earlier import ledger_before
from agent.answers.record.known import Known
from agent.answers.record.summary import absence_text
from agent.answers.values.comparison import comparison_sentence, measured
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC
from agent.answers.values.judgement import Judgement, judge, standing, standing_clause
from agent.answers.values.what_next import what_next
from agent.safety.allergies import conflicting_medicines
from agent.words.josa import with_particle
from domain.ledger import Fact
from domain.speaking_for import IDENTIFYING
from domain.values import ANY, PATIENT, SERIES_SLOTS, SlotKind


@dataclass(frozen=True, slots=True)
class Touched:
    """The facts that this turn brought into being or back, and those it ended."""

    new: tuple[Fact, ...]
    old: tuple[Fact, ...]

    def slots(self) -> frozenset[SlotKind]:
        """The slots of the patient's own facts that changed."""
        return frozenset(fact.content.slot for fact in (*self.new, *self.old) if fact.content.subject == PATIENT)

    def concepts(self) -> tuple[str, ...]:
        """The tests whose values changed, each once."""
        found = (
            fact.content.concept.concept_id for fact in (*self.new, *self.old) if fact.content.slot in SERIES_SLOTS
        )
        return tuple(dict.fromkeys(found))


def effects(consultation: Consultation, touched: Touched) -> list[Part]:
    """The effects of a turn's changes, the closing advice last; who the patient is moves no treatment."""
    slots = touched.slots()
    if touched.new and all(fact.content.concept.concept_id in IDENTIFYING for fact in touched.new):
        return []
    effects: list[Part] = []
    if SlotKind.ALLERGIES in slots:
        effects.append(_allergy_effect(consultation, touched))
    if SlotKind.MEDICATIONS in slots:
        effects.append(_medicine_effect(consultation, touched))
    if SlotKind.CONDITIONS in slots:
        effects.append(_condition_effect(consultation))
    tests = [test for test in touched.concepts() if consultation.known.series(test)]
    if tests:
        effects.extend(_measurement_effect(consultation, test) for test in tests)
    elif slots & {SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.DEMOGRAPHICS}:
        effects.extend(_unmoved_judgement(consultation, test) for test in consultation.tests_in_mind())
    ask = consultation.pick(
        "치료를 바꿀지는 스스로 정하지 말고 의료진과 상의해 주세요.",
        "Do not change treatment on your own; please talk it over with your care team.",
    )
    return [*effects, Part(ask)]


def _measurement_effect(consultation: Consultation, test: str) -> Part:
    series = consultation.known.series(test)
    before = before_turn(consultation).series(test)
    latest = series[-1]
    sentences: list[Part] = []
    if len(series) > 1:
        sentences.append(Part(comparison_sentence(consultation, series[-2], latest), _ids(series[-2:])))
    now = judge(consultation, latest)
    then = judge(consultation, before[-1]) if before else None
    half = _half_outside(consultation, latest) if now is not None and now.inside else None
    if now is not None and half is not None:
        sentences.append(Part(_of_both_halves(consultation, now, half), (*now.rests_on, *half.rests_on)))
    elif now is not None:
        sentences.append(Part(_conclusion(consultation, now, then), now.rests_on))
    elif len(series) == 1:
        said = consultation.words.measurement(latest)
        sentences.append(
            Part(
                consultation.pick(f"지금 기록된 값은 {said}입니다.", f"The value on record is now {said}."),
                (latest.fact_id,),
            )
        )
    spoke = measured(*series[-2:])
    return joined((*sentences, Part(spoke_of=spoke)), " ")


_HALVES: Final = {SYSTOLIC: DIASTOLIC, DIASTOLIC: SYSTOLIC}


def _half_outside(consultation: Consultation, fact: Fact) -> Judgement | None:
    """The judgement of the other half of a pressure, where that lies outside its target."""
    other = _HALVES.get(fact.content.concept.concept_id)
    if other is None:
        return None
    told = (
        one for one in reversed(consultation.known.series(other)) if one.content.valid_from == fact.content.valid_from
    )
    beside = next(told, None)
    judged = judge(consultation, beside) if beside is not None else None
    return judged if judged is not None and not judged.inside else None


def _of_both_halves(consultation: Consultation, now: Judgement, half: Judgement) -> str:
    words = consultation.words
    name, value = words.test(now.fact.content), words.measurement(now.fact)
    other, its = words.test(half.fact.content), words.measurement(half.fact)
    stands, otherwise = standing(consultation, now), standing(consultation, half)
    return consultation.pick(
        f"최근 {name} {with_particle(value, '은')} {stands}. 그러나 {other} {with_particle(its, '은')} {otherwise}. "
        f"한쪽만 넘어도 목표를 벗어난 혈압입니다.",
        f"The latest {name}, {value}, {stands}. But {other}, {its}, {otherwise}. A pressure is outside its target "
        f"where either half is.",
    )


_BY_HABITS: Final = frozenset(
    {"hba1c", "glucose", "systolic_blood_pressure", "diastolic_blood_pressure", "ldl_cholesterol", "total_cholesterol",
     "triglycerides", "uric_acid"}
)  # fmt: skip
"""Tests that daily habits move."""


def _conclusion(consultation: Consultation, now: Judgement, then: Judgement | None) -> str:
    words = consultation.words
    name, value = words.test(now.fact.content), words.measurement(now.fact)
    stands = standing(consultation, now)
    said = consultation.pick(
        f"최근 {name} {with_particle(value, '은')} {stands}.", f"The latest {name}, {value}, {stands}."
    )
    if then is None:
        return said
    if (then.inside, then.above) == (now.inside, now.above):
        same = consultation.pick(
            "목표에 대한 판단은 전과 같으므로 앞선 결론은 그대로입니다.",
            "The judgement against the target is as before, so the earlier conclusion stands.",
        )
        return f"{said} {same}"
    if now.inside:
        changed = consultation.pick(
            "앞서는 목표를 벗어난 것으로 보았으나 이제 목표 안이므로 결론이 바뀝니다: 지금의 관리를 이어 가며 "
            "정해진 때에 다시 검사하는 쪽입니다.",
            "Earlier it was taken to be outside the target; now it is within, so the conclusion changes: "
            "carry on with the present care and repeat the test when due.",
        )
    elif (test := now.fact.content.concept.concept_id) not in _BY_HABITS and (
        steps := what_next(consultation, test, above=now.above)
    ).text:
        turned = consultation.pick(
            "앞서는 목표 안으로 보았으나 이제 목표를 벗어나므로 결론이 바뀝니다.",
            "Earlier it was taken to be within the target; now it is outside, so the conclusion changes.",
        )
        changed = f"{turned} {steps.text}"
    else:
        changed = consultation.pick(
            "앞서는 목표 안으로 보았으나 이제 목표를 벗어나므로 결론이 바뀝니다: 생활습관을 점검하고 치료 "
            "조정이 필요한지 확인해야 합니다.",
            "Earlier it was taken to be within the target; now it is outside, so the conclusion changes: "
            "review daily habits and ask whether treatment needs adjusting.",
        )
    return f"{said} {changed}"


def _unmoved_judgement(consultation: Consultation, test: str) -> Part:
    latest = consultation.known.series(test)[-1]
    judged = judge(consultation, latest)
    if judged is None:
        return Part()
    words = consultation.words
    name, value = words.test(latest.content), words.measurement(latest)
    return Part(
        consultation.pick(
            f"최근 {name} {with_particle(value, '이')} {standing_clause(consultation, judged)}다는 판단은 "
            f"그대로입니다.",
            f"The latest {name}, {value}, {standing_clause(consultation, judged)}; that judgement stands as before.",
        ),
        (latest.fact_id,),
        (),
        measured(latest),
    )


def _medicine_effect(consultation: Consultation, touched: Touched) -> Part:
    words, known = consultation.words, consultation.known
    facts = known.in_force(SlotKind.MEDICATIONS)
    before = before_turn(consultation).in_force(SlotKind.MEDICATIONS)
    if facts:
        listed = ", ".join(words.medicine(fact.content) for fact in facts)
        now = consultation.pick(f"지금 복용약: {listed}.", f"Present medicines: {listed}.")
    else:
        now = consultation.pick("지금 복용 중인 약은 없습니다.", "You now take no medicine.")
    effect = ""
    if facts and not before:
        effect = consultation.pick(
            "약이 없다는 전제로 드린 앞선 안내는 더 이상 맞지 않으며, 이 약을 함께 고려해야 합니다.",
            "The earlier advice assumed no medicine and no longer fits; this medicine has to be taken into account.",
        )
    elif before and {fact.fact_id for fact in facts} != {fact.fact_id for fact in before}:
        effect = consultation.pick(
            "앞선 안내 가운데 약에 관한 내용은 이 변경에 맞추어 다시 확인이 필요합니다.",
            "What was said about medicines earlier has to be checked again in the light of this.",
        )
    statement_fact = known.absence_fact(SlotKind.MEDICATIONS)
    used = _ids(facts) or ((statement_fact.fact_id,) if statement_fact is not None else ())
    return joined((Part(now, used, (), medicines_spoken(facts)), Part(effect)), " ")


def _condition_effect(consultation: Consultation) -> Part:
    facts = consultation.known.in_force(SlotKind.CONDITIONS)
    if not facts:
        return Part(consultation.pick("지금 기록된 진단은 없습니다.", "No diagnosis is on record now."))
    listed = ", ".join(consultation.words.name(fact.content) for fact in facts)
    return Part(
        consultation.pick(
            f"지금 진단: {listed}. 빠진 진단을 전제로 한 안내는 더 이상 적용되지 않습니다."
            if _condition_removed(consultation)
            else f"지금 진단: {listed}.",
            f"Present diagnoses: {listed}. Advice that rested on the removed one no longer applies."
            if _condition_removed(consultation)
            else f"Present diagnoses: {listed}.",
        ),
        _ids(facts),
    )


def _condition_removed(consultation: Consultation) -> bool:
    now = consultation.known.in_force(SlotKind.CONDITIONS)
    return len(now) < len(before_turn(consultation).in_force(SlotKind.CONDITIONS))


def _allergy_effect(consultation: Consultation, touched: Touched) -> Part:
    words, known = consultation.words, consultation.known
    added = [
        fact
        for fact in touched.new
        if fact.content.slot is SlotKind.ALLERGIES
        and fact.content.concept.concept_id != ANY
        and known.is_in_force(fact)
    ]
    if not added:
        left = known.in_force(SlotKind.ALLERGIES)
        listed = ", ".join(words.name(fact.content) for fact in left) or absence_text(consultation, SlotKind.ALLERGIES)
        return Part(
            consultation.pick(f"지금 알레르기 기록: {listed}.", f"Allergies now on record: {listed}."), _ids(left)
        )
    names = ", ".join(words.name(fact.content) for fact in added)
    said = consultation.pick(
        f"조심할 점이 바뀝니다: {with_particle(names, '과')} 같은 계열의 물질·약은 피하고, 진료나 처방을 받을 "
        f"때마다 이 알레르기를 알려 주세요.",
        f"What to avoid changes: stay away from {names} and related substances, and tell every clinician and "
        f"pharmacist.",
    )
    met = [fact for allergy in added for fact in conflicting_medicines(known, words.dictionary, allergy)]
    if met:
        listed = ", ".join(dict.fromkeys(words.name(fact.content) for fact in met))
        said += consultation.pick(
            f" 복용약 가운데 {with_particle(listed, '이')} 이 알레르기와 관련될 수 있으니 복용 전에 바로 "
            f"의료진에게 확인하세요.",
            f" Among your medicines, {listed} may relate to this allergy: check with your care team before "
            f"taking it again.",
        )
    return Part(said, _ids((*added, *met)))


def before_turn(consultation: Consultation) -> Known:
    """What was known before this turn's events."""
    before = ledger_before(consultation.ledger, consultation.situation.turn_events)
    return Known(before, consultation.known.today)


def _ids(facts: tuple[Fact, ...]) -> tuple[str, ...]:
    return tuple(fact.fact_id for fact in facts)
