"""Which of several medicines that are named the words end: "they stopped A because I'm on B", "B 먹어서 A는 뺐어요".

An end has its medicine: in English the name behind its verb or before its participle, in Korean the topic or the name
that stands nearest before it. A reader of single names hears the end beside each of them. Where the words end one
medicine so, another that they only name, as the reason or beside it, goes on; a row of names ends as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentences
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_DOSE: Final = r"(?:\s?\d[\d.]*\s?(?:mg|mcg|g|units?|iu|밀리|미리|단위|정|알)?)?"
_STOPPED: Final = (
    r"(?:stopp?ed|discontinued|dropped|cancell?ed|withdrawn|removed|paused|taken off|cut out|ditched|gone)"
)
_ENDED_AHEAD: Final = lazy_regex(
    r"\b(?:stop(?:ped|ping|s)?|quit(?:ting|s)?|discontinu\w+|drop(?:ped|ping)?|ditch\w*|binn\w+|bin|cancell?\w*|ceas\w+"
    r"|withdr[ae]w\w*|remov\w+|paus\w+|held|cut out|gave up|giv(?:e|en|ing) up|no more|no longer(?: \w+)?"
    r"|(?:came|come|coming|took|taken|taking|been|i'?m|am|is|are|now|went|go|get|got|got) (?:me |him |her |us )?off"
    r"|not (?:on|tak\w+))(?: (?:the|my|his|her|of|taking|using|on|that|with|any|all))* $"
)
_ENDED_BEHIND: Final = lazy_regex(
    rf"{_DOSE}(?:'s| (?:was|is|were|are|has been|have been|had been|got|been|has|have))?"
    rf"(?: (?:now|just|already|recently|also|then))? {_STOPPED}\b"
)
_IN_A_ROW: Final = lazy_regex(
    rf"{_DOSE}[\s,&+/]*(?:and|plus|then|or|nor|with)?[\s,]*(?:then |also )?(?:the|my|his|her)?\s*"
    rf"|{_DOSE}(?:이랑|랑|하고|와|과|이나|나|,|/|및)?\s*(?:및\s)?"
)
_REASON: Final = lazy_regex(
    r"\b(?:because(?: of)?|cos(?: of)?|coz(?: of)?|due to|on account of|owing to|thanks to"
    r"|(?:clash|interact|interfer|mix)\w* with|with (?:me|him|her) (?:being |already )*on|(?:as|since|given) i'?m on)"
    r"(?: (?:the|my|i|i'm|am|on|taking|take|already|being|have))* $"
)
_REASON_KO: Final = lazy_regex(rf"{_DOSE}\s?(?:때문|땜|덕분|탓)")
_OWN_VERB: Final = lazy_regex(
    rf"{_DOSE} (?:alone )?(?:is|are|does|do|will|works?|covers?|stays?|goes|carries|continues?|remains?|has|can|made"
    r"|makes|was enough)\b"
)
_REACHES: Final = lazy_regex(
    r"\b(?:both|all|them|these|those|everything|too|also|as well|either|neither|likewise|ditto|same|each|rest|others?"
    r"|along with|together|switch\w*|swap\w*|replac\w*|instead|in place|chang\w*|except|but not|apart)\b"
    r"|둘\s?다|모두|전부|다\s?(?:끊|빼|뺐|중단)|대신|바[꾸꿔꿨뀌뀐]|교체|말고|나머지|제외|같이\s?(?:끊|빼|뺐|중단)"
    r"|도\s?(?:\S{1,4}\s)?(?:끊|빼|뺐|중단|그만)"
)
"""Words by which an end reaches beyond its own medicine, or one takes the place of another."""
_END_KO: Final = lazy_regex(
    r"끊|중단|그만\s?(?:먹|두|뒀|드|하)|뺐|빼(?=[자시셨라래고기]|\s?[줬주])|뺀|멈[췄추]|관[뒀두둠]|스[톱탑]|안\s?먹|[떼뗐]"
)
_TOPIC_KO: Final = lazy_regex(rf"{_DOSE}\s?(?:약)?[은는을를]\s*$|{_DOSE}\s?(?:약)?[은는을를]\s(?=\S)")
_BESIDE_KO: Final = lazy_regex(r"\s?(?:이랑|랑|하고|와|과)\s|\s?(?:때문|땜|덕|먹|복용|있어|쓰|맞)")
_PREDICATE_KO: Final = lazy_regex(
    r"먹|복용|드[시셔]|쓰|맞|있|겹|때문|땜|덕|충돌|부딪|들어|나[와오]|올|줄|시작|처방|받|안\s|못\s"
)
_NOT_NOW: Final = frozenset({Status.STOPPED, Status.ON_HOLD})


def without_ends_of_what_is_only_named(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the ends of medicines that are named beside the one that the words end."""
    named = [one for one in sheet.mentions if one.entry.kind in ("medications", "drug_classes")]
    if len({one.entry.concept_id for one in named}) < _SEVERAL or _REACHES.search(sheet.folded) is not None:
        return tuple(proposals)
    names = {one.entry.concept_id for one in named}
    ended = {one.entry.concept_id for one in ended_by_name(sheet, named)}
    # "They won't give me A because of B, so that's stopped": the reason is never what is stopped.
    ended = ended or {one.entry.concept_id for one in named if not _is_a_reason(sheet.folded, one)}
    beside = names - ended if ended else set()
    return tuple(one for one in proposals if not _ends(one, beside))


_SEVERAL: Final = 2


def _ends(proposal: Proposal, beside: set[str]) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.status not in _NOT_NOW:
        return False
    return proposal.operation is not Operation.MENTION and content.concept.concept_id in beside


def ended_by_name(sheet: Sheet, named: Sequence[Mention]) -> Iterator[Mention]:
    """The mentions that a word of an end has as its own medicine, and those in a row with them."""
    text = sheet.folded
    for start, end in sentences(text):
        inside = sorted((one for one in named if start <= one.start < end), key=lambda one: one.start)
        if sheet.language == "ko":
            yield from _ended_ko(text, inside, start, end)
            continue
        for row in _rows(text, inside):
            behind = _ENDED_BEHIND.match(text, row[-1].end, end) is not None
            ahead = _ENDED_AHEAD.search(text[start : row[0].start]) is not None
            if ahead and not behind and len(row) > 1 and _OWN_VERB.match(text, row[-1].end, end) is not None:
                row.pop()
            if behind or ahead:
                yield from row


def _is_a_reason(text: str, name: Mention) -> bool:
    return (
        _REASON.search(text[max(0, name.start - _AHEAD) : name.start]) is not None
        or _REASON_KO.match(text, name.end) is not None
    )


_AHEAD: Final = 48


def _rows(text: str, named: Sequence[Mention]) -> list[list[Mention]]:
    rows = [[one] for one in named[:1]]
    for before, one in pairwise(named):
        if one.start >= before.end and _IN_A_ROW.fullmatch(text, before.end, one.start) is not None:
            rows[-1].append(one)
        elif one.start >= before.end:
            rows.append([one])
    return rows


def _ended_ko(text: str, named: Sequence[Mention], start: int, end: int) -> Iterator[Mention]:
    """The topic before each word of an end and the name nearest to it, where neither is told beside another."""
    for over in _END_KO.finditer(text, start, end):
        rows = _rows(text, [one for one in named if start <= one.start and one.end <= over.start()])
        start = over.end()
        for at, row in enumerate(rows):
            last = at == len(rows) - 1
            gap = text[row[-1].end : over.start() if last else rows[at + 1][0].start]
            if last and (len(rows) == 1 or _BESIDE_KO.match(gap) is None):
                yield from row
            elif not last and _TOPIC_KO.match(gap) is not None and _PREDICATE_KO.search(gap) is None:
                yield from row
