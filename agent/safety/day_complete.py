"""Whether all that was told as taken within a day is in its sum: an allowance over a part of it would be a false one.

Each clause that tells of taking something is held against what was counted of its turn: a dose for every hour, every
number of tablets and every product named. Where words tell more than was counted, or a medicine on record is taken by a
rhythm that nobody counted, the sum is a least one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.safety.day_told import Amount, TurnTold, turns_told
from agent.safety.tables import table
from domain.values import SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.medicines.doses_counted import told_before_asking
from extraction.reading.medicines.doses_gone_on import hours_of
from extraction.text.lazy_regex import lazy_regex

_CLAUSE: Final = lazy_regex(r"[^.!?\n]+(?:\.\d[^.!?\n]*)*\??")
_NUMBER: Final = (
    r"(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|(?:a )?couple(?: of)?|some|another|half"
    r"|한|두|세|네|다섯|여섯|반|몇)"
)
_FORMS: Final = lazy_regex(
    rf"(?<![\w.]){_NUMBER}\s?(?:(?:more|extra|other|of (?:the|those|them)|cold|flu|pain|big|small|\d+\s?mg)\s)*"
    r"(?:알|정|개|캡슐|병|봉지|봉|포|tablets?|tabs?|pills?|caplets?|capsules?|caps|sachets?|packets?|doses?|painkillers?)"
    r"(?![가-힣]*약)",
    re.IGNORECASE,
)
_REMEDY: Final = lazy_regex(
    r"\b(?:pain ?killers?|pain (?:relief|meds?|tablets?|pills?)|(?:cold|flu|cough|sinus|period|migraine|headache|fever)"
    r" (?:and flu )?(?:tabs?|tablets?|pills?|remed\w+|sachets?|capsules?|meds?|medicine|powder|drink)"
    r"|hot lemon|meds|medicines?|medication|tablets?|pills?|sachets?|doses?)\b"
    r"|진통제|해열제|[가-힣]+약(?![가-힣]{2})|(?<![가-힣])약(?:을|도|은|이)?(?![가-힣])",
    re.IGNORECASE,
)
_MORE: Final = lazy_regex(
    r"\b(?:another|(?:one|two|three|four|\d|some|few|couple) (?:more|again)|same again"
    r"|more of (?:them|it|those|the same)"
    r"|(?:took|had|taken) (?:it|them|some|one|two|the same) (?:again|too|as well)|topped up)\b"
    r"|(?<![가-힣])(?:또|더|추가로?|다시)\s?(?:\S{1,6}\s){0,2}?(?:먹|묵|드[셨심신]|복용|마[셨신심시]|삼[켰킴]|했)"
    r"|(?:먹|드셨|복용|마셨)\S{0,3}\s(?:또|더)(?![가-힣])",
    re.IGNORECASE,
)
_VERB: Final = lazy_regex(
    r"\b(?:took|taken|had|popped|swallowed|necked|downed|drank|done|did|used)\b"
    r"|먹[었은음고]|묵[었고]|먹었|드[셨신심]|복용|마[셨신심]|삼[켰킴]|털어",
    re.IGNORECASE,
)
_ANY_NUMBER: Final = lazy_regex(rf"(?<![\w.]){_NUMBER}(?![\w가-힣]*(?:hours?|days?|weeks?|시간|일|주))", re.IGNORECASE)
_OTHER_THING: Final = lazy_regex(
    r"\b(?:glass\w*|cups?|bottles? of water|water|tea|coffee|soup|eggs?|toast|beers?|wine|breakfast|lunch|dinner|sleep"
    r"|nap|fever|temp\w*|pain|headache|night|shower|bath)\b|물|밥|죽|국|커피|술|맥주|계란|빵|잠|열이|체온",
    re.IGNORECASE,
)
"""What a number with a verb of taking may be of, where nothing of a medicine is named."""
_NONE: Final = lazy_regex(
    r"\b(?:nothing|none|no (?:more|other|tablets?|pills?|painkillers?|medicines?|meds)|didn'?t|did not|haven'?t|hasn'?t"
    r"|never|don'?t|not (?:taken|had|take)|without|if i|i'?ll|going to|gonna|want to|planning|tempted)\b"
    r"|(?:먹어|드셔|복용해|묵어)도|먹을|(?:안|못)\s?(?:먹|드|복용)|먹지\s?(?:않|못|마)|(?:먹|복용)\S{0,3}\s?적\s?없|아무것도|먹으려|먹을까|먹고\s?싶|남[았은]|샀",
    re.IGNORECASE,
)


_ASKS: Final = lazy_regex(
    r"\b(?:how (?:many|much)|what (?:is|does|do)|what'?s|total|which|is (?:that|it))\b"
    r"|몇|얼마|(?<![가-힣])총(?![가-힣])",
    re.IGNORECASE,
)
"""Words from which on a clause asks."""


def uncounted(consultation: Consultation, counted: Sequence[Amount]) -> tuple[str, ...]:
    """The clauses of the last 24 hours that tell more taken than was counted, in their order; empty where none does."""
    rows = table("contents")
    told: list[str] = []
    for turn in turns_told(consultation):
        told.extend(_left_out(consultation, turn, rows))
    told.extend(_by_rhythm(consultation, counted, rows))
    return tuple(dict.fromkeys(told))


def _left_out(consultation: Consultation, turn: TurnTold, rows: dict[str, object]) -> Iterator[str]:
    """The clauses of a turn that tell of taking, where they tell of more doses than were counted."""
    mentions = consultation.finder.find(turn.text)
    told = told_before_asking(turn.text)
    clauses = [
        (said, signals)
        for clause in _CLAUSE.finditer(told)
        if (said := _ASKS.split(clause[0])[0]) and (signals := _signals(said, clause.start(), mentions, rows))
    ]
    doses = sum(one.doses for one in turn.amounts if one.mg)
    if sum(signals for _, signals in clauses) > doses:
        yield from (clause.strip(" ,;") for clause, _ in clauses)


def _signals(clause: str, start: int, mentions: Sequence[Mention], rows: dict[str, object]) -> int:
    """How many doses a clause tells at the least: 0 where it tells of taking nothing that can be a painkiller."""
    if _NONE.search(clause) is not None:
        return 0
    inside = [one for one in mentions if start <= one.start < start + len(clause)]
    products = [one for one in inside if one.entry.concept_id in rows]
    others = [one for one in inside if one.entry.kind == "medications" and one.entry.concept_id not in rows]
    verb, forms = _VERB.search(clause) is not None, len(_FORMS.findall(clause))
    if others and not products:
        # What is named and holds none of what is counted.
        return 0
    named = bool(products) and (verb or bool(forms) or _MORE.search(clause) is not None or bool(hours_of(clause)))
    remedy = _REMEDY.search(clause) is not None and (verb or _ANY_NUMBER.search(clause) is not None)
    bare = verb and _ANY_NUMBER.search(clause) is not None and _OTHER_THING.search(clause) is None
    more = _MORE.search(clause) is not None and _OTHER_THING.search(clause) is None
    if not (named or remedy or bare or forms or more):
        return 0
    return max(1, len({one.start for one in products}), forms, len(set(hours_of(clause))))


def _by_rhythm(consultation: Consultation, counted: Sequence[Amount], rows: dict[str, object]) -> Iterator[str]:
    """The names of what is on record as taken every day and holds what is counted, of which no dose was counted."""
    substances = {one.substance for one in counted}
    ids = {one.entry.concept_id for one in counted}
    for fact in consultation.known.in_force(SlotKind.MEDICATIONS):
        row = rows.get(fact.content.concept.concept_id)
        if not isinstance(row, dict) or fact.content.concept.concept_id in ids:
            continue
        if row.get("substance") in substances and fact.content.frequency not in (None, "PRN"):
            yield consultation.words.name(fact.content)
