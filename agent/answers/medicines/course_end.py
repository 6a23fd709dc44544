"""Until when a medicine is taken that was given for so many days: "언제까지 먹이면 되죠", "when is he done with it?".

The end is on record where it was read; else it is counted from the days that stand in the sentence which told of the
medicine. Of a medicine without either nothing is known here, and the question is for what holds in general.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken, present, spoken
from agent.answers.part import Part, joined
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import IN_FORCE, PATIENT, Polarity, SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT_ALONE, read_count
from projections.patient_view import PatientView

_ASKS: Final = lazy_regex(
    r"\b(?:un)?til(?:l)? (?:when|what (?:day|date)|which (?:day|date))\b|\bup to (?:when|what (?:day|date))\b"
    r"|\bwhen (?:is|am|are|was|were|will) (?:\w+ ){1,2}?(?:be )?(?:done|finished|through|finish)\b"
    r"|\bwhen (?:does|do|did|will|would|is|should) (?:\w+ ){1,3}?(?:end|finish|run out|be over|supposed to (?:stop"
    r"|finish|end))\b"
    r"|\bhow (?:many|much) (?:more )?(?:days?|weeks?)(?: \w+){0,5}? (?:left|to go|more)\b"
    r"|\bhow many more (?:days|weeks)\b"
    r"|\b(?:last|final) (?:day|dose|tablet|pill) (?:of|for)\b|\bwhat(?:'s| is) (?:his|her|my|the) last (?:day|dose)\b"
    r"|\bhow long (?:do|does|should|must|will|am|is|are|have|has)\b[^.?!]{0,40}\b(?:take|taking|give|use|using|on)\b"
    r"|\b(?:remind|again|supposed|said|told|was it|meant)\b.{0,40}\bhow long\b|\bhow long\b.{0,50}\b(?:again|supposed"
    r"|was it|meant|told|did (?:the|she|he|my))\b"
    r"|언제\s?까지\s?(?:다\s?)?(?:먹|드|복용|쓰|바르|넣|맞|하|였|이었|예|인)"
    r"|며칠\s?(?:까지|남|더|동안\s?더)|몇\s?일\s?(?:까지|남|더)|얼마나\s?남|언제\s?(?:끝|다\s?먹)|(?:얼마\s?동안|며칠\s?(?:동안|이나|간)?|얼마나)\s?(?:더\s?)?먹(?:어야|여야|으면|이면|는)|마지막\s?(?:날|약)(?:이|은)?\s?언제",
    re.IGNORECASE,
)
_PAST: Final = lazy_regex(
    r"언제\s?까지\s?(?:먹었|드셨|복용했|썼|먹였|맞았)|\buntil when (?:did|was|were)\b|\bwhen did\b", re.IGNORECASE
)
"""What was taken and is over: that is a question for an end on record."""
_DAYS: Final = lazy_regex(
    rf"\b(?P<en>{ENGLISH_COUNT})[ -]?(?:more )?(?P<unit>days?|weeks?)\b(?! (?:ago|old|later|early|late|apart|off|from))"
    rf"|(?<!월)(?<!월\s)(?P<ko>{KOREAN_COUNT_ALONE})\s?(?P<unit_ko>일|주일|주(?!일))(?!\s?(?:에|마다|째|전|부터|뒤|후|까지|날))",
    re.IGNORECASE,
)
_CARRYING_BEFORE: Final = lazy_regex(r"(?:임신(?:한\s?지)?|임산부|pregnan\w*(?: at)?,?)\s?$", re.IGNORECASE)
_CARRYING_AFTER: Final = lazy_regex(
    r"\s?(?:pregnan|gone\b|along\b|into\b|차|임신|임산부|된\s?(?:임산부|산모))", re.IGNORECASE
)
"""What stands beside the weeks of a pregnancy, which are no course of a medicine."""
_WEEK: Final = 7
_MOST: Final = 365
"""Days from which on a medicine is taken for good rather than for a course."""
_DAY: Final = len("2026-01-31")
_STOPS: Final = lazy_regex(r"(?<=[.!?~])\s+|\n+")


@dataclass(frozen=True, slots=True)
class Course:
    """A medicine with the last day of its course."""

    fact: Fact
    last: str


def asks_course_end(request: Request, view: PatientView) -> bool:
    """Whether it is asked until when a medicine is taken of which that is known."""
    text = request.plain or request.text
    if _ASKS.search(text) is None or _PAST.search(text) is not None or request.tests:
        return False
    if _tells_course(request):
        # "Amoxicillin for 10 days. When is he done?" tells of the course itself.
        return True
    return bool(_meant(request, view))


def _tells_course(request: Request) -> bool:
    """Whether a sentence of the words gives a medicine for so many days to come."""
    taken = [one for one in request.mentions if one.entry.kind == "medications"]
    return any(
        any(one.surface in sentence for one in taken) and _days_in(sentence) and _SO_FAR.search(sentence) is None
        for sentence in _STOPS.split(request.plain)
    )


_SO_FAR: Final = lazy_regex(
    r"\b(?:been|have had|has had|took|taken|already|for the (?:last|past))\b|먹었|드셨|먹은\s?지|째|동안\s?먹고",
    re.IGNORECASE,
)


def course_end(consultation: Consultation) -> Part:
    """The last day of the course meant, and how far off it is."""
    courses = _meant(consultation.request, consultation.situation.view)
    if not courses:
        return Part(sentence("course.unknown", consultation.words.language))
    return told_ends(consultation, courses)


def told_ends(consultation: Consultation, courses: Sequence[Course]) -> Part:
    """The last day of each course, how far off it is, and to take it to its end."""
    said = joined(_told(consultation, one) for one in courses)
    facts = tuple(one.fact for one in courses)
    language = consultation.words.language
    keep = Part(sentence("course.keep", language))
    if _WHICH_DAY.search(consultation.request.text) is not None and not any(_weekday(one.fact) for one in courses):
        said = joined((said, Part(sentence("course.no_weekday", language))), " ")
    over = all(one.last < consultation.known.today for one in courses)
    return joined((said, Part() if over else keep, Part(spoke_of=medicines_spoken(facts))), " ")


_WHICH_DAY: Final = lazy_regex(r"\b(?:which|what) (?:week)?day\b|(?:무슨|어느)\s?요일", re.IGNORECASE)
_WEEKDAY: Final = lazy_regex(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|[월화수목금토일]요일", re.IGNORECASE)


def _weekday(fact: Fact) -> bool:
    """Whether the words that told of a medicine named a day of the week."""
    return any(_WEEKDAY.search(one.quote or "") is not None for one in fact.evidence)


def _told(consultation: Consultation, course: Course) -> Part:
    words, today = consultation.words, date.fromisoformat(consultation.known.today)
    left = (date.fromisoformat(course.last) - today).days
    key = "course.over" if left < 0 else "course.today" if left == 0 else "course.until"
    item, day = words.medicine(course.fact.content), words.date(course.last)
    return Part(sentence(key, words.language, item=item, day=day, left=left), (course.fact.fact_id,))


def _meant(request: Request, view: PatientView) -> tuple[Course, ...]:
    """The courses asked about: those named, the one spoken of last, else all there are."""
    named = set(request.concepts("medications", "drug_classes"))
    taken = list(_taken(view))
    if named:
        meant = [one for one in taken if named & {one.content.concept.concept_id, *one.content.concept.broader}]
        return tuple(courses_of(meant, view))
    last = spoken(view.answers, "medications")
    ids = last.reference.fact_ids if last is not None else ()
    followed = [fact for one in ids if (fact := present(view.ledger, one)) is not None and fact in taken]
    return tuple(courses_of(followed, view)) or tuple(courses_of(taken, view))


def _taken(view: PatientView) -> Iterator[Fact]:
    for fact in view.ledger.current(SlotKind.MEDICATIONS):
        content = fact.content
        in_force = content.status is None or content.status in IN_FORCE
        if in_force and content.subject == PATIENT and content.polarity is Polarity.AFFIRMED:
            yield fact


def courses_of(facts: Iterable[Fact], view: PatientView) -> Iterator[Course]:
    """The courses among some medicines: those of which the last day is on record or can be counted."""
    for fact in facts:
        until = fact.content.valid_to or _counted(fact, view)
        if until is not None and len(until) == _DAY:
            yield Course(fact, until)


def _counted(fact: Fact, view: PatientView) -> str | None:
    """The last day by the days that were told with the medicine; None where none were, or several."""
    evidence = next((one for one in fact.evidence if one.turn_number), None)
    line = view.turns.lines.get(evidence.turn_number) if evidence is not None and evidence.turn_number else None
    if line is None or evidence is None or not evidence.quote:
        return None
    told = next((one for one in _STOPS.split(line.question) if evidence.quote in one), "")
    days = _days_in(told)
    since = fact.content.valid_from or fact.day
    if len(days) != 1 or since is None or len(since) != _DAY:
        return None
    return (date.fromisoformat(since) + timedelta(days=days[0] - 1)).isoformat()


def _days_in(text: str) -> tuple[int, ...]:
    """How many days something is given for, each length that the words tell."""
    found = []
    for match in _DAYS.finditer(text):
        if _CARRYING_BEFORE.search(text[: match.start()]) or _CARRYING_AFTER.match(text, match.end()):
            continue
        unit = match["unit"] or match["unit_ko"]
        count = read_count(match["en"] or match["ko"])[1] * (_WEEK if unit[0] in "wW주" else 1)
        if 1 < count <= _MOST:
            found.append(count)
    return tuple(dict.fromkeys(found))
