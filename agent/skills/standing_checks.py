"""What an answer claims to stand of the patient, held against what does: an illness that nobody told of, a medicine
that was stopped and is spoken of as taken, one that is taken and spoken of as given up, a dose, a rhythm or a day that
is another's.
"""

from __future__ import annotations

import re
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.attributed_checks import of_attributed
from agent.skills.cause_checks import of_causes
from agent.skills.claims import Claim, Claims
from agent.skills.count_checks import of_counts, of_gravity, of_meanings
from agent.skills.counted_checks import of_counted
from agent.skills.denial_checks import is_denied, is_of_an_episode
from agent.skills.grounding import MONTHS
from agent.skills.held_record import HeldRecord
from agent.skills.life_checks import of_life
from agent.skills.lived_checks import of_lived, of_unmeasured
from agent.skills.presumed_checks import of_presumed
from agent.skills.side_of_body_checks import of_sides
from agent.skills.span_checks import MOVED, NO_GROUNDS, Grounds, of_relative_day, of_spans
from agent.skills.speaking import OF_YOU, UNRECORDED
from agent.skills.taken_checks import CHANGED_BY, TAKES, of_rhythm, of_taking
from agent.skills.told_series import of_series
from agent.skills.unmarked_checks import of_unmarked
from agent.skills.whose_checks import SPOKEN_OF, contested, of_another, of_food, of_habit
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+|;\s")
_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_FOUND: Final = (SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.PROCEDURES, SlotKind.FAMILY_HISTORY)
_DENIES: Final = lazy_regex(
    r"없|않|안\s|못|아니|아닙|한\s?번도|\b(?:no|not|never|none|without|free|nor|neither|rid|clear|lacks?"
    r"|rules? out|ruled out)\b|n['’]t\b",
    re.IGNORECASE,
)


def require_standing(text: str, record: HeldRecord, claims: Claims, grounds: Grounds = NO_GROUNDS) -> None:
    """Raises OutputUnusable for a claim that the record says otherwise, or does not hold.

    ``grounds`` is what spans and causes may rest on beside the facts.
    """
    if not record.opened:
        return
    for sentence in filter(str.strip, _SENTENCE.split(text)):
        heard = claims(sentence)
        findings = len({one.entry.concept_id for one in heard if one.role in ("conditions", "symptoms")})
        # Beside a test the day may be the reading's.
        alone = findings < 2 and not any(one.entry.kind in ("labs", "vitals") for one in heard)
        for one in heard:
            problem = _problem(one, sentence, record, grounds, alone=alone) or of_rhythm(
                sentence, heard, record, grounds
            )
            if problem is not None:
                raise OutputUnusable(*problem)
        whole = (
            next(filter(None, (of_unmarked(one, sentence, record, grounds) for one in heard)), None)
            or of_food(heard, sentence, record)
            or of_spans(sentence, heard, record, grounds)
            or of_causes(sentence, heard, record, grounds)
            or of_life(sentence, grounds)
            or of_counts(sentence, heard, record, grounds)
            or of_meanings(sentence, heard, record, grounds)
            or of_gravity(sentence, heard, grounds)
            or of_attributed(sentence, heard, record, grounds)
            or of_presumed(sentence, heard, record, grounds)
            or of_series(sentence, heard, grounds)
            or of_sides(sentence, grounds)
            or of_relative_day(sentence, record, grounds)
            or of_counted(sentence, heard, grounds)
        )
        if whole is not None:
            raise OutputUnusable(*whole)


def _problem(one: Claim, sentence: str, record: HeldRecord, grounds: Grounds, *, alone: bool) -> tuple[str, str] | None:
    if (problem := contested(one, sentence, record) or of_habit(one, sentence, record)) is not None:
        return problem
    if of_another(one, sentence, record):
        # It is told of whom the record has it.
        return None
    if one.entry.kind in _MEDICINES and one.role != "allergies":
        return _of_medicine(one, sentence, record, grounds)
    if one.open:
        return None
    if one.another or _IN_FAMILY.search(sentence) or one.role == "family_history":
        strange = (
            one.sure
            and not UNRECORDED.search(sentence)
            and one.entry.kind in ("conditions", "symptoms")
            and not record.of_others(one.entry)
        )
        return ("beyond_the_record", f"nobody told of it in the family: {one.entry.name}") if strange else None
    if one.role == "allergies" and one.state == "current" and one.sure and not UNRECORDED.search(sentence):
        # What a medicine that was given up did is told of it without its being an allergy.
        side_effect = record.about(one.entry, SlotKind.MEDICATIONS) and not _ALLERGY.search(sentence)
        held = any(fact.stands != "denied" for fact in record.about(one.entry, SlotKind.ALLERGIES))
        if not held and not side_effect:
            return "beyond_the_record", f"it claims an allergy that is not on record: {one.entry.name}"
        return None
    if one.entry.kind in ("procedures", "social") or one.role in ("procedures", "social_history"):
        return None if UNRECORDED.search(sentence) else of_lived(one, sentence, record, grounds)
    if one.entry.kind in ("labs", "vitals"):
        return None if UNRECORDED.search(sentence) else of_unmeasured(one, sentence, record, grounds)
    if one.entry.kind == "conditions" and one.state == "negated" and one.role in ("conditions", "other"):
        denied = one.sure or is_denied(sentence, one.start, one.end, medicine=False)
        unheld = not record.about(one.entry, *_FOUND) and _DENIES.search(sentence) and not UNRECORDED.search(sentence)
        if denied and unheld and not one.ordered and OF_YOU.search(sentence):
            return "beyond_the_record", f"nothing on record says that there is none: {one.entry.name}"
    if one.entry.kind in ("conditions", "symptoms") and one.role in ("conditions", "symptoms"):
        return _of_finding(one, sentence, record, grounds, alone=alone)
    return None


_ALLERGY: Final = lazy_regex(r"알레르기|알러지|\ballerg", re.IGNORECASE)
_IN_FAMILY: Final = lazy_regex(
    r"\bruns? in (?:the|your|his|her) family\b|\bin your family\b|\bfamily history\b|가족력"
    r"|집안\s?내력",
    re.IGNORECASE,
)


def _of_medicine(one: Claim, sentence: str, record: HeldRecord, grounds: Grounds) -> tuple[str, str] | None:
    held = record.about(one.entry, SlotKind.MEDICATIONS)
    taken = [fact for fact in held if fact.stands == "current"]
    ended = [fact for fact in held if fact.stands == "ended"]
    spoken_of = (one.role in ("medications", "asked") or one.granted) and not one.another
    if not spoken_of:
        return None
    if not held and any(one.entry.name.casefold() in fact.name for fact in record.facts if fact.slot is SlotKind.LABS):
        # A nutrient is a medicine and a test by one name.
        return None
    if taken:
        begun = (
            (one.since and not _PAST.search(sentence))
            or _ON_IT_EN.search(sentence[: one.start])
            or _BEGUN_KO.search(sentence[one.end :])
            or CHANGED_BY.search(sentence)
            or _DOSE_MOVED_EN.search(sentence[one.end :])
        )
        if one.state == "ended" and one.sure and not one.open and not begun:
            return "denies_the_record", f"{one.entry.name} is on record as taken, and it says that it is over"
        return of_taking(one, sentence, taken, grounds)
    taken_on = not one.ordered or (one.certain and TAKES.search(sentence[one.end :]) is not None)
    if ended and not one.supposed and taken_on and one.state == "current" and not _PAST.search(sentence):
        return "beyond_the_record", f"{one.entry.name} was stopped, and it speaks of it as taken"
    if ended and one.role == "medications" and one.state == "ended" and len(one.days) == 1 and not one.open:
        if ended[0].until and not _agrees(one.days[0], ended[0].until) and _STOPPED.search(sentence):
            return "value_of_another_day", f"{one.entry.name} was stopped on another day"
    if (
        not held
        and (one.role == "medications" or one.granted)
        and one.state == "current"
        and one.sure
        and one.certain
        and not one.open
    ):
        if _is_class_in_words(one, sentence, record):
            return None
        allergen = record.about(one.entry, SlotKind.ALLERGIES)
        if (not allergen or one.granted) and not one.ordered and not UNRECORDED.search(sentence):
            return "beyond_the_record", f"it claims what is not on record: {one.entry.name}"
    return None


def _is_class_in_words(one: Claim, sentence: str, record: HeldRecord) -> bool:
    """Whether the word before a class makes it one of what is taken: "your inhaled steroid"."""
    words = sentence[: one.start].casefold().split()
    named = f"{words[-1]}_" if words else " "
    return any(
        above.startswith(named) and above.endswith(one.entry.concept_id)
        for fact in record.facts
        if fact.own and fact.slot is SlotKind.MEDICATIONS
        for above in fact.broader
    )


_STOPPED: Final = lazy_regex(
    r"(?:월|일|초|말|중순)에?\s?(?:중단|끊|그만)|\b(?:stopped|ended|came off|discontinued)\s(?:it\s)?(?:on|in)\b",
    re.IGNORECASE,
)
_PAST: Final = lazy_regex(
    r"중단|끊|그만|예전|이전|(?<!기 )전에는|멈|뺀|빠진|이제는|더\s?이상|않|안\s|아니|없|말고|쉬[는고어]"
    r"|\b(?:stop\w*|ended|no longer|used to|took|finished|completed"
    r"|previous\w*|former\w*|past|discontinu\w*|was|were|had|behind|quit|gave up"
    r"|given up|came off|come off|taken off|let \S+ \S+ go|leave (?:\S+ ){1,4}alone|out of|off|dropped"
    r"|instead|swapped|replaced|switch\w*|earlier|left over|left-over|leftover"
    r"|not|no|never|without|avoid\w*|ask\w*)\b|n['’]t\b|남[은긴]|버리|폐기|반납|약국|다시",
    re.IGNORECASE,
)


_DOSE_MOVED_EN: Final = lazy_regex(
    r"^\s(?:was|were|has been)\s(?:\w+\s)?(?:halved|cut|raised|lowered|doubled|reduced|increased|trimmed|stepped)\b",
    re.IGNORECASE,
)
_ON_IT_EN: Final = lazy_regex(
    r"\b(?:you|he|she)(?:['’](?:re|s)| are| is)? (?:now )?(?:on|tak(?:e|es|ing)|us(?:e|es|ing)) (?:\w+ ){0,2}$",
    re.IGNORECASE,
)
"""That it is taken, whatever was before."""
_BEGUN_KO: Final = lazy_regex(r"^(?:으로|로)\s?(?:\S+\s)?(?:바[꾸꿨꾼]|옮|갈아|전환|교체|변경|시작)")
"""That something else was given up for it."""
_WITHOUT_EN: Final = lazy_regex(r"\b(?:without|free of|free from|rid of)\s(?:any\s|a\s)?$", re.IGNORECASE)


def _of_finding(
    one: Claim, sentence: str, record: HeldRecord, grounds: Grounds, *, alone: bool
) -> tuple[str, str] | None:
    held = record.about(one.entry, *_FOUND)
    had = [fact for fact in held if fact.stands == "current"]
    name, state = one.entry.name, one.state
    if is_of_an_episode(sentence[one.start : one.end + 3], sentence[one.end :]):
        return None
    if _WITHOUT_EN.search(sentence[: one.start]):
        state = "negated"
    if not held:
        illness = one.role == "conditions" or one.entry.kind == "conditions"
        if (
            illness
            and (one.granted or OF_YOU.search(sentence))
            and one.state in ("current", "ended")
            and one.sure
            and one.certain
            and not UNRECORDED.search(sentence)
            and not _is_a_reason(one, grounds)
            and (one.granted or not _PRESUMED.search(sentence))
        ):
            return "beyond_the_record", f"it claims what is not on record: {name}"
        counted = _COUNTED_EN.search(sentence[one.end :]) is not None
        if (
            one.role == "symptoms"
            and one.state == "current"
            and one.sure
            and one.certain
            and not (one.ordered or counted)
        ):
            measured = one.entry.concept_id in _MEASURED and "body_weight" in record.readings
            aside = measured or _ANY_ONE_EN.search(sentence[: one.start]) or _AS_TOLD_EN.search(sentence[one.end :])
            said = (one.granted or OF_YOU.search(sentence)) and not (aside or UNRECORDED.search(sentence))
            worded = grounds.words(sentence[one.start : one.end])
            if said and not (grounds.tells_of(one.entry) or worded) and not SPOKEN_OF.search(sentence):
                return "beyond_the_record", f"nobody told of it: {name}"
        return None
    if _QUALITY_KO.search(sentence[one.end :]):
        return None
    if had and state == "negated" and one.sure and _DENIES.search(sentence) and not UNRECORDED.search(sentence):
        return "denies_the_record", f"{name} is on record, and it says that there is none"
    over = (
        one.state == "ended"
        and one.sure
        and one.certain
        and one.role == "conditions"
        and one.entry.kind == "conditions"
    )
    over = over and _AS_PAST.search(sentence) is not None
    if had and not UNRECORDED.search(sentence) and (over or _is_over(one, sentence)):
        return "denies_the_record", f"{name} is on record, and it says that it is over"
    if not alone:
        # Of two complaints the day may be the other's.
        return None
    if had and not MOVED.search(sentence) and (months := months_of_beginning(sentence)):
        known = {int(fact.since[5:7]) for fact in had if len(fact.since) > 6}
        if known and not known & months:
            return "value_of_another_day", f"{name} began in another month"
    if had and one.since and not MOVED.search(sentence):
        since = [fact.since for fact in had if fact.since]
        if since and not any(_agrees(day, other) for day in one.since for other in since):
            return "value_of_another_day", f"{name} began on another day"
    return None


def _is_a_reason(one: Claim, grounds: Grounds) -> bool:
    """Whether a line of a medicine of the patient's tells it, as what it was stopped or changed for."""
    return any(_OF_MEDICINE.match(line) for line in grounds.lines_of({one.entry.concept_id}))


_OF_MEDICINE: Final = lazy_regex(
    r"\s*(?:medicine|복용약)\s?(?:\((?:stopped|on hold|중단|보류)[^)]*\))?\s?:", re.IGNORECASE
)
_QUALITY_KO: Final = lazy_regex(r"^\S{0,2}\s?(?:아프|심하|크|붓|나쁘|번지|낫)\S{0,2}지는?\s?않")
"""What is denied is how it is, and not that it is there."""
_MEASURED: Final = frozenset({"weight_loss", "weight_gain", "unintentional_weight_loss"})
"""Complaints that are the course of a test, which is held against its readings."""
_ANY_ONE_EN: Final = lazy_regex(r"\b(?:for|of|with|like|as|than)\s(?:an?\s|any\s)?(?:\w+\s)?$", re.IGNORECASE)
"""Before a complaint that may be anybody's: "for a mild headache"."""
_AS_TOLD_EN: Final = lazy_regex(
    r"^\s(?:that\s)?you(?:['’]ve)?\s(?:describ|mention|told|tell"
    r"|report)\w*",
    re.IGNORECASE,
)
_PRESUMED: Final = lazy_regex(
    r"의심|가능성|것\s?같|로\s?보입|추정|\b(?:likely|probabl[ey]|possibl[ey]|suggests?|suspect\w*|looks? like"
    r"|points? towards?|seems?)\b",
    re.IGNORECASE,
)
"""What only presumes an illness."""
_COUNTED_EN: Final = lazy_regex(r"^s?\s(?:of|by|in|from)\s\d", re.IGNORECASE)
"""A fall of 25 is none of the patient's."""
_AS_PAST: Final = lazy_regex(
    r"\byou had\b[^.,]*\b(?:as a child|only|once|back then|years ago)\b|\bused to have\b|예전에|어릴\s?때"
    r"|[을를]?\s?끊을\s만큼\s(?:좋아|나아)|완치|나았|나으[셔셨신]"
    r"|회복|끝났|끝나[서니셨]|사라[졌지져]|없어[졌지져]|벗어나|\b(?:recover(?:ed|y)|over(?! the)|gone|cured"
    r"|healed|behind you|cleared"
    r"|beaten|got rid)\b",
    re.IGNORECASE,
)
"""That an illness is one of the past."""
_OVER: Final = lazy_regex(
    r"^(?:은|는|이|가|도|까지)?\s?(?:이제\s|다\s|완전히\s|말끔히\s|싹\s|모두\s|벌써\s){0,2}(?:나았|나으[셔셨]"
    r"|사라[졌지져]|없어[졌지져]|가라앉|완치|그[쳤쳐]|멎[었으])"
    r"|^(?:\s(?:in|of|on)\s(?:your|his|her|the)\s\w+)?\s(?:has|have|is|are|was|were|had|being)\s(?:now\s|all\s"
    r"|finally\s|completely\s|already\s)*"
    r"(?:cleared(?:\sup)?|gone(?!\s(?:from|up|down|on|back))|settled|resolved|over|healed|cured|behind|disappeared|vanished|stopped|ended"
    r"|passed|eased off"
    r"|under control)\b",
    re.IGNORECASE,
)


def _is_over(one: Claim, sentence: str) -> bool:
    return _OVER.search(sentence[one.end :]) is not None


_SEASONS: Final = {
    "spring": {3, 4, 5}, "summer": {6, 7, 8}, "autumn": {9, 10, 11}, "fall": {9, 10, 11}, "winter": {12, 1, 2},
    "christmas": {12}, "new year": {1, 12}, "easter": {3, 4}, "halloween": {10},
    "봄": {3, 4, 5}, "여름": {6, 7, 8}, "가을": {9, 10, 11}, "겨울": {12, 1, 2},
    "설": {1, 2}, "추석": {9, 10}, "성탄": {12},
}  # fmt: skip
_BEGINNING: Final = lazy_regex(
    r"\b(?:since|began|begun|started|starting|from|going back to|dates? from)\s(?:\w+\s){0,4}?(?P<en>january"
    r"|february|march|april|may|june|july|august"
    r"|september|october|november|december|spring|summer|autumn|winter|christmas|new year|easter|halloween)\b"
    r"|(?P<month>\d{1,2})\s?월(?:\s?\d{1,2}\s?일|\s?초|\s?말|\s?중순)?(?:부터|에\s?(?:시작|생[긴겼]))|(?P<ko>봄"
    r"|여름|가을|겨울|설|추석|성탄)\S{0,2}(?:부터|에\s?(?:시작|생[긴겼]))",
    re.IGNORECASE,
)


def months_of_beginning(sentence: str) -> set[int]:
    """The months in one of which a sentence says that something began."""
    found = set[int]()
    for one in _BEGINNING.finditer(sentence):
        if one["month"]:
            found.add(int(one["month"]))
            continue
        word = (one["en"] or one["ko"]).casefold()
        found |= _SEASONS.get(word) or {MONTHS.index(word[:3]) + 1}
    return found


def _agrees(told: str, known: str) -> bool:
    """Whether a partial date is the other, as far as both say."""
    length = min(len(told), len(known))
    return told[:length] == known[:length]
