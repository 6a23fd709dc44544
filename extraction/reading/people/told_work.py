"""Work that somebody tells by what that one does or is, where no name of a trade was heard: "버스 모는 마흔여섯",
"약사인데", "I drive the 46 bus", "Moira, 67, retired postmistress".

A trade is told of oneself where one is it, has been at it for years, or puts it beside one's own years; what a nurse
said, a driver in a question and a relative's trade are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Concept, Content, SlotKind
from extraction.reading.items import Heard
from extraction.reading.people.english_jobs import doer_of
from extraction.reading.people.korean_jobs import told_as_work
from extraction.reading.people.occupations import OCCUPATION
from extraction.reading.people.person_details import is_of_the_patient
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex

_VEHICLES: Final = (
    r"(?:bus|coach|minibus|taxi|cab|truck|lorry|tram|train|forklift|semi|rig|artic|tractor trailer|rickshaw|tuk-tuk"
    r"|ambulance|digger|crane|delivery van|tanker|snowplow|tractor)s?"
)
_DRIVES: Final = lazy_regex(
    rf"\b(?:i drive|(?:he|she)?\s?drives|(?:i'm|i am) driving) (?:(?:an?|the|my) )?(?:\d+ )?"
    rf"(?P<what>(?:[a-z]+ )??{_VEHICLES})\b"
)
_TEACHES: Final = lazy_regex(
    r"\b(?:i teach|(?:he|she) teaches) (?!my|him|her|them|myself|the|an?|at|in|for|people|others|it|this|that)"
    r"(?P<what>[a-z]+(?: (?!in|at|for|and|to|so|but|on|by|with)[a-z]+)?)"
    r"(?=\s?(?:[,.;!)]|$|(?:in|at|for|and|to|so|but)\b))"
)
_BEHIND: Final = r"(?=\s?(?:[,.;!)/]|$|\b(?:in|at|for|from|and|by|with|of|on|out|here|nights|days|but|so|who|way)\b))"
_BY_IS: Final = r"\b(?:i(?:'m| am|m)|(?:he|she)(?:'s| is)) (?:also )?(?:an? )?(?P<past>retired |former |ex-)?"
_BESIDE_YEARS: Final = r"(?<![a-z] )(?<=, )(?:an? )?(?P<past>retired |ret'?d?\.? |former |ex-)?"
_YEARS_NEAR: Final = lazy_regex(
    r"(?:^|[\s,(])\d\d(?:\s?(?:yo|y/o|yrs?|years?(?: old)?|m|f|male|female))?,\s(?:[a-z' -]+,\s){0,2}$"
)
_YEARS_NEXT: Final = lazy_regex(r",\s(?:aged\s)?\d\d\b(?!\s?(?:mg|mcg|ml|kg|g|units?|%|/))")
_NEAR: Final = 48


def with_told_work(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the patient's work, where the words tell it and neither they nor the record have it yet."""
    known = any(one.concept.concept_id == OCCUPATION for one in heard.facts)
    if known or any(_is_work(one) for one in proposals) or _FOR_ANOTHER.search(sheet.folded) is not None:
        return tuple(proposals)
    for name, start, end in _told(sheet):
        if is_of_the_patient(sheet, heard, understanding, start, end):
            return (*proposals, _proposal(sheet, name, start, end, extractor))
    return tuple(proposals)


_FOR_ANOTHER: Final = lazy_regex(r"대신\s?(?:적|쓰|써|여쭤|문의|올|말씀)|보호자|\bon behalf of\b|\bmy patient\b")
"""Words of one whose own trade is not the patient's."""


def _is_work(proposal: Proposal) -> bool:
    content = proposal.content
    return content is not None and content.concept.concept_id == OCCUPATION


def _proposal(sheet: Sheet, name: str, start: int, end: int, extractor: str) -> Proposal:
    concept = Concept(
        concept_id=OCCUPATION, name=OCCUPATION, display="직업" if sheet.language == "ko" else "Occupation"
    )
    quote, first, last = sheet.quote(start, end)
    content = Content(slot=SlotKind.SOCIAL_HISTORY, concept=concept, value=name)
    return Proposal(
        operation=Operation.ASSERT, content=content, quote=quote, start=first, end=last, extractor=extractor
    )


def _told(sheet: Sheet) -> Iterator[tuple[str, int, int]]:
    if sheet.language == "ko":
        yield from told_as_work(sheet.folded)
        return
    folded = sheet.folded
    for pattern, verb in ((_DRIVES, "drive"), (_TEACHES, "teach")):
        for match in pattern.finditer(folded):
            yield doer_of(f"{verb} {match['what']}") or match["what"], match.start(), match.end()
    is_one, beside = _patterns()
    for match in is_one.finditer(folded):
        yield _trade(match), match.start("job"), match.end("job")
    for match in beside.finditer(folded):
        before = folded[max(0, match.start() - _NEAR) : match.start()]
        if _YEARS_NEAR.search(before) or _YEARS_NEXT.match(folded, match.end()):
            yield _trade(match), match.start("job"), match.end("job")


def _trade(match: re.Match[str]) -> str:
    job = doer_of(match["job"]) or match["job"]
    return f"retired {job}" if (match["past"] or "").startswith("ret") else job


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A trade that somebody is, and a trade between commas."""
    rows = (files(__package__) / "trades_en.tsv").read_text(encoding="utf-8").splitlines()[1:]
    trades = "|".join(sorted((re.escape(word) for row in rows for word in row.split("|")), key=len, reverse=True))
    job = rf"(?P<job>(?:(?!the |my |her |his |our |a |an )[a-z-]+ ){{0,2}}?(?:{trades})){_BEHIND}"
    return lazy_regex(_BY_IS + job), lazy_regex(_BESIDE_YEARS + job)
