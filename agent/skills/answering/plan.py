"""Keep or adjust, and the plan of a week: a judgement for this patient, with sentences quoted from the passages."""

from __future__ import annotations

import re
from typing import Final

from agent.skills.answering.allergy_check import conflicting_medicines
from agent.skills.answering.comparison import comparison_sentence, measured
from agent.skills.answering.consultation import Consultation
from agent.skills.answering.josa import with_particle
from agent.skills.answering.judgement import Judgement, criterion, judge, standing, standing_clause
from agent.skills.answering.part import Part, joined
from agent.skills.answering.quotes import Quote, Standing, fitting
from agent.skills.answering.recall import medicines_spoken
from agent.skills.answering.summary import absence_text
from agent.skills.answering.wording import age_text
from domain.events import SpokenReference
from domain.ledger import Fact
from domain.values import SlotKind

_KEEP: Final = ("keeptreatment-01",)
_LIFESTYLE: Final = ("nomedicine-01", "exercise-01", "diet-01", "weekplan-01")
_FOLLOW_UP: Final = ("keeptreatment-01", "nomedicine-01", "weekplan-01")
"""Passages of the shipped corpus that fit every chronic illness, tried in this order when no retrieved one fits."""
_HABITS: Final = re.compile(
    r"운동|걷기|식사|음식|채소|체중|소금|나트륨|싱겁|금연|담배|술|음주|수면|섭취|습관|exercise|walk|\bdiet|meal|food|vegetable|weight"
    r"|salt|smok|alcohol|sleep|fluid|habit",
    re.IGNORECASE,
)
_CHECKS: Final = re.compile(r"검사|측정|재어|재고|다시 재|확인|진료|기록|test|measur|repeat|check|visit|record", re.IGNORECASE)
"""What the sentence quoted with a step must speak of."""
_MEASURED_WITH: Final = ("monitoring", "target", "lifestyle", "overview")


def recommend(consultation: Consultation) -> Part:
    """Keep or adjust (or, without medicines, start or not), for this age, these conditions and the latest value."""
    latest = _latest(consultation)
    judged = judge(consultation, latest) if latest is not None else None
    quotes = _evidence(consultation, latest, judged)
    parts = [
        _conclusion(consultation, latest, judged),
        _considered(consultation),
        _quoted(consultation, quotes),
        _allergy_warning(consultation),
        Part(_ask_clinicians(consultation)),
    ]
    said = joined(part for part in parts if part.text)
    return Part(said.text, said.facts, said.citations, (*said.spoke_of, SpokenReference(kind="plan", fact_ids=said.facts)))


def weekly_steps(consultation: Consultation) -> Part:
    """One heading sentence with the facts the plan is for, then exactly three numbered lines."""
    latest = _latest(consultation)
    judged = judge(consultation, latest) if latest is not None else None
    used: set[str] = set()
    steps = (
        _medicine_step(consultation, used),
        _habit_step(consultation, latest, judged, used),
        _follow_up_step(consultation, latest, judged, used),
    )
    numbered = [
        Part(f"{place}. {step.text}", step.facts, step.citations, step.spoke_of)
        for place, step in enumerate(steps, start=1)
    ]
    said = joined((_heading(consultation, latest), *numbered))
    return Part(said.text, said.facts, said.citations, (*said.spoke_of, SpokenReference(kind="plan", fact_ids=said.facts)))


def standing_of(judged: Judgement | None) -> Standing:
    """On which side of the target the value is; unknown when the general and the stricter target disagree."""
    if judged is None or (judged.inside and not judged.meets_stricter):
        return "unknown"
    return "inside" if judged.inside else "outside"


def _latest(consultation: Consultation) -> Fact | None:
    tests = consultation.tests_asked() or consultation.tests_in_mind()
    return consultation.known.series(tests[0])[-1] if tests else None


def _conclusion(consultation: Consultation, latest: Fact | None, judged: Judgement | None) -> Part:
    words = consultation.words
    takes = bool(consultation.known.in_force(SlotKind.MEDICATIONS))
    if latest is None:
        return Part(
            consultation.pick(
                "결론: 판단에 필요한 최근 검사값이 기록에 없어 치료 방향을 정할 수 없습니다. 최근 검사값과 날짜를 알려 주세요.",
                "Conclusion: no recent test value is on record, so I cannot judge. Please tell me the latest value and its date.",
            )
        )
    name, value = words.test(latest.content), words.measurement(latest)
    if judged is None:
        return Part(
            consultation.pick(
                f"최근 {with_particle(name, '은')} {value}이지만 적용할 기준이 없어 판단은 의료진의 확인이 필요합니다.",
                f"The latest {name} is {value}, but I hold no criterion for it; a clinician has to judge it.",
            ),
            (latest.fact_id,),
            (),
            measured(latest),
        )
    why = f"{criterion(consultation, judged)} {_course(consultation, judged, takes)}"
    said = consultation.pick(
        f"결론: 최근 {with_particle(name, '은')} {with_particle(value, '으로')} {standing(consultation, judged)}. {why}",
        f"Conclusion: the latest {name}, {value}, {standing(consultation, judged)}. {why}",
    )
    return Part(said, (latest.fact_id,), (), measured(latest))


def _course(consultation: Consultation, judged: Judgement, takes: bool) -> str:
    settled = judged.inside and judged.meets_stricter
    if takes and settled:
        return consultation.pick(
            "그래서 지금의 치료를 유지하면서 정해진 때에 다시 검사하는 쪽이 맞습니다.",
            "So the present treatment is kept, and the test is repeated when due.",
        )
    if takes:
        return consultation.pick(
            "그래서 먼저 복약과 생활습관을 점검하고, 치료를 조정해야 하는지 확인하는 쪽이 맞습니다.",
            "So doses and daily habits are checked first, and whether treatment needs adjusting is to be asked.",
        )
    if settled:
        return consultation.pick(
            "복용 중인 약이 없으므로 지금은 약을 시작하기보다 생활습관 관리를 이어 가는 쪽이 맞습니다.",
            "As you take no medicine, healthy habits come first and there is no sign that one has to be started now.",
        )
    return consultation.pick(
        "복용 중인 약이 없으므로 생활습관을 먼저 고치고, 약이 필요한지는 진료에서 확인하는 쪽이 맞습니다.",
        "As you take no medicine, habits are improved first, and whether one is needed is a question for the doctor.",
    )


def _considered(consultation: Consultation) -> Part:
    facts = _person(consultation)
    text = consultation.pick("고려한 정보: ", "Taken into account: ") + facts.text + "."
    return Part(text, facts.facts, (), facts.spoke_of)


def _person(consultation: Consultation) -> Part:
    """Age, diagnoses and medicines, each with "none" or "unknown" where nothing is in force."""
    known, words = consultation.known, consultation.words
    age = known.age()
    conditions, medicines = known.in_force(SlotKind.CONDITIONS), known.in_force(SlotKind.MEDICATIONS)
    said = [age_text(age, words)] if age is not None else []
    named = ", ".join(words.name(fact.content) for fact in conditions) or absence_text(consultation, SlotKind.CONDITIONS)
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


def _heading(consultation: Consultation, latest: Fact | None) -> Part:
    words, request = consultation.words, consultation.request
    person = _person(consultation)
    said, facts, spoke = [person.text], [*person.facts], [*person.spoke_of]
    if latest is not None:
        series = consultation.known.series(latest.content.concept.concept_id)
        if len(series) > 1 and request.has("previous", "compare"):
            said.append(comparison_sentence(consultation, series[-2], latest).rstrip("."))
            facts.append(series[-2].fact_id)
            spoke += measured(series[-2], latest)
        else:
            said.append(
                f"{consultation.pick('최근 ', 'latest ')}{words.test(latest.content)} {words.measurement(latest)}"
            )
            spoke += measured(latest)
        facts.append(latest.fact_id)
    if SlotKind.ALLERGIES in request.slots:
        allergies = consultation.known.in_force(SlotKind.ALLERGIES)
        named = ", ".join(words.name(fact.content) for fact in allergies)
        named = named or absence_text(consultation, SlotKind.ALLERGIES)
        said.append(consultation.pick(f"알레르기 {named}", f"allergies {named}"))
        facts += [fact.fact_id for fact in allergies]
    text = consultation.pick("이번 주 계획(기준 정보: ", "Plan for this week (based on: ") + "; ".join(said) + "):"
    return Part(text, tuple(facts), (), tuple(spoke))


def _medicine_step(consultation: Consultation, used: set[str]) -> Part:
    words = consultation.words
    medicines = consultation.known.in_force(SlotKind.MEDICATIONS)
    if not medicines:
        return Part(
            consultation.pick(
                "복용 중인 약이 없으므로 스스로 약을 시작하지 말고, 하루 한 번 몸 상태와 잰 값을 기록합니다.",
                "You take no medicine: start none on your own, and note once a day how you feel and what you measure.",
            )
        )
    listed = ", ".join(words.medicine(fact.content) for fact in medicines)
    warning = _allergy_warning(consultation)
    text = consultation.pick(
        f"처방대로 복용하고 매일 표시합니다: {listed}.", f"Take the medicines as prescribed and tick them off each day: {listed}."
    )
    quote = next(iter(_unused(fitting(consultation, ("monitoring", "medication", "caution")), used)), None)
    own = {concept for fact in medicines for concept in (fact.content.concept.concept_id,)}
    if quote is None or own.isdisjoint(quote.passage.concepts):
        return joined((Part(text, tuple(fact.fact_id for fact in medicines)), warning), " ")
    used.add(quote.sentence)
    said = Part(f"{text} {quote.marked}", tuple(fact.fact_id for fact in medicines), (quote.citation,))
    return joined((said, warning), " ")


def _habit_step(consultation: Consultation, latest: Fact | None, judged: Judgement | None, used: set[str]) -> Part:
    tests = _tests_of(latest)
    quotes = fitting(
        consultation, ("lifestyle",), tests=tests, standing=standing_of(judged), generic=_LIFESTYLE, saying=_HABITS
    )
    chosen = _unused(quotes, used)[:1]
    used.update(quote.sentence for quote in chosen)
    text = consultation.pick("식사와 운동을 하루 단위로 정해 실천합니다.", "Set a small daily goal for meals and exercise.")
    return Part(
        " ".join((text, *(quote.marked for quote in chosen))), (), tuple(quote.citation for quote in chosen)
    )


def _follow_up_step(consultation: Consultation, latest: Fact | None, judged: Judgement | None, used: set[str]) -> Part:
    words = consultation.words
    quotes = fitting(
        consultation,
        ("monitoring", "target"),
        tests=_tests_of(latest),
        standing=standing_of(judged),
        generic=_FOLLOW_UP,
        saying=_CHECKS,
    )
    chosen = _unused(quotes, used)[:1]
    if latest is None:
        said = consultation.pick("최근 검사값을 확인해 기록하고, ", "Find out and note your latest test value, and ")
    elif judged is None:
        name = words.test(latest.content)
        said = consultation.pick(f"{name} 재검사 날짜를 정하고, ", f"Fix the date of the next {name} test, and ")
    else:
        name, value = words.test(latest.content), words.value(latest.content)
        where = standing_clause(consultation, judged)
        said = consultation.pick(
            f"최근 {name} {with_particle(value, '은')} {where}으니 재검사 날짜를 정하고, ",
            f"The latest {name}, {value}, {where}: fix the date of the next test, and ",
        )
    if consultation.known.in_force(SlotKind.MEDICATIONS):
        said += consultation.pick("약을 바꿀 일이 있으면 먼저 의료진과 상의합니다.", "talk to your care team before changing a medicine.")
    else:
        said += consultation.pick("약이 필요한지는 의료진과 상의합니다.", "ask your care team whether a medicine is needed.")
    return Part(
        " ".join((said, *(quote.marked for quote in chosen))),
        (latest.fact_id,) if latest is not None else (),
        tuple(quote.citation for quote in chosen),
    )


def _evidence(consultation: Consultation, latest: Fact | None, judged: Judgement | None) -> tuple[Quote, ...]:
    """Up to two sentences: what the target is, and what is done on this side of it; from two passages if possible."""
    tests = _tests_of(latest)
    takes = bool(consultation.known.in_force(SlotKind.MEDICATIONS))
    quotes = fitting(
        consultation,
        _MEASURED_WITH,
        tests=tests,
        standing=standing_of(judged),
        generic=_KEEP if takes else _LIFESTYLE[:1],
    )
    if not quotes:
        return ()
    first = quotes[0]
    others = [quote for quote in quotes[1:] if quote.passage.document_id != first.passage.document_id]
    criteria = [quote for quote in others if quote.passage.kind == "target" and any(ch.isdigit() for ch in quote.sentence)]
    kinds = [quote for quote in others if quote.passage.kind != first.passage.kind]
    return (first, *(criteria or kinds or others)[:1])


def _quoted(consultation: Consultation, quotes: tuple[Quote, ...]) -> Part:
    if not quotes:
        return Part(
            consultation.pick(
                "근거: 제가 가진 문서에서 이 상황에 맞는 문장을 찾지 못했습니다.",
                "Evidence: I found no sentence in my documents that fits this situation.",
            )
        )
    lines = [f"- {quote.marked} ({quote.passage.source})" for quote in quotes]
    return Part(
        "\n".join((consultation.pick("근거:", "Evidence:"), *lines)), (), tuple(quote.citation for quote in quotes)
    )


def _allergy_warning(consultation: Consultation) -> Part:
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
            f"주의: {with_particle(words.name(medicine.content), '은')} {words.name(allergy.content)} 알레르기와 관련될 수 있으니 "
            "다음 복용 전에 의료진에게 확인합니다.",
            f"Caution: {words.name(medicine.content)} may relate to the {words.name(allergy.content)} allergy; "
            "check before the next dose.",
        ),
        (allergy.fact_id, medicine.fact_id),
    )


def _ask_clinicians(consultation: Consultation) -> str:
    if consultation.known.in_force(SlotKind.MEDICATIONS):
        return consultation.pick(
            "이 안내는 진단이나 처방을 대신하지 않으므로, 약을 바꾸거나 멈추기 전에 의료진과 상의해 주세요.",
            "This does not replace a diagnosis or prescription: talk to your care team before changing or stopping a medicine.",
        )
    return consultation.pick(
        "이 안내는 진단이나 처방을 대신하지 않으므로, 약이 필요한지는 의료진과 상의해 주세요.",
        "This does not replace a diagnosis or prescription: talk to your care team about whether a medicine is needed.",
    )


def _unused(quotes: tuple[Quote, ...], used: set[str]) -> tuple[Quote, ...]:
    return tuple(quote for quote in quotes if quote.sentence not in used)


def _tests_of(latest: Fact | None) -> tuple[str, ...]:
    if latest is None:
        return ()
    concept = latest.content.concept
    return (concept.concept_id, *concept.broader)
