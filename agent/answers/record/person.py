"""Who a plan is for: age, diagnoses, medicines, the value it turns on, and an allergy that it must heed."""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.knowledge.quotes import Standing
from agent.answers.part import Part
from agent.answers.record.summary import absence_text
from agent.answers.values.judgement import Judgement, judge
from agent.safety.allergies import conflicting_medicines
from agent.words.josa import with_particle
from agent.words.wording import age_text
from domain.ledger import Fact
from domain.values import SlotKind


def person(consultation: Consultation) -> Part:
    """Age, diagnoses and medicines, each with "none" or "unknown" where nothing is in force."""
    known, words = consultation.known, consultation.words
    age = known.age()
    conditions, medicines = known.in_force(SlotKind.CONDITIONS), known.in_force(SlotKind.MEDICATIONS)
    said = [age_text(age, words)] if age is not None else []
    named = ", ".join(words.name(fact.content) for fact in conditions) or absence_text(
        consultation, SlotKind.CONDITIONS
    )
    taken = ", ".join(words.medicine(fact.content) for fact in medicines) or absence_text(
        consultation, SlotKind.MEDICATIONS
    )
    said.append(consultation.pick(f"진단 {named}", f"diagnoses {named}"))
    said.append(consultation.pick(f"복용약 {taken}", f"medicines {taken}"))
    statement = known.absence_fact(SlotKind.MEDICATIONS) if not medicines else None
    facts = [age, *conditions, *medicines, statement]
    return Part(
        "; ".join(said), tuple(fact.fact_id for fact in facts if fact is not None), (), medicines_spoken(medicines)
    )


def allergy_warning(consultation: Consultation) -> Part:
    """A warning when a medicine in force meets an allergy on record; empty otherwise."""
    known, words = consultation.known, consultation.words
    met = [
        (allergy, medicine)
        for allergy in known.in_force(SlotKind.ALLERGIES)
        for medicine in conflicting_medicines(known, words.dictionary, allergy)
    ]
    if not met:
        return Part()
    allergy, medicine = met[0]
    return Part(
        consultation.pick(
            f"주의: {with_particle(words.name(medicine.content), '은')} {words.name(allergy.content)} 알레르기와 "
            f"관련될 수 있으니 "
            "다음 복용 전에 의료진에게 확인합니다.",
            f"Caution: {words.name(medicine.content)} may relate to the {words.name(allergy.content)} allergy; "
            "check before the next dose.",
        ),
        (allergy.fact_id, medicine.fact_id),
    )


def latest_value(consultation: Consultation) -> Fact | None:
    """The latest value of the test asked about, last spoken of or last measured."""
    tests = consultation.tests_asked() or consultation.tests_in_mind()
    if not tests:
        return None
    latest = consultation.known.series(tests[0])[-1]
    if consultation.request.tests or consultation.tests_told() or consultation.has_spoken_of_a_test():
        return latest
    # Where none is named or was spoken of, a value that is as it should be is not what is to be done about.
    others = (consultation.known.series(test)[-1] for test in consultation.known.tests())
    outside = (fact for fact in others if (judged := judge(consultation, fact)) is not None and not judged.inside)
    own = judge(consultation, latest)
    return next(outside, latest) if own is not None and own.inside else latest


def tests_of(latest: Fact | None) -> tuple[str, ...]:
    """The test of a value, with its more general concepts."""
    if latest is None:
        return ()
    concept = latest.content.concept
    return (concept.concept_id, *concept.broader)


def standing_of(judged: Judgement | None) -> Standing:
    """On which side of the target the value is; unknown when the general and the stricter target disagree."""
    if judged is None or (judged.inside and not judged.meets_stricter):
        return "unknown"
    return "inside" if judged.inside else "outside"
