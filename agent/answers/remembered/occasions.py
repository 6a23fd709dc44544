"""On which days a complaint came, as told: each day that a turn names for it, and those added to them afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.remembered.tellings import Telling, tellings
from domain.ledger import Fact, local_day
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_ADDS: Final = lazy_regex(
    r"\b(?:more|another|other|also|too|as well|again|add|additional|further|besides)\b"
    r"|(?<![가-힣])(?:또|더|추가)|[0-9가-힣]도(?![가-힣])|[한두세네]번\s?더|넣어",
    re.IGNORECASE,
)
"""Words by which something comes to what was told before."""
_DENIES: Final = lazy_regex(r"\b(?:no|not|never)\b|n't\b|아니|[지은는]\s?않|없[었어는다]", re.IGNORECASE)
_OTHERS: Final[tuple[Kind, ...]] = (
    "conditions", "symptoms", "medications", "drug_classes", "labs", "vitals", "allergens", "procedures",
)  # fmt: skip


def occasions(consultation: Consultation, facts: Sequence[Fact]) -> Mapping[str, str]:
    """The days up to today on which what ``facts`` tell came, the oldest first, each with the fact that was told.

    Turns right behind a telling that name nothing else and add a day ("there was one more, on 3 May") go on about it.
    """
    zone = consultation.ledger.time_zone
    found: dict[str, str] = {}
    for telling in _all(consultation, facts):
        adds = bool(found) and _adds(telling.words)
        for day in telling.named_days(zone) if adds else telling.event_days(zone):
            if day <= consultation.known.today:
                found.setdefault(day, telling.fact.fact_id)
    return {day: found[day] for day in sorted(found)}


def _all(consultation: Consultation, facts: Sequence[Fact]) -> Iterator[Telling]:
    """What told of it, each followed by the turns that go on about it."""
    told = tellings(consultation, facts, by_name=True)
    turns = {one.turn_number for one in told}
    for telling in told:
        yield telling
        turn = telling.turn_number + 1
        while turn not in turns and (line := _going_on(consultation, turn, telling)) is not None:
            day = local_day(line.said_at, consultation.ledger.time_zone)
            yield Telling(telling.fact, turn, day, line.said_at, line.question)
            turn += 1


def _going_on(consultation: Consultation, turn: int, telling: Telling) -> TurnLine | None:
    """The turn, where it is of the same conversation, adds a day and names nothing else."""
    lines = consultation.situation.view.tiers
    line, before = lines.line_of(turn), lines.line_of(telling.turn_number)
    if line is None or before is None or turn >= consultation.situation.question.turn_number:
        return None
    concept = telling.fact.content.concept.concept_id
    named = (one.entry for one in consultation.finder.find(line.question) if one.entry.kind in _OTHERS)
    apart = any(one.concept_id != concept for one in named)
    goes_on = line.conversation_id == before.conversation_id and _adds(line.question)
    return line if goes_on and not apart else None


def _adds(words: str) -> bool:
    """Whether words bring one more; that one was left out before ("I forgot one") denies nothing."""
    return _ADDS.search(words) is not None and _DENIES.search(words) is None
