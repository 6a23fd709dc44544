"""What is asked of dated events, answered from all that was told of them, and what a turn entered in them.

Nothing is counted, averaged or called the last while a sentence of the series could not be placed: the days that are
sure are listed then, and the open words quoted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.events.asked import ABOUT_A_CHANGE, BIG, Asked, asked_of_events, wants_advice
from agent.answers.events.doses import Course, Doses, doses_told, vaccines_named
from agent.answers.events.happenings import Happening, Happenings, happenings_told, may_tell
from agent.answers.events.kinds import PERIOD, EventKind, is_generic, kinds_named
from agent.answers.events.lines import lines_told
from agent.answers.events.onsets import ASKED, OF_TREATMENT, onsets_told
from agent.answers.events.people import SELF, people_in
from agent.answers.events.sentences import asked_in, sentences_told
from agent.answers.events.visits_told import dated, visits_asked, visits_noted
from agent.answers.part import Part, joined
from agent.answers.recollected.recollected import OF_TELLINGS, recollection_asked
from agent.answers.remembered.remembered import remembered_alone
from agent.words.figures import day_text, number, span_text
from agent.words.sentences import sentence
from domain.clinical_dates import days_apart
from domain.ledger import CHANGED
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_MOST: Final = 40
"""Days that are listed."""
_YEAR: Final = 365
_DAY: Final = len("2026-01-31")


@dataclass(frozen=True, slots=True)
class EventsTold:
    """The answer to what is asked of dated events, the turns that it rests on, and what this turn entered."""

    account: Part = field(default_factory=Part)
    turns: frozenset[int] = frozenset()
    kinds: tuple[EventKind, ...] = ()
    noted: Part = field(default_factory=Part)
    is_of_doses: bool = False


def dated_events(consultation: Consultation) -> EventsTold:
    """What is asked of dated events; empty where nothing of the kind was told or is asked."""
    asked = asked_in(consultation.situation.question.text)
    if not asked:
        return EventsTold(noted=_noted(consultation))
    if (course := _course_asked(consultation, asked)) is not None and (
        doses := _doses_asked(consultation, course, asked)
    ).text:
        turns = frozenset(turn for one in course.doses.values() for turn in one.turns)
        return EventsTold(doses, turns | frozenset(course.open_turns), is_of_doses=True)
    if (visits := visits_asked(consultation)).text:
        return EventsTold(visits, frozenset(one.turn_number for one in lines_told(consultation)))
    happened = _happenings_asked(consultation, asked)
    return happened if happened.account.text else _onset_asked(consultation, asked)


def _onset_asked(consultation: Consultation, asked: str) -> EventsTold:
    """Since when a complaint is there, where its beginning was put right."""
    if ASKED.search(asked) is None or OF_TREATMENT.search(asked) is not None:
        return EventsTold()
    lines, zone = lines_told(consultation), consultation.ledger.time_zone
    onsets = {key: one for key, one in onsets_told(lines, zone, consultation.finder).items() if one.before is not None}
    mentions = consultation.finder.find(asked)
    named = {one.entry.concept_id for one in mentions if one.entry.kind in _ILLS}
    if any(one.entry.kind not in _ILLS for one in mentions):
        return EventsTold()
    meant = [one for key, one in onsets.items() if key in named or any(key.endswith(f"_{each}") for each in named)]
    if not meant and not named and len(onsets) == 1:
        meant = [*onsets.values()]
    if not meant:
        return EventsTold()
    language, today = consultation.words.language, consultation.known.today
    parts = []
    for one in meant:
        name = one.entry.name_ko if language == "ko" else one.entry.name
        days = days_apart(one.day, today)
        slots = {"name": name, "day": dated(one.day, language), "before": day_text(one.before or "", language)}
        parts.append(Part(sentence("events.onset", language, days=days, weeks=_weeks(days, language), **slots)))
    return EventsTold(joined(parts), frozenset(one.turn for one in meant))


def _weeks(days: int, language: str) -> str:
    """So many whole weeks and days, where there are any: " (6주)", " (6 weeks)"."""
    weeks, rest = divmod(days, 7)
    if weeks < 2:
        return ""
    return sentence("events.weeks_days" if rest else "events.weeks", language, weeks=weeks, rest=rest)


_ILLS: Final = ("symptoms", "conditions")


def _happenings_asked(consultation: Consultation, asked: str) -> EventsTold:
    lines, zone = lines_told(consultation), consultation.ledger.time_zone
    wanted = asked_of_events(asked)
    if not wanted:
        return EventsTold()
    told, topic = happenings_told(lines, zone, consultation.finder)
    kinds = [one for one in kinds_named(asked, topic) if one.key in told]
    if (
        not kinds
        and topic is not None
        and not consultation.request.tests
        and (wanted & {"count", "last", "between"})
        and _is_of_topic(consultation, asked)
    ):
        kinds = [topic]
    parts, turns = [], set[int]()
    for kind in kinds:
        here = _of_whom(consultation, told[kind.key], asked)
        if here is None or not here.on or not _is_wanted(kind, wanted, asked):
            continue
        told_apart = any(one.small or one.who - {SELF} for one in told[kind.key].on)
        if kind is not PERIOD and not (here.removed or here.open_turns or told_apart):
            # What stands on record as it was told is answered from there, with the time that is asked about.
            heard = recollection_asked(consultation) in OF_TELLINGS
            values = consultation.request.values
            within = values is not None and values.window is not None
            reckoned = len(here.days) > 1 and bool(wanted & {"count", "between"}) and not (heard or within)
            if not reckoned and remembered_alone(consultation).facts:
                continue
        parts.append(_said_once(consultation, here) if kind.once else _said(consultation, here, wanted, asked))
        if not kind.once:
            turns |= here.touched | set(here.open_turns)
    return EventsTold(joined(parts), frozenset(turns), tuple(kinds)) if parts else EventsTold()


def _is_of_topic(consultation: Consultation, asked: str) -> bool:
    """Whether an ask that names no kind can only mean what was told of: it names nothing else either."""
    if is_generic(asked):
        return True
    asks = [one for one in sentences_told(asked) if _HOW_OFTEN.search(one) is not None]
    return any(all(each.entry.kind not in _THINGS for each in consultation.finder.find(one)) for one in asks)


_HOW_OFTEN: Final = lazy_regex(
    r"몇\s?(?:번|차례|회)|횟수|마지막|주기|간격|\bhow often\b"
    r"|\bhow many (?:times|so far|in|this|total|altogether|(?:is|was|are) (?:that|it|they)"
    r"|have i (?:had|told)|did i|now)\b"
    r"|\bbetween (?:each|them|those|these|the (?:last|two|ones?))\b|\b(?:days|weeks|long|gaps?) (?:apart|between)\b"
    r"|사이|며칠\s?만에"
    r"|\blast time\b",
    re.IGNORECASE,
)
"""What asks how often, and of nothing else."""
_THINGS: Final = ("medications", "drug_classes", "labs", "vitals", "symptoms", "conditions", "procedures")


def _is_wanted(kind: EventKind, wanted: Collection[Asked], asked: str) -> bool:
    if kind.once:
        return "since" in wanted or ("list" in wanted and not wants_advice(asked))
    return bool(wanted) and not (wants_advice(asked) and not set(wanted) & {"count", "last", "between", "average"})


def _of_whom(consultation: Consultation, told: Happenings, asked: str) -> Happenings | None:
    """What was told of whom the question asks; None where the sentences do not tell whose days they are."""
    relatives = frozenset[str]().union(*(one.who for one in told.on)) - {SELF}
    if not relatives or consultation.is_kept_for_another:
        return told
    who, everyone = people_in(asked), frozenset[str]().union(*(one.who for one in told.on))
    if not who:
        return told if len(everyone) == 1 else None
    if everyone <= who:
        return told
    if any(not one.who for one in told.on):
        return None
    kept = [one for one in told.on if one.who & who]
    return replace(told, on=kept) if kept else None


def _said_once(consultation: Consultation, told: Happenings) -> Part:
    language, today = consultation.words.language, consultation.known.today
    day = told.on[-1].day
    if told.open_turns or len(told.days) > 1:
        listed = ", ".join(day_text(one, language) for one in told.days)
        return Part(sentence("events.listed", language, name=told.kind.name(language), listed=listed))
    since = days_apart(day, today)
    text = sentence(
        "events.once",
        language,
        name=told.kind.name(language),
        day=dated(day, language),
        days=span_text(since, language),
        nth=since + 1,
    )
    return Part(text)


def _said(consultation: Consultation, told: Happenings, wanted: Collection[Asked], asked: str) -> Part:
    language, today = consultation.words.language, consultation.known.today
    big = BIG.search(asked) is not None
    small = [one for one in told.on if one.small]
    on = sorted((one for one in told.on if not (big and one.small) and one.day <= today), key=lambda one: one.day)
    name = told.kind.name(language)
    parts = [sentence("events.listed", language, name=name, listed=_listed(on, language))]
    if small and (big or len(small) < len(told.on)):
        listed = ", ".join(day_text(one.day, language) for one in small)
        parts.append(sentence("events.small", language, listed=listed))
    if told.ends and told.kind is PERIOD:
        parts.append(sentence("events.ended", language, listed=", ".join(day_text(one, language) for one in told.ends)))
    if told.removed:
        listed = ", ".join(day_text(one, language) for one in sorted(told.removed))
        parts.append(sentence("events.removed", language, listed=listed))
    if told.open_turns:
        parts += [sentence("events.open", language, quote=" ".join(one.split())) for one in told.open_turns.values()]
        parts.append(sentence("events.not_reckoned", language))
        return joined(Part(one) for one in parts)
    if "count" in wanted and told.kind is not PERIOD and ABOUT_A_CHANGE.search(asked) is None:
        parts.append(_counted(on, language, today))
    elif "count" in wanted and (changed := _change_asked(consultation, asked)) is not None:
        parts.append(_around(on, changed, language))
    if on and ({"last", "since"} & set(wanted)):
        last = on[-1].day
        parts.append(
            sentence(
                "events.last", language, day=dated(last, language), days=span_text(days_apart(last, today), language)
            )
        )
    if on and "first" in wanted:
        parts.append(sentence("events.first", language, day=dated(on[0].day, language)))
    if {"between", "average"} & set(wanted) and len(on) > 1:
        parts.append(_gaps(on, language))
    parts.append(sentence("diary.untold", language))
    return joined(Part(one) for one in parts)


def _change_asked(consultation: Consultation, asked: str) -> str | None:
    """The one day on which a dose was changed, as it stands on record, where days before and after it are asked for."""
    if _OF_DOSE.search(asked) is None:
        return None
    facts = consultation.ledger.facts.values()
    meds = [one for one in facts if one.content.slot is SlotKind.MEDICATIONS and one.supersedes and one.current]
    changed = [one for one in meds if any(_is_changed(consultation, old) for old in one.supersedes)]
    days = {one.content.valid_from for one in changed if one.content.valid_from is not None}
    day = next(iter(days)) if len(days) == 1 else None
    return day if day is not None and len(day) == _DAY else None


def _is_changed(consultation: Consultation, fact_id: str) -> bool:
    old = consultation.ledger.facts.get(fact_id)
    return old is not None and old.ended == CHANGED


_OF_DOSE: Final = lazy_regex(
    r"올[리린렸]|늘[리린렸]|줄[이인였]|바[꾸꿨꾼]|\b(?:dose|raised?|upped|increas\w*|chang\w*|switch\w*"
    r"|went up|going up|put up)\b",
    re.IGNORECASE,
)


def _around(on: Sequence[Happening], changed: str, language: str) -> str:
    """The number before and after the day of a change; what lies on that day is told apart."""
    before = sum(one.count for one in on if one.day < changed)
    after = sum(one.count for one in on if one.day > changed)
    same = sum(one.count for one in on if one.day == changed)
    key = "events.around_same" if same else "events.around"
    return sentence(key, language, day=day_text(changed, language), before=before, after=after, same=same)


def _listed(on: Sequence[Happening], language: str) -> str:
    shown = on[-_MOST:]
    times = [sentence("events.times", language, count=one.count) if one.count > 1 else "" for one in shown]
    return ", ".join(f"{day_text(one.day, language)}{often}" for one, often in zip(shown, times, strict=True))


def _counted(on: Sequence[Happening], language: str, today: str) -> str:
    """The number in all; where they lie in several months, of each, and that the present one is not over."""
    total = sum(one.count for one in on)
    months = list(dict.fromkeys(one.day[:7] for one in on))
    if len(months) < 2:
        return sentence("events.total", language, count=total)
    each = []
    for month in months:
        count = sum(one.count for one in on if one.day[:7] == month)
        key = "events.of_month_so_far" if month == today[:7] else "events.of_month"
        each.append(sentence(key, language, month=_month(month, language), count=count))
    return sentence("events.by_month", language, count=total, listed=", ".join(each))


def _month(month: str, language: str) -> str:
    return f"{int(month[5:7])}월" if language == "ko" else day_text(f"{month}-01", language)[2:]


def _gaps(on: Sequence[Happening], language: str) -> str:
    days = list(dict.fromkeys(one.day for one in on))
    spans = [(first, last, days_apart(first, last)) for first, last in pairwise(days)]
    listed = ", ".join(
        sentence(
            "events.gap",
            language,
            first=day_text(first, language),
            last=day_text(last, language),
            days=span_text(apart, language),
        )
        for first, last, apart in spans
    )
    if len(spans) < 2:
        return sentence("events.gaps", language, listed=listed)
    mean = sum(apart for _, _, apart in spans) / len(spans)
    return sentence("events.gaps_mean", language, listed=listed, mean=number(round(mean, 1)))


_LEFT: Final = frozenset({"left", "남"})


def _course_asked(consultation: Consultation, asked: str) -> Course | None:
    """The vaccinations told, where words ask of any."""
    of_doses = _OF_DOSES.search(asked) is not None and not consultation.request.concepts("medications", "drug_classes")
    if not (_OF_VACCINES.search(asked) or vaccines_named(asked) or of_doses) or not asked_of_events(asked) | _left(
        asked
    ):
        return None
    return doses_told(lines_told(consultation), consultation.ledger.time_zone)


def _doses_asked(consultation: Consultation, course: Course, asked: str) -> Part:
    """The doses that are asked for, by vaccine; of all that were told where none is named."""
    told = [one for one in course.doses.values() if one.given or one.planned]
    named = {one.key for one in vaccines_named(asked)}
    if not told:
        return Part()
    shown = [one for one in told if one.vaccine.key in named] if named else told
    counted = bool(asked_of_events(asked) & {"count"} or _left(asked)) and not course.open_turns
    if not shown or (remembered_alone(consultation).facts and not counted):
        return Part()
    language = consultation.words.language
    ahead = _AHEAD.search(asked) is not None
    # What is booked is told to whoever asks for it, or where nothing else was told of that vaccine.
    shown = [one if ahead or not one.given else replace(one, planned={}) for one in shown]
    parts = [Part(_doses_said(one, language, consultation.known.today)) for one in shown]
    if not named:
        listed = ", ".join(one.name(language) for one in dict.fromkeys(course.not_needed))
        parts += [Part(sentence("events.not_given", language, listed=listed))] if listed else []
    now = consultation.situation.question.turn_number
    opened = [text for turn, text in course.open_turns.items() if turn != now]
    parts += [Part(sentence("events.open", language, quote=" ".join(one.split()))) for one in opened]
    if any(one.planned for one in shown):
        parts.append(Part(sentence("events.no_calendar", language)))
    return joined(parts)


_OF_DOSES: Final = lazy_regex(r"\b(?:doses?|shots?)\b|몇\s?차", re.IGNORECASE)
_AHEAD: Final = lazy_regex(
    r"다음|남[은았]|예약|예정|앞으로|언제\s?(?:맞|가)|언제언제|날짜|일정|전부|모두|정리|목록"
    r"|\b(?:next|left|due|booked|remaining|when|dates?|all|list|schedule|which)\b",
    re.IGNORECASE,
)
_OF_VACCINES: Final = lazy_regex(r"접종|백신|\b(?:jabs?|vaccin\w*|vaccs?|immuni[sz]\w*|boosters?)\b", re.IGNORECASE)


def _left(asked: str) -> frozenset[str]:
    return frozenset(one for one in _LEFT if one in asked.casefold())


def _doses_said(doses: Doses, language: str, today: str) -> str:
    days = doses.days()
    listed = [
        sentence("events.dose", language, number=number_, day=day_text(day, language))
        if number_ else day_text(day, language)
        for number_, day in days
    ]  # fmt: skip
    listed += [
        sentence("events.dose_planned", language, number=number_, day=day_text(day, language))
        if number_ else sentence("events.planned", language, day=day_text(day, language))
        for number_, day in sorted(doses.planned.items())
    ]  # fmt: skip
    text = sentence("events.doses", language, name=doses.vaccine.name(language), listed=", ".join(listed))
    if days and not doses.planned and (years := days_apart(days[-1][1], today) // _YEAR):
        text = f"{text} {sentence('events.years_ago', language, years=years)}"
    whole = [day for _, day in days if len(day) == _DAY]
    if len(whole) > 1 and len(whole) == len(days):
        gaps = ", ".join(
            sentence(
                "events.gap",
                language,
                first=day_text(a, language),
                last=day_text(b, language),
                days=span_text(days_apart(a, b), language),
            )
            for a, b in pairwise(whole)
        )
        text = f"{text} {sentence('events.gaps', language, listed=gaps)}"
    return text


def _noted(consultation: Consultation) -> Part:
    """What this turn entered; empty where it tells of no dated event."""
    if (visits := visits_noted(consultation)).text:
        return visits
    language, now = consultation.words.language, consultation.situation.question.turn_number
    lines, zone, question = lines_told(consultation), consultation.ledger.time_zone, consultation.situation.question
    if not may_tell(question.text, question.said_at, zone):
        return Part()
    listed = []
    for told in happenings_told(lines, zone, consultation.finder)[0].values():
        on = sorted((one for one in told.on if one.turn == now), key=lambda one: one.day)
        if now in told.touched and on:
            listed.append(f"{told.kind.name(language)} {_listed(on, language)}")
        elif now in told.touched and told.removed:
            gone = ", ".join(day_text(one, language) for one in sorted(told.removed))
            listed.append(sentence("events.removed", language, listed=gone).rstrip("."))
    return Part(sentence("diary.noted", language, listed="; ".join(listed))) if listed else Part()
