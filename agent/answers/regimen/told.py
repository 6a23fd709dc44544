"""The words in which somebody told of one medicine, cut to what is said of it: what the record holds no field for.

"At most three a day", "only in spring", "since I was twelve", "the right eye": where such a thing is asked, what was
told is said back as it was told, and never as more than that.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.recall.sayings import sentences_of
from agent.words.sentences import sentence
from domain.ledger import CHANGED, Fact, local_day
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from projections.tiers import TurnLine

_TAKEN: Final = ("medications", "drug_classes")
_ASKED: Final = lazy_regex(
    r"\?\s*$|^\W*(?:and |so |ok |then )*(?:how|what|which|when|why|who|where|whose|can|should|do|does|did|is|am|are)\b"
    r"|(?:[가-힣](?:나요|까요|죠|지|니|냐|는지|더라|ㄹ까|인가)|얼마|언제|뭐야|뭐지|몇\s?\S{1,4})\W*$"
    r"|^\W*(?:total|list|next|current|max)\b",
    re.IGNORECASE,
)
"""Words that ask, whatever their mark: what was asked is not said back as told."""
_BEGINS: Final = lazy_regex(r"[,;/\n]\s*|\.\s+|(?<=[고며서데요])\s+")
"""Where, before a name, what belongs to it may begin."""


def told_of(consultation: Consultation, ids: Collection[str], sought: re.Pattern[str] | None = None) -> Part:
    """The latest words that tell of a medicine of these concepts, and hold what is ``sought``; empty where none do."""
    found = [one for one in _tellings(consultation, frozenset(ids)) if sought is None or sought.search(one[1])]
    if not found:
        return Part()
    line, words = found[-1]
    day = consultation.words.date(local_day(line.said_at, consultation.ledger.time_zone))
    return Part(sentence("details.quoted", consultation.words.language, day=day, quote=words))


def _tellings(consultation: Consultation, ids: frozenset[str]) -> Iterator[tuple[TurnLine, str]]:
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    for turn, line in sorted({**tiers.told, **tiers.lines}.items()):
        if turn >= now:
            continue
        withdrawn = _withdrawn(consultation, line)
        for said in sentences_of(line.question):
            words = clause_on(consultation, said, ids)
            if words and not asks(said) and not any(one in words for one in withdrawn):
                yield line, words


def clause_on(consultation: Consultation, said: str, ids: frozenset[str]) -> str:
    """What a sentence says of the medicine: all of one that names no other, else from the one before to the next."""
    text = normalise(said).text
    named = [one for one in consultation.finder.find(text) if one.entry.kind in _TAKEN]
    of_it = [one for one in named if not ids.isdisjoint((one.entry.concept_id, *one.entry.broader))]
    if not of_it:
        return ""
    others = [one for one in named if one not in of_it]
    if not others:
        return said
    first = of_it[-1]
    before = max((one.end for one in others if one.end <= first.start), default=0)
    after = min((one.start for one in others if one.start >= first.end), default=len(text))
    begins = _BEGINS.search(text, before, first.start) if before else None
    start = begins.end() if begins is not None else first.start if before else 0
    return text[start:after].strip(" ,;/-\n")


def strength_told(consultation: Consultation, fact: Fact) -> float | None:
    """The strength of a piece as it was told last, right behind the medicine's name; None where none was."""
    ids = frozenset(ids_of(fact))
    # What stands before the question in the same message is told, too.
    now = [one for one in sentences_of(consultation.situation.question.text) if not asks(one)]
    told = [*(words for _, words in _tellings(consultation, ids)), *now]
    for words in reversed(told):
        text = normalise(words).text
        for one in consultation.finder.find(text):
            if one.entry.concept_id not in ids:
                continue
            behind = text[one.start : one.end + _NEAR]
            if match := _STRENGTH.search(behind, max(0, one.end - one.start - 1)) or _STRENGTH.search(behind):
                return float(match[0])
    return None


_NEAR: Final = 12
"""Characters behind a name in which its strength stands."""
_STRENGTH: Final = lazy_regex(
    r"(?<![\d.])\d+(?:\.\d+)?(?![\d.:]|\s?(?:알|정(?!도)|번|시|tab|pill|times|x\b))", re.IGNORECASE
)


def _withdrawn(consultation: Consultation, line: TurnLine) -> tuple[str, ...]:
    """The words of a turn that told what was taken back since."""
    facts = (consultation.ledger.facts.get(one) for one in line.fact_ids)
    gone = (fact for fact in facts if fact is not None and fact.ended not in (None, CHANGED))
    return tuple(
        one.quote for fact in gone for one in fact.evidence if one.turn_number == line.turn_number and one.quote
    )


def asks(said: str) -> bool:
    """Whether a sentence asks."""
    return _ASKED.search(said) is not None


def ids_of(fact: Fact) -> tuple[str, ...]:
    """The concept of a fact, by which words name it."""
    return (fact.content.concept.concept_id,)


def first_told(consultation: Consultation, ids: Collection[str]) -> str:
    """The words that first told of a medicine, where later ones told of it, too; empty where there is one telling."""
    found = list(_tellings(consultation, frozenset(ids)))
    if len({line.turn_number for line, _ in found}) < 2:
        return ""
    line, words = found[0]
    day = consultation.words.date(local_day(line.said_at, consultation.ledger.time_zone))
    return sentence("details.quoted", consultation.words.language, day=day, quote=words)
