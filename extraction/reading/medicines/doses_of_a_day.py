"""Doses of one day, which are no regimen: missed, asked about, or taken so many times over a stretch.

"She forgot her evening apixaban yesterday, should she take two tonight?" leaves what she takes as it stands on record:
neither two, nor from yesterday. What is told beside it ("and it's 10 mg now") is told elsewhere, and holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.asking.asked import asked, sentence_at
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_MISSED: Final = lazy_regex(
    r"\b(?:miss(?:ed|es|ing)?|forg[eo]t\w*|skipp?(?:ed|s|ing)?|(?:did|have|has|had)(?:n'?t| not) (?:take|took"
    r"|taken|had)"
    r"|slipped (?:my|her|his) mind|late with)\b"
    r"|빼\s?먹|빼\s?묵|깜[빡박]|까\s?먹|까\s?묵|걸렀|거르|거른|건너\s?뛰|놓[쳤치친]|잊[었어으고]|못\s?(?:먹(?!겠)|드[시셨신](?!겠)|맞(?!겠)|챙)"
    r"|안\s?(?:먹었|먹은|드셨|드신|맞았|챙겨)"
)
_FORGOTTEN: Final = lazy_regex(
    r"\b(?:miss(?:ed|es|ing)?|forg[eo]t\w*|skipp?(?:ed|s|ing)?|slipped|late with)\b"
    r"|빼\s?[먹묵]|깜[빡박]|까\s?[먹묵]|걸렀|거르|거른|건너\s?뛰|놓[쳤치친]|잊[었어으고]"
)
"""Words of a slip: what was not taken without one, and on no day, may have ended."""
_FORGOT_TO_TELL: Final = lazy_regex(
    r"\bforgot to (?:say|tell|mention|add|ask|write|note)\b|\bmiss(?:ed)? (?:that|telling|saying)\b"
    r"|(?:말|얘기|이야기|말씀)\S{0,4}\s?(?:깜[빡박]|까먹|빼먹|빼\s?놓|잊|못)|(?:깜[빡박]|까먹|잊)\S{0,4}\s?(?:말|얘기|이야기|말씀)"
)
_ENDED: Final = lazy_regex(
    r"\b(?:stop\w*|quit|came off|come off|took me off|not any ?more|no longer|weeks?|months?|since|ran out|run out)\b"
    r"|끊|중단|그만|이제|요즘|(?:주|달)\s?(?:째|넘|동안)|열흘|보름|일주일|며칠|\d\s?일\s?(?:을|간|째)?\s?(?:못|안)|떨어"
)
"""Words by which more than a dose was missed: the medicine itself may have ended, or waits."""
_MOVED: Final = lazy_regex(
    r"\b(?:put (?:me|him|her|it)|up(?:ped| to)|bump\w*|rais\w*|increas\w*|lower\w*|reduc\w*|cut|chang\w*|switch\w*)\b"
    r"|올[려렸리라]|늘[려렸리]|줄[여였이]|내[려렸]|바[꾸꿔꿨뀌뀐]|변경|[으]?로\s?(?:먹|드시|맞|받)"
)
_DOUBLES: Final = lazy_regex(r"\b(?:doubl\w+|twice as much|half|halv\w+)\b|두\s?배|2\s?배|반\s?알|반으로|절반")
_COUNTED: Final = lazy_regex(
    r"(?:\d+|\b(?:two|three|four|five|six|seven|eight))\s?(?:times|days|nights)\b|\b(?:once|twice)\b"
    r"|(?:\d+|한|두|세|네|다섯|여섯|일곱)\s?(?:번|차례|회)(?!\s?으?로)"
)
_EACH: Final = lazy_regex(
    r"\b(?:a|per|each|every) (?:day|night|week|month)\b|\bdaily\b|\bup to\b|하루에?|매일|날마다|일주일에"
    r"|[한두세네\d]\s?번씩|마다|씩"
)
_STRETCH: Final = lazy_regex(
    r"\b(?:since|today|tonight|yesterday|last night|overnight|so far|this (?:morning|week|month|afternoon|evening)"
    r"|in the (?:last|past)|over the)\b|부터|오늘|어제|그제|엊그제|어젯|간밤|밤새|새벽|이번|지난|아까|사이"
)
_USED: Final = lazy_regex(
    r"\b(?:us(?:ed|ing)|need(?:ed|ing)?|took|taken|taking|had|having|reach\w*|puffed|threw)\b|썼|써야|쓰[고게]|먹었|드셨"
    r"|맞았|뿌렸|뿌리|빨았|토했"
)
_BEGINS: Final = lazy_regex(
    r"\b(?:start\w*|began|begin|begun|since|from|prescrib\w*|new|first|gave|given|got|put on|went on|been on|back on"
    r"|again|resum\w*|restart\w*)\b|시작|부터|처방|처음|받았|받아|새로|째|다시|재개"
)
_DAY: Final = "day"


def with_doses_of_a_day(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which a medicine on record stays as it is where only single doses of it are spoken of."""
    return tuple(_left(one, sheet, heard) for one in proposals)


def _left(proposal: Proposal, sheet: Sheet, heard: Heard) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.subject != PATIENT:
        return proposal
    known = _known(proposal, content, heard)
    if content.status is Status.ON_HOLD:
        return proposal
    if known is None or known.status not in (Status.ACTIVE, None) or proposal.operation not in _TOUCHING:
        return proposal
    proposal, content = _without_asked_times(proposal, content, known, sheet)
    words = _sentence(proposal, sheet)
    moved = _MOVED.search(words) is not None
    if content.dose not in (None, known.dose) and _only_asked(content.dose, sheet):
        return _mentioned(proposal, known)
    over = content.status is Status.STOPPED and not (_FORGOTTEN.search(words) or _STRETCH.search(words))
    if (
        _MISSED.search(words)
        and not over
        and not moved
        and _FORGOT_TO_TELL.search(words) is None
        and _ENDED.search(words) is None
    ):
        return _mentioned(proposal, known)
    counted = _COUNTED.search(words) and _STRETCH.search(words) and _USED.search(words)
    if counted and not moved and _EACH.search(words) is None:
        return _mentioned(proposal, known)
    return _without_the_day(proposal, content, words)


_TOUCHING: Final = frozenset({Operation.ASSERT, Operation.MENTION, Operation.CHANGE, Operation.CORRECT})


def _known(proposal: Proposal, content: Content, heard: Heard) -> Content | None:
    """The medicine on record that a proposal is about, by its own name or that of its class."""
    names = {content.concept.concept_id, proposal.target.concept_id if proposal.target is not None else None}
    facts = [one for one in heard.facts if one.slot is SlotKind.MEDICATIONS and one.subject == PATIENT]
    exact = next((one for one in facts if one.concept.concept_id in names), None)
    return exact or next((one for one in facts if names & set(one.concept.broader)), None)


def _mentioned(proposal: Proposal, known: Content) -> Proposal:
    """The medicine as no more than spoken of: as it stands on record."""
    bare = Content(slot=known.slot, concept=known.concept, status=known.status)
    return proposal.with_fields(operation=Operation.MENTION, target=None, content=bare, doubt=None)


def _without_asked_times(
    proposal: Proposal, content: Content, known: Content, sheet: Sheet
) -> tuple[Proposal, Content]:
    """A proposal, and its content, without times that are asked about and told nowhere ("at night?")."""
    places = [one.start for one in sheet.frequencies if one.code == content.frequency]
    supposed = list(asked(sheet.folded))
    only_asked = places and all(any(first <= at < last for first, last in supposed) for at in places)
    if not only_asked or content.frequency == known.frequency:
        return proposal, content
    content = content.with_fields(frequency=None)
    return proposal.with_fields(content=content), content


def _without_the_day(proposal: Proposal, content: Content, words: str) -> Proposal:
    """A medicine on record that was taken on some day has not begun on it."""
    told = content.dose or content.frequency or content.status not in (Status.ACTIVE, None)
    dated = content.valid_from is not None and content.precision is not None and content.precision.value == _DAY
    if told or not dated or _BEGINS.search(words) is not None or proposal.operation is Operation.CORRECT:
        return proposal
    return proposal.with_fields(content=content.with_fields(valid_from=None, precision=None))


def _only_asked(dose: str | None, sheet: Sheet) -> bool:
    """Whether a dose stands in nothing but a question or a supposition: its number, or by how much it is moved."""
    number = number_of_dose(dose)
    places = [one.start for one in sheet.figures if number is not None and abs(one.value - number) < 1e-6]
    places = places or [one.start() for one in _DOUBLES.finditer(sheet.folded)]
    supposed = list(asked(sheet.folded))
    return bool(places) and all(any(first <= at < last for first, last in supposed) for at in places)


def _sentence(proposal: Proposal, sheet: Sheet) -> str:
    """The sentence in which the medicine is named; the whole text where it is not named."""
    names = {proposal.content.concept.concept_id if proposal.content is not None else None}
    quoted = sheet.folded.find(proposal.quote.casefold()) if proposal.quote else -1
    named = next((one.start for one in sheet.mentions if one.entry.concept_id in names), max(quoted, 0))
    return sentence_at(sheet.folded, named)
