"""An illness that was only read or heard of somewhere: "the internet says it's a brain tumour", "구글에 치니
뇌출혈이라고 나와요".

What a search, a video, a forum or a chatbot says of a complaint is nobody's diagnosis: neither the illness nor what it
would bring stands on the patient's record. What a clinician found is told in other words, and stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SlotKind
from extraction.reading.asking.asked import sentences
from extraction.reading.people.foretold import foretold
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_SLOTS: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS})
_WHERE_EN: Final = (
    r"(?:(?:the )?(?:internet|web|wiki(?:pedia)?|leaflet|tv|telly|news|papers?|magazine|ai)|(?:dr\.? |doctor )?google"
    r"|web ?md|nhs (?:website|site|page)|reddit|tik ?tok|you ?tube|facebook|instagram|quora|mumsnet"
    r"|chat ?gpt|gpt|claude|gemini|copilot|alexa|siri|a (?:forum|blog|website|podcast|video)"
    r"|(?:the|some|one|every|this) (?:forum|blog|website|site|podcast|video|article|page|chatbot|bot)s?)"
)
_SAYS_EN: Final = (
    r"(?:(?:always |just |only |all |keeps? |kept |immediately )?(?:say(?:s|ing)?|said|tells?|telling|told|thinks?"
    r"|thought|reckons?|suggests?|suggested|claims?|swears?|mentions?|screams?|warns?|diagnos\w+|talks? (?:of|about)"
    r"|comes? up with|came up with|goes on about|shows?|gives?|is full of|'s full of|calls? it))"
)
_READ_EN: Final = lazy_regex(
    rf"\b{_WHERE_EN} (?:\w+ )?{_SAYS_EN}\b"
    rf"|\baccording to {_WHERE_EN}\b|\b(?:read|saw|seen|heard|looked up|found|search\w*|look\w*) (?:\w+ )?"
    r"(?:online|on (?:the )?(?:internet|net|web|news|telly|tv)|on (?:google|reddit|facebook|tik ?tok|you ?tube)"
    r"|somewhere)"
    r"(?: (?:that|about|how))?\b"
    r"|\b(?:googled|looked (?:it|this|them|that|my symptoms) up|search(?:ed)? (?:it|this|for it|my symptoms))\b"
    r"[^.;!?]*?\b(?:says?|said|it'?s|about|came up|comes up|told)\b"
)
_WHERE_KO: Final = (
    r"(?:인터넷|구글|네이버|다음|지식인|유튜브|블로그|맘?카페|커뮤니티|인스타|틱톡|레딧|챗\s?(?:지피티|gpt)|지피티|gpt"
    r"|제미나이|클로드|(?<![a-z])ai|에이아이|검색|기사|뉴스|티비|tv|방송|책|나무위키|위키)"
)
_READ_KO: Final = lazy_regex(
    rf"(?<![가-힣]){_WHERE_KO}(?:창|글|들|방)?(?:에서는?|에다?|에는|에선|으로|을|를|은|는|이|가|도|서|엔|상)?\s?"
    r"(?:다\s)?(?:\S{1,6}\s){0,3}?"
)
_REPORTED_KO: Final = lazy_regex(
    r"(?:이?라고|이?라던|이?라는|이?라네|이?라더|이?래(?![서도])|같대|같다고|같다는|일\s?수|(?:ㄹ|을|일)\s?수도|의심|대요|다던데|다는데|다고"
    r"|다네|다더|나와|나오|나옴|떠요|뜨[네는더]|뜬다|떴|얘기|글[이만]|말[이만]|증상|초기|가능성|위험|천지|투성)"
)
_SEEN_KO: Final = lazy_regex(r"병원|의사|선생|진단|원장|교수|검사\s?결과|판정")
_SEEN_EN: Final = lazy_regex(r"\b(?:doctor|gp|consultant|specialist|diagnosed|hospital|scan|biopsy|nurse)\b")
_AFTER: Final = 28
"""Characters behind a Korean name within which it is said to be what was read."""
_TURNS: Final = lazy_regex(r"\b(?:but|though|so|and) (?:i|my|mine|we|the (?:doctor|gp))\b")


def without_what_was_read(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the illnesses and complaints that a source names and nobody has found."""
    places = [sheet.normalised.span(start, end) for start, end in _read(sheet)]
    return tuple(one for one in proposals if not _is_read(one, places))


def _is_read(proposal: Proposal, places: Sequence[tuple[int, int]]) -> bool:
    content = proposal.content
    if content is None or content.slot not in _SLOTS or content.subject != PATIENT or proposal.start is None:
        return False
    if proposal.operation is not Operation.ASSERT:
        return False
    return any(start <= proposal.start < end for start, end in places)


def _read(sheet: Sheet) -> Iterator[tuple[int, int]]:
    """Where the words only pass on what was read, as [start, end) of the folded text."""
    text = sheet.folded
    yield from foretold(text)
    for start, end in sentences(text):
        if sheet.language == "ko":
            yield from _read_ko(sheet, start, end)
            continue
        for match in _READ_EN.finditer(text, start, end):
            turn = _TURNS.search(text, match.end(), end) or _SEEN_EN.search(text, match.end(), end)
            yield match.end(), turn.start() if turn is not None else end


def _read_ko(sheet: Sheet, start: int, end: int) -> Iterator[tuple[int, int]]:
    text = sheet.folded
    source = _READ_KO.search(text, start, end)
    if source is None or _SEEN_KO.search(text, source.end(), end) is not None:
        return
    for one in sheet.mentions:
        told = source.end() <= one.start < end
        if told and _REPORTED_KO.search(text, one.end, min(end, one.end + _AFTER)) is not None:
            yield one.start, one.end
