"""What is taken of a medicine in a day or a week, or of all of them at a time: reckoned from dose, times and days."""

from __future__ import annotations

from collections.abc import Sequence

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.meant import medicines_meant
from agent.answers.medicines.total_asked import asks_insulin
from agent.answers.part import Part, joined
from agent.answers.regimen import frames
from agent.answers.regimen.amounts import (
    Total,
    amount_at,
    is_as_needed,
    pieces_at_once,
    strengths_of,
    taking_of,
    total_a_day,
    total_a_week,
    written,
)
from agent.answers.regimen.asked import Asked
from agent.answers.regimen.listed import places_named, taken_then
from agent.answers.regimen.meant import Medicines, part_held
from agent.answers.regimen.of_one import dose_of
from agent.answers.regimen.told import ids_of, told_of
from agent.words.doses import dose_text
from agent.words.figures import number
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.timing import times_a_day
from domain.values import SlotKind
from extraction.naming.mentions import Entry
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import unit_of_dose
from extraction.values.measure_words import measure_of

_INSULIN, _INSULIN_NAME = "insulin_therapy", "insulin"


def added_up(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """The total asked for: of the medicines named, of all insulins, or of the pieces of a time of the day."""
    if not asked.named and asked.moments.of_day and not (asked.says(frames.UNITS) or asked.says(frames.PER_DAY)):
        return pieces_then(consultation, asked, person)
    if not asked.named and asked.says(frames.UNITS):
        insulins = tuple(one for one in person.taken if _is_insulin(one))
        return _of_all(consultation, asked, insulins)
    if not asked.named and not asked.forms:
        return pieces_a_day(consultation, person)
    facts = person.taken or person.paused
    if not facts:
        return dose_of(consultation, asked, person) if person.over else Part()
    if asked.says(frames.UNITS) and len(facts) > 1:
        return _of_all(consultation, asked, facts)
    return joined(_of(consultation, asked, one) for one in facts)


def a_day_of_those_meant(consultation: Consultation) -> Part:
    """The day's total of each medicine that the words mean, of a combination that holds it, or of all insulins.

    Where nobody can tell which is meant, that is asked.
    """
    asked = Asked("total", consultation.request.text, _medicines_named(consultation))
    insulins = _insulins_asked(consultation)
    facts = insulins or medicines_meant(consultation) or _holding(consultation)
    if not facts:
        return Part(sentence("total.which", consultation.words.language))
    return _of_all(consultation, asked, facts) if insulins else joined(_of(consultation, asked, one) for one in facts)


def _medicines_named(consultation: Consultation) -> tuple[Entry, ...]:
    mentions = consultation.request.mentions
    return tuple(one.entry for one in mentions if one.entry.kind in ("medications", "drug_classes"))


def _holding(consultation: Consultation) -> tuple[Fact, ...]:
    """The combinations in force that hold a substance named: metformin of sitagliptin/metformin."""
    names = {one.name.casefold() for one in _medicines_named(consultation)}
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    return tuple(one for one in taken if names & set(one.content.concept.name.casefold().split("/")))


def _insulins_asked(consultation: Consultation) -> tuple[Fact, ...]:
    """The insulins in force, where words without another medicine's name ask for units."""
    named = {one.concept_id for one in _medicines_named(consultation)} - {_INSULIN_NAME}
    if named or not asks_insulin(consultation.request.text):
        return ()
    return tuple(one for one in consultation.known.in_force(SlotKind.MEDICATIONS) if _is_insulin(one))


def _is_insulin(fact: Fact) -> bool:
    concept = fact.content.concept
    return _INSULIN in concept.broader or concept.concept_id.startswith("insulin")


def _of_all(consultation: Consultation, asked: Asked, facts: Sequence[Fact]) -> Part:
    said = [_of(consultation, asked, one) for one in facts]
    totals = [_total(one, asked) for one in facts]
    if len(facts) > 1 and all(one is not None for one in totals) and len({one.unit for one in totals if one}) == 1:
        whole = Total(sum(one.amount for one in totals if one), totals[0].unit if totals[0] else "")
        key = "total.together_week" if _is_weekly(asked) else "total.together"
        said.append(Part(sentence(key, consultation.words.language, total=written(whole, consultation.words))))
    return joined(said)


def _is_weekly(asked: Asked) -> bool:
    return asked.says(frames.PER_WEEK)


def _total(fact: Fact, asked: Asked) -> Total | None:
    return total_a_week(fact.content) if _is_weekly(asked) else total_a_day(fact.content)


def _of(consultation: Consultation, asked: Asked, fact: Fact) -> Part:
    """The total of one medicine, with how it comes about; what is missing to reckon it, and what was told of it."""
    words, language, content = consultation.words, consultation.words.language, fact.content
    ids, spoke, name = (fact.fact_id,), medicines_spoken((fact,)), words.name(content)
    period = "week" if _is_weekly(asked) else "day"
    taken = words.medicine(content).removeprefix(name).strip()
    total = _total(fact, asked)
    if total is None and "/" in (content.dose or "") and not schedule_of(content.dose):
        return Part(_of_combination(consultation, asked, fact), ids, (), spoke)
    if total is None:
        weekly = total_a_week(content) if period == "day" else None
        said = _unreckoned(consultation, fact)
        if weekly is not None:
            differs = bool(schedule_of(content.dose))
            key, slots = ("total.week", {"dose": taken}) if differs else ("total.of_week", {"taken": taken})
            said = sentence(key, language, name=name, total=written(weekly, words), **slots)
        told = told_of(consultation, ids_of(fact)) if weekly is None else Part()
        return Part(" ".join(one for one in (said, told.text) if one), ids, (), spoke)
    said = sentence(f"total.of_{period}", language, name=name, taken=taken, total=written(total, words))
    if asked.says(frames.PIECES) and (pieces := _pieces(consultation, fact, period)) is not None:
        said = f"{said} {pieces}"
    return Part(said, ids, (), spoke)


def _pieces(consultation: Consultation, fact: Fact, period: str) -> str | None:
    """How many pieces a total comes to, where their strength was told."""
    measure = measure_of(unit_of_dose(fact.content.dose or ""))
    each = pieces_at_once(consultation, fact)
    total = (total_a_week if period == "week" else total_a_day)(fact.content)
    if measure is not None or each is None or total is None:
        return None
    first = float(strengths_of(fact.content.dose)[0][0])
    count = total.amount / first * each
    return sentence(f"total.pieces_{period}", consultation.words.language, count=number(count))


def _unreckoned(consultation: Consultation, fact: Fact) -> str:
    """What is missing to reckon a total."""
    words, content = consultation.words, fact.content
    key = "total.differs" if schedule_of(content.dose) else "total.no_times" if content.dose else "total.no_dose"
    dose = dose_text(content.dose or "", words.language)
    return sentence(key, words.language, name=words.name(content), dose=dose, known=words.dosing(content))


def _of_combination(consultation: Consultation, asked: Asked, fact: Fact) -> str:
    """The total of a combination by its substances, or of the one that is asked for."""
    words, language, content = consultation.words, consultation.words.language, fact.content
    strengths, unit = strengths_of(content.dose)
    times, name = times_a_day(content.frequency), words.name(content)
    taken = words.medicine(content).removeprefix(name).strip()
    period = "week" if _is_weekly(asked) else "day"
    if times is None:
        return _unreckoned(consultation, fact)
    times *= 7 if period == "week" else 1
    held = part_held(fact, asked.named)
    if held is not None and held < len(strengths) and len(strengths) == len(content.concept.name.split("/")):
        part = next(
            one for one in asked.named if one.name.casefold() == content.concept.name.casefold().split("/")[held]
        )
        total = number(strengths[held] * times) + unit
        return sentence(
            f"total.held_{period}", language, part=consultation.pick(part.name_ko or part.name, part.name),
            name=name, taken=taken, total=total,
        )  # fmt: skip
    total = "/".join(number(one * times) for one in strengths) + unit
    said = sentence(f"total.of_{period}", language, name=name, taken=taken, total=total)
    pieces = pieces_at_once(consultation, fact)
    if asked.says(frames.PIECES) and pieces is not None:
        said = f"{said} {sentence(f'total.pieces_{period}', language, count=number(pieces * times))}"
    return said


def pieces_then(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """How many medicines a time of the day holds, and how many pieces, where each is told."""
    listed = taken_then(consultation, asked, person)
    places = places_named(asked)
    then = [one for one in person.taken if not is_as_needed(one.content) and taking_of(one).is_in(places)]
    return joined((_counted(consultation, then, places), listed)) if then else listed


def pieces_a_day(consultation: Consultation, person: Medicines) -> Part:
    """How many pieces a day holds of all medicines; those without a count are named."""
    language = consultation.words.language
    counted, untold = [], []
    for fact in person.taken:
        if is_as_needed(fact.content):
            continue
        count = _pieces_a_day(consultation, fact)
        (untold.append(fact) if count is None else counted.append((fact, count)))
    if not counted and not untold:
        return Part()
    total = sum(count for _, count in counted)
    listed = ", ".join(f"{consultation.words.name(fact.content)} {number(count)}" for fact, count in counted)
    said = sentence("total.all_pieces", language, count=number(total), listed=listed) if counted else ""
    rest = ", ".join(consultation.words.medicine(one.content) for one in untold)
    lines = (said, sentence("total.uncounted", language, listed=rest) if rest else "")
    facts = (*(fact for fact, _ in counted), *untold)
    text = " ".join(one for one in lines if one)
    return Part(text, tuple(one.fact_id for one in facts), (), medicines_spoken(tuple(facts)))


def _pieces_a_day(consultation: Consultation, fact: Fact) -> float | None:
    if parts := schedule_of(fact.content.dose):
        measure = measure_of(parts[0].unit)
        total = total_a_day(fact.content)
        return total.amount if measure is not None and total is not None else None
    each, times = pieces_at_once(consultation, fact), times_a_day(fact.content.frequency)
    return each * times if each is not None and times is not None else None


def _counted(consultation: Consultation, facts: Sequence[Fact], places: frozenset[str]) -> Part:
    language = consultation.words.language
    pieces = []
    for fact in facts:
        part = amount_at(fact, places)
        if part is not None and measure_of(part.unit) is not None:
            pieces.append(part.amount)
        elif part is None and (each := pieces_at_once(consultation, fact)) is not None:
            pieces.append(each)
    if len(pieces) == len(facts):
        said = sentence("total.then_pieces", language, kinds=len(facts), count=number(sum(pieces)))
    else:
        said = sentence("total.then_kinds", language, kinds=len(facts))
    return Part(said, tuple(one.fact_id for one in facts))
