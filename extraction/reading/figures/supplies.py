"""Numbers of what was handed over, bought or is left, which are no dose: "심비코트 두개 받음", "picked up 2 ventolin",
"30 tablets left".

How many of a medicine somebody fetches, holds or missed says nothing of how many are taken at a time. What was given or
prescribed may be a dose, unless nobody can take it whole: of what is breathed in or sprayed a bare number is one of
inhalers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.figures.figures import Figure
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_forms import FEW, form_of

_FETCHED_EN: Final = lazy_regex(
    r"\b(?:pick(?:ed|ing)? up|collect(?:ed|ing)?|bought|buy(?:ing)?|order(?:ed|ing)?|receiv(?:ed|ing)|refill(?:ed|ing)"
    r"|dispensed|deliver(?:ed|ing)|stocked up on|stockpiled|sent|posted"
    r"|missed|skipped|forgot(?:ten)?|lost|dropped|spilled|short of)\s(?:me |us |him |her |home )?"
    r"(?:my |our |another |about |around |the |only |just |over )?$"
)
_GIVEN_EN: Final = lazy_regex(
    r"\b(?:gave|given|got|wrote|have|'ve|prescribed|supplied|issued|handed|carry|keep|need)\s"
    r"(?:got |been given |me |us |him |her )?(?:my |our |another |about |only |just |the )?$"
)
_LEFT_EN: Final = lazy_regex(
    r"[^.,;!?\d]{0,32}?\s(?:left|remaining|spare|to spare|in stock|in the (?:box|bottle|cupboard|drawer|house|fridge"
    r"|pack(?:et)?|bag|cabinet)|in my (?:bag|cupboard|drawer|handbag|purse|cabinet))\b"
    r"(?! (?:eye|ear|nostril|side|arm|leg|knee|hand|foot|hip|shoulder|cheek|nose)\b)"
)
_FETCHED_KO: Final = lazy_regex(
    r"(?:씩|만|를|을|은|는|도|정도|쯤)?\s?(?:더\s|또\s|새로\s|미리\s|약국에서\s|병원에서\s)?"
    r"(?:받(?!치)|타\s?(?:왔|와|온|오|옴|옵|다\s?놨)|탔|샀|사\s?(?:왔|와|온|놨|놓|두|뒀|옴)|산\s거|구입|구매|주문|시켰|챙겨|쟁여"
    r"|처방\s?(?:받|났|나왔)|남았|남아|남은|남음|남|들고|가져\s?왔|가지고|있(?:어|음|습|다|고|는데|네)"
    r"|빼먹|까먹|걸렀|거르|깜[빡박]|잊|놓쳤|잃어|흘렸|모자라)"
)
_GIVEN_KO: Final = lazy_regex(
    r"(?:씩|만|를|을|은|는|도)?\s?(?:더\s|또\s)?(?:줬|주셨|주시|주더|주네|주던|주고|나왔|나옴|처방)"
)
_TAKEN_KO: Final = lazy_regex(r"[^.,;!?\d]{0,12}(?:먹|드시|드셨|복용|마시|마셨|흡입|뿌리|넣)")
_REACH: Final = 48
_FEW: Final = 12
_DEVICES: Final = frozenset({"puff", "spray"})
_APPLIED: Final = frozenset({"puff", "spray", "drop", "spoonful", "teaspoon"})
_RHYTHM: Final = lazy_regex(
    r"[^.,;!?]{0,40}?\b(?:at (?:night|bed)|in the (?:morning|evening)|every|each|daily|twice|once|a day"
    r"|when|before|after)\b"
)
_BESIDE: Final = 12
"""Most characters between a medicine and the number of it that is told."""


def is_supply(figure: Figure, folded: str, mentions: Sequence[Mention]) -> bool:
    """Whether a number counts what was fetched, or is left, of the medicine beside it.

    ``folded`` is the text in lower case. Measured amounts, and puffs that are called so, are left to be doses.
    """
    if not _is_count(figure) or figure.measure in _APPLIED:
        return False
    if _is_a_box(figure, folded):
        return True
    beside = [one for one in mentions if one.entry.kind in _MEDICINES and _is_beside(one, figure)]
    if not beside:
        return False
    if _LEFT_EN.match(folded, figure.end) is not None:
        return True
    ahead = folded[max(0, figure.start - _REACH) : figure.start]
    if _FETCHED_EN.search(ahead) is not None:
        return True
    if _is_fetched_ko(figure.end, folded):
        return True
    given = _GIVEN_EN.search(ahead) is not None and _RHYTHM.match(folded, figure.end) is None
    ahead_of_name = any(0 <= one.start - figure.end <= 1 for one in beside)
    if given and (figure.kind == "count" or ahead_of_name) and figure.value > FEW:
        return True
    if figure.kind == "count" and figure.value > FEW and _GIVEN_KO.match(folded, figure.end) is not None:
        return True
    if not any(form_of(one.entry) in _DEVICES for one in beside):
        return False
    return given or _GIVEN_KO.match(folded, figure.end) is not None


def _is_a_box(figure: Figure, folded: str) -> bool:
    """Whether a number counts what a box or a bottle holds, or more than anybody takes at a time."""
    if figure.kind == "count":
        return figure.counter in _PIECES and counts_a_box(figure.value, figure.start, figure.end, folded)
    return figure.value > 1 and _PACK_EN.search(folded, max(0, figure.start - _REACH), figure.start) is not None


def counts_a_box(many: float, start: int, end: int, folded: str) -> bool:
    """Whether so many tablets, told at [start, end), are what a box holds, what was fetched, or what is left.

    More than anybody takes at a time are, unless it is said that they were swallowed.
    """
    if was_fetched(many, start, end, folded):
        return True
    if many <= _MOST_AT_A_TIME:
        return False
    begun = max(folded.rfind(mark, 0, start) for mark in ".!?\n") + 1
    ends = [at for at in (folded.find(mark, end) for mark in ".!?\n") if at >= 0]
    # Who swallowed thirty is to be heard.
    return _SWALLOWED.search(folded, begun, min(ends, default=len(folded))) is None


def was_fetched(many: float, start: int, end: int, folded: str) -> bool:
    """Whether words right beside so many tablets say that a box holds them, or that they were fetched or are left."""
    if many > 1 and (_PACK_EN.search(folded, max(0, start - _REACH), start) or _PACK_KO.match(folded, end)):
        return True
    if _LEFT_EN.match(folded, end) is not None or (many > FEW and _GIVEN_KO.match(folded, end) is not None):
        return True
    return _is_fetched_ko(end, folded)


_PIECES: Final = frozenset({"tab", "cap", "packet", "patch"})
_MOST_AT_A_TIME: Final = 12
_PACK_EN: Final = lazy_regex(
    r"\b(?:pack(?:et)?|box|bottle|strip|jar|tub|blister|card|course|script|supply)s? of (?:about )?$"
)
_PACK_KO: Final = lazy_regex(
    r"\s?(?:짜리|들이|들어\s?있|(?:한|두|세|\d)\s?(?:통|병|박스|곽|갑)|(?:병|통|박스|곽)(?:으?로|을|를|이|에)?(?=\s|$))"
)
_SWALLOWED: Final = lazy_regex(
    r"\b(?:took|taken|taking|take|swallow\w*|overdos\w*|od|downed|necked|popped|ate|all of them|at once|in one go)\b"
    r"|먹었|먹음|먹어\s?버|먹은|먹고\s?(?:죽|싶)|묵었|삼[켰키킴]|털어|복용했|복용함|한꺼번에|다\s?먹|드셨|드심|과다"
)


_MEDICINES: Final = frozenset({"medications", "drug_classes"})


def _is_beside(one: Mention, figure: Figure) -> bool:
    return 0 <= figure.start - one.end <= _BESIDE or 0 <= one.start - figure.end <= _BESIDE


def _is_count(figure: Figure) -> bool:
    bare = figure.kind == "number" and figure.quantity.unit is None and not figure.quantity.parts
    whole = float(figure.value).is_integer()
    return whole and (figure.kind == "count" or (bare and 0 < figure.value <= _FEW))


def _is_fetched_ko(end: int, folded: str) -> bool:
    """Whether the words behind ``end`` say that so many were fetched; "두 알씩 처방받아 먹어요" tells a dose."""
    fetched = _FETCHED_KO.match(folded, end)
    if fetched is None or folded.startswith("씩", end) or folded.endswith("씩", 0, end):
        return False
    return _TAKEN_KO.match(folded, fetched.end()) is None
