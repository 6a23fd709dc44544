"""Medicines on record that the words they were read from do not say the patient takes: asked about, or another's."""

from __future__ import annotations

import re
from typing import Final, Literal

from agent.answers.record.known import Known
from agent.safety.whose import is_of_another, sentence_of, tells_reaction
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.dose_schedules import schedule_of
from projections.patient_view import PatientView

Doubt = Literal["asked", "another", "reacted"]

_ASKED_ABOUT: Final = lazy_regex(
    r"(?:먹어|써|드셔|마셔|발라|먹여|맞아)도\s?(?:되|돼|괜찮|될)|먹으면\s?(?:되|돼|안)|먹이면|먹어\s?볼까"
    r"|먹을까|먹여도|같이\s?먹|은요\?|는요\?|어때"
    r"|안\s?뜯|아직\s?안\s?(?:먹|시작|뜯)|있는데\s?(?:먹|써)|(?<!알려\s)(?<!알려)(?<!바꿔)(?<!려)(?<!방해)(?<!가해)(?<!여)(?<!꿔\s)줬어요|(?<!알려\s)(?<!알려)(?<!바꿔)(?<!려)(?<!방해)줬는데|주셨는데|사다\s?드렸|보내셨"
    r"|무슨\s?약|뭐\s?하는\s?약|권하|추천"
    r"|\b(?:can|could|may|should|shall|might) (?:i|he|she|we|they|you)\b|which (?:can|is|one|should)"
    r"|any (?:bother|use|good)"
    r"|is (?:he|she|it) (?:all right|ok|okay|safe)|all right taking|in the (?:drawer|cupboard|cabinet|glovebox)"
    r"|posted me|sell me|talking of"
    r"|want me on|not started|want to give|what is that one|got (?:some|calpol|the kids)|we'?ve got|there'?s \w+ in",
    re.IGNORECASE,
)
_NOT_BEGUN: Final = lazy_regex(
    r"아직\s?안\s?(?:먹|뜯|시작)|안\s?뜯었|먹어\s?볼까|not started|haven'?t (?:started|opened)", re.IGNORECASE
)
_ONCE: Final = lazy_regex(
    r"작년에|재작년|지난\s?(?:겨울|여름|해)|last (?:winter|summer|spring|autumn|year)", re.IGNORECASE
)
"""A course of long ago is history."""
_TAKEN: Final = lazy_regex(
    r"먹고\s?있|묵고|먹는\s?중|먹었|드시고|드세요|복용\s?(?:중|하고)|째\s?먹|뿌리고|맞고\s?있|알씩|매일"
    r"|아침저녁|아침마다"
    r"|(?<!can )(?<!could )(?<!may )(?<!should )\b(?:i|he|she) takes?\b|\bi'?m on\b|been (?:taking|putting|on)"
    r"|\btook\b|had (?:one|two)|since (?:about )?(?:the|may|june|july|last|mid)"
    r"|every (?:morning|day|night)|(?:once|twice|three times) a day|\bmg (?:in the morning|at night|morning)|started",
    re.IGNORECASE,
)

_TAKES_NOW: Final = lazy_regex(
    r"먹고\s?있|묵고\s?있|먹는\s?중|먹습니다|먹어요|드시고\s?(?:있|계)|드세요|복용\s?중|복용하고|맞고\s?있|매일"
    r"|\bi'?m on\b|\bi take\b|\btakes\b|been (?:taking|on)|every (?:morning|day|night)",
    re.IGNORECASE,
)
"""What is taken now was not a course of long ago, whatever else the sentence tells of last year."""


_AS_NEEDED: Final = "PRN"


def doubt_of(fact: Fact, view: PatientView) -> Doubt | None:
    """Why a medicine on record is not to be listed as taken; None where nothing speaks against it.

    Judged by the words of every turn that the fact rests on: one that tells it as taken is enough. What took the place
    of something on record ("the pressure pill is amlodipine, my wife looked") was told, and not asked about.
    """
    if fact.content.slot is not SlotKind.MEDICATIONS or fact.supersedes:
        return None
    found: set[Doubt | None] = set()
    for one in fact.evidence:
        line = view.tiers.lines.get(one.turn_number) if one.turn_number is not None else None
        if line is None:
            return None
        text = normalise(line.question).text
        quote = normalise(one.quote).text
        start = text.casefold().find(quote.casefold()) if quote else -1
        if start < 0:
            return None
        found.add(_of_words(text, start, start + len(quote), view, fact))
    return next(iter(found)) if len(found) == 1 else None


def certain_medicines(known: Known, view: PatientView) -> tuple[Fact, ...]:
    """The medicines in force that nothing speaks against."""
    return tuple(fact for fact in known.in_force(SlotKind.MEDICATIONS) if doubt_of(fact, view) is None)


def doubted_medicines(known: Known, view: PatientView) -> tuple[tuple[Fact, Doubt], ...]:
    """The medicines on record as in force that were only asked about, are another's, or caused a reaction."""
    pairs = ((fact, doubt_of(fact, view)) for fact in known.in_force(SlotKind.MEDICATIONS))
    return tuple((fact, doubt) for fact, doubt in pairs if doubt is not None)


def _of_words(text: str, start: int, end: int, view: PatientView, fact: Fact) -> Doubt | None:
    if is_of_another(text, start, end, view):
        return "another"
    if tells_reaction(text, end):
        return "reacted"
    long_ago = _ONCE.search(text[max(0, start - 30) : end + 40]) and not _TAKES_NOW.search(text, max(0, start - 40))
    if _NOT_BEGUN.search(text) or long_ago:
        return "asked"
    if fact.content.dose and (fact.content.frequency or schedule_of(fact.content.dose)):
        return None
    if fact.content.frequency not in (None, "", _AS_NEEDED):
        # "They changed it to azithromycin, once a day for three days" tells how it is taken.
        return None
    first, last = sentence_of(text, start)
    around = text[max(first, start - 60) : min(max(last, end), end + 90)]
    return "asked" if _ASKED_ABOUT.search(around) and not _TAKEN.search(text[max(0, start - 40) : end + 50]) else None
