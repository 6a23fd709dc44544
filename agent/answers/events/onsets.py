"""Since when something is there, where the day was put right later: "it came on about the 20th" … "no, the 13th".

What was told once stands on record with its day, and is answered from there. Here the telling is followed over turns:
a later sentence that gives another day for the beginning of what was spoken of takes the place of the earlier one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agent.answers.asking.request import Finder
from agent.answers.events.clauses import clauses_of
from agent.answers.events.days import NamedDay, days_read
from agent.answers.events.sentences import is_asked, sentences_told
from domain.ledger import local_day
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_BEGAN: Final = lazy_regex(
    r"부터|시작|생겼|생긴|났[어다는]|도졌|올라왔|\b(?:began|begun|started|start|came on|came up|come up"
    r"|since|first noticed|broke out|appeared|set in)\b",
    re.IGNORECASE,
)
_PUT_RIGHT: Final = lazy_regex(
    r"아니[고라야네에]|아니(?=\s)|말고|잘못|틀[렸린]|다시\s?생각|생각해\s?보니|사실은?|정정|\b(?:actually"
    r"|wrong|no,|no it|thinking (?:about|of) it|come to think|not|sorry|correction|i meant|rather|it was)\b",
    re.IGNORECASE,
)
_ELSE: Final = lazy_regex(
    r"먹|복용|약을|약은|바꾼|바꿨|병원|예약|검사|\b(?:took|taking|tablets?|pills?|mg|appointment|booked"
    r"|swapped|new|prescribed|doctor|gp)\b",
    re.IGNORECASE,
)
_WRONG_BEHIND: Final = lazy_regex(r"\s?(?:\S{1,4}\s)?(?:이\s?)?(?:아니|말고)", re.IGNORECASE)
_WRONG_BEFORE: Final = lazy_regex(r"\b(?:not|instead of|rather than)(?: on| since)?(?: the)?\s$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Onset:
    """The day on which a complaint began as it was told last, and the day told before."""

    entry: Entry
    day: str
    before: str | None = None
    turn: int = 0


def onsets_told(lines: Sequence[TurnLine], zone: str, finder: Finder) -> dict[str, Onset]:
    """The beginnings of complaints by concept, as they stand after the last of these turns."""
    found: dict[str, Onset] = {}
    topic: tuple[Entry, ...] = ()
    of_other = False
    for line in lines:
        today = local_day(line.said_at, zone)
        for sentence, whole in _clauses(line.question):
            named = [one.entry for one in finder.find(sentence) if one.entry.kind in ("symptoms", "conditions")]
            days = [one for one in days_read(sentence, line.said_at, zone, ahead=False).days if one.day <= today]
            right = list(dict.fromkeys(one.day for one in days if not _is_wrong(sentence, one)))
            corrects = _PUT_RIGHT.search(whole) is not None
            treated = _ELSE.search(sentence) is not None or any(
                one.entry.kind in _TREATMENTS for one in finder.find(sentence)
            )
            if treated and not named:
                # The day of a medicine, a visit or a test: what is put right next may be that one.
                of_other = of_other or bool(days)
                continue
            if named and not (corrects and topic):
                topic, of_other = tuple(named), treated
            if not topic or not right or not (_BEGAN.search(sentence) or corrects or named):
                continue
            begins = _BEGAN.search(sentence) is not None
            moves = (corrects or begins) and not treated and not _again(sentence) and (bool(named) or not of_other)
            for entry in topic:
                old = found.get(entry.concept_id)
                day = (
                    right[-1] if corrects and len(right) == 2 and old is not None and old.day == right[0] else right[0]
                )
                if old is None and not treated:
                    found[entry.concept_id] = Onset(entry, day, None, line.turn_number)
                elif old is not None and day != old.day and moves:
                    found[entry.concept_id] = Onset(entry, day, old.before or old.day, line.turn_number)
    return found


_TREATMENTS: Final = ("medications", "drug_classes", "labs", "vitals", "procedures")


def _clauses(text: str) -> Iterator[tuple[str, str]]:
    """The clauses of what is told, each with its whole sentence."""
    for sentence in (one.casefold() for one in sentences_told(text)):
        if not is_asked(sentence):
            yield from ((sentence[start:end], sentence) for start, end in clauses_of(sentence))


_AGAIN: Final = lazy_regex(r"또|다시\s|\b(?:again|back|another|worse|better)\b|멀쩡|나았|괜찮", re.IGNORECASE)


def _again(sentence: str) -> bool:
    """Whether it came back, got worse or went: another day than that of its beginning."""
    return _AGAIN.search(_PUT_RIGHT.sub(" ", sentence)) is not None


def _is_wrong(sentence: str, day: NamedDay) -> bool:
    return (
        _WRONG_BEHIND.match(sentence, day.end) is not None
        or _WRONG_BEFORE.search(sentence, max(0, day.start - 22), day.start) is not None
    )


ASKED: Final = lazy_regex(
    r"언제부터|언제\s?(?:시작|생겼|생긴|났|처음)|며칠\s?(?:째|됐|된)|얼마나\s?(?:됐|된|오래)|\bsince when\b"
    r"|\bwhen did\b[^?]{0,40}\b(?:start\w*|begin|began|begun|come on|came on|come up|came up|first|appear\w*|broke out)"
    r"|\bhow long\b[^?]{0,24}\b(?:had|been|is that|'s that|going on)\b",
    re.IGNORECASE,
)
OF_TREATMENT: Final = lazy_regex(
    r"먹|복용|약|맞[았은기]|용량|줄[였인]|올[렸린]|바[꿨꾼]|왜|처방"
    r"|\b(?:tak\w+|took|dose|on it|tablets?|pills?|medicine|meds"
    r"|lowered|raised|upped|changed|why|prescribed|put me on|use|using)\b",
    re.IGNORECASE,
)
"""What is asked of a medicine is no question for the beginning of an illness."""
