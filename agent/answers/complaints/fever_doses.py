"""How much paracetamol or ibuprofen for a fever or pain: by weight for a child, by the label for an adult.

Paracetamol 10-15 mg/kg every 4 to 6 hours: at most 4 doses and 60 mg/kg in 24 hours (NHS and BNF for Children; AAP
tables allow 5 doses), in Korea 5 doses and 75 mg/kg (MFDS label of acetaminophen suspension). Ibuprofen 5-10 mg/kg
every 6 to 8 hours, 3 doses (NHS) to 4 (AAP; MFDS label), 30 to 40 mg/kg a day, not before 6 months (AAP, MFDS). A
baby under three months with a fever is seen first (NICE NG143). Adults: NHS, MFDS and FDA labels. From 75 mg/kg of
paracetamol (TOXBASE) or 100 mg/kg of ibuprofen at a time help is sought at once.

What the record warns of is given no dose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from agent.answers.asking.request import Request, read_request
from agent.answers.complaints.fever_medicine_asked import (
    IBUPROFEN,
    MEDICINES,
    PARACETAMOL,
    Ask,
    asks_of,
    in_mind,
    meant,
)
from agent.answers.complaints.weight_and_age import Weight, age_fact, age_of, is_child, said_lines, weight_of
from agent.answers.consultation import Consultation
from agent.answers.medicines.dose_put_right import dose_put_right
from agent.answers.medicines.told_doses import Given, last_given, strength_of, volume_of
from agent.answers.part import Part, joined
from agent.safety.allergies import conflicting_allergies
from agent.safety.medicine_warnings import cautions_asked, reason
from agent.safety.upholding import sounded_lately
from agent.safety.weighing import weighings
from agent.words.figures import number
from agent.words.sentences import sentence
from agent.words.wording import lookup
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry


@dataclass(frozen=True, slots=True)
class Rule:
    """Doses of one medicine: mg for each kilogram, hours between, and how often; ``grown`` caps what weight allows."""

    low: float
    high: float
    hours: tuple[int, int]
    times: dict[str, str]
    a_day: dict[str, float]
    youngest_months: int
    harmful: float
    grown: float
    grown_a_day: float


RULES: Final = {
    PARACETAMOL: Rule(
        10, 15, (4, 6), {"ko": "5", "en": "4 doses (5 by the US label)"}, {"ko": 75, "en": 60}, 3, 75, 1000, 4000
    ),
    IBUPROFEN: Rule(
        5, 10, (6, 8), {"ko": "4", "en": "3 doses (4 by the US label)"}, {"ko": 40, "en": 30}, 6, 100, 400, 1200
    ),
}
_MONTHS: Final = 12


def fever_dose(consultation: Consultation) -> Part:
    """What was asked of the medicines for fever that the words mean: an amount, an hour, a judgement of one given."""
    sounded = [one for one in sounded_lately(consultation) if one.level == "now"]
    if sounded:
        # Whoever was sent to be seen is not kept at home with a spoon.
        names = ", ".join(dict.fromkeys(consultation.pick(one.name_ko, one.name_en) for one in sounded))
        return Part(
            _say(consultation, "dose.after_alarm", names=names), tuple(each for one in sounded for each in one.facts)
        )
    if (right := _of_another(consultation)).text:
        return right
    answers = consultation.situation.view.answers
    asked = asks_of(consultation.request.text)
    first: Ask = asked[0] if asked else "amount"
    medicines = _meant(consultation)
    allowed = [one for one in medicines if not warnings_of(consultation, one).text]
    warned = _warned_already(consultation)
    refused = joined(warnings_of(consultation, one) for one in medicines if one not in warned)
    if first == "together":
        both = dict.fromkeys((*medicines, *in_mind(answers)))
        refused = joined(warnings_of(consultation, one) for one in both)
        return refused if refused.text else Part(_say(consultation, "dose.together"))
    if not allowed:
        other = PARACETAMOL if medicines == (IBUPROFEN,) else None
        if other is None or warnings_of(consultation, other).text:
            return refused
        return joined((refused, _amounts(consultation, (other,))))
    if first == "next":
        return joined((refused, *(_next(consultation, one) for one in allowed[:1])))
    if first == "judge" and (judged := _judged(consultation, allowed[0])).text:
        return joined((refused, judged))
    if first == "change" and (changed := _changed(consultation, allowed[0])).text:
        return joined((refused, changed))
    return joined((refused, _amounts(consultation, allowed)))


def _meant(consultation: Consultation) -> tuple[str, ...]:
    """The medicines asked about; those in the cupboard, where only the words beside the question name one.

    "The next one" is of what was given before, whatever else is in the cupboard.
    """
    request, answers = consultation.request, consultation.situation.view.answers
    named = {one.entry.concept_id for one in request.mentions}
    if named.isdisjoint(MEDICINES) and not {"next", "judge", "change"}.isdisjoint(asks_of(request.text)[:1]):
        named |= set(in_mind(answers))
    if named.isdisjoint({one.entry.concept_id for one in request.mentions}):
        # A strength that only one of them is sold in tells which is judged.
        strength = strength_of(consultation) if asks_of(request.text)[:1] == ("judge",) else None
        told = next((one for one, sold in _SOLD_AS.items() if strength in sold), None)
        if told is not None:
            return (told,)
    whole = _whole(consultation)
    beside = {one.entry.concept_id for one in whole.mentions}
    if named.isdisjoint(MEDICINES) and not beside.isdisjoint(MEDICINES):
        return tuple(one for one in MEDICINES if one in beside)
    return meant(request, answers) or MEDICINES


_SOLD_AS: Final = {PARACETAMOL: (24.0, 32.0, 48.0, 50.0, 100.0), IBUPROFEN: (20.0, 40.0)}
"""Milligrams in each mL of the syrups on sale (NHS, AAP tables; MFDS labels)."""


def _whole(consultation: Consultation) -> Request:
    question = consultation.situation.question
    return read_request(question.text, consultation.finder, (question.said_at, question.time_zone))


def _warned_already(consultation: Consultation) -> frozenset[str]:
    """The medicines that the answer has warned of before it comes here, for whatever of the words named them."""
    return frozenset(one.entry.concept_id for one in weighings(replace(consultation, request=_whole(consultation))))


def _say(consultation: Consultation, key: str, **slots: object) -> str:
    return sentence(key, consultation.words.language, **slots)


def _entry(consultation: Consultation, medicine: str) -> Entry | None:
    return lookup(consultation.words.dictionary, "medications", medicine)


def _name(consultation: Consultation, medicine: str) -> str:
    plain = {PARACETAMOL: ("아세트아미노펜", "Paracetamol (acetaminophen)"), IBUPROFEN: ("이부프로펜", "Ibuprofen")}
    return consultation.pick(*plain[medicine])


def warnings_of(consultation: Consultation, medicine: str, *, by_record: bool = False) -> Part:
    """Why no dose is told: an allergy, what the record warns of, or an age too young; empty where nothing stands
    against it.
    """
    entry = _entry(consultation, medicine)
    if entry is None:
        return Part()
    met = cautions_asked(consultation, (entry,))
    if by_record:
        # What the words name may be another's: the mother's own asthma, told beside her daughter.
        met = tuple(one for one in met if isinstance(one.against, Fact))
    allergies = conflicting_allergies(consultation.known, consultation.words.dictionary, entry)
    reasons = [
        *(_say(consultation, "weigh.allergy", allergy=consultation.words.brief(fact)) for fact in allergies),
        *(reason(consultation, one) for one in met),
    ]
    facts = [*allergies, *(one.against for one in met if isinstance(one.against, Fact))]
    if reasons:
        said = _say(
            consultation, "dose.warned", name=_name(consultation, medicine), reasons="; ".join(dict.fromkeys(reasons))
        )
        return Part(said, tuple(dict.fromkeys(fact.fact_id for fact in facts)))
    years, least = age_of(consultation), RULES[medicine].youngest_months
    if years is not None and years * _MONTHS < least:
        key = "dose.newborn" if years * _MONTHS < RULES[PARACETAMOL].youngest_months else "dose.too_young"
        said = _say(consultation, key, name=_name(consultation, medicine), months=least)
        return Part(said, age_fact(consultation))
    return _dry(consultation) if medicine == IBUPROFEN else Part()


_DRIES: Final = frozenset({"vomiting", "diarrhea", "dehydration_signs", "low_urine_output", "dehydration"})
_DRY_DAYS: Final = 3
"""Days for which what dries somebody out still holds."""


def _dry(consultation: Consultation) -> Part:
    """That somebody who may be dry takes no ibuprofen, which then harms the kidneys (NICE NG143; MFDS label)."""
    known = consultation.known
    felt = (*known.in_force(SlotKind.SYMPTOMS), *known.in_force(SlotKind.CONDITIONS))
    today = date.fromisoformat(known.today)
    dried = [
        fact
        for fact in felt
        if fact.content.concept.concept_id in _DRIES and (today - date.fromisoformat(fact.day)).days <= _DRY_DAYS
    ]
    if not dried:
        return Part()
    listed = ", ".join(consultation.words.name(fact.content) for fact in dried)
    said = _say(consultation, "dose.dry", name=_name(consultation, IBUPROFEN), listed=listed)
    return Part(said, tuple(fact.fact_id for fact in dried))


def _amounts(consultation: Consultation, medicines: Sequence[str]) -> Part:
    """The dose of each of the medicines; the weight is asked for once, where it is missing."""
    said = joined(_amount(consultation, one) for one in medicines)
    if _is_grown(consultation) or weight_of(consultation) is not None:
        return said
    ask = Part(_say(consultation, "dose.ask_weight"))
    return said if consultation.asked_before(ask.text) else joined((said, ask), " ")


def _amount(consultation: Consultation, medicine: str) -> Part:
    """The dose and its interval: of a child by weight, of an adult by the label."""
    rule, name = RULES[medicine], _name(consultation, medicine)
    weight = weight_of(consultation)
    if _is_grown(consultation):
        key = "dose.adult_paracetamol" if medicine == PARACETAMOL else "dose.adult_ibuprofen"
        return Part(_say(consultation, key), age_fact(consultation))
    language = consultation.words.language
    base = {"name": name, "least": rule.hours[0], "most": rule.hours[1], "times": rule.times[language]}
    if weight is None:
        return Part(_rule_per_kilogram(consultation, rule, name), age_fact(consultation))
    low, high = _range(rule, weight.kilograms)
    a_day = min(rule.a_day[language] * weight.kilograms, rule.grown_a_day)
    said = _say(
        consultation, "dose.by_weight", weight=_kilograms(weight), low=_mg(low), high=_mg(high),
        volume=_in_millilitres(consultation, medicine, low, high), a_day=_mg(a_day), rule_low=number(rule.low),
        rule_high=number(rule.high), **base,
    )  # fmt: skip
    key = "dose.check_paracetamol" if medicine == PARACETAMOL else "dose.check_ibuprofen"
    return Part(f"{said} {_say(consultation, key)}", _rests_on(weight, consultation))


def _is_grown(consultation: Consultation) -> bool:
    """Whether the label for adults holds: by age, else by weight, else by who speaks of themselves."""
    if _gives_to_another(consultation):
        return False
    child = is_child(consultation)
    if child is not None:
        return not child
    return not (consultation.is_kept_for_another or _speaks_of_child(consultation.request.text))


def _gives_to_another(consultation: Consultation) -> bool:
    """Whether a grown person whose record it is asks for somebody else: the dose of an adult may be a child's harm."""
    if consultation.is_kept_for_another:
        return False
    folded = f" {consultation.request.text.casefold()} "
    return any(one in folded for one in _TO_ANOTHER)


_TO_ANOTHER: Final = (
    " give him", " give her", " giving him", " giving her", " give my son", " give my daughter", " give the baby",
    " give the child", " give the kid", " gave him", " gave her", " for my son", " for my daughter", " for the baby",
    "아이한테", "아기한테", "애한테", "아들한테", "딸한테", "먹일까", "먹여도", "먹이면",
)  # fmt: skip


def _speaks_of_child(text: str) -> bool:
    folded = f" {text.casefold()} "
    return any(one in folded for one in _CHILD_WORDS)


_CHILD_WORDS: Final = (
    " him", " her", " he ", " she ", " my son", " my daughter", "child", "baby", "kid", "toddler", "calpol", "syrup",
    "아이", "아기", "아들", "딸", "애가", "애한", "먹이", "먹여", "먹일", "시럽",
)  # fmt: skip


def _range(rule: Rule, kilograms: float) -> tuple[float, float]:
    return min(rule.low * kilograms, rule.grown), min(rule.high * kilograms, rule.grown)


def _kilograms(weight: Weight) -> str:
    return f"{number(round(weight.kilograms, 1))} kg"


def _mg(value: float) -> str:
    """Milligrams, to the nearest five where that is no less exact than a syringe."""
    return f"{round(value):.0f}"


def _in_millilitres(consultation: Consultation, medicine: str, low: float, high: float) -> str:
    """The dose as millilitres of the strength that was told, else of the one that the syrup usually has."""
    told = strength_of(consultation)
    per_ml, key = (told, "dose.volume") if told else (_usual_strength(consultation, medicine), "dose.volume_if")
    if not per_ml:
        return ""
    return " " + _say(
        consultation,
        key,
        low=number(round(low / per_ml, 1)),
        high=number(round(high / per_ml, 1)),
        strength=number(per_ml),
    )


def _usual_strength(consultation: Consultation, medicine: str) -> float | None:
    """Milligrams in each mL of the syrup that is sold there; None where several strengths are."""
    if medicine == IBUPROFEN:
        return _IBUPROFEN_SYRUP
    american = any("tylenol" in line.casefold() for line in said_lines(consultation)[-_LATELY:])
    return _TYLENOL_SYRUP if american or consultation.words.language == "ko" else None


_IBUPROFEN_SYRUP, _TYLENOL_SYRUP = 20.0, 32.0
"""Milligrams in each mL: 100 mg in 5 mL everywhere; 160 mg in 5 mL in the US and in Korea (FDA 2011, MFDS)."""
_LATELY: Final = 3


def _rests_on(weight: Weight | None, consultation: Consultation) -> tuple[str, ...]:
    fact = weight.fact if weight is not None else None
    return (*((fact.fact_id,) if fact is not None else ()), *age_fact(consultation))


def _next(consultation: Consultation, medicine: str) -> Part:
    """When the next dose may be given: hours after the one that was told, where it was told when."""
    rule, given = RULES[medicine], last_given(consultation)
    slots = {
        "name": _name(consultation, medicine), "least": rule.hours[0], "most": rule.hours[1],
        "times": rule.times[consultation.words.language],
    }  # fmt: skip
    if given is None or given.at is None:
        return Part(_say(consultation, "dose.next", **slots), age_fact(consultation))
    earliest = given.after(rule.hours[0])
    return Part(
        _say(
            consultation, "dose.next_at", given=given.clock(consultation.words.language),
            earliest=earliest.clock(consultation.words.language), **slots,
        ),
        age_fact(consultation),
    )  # fmt: skip


def _of_another(consultation: Consultation) -> Part:
    """What a dose that these very words put right means, where it is of a medicine that is none for fever."""
    if not consultation.request.concepts("medications", "drug_classes"):
        for fact in consultation.medicines_told():
            if fact.content.concept.concept_id not in MEDICINES:
                return dose_put_right(consultation, fact)
    return Part()


def next_after(consultation: Consultation, given: Given) -> Part:
    """Whether more may be given after a dose of a known hour; empty where it is not known of which medicine it was."""
    medicines = in_mind(consultation.situation.view.answers)
    if len(medicines) != 1 or given.at is None or any(one.level == "now" for one in sounded_lately(consultation)):
        return Part(_say(consultation, "given.which")) if given.at is not None and len(medicines) != 1 else Part()
    medicine = medicines[0]
    if (warned := warnings_of(consultation, medicine)).text:
        return warned
    rule, question = RULES[medicine], consultation.situation.question
    slots = {
        "name": _name(consultation, medicine), "least": rule.hours[0], "most": rule.hours[1],
        "times": rule.times[consultation.words.language],
    }  # fmt: skip
    if given.after(rule.hours[0]).at > question.said_at:  # type: ignore[operator]
        return _next(consultation, medicine)
    return Part(_say(consultation, "given.again", **slots), age_fact(consultation))


def _judged(consultation: Consultation, medicine: str) -> Part:
    """Whether an amount that was told is right for the weight; what is missing to tell it."""
    rule, weight, told = RULES[medicine], weight_of(consultation), _milligrams(consultation)
    if _is_grown(consultation):
        return Part()
    name = _name(consultation, medicine)
    if weight is None:
        ask = _say(consultation, "dose.ask_weight")
        return Part(f"{_rule_per_kilogram(consultation, rule, name)} {ask}")
    low, high = _range(rule, weight.kilograms)
    milligrams = told.milligrams if told is not None else None
    if told is None or milligrams is None:
        if volume_of(consultation) is None:
            return Part()
        said = _say(
            consultation, "dose.no_strength", name=name, weight=_kilograms(weight), low=_mg(low), high=_mg(high)
        )
        return Part(said, _rests_on(weight, consultation))
    each = milligrams / weight.kilograms
    key = "dose.inside"
    if milligrams > high * _AS_GOOD:
        key = "dose.harmful" if each >= rule.harmful else "dose.above"
    elif milligrams < low / _AS_GOOD:
        key = "dose.below"
    said = _say(
        consultation, key, name=name, amount=told.words(consultation.words.language), each=number(round(each, 1)),
        weight=_kilograms(weight), low=_mg(low), high=_mg(high), rule_low=number(rule.low),
        rule_high=number(rule.high), least=rule.hours[0], most=rule.hours[1],
        times=rule.times[consultation.words.language],
    )  # fmt: skip
    return Part(said, _rests_on(weight, consultation))


_AS_GOOD: Final = 1.03
"""Share by which an amount may pass a limit and still be on it: no spoon is so exact."""


def _rule_per_kilogram(consultation: Consultation, rule: Rule, name: str) -> str:
    return _say(
        consultation, "dose.rule", name=name, low=number(rule.low), high=number(rule.high), least=rule.hours[0],
        most=rule.hours[1], times=rule.times[consultation.words.language],
    )  # fmt: skip


def _milligrams(consultation: Consultation) -> Given | None:
    """The amount to be judged in milligrams: told so, or in millilitres of a strength that was told."""
    given = last_given(consultation)
    return given if given is not None and given.milligrams else None


def _changed(consultation: Consultation, medicine: str) -> Part:
    """Whether another weight changes the dose, and to what."""
    weight = weight_of(consultation)
    if weight is None or _is_grown(consultation):
        return Part()
    rule, before = RULES[medicine], weight.before
    if before is None or round(before, 1) == round(weight.kilograms, 1):
        return _amounts(consultation, (medicine,))
    low, high = _range(rule, weight.kilograms)
    old_low, old_high = _range(rule, before)
    said = _say(
        consultation, "dose.changed", name=_name(consultation, medicine), weight=_kilograms(weight),
        before=f"{number(before)} kg", low=_mg(low), high=_mg(high), old_low=_mg(old_low), old_high=_mg(old_high),
        least=rule.hours[0], most=rule.hours[1], times=rule.times[consultation.words.language],
        volume=_in_millilitres(consultation, medicine, low, high),
    )  # fmt: skip
    return Part(said, _rests_on(weight, consultation))
