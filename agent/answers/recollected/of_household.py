"""Who has what and who takes what in a talk of several: what was told of each, in its words and with its day.

A record has one patient's medicines. Who gives a household's medicines is told no list that leaves anybody out, or
sets one's medicine beside another's name: the sentences are given back that name anybody, an illness or a medicine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.recall.sayings import sentences_of
from agent.words.sentences import sentence
from domain.ledger import local_day
from extraction.naming.mentions import Kind
from extraction.reading.people.named_people import names_told
from extraction.reading.people.persons import OUTSIDER
from extraction.reading.people.readings_of_people import markers_in
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from projections.tiers import TurnLine

_ASKED: Final = lazy_regex(
    r"\bwho(?:['’]?s| is| are)? (?:has|have|had|takes?|taking|is taking|is on|gets?|on|needs?|got|ill with)\b"
    r"|\bwhat does each\b|\b(?:both|two|each of the) (?:of )?(?:the |our )?(?:lists|sets of (?:meds|tablets|pills))\b"
    r"|\beach (?:of (?:us|them|the \w+)|person|one|child|kid)\b[^?]{0,30}\b(?:takes?|on|gets?|has)\b"
    r"|누가\s(?:[가-힣]{1,6}\s)?(?:뭐|뭘|무슨|무엇|어떤|약|어느|몇|얼마)|누구\s?약|누구누구|각자\s|누가\s\S{1,6}\s(?:먹|걸)",
    re.IGNORECASE,
)
_OF_HEALTH: Final[tuple[Kind, ...]] = ("medications", "drug_classes", "conditions", "symptoms", "allergens", "labs")
_LEAST: Final = 2
_MOST: Final = 30


def of_household(consultation: Consultation) -> Part:
    """What was told of each, where it is asked who has or takes what and several people were told of; else nothing."""
    if _ASKED.search(normalise(consultation.situation.question.text).text) is None:
        return Part()
    told = list(_tellings(consultation))
    if len({who for _, _, people in told for who in people}) < _LEAST:
        return Part()
    zone, language = consultation.ledger.time_zone, consultation.words.language
    turns: dict[int, tuple[TurnLine, list[str]]] = {}
    for line, words, _ in told:
        turns.setdefault(line.turn_number, (line, []))[1].append(words)
    quoted = (
        Part(
            sentence(
                "details.quoted", language, day=consultation.words.date(local_day(line.said_at, zone)),
                quote=" ".join(words),
            )
        )
        for line, words in turns.values()
    )  # fmt: skip
    return joined((Part(sentence("people.told_head", language)), *quoted))


def _tellings(consultation: Consultation) -> Iterator[tuple[TurnLine, str, frozenset[tuple[str, str]]]]:
    """The sentences told before that name somebody or something of health, each with whom it names."""
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    finder = getattr(consultation.finder, "finder", consultation.finder)
    lines = [line for turn, line in sorted({**tiers.told, **tiers.lines}.items()) if turn < now][-_MOST:]
    texts = [(text, tuple(finder.find(text))) for text in (normalise(line.question).text for line in lines)]
    names = names_told(texts)
    for line in lines:
        for words in sentences_of(line.question):
            text = normalise(words).text
            mentions = tuple(finder.find(text))
            people = markers_in(text.casefold(), mentions, names)
            kin = frozenset(("", one.name) if one.name else (one.who, "") for one in people if one.who != OUTSIDER)
            health = any(one.entry.kind in _OF_HEALTH for one in mentions)
            if (kin or health) and not words.rstrip().endswith("?"):
                yield line, words, kin
