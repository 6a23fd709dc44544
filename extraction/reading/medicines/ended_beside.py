"""A medicine told as taken beside something else that is over: "항호르몬제 3년째 먹고 방사선은 끝났어요".

An end stands with its own subject. Where a medicine is said to be taken in its own words, and what ended is named
behind them, the medicine goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentence_around
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_TAKEN: Final = lazy_regex(
    r"[^.!?,]{0,28}?(?:먹|복용하|복용|맞|드[시셔]|쓰|바르|붙이)(?:고(?:요|\s?있[가-힣]{1,4})?|는\s?중[가-힣]{0,3}|구요?|어요|아요"
    r"|습니다|세요|십니다|음|는데요?|시고(?:요|\s?계[가-힣]{1,4})?|시는데요?|으며|며)(?=[\s,.])"
)
"""A medicine that is taken, from behind its name on."""
_ENDED: Final = lazy_regex(r"끝났|끝난|끝나|끝냈|마쳤|마친|종료|끊겼|끊어졌|멈췄|멈추|그쳤|없어졌|폐경")
"""What tells an end, and of a medicine only where nothing else is its subject."""
_OWN_END: Final = lazy_regex(
    r"(?:안|못)\s?(?:먹|맞|드시|드셔|쓰)|끊(?:었|은|고|으)|그만\s?(?:먹|두|뒀|드)|중단|뺐|관뒀|다\s?먹었"
)
_SUBJECT: Final = lazy_regex(r"(?<![가-힣])(?P<what>[가-힣]{1,8}?)(?:은|는|이|가|도)\s")
_NO_SUBJECT: Final = lazy_regex(
    r"(?:지금|이제|요즘|올해|작년|재작년|작년에|지난\S*|그때|나중에|현재|그동안|최근에?|오늘|어제|그\S?|이\S?|저\S?|약|알약|치료제|복용|처방"
    r"|투약|주사|[가-힣]*약)"
)


def with_what_goes_on_beside_an_end(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which a medicine that is taken has not ended with what is named behind it."""
    if sheet.language != "ko" or _ENDED.search(sheet.folded) is None:
        return tuple(proposals)
    return tuple(_going_on(sheet, one) for one in proposals)


def _going_on(sheet: Sheet, proposal: Proposal) -> Proposal:
    content = proposal.content
    told = content is not None and content.slot is SlotKind.MEDICATIONS and content.status is Status.STOPPED
    if content is None or not told or proposal.operation not in (Operation.ASSERT, Operation.CHANGE):
        return proposal
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if len(named) != 1 or not _ended_alone(sheet.folded, named[0].end):
        return proposal
    return proposal.with_fields(
        content=content.with_fields(
            status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_to=None, certainty=content.certainty
        ),
        operation=Operation.ASSERT,
    )


def _ended_alone(text: str, behind: int) -> bool:
    """Whether a medicine named before ``behind`` is taken there, and what ended has a subject of its own."""
    _, last = sentence_around(text, behind)
    taken = _TAKEN.match(text, behind, min(len(text), last + 1))
    if taken is None:
        return False
    rest = text[taken.end() : last]
    end = _ENDED.search(rest)
    if _OWN_END.search(rest) is not None:
        return False
    if end is None:
        return True
    subjects = [one["what"] for one in _SUBJECT.finditer(rest, 0, end.start() + 1)]
    return any(_NO_SUBJECT.fullmatch(one) is None for one in subjects)
