"""Values on record that are taken back by no more than their number: "the 3.6 isn't mine", "그 2.4는 지워주세요".

The number says which reading is meant, so nothing else may be withdrawn by these words: a reader that finds no name
there takes the newest value of all. One that is said anew beside it ("mine is 3.9") puts the old one right instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.comparison import says
from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, SERIES_SLOTS, Content
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_TELLING: Final = frozenset(
    {Operation.ASSERT, Operation.MENTION, Operation.CHANGE, Operation.CORRECT, Operation.REVERT}
)
_PRESSURES: Final = frozenset({SYSTOLIC, DIASTOLIC})

_KIN: Final = (
    r"husband|wife|partner|mum|mom|mam|mother|dad|father|brother|sister|twin|cousin|son|daughter|neighbou?r|friend|nan"
    r"|granny|grandma|grandpa|grandfather|grandmother|uncle|aunt|roommate|colleague"
)
_TAKEN_BACK: Final = lazy_regex(
    r"\b(?:isn'?t|ain'?t|wasn'?t|aren'?t|weren'?t|(?:is|was|are|were) (?:not|never|no))\b(?: \w+){0,2}? "
    r"(?:mine|me|his|hers|ours|theirs|my (?:own|result|reading|value|number|sample|blood))\b"
    r"|\b(?:is|was|were|are|belong(?:s|ed)? to|came from)\b(?: \w+){0,2}? ?"
    rf"(?:(?:some(?:body|one)|any(?:body|one)) else|another (?:patient|person|man|woman|lady)|(?:the"
    rf"|my) (?:{_KIN})(?:'?s|\b))"
    r"|\bmade (?:up (?:the|that)|(?:the|that) \S+ up|it up)|\b(?:invented|faked|fibbed)\b"
    r"|\bdid(?: not|n'?t) (?:actually |really |even )?(?:test|measure|check|take (?:it|that|any))\b"
    r"|\b(?:toss|scratch|delete|remove|erase|ignore|disregard|discard|bin|scrap|strike|forget|wipe)\b"
    r"|\b(?:throw|cross|leave|take|rub) (?:it|that|that one|the \S+|this) (?:out|off|away)\b"
    r"|\b(?:does(?: not|n'?t)|should(?: not|n'?t)|do(?: not|n'?t)) count\b"
    r"|(?:제|내|저희)\s?(?:거|것|게|꺼|께|수치|결과|기록|값)\S{0,2}\s?(?:가\s?)?(?:아니|아닌|아녀|아님)"
    r"|(?:다른|딴|옆)\s?(?:사람|분|환자|이)\S{0,2}\s?(?:거|것|게|꺼|수치|결과|값|검사)"
    r"|(?:남편|아내|와이프|집사람|바깥양반|언니|오빠|누나|형|동생|엄마|아빠|어머니|아버지|시어머니|장모|친구|아들|딸)\S{0,2}\s?"
    r"(?:거|것|게|꺼|수치|결과|값)(?=\S{0,4}(?:[예이]|였|이었|래|랍|라|네|다|요|ㅋ|ㅠ|\s|[.!]|$))"
    r"|지워|삭제|지울|빼\s?(?:주|줘|세요|달|야)|무시|없던\s?(?:걸|것)로|없는\s?(?:걸|것)로|지어낸|지어냈|꾸며낸"
    r"|안\s?(?:쟀|재고)|재지\s?(?:도\s?)?않|버려\s?(?:주|줘|도)|취소(?:해|시켜)"
)
_LEFT_STANDING: Final = lazy_regex(
    r"\b(?:do not|don'?t|never|not to|no need to) (?:toss|scratch|delete|remove|erase|ignore|disregard|discard"
    r"|forget|count"
    r"|throw|wipe|take)|(?:지우|빼|삭제하|무시하|버리)지\s?(?:마|말|않)|\bif\b|으?면\s|살려|되살|복구|되돌"
    r"|\b(?:restore|put \S+ back"
    r"|bring \S+ back|after all)\b|(?:어|아|워)도\s?(?:되|돼|될)"
)
_ASKED: Final = lazy_regex(r"\?|(?:나요|까요?|ㄹ까|는가|는지|은가요|인가요?|죠|던가요?)\s*$")
_POINTS_BACK: Final = lazy_regex(
    r"\s*(?:so |and |please |can you |just )*[^.!?]{0,24}?\b(?:it|that(?: one)?|this)\b"
    r"|\s*(?:이|그|저)(?:거|것|건|걸|값)"
)
_SENTENCE: Final = lazy_regex(r"[!?\n]+|\.(?=\s|$)")
_STEADY: Final = 10.0
"""The least whole number that points to a value by itself; smaller ones count things."""


@dataclass(frozen=True, slots=True)
class _Withdrawn:
    """A fact on record and the number by which its words take it back."""

    fact: Content
    figure: Figure
    start: int
    end: int


def with_values_taken_back(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the values that the words take back, and without what the same words were taken for."""
    if not any(fact.slot in SERIES_SLOTS for fact in heard.facts) or _TAKEN_BACK.search(sheet.folded) is None:
        return tuple(proposals)
    found = list(_withdrawn(sheet, heard.facts))
    if not found:
        return tuple(proposals)
    spans = [sheet.normalised.span(one.start, one.end) for one in found]
    kept = [one for one in proposals if not _is_of_these_words(one, found, spans)]
    righted = {}
    for one in found:
        anew = [at for at, proposal in enumerate(kept) if _tells_anew(proposal, one.fact)]
        if len(anew) == 1:
            righted[anew[0]] = one
    for at, one in righted.items():
        kept[at] = kept[at].with_fields(operation=Operation.CORRECT, target=_target(one))
    put_right = list(righted.values())
    if not put_right and len(found) == 1 and (own := _own_value(sheet, found[0])) is not None:
        first, last = sheet.normalised.span(own.start, own.end)
        kept = [one for one in kept if not (one.start is not None and one.start < last and first < (one.end or first))]
        kept.append(_corrected(sheet, found[0], own, extractor))
        put_right = [found[0]]
    return (*kept, *(_proposal(sheet, one, extractor) for one in found if one not in put_right))


def _withdrawn(sheet: Sheet, facts: Sequence[Content]) -> Iterator[_Withdrawn]:
    """What each sentence that takes something back says of the values on record."""
    sentences = list(_sentences(sheet.folded))
    for at, (start, end) in enumerate(sentences):
        words = sheet.folded[start:end]
        if _TAKEN_BACK.search(words) is None or _LEFT_STANDING.search(words) or _ASKED.search(words):
            continue
        named = _meant(sheet, facts, start, end)
        if not named and at and _POINTS_BACK.match(words) and not any(map(_is_steady, _figures(sheet, start, end))):
            start = sentences[at - 1][0]
            named = _meant(sheet, facts, start, end)
        for fact, figure in named:
            yield _Withdrawn(fact, figure, start, end)


def _meant(sheet: Sheet, facts: Sequence[Content], start: int, end: int) -> list[tuple[Content, Figure]]:
    """The facts on record whose value is said there, where the numbers leave no doubt which test is meant."""
    numbers = _figures(sheet, start, end)
    named = {one.entry.concept_id for one in sheet.mentions if start <= one.start < end and one.entry.kind in _TESTS}
    fits = [
        (fact, figure)
        for figure in numbers
        for fact in facts
        if fact.slot in SERIES_SLOTS and fact.subject == PATIENT and _points_to(figure, fact, named)
    ]
    pressures = [one for one in fits if one[0].concept.concept_id in _PRESSURES]
    if pressures:
        days = {one[0].valid_from for one in pressures}
        both = {one[0].concept.concept_id for one in pressures} == _PRESSURES
        return pressures if both and len(days) == 1 and len(pressures) == len(fits) == len(_PRESSURES) else []
    concepts = {fact.concept.concept_id for fact, _ in fits}
    others = [one for one in numbers if _is_steady(one) and not any(one is figure for _, figure in fits)]
    return fits if len(fits) == len(concepts) == 1 and not others else []


_TESTS: Final = frozenset({"labs", "vitals"})


def _points_to(figure: Figure, fact: Content, named: set[str]) -> bool:
    if (
        named
        and fact.concept.concept_id not in named
        and not (named & {"blood_pressure"} and fact.concept.concept_id in _PRESSURES)
    ):
        return False
    if figure.kind in ("systolic", "diastolic") and fact.concept.concept_id not in _PRESSURES:
        return False
    if not named and not _is_steady(figure):
        return False
    return says(fact, figure.value)


def _is_steady(figure: Figure) -> bool:
    return figure.value != int(figure.value) or figure.value >= _STEADY


def _figures(sheet: Sheet, start: int, end: int) -> list[Figure]:
    """The numbers of a sentence, once each, without those of a date."""
    dated = [(one.start, one.end) for one in sheet.dates]
    found = {(one.start, one.kind): one for one in sheet.figures if start <= one.start < end}
    return [one for one in found.values() if not any(first <= one.start < last for first, last in dated)]


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for mark in _SENTENCE.finditer(text):
        yield start, mark.end()
        start = mark.end()
    if start < len(text):
        yield start, len(text)


def _is_of_these_words(proposal: Proposal, found: Sequence[_Withdrawn], spans: Sequence[tuple[int, int]]) -> bool:
    """Whether it withdraws a value that these words do not name, or tells anew the one that they take back."""
    content = proposal.content
    if proposal.operation is Operation.RETRACT:
        target = proposal.target
        return target is None or target.slot in SERIES_SLOTS or target.slot is None
    if content is None or content.slot not in SERIES_SLOTS or proposal.operation not in _TELLING:
        return False
    own = [one for one in found if one.fact.concept.concept_id == content.concept.concept_id]
    if any(says(content, one.figure.value) for one in own):
        return True
    inside = any(first <= (proposal.start or 0) < last for first, last in spans)
    return inside and not own


def _tells_anew(proposal: Proposal, fact: Content) -> bool:
    content = proposal.content
    same = content is not None and (content.slot, content.concept.concept_id) == (fact.slot, fact.concept.concept_id)
    return same and proposal.operation in _TELLING and content is not None and content.value is not None


def _own_value(sheet: Sheet, one: _Withdrawn) -> Figure | None:
    """The number that is told as the patient's own behind the one that is taken back, in the same unit."""
    mine = _MINE.search(sheet.folded, one.start)
    if mine is None or one.fact.unit_stated is not None or one.fact.value is None:
        return None
    behind = [each for each in sheet.figures if each.start == mine.end() and each.kind == "number"]
    told = behind[0] if len(behind) == 1 else None
    plain = told is not None and told.quantity.unit in (None, one.fact.unit) and not says(one.fact, told.value)
    return told if plain else None


_MINE: Final = lazy_regex(
    r"\b(?:mine|my (?:own|one|result|reading|value|number))\b(?: \w+){0,2}? (?=\d)"
    r"|(?:제|내)\s?(?:거|것|건|꺼|결과|수치|값)(?:는|은|이|가)?\s?(?=\d)"
)


def _corrected(sheet: Sheet, one: _Withdrawn, own: Figure, extractor: str) -> Proposal:
    quote, start, end = sheet.quote(own.start, own.end)
    content = one.fact.with_fields(value=own.value, value_stated=f"{own.value:g}")
    return Proposal(
        operation=Operation.CORRECT, content=content, target=_target(one), quote=quote, start=start, end=end,
        extractor=extractor, confidence=1.0,
    )  # fmt: skip


def _target(one: _Withdrawn) -> Target:
    fact = one.fact
    return Target(slot=fact.slot, concept_id=fact.concept.concept_id, old=one.figure.value, date=fact.valid_from)


def _proposal(sheet: Sheet, one: _Withdrawn, extractor: str) -> Proposal:
    quote, start, end = sheet.quote(one.start, one.end)
    return Proposal(
        operation=Operation.RETRACT, target=_target(one), quote=quote, start=start, end=end, extractor=extractor,
        confidence=1.0,
    )  # fmt: skip
