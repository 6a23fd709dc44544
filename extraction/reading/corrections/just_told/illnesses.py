"""An illness told a moment ago that turns out not to be one, or to be one: "it turned out not to be that", "it's
confirmed".

Whoever says so seldom names it again. What the doctor found is told of the one illness that the words can mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import ANY, Certainty, Content, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.corrections.denying_an_illness import is_over, is_ruled_out
from extraction.reading.corrections.just_told.focus import LONGEST, is_own, relatives_named, the_one_meant
from extraction.reading.corrections.taking_back import asked_in
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_OTHER_THINGS: Final = frozenset({"medications", "labs", "vitals", "procedures", "allergens"})
_CONFIRMED: Final = lazy_regex(
    r"\b(?:confirm\w*|definite(?:ly)?|official(?:ly)?|for sure|sure now|now sure|(?:is|are|['’]s"
    r"|['’]re) (?:now )?certain|certain now"
    r"|no doubt|without (?:a )?doubt|in any doubt|(?:was|were) right|really (?:is|have|do)|is really|truly|indeed"
    r"|turned out (?:that )?i (?:do|have)|(?:tests?|results?) (?:\w+ ){0,3}?(?:positive|came back (?:as|with)))\b"
    r"|확진|확정|확실(?!히\s?(?!있|진단|맞|알))|맞(?:대|다|았|네|는\s?(?:걸|거|것)|더|답|습)"
    r"|진단\S{0,2}\s?(?:\S{1,4}\s)?(?:나왔|났|받았|내려|내리)"
    r"|진짜(?:래|였|예)|밝혀[졌져]"
)
_WHAT_IS_HAD: Final = lazy_regex(
    r"\b(?:suspic\w+|suspect\w*|(?:have|got|had) (?:it|that)\b|what i(?:['’]ve)? (?:have|got)|that (?:illness"
    r"|condition|disease)|diagnos\w+"
    r"|doctors?|dr|docs?|gp|they(?:['’]ve)?|hospital|clinic|tests?|results?|it['’]?s confirmed|confirmed it)\b"
    r"|의심|그\s?(?:병|질환|질병|거|게)|진단|의사|병원|쌤|선생|검사|결과|확진"
)
"""That the words speak of what somebody has."""
_ELSE: Final = lazy_regex(
    r"\b(?:appointment|booking|visit|date|slot|order|delivery|operation|surgery|dose|address|name|number)\b|예약"
    r"|약속|날짜|일정|시간|수술|주문|접수|주소|번호"
)
"""What else may be confirmed."""
_NOT_YET: Final = lazy_regex(
    r"\b(?:not|n['’]t|never|isn['’]?t|hasn['’]?t|haven['’]?t|wasn['’]?t|un)(?: (?:yet|been|really|quite"
    r"|fully))*[ -]?(?:confirmed|certain|definite|sure"
    r"|official)\b|\bunconfirmed\b|\b(?:waiting|await\w*|until|if|once|when|before|still has to|still have to"
    r"|to be)\b[^.;!?]{0,24}?\bconfirm"
    r"|(?:확진|확정|확실|진단)\S{0,4}\s?(?:\S{1,4}\s)?(?:아니[에예라고었]|아닌|아닙|않|안\s|못|전|되면|나오면|받으면"
    r"|모르)|맞(?:는지|나)"
    r"|\b(?:tomorrow|next (?:week|month|time)|will|going to|soon)\b|내일|모레|다음\s?(?:주|달|번)|예정|하기로|받기로"
    r"|검사\S{0,2}\s?(?:받으|받아|하러|예)"
)
_RULED_OUT: Final = lazy_regex(
    r"\bnot (?:to be |have )?(?:it|that|after all|the case)\b|\bruled out\b|아니(?:래|라|었|에요|예요|네|다)(?!고)"
    r"|아닌\s?걸"
)
_JUST_A_SUSPICION: Final = lazy_regex(
    r"(?:의심|추측)\S{0,2}\s?아니|\b(?:not|no longer|isn['’]t)(?: just| only)* (?:a )?suspic\w+"
)


def with_what_the_doctor_found(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the one illness that is meant is withdrawn, or no longer only suspected."""
    kinds = {one.entry.kind for one in sheet.mentions}
    if sheet.figures or sheet.dates or any(one.operation is Operation.REVERT for one in proposals):
        # "No, the 89 was right" is of a value, and takes no illness back.
        return tuple(proposals)
    if len(sheet.folded) > LONGEST or heard.patient_is or not kinds.isdisjoint(_OTHER_THINGS) or relatives_named(sheet):
        return tuple(proposals)
    named = [one for one in sheet.mentions if one.entry.kind == "conditions"]
    ids = {each for one in named for each in (one.entry.concept_id, *one.entry.broader)}
    known = the_one_meant(heard, SlotKind.CONDITIONS, ids, _may_be_had)
    if known is None and _POINTED.search(sheet.folded) is not None:
        # "I don't have that illness" denies one, and not all.
        return tuple(one for one in proposals if not _is_of_all(one))
    if known is None or any(not _is_it(one, known) for one in named):
        return tuple(proposals)
    place = next((one for one in named), None)
    quote, start, end = sheet.quote(*((place.start, place.end) if place is not None else (0, len(sheet.text))))
    if _is_withdrawn(sheet, place):
        found = Proposal(
            operation=Operation.RETRACT,
            target=Target(slot=SlotKind.CONDITIONS, concept_id=known.concept.concept_id),
            quote=quote, start=start, end=end, extractor=author,
        )  # fmt: skip
    elif known.certainty is Certainty.UNCERTAIN and _is_confirmed(sheet, place):
        found = Proposal(
            operation=Operation.ASSERT,
            content=Content(slot=SlotKind.CONDITIONS, concept=known.concept, status=Status.ACTIVE),
            quote=quote, start=start, end=end, extractor=author,
        )  # fmt: skip
    else:
        return tuple(proposals)
    return (*(one for one in proposals if not _is_about(one, known)), found)


_POINTED: Final = lazy_regex(r"\bthat (?:illness|condition|disease|diagnosis)\b|그\s?(?:병|질환|질병|진단)")


def _is_of_all(proposal: Proposal) -> bool:
    content = proposal.content
    return content is not None and content.slot is SlotKind.CONDITIONS and content.concept.concept_id == ANY


def _may_be_had(fact: Content) -> bool:
    return is_own(fact) and fact.status is not Status.RESOLVED


def _is_it(named: Mention, known: Content) -> bool:
    own = {known.concept.concept_id, *known.concept.broader}
    return named.entry.concept_id in own or known.concept.concept_id in named.entry.broader


def _is_withdrawn(sheet: Sheet, named: Mention | None) -> bool:
    """Whether the words deny the illness that is meant, and say how that came out."""
    text = sheet.folded
    if is_over(text) or _HEDGED.search(text) is not None:
        return False
    if named is not None and is_ruled_out(text, named.start, named.end):
        return True
    start, end = (named.start, named.end) if named is not None else (0, 0)
    plain = f"{text[:start]}@{text[end:]}"
    asked = asked_in(plain)
    denied = [one for one in _NOT_HAD.finditer(plain) if not any(first <= one.start() < last for first, last in asked)]
    return bool(denied) and _FOUND.search(plain) is not None


_HEDGED: Final = lazy_regex(
    r"\b(?:not sure|maybe|might|perhaps|could|may not|if|unless|hope|wish|i think|probably)\b|글쎄|모르"
    r"|[ㄹ을]\s?수도|것\s?같|면\s|혹시|으면"
)
_NOT_HAD: Final = lazy_regex(
    r"\b(?:not|no|n['’]t|\w+n['’]t|nae|\w+nae|never)\s(?:(?:really|actually|after|all|an?|to|be|been|got|have|had"
    r"|even|the|have|any)\s){0,3}"
    r"(?:@|(?:that|it|what|one)(?=\s*(?:[.,;:!]|$|after all|and\b|so\b|but\b|i\b|the doc|dr\b|doc)))(?!\s(?:yet"
    r"|only))|\bdo(?: not|n['’]?t)? ?(?:not )?have(?: it| that"
    r"| the \w+)?\s*(?:[.,;!]|$)"
    r"|(?:@|그\s?(?:병|질환|질병|거|게|것|진단)|저는?|나는?|전|난)\S{0,4}\s?(?:\S{1,6}\s)?(?:아니[래라었에예네]|아닌"
    r"|아닙|없[어다대었는습])"
)
"""That the illness at "@", or the one that is pointed to, is not had."""
_FOUND: Final = lazy_regex(
    r"\b(?:doctors?|dr|docs?|gp|consultant|specialist|hospital|clinic|surgery|nurse|tests?|results?|scans?|bloods?"
    r"|turn(?:s|ed) out|after all"
    r"|diagnos\w+|wrong(?:ly)?|mistake\w*|good news|thank (?:god|goodness)|update|relie\w+|looked into|concluded)\b"
    r"|병원|의사|선생|쌤|검사|결과|확인|알고\s?보니|다행|결국|진단|정정|지워|판명|밝혀"
)
"""How it came out."""


def _is_confirmed(sheet: Sheet, named: Mention | None) -> bool:
    text = _JUST_A_SUSPICION.sub(" ", sheet.folded)
    of_it = named is not None or (
        _WHAT_IS_HAD.search(sheet.folded) is not None
        and _ELSE.search(text) is None
        and not any(one.entry.kind == "symptoms" for one in sheet.mentions)
    )
    if not of_it:
        return False
    asked = asked_in(text)
    told = any(not any(first <= one.start() < last for first, last in asked) for one in _CONFIRMED.finditer(text))
    return told and _NOT_YET.search(text) is None and _RULED_OUT.search(text) is None


def _is_about(proposal: Proposal, known: Content) -> bool:
    """Whether it is another reading of what is said of this illness."""
    content, target = proposal.content, proposal.target
    if content is None:
        return target is None or target.concept_id in (None, known.concept.concept_id)
    return content.slot is SlotKind.CONDITIONS and content.concept.concept_id in (ANY, known.concept.concept_id)
