"""Words that are in their whole form a telling: a finite verb ends them, and nothing in them asks.

The readers hear what is asked without a mark, and guess where they hear nothing; in a guess the form of the words
decides. A topic without a verb ("당뇨 식단") has no such form.
"""

from __future__ import annotations

from typing import Final

from extraction.reading.asking.asked import asked
from extraction.reading.asking.wondering import wondered
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Act
from extraction.text.lazy_regex import lazy_regex

_ENDS_KO: Final = lazy_regex(
    r"(?:[가-힣](?:어|아|여|해|워|와|려|려|져|돼|써|커|쳐)요|[이예]에?요|니다|[었았였했됐]음)[\s.!~ㅠㅜㅎㅋ]*$"
)
_BEGINS_EN: Final = lazy_regex(
    r"\W*(?:(?:and|so|well|also|yes|yeah|no|ok|actually),? )?(?:i|we|my|he|she|his|her)(?:['’](?:m|ve|s|d|re))? [a-z]"
)
_ASKS: Final = lazy_regex(
    r"[?？]|뭐|무슨|무엇|어떻|어떡|어디|언제|왜|얼마|몇\s?[가-힣]|누[가구]|어느|어떤|알려|가르쳐|추천|궁금|해도|되나|괜찮|까요|나요|가요"
    r"|주세요|줘요|싶어요"
    r"|\b(?:what|which|how|why|when|where|who|should|could|can|tell me|wonder\w*|please"
    r"|any (?:tips|advice)|want to know|need to know)\b"
)


def with_what_is_told_in_form(acts: tuple[Act, ...], sheet: Sheet) -> tuple[Act, ...]:
    """``acts`` with a guess that something is told, where asking is but a guess and the form of the words is not so."""
    guessed = all(act.kind == "ask" and act.doubt >= 1.0 for act in acts)
    return (*acts, Act("state", 1.0)) if guessed and _is_told_in_form(sheet.folded, sheet.language) else acts


def _is_told_in_form(folded: str, language: str) -> bool:
    """Whether the words end, or in English begin, as what is told does, with nothing in them that asks."""
    formed = _ENDS_KO.search(folded) if language == "ko" else _BEGINS_EN.match(folded)
    if formed is None or _ASKS.search(folded) is not None:
        return False
    return next(iter(asked(folded)), None) is None and next(iter(wondered(folded)), None) is None
