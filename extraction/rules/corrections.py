"""Corrections: which claims replace something said before, and what they replace.

The words that are taken back are found first (``struck``), so that no reader takes them for facts; afterwards each is
paired with the claim that stands for it now, and that claim becomes a correction or a change with a target in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from domain.comparison import says
from domain.proposals import Operation, Target
from domain.values import PATIENT, Content, Polarity, Precision, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.rules.analysis import MEASUREMENTS, SUBSTANCES
from extraction.rules.anaphora import content_like, corrected_part
from extraction.rules.assertion import Assertions
from extraction.rules.changes import changed, ended
from extraction.rules.claims import Claim
from extraction.rules.confirmations import confirmed, read_confirmations
from extraction.rules.cue_kinds import Cue
from extraction.rules.cues import Span
from extraction.rules.medications import dose_of
from extraction.rules.reattributions import find_reattributions
from extraction.rules.reminders import reminded
from extraction.rules.repairs import repaired, repaired_pressure
from extraction.rules.retractions import find_retractions, find_reversion, slot_of
from extraction.rules.struck import Struck, Why, find_struck
from extraction.rules.substances import as_allergen
from extraction.rules.withdrawn_values import withdrawn_value
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention
from extraction.values.dose_units import DOSE_UNITS
from extraction.values.frequencies import FrequencyMention
from extraction.values.quantities import QuantityMention

_PREVIOUS: Final = lazy_regex(
    r"이전|예전|지난번|저번|그\s?전|전번|\b(?:previous|older|earlier value|prior|last time|before that)\b"
)
_LATEST: Final = lazy_regex(r"최근|마지막|제일\s?새|가장\s?나중|이번|\b(?:latest|most recent|newest|last)\b")
_MISSTATED: Final = lazy_regex(
    r"잘못\s?(?:말|알려|봤|보|적|기억|읽|얘기|이야기)|틀렸|틀린|착각|정정|헷갈|오타|바로잡|고쳐\s?말|사실은|실은"
    r"|실제로는|\b(?:misspoke|misread|was wrong"
    r"|a correction|correction:|wrong (?:dose|value|number|date)|mixed .{0,12}up|i meant|really was"
    r"|my mistake)\b"
)
_MEASURED_SLOTS: Final = frozenset({SlotKind.LABS, SlotKind.VITALS})


class Corrections:
    """What one utterance takes back."""

    def __init__(self, assertions: Assertions, lexicon: Lexicon, spoken_of: Sequence[Content]) -> None:
        self._assertions = assertions
        self._analysis = assertions.analysis
        self._lexicon = lexicon
        self._spoken_of = spoken_of
        self._heard = "corrections" in self._analysis.parts
        self._reversion = find_reversion(assertions) if self._heard else None
        withdrawn: tuple[Mention, ...] = ()
        self._retractions: tuple[Claim, ...] = ()
        if self._reversion is None and self._heard:
            withdrawn, self._retractions = find_retractions(assertions, spoken_of, lexicon)
            if not self._retractions:
                withdrawn, self._retractions = find_reattributions(assertions, spoken_of)
        struck = find_struck(self._analysis) if self._heard else ()
        self._struck = [one for one in struck if one.item not in withdrawn]
        self._withdrawn = bytearray(len(self._analysis.text))
        for start, end in [(one.start, one.end) for one in self._struck] + [(one.start, one.end) for one in withdrawn]:
            self._withdrawn[start:end] = b"\1" * (end - start)
        self.quoted_clauses = frozenset(
            index
            for index, clause in enumerate(self._analysis.clauses)
            if self._analysis.has(clause, Cue.SPOKEN_BEFORE)
        )

    def withdrawn(self, span: Span) -> bool:
        """Whether these words are taken back, so that they state nothing."""
        if self._reversion is not None and any((one.start, one.end) == span for one in self._analysis.quantities):
            return True
        return any(self._withdrawn[span[0] : span[1]])

    def applied(self, claims: Iterable[Claim]) -> list[Claim]:
        """``claims`` with those that correct or change something turned into corrections and changes."""
        current = list(claims)
        if not self._heard:
            return current
        for struck in self._struck:
            current = self._pair(struck, current)
        if _MISSTATED.search(self._analysis.cue_text):
            current = [self._restated(claim) for claim in current]
        else:
            current = repaired(self._analysis, current, self._spoken_of)
        current = [changed(self._assertions, reminded(self._analysis, claim), self._struck) for claim in current]
        current = [confirmed(self._analysis, claim) for claim in current]
        current = [withdrawn_value(self._analysis, claim) for claim in current]
        current += self._retractions
        if self._reversion is None and not self._retractions:
            current = self._with_pressure(current)
            current = self._with_part(current)
            current += read_confirmations(self._assertions, current)
        if self._reversion is not None:
            current.append(self._reversion)
        return current

    def _with_pressure(self, claims: list[Claim]) -> list[Claim]:
        """``claims`` with the correction of a blood pressure that is not named, in place of what else its words say."""
        found = repaired_pressure(self._analysis, self._lexicon, self._spoken_of, self._struck, self.withdrawn)
        spans = {claim.value_span for claim in found}
        return [*(one for one in claims if one.value_span not in spans), *found] if found else claims

    def _with_part(self, claims: list[Claim]) -> list[Claim]:
        """``claims`` with the correction of a part alone, in whose place no other claim of its fact stands."""
        if any(claim.operation is Operation.CORRECT for claim in claims):
            return claims
        part = corrected_part(self._analysis, self._lexicon, self._spoken_of, claims)
        if part is None or part.content is None:
            return claims
        meant = (part.content.slot, part.content.concept.concept_id)
        others = [
            one for one in claims if one.content is None or (one.content.slot, one.content.concept.concept_id) != meant
        ]
        return [*others, part]

    def _pair(self, struck: Struck, claims: list[Claim]) -> list[Claim]:
        if struck.why is Why.CHANGE and isinstance(struck.item, Mention):
            return [*claims, ended(self._assertions, struck.item)]
        if struck.why in (Why.REPAIR, Why.CHANGE):
            return claims
        if isinstance(struck.item, DateMention):
            return self._with_date(struck, struck.item, claims)
        if isinstance(struck.item, Mention):
            return self._with_concept(struck, struck.item, claims)
        partner = self._partner(struck, claims)
        if partner is None:
            anaphoric = self._anaphoric(struck)
            return [*claims, anaphoric] if anaphoric else claims
        return [self._corrected(claim, struck) if claim is partner else claim for claim in claims]

    def _partner(self, struck: Struck, claims: list[Claim]) -> Claim | None:
        """The claim that says what the struck value should have been: the nearest of its kind."""
        fitting = [
            claim
            for claim in claims
            if claim.operation in (Operation.ASSERT, Operation.MENTION) and _replaces(struck, claim)
        ]
        return min(fitting, key=lambda claim: self._distance(struck, claim), default=None)

    def _distance(self, struck: Struck, claim: Claim) -> tuple[int, int]:
        start, end = claim.value_span or (claim.start, claim.end)
        sentences = abs(self._analysis.clause_at(start).sentence - self._analysis.clause_at(struck.start).sentence)
        return sentences, start - struck.end if start >= struck.end else struck.start - end + 1

    def _corrected(self, claim: Claim, struck: Struck) -> Claim:
        content = claim.content
        if content is None:
            return claim
        field = (
            "frequency" if struck.kind == "frequency" else ("dose" if content.slot is SlotKind.MEDICATIONS else "value")
        )
        target = Target(
            slot=content.slot,
            concept_id=content.concept.concept_id,
            subject=content.subject,
            old=_old(struck, content),
            date=content.valid_from if content.slot in _MEASURED_SLOTS and self._is_dated(claim) else None,
            which=self._which(claim, struck),
        )
        return self._undated(claim).into(Operation.CORRECT, target, struck.why.value, (field,))

    def _restated(self, claim: Claim) -> Claim:
        """A value or dose given after "잘못 말했어요" replaces the one known, even when that is not repeated."""
        content = claim.content
        measured_or_dosed = content is not None and (content.slot in _MEASURED_SLOTS or content.dose is not None)
        if claim.operation is not Operation.ASSERT or content is None or not measured_or_dosed:
            return claim
        which = self._which(claim, None)
        date = content.valid_from if content.slot in _MEASURED_SLOTS and self._is_dated(claim) else None
        if which is None and date is None and content.slot in _MEASURED_SLOTS:
            which = "latest"
        target = Target(slot=content.slot, concept_id=content.concept.concept_id, date=date, which=which)
        field = "value" if content.slot in _MEASURED_SLOTS else "dose"
        return self._undated(claim).into(Operation.CORRECT, target, "misstated", (field,))

    def _is_dated(self, claim: Claim) -> bool:
        return claim.dated(self._analysis.dates)

    def _undated(self, claim: Claim) -> Claim:
        """A correction keeps the day of what it corrects, unless it names one."""
        if claim.content is None or claim.content.slot not in _MEASURED_SLOTS or self._is_dated(claim):
            return claim
        return claim.with_content(claim.content.with_fields(valid_from=None, precision=None))

    def _which(self, claim: Claim, struck: Struck | None) -> Literal["latest", "previous"] | None:
        if claim.content is None or claim.content.slot not in _MEASURED_SLOTS:
            return None
        start = min(claim.start, struck.start) if struck else claim.start
        words = self._analysis.cue_text[
            self._analysis.sentence_span(self._analysis.clause_at(start).sentence)[0] : claim.end
        ]
        if _LATEST.search(words):
            return "latest"
        return "previous" if _PREVIOUS.search(words) else None

    def _with_concept(self, struck: Struck, mention: Mention, claims: list[Claim]) -> list[Claim]:
        subject = self._assertions.subject_at(mention.start)
        slot = self._slot_of(mention, claims) if subject == PATIENT else SlotKind.FAMILY_HISTORY
        entry = as_allergen(mention, self._lexicon) if slot is SlotKind.ALLERGIES else mention.entry
        target = Target(slot=slot, concept_id=entry.concept_id, subject=subject)
        same_slot = [
            claim
            for claim in claims
            if claim.content is not None and claim.content.slot is slot and claim.operation is Operation.ASSERT
        ]
        partner = min(same_slot, key=lambda claim: self._distance(struck, claim), default=None)
        if partner is None or partner.content is None:
            concept = entry.concept(self._analysis.language)
            own = subject == PATIENT
            negated = Content(slot=slot, concept=concept, polarity=Polarity.NEGATED) if own else None
            return [
                *claims,
                Claim(
                    negated, ((struck.start, struck.end),), None, mention, Operation.RETRACT, target, struck.why.value
                ),
            ]
        operation = Operation.RETRACT if partner.content.polarity is Polarity.NEGATED else Operation.CORRECT
        replaced = partner.into(operation, target, struck.why.value, ("concept",))
        return [replaced if claim is partner else claim for claim in claims]

    def _slot_of(self, mention: Mention, claims: Iterable[Claim]) -> SlotKind:
        """The slot of a struck name: "it's naproxen I'm allergic to, not aspirin" was about allergies throughout."""
        sentence = self._analysis.clause_at(mention.start).sentence
        for claim in claims:
            allergy = claim.content is not None and claim.content.slot is SlotKind.ALLERGIES
            if allergy and mention.entry.kind in SUBSTANCES:
                if self._analysis.clause_at(claim.start).sentence == sentence:
                    return SlotKind.ALLERGIES
        return slot_of(self._analysis, mention)

    def _with_date(self, struck: Struck, old: DateMention, claims: list[Claim]) -> list[Claim]:
        kept = [date for date in self._analysis.dates if not self.withdrawn((date.start, date.end))]
        new = min(kept, key=lambda date: abs(date.start - old.end), default=None)
        if new is None:
            return claims
        period = {"valid_from": new.value, "precision": Precision(new.precision)}
        dated = [
            claim
            for claim in claims
            if claim.content is not None and claim.mention is not None and claim.operation is not Operation.RETRACT
        ]
        partner = min(dated, key=lambda claim: self._distance(struck, claim), default=None)
        content = partner.content if partner is not None else self._subject_of_date(old)
        if content is None:
            return claims
        target = Target(
            slot=content.slot, concept_id=content.concept.concept_id, subject=content.subject, date=old.value
        )
        spans = ((old.start, old.end), (new.start, new.end), *(partner.spans if partner else ()))
        claim = Claim(
            content.with_fields(**period),
            spans,
            None,
            partner.mention if partner else None,
            Operation.CORRECT,
            target,
            struck.why.value,
            fields=("date",),
        )
        return [*(one for one in claims if one is not partner), claim]

    def _subject_of_date(self, old: DateMention) -> Content | None:
        """What a corrected date dates: the test named in the utterance, else what was last spoken of with that date."""
        test = next((one for one in self._analysis.mentions if one.entry.kind in MEASUREMENTS), None)
        if test is not None:
            slot = SlotKind.VITALS if test.entry.kind == "vitals" else SlotKind.LABS
            return Content(slot=slot, concept=test.entry.concept(self._analysis.language))
        dated = (one for one in self._spoken_of if one.valid_from and one.valid_from.startswith(old.value))
        measured = (one for one in self._spoken_of if one.slot in _MEASURED_SLOTS)
        known = next(dated, None) or next(measured, None)
        return Content(slot=known.slot, concept=known.concept, subject=known.subject) if known else None

    def _anaphoric(self, struck: Struck) -> Claim | None:
        """A new value without a name, understood from what was spoken of last."""
        if not isinstance(struck.item, QuantityMention):
            return None
        fresh = [
            one
            for one in self._analysis.quantities
            if not self.withdrawn((one.start, one.end)) and one.value is not None
        ]
        new = min(fresh, key=lambda one: abs(one.start - struck.end), default=None)
        old = struck.item.value
        known = next((one for one in self._spoken_of if old is not None and says(one, old)), None)
        if new is None or known is None:
            return None
        content = content_like(known, new, self._lexicon, self._analysis)
        if content is None:
            return None
        target = Target(
            slot=known.slot, concept_id=known.concept.concept_id, subject=known.subject, old=_old(struck, content)
        )
        spans = ((struck.start, struck.end), (new.start, new.end))
        return Claim(
            content, spans, (new.start, new.end), None, Operation.CORRECT, target, struck.why.value, fields=("value",)
        )


def _replaces(struck: Struck, claim: Claim) -> bool:
    content = claim.content
    if content is None or claim.value_span is None:
        return False
    if isinstance(struck.item, FrequencyMention):
        return content.slot is SlotKind.MEDICATIONS and content.frequency is not None
    if isinstance(struck.item, QuantityMention):
        dose_like = struck.item.unit is None or struck.item.unit in DOSE_UNITS
        return content.slot in _MEASURED_SLOTS or (content.dose is not None and dose_like)
    return False


_FIRST_YEAR, _LAST_YEAR = 1900, 2100
"""Bare numbers that are years, never a dose: "the valve was 2016, not 2014"."""


def _old(struck: Struck, content: Content) -> float | str | None:
    """The old value as the target tells it: a number, a dose in the new dose's unit, or a frequency code."""
    item = struck.item
    if isinstance(item, FrequencyMention):
        return item.code
    if not isinstance(item, QuantityMention):
        return None
    if content.slot is not SlotKind.MEDICATIONS:
        return item.value
    if item.unit is None and item.value is not None and _FIRST_YEAR <= item.value <= _LAST_YEAR:
        return None
    if item.unit is None and content.dose is not None:
        return f"{item.value:g}" + content.dose.lstrip("0123456789./-")
    return dose_of(item)
