"""What a sentence of an answer claims of the patient, as the learned reader hears it.

The reader learnt from patients who speak of themselves. An answer speaks to them, or of whom they care for: with "you"
and "he" told as "I" it is heard as if the patient had said it, and each name in it comes with its role, how it is
asserted, and the doses, rhythms and days that are its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final

from agent.skills.clauses import Clause, clause_at, clauses_of
from extraction.naming.mentions import Entry
from extraction.reading.items import Heard
from extraction.reading.reader import LearnedReader
from extraction.reading.understanding import Read, Role, State
from extraction.text.lazy_regex import lazy_regex

_SURE: Final = 0.5
"""The doubt up to which a role is taken as heard."""
_RELATIVE: Final = lazy_regex(
    r"\b(?:ago|last|past|this|yesterday|today|now|weeks?|months?|days?|years?)\b|전|지난|어제|오늘|동안|째|간$"
    r"|이번|올해|요즘|지금",
    re.IGNORECASE,
)
"""A day that is reckoned from the one on which it is said."""
_PERSONS: Final = lazy_regex(
    r"\b(?P<are>(?:you|he|she|they)(?:['’](?:re|s)| are| is)(?= [a-z]))|\b(?P<have>(?:you|they)['’]ve)"
    r"|\b(?P<had>(?:you|he|she)['’]d)"
    r"|\b(?P<will>(?:you|he|she)['’]ll)|\b(?P<whose>your|his|her(?= [a-z]))\b|\b(?P<who>you|he|she)\b",
    re.IGNORECASE,
)
_AS_ONESELF: Final = {"are": "I am", "have": "I have", "had": "I had", "will": "I will", "whose": "my", "who": "I"}


@dataclass(frozen=True, slots=True)
class Claim:
    """One name in a sentence as the reader hears it.

    ``sure`` where its role is beyond doubt, ``open`` where the clause does not claim it (``supposed`` for a condition
    or a question), ``ordered`` where it orders, permits or suggests. ``doses`` are amounts with their units, ``days``
    partial dates.
    """

    entry: Entry
    start: int
    end: int
    role: Role
    state: State
    sure: bool
    certain: bool
    open: bool
    supposed: bool
    ordered: bool
    another: bool
    granted: bool = False
    """Whether it is taken for granted of the patient, whatever its clause does: "the digoxin you swallow"."""
    doses: tuple[tuple[float, str], ...] = ()
    rhythms: tuple[str, ...] = ()
    days: tuple[str, ...] = ()
    since: tuple[str, ...] = ()
    """Those of them from which on it is told."""


Claims = Callable[[str], tuple[Claim, ...]]
"""What a sentence claims."""


def claims_by(reader: LearnedReader, said_at: datetime, time_zone: str, language: str) -> Claims:
    """What sentences claim as ``reader`` hears them, said at this moment."""

    @cache
    def claims(sentence: str) -> tuple[Claim, ...]:
        heard, places = _told_of_oneself(sentence) if language == "en" else (sentence, None)
        sheet, understood, _ = reader.read(
            heard, said_at=said_at, time_zone=time_zone, language=language, heard=Heard(), attentive=False
        )
        clauses = clauses_of(sentence)
        found = []
        for read in understood.reads:
            if read.item.entry is None or not read.item.named:
                continue
            _, start, end = sheet.quote(read.item.start, read.item.end)
            start, end = (places[start], places[min(end, len(places) - 1)]) if places else (start, end)
            found.append(
                _claim(
                    read,
                    start,
                    end,
                    clause_at(clauses, start),
                    granted=_is_granted_of(read.item.entry, sentence, start, end),
                )
            )
        return tuple(found)

    return claims


def _is_granted_of(entry: Entry, sentence: str, start: int, end: int) -> bool:
    """The same, also by a question that asks how something is: of a test that asks for no more than it says."""
    if entry.kind in ("labs", "vitals", "social"):
        return is_granted(sentence, start, end)
    return is_granted(sentence, start, end) or _is_asked_of(sentence, start, end)


def _is_asked_of(sentence: str, start: int, end: int) -> bool:
    if not sentence.rstrip().endswith("?"):
        return False
    return _ASKED_OF.search(sentence[end:]) is not None or _ASKS_HOW_EN.search(sentence[:start]) is not None


def _claim(read: Read, start: int, end: int, clause: Clause, *, granted: bool) -> Claim:
    entry = read.item.entry
    assert entry is not None
    return Claim(
        entry, start, end, read.role, read.state,
        sure=granted or read.doubt <= _SURE, certain=granted or read.certain, open=clause.open and not granted,
        supposed=clause.supposed and not granted, ordered=clause.ordered and not granted,
        granted=granted, another=bool(read.subjects),
        doses=tuple((one.value, one.quantity.unit or "") for one in read.new),
        rhythms=tuple(one.code for one in read.frequencies if not one.weak),
        days=tuple(one.value for one in read.dates if not _RELATIVE.search(one.words)),
        since=tuple(one.value for one in read.dates if one.kind == "since" and not _RELATIVE.search(one.words)),
    )  # fmt: skip


_GRANTED_KO: Final = lazy_regex(
    r"(?:드시는|드시던|먹는|먹이는|먹이시는|쓰시는|쓰는|맞는|맞으시는|앓으시는|앓는|하시는|하는|계신|중인"
    r"|중이신)\s$|(?<![가-힣])(?:지금|현재)의?\s$"
)
_HAVING_KO: Final = lazy_regex(
    r"^(?:이|가|도|까지|을|를)?\s?(?:있는|있으신|앓는|앓으시는|앓고\s?계신|가진|가지신)\s(?:아이|분|환자|따님"
    r"|아드님|어르신|몸|데다|상태|사람)"
    r"|^(?:을|를|도|까지|은|는)?\s?(?:(?!안\s|못\s)\S+\s)?(?:드시|드셨|복용하시|맞으시|쓰시|먹이시|앓으시"
    r"|피우시)(?:는|니|고\s?있|고\s?계|느라|므로|기\s?때문|던)"
    r"|^(?:을|를|도|까지)?\s?(?:겪|앓|받)으신|^(?:을|를|도)?\s?앓(?:고|으[시신셔]|아)|^(?:이|가"
    r"|도)?\s?있으(?:시니|셔서|시므로|신\s(?:데|만큼))"
    r"|^\s?때(?:처럼|와|보다)|^(?:을|를)?\s?(?:드시|먹이|쓰시|맞으시|복용하시)는\s(?:동안|중)"
    r"|^(?:을|를|이|가)?\s?\S{0,2}[했었았셨났렸왔]을\s때(?:처럼|와|보다|만큼)"
    r"|^으?시(?:니|는|므로|던|고\s?있|느라)|^(?:을|를)?\s?(?:드신|쓰신|맞으신|복용하신|시작하신)\s(?:뒤|후|지|이래)"
)
_FOUND_EN: Final = lazy_regex(
    r"\b(?:showed|revealed|confirmed|turned up|picked up)\s(?:that you (?:have|had)\s)?(?:an?\s|the\s"
    r"|your\s)?(?:\w+\s)?$",
    re.IGNORECASE,
)
"""What an examination came to."""
_FOUND_KO: Final = lazy_regex(r"^(?:이|가|으로|로)\s?(?:확인되|확인됐|발견되|발견됐|보였|나왔|진단되|진단됐)")
_YOURS_EN: Final = lazy_regex(r"\b(?:your|his|her)\s(?:(?!doctor|next)\w+\s)?$|\bthe\s(?:\w+\s)?$", re.IGNORECASE)
_OF_YOU_EN: Final = lazy_regex(
    r"^(?:\s(?:tablets?|pills?|inhaler|spray|injections?|patch))?,?\s(?:that\s|which\s)?(?:you|he"
    r"|she)(?:['’](?:re|s|ve)|\s(?:are|is|have"
    r"|has))?\s(?:\w+\s)?(?:tak|us|swallow|inject|inhal|put|mention|told|tell|have|has|had|live|start|carry|got"
    r"|get|report|describ)\w*\b"
    r"|^(?:\s(?:tablets?|pills?|inhaler|spray|injections?|patch))?\s(?:that\s)?(?:you|he|she)(?:['’](?:re|s)"
    r"|\s(?:are|is))\s(?:\w+\s)?on\b",
    re.IGNORECASE,
)


def is_granted(sentence: str, start: int, end: int) -> bool:
    """Whether the words around a name take it for granted that the patient has or takes it."""
    before, after = sentence[:start], sentence[end:]
    if _GRANTED_KO.search(before) or _HAVING_KO.search(after):
        return True
    if _OF_YOU_EN.search(after) or _FOUND_EN.search(before) or _FOUND_KO.search(after):
        return True
    if _NOW_THAT_EN.search(before):
        return True
    owned = _YOURS_EN.search(before)
    return owned is not None and not owned[0].casefold().startswith("the") and not _ASKS.search(before)


_NOW_THAT_EN: Final = lazy_regex(
    r"\bnow that (?:you(?:['’]re| are) (?:on|taking|using) |you(?:['’]ve| have)(?: got| had| started)? )?"
    r"(?:the |your |an? )?$"
    r"|\b(?:since|after) (?:switching to|getting|starting|going on(?:to)?) (?:the |your |an? )?$"
    r"|\bhaving both (?:[\w\s-]{0,40}\sand )?$",
    re.IGNORECASE,
)
"""What is said to be so by now, or to be had beside another."""
_ASKED_OF: Final = lazy_regex(
    r"^\S{0,2}(?:\s(?:증상|통증|상태))?(?:은|는|이|가|을|를|도)?\s(?:\S+\s){0,2}(?:언제|얼마나|어떻게|어떠|몇\s|어디)"
    r"[^?]{0,24}(?:셨|시|신|세)[^?]{0,4}\?"
)
_ASKS_HOW_EN: Final = lazy_regex(
    r"^(?:and |so )?(?:how (?:often|long|much|bad|many) (?:are|is|do|does|did|have|has) (?:you |your |the )"
    r"|when (?:did|was|were) (?:you |your |the )|(?:have|has|is|are|did|how (?:is|are|did|was|were)) (?:your |the ))"
    r"(?:\w+ ){0,4}$",
    re.IGNORECASE,
)
"""A question about how something is, which takes for granted that it is."""
_ASKS: Final = lazy_regex(r"\b(?:if|whether|ask|any)\b", re.IGNORECASE)


def _told_of_oneself(sentence: str) -> tuple[str, list[int]]:
    """``sentence`` as who it speaks of would say it, and for each of its characters the place of the original."""
    words, places, at = list[str](), list[int](), 0
    for found in _PERSONS.finditer(sentence):
        own = _AS_ONESELF[str(found.lastgroup)]
        words += [sentence[at : found.start()], own]
        places += range(at, found.start())
        places += [min(found.start() + one, found.end() - 1) for one in range(len(own))]
        at = found.end()
    words.append(sentence[at:])
    places += range(at, len(sentence) + 1)
    return "".join(words), places
