"""Words that the speaker takes back while speaking: the old side of a correction, a repair or a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import Final, Literal

from extraction.naming.mentions import Mention
from extraction.rules.analysis import MEDICINES, Analysis, Pressure
from extraction.rules.cue_kinds import Cue
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention
from extraction.values.frequencies import FrequencyMention
from extraction.values.quantities import QuantityMention

Item = QuantityMention | DateMention | FrequencyMention | Mention
ItemKind = Literal["value", "date", "frequency", "concept"]


class Why(StrEnum):
    """What takes the words back."""

    REPAIR = "repair"
    """The same breath: "130, 아니 140"."""
    CONTRAST = "contrast"
    """"A가 아니라 B", "not A but B"."""
    QUOTED = "quoted"
    """"아까 A라고 했는데 사실은 B"."""
    ERROR = "error"
    """"A는 착각이었어요", "A was wrong"."""
    CHANGE = "change"
    """"A에서 B로 올렸어요": A was true until then."""


@dataclass(frozen=True, slots=True)
class Struck:
    """An item that is taken back, and what does so."""

    kind: ItemKind
    item: Item
    why: Why

    @property
    def start(self) -> int:
        """Where its words begin."""
        return self.item.start

    @property
    def end(self) -> int:
        """Where its words end."""
        return self.item.end


_STRIKEABLE: Final = MEDICINES | {"conditions", "allergens", "procedures"}
_CONTRAST_AFTER: Final = lazy_regex(
    r"\s?(?:알레르기|알러지|정|알|캡슐)?\s?(?:이|가|도|라는\s?(?:약|게|건|것)|인\s?(?:게|것|거)|용)?\s?(?:아니라"
    r"|아니고(?!\s?요)|아니구(?!\s?요)|아니었고|말고)"
)
_QUOTED_AFTER: Final = lazy_regex(
    r"\s?(?:이|가|을|를|은|는)?\s?(?:있|없|먹는|먹고\s?있|복용한|복용하고\s?있)?\s?(?:이라고|라고|이라|라"
    r"|다고)\s?(?:제가\s?|아까\s?)?(?:한\s|한[거건게]"
    r"|했는데|했지만|했었|했던|말씀|말[했한]|적[었은]|알려|드렸|하던)"
)
_RESTATING_GAP: Final = lazy_regex(
    r"\s?(?:이|가|을|를|은|는)?\s?(?:있|없|먹는|먹고\s?있|복용한|복용하고\s?있)?\s?(?:이라고|라고|이라|라|다고)\s?"
    r"(?:제가\s?|아까\s?)?(?:말씀\s?드렸|말했|얘기했|했)(?:었)?(?:는데요?|지만)"
    r"(?![^.?!]*(?:오늘|이번|지금|요즘|또|그리고|말고도))[^.?!]{0,20}"
)
"""Between what was said and what is so instead, in one sentence: "아까 A라고 했는데 B이에요"."""

_BEING_AFTER: Final = lazy_regex(
    r"\s?(?:이|가)?\s?"
    r"(?:맞|입니다|이?(?:에요|예요|에여|래요|라네요|랍니다|라고\s?(?:해|하|그)|었어요|였어요|더라고|네요|인데))"
)
_ENGLISH_RESTATING_GAP: Final = lazy_regex(
    r",? (?:but|though) (?:actually |really |in fact )*(?:it's|it is|it was|they say it's|the doctor says it's"
    r"|it turns out (?:it's|to be)) (?:actually |really |only |just )*(?:a |an |the )?"
)
_ERROR_AFTER: Final = lazy_regex(
    r"\s?(?:은|는|이|가|도)?\s?(?:제|내)?\s?(?:가\s)?(?:착각|실수|오타|틀[렸린]|잘못)|\s?,?\s?(?:was|is|were"
    r"|that was)\s(?:wrong"
    r"|incorrect|(?:my|a|an) (?:mistake|error|typo)|not right)"
)
_NOT_BEFORE: Final = lazy_regex(
    r"(?:\b(?:was|is|are|were)(?:n't| not|nt)|\b(?:and )?not|\brather than|\binstead of|\bnever)\s(?:actually "
    r"|really |in fact )?(?:the |a |an |on |at |taking |called )?$"
)
_NOT_CONCEPT_BEFORE: Final = lazy_regex(
    r"(?:^\s*|[,;:.]\s?(?:and )?|\b(?:it's|it is|it was|that's|that was|was|is)\s)not\s(?:the |a |an )?$"
    r"|\b(?:rather than|instead of)\s$|\b(?:isn't|wasn't)\s$"
)
_SAID_BEFORE: Final = lazy_regex(
    r"\b(?:i|i've|i had) (?:just |earlier |already |previously )?(?:said|told (?:you|him|her)|gave|called"
    r"|mentioned|reported|wrote|stated|put)\b(?![^.;?!]{0,24}\b(?:wrong|dose|dosage|date)\b)[^.;?!]{0,56}$"
    r"|\bwhat i said,?\s[^.;?!]{0,20}$"
)
_REPAIR_GAP: Final = lazy_regex(
    r"\s?(?:이|가|요|은|는)?[\s,.…·~-]*(?:(?:아니|어|음|아|앗|에이|uh|um|oh),?\s*)*(?:아니(?:다|야|아니"
    r"|요)?(?![라고었에래])|아\s?참|아차"
    r"|참(?=[\s,])|정정|no(?:,? wait\b|(?=,)|(?=\s\d))|wait\b|sorry\b|i mean(?:t)?\b|actually\b|make that\b"
    r"|scratch that\b|(?:or )?rather\b|correction\b)[\s,.…:]*(?:it's |it was |that's |i mean(?:t)? )?$"
)
_FROM_TO_GAP: Final = lazy_regex(r"\s?에서\s?|\s?(?:to|->|→)\s?")
_SWAP_GAP: Final = lazy_regex(r"\s?(?:을|를|에서)\s?")
_ENGLISH_SWAP_GAP: Final = lazy_regex(r"\s(?:to|with|for)\s(?:the )?")
_FROM_BEFORE: Final = lazy_regex(r"\bfrom\s(?:the |my )?$")
_REACH: Final = 40
_RESTATING_REACH: Final = 160
"""Characters behind what is quoted, in which is said what is so instead."""


def find_struck(analysis: Analysis) -> tuple[Struck, ...]:
    """All items that are taken back, in order."""
    erring = any(True for _ in analysis.cues_in(0, len(analysis.text), Cue.ERROR, Cue.RETRACTION, Cue.DENIAL))
    found: list[Struck] = []
    for kind, items in _items(analysis):
        for at, item in enumerate(items):
            why = _why(analysis, kind, at, items, erring=erring)
            if why is not None:
                found.append(Struck(kind, item, why))
    return tuple(sorted(found, key=lambda struck: struck.start))


def _items(analysis: Analysis) -> Iterator[tuple[ItemKind, Sequence[Item]]]:
    yield "value", analysis.quantities
    yield "value", tuple(_half(pair, pair.systolic) for pair in analysis.pressures)
    yield "value", tuple(_half(pair, pair.diastolic) for pair in analysis.pressures)
    yield "date", analysis.dates
    yield "frequency", analysis.frequencies
    yield "concept", tuple(mention for mention in analysis.mentions if mention.entry.kind in _STRIKEABLE)


def _half(pair: Pressure, value: int) -> QuantityMention:
    return QuantityMention(float(value), None, None, None, "mm[Hg]", True, pair.start, pair.end)


def _why(analysis: Analysis, kind: ItemKind, at: int, items: Sequence[Item], *, erring: bool) -> Why | None:
    item, following = items[at], items[at + 1] if at + 1 < len(items) else None
    text = analysis.cue_text
    before = text[max(0, item.start - 2 * _REACH) : item.start]
    if following is not None and _REPAIR_GAP.fullmatch(text, item.end, following.start):
        return Why.REPAIR
    if kind == "concept" and _is_swapped(analysis, item, following):
        return Why.CHANGE
    if _is_changed_from(analysis, item, following):
        return Why.CHANGE
    if _CONTRAST_AFTER.match(text, item.end):
        return Why.CONTRAST
    if _ERROR_AFTER.match(text, item.end):
        return Why.ERROR
    if (erring and _QUOTED_AFTER.match(text, item.end)) or _is_restated(analysis, item, _from(items, at + 1)):
        return Why.QUOTED
    several = len(items) > 1 or (kind == "value" and bool(analysis.quantities and analysis.pressures))
    if several and (_NOT_CONCEPT_BEFORE if kind == "concept" else _NOT_BEFORE).search(before):
        return Why.CONTRAST
    if erring and (said := _SAID_BEFORE.search(before)):
        start = item.start - len(before) + said.start()
        first = not any(start <= other.start < item.start for other in items)
        if first and analysis.index_at(start) == analysis.index_at(item.start):
            return Why.QUOTED
    return None


def _from(items: Sequence[Item], first: int) -> Iterator[Item]:
    return (items[at] for at in range(first, len(items)))


def _is_restated(analysis: Analysis, item: Item, later: Iterable[Item]) -> bool:
    """Whether a quotation of oneself is followed by what is so instead: "A라고 했는데 B래요", "I said A but it's B"."""
    near = takewhile(lambda one: one.start <= item.end + _RESTATING_REACH, later)
    following = next((one for one in near if _alike(item, one)), None)
    if following is None:
        return False
    text = analysis.cue_text
    if _RESTATING_GAP.fullmatch(text, item.end, following.start):
        return bool(_BEING_AFTER.match(text, following.end))
    said = _SAID_BEFORE.search(text[max(0, item.start - 2 * _REACH) : item.start])
    return bool(said and _ENGLISH_RESTATING_GAP.fullmatch(text, item.end, following.start))


def _alike(item: Item, other: Item) -> bool:
    """Whether one may stand in the place of the other: numbers for numbers, a medicine for a medicine."""
    if not isinstance(item, Mention) or not isinstance(other, Mention):
        return type(item) is type(other)
    medicines = item.entry.kind in MEDICINES and other.entry.kind in MEDICINES
    return (item.entry.kind == other.entry.kind or medicines) and item.entry.concept_id != other.entry.concept_id


def _is_swapped(analysis: Analysis, item: Item, following: Item | None) -> bool:
    """Whether one medicine gives way to another: "A를 B로 바꿨어요", "switched from A to B"."""
    if not isinstance(item, Mention) or not isinstance(following, Mention) or item.entry.kind not in MEDICINES:
        return False
    clause = analysis.clause_at(item.start)
    if following.entry.kind not in MEDICINES or following.start >= clause.end or not analysis.has(clause, Cue.CHANGED):
        return False
    gap = analysis.cue_text[item.end : following.start]
    after = analysis.cue_text[following.end : following.end + 2]
    if _SWAP_GAP.fullmatch(gap):
        return after[:1] == "로" or after == "으로"
    return bool(_ENGLISH_SWAP_GAP.fullmatch(gap))


def _is_changed_from(analysis: Analysis, item: Item, following: Item | None) -> bool:
    """Whether the item is the old side of "A에서 B로 올렸어요" or "from A to B"."""
    if following is None or not _FROM_TO_GAP.fullmatch(analysis.cue_text, item.end, following.start):
        return False
    clause = analysis.clause_at(item.start)
    if "에서" in analysis.cue_text[item.end : following.start]:
        return analysis.has(clause, Cue.CHANGED) and analysis.cue_text[following.end : following.end + 2].strip()[
            :1
        ] in ("로", "으")
    before = analysis.cue_text[clause.start : item.start]
    return bool(_FROM_BEFORE.search(before)) and any(
        True for _ in analysis.cues_in(clause.start, clause.end, Cue.CHANGED)
    )
