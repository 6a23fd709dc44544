"""Details told with a fact that no field holds: in which arm, at which clinic, by whom, why, which batch.

They are answered from the patient's own words of the turn that told the fact, quoted with its day; of what those words
do not tell it is said that it was not told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.summary import spoke_of
from agent.answers.remembered.asked import asks_leave
from agent.answers.remembered.tellings import Telling, tellings, told_lines
from agent.recall.sayings import sentences_of
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex


@dataclass(frozen=True, slots=True)
class Detail:
    """How one detail is asked for, and by which words a sentence tells it."""

    asked: re.Pattern[str]
    told: re.Pattern[str]


_PAST_KO: Final = r"[았었했왔갔났렸졌됐셨줬였꿨췄썼샀섰켰뒀랐]"
"""Syllables by which a Korean verb tells of what was."""
_BY: Final = (
    r"(?:prescribed|put|gave|gives|given|started|raised|increased|lowered|reduced|cut|stopped"
    r"|changed|recommended|told|did|does|ordered|referred|operated|diagnosed|found)"
)
_TREATS: Final = r"(?:doctors?|gps?|nurses?|consultants?|specialists?|surgeons?|pharmacists?|physicians?|dentists?)"
_BODY: Final = r"(?:arm|side|leg|hand|eye|ear|knee|hip|shoulder|foot|ankle|wrist|thigh|buttock|breast|lung|kidney)"
_BODY_KO: Final = r"(?:쪽|팔|다리|눈|귀|무릎|어깨|손|발|엉덩이|허벅지|발목|손목|고관절|가슴|폐|신장)"
_PLACE: Final = r"(?:clinic|hospital|pharmacy|surgery|cent(?:re|er)|practice|place|chemist|ward|department)"
_PLACE_KO: Final = r"(?:병원|의원|약국|보건소|클리닉|센터|한의원|의료원|치과|대학병원|응급실)"
_DID_EN: Final = r"(?:did|was|were|had|have|has)"
DETAILS: Final[Mapping[str, Detail]] = {
    "side": Detail(
        lazy_regex(
            rf"\b(?:which|what) {_BODY}\b|\bwhere on (?:my|his|her) body\b|\b(?:left or (?:the )?right"
            rf"|right or (?:the )?left)\b"
            rf"|(?:어느|무슨)\s?(?:쪽\s?)?{_BODY_KO}|오른[^?]{{0,12}}왼|왼[^?]{{0,12}}오른|몸\s?어디|어디에\s?맞았",
            re.IGNORECASE,
        ),
        lazy_regex(r"\b(?:left|right|both)\b|왼|오른|양쪽|양팔|좌측|우측", re.IGNORECASE),
    ),
    "place": Detail(
        lazy_regex(
            rf"\bwhere (?:did i|was i|was (?:my|the|it|that)|were (?:my|the|they)|have i)\b|\b(?:which"
            rf"|what) (?:\w+ )?{_PLACE}\b"
            rf"|어디(?:에)?서|(?:병원|의원|약국|곳|데)[은이가]?\s?어디|(?:어느|무슨|어떤)\s?{_PLACE_KO}|(?:어느"
            rf"|무슨)\s?곳",
            re.IGNORECASE,
        ),
        lazy_regex(rf"\b{_PLACE}\b|\bat (?:the )?[A-Z]\w+|{_PLACE_KO}"),
    ),
    "who": Detail(
        lazy_regex(
            rf"\bwho {_BY}\b|\b(?:which|what) {_TREATS}\b|\bwho (?:was it )?(?:that )?{_BY}\b|\bwhose idea\b"
            r"|(?:누가|누구(?:한테|에게)|(?:어느|어떤|무슨)\s?(?:선생님?|의사|간호사|교수|약사|원장))[^?]{0,12}"
            r"(?:처방|[줬준]|주[시셨나는었]|[놔놓놨]|올[렸리린]|내[렸린]|줄[였인]|바[꿨꾼]|끊[었게으]|중단|시작"
            r"|권|추천|말[했씀]|진단|수술|했|받[았은])"
            r"|누구(?:였|예요|죠|지)",
            re.IGNORECASE,
        ),
        lazy_regex(
            rf"\bDr\.?\s?[A-Z]\w*|\b(?:my |the |a |our )?{_TREATS}\b|[가-힣]{{1,4}}\s?(?:선생님?|교수님?"
            rf"|원장님?|간호사|약사"
            rf"|박사)|의사|주치의",
            re.IGNORECASE,
        ),
    ),
    "batch": Detail(
        lazy_regex(r"\b(?:batch|(?<!\ba )lot|serial)\b|제조\s?번호|로트|배치|일련\s?번호|롯드", re.IGNORECASE),
        lazy_regex(r"\b(?:batch|(?<!\ba )lot|serial)\b|제조\s?번호|로트|배치|일련\s?번호", re.IGNORECASE),
    ),
    "why": Detail(
        lazy_regex(
            rf"\bwhy {_DID_EN} (?:i|my|it|that|the|he|she|they|dr|we)\b|\b(?:reason"
            rf"|what {_DID_EN} [^?]{{2,40}} for)\b"
            rf"|\bhow come\b|\bwhat (?:was it that )?made\b|왜(?=\s?[가-힣\s]{{1,14}}{_PAST_KO})|(?:이유|까닭)",
            re.IGNORECASE,
        ),
        lazy_regex(
            r"\b(?:because|due to|as (?:i|my|it|the)|since (?:i|my|it|the)|so that"
            r"|for (?!\d|now\b|good\b|example\b|(?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?"
            r"|years?)\b)[a-z]+|to (?:protect|prevent"
            r"|bring|lower|help|treat)|after (?:i|my|a|the|stepping|falling|being))\b"
            r"|때문|(?<![에])서[\s,]|라서|니까|느라|탓|으려고|려고|위해|덕분",
            re.IGNORECASE,
        ),
    ),
    "reaction": Detail(
        lazy_regex(
            r"\bwhat (?:\w+ )?reaction\b|\bwhat happened\b|\bhow did i react\b|(?:무슨|어떤)\s?(?:반응|증상)"
            r"|반응이\s?(?:어땠|뭐)|어떻게\s?됐",
            re.IGNORECASE,
        ),
        lazy_regex(
            r"\b(?:rash|hives|swell\w*|swollen|itch\w*|breath\w*|faint\w*|vomit\w*|sick|gave|reaction"
            r"|anaphyla\w*|wheez\w*"
            r"|came out in)\b|두드러기|발진|붓|부었|부어|가려|숨|쓰러|토|구역|쇼크",
            re.IGNORECASE,
        ),
    ),
    "long": Detail(
        lazy_regex(
            r"\bhow (?:long|many (?:hours|days|weeks)) (?:did|was|were)\b|\bfor how long (?:did|was|were)\b"
            r"|얼마나\s?(?:오래\s?)?(?:갔|걸렸|있었|계속|아팠|입원)|며칠\s?(?:동안|간)\s?[가-힣]{1,6}[았었했갔렸]",
            re.IGNORECASE,
        ),
        lazy_regex(
            r"\b(?:\d+|an?|one|two|three|four|five|six|seven|ten|half an|few|several)[ -](?:minutes?|hours?"
            r"|days?|weeks?|months?)\b"
            r"|\d+\s?(?:분|시간|일|주|개월|달)|하루|이틀|사흘|나흘|닷새|일주일|한\s?달",
            re.IGNORECASE,
        ),
    ),
}
"""In the order in which they are told."""
_OF_RECORD: Final = lazy_regex(r"\bon (?:my|the|his|her) (?:record|chart|file|notes)\b|기록", re.IGNORECASE)
"""Words that ask how something came on record, which its history tells."""
_OWN: Final = lazy_regex(
    rf"\b(?:i|me|my|mine|we|he|she|him|his|her|was|were|did|had|got)\b|{_PAST_KO}|(?:맞은|받은|한)\s"
    r"|(?<![가-힣])(?:제|내|저희)\s",
    re.IGNORECASE,
)
"""Words that ask of what was done to the patient, not of what is done in general."""
_OF_ACTS: Final = frozenset({"who", "why"})
"""Details whose questions say themselves that something was done."""
_ACTIONS: Final = (
    lazy_regex(r"\b(?:rais|increas|put up|upped|doubl|went up)|올[렸린리]|늘[렸린]|증량", re.IGNORECASE),
    lazy_regex(r"\b(?:lower|reduc|cut|halv|decreas)|줄[였인]|내[렸린]|감량", re.IGNORECASE),
    lazy_regex(r"\b(?:stop|came off|come off|quit|discontinu|taken? off)|끊|중단|그만", re.IGNORECASE),
    lazy_regex(r"\b(?:start|began|begin|put (?:me|him|her) on|prescrib)|시작|처방|새로", re.IGNORECASE),
)
"""What was done to a medicine: where the question names it, the turn that tells of it is meant."""
_LEFT_ALONE: Final = frozenset({"why", "long"})
"""Details that other answers, or passages, may give where the words of no turn do."""
_KINDS: Final[tuple[Kind, ...]] = ("medications", "drug_classes", "procedures", "conditions", "symptoms", "allergens")
_SLOTS: Final = (
    SlotKind.MEDICATIONS, SlotKind.PROCEDURES, SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.ALLERGIES,
)  # fmt: skip

_DONE: Final = (SlotKind.PROCEDURES, SlotKind.MEDICATIONS)
"""Slots of what was done, and may have been done for a reason."""
_MOST: Final = 2
"""Turns that are quoted of one detail."""


def details_asked(request: Request) -> tuple[str, ...]:
    """Which details of something that was are asked for, in the order in which they are told."""
    text = request.text
    if asks_leave(request) or not request.asks or request.concepts("labs", "vitals") or _OF_RECORD.search(text):
        return ()
    own = _OWN.search(text) is not None
    return tuple(
        name for name, detail in DETAILS.items() if detail.asked.search(text) is not None and (own or name in _OF_ACTS)
    )


def told_details(consultation: Consultation) -> Part:
    """The words that told each detail asked for, with their day; what they do not tell is said not to be told."""
    asked = details_asked(consultation.request)
    facts = _meant(consultation) if asked else ()
    if facts and facts[-1].content.slot not in _DONE:
        # Why somebody is ill is no matter of what was told.
        asked = tuple(name for name in asked if name != "why")
    if not facts or not asked:
        return Part()
    told = _of_action(consultation, tellings(consultation, facts))
    found = {name: _telling(told, name) for name in asked}
    missing = [name for name, tellings_ in found.items() if not tellings_]
    allergy = facts[-1].content.slot is SlotKind.ALLERGIES
    left = _LEFT_ALONE if allergy else _LEFT_ALONE | {"reaction"}
    if not any(found.values()) and not set(missing) - left:
        return Part()
    quoted = joined(_quoted(consultation, tuple(one for name in asked for one in found[name]), asked))
    language = consultation.words.language
    lacking = [name for name in missing if any(found.values()) or name not in left]
    listed = sentence("details.and", language).join(sentence(f"details.{name}", language) for name in lacking)
    name = consultation.words.name(facts[-1].content)
    said = Part()
    if lacking:
        key = "details.also_not_told" if quoted.text else "details.not_told"
        said = Part(sentence(key, language, name=name, listed=listed), (facts[-1].fact_id,))
    return joined((quoted, said, Part(spoke_of=spoke_of(facts[-1].content.slot, facts[-1:]))))


def _meant(consultation: Consultation) -> tuple[Fact, ...]:
    """The facts that the question names; of the things named those that something was done with come first."""
    request = consultation.request
    named = request.concepts(*_KINDS)
    groups = [facts for one in named if (facts := told_lines(consultation, (one,), _SLOTS))]
    groups += [(fact,) for fact in consultation.known.in_force(SlotKind.ALLERGIES) if _causes(request, fact)]
    if not groups:
        return ()
    if "reaction" in details_asked(request):
        reacted = [one for one in groups if one[-1].content.slot is SlotKind.ALLERGIES]
        groups = reacted or groups
    # "Why did I have the tetanus shot for the wound": what was given is asked of, before what it was given for.
    done = [one for one in groups if one[-1].content.slot in _DONE]
    return (done or groups)[0]


def _causes(request: Request, fact: Fact) -> bool:
    """Whether an allergy is to what the question names, by the name alone: the group of its medicine has another id."""
    names = {fact.content.concept.name.casefold(), fact.content.concept.display.casefold()} - {""}
    return any(one.surface.casefold() in names for one in request.mentions)


def _of_action(consultation: Consultation, told: tuple[Telling, ...]) -> tuple[Telling, ...]:
    """The turns that tell of what the question says was done; all of them where it says nothing of the kind."""
    wanted = [one for one in _ACTIONS if one.search(consultation.request.text) is not None]
    of_it = tuple(one for one in told if any(action.search(one.words) is not None for action in wanted))
    return of_it or told


def _telling(told: tuple[Telling, ...], name: str) -> tuple[Telling, ...]:
    """The latest turn that tells the detail."""
    pattern = DETAILS[name].told
    holding = [one for one in told if any(pattern.search(each) is not None for each in sentences_of(one.words))]
    return tuple(holding[-1:])


def _quoted(consultation: Consultation, told: tuple[Telling, ...], asked: tuple[str, ...]) -> list[Part]:
    words, language = consultation.words, consultation.words.language
    parts = []
    for one in dict.fromkeys(told):
        kept = [
            each
            for place, each in enumerate(sentences_of(one.words))
            if place == 0 or any(DETAILS[name].told.search(each) is not None for name in asked)
        ]
        slots = {"day": words.date(one.day), "quote": " ".join(kept).strip()}
        parts.append(Part(sentence("details.quoted", language, **slots), (one.fact.fact_id,)))
    return parts[-_MOST:]


def is_part(text: str) -> bool:
    """Whether one ask of several asks for a part of what is answered here."""
    return any(one.asked.search(text) is not None for one in DETAILS.values())
