"""Since when something is taken or had: a beginning is no end and no plan, and its date may be put right by itself.

"I started it in March, not May" names neither the medicine nor, as a rule, the year: both are those of what was told.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import SERIES_SLOTS, Content, Precision, SlotKind, Status, Temporality
from extraction.reading.findings.times_told_of import TimeTold, times_told
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_DATED: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.SYMPTOMS})
"""Slots whose facts begin on a day; the day of a value is its own, and read as such."""
_KINDS: Final = frozenset({"medications", "drug_classes", "conditions", "symptoms"})
_BEGINS: Final = lazy_regex(
    r"시작|부터|처음\s?(?:먹|복용|진단)|진단|\b(?:started|starting|start|began|begun|begin|since|diagnosed|diagnosis"
    r"|been (?:on|taking)|went on|put on)\b"
)
_TAKEN_SINCE: Final = lazy_regex(
    r"부터\s?(?:[^\s.?!]+\s){0,3}(?:먹|복용|드시|드셨|맞|쓰|써|바르|뿌)|시작(?:했|하였|한\s?(?:약|거|건|게)|해서|됐)"
    r"|처방(?:\s?받|해\s?(?:주|줬))"
    r"|\b(?:began|begun|started|been on|been taking|(?:have|has|'ve) taken|went on|(?:was )?put on"
    r"|(?:put|started) (?:me|him|her) on|prescribed)\b"
)
_ASKS_BESIDE: Final = lazy_regex(
    r",|\b(?:can|could|may|is|are|should|do|does|will|would|what|how|when)\b|(?:데|고|니까|요)\s"
)
"""What parts a question from the words before it that tell."""
_FOUND_IN: Final = lazy_regex(
    r"\bdiagnosed\b|\bsince (?:i|he|she) (?:was|were)\b|진단|앓은\s?지|생겼|생긴|생겨서|걸렸|걸린|얻었|앓기"
    r"|시작(?:됐|되었|했)"
    r"|\b(?:got(?! (?:over|rid|better|worse|through|under|it under|off))|gotten|developed|came down with|began|begun"
    r"|started)\b"
)
"""How an illness is told to have come; one that lasts is there since, however long ago that was."""
_ENDS: Final = lazy_regex(
    r"끊|그만|중단|까지|적(?:이|은)?\s?있|다\s?먹|멈[췄추]|안\s?먹|않|뺐|동안|그때|한때|예정|할\s?거|하기로|려고|할게|내일|다음|모레|이젠"
    r"|\d\s?(?:개월|주|일|달|년)(?:간|쯤|정도)?\s?(?:먹|복용|드셨|맞)"
    r"|\b(?:stop\w*|quit|until|till|finish\w*|c[ao]me off|no longer|not any ?more|used to|for (?:a|an|one|two|\d+)"
    r"|going to|will|next|plan\w*|if|about to|supposed to|changed|switched|resolved|went away|cured|recovered)\b"
)
_IS_OVER: Final = lazy_regex(
    r"완치|나았|나은|없어졌|사라졌|괜찮|좋아졌|수술|떼|뗐|어릴|어렸을|시절|적에"
    r"|\b(?:had (?:it|them) (?:out|removed|done)|removed|cleared|gone|went|fixed|better|cured|grew out|outgr\w+"
    r"|healed|operated|surgery"
    r"|as a (?:kid|child|baby)|remission|over it|all clear|but not|fine now)\b"
)
"""Words by which an illness that lasts in most people is over in this one."""
_ENDED: Final = lazy_regex(r"끊|그만\s?(?:먹|두|뒀)|중단|까지|\b(?:stop\w*|quit|until|till|finish\w*)\b")
_PUT_RIGHT: Final = lazy_regex(
    r"정정|잘못|틀렸|틀린|착각|사실은|다시\s?생각|아니라|아니고|말고|아니에요|아니었|고쳐|헷갈|^\W*아니"
    r"|\b(?:correction|actually|sorry|i meant|wrong|mistake|misspoke|oops|not|rather|instead|should be|wait)\b|^\W*no\b"
)
_WEEKDAY: Final = lazy_regex(r"요일|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b")
"""A day of the week is when something is taken each week, and no beginning."""
_SHORT: Final = 48
"""Characters up to which words that put something right and name a date alone are of the date just told."""
_SENTENCE: Final = lazy_regex(r"[.?!\n]+(?=\s|$)")


def with_beginnings(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str) -> tuple[Proposal, ...]:
    """``proposals`` with what has begun as in force since its day, and with a start date that the words put right."""
    tells = _FOUND_IN.search(sheet.folded) or (sheet.dates and _TAKEN_SINCE.search(sheet.folded))
    begun = tuple(_all_begun(sheet, proposals)) if tells else tuple(proposals)
    corrected = _corrected(sheet, heard, extractor)
    if corrected is None:
        return begun
    return (*(one for one in begun if not _is_of_dates(one, corrected)), corrected)


def _is_of_dates(proposal: Proposal, corrected: Proposal) -> bool:
    """Whether a proposal only goes over what is on record, as one does that was heard in words about its date."""
    content = proposal.content
    told = content is not None and (content.dose or content.frequency or content.value is not None)
    slot = content.slot if content is not None else proposal.target.slot if proposal.target is not None else None
    same = content is not None and corrected.content is not None and content.concept == corrected.content.concept
    return (slot in _DATED and not told) or (same and proposal.operation is Operation.CORRECT)


def _all_begun(sheet: Sheet, proposals: Sequence[Proposal]) -> Iterator[Proposal]:
    """``proposals`` one by one; sentences and names are looked for once in the whole text."""
    cuts = [one.start() for one in _SENTENCE.finditer(sheet.folded)]
    told = (*_TAKEN_SINCE.finditer(sheet.folded), *_FOUND_IN.finditer(sheet.folded))
    telling = {bisect_left(cuts, one.start()) for one in told}
    named = {one.entry.concept_id: one.start for one in reversed(sheet.mentions)}
    names = sorted(one.start for one in sheet.mentions if one.entry.kind in _KINDS)
    for proposal in proposals:
        content = proposal.content
        place = named.get(content.concept.concept_id, proposal.start or 0) if content is not None else 0
        at = bisect_left(cuts, place)
        if at not in telling:
            yield proposal
            continue
        first, last = (cuts[at - 1] + 1 if at else 0), (cuts[at] if at < len(cuts) else len(sheet.folded))
        own = _own_words(names, place, first, last)
        yield _begun(sheet, proposal, own, sheet.folded[first : last + 1])


def _begun(sheet: Sheet, proposal: Proposal, own: tuple[int, int], sentence: str) -> Proposal:
    """A proposal of a ``sentence`` in which the words at [own) are its own."""
    content = proposal.content
    if content is None or content.slot not in _DATED or proposal.operation not in (Operation.ASSERT, Operation.CHANGE):
        return proposal
    wrong = content.status in (Status.STOPPED, Status.PLANNED, Status.RESOLVED)
    if not wrong and content.valid_from is not None:
        return proposal
    begins = _TAKEN_SINCE if content.slot is SlotKind.MEDICATIONS else _FOUND_IN
    told = begins.search(sentence)
    if told is None or _ENDS.search(sentence):
        return proposal
    if sentence.endswith("?") and not _ASKS_BESIDE.search(sentence, told.end()):
        return proposal
    if content.slot is not SlotKind.MEDICATIONS and (not content.concept.chronic or _IS_OVER.search(sentence)):
        return proposal
    dates = [one for one in sheet.dates if own[0] <= one.start < own[1] and one.value <= sheet.day[: len(one.value)]]
    since = content.valid_from or content.valid_to or (dates[0].value if len(dates) == 1 else None)
    if since is None and content.status is Status.RESOLVED:
        return proposal.with_fields(content=content.with_fields(status=Status.ACTIVE, temporality=Temporality.CURRENT))
    if since is None or since > sheet.day[: len(since)]:
        return proposal
    if told[0].startswith(_PRESCRIBED) and since < _two_months_before(sheet.day)[: len(since)]:
        # What was prescribed long ago may have been a course of days.
        return proposal
    precision = content.precision or _precision(since)
    held = content.with_fields(
        status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_from=since, valid_to=None, precision=precision
    )
    if proposal.operation is Operation.CHANGE and wrong:
        return proposal.with_fields(operation=Operation.ASSERT, target=None, content=held)
    return proposal.with_fields(content=held)


_PRESCRIBED: Final = ("처방", "prescribed")


def _two_months_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=62)).isoformat()


def _own_words(names: Sequence[int], place: int, first: int, last: int) -> tuple[int, int]:
    """The words of a sentence that are of what is named at ``place``: up to the next name, the first from its start.

    ``names`` are where names begin, in order.
    """
    before, behind = bisect_left(names, place) - 1, bisect_right(names, place)
    start = place if before >= 0 and names[before] >= first else first
    return start, min(names[behind] if behind < len(names) else last, last)


def _corrected(sheet: Sheet, heard: Heard, extractor: str) -> Proposal | None:
    text = sheet.folded
    if not _PUT_RIGHT.search(text) or _ENDED.search(text) or _WEEKDAY.search(text) or "?" in text:
        return None
    if any(one.entry.kind not in (*_KINDS, "relatives") for one in sheet.mentions):
        return None
    times = list(times_told(sheet))
    new = list({one.value: one for one in times if not one.old}.values())
    old = next((one for one in times if one.old), None)
    spare = [one for one in sheet.figures if not any(each.start <= one.start < each.end for each in times)]
    if len(new) != 1 or spare:
        return None
    fact = _meant(sheet, heard, old, begins=_BEGINS.search(text) is not None)
    if fact is None:
        return None
    value = _dated(new[0], old, fact, sheet.day)
    if value == fact.valid_from:
        return None
    quote, start, end = sheet.quote(new[0].start, new[0].end)
    content = Content(slot=fact.slot, concept=fact.concept, valid_from=value, precision=_precision(value))
    of_value = fact.slot in SERIES_SLOTS
    target = Target(
        slot=fact.slot,
        concept_id=fact.concept.concept_id,
        subject=fact.subject,
        date=fact.valid_from if of_value else None,
    )
    return Proposal(
        operation=Operation.CORRECT,
        content=content.with_fields(subject=fact.subject, status=fact.status),
        target=target,
        reason="start date",
        quote=quote,
        start=start,
        end=end,
        extractor=extractor,
        fields=("date",),
    )


def _meant(sheet: Sheet, heard: Heard, old: TimeTold | None, *, begins: bool) -> Content | None:
    """The fact whose beginning is meant: the one named, else one that began when it was said not to, else the last."""
    facts = [one for one in heard.facts if one.slot in _DATED]
    named = {each for one in sheet.mentions for each in (one.entry.concept_id, *one.entry.broader)}
    exact = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in _KINDS}
    if exact:
        about = (one for one in facts if one.concept.concept_id in named or exact & set(one.concept.broader))
        return next(about, None) if begins or old is not None else None
    if old is not None:
        # The day of a value that was just told is put right in the same words.
        facts = [one for one in heard.facts if one.slot in _DATED or one.slot in SERIES_SLOTS]
        began = next((one for one in facts if one.valid_from and old.matches(one.valid_from)), None)
        if began is not None or not begins:
            return began
    last = heard.facts[0] if heard.facts and heard.facts[0].slot in _DATED else None
    if last is None or begins:
        return last
    return last if last.valid_from and old is None and len(sheet.folded) <= _SHORT else None


def _dated(new: TimeTold, old: TimeTold | None, fact: Content, day: str) -> str:
    """The date as it is meant: a month without a year is of the year that was told before, unless that is to come."""
    known = fact.valid_from
    if not new.yearless:
        return new.value
    year = known[:4] if known else old.value[:4] if old is not None and not old.yearless else new.value[:4]
    value = year + new.value[4:]
    return value if value <= day[: len(value)] else f"{int(year) - 1}{new.value[4:]}"


def _precision(value: str) -> Precision:
    return {4: Precision.YEAR, 7: Precision.MONTH}.get(len(value), Precision.DAY)
