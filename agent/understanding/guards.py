"""The guards: what a model says is done to a fact on record is done only where the words bear it out.

Nothing is taken from the model but which words to look at: the value, its unit, the date and the concept are read from
them again by our own readers. Where quote and target stand and another guard fails, the patient is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from agent.understanding.agreeing import OtherReader
from agent.understanding.alone import OF_THE_PERSON, Alone
from agent.understanding.contents import (
    certain,
    dated,
    with_status,
)
from agent.understanding.cues import cues
from agent.understanding.referring import References
from agent.understanding.replacing import IN_OWN_WORDS, Replacing
from agent.understanding.seen import Seen
from agent.understanding.showing import ENDING, Showing
from agent.understanding.told import Told
from agent.understanding.verdicts import Trial, Verdict
from agent.understanding.words import GENERAL, Span, Words, names
from domain.comparison import agrees, overlay
from domain.ledger import Fact, Ledger
from domain.proposals import Operation, Target
from domain.targets import correction_to_revert, resolve, same_day
from domain.values import (
    ANY,
    PATIENT,
    SERIES_SLOTS,
    Content,
    Polarity,
    SlotKind,
    Source,
)
from extraction.naming.lexicon import Lexicon
from extraction.reading.understanding import Understanding
from extraction.text.normalise import fold

_ENDED: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.SOCIAL_HISTORY})


@dataclass(frozen=True, slots=True)
class Guards:
    """The checks of one utterance over what is known; pure, and the same for every model."""

    words: Words
    seen: Seen
    ledger: Ledger
    lexicon: Lexicon
    understanding: Understanding | None
    extractor: str

    @property
    def other(self) -> OtherReader:
        """What the other reader makes of the same words."""
        return OtherReader(self.words, self.seen, self.ledger, self.understanding)

    @property
    def alone(self) -> Alone:
        """What of the record the words can only mean."""
        return Alone(self.words, self.ledger, self.lexicon, self.other)

    @property
    def showing(self) -> Showing:
        """The acts that the words show."""
        return Showing(self.words, self.seen, self.ledger, self.understanding, self.other)

    @property
    def replacing(self) -> Replacing:
        """What may take the place of a fact."""
        return Replacing(self.words, self.ledger, self.lexicon, self.understanding, self.alone, self.showing)

    def upon(self, told: Told, span: Span) -> Verdict:
        """What becomes of an operation upon a fact on record."""
        if told.do == "change" and told.status in ("on_hold", "stopped", "resolved") and not _tells_what_is_new(told):
            told = replace(told, do="stop")
        if told.do == "change" and told.negated:
            told = replace(told, do="stop", value="", dose="", name="")
        trial = Trial(told, span, self.words, self.extractor)
        fact = self.seen.facts.get(told.target.strip().upper())
        if fact is None:
            return trial.left_out("target_unknown")
        trial.fact = fact
        failed = self._forbidden(told, fact, span)
        if failed:
            return trial.left_out(failed)
        shown = self.showing.is_shown(told, fact, span)
        meant = References(self.words, self.seen, self.ledger)
        # Where only a question is heard, no number is told of anything, and what is heard besides is a guess.
        only_asks = self.showing.only_asks()
        agreed = not only_asks and self.other.agrees(told, fact)
        free = not only_asks and not self.other.mentions(fact)
        ended = free and self.alone.ends(told, fact, span)
        alone = ended or (free and self.alone.becomes(told, fact, span))
        named = meant.means(fact) or agreed or alone or self.other.finds(fact)
        shown = shown or agreed or ended
        if not named and not shown and not self.showing.acts_at_all(told, span):
            return trial.left_out("target_not_named")
        if fact.content.slot in OF_THE_PERSON and not shown:
            return trial.left_out("slot_not_acted_upon")
        trial.doubt("target_not_named", not named)
        trial.doubt("act_not_shown", not shown)
        unlike = told.do in ENDING or not shown or self.words.is_asked(span)
        trial.doubt("only_asked", only_asks and unlike)
        trial.doubt("told_as_a_guess", bool(cues("if", self.words.text, *self.words.sentence(span))))
        picked = fact.content.slot not in SERIES_SLOTS or meant.means_reading(fact)
        picked = picked or self.showing.is_swapped(told, fact, span) or self._is_the_newest_put_right(told, fact, span)
        trial.doubt("reading_not_meant", not picked)
        plainly = fact.content.slot in OF_THE_PERSON and self.other.hears_put_right(told, fact)
        habit = fact.content.slot is SlotKind.SOCIAL_HISTORY and told.do != "retract"
        plainly = plainly or (habit and not self._names_another_habit(fact))
        trial.doubt("of_the_person", fact.content.slot in IN_OWN_WORDS and not plainly)
        # What one hears ended and the other hears spoken of as it stands ("who says I stopped?") the patient knows.
        wondered = told.do in ENDING and self.other.mentions(fact)
        trial.doubt("act_not_shown", wondered or self.other.weighs(told, fact))
        # "She HAS had both" takes back that there was none, and tells what there is besides.
        trial.doubt("act_not_shown", told.do == "retract" and fact.content.polarity is Polarity.NEGATED)
        trial.doubt("allergy_withdrawn", fact.content.slot is SlotKind.ALLERGIES)
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
        if content.subject != PATIENT and content.slot is not SlotKind.FAMILY_HISTORY:
            return "target_not_the_patients"
        if content.slot is SlotKind.ALLERGIES and not self._denies(told, fact, span):
            return "allergy_withdrawn"
        if content.concept.concept_id == ANY:
            return "slot_not_acted_upon"
        if told.do in ENDING and told.name.strip() and fold(told.name) not in fold(self.words.text):
            return "name_not_said"
        if told.do == "stop" and content.slot not in _ENDED:
            return "nothing_to_stop"
        telling = told.do in ("correct", "change") and bool(
            cues("correct", self.words.text, *self.words.sentence(span))
        )
        if self._is_asked_of(fact, span) and not telling and not self.other.proposes(told, fact):
            return "asked_not_told"
        return ""

    def _is_the_newest_put_right(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether words of a correction, which name no day and no value on record, are of the newest reading."""
        content = fact.content
        series = self.ledger.about(content.slot, content.concept.concept_id, content.subject)
        newest = bool(series) and series[-1].fact_id == fact.fact_id
        # Where another reader hears a new reading of it, "84, it is no typo" may be one.
        said = any(self.words.says_reading(one) for one in series) or self.other.states(fact)
        return told.do == "correct" and newest and not said and bool(
            cues("correct", self.words.text, *self.words.sentence(span))
        )  # fmt: skip

    def _names_another_habit(self, fact: Fact) -> bool:
        known = fact.content.concept
        said = [one for one in self.words.sheet.mentions if one.entry.kind == "social" and not names(one, known)]
        others = (one for one in self.ledger.current(SlotKind.SOCIAL_HISTORY) if one.content.concept != known)
        return bool(said) or any(self.words.names_of(one.content.concept) for one in others)

    def _denies(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether an allergy is withdrawn by its name in words that deny it: then the patient is asked, and no more."""
        if told.do != "retract" or not self.words.names_of(fact.content.concept):
            return False
        start, end = self.words.sentence(span)
        return bool(cues("retract", self.words.text, start, end))

    def _is_asked_of(self, fact: Fact, span: Span) -> bool:
        """Whether only questions name the fact's concept; of one that is not named, whether the quote is one."""
        places = self.words.names_of(fact.content.concept)
        return all(self.words.is_asked(one) for one in places or [span])

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
        if fact.content.polarity is Polarity.NEGATED:
            # Nothing was corrected, but what was said not to be there is there after all.
            trial.doubt("nothing_to_revert", True)
            there = certain(fact.content.with_fields(polarity=Polarity.AFFIRMED), sure=told.certain)
            return trial.proposed(Operation.CORRECT, there, target)
        return trial.left_out("nothing_to_revert")

    def _withdrawn(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        target = self._target(fact, None)
        if target is None:
            return trial.left_out("target_not_unique")
        # A spouse's illness says nothing of the patient's family: it is withdrawn, and kept nowhere.
        given = told.whose if told.whose not in (PATIENT, "other", "spouse", "") else None
        trial.doubt("whose_not_said", given is not None and given not in self._relatives(fact, trial.span))
        return trial.proposed(Operation.RETRACT, None, target, reattributed_to=given)

    def _relatives(self, fact: Fact, span: Span) -> list[str]:
        """The relatives named where the fact is, or else those it is said to be of in ``span`` ("It's my sister's.").

        A sentence that tells something else of a relative ("Mother signs her cheques") gives them nothing.
        """
        places = self.words.names_of(fact.content.concept)
        beside = [one for place in places for one in self.words.relatives(place)]
        named = beside or (self.words.owners(span) if places else self.words.relatives(span))
        return [*named, *(GENERAL[one] for one in named if one in GENERAL)]

    def _stopped(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        known = fact.content
        content = Content(slot=known.slot, concept=known.concept)
        status = "on_hold" if told.status == "on_hold" else "stopped"
        content = dated(with_status(content, status), self.replacing.said_date(told, trial.span), ends=True)
        target = self._target(fact, content)
        if target is None:
            return trial.left_out("target_not_unique")
        if known.status is not None and known.status is content.status:
            return trial.left_out("nothing_new")
        return trial.proposed(Operation.CHANGE, certain(content, sure=told.certain), target)

    def _different(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        """A correction or a change to another value, dose, frequency, date or concept."""
        content, failed = self.replacing.content(trial, told, fact)
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


def _tells_what_is_new(told: Told) -> bool:
    return any(one.strip() for one in (told.value, told.dose, told.frequency, told.name))


def _id(fact: Fact) -> str:
    return fact.content.concept.concept_id
