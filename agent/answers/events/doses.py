"""Vaccinations by dose and day: "rabies no.1 today", "2차 오늘 맞힘", "3rd booked 18th", put right since."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from agent.answers.events.days import NamedDay, days_read
from agent.answers.events.kinds import EventKind, event_kind
from agent.answers.events.sentences import is_asked, sentences_told
from domain.ledger import local_day
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import find_dates
from projections.tiers import TurnLine

VACCINES: Final = (
    event_kind("je", "일본뇌염 백신", "Japanese encephalitis vaccine", r"일본\s?뇌염|\bjapanese enceph\w*"),
    event_kind("mmr", "MMR(홍역·볼거리·풍진) 백신", "MMR vaccine", r"\bmmr|엠엠알|홍역"),
    event_kind("varicella", "수두 백신", "Chickenpox vaccine", r"수두|\bvaricella\b|\bchicken ?pox\b"),
    event_kind("hep_a", "A형간염 백신", "Hepatitis A vaccine", r"a형\s?간염|\bhep(?:atitis)? ?a\b"),
    event_kind("hep_b", "B형간염 백신", "Hepatitis B vaccine", r"b형\s?간염|\bhep(?:atitis)? ?b\b"),
    event_kind("rabies", "광견병 백신", "Rabies vaccine", r"광견병|공수병|\b(?:anti[- ]?)?rabies\b"),
    event_kind("typhoid", "장티푸스 백신", "Typhoid vaccine", r"장티푸스|\btyphoid\b"),
    event_kind("yellow_fever", "황열 백신", "Yellow fever vaccine", r"황열|\byellow fever\b"),
    event_kind("tetanus", "파상풍 백신", "Tetanus vaccine", r"파상풍|\btetanus\b|\btdap\b|\btd booster\b"),
    event_kind("dtap", "DTaP(디프테리아·파상풍·백일해) 백신", "DTaP vaccine", r"디탭|디티피|\bdtap\b|\bdtp\b|디피티"),
    event_kind("polio", "폴리오 백신", "Polio vaccine", r"폴리오|소아마비|\bpolio\b|\bipv\b"),
    event_kind("hib", "뇌수막염(Hib) 백신", "Hib vaccine", r"뇌수막염|\bhib\b"),
    event_kind("pneumo", "폐렴구균 백신", "Pneumococcal vaccine", r"폐렴\s?구균|프리베나|\bpneumo(?:coccal|vax"
                                                            r"|nia (?:jab|shot|vaccine))|\bprevnar\b|\bpcv\b"),
    event_kind("rota", "로타바이러스 백신", "Rotavirus vaccine", r"로타|\brota(?:virus|teq|rix)?\b"),
    event_kind("hpv", "HPV(자궁경부암) 백신", "HPV vaccine", r"가다실|자궁경부암\s?(?:백신|주사|접종)|서바릭스"
                                                      r"|\bhpv\b|\bgardasil\b"),
    event_kind("flu", "독감 백신", "Flu vaccine", r"독감|\bflu (?:jab|shot|vacc\w+)|\binfluenza vacc\w+"),
    event_kind("covid", "코로나19 백신", "Covid vaccine", r"코로나|\bcovid\b"),
    event_kind("zoster", "대상포진 백신", "Shingles vaccine", r"대상포진|싱그릭스|\bshingles\b|\bshingrix\b"),
    event_kind("rsv", "RSV 백신", "RSV vaccine", r"\brsv\b"),
    event_kind("mening", "수막구균 백신", "Meningococcal vaccine", r"수막구균|\bmen(?:ingococc\w*| ?acwy| ?b)\b"),
    event_kind("bcg", "BCG(결핵) 백신", "BCG vaccine", r"\bbcg\b|비씨지"),
)  # fmt: skip
_GIVEN: Final = lazy_regex(
    r"접종|맞[았혔춰힘음아고는은을히춘추]|백신|예방\s?주사|\d\s?차(?!선)|\b(?:jabs?|shots?|vaccin\w*|vax"
    r"|vaccs?|booster|immuni[sz]\w*|dose|inoculat\w*|injection)\b"
    r"|\b(?:no\.? ?|number |#)\d\b|\b\d (?:done|today)\b",
    re.IGNORECASE,
)
_DOSE: Final = lazy_regex(
    r"(?<![\d.])(?P<ko>\d)\s?차(?!\s?(?:선|병원|진료))|\b(?:no\.? ?|number |dose |shot |jab "
    r"|#)(?P<no>\d)\b(?!\d| (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|[/.]\d)"
    r"|\b(?P<th>[1-6])(?:st|nd|rd|th)(?= (?:one|dose|jab|shot|rabies|booked|is|was|on|done|today|due"
    r"|injection|vaccine|booster|today|yesterday)\b|$)"
    r"|\b(?P<word>first|second|third|fourth|fifth)(?= (?:one|dose|jab|shot|rabies|hep|injection|vaccine|is"
    r"|was|booked|done|today)\b)|(?P<native>첫|두|세|네)\s?번째",
    re.IGNORECASE,
)
_PLAIN: Final = lazy_regex(
    r"(?<=\s)(?P<n>[1-9])(?= (?:done|today|yesterday|booked|due|is|was)\b|[,.](?!\d)|$)", re.IGNORECASE
)
_WORDS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "첫": 1, "두": 2, "세": 3, "네": 4}
_PLANNED: Final = lazy_regex(
    r"예약|예정|다음|남[은았]|잡[았혔아]|\b(?:remaining|left|booked|due|planned|scheduled|next|will|is on|going for)\b"
    r"|맞으래|맞기로"
    r"|오래|오라",
    re.IGNORECASE,
)
_NOT_GIVEN: Final = lazy_regex(
    r"안\s?맞|못\s?맞|아직|필요\s?없|거부|\bno\b(?!\.? ?\d)|\b(?:not|never|refused|declined|isn'?t|not yet"
    r"|need(?:ed)?|without|don'?t|didn'?t|do i|should i)\b",
    re.IGNORECASE,
)
_NONE_GIVEN: Final = lazy_regex(
    r"(?:접종|백신|주사)\S{0,2}\s?(?:없|안\s)|(?<![가-힣])(?:안|못)\s?맞"
    r"|\bno (?:\w+ )?(?:jabs?|vaccin\w*|vaccs?|shots?|doses?|injections?)\b",
    re.IGNORECASE,
)
"""That none was given on the day that is told."""
_DONE: Final = lazy_regex(
    r"맞[았혔힘음춤]|했|접종(?:함|완료)|오늘|\b(?:done|had|got|given|took|today|just)\b", re.IGNORECASE
)
"""That a dose was given, where no day is told: on the day of the telling."""
_WRONG_BEHIND: Final = lazy_regex(r"\s?(?:\S{1,4}\s)?(?:아니[고라야]|말고)", re.IGNORECASE)
_WRONG_BEFORE: Final = lazy_regex(r"\b(?:not|instead of)(?: on)?(?: the)?\s$", re.IGNORECASE)
_PIECE: Final = lazy_regex(r"\n+|;\s*|,\s+|(?<!\d)\s(?:and|그리고|글고)\s|(?<=[고요음힘])\s(?=\d차|[가-힣]+\s\d차)")


@dataclass(slots=True)
class Doses:
    """What was told of one vaccine: days by dose number (0 where no number was told), and those that are booked."""

    vaccine: EventKind
    given: dict[int, list[str]] = field(default_factory=dict)
    planned: dict[int, str] = field(default_factory=dict)
    turns: set[int] = field(default_factory=set)

    def days(self) -> list[tuple[int, str]]:
        """Each day on which a dose was given with its number, in the order of the days."""
        return sorted(((number, day) for number, days in self.given.items() for day in days), key=lambda one: one[1])


@dataclass(slots=True)
class Course:
    """Every vaccine told of, and the turns that could not be placed."""

    doses: dict[str, Doses] = field(default_factory=dict)
    open_turns: dict[int, str] = field(default_factory=dict)
    last: EventKind | None = None
    not_needed: list[EventKind] = field(default_factory=list)

    def of(self, vaccine: EventKind) -> Doses:
        """What was told of a vaccine."""
        return self.doses.setdefault(vaccine.key, Doses(vaccine))


def vaccines_named(text: str) -> list[EventKind]:
    """The vaccines that a text names, by their illness too."""
    return [one for one in VACCINES if one.words.search(text) is not None]


def doses_told(lines: Sequence[TurnLine], zone: str) -> Course:
    """The vaccinations of these turns, the oldest first, as they stand after the last."""
    course = Course()
    for line in lines:
        told = [one.casefold() for one in sentences_told(line.question) if not is_asked(one)]
        around = any(_GIVEN.search(one) is not None for one in told)
        for place, one in enumerate(told):
            _read(course, one, line, zone, around=around or (place == 0 and course.last is not None))
    return course


def _read(course: Course, sentence: str, line: TurnLine, zone: str, *, around: bool) -> None:
    today = local_day(line.said_at, zone)
    named = vaccines_named(sentence)
    if not named and course.last is not None and _WRONG.search(sentence) is not None and not _numbers(sentence):
        _put_right(course, course.of(course.last), sentence, line, zone)
        return
    if _NONE_GIVEN.search(sentence) is not None and _DONE_TOO.search(sentence) is None:
        course.not_needed += [one for one in named if one.key not in course.doses]
        return
    if not named and course.last is not None and not _numbers(sentence) and _REMAIN.search(sentence) is not None:
        _plan(course.of(course.last), [one.day for one in _days(sentence, line, zone, course)], line, today)
        return
    around = around or bool(named and _numbers(sentence))
    if not (named and around) and not (course.last is not None and _numbers(sentence)):
        return
    if _NOT_GIVEN.search(sentence) is not None and not _days(sentence, line, zone, course):
        course.not_needed += [one for one in named if one.key not in course.doses]
        return
    over = _days(sentence, line, zone, course)
    vaccine: EventKind | None = None
    for piece in _pieces(sentence):
        here = vaccines_named(piece)
        vaccine = here[0] if here else vaccine or (course.last if not named else named[0])
        if vaccine is None or not (here or _numbers(piece) or _days(piece, line, zone, course)):
            continue
        if _NOT_GIVEN.search(piece) is not None and not _days(piece, line, zone, course):
            continue
        for each in here or [vaccine]:
            _enter(course, each, piece, sentence, _days(piece, line, zone, course) or over[:1], line, today)


_DONE_TOO: Final = lazy_regex(r"맞[았혔힘음춤]|\b(?:had|got|given)\b", re.IGNORECASE)
_REMAIN: Final = lazy_regex(r"남[은았]|\b(?:remaining|left|still to come|rest)\b", re.IGNORECASE)


def _plan(doses: Doses, days: Sequence[str], line: TurnLine, today: str) -> None:
    """Enter the doses that are still to come by their days, each with the number after the last one."""
    last = max((*doses.given, *doses.planned), default=0)
    ahead = sorted({day for day in days if day > today and day not in doses.planned.values()})
    if not last or not ahead:
        return
    doses.turns.add(line.turn_number)
    doses.planned.update(enumerate(ahead, last + 1))


_WRONG: Final = lazy_regex(r"아니[고라었]|말고|잘못|\b(?:not|wrong|actually|correction|sorry)\b", re.IGNORECASE)


def _put_right(course: Course, doses: Doses, sentence: str, line: TurnLine, zone: str) -> None:
    """Put the one date that was told right; what cannot be followed stays open."""
    read = _days(sentence, line, zone, course)
    right = [one for one in read if not _is_wrong(sentence, one)]
    told = doses.days()
    if not right and len(read) < 2:
        return
    month = [*_MONTH.finditer(sentence)]
    if len(told) == 1 and len(right) == 1:
        number, _day = told[0]
        new = right[0].day
        whole = f"{new}-{int(month[0]['m']):02d}" if len(new) == _YEAR_ONLY and len(month) == 1 else new
        doses.given[number] = [whole]
        doses.turns.add(line.turn_number)
    else:
        course.open_turns[line.turn_number] = line.question


_MONTH: Final = lazy_regex(r"(?<!\d)(?P<m>1[0-2]|[1-9])월")
_YEAR_ONLY: Final = len("2026")


def _is_wrong(text: str, day: NamedDay) -> bool:
    return (
        _WRONG_BEHIND.match(text, day.end) is not None
        or _WRONG_BEFORE.search(text, max(0, day.start - 16), day.start) is not None
    )


def _pieces(sentence: str) -> Iterator[str]:
    yield from (one for one in _PIECE.split(sentence) if one.strip())


def _numbers(text: str) -> list[int]:
    found = []
    for match in _DOSE.finditer(text):
        said = match["ko"] or match["no"] or match["th"]
        found.append(int(said) if said else _WORDS[match["word"] or match["native"]])
    if not found:
        found = [int(match["n"]) for match in _PLAIN.finditer(text)]
    return list(dict.fromkeys(found))


def _days(text: str, line: TurnLine, zone: str, course: Course) -> list[NamedDay]:
    """The days, or else the months and years, that a text names; what is booked lies ahead. A dose's number is none."""
    masked = _DOSE.sub(lambda match: " " * len(match[0]), text)
    booked = course.last is not None and not set(course.of(course.last).planned).isdisjoint(_numbers(text))
    ahead = _PLANNED.search(text) is not None or booked
    if days := days_read(masked, line.said_at, zone, ahead=ahead).days:
        return list(days)
    partial = [one for one in find_dates(masked, line.said_at, zone) if one.precision in ("month", "year")]
    years = [NamedDay(one[0], *one.span()) for one in _YEAR.finditer(masked)]
    found = [NamedDay(one.value, one.start, one.end) for one in partial]
    return years if len(years) > 1 else found or years


_YEAR: Final = lazy_regex(r"(?<![\d./-])(?:19|20)\d\d(?![\d./-])")


def _enter(
    course: Course, vaccine: EventKind, piece: str, sentence: str, days: Sequence[NamedDay], line: TurnLine, today: str
) -> None:
    doses = course.of(vaccine)
    wrong = [one for one in days if _is_wrong(piece, one)]
    right = list(dict.fromkeys(one.day for one in days if one not in wrong))
    numbers = _numbers(piece)
    course.last = vaccine
    doses.turns.add(line.turn_number)
    if len(numbers) > 1 and len(right) != len(numbers):
        course.open_turns[line.turn_number] = line.question
        return
    if len(numbers) > 1:
        for each, on in zip(numbers, right, strict=True):
            doses.given[each] = [on]
        return
    number = numbers[0] if numbers else 0
    day = right[0] if len(right) == 1 else today if not right else None
    if day is None:
        if number or len(set(right)) != len(right):
            course.open_turns[line.turn_number] = line.question
        else:
            doses.given.setdefault(0, []).extend(one for one in right if one not in doses.given.get(0, []))
        return
    if number in doses.planned and not right and _PLANNED.search(piece) is not None:
        return
    if _PLANNED.search(piece) is not None and day < today and number not in doses.planned:
        course.open_turns[line.turn_number] = line.question
    elif day > today or (number in doses.planned and (wrong or _PLANNED.search(piece) is not None)):
        doses.planned[number] = day
    elif not right and (_PLANNED.search(piece) is not None or _DONE.search(sentence) is None):
        course.open_turns[line.turn_number] = line.question
    else:
        doses.planned.pop(number, None)
        if number:
            doses.given[number] = [day]
        elif day not in doses.given.setdefault(0, []):
            doses.given[0].append(day)
