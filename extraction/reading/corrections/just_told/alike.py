"""Another substance that did what the allergy on record did, told by pointing back at it: "아스피린 먹고도 그랬어요",
"got the same from aspirin", and a substance on record that is told to be a relative's: "페니실린은 동생이고".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

_LIKEWISE_KO: Final = lazy_regex(
    r"[을를도]?\s?(?:먹|맞|바르|쓰|복용하|드시)(?:고|어서|아서|고서|으면|면|었을\s?때|을\s?때|어도|고도|고\s?나서)(?:도|는)?\s"
    r"(?:(?:저도|나도|또|역시|전에|예전에|비슷하게)\s)*"
    r"(?:똑같|그랬|그래(?:요|서|$)|그런\s?(?:거|것|적)|그렇(?:게|더|습)|마찬가지|같은\s?(?:반응|증상))"
)
_LIKEWISE_EN: Final = lazy_regex(
    r"\b(?:(?:had|have|got|get|gets|came out with|happen\w*) (?:exactly |just )?(?:the )?same"
    r"(?: thing| reaction| rash| hives)?"
    r"|(?:the )?same(?: thing| reaction)? (?:happen\w*|came up)|(?:it|that|this) (?:all )?happen\w*"
    r"|(?:got|get) (?:it|that)"
    r"|\bhad (?:it|that) (?=from))"
    r"(?: (?:to me|again|too|as well|once|actually))*"
    r" (?:from|with|after|on|off|to|when i (?:had|took))(?: (?:taking|having|i took|i had|some|the|an?))?\s$"
)
_DENIED_EN: Final = lazy_regex(r"(?:n'?t|\bnot|\bnever|\bno)\b[^.;!?]{0,40}$")
_PARTS: Final = ".;!?\n,"
_REACH: Final = 60
_RELATIVE_BEHIND_KO: Final = lazy_regex(
    r"(?:\s?(?:알레르기|알러지|앨러지))?(?:[은는이가]|\s?있는\s?건)?\s?(?:우리\s|저희\s|제\s|내\s)?$"
)
_RELATIVE_BEHIND_EN: Final = lazy_regex(
    r"(?: allergy| one| thing)?(?:'s| is| was| belongs to| turned out to be)(?: (?:actually|really|all))?(?: that of)?"
    r"(?: (?:my|our|the))? (?:(?:big|little|older|younger|twin) )?$"
)
_RELATIVE_AHEAD_EN: Final = lazy_regex(r"(?:'s)?(?: (?:was|is|who|one|has|had|the|allergic|to|with))+ $")
_IS_KO: Final = lazy_regex(
    r"(?:이?고|이?구|이?었|였|이?래|이?라|이?에요|예요|입니다|[이가]\s?(?:그렇|그랬|있)|\s?(?:꺼|거|것|얘기))"
)


def did_likewise(text: str, one: Mention, relatives: Sequence[Mention]) -> bool:
    """Whether ``text`` (in lower case) says that a substance did to the patient what was told before of another."""
    start = max(text.rfind(mark, 0, one.start) for mark in _PARTS) + 1
    behind = _LIKEWISE_KO.match(text, one.end)
    ahead = text[max(start, one.start - _REACH) : one.start]
    if behind is None and (_LIKEWISE_EN.search(ahead) is None or _DENIED_EN.search(ahead) is not None):
        return False
    clause = [each for each in relatives if start <= each.start < one.start]
    return all(_IS_KO.match(text, each.end) is not None for each in clause)


def is_a_relatives(text: str, one: Mention, relatives: Sequence[Mention]) -> bool:
    """Whether ``text`` says of a substance that a relative bears it ill: "penicillin was my brother"."""
    for each in relatives:
        if one.end <= each.start:
            between = text[one.end : each.start]
            if _RELATIVE_BEHIND_EN.fullmatch(between) is not None:
                return True
            if _RELATIVE_BEHIND_KO.fullmatch(between) is not None and _IS_KO.match(text, each.end) is not None:
                return True
        elif _RELATIVE_AHEAD_EN.fullmatch(text, each.end, one.start) is not None:
            return True
    return False
