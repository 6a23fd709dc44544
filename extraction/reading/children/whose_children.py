"""Whose record it is where children are told of, and who of them is on record already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.ages import AGE, YEARS, years_of
from domain.proposals import Operation, Proposal
from domain.speaking_for import GENDER, NAME
from domain.values import PATIENT, Content
from extraction.reading.children.ages import Age
from extraction.reading.children.child import Child, Household
from extraction.reading.items import Heard
from extraction.reading.people.speaking_for import is_spoken_for
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

WEIGHT: Final = "body_weight"
OF_MOTHERS: Final = frozenset({"pregnancy", "childbirth", "breastfeeding", "cesarean_section", "miscarriage"})
YOUNG: Final = frozenset({"child", "son", "daughter", "grandchild"})


_SIBLINGS: Final = frozenset({"sibling", "brother", "sister"})


ADULT_YEARS: Final = 18.0


CHILD_YEARS: Final = 16.0


_OWN_LIFE: Final = lazy_regex(
    r"\bi(?:'m| am) (?:\d\d\b|[a-z]+, \d\d\b|pregnant|\d+ weeks (?:gone|along|pregnant))|\bi(?:'m| am) on\b|\bi"
    r" take\b|\bmy own (?:meds|medicines|tablets)\b"
    r"|(?<![가-힣])(?:저는|전|나는|저)\s[^.?!]{0,30}(?:먹고\s?있|먹어요|드시고|앓|진단)"
)


def patient_index(told: Household, heard: Heard, sheet: Sheet, proposals: Sequence[Proposal]) -> int | None:
    """The index of the child whose record it is; None where it is the record of whoever speaks, or of another."""
    recorded = next((index for index, one in enumerate(told.children) if one.is_recorded), None)
    if recorded is not None:
        return recorded
    said = [one.content for one in proposals if one.content is not None and one.operation is Operation.ASSERT]
    ages = [
        years
        for one in (*heard.children, *heard.facts)
        if one.subject == PATIENT and (years := years_of(one)) is not None
    ]
    grown = any(each >= ADULT_YEARS for each in ages)
    expecting = any(one.subject == PATIENT and one.concept.concept_id in OF_MOTHERS for one in heard.facts)
    if heard.speaker_is or grown or expecting or (heard.patient_is and heard.patient_is not in YOUNG):
        return None
    if any(one.subject in YOUNG for one in heard.children):
        return None
    main = told.patient
    if main is None:
        return None
    adult = any(one.subject == PATIENT and (years_of(one) or 0.0) >= ADULT_YEARS for one in said)
    for_another = is_spoken_for(sheet, heard)
    if not for_another and (adult or _OWN_LIFE.search(sheet.folded)) and not (main.temperatures or main.doses):
        return None
    return told.main


def patient_known(heard: Heard) -> Iterator[Child]:
    """The child whose record it is, by what the talk last spoke of."""
    own = {one.concept.concept_id: one for one in heard.children if one.subject == PATIENT}
    age = own.get(AGE)
    years = years_of(age) if age is not None else None
    if age is None or years is None or years >= CHILD_YEARS or not isinstance(age.value, float):
        return
    if heard.speaker_is and years >= _TEEN:
        return
    yield _known(own, "", recorded=True)


_TEEN: Final = 10.0


def others_known(heard: Heard) -> Iterator[Child]:
    """The children on record beside the patient, by whose they are and their names."""
    names = dict.fromkeys(
        (one.subject, one.qualifier or "") for one in heard.children if one.subject in YOUNG | _SIBLINGS
    )
    for subject, qualifier in names:
        own = {
            one.concept.concept_id: one
            for one in heard.children
            if (one.subject, one.qualifier or "") == (subject, qualifier)
        }
        if own:
            yield _known(own, subject, recorded=False)


_SEXES: Final = {"daughter": "female", "sister": "female", "son": "male", "brother": "male"}


def _known(own: dict[str, Content], subject: str, *, recorded: bool) -> Child:
    age, weight, name, sex = (own.get(one) for one in (AGE, WEIGHT, NAME, GENDER))
    role = "sibling" if subject in _SIBLINGS else "child" if subject else ""
    told = next((one.qualifier for one in own.values() if one.qualifier), "") if subject else ""
    return Child(
        name=str(name.value) if name is not None and name.value else told or "",
        role=role,
        sex=str(sex.value) if sex is not None else _SEXES.get(subject, ""),
        age=Age(age.value, age.unit or YEARS) if age is not None and isinstance(age.value, float) else None,
        weight=weight.value if weight is not None and isinstance(weight.value, float) else None,
        is_recorded=recorded,
        subject=subject,
    )  # fmt: skip
