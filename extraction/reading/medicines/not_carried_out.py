"""Ends and moves of a medicine on record that the words do not carry out.

"Took my ramipril late", "the box is finished", "my sister stopped hers", "they might put it up to 10": the readers hear
a stop or a dose, and on record nothing has changed. What may come is planned; what may be somebody else's is asked
about. No list of words says what an end must hold: how people tell one is learnt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Doubt, Operation, Proposal
from domain.values import PATIENT, Content, SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentence_around
from extraction.reading.items import Heard
from extraction.reading.medicines.untaken import IS_LEFT_OVER, tells_of_one_dose
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose as _number

_ENDED: Final = frozenset({Status.STOPPED, Status.ON_HOLD, Status.RESOLVED})
_ACTS: Final = frozenset({Operation.CHANGE, Operation.CORRECT, Operation.RETRACT})

_EMPTY: Final = lazy_regex(
    r"\b(?:my|the|our|his|her) (?:\w+ ){1,3}?(?:has|have|is|are|had|was|just|'s)(?: (?:all|just|now|already|been))*"
    r" (?:finish(?:ed)?|exhausted|used up|gone)\b(?! (?:by|with) )|\b(?:tablets?|pills?|drugs?|medicines?|box"
    r"|pack(?:et)?|bottle)"
    r" (?:has |have |is |are )?(?:all )?finish(?:ed)?\b"
)
"""A supply that came to its end by itself: nobody "has finished" it."""
_COURSES: Final = frozenset(
    {"antibiotic", "antiviral", "antifungal", "corticosteroid", "steroid", "antimalarial", "anthelmintic"}
)
"""Kinds of medicine whose last tablet is the end of a course."""
_LASTING: Final = lazy_regex(
    r"\b(?:stop|quit|ceas|discontinu|ditch|binn|wean|finish|abandon)\w*"
    r"|\b(?:c[ao]me|coming|taken|took (?:me|him|her)|been|i'?m|am|is|now) off\b|\bno longer\b|\bany ?more\b"
    r"|\bg[ai]ven? (?:it|them|up)|\bgave up|\bnot (?:been )?tak\w+|\bhaven'?t (?:been )?tak\w+|\bwithout\b"
    r"|\bdropped\b"
    r"|끊|중단|그만|뺐|뺀|멈[추췄]|이제|더\s?이상|앞으로|째\s?(?:안|못)|[동안은]\s?(?:안|못)\s?먹"
)
"""Words by which an end is meant to last."""

_HEDGED: Final = lazy_regex(
    r"\b(?:might|may|could|(?:is|are|am|was|were|been|'[sm]|(?:they|we)'re)\sthinking (?:of|about)|consider\w*"
    r"|talk\w* (?:of|about))\b"
    r"|(?:[을를ㄹ]|[올늘줄낮바내릴]릴?)\s?(?:수도\s?(?:있|모)|지도\s?모)"
)
"""Words of a move that may come."""
_ALREADY: Final = lazy_regex(
    r"\b(?:now|already|today|yesterday|since|ago|last (?:week|month|night|visit|time)|started|have been|i'?ve been"
    r"|went up|put me (?:up|down)|this (?:morning|week)"
    r"|(?:'ve|have|has) (?:just |now |already )?(?:halved|put|raised|cut|moved|increased|reduced|upped|dropped"
    r"|changed"
    r"|doubled|taken|lowered|bumped|switched)"
    r"|(?:and|so|then) (?:he |she |we |they |i )?(?:put|went|did|moved|raised|took|started|changed|cut|upped"
    r"|halved))\b"
    r"|이제|지금|오늘|어제|부터\s?(?:먹|드|맞)|먹고\s?있|먹는\s?중|[었았였했렸췄꿨]어|[었았였했렸췄꿨]습|지난"
)

_CLAUSE_BREAK: Final = lazy_regex(r"[,;:]\s|\b(?:so|and|but|because|while|then)\b|[고서데만]\s|니까\s")
_SELF: Final = lazy_regex(
    r"\b(?:i|me|my|mine|myself|i'?m|i'?ve|i'?d|us|our)\b|(?<![가-힣])(?:저|나|제|내|난|전|저는|나는|제가|내가"
    r"|저도|나도)(?![가-힣])"
)
_HERS: Final = lazy_regex(r"\b(?:her|his|their|hers)\b")
_ACTS_ON: Final = lazy_regex(
    r"\b(?:says?|said|told|tells|thinks?|wants?|ask\w*|recommend\w*|suggest\w*|reckons?|gave|made|makes?|let|helps?"
    r"|worr\w*|noticed|keeps? (?:telling|asking)|put (?:me|us))\b"
    r"|으?라(?:고|네|는|시|더)|으?래(?:요|서|여)?(?=[\s.,!?~]|$)|자고|줬|주셔|주셨|챙겨|시켜|때문"
)
"""What a relative does about the patient's medicine, which is no act upon the relative's own."""
_BEFORE_KIN: Final = lazy_regex(
    r"\b(?:for|to|with|from|by|like|than|of|about|told|asked|and)\s(?:my|our|the|his|her)?\s?$"
)
_KIN_SUBJECT_KO: Final = lazy_regex(r"(?:님|분)?(?:께서는?|[이가은는도])?\s")


def with_what_was_carried_out(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the ends and moves of medicines on record that the words do not carry out."""
    return tuple(found for one in proposals for found in _carried_out(one, sheet, heard))


def _carried_out(proposal: Proposal, sheet: Sheet, heard: Heard) -> Iterator[Proposal]:
    content = proposal.content
    known = _on_record(content, heard)
    if content is None or known is None or proposal.operation not in _ACTS or proposal.doubt is not None:
        yield proposal
        return
    ends = content.status in _ENDED
    moves = not ends and content.dose not in (None, known.dose)
    start, end = _sentence(sheet, proposal, content)
    words = sheet.folded[start:end]
    if ends and content.dose is not None and _number(content.dose) != _number(known.dose) and _names(words, known):
        # "No longer on 20, it is 40": the old dose ended, and the medicine goes on.
        goes_on = content.with_fields(status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_to=None)
        yield proposal.with_fields(content=goes_on)
        return
    if ends and _COURSES.isdisjoint((content.concept.concept_id, *content.concept.broader)):
        # "My amlodipine has finished": the box is empty, and nobody ended a medicine for good.
        supply = _EMPTY.search(words)
        if supply is not None and _LASTING.search(words[: supply.start()] + words[supply.end() :]) is None:
            return
    once = tells_of_one_dose(words) or IS_LEFT_OVER.search(words) is not None
    if not moves and _LASTING.search(words) is None and once:
        return
    # A dose that moves is told by a carer far more often than of a relative who takes the same.
    if ends and _is_anothers(sheet, heard, content, start, end):
        if _HERS.search(words) is None:
            yield proposal.with_fields(doubt=Doubt.UNSURE_READING)
        return
    if moves and proposal.operation is not Operation.RETRACT and _may_come(words):
        yield proposal.with_fields(
            operation=Operation.ASSERT,
            target=None,
            content=content.with_fields(status=Status.PLANNED, temporality=Temporality.FUTURE),
        )
        return
    yield proposal


def _on_record(content: Content | None, heard: Heard) -> Content | None:
    """The medicine of the patient that is taken by the record and that ``content`` speaks of."""
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.subject != PATIENT:
        return None
    return next(
        (
            one
            for one in heard.facts
            if one.slot is SlotKind.MEDICATIONS
            and one.concept.concept_id == content.concept.concept_id
            and one.status in (None, Status.ACTIVE)
        ),
        None,
    )


def _sentence(sheet: Sheet, proposal: Proposal, content: Content) -> tuple[int, int]:
    """The sentence that names the medicine, else the one that the proposal rests on, else all."""
    named = (one.start for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id)
    quote = proposal.quote.casefold()
    at = next(named, max(sheet.folded.find(quote), 0) if quote else 0)
    return sentence_around(sheet.folded, at)


def _names(words: str, known: Content) -> bool:
    """Whether the dose on record is said: then it is the dose that ended, and not the medicine."""
    number = _number(known.dose)
    return number is not None and re.search(rf"(?<![\d.]){number:g}(?![\d.])", words) is not None


def _may_come(words: str) -> bool:
    return _HEDGED.search(words) is not None and _ALREADY.search(words) is None


def _is_anothers(sheet: Sheet, heard: Heard, content: Content, start: int, end: int) -> bool:
    """Whether a relative who is not the patient is the one who acts: "my sister stopped her ramipril"."""
    name = next((one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), None)
    last = name.start if name is not None else end
    for kin in sheet.mentions:
        if kin.entry.kind != "relatives" or not start <= kin.start < last:
            continue
        if heard.patient_is and may_be(kin.entry.concept_id, heard.patient_is):
            continue
        between = sheet.folded[kin.end : last]
        before, behind = sheet.folded[start : kin.start], sheet.folded[kin.end : end]
        acts_on = _ACTS_ON.search(between if sheet.language == "en" and name is not None else behind)
        if _SELF.search(between) or _CLAUSE_BREAK.search(between) or acts_on:
            continue
        if sheet.language == "ko":
            if _KIN_SUBJECT_KO.match(sheet.folded, kin.end) and not _SELF.search(_without_possessive(before)):
                return True
        elif _BEFORE_KIN.search(before) is None and not _SELF.search(_without_possessive(before)):
            return True
    return False


_POSSESSIVE: Final = lazy_regex(r"\b(?:my|our)\s(?:\w+\s)?$|(?:우리|저희|제|내|울)\s?(?:\S+\s)?$")


def _without_possessive(before: str) -> str:
    return _POSSESSIVE.sub("", before)
