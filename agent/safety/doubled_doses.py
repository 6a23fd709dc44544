"""A dose that was taken twice: what to do today, what to watch for by the kind of medicine, and when the next is due.

Most extra doses do no harm, but for the heart, sugar, blood, fits or mood somebody is asked the same day (NHS, what to
do if you take too much; TOXBASE). What is felt already is an alarm of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.medicines.daily_total import medicines_meant, times_a_day
from agent.answers.part import Part
from agent.safety.day_most import LIMITS
from agent.safety.whereabouts import emergency_for
from agent.words.sentences import sentence
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_TWICE: Final = lazy_regex(
    r"\b(?:took|taken|had|swallowed|gave|given|popped|injected)\b[^.?!]{0,40}\b(?:twice|two doses|two lots"
    r"|double|second (?:one|dose|tablet|pill)|(?:an )?extra \w+|another (?:one|dose) by mistake)\b"
    r"(?! (?:a|per|every|each) | daily)"
    r"|\bdouble.?dos(?:ed|e by|e this|e today)|\b(?:doubled (?:up|my|his|her|the)|took (?:a )?double)\b"
    r"|\b(?:took|had|taken|swallowed|gave (?:him|her)) (?:two|2) "
    r"(?:of (?:my|the|his|her|them)|instead of|by mistake|when)\b"
    r"|\b(?:already (?:had|took|taken)|forgot (?:i|that i|he|she)(?:'d| had)? (?:already )?(?:had|took|taken))\b"
    r"[^.?!]{0,60}\b(?:again|another|second)\b|\b(?:took|had|gave) (?:it|them|one|my \w+) again\b"
    r"|(?<!하루\s)(?<!하루에\s)(?:두|2)\s?번\s?(?:이나\s|연달아\s)?(?:먹|드|복용|맞)(?:었|은|셨|신|했|한|았|어\s?버)"
    r"|(?:두|2)\s?(?:알|정|봉지|포)[을를이나]{0,2}\s?(?:한꺼번에\s|같이\s)?(?:먹어\s?버|먹었|먹은|드셨|드신|복용했|복용한)"
    r"|(?:또|다시|한\s?번\s?더|겹쳐|중복(?:으로|해서)?|두\s?배로?)\s?(?:먹|드|복용|맞|투여)(?:었|은|셨|신|했|한|았|어\s?버)",
    re.IGNORECASE,
)
_BY_MISTAKE: Final = lazy_regex(
    r"mistake|accident|forgot|forget|without thinking|i think|instead of|oops|should i|what (?:do|should)|do i"
    r"|is (?:that|it)"
    r"|harm|danger|ok\b|okay|worr|already|\?"
    r"|실수|깜빡|깜박|모르고|잊|까먹|착각|헷갈|같아|같은데|버렸|버린|어떡|어떻|괜찮|원래|큰일|되나|돼요|될까|인데",
    re.IGNORECASE,
)
_RHYTHM: Final = lazy_regex(
    r"\btwice (?:a|per|each|every) |\btwice daily|\btimes a day\b"
    r"|하루(?:에)?\s?두\s?(?:번|알)|아침\s?저녁|아침하고\s?저녁",
    re.IGNORECASE,
)
_FOR_MORE: Final = lazy_regex(
    r"(?:더|또|한\s?(?:알|번)\s?더)\s?(?:먹|드|복용)\S{0,2}도\s?(?:되|돼|괜찮)"
    r"|\b(?:can|could|may|should) (?:i|he|she|we) (?:take|have|give)\b[^.?!]{0,24}\b(?:another|more|again|two|extra)\b",
    re.IGNORECASE,
)
"""Whoever asks for more is held to the most of a day."""
_AGAIN: Final = lazy_regex(
    r"\btwice\b|\bagain\b|doubl|second|extra|already|두\s?번|또|다시|겹쳐|중복|두\s?배", re.IGNORECASE
)
"""Of what is taken as needed two tablets are a usual dose: only a second dose is one too many."""
_ASKS_ON: Final = lazy_regex(
    r"do (?:i|we) need|what (?:do|should)|anything|tomorrow|next (?:one|dose)|skip|safe|danger|worr|harm|ok\b|okay"
    r"|어떡|어떻|괜찮|내일|다음|걸러|건너|위험|병원|뭐",
    re.IGNORECASE,
)
"""Words that go on about it in the turn after."""
_BACK: Final = 2
_WATCH: Final = (
    ("sugar", frozenset({"insulin_therapy", "sulfonylurea", "meglitinide"})),
    ("bleed", frozenset({"anticoagulant", "antiplatelet"})),
    ("heart", frozenset({"antihypertensive", "beta_blocker", "heart_drug", "antiarrhythmic", "nitrate", "diuretic",
                         "calcium_channel_blocker", "alpha_blocker"})),
    ("mind", frozenset({"antiepileptic", "lithium", "mood_stabilizer", "antidepressant", "antipsychotic", "opioid",
                        "benzodiazepine", "sleeping_pill", "muscle_relaxant"})),
)  # fmt: skip
"""What too much of a class does, by the first that a medicine is of."""
_AT_ONCE: Final = frozenset(
    {"insulin_therapy", "sulfonylurea", "digoxin", "lithium", "methotrexate", "colchicine", "theophylline", "opioid",
     "flecainide", "clozapine"}
)  # fmt: skip
"""Of these two doses are asked about at once, not in the course of the day."""


@dataclass(frozen=True, slots=True)
class _Meant:
    """What was taken twice: how it is named, what it is of, how often a day, and the facts it is known by."""

    name: str
    kinds: frozenset[str]
    often: bool
    facts: tuple[str, ...]


def doubled(consultation: Consultation) -> Part:
    """What to do after a dose too many, in the turn that tells it and when it is asked about; empty for all else."""
    meant = _meant(consultation) if _is_told(consultation) else None
    if meant is None or (meant.kinds & LIMITS.keys() and not _AGAIN.search(consultation.request.text)):
        return Part()
    language = consultation.words.language
    watch = next((name for name, ids in _WATCH if meant.kinds & ids), "other")
    said = sentence(
        "double.said",
        language,
        name=meant.name,
        soon=sentence("double.at_once" if meant.kinds & _AT_ONCE else "double.today", language),
        watch=sentence(f"double.{watch}", language, emergency=emergency_for(consultation.situation)),
        next=sentence("double.next_often" if meant.often else "double.next", language),
    )
    return Part(said, meant.facts)


def _is_told(consultation: Consultation) -> bool:
    text, question = consultation.request.text, consultation.situation.question
    if _tells(text):
        return True
    if not _ASKS_ON.search(text):
        return False
    lines = consultation.situation.view.tiers.lines
    before = (lines.get(turn) for turn in range(max(1, question.turn_number - _BACK), question.turn_number))
    named = consultation.request.concepts("medications", "drug_classes")
    return any(line is not None and _tells(line.question) for line in before) and len(named) <= 1


def _tells(text: str) -> bool:
    if _RHYTHM.search(text) or _FOR_MORE.search(text):
        return False
    return _TWICE.search(text) is not None and _BY_MISTAKE.search(text) is not None


def _meant(consultation: Consultation) -> _Meant | None:
    """The one medicine that was taken twice: named, told in this turn or last spoken of; a suspected one as well."""
    named = {
        one.entry.concept_id: one.entry for one in consultation.request.mentions if one.entry.kind == "medications"
    }
    known = consultation.known
    own = (*known.in_force(SlotKind.MEDICATIONS), *known.suspected(SlotKind.MEDICATIONS))
    if named:
        facts = [one for one in own if one.content.concept.concept_id in named]
    else:
        facts = list(medicines_meant(consultation)) or (list(own) if len(own) == 1 else [])
    if len(facts) == 1:
        content = facts[0].content
        kinds = frozenset({content.concept.concept_id, *content.concept.broader})
        often = (times_a_day(content.frequency) or 1) > 1
        return _Meant(consultation.words.name(content), kinds, often, (facts[0].fact_id,))
    if len(named) == 1 and not facts:
        entry = next(iter(named.values()))
        name = consultation.pick(entry.name_ko or entry.name, entry.name)
        return _Meant(name, frozenset({entry.concept_id, *entry.broader}), often=False, facts=())
    return None
