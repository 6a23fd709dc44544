"""A medicine on record as ended that is taken all the same: "I never stopped it", "끊은 거 아니에요, 지금도 먹어요".

What was told to have ended and goes on never ended: its end is put right, and no new beginning is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Content, Status, Temporality
from extraction.reading.corrections.taking_back import asked_in
from extraction.reading.items import Heard
from extraction.reading.medicines.asked_about import wonders
from extraction.reading.medicines.meant import besides, meant, medicines_named, others_spoken_of
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 300
_TAKEN_ON: Final = lazy_regex(
    r"\bstill\b(?:,? \w+)? (?:on|tak(?:e|ing)|us(?:e|ing)|eat(?:ing)?|hav(?:e|ing)|go(?:ing)?)\b"
    r"|\b(?:i'?m|i am|he'?s|she'?s|been) (?:on|tak\w+|us\w+|eat\w+) (?:\w+ )?(?:still|yet|to this day|even now"
    r"|right now"
    r"|up till now|as we speak)\b"
    r"|\b(?:do|does) (?:in fact |actually |indeed )?(?:still )?(?:take|use|have|eat) (?:it|that|them)\b"
    r"|\b(?:continu(?:e|es|ed|ing)|carr(?:y|ied|ies|ying) on|kept|keep|remain(?:s|ed)?)(?: \w+){0,2}? (?:on"
    r"|tak\w+|us\w+"
    r"|with)\b"
    r"|(?:아직|지금|현재|여전히|계속|여태|쭉|그대로|요즘|오늘)(?:까지)?(?:도)?\s?(?:\S{1,5}\s){0,2}?(?:먹(?!지"
    r"|었|던|다)|복용(?!을?\s?(?:안|중단)|했)"
    r"|드[시십]|맞고|쓰고|챙겨)"
)
_NEVER_ENDED: Final = lazy_regex(
    r"\b(?:not (?:true|right|correct)|untrue|wrong|mistaken|incorrect) (?:that|to say(?: that)?) i(?:'d| had|'ve"
    r"| have)?"
    r" (?:stopped|came off|come off|quit|gave|given|discontinued)\b|"
    r"\b(?:never|not|did(?:n'?t| not)|have(?:n'?t| not)|has(?:n'?t| not)|havenae|didnae|wasn'?t|n't|no')"
    r"(?: (?:really|actually|even|in fact|been|ever))*"
    r" (?:stop|quit|discontinu|c[ao]me off|com(?:e|ing) off|giv\w+ (?:it )?up|gave (?:it )?up|off)\w*"
    r"|끊(?:은|었다는|었단)?\s?(?:거|게|것|건|적|일)?(?:은|는|이|도)?\s?(?:전혀\s)?(?:없|아니|아닌|아님|아닙|아녜)"
    r"|(?:중단|중지)(?:한)?\s?(?:거|게|것|건|적|일)?(?:은|는|이|도)?\s?(?:없|아니|아닌|아님|아닙|하지\s?않"
    r"|안\s?[했함])"
    r"|(?:안|못)\s?(?:끊|그만뒀|그만\s?뒀|멈췄|뺐)|끊지\s?(?:않|못)|그만\s?(?:둔|먹은)\s?(?:거|게|것|적)(?:은|는"
    r"|이|도)?\s?(?:없|아니|아님|아닙)"
)
_POINTS: Final = lazy_regex(
    r"\b(?:on|tak(?:e|ing)|us(?:e|ing)|eat(?:ing)?|with) (?:it|them|that(?: one)?|the (?:tablets?|pills?"
    r"|medicine|medication|meds?))\b"
    r"|\b(?:stopp\w*|com(?:e|ing) off|came off|quit\w*|giv\w+ (?:it )?up|gave (?:it )?up|discontinu\w*)\b"
    r"|(?<![가-힣])(?:그|이|저)\s?(?:약|거|것|건|걸)"
    r"|끊|중단|그만\s?(?:먹|둔|뒀)|안\s?먹는다"
)
_NOT: Final = lazy_regex(
    r"\b(?:still (?:not|off|don'?t|haven'?t)|again|restart\w*|resum\w*|back on (?!my|the|your|record)|started|if"
    r"|should|whether|used to)\b"
    r"|다시\s?(?:먹|시작|복용|처방)|재개|아직\s?(?:안|못)|여전히\s?(?:안|못)|계속\s?(?:안|못)|으면\s|을까|려고"
)


def with_what_is_still_taken(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the medicine on record as ended that is said to go on is taken, as if it never ended."""
    text = sheet.folded
    if others_spoken_of(sheet) and not heard.patient_is:
        return tuple(proposals)
    if len(text) > _LONGEST or not any(one.status is Status.STOPPED for one in heard.facts):
        return tuple(proposals)
    fact = meant(sheet, heard, lambda one: one.status is Status.STOPPED)
    if fact is None or not _goes_on(sheet) or not _is_pointed_at(sheet):
        return tuple(proposals)
    return (*besides(proposals, (fact,), sheet), _taken(sheet, fact, author))


def _goes_on(sheet: Sheet) -> bool:
    text = sheet.folded
    if _NOT.search(text) is not None or wonders(text) or text.rstrip().endswith("?"):
        return False
    supposed = asked_in(text)
    said = [*_TAKEN_ON.finditer(text), *_NEVER_ENDED.finditer(text)]
    return any(not any(first <= one.start() < last for first, last in supposed) for one in said)


def _is_pointed_at(sheet: Sheet) -> bool:
    """Whether a medicine is named or pointed at, or an end denied: "still eating well" is of no medicine."""
    text = sheet.folded
    return bool(medicines_named(sheet)) or _POINTS.search(text) is not None or _NEVER_ENDED.search(text) is not None


def _taken(sheet: Sheet, fact: Content, author: str) -> Proposal:
    named = medicines_named(sheet)
    quote, start, end = sheet.quote(0, len(sheet.text)) if not named else sheet.quote(named[0].start, named[0].end)
    content = Content(slot=fact.slot, concept=fact.concept, status=Status.ACTIVE, temporality=Temporality.CURRENT)
    return Proposal(
        operation=Operation.CORRECT, content=content, target=Target(slot=fact.slot, concept_id=fact.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author,
    )  # fmt: skip
