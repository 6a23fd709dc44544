"""What is only feared or asked about as the cause: "심장마비는 아니겠죠", "쓰러지는 거예요?", "am I having a stroke".

Whoever asks whether it is so tells neither that it is nor that it is not. The cue stands right beside the name, with
nothing of another clause between; words that ask why something is so tell that it is ("왜 자꾸 어지러운 거예요?"), and
so do those of somebody else who found it ("의사가 폐렴 아니래요").
"""

from __future__ import annotations

from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind
from extraction.reading.asking.asked import sentence_around
from extraction.text.lazy_regex import lazy_regex

_FINDINGS: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS})
_LINK_KO: Final = r"(?:이|가|은|는|도|로|으로|라도|같은\s?거|쪽)?\s?"
_COMES_KO: Final = (
    r"(?:(?:오|와|온|올|되|된|될|걸리|걸린|걸릴|생기|생긴|가|간|갈|터지|터진|하|한|할|나|난|날|시작되|시작된|진행되|진행된"
    r"|번지|번진|전이된|전이되|의심되)(?:는|ㄹ|을|던)?\s?)?"
)
_THING_KO: Final = r"(?:[가-힣]{0,2}?(?:는|은|ㄴ|인|일|던|진|린|한|된|온|난|간|킨|할|될|질|갈|올))?\s?"
_SURELY_ASKED_KO: Final = (
    r"(?:(?:거|것|건|게)?\s?(?:는|은)?\s?(?:아니겠|아닐까|아닌가|아닌지|아닐지|아니려나|아니길)"
    r"|(?:이)?(?:일까|ㄹ까|을까|인가|일지도|려나|는지\s?(?:걱정|무서|불안|겁))|(?:거|것|건)(?:ㄴ가|인가|일까)|건가|걸까"
    r"|(?:이)?면\s?(?:어떡|어떻게\s?하|어쩌|큰일)|(?:이)?(?:일|될|걸릴|올|생길)까\s?봐|[까]봐\s?(?:걱정|무서|불안|겁))"
)
_ASKED_WITH_MARK_KO: Final = (
    r"(?:(?:거|것|건|게)?\s?(?:는|은)?\s?아니(?:에요|예요|죠|지요?|야|여|냐|니|유)|아녜요|아님|아냐"
    r"|(?:거|것|건)(?:예요|에요|죠|지요?|야|니|냐|임|여|입니까|유)|(?:이)?(?:에요|예요|죠|지요?|야|니|냐|임|입니까|나요|가요))"
)
_BEHIND_KO: Final = lazy_regex(
    rf"{_LINK_KO}{_COMES_KO}{_THING_KO}(?:{_SURELY_ASKED_KO}|{_ASKED_WITH_MARK_KO}[가-힣ㅠㅜㅋㅎ\s.]{{0,4}}\?)"
)
_WHY_KO: Final = lazy_regex(r"(?<![가-힣])(?:왜|어째서|이유|원인|뭣?\s?때문|언제|얼마나|어디|몇)")

_SMALL: Final = (
    r"(?:not|really|just|maybe|perhaps|having|got|getting|going to(?: have| get| be| go)?|about to(?: have| go)?|going"
    r"|a|an|the|some|some kind of|kind of|sort of|like|possibly|actually|definitely|turning into|becoming|become"
    r"|turn into|be|have|get|mean|mean i have|mean it'?s|a sign of|signs? of|something like|early|start of|the start of"
    r"|beginning of|due to|caused by|because of|from|in|[a-z]+ or|[a-z]+ [a-z]+ or"
    r"|i'm|i have|it'?s|it could be|it might be|another|bad)"
)
_HEAD_EN: Final = lazy_regex(
    r"(?:^|[.?!,;:\n(]\s?|\s-\s|\b(?:and|but|so|or|omg|please|pls|then|like|help|wondering if|wonder if|asking if)\s)"
    r"(?:(?:is|isn'?t|was|could|can|might|would|will|does|do|am|are|aren'?t) "
    r"(?:this|that|it|these|those|i|he|she|they|we)|(?:could|might) (?:be|have))"
    rf"(?: {_SMALL})* $"
)
_TAG_EN: Final = lazy_regex(
    r"[^.?!,;\n]{0,12},? (?:is it|isn'?t it|am i|are they|is she|is he|have i|surely not|right\?|innit)\W*(?:$|[.?!\n])"
)
_DENIED_AHEAD_EN: Final = lazy_regex(rf"\b(?:not|n'?t|isnt|aint)(?: {_SMALL})* $")
_FEAR_EN: Final = lazy_regex(
    r"\b(?:scared|afraid|worried|worrying|terrified|frightened|panicking|panicked|petrified|paranoid|freaking out"
    r"|bricking it|anxious|fear|fearing|convinced|thinking)"
    r"(?: (?:to death|sick|stiff|it|this|that|of|about|in case|i|i'?m|im|i'?ve|she'?s|he'?s|it'?s|its|is|this is|it is"
    rf"|might|could|may|will|i'll|ill|{_SMALL}))* $"
)
_LAY_EN: Final = lazy_regex(
    r"\b(?:google|internet|chat ?gpt|tiktok|reddit|facebook|forums?|mums?|mum'?s group|group|mom|mother|dad"
    r"|sister|brother|wife|husband|partner|friends?|mates?|neighbou?r|colleague|everyone|people|they all|flatmate)"
    r"(?: (?:just|all|keeps?|is|are|was|were))* (?:says?|said|saying|thinks?|thought|thinking|reckons?"
    r"|reckoned|convinced|swears|suggests?)(?: that)? (?:it|this|that)(?:'?s| is| was| might be| could be| must be"
    r"| sounds?| looks?)(?: (?:a|an|the|just|maybe|probably|some kind of|like|[a-z]+ or))* $"
)
"""What somebody who treats nobody, or a search, calls it."""
_WHAT_IF_EN: Final = lazy_regex(
    r"\b(?:what if (?:it|this|that|i|she|he)|(?:first|only|all) (?:thing )?i (?:thought|think|can think)(?: of)?)"
    r"(?:'?s| is| was| were| have| has| got| turns? out to be)?"
    r"(?: (?:a|an|the|it'?s|like|having|got|really|some kind of))* $"
)
_OWNED_EN: Final = lazy_regex(r"\b(?:my|his|her|their|our|the|these|this|that) $")
"""What is somebody's is had, whatever is feared of it: "worried about my asthma"."""
_REACH: Final = 70
_MOVED: Final = frozenset({"weight_loss", "weight_gain"})
_HOW_MUCH: Final = lazy_regex(r"\bhow (?:much|many|far)\b|얼마|몇\s?(?:kg|키로|킬로)")
"""What asks how far a weight has moved is no complaint of it."""


def without_what_is_feared(proposals: tuple[Proposal, ...], text: str, language: str) -> tuple[Proposal, ...]:
    """``proposals`` without the findings of which ``text`` only asks, or fears, whether they are there or will be."""
    folded = text.lower()
    return tuple(one for one in proposals if not _is_feared(one, folded, language))


def _is_feared(proposal: Proposal, folded: str, language: str) -> bool:
    content = proposal.content
    if content is None or content.slot not in _FINDINGS or proposal.operation is not Operation.ASSERT:
        return False
    if proposal.start is None or proposal.end is None or len(folded) < proposal.end:
        return False
    if content.concept.concept_id in _MOVED and _HOW_MUCH.search(folded, *sentence_around(folded, proposal.start)):
        return True
    if language == "ko":
        return _is_feared_in_korean(folded, proposal.start, proposal.end)
    return _is_feared_in_english(folded, proposal.start, proposal.end)


def _is_feared_in_korean(folded: str, start: int, end: int) -> bool:
    if _BEHIND_KO.match(folded, end) is None:
        return False
    opening = max((folded.rfind(mark, 0, start) for mark in ".?!\n,"), default=-1) + 1
    return _WHY_KO.search(folded, opening, end) is None


def _is_feared_in_english(folded: str, start: int, end: int) -> bool:
    ahead = folded[max(0, start - _REACH) : start]
    if _OWNED_EN.search(ahead) is not None:
        return False
    if any(cue.search(ahead) is not None for cue in (_HEAD_EN, _FEAR_EN, _LAY_EN, _WHAT_IF_EN)):
        return True
    return _TAG_EN.match(folded, end) is not None and _DENIED_AHEAD_EN.search(ahead) is not None
