"""Keep or adjust, start or not: a judgement for this patient, with sentences quoted from the passages."""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.knowledge.knowledge import explain
from agent.answers.knowledge.quotes import Quote, fitting
from agent.answers.part import Part, joined
from agent.answers.record.person import allergy_warning, latest_value, person, standing_of, tests_of
from agent.answers.values.comparison import measured
from agent.answers.values.judgement import Judgement, criterion, judge, standing
from agent.words.josa import with_particle
from agent.words.sentences import sentence
from domain.events import SpokenReference
from domain.ledger import Fact
from domain.values import SlotKind

_TREATED: Final = ("keeptreatment-01",)
_UNTREATED: Final = ("nomedicine-01",)
"""Passages of the shipped corpus on keeping treatment and on going without, for where none is about the test."""
_MOST_VALUES: Final = 4
"""Other values that are told to have been taken into account."""
_KINDS: Final = ("monitoring", "target", "lifestyle", "overview")


def recommend(consultation: Consultation) -> Part:
    """Keep or adjust (or, without medicines, start or not), for this age, these conditions and the latest value."""
    if _about_medicine(consultation):
        return joined((explain(consultation), Part(sentence("assess.medicine", consultation.words.language))))
    latest = latest_value(consultation)
    judged = judge(consultation, latest) if latest is not None else None
    quotes = _evidence(consultation, latest, judged)
    warning = allergy_warning(consultation)
    short = consultation.preferences.short
    parts = [
        warning,
        Part() if warning.text and latest is None else _conclusion(consultation, latest, judged),
        Part() if short else _considered(consultation, latest),
        _other_values(consultation, latest),
        _quoted(consultation, quotes[:1] if short else quotes),
        Part(_ask_clinicians(consultation)),
    ]
    said = joined(part for part in parts if part.text)
    return Part(
        said.text, said.facts, said.citations, (*said.spoke_of, SpokenReference(kind="plan", fact_ids=said.facts))
    )


def _about_medicine(consultation: Consultation) -> bool:
    """Whether medicines are to be kept, changed or stopped, and no value or guideline comes into it.

    "Carry on as prescribed" would then be advice on something that nobody has looked at.
    """
    request = consultation.request
    named = request.concepts("medications", "drug_classes")
    valueless = not request.tests and not request.has("treatment", "evidence")
    return valueless and (bool(named) or latest_value(consultation) is None)


def _conclusion(consultation: Consultation, latest: Fact | None, judged: Judgement | None) -> Part:
    words = consultation.words
    takes = bool(consultation.known.in_force(SlotKind.MEDICATIONS))
    if latest is None:
        return Part(_without_value(consultation, takes))
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
        f"결론: 최근 {with_particle(name, '은')} {with_particle(value, '으로')} "
        f"{standing(consultation, judged)}. {why}",
        f"Conclusion: the latest {name}, {value}, {standing(consultation, judged)}. {why}",
    )
    return Part(said, judged.rests_on, (), measured(latest))


def _without_value(consultation: Consultation, takes: bool) -> str:
    """What can be concluded without a value, and a request for one, made once."""
    if takes:
        said = consultation.pick(
            "결론: 목표와 견줄 최근 검사값이 기록에 없습니다. 처방받은 약은 스스로 줄이거나 끊지 않고 이어 갑니다.",
            "Conclusion: no recent test value to hold against a target is on record. Carry on with the medicines as "
            "prescribed.",
        )
    else:
        said = consultation.pick(
            "결론: 판단에 필요한 최근 검사값이 기록에 없어 치료 방향을 정할 수 없습니다.",
            "Conclusion: no recent test value is on record, so I cannot judge.",
        )
    ask = consultation.pick(
        "최근 검사값과 그 날짜를 알려 주세요.", "Please tell me the latest test value and its date."
    )
    return said if consultation.asked_before(ask) else f"{said} {ask}"


def _other_values(consultation: Consultation, latest: Fact | None) -> Part:
    """Other tests whose latest value is outside its target: one good value must not hide them."""
    if consultation.request.tests or latest is None:
        return Part()
    words, known = consultation.words, consultation.known
    others = (known.series(test)[-1] for test in known.tests() if test != latest.content.concept.concept_id)
    judged = [each for each in (judge(consultation, fact) for fact in others) if each is not None and not each.inside]
    if not judged:
        return Part()
    listed = ", ".join(f"{words.test(each.fact.content)} {words.measurement(each.fact)}" for each in judged)
    return Part(
        consultation.pick(
            f"함께 볼 값: {with_particle(listed, '은')} 목표 범위를 벗어나 있어 진료 때 같이 확인해야 합니다.",
            f"Also to be looked at: {listed} outside the target range; raise this at your visit.",
        ),
        tuple(each.fact.fact_id for each in judged),
    )


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


def _considered(consultation: Consultation, latest: Fact | None) -> Part:
    """Who it is for, and the latest of the other tests where the question leaves open which value it turns on."""
    about, words = person(consultation), consultation.words
    others = _others_measured(consultation, latest) if not consultation.request.tests else ()
    said = [about.text, *(f"{words.test(fact.content)} {words.measurement(fact)}" for fact in others)]
    text = consultation.pick("고려한 정보: ", "Taken into account: ") + "; ".join(said) + "."
    return Part(text, (*about.facts, *(fact.fact_id for fact in others)), (), about.spoke_of)


def _others_measured(consultation: Consultation, latest: Fact | None) -> tuple[Fact, ...]:
    """The latest value of each other test of blood or urine that is within its target; those outside are told apart."""
    own = latest.content.concept.concept_id if latest is not None else None
    facts = (consultation.known.series(test)[-1] for test in consultation.known.tests() if test != own)
    inside = (
        fact
        for fact in facts
        if fact.content.slot is SlotKind.LABS and ((judged := judge(consultation, fact)) is None or judged.inside)
    )
    return tuple(inside)[:_MOST_VALUES]


def _evidence(consultation: Consultation, latest: Fact | None, judged: Judgement | None) -> tuple[Quote, ...]:
    """Up to two sentences: what the target is, and what is done on this side of it; from two passages if possible."""
    tests = tests_of(latest)
    takes = bool(consultation.known.in_force(SlotKind.MEDICATIONS))
    quotes = fitting(
        consultation,
        _KINDS if latest is not None or not takes else ("medication", *_KINDS),
        tests=tests,
        standing=standing_of(judged),
        generic=_TREATED if takes else _UNTREATED,
    )
    if not quotes:
        return ()
    first = quotes[0]
    others = [
        quote
        for quote in quotes[1:]
        if quote.passage.document_id != first.passage.document_id and set(tests) & set(quote.passage.concepts)
    ]
    criteria = [
        quote for quote in others if quote.passage.kind == "target" and any(ch.isdigit() for ch in quote.sentence)
    ]
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


def _ask_clinicians(consultation: Consultation) -> str:
    if consultation.known.in_force(SlotKind.MEDICATIONS):
        return consultation.pick(
            "이 안내는 진단이나 처방을 대신하지 않으므로, 약을 바꾸거나 멈추기 전에 의료진과 상의해 주세요.",
            "This does not replace a diagnosis or prescription: talk to your care team before changing or "
            "stopping a medicine.",
        )
    return consultation.pick(
        "이 안내는 진단이나 처방을 대신하지 않으므로, 약이 필요한지는 의료진과 상의해 주세요.",
        "This does not replace a diagnosis or prescription: talk to your care team about whether a medicine is needed.",
    )
