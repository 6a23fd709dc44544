"""A dose that was one thing and is another since a day: "put up from 5mg to 10mg on 12 May".

Both are told and both are kept: the old one as it was, changed to the new one on that day. Which of the two was before
is said by the record where it holds one of them, else by the words around each, and else by the way it moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Content, SlotKind, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentences
from extraction.reading.corrections.taking_back import asked_in, is_denied
from extraction.reading.figures.figures import Figure
from extraction.reading.findings.times_told_of import times_told
from extraction.reading.items import Heard
from extraction.reading.medicines.doses_in_order import is_strength, names_of, strength, strengths
from extraction.reading.medicines.meant import besides, is_named_by, is_of, is_taken, meant, on_record
from extraction.reading.sheet import Sheet
from extraction.records.reader import precision_of
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_LONGEST: Final = 300
_UP: Final = (
    r"\b(?:rais\w*|increas\w*|up(?:ped|ping)?|bump\w*|doubl\w*|higher|more|went up|step(?:ped)? up|\w*titrat\w*"
    r"|not enough|wasn'?t enough)\b"
    r"|올[려렸리라랐림]|늘[려렸리었어림]|높[여였이]|증량|추가"
)
_DOWN: Final = (
    r"\b(?:reduc\w*|lower\w*|cut|down|decreas\w*|halv\w*|drop\w*|less|step(?:ped)? down|wean\w*)\b"
    r"|줄[여였이었임]|낮[춰췄추]|내[려렸리]|감량"
)
_ANY_WAY: Final = r"\b(?:chang\w*|switch\w*|adjust\w*|mov\w*|went|now)\b|바[꿔꿨뀌뀐꾸]|변경|조정|이제|지금|->|→|에서"
_MOVED_UP: Final = lazy_regex(_UP)
_MOVED_DOWN: Final = lazy_regex(_DOWN)
_MOVED: Final = lazy_regex(f"(?:{_UP})|(?:{_DOWN})|(?:{_ANY_WAY})")
_WAS_AHEAD: Final = lazy_regex(
    r"(?:\b(?:from|was|were|been|used to (?:be|take|have)|had been|been on|been having|was on|only on|previously"
    r"|originally"
    r"|formerly|before(?: that)?(?: it)?(?: was)?|last time|until then(?: it was)?|up from|up to then|instead of"
    r"|old dose|at first"
    r"|took|taking|i guess|started (?:on|at|with))\b[^.;!?\d]{0,14}|원래\s?(?:는\s)?(?:\S{1,12}\s)?"
    r"|전에는?\s?(?:\S{1,12}\s)?|그\s?전(?:까지)?(?:에)?[은는엔]?\s?(?:\S{1,12}\s)?"
    r"|이전(?:에)?[은는엔]?\s?(?:\S{1,12}\s)?|처음(?:에)?[은는엔]?\s?(?:\S{1,12}\s)?"
    r"|예전(?:에)?[은는엔]?\s?(?:\S{1,12}\s)?)$"
)
_WAS_BEHIND: Final = lazy_regex(
    r"\s?(?:\([^)]*\)\s?)?(?:of \w+ |of it )?(?:before|previously|until then|up to then|at first|originally"
    r"|wasn'?t enough|was not enough|to (?=\d)|->|→"
    r"|(?:짜리)?\s?(?:에서|이었|였|이던|던|이다가|먹다가|먹던|먹었|복용하다가|복용하던|복용했|으로\s?먹었"
    r"|로\s?먹었|으로\s?먹다가|로\s?먹다가"
    r"|씩\s?먹다가|씩\s?먹었|을\s?먹다가|를\s?먹다가))"
)
_NOW_AHEAD: Final = lazy_regex(
    r"(?:\b(?:now(?: it'?s| its| it is| i have| i take| i'?m on)?|to|up to|down to|it'?s|is|am|taking"
    r"|have to take|i take|raise to|as of \S+ \S+)\b[^.;!?\d]{0,12}"
    r"|(?:->|→)\s?|지금[은]?\s?|이제[는]?\s?(?:\S{1,12}\s)?|(?:부터|부로)[는]?\s?(?:\S{1,12}\s)?)$"
)
_NOW_BEHIND: Final = lazy_regex(
    r"\s?(?:now|since|already|these days|at present|짜리로|으로|로(?!\s?먹[었던다])|먹으래|먹으라|이에요|예요"
    r"|입니다|이야|야|먹어요|먹고\s?있)"
)
_WRONG: Final = lazy_regex(
    r"\b(?:wrong|mistake\w*|correct(?:ion|ed)?|misread|misspoke|box|label|said|told you|meant|sorry|oops"
    r"|actually|swap\w*)\b"
    r"|아니라|아니고|잘못|정정|틀[렸린려]|착각|헷갈|상자|약통|고쳐|바꿔\s?(?:주세요|줘|달)"
)
_TWO: Final = 2
_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?")
_UNIT: Final = lazy_regex(r"[a-zµμ]*")
_BECAME: Final = lazy_regex(r"에서|\bto\b|->|→")


def with_doses_moved_then(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the former dose of a medicine as it was, and the new one as a change of it."""
    text = sheet.folded
    if len(text) > _LONGEST or text.rstrip().endswith("?") or _WRONG.search(text):
        return tuple(proposals)
    names = names_of(sheet)
    told = _told(sheet)
    if len({strength(one) for one in told}) == 1:
        return _to_one(sheet, heard, told[0], proposals, author)
    if not names:
        return tuple(proposals)
    if len({one.quantity.unit for one in told}) > 1 or not _are_of(sheet, names[:1], told):
        return tuple(proposals)
    if len({one.entry.concept_id for one in names}) != 1 or len({strength(one) for one in told}) != _TWO:
        return tuple(proposals)
    if any(_is_denied(text, one) for one in told) or _is_supposed(sheet, told):
        return tuple(proposals)
    name = names[0]
    known = next((one for one in on_record(heard) if is_named_by(name, one) and is_taken(one)), None)
    pair = _old_and_new(text, told, known)
    if pair is None or (known is not None and known.dose not in (None, strength(pair[0]))):
        return tuple(proposals)
    return _moved(sheet, name, known, pair, proposals, author)


def _to_one(
    sheet: Sheet, heard: Heard, told: Figure, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the dose on record as it was until the past day on which it was moved to the one told."""
    text = sheet.folded
    moved = _MOVED_UP.search(text) or _MOVED_DOWN.search(text)
    days = _past_days(sheet) - {sheet.day}
    fact = meant(sheet, heard, lambda one: is_taken(one) and is_strength(one.dose))
    if moved is None or len(days) != 1 or fact is None or fact.dose == strength(told) or _TO_COME.search(text):
        return tuple(proposals)
    if _is_supposed(sheet, [told]) or is_denied(text, (told.start, told.end)) or not _is_nearly(fact, told):
        return tuple(proposals)
    since = days.pop()
    quote, start, end = sheet.quote(told.start, told.end)
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.ACTIVE, temporality=Temporality.CURRENT,
        dose=strength(told), valid_from=since, precision=precision_of(since),
    )  # fmt: skip
    target = Target(slot=fact.slot, concept_id=fact.concept.concept_id)
    change = Proposal(
        operation=Operation.CHANGE, content=content, target=target, quote=quote, start=start, end=end, extractor=author
    )
    return (*besides(proposals, (fact,), sheet), change)


def _past_days(sheet: Sheet) -> set[str]:
    return {one.value for one in times_told(sheet) if not one.old and one.value <= sheet.day[: len(one.value)]}


def _is_nearly(fact: Content, told: Figure) -> bool:
    """Whether a dose may have moved to the one told: it has the same unit, and is no more than ten times as far."""
    known = number_of_dose(fact.dose)
    same = (fact.dose or "").lstrip("0123456789.") == strength(told).lstrip("0123456789.")
    return same and known is not None and known > 0 and 1 / _FURTHEST <= told.value / known <= _FURTHEST


_FURTHEST: Final = 10.0
_TO_COME: Final = lazy_regex(
    r"\b(?:will|would|going to|wants? to|(?<!\d )may (?!\d)|might|could|should|if|next|tomorrow|asked)\b|예정"
    r"|내일|다음|면\s"
    r"|ㄹ까|을까|려고"
)


def _told(sheet: Sheet) -> tuple[Figure, ...]:
    """The strengths told; where one became another ("50mg에서 100mg으로") they are two and no range."""
    found = list(strengths(sheet))
    for one in sheet.figures:
        quantity = one.quantity
        if quantity.value is not None or quantity.low is None or quantity.high is None or quantity.unit is None:
            continue
        words = sheet.folded[one.start : one.end]
        numbers = [each for each in _NUMBER.finditer(words) if float(each[0]) in (quantity.low, quantity.high)]
        if len(numbers) == _TWO and _BECAME.search(words) is not None:
            found += [
                replace(
                    one,
                    quantity=replace(
                        quantity, value=float(each[0]), low=None, high=None, start=one.start + each.start(),
                        end=one.start + each.end() + len(_UNIT.match(words, each.end())[0]),  # type: ignore[index]
                    ),
                )
                for each in numbers
            ]  # fmt: skip
    return tuple(sorted(found, key=lambda one: one.start))


def _are_of(sheet: Sheet, names: Sequence[Mention], told: Sequence[Figure]) -> bool:
    """Whether both doses stand in a sentence that names the medicine, or behind it."""
    first = next((start for start, end in sentences(sheet.folded) for one in names if start <= one.start < end), None)
    return first is not None and all(one.start >= first for one in told)


def _is_denied(text: str, dose: Figure) -> bool:
    """Whether a dose is denied; "50mg instead of 25mg" says what it was."""
    return is_denied(text, (dose.start, dose.end)) and not text[: dose.start].rstrip().endswith("instead of")


def _is_supposed(sheet: Sheet, told: Sequence[Figure]) -> bool:
    return any(first <= one.start < last for first, last in asked_in(sheet.folded) for one in told)


def _old_and_new(text: str, told: Sequence[Figure], known: Content | None) -> tuple[Figure, Figure] | None:
    """The two doses, the former first; None where the words leave open which was before."""
    first, second = told[0], next(one for one in told if strength(one) != strength(told[0]))
    was, now = (
        _marks(text, _WAS_AHEAD, _WAS_BEHIND, (first, second)),
        _marks(text, _NOW_AHEAD, _NOW_BEHIND, (first, second)),
    )
    score = (was[0] - now[0]) - (was[1] - now[1])
    up, down = _MOVED_UP.search(text) is not None, _MOVED_DOWN.search(text) is not None
    way = 0
    if up != down and first.quantity.unit == second.quantity.unit:
        way = 1 if (first.value < second.value) is up else -1
    if known is not None and known.dose in (strength(first), strength(second)):
        # "20mg now, 40mg before the review" over a record of 20mg moves nothing.
        towards = 1 if known.dose == strength(first) else -1
        if towards * score < 0 or towards * (score or way) <= 0:
            return None
        return (first, second) if towards > 0 else (second, first)
    moved = _MOVED.search(text) is not None
    if score and (moved or abs(score) >= _TWO):
        return (first, second) if score > 0 else (second, first)
    if not moved or not way:
        return None
    return (first, second) if way > 0 else (second, first)


def _marks(text: str, ahead: object, behind: object, pair: tuple[Figure, Figure]) -> tuple[int, int]:
    """For each of two doses, whether the words before or behind it say that it was, or is."""
    first, second = pair
    starts = (max(0, first.start - 40), max(first.end, second.start - 40))
    ends = (second.start, len(text))
    return tuple(  # type: ignore[return-value]
        int(bool(ahead.search(text[low : one.start]))) + int(bool(behind.match(text[one.end : high])))  # type: ignore[attr-defined]
        for one, low, high in zip(pair, starts, ends, strict=True)
    )


def _moved(
    sheet: Sheet, name: Mention, known: Content | None, pair: tuple[Figure, Figure], proposals: Sequence[Proposal],
    author: str,
) -> tuple[Proposal, ...]:  # fmt: skip
    concept = known.concept if known is not None else name.entry.concept(sheet.language)
    own = [one.content for one in proposals if is_of(one, name.entry.concept_id) and one.content is not None]
    days = _past_days(sheet)
    # "Now" is the day on which it is told.
    days = days - {sheet.day} or days
    since = days.pop() if len(days) == 1 else next((one.valid_from for one in own if one.valid_from in days), None)
    often = next((one.frequency for one in own if one.frequency), known.frequency if known is not None else None)
    base = Content(
        slot=SlotKind.MEDICATIONS, concept=concept, status=Status.ACTIVE, temporality=Temporality.CURRENT,
        frequency=often,
    )  # fmt: skip
    former, present = (strength(one) for one in pair)
    found = []
    if known is None or known.dose is None:
        found.append(_proposal(sheet, Operation.ASSERT, base.with_fields(dose=former), pair[0], None, author))
    moved = base.with_fields(dose=present, valid_from=since, precision=precision_of(since))
    target = Target(slot=SlotKind.MEDICATIONS, concept_id=concept.concept_id)
    found.append(_proposal(sheet, Operation.CHANGE, moved, pair[1], target, author))
    ids = (name.entry.concept_id, concept.concept_id)
    return (*(one for one in proposals if not any(is_of(one, each) for each in ids)), *found)


def _proposal(
    sheet: Sheet, operation: Operation, content: Content, figure: Figure, target: Target | None, author: str
) -> Proposal:
    name = names_of(sheet)[0]
    quote, start, end = sheet.quote(min(name.start, figure.start), max(name.end, figure.end))
    return Proposal(
        operation=operation, content=content, target=target, quote=quote, start=start, end=end, extractor=author
    )
