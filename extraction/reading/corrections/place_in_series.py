"""Which of several readings words mean by its place among them: the last one, the one before it, the second."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from domain.values import Content
from extraction.text.lazy_regex import lazy_regex

_READING: Final = (
    r"(?:(?:blood|lab)\s)?(?:ones?|results?|readings?|values?|numbers?|figures?|tests?|checks?|measurements?|entry"
    r"|entries|levels?|bloods?|labs?|samples?|draws?|dates?|days?|of (?:the|my|them|those|these|all))\b"
)
_READING_KO: Final = r"(?:것|거|꺼|건|게|검사|결과|수치|값|숫자|측정|기록|날)"
_ONE_BEFORE: Final = lazy_regex(
    r"\b(?:one|result|reading|value|test|number|figure) (?:right |just )?before (?:the )?"
    r"(?:last|latest|newest|final|that)\b"
    r"|\blast but one\b|\bsecond[- ](?:to[- ])?last\b|\bnext[- ]to[- ]last\b|\bpenultimate\b"
    r"|\bprevious (?:one|result|reading|value|test|number|figure)\b"
    rf"|(?:마지막|끝|최근)\s?{_READING_KO}?\S{{0,2}}\s?(?:바로\s?)?(?:전|앞)(?:에|\s?{_READING_KO})"
    rf"|(?:마지막|끝)에서\s?(?:두|둘)|직전\s?{_READING_KO}"
)
_LAST: Final = lazy_regex(
    rf"\b(?:last|latest|newest|most recent|final)(?= {_READING}|\W*$|[^\w\s]"
    r"| (?:was|is|should|wasn|isn|they|i (?:had|did)))"
    r"|\bat the (?:very )?end\b"
    r"|마지막(?!\s?(?:으로|에)?\s?(?:고[쳐치친]|정정|수정|바[꾸꿔꾼])"
    r"|\s?(?:진료|방문|예약|상담|외래|복용|약|식사|끼|생리|입원|수술|처방|주사|접종|통화|여행|술|출근|날로))"
    r"|맨\s?(?:끝|뒤|나중)|(?:제일|가장)\s?(?:끝|뒤|나중|마지막)"
    rf"|(?:제일|가장)\s?최근(?=\S{{0,2}}\s?{_READING_KO}|에)|최근\s?{_READING_KO}"
)
_LAST_BEFORE: Final = lazy_regex(r"(?:last|latest|newest|most recent|final|최근|마지막)\s$")
_RANKS: Final = (
    (
        0,
        lazy_regex(
            rf"\b(?:first|earliest|oldest) {_READING}"
            rf"|첫\s?(?:번째|{_READING_KO})|(?:맨|제일|가장)\s?(?:처음|앞)\s?{_READING_KO}"
        ),
    ),
    (1, lazy_regex(rf"\b(?:second|2nd|middle)(?= {_READING}|\W*$|[^\w\s]| (?:was|is))|두\s?번째|둘째|가운데|중간")),
    (2, lazy_regex(rf"\b(?:third|3rd) {_READING}|세\s?번째|셋째")),
    (3, lazy_regex(rf"\b(?:fourth|4th) {_READING}|네\s?번째|넷째")),
)


def placed(text: str, series: Sequence[Content], names: Collection[int]) -> Content | None:
    """The reading of ``series``, in the order of its days, whose place the words name; None where they name none.

    ``names`` are the places where the test itself is named: "my last potassium".
    """
    if _ONE_BEFORE.search(text) is not None:
        return series[-2] if len(series) > 1 else None
    last = _LAST.search(text) is not None or any(_LAST_BEFORE.search(text, 0, one) is not None for one in names)
    ranks = [rank for rank, words in _RANKS if words.search(text) is not None]
    if len(ranks) == 1 and not last:
        return series[ranks[0]] if ranks[0] < len(series) else None
    return series[-1] if last and series else None
