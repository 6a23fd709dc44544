"""Denials of what stands on record: an illness, an allergy or a medicine that the patient is told not to have.

A denial is a negator that governs the name of what is held, or of a class of it ("you take no blood thinner"): in
English with nothing but words of having, taking and telling between them, in Korean as the ending of the verb of which
the name is the subject or the object. What is only possible, asked, or advised, denies nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.held_record import HeldRecord
from agent.skills.number_checks import Names
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+|;\s")
_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_BETWEEN: Final = (
    r"(?:(?:known|any|an?|the|your|real|signs?|evidence|history|trace|of|have|has|had|having|got|been|ever|actually"
    r"|really|currently|now|longer|diagnosed|suffer(?:ing|ed)?|liv(?:e|ing)|with|from|allergic|to|be|is|are"
    r"|mention|record|recorded|such|thing|as|active|current|form|found|told|given|you|see|seen|find|noted)\s)"
)
_NEGATOR: Final = (
    r"(?:\b(?:no|not|never|without|neither|nor|none|nobody|no one|no doctor|lacks?|free|rid|clear|negative)\b|n't\b)"
)
_DENIED_EN: Final = lazy_regex(rf"{_NEGATOR}\s(?:for\s)?{_BETWEEN}{{0,6}}$", re.IGNORECASE)
_TAKING: Final = (
    r"(?:(?:take|taking|taken|on|use|using|used|prescribed|given|have|having|been|currently|now|longer|any|an?"
    r"|the|your|kind|sort|type|of|medicine|at|all)\s)"
)
_NOT_TAKEN_EN: Final = lazy_regex(
    r"\byou\b(?!\s(?:should|must|can|could|may|might|need|ought|would|do(?:n't| not) (?:have|need) to))[\w\s']{0,14}?"
    rf"{_NEGATOR}\s{_TAKING}{{0,6}}$",
    re.IGNORECASE,
)
_PRESCRIBED_EN: Final = lazy_regex(
    r"\b(?:nobody|no one|no doctor|none of (?:them|your doctors))\s(?:(?:has|have|had|ever|prescribed|given|put"
    r"|started|you|on|an?|any)\s){1,6}$",
    re.IGNORECASE,
)
_AFTER_EN: Final = lazy_regex(
    r"^(?:\s\w+){0,1}\s(?:(?:is|are|was|were|has|have)(?:n't|\snot|\snever|\snowhere)\s(?:been\s|ever\s){0,2}"
    r"(?:on|in|to be found|diagnosed|found|mentioned|confirmed|given|among|part of|one of|something|present"
    r"|there|recorded|listed|noted|known|prescribed|taken)\b"
    r"|(?:is|are|was|were|has been|have been)\s(?:absent|ruled out|excluded)\b|does(?:n't| not) (?:appear|apply"
    r"|exist))",
    re.IGNORECASE,
)
_ASIDE_EN: Final = lazy_regex(
    r"^[\s-](?:medic|drug|crisis|sympt|attack|flare|dose|tablet|pill|treatment|test|free|related|episode|sign"
    r"|allergy to)",
    re.IGNORECASE,
)
"""What makes the name a part of another one: "no asthma attacks" denies no asthma."""
_EPISODE: Final = lazy_regex(r"attack|flare|episode|exacerbation|crisis|발작|악화|증상|재발", re.IGNORECASE)
"""Of some names what comes and goes is a part."""
_NOT_DENIED: Final = lazy_regex(
    r"\b(?:if|whether|unless|when|as long as|provided|in case|suppose|people|anyone|someone|those"
    r"|so that|make sure|ensure|avoid|(?:never|not|n't) (?:said|say|told|tell|mean|meant|mentioned|only|just"
    r"|because))\b|\?",
    re.IGNORECASE,
)
_PARTICLE: Final = r"(?:은|는|이|가|도|을|를|에|에는|에\s?대한|에\s?대해|의)?"
_BESIDES_KO: Final = (
    r"(?:\s?(?:알레르기|진단|병력|처방|기록|복용|내용|사실|소견|문제)[가-힣]{0,3}(?:\s(?:받으신|받은|하신|되신|된|드신|있는))?){0,3}"
    r"(?:\s(?:현재|지금|전혀|아직|따로|더\s?이상|기록에|목록에|기록상))?\s?"
)
_OPEN_KO: Final = (
    r"(?!다고\s?[^.!]{0,10}(?:적|바)[은이]?\s?없"
    r"|\S{0,3}(?:면|는지|은지|신지|을지|도록|을까|ㄹ까|나요|가요|더라도|어도|아도|거나|던|게\s|고도)|[^.!]{0,12}\?)"
)
_GOES_ON_KO: Final = r"\s?(?:받[가-힣]{0,3}\s?)?(?:고\s?(?:있|계시)[가-힣]{0,2}\s?)?"
_HAD_KO: Final = rf"(?:앓|걸리|걸린|있|가지|진단|겪|해당|들은|말씀|알려)[가-힣]{{0,4}}{_GOES_ON_KO}"
_TAKEN_KO: Final = rf"(?:드시|드신|먹|복용|맞|쓰|사용|투여|처방)[가-힣]{{0,3}}{_GOES_ON_KO}"
_NEGATED_KO: Final = rf"(?:지(?:는|도)?\s?않|(?:적|일|바|것)(?:은|이|도)?\s?(?:전혀\s)?없){_OPEN_KO}"
_DENIED_KO: Final = lazy_regex(
    rf"^{_PARTICLE}{_BESIDES_KO}(?:(?:없(?!애|앨|앴)|(?:찾(?:을|아볼)\s?수|보이는\s?것이|남은\s?것이)\s?없|(?:보이|확인되|남아\s?있"
    rf"|적혀\s?있)지\s?않|아니(?![라면고])|아닙){_OPEN_KO}|{_HAD_KO}{_NEGATED_KO})"
)
_NOT_TAKEN_KO: Final = lazy_regex(
    rf"^{_PARTICLE}{_BESIDES_KO}(?:{_TAKEN_KO}{_NEGATED_KO}|안\s?(?:드시|드십|먹|맞|쓰){_OPEN_KO}|없(?!애|앨|앴){_OPEN_KO})"
)
_NO_ALLERGY: Final = lazy_regex(
    r"\b(?:no|without)\s(?:(?:known|recorded|drug|medicine|medication|food|reported|any|such)\s){0,3}allerg(?:y"
    r"|ies)\b"
    r"(?!\s(?:to|against)\b(?!\s(?:worry|speak|think|consider|note|mention|report|watch)))"
    r"|\bnot\sallergic\sto\s(?:any|anything)\b|\ballergies:?\s(?:none|are none)\b"
    r"|(?<![가-힣])(?:(?:약물?|음식|특별한|알려진|기록된|아무|어떤)\s?)?알레르기(?:는|가|도)?\s?(?:전혀\s|따로\s|특별히\s|현재\s)?"
    rf"(?:없(?!애|앨|앴)|있지\s?않){_OPEN_KO}",
    re.IGNORECASE,
)
_ANOTHER: Final = lazy_regex(
    r"(?:다른|그\s?밖|이외|외에|말고|나머지)\s?\S{0,4}\s?$|\b(?:other|further|else)\b", re.IGNORECASE
)


def require_no_denial(text: str, record: HeldRecord, names: Names) -> None:
    """Raises OutputUnusable ("denies_the_record") where the answer denies what ``record`` affirms of the patient."""
    for sentence in filter(str.strip, _SENTENCE.split(text)):
        mentions = list(names(sentence))
        for one in _denied(sentence, mentions):
            if _is_held(one, record.affirmed):
                raise OutputUnusable(
                    "denies_the_record", f"{one.entry.name} is on record, and it says that there is none"
                )
        if record.allergens and _denies_all_allergies(sentence, mentions):
            raise OutputUnusable("denies_the_record", "an allergy is on record, and it says that there is none")


def is_of_an_episode(named: str, after: str) -> bool:
    """Whether a name stands for what comes and goes of an illness, or is a part of another name: "asthma attacks"."""
    return _EPISODE.search(named) is not None or _ASIDE_EN.search(after) is not None


def _denied(sentence: str, mentions: list[Mention]) -> Iterator[Mention]:
    """The names in a sentence that it denies of the patient."""
    for one in mentions:
        before, after = sentence[: one.start], sentence[one.end :]
        medicine = one.entry.kind in _MEDICINES
        episode = is_of_an_episode(sentence[one.start : one.end], after)
        if _NOT_DENIED.search(before) or episode:
            continue
        untold = medicine and _PRESCRIBED_EN.search(before)
        if is_denied(sentence, one.start, one.end, medicine=medicine) or untold:
            yield one


def is_denied(sentence: str, start: int, end: int, *, medicine: bool) -> bool:
    """Whether a negator governs the name at [``start``, ``end``), of a medicine or of an illness."""
    before, after = sentence[:start], sentence[end:]
    korean, english = (_NOT_TAKEN_KO, _NOT_TAKEN_EN) if medicine else (_DENIED_KO, _DENIED_EN)
    allergy = medicine and after.lstrip().startswith("알레르기") and _DENIED_KO.search(after)
    found = korean.search(after) or english.search(before) or _AFTER_EN.search(after) or allergy
    return bool(found)


def _is_held(one: Mention, affirmed: Mapping[str, frozenset[str]]) -> bool:
    """Whether what is named is held, or is a class of what is."""
    concept = one.entry.concept_id
    return concept in affirmed or any(concept in broader for broader in affirmed.values())


_PARTICLES: Final = 4
"""Characters of the particles between a name and the allergy to it: "페니실린에는 알레르기가"."""


def _denies_all_allergies(sentence: str, mentions: list[Mention]) -> bool:
    for found in _NO_ALLERGY.finditer(sentence):
        before = sentence[: found.start()]
        named = any(one.end <= found.start() + 1 and found.start() - one.end <= _PARTICLES for one in mentions)
        if not (_NOT_DENIED.search(before) or _ANOTHER.search(before) or _ANOTHER.search(found[0]) or named):
            return True
    return False
