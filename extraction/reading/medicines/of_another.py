"""A medicine that is somebody else's: "it's my brother who takes that, not me", "그건 아버지 거고 저는 안 먹어요".

A relative to whom the words give the one medicine that they name is who takes it, where they say that it is not the
patient's own, or take back what stands on record. What was told of the patient is withdrawn, and nothing is noted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Content
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentence_around, sentences
from extraction.reading.corrections.denying_an_illness import denies_another, is_taken_back
from extraction.reading.items import Heard
from extraction.reading.medicines.doses_in_order import strengths
from extraction.reading.medicines.meant import is_named_by, is_of, is_unnamed, medicines_named, on_record
from extraction.reading.people.set_apart import says_not_own
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 300
_BESIDE: Final = 2
_ALL_OF_THEM: Final = "family"
_THEIRS_AHEAD: Final = lazy_regex(
    r"\b(?:for|belong(?:s|ed|ing)? to|(?:it'?s|it is|it was|that'?s|that is|thats|is|was|be) (?:actually "
    r"|really )?(?:for |in fact )?"
    r"|prescribed (?:to|for)|meant for|what|one taking (?:it|that) is|person taking \S+ (?:\S+ \S+ )?is|taken by)"
    r" ?(?:my |the |our |me )?(?:late |own |older |younger |little |big )?$"
    r"|(?:복용자|먹는\s?사람|드시는\s?분|임자|주인)[은는이가]?\s?(?:우리\s|저희\s|제\s)?$"
)
_THEIRS_BEHIND: Final = lazy_regex(
    r"['’]?s?(?: (?:who|that|actually|really|only))*(?:['’]s)?(?: is| was)?(?: the (?:one|person)(?: who(?:['’]s"
    r"| is)?| that(?:['’]s| is)?)?)?"
    r" (?:takes?|taking|on|uses?|using|does|has|have|had|eats?|eating|gets|got|needs?|one|medicine|meds?"
    r"|medication|tablets?"
    r"|pills?|prescription|box|who|that)\b"
    r"|['’]s\b"
    r"|(?:님)?(?:이|가|은|는|께서|께|네|의|만|도)?\s?(?:\S{1,6}\s){0,3}?(?:먹|복용|드[시셔세신]|쓰[는시]"
    r"|맞[는으]|약|거|것|꺼|처방|껀)"
)
_NOT_OWN: Final = lazy_regex(
    r"\bi (?:do not|don'?t|dont|never|ain'?t|am not|havenae|dinnae|didn'?t|didnt|have never)(?: (?:\w+ly|even"
    r"|even ever))?"
    r" (?:take|taken|taking|takin|use|used|using|eat|touch|on|have|had|need)?(?: (?:it|that|them|those|any|none"
    r"|one|this))?"
    r"(?: (?:of|at) (?:it|that|them|all))?(?: (?:myself|personally|at all|either))?(?=\s?(?:[.,;!:)]|$|my\b"
    r"|and\b|but\b|that'?s|its?\b|i\b))"
    r"|\bi'?m not (?:the one )?(?:on|taking|using|who)?\b|\bi (?:take|have|use) (?:none|nothing) of (?:it|that)\b"
    r"|\b(?:not|no'|isn'?t|isnt|wasn'?t|never|rather than|instead of|nor|than) (?:for |with |by )?(?:me|mine"
    r"|myself|my own"
    r"|my (?:medicine|meds?|medication|tablets?|pills?|drug|prescription)s?|i)\b"
    r"|\bi (?:don'?t|do not|dont)\b\s*(?:[.,;!)]|$)|\bi myself (?:do not|don'?t|am not|have none|take none)\b"
    r"|(?<![가-힣])(?:제가|내가|저는?|전|나는?|난|제|내|본인"
    r"|저\s?자신은?)\s?(?:[^\s,.!?]{1,7}\s){0,3}?[^\s,.!?]{0,5}?"
    r"(?:아니|아닌|아님|아닙|아녀|말고|안\s?(?:먹|묵|드|써|쓰|맞|복용)|(?:복용|먹)\s?(?:안|하지\s?않|지\s?않)"
    r"|복용하지\s?않)"
    r"|(?:저|나|본인)[은는]\s?해당\s?\S{0,2}\s?(?:없|안)|복용\s?안\s?함|안\s?먹(?:음|어요?|습니다|고요|는다)"
)
_SHARED: Final = lazy_regex(
    r"\b(?:me too|so do i|both of us|we both|same as me|as well as me|and i do|i do too|like me)\b|저도|나도"
    r"|둘\s?다\s?(?:먹|복용)"
)
"""Words by which both take it."""
_ONESELF: Final = lazy_regex(
    r"\b(?:i|i'm|i've|me|mine)\b"
    r"|\bmy (?!mum|mom|mother|dad|father|sister|brother|wife|husband|son|daughter|aunt|uncle|gran)"
)
_DOES: Final = lazy_regex(
    r"(?:'s| has| had| is| was| also| just| still| already| recently| only)*"
    r" (?:stopped|quit|dropped|came off|gave up|started|began|takes?|took|taking|on|been on|been taking|uses?"
    r"|switched to)"
    r"(?: taking| using)?(?: the| his| her| their)? "
)
_TAKES_NONE: Final = lazy_regex(
    r"(?:님)?(?:이|가|은|는|께서|도)?\s?(?:안|못)\s?(?:먹|묵|드|복용|쓰|맞)|(?:님)?(?:이|가|은|는|께서"
    r"|도)?\s?\S{0,4}지\s?않"
    r"|(?:['’]s)? (?:\w+ )?(?:isn'?t|is not|never|doesn'?t|does not) "
)
_OFF: Final = lazy_regex(
    r"\b(?:take|remove|delete|strike|cross|drop|scratch|leave)\b[^.;!?]{0,30}\b(?:off|out|list|record)\b|빼|지워|삭제"
)


def with_medicines_of_others(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the one medicine that is a relative's is not the patient's, and is withdrawn if it was."""
    named = medicines_named(sheet)
    kin = [one for one in sheet.mentions if one.entry.kind == "relatives" and one.entry.concept_id != _ALL_OF_THEM]
    text = sheet.folded
    whose = {one.entry.concept_id for one in kin}
    if (
        len(whose) != 1
        or heard.patient_is
        or len(text) > _LONGEST
        or text.rstrip().endswith("?")
        or _SHARED.search(text)
    ):
        return tuple(proposals)
    of_kin = next((one for one in kin if _is_theirs(text, one) or _is_doing(text, one)), None)
    if of_kin is None:
        return tuple(proposals)
    own = [one for one in named if _is_given(sheet, one, named, of_kin)]
    if len(own) != 1:
        return tuple(proposals)
    known = next((fact for fact in on_record(heard) if is_named_by(own[0], fact)), None)
    if heard.speaker_is and not denies_another(text, of_kin.start, of_kin.end) and _is_told_of(text, of_kin, own[0]):
        return tuple(one for one in proposals if not is_of(one, own[0].entry.concept_id))
    denied = _NOT_OWN.search(_plainly(sheet, own[0])) is not None or says_not_own(text, 0, len(text))
    if not denied and (known is None or not (is_taken_back(text) or _OFF.search(text))):
        return tuple(proposals)
    ids = {own[0].entry.concept_id, known.concept.concept_id if known is not None else own[0].entry.concept_id}
    kept = [one for one in proposals if not any(is_of(one, each) for each in ids) and not is_unnamed(one, sheet)]
    if known is None:
        return tuple(kept)
    return (*kept, _withdrawn(sheet, own[0], known, of_kin, author))


def _plainly(sheet: Sheet, medicine: Mention) -> str:
    """The words with "it" for the medicine and its dose: "I do not take it. My father does."."""
    doses = [one for one in strengths(sheet) if 0 <= one.start - medicine.end <= _BESIDE]
    end = doses[0].end if doses else medicine.end
    return f"{sheet.folded[: medicine.start]}it{sheet.folded[end:]}" if sheet.language == "en" else sheet.folded


def _is_theirs(text: str, kin: Mention) -> bool:
    """Whether something is said to be this relative's, or to be taken by that one."""
    if denies_another(text, kin.start, kin.end) or _TAKES_NONE.match(text, kin.end):
        return False
    if text[kin.start : kin.end].endswith(("'s", "’s")):
        return True
    ahead = _THEIRS_AHEAD.search(text[max(0, kin.start - 40) : kin.start])
    return ahead is not None or _THEIRS_BEHIND.match(text, kin.end) is not None


def _is_doing(text: str, kin: Mention) -> bool:
    """Whether the words behind a relative tell what that one does with a medicine."""
    return _DOES.match(text, kin.end) is not None


def _is_told_of(text: str, kin: Mention, medicine: Mention) -> bool:
    """Whether a sentence tells what this relative does with the medicine, and nothing of whoever speaks."""
    first, last = sentence_around(text, medicine.start)
    if not first <= kin.start < medicine.start or _ONESELF.search(text, first, last) is not None:
        return False
    return _DOES.fullmatch(text, kin.end, medicine.start) is not None


def _is_given(sheet: Sheet, one: Mention, named: Sequence[Mention], kin: Mention) -> bool:
    """Whether a medicine is the one given to the relative: the only one, or the only one of that one's sentence."""
    if len(named) == 1:
        return True
    bounds = next((each for each in sentences(sheet.folded) if each[0] <= kin.start < each[1]), (0, 0))
    inside = [each for each in named if bounds[0] <= each.start < bounds[1]]
    return inside == [one]


def _withdrawn(sheet: Sheet, named: Mention, known: Content, kin: Mention, author: str) -> Proposal:
    quote, start, end = sheet.quote(min(named.start, kin.start), max(named.end, kin.end))
    return Proposal(
        operation=Operation.RETRACT, target=Target(slot=known.slot, concept_id=known.concept.concept_id), quote=quote,
        start=start, end=end, extractor=author, reattributed_to=kin.entry.concept_id,
    )  # fmt: skip
