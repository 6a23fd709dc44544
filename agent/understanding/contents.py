"""From a model's words to contents of our own making: concepts of our lexicon, numbers and units of the utterance."""

from __future__ import annotations

import re
from typing import Final

from agent.understanding.told import Told
from agent.understanding.words import Span, Words
from domain.values import (
    ANY,
    Certainty,
    Concept,
    Content,
    Polarity,
    Precision,
    SlotKind,
    Status,
    Temporality,
)
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Kind, Mention
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC, measured
from extraction.reading.figures.measuring import in_range, unit_fits
from extraction.reading.medicines.liquid_doses import is_short_for_either
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import fold, normalise
from extraction.values.dates import DateMention
from extraction.values.dose_units import DOSE_UNITS
from extraction.values.measure_words import with_unit

KINDS: Final[dict[SlotKind, tuple[Kind, ...]]] = {
    SlotKind.CONDITIONS: ("conditions",),
    SlotKind.SYMPTOMS: ("symptoms",),
    SlotKind.MEDICATIONS: ("medications", "drug_classes"),
    SlotKind.ALLERGIES: ("allergens", "medications", "drug_classes"),
    SlotKind.VITALS: ("vitals",),
    SlotKind.LABS: ("labs",),
    SlotKind.PROCEDURES: ("procedures",),
    SlotKind.SOCIAL_HISTORY: ("social",),
    SlotKind.FAMILY_HISTORY: ("conditions", "symptoms"),
}
"""The lexicon tables in which a slot's concepts stand."""
_DESCRIBED: Final = frozenset({SlotKind.SYMPTOMS, SlotKind.PROCEDURES, SlotKind.SOCIAL_HISTORY})
LONGEST_NAME: Final = 60
"""Characters of a name that the lexicon does not know; longer ones are sentences."""
_PRESSURE: Final = "blood_pressure"
_SENTENCE_LIKE: Final = lazy_regex(
    r"\b(?:i|my|me|he|him|his|she|her|they|their|you|your|it|that|this|is|are|was|were|have|has|had|say|says|said|told)\b"
    r"|(?:니다|어요|아요|해요|예요|이에요|대요|래요|데요|거든요|라고|다고)$",
    re.IGNORECASE,
)
"""Words that stand in no name of a disease or a medicine."""
_SLOT_WORDS: Final = lazy_regex(
    r"(?:약|약물|알레르기|알러지|병|지병|증상|검사|수치|수술|allerg\w*|medic\w+|pills?|drugs?|conditions?|symptoms?|tests?)\S?",
    re.IGNORECASE,
)


def entry_of(told: Told, slot: SlotKind, span: Span, words: Words, lexicon: Lexicon) -> tuple[Entry | None, bool]:
    """The entry that is told of, and whether the patient's own words name it; a standard name alone names nothing."""
    kinds = KINDS.get(slot, ())
    named = normalise(told.name).text.strip().casefold()
    here = [one for one in words.within(words.sentence(span)) if one.entry.kind in kinds]
    wanted = {fold(told.name), fold(told.standard_name)} - {""}
    exact = [one for one in here if _is_called(one, wanted)]
    overlapping = [one for one in here if named and _overlaps(one, named, words)]
    mention = next(iter((*exact, *overlapping)), None)
    if mention is not None:
        return (as_allergen(mention, lexicon) if slot is SlotKind.ALLERGIES else mention.entry), True
    if not named or fold(named) not in fold(told.quote):
        return None, False
    if known := lexicon.by_name(told.name, kinds):
        return known, True
    # What a disease is called is no model's to say; what is felt in lay words has a name that the lexicon may know.
    if slot is SlotKind.CONDITIONS or not told.standard_name.strip():
        return None, False
    return lexicon.by_name(told.standard_name, kinds), False


def _is_called(mention: Mention, wanted: set[str]) -> bool:
    entry = mention.entry
    forms = (entry.name, entry.name_ko, mention.surface, *entry.synonyms_en, *entry.synonyms_ko)
    return any(fold(form) in wanted for form in forms if form)


def _overlaps(mention: Mention, named: str, words: Words) -> bool:
    start = words.text.find(named)
    while start >= 0:
        if mention.start < start + len(named) and start < mention.end:
            return True
        start = words.text.find(named, start + 1)
    return False


def own_words(told: Told) -> Concept | None:
    """A concept in the patient's own words, where the lexicon has none; None for what is no name."""
    name = told.name.strip()
    if fold(name) not in fold(told.quote):
        # A name that the model made is none; of what is felt, done or lived the few words themselves are one.
        name = told.quote.strip(" .,!?") if told.slot in _DESCRIBED else ""
    if not name or len(name) > LONGEST_NAME:
        return None
    if _SENTENCE_LIKE.search(name) or _SLOT_WORDS.fullmatch(name):
        return None
    return Concept(concept_id=fold(name), name=name, display=name)


_SIDES: Final = (("left", "right"), ("왼", "오른"), ("좌측", "우측"))


def other_side(concept: Concept, said: str, named: str) -> Concept | None:
    """The same on the other side of the body, where ``said`` and the model's name, ``named``, tell that side and the
    concept bears the one.
    """
    names = (concept.name, concept.display or concept.name)
    sides = [side for pair in _SIDES for side in (pair, pair[::-1])]
    borne = [one for one in sides if any(one[0] in name.casefold() for name in names)]
    if not borne or any(one[1] in name.casefold() for one in borne for name in names):
        return None
    toward = {"left": 0, "왼": 0, "좌측": 0}.get(borne[0][1], 1)
    if not all(any(pair[toward] in words for pair in _SIDES) for words in (said, named.casefold())):
        return None
    moved = [re.sub(re.escape(borne[0][0]), borne[0][1], name, flags=re.IGNORECASE).capitalize() for name in names]
    return Concept(concept_id=fold(moved[0]), name=moved[0], display=moved[1])


def test_entry(concept: Concept, slot: SlotKind, lexicon: Lexicon) -> Entry | None:
    """The lexicon's row of a test on record."""
    table: Kind = "vitals" if slot is SlotKind.VITALS else "labs"
    return lexicon.find(table, concept.concept_id) or lexicon.by_name(concept.name, (table,))


def known_test(told: Told, slot: SlotKind, lexicon: Lexicon) -> Entry | None:
    """The test that a model calls by its English name, or by the end of that ("capillary blood glucose")."""
    parts = told.standard_name.split()
    tries = (" ".join(parts[at:]) for at in range(len(parts)))
    return next((found for one in tries if (found := lexicon.by_name(one, KINDS[slot]))), None)


def figure_kinds(concept_id: str) -> tuple[str, ...]:
    """Which of two numbers of a blood pressure is the concept's own."""
    if concept_id == DIASTOLIC:
        return ("diastolic",)
    return ("systolic",) if _PRESSURE in concept_id else ()


def pressure_entry(entry: Entry, figure: Figure, lexicon: Lexicon) -> Entry:
    """The upper or the lower pressure, where a number is said of "the blood pressure"."""
    if entry.concept_id in (_PRESSURE, SYSTOLIC, DIASTOLIC) and figure.kind in ("systolic", "diastolic"):
        return lexicon.entry("vitals", SYSTOLIC if figure.kind == "systolic" else DIASTOLIC)
    return lexicon.entry("vitals", SYSTOLIC) if entry.concept_id == _PRESSURE else entry


def reading(entry: Entry, figure: Figure, language: str) -> tuple[Content, str]:
    """The reading that a number is of a test, and the check that it fails ("" for none)."""
    content = measured(entry, figure, language)
    if not unit_fits(entry, figure.quantity):
        return content, "unit_of_another"
    return content, "" if in_range(entry, figure.quantity) else "implausible_value"


def dose(figure: Figure, known: str | None, words: Words) -> tuple[str, str]:
    """A dose as it is written, with the unit that was said or else that of the dose on record, and the check it fails.

    A unit is taken over only where the number is of the same order: 2.5 beside 5 mg, not beside 500 mg.
    """
    quantity = figure.quantity
    values = quantity.parts or tuple(one for one in (quantity.value, quantity.low, quantity.high) if one is not None)
    written = ("/" if quantity.parts else "-").join(f"{value:g}" for value in values)
    strengths = _STRENGTHS.match(words.text, figure.start)
    if strengths is not None and not quantity.parts:
        written = strengths[0].replace(" ", "")
    if figure.counter:
        return with_unit(written, f" {figure.measure or figure.counter}"), ""
    if quantity.unit is not None:
        if _parted(known or "")[1].strip() == "mL" and is_short_for_either(words.text, written):
            return f"{written}mL", ""
        unit = DOSE_UNITS.get(quantity.unit)
        return written + (unit or quantity.unit), "" if unit else "unit_of_another"
    number, unit = _parted(known or "")
    if not number or not values:
        return written, "unit_not_said"
    return with_unit(written, unit), "" if number / 10 <= values[0] <= number * 10 else "unit_not_said"


_STRENGTHS: Final = lazy_regex(r"\d+(?:\.\d+)?\s?/\s?\d+(?:\.\d+)?(?![\d/])")
"""The two strengths of a combination ("49/51"), which without a unit are read as one number."""


def _parted(known: str) -> tuple[float | None, str]:
    match = re.match(r"\s*(\d+(?:\.\d+)?)(?:[/-]\d+(?:\.\d+)?)*(\s*[^\d\s/.,-][^\s,]*)?(?=[\s,]|$)", known)
    return (float(match[1]), match[2] or "") if match else (None, "")


def dated(content: Content, date: DateMention | None, *, ends: bool = False) -> Content:
    """``content`` from a date on, or until it where it has ended then."""
    if date is None:
        return content
    place = "valid_to" if ends and date.kind != "since" else "valid_from"
    return content.with_fields(**{place: date.value, "precision": Precision(date.precision)})


def with_status(content: Content, status: str) -> Content:
    """``content`` as it stands now: taken, ended, planned or on hold."""
    medicine = content.slot is SlotKind.MEDICATIONS
    lasting = content.slot in (SlotKind.MEDICATIONS, SlotKind.CONDITIONS)
    match status:
        case "stopped" | "resolved":
            ended = Status.STOPPED if medicine else Status.RESOLVED
            shown = ended if lasting or content.slot is SlotKind.SYMPTOMS else None
            return content.with_fields(temporality=Temporality.PAST, status=shown)
        case "planned":
            return content.with_fields(temporality=Temporality.FUTURE, status=Status.PLANNED)
        case "on_hold" if medicine:
            return content.with_fields(status=Status.ON_HOLD)
        case _:
            return content.with_fields(status=Status.ACTIVE if lasting else None)


def certain(content: Content, *, sure: bool) -> Content:
    """``content`` as confirmed, or as uncertain."""
    return content.with_fields(certainty=Certainty.CONFIRMED if sure else Certainty.UNCERTAIN)


def none_of(slot: SlotKind) -> Content:
    """That there is nothing of a slot."""
    return Content(slot=slot, concept=Concept(concept_id=ANY, name=ANY), polarity=Polarity.NEGATED)
