"""What a question asks, as far as a judge must know it to check an answer: of which values, which list, in which form.

The composers of answers read the question in their own way; the judge reads it again, so that it can disagree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from agent.answers.asking.request import Finder
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

Fold = Literal["latest", "highest", "lowest", "previous", "first", "mean", "count", "change", "month"]
Listing = Literal["medications", "conditions", "allergies", "family"]

_FOLDS: Final[Mapping[Fold, str]] = {
    "highest": r"highest|\bpeak|\bmaximum|(?:가장|제일)\s?높|최고",
    "lowest": r"lowest|\bminimum|(?:가장|제일)\s?낮|최저",
    "mean": r"\baverage|\bmean of|평균",
    "count": r"how many (?!.*\bdo i take)(?:\w+ ){0,3}(?:values|times|readings|results)"
             r"|(?<!하루에 )(?<!하루 )몇\s?번\s?(?:쟀|검사|측정|했)",
    "change": r"how much (?:has|did|have)\b.*\bchang|chang\w+ since|(?:go|gone|went) (?:up|down)|up or down"
              r"|got(?:ten)? (?:worse|better)|얼마나\s?변|변했|올랐|내렸|나빠졌|좋아졌|차이",
    "previous": r"\bprevious|before that|the one before|직전|이전|그\s?전",
    "first": r"\bvery first|\bfirst (?:value|reading|result|measured)|처음",
}  # fmt: skip
"""What of several values is asked for, in the order in which they are looked for."""
_MONTHS: Final[Mapping[str, int]] = {
    name: number
    for number, name in enumerate(
        ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
         "december"), start=1)
}  # fmt: skip
_MONTH: Final = lazy_regex(rf"\bin ({'|'.join(_MONTHS)})\b|(?<!\d)(1[0-2]|[1-9])월(?!\s?\d)", re.IGNORECASE)
_LISTS: Final[Mapping[Listing, str]] = {
    "medications": r"(?:what|which|list|my current) (?:\w+ )?(?:medic|meds|drugs|pills)\w*"
                   r"|medicines (?:do i take|am i on)|복용\s?약|먹는\s?약(?:이|은|을|\s)"
                   r"|복용\s?중인\s?약|드시는\s?약|약\s?목록",
    "conditions": r"(?:what|which) (?:\w+ )?(?:conditions|diagnoses|illnesses|diseases)"
                  r"|무슨\s?병|진단받은|어떤\s?병|앓고",
    "allergies": r"allerg|알레르기|알러지",
    "family": r"\bfamily\b|가족",
}  # fmt: skip
"""The lists that may be asked for."""
_ONE_MEDICINE: Final = lazy_regex(
    r"which medicine\b|what medicine is|무슨\s?약이|(?:하는|낮추는|막는)\s?약이\s?뭐", re.IGNORECASE
)
_MAY_I: Final = lazy_regex(
    r"\b(?:can|may|could|should|is it (?:ok|okay|safe)) (?:i |to |for me to )?(?:\w+ )?(?:take|use|have|try)"
    r"|(?:먹어도|드셔도|써도|복용해도|맞아도)",
    re.IGNORECASE,
)
_DO_I_HAVE: Final = lazy_regex(
    r"\b(?:do|did) i have\b|\bam i (?:diabetic|asthmatic)|(?:이|가|\s)\s?있(?:어요|나요|죠|습니까)", re.IGNORECASE
)
_STILL_ON: Final = lazy_regex(r"still (?:on|take|taking)|아직\s?먹|계속\s?먹", re.IGNORECASE)
_WHY: Final = lazy_regex(r"\bwhy (?:did|was|were|have)\b|왜\s?(?:끊|중단|바꿨|그만)", re.IGNORECASE)
_ONE_SENTENCE: Final = lazy_regex(r"\bone sentence|한\s?문장", re.IGNORECASE)
_NUMBERS: Final[Mapping[str, int]] = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6,
}  # fmt: skip
_ITEMS: Final = lazy_regex(
    rf"\b(\d|{'|'.join(name for name in _NUMBERS if name.isascii())}) (?:steps?|things?|points?|tips|items)\b"
    rf"|(\d|{'|'.join(name for name in _NUMBERS if not name.isascii())})\s?(?:가지|단계|개로|줄)",
    re.IGNORECASE,
)
_FREQUENCY: Final = lazy_regex(r"how often|하루(?:에)?\s?몇\s?번", re.IGNORECASE)
_DOSE: Final = lazy_regex(r"what dose|how much \w+ do i take|용량|몇\s?(?:밀리|mg)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as the judge reads it; ``items`` is how many steps or things were asked for, 0 where not said."""

    fold: Fold
    month: int
    lists: frozenset[Listing]
    tests: tuple[Entry, ...]
    medicines: tuple[Entry, ...]
    conditions: tuple[Entry, ...]
    permission: bool
    has: bool
    still: bool
    why: bool
    dosing: bool
    one_sentence: bool
    items: int


def asked_in(text: str, finder: Finder) -> Asked:
    """Read a question; pure and deterministic."""
    plain = normalise(text).text
    named = [mention.entry for mention in finder.find(plain)]
    month = _MONTH.search(plain)
    fold = next((fold for fold, words in _FOLDS.items() if re.search(words, plain, re.IGNORECASE)), None)
    fold = fold or ("month" if month else "latest")
    lists = {kind for kind, words in _LISTS.items() if re.search(words, plain, re.IGNORECASE)}
    if _ONE_MEDICINE.search(plain):
        lists.discard("medications")
    return Asked(
        fold=fold,
        month=_month(month),
        lists=frozenset(lists),
        tests=tuple(entry for entry in named if entry.kind in ("labs", "vitals")),
        medicines=tuple(entry for entry in named if entry.kind in ("medications", "drug_classes")),
        conditions=tuple(entry for entry in named if entry.kind == "conditions"),
        permission=_MAY_I.search(plain) is not None,
        has=_DO_I_HAVE.search(plain) is not None,
        still=_STILL_ON.search(plain) is not None,
        why=_WHY.search(plain) is not None,
        dosing=bool(_FREQUENCY.search(plain) or _DOSE.search(plain)),
        one_sentence=_ONE_SENTENCE.search(plain) is not None,
        items=_items(plain),
    )


def _month(found: re.Match[str] | None) -> int:
    if found is None:
        return 0
    return _MONTHS[found[1].casefold()] if found[1] else int(found[2])


def _items(text: str) -> int:
    found = _ITEMS.search(text)
    if found is None:
        return 0
    said = (found[1] or found[2]).casefold()
    return int(said) if said.isdigit() else _NUMBERS[said]
