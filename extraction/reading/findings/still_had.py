"""Illnesses that are had since long ago, told in a past tense that reaches to now: "I've had asthma for years", "어릴
때부터 천식이 있었어요", "it was under control until now".

And illnesses that are only feared: "I'm worried it's gout" tells of a fear.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentence_around
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_HAVE_HAD: Final = lazy_regex(
    r"(?:\b(?:i|he|she|we|they|you|who|mum|mom|dad|mother|father|son|daughter)(?:'ve|'s|ve| have| has)"
    r"(?: \w+){0,2} (?:had|been (?:living|dealing|struggling) with|suffered (?:from|with))|^\W*had)"
    r"(?: (?:this|the|my|mild|bad|severe|chronic|some|an?))* ?$"
)
_TO_NOW: Final = lazy_regex(
    r"[^.;!?,]{0,12}\b(?:for (?:\w+ ){0,3}(?:years?|months?|decades?|ages|a while|as long|most of|half)|since"
    r"|all my life|my (?:whole|entire) life|from (?:birth|childhood)|\d+ ?(?:years?|yrs?) now|years now|forever)\b"
)
_OVER: Final = lazy_regex(
    r"\b(?:until|till|but (?:not|it'?s|that'?s|i)|used to|grew out|outgrew|grown out|gone|cured|cleared|no longer"
    r"|any ?more|went away|as a (?:child|kid|baby|teen\w*)|when i was|once|remission|stopped|over it|in the past"
    r"|before)\b"
)
_QUIET_UNTIL_NOW: Final = lazy_regex(
    r"\s(?:was|had been|has been|'d been)(?: \w+){0,2} (?:under control|well controlled|controlled|stable|quiet|fine"
    r"|good|ok|okay|settled|behaving)\s(?:until|till|before|up to|so far)"
)
_SINCE_KO: Final = lazy_regex(r"(?:부터|때부터|이후로?|뒤로|째|동안|전부터|평생|내내)\s?(?:\S{1,6}\s)?$")
_WAS_KO: Final = lazy_regex(
    r"(?:이|가|을|를|은|는|도)?\s?(?:좀\s|쭉\s|계속\s|늘\s)?(?:있었(?!는데\s?(?:지금|이제|나))|앓아\s?왔|앓고\s?있"
    r"|달고\s?살)"
)
_OVER_KO: Final = lazy_regex(
    r"나았|나아서|완치|없어[졌지]|지금은\s?(?:괜찮|없|안)|이젠?\s?(?:괜찮|없)|했었|까지(?!도)|졌었|였다가"
)

_FEARS: Final = lazy_regex(
    r"\b(?:worr(?:ied|y|ying)|afraid|scared|terrified|fear\w*|concerned|anxious|paranoid|panick\w+|dread\w*|hop(?:e"
    r"|ing)"
    r"|praying|wonder\w*|convinced|googl\w+|thinking|sure)\b(?: \w+){0,3}?\s?"
    r"(?:it'?s|its|it is|it might be|it may be|it could be|it turns out|it'?ll be|this is|this might be|that it'?s"
    r"|i(?: might| may| could)? have|i'?ve got|i(?:'m| am) getting|i'?ll get|i(?: might)? get|of getting"
    r"|about getting|of having"
    r"|it isn'?t|it'?s not|it is not)(?: (?:an?|some|like|maybe|the start of|early))* ?$"
)


def with_what_is_still_had(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with what is had since long ago as in force, and without what is only feared."""
    return tuple(_still(one, sheet) for one in proposals if not _is_feared(one, sheet))


def _still(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT:
        return proposal
    past = content.status is Status.RESOLVED or content.temporality is Temporality.PAST
    if (past or content.valid_to is not None) and _is_said_to_last(content, sheet):
        began = content.valid_from or content.valid_to
        lasting = content.with_fields(
            status=Status.ACTIVE if content.slot is SlotKind.CONDITIONS else None, temporality=Temporality.CURRENT,
            valid_from=began, valid_to=None,
        )  # fmt: skip
        return proposal.with_fields(content=lasting)
    if not _is_own(content):
        return proposal
    name = _named(content, sheet)
    if not past or name is None:
        return proposal
    start, end = sentence_around(sheet.folded, name.start)
    if not _reaches_to_now(sheet, name, start, end):
        return proposal
    now = content.with_fields(status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_to=None)
    return proposal.with_fields(content=now)


def _is_said_to_last(content: Content, sheet: Sheet) -> bool:
    """Whether the one complaint that is named is said to have no end yet, in whatever sentence: "not gone yet"."""
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in ("symptoms", "conditions")}
    if content.slot not in (SlotKind.SYMPTOMS, SlotKind.CONDITIONS) or named != {content.concept.concept_id}:
        return False
    plain = _NO_END.sub(" ", sheet.folded)
    return plain != sheet.folded and _ENDED.search(plain) is None


_NO_END: Final = lazy_regex(
    r"\b(?:not|never|n['’]t|\w+n['’]t|wont|hasnt|havent|isnt|no['’]?|nae|\w+nae)\s(?:(?:yet|really|fully|quite|been"
    r"|even|completely|to|all)\s)*"
    r"(?:gone|going|go|went|stop\w*|left|leav\w+|let\w* up|eas\w+|clear\w*|away|better|resolv\w*|disappear\w*"
    r"|subsid\w*|over|shift\w*|end\w*"
    r"|quit|cease\w*)\b(?: away| up)?"
    r"|\b(?:still|ongoing|to this day|(?:un)?till? (?:now|today)|(?:right )?up (?:to|till) (?:now|today)|as of today"
    r"|even now)\b"
    r"|(?:안|못)\s?(?:없어|나[아았]|나으|멈|가라앉|그[치쳐]|사라|멎|떨어|낫)\S*|(?:없어지|낫|나아지|멈추|가라앉|그치"
    r"|사라지|멎)\S{0,3}\s(?:않|못)\S*"
    r"|(?<![가-힣])(?:아직|여전히|여태|지금까지|지금도|현재도|현재까지|오늘까지|계속|쭉)\S*"
)
"""That something has not ended."""
_ENDED: Final = lazy_regex(
    r"\b(?:gone|went away|stopped|cleared|resolved|better now|all better|over now|is over|was over|used to|no longer"
    r"|any ?more|recovered|healed)\b"
    r"|없어졌|나았|나아졌|괜찮아졌|멈췄|그쳤|멎었|사라졌|좋아졌|끝났"
)


def _reaches_to_now(sheet: Sheet, name: Mention, start: int, end: int) -> bool:
    text = sheet.folded
    if sheet.language == "ko":
        since = _SINCE_KO.search(text, start, name.start) or _SINCE_KO.search(text[start : name.start])
        told = since is not None and _WAS_KO.match(text, name.end, end) is not None
        return told and _OVER_KO.search(text, start, end) is None
    if _QUIET_UNTIL_NOW.match(text, name.end, end):
        return True
    had = _HAVE_HAD.search(text[start : name.start]) is not None
    return had and _TO_NOW.match(text, name.end, end) is not None and _OVER.search(text, start, end) is None


def _is_feared(proposal: Proposal, sheet: Sheet) -> bool:
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or not _is_own(content):
        return False
    name = _named(content, sheet)
    if name is None or sheet.language == "ko" or content.status is Status.RESOLVED:
        return False
    start = sentence_around(sheet.folded, name.start)[0]
    return _FEARS.search(sheet.folded[start : name.start]) is not None


def _is_own(content: Content) -> bool:
    illness = content.slot is SlotKind.CONDITIONS and content.polarity is Polarity.AFFIRMED
    return illness and content.subject == PATIENT


def _named(content: Content, sheet: Sheet) -> Mention | None:
    return next((one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), None)
