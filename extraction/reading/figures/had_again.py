"""What came of a test had again, told without its name: "올해 또 했는데 57래요", "they repeated it, back at 57".

A whole number alone may count anything; behind words of repeating a test it is the next value of the one on record that
it fits, whatever else is told beside it. A relative's test is not the patient's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from domain.values import SlotKind
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.new_readings import fits_unnamed
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Act, Read
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_TESTED_KO: Final = r"(?:했|하[니였]|한\s?[건거게]|해\s?[봤보]|쟀|재\s?[니봤보]|검[사진]|뽑|받|피검|나왔)"
_IT_EN: Final = r"(?:it|that|them|one|another|the (?:same )?(?:tests?|bloods?)|my (?:tests?|bloods?)|tests?|bloods?)"
_HAD_AGAIN: Final = lazy_regex(
    rf"(?:(?<![가-힣])(?:또|다시|한\s?번\s?더|새로)\s?(?:\S{{1,6}}\s)?{_TESTED_KO}|재검"
    rf"|\b(?:had|got|did|done|checked|tested|measured|ran|took)\b {_IT_EN}\b[^.!?;]{{0,12}}\bagain\b"
    rf"|\b{_IT_EN} (?:was |were )?(?:done again|repeated|redone|rechecked|retested)\b"
    rf"|\b(?:re-?(?:did|peated|tested|checked)|redone)\b(?: {_IT_EN}\b)?)[^.!?;\n]{{0,40}}$"
)
_MOST_FIGURES: Final = 40
"""Numbers up to which a text is told; one of more is a pasted sheet, which names its tests."""
_REACH: Final = 80
"""Characters before a number in which the test is said to be had again."""
_AS_ITS_VALUE: Final = lazy_regex(
    r"\s?(?:[이가]?\s?(?:나왔|나오|나와|이에요|예요|이네|네요|요(?![가-힣])|입니다|이?래[요서]?|이?라[고네더]|이?고|인데|이?대요"
    r"|이?랍니다|이?었|였)|[.,!;]|$|(?:this time|now|again|and|but|so|which)\b)"
)
_ENDED: Final = lazy_regex(r"[.!?\n](?=\s|$)")
_OF_ANOTHER: Final = lazy_regex(r"\b(?:hers|his|theirs|(?:he|she|they)(?:'s|'d)? (?:had|got|did))\b")
_TELLING: Final = frozenset({"state", "change", "correct", "reply"})
_TESTS: Final = {SlotKind.LABS: "labs", SlotKind.VITALS: "vitals"}


def with_tests_had_again(reads: Sequence[Read], acts: Sequence[Act], sheet: Sheet, heard: Heard) -> list[Read]:
    """``reads`` with the one number that a repeated test is said to have given as its new value.

    Where it fits several tests on record, it is of the one that was spoken of last.
    """
    found = list(reads)
    others = any(one.entry.kind == "relatives" for one in sheet.mentions) and not heard.patient_is
    others = others or len(sheet.figures) > _MOST_FIGURES
    if others or _OF_ANOTHER.search(sheet.folded) is not None or not any(one.kind in _TELLING for one in acts):
        return found
    told = [one for one in sheet.figures if one.kind == "number" and _is_told(sheet, one)]
    if len(told) != 1:
        return found
    bound = [at for at, read in enumerate(found) if read.role != "untouched" and told[0] in (*read.new, *read.old)]
    if bound:
        for at in bound:
            read = found[at]
            if read.role in _TESTS.values() and read.new == (told[0],) and not read.old and not read.dates:
                found[at] = replace(read, dates=_days_of(sheet, told[0]))
        return found
    fitting = [at for at, read in enumerate(found) if fits_unnamed(read, heard, told[0], as_value=True)]
    if len(fitting) > 1:
        fitting = [
            at for at in fitting if heard.facts[found[at].item.heard or 0].concept.concept_id in heard.pointed_at
        ]
    if len(fitting) == 1:
        read = found[fitting[0]]
        role = _TESTS[heard.facts[read.item.heard or 0].slot]
        days = _days_of(sheet, told[0])
        found[fitting[0]] = replace(
            read,
            role="labs" if role == "labs" else "vitals",
            change="assert",
            state="current",
            new=(told[0],),
            dates=days or read.dates,
        )
    return found


def _days_of(sheet: Sheet, figure: Figure) -> tuple[DateMention, ...]:
    """The one day told before the number within its sentence; none where there are several."""
    start = max((one.end() for one in _ENDED.finditer(sheet.folded, 0, figure.start)), default=0)
    own = tuple(one for one in sheet.dates if start <= one.start < figure.start and one.kind == "point")
    return own if len(own) == 1 else ()


def _is_told(sheet: Sheet, figure: Figure) -> bool:
    """Whether a number is told as what came of a test that was had again."""
    if figure.counter or _AS_ITS_VALUE.match(sheet.folded, figure.end) is None:
        return False
    return _HAD_AGAIN.search(sheet.folded, max(0, figure.start - _REACH), figure.start) is not None
