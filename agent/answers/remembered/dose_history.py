"""The dose of a medicine and the day on which it changed, asked in one breath: "how much, and when was it raised?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.answers.record.beginnings import course_of
from agent.answers.record.changes import difference_of
from agent.answers.remembered.asked import asks_leave
from agent.answers.remembered.tellings import told_lines
from agent.words.figures import quantity
from agent.words.sentences import sentence
from domain.ledger import CHANGED, Fact
from domain.values import IN_FORCE, SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_DOSE: Final = lazy_regex(
    r"\b(?:how (?:much|many)|dos(?:e|es|age)|strength|what am i on|mgs?|milligrams?|micrograms?|units)\b|\bto what\b"
    r"|몇\s?(?:mg|mcg|밀리|미리|마이크로|단위|알|정)|용량|얼마|[밀미]리그램",
    re.IGNORECASE,
)
_CHANGED_KO: Final = r"(?:올[렸린리랐]|늘[렸린었]|줄[였인었]|내[렸린]|낮[췄춘]|바[뀌뀐꿨꾼]|변경|증량|감량|조정)"
_CHANGED_EN: Final = (
    r"(?:rais\w+|increas\w+|go(?:ne|es)? up|went up|put (?:it |my \w+ )?up|upped|bumped|doubled|lower\w+|reduc\w+|cut"
    r"|halved|c[oa]me down|went down|go(?:ne|es)? down|chang\w+|adjust\w+)"
)
_MOVED: Final = lazy_regex(
    rf"\b{_CHANGED_EN}\b|\b(?:before|previous(?:ly)?|used to be|earlier dose|old dose)\b"
    rf"|{_CHANGED_KO}|(?<!식)(?<!아침)전에는|전\s?용량|이전|원래|예전",
    re.IGNORECASE,
)
"""Words that ask for what it was before, or for the change itself."""
_BEGUN: Final = lazy_regex(
    r"\b(?:since when|and when|when (?:did|was|were|have) (?:i|it|my|the|he|she|we|they)\b[^?]{0,30}"
    r"\b(?:start\w*|begin|began|put))\b"
    r"|언제부터|언제\s?(?:시작|처음)",
    re.IGNORECASE,
)
_WHEN: Final = lazy_regex(r"\bwhen\b|\b(?:what|which) (?:date|day)\b|언제|날짜|며칠", re.IGNORECASE)
_WHEN_CHANGED: Final = lazy_regex(rf"\b{_CHANGED_EN}\b|{_CHANGED_KO}", re.IGNORECASE)
_ALL: Final = lazy_regex(
    r"\b(?:run (?:me )?(?:through|thru|thro)|go through|list|all|each|every|history of)\b"
    r"[^?]{0,30}\b(?:dos\w+|steps?|changes)\b"
    r"|\bdos(?:es|ages?)\b[^?]{0,20}\b(?:with|and) (?:the )?(?:dates?|days)\b"
    r"|(?:용량|단위|몇)[^?]{0,16}(?:쭉|차례|순서|전부|다\s?(?:알려|정리|말))|(?:쭉|차례대로|순서대로)[^?]{0,20}(?:용량|몇|단위)",
    re.IGNORECASE,
)
"""Words that ask for every dose that there was."""
_KINDS: Final = ("medications", "drug_classes")


def asks_dose_history(request: Request) -> bool:
    """Whether a dose is asked for together with its change or its beginning, or when a dose was changed."""
    text = request.text
    if request.tests or not request.concepts(*_KINDS) or asks_leave(request):
        return False
    of_its_course = _MOVED.search(text) is not None or _BEGUN.search(text) is not None
    when_changed = _WHEN.search(text) is not None and _WHEN_CHANGED.search(text) is not None
    return when_changed or _ALL.search(text) is not None or (of_its_course and _DOSE.search(text) is not None)


def asks_every_dose(request: Request) -> bool:
    """Whether all the doses that a medicine was taken in are asked for."""
    return asks_dose_history(request) and _ALL.search(request.text) is not None


def asks_with_its_course(request: Request) -> bool:
    """Whether a dose is asked for with its beginning or the day of its change, or after a change of it."""
    text = request.text
    changed = _WHEN_CHANGED.search(text) is not None and _BEFORE.search(text) is None
    return asks_dose_history(request) and (changed or _ALL.search(text) is not None or _BEGUN.search(text) is not None)


_BEFORE: Final = lazy_regex(r"\bbefore\b|전에|전\s|기\s?전", re.IGNORECASE)


def dose_history(consultation: Consultation) -> Part:
    """Of each medicine named: how it is taken, from which dose to which it changed and when; else since when."""
    request = consultation.request
    if not asks_dose_history(request):
        return Part()
    named = request.concepts(*_KINDS)
    own = [fact for fact in told_lines(consultation, named, (SlotKind.MEDICATIONS,)) if fact.current]
    taken = [fact for fact in own if consultation.known.is_in_force(fact)]
    return joined(history_of(consultation, fact) for fact in taken or own[-1:])


def history_of(consultation: Consultation, fact: Fact) -> Part:
    """How a medicine is taken, and each change of it; else since when, and that none is on record."""
    words, language = consultation.words, consultation.words.language
    steps = dose_steps(consultation, fact)
    if steps and (fact.content.valid_from or "") > consultation.known.today:
        # What is to come is no change yet: it is taken as before until that day.
        return _to_come(consultation, steps)
    taken = words.medicine(fact.content)
    ids = tuple(dict.fromkeys((fact.fact_id, *(each.fact_id for pair in steps for each in pair))))
    key = "history.now" if consultation.known.is_in_force(fact) else "history.last"
    said = [sentence(key, language, medicine=taken)]
    if steps and not consultation.known.is_in_force(fact):
        said.append(course_of(consultation, fact).text)
    else:
        said += [_step(consultation, before, after) for before, after in steps]
    since = fact.content.valid_from
    if not steps:
        day = words.date(since or fact.day)
        said.append(sentence("history.since" if since else "history.never_changed", language, day=day))
    return Part(" ".join(said), ids, (), medicines_spoken((fact,)))


def _to_come(consultation: Consultation, steps: Sequence[tuple[Fact, Fact]]) -> Part:
    """How a medicine is taken whose dose changes on a day to come, with that change and those before it."""
    words, language, (before, after) = consultation.words, consultation.words.language, steps[-1]
    said = [sentence("history.now", language, medicine=words.medicine(before.content))]
    said += [_step(consultation, *pair) for pair in steps[:-1]]
    slots = {"day": words.date(change_day(before, after)), "what": difference_of(consultation, before, after)}
    said.append(sentence("changed.to_come", language, name=words.name(after.content), **slots))
    ids = tuple(dict.fromkeys(each.fact_id for pair in steps for each in pair))
    return Part(" ".join(said), ids, (), medicines_spoken((after,)))


def _step(consultation: Consultation, before: Fact, after: Fact) -> str:
    words = consultation.words
    by = _by_how_much(before, after)
    slots = {"what": difference_of(consultation, before, after), "day": words.date(change_day(before, after))}
    return sentence("history.changed_by" if by else "history.changed", words.language, by=by, **slots)


def dosing(consultation: Consultation, fact: Fact) -> str:
    """How a medicine is taken, without its name."""
    words = consultation.words
    return words.medicine(fact.content).removeprefix(words.name(fact.content)).strip() or words.name(fact.content)


def dose_steps(consultation: Consultation, fact: Fact) -> list[tuple[Fact, Fact]]:
    """The changes of dose or rhythm that led to ``fact``, the oldest first, each as the fact before and after it."""
    facts = consultation.ledger.facts
    steps: list[tuple[Fact, Fact]] = []
    while fact.supersedes and (before := facts.get(fact.supersedes[-1])) is not None:
        if before.ended != CHANGED or before is fact:
            break
        both = all(one.content.status in (None, *IN_FORCE) for one in (before, fact))
        if both and _taken(before) != _taken(fact):
            steps.insert(0, (before, fact))
        fact = before
    return steps


def before_last_change(consultation: Consultation, steps: Sequence[tuple[Fact, Fact]]) -> str:
    """The dose before the last of ``steps`` and the one since, with how long the former was taken where that is told.

    ``steps`` are changes of one medicine, the oldest first, and at least one.
    """
    words, (before, after) = consultation.words, steps[-1]
    day = change_day(before, after)
    begun = next((change_day(*pair) for pair in steps if pair[1].fact_id == before.fact_id), None)
    since = begun or before.content.valid_from
    slots = {
        "name": words.name(after.content), "day": words.date(day), "before": dosing(consultation, before),
        "after": dosing(consultation, after), "since": words.date(since) if since else "",
        "days": _days_between(since, day),
    }  # fmt: skip
    key = "own.dose_before_for" if slots["days"] else "own.dose_before_since" if since else "own.dose_before"
    return sentence(key, words.language, **slots)


def _days_between(since: str | None, until: str) -> int | None:
    """How many days lie between two days; None where one of them is not told as a day, or they are one apart."""
    if since is None or len(since) != _WHOLE or len(until) != _WHOLE:
        return None
    days = (date.fromisoformat(until) - date.fromisoformat(since)).days
    return days if days > 1 else None


_WHOLE: Final = len("2026-01-31")


def change_day(before: Fact, after: Fact) -> str:
    """The (partial) day from which it was different: as told, else the day of telling."""
    return before.ended_at or after.content.valid_from or after.day


def _taken(fact: Fact) -> tuple[str | None, str | None, str | None]:
    return fact.content.dose, fact.content.frequency, fact.content.timing


def _by_how_much(before: Fact, after: Fact) -> str:
    old, new = number_of_dose(before.content.dose), number_of_dose(after.content.dose)
    unit = "".join(ch for ch in after.content.dose or "" if ch.isalpha())
    same = unit == "".join(ch for ch in before.content.dose or "" if ch.isalpha())
    if old is None or new is None or old == new or not same:
        return ""
    return f"{'+' if new > old else '−'}{quantity(abs(new - old), unit)}"


def is_part(text: str) -> bool:
    """Whether one ask of several asks for a part of what is answered here."""
    return any(one.search(text) is not None for one in (_DOSE, _MOVED, _BEGUN, _WHEN_CHANGED, _ALL))
