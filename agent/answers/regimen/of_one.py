"""What is asked of one medicine: how much, how often, when, on which days, since when, and how it was before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.answers.recollected.of_medicines import not_taken, often_of
from agent.answers.record.beginnings import beginning_of
from agent.answers.regimen import frames
from agent.answers.regimen.amounts import amount_at, amount_on, is_as_needed, is_on
from agent.answers.regimen.asked import Asked
from agent.answers.regimen.listed import places_named
from agent.answers.regimen.meant import Medicines
from agent.answers.regimen.told import first_told, ids_of, told_of
from agent.answers.remembered.dose_history import before_last_change, dose_steps
from agent.words.doses import dose_text
from agent.words.sentences import sentence
from agent.words.timings import timing_text
from domain.ledger import Fact
from domain.timing import Timing
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import ScheduledDose, schedule_of
from extraction.values.measure_words import with_unit

_LIMIT_TOLD: Final = lazy_regex(
    r"까지|최대|안쪽|이상|넘|이내|미만|\bmax\w*\b|\bup to\b|\bno more\b|\bnot more\b"
    r"|\bat most\b|\bunder\b|\bor less\b|\blimit\b",
    2,
)
_SINCE_TOLD: Final = lazy_regex(
    r"부터|이후|시작|때\b|전부터|년|살|후로|뒤로|\bsince\b|\bfrom\b|\bstart\w*\b"
    r"|\bago\b|\byears?\b|\bmonths?\b|\bold\b|\bage\b|\b(?:19|20)\d\d\b",
    2,
)
_CHANGE_TOLD: Final = lazy_regex(
    r"원래|전에|에서|올[렸려]|줄[였여어]|내[렸려]|바[꾸뀌꿨꼈]|먹다가|\bwas\b"
    r"|\bbefore\b|\bused to\b|\bfrom\b|\bup to\b|\bdown\b|\buntil\b"
    r"|\bnow\b|\bincreas\w*\b|\breduc\w*\b|\bcut\b|\bagain\b|하나|한\s?알|두\s?알|->|→|로\s",
    2,
)


def dose_of(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """How much of each medicine meant is taken; at the time that is named, where amounts differ by time."""
    return _each(consultation, person, lambda one: _dose(consultation, asked, one))


def _dose(consultation: Consultation, asked: Asked, fact: Fact) -> Part:
    words, language = consultation.words, consultation.words.language
    said = sentence("history.now", language, medicine=words.medicine(fact.content))
    if asked.moments.of_day and (part := amount_at(fact, places_named(asked))) is not None:
        name = words.name(fact.content)
        rest = words.medicine(fact.content).removeprefix(name).strip()
        said = sentence("regimen.dose_then", language, name=name, amount=_amount(part, language), all=rest)
        return Part(said, (fact.fact_id,))
    if asked.moments.days and is_on(fact, asked.moments.days[0]) is not None:
        return _on_day(consultation, asked, fact)
    if fact.content.dose and not (asked.moments.of_day and len(Timing.read(fact.content.timing).times) < 1):
        return Part(said, (fact.fact_id,))
    told = told_of(consultation, ids_of(fact))
    untold = "" if fact.content.dose else sentence("own.untold_dose", language, name=words.name(fact.content))
    return Part(" ".join(one for one in (untold or said, told.text) if one), (fact.fact_id,))


def _amount(part: ScheduledDose, language: str) -> str:
    return dose_text(with_unit(f"{part.amount:g}", part.unit), language)


def often_taken(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """How often each is taken; with the words that told it, where it is as needed or the record holds no rhythm."""
    return _each(consultation, person, lambda one: _often(consultation, asked, one))


def _often(consultation: Consultation, asked: Asked, fact: Fact) -> Part:
    words, language = consultation.words, consultation.words.language
    often, name = often_of(consultation, fact.content), words.name(fact.content)
    strength = f"{name} {dose_text(fact.content.dose or '', language)}".strip()
    if often:
        said = sentence("own.often", language, name=strength, often=often)
    elif fact.content.dose:
        said = sentence("history.now", language, medicine=words.medicine(fact.content))
    else:
        said = sentence("own.untold_times", language, name=name)
    vague = not often or is_as_needed(fact.content) or asked.says(frames.SIDE)
    told = told_of(consultation, ids_of(fact)) if vague else Part()
    return Part(" ".join(one for one in (said, told.text) if one), (fact.fact_id,))


def when_taken(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """When in the day each is taken; that it was not told, and what was, where the record holds no time."""
    return _each(consultation, person, lambda one: _when(consultation, one))


def _when(consultation: Consultation, fact: Fact) -> Part:
    words, language = consultation.words, consultation.words.language
    timing, code = Timing.read(fact.content.timing), (fact.content.frequency or "").upper()
    said = sentence("history.now", language, medicine=words.medicine(fact.content))
    if schedule_of(fact.content.dose) and timing.times:
        # A dose that differs by day is said with its days alone.
        often = timing_text(fact.content.timing, language)
        lead = sentence("own.often", language, name=words.name(fact.content), often=often)
        return Part(f"{lead} {said}", (fact.fact_id,))
    if timing.times or timing.days or code in ("QHS", "PRN"):
        told = told_of(consultation, ids_of(fact)) if code == "PRN" else Part()
        return Part(" ".join(one for one in (said, told.text) if one), (fact.fact_id,))
    told = told_of(consultation, ids_of(fact))
    untold = sentence("own.untold_hour", language, listed=words.medicine(fact.content))
    return Part(" ".join(one for one in (untold, told.text) if one), (fact.fact_id,))


def days_of(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """On which days of the week each is taken."""
    return _each(consultation, person, lambda one: _days(consultation, one))


def _days(consultation: Consultation, fact: Fact) -> Part:
    words, language = consultation.words, consultation.words.language
    said = sentence("history.now", language, medicine=words.medicine(fact.content))
    if Timing.read(fact.content.timing).days:
        return Part(said, (fact.fact_id,))
    told = told_of(consultation, ids_of(fact))
    untold = sentence("regimen.untold_days", language, medicine=words.medicine(fact.content))
    return Part(" ".join(one for one in (untold, told.text) if one), (fact.fact_id,))


def on_the_day(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """Whether a medicine named is taken on the days named, and how much."""
    return _each(consultation, person, lambda one: _on_day(consultation, asked, one))


def _on_day(consultation: Consultation, asked: Asked, fact: Fact) -> Part:

    words, language, days = consultation.words, consultation.words.language, asked.moments.days
    medicine, name = words.medicine(fact.content), words.name(fact.content)
    day = timing_text(" ".join(days), language)
    held = [is_on(fact, one) for one in days]
    if (part := amount_on(fact, days[0])) is not None:
        amount = _amount(part, language)
        rest = medicine.removeprefix(name).strip()
        said = sentence("regimen.on_day_amount", language, day=day, name=name, amount=amount, all=rest)
        return Part(said, (fact.fact_id,))
    key = "regimen.on_day" if all(held) else "regimen.not_on_day" if not any(held) and None not in held else ""
    if is_as_needed(fact.content) or not key:
        told = told_of(consultation, ids_of(fact))
        untold = sentence("regimen.untold_days", language, medicine=medicine)
        return Part(" ".join(one for one in (untold, told.text) if one), (fact.fact_id,))
    return Part(sentence(key, language, day=day, medicine=medicine, name=name), (fact.fact_id,))


def begun(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """Since when each is taken, by the record, else in the words that told it."""
    return _each(consultation, person, lambda one: _begun(consultation, asked, one))


_AGE: Final = lazy_regex(r"\bage\b|\bhow old\b|\blong\b|몇\s?살|얼마나|몇\s?년", 2)


def _begun(consultation: Consultation, asked: Asked, fact: Fact) -> Part:
    told = told_of(consultation, ids_of(fact), _SINCE_TOLD)
    if fact.content.valid_from is None and told.text:
        said = sentence("history.now", consultation.words.language, medicine=consultation.words.medicine(fact.content))
        return Part(f"{said} {told.text}", (fact.fact_id,))
    told = told if fact.content.valid_from is None or asked.says(_AGE) else Part()
    return joined((beginning_of(consultation, fact), told), " ")


def before_it(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """The dose before the last change, or the first of all; the words that told two where no change is on record."""
    return _each(consultation, person, lambda one: _before(consultation, asked, one))


def _before(consultation: Consultation, asked: Asked, fact: Fact) -> Part:
    words, language = consultation.words, consultation.words.language
    steps = [pair for pair in dose_steps(consultation, fact) if pair[0].content.dose != pair[1].content.dose]
    if steps:
        upto = steps[:1] if asked.says(frames.FIRST) else steps
        (before, after), said = upto[-1], before_last_change(consultation, upto)
        return Part(said, (before.fact_id, after.fact_id))
    now = sentence("history.now", language, medicine=words.medicine(fact.content))
    told = told_of(consultation, ids_of(fact), _CHANGE_TOLD)
    first = first_told(consultation, ids_of(fact))
    rest = told.text if told.text else sentence("regimen.no_change", language)
    quotes = " ".join(dict.fromkeys(one for one in (first, rest) if one))
    return Part(f"{now} {quotes}", (fact.fact_id,))


def at_most(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """What was told of how much of a medicine may be had; empty where nothing was."""
    return joined(_most_told(consultation, one) for one in person.all)


def _most_told(consultation: Consultation, fact: Fact) -> Part:
    told = told_of(consultation, ids_of(fact), _LIMIT_TOLD)
    return told if told.text or not is_as_needed(fact.content) else told_of(consultation, ids_of(fact))


def _each(consultation: Consultation, person: Medicines, say: Callable[[Fact], Part]) -> Part:
    facts = person.taken or person.paused or person.ahead or person.over
    ahead = [] if person.taken else [*person.ahead, *person.over]
    parts = []
    for fact in facts:
        said = say(fact)
        if fact in ahead:
            brief = consultation.words.brief(fact)
            lead = sentence("regimen.not_begun", consultation.words.language, medicine=brief)
            lead = not_taken(consultation, fact) if fact in person.over else lead
            told = told_of(consultation, ids_of(fact))
            said = Part(" ".join(one for one in (lead, told.text) if one), said.facts)
        parts.append(said)
    found = joined(parts)
    return Part(found.text, found.facts, (), medicines_spoken(tuple(facts))) if found.text else found
