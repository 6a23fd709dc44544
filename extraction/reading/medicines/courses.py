"""Courses that have come to their end: "finished the antibiotics", "제균약은 23일에 다 먹었고".

A course is called by its class, or by what it was for, and ends as a whole: with it all of its medicines end. What is
taken for good has no such end: nobody finishes the blood pressure tablets.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Precision, SlotKind, Status, Temporality
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT_ALONE, KOREAN_DAYS, read_count

_FINISHED: Final = lazy_regex(
    r"\b(?:finish(?:ed|es)?|complet(?:ed|es)|done with|got to the end of|came to the end of"
    r"|through (?:with )?(?:the|my|his|her))\b"
    r"|다\s?(?:먹었|먹고|먹어서|드셨|드시고|썼)|끝났|끝냈|끝나서|끝내고|마쳤|마치고|완료"
)
_NOT_YET: Final = lazy_regex(
    r"\b(?:not|\w*n't|yet|when|once|until|till|after i|before|if|almost|nearly|need to|have to)\b"
    r"|못\s|안\s|아직|면\s|거의"
)
_REGIMEN: Final = lazy_regex(
    r"제균|헬리코박터\s?(?:약|치료)|\b(?:triple|quadruple) therapy\b|\beradication\b|\bh\.? ?pylori (?:treatment"
    r"|tablets|pills|course|therapy)\b"
)
_ANTIBIOTICS: Final = lazy_regex(r"항생제|\bantibiotics?\b")
_ERADICATES: Final = frozenset({
    "clarithromycin", "amoxicillin", "metronidazole", "tetracycline", "bismuth_subcitrate", "bismuth_subsalicylate",
    "levofloxacin", "helicobacter_eradication",
})  # fmt: skip
_SHIELDS: Final = "proton_pump_inhibitor"
_OF_COURSES: Final = "antibiotic"
_IN_FORCE: Final = (Status.ACTIVE, None)


def with_ended_courses(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with all medicines of a course that has ended as ended, and none where it has not."""
    proposals = [one for one in _of_so_many_days(sheet, heard, proposals) if not _ends_unfinished(one, sheet)]
    found = list(_ended(sheet, heard))
    if not found:
        return tuple(proposals)
    over = {fact.concept.concept_id for fact, _ in found} | {_OF_COURSES, "helicobacter_eradication"}
    kept = [one for one in proposals if not _is_of(one, over)]
    return (*kept, *(_stopped(sheet, fact, place, extractor) for fact, place in found))


def with_last_tablets(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the end of the one course on record of which the last tablet was taken."""
    found = next(_last_taken(sheet, heard, proposals), None)
    if found is None:
        return tuple(proposals)
    kept = (one for one in proposals if not _is_of(one, {found[0].concept.concept_id}))
    return (*kept, _stopped(sheet, *found, extractor))


def _ended(sheet: Sheet, heard: Heard) -> Iterator[tuple[Content, tuple[int, int]]]:
    text = sheet.folded
    supposed = list(asked(text))
    for start, end in sentences(text):
        finished = _FINISHED.search(text, start, end)
        if finished is None or any(first <= finished.start() < last for first, last in supposed):
            continue
        regimen, antibiotics = _REGIMEN.search(text, start, end), _ANTIBIOTICS.search(text, start, end)
        course = regimen or antibiotics
        low, high = (course.end(), finished.start()) if course is not None else (0, 0)
        if course is None or high - low > _APART or course.start() - finished.end() > _APART:
            continue
        if _NOT_YET.search(text, max(start, finished.start() - _APART), finished.start()) is not None:
            continue
        members = _of_regimen(heard) if regimen is not None else _of_class(heard)
        for fact in members:
            yield fact, (course.start(), course.end())


def _last_taken(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> Iterator[tuple[Content, tuple[int, int]]]:
    """The one course on record whose last tablet was taken: "took the last one today", "오늘 마지막 알 먹었어요"."""
    text = sheet.folded
    if any(one.entry.kind in ("medications", "drug_classes") for one in sheet.mentions):
        own = {one.entry.concept_id for one in sheet.mentions}
        courses = [one for one in _taken(heard) if one.concept.concept_id in own and _is_a_course(one)]
    else:
        courses = [one for one in _taken(heard) if _is_a_course(one)]
    if len(courses) != 1 or any(one.content is not None and one.content.dose for one in proposals):
        return
    supposed = list(asked(text))
    for start, end in sentences(text):
        last = _LAST_TAKEN.search(text, start, end)
        if last is None or text[end : end + 1] == "?" or any(first <= last.start() < stop for first, stop in supposed):
            continue
        if _NOT_YET.search(text, start, end) is None:
            yield courses[0], (last.start(), last.end())
            return


def _is_a_course(fact: Content) -> bool:
    """Whether a medicine is given for some days: an antibiotic, what is taken in falling steps, or by its last day."""
    return fact.valid_to is not None or not _GIVEN_FOR_DAYS.isdisjoint(fact.concept.broader)


_GIVEN_FOR_DAYS: Final = frozenset({"antibiotic", "steroid", "antiviral"})
_LAST_TAKEN: Final = lazy_regex(
    r"\b(?:took|taken|had|swallowed|finished) (?:the|my|his|her) (?:very )?last"
    r" (?:one|tablets?|pills?|capsules?|dose)\b"
    r"|\b(?:last (?:one|tablet|pill|dose)) (?:taken|gone|down|done|today|this morning|tonight)\b"
    r"|\bfinish(?:ed)? (?:off )?(?:the|my|all the|his|her|them|it) ?(?:tablets?|pills?|capsules?|course|pack|box|lot)\b"
    r"|마지막\s?(?:알|약|거|것|꺼|한\s?알|정|분|캡슐)?(?:을|를|까지|으로)?\s?(?:오늘\s?|방금\s?|어제\s?)?(?:다\s?)?(?:먹|묵|드셨|복용|삼켰)"
    r"|(?:약|알약)(?:을|은|도)?\s?(?:오늘\s?|어제\s?)?다\s?(?:먹었|먹음|드셨|묵었)"
)


_APART: Final = 24
"""Most characters between a course and what says that it has ended."""


def _ends_unfinished(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether it ends a medicine in words that deny its end: "haven't finished the antibiotics"."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.status is not Status.STOPPED:
        return False
    return proposal.operation is Operation.CHANGE and _UNFINISHED.search(sheet.folded) is not None


_UNFINISHED: Final = lazy_regex(
    r"\b(?:not|haven't|havent|hasn't|hasnt|didn't|didnt|never) (?:quite |even )?(?:finish|complet)\w*|(?:아직"
    r"|다)\s?(?:다\s?)?(?:못|안)\s?(?:먹|드|끝)"
)


def _of_so_many_days(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> list[Proposal]:
    """``proposals`` with the end of a medicine that is given for so many days: "아지스로마이신 3일치 받았어요"."""
    known = {one.concept.concept_id for one in _taken(heard)}
    found = list(proposals)
    for start, end in sentences(sheet.folded):
        told = _DAYS.search(sheet.folded, start, end)
        if told is None:
            continue
        own = sheet.folded[_clause(sheet, told, start) : _next_medicine(sheet, told.end(), end)]
        if _SINCE.search(_GIVEN.sub(_blank, own)) is not None:
            continue
        days = _days(told)
        named = _given(sheet, told, start, end)
        for at, one in enumerate(found):
            if _is_new(one, known) and one.content is not None and one.content.concept.concept_id in named:
                found[at] = _until(one, one.content, sheet.day, days)
    return found


def _clause(sheet: Sheet, told: re.Match[str], start: int) -> int:
    """Where the clause begins in which a medicine is named: "You were right, she gave me ... for 3 days"."""
    named = [one.start for one in sheet.mentions if one.entry.kind == "medications" and start <= one.start < told.end()]
    return max(start, sheet.folded.rfind(", ", start, min(named, default=start)) + 1) if named else start


def _next_medicine(sheet: Sheet, place: int, end: int) -> int:
    """Where the next medicine is named, whose words are its own: "for 3 more days and his budesonide is now ..."."""
    return min(
        (one.start for one in sheet.mentions if one.entry.kind == "medications" and one.start >= place), default=end
    )


def _days(told: re.Match[str]) -> int:
    """How many days are told."""
    if told["native"]:
        return KOREAN_DAYS[told["native"]]
    count = next((told[name] for name in _COUNTS if told[name]), "1")
    length = 2 * _WEEK if "fortnight" in told[0] else _WEEK if "week" in told[0] or "주" in told[0] else 1
    return read_count(count)[1] * length


def _given(sheet: Sheet, told: re.Match[str], start: int, end: int) -> set[str]:
    """The medicines that are given for so many days: the one behind "5 days of", else those in a row before."""
    own = [one for one in sheet.mentions if one.entry.kind == "medications" and start <= one.start < end]
    if told["behind"]:
        return {one.entry.concept_id for one in own if told.end() <= one.start <= told.end() + _APART}
    row = [one for one in own if one.end <= told.start()]
    if not row and told["ahead"]:
        # "For ten days I am to take ...": told before the medicine's name.
        return {one.entry.concept_id for one in own[:1]}
    found: set[str] = set()
    for one, after in zip(reversed(row), [None, *reversed(row)], strict=False):
        if after is not None and after.start - one.end > _ROW:
            break
        found.add(one.entry.concept_id)
    return found


def _is_new(proposal: Proposal, known: Collection[str]) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS:
        return False
    if content.status not in (Status.ACTIVE, Status.PLANNED):
        return False
    told = proposal.operation is Operation.CHANGE and content.concept.concept_id not in known
    return told or proposal.operation is Operation.ASSERT


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _until(proposal: Proposal, content: Content, day: str, days: int) -> Proposal:
    today = date.fromisoformat(day)
    since = content.valid_from if content.valid_from != (today - timedelta(days=days)).isoformat() else None
    last = date.fromisoformat(since) if since is not None and len(since) == len(day) else today
    return proposal.with_fields(
        content=content.with_fields(
            valid_from=since, valid_to=(last + timedelta(days=days - 1)).isoformat(), precision=Precision.DAY
        )
    )


_WEEK: Final = 7
_ROW: Final = 3
"""Most characters between the medicines of a row that are given for one time."""
_TOLD_TO_KO: Final = (
    r"\s?(?:처방|받았|받아|받음|타\s?왔|지어|줬|주셨"
    r"|(?:먹|복용하|쓰|드시|바르|맞|먹이)(?:으?래|으?라|[으어아]?야\s?(?:된|한|하|돼)|으?면\s?된))"
)
_RHYTHM_KO: Final = r"(?<=[번회씩]\s)|(?<=[번회씩],\s)|(?<=[번회씩])"
_NATIVE_KO: Final = "|".join(sorted(KOREAN_DAYS, key=len, reverse=True))
_COUNTS: Final = ("ahead", "behind", "tail", "got", "rhythm", "ko")
_DAYS: Final = lazy_regex(
    rf"\bfor (?:the next |another |a further )?(?P<ahead>{ENGLISH_COUNT}) ?(?:more |further )?"
    r"(?:days?|weeks?|fortnights?)\b"
    r"|\bfor (?:the next |another )(?:week|fortnight)\b"
    rf"|\b(?P<behind>{ENGLISH_COUNT})[ -]?(?:days?|weeks?|fortnights?)(?:'s?)?(?: course)? of\b"
    rf"|(?:\bx ?|(?:daily|a day|bd|tds|qds|od|bid|tid|qid|at night|in the morning|nightly),? )"
    rf"(?P<tail>{ENGLISH_COUNT})[ -]?(?:days|weeks|d(?=[\s.,;]|$))(?! ago)"
    rf"|(?P<got>{KOREAN_COUNT_ALONE})\s?(?:일|주일?)(?={_TOLD_TO_KO})"
    rf"|(?:{_RHYTHM_KO})(?P<rhythm>{KOREAN_COUNT_ALONE})\s?(?:일|주일?)(?=이?요|이에요|예요|입니다|\s?[.,!]|\s?$)"
    rf"|(?P<ko>{KOREAN_COUNT_ALONE})\s?(?:일|주일?)\s?(?:치|분(?!\s?(?:마다|간격))|동안|간|만)|일주일\s?(?:치|분|동안|간|만)"
    rf"|(?<![가-힣])(?P<native>{_NATIVE_KO})(?:\s?(?:치|분|동안|간)(?![가-힣]*\s?(?:마다|간격))|(?={_TOLD_TO_KO}))"
)
"""For how many days something is given: before the words of its dose, behind them, or with "of" before its name."""
_GIVEN: Final = lazy_regex(
    r"\b(?:(?:has|have|had|was|were|been|just) )*(?:given|prescribed|put on|put me on|started me on|told me to take)\b"
)
"""Words by which a medicine is given: their "has" and "been" tell of no time that it has been taken."""
_SINCE: Final = lazy_regex(
    r"\b(?:been|have|has|had|took|taken|was|were|already|now|since|ago|every|stopp\w*|off|without|miss\w*"
    r"|forgot|skip\w*|out of)\b"
    r"|먹었|드셨|먹은|째|전에|전부터|빼먹|걸렀|쉬|안\s?먹|못\s?먹|끊|중단|먹고\s?있|마다"
)


def _taken(heard: Heard) -> list[Content]:
    return [
        one for one in heard.facts
        if one.slot is SlotKind.MEDICATIONS and one.subject == PATIENT and one.status in _IN_FORCE
    ]  # fmt: skip


def _of_class(heard: Heard) -> list[Content]:
    return [one for one in _taken(heard) if _OF_COURSES in one.concept.broader]


def _of_regimen(heard: Heard) -> list[Content]:
    """What eradicates, and what shields the stomach where it was told in one row with it."""
    taken = _taken(heard)
    members = [one.concept.concept_id in _ERADICATES for one in taken]
    return [
        one for at, one in enumerate(taken)
        if members[at] or (_SHIELDS in one.concept.broader and True in members[max(0, at - 1) : at + 2])
    ]  # fmt: skip


def _is_of(proposal: Proposal, over: set[str]) -> bool:
    content, target = proposal.content, proposal.target
    if content is not None and (content.slot is not SlotKind.MEDICATIONS or content.dose is not None):
        return False
    names = {content.concept.concept_id if content is not None else None}
    names |= {target.concept_id if target is not None else None}
    return not names.isdisjoint(over)


def _stopped(sheet: Sheet, fact: Content, place: tuple[int, int], extractor: str) -> Proposal:
    first, last = next((one for one in sentences(sheet.folded) if one[0] <= place[0] < one[1]), place)
    day = next((one for one in sheet.dates if first <= one.start < last and one.value <= sheet.day), None)
    quote, start, end = sheet.quote(*place)
    content = Content(slot=fact.slot, concept=fact.concept, status=Status.STOPPED, temporality=Temporality.PAST)
    if day is not None:
        content = content.with_fields(valid_to=day.value, precision=Precision(day.precision))
    return Proposal(
        operation=Operation.CHANGE, content=content,
        target=Target(slot=fact.slot, concept_id=fact.concept.concept_id), quote=quote, start=start, end=end,
        extractor=extractor,
    )  # fmt: skip
