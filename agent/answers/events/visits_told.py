"""The answer to what is asked of appointments: those told, by their dates, as they were moved or cancelled since."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.events.lines import lines_told
from agent.answers.events.people import SELF, people_in
from agent.answers.events.sentences import asked_in
from agent.answers.events.visits import CARE, Visit, Visits, may_tell_visit, stems_named, visits_told
from agent.answers.part import Part, joined
from agent.words.figures import day_text
from agent.words.sentences import sentence
from extraction.text.lazy_regex import lazy_regex

_VISIT: Final = (
    r"예약|일정|병원|진료|외래|보건[소지]|갈\s?(?:데|곳|거|날)|가는\s?(?:데|곳|거|날)"
    r"|가야\s?(?:되|하|돼|할|될)|스케줄|달력"
)
_WHEN_KO: Final = (
    r"언제|며칠|몇\s?시|무슨\s?요일|날짜|순서|순으로|차례|정리|읊|읽어|말해|알려|적어|뭐\s?뭐"
    r"|뭐가|무엇|뭐\s?있|뭐였|어떤|어느|남[았은]|목록|다시|쭉|다음"
)
_ASKED: Final = lazy_regex(
    rf"(?:{_VISIT})[^.!?\n]{{0,24}}(?:{_WHEN_KO})|(?:{_WHEN_KO})[^.!?\n]{{0,16}}(?:{_VISIT})"
    r"|\bwhat(?:'s| is|s| have| do| did)?\b[^.?!]{0,30}\b(?:on (?:my|the|our) (?:calendar|diary|list)|got on"
    r"|booked|coming up|appointments?|appts?|calendar|lined up)\b"
    r"|\bwhat'?s (?:on|booked|happening|planned)\b(?=[^.?!]{0,20}\b(?:when|for me|order|and)\b)"
    r"|\b(?:when|what time|what day|what date|which day|where)\b[^.?!]{0,40}\b(?:appointments?|appts?"
    r"|visits?|check-?up|follow-?up|calendar|next going|seeing)\b"
    r"|\b(?:list|read|tell|give|put|go through|remind|which|any|all|order)\b[^.?!]{0,40}\b(?:appointments?"
    r"|appts?|calendar|diary|visits?|bookings?)\b"
    r"|\b(?:appointments?|appts?|visits?|bookings?)\b[^.?!]{0,30}\b(?:when|in order|list|dates?|again|left|please)\b",
    re.IGNORECASE,
)
_OF_ONE: Final = lazy_regex(
    r"언제|며칠|몇\s?시|무슨\s?요일|날짜|\b(?:when(?:'s|s)?|what (?:time|day|date)|which day|still on|moved)\b",
    re.IGNORECASE,
)
_PAST: Final = lazy_regex(
    r"[갔받][었다]?[던지더는었]|\b(?:did i|was (?:my|the) last|have i had|last (?:time|went))\b|마지막", re.IGNORECASE
)
_NEXT: Final = lazy_regex(r"다음|제일\s?먼저|가까운|\bnext\b|\bfirst\b|\bsoonest\b", re.IGNORECASE)
_FROM_CARE: Final = lazy_regex(r"병원|진료|보건|\b(?:hospital|medical|doctor|health|clinic)\b", re.IGNORECASE)
_WEEKDAYS: Final = {"ko": "월화수목금토일", "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")}
_MOST: Final = 12


def visits_asked(consultation: Consultation) -> Part:
    """The appointments that are asked for; empty where none was told, or nothing of the kind is asked."""
    asked = asked_in(consultation.situation.question.text)
    if not asked or _PAST.search(asked) is not None:
        return Part()
    may_be_one = CARE.search(asked) is not None and _OF_ONE.search(asked) is not None
    if _ASKED.search(asked) is None and not may_be_one:
        return Part()
    visits = visits_told(lines_told(consultation), consultation.ledger.time_zone)
    if not visits.kept:
        return Part()
    named = [one for one in visits.kept if one.is_named(stems_named(asked))]
    if _ASKED.search(asked) is None and not named:
        return Part()
    return _said(consultation, visits, named if named and not _asks_all(asked) else [], asked)


def _asks_all(asked: str) -> bool:
    return _ALL.search(asked) is not None


_ALL: Final = lazy_regex(
    r"순서|순으로|쭉|전부|모두|다\s|목록|이랑|\b(?:all|in order|list|everything|calendar|which)\b|뭐\s?뭐",
    re.IGNORECASE,
)


def _said(consultation: Consultation, visits: Visits, named: Sequence[Visit], asked: str) -> Part:
    language, today = consultation.words.language, consultation.known.today
    shown = _own(consultation, named or visits.kept, asked)
    standing = [one for one in shown if not one.cancelled]
    ahead = [one for one in standing if one.day >= today]
    if _NEXT.search(asked) is not None and not named and not visits.open_turns:
        ahead = [one for one in ahead if one.is_care][:1]
    care = [
        one for one in ahead if one.is_care and (CARE.search(one.words) is not None or _FROM_CARE.search(asked) is None)
    ]
    other = [one for one in ahead if one not in care]
    past = [one for one in standing if one.day < today]
    gone = [one for one in shown if one.cancelled]
    parts = [sentence("events.visits" if care else "events.no_visits", language)]
    parts += [_line(one, language) for one in care[:_MOST]]
    for key, some in (("events.visits_other", other), ("events.visits_past", past), ("events.visits_gone", gone)):
        if some:
            parts.append(sentence(key, language, listed="; ".join(_short(one, language) for one in some)))
    quoted = _open(consultation, visits)
    parts += quoted
    parts.append(sentence("events.no_calendar", language))
    return joined(Part(one) for one in parts)


def _own(consultation: Consultation, shown: Sequence[Visit], asked: str) -> Sequence[Visit]:
    """Without the appointments of others, where one's own are asked for."""
    if consultation.is_kept_for_another or _OWN.search(asked) is None or people_in(_LEFT_OUT.sub(" ", asked)) - {SELF}:
        return shown
    return [one for one in shown if people_in(one.words) <= {SELF}]


_LEFT_OUT: Final = lazy_regex(
    r"\S+\s?(?:말고|빼고|제외)|\b(?:not|except|without|leave out) (?:my |the )?\S+", re.IGNORECASE
)
_OWN: Final = lazy_regex(
    r"(?<![가-힣])(?:내|제|나|저)(?:[가는도만]|\s|꺼|거|것)|\b(?:i|me|my|mine|i'm|am i)\b", re.IGNORECASE
)


def _open(consultation: Consultation, visits: Visits) -> list[str]:
    language = consultation.words.language
    now = consultation.situation.question.turn_number
    said = [" ".join(text.split()) for turn, text in visits.open_turns.items() if turn != now]
    return [sentence("events.open", language, quote=one) for one in said[-3:]]


def dated(day: str, language: str) -> str:
    """A day with its day of the week."""
    week = _WEEKDAYS[language][date.fromisoformat(day).weekday()]
    return f"{day_text(day, language)}({week})" if language == "ko" else f"{week} {day_text(day, language)}"


def _short(one: Visit, language: str) -> str:
    return f"{dated(one.day, language)} {one.words}"


def _line(one: Visit, language: str) -> str:
    moved = sentence("events.moved", language, day=day_text(one.moved_from, language)) if one.moved_from else ""
    return f"- {dated(one.day, language)}: {one.words}{moved}"


def visits_noted(consultation: Consultation) -> Part:
    """What this turn told of appointments, as it now stands; empty where it told of none."""
    language, now = consultation.words.language, consultation.situation.question.turn_number
    question, zone = consultation.situation.question, consultation.ledger.time_zone
    if not may_tell_visit(question.text, question.said_at, zone):
        return Part()
    visits = visits_told(lines_told(consultation), zone)
    if now not in visits.touched:
        return Part()
    told = [one for one in visits.kept if one.turn == now and not one.cancelled]
    gone = [one for one in visits.kept if one.cancelled and one not in told]
    listed = "; ".join(_short(one, language) for one in told)
    if listed:
        return Part(sentence("events.visits_noted", language, listed=listed))
    said = "; ".join(_short(one, language) for one in gone)
    return Part(sentence("events.visits_gone", language, listed=said)) if said else Part()
