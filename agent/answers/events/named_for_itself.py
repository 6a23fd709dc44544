"""Whether words that name a kind of event tell of one: not "not a migraine", nor what a medicine or a visit is for."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.events.kinds import EventKind
from extraction.text.lazy_regex import lazy_regex

_NOT_IT: Final = lazy_regex(
    r"\b(?:not|isn'?t|wasn'?t|rather than)(?: really| actually)? (?:a |an |the )?(?:\w+ )?$", re.IGNORECASE
)
_NOT_IT_BEHIND: Final = lazy_regex(r"\s?(?:은|는|이|가|건|게)?\s?(?:아니[고라었야]|말고)")


def is_told(sentence: str, kind: EventKind) -> bool:
    """Whether a kind is named for itself: "not a migraine" tells of none."""
    places = [*kind.words.finditer(sentence)]
    # "An attack" of what was spoken of names it by another word.
    return not places or any(
        _NOT_IT.search(sentence, max(0, match.start() - 24), match.start()) is None
        and _NOT_IT_BEHIND.match(sentence, match.end()) is None
        and not _is_reason(sentence, match.start(), match.end())
        for match in places
    )


def _is_reason(sentence: str, start: int, end: int) -> bool:
    """Whether what is named is only what a medicine, a visit or a diary is for."""
    if _FOR.search(sentence, max(0, start - 24), start) is not None or _OF_IT.match(sentence, end) is not None:
        return True
    return _BECAUSE.match(sentence, end) is not None and _TREATED.search(sentence, end) is not None


_FOR: Final = lazy_regex(
    r"\b(?:for|against|prevents?|diagnosed with|history of)(?: (?:my|the|his|her|their|a|bad|chronic))*\s$",
    re.IGNORECASE,
)
_OF_IT: Final = lazy_regex(
    r"\s?(?:발작\s?)?(?:약(?![가-힣]{0,2}하)|예방|치료|수첩|외래|전문|진단|환자|병력)"
    r"|\s(?:nurse|clinic|meds?|medicines?|medication|tablets?|pills?|prevent\w*|prophyla\w*|specialist|doctor|app"
    r"|history|plan|treatment|appointment|review)\b",
    re.IGNORECASE,
)
_BECAUSE: Final = lazy_regex(r"\s?(?:발작\s?)?(?:으로|로(?=\s)|때문|땜)")
_TREATED: Final = lazy_regex(
    r"약|먹|복용|mg|밀리|처방|병원|진료|예약|입원|다니|다녀|\b(?:took|pills?|tablets?|dose|mg|nurse|doctor|clinic)\b",
    re.IGNORECASE,
)
