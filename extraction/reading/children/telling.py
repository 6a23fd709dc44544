"""What a talk tells of its children as proposals, quoted from its beginning: names, ages, weights, fevers and doses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.ages import AGE, YEARS
from domain.proposals import Operation, Proposal, Target
from domain.speaking_for import GENDER, NAME
from domain.values import PATIENT, Concept, Content, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry
from extraction.reading.children.child import Child, Given
from extraction.reading.children.given_on_record import dose_words, hours_given
from extraction.reading.children.whose_children import WEIGHT
from extraction.reading.sheet import Sheet

TEMPERATURE: Final = "body_temperature"
_QUOTE: Final = 80
"""Most characters of a quote."""
_CALLED: Final = {NAME: "이름", AGE: "나이", GENDER: "성별"}


class Telling:
    """Makes the proposals of one utterance."""

    def __init__(self, sheet: Sheet, lexicon: Lexicon, extractor: str) -> None:
        self._sheet = sheet
        self._lexicon = lexicon
        self._extractor = extractor

    def details(
        self, child: Child, subject: str = PATIENT, qualifier: str | None = None, *, weighs: bool = True
    ) -> Iterator[Proposal]:
        """What these words tell of a child itself; without its weight where it does not ``weighs`` what they say."""
        if child.name and not child.is_recorded:
            yield self._of_person(NAME, child.name, subject, qualifier)
        if child.age is not None and child.age_line == 0:
            operation = Operation.CORRECT if child.is_recorded else Operation.ASSERT
            unit = "a" if child.age.unit in (None, YEARS) else child.age.unit
            yield self._of_person(AGE, child.age.value, subject, qualifier, unit=unit, operation=operation)
        if child.sex and subject == PATIENT and not child.is_recorded:
            yield self._of_person(GENDER, child.sex, subject, qualifier)
        if weighs and child.weight is not None and child.weight_line == 0:
            yield self._weighed(child, child.weight, subject, qualifier)
        if child.temperatures:
            yield self._measured(TEMPERATURE, child.temperatures[-1].degrees, "Cel", subject, qualifier)

    def doses(self, child: Child, subject: str) -> Iterator[Proposal]:
        """What a child that is not the patient was given, as that one's."""
        for substance in dict.fromkeys(one.substance for one in child.doses):
            entry = self._lexicon.find("medications", substance)
            if entry is not None:
                given = [one for one in child.doses if one.substance == substance]
                yield self.given(entry, given, subject, child.name or None)

    def given(
        self, entry: Entry, doses: Sequence[Given], subject: str = PATIENT, qualifier: str | None = None
    ) -> Proposal:
        """A medicine for fever as it was given: as needed, so much, at these hours."""
        content = Content(
            slot=SlotKind.MEDICATIONS, concept=entry.concept(self._sheet.language), dose=dose_words(doses),
            frequency="PRN", timing=hours_given(doses), status=Status.ACTIVE, subject=subject, qualifier=qualifier,
        )  # fmt: skip
        return self._proposal(content)

    def withdrawn(self, subject: str, concept_id: str) -> Proposal:
        """A medicine of a child that is taken back."""
        target = Target(slot=SlotKind.MEDICATIONS, concept_id=concept_id, subject=subject)
        return self._proposal(None, Operation.RETRACT).with_fields(target=target)

    def _weighed(self, child: Child, weight: float, subject: str, qualifier: str | None) -> Proposal:
        """The weight; where it takes the place of one on record, as its correction."""
        made = self._measured(WEIGHT, weight, "kg", subject, qualifier)
        if not child.weight_is_righted or child.weight_before is None:
            return made
        target = Target(slot=SlotKind.VITALS, concept_id=WEIGHT, subject=subject, old=child.weight_before)
        return made.with_fields(operation=Operation.CORRECT, target=target)

    def _measured(self, concept_id: str, value: float, unit: str, subject: str, qualifier: str | None) -> Proposal:
        concept = self._lexicon.entry("vitals", concept_id).concept(self._sheet.language)
        content = Content(
            slot=SlotKind.VITALS, concept=concept, value=value, unit=unit, value_stated=f"{value:g}",
            subject=subject, qualifier=qualifier, valid_from=self._sheet.day,
        )  # fmt: skip
        return self._proposal(content)

    def _of_person(
        self, concept_id: str, value: float | str, subject: str, qualifier: str | None, *,
        unit: str | None = None, operation: Operation = Operation.ASSERT,
    ) -> Proposal:  # fmt: skip
        called = _CALLED[concept_id] if self._sheet.language == "ko" else concept_id
        content = Content(
            slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id=concept_id, name=concept_id, display=called),
            value=value, unit=unit, value_stated=f"{value:g}" if isinstance(value, float) else value,
            subject=subject, qualifier=qualifier,
        )  # fmt: skip
        return self._proposal(content, operation)

    def _proposal(self, content: Content | None, operation: Operation = Operation.ASSERT) -> Proposal:
        quote, start, end = self._sheet.quote(0, len(self._sheet.text))
        return Proposal(
            operation=operation, content=content, quote=quote[:_QUOTE], start=start, end=min(end, start + _QUOTE),
            extractor=self._extractor,
        )  # fmt: skip
