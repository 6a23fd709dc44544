"""Who drinks heavily and means to stop at once, or just did: a withdrawal can kill, and is no matter of medicines.

Heavy daily drinking, or shaking, sweating, fits or seeing things without it, is told now, lately or on record.
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.safety.record import Record
from agent.safety.whereabouts import emergency_for
from agent.words.sentences import sentence
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_DRINK: Final = lazy_regex(
    r"(?<![가-힣])(?:술|소주|맥주|막걸리|양주|와인|위스키|고량주|폭탄주|음주|알코올)(?=$|[^가-힣]"
    r"|[을를은는이가도만부터에로하끊]|먹|마)"
    r"|\b(?:alcohol\w*|booze|drinking|vodka|whisk(?:e)?y|gin|rum|beers?|lager|cider|wine|spirits|pints?|soju"
    r"|the drink|drinker)\b",
    re.IGNORECASE,
)
_ENDS: Final = lazy_regex(
    r"끊(?!임|기지)|금주|단주|안\s?마(?:시|셨|신)|안\s?먹(?:었더니|으려|을라)|그만\s?마시"
    r"|\b(?:stop(?:ped|ping)?|quit(?:ting)?|giv(?:e|ing) up|gave up|given up|cold turkey|going dry|detox\w*"
    r"|pack(?:ed|ing)? in"
    r"|off the (?:booze|drink)|no more (?:booze|drink|alcohol)|come off|sober)\b",
    re.IGNORECASE,
)
_HEAVY: Final = lazy_regex(
    r"매일|날마다|맨날|아침부터|(?:한|두|세|네|\d)\s?병|하루도|하루에?\s?\S{0,4}(?:병|잔)|\d+\s?년\s?(?:째|됐|넘"
    r"|동안)|중독|의존"
    r"|\bevery ?(?:day|night|evening|morning)\b|\bdaily\b|\b(?:a|each|per) (?:day|night)\b|\bbottles?\b|\blit(?:re"
    r"|er)s?\b|\bheav\w+\b"
    r"|\ball day\b|\bfirst thing\b|\balcoholic\b|\bdependen\w+\b|\bunits\b",
    re.IGNORECASE,
)
_SHAKES: Final = lazy_regex(
    r"떨[리려렸림]|식은땀|헛것|벌레|환각|환청|경련|발작"
    r"|\b(?:shak\w+|shook|trembl\w+|tremors?|sweat\w*|seeing things|saw things|see things|hallucinat\w*|seizures?"
    r"|fits?|dts?)\b",
    re.IGNORECASE,
)
_OTHERS_END: Final = lazy_regex(
    r"담배|커피|약[을은도]?\s?끊|\b(?:smok\w+|cigar\w+|vap\w+|coffee|tablets?|pills?)\b", re.IGNORECASE
)
_DEPENDENT: Final = ("alcohol_use_disorder", "alcohol_dependence", "alcohol_withdrawal")
_TURNS: Final = 6


def drink_ended(consultation: Consultation) -> Part:
    """That a heavy drinker does not stop alone and at once; empty for everybody else."""
    text = consultation.situation.question.text
    named = consultation.request.concepts("medications", "drug_classes")
    of_else = bool(named) or _OTHERS_END.search(text) is not None
    if _ENDS.search(text) is None or (of_else and _DRINK.search(text) is None):
        return Part()
    before = _earlier(consultation)
    drinks = [one for one in (*before, text) if _DRINK.search(one) is not None]
    own = [
        fact for fact in consultation.known.own(SlotKind.SOCIAL_HISTORY) if fact.content.concept.concept_id == "alcohol"
    ]
    told = [one.quote for fact in own for one in fact.evidence]
    # Of what is given up the words themselves tell, or what was spoken of right before.
    if _DRINK.search(text) is None and not (before and _DRINK.search(before[-1]) is not None):
        return Part()
    dependent = Record(consultation.ledger, consultation.known.today).holding(_DEPENDENT)
    heavy = dependent or any(_HEAVY.search(one) is not None for one in (*drinks, *told))
    shakes = _SHAKES.search(text) is not None
    if not heavy and not shakes:
        return Part()
    language, emergency = consultation.words.language, emergency_for(consultation.situation)
    said = sentence("drink.ended", language, emergency=emergency)
    if shakes:
        said = f"{sentence('drink.shook', language)} {said}"
    return Part(said, tuple(fact.fact_id for fact in own))


def _earlier(consultation: Consultation) -> list[str]:
    question, lines = consultation.situation.question, consultation.situation.view.tiers.lines
    turns = range(max(1, question.turn_number - _TURNS), question.turn_number)
    return [one.question for turn in turns if (one := lines.get(turn)) is not None]
