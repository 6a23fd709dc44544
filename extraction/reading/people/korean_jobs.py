"""What somebody's work is called in the record, out of the Korean words that tell it: "택시를 모는", "식당 하는".

Trades, places of work, what is driven and what is grown are closed lists; which of them is meant, and whether somebody
runs the place or works there, the words around tell. What no list knows stays in the patient's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_DRIVEN: Final = {
    "택시": "taxi", "버스": "bus", "트럭": "truck", "화물차": "truck", "지게차": "forklift", "덤프": "dump truck",
    "레미콘": "concrete mixer", "탱크로리": "tanker", "구급차": "ambulance", "전철": "train", "지하철": "train",
    "기차": "train", "통학차": "school bus", "학원차": "school bus", "마을버스": "bus", "시내버스": "bus",
    "고속버스": "express bus", "트레일러": "trailer truck", "택배차": "parcel delivery",
}  # fmt: skip
_GROWN: Final = {
    "사과": "apple", "감자": "potato", "고추": "chilli", "유자": "yuzu", "딸기": "strawberry", "포도": "grape",
    "복숭아": "peach", "귤": "tangerine", "감귤": "tangerine", "마늘": "garlic", "양파": "onion", "배추": "cabbage",
    "인삼": "ginseng", "수박": "watermelon", "참외": "melon", "콩": "bean", "토마토": "tomato", "버섯": "mushroom",
    "깻잎": "perilla", "고구마": "sweet potato", "녹차": "tea", "감": "persimmon", "오이": "cucumber", "쌀": "rice",
}  # fmt: skip
_DRIVES: Final = lazy_regex(
    rf"(?P<what>{'|'.join(sorted(_DRIVEN, key=len, reverse=True))})(?:를|을)?\s?(?:몰|모[는니]|운전|운행|기사|끌)"
)
_GROWS: Final = lazy_regex(rf"(?P<what>{'|'.join(sorted(_GROWN, key=len, reverse=True))})\s?(?:농사|과수원|농장|밭)")
_RUNS: Final = lazy_regex(
    r"(?:을|를|도|이나)?\s?(?:조그맣게\s|작게\s|크게\s)?"
    r"(?:하(?!루|기|면|지\s?않)|해(?=[요서유]|$|\s)|허[는고여]|합니|운영|차[리렸려]|사장|주인|원장|대표)"
)
_AT: Final = lazy_regex(r"(?:에서|서|에)\s")
_CIRCUMSTANCES: Final = frozenset({
    "night shifts", "day shifts", "shift work", "works from home", "part-time worker", "freelancer", "self-employed",
    "day laborer", "trader", "parental leave", "maternity leave", "sick leave", "leave of absence", "office worker",
    "student", "teacher", "instructor", "driver", "farmer",
})  # fmt: skip
"""What says how somebody works, or hardly what at: a trade or a place of work beside it says more."""


@dataclass(frozen=True, slots=True)
class _Job:
    name: str
    start: int
    end: int
    rank: int
    """Of trades (2), places of work (1) and the mere circumstances of work (0) the highest is told."""


def job_in_english(folded: str, start: int, end: int) -> str | None:
    """The record's name of the work told at [start, end), with the words that touch it; None where no list knows it."""
    first, last = max(0, start - _REACH), min(len(folded), end + _REACH)
    jobs = list(_jobs(folded, first, last))
    touched: list[_Job] = []
    while fresh := [one for one in jobs if one not in touched and one.start <= end + 1 and start <= one.end + 1]:
        touched += [one for one in fresh if not re.search(r"[^가-힣\s]", folded[one.start : one.end])]
        if all(one not in touched for one in fresh):
            break
        start, end = min(start, *(one.start for one in fresh)), max(end, *(one.end for one in fresh))
    if not touched:
        return None
    whole = [one for one in touched if not any(_is_within(one, other) for other in touched)]
    told = max(whole, key=lambda one: (one.rank, one.end, one.end - one.start))
    if told.rank == 1 and told.name.endswith("worker") and any(one.name == "night shifts" for one in touched):
        return f"{told.name.removesuffix('worker')}night-shift worker"
    return told.name


_REACH: Final = 16


def _is_within(one: _Job, other: _Job) -> bool:
    """Whether the words of ``one`` are a part of those of ``other``, as a teacher is of an elementary school's."""
    longer = other.end - other.start > one.end - one.start
    return longer and other.start <= one.start and one.end <= other.end and other.rank >= one.rank


def _jobs(folded: str, first: int, last: int) -> Iterator[_Job]:
    trades, places = _table()
    for match in trades.finditer(folded, first, last):
        name = _trades()[match["job"]]
        yield _Job(name, *match.span("job"), 0 if name in _CIRCUMSTANCES else 2)
    for match in places.finditer(folded, first, last):
        owner, worker = _places()[match["job"]]
        runs = owner and _RUNS.match(folded, match.end("job")) is not None
        at = _AT.match(folded, match.end("job"))
        yield _Job(owner if runs else worker or owner, match.start("job"), at.end() if at else match.end("job"), 1)
    for pattern, words, said in ((_DRIVES, _DRIVEN, "driver"), (_GROWS, _GROWN, "farmer")):
        for match in pattern.finditer(folded, first, last):
            yield _Job(f"{words[match['what']]} {said}", *match.span(), 2)


_IS_SO: Final = lazy_regex(
    r"(?:으?로\s?(?:일|근무)|입니다|이에요|예요|이예요|인데|인디|이고[요,\s]|이구[요,\s]|이라|임(?![가-힣])"
    r"|(?:\s?일|\s?생활)?\s?[\d이삼사오육칠팔구십]+\s?(?:여\s?)?년\s?(?:차|했|하|일했|째\s?(?:하|일)))"
)
"""What stands behind the trade of one who is it, or has been at it for years."""
RETIRED_BEFORE: Final = lazy_regex(r"(?:퇴직(?:한)?|은퇴(?:한)?|정년퇴직(?:한)?)\s$|\bret(?:'?d|ired)\.?\s$")
"""What stands right before the trade of one who has left it for good."""
_DOES_IT: Final = lazy_regex(
    r"(?:만|을|를)?\s?(?:하는\s|하느라|하거든|허멍|허는\s|해요|합니[다더])|만\s?[\d이삼사오육칠팔구십]+\s?년"
)
"""What stands behind the trade that somebody plies: "번역 해요", "미싱만 삼십 년 밟았제"."""
_TEACHES: Final = lazy_regex(
    r"(?P<school>초등학교|중학교|고등학교|유치원|대학교?)(?:에서)?\s(?:[가-힣]+(?:을|를|들을)\s)?가르치(?:는\s|고\s?있|며\s|거든|다)"
)
_SCHOOLS: Final = {
    "초등학교": "elementary school teacher", "중학교": "middle school teacher", "고등학교": "high school teacher",
    "유치원": "kindergarten teacher", "대학": "professor", "대학교": "professor",
}  # fmt: skip
_WORKS_THERE: Final = lazy_regex(
    r"에?서\s(?:[가-힣\d]+\s){0,3}?(?:일(?:하|해|합|한|했)|근무|알바|년\s?(?:했|다[니녔]))|(?:에|을|를)?\s?다(?:니|녀|닙)"
)
_PLIES: Final = lazy_regex(r"(?:을|를)?\s?(?:몰|모[는니]|운전(?:하[는며고]|해요|합니|\s?\d+\s?년)|끌고)")
_OF_OTHERS: Final = frozenset(
    {"병원", "은행", "직장", "회사", "사무실", "학원", "헬스장", "목욕탕", "사우나", "마트", "약국", "어린이집"}
)
"""Places where others go, too: who goes there does not work there."""


def told_as_work(folded: str) -> Iterator[tuple[str, int, int]]:
    """The work that a text in lower case tells by what somebody is, runs, drives or does somewhere; and where."""
    trades, places = _table()
    for match in _DRIVES.finditer(folded):
        if _PLIES.match(folded, match.end("what")) and _WITHIN_A_WORD.search(folded, 0, match.start()) is None:
            yield f"{_DRIVEN[match['what']]} driver", *match.span()
    for match in _TEACHES.finditer(folded):
        yield _SCHOOLS[match["school"]], *match.span()
    for match in _GROWS.finditer(folded):
        if _FARMS.match(folded, match.end("what")) is not None:
            yield f"{_GROWN[match['what']]} farmer", match.start(), match.end()
    for match in trades.finditer(folded):
        name, end = _trades()[match["job"]], match.end("job")
        told = _IS_SO.match(folded, end) or _DOES_IT.match(folded, end)
        retired = RETIRED_BEFORE.search(folded, max(0, match.start() - _REACH), match.start()) is not None
        if (told is not None or (retired and folded[end : end + 1] != "님")) and name not in _NO_TRADES:
            yield f"retired {name}" if retired else name, match.start("job"), end
    for match in places.finditer(folded):
        owner, worker = _places()[match["job"]]
        end = match.end("job")
        if owner and (runs := _RUNS_IT.match(folded, end)) is not None:
            yield owner, match.start("job"), runs.end()
        elif worker and match["job"] not in _OF_OTHERS and (works := _WORKS_THERE.match(folded, end)) is not None:
            yield worker, match.start("job"), works.end()


_FARMS: Final = lazy_regex(
    r"\s?(?:농사|과수원|농장)(?:을|를)?\s?(?:짓|지[으어]|하[는고며]|해요|합니|허[는고]|인데|입니다|이에요)"
)
_WITHIN_A_WORD: Final = lazy_regex(r"[가-힣]$")
_RUNS_IT: Final = lazy_regex(
    r"(?:을|를)?\s?(?:하는(?:\s|데)|하고\s?있|해요|합니다|허는|운영(?:하|해|합)|사장(?:이|입|예)|주인(?:이|입|예))"
)
_NO_TRADES: Final = frozenset({
    "part-time worker", "freelancer", "trader", "parental leave", "maternity leave", "sick leave", "leave of absence",
    "student", "shift work", "night shifts", "day shifts", "works from home", "day laborer", "business owner", "driver",
})  # fmt: skip


def job_in_korean(name: str) -> str | None:
    """The Korean name of the work that is kept as ``name``; None where no list has it."""
    if name.startswith("retired "):
        before = job_in_korean(name.removeprefix("retired "))
        return f"{before}(은퇴)" if before is not None else None
    if "night-shift " in name:
        by_day = job_in_korean(name.replace("night-shift ", ""))
        return f"{by_day}(야간)" if by_day is not None else None
    for korean, english in _trades().items():
        if english == name:
            return korean
    for korean, (owner, worker) in _places().items():
        if name in (owner, worker):
            return f"{korean} 운영" if name == owner else f"{korean} 근무"
    thing, _, doing = name.rpartition(" ")
    words = {"driver": (_DRIVEN, "운전"), "farmer": (_GROWN, "농사")}.get(doing)
    if words is None:
        return None
    return next((f"{korean} {words[1]}" for korean, english in words[0].items() if english == thing), None)


def _rows(name: str) -> list[list[str]]:
    rows = (files(__package__) / name).read_text(encoding="utf-8").splitlines()[2:]
    return [row.split("\t") for row in rows]


@cache
def _trades() -> dict[str, str]:
    return {korean: english for english, words in _rows("jobs.tsv") for korean in words.split("|")}


@cache
def _places() -> dict[str, tuple[str, str]]:
    return {korean: (owner, worker) for owner, worker, words in _rows("workplaces.tsv") for korean in words.split("|")}


@cache
def _table() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The words for trades and for places of work, each found wherever it stands: one may lie within another."""
    return _any_of(list(_trades())), _any_of(list(_places()))


def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    longest = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return lazy_regex(rf"(?=(?P<job>{longest}))")
