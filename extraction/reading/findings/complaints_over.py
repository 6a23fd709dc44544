"""Complaints that are said to be over: "my back is fine now", "열 내리니까 밥을 잘 먹네요".

What is over is told by its name or by the part of the body alone, and by a closed set of words right behind it. The
learned readers hear an end where a verb ends something; of a part that is fine, or a fever that came down before
something else is told, they hear the complaint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.asking.asked import asked
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_OVER_EN: Final = lazy_regex(
    r"(?:'?s|s')?(?:\s(?:is|are|was|were|has|have|had|seems?|feels?))?(?:\s(?:all|now|completely|totally|fully"
    r"|pretty much|just|finally"
    r"|already|been|nearly|since|also|much|quite))*\s"
    r"(?:gone(?! (?:up|down|to|from|a|black|dark|red|numb|worse|bad|out|for|weird|funny|stiff))|(?:fine"
    r"|ok(?:ay)?|good|grand|normal|right"
    r"|alright)(?: again| now|(?=[,.;!]|$))|settled|cleared(?: up)?|stopped|resolved|healed|disappeared"
    r"|went away|(?:better|well)(?= now| again|,? thank)|over(?= now|[,.;!]|$)|broke(?= |$)|subsided|went down"
    r"|came down|come down)\b"
)
_OVER_IT: Final = lazy_regex(
    r"\b(?:(?:i'?m|i am|he'?s|she'?s|he is|she is|got|getting|been) over|rid of|shifted|shaken off) "
    r"(?:the|my|his|her|that|this)\s(?:\w+\s)?$"
)
"""Words before a complaint by which it is over: "I'm over the cough"."""
_ALL_BETTER: Final = lazy_regex(r"(?:'?s|s')?(?:\s(?:is|are|feels?))?\s(?:all|completely|totally|fully) better\b")
_NO_MORE: Final = lazy_regex(r"\b(?:no more|(?:not|n't)(?: \w+){0,2}|no longer(?: \w+)?|no)\s$")
_ANY_MORE: Final = lazy_regex(r"\s(?:any ?more|any longer|now)\b")
_UNSURE_EN: Final = lazy_regex(
    r"\b(?:if|when|until|till|once|will|would|whether|hope\w*|might|is|are|was|bit|little|not|n't|make|get|gets"
    r"|before|after)\b[^.;,]{0,24}$"
)
_OVER_KO: Final = lazy_regex(
    r"(?:[이가은는도])?\s?(?:(?:이제|이젠|인제|다|거의|완전히|싹|말끔히|많이|오늘은|어제부터|벌써|드디어)(?:는"
    r"|은)?\s)*"
    r"(?:괜찮(?:아[요졌져]|네|습|고|은데|음)|나았|나아서|낫고|나으니까?|없어졌|없어지(?:고|니까?)|없어져"
    r"|사라[졌져]|사라지(?:고|니까?)|멎(?:었|으니까?|고|어서|더니)"
    r"|멈[췄춰]|멈추(?:고|니까?)|그[쳤쳐]|그치(?:고|니까?)|내[렸려](?!\s?주)|내리(?:고|니까?|더니)|떨어[졌져]"
    r"|떨어지(?:고|니까?|더니)|가라앉(?:았|아서|고|으니)|빠[졌져]"
    r"|가[셨시]|안\s?그[래러]|풀[렸려]|끝났|안\s?(?:해[요서]?(?=[.\s,]|$)|나[요와](?=[.\s요]|$)|아[파프팠]))"
)
_PARTLY_KO: Final = lazy_regex(r"조금|약간|살짝|덜|좀\s|안\s?$|못\s?$|아직|잘\s?안|만\s?하면|면\s|야\s")
_NOT_YET_KO: Final = lazy_regex(r"[가-힣]{0,4}(?:면|게|려고|지\s?(?:않|를|는)|야\s|기\s|까|나요|는지|라고|다고\s?해)")
_PAINS: Final = frozenset(
    "pain ache aches sore soreness swelling stiffness tightness discomfort of the in low lower upper "
    "통증 부종 붓기 뻐근함 불편".split()
)
"""Words of a complaint's name beside the part of the body: a part alone stands for its pain, and for nothing else."""


_ALSO_CALLED: Final = {"abdominal": ("stomach", "tummy", "belly", "tum"), "복통": ("배", "속")}
"""Everyday words for the part that a complaint's name has."""


def with_complaints_over(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the complaints on record that the words say are over as resolved, and those told first so."""
    over = dict(_over(sheet, heard)) or dict(_unnamed_over(sheet, heard))
    kept = [one for one in proposals if not _is_replaced(one, over)]
    ended = [_resolved(sheet, heard.facts[at], place, extractor) for at, place in over.items()]
    named = _named_over(sheet)
    return (*(_told_as_over(one, named, sheet) for one in kept), *ended)


def _over(sheet: Sheet, heard: Heard) -> Iterator[tuple[int, tuple[int, int]]]:
    """The complaints on record that are told as over, by their index, with the place of the words."""
    for at, fact in enumerate(heard.facts):
        ended = fact.status in (Status.RESOLVED, Status.STOPPED) or fact.polarity is not Polarity.AFFIRMED
        if fact.slot is not SlotKind.SYMPTOMS or fact.subject != PATIENT or ended:
            continue
        for start, end in _places(sheet, fact):
            last = _end_told(sheet, start, end)
            if last is not None:
                yield at, (start, last)
                break


_ALL_OVER_EN: Final = lazy_regex(
    r"^\W*(?:i'm |i am |i feel |feeling |feel )?(?:all|completely|totally) better\b(?! than)"
    r"|\b(?:it|that|they|the (?:symptoms?|pain|thing))(?:'s|'ve| has| have| is)?(?: (?:all|finally|just"
    r"|completely|since))*"
    r" (?:passed(?! out| on| away)|gone(?! (?:up|down|to|from|a|worse|bad))|stopped|cleared(?: up)?|settled"
    r"|went away|worn off|fully relieved)\b"
    r"|\b(?:i'm|i feel|feel|feeling|am)(?: \w+)? (?:fine|grand|normal|back to normal|right as rain"
    r"|like a new \w+)(?: now| again| today)?\s*$"
    r"|\bright as rain\b|\bback to (?:normal|myself)\b"
)
_ALL_OVER_KO: Final = lazy_regex(
    r"(?:싹|다|완전히|이제|이젠|인자|말끔히|깨끗이)\s?(?:괜찮아[졌지]|괜찮|나았|낫[었고]|없어[졌지]|사라[졌지]"
    r"|가[셨시]|멀쩡|안\s?아[프픈파]|안\s?그[래러])"
    r"|증상\S{0,2}\s?(?:다\s|싹\s)?(?:없어[졌지]|사라[졌지]|좋아[졌지])|괜찮아졌|말끔히|없어졌(?:어|습|네|당"
    r"|다|음|지)|다\s?나았"
)
_NOT_ALL_OVER: Final = lazy_regex(
    r"\?|\b(?:if|when|until|till|hope|will|would|not|n't|never|should|still|but|than|yet|almost|nearly|bit|little)\b"
    r"|면\s|까요|나요|안\s?(?:없어|나았|사라|괜찮)|아직|조금|좀\s|덜|[으]?려고|줄\s?알"
)


def _unnamed_over(sheet: Sheet, heard: Heard) -> Iterator[tuple[int, tuple[int, int]]]:
    """The complaint that was spoken of last, where words that name no other say that all is over."""
    pattern = _ALL_OVER_KO if sheet.language == "ko" else _ALL_OVER_EN
    match = pattern.search(sheet.folded)
    if (
        match is None
        or _NOT_ALL_OVER.search(sheet.folded)
        or any(one.entry.kind == "relatives" for one in sheet.mentions)
    ):
        return
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in ("symptoms", "conditions")}
    live = [at for at, one in enumerate(heard.facts) if _is_live(one)]
    if named:
        live = [at for at in live if heard.facts[at].concept.concept_id in named]
    pointed = [at for at in live if heard.facts[at].concept.concept_id in heard.pointed_at] or live
    if len(pointed) == 1:
        yield pointed[0], match.span()


def _is_live(fact: Content) -> bool:
    over = fact.status in (Status.RESOLVED, Status.STOPPED) or fact.temporality is Temporality.PAST
    return (
        fact.slot is SlotKind.SYMPTOMS and fact.subject == PATIENT and fact.polarity is Polarity.AFFIRMED and not over
    )


def _places(sheet: Sheet, fact: Content) -> Iterator[tuple[int, int]]:
    """Where the words name a complaint, or the part that hurts."""
    for one in sheet.mentions:
        if fact.concept.concept_id in (one.entry.concept_id, *one.entry.broader):
            yield one.start, one.end
    name = f"{fact.concept.name} {fact.concept.display}".casefold().split()
    parts = [one for one in name if one not in _PAINS]
    if len(parts) == len(name):
        return
    parts += [word for one in parts for word in _ALSO_CALLED.get(one, ())]
    for part in dict.fromkeys(parts):
        start = sheet.folded.find(part)
        while start >= 0:
            opens = start == 0 or not sheet.folded[start - 1].isalnum()
            closes = not part.isascii() or not sheet.folded[start + len(part) : start + len(part) + 1].isalpha()
            closes = closes or sheet.folded.startswith(("s ", "s'"), start + len(part))
            if opens and closes:
                yield start, start + len(part)
            start = sheet.folded.find(part, start + 1)


def _end_told(sheet: Sheet, start: int, end: int) -> int | None:
    """Where the words end that say that what [start, end) names is over; None where they do not."""
    text = sheet.folded
    if any(first <= start < last for first, last in asked(text)):
        return None
    if sheet.language == "ko":
        match = _OVER_KO.match(text, end)
        told = match is not None and _NOT_YET_KO.match(text, match.end()) is None
        partly = match is not None and _PARTLY_KO.search(text, max(0, start - 8), match.end()) is not None
        return match.end() if match is not None and told and not partly and not _is_asked(text, match.end()) else None
    before = text[max(0, start - 40) : start]
    if _NO_MORE.search(before) and (before.endswith("no more ") or _ANY_MORE.match(text, end)):
        return end
    over = _OVER_IT.search(before)
    if over is not None and _UNSURE_EN.search(before[: over.start()]) is None:
        return end
    match = _ALL_BETTER.match(text, end) or _OVER_EN.match(text, end)
    if match is None or _UNSURE_EN.search(before) is not None or _is_asked(text, match.end()):
        return None
    return match.end()


def _is_asked(text: str, end: int) -> bool:
    """Whether the next mark behind ``end`` is a question's."""
    marks = [(at, mark) for mark in ".,;!?\n" if (at := text.find(mark, end)) >= 0]
    return bool(marks) and min(marks)[1] == "?"


def _named_over(sheet: Sheet) -> set[str]:
    """The complaints that are named and said to be over."""
    return {
        one.entry.concept_id
        for one in sheet.mentions
        if one.entry.kind == "symptoms" and _end_told(sheet, one.start, one.end) is not None
    }


def _told_as_over(proposal: Proposal, named: set[str], sheet: Sheet) -> Proposal:
    """A complaint that is told for the first time, and as over, has been and is no more."""
    content = proposal.content
    told = content is not None and content.slot is SlotKind.SYMPTOMS and proposal.operation is Operation.ASSERT
    if content is None or not told or content.concept.concept_id not in named or content.subject != PATIENT:
        return proposal
    if content.polarity is not Polarity.AFFIRMED or content.status is Status.RESOLVED:
        return proposal
    return proposal.with_fields(content=content.with_fields(status=Status.RESOLVED, temporality=Temporality.PAST))


def _is_replaced(proposal: Proposal, over: dict[int, tuple[int, int]]) -> bool:
    """Whether what it tells lies within words that say that a complaint is over."""
    content = proposal.content
    slot = content.slot if content is not None else proposal.target.slot if proposal.target is not None else None
    if slot is not SlotKind.SYMPTOMS or proposal.start is None:
        return False
    return any(start <= proposal.start < end for start, end in over.values())


def _resolved(sheet: Sheet, fact: Content, place: tuple[int, int], extractor: str) -> Proposal:
    quote, start, end = sheet.quote(*place)
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.RESOLVED, temporality=Temporality.PAST,
        qualifier=fact.qualifier,
    )  # fmt: skip
    target = Target(slot=fact.slot, concept_id=fact.concept.concept_id)
    return Proposal(
        operation=Operation.CHANGE, content=content, target=target, quote=quote, start=start, end=end,
        extractor=extractor,
    )  # fmt: skip
