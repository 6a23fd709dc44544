"""What earlier turns were warned of, weighed again over the record as it is now: for a list of what not to take, and
for who asks why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from agent.answers.asking.request import read_request
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.safety.medicine_warnings import reason
from agent.safety.tables import table
from agent.safety.weighing import WARNINGS, Weighed, allergy_reason, instead_of, weighings
from agent.words.sentences import sentence
from domain.ledger import Fact
from extraction.text.lazy_regex import lazy_regex

_TURNS: Final = 12
"""Turns back to which a warning is still looked for."""
_WHY: Final = lazy_regex(
    r"왜|와\s?안|어째서|이유|무엇\s?때문|뭐\s?때문|\bwhy\b|how come|what(?:'s| is| was) (?:wrong with"
    r"|the (?:matter|problem|reason))"
    r"|(?:so|dead|that) against",
    re.IGNORECASE,
)
_AGAINST: Final = lazy_regex(
    r"안\s?(?:된|되|돼)|못\s?(?:먹|쓰)|말라|말리|위험|피하라|반대|(?:다르니까|괜찮지\s?않)"
    r"|\b(?:against|not (?:allowed|have|take|use)|can'?t|couldn'?t|shouldn'?t|mustn'?t|avoid|no to|off limits"
    r"|bad|ring|call)\b",
    re.IGNORECASE,
)


def warned_before(consultation: Consultation) -> Iterator[tuple[int, Weighed]]:
    """What was weighed and found grave in earlier turns and is not taken on prescription, the latest turn first."""
    situation = consultation.situation
    turn = situation.question.turn_number
    moment = (situation.question.said_at, situation.question.time_zone)
    for each in range(turn - 1, max(0, turn - 1 - _TURNS), -1):
        line = situation.view.tiers.lines.get(each)
        if line is None:
            continue
        request = read_request(line.question, consultation.finder, moment)
        earlier = replace(
            consultation,
            request=request,
            situation=replace(
                situation,
                question=replace(situation.question, text=line.question),
                intent=replace(situation.intent, name="knowledge"),
                turn_events=(),
            ),
        )
        for one in weighings(earlier):
            if one.is_grave:
                yield each, one


def to_leave_out(consultation: Consultation) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The names of what is not to be taken, by the warnings of earlier turns, with the facts behind each; each
    once.
    """
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for _, one in warned_before(consultation):
        if one.taken and not one.is_optional:
            continue
        name = consultation.pick(one.entry.name_ko or one.entry.name, one.entry.name)
        facts = tuple(met.against.fact_id for met in one.met if isinstance(met.against, Fact))
        found.setdefault(one.entry.concept_id, (name, (*facts, *(fact.fact_id for fact in one.allergies))))
    return tuple(found.values())


_INSTEAD: Final = lazy_regex(
    r"(?:그럼|그러면|그라믄|그라모|대신에?|다른\s?(?:거|걸|약|것))\s?(?:\S{1,6}\s)?(?:뭐|뭘|무엇|무슨\s?약|어떤\s?(?:약|거|걸)|어떻게|뭐를|머|먹을|쓸)"
    r"|(?:뭐|뭘|무엇을)\s?(?:먹|써|쓰|드)\S{0,4}\s?(?:야|면)?\s?(?:돼|되|하)\S{0,4}\?*$"
    r"|어떻게\s?(?:해야|하면|하죠|하지|해요|할까)|(?:뭐가|무엇이|어떤\s?게|어느\s?게|뭘로)\s?(?:나을|나아|좋을|좋아|괜찮|안전)"
    r"|(?:어느|어떤)\s?(?:걸|것을|약을)\s?(?:안|빼|피)"
    r"|말고\s?(?:\S{1,6}\s)?(?:먹을|쓸|드실|먹어도|써도|뭐|뭘|어떤)"
    r"|\binstead\b|\bwhat (?:else )?(?:can|could|should|do|may) (?:i|we|she|he) (?:\w+ )?(?:take|use|have|give|eat|do)"
    r"(?: for (?:it|this|that|(?:the|my|his|her) \w+))?(?: then)?\s*\W*$"
    r"|^\W*(?:so |and |ok |okay )?what then\W*$|\balternatives?\b",
    re.IGNORECASE,
)
_NEXT_TURN: Final = 2
"""Turns within which a question for something else goes on about what was advised against."""


def used_instead(consultation: Consultation) -> Part:
    """What is used in the place of what the last turns were warned of, for who asks; empty where nobody does."""
    request = consultation.request
    if not _INSTEAD.search(request.text) or request.concepts("medications", "drug_classes", "labs", "vitals"):
        return Part()
    turn = consultation.situation.question.turn_number
    warned = next(((each, one) for each, one in warned_before(consultation) if turn - each <= _NEXT_TURN), None)
    if warned is None:
        return Part()
    language, one = consultation.words.language, warned[1]
    name = consultation.pick(one.entry.name_ko or one.entry.name, one.entry.name)
    facts = [met.against.fact_id for met in one.met if isinstance(met.against, Fact)]
    facts += [fact.fact_id for fact in one.allergies]
    text = instead_of(consultation, one) or sentence("weigh.instead_unknown", language, name=name)
    until = sentence("weigh.until", language, name=name)
    return Part(f"{text} {until}", tuple(dict.fromkeys(facts)))


def why_against(consultation: Consultation) -> Part:
    """Why something was advised against in an earlier turn, for who asks; empty where nobody does."""
    text = consultation.request.text
    if not (_WHY.search(text) and (_AGAINST.search(text) or len(text) < 60)):
        return Part()
    named = set(consultation.request.concepts("medications", "drug_classes"))
    if not named and (consultation.request.tests or consultation.tests_told()):
        # "How's that against the last two?" is asked of values.
        return Part()
    warned = list(warned_before(consultation))
    of_named = [one for _, one in warned if one.entry.concept_id in named]
    latest = next((turn for turn, _ in warned), None)
    # "Why not that one?" is about the last thing that was advised against, and a bare "why?" about the last answer.
    just_now = latest == consultation.situation.question.turn_number - 1 and not consultation.request.subjects
    of_latest = [one for turn, one in warned if turn == latest][:2]
    chosen = of_named[:1] or (of_latest if just_now or _AGAINST.search(text) else [])
    if not chosen:
        return _said_with_it(consultation) if not named else Part()
    language = consultation.words.language
    said = []
    for one in chosen:
        name = consultation.pick(one.entry.name_ko or one.entry.name, one.entry.name)
        reasons = [allergy_reason(consultation, one.entry, fact) for fact in one.allergies]
        reasons += dict.fromkeys(reason(consultation, met) for met in one.met if not met.caution.is_apart)
        said.append(sentence("weigh.why", language, name=name, reasons="; ".join(reasons[:2])))
    said += harms_plainly(" ".join(said), language)
    facts = [met.against.fact_id for one in chosen for met in one.met if isinstance(met.against, Fact)]
    facts += [fact.fact_id for one in chosen for fact in one.allergies]
    return Part(" ".join(said), tuple(dict.fromkeys(facts)))


def _said_with_it(consultation: Consultation) -> Part:
    """The reasons that the last answer gave with its warning, for a bare "why?"; empty where it warned of nothing."""
    if consultation.request.subjects:
        return Part()
    last = consultation.situation.view.answers.last()
    found = _REASONS.search(last.text) if last is not None else None
    if last is None or found is None:
        return Part()
    language = consultation.words.language
    plain = harms_plainly(found[1], language)
    # The same words again are no reason: where plainer ones are known, those are said alone.
    text = " ".join(plain) if plain else sentence("weigh.why_said", language, reasons=found[1])
    return Part(text, last.facts_used)


def harms_plainly(reasons: str, language: str) -> list[str]:
    """How the harms that ``reasons`` name come about, in plain words; empty where none are kept."""
    harms = table("cautions")["harms"].values()
    return [row[f"plain_{language}"] for row in harms if row[language] in reasons and f"plain_{language}" in row][:2]


_REASONS: Final = lazy_regex(rf"(?:{'|'.join(WARNINGS)}) ([^\n]+?)\.(?= |\n|$)")
