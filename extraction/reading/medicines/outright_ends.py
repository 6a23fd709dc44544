"""Medicines on record that are said outright to be taken no more: "i came off it ages ago", "중단했어요, 빼주세요".

The readers doubt an end that stands beside a question or a wish about the record, and miss words that they have seldom
met ("관뒀어요", "스탑함"). A closed set of words ends what is named, where nothing denies, weighs or asks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.corrections.taking_back import asked_in
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_IT: Final = r"(?:it|that|that one|them|those|the (?:tablets?|pills?|stuff|meds?|medication|thing))"
_ENDED: Final = (
    r"stopped|quit|came off|come off|gave up|given up|dropped|ditched|binned|chucked|packed in|jacked in|discontinued"
)
_BEHIND_EN: Final = lazy_regex(
    rf"\b(?:i|we|he|she)(?:'ve|'s|'d| have| has| had)?(?: (?:just|already|since|finally|actually|only))?"
    rf" (?:{_ENDED})(?: (?:taking"
    rf"|using))? {_IT}\b"
    rf"|\b(?:i'm|i am|he's|she's|been) (?:now )?(?:off|done with|finished with|no longer (?:on|taking)) {_IT}\b"
    rf"|\b(?:took|taken) (?:me |him |her )?off {_IT}\b|\bno longer (?:take|takes|taking|on|use|using) {_IT}\b"
    r"|^\s?(?:has been|was|is|been|got)(?: (?:now|just|already))? (?:stopped|discontinued"
    r"|cancelled)\b(?! (?:for|until|till))"
)
_AHEAD_EN: Final = lazy_regex(
    r"(?:^|\b(?:i|we|he|she|i've|we've|he's|she's|have|has|and|just|already|also)\s|[,.;]\s)"
    rf"(?:{_ENDED}|went cold turkey on|stopped taking"
    r"|stopped using)"
    r" (?:the |my |his |her |that |taking )*$"
    r"|\b(?:no longer|not)(?: (?:on|tak\w+|us\w+))? (?:the |my |his |her )*$"
    r"|\b(?:don't|doesn't|do not|does not|not)(?: \w+)? (?:take|taking|use|on) (?:the |my |his |her )*$"
    r"|\b(?:haven't|hasn't|not)(?: (?:even|really|been))? (?:touched|taken|had|used) (?:the |my |any |his |her )*$"
    r"|\b(?:took|taken|taking) (?:me |him |her )?off (?:the |my |of )*$|\b(?:i'm|i am|he's|she's"
    r"|now) off (?:the |my )*$"
)
_NEEDS_LATER: Final = lazy_regex(r"\b(?:not|don't|doesn't|do not|does not|haven't|hasn't)\b")
_LATER: Final = lazy_regex(
    r"^[^.;!?]{0,24}\b(?:any ?more|anymore|any longer|since|in (?:weeks|months|years|ages)|for (?:weeks|months"
    r"|years|ages))\b"
)
_BEHIND_KO: Final = lazy_regex(
    r"끊었(?!다가|다고|다는|으면|을|는지|나)|끊음|끊은\s?(?:지|상태|거)|중단했(?!다가|다고|다는)|중단함"
    r"|중단한\s?(?:지|상태)"
    r"|중단됐|중단됨"
    r"|그만\s?먹(?:었|고\s?있|기로\s?했)|그만\s?드[셨시]|그만\s?뒀|그만둠|관뒀|관둠|빠졌|빠짐|(?<!빼먹)뺐(?:어"
    r"|습|다|음|네)|빼\s?[줬주]\S{0,3}(?:었|셨|어)"
    r"|스[탑톱]\s?(?:함|했|하고|한\s?지)|안\s?먹은\s?지|안\s?드신\s?지|먹다\s?말았|(?:더\s?이상|이제|이젠|인자"
    r"|인제|벌써|진작)\s?(?:\S{1,4}\s)?안\s?(?:먹|드[셔시]|묵)"
    r"|뗐(?:어|습|다|음)"
    r"|(?:이제|이젠|인제|인자|더는|더\s?이상|앞으로는?)\s?(?:\S{1,4}\s)?(?:먹|묵|드시|쓰|맞|복용하)지\s?말(?:래"
    r"|라[고네더데시셨십던]|랍니|라\s?[해했하])"
    r"|(?:끊으|빼|그만\s?(?:먹으|드시))(?:래요?|라네|라\s?했|라고\s?(?:했|하[셨시네])|라셨)"
)
_NOT_KO: Final = lazy_regex(
    r"(?:안|못|몬)\s?끊|끊[을으어](?!라)|끊지|다시\s?(?:먹|시작|복용|드)|담배|술|커피|빼고|말고|제외|나머지|취소"
    r"|잘못\s?(?:말|적|썼)|무시|까\s?(?:요|싶|하|봐)"
    r"|[나까]요?\?|으면|면\s|려고|싶|빼먹|까먹|깜[빡박]"
)
_NOT_EN: Final = lazy_regex(
    r"\b(?:haven't|hasn't|have not|never|didn't|did not|not) (?:\w+ )?(?:stopp|quit|come off|given up|dropp)\w*"
    r"|\b(?:if|when|should|could|can|(?<!in )(?<!since )(?<!last )may|might|would|want|wants|wanted"
    r"|thinking|consider\w*|nearly|almost"
    r"|before|until|till"
    r"|plan\w*|going to|will|for (?:a (?:few|couple)|two|three|\d+) (?:days?|weeks?)|(?:re)?started (?:it"
    r"|them) again|back on"
    r"|working|helping|again|except|apart from|other than|but not|the rest|others)\b"
)


def with_outright_ends(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the end of the one medicine on record that is named and said outright to be over."""
    told = tuple(proposals)
    for fact, alone in _named(sheet, heard):
        told = _with_end(sheet, told, fact, extractor, alone=alone)
    return told


def _with_end(
    sheet: Sheet, proposals: Sequence[Proposal], fact: Content, extractor: str, *, alone: bool
) -> tuple[Proposal, ...]:
    if any(_ends_already(one, fact) for one in proposals):
        return tuple(proposals)
    place = next(_ended(sheet, fact, alone=alone), None)
    if place is None:
        return tuple(proposals)
    quote, start, end = sheet.quote(*place)
    own = [
        one.content
        for one in proposals
        if one.content is not None and one.content.concept.concept_id == fact.concept.concept_id
    ]
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.STOPPED, temporality=Temporality.PAST,
        valid_from=next((one.valid_from for one in own if one.valid_from), None),
    )  # fmt: skip
    stop = Proposal(
        operation=Operation.CHANGE, content=content, target=Target(slot=fact.slot, concept_id=fact.concept.concept_id),
        quote=quote, start=start, end=end, extractor=extractor,
    )  # fmt: skip
    rest = (
        one for one in proposals if one.content is None or one.content.concept.concept_id != fact.concept.concept_id
    )
    return (*rest, stop)


def is_said_over(text: str, ahead: tuple[int, int], behind: tuple[int, int], *, korean: bool) -> bool:
    """Whether the words of one thing, before its name and behind it, say outright that it is taken no more."""
    words = text[ahead[0] : behind[1]]
    if korean:
        return _BEHIND_KO.search(text, *behind) is not None and not _NOT_KO.search(text[slice(*behind)])
    if _NOT_EN.search(words) is not None:
        return False
    before = _AHEAD_EN.search(text[slice(*ahead)])
    if before is not None:
        return _NEEDS_LATER.search(before[0]) is None or _LATER.match(text[slice(*behind)]) is not None
    return _BEHIND_EN.search(text[slice(*behind)]) is not None


def _named(sheet: Sheet, heard: Heard) -> Iterator[tuple[Content, bool]]:
    """The medicines on record of which an end may be told: each that its sentence names alone, and whether the whole
    text names no other.
    """
    named = [one for one in sheet.mentions if one.entry.kind in ("medications", "drug_classes")]
    if any(one.entry.kind == "relatives" for one in sheet.mentions):
        return
    alone = len({one.entry.concept_id for one in named}) == 1
    for start, end in sentences(sheet.folded):
        inside = {one.entry.concept_id for one in named if start <= one.start < end}
        once = len(inside) == 1 and sum(one.entry.concept_id in inside for one in named) == 1
        if not once and not (alone and inside):
            beside = {one.entry.concept_id for one in named if _is_right_beside(sheet, one, start, end)}
            if len(inside) > 1 and len(beside & inside) == 1:
                yield from ((one, False) for one in heard.facts if one.concept.concept_id in beside and _is_taken(one))
            continue
        fact = next((one for one in heard.facts if one.concept.concept_id in inside and _is_taken(one)), None)
        if fact is not None:
            yield fact, alone
            if alone:
                return


def _is_right_beside(sheet: Sheet, name: Mention, start: int, end: int) -> bool:
    """Whether a word of an end stands right before or behind a name: the end is that one's, whatever is named too."""
    if not start <= name.start < end:
        return False
    if sheet.language == "ko":
        over = _BEHIND_KO.search(sheet.folded, name.end, end)
        return over is not None and _BESIDE_KO.fullmatch(sheet.folded, name.end, over.start()) is not None
    over = _AHEAD_EN.search(sheet.folded[start : name.start])
    return over is not None and _NEEDS_LATER.search(over[0]) is None


_BESIDE_KO: Final = lazy_regex(r"\s?(?:약)?[은는을를만도]?\s?(?:\S{1,5}\s)?")


def _is_taken(fact: Content) -> bool:
    own = fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT
    return own and fact.polarity is Polarity.AFFIRMED and fact.status in (None, Status.ACTIVE)


def _ends_already(proposal: Proposal, fact: Content) -> bool:
    content = proposal.content
    ours = content is not None and content.concept.concept_id == fact.concept.concept_id
    sure = ours and proposal.operation is not Operation.MENTION and proposal.doubt is None
    return (
        sure
        and content is not None
        and (content.status in (Status.STOPPED, Status.ON_HOLD) or content.dose is not None)
    )


def _ended(sheet: Sheet, fact: Content, *, alone: bool) -> Iterator[tuple[int, int]]:
    text = sheet.folded
    supposed = list(asked(text))
    name = next(one for one in sheet.mentions if one.entry.concept_id == fact.concept.concept_id)
    spans = list(sentences(text))
    own = next((place for place in spans if place[0] <= name.start < place[1]), (0, len(text)))
    asks = asked_in(text)
    for start, whole in spans:
        # What is told before a question in its sentence is told: "quit it last month, is it normal to feel dizzy?".
        end = min((first for first, _ in asks if start <= first < whole), default=whole)
        if (
            whole < own[1]
            or (start != own[0] and not alone)
            or end <= (name.end if start == own[0] else start)
            or any(first <= start < last for first, last in supposed)
        ):
            continue
        if any(start < last and first < end for first, last in sheet.going_on):
            continue
        words = text[start:end]
        if sheet.language == "ko":
            match = _BEHIND_KO.search(text, max(start, name.end if start == own[0] else start), end)
            if match is not None and not _NOT_KO.search(words):
                yield name.start if start == own[0] else match.start(), match.end()
            continue
        if _NOT_EN.search(words):
            continue
        if start == own[0] and (ahead := _AHEAD_EN.search(text[start : name.start])):
            if _NEEDS_LATER.search(ahead[0]) is None or _LATER.match(text[name.end : end]):
                yield start + ahead.start(), name.end
                continue
        behind = _BEHIND_EN.search(text[(name.end if start == own[0] else start) : end])
        if behind is not None:
            yield name.start if start == own[0] else start, end
