"""How much of a medicine a day adds up to: the dose on record times how often it is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken, present, spoken
from agent.answers.medicines.total_asked import asks_insulin
from agent.answers.part import Part, joined
from agent.words.doses import dose_text
from agent.words.figures import number
from agent.words.sentences import sentence
from agent.words.wording import Wording
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import ScheduledDose, schedule_of, total_of_day, total_of_week
from extraction.values.dose_units import number_of_dose, unit_of_dose
from extraction.values.measure_words import with_unit

_TIMES: Final = {"QD": 1, "QHS": 1, "BID": 2, "TID": 3, "QID": 4, "Q24H": 1, "Q12H": 2, "Q8H": 3, "Q6H": 4, "Q4H": 6}
"""Times a day by code (extraction/values/frequencies.py); of other codes a day has no fixed number."""
_PER_DAY: Final = "/day"
_INSULIN: Final = "insulin"
_STRENGTHS: Final = lazy_regex(r"\d+(?:\.\d+)?(?=/|$)")
"""The strengths of a combination, "50/500mg", without its unit."""


def total_a_day(consultation: Consultation) -> Part:
    """The day's total of each medicine named, or of the one last spoken of; what is missing where there is none."""
    insulins = _insulins(consultation)
    facts = insulins or medicines_meant(consultation) or _holding(consultation)
    if not facts:
        return Part(sentence("total.which", consultation.words.language))
    parts = [_total(consultation, fact) for fact in facts]
    if len(insulins) > 1 and (whole := _together(consultation, insulins)) is not None:
        parts.append(whole)
    return joined(parts)


def _holding(consultation: Consultation) -> tuple[Fact, ...]:
    """The combinations in force that hold a substance named: metformin of sitagliptin/metformin."""
    entries = [one.entry.name.casefold() for one in consultation.request.mentions if one.entry.kind == "medications"]
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    return tuple(one for one in taken if set(entries) & set(one.content.concept.name.casefold().split("/")))


def _insulins(consultation: Consultation) -> tuple[Fact, ...]:
    """The insulins in force, where words without another medicine's name ask for units."""
    named = set(consultation.request.concepts("medications", "drug_classes")) - {_INSULIN}
    if named or not asks_insulin(consultation.request.text):
        return ()
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    return tuple(one for one in taken if one.content.concept.concept_id.startswith(_INSULIN))


def _together(consultation: Consultation, facts: Sequence[Fact]) -> Part | None:
    """What several insulins add up to in a day; None where one of them has no fixed amount."""
    amounts = [_amount_a_day(fact) for fact in facts]
    if any(one is None for one in amounts):
        return None
    language, unit = consultation.words.language, unit_of_dose(facts[0].content.dose or "")
    total = dose_text(with_unit(number(sum(one or 0.0 for one in amounts)), unit), language)
    return Part(sentence("total.together", language, total=total), tuple(one.fact_id for one in facts))


def _amount_a_day(fact: Fact) -> float | None:
    if parts := schedule_of(fact.content.dose):
        return total_of_day(parts)
    strength, times = number_of_dose(fact.content.dose), times_a_day(fact.content.frequency)
    return strength * times if strength is not None and times is not None else None


def medicines_meant(consultation: Consultation) -> tuple[Fact, ...]:
    """The medicines in force that the words name, else those last spoken of, else the only one."""
    known = consultation.known
    named = consultation.request.concepts("medications", "drug_classes")
    taken = known.in_force(SlotKind.MEDICATIONS)
    if named:
        return tuple(
            fact
            for fact in taken
            if any(one == fact.content.concept.concept_id or one in fact.content.concept.broader for one in named)
        )
    earlier = spoken(consultation.situation.view.answers, "medications")
    if earlier is not None:
        meant = (present(consultation.ledger, one) for one in earlier.reference.fact_ids)
        found = tuple(fact for fact in meant if fact is not None and known.is_in_force(fact))
        if found:
            return found
    return taken if len(taken) == 1 else ()


def _total(consultation: Consultation, fact: Fact) -> Part:
    words, language, content = consultation.words, consultation.words.language, fact.content
    name, ids, reference = words.name(content), (fact.fact_id,), medicines_spoken((fact,))
    if parts := schedule_of(content.dose):
        return Part(_of_schedule(parts, name, words), ids, (), reference)
    strength, times = number_of_dose(content.dose), times_a_day(content.frequency)
    if strength is None or times is None:
        key = "total.no_dose" if strength is None else "total.no_times"
        return Part(sentence(key, language, name=name, known=words.dosing(content)), ids, (), reference)
    unit = unit_of_dose(content.dose or "")
    strengths = [float(one) for one in _STRENGTHS.findall((content.dose or "").removesuffix(unit))] or [strength]
    total = "/".join(number(one * times) for one in strengths)
    said = sentence(
        "total.day", language, name=name, dose=dose_text(content.dose or "", language),
        taken=words.frequency(content.frequency or ""),
        total=dose_text(with_unit(total, unit) if len(strengths) == 1 else total + unit, language),
    )  # fmt: skip
    return Part(said, ids, (), reference)


def _of_schedule(parts: Sequence[ScheduledDose], name: str, words: Wording) -> str:
    """Of a dose that differs by time the day's total, of one that differs by day the week's."""
    dose, unit = dose_text(", ".join(part.written() for part in parts), words.language), parts[0].unit
    for key, total in (("total.schedule", total_of_day(parts)), ("total.week", total_of_week(parts))):
        if total is not None:
            return sentence(
                key,
                words.language,
                name=name,
                dose=dose,
                total=dose_text(with_unit(number(total), unit), words.language),
            )
    return sentence("total.differs", words.language, name=name, dose=dose)


def times_a_day(code: str | None) -> int | None:
    """Times a day of a frequency code, None where a day has no fixed number of them."""
    folded = (code or "").upper()
    if folded in _TIMES:
        return _TIMES[folded]
    count = folded.removesuffix(_PER_DAY.upper())
    return int(count) if count != folded and count.isdecimal() else None
