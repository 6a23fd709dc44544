"""How long somebody sleeps and how much water somebody drinks: "하루 네 시간밖에 못 자요", "물 하루 2리터".

Both are told by an amount beside the doing. What is asked, advised or wished ("2리터 마시라는데"), a nap
and a single night are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Concept, Content, Polarity, SlotKind
from extraction.reading.items import Heard
from extraction.reading.people.person_details import is_of_the_patient
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex
from extraction.values.spoken_numbers import NumberMention, find_numbers

_SLEEP: Final = ("sleep_duration", "sleep duration", "수면 시간", "sleep")
_WATER: Final = ("water_intake", "water intake", "물 섭취량", "water")

_HOURS_KO: Final = lazy_regex(
    r"\s?시간(?P<half>\s?반)?"
    r"(?:\s?(?:정도|쯤|남짓|이상|도\s?채|내리|가량|이나|은|는|도|만|씩|밖에))*(?:\s?(?:푹|겨우|간신히|잘|못|채|안))*"
    r"\s?(?:자(?=고\s|요|죠|지|는데|는\s?(?:거|게|것|편|날)|면\s?(?:많이|다행|잘)|다가|거든|려나|네)|잡니|잔다|잠(?![가-힣]))"
)
_HOURS: Final = lazy_regex(
    r"\s?(?:시간(?!\s?(?:마다|간격|전|뒤|후))|h(?![a-z])|hrs?(?![a-z])|hours?(?![a-z]))"
    r"(?P<half>\s?반)?(?:\s?(?P<n>\d{1,2})\s?(?:분|m(?![a-z])))?"
)
_SLEEP_BEFORE_KO: Final = lazy_regex(
    r"(?<![가-힣])(?:잠|수면|수면\s?시간)(?:은|을|이|도)?\s(?:(?:하루에?|보통|평균|요즘|밤에|총|한|대략|겨우)\s){0,2}$"
)
_SLEEP_BEFORE_EN: Final = lazy_regex(
    r"\b(?:sleep(?:s|ing|in)?|getting|get) "
    r"(?:(?:is|about|only|maybe|like|around|for|roughly|just|barely|at most|a solid) ){0,2}$"
)
_SLEEP_BEHIND_EN: Final = lazy_regex(r" (?:(?:of|a night of) )?sleep\b|(?: (?:a|per|each|every) night\b)")
_NO_HABIT: Final = lazy_regex(
    r"낮잠|자야|자라|잘\s?수\s?있|주말|마취|수술|싶|권장|[?]|\b(?:nap|if|should|would|could|need|needs|want|until"
    r"|so that|after|before|anaesthe\w+|woke|wake up every|straight|in a row)\b"
)
_VOLUME: Final = (
    ("L", lazy_regex(r"\s?(?:리터|리타|l(?![a-z])|ℓ|lit(?:re|er)s?\b)")),
    ("mL", lazy_regex(r"\s?(?:ml\b|ml(?![a-z])|㎖|미리|밀리(?:리터)?|cc(?![a-z]))")),
    ("{cup}", lazy_regex(r"\s?(?:잔|컵|glass(?:es)?\b|cups?\b)")),
    ("{bottle}", lazy_regex(r"\s?(?:병(?!원)|bottles?\b)")),
)  # fmt: skip
_WATER_BEFORE_KO: Final = lazy_regex(
    r"(?<![가-힣])(?:물|생수|맹물)(?:은|을|도|만)?\s?(?:(?:하루에?|매일|날마다|보통|종이컵(?:으로)?|한|대략|겨우|약|거의)\s?){0,3}$"
)
_WATER_BEHIND_EN: Final = lazy_regex(r"(?: of)? (?:water|fluids?)\b")
_OFTEN: Final = lazy_regex(r"하루|매일|날마다|씩|\b(?:a|per|each|every) day\b|\bdaily\b")
_NO_DRINKING: Final = lazy_regex(
    r"마시[라래]|마셔[야라]|먹으?[라래]|드시[라래]|권[하장]|[?]|싸[는고요]|넣|타서|주사|\b(?:if|should|told|advised|need|want|supposed)\b"
)
_CLAUSE: Final = lazy_regex(r"[.;!?\n]|,\s")
_HALF: Final = lazy_regex(r"\s?반(?=\s|$|[.,!?~]|정도|씩|쯤|은|을)")
_MOST_HOURS: Final = 16
_LEAST_BY_THE_CUP: Final = 2


@dataclass(frozen=True, slots=True)
class _Told:
    """An amount of sleep or water, in what it was told, and its span."""

    of: tuple[str, str, str, str]
    value: float | str
    unit: str
    start: int
    end: int


def with_sleep_and_water(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with how long the patient sleeps and how much water the patient drinks, where the words tell it."""
    found = list(proposals)
    for told in (next(_sleep(sheet), None), next(_water(sheet), None)):
        if told is not None and is_of_the_patient(sheet, heard, understanding, told.start, told.end):
            found.append(_proposal(sheet, heard, told, extractor))
    return tuple(found)


def _proposal(sheet: Sheet, heard: Heard, told: _Told, extractor: str) -> Proposal:
    concept_id, name, name_ko, word = told.of
    concept = Concept(concept_id=concept_id, name=name, display=name_ko if sheet.language == "ko" else name)
    known = next((one for one in heard.facts if _is_amount_of(one, word)), None)
    quote, start, end = sheet.quote(told.start, told.end)
    content = Content(
        slot=SlotKind.SOCIAL_HISTORY, concept=known.concept if known is not None else concept, value=told.value,
        unit=told.unit, frequency="QD",
    )  # fmt: skip
    target = Target(slot=content.slot, concept_id=content.concept.concept_id) if known is not None else None
    return Proposal(
        operation=Operation.CHANGE if known is not None else Operation.ASSERT, content=content, target=target,
        quote=quote, start=start, end=end, extractor=extractor,
    )  # fmt: skip


def _is_amount_of(fact: Content, word: str) -> bool:
    same = fact.slot is SlotKind.SOCIAL_HISTORY and word in fact.concept.name.casefold()
    return same and fact.value is not None and fact.polarity is Polarity.AFFIRMED


def _clause(folded: str, start: int, end: int) -> str:
    opening = max((match.end() for match in _CLAUSE.finditer(folded, 0, start)), default=0)
    closing = _CLAUSE.search(folded, end)
    return folded[opening : closing.end() if closing is not None else len(folded)]


def _sleep(sheet: Sheet) -> Iterator[_Told]:
    folded = sheet.folded
    for number in find_numbers(folded, 0, len(folded), lenient=True):
        if not 0 < number.value <= _MOST_HOURS or _NO_HABIT.search(_clause(folded, number.start, number.end)):
            continue
        before = folded[max(0, number.start - _REACH) : number.start]
        beside = _HOURS_KO.match(folded, number.end) if sheet.language == "ko" else None
        hours = _HOURS.match(folded, number.end)
        if hours is None:
            continue
        ahead = (_SLEEP_BEFORE_KO if sheet.language == "ko" else _SLEEP_BEFORE_EN).search(before)
        behind = sheet.language != "ko" and _SLEEP_BEHIND_EN.match(folded, hours.end()) is not None
        if ahead is not None and ahead[0].startswith("get") and not behind:
            continue
        if beside is None and ahead is None and not (behind and "sleep" in folded):
            continue
        start = number.start - len(ahead[0]) if ahead is not None else number.start
        end = beside.end() if beside is not None else hours.end()
        yield _Told(_SLEEP, _hours(number, hours, folded[hours.end() : hours.end() + 8]), "h", start, end)


_REACH: Final = 32
_NOT_EVEN: Final = lazy_regex(r"도\s?(?:채\s?)?(?:못|안)")


def _hours(number: NumberMention, hours: re.Match[str], behind: str) -> float | str:
    if number.high is not None:
        return f"{number.value:g}-{number.high:g}"
    value = float(number.value) + (0.5 if hours["half"] else float(hours["n"]) / 60 if hours["n"] else 0.0)
    return f"less than {value:g}" if _NOT_EVEN.match(behind) else round(value, 2)


def _water(sheet: Sheet) -> Iterator[_Told]:
    folded = sheet.folded
    for number in find_numbers(folded, 0, len(folded), lenient=True):
        counted = next(((unit, match) for unit, one in _VOLUME if (match := one.match(folded, number.end))), None)
        clause = _clause(folded, number.start, number.end)
        if counted is None or number.value <= 0 or _NO_DRINKING.search(clause):
            continue
        unit, match = counted
        ahead = _WATER_BEFORE_KO.search(folded[max(0, number.start - _REACH) : number.start])
        if ahead is None and not _WATER_BEHIND_EN.match(folded, match.end()):
            continue
        often = _OFTEN.search(clause) is not None
        if not often and (unit in ("{cup}", "{bottle}", "mL") and number.value < _LEAST_BY_THE_CUP):
            continue
        start = number.start - len(ahead[0]) if ahead is not None else number.start
        value = f"{number.value:g}-{number.high:g}" if number.high is not None else float(number.value)
        half = _HALF.match(folded, match.end())
        if half is not None and isinstance(value, float):
            value += 0.5
        yield _Told(_WATER, value, unit, start, (half or match).end())
