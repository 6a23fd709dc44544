"""Appointments as they were told: day, hour and place in the patient's own words, moved or cancelled since.

A piece of a sentence that names a day to come and something that one goes to is an appointment. What moves or cancels
one says which by its words or by its old day; where neither tells, nothing is changed and the words are kept as open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from agent.answers.events.days import NamedDay, days_read
from agent.answers.events.sentences import is_asked, sentences_told
from domain.ledger import local_day
from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_CARE_KO: Final = (
    r"병원|의원|보건[소지]|진료|외래|예약|검사|내시경|초음파|촬영|엑스레이|채혈|피검|피\s?뽑|[치안내외]과"
    r"|피부과|산부인과|비뇨|"
    r"이비인후|소아과|정신과|신경과|재활|한방|접종|주사|물리치료|도수|투석|항암|방사선|수술|시술|상담|교육"
    r"|검진|조직|스케일링"
    r"|임플란트|교정|센터|클리닉|원장|교수님|재진|초진|입원|결과\s?(?:보|들)|심리"
)
_CARE_EN: Final = (
    r"doctors?|docs?|dr|gp|clinic|hospital|dent\w*|hygienist|eyes?|optician|optometrist|physio\w*|bloods?"
    r"|lab|labs|scans?|echo"
    r"|ultrasound|x-?rays?|mri|ct|ecg|ekg|eeg|dexa|mammo\w*|colonoscopy|endoscopy|gastroscopy|smear|pap"
    r"|jabs?|vaccin\w*|shots?"
    r"|nurse|midwife|check-?up|review|appt|appts|appointments?|surgery|surgeon|op|chemo|radiotherapy"
    r"|dialysis|infusion|therap\w+|counsel\w*"
    r"|\w+olog(?:y|ist)|podiatr\w*|chiropod\w*|hearing|ent|follow-?up|consult\w*|specialist|screening|biopsy"
    r"|pharmacist"
    r"|derm|cardio|ortho|neuro|endo|obgyn|ob|peds?|pediatrician|paediatrician|psych\w*|antenatal|procedure"
    r"|physical|mot"
)
CARE: Final = lazy_regex(rf"{_CARE_KO}|\b(?:{_CARE_EN})\b", re.IGNORECASE)
"""What one goes to for one's health."""
_HEADING: Final = lazy_regex(
    r"예약|일정|병원\s?갈|갈\s?(?:거|곳|데|날)|\b(?:appts?|appointments?|booked|schedule[d]?|on this (?:week"
    r"|month)|coming up|diary"
    r"|calendar|visits?)\b",
    re.IGNORECASE,
)
_MOVES: Final = lazy_regex(
    r"밀[렸려린]|미[뤄루뤘룬]|옮[겨겼긴기]|변경|바[꿔꿨뀌뀐껴꼈]|당[겨겼긴]|연기|늦[춰췄]|앞당|정정|고쳐"
    r"|\b(?:moved?|changed?|resched\w+|pushed|put back|brought forward|bumped|shifted|instead|correction"
    r"|switched|delayed|postponed"
    r"|now (?:on|the|at)|should be)\b",
    re.IGNORECASE,
)
_WRONG: Final = lazy_regex(
    r"아니[고라야]|말고|\bnot (?:on )?(?:the )?(?=\d|mon|tue|wed|thu|fri|sat|sun)", re.IGNORECASE
)
"""What marks one of two days, or of two hours, as the wrong one."""
_CANCELS: Final = lazy_regex(
    r"취소|안\s?가(?:기로|도|게|려|요|$)|안\s?하기로|없어졌|\b(?:cancel\w*|called off|not going|scrapped"
    r"|dropped|scratch|off now)\b",
    re.IGNORECASE,
)
_NO_VISIT: Final = lazy_regex(
    r"예정일|출산|생리|나[오온올]|결과\s?$|\b(?:says?|said) (?:to )?(?:go|take|stop|drop|start)|\bgo up\b"
    r"|\bdue date\b|\bresults?\b (?:on|by|due|back|in)|\bperiods?\b|까지|부터|\buntil\b|\bsince\b"
    r"|\bmg\b|밀리|\bstart(?:ed|ing)? (?:on|the)?\b|갔[다었]|받았|(?<!약)(?<!접수)했[어다었]요?\b|\b(?:went"
    r"|had|saw|got|was)\b",
    re.IGNORECASE,
)
_NOT_CARE: Final = lazy_regex(
    r"(?:병원|진료|그건|이건)\S{0,3}\s?(?:[은이]\s)?(?:\S+\s)?아니|\bnot (?:a |an |the )?(?:hospital|medical"
    r"|doctor|health|appointment|appt)",
    re.IGNORECASE,
)
HOUR: Final = lazy_regex(
    r"(?:오전|오후|아침|점심|낮|저녁|밤|새벽)?\s?(?:\d{1,2}|열한|열두|[한두세네]|다섯|여섯|일곱|여덟|아홉"
    r"|열)\s?시(?!간)\s?(?:반|\d{1,2}\s?분)?"
    r"|(?:\b(?:at|@) ?)?\b(?:half (?:past )?)?\d{1,2}(?:[:.][0-5]\d)? ?(?:[ap]\.?m\b|o'?clock)"
    r"|(?:\bat )?\b\d{1,2}[:.][0-5]\d\b"
    r"|\b(?:at |@ ?)\d{1,2}\b|\bnoon\b|정오|(?<=\s)\d{1,2}\s?$",
    re.IGNORECASE,
)
_PIECE: Final = lazy_regex(
    r"\n+|[;,](?!\d)\s*|(?<=[^\d\s])\.(?=\s|$)|(?<=\d)\.(?=\s|$)|\s(?:and(?: also)?|then|그리고|글고)\s"
    r"|(?<=있)[고네](?=\s)"
)
_WORD: Final = lazy_regex(r"[a-z]{3,}|gp|dr|[가-힣]{2,}")
_IDLE: Final = frozenset(
    {"예약", "병원", "진료", "검사", "일정", "날짜", "시간", "그대", "취소", "아니", "변경", "하고",
     "appointment", "appointments", "appt", "appts", "the", "and", "for", "called", "rang", "moved", "same", "time",
     "now", "clinic", "hospital", "place", "day",
     "이랑", "언제", "다음", "when", "what", "next", "have", "got", "list", "order", "date", "dates", "which", "are",
     "with", "all", "오늘", "어디", "가는", "순으", "날짜순", "정리", "알려"}
)  # fmt: skip
_ALIKE: Final = {
    "doctor": "gp-practice",
    "doctors": "gp-practice",
    "doc": "gp-practice",
    "dr": "gp-practice",
    "gp": "gp-practice",
}
_LEAD: Final = lazy_regex(
    r"^(?:\s|[:,.·-]|(?:appts?|appointments?|also|and|then|on|the|is|my|at|for|so|plus|예약|그리고|글고)\b:?"
    r"|(?:에는?|에도|은|는|날|엔|이)(?=\s))+",
    re.IGNORECASE,
)
_TAIL: Final = lazy_regex(r"(?:\s|[:,.·-]|\bon|\bthe|\bis|\bat|[은는이]$)+$", re.IGNORECASE)
_WRONG_BEHIND: Final = lazy_regex(r"\s?(?:\S{1,4}\s)?(?:이\s?)?(?:아니|말고|에서)", re.IGNORECASE)
_WRONG_BEFORE: Final = lazy_regex(r"\b(?:not|from|instead of)(?: on)?(?: the)?\s$", re.IGNORECASE)
_LONGEST: Final = 70
"""Characters beyond which words tell more than where one goes."""
_STEM_KO: Final = 2
_STEM_EN: Final = 3


@dataclass(frozen=True, slots=True)
class Visit:
    """An appointment: its day, what was told of it without its day, and what became of it."""

    day: str
    words: str
    turn: int
    moved_from: str | None = None
    cancelled: bool = False
    is_care: bool = True

    def is_named(self, words: frozenset[str]) -> bool:
        """Whether words share more than a general one with those of this appointment."""
        return not _stems(self.words).isdisjoint(words)


@dataclass(slots=True)
class Visits:
    """What was told of appointments: those that stand, and sentences that could not be placed."""

    kept: list[Visit] = field(default_factory=list)
    open_turns: dict[int, str] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)


def stems_named(text: str) -> frozenset[str]:
    """The beginnings of the words that tell one appointment from another."""
    return _stems(text)


def _stems(text: str) -> frozenset[str]:
    words = (_ALIKE.get(one[0], one[0]) for one in _WORD.finditer(text.casefold()))
    return frozenset(
        word[:_STEM_KO] if "가" <= word[0] <= "힣" else word[: max(_STEM_EN, min(4, len(word)))].rstrip("s")
        for word in words
        if word not in _IDLE and word[:3] not in _IDLE and word[:2] not in _IDLE
    )


def may_tell_visit(text: str, said_at: datetime, zone: str) -> bool:
    """Whether a turn may tell, move or cancel an appointment: it names a day, care, or a change."""
    if any(one.search(text) for one in (CARE, HOUR, _MOVES, _CANCELS, _WRONG)):
        return True
    return bool(days_read(text, said_at, zone, ahead=True).days)


@remembered
def visits_told(lines: tuple[TurnLine, ...], zone: str) -> Visits:
    """The appointments of these turns, the oldest first, as they stand after the last."""
    visits = Visits()
    for line in lines:
        _read(visits, line, zone)
    visits.kept.sort(key=lambda one: one.day)
    return visits


def _read(visits: Visits, line: TurnLine, zone: str) -> None:
    told = [one for one in sentences_told(line.question) if not is_asked(one)]
    state = _Turn(_HEADING.search("\n".join(told)) is not None)
    for sentence in _with_their_days(visits, told, line, zone):
        named = _stems(_without(sentence, days_read(sentence, line.said_at, zone, ahead=True).days))
        whole = [one for one in visits.kept if not one.cancelled and one.is_named(named)]
        changes = visits.kept and (_is_move(sentence, line, zone) or _CANCELS.search(sentence) is not None)
        for piece in (sentence,) if changes and _is_one_change(sentence, line, zone) else _pieces(sentence, line, zone):
            _read_piece(visits, piece, whole, state, line, zone)


def _with_their_days(visits: Visits, told: Sequence[str], line: TurnLine, zone: str) -> Iterator[str]:
    """The sentences, one that only says that something is moved together with the one that says to when."""
    waiting = ""
    for sentence in told:
        whole = f"{waiting} {sentence}" if waiting else sentence
        waiting = ""
        if visits.kept and _MOVES.search(whole) is not None and whole == sentence and not _is_move(whole, line, zone):
            waiting = whole.rstrip(" .!~")
            continue
        yield whole
    if waiting:
        yield waiting


@dataclass(slots=True)
class _Turn:
    """What one turn said before a piece: that it tells of appointments, a month, and words that wait for their day."""

    heading: bool
    month: tuple[int, int] | None = None
    waiting: str = ""


def _is_move(piece: str, line: TurnLine, zone: str) -> bool:
    """Whether words give another day or hour to what was told: by a word for it, or by the wrong one of two."""
    days = days_read(piece, line.said_at, zone, ahead=True).days
    told = len(days) or len([*HOUR.finditer(piece)])
    return bool(told) and (_MOVES.search(piece) is not None or (told > 1 and _WRONG.search(piece) is not None))


def _is_one_change(sentence: str, line: TurnLine, zone: str) -> bool:
    days = days_read(sentence, line.said_at, zone, ahead=True).days
    return len([one for one in days if not _is_wrong(sentence, one)]) <= 1


def _read_piece(visits: Visits, piece: str, whole: Sequence[Visit], state: _Turn, line: TurnLine, zone: str) -> None:
    today = local_day(line.said_at, zone)
    read = days_read(piece, line.said_at, zone, ahead=True, month=state.month)
    state.month = read.month or state.month
    days = [one for one in read.days if one.day > today or (one.day == today and HOUR.search(piece) and state.heading)]
    named = _stems(_without(piece, read.days))
    aim = [one for one in visits.kept if not one.cancelled and one.is_named(named)]
    if _CANCELS.search(piece) is not None and visits.kept:
        _cancel(visits, piece, aim or whole, read.days, line)
    elif visits.kept and (_is_move(piece, line, zone) or (aim and days and _is_bare(piece, read.days))):
        _move(visits, piece, aim or whole, read.days, line)
    elif (
        days
        and _NO_VISIT.search(piece) is None
        and (state.heading or CARE.search(piece) or CARE.search(state.waiting) or (visits.kept and HOUR.search(piece)))
    ):
        _add(visits, piece, days, state.waiting, line)
    elif read.unplaced and (state.heading or CARE.search(piece)):
        visits.open_turns[line.turn_number] = line.question
    if CARE.search(piece) is not None:
        state.waiting = "" if read.days else piece


def _pieces(text: str, line: TurnLine, zone: str) -> Iterator[str]:
    """The parts of a text that tell of one appointment each: by its marks, and before each day of several."""
    start = 0
    ends = [(one.start(), one.end()) for one in _PIECE.finditer(text)]
    for stop, following in (*ends, (len(text), len(text))):
        piece = text[start:stop]
        start = following
        if not piece.strip():
            continue
        days = days_read(piece, line.said_at, zone, ahead=True).days
        first = days[0].start if days else 0
        if len(days) > 1 and not _is_move(piece, line, zone) and not piece[:first].strip():
            cuts = [*(one.start for one in days[1:]), len(piece)]
            begin = 0
            for cut in cuts:
                yield piece[begin:cut]
                begin = cut
        else:
            yield piece


def _without(piece: str, days: Sequence[NamedDay]) -> str:
    for one in reversed(days):
        piece = f"{_BEFORE_DAY.sub(' ', piece[: one.start])} {piece[one.end :]}"
    return " ".join(piece.split())


_BEFORE_DAY: Final = lazy_regex(r"\b(?:is |it's |are )?(?:on|for|from|to|this|next)?(?: the)?\s*$", re.IGNORECASE)


def _is_bare(piece: str, days: Sequence[NamedDay]) -> bool:
    """Whether beside its name and its day nothing else is told: "the dentist is on the 4th"."""
    return len(_stems(_without(piece, days))) <= 1 and CARE.search(piece) is not None


_MADE: Final = lazy_regex(
    r"\s?(?:예약\s?)?(?:했|잡았|잡혔|잡아|됐|되었|있)(?:어|네|음|습|다|고|지|는)\S*|\s?예약(?=\s|$)", re.IGNORECASE
)
"""That something is booked: what is kept is what and where."""


_ASKED_TO_NOTE: Final = lazy_regex(
    r"^\s*(?:\S{1,3}\s)?(?:병원\s?)?(?:일정|예약|스케줄|약속)\S?\s?(?:좀\s)?(?:메모|적어|기록|저장|알려|정리)\S*"
)
_TOPIC: Final = lazy_regex(r"(?<=[과원소경사료파])[은는](?=\s)")


def _tidy(words: str) -> str:
    return _TAIL.sub("", _LEAD.sub("", _TOPIC.sub("", _MADE.sub("", _ASKED_TO_NOTE.sub("", words)))))


def _add(visits: Visits, piece: str, days: Sequence[NamedDay], waiting: str, line: TurnLine) -> None:
    words = _tidy(_without(piece, days))
    if waiting and CARE.search(words) is None:
        words = f"{_tidy(waiting)} {words}".strip()
    if len(words) > _LONGEST:
        return
    if not words or len(days) != 1:
        visits.open_turns[line.turn_number] = line.question
        return
    denied = _NOT_CARE.search(piece) is not None
    visits.touched.add(line.turn_number)
    same = next((one for one in visits.kept if one.day == days[0].day and one.words == words), None)
    if same is None:
        visits.kept.append(Visit(days[0].day, words, line.turn_number, is_care=not denied))


def _aimed(visits: Visits, piece: str, aim: Sequence[Visit], days: Sequence[NamedDay]) -> Visit | None:
    """The one appointment that is meant: by its words, else by its old day, else the only one there is."""
    standing = [one for one in visits.kept if not one.cancelled]
    by_day = [one for one in (aim or standing) if one.day in {each.day for each in days} or _is_of_number(one, days)]
    names_another = not aim and any(_stems(match[0]) for match in CARE.finditer(piece))
    for found in (aim, by_day, standing):
        if len(found) == 1 and not names_another:
            return found[0]
    return None


def _is_of_number(visit: Visit, days: Sequence[NamedDay]) -> bool:
    return any(one.loose and one.number == int(visit.day[8:]) for one in days)


def _is_wrong(piece: str, day: NamedDay) -> bool:
    return (
        _WRONG_BEHIND.match(piece, day.end) is not None
        or _WRONG_BEFORE.search(piece, max(0, day.start - 16), day.start) is not None
    )


def _cancel(visits: Visits, piece: str, aim: Sequence[Visit], days: Sequence[NamedDay], line: TurnLine) -> None:
    meant = _aimed(visits, piece, aim, days)
    if meant is None:
        visits.open_turns[line.turn_number] = line.question
        return
    visits.touched.add(line.turn_number)
    visits.kept[visits.kept.index(meant)] = replace(meant, cancelled=True)


def _move(visits: Visits, piece: str, aim: Sequence[Visit], days: Sequence[NamedDay], line: TurnLine) -> None:
    meant = _aimed(visits, piece, aim, days)
    right = [
        one for one in days
        if not _is_wrong(piece, one)
        and not (meant is not None and (one.day == meant.day or (one.loose and one.number == int(meant.day[8:]))))
    ]  # fmt: skip
    hours = [one for one in HOUR.finditer(_without(piece, days)) if one[0].strip()]
    if meant is None or len(right) > 1 or not (right or hours) or len(hours) > 2:
        visits.open_turns[line.turn_number] = line.question
        return
    visits.touched.add(line.turn_number)
    words = _with_hour(meant.words, hours[-1][0].strip()) if hours else meant.words
    day = right[0].day if right else meant.day
    moved = replace(
        meant,
        day=day,
        words=words,
        turn=line.turn_number,
        moved_from=meant.day if day != meant.day else meant.moved_from,
    )
    visits.kept[visits.kept.index(meant)] = moved


def _with_hour(words: str, hour: str) -> str:
    """``words`` with another hour in the place of the one told before."""
    old = HOUR.search(words)
    if old is None:
        return f"{hour} {words}"
    return " ".join(f"{words[: old.start()]} {hour} {words[old.end() :]}".split())
