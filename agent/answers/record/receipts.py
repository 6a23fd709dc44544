"""How what was just told is said back: each fact in a few words, several readings of one test together.

Readings of one day that nothing else sets apart are numbered on record, "1 of 3"; said back they stand in their order,
"blood pressure 152/94, 149/92, 155/95 mmHg", as people say them.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.answers.consultation import Consultation
from agent.answers.record.known import numeric
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC
from agent.words.figures import number
from agent.words.wording import is_numbered
from domain.ledger import Fact
from domain.values import PATIENT, SERIES_SLOTS, Polarity, SlotKind

_Key = tuple[str, str]


def recorded_text(consultation: Consultation, facts: tuple[Fact, ...]) -> str:
    """Facts in a few words each; the values of one test, and both numbers of a pressure, stand together."""
    groups: dict[_Key, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(_key(fact, facts), []).append(fact)
    said = []
    for key, group in groups.items():
        if key[0] == DIASTOLIC and _are_pressures(groups.get((SYSTOLIC, key[1]), ()), group):
            continue
        lower = groups.get((DIASTOLIC, key[1]), ()) if key[0] == SYSTOLIC else ()
        if _are_pressures(group, lower):
            said.append(_pressures(consultation, group, lower))
        elif len(group) == 1 and not is_numbered(group[0].content.qualifier or ""):
            said.append(consultation.words.brief(group[0]) + _since(consultation, group[0]))
        else:
            values = [consultation.words.value(fact.content) for fact in group]
            said.append(f"{_name(consultation, group)} {_dated(consultation, group, values)}")
    return "; ".join(said)


def _key(fact: Fact, facts: Sequence[Fact]) -> _Key:
    """By what facts are said together: one test in the same circumstances, which a numbered reading has of its last."""
    content = fact.content
    if content.slot not in SERIES_SLOTS or content.polarity is not Polarity.AFFIRMED or content.subject != PATIENT:
        return fact.fact_id, ""
    qualifier = content.qualifier or ""
    if is_numbered(qualifier):
        alike = (one for one in facts if one.content.concept.concept_id == content.concept.concept_id)
        same_day = (one.content.qualifier or "" for one in alike if one.clinical_day == fact.clinical_day)
        qualifier = next((one for one in same_day if not is_numbered(one)), "")
    return content.concept.concept_id, qualifier


def _are_pressures(upper: Sequence[Fact], lower: Sequence[Fact]) -> bool:
    """Whether two rows of numbers were told as the two halves of the same pressures."""
    days = [[one.clinical_day for one in half] for half in (upper, lower)]
    return bool(upper) and days[0] == days[1]


def _pressures(consultation: Consultation, upper: Sequence[Fact], lower: Sequence[Fact]) -> str:
    """Both numbers of each pressure as people say them: "blood pressure 152/94 mmHg (3 Feb 2026)"."""
    words = consultation.words
    name = _name(consultation, upper).replace(consultation.pick("수축기 ", "systolic "), "")
    pairs = [
        f"{number(numeric(one) or 0.0, 'mm[Hg]')}/{words.value(other.content)}"
        for one, other in zip(upper, lower, strict=True)
    ]
    return f"{name} {_dated(consultation, lower, pairs)}"


def _name(consultation: Consultation, group: Sequence[Fact]) -> str:
    """The name of a test with what qualifies all of its values, which their numbers do not."""
    content = group[-1].content
    numbered = is_numbered(content.qualifier or "")
    return consultation.words.test(content.with_fields(qualifier=None) if numbered else content)


def _dated(consultation: Consultation, facts: Sequence[Fact], values: Sequence[str]) -> str:
    """Values with their days: of one day once, "152/94, 149/92 mmHg (3 Feb 2026)"."""
    words, joint = consultation.words, consultation.pick("", " ")
    if len({words.day_of(fact) for fact in facts}) == 1:
        return f"{_with_one_unit(values)}{joint}({words.day_of(facts[-1])})"
    return ", ".join(f"{value}{joint}({words.day_of(fact)})" for fact, value in zip(facts, values, strict=True))


def _with_one_unit(values: Sequence[str]) -> str:
    """Values in a row, with their unit behind the last where it is one for all."""
    numbers, units = zip(*(value.rpartition(" ")[::2] for value in values), strict=True)
    if len(set(units)) > 1 or not all(numbers):
        return ", ".join(values)
    return f"{', '.join(numbers)} {units[0]}"


def _since(consultation: Consultation, fact: Fact) -> str:
    """Since when it is taken or had, as it was told: who hears it back can put it right."""
    content, words = fact.content, consultation.words
    told = content.valid_from
    if content.slot is SlotKind.MEDICATIONS and content.subject == PATIENT and content.valid_to is not None:
        return _until(consultation, told, content.valid_to)
    begun = content.slot in (SlotKind.MEDICATIONS, SlotKind.CONDITIONS) and consultation.known.is_in_force(fact)
    if not begun or told is None or told == fact.day or content.subject != PATIENT:
        return ""
    return consultation.pick(f" ({words.date(told)}부터)", f" (since {words.date(told)})")


def _until(consultation: Consultation, first: str | None, last: str) -> str:
    """When a medicine was, or will be, taken last; of a course with its first day."""
    words = consultation.words
    begun, over = words.date(first) if first is not None else "", words.date(last)
    if begun:
        return consultation.pick(f" ({begun}부터 {over}까지)", f" ({begun} to {over})")
    return consultation.pick(f" ({over}까지)", f" (until {over})")
