"""Allergies that are said not to be: "that penicillin allergy on my chart ain't so", "기록에 페니실린 알레르기라고 돼
있던데 잘못된 거예요", "페니실린 묵어도 암시랑토 안 혀".

What is on record and called wrong is taken back; what is not there is denied. What is had without anything happening
denies the allergy that is on record, and is else only something that is had.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import ANY, PATIENT, Certainty, Content, Polarity, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentences
from extraction.reading.findings.not_borne import SUBSTANCES
from extraction.reading.items import Heard
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex

_CALLED_BEHIND: Final = lazy_regex(
    r"\s?(?:에|에\s?대한|계열|계|류|음식)?\s?(?:심한\s)?(?:알레르기|알러지|앨러지)(?!\s?(?:검사\s?(?:받|하러)|약|비염|결막|피부|천식))"
    r"|(?: drug| food)? allerg(?:y|ies)\b(?! (?:test|clinic|season|tablet|pill|med))"
)
_CALLED_AHEAD: Final = lazy_regex(r"\b(?:allergic|allergy|allergies) (?:to|for|against) (?:the |any |all )?$")
_NOT_SO: Final = lazy_regex(
    r"\b(?:(?:is|was|are|it|just|all|plain|completely|totally|quite|been|'s|thats|its) wrong(?:ly)?\b"
    r"|(?<!by )mistaken?\b|(?:recorded|entered|written|put|put down|listed|there|added) (?:by mistake|in error)"
    r"|an error|mix[- ]?up|mixed up|untrue|rubbish|nonsense|bollocks|incorrect\w*|made up"
    r"|outgr[eo]w\w*|grew out|grown out|ruled out|disproved?|de-?labell?ed|no longer allergic|not any ?more"
    r"|came (?:back|out|up) (?:as )?(?:negative|clear)|was negative"
    r"|(?:ain'?t|isn'?t|is not|not|wasn'?t|was not|aint|isnt|wasnt) (?:actually |really |even )?(?:so|true|right"
    r"|correct"
    r"|real|mine|me|the case|one|an allergy)"
    r"|never (?:had|been|was|have) (?:it|that|one|any|such a thing|allergic|such)\b"
    r"|(?:i|he|she) (?:don'?t|dont|doesn'?t|doesnt|didn'?t|am not|'m not|is not|isn'?t|ain'?t|do not|does not"
    r"|have not got|haven'?t got)(?: (?:actually|really))?(?: (?:have|got|had) (?:it|that|one|any"
    r"|such))?(?=\s*(?:[.,;!]|$)))"
    r"|잘못\s?(?:된|됐|되|적|기[록재]|나[오와온]|올라|입력|알|표시|쓴|써|들어|기입)|틀렸|틀린|오류|실수|사실\S{0,2}\s?(?:아니|아닙|무근)|음성"
    r"|(?:그거|그건|그게|저는?|나는?|난|전|그런\s?(?:거|건|게|것))\s?(?:진짜\s|절대\s)?(?:아니|아닌|아녀|아님|아닙|없[거어는습다음])"
    r"|(?:아니거든|아닌데|아닙니다|아니에요|아니예요|아녜요|아니래|아녀|아니었)"
)
_NOT_AT_ONCE: Final = lazy_regex(
    r"\s?(?:[가는은도]|같은\s?(?:거|건|것)|그런\s?(?:거|건|것))?\s?(?:없|안\s?[나생]|아니|아닌|아닙|아녀|아녜|음성)"
)
_SO: Final = lazy_regex(r"없어지|없애|없으면|아니면|아닐까|아닌가|아닌지|없나|아니라고\s?(?:할|하)")
_OUTGROWN: Final = lazy_regex(r"\b(?:outgr[eo]w\w*|gr[eo]wn? out of|got over) (?:the |my |his |her |that |an? )?$")
_NOTHING_KO: Final = lazy_regex(
    r"(?:계열|이나|[은는을를이가도만])?\s?(?:먹|묵|무|마시|마셔|맞|만[지져]|바르|발라|써|쓰|드[시셔])[가-힣]{0,2}?(?:도|지만|봤는데|는데)\s?[^.!?]{0,10}?"
    r"(?:아무렇지|아무시렁|암시랑|암씨랑|아무\s?(?:일|탈|문제|이상|반응|증상)|멀쩡|괜찮|까딱|끄떡|이상\s?없|문제\s?없|탈\s?없|(?:두드러기|발진|반응)\S{0,2}\s?(?:안|없))"
)
_NEVER_KO: Final = lazy_regex(
    r"(?:계열|이나|에|에\s?대해|[은는을를이가도만])?\s?(?:(?:먹|맞|마시|써)\S{1,3}\s)?(?:알레르기|알러지|앨러지|과민)?\s?(?:반응|증상)?\S{0,2}\s?"
    r"(?:(?!같은|말고|심한)\S{1,4}\s){0,3}"
    r"(?:(?<=알레르기 반응 )|(?<=알러지 반응 )|적\S{0,2}\s?(?:(?:한|단)\s?(?:번|차례)도\s)?)없(?!애|는\s?줄)"
)
"""That nothing ever came of it: "알레르기 반응 온 적 없어요"."""
_HAVE_EN: Final = lazy_regex(
    r"\b(?:have|had|take|taken|took|eat|ate|eaten|taking|eating|having|handle|use)\b[^.;!?]{0,24}$"
)
_NOTHING_EN: Final = lazy_regex(
    r"[^.;!?]{0,40}?\b(?:no (?:bother|problem|problems|trouble|issues?|reaction|reactions|ill effects?)"
    r"|never (?:bothered|had a"
    r" (?:problem|reaction)|reacted)|without (?:any |a )?(?:bother|problems?|trouble|issues?|reactions?)"
    r"|nothing (?:happens"
    r"|happened)|does(?:n'?t| not) bother|(?:i'?m|am|was|been|and) (?:perfectly |totally |absolutely |grand|just )?"
    r"(?:fine|grand|ok|okay|alright)\b)"
)


def with_denied_allergies(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the allergies that are said not to be, and nothing else said of these."""
    kin = [one.entry.concept_id for one in sheet.mentions if one.entry.kind == "relatives"]
    if any(not heard.patient_is or not may_be(one, heard.patient_is) for one in kin):
        return tuple(one for one in proposals if not _is_asked_of_another(one, sheet))
    on_record = [one for one in heard.facts if one.slot is SlotKind.ALLERGIES and one.subject == PATIENT]
    affirmed = {
        one.content.concept.concept_id for one in proposals
        if one.content is not None and one.content.slot is SlotKind.ALLERGIES
    }  # fmt: skip
    found: dict[str, Proposal] = {}
    for one, wrong in _denied(sheet):
        entry = as_allergen(one, lexicon)
        ids = {entry.concept_id, *entry.broader}
        fact = next((each for each in on_record if each.concept.concept_id in ids), None)
        held = fact is not None and fact.polarity is Polarity.AFFIRMED
        if wrong or held or entry.concept_id in affirmed:
            quote, start, end = sheet.quote(one.start, one.end)
            told = Proposal(operation=Operation.ASSERT, quote=quote, start=start, end=end, extractor=extractor,
                content=Content(slot=SlotKind.ALLERGIES, concept=entry.concept(sheet.language), subject=PATIENT,
                    polarity=Polarity.NEGATED, certainty=Certainty.CONFIRMED))  # fmt: skip
            if wrong and held and fact is not None:
                target = Target(slot=SlotKind.ALLERGIES, concept_id=fact.concept.concept_id)
                told = told.with_fields(operation=Operation.RETRACT, content=None, target=target)
            found.setdefault(entry.concept_id, told)
    if not found:
        return tuple(proposals)
    return (*(one for one in proposals if not _is_of(one, found)), *found.values())


def _is_asked_of_another(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether it asks to take back an allergy that the words call a relative's: "my mum's penicillin allergy"."""
    target = proposal.target
    if proposal.doubt is None or target is None or target.slot is not SlotKind.ALLERGIES or proposal.start is None:
        return False
    owners = (one for one in sheet.mentions if one.entry.kind == "relatives" and one.end <= (proposal.start or 0))
    return any(_POSSESSES.fullmatch(sheet.folded, one.end, proposal.start) is not None for one in owners)


_POSSESSES: Final = lazy_regex(r"(?:'?s|s'|의|네)?\s(?:\w+\s)?")


def _is_of(proposal: Proposal, found: dict[str, Proposal]) -> bool:
    about = proposal.content or proposal.target
    if about is None or about.slot is not SlotKind.ALLERGIES:
        return False
    concept_id = proposal.content.concept.concept_id if proposal.content is not None else proposal.target.concept_id  # type: ignore[union-attr]
    return concept_id in found or concept_id == ANY


def _denied(sheet: Sheet) -> Iterator[tuple[Mention, bool]]:
    """The substances to which an allergy is denied, each with whether it is called wrong, or only had all the same."""
    text = sheet.folded
    spans = list(sentences(text))
    for at, (start, end) in enumerate(spans):
        if text[end : end + 1] == "?":
            continue
        following = spans[at + 1] if at + 1 < len(spans) else (end, end)
        goes_on = text[following[1] : following[1] + 1] != "?" and not _names(sheet, *following)
        last = following[1] if goes_on else end
        for one in sheet.mentions:
            if start <= one.start < end and one.entry.kind in SUBSTANCES:
                if _is_called_wrong(sheet, one, start, end, last):
                    yield one, True
                elif _is_had_all_the_same(text, one, start, end):
                    yield one, False


def _names(sheet: Sheet, start: int, end: int) -> bool:
    return any(start <= one.start < end and one.entry.kind in SUBSTANCES for one in sheet.mentions)


def _is_called_wrong(sheet: Sheet, one: Mention, start: int, end: int, last: int) -> bool:
    text = sheet.folded
    called = _CALLED_BEHIND.match(text, one.end, end)
    if called is not None and _OUTGROWN.search(text[start : one.start]) is not None:
        return True
    if called is None and _CALLED_AHEAD.search(text[start : one.start]) is None:
        return False
    begin = called.end() if called is not None else one.end
    stop = min(
        (each.start for each in sheet.mentions if each.start > one.end and each.entry.kind in SUBSTANCES), default=last
    )
    stop = min(stop, last)
    if _SO.search(text, begin, stop) is not None:
        return False
    at_once = called is not None and _NOT_AT_ONCE.match(text, begin, stop) is not None
    return at_once or _NOT_SO.search(text, begin, stop) is not None


def _is_had_all_the_same(text: str, one: Mention, start: int, end: int) -> bool:
    if any(said.match(text, one.end, end) is not None for said in (_NOTHING_KO, _NEVER_KO)):
        return True
    had = _HAVE_EN.search(text[start : one.start])
    return had is not None and _NOTHING_EN.match(text, one.end, end) is not None
