"""A value that the question itself tells ("is 142 over 91 all right?"): held against the patient's criterion."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC
from agent.answers.values.criteria import LOW_PRESSURE, limit_for
from agent.answers.values.degrees import Graded, degree
from agent.answers.values.personal_targets import joint_limit, own_and_general, personal_target
from agent.answers.values.what_next import what_next
from agent.skills.targets import stated_target
from agent.words.figures import number, quantity, unit_text
from agent.words.sentences import sentence
from agent.words.wording import lookup
from domain.values import Concept, Content, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.figures.measuring import in_range
from extraction.values.blood_pressure import find_blood_pressure
from extraction.values.quantities import QuantityMention, find_quantities
from extraction.values.units import convert

_JUDGING_KO: Final = (
    "괜찮", "정상", "높은", "높죠", "높지", "높나", "높아요", "낮은", "낮죠", "낮지", "낮나", "낮아요", "문제",
    "위험", "심각", "걱정", "나쁜", "좋은", "안좋",
)  # fmt: skip
_JUDGING_EN: Final = (
    "all right", "alright", "ok", "okay", "fine", "normal", "too high", "too low", "high", "low", "bad", "good",
    "dangerous", "worry", "worried", "concerned", "serious", "safe", "a problem", "acceptable",
)  # fmt: skip
_REACH: Final = 24
"""Characters between a test and a number beyond which the number is not taken for its value."""
_LEVEL: Final = (" level", "혈중", "농도")
"""Words by which a number beside a medicine is its level in the blood, not its dose."""
_BESIDE: Final = 12
"""Characters after a medicine's name within which such a word is of it."""
_HOME: Final = ("집에서", "가정에서", "집에서잰", "at home", "home")
_FASTING: Final = ("공복", "fasting", "식전", "before breakfast", "before eating", "empty stomach")
_AFTER_MEAL: Final = ("식후", "밥먹고", "밥 먹고", "after a meal", "after eating", "after meals", "after lunch",
 "after dinner",
                      "after breakfast")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """A value in a question's words: of which test, how much, in which unit, under which circumstances."""

    concept_id: str
    value: float
    unit: str | None
    qualifier: str | None


def told_values(request: Request) -> tuple[Told, ...]:
    """The values that the words tell and ask a judgement of; empty where they ask none, or a number names no test."""
    if not judges(request.text) or not request.asks:
        return ()
    pairs = find_blood_pressure(request.text)
    where = _qualifier(request.text, pressure=bool(pairs))
    if pairs:
        upper, lower, *_ = pairs[0]
        return (Told(SYSTOLIC, upper, "mm[Hg]", where), Told(DIASTOLIC, lower, "mm[Hg]", where))
    tests = [one for one in request.mentions if one.entry.kind in ("labs", "vitals")]
    stated = _stated(request)
    if level := _level_of_medicine(request, stated):
        return (Told(level.entry.concept_id, stated[0].value or 0.0, stated[0].unit, None),)
    # Beside a medicine a number is its dose sooner than a value.
    if len(tests) != 1 or len(stated) != 1 or request.concepts("medications", "drug_classes"):
        return ()
    if min(abs(stated[0].start - tests[0].end), abs(tests[0].start - stated[0].end)) > _REACH:
        return ()
    unit = stated[0].unit if stated[0].unit_stated else None
    if unit is None and not in_range(tests[0].entry, stated[0]):
        # "Vitamin D 2000 in the morning" is a dose, and no blood holds so much of it.
        return ()
    return (_told(tests[0], stated[0].value or 0.0, unit, where),)


def _level_of_medicine(request: Request, stated: list[QuantityMention]) -> Mention | None:
    """The medicine whose level in the blood the words tell ("my lithium level is 1.1"), None where they tell none."""
    medicines = [one for one in request.mentions if one.entry.kind == "medications"]
    if len(medicines) != 1 or len(stated) != 1 or request.concepts("labs", "vitals"):
        return None
    after = request.plain[medicines[0].end :].casefold()[:_BESIDE]
    return medicines[0] if any(word in after for word in _LEVEL) else None


def states_value(request: Request) -> bool:
    """Whether the words tell a value: a number that is no date, no limit and no part of a name."""
    return bool(find_blood_pressure(request.text)) or bool(_stated(request))


def _stated(request: Request) -> list[QuantityMention]:
    places = [(one.start, one.end) for one in request.mentions] + [(one.start, one.end) for one in request.dates]
    return [
        one
        for one in find_quantities(request.plain)
        if one.value is not None
        and one.comparator is None
        and not any(start <= one.start < end for start, end in places)
    ]


def judge_told(consultation: Consultation) -> Part:
    """Each value told in the question against its criterion, with its source; or that no criterion is kept."""
    told = tuple(_as_recorded(consultation, one) for one in told_values(consultation.request))
    return joined((_judged(consultation, one) for one in _pairs(told)), " ")


def _as_recorded(consultation: Consultation, told: Told) -> Told:
    """``told`` as this turn recorded it: "haemoglobin 98" is 9.8 g/dL, and "HbA1c is 68" 8.4 %."""
    if told.concept_id not in consultation.tests_told():
        return told
    content = consultation.known.series(told.concept_id)[-1].content
    if not isinstance(content.value, (int, float)) or isinstance(content.value, bool):
        return told
    return replace(told, value=float(content.value), unit=content.unit)


def _pairs(told: tuple[Told, ...]) -> tuple[tuple[Told, ...], ...]:
    return (told,) if len(told) > 1 else tuple((one,) for one in told)


def _judged(consultation: Consultation, told: tuple[Told, ...]) -> Part:
    known, language = consultation.known, consultation.words.language
    general = [limit_for(known, one.concept_id, one.value, one.qualifier) for one in told]
    personal = [personal_target(known, one.concept_id, one.qualifier) for one in told]
    own = [one.fact for one in personal if one is not None]
    stated = stated_target(consultation.situation.question.text, told[0].unit) if len(told) == 1 else None
    targets = [
        stated or (mine.target if mine is not None else other) for mine, other in zip(personal, general, strict=True)
    ]
    name, value = _name(consultation, told), _value(told)
    if any(target is None for target in targets):
        return Part(sentence("told.none", language, name=name, value=value))
    if any(one.value < LOW_PRESSURE.get(one.concept_id, -inf) for one in told):
        limit = "/".join(number(one, "mm[Hg]") for one in LOW_PRESSURE.values())
        return Part(sentence("told.low_pressure", language, name=name, value=value, limit=limit))
    kept = [target for target in targets if target is not None]
    outside = [(one, target) for one, target in zip(told, kept, strict=True) if not target.holds(one.value)]
    key = "told.inside"
    if outside:
        key = "told.above" if outside[0][1].is_above(outside[0][0].value) else "told.below"
    source = kept[0].source
    whose = sentence("told.source", language, source=source.text(language)) if source is not None else ""
    if stated is not None and (not own or personal[0] is None or personal[0].target != stated):
        whose, own = sentence("told.stated", language), []
    if own:
        whose = own_and_general(consultation, own[-1], general)
    text = sentence(key, language, name=name, value=value, limit=joint_limit(kept, language), source=whose).strip()
    if not outside and _asks_low(consultation.request.text) and all(target.low is None for target in kept):
        text = f"{text} {_no_lower(told, language)}"
    graded = [Graded(one.concept_id, one.value, target) for one, target in outside]
    text = f"{text} {degree(consultation, graded)}".strip()
    sex = known.sex_fact() if told[0].concept_id in ("hemoglobin", "haemoglobin") else None
    facts = [fact.fact_id for fact in (*own, sex, *known.pregnancies()) if fact is not None]
    said = Part(text, tuple(facts))
    if not outside:
        return said
    one, target = outside[0]
    return joined((said, what_next(consultation, one.concept_id, above=target.is_above(one.value))), " ")


def _no_lower(told: tuple[Told, ...], language: str) -> str:
    """What is said to "too low?" of a value whose criterion is an upper limit alone; of a pressure low is known."""
    if not all(one.concept_id in LOW_PRESSURE for one in told):
        return sentence("told.no_lower", language)
    limit = "/".join(number(LOW_PRESSURE[one.concept_id], "mm[Hg]") for one in told)
    return sentence("told.not_low", language, limit=limit)


def _asks_low(text: str) -> bool:
    folded = text.casefold()
    return "낮" in folded or " low" in folded


def _value(told: tuple[Told, ...]) -> str:
    if len(told) > 1:
        return "/".join(number(one.value, one.unit) for one in told) + f" {unit_text(told[0].unit)}"
    return quantity(told[0].value, None if told[0].unit == "{score}" else told[0].unit)


def _name(consultation: Consultation, told: tuple[Told, ...]) -> str:
    words = consultation.words
    if len(told) > 1:
        plain = consultation.pick("혈압", "blood pressure")
        if told[0].qualifier == "home":
            return consultation.pick(f"가정 측정 {plain}", f"{plain} at home")
        return plain
    one = told[0]
    medicine = lookup(words.dictionary, "medications", one.concept_id)
    if medicine is not None:
        return consultation.pick(f"{medicine.name_ko or medicine.name} 혈중 농도", f"{medicine.name} level")
    slot = SlotKind.VITALS if lookup(words.dictionary, "vitals", one.concept_id) is not None else SlotKind.LABS
    content = Content(
        slot=slot, concept=Concept(concept_id=one.concept_id, name=one.concept_id), value=one.value, unit=one.unit,
        qualifier=one.qualifier,
    )  # fmt: skip
    return words.test(content)


def _told(mention: Mention, value: float, unit: str | None, where: str | None) -> Told:
    """In the unit that the lexicon keeps the test in; a bare number is taken to be in it."""
    concept_id, usual = mention.entry.concept_id, mention.entry.extra.get("unit") or None
    if unit is not None and usual is not None and unit != usual:
        pairs = (one.partition(":") for one in mention.entry.extra.get("alt_units", "").split("|") if ":" in one)
        converted = convert(value, unit, usual, {name: factor for name, _, factor in pairs})
        if converted is not None:
            return Told(concept_id, converted, usual, where)
        return Told(concept_id, value, unit, where)
    return Told(concept_id, value, usual or unit, where)


def _qualifier(text: str, *, pressure: bool) -> str | None:
    folded = text.casefold()
    if pressure:
        return "home" if any(one in folded for one in _HOME) else None
    if any(one in folded for one in _FASTING):
        return "fasting"
    return "postprandial" if any(one in folded for one in _AFTER_MEAL) else None


def judges(text: str) -> bool:
    """Whether words ask if something is as it should be."""
    folded = text.casefold()
    compact = "".join(folded.split())
    words = f" {''.join(ch if ch.isalnum() else ' ' for ch in folded)} "
    spaced = " ".join(words.split())
    return any(one in compact for one in _JUDGING_KO) or any(f" {one} " in f" {spaced} " for one in _JUDGING_EN)
