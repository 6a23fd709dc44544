"""The guards: what a model says is done to a fact on record is done only where the words bear it out.

Nothing is taken from the model but which words to look at: the value, its unit, the date and the concept are read from
them again by our own readers. Where quote and target stand and another guard fails, the patient is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agent.understanding.contents import (
    certain,
    dated,
    dose,
    entry_of,
    figure_kinds,
    reading,
    test_entry,
    with_status,
)
from agent.understanding.cues import FAMILIES, Shown, cues
from agent.understanding.figures import (
    counts_units,
    is_bare,
    is_denied,
    is_dose_of,
    is_plain,
    is_strength,
    moved_to,
    words_of_dates,
)
from agent.understanding.seen import Seen
from agent.understanding.told import Told
from agent.understanding.verdicts import Trial, Verdict
from agent.understanding.words import Span, Words
from domain.comparison import agrees, overlay, same_value
from domain.ledger import Fact, Ledger
from domain.proposals import Operation, Proposal, Target
from domain.targets import correction_to_revert, resolve, same_day
from domain.values import ANY, PATIENT, SERIES_SLOTS, Content, SlotKind, Source, Status
from extraction.dates import DateMention
from extraction.dose_units import number_of_dose
from extraction.lexicon import Lexicon
from extraction.reading.sheet import Figure
from extraction.reading.understanding import ActKind, Read, Understanding

_HEARD: Final = 0.6
"""Doubt below which the other reader is taken to hear an act of one concept."""
LIMIT_REACH: Final = 12
"""Characters around a number in which words tell that it is a goal or a limit."""
_ENDING: Final = ("stop", "retract")
_TELLING: Final[tuple[ActKind, ...]] = ("state", "correct", "change", "retract", "revert", "reply")
_ENDED: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.SYMPTOMS})
_ACTED_UPON: Final = frozenset(SlotKind) - {SlotKind.DEMOGRAPHICS, SlotKind.SOCIAL_HISTORY, SlotKind.FAMILY_HISTORY}
"""Slots whose facts a model may act upon; who the patient is stays with the other reader."""


@dataclass(frozen=True, slots=True)
class Guards:
    """The checks of one utterance over what is known; pure, and the same for every model."""

    words: Words
    seen: Seen
    ledger: Ledger
    lexicon: Lexicon
    understanding: Understanding | None
    extractor: str

    def upon(self, told: Told, span: Span) -> Verdict:
        """What becomes of an operation upon a fact on record."""
        trial = Trial(told, span, self.words, self.extractor)
        fact = self.seen.facts.get(told.target.strip().upper())
        if fact is None:
            return trial.left_out("target_unknown")
        trial.fact = fact
        failed = self._forbidden(told, fact, span)
        if failed:
            return trial.left_out(failed)
        shown = self._is_shown(told, fact, span)
        named = self._is_named(fact)
        if not named and not shown and not self._acts_at_all(told, span):
            return trial.left_out("target_not_named")
        trial.doubt("target_not_named", not named)
        trial.doubt("act_not_shown", not shown)
        trial.doubt("only_asked", self._only_asks())
        trial.doubt("told_as_a_guess", bool(cues("if", self.words.text, *self.words.sentence(span))))
        trial.doubt("reading_not_meant", fact.content.slot in SERIES_SLOTS and not self._is_meant(fact))
        trial.doubt("stated_by_clinician", any(one.source is Source.CLINICIAN for one in fact.evidence))
        match told.do:
            case "retract":
                return self._withdrawn(trial, told, fact)
            case "revert":
                return self._reverted(trial, told, fact)
            case "stop":
                return self._stopped(trial, told, fact)
            case _:
                return self._different(trial, told, fact)

    def _forbidden(self, told: Told, fact: Fact, span: Span) -> str:
        """The hard check that an operation fails, "" for none."""
        content = fact.content
        if not fact.current or fact.fact_id not in self.ledger.facts:
            return "target_not_current"
        if content.subject != PATIENT:
            return "target_not_the_patients"
        if content.slot is SlotKind.ALLERGIES:
            return "allergy_withdrawn"
        if content.slot not in _ACTED_UPON or content.concept.concept_id == ANY:
            return "slot_not_acted_upon"
        if told.do == "stop" and content.slot not in _ENDED:
            return "nothing_to_stop"
        telling = told.do in ("correct", "change") and bool(
            cues("correct", self.words.text, *self.words.sentence(span))
        )
        if self._is_asked_of(fact, span) and not telling and not self._proposes(fact, told):
            return "asked_not_told"
        return ""

    def _is_named(self, fact: Fact) -> bool:
        """Whether the words name the fact's concept and no other of its class, or refer to what was just spoken of."""
        concept, slot = fact.content.concept, fact.content.slot
        if self.words.names_of(concept):
            rivals = {
                _id(one)
                for one in self.ledger.current(slot)
                if one.content.subject == PATIENT and self.words.names_of(one.content.concept)
            }
            return self.words.names_exactly(concept) or rivals == {concept.concept_id}
        if self._names_another(slot):
            return False
        in_mind = [one for one in self._in_mind() if one.content.slot is slot]
        if {_id(one) for one in in_mind} == {concept.concept_id}:
            return True
        # A number alone picks no fact; of those just spoken of it does.
        return [one.fact_id for one in in_mind if self.words.says_old(one)] == [fact.fact_id]

    def _in_mind(self) -> list[Fact]:
        found = (self.ledger.facts.get(one) for one in self.seen.in_mind)
        return [one for one in found if one is not None and one.current]

    def _names_another(self, slot: SlotKind) -> bool:
        kinds = FAMILIES[slot]
        return any(one.entry.kind in kinds for one in self.words.sheet.mentions)

    def _is_meant(self, fact: Fact) -> bool:
        """In a series: the reading whose value or day is said, else the newest."""
        content = fact.content
        series = [
            one
            for one in self.ledger.about(content.slot, content.concept.concept_id, content.subject)
            if one.content.concept.concept_id == content.concept.concept_id
        ]
        said = [one for one in series if self.words.says_reading(one)]
        if said:
            return [one.fact_id for one in said] == [fact.fact_id]
        # A newer value of a test is a new reading, unless the words speak of today's.
        newest = bool(series) and series[-1].fact_id == fact.fact_id
        in_mind = content.slot is SlotKind.LABS and fact.fact_id in self.seen.in_mind
        return newest and (self.words.sheet.day in (fact.clinical_day, fact.day) or in_mind)

    def _is_shown(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether the words show the act: by a cue of this fact's own, or because the other reader hears it too."""
        content, words = fact.content, self.words
        if told.do == "retract" and self._surely("revert"):
            # What is asked back is not taken away, whichever words speak of the taking.
            return False
        if self._hears(fact, told):
            return True
        match told.do:
            case "stop":
                act: Shown = "stop" if content.slot in (SlotKind.MEDICATIONS, SlotKind.SOCIAL_HISTORY) else "ended"
                # "Quit it, no, hang on, do not quit it": an end that is denied as well is a question.
                kept = words.shows("kept", content.concept, content.slot, span)
                return not kept and words.shows(act, content.concept, content.slot, span)
            case "retract":
                return words.shows("retract", content.concept, content.slot, span, adjacent=True)
            case "revert":
                return self._surely("revert") or bool(cues("revert", words.text, 0, len(words.text)))
            case _:
                start, end = words.sentence(span)
                shown: tuple[Shown, ...] = ("change",) if told.do == "change" else ("correct",)
                acts: tuple[ActKind, ...] = ("change",) if told.do == "change" else ("revert",)
                # A reply shows the act only where the service itself asked which is right.
                asked = self.seen.asked is not None and fact.fact_id in self.seen.asked.candidates
                heard = self._surely("correct", *acts, *(("reply",) if asked else ()))
                return heard or any(cues(one, words.text, start, end) for one in shown)

    def _only_asks(self) -> bool:
        """Whether the other reader hears a question and nothing that is told."""
        return self._surely("ask") and not self._surely(*_TELLING)

    def _surely(self, *acts: ActKind) -> bool:
        return self.understanding is not None and any(self.understanding.surely(act) for act in acts)

    def _is_asked_of(self, fact: Fact, span: Span) -> bool:
        """Whether only questions name the fact's concept; of one that is not named, whether the quote is one."""
        places = self.words.names_of(fact.content.concept)
        return all(self.words.is_asked(one) for one in places or [span])

    def _acts_at_all(self, told: Told, span: Span) -> bool:
        start, end = self.words.sentence(span)
        acts: tuple[Shown, ...] = ("stop", "ended", "retract") if told.do in _ENDING else ("change", "correct", "stop")
        heard = self._surely("correct", "change", "retract", "revert", "reply")
        return heard or any(cues(act, self.words.text, start, end) for act in acts)

    def _hears(self, fact: Fact, told: Told) -> bool:
        """Whether the other reader hears this act of this concept."""
        if self._proposes(fact, told):
            return True
        reads = self.understanding.reads if self.understanding is not None and told.do != "retract" else ()
        return any(_reads_of(one, fact) and one.change == told.do and one.doubt < _HEARD for one in reads)

    def _proposes(self, fact: Fact, told: Told) -> bool:
        """Whether the other reader proposes this act of this concept."""
        return any(one.operation == told.do and _is_of(one, fact) for one in self.seen.reads.values())

    def _target(self, fact: Fact, content: Content | None) -> Target | None:
        """A selector that means this fact and no other; None where there is none."""
        known = fact.content
        plain = Target(slot=known.slot, concept_id=_id(fact), subject=known.subject)
        old = known.value if isinstance(known.value, float | str) else known.dose
        tries = [plain, plain.with_fields(date=fact.clinical_day)]
        tries += [plain.with_fields(old=old), plain.with_fields(old=old, date=fact.clinical_day)] if old else []
        if known.slot in SERIES_SLOTS:
            tries = tries[1:]
        for target in tries:
            if [one.fact_id for one in resolve(self.ledger, target, content).facts] == [fact.fact_id]:
                return target
        return None

    def _reverted(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        """The last correction of a fact undone; where none is known, the value that is told put in its place."""
        target = Target(slot=fact.content.slot, concept_id=_id(fact), subject=fact.content.subject)
        if correction_to_revert(self.ledger, target) is not None:
            return trial.proposed(Operation.REVERT, None, target)
        if told.value or told.dose:
            return self._different(trial, told, fact)
        return trial.left_out("nothing_to_revert")

    def _withdrawn(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        target = self._target(fact, None)
        if target is None:
            return trial.left_out("target_not_unique")
        given = told.whose if told.whose not in (PATIENT, "other", "") else None
        trial.doubt("whose_not_said", given is not None and given not in self._relatives(fact, trial.span))
        return trial.proposed(Operation.RETRACT, None, target, reattributed_to=given)

    def _relatives(self, fact: Fact, span: Span) -> list[str]:
        """The relatives named where the fact is, or else in the sentences of ``span`` ("The asthma? My sister's.")."""
        beside = [one for place in self.words.names_of(fact.content.concept) for one in self.words.relatives(place)]
        named = beside or self.words.relatives(span)
        return [*named, *("sibling" for one in named if one in ("brother", "sister"))]

    def _stopped(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        known = fact.content
        content = Content(slot=known.slot, concept=known.concept)
        status = "on_hold" if told.status == "on_hold" else "stopped"
        content = dated(with_status(content, status), self._said_date(told, trial.span), ends=True)
        target = self._target(fact, content)
        if target is None:
            return trial.left_out("target_not_unique")
        if known.status is not None and known.status is content.status:
            return trial.left_out("nothing_new")
        return trial.proposed(Operation.CHANGE, certain(content, sure=told.certain), target)

    def _different(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        """A correction or a change to another value, dose, frequency, date or concept."""
        content, failed = self._new_content(trial, told, fact)
        if content is None:
            return trial.left_out(failed)
        content = certain(content, sure=told.certain)
        if told.do == "change" and content.slot in SERIES_SLOTS:
            day = content.valid_from or (self.words.sheet.day if content.slot is SlotKind.VITALS else None)
            return trial.proposed(Operation.ASSERT, content.with_fields(valid_from=day))
        target = self._target(fact, content)
        if target is None:
            return trial.left_out("target_not_unique")
        merged = overlay(content, fact.content)
        moved = content.valid_from is not None and not same_day(fact.clinical_day, content.valid_from)
        if merged.concept.concept_id == _id(fact) and agrees(fact.content, merged) and not moved:
            return trial.left_out("nothing_new")
        return trial.proposed(Operation.CHANGE if told.do == "change" else Operation.CORRECT, content, target)

    def _new_content(self, trial: Trial, told: Told, fact: Fact) -> tuple[Content | None, str]:
        known = fact.content
        date = self._said_date(told, trial.span)
        trial.doubt("date_not_said", bool(told.date) and date is None and not _is_day_of(told.date, fact))
        if known.slot in SERIES_SLOTS and told.value:
            return self._new_value(trial, told, fact, date)
        content = self._other_concept(told, fact, trial.span) or Content(
            slot=known.slot, concept=known.concept, status=known.status
        )
        if content.concept.concept_id != _id(fact) and fold_clash(content, self.ledger):
            trial.doubt("other_concept_on_record", True)
        if known.slot is SlotKind.MEDICATIONS:
            content, failed = self._taken(trial, told, fact, content)
            if failed:
                return None, failed
        if told.status == "active" and known.status not in (None, Status.ACTIVE):
            content = with_status(content, "active")
        elif told.status in ("planned", "on_hold", "stopped", "resolved"):
            # How it stands now is told by a stop, whose words are looked for.
            trial.doubt("status_not_shown", True)
            content = with_status(content, told.status)
        moved = date is not None and not same_day(fact.clinical_day, date.value)
        content = dated(content, date) if moved or told.do == "change" else content
        if content == Content(slot=known.slot, concept=known.concept, status=known.status):
            return None, "nothing_new"
        return content, ""

    def _new_value(self, trial: Trial, told: Told, fact: Fact, date: DateMention | None) -> tuple[Content | None, str]:
        known = fact.content
        entry = test_entry(known.concept, known.slot, self.lexicon)
        if entry is None:
            return None, "test_unknown"
        figure, failed = self._figure(trial, told.value, fact, figure_kinds(_id(fact)))
        if figure is None:
            return None, failed
        content, failed = reading(entry, figure, self.words.sheet.language)
        content = content.with_fields(concept=known.concept)
        trial.doubt(failed, bool(failed))
        if not figure.quantity.unit_stated and same_value(known.value, figure.value):
            return None, "nothing_new"
        if told.do == "change":
            return dated(content, date), ""
        if same_value(known.value, content.value):
            return (dated(content, date), "") if date is not None else (None, "nothing_new")
        sentence = words_of_dates(self.words, (figure.start, figure.end))
        another = [one for one in sentence if not same_day(fact.clinical_day, one)]
        trial.doubt("date_of_another", bool(another) and len(another) == len(sentence))
        return content, ""

    def _taken(self, trial: Trial, told: Told, fact: Fact, content: Content) -> tuple[Content, str]:
        """``content`` with the dose and the frequency that are said."""
        if told.dose:
            figure, failed = self._figure(trial, told.dose, fact, ())
            if figure is None:
                return content, failed
            known = number_of_dose(fact.content.dose)
            if not counts_units(figure):
                figure = moved_to(figure, known)
                trial.doubt("dose_of_another", is_bare(figure) and not self._is_dose(figure, fact))
                written, failed = dose(figure, fact.content.dose, self.words)
                trial.doubt(failed, bool(failed))
                content = content.with_fields(dose=written)
            elif not is_strength(fact.content.dose):
                content = content.with_fields(dose=dose(figure, fact.content.dose, self.words)[0])
            elif not told.frequency:
                return content, "count_for_a_strength"
        if told.frequency:
            found = self.words.frequency(told.frequency, trial.span)
            if found is None and not told.dose:
                return content, "frequency_not_said"
            content = content.with_fields(frequency=found.code) if found is not None else content
        return content, ""

    def _is_dose(self, figure: Figure, fact: Fact) -> bool:
        """Whether a bare number is this medicine's dose: by its place, or set against the dose on record."""
        contrasted = self.words.says_old(fact) and not same_value(figure.value, number_of_dose(fact.content.dose))
        return contrasted or is_dose_of(self.words, figure, fact.content.concept, self.understanding)

    def _figure(self, trial: Trial, said: str, fact: Fact, kinds: Sequence[str]) -> tuple[Figure | None, str]:
        """The number that is the new one: in the quote, the fact's own, and not the one that is denied."""
        words, content = self.words, fact.content
        figure = words.figure(said, trial.span, kinds)
        if figure is None:
            figure = words.figure(said, (0, len(words.text)), kinds)
            trial.doubt("value_not_quoted", True)
        if figure is None:
            return None, "value_not_said"
        if kinds and figure.kind in ("systolic", "diastolic") and figure.kind not in kinds:
            return None, "value_of_another"
        if is_denied(words, figure):
            return None, "value_denied"
        around = (max(0, figure.start - LIMIT_REACH), min(len(words.text), figure.end + LIMIT_REACH))
        trial.doubt("value_is_a_limit", bool(cues("goal", words.text, *around)))
        sentence = words.sentence((figure.start, figure.end))
        trial.doubt("value_is_planned", bool(cues("plan", words.text, *sentence)))
        trial.doubt("value_is_past", bool(cues("past", words.text, *sentence)))
        trial.doubt("value_not_plain", not is_plain(words, figure))
        named = bool(words.names_of(content.concept))
        rival = named and not words.owns((figure.start, figure.end), content.concept, content.slot)
        trial.doubt("value_of_another", rival)
        return figure, ""

    def _other_concept(self, told: Told, fact: Fact, span: Span) -> Content | None:
        """The other drug or disease that it is, by a name that the words hold."""
        if not told.name.strip():
            return None
        entry, said = entry_of(told, fact.content.slot, span, self.words, self.lexicon)
        if entry is None or not said or entry.concept_id == _id(fact) or _id(fact) in entry.broader:
            return None
        concept = entry.concept(self.words.sheet.language)
        return with_status(Content(slot=fact.content.slot, concept=concept), "active")

    def _said_date(self, told: Told, span: Span) -> DateMention | None:
        if not told.date.strip():
            return None
        return self.words.date(told.date, span) or self.words.date(told.date, self.words.sentence(span))


def fold_clash(content: Content, ledger: Ledger) -> bool:
    """Whether the other concept is on record already."""
    return bool(ledger.about(content.slot, content.concept.concept_id, content.subject))


def _id(fact: Fact) -> str:
    return fact.content.concept.concept_id


def _is_day_of(words: str, fact: Fact) -> bool:
    return len(words) >= 4 and same_day(fact.clinical_day, words.strip())


def _is_of(read: Proposal, fact: Fact) -> bool:
    """Whether a proposal of the other reader is about this fact's concept."""
    ids = {_id(fact), *fact.content.concept.broader}
    if read.target is not None and read.target.concept_id is not None:
        return read.target.concept_id in ids
    return read.content is not None and read.content.concept.concept_id in ids


def _reads_of(read: Read, fact: Fact) -> bool:
    entry = read.item.entry
    return entry is not None and (entry.concept_id == _id(fact) or entry.concept_id in fact.content.concept.broader)
