"""Statements about a whole slot: "no medicines", "no known allergies", "I don't know whether I have an allergy"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation
from domain.values import ANY, PATIENT, Certainty, Content, Polarity, SlotKind
from extraction.rules.allergies import ALLERGY
from extraction.rules.analysis import FINDINGS, MEDICINES, SUBSTANCES, Analysis
from extraction.rules.assertion import Assertions
from extraction.rules.claims import Claim, plain_concept
from extraction.rules.clauses import Clause
from extraction.rules.cue_kinds import Cue
from extraction.rules.moods import Mood
from extraction.text.lazy_regex import lazy_regex


@dataclass(frozen=True, slots=True)
class _Topic:
    """A slot, the words that name it as a whole, and the kinds of concept whose presence makes it no whole."""

    slot: SlotKind
    word: re.Pattern[str]
    concrete: frozenset[str]


_TOPICS: Final = (
    _Topic(
        SlotKind.MEDICATIONS,
        lazy_regex(
            r"(?<![가-힣])(?:(?:복용\s?|처방\s?|일반\s?|상비\s?|드시는\s?|먹는\s?|따로\s?먹는\s?)?약(?:은|이|을"
            r"|도|물|물은|물이|들은|같은|이든|이나)?"
            r"|복용약[가-힣]{0,2}|약물[가-힣]?|복용\s?(?:중인|하는)\s?(?:건|게|거|것)[가-힣]?)(?=[\s,.!]|$|없|안)"
            r"|\b(?:any |no |other )*(?:medications?|medicines?|meds|pills|drugs|prescriptions?)\b"
            r"|(?<=take )nothing\b|(?<=taking )nothing\b"
        ),
        frozenset(MEDICINES),
    ),
    _Topic(SlotKind.ALLERGIES, lazy_regex(rf"{ALLERGY.pattern}|알레르기\s?검사|\bnkd?a\b"), frozenset(SUBSTANCES)),
    _Topic(
        SlotKind.CONDITIONS,
        lazy_regex(
            r"(?<![가-힣])(?:지병|기저\s?질환|앓고\s?있는\s?(?:병|질환)|앓는\s?(?:병|질환)|다른\s?병"
            r"|진단받은\s?(?:병|질환|거|것|건)|병력|만성\s?질환"
            r"|병)(?:은|이|도|같은|으로)?(?=[\s,.]|$|없)"
            r"|\b(?:medical (?:conditions?|problems?|history)|(?:other |chronic |known "
            r"|underlying )(?:conditions?|illness(?:es)?|diseases?|diagnos[ei]s)|health problems?)\b"
        ),
        frozenset(FINDINGS),
    ),
    _Topic(
        SlotKind.PROCEDURES,
        lazy_regex(r"수술(?:받은|한)?\s?적|수술\s?이력|\b(?:surger(?:y|ies)|operations?)\b"),
        frozenset({"procedures", "conditions"}),
    ),
    _Topic(
        SlotKind.FAMILY_HISTORY,
        lazy_regex(r"가족력|\bfamily history\b"),
        frozenset(FINDINGS),
    ),
)
_NONE_OF_MEDICINES: Final = lazy_regex(
    r"없(?!었|애|어서\s?못)|안\s?(?:먹(?!었|은|고\s?나)|드|복용해|복용합|맞[아고])|(?:먹|복용하"
    r"|맞)지\s?(?:는)?\s?않(?!았)|n't\b|\b(?:not|no"
    r"|never|none|nothing|without)\b"
)
_PRESUPPOSED: Final = lazy_regex(r"(?:없는|안\s?먹는|안\s?드는)\s(?:저|제|나|경우|사람|상태)")
_FOR_NOW_ONLY: Final = lazy_regex(
    r"며칠|깜빡|까먹|가끔|자주|자꾸|어제|오늘\s?(?:아침|저녁)|주말|아직|효과|소용|부작용|도움|맞는\s?약|필요"
    r"|다른\s?약|그\s?약|이\s?약|\b(?:forg[eo]t\w*"
    r"|miss\w*|yesterday|help|effect|side effects?|work(?:s|ed|ing)?|other than)\b"
)
_WHETHER: Final = lazy_regex(
    r"있는지|여부|없는지|유무|뭔지|받아|검사|\b(?:if|whether|any|of|about|tested)\b|알레르기\s?(?:는|가"
    r"|은)?\s?(?:잘\s?)?모르"
)
_NOT_GENERIC_AFTER: Final = lazy_regex(
    r"\s?(?:알레르기|알러지|allerg|봉투|이름|값|먹는\s?(?:걸|것|시간)|용량|때문|먹고|먹으면|시간|기운|목록|도\s?먹)"
)
_OF_ONE_ORGAN: Final = lazy_regex(
    r"(?:쪽|계통|관련|관련된|신장|콩팥|간|심장|폐|뇌|눈|피부|위|장|갑상선|혈관|정신|유전|성)\s?$"
    r"|\b(?:heart|kidney|liver|lung|skin|eye|mental|thyroid|blood|stomach|autoimmune)\s$"
)
"""What narrows "no disease" to one organ, so that nothing is said of all others."""

_INVERTED: Final = lazy_regex(r"\s?(?:은|이|도)?[\s.,!]*$")
_ENGLISH_SPECIFIED: Final = lazy_regex(r"\s(?:to|for|against)\s(?!me\b|speak|my knowledge|report|anything)")


def read_denials(assertions: Assertions, quoted: frozenset[int], allergens: frozenset[int]) -> Iterator[Claim]:
    """Claims about whole slots.

    ``quoted`` are the clauses that only repeat what was said before, ``allergens`` where causes of an allergy stand.
    """
    analysis = assertions.analysis
    for topic in _TOPICS:
        for index, clause in enumerate(analysis.clauses):
            if index in quoted:
                continue
            claim = _claim(assertions, topic, index, clause, allergens)
            if claim is not None:
                yield claim
                break


def _claim(
    assertions: Assertions, topic: _Topic, index: int, clause: Clause, allergens: frozenset[int]
) -> Claim | None:
    analysis = assertions.analysis
    word = _word(analysis, topic, clause)
    if word is None or (assertions.subject_at(clause.end - 1) != PATIENT and topic.slot is not SlotKind.FAMILY_HISTORY):
        return None
    named = any(
        (one.start in allergens) == (topic.slot is SlotKind.ALLERGIES)
        for one in analysis.within(clause.start, clause.end, topic.concrete)
    )
    _, end = analysis.sentence_span(clause.sentence)
    if topic.slot is SlotKind.ALLERGIES and any(clause.end <= place < end for place in allergens):
        return None
    certainty = _whole(assertions, topic, index, clause, word, named=named)
    if certainty is None:
        return None
    operation = Operation.ASSERT
    wondering = assertions.moods[index] is Mood.HYPOTHETICAL and _wondered(analysis, clause)
    if assertions.moods[index] is not Mood.STATEMENT and not (certainty is Certainty.UNKNOWN and wondering):
        if certainty is Certainty.UNKNOWN or not _PRESUPPOSED.search(analysis.cue_text, clause.start, clause.end):
            return None
        operation = Operation.MENTION
    content = Content(
        slot=topic.slot,
        concept=plain_concept(ANY, ANY, ""),
        polarity=Polarity.AFFIRMED if certainty is Certainty.UNKNOWN else Polarity.NEGATED,
        certainty=certainty,
    )
    return Claim(content, ((clause.start, clause.end),), None, operation=operation)


def _wondered(analysis: Analysis, clause: Clause) -> bool:
    """Whether an "if" only carries what is not known ("not sure if I'm allergic")."""
    start, _ = analysis.sentence_span(clause.sentence)
    return any(True for _ in analysis.cues_in(start, clause.start, Cue.UNKNOWN))


def _word(analysis: Analysis, topic: _Topic, clause: Clause) -> re.Match[str] | None:
    for match in topic.word.finditer(analysis.cue_text, clause.start, clause.end):
        inside = any(
            one.start < match.end() and match.start() < one.end
            for one in analysis.within(clause.start, clause.end, topic.concrete)
        )
        specified = topic.slot is SlotKind.CONDITIONS and _OF_ONE_ORGAN.search(analysis.cue_text[: match.start()])
        if not inside and not specified and not _NOT_GENERIC_AFTER.match(analysis.cue_text, match.end()):
            return match
    return None


def _whole(
    assertions: Assertions, topic: _Topic, index: int, clause: Clause, word: re.Match[str], *, named: bool
) -> Certainty | None:
    """CONFIRMED for "none", UNKNOWN for "not known", None when the clause says neither of the whole slot."""
    analysis = assertions.analysis
    end = (
        analysis.clauses[index + 1].end
        if index + 1 < len(analysis.clauses) and analysis.clauses[index + 1].sentence == clause.sentence
        else clause.end
    )
    if topic.slot is SlotKind.ALLERGIES and not named:
        unknown = any(True for _ in analysis.cues_in(clause.start, end, Cue.UNKNOWN))
        start, _ = analysis.sentence_span(clause.sentence)
        unsure = any(True for _ in analysis.cues_in(start, clause.start, Cue.UNKNOWN))
        if (unknown or unsure) and _WHETHER.search(analysis.cue_text, start, end):
            return Certainty.UNKNOWN
    if named or _ENGLISH_SPECIFIED.match(analysis.cue_text, word.end()):
        return None
    if word[0].endswith("검사"):
        return None
    return Certainty.CONFIRMED if _denies(analysis, topic, index, clause, word) else None


def _denies(analysis: Analysis, topic: _Topic, index: int, clause: Clause, word: re.Match[str]) -> bool:
    text = analysis.cue_text[clause.start : clause.end]
    if word[0] in ("nka", "nkda"):
        return True
    if _FOR_NOW_ONLY.search(text) or re.search(r"없[는지을]*\s?(?:다|라)고\s?(?:적|써|말|했)", text):
        return False
    if (
        topic.slot is SlotKind.MEDICATIONS
        and not _NONE_OF_MEDICINES.search(text)
        and not _inverted(analysis, index, clause, word)
    ):
        return False
    for cue in analysis.cues_in(clause.start, clause.end, Cue.NEGATION):
        if cue.start <= word.start() if cue.forward else cue.start >= word.end() - 1:
            return True
    if topic.slot is SlotKind.MEDICATIONS and re.search(
        r"\bnot (?:on|taking)\b|\b(?:take|taking) (?:nothing|no)\b", text
    ):
        return True
    return _inverted(analysis, index, clause, word)


def _inverted(analysis: Analysis, index: int, clause: Clause, word: re.Match[str]) -> bool:
    """Whether the topic is named after its predicate ("안 먹어요, 약.")."""
    if index == 0 or not _INVERTED.fullmatch(analysis.cue_text[word.end() : clause.end]):
        return False
    before = analysis.clauses[index - 1]
    alone = not analysis.cue_text[clause.start : word.start()].strip(" ,")
    named = any(True for _ in analysis.within(before.start, before.end, {"social", *MEDICINES, *FINDINGS}))
    return alone and before.sentence == clause.sentence and not named and analysis.has(before, Cue.NEGATION)
