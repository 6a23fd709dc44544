"""What should be, as a clinician set it for this patient: "my doctor wants me under 130/80", "목표를 6.5로 잡자고".

A goal is a fact of its own and never a value of the test: the number is what is aimed at. Only a goal that somebody set
for the patient counts; what is usual, what is asked, and another person's goal do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import SERIES_SLOTS, Concept, Content, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Mention
from extraction.reading.sheet import Sheet
from extraction.rules.measurements import DIASTOLIC, SYSTOLIC, is_plausible
from extraction.text.lazy_regex import lazy_regex
from extraction.values.blood_pressure import find_blood_pressure
from extraction.values.quantities import QuantityMention, find_quantities

GOAL: Final = "goal:"
"""Before the id of a test: the concept of the goal that was set for it."""

_PRESSURE: Final = "blood_pressure"
_UP: Final = frozenset({"hdl_cholesterol", "egfr", "hemoglobin", "oxygen_saturation", "neutrophils", "ferritin"})
"""Tests whose goal is a lower limit where the words name no side."""
_EITHER: Final = frozenset({"body_weight"})
"""Tests whose goal may be reached from either side."""
_WHOLE_SENTENCE: Final = lazy_regex(r"(?<=[.!?\n])(?=\s|$)|(?<=[요다죠네음])(?<!보다)\s(?=[가-힣A-Za-z0-9])")

_MAY_AIM: Final = lazy_regex(
    r"목표|타깃|타겟|미만|이하|밑|아래|이내|이상|넘|사이|까지|보다|로\s?(?:유지|맞|잡|조절|관리|내리|낮)"
    r"|\b(?:targets?|goals?|aim|under|below|above|less|lower|more|higher|between|over|keep|keeping|wants?|wanted"
    r"|should(?! (?:mention|say|add|think|tell|note|imagine))"
    r"|supposed|needs?|likes?|stay|get|bring|happy|fine|ok|okay|up to|at (?:most|least))\b|[<>]"
)
"""Words without which nothing is aimed at: long texts are mostly done with at once."""
_TERSE: Final = 48
"""Characters of a note in which a goal is called one: whose, if not the patient's own ("LDL goal: under 70")."""
_CALLED: Final = lazy_regex(r"목표|타깃|타겟|\b(?:targets?|goals?)\b|\baim(?:s|ing|ed)?\b")
_TOLD_KO: Final = lazy_regex(
    r"의사|선생|쌤|주치의|간호사|병원|교수|원장|과장|약사|영양사|보건소|클리닉|내과|외과|하셨|하시|하셔|랬|래요|[래대](?=$|[\s.,ㅠㅋ~])|대요|다던데|라던데"
    r"|(?<!이)(?:자|라)고\s?(?:하|했|해|그|합|들)|정했|잡았|목표로|(?<![가-힣])(?:제|저는|저의|내|나는)(?![가-힣])"
)
_SET_KO: Final = lazy_regex(
    r"^[^.?!\n]{0,28}?(?:하자|하라|하래|하랬|했으면|유지|맞추|맞춰|조절|관리|내리|내려(?![가갔간감오왔온옴])|낮추|낮춰|떨어[뜨트]|줄이|줄여|올리|올려"
    r"|잡자|잡으|잡았|면\s?(?:되|된|돼|됩|좋|괜찮|만족|충분|안심|싶|한다|하겠)|넘기지|넘지|말라|두자|가자|보자)"
)
_MUST_KO: Final = lazy_regex(
    r"^[^.?!\n]{0,16}?(?:낮[아추춰]|높[아이여]|내려(?:가|오|와)?|내리|나와|떨어[져뜨트]|유지해|만들어|만들|이어|여|줄여|줄이|맞춰|맞추"
    r"|올라가|올려|올리|들어가|들어와|있어|돼|되어|잡아|조절해|관리해)"
    r"(?:야|도록|게|래|라고|랍|으래|기로)"
    r"|^[^.?!\n]{0,12}?기를?\s?(?:바라|바랍|원하|원해|희망)"
    r"|^(?:[아어]야|게\s?(?:하|해|유지|맞추|나오|두))"
)
"""What must or should come of a limit: "9.2 밑으로 나와야 된대", "0.7보다 낮아야 한다고"."""
_IF_KO: Final = lazy_regex(r"(?:이|으|되|나오)?면(?=[\s,은]|$)|때|경우")
_IF_EN: Final = lazy_regex(r"\b(?:if|when(?:ever)?|once|unless|in case|until|should it|every time)\b")
_AIMS_EN: Final = lazy_regex(
    r"\b(?:aim(?:s|ed|ing)?|want(?:s|ed|ing)?|targets?|goals?|insist(?:s|ed|ing)?|must|(?:has|have|had|needs?|ought|supposed"
    r"|got|is|am|are|want) to (?:be|get|bring|come|go|stay|keep)|gotta|should(?: be| get| stay| come)?|to be|likes?"
    r"|hop(?:es|ing)|asks?|asked)\b"
)
_LIMIT_KO: Final = lazy_regex(
    r"^\s?(?:%|퍼센트|프로|mm\s?hg|mg/dl|g/dl)?\s?(?:정도|선)?\s?(?:으로|로|에서|만|을|를|이|까지)?\s?"
    r"(?:미만|이하|밑|아래|이내|이상|위로|안\s?넘|넘지|넘기지|사이|까지|으로|로)"
)
_TOLD_EN: Final = lazy_regex(
    r"\b(?:doctor|doc|dr|gp|physician|nurse|\w+ologist|consultant|specialist|clinic|hospital|surgeon|pharmacist"
    r"|dietitian|dietician|midwife|team|they|he|she|been told|told me|was told|agreed|set)\b"
    r"|\b(?:my|our)\b[^.?!\n]{0,40}\b(?:targets?|goals?)\b|\b(?:targets?|goals?) (?:for|of) (?:me|my)\b"
)
_SET_EN: Final = lazy_regex(
    r"\b(?:targets?|goals?|aim(?:s|ing|ed)?|wants?|wanted|(?:would )?likes? (?:me|my|it)|keep(?:ing)?"
    r"|get(?:ting)? (?:it|me|my|this|that|the|them|us|down|under|below|to|back)"
    r"|bring(?:ing)?|stay(?:ing)?"
    r"|should(?! (?:mention|say|add|think|tell|note|imagine))"
    r"|supposed to|needs? to|has to|have to|ought to|happy with|fine with|ok with|okay with)"
    r"\b[^.;?!\n]{0,48}$"
)
_SET_BEHIND_EN: Final = lazy_regex(
    r"^\s?(?:%|percent|mm\s?hg|mg/dl)?\s?(?:(?:or )?(?:less|below|under|lower))?\s?"
    r"(?:(?:is|was|as|would be)\b[^.?!\n]{0,16}\b(?:targets?|goals?|fine|ok|okay|enough|good)\b)"
)
_ANOTHERS_EN: Final = lazy_regex(r"\b(?:him|his|her|hers|their|them)\b")
_SERIES: Final = frozenset({"labs", "vitals"})
_MY: Final = lazy_regex(r"\b(?:my|our) $|(?<![가-힣])(?:제|내|저의|나의) ?$")
_IN_PASSING: Final = lazy_regex(
    r"(?:는데|은데|인데|해서|대서|려고|하고|라서|고)[\s,]|, |: |; |\b(?:that|said|says|according)\b|병원|의사|선생"
)
"""What parts a relative who is only spoken of from the test whose goal is told: "my wife asked, so: ..."."""
_OWN_EN: Final = lazy_regex(r"\b(?:me|my|i|i'm|i've|mine|our|we)\b")
_IN_GENERAL: Final = lazy_regex(
    r"정상\s?(?:은|이|범위|수치|치)|보통|일반적|대개|사람들|다들|권장|권고|가이드라인|지침|인터넷|뉴스|책에서"
    r"|\b(?:normal|usual(?:ly)?|most people|generally|guidelines?|recommended|everyone|internet|read that|used to)\b"
)
_ASKS: Final = lazy_regex(
    r"\?|(?:까요|나요|인가요|은가요|는가요|건가요|되나|될까|할까|던가요|였죠|었죠)\s*[.!~]*$"
    r"|^\W*(?:so |and |but |ok |okay )?(?:is|are|was|should|what|which|do|does|did|can|could|would|how|am|why)\b"
)
_SAYS_WHAT: Final = lazy_regex(
    r"\W*what (?!(?:is|was|are|were|do|does|did|should|would|can|could|will)\b)[^?]*\b(?:is|was)\b[^?]*\d[^?]*$"
)
"""What is told in the order of a question: "what the doctor wants is anything under 10"."""
_WISHES_JUDGED: Final = lazy_regex(
    r"(?:는지|은지|인지|을지|한지)(?:를|도|만)?\s?(?:안|못|좀|한번|알|궁금|봐|보아|여쭙|여쭤|말|일러|확인|판단|가르)"
    r"|궁금|봐\s?(?:주|줘)|견주어|비추어"
    r"|\b(?:whether|if) (?:i|i'?ve|i have|i am|i'm|it|mine|my|that|this)\b|\bhold\b.{0,40}\bagainst\b|\bjudge\b"
    r"|\bmeet(?:s|ing)?\b"
)
"""A wish to have a value held against a target that is only stated for it."""
_FOR_EACH_SEX: Final = lazy_regex(
    r"남[성자].{0,12}여[성자]|여[성자].{0,12}남[성자]|\bmen\b.{0,16}\bwomen\b|\bwomen\b.{0,16}\bmen\b"
)
"""A limit for each sex is everybody's, and set for nobody."""
_OF_EACH: Final = 10
"""Characters around both sexes within which a number is the limit of one of them."""
_REPORTED: Final = lazy_regex(
    r"(?:자|라)고\s?(?:하|했|해|그|합)|하셨|랬는|래요|대요|던데|다고\s?(?:하|했|해)"
    r"|\b(?:doctor|dr|gp|nurse|\w+ologist|consultant|they) (?:\w+ )?(?:wants?|wanted|said|says|told|set)\b"
    r"|\bmy (?:\w+ ){0,3}(?:target|goal) is\b|\bwas told\b|\bbeen told\b"
)
_NO_VALUE: Final = lazy_regex(
    r"^\s?(?:%|퍼센트|mm\s?hg|mg/dl)?\s?(?:이|가|로|으로|였|이었|이에요|예요)?\s?(?:나왔|나와|나옵|나온|였|이었|쟀|찍)"
)
_MEASURED_BEFORE: Final = lazy_regex(
    r"(?:\b(?:was|is|came back(?: at)?|came in at|got|now|reads?|at)|쟀더니|재니|재보니)\s?$"
)
_LIMIT_WORDS: Final = lazy_regex(
    r"\s?(?:anything |somewhere )?(?:under|below|(?:less|lower|more|higher) than|above|over|[<>]=?)\s?$"
)
_UNDER: Final = lazy_regex(r"\b(?:under|below|less than|lower than|<)\s?$")
_UP_TO: Final = lazy_regex(r"\b(?:up to|at most|no (?:more|higher) than|not (?:over|above)|<=)\s?$")
_BEHIND: Final = (
    ("<", lazy_regex(r"^\s?(?:%|mm\s?hg|mg/dl)?\s?(?:으로|보다)?\s?(?:미만|밑|아래)")),
    (
        "<=",
        lazy_regex(
            r"^\s?(?:%|mm\s?hg|mg/dl)?\s?(?:을|를)?\s?(?:이하|이내|안\s?넘|넘지|넘기지|or (?:less|lower|below|under))"
        ),
    ),
    (">=", lazy_regex(r"^\s?(?:%|mm\s?hg|mg/dl)?\s?(?:이상|위로|or (?:more|higher|above|over))")),
)
_CONDITIONS_OF: Final = (
    ("fasting", lazy_regex(r"공복|식전|빈속|\bfasting\b|\bbefore (?:breakfast|eating|meals?|food)\b")),
    ("postprandial", lazy_regex(r"식후|\bafter[- ](?:meals?|eating|food)\b")),
)


@dataclass(frozen=True, slots=True)
class _Number:
    """One number, range or pair of a sentence, by the test it is of."""

    entry: Entry
    value: float | None
    low: float | None
    high: float | None
    comparator: str | None
    unit: str | None
    start: int
    end: int
    limited: bool = False
    """Whether the number's own words set a side ("150 안 넘게")."""


@dataclass(frozen=True, slots=True)
class _Goal:
    """A number that is aimed at; ``own`` is whether it was set for the patient."""

    number: _Number
    qualifier: str | None
    own: bool


def with_goals(sheet: Sheet, proposals: Sequence[Proposal], lexicon: Lexicon, extractor: str) -> tuple[Proposal, ...]:
    """``proposals`` with the goals that the words tell, and without the values that a goal was taken for."""
    if not _MAY_AIM.search(sheet.folded):
        return tuple(proposals)
    goals = list(_goals(sheet, lexicon))
    if not goals:
        return tuple(proposals)
    aimed = [(one.number, *sheet.quote(one.number.start, one.number.end)[1:]) for one in goals]
    kept = [one for one in proposals if not _is_taken_for(one, aimed)]
    return (*kept, *(_proposal(sheet, one.number, one.qualifier, extractor) for one in goals if one.own))


def _is_taken_for(proposal: Proposal, aimed: Sequence[tuple[_Number, int, int]]) -> bool:
    """Whether a proposal is a value of a test whose number is that of a goal, in the same words."""
    content = proposal.content
    if content is None or content.slot not in SERIES_SLOTS or proposal.start is None or proposal.end is None:
        return False
    numbers = {content.value, content.value_low, content.value_high} - {None}
    return any(
        proposal.start < last and start < proposal.end and not numbers.isdisjoint({one.value, one.low, one.high})
        for one, start, last in aimed
    )


def _proposal(sheet: Sheet, number: _Number, qualifier: str | None, extractor: str) -> Proposal:
    entry = number.entry
    name = f"{entry.name} target"
    display = f"{entry.name_ko or entry.name} 목표" if sheet.language == "ko" else name
    content = Content(
        slot=SlotKind.SOCIAL_HISTORY,
        concept=Concept(concept_id=f"{GOAL}{entry.concept_id}", name=name, display=display),
        value=number.value,
        value_low=number.low,
        value_high=number.high,
        comparator=number.comparator,
        unit=number.unit,
        qualifier=qualifier,
    )
    quote, start, end = sheet.quote(number.start, number.end)
    # The one set last holds: a goal that is moved was right until now.
    target = Target(slot=content.slot, concept_id=content.concept.concept_id)
    return Proposal(
        operation=Operation.CHANGE,
        content=content,
        target=target,
        reason="a goal was set",
        quote=quote,
        start=start,
        end=end,
        extractor=extractor,
        fields=("value",),
    )


@dataclass(frozen=True, slots=True)
class Limit:
    """A number that may be a goal, with the side that its words set, if any."""

    value: float
    comparator: str | None
    start: int
    end: int


def limits_said(sheet: Sheet) -> tuple[Limit, ...]:
    """The numbers of a text that may be goals; of "from 3 to 3.15" both."""
    text = sheet.folded
    taken = [*((one.start, one.end) for one in sheet.dates), *((one.start, one.end) for one in sheet.mentions)]
    found = []
    for one in find_quantities(text):
        if any(first <= one.start < last for first, last in taken):
            continue
        side = _side(text[: one.start], text[one.end :], one.comparator)
        numbers = (one.value, one.low, one.high)
        found += [Limit(number, side, one.start, one.end) for number in numbers if number is not None]
    return tuple(found)


def pressure_limits(sheet: Sheet) -> tuple[tuple[Limit, Limit], ...]:
    """The pairs of a text that may be goals of a blood pressure."""
    text = sheet.folded
    return tuple(
        (Limit(float(upper), side, start, end), Limit(float(lower), side, start, end))
        for upper, lower, start, end in find_blood_pressure(text)
        for side in (_side(text[:start], text[end:], None),)
    )


def _goals(sheet: Sheet, lexicon: Lexicon) -> Iterator[_Goal]:
    text = sheet.folded
    start = 0
    cuts = [one.start() for one in _WHOLE_SENTENCE.finditer(text) if not _within_name(sheet, one.start())]
    for end in (*cuts, len(text)):
        if any(char.isdigit() for char in text[start:end]):
            yield from _of_sentence(sheet, start, end, lexicon)
        start = end


def _within_name(sheet: Sheet, place: int) -> bool:
    return any(one.start < place < one.end for one in sheet.mentions) or sheet.folded[:place].endswith(("dr.", "mr."))


def _of_sentence(sheet: Sheet, start: int, end: int, lexicon: Lexicon) -> Iterator[_Goal]:
    text = sheet.folded[start:end]
    korean = sheet.language == "ko"
    general = _IN_GENERAL.search(text) is not None and not _CALLED.search(text)
    asked = _ASKS.search(text) is not None and not _REPORTED.search(text) and not _SAYS_WHAT.match(text)
    told = (_TOLD_KO if korean else _TOLD_EN).search(text) is not None
    asked = asked or _WISHES_JUDGED.search(text) is not None
    each = _FOR_EACH_SEX.search(text)
    general = general or each is not None
    if not told and _CALLED.search(text) is not None:
        # Who set it may be told beside it: "the target is under 5.7. My doctor decided that."
        told = (_TOLD_KO if korean else _TOLD_EN).search(sheet.folded) is not None
        told = told or len(sheet.folded) <= _TERSE
    own = told and not asked and not general and not _is_anothers(sheet, start, end)
    for number in _numbers(sheet, start, end, lexicon):
        before, behind = text[: number.start - start], text[number.end - start :]
        is_set = _is_set_ko(before, behind, limited=number.limited) if korean else _is_set_en(before, behind)
        is_set = is_set or (own and number.limited and _must_be(before, behind, korean=korean))
        of_each = each is not None and each.start() - _OF_EACH <= number.start - start <= each.end() + _OF_EACH
        if is_set or of_each or (general and number.limited):
            qualifier = next((name for name, words in _CONDITIONS_OF if words.search(before)), None)
            yield _Goal(number, qualifier if number.entry.concept_id == "glucose" else None, own)


def _is_set_ko(before: str, behind: str, *, limited: bool) -> bool:
    if _NO_VALUE.match(behind):
        return False
    near = re.search(r"(?:목표|타깃|타겟)[^\d]{0,16}$", before) or re.match(r"[^\d]{0,12}(?:목표|타깃|타겟)", behind)
    return near is not None or bool((limited or _LIMIT_KO.match(behind)) and _SET_KO.match(behind))


def _must_be(before: str, behind: str, *, korean: bool) -> bool:
    """Whether what somebody wants comes of a limit, in whatever order: no value is measured that "must be"."""
    if korean:
        found = _MUST_KO.match(behind)
        if _CALLED.search(before + behind) is not None:
            return _IF_KO.match(behind) is None and _NO_VALUE.match(behind) is None
        return found is not None and _IF_KO.search(found[0]) is None
    if _IF_EN.search(before) or _MEASURED_BEFORE.search(_LIMIT_WORDS.sub("", before)):
        return False
    return _AIMS_EN.search(before) is not None or _AIMS_EN.search(behind.partition(";")[0]) is not None


def _is_set_en(before: str, behind: str) -> bool:
    if _MEASURED_BEFORE.search(before) and not _CALLED.search(before):
        return False
    return bool(_SET_EN.search(before)) or _SET_BEHIND_EN.match(behind) is not None


def _is_anothers(sheet: Sheet, start: int, end: int) -> bool:
    text = sheet.folded[start:end]
    tests = [one.start - start for one in sheet.mentions if one.entry.kind in _SERIES and start <= one.start < end]
    for relative in (one for one in sheet.mentions if one.entry.kind == "relatives" and start <= one.start < end):
        behind = [one for one in tests if one >= relative.end - start]
        own = any(_MY.search(text, 0, one) for one in tests)
        if not own and not any(_IN_PASSING.search(text, relative.end - start, one) for one in behind):
            return True
    return bool(_ANOTHERS_EN.search(text)) and not _OWN_EN.search(text)


def _numbers(sheet: Sheet, start: int, end: int, lexicon: Lexicon) -> Iterator[_Number]:
    """The numbers of a sentence that are of a test; of a pressure both."""
    text = sheet.folded[start:end]
    taken: list[tuple[int, int]] = [(one.start - start, one.end - start) for one in sheet.dates]
    tests = [one for one in sheet.mentions if one.entry.kind in ("labs", "vitals")]
    for systolic, diastolic, first, last in find_blood_pressure(text):
        comparator = _side(text[:first], text[last:], None) or "<="
        for concept_id, value in ((SYSTOLIC, systolic), (DIASTOLIC, diastolic)):
            entry = lexicon.entry("vitals", concept_id)
            limited = _side(text[:first], text[last:], None) is not None
            yield _Number(entry, float(value), None, None, comparator, "mm[Hg]", start + first, start + last, limited)
        taken.append((first, last))
    for one in find_quantities(text):
        if any(first <= one.start < last for first, last in taken):
            continue
        named = _test_of(tests, start + one.start, start, end, lexicon)
        here = any(start <= each.start < end for each in tests)
        # "They want me down to 20" may be of a dose where the sentence names no test.
        if not here and one.value is not None and one.comparator is None and not _CALLED.search(text):
            continue
        if named is not None and (one.value is None or is_plausible(named, one)):
            yield _number(named, one, text, start)


def _number(entry: Entry, one: QuantityMention, text: str, start: int) -> _Number:
    unit = one.unit or entry.extra.get("unit") or None
    comparator = None
    if one.value is not None:
        comparator = _side(text[: one.start], text[one.end :], one.comparator)
        if comparator is None and entry.concept_id not in _EITHER:
            comparator = ">=" if entry.concept_id in _UP else "<="
    return _Number(entry, one.value, one.low, one.high, comparator, unit, start + one.start, start + one.end,
                   one.comparator is not None)  # fmt: skip


def _side(before: str, behind: str, comparator: str | None) -> str | None:
    if comparator is not None:
        return comparator
    if _UNDER.search(before):
        return "<"
    if _UP_TO.search(before):
        return "<="
    return next((sign for sign, words in _BEHIND if words.match(behind)), None)


def _test_of(tests: Sequence[Mention], place: int, start: int, end: int, lexicon: Lexicon) -> Entry | None:
    """The test named last before a number in its sentence, else first behind it, else last before the sentence."""
    before = [one for one in tests if start <= one.start < place]
    behind = [one for one in tests if place < one.start < end]
    earlier = [one for one in tests if one.start < start]
    named = (before[-1:] or behind[:1] or earlier[-1:]) or None
    if named is None:
        return None
    entry = named[0].entry
    return lexicon.entry("vitals", SYSTOLIC) if entry.concept_id == _PRESSURE else entry
