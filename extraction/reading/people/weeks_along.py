"""A pregnancy that is told by its weeks alone: "I'm 22 weeks", "14+3", "the scan put me at 12 weeks", "저 22주차예요".

Who says of herself that she is so many weeks is pregnant. Weeks of anything else are told with what they are of, "6
weeks post op", so of other weeks only those beside words that speak of an unborn child are a pregnancy's. Weeks at
which a child was born or lost, a relative's weeks and weeks to come are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.reading.asking.asked import sentence_around
from extraction.reading.items import Heard
from extraction.reading.people.pregnancy_weeks import PREGNANCY, WEEKS
from extraction.reading.people.speaking_for import is_spoken_for
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_N: Final = r"(?P<n>\d{1,2})"
_DAYS: Final = r"(?:\s?\+\s?[0-6]| and (?:a half|[0-6] days?))?"
_UNIT: Final = r"\s?-?(?:weeks?|wks?|w)"
_NOTHING_ELSE: Final = (
    r"(?!\s?(?:\+|post|sober|clean|in\b(?! total)|into|on\b|off|out\b|since|late|away|younger|older|free|behind"
    r"|from|through"
    r"|without|pp\b|old|of\b(?! preg)|ago|later|after|early|overdue|to go|till|until|left|before|scan|appointment|check"
    r"|premature|prem\b|course|no\b|without|smoke|period|abroad|short|down|clear|tee))"
)
_OF_HERSELF: Final = (
    lazy_regex(
        rf"\bi(?:'m|m| am)(?: now| only| just| about| around| nearly| almost| already| currently| roughly| over| like)*"
        rf" {_N}(?:{_DAYS}{_UNIT}\b|\s?\+\s?[0-6]\b){_NOTHING_ELSE}"
    ),
    lazy_regex(rf"(?:^|[.!?,]\s){_N}{_DAYS}{_UNIT} here\b"),
    lazy_regex(rf"\bi(?:'m|m| am) in my {_N}(?:st|nd|rd|th) week\b(?! of (?!my preg|the preg|preg))"),
    lazy_regex(
        rf"\b(?:puts?|puttin|dated|dates|has|had) me (?:at|as|down as) (?:about )?{_N}{_DAYS}{_UNIT}\b{_NOTHING_ELSE}"
    ),
    lazy_regex(
        rf"(?<![가-힣])(?:저는?|전|나는?|난)\s(?:지금\s|이제\s|현재\s|오늘\s)?{_N}\s?주(?:\s?[0-6]\s?일)?\s?차(?=이|예|인|입|요|고|라|[\s,.!]|$)"
    ),
)
"""Weeks that somebody is, and that nobody but a pregnant woman is."""
_BESIDE: Final = (
    lazy_regex(
        rf"(?<![\d.,/])(?:(?:week|wk) (?P<w>\d{{1,2}})\b|{_N}(?:{_DAYS}{_UNIT}\b|\s?\+\s?[0-6]\b|(?:st|nd|rd"
        rf"|th) week\b)){_NOTHING_ELSE}"
    ),
    lazy_regex(
        rf"(?<![\d.,/]){_N}\s?주(?:\s?[0-6]\s?일)?(?:\s?차)?(?!일|간|\s?(?:전|뒤|후|동안|만에|마다|남|안에|이내|이상|에\s?\d|치|분))"
    ),
)
"""Weeks that are a pregnancy's where an unborn child is spoken of."""
_EXPECTING: Final = lazy_regex(
    r"pregnan|\bexpecting\b|\bmidwi(?:fe|ves)\b|\bantenatal|\bprenatal|\bsonograph|\bultrasound|\b(?:dating"
    r"|anomaly) scan\b"
    r"|\bscan (?:says?|said|shows?|showed|puts?|put)\b|\bbump\b|\btrimester|\bdue (?:date|in [a-z]{3,9}\b)"
    r"|\bweeks? (?:gone|along)"
    r"|\b(?:first|second|third|having a|my) baby\b|\bbaby(?:'s| is)? (?:kick|mov)|\bwith twins\b|\bob ?-?gyn\b"
    r"|\bobstetric|\bfetal"
    r"|\bwaters? (?:broke|have|has|gone|went|breaking)|\bbraxton|\bcontractions?\b"
    r"|임신|임부|임산부|산모|태아|태동|산부인과|조산원|조산사|산과|막달|입덧|배\s?뭉|출산\s?예정|예정일|쌍둥이|뱃속"
)
_OVER: Final = lazy_regex(
    r"miscarr|\blost\b|\bloss\b|\bended\b|\bterminat|\babort|\bstillb|\bborn\b|\bdelivered\b|\bgave birth"
    r"|\bgiven birth|\bcame at\b"
    r"|\bhad (?:him|her|them)\b|\bpostpartum|\bwas pregnant|\blast pregnan|\bbreastfe"
    r"|유산|중절|낙태|사산|낳|출산했|출생|태어|조산(?!원|사)"
)
_OPEN: Final = lazy_regex(
    r"\b(?:if|when|once|until|till|unless|supposing|at|after|before|from|by|in|for|every|next|last|past|within"
    r"|over|another"
    r"|than)\s(?:the\s|i'?m\s|i am\s|about\s)*$|(?:지난|매|앞으로)\s?$"
)
"""Words right before weeks that are to come, are over or are only supposed."""
_LEAST, _MOST = 4, 42
_NEAR: Final = 24


def with_weeks_along(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the pregnancy whose weeks the patient tells, or with the weeks of the one that was read."""
    told = weeks_along(sheet.folded)
    if told is None or is_no_patient(sheet, heard, told[1]):
        return tuple(proposals)
    weeks, start, end = told
    read = [one for one in proposals if one.content is not None and is_pregnancy(one.content)]
    if any(_has_weeks(one) for one in read) or not all(map(_tells, read)):
        return tuple(proposals)
    if any(is_pregnancy(one) and one.value == weeks for one in heard.facts):
        return tuple(proposals)
    entry = lexicon.entry("conditions", PREGNANCY)
    content = Content(
        slot=SlotKind.CONDITIONS, concept=entry.concept(sheet.language), status=Status.ACTIVE, value=weeks, unit=WEEKS,
        value_stated=f"{weeks:g}",
    )  # fmt: skip
    quote, first, last = sheet.quote(start, end)
    own = Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=first, end=last, extractor=extractor)
    if any(is_pregnancy(one) and one.subject == PATIENT for one in heard.facts):
        own = own.with_fields(
            operation=Operation.CHANGE, target=Target(slot=SlotKind.CONDITIONS, concept_id=entry.concept_id)
        )
    return (*(one for one in proposals if one not in read), own)


def _has_weeks(proposal: Proposal) -> bool:
    """Whether it tells its weeks itself; of what is only named again, weeks that are not on record are lost."""
    told = proposal.content is not None and proposal.content.value is not None
    return told and proposal.operation is not Operation.MENTION


def weeks_along(folded: str) -> tuple[float, int, int] | None:
    """The weeks of the speaker's own pregnancy in a text in lower case, and their place; None where none are told."""
    if _OVER.search(folded) is not None:
        return None
    expecting = _EXPECTING.search(folded) is not None
    for pattern in (*_OF_HERSELF, *(_BESIDE if expecting else ())):
        for match in pattern.finditer(folded):
            number = int(match["n"] or match.groupdict().get("w") or 0)
            ahead = folded[max(0, match.start() - _NEAR) : match.start()]
            if _LEAST <= number <= _MOST and (_OPEN.search(ahead) is None or _PUT_AT.search(ahead) is not None):
                return float(number), match.start("n") if match["n"] else match.start(), match.end()
    return None


_PUT_AT: Final = lazy_regex(r"\b(?:me|it|baby|measuring|measures|am|i'?m) (?:at|in|in the|in my) $")


def is_no_patient(sheet: Sheet, heard: Heard, start: int) -> bool:
    """Whether the weeks are another's than the patient's: of a man, of one spoken for, of a relative named before."""
    if is_spoken_for(sheet, heard) or any(_is_male(one) for one in heard.facts):
        return True
    first = sentence_around(sheet.folded, start)[0]
    kin = (one for one in sheet.mentions if one.entry.kind == "relatives" and first <= one.start < start)
    if any(one.entry.concept_id not in _UNBORN for one in kin):
        return True
    return any(one.kind == "age" and one.start <= start < one.end for one in sheet.figures)


_UNBORN: Final = frozenset({"child"})


def _is_male(fact: Content) -> bool:
    return fact.concept.concept_id == "gender" and fact.value == "male"


def is_pregnancy(content: Content) -> bool:
    """Whether a fact is of a pregnancy, whosever."""
    return content.slot is SlotKind.CONDITIONS and PREGNANCY in (content.concept.concept_id, *content.concept.broader)


def _tells(proposal: Proposal) -> bool:
    """Whether a reading of the pregnancy says no more than that there is one, or doubts it."""
    content = proposal.content
    return (
        proposal.operation in (Operation.ASSERT, Operation.MENTION)
        and content is not None
        and content.subject == PATIENT
    )
