"""An amount of the day that is told and reaches the most of it: whoever asks for more of it is told that there is none.

The amounts are those of labels for adults without a prescription (NHS, MFDS, FDA); of prescribed ones, of the label.
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.safety.day_most import LIMITS, Limit
from agent.safety.whereabouts import emergency_for
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

_WORDS: Final = (
    "one two three four five six seven eight nine ten eleven twelve",
    "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두",
)
_NUMBERS: Final = {word: place for words in _WORDS for place, word in enumerate(words.split(), 1)}
_NUMBER: Final = rf"(?P<n>\d{{1,2}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_NUMBER_EN: Final = _NUMBER.replace("?P<n>", "?P<m>")
_COUNT: Final = lazy_regex(
    rf"(?<![\w.]){_NUMBER}\s?(?:알|정|개|캡슐)(?![가-힣]*\s?(?:씩|더))"
    rf"|\b(?:taken|took|had|swallowed|popped)\s(?:\w+\s)?{_NUMBER_EN}\b(?!\s?(?:mg|g\b|hours?|days?))",
    re.IGNORECASE,
)
_MG: Final = lazy_regex(r"(?<![\d.])(\d{1,2}[,.]?\d{3}|\d{1,4}(?:\.\d+)?)\s?(mg|밀리그램|미리|g\b|그램)", re.IGNORECASE)
_TAKEN: Final = lazy_regex(
    r"\b(?:taken|took|had|swallowed|popped)\b|먹었|먹은|먹고\s?(?:나서|도)|복용했|드셨|삼켰|먹었는데", re.IGNORECASE
)
_MORE: Final = lazy_regex(
    r"\b(?:another|more|again|extra|next one|one or two now)\b"
    r"|더\s?(?:먹|드|복용)|또\s?(?:먹|드)|추가로|한\s?(?:알|번)\s?더",
    re.IGNORECASE,
)
_OF_LONGER: Final = lazy_regex(
    r"(?:this|last|a|per|all) (?:week|month|year)|days in a row|for \w+ (?:days|weeks)|yesterday"
    r"|이번\s?[주달]|지난\s?[주달]|일주일|한\s?달|며칠|어제",
    re.IGNORECASE,
)
"""Words by which an amount is of more than a day."""
_LARGEST_TABLET: Final = 1000.0
_GRAM: Final = 1000.0


def over_the_day(consultation: Consultation) -> Part:
    """That no more of it is to be taken today; empty where no amount is told, or it leaves room for another."""
    request = consultation.request
    text = request.plain or request.text
    if not _TAKEN.search(text) or not _MORE.search(text) or _OF_LONGER.search(text):
        return Part()
    meant = _meant(consultation)
    limit = LIMITS.get(meant.concept_id) if meant is not None else None
    if meant is None or limit is None:
        return Part()
    amount = _amount(text, limit)
    if amount is None or amount + limit.tablet <= limit.most:
        return Part()
    language = consultation.words.language
    key = "limit.poison" if amount >= limit.poison else "limit.reached"
    return Part(
        sentence(
            key,
            language,
            name=consultation.pick(meant.name_ko or meant.name, meant.name),
            amount=f"{amount:g}",
            most=f"{limit.most:g}",
            emergency=emergency_for(consultation.situation),
        )
    )


def asks_extra(consultation: Consultation) -> Part:
    """That no more of a prescribed medicine is taken than was prescribed, for what slows breathing or the heart."""
    request = consultation.request
    if not request.has("permission") or not _MORE.search(request.text) or request.tests:
        return Part()
    named = [one.entry for one in request.mentions if one.entry.kind == "medications"]
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    if named:
        ids = {one.concept_id for one in named}
        meant = [fact for fact in taken if fact.content.concept.concept_id in ids]
    else:
        meant = list(taken) if len(taken) == 1 and not request.concepts("drug_classes") else []
    if len(meant) != 1 or _NARROW.isdisjoint((meant[0].content.concept.concept_id, *meant[0].content.concept.broader)):
        return Part()
    return _no_extra(consultation, meant[0])


_NARROW: Final = frozenset(
    {"opioid", "benzodiazepine", "sleeping_pill", "anticoagulant", "lithium", "digoxin", "methotrexate", "colchicine",
     "antiepileptic", "beta_blocker", "sulfonylurea", "insulin_therapy", "theophylline", "antiarrhythmic",
     "muscle_relaxant", "antidepressant", "antipsychotic"}
)  # fmt: skip
"""Medicines of which a little more may already be too much."""


def _no_extra(consultation: Consultation, fact: Fact) -> Part:
    text = sentence("limit.extra", consultation.words.language, name=consultation.words.name(fact.content))
    return Part(text, (fact.fact_id,))


def _meant(consultation: Consultation) -> Entry | None:
    """The one medicine of the table that the words name, or else the only one on record."""
    named = {
        one.entry.concept_id: one.entry for one in consultation.request.mentions if one.entry.kind == "medications"
    }
    if named:
        return next(iter(named.values())) if len(named) == 1 else None
    own = [
        entry
        for fact in consultation.known.in_force(SlotKind.MEDICATIONS)
        if (entry := consultation.words.entry(fact.content)) is not None and entry.concept_id in LIMITS
    ]
    return own[0] if len(own) == 1 else None


def _amount(text: str, limit: Limit) -> float | None:
    """The mg that were taken, by what the words tell of strength and number."""
    strengths = [
        float(each.replace(",", "")) * (_GRAM if unit.casefold() in ("g", "그램") else 1.0)
        for each, unit in _MG.findall(text)
    ]
    counts = [_NUMBERS.get(word.casefold()) or int(word) for word in _counted(text)]
    strength = strengths[0] if strengths else None
    if counts and (strength is None or strength <= _LARGEST_TABLET):
        return counts[0] * (strength or _bare_strength(text) or limit.tablet)
    return strength


def _counted(text: str) -> list[str]:
    return [found.group("n") or found.group("m") for found in _COUNT.finditer(text)]


def _bare_strength(text: str) -> float | None:
    """A strength that is said without its unit: "타이레놀 500 여덟 알"."""
    found = re.search(r"(?<![\d.])(\d{2,4})(?=\s?(?:짜리|\s[가-힣]{1,2}\s?(?:알|정|개)|s\b))", text)
    return float(found.group(1)) if found else None
