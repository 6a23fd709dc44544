"""When a medicine ended: "I haven't had it since March", "it gave me a cough, so I came off it in April".

A month told with words of not taking is the last of what is not taken: never the first, and never that of another
medicine beside it. Whether words tell of an end is said by the verbs of taking and of ending alone; which medicine they
mean is said by the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Precision, SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentences
from extraction.reading.corrections.taking_back import asked_in
from extraction.reading.findings.times_told_of import TimeTold, times_told
from extraction.reading.items import Heard
from extraction.reading.medicines.ends_of_else import ends_something_else
from extraction.reading.medicines.meant import is_of, is_taken, is_unnamed, meant, medicines_named, others_spoken_of
from extraction.reading.medicines.not_ended_yet import only_to_come
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 300
"""Characters of a text in which one end is looked for; longer ones tell more than one thing."""
_TAKING_EN: Final = (
    r"(?:tak(?:e|es|en|ing)|took|had|have|having|us(?:e|ed|es|ing)|touch(?:ed)?|eat(?:en|ing)?|done so|on)"
)
_NOT_TAKEN: Final = lazy_regex(
    r"(?:\b(?:not|never|no longer|ain'?t|haven'?t|havent|hasn'?t|hasnt|don'?t|dont|doesn'?t|doesnt|didn'?t|didnt"
    r"|isn'?t"
    r"|wasn'?t|cannot|no'|nae)|n'?t)"
    rf" (?:\w+ ){{0,3}}?{_TAKING_EN}\b"
    r"|\bi (?:haven'?t|havent|have not|don'?t|dont|do not)(?: \w+)?,? (?:since|any ?more|now)\b"
    r"|\bno (?:more )?\w+(?: \w+)? (?:since|any ?more|any longer)\b|\bnot (?:current|since)\b"
    r"|\b(?:stopp?(?:ed|ing)|quit|discontinued|ceased|dropped|(?:came|come|coming|been|was|am|i'?m|taken|took me"
    r"|took him"
    r"|took her|put me) off|off (?:it|the|my|them|that)|gave (?:it |that |them )?up|given (?:it |that |them )?up"
    r"|giv(?:e|ing) (?:it |that |them )?up|gave up on|packed (?:it )?in)\b"
    r"|^off\b(?! (?:to|out|for|on (?:my|a|an|our))\b)"
    r"|(?:안|못)\s?(?:먹|묵|복용|드[시셔셨]|맞|쓰|써|썼|챙)|(?:먹|복용하|복용|드시|맞|쓰)지(?:는|도)?\s?(?:않|못)"
    r"|복용\s?(?:안|중단|중지|종료)|끊(?!임)|중단|중지|그만\s?(?:먹|두|뒀|둔|드|복용)|관뒀|뺐|빠졌"
)
_GOES_ON: Final = lazy_regex(
    r"\b(?:if|unless|whenever|should i|shall i|going to|gonna|will|would i|might|can i|could i|(?:may|could|can"
    r"|shall) (?:i|take|stop|have|be|want|need|put|come|well|get)|want(?:s"
    r"|ed)? to|plan\w*"
    r"|missed|forgot|skip\w*)\b"
    r"|으면|려고|싶|예정|기로\s?(?:했|하)|할\s?거|빼먹|까먹|걸렀|깜[빡박]"
)
_AGAIN: Final = lazy_regex(
    r"\b(?:still (?:on|tak|us|eat)\w*|(?:never|not|didn'?t|haven'?t|hasn'?t|wasn'?t|n't) (?:\w+ )?(?:stop|quit"
    r"|discontinu"
    r"|c[ao]me off|giv|gave)\w*|back on|again(?! since)|restart\w*|resum\w*)\b"
    r"|끊은\s?(?:적|게|거|것)[은이도]?\s?(?:없|아니|아닌|아님|아닙)|안\s?끊|다시\s?(?:먹|시작|복용)"
    r"|아직(?:도)?\s?(?:먹|복용|드)"
    r"|(?:지금|현재|여전히|계속)(?:도|까지)?\s?(?:먹고|복용|드시)"
)
_ENDED: Final = lazy_regex(
    r"\b(?:stopp\w*|quit|discontinued|ceased|dropped|off|up|in)\b|끊|중단|중지|종료|그만|관뒀|뺐|빠졌"
)
"""Words of an end, which one forgotten dose is not."""
_UNSAYS: Final = lazy_regex(
    r"\W*(?:\w+\W+){0,2}(?:scratch|scrap|forget|ignore|disregard|never mind|undo)\W(?:that|this|it|what i said)\b"
)
"""Words that take back what was told last: of what is on record as taken, that it is."""
_WHOLE_DAY: Final = 10
_SINCE_BEHIND: Final = lazy_regex(r"\s?(?:부터|이후|후로|뒤로|이래)")
_BEGAN: Final = lazy_regex(
    r"\b(?:start(?:ed|ing)?|began|begun|put (?:me |him |her )?on|went on|prescribed|diagnosed)\b[^.;!?]{0,24}$"
    r"|\b(?:been (?:on|taking)|on it) (?:it |that |them )?(?:since|from) $"
)
_BEGAN_BEHIND: Final = lazy_regex(r"\s?(?:에|부터)?\s?(?:처음\s)?(?:시작|먹기\s?시작|처방|먹던|먹었던|복용하던|드시던)")
_MOVES: Final = (Operation.ASSERT, Operation.CHANGE, Operation.CORRECT)


def with_ends_at_their_time(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the one medicine that is said not to be taken since a time as ended at that time."""
    if len(sheet.folded) > _LONGEST:
        return tuple(proposals)
    habit = any(one.content is not None and one.content.slot is SlotKind.SOCIAL_HISTORY for one in proposals)
    if not medicines_named(sheet) and ends_something_else(sheet.folded, habit=habit):
        return tuple(one for one in proposals if not _has_ended(one))
    at = _time(sheet)
    if at is None:
        return tuple(proposals)
    fact = meant(sheet, heard, is_taken)
    of_others = others_spoken_of(sheet) and not heard.patient_is
    if of_others and not medicines_named(sheet):
        return tuple(proposals)
    if fact is not None and not any(_is_dosed_anew(one, fact) for one in proposals):
        kept = [one for one in proposals if not is_of(one, fact.concept.concept_id) and not is_unnamed(one, sheet)]
        return (*kept, _stopped(sheet, fact, at, author))
    return _dated(sheet, proposals, at)


def _time(sheet: Sheet) -> str | None:
    """The one time at which something is said to have ended, outside of what is asked, supposed or denied."""
    text = sheet.folded
    if _AGAIN.search(text) is not None or only_to_come(text):
        return None
    supposed = asked_in(text)
    ends = [
        one
        for one in _NOT_TAKEN.finditer(text)
        if not any(first <= one.start() < last for first, last in supposed)
        and not any(first <= one.start() < last and not _UNSAYS.match(text, first) for first, last in sheet.going_on)
        and not _is_in_question(text, one.start())
    ]
    if not ends or _GOES_ON.search(text) is not None:
        return None
    outright = any(_ENDED.search(text, one.start(), one.end()) is not None for one in ends)
    told = [
        one
        for one in times_told(sheet)
        if (not one.old or _since(text, one)) and not _began(text, one) and (outright or _lasts(text, one))
    ]
    values = {_past(one, sheet.day) for one in told}
    values.discard(None)
    return values.pop() if len(values) == 1 else None


def _is_in_question(text: str, place: int) -> bool:
    return any(start <= place < end and text[end : end + 1] == "?" for start, end in sentences(text))


def _lasts(text: str, time: TimeTold) -> bool:
    """Whether what is not taken at a time may be more than the dose of one day."""
    return len(time.value) < _WHOLE_DAY or _since(text, time) or _SINCE_BEHIND.match(text, time.end) is not None


def _since(text: str, time: TimeTold) -> bool:
    """Whether "not since" stands before a time: that denies what came after it, and not the time."""
    return text[: time.start].rstrip().endswith(("not since", "since"))


def _began(text: str, time: TimeTold) -> bool:
    return _BEGAN.search(text[: time.start]) is not None or _BEGAN_BEHIND.match(text, time.end) is not None


def _past(time: TimeTold, day: str) -> str | None:
    """A time that lies before ``day``: a month without a year is the last one of its name."""
    if time.value <= day[: len(time.value)]:
        return time.value
    return f"{int(time.value[:4]) - 1}{time.value[4:]}" if time.yearless else None


def _is_dosed_anew(proposal: Proposal, fact: Content) -> bool:
    """Whether the words tell another dose of it: then something of it goes on."""
    content = proposal.content
    named = content is not None and content.concept.concept_id == fact.concept.concept_id
    new = named and content is not None and content.dose is not None and content.dose != fact.dose
    return new and content is not None and content.status is not Status.STOPPED and "m" in (content.dose or "")


def _stopped(sheet: Sheet, fact: Content, at: str, author: str) -> Proposal:
    named = medicines_named(sheet)
    quote, start, end = sheet.quote(named[0].start if named else 0, len(sheet.text))
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.STOPPED, temporality=Temporality.PAST, valid_to=at,
        precision=precision(at),
    )  # fmt: skip
    return Proposal(
        operation=Operation.CHANGE, content=content, target=Target(slot=fact.slot, concept_id=fact.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author,
    )  # fmt: skip


def precision(value: str) -> Precision:
    """How exact a partial date is."""
    return {4: Precision.YEAR, 7: Precision.MONTH}.get(len(value), Precision.DAY)


def _dated(sheet: Sheet, proposals: Sequence[Proposal], at: str) -> tuple[Proposal, ...]:
    """``proposals`` in which the one medicine that is told as ended has the time, and nothing else told beside it."""
    ended = {one.content.concept.concept_id for one in proposals if _has_ended(one) and one.content is not None}
    denied = {
        one.content.concept.concept_id
        for one in proposals
        if _is_medicine(one) and one.content is not None and one.content.polarity.value == "negated"
        and one.content.valid_from == at
    }  # fmt: skip
    if len(ended | denied) != 1 or not medicines_named(sheet):
        return tuple(proposals)
    return tuple(_with_time(one, ended | denied, at) for one in proposals)


def _is_medicine(proposal: Proposal) -> bool:
    content = proposal.content
    return content is not None and content.slot is SlotKind.MEDICATIONS and content.subject == PATIENT


def _has_ended(proposal: Proposal) -> bool:
    content = proposal.content
    ended = content is not None and content.status is Status.STOPPED
    return _is_medicine(proposal) and ended and proposal.operation in _MOVES


def _with_time(proposal: Proposal, ended: set[str], at: str) -> Proposal:
    content = proposal.content
    if content is None or proposal.operation not in _MOVES:
        return proposal
    if _is_medicine(proposal) and content.concept.concept_id in ended:
        since = content.valid_from if content.valid_from != at else None
        told = content.with_fields(
            status=Status.STOPPED, temporality=Temporality.PAST, polarity=type(content.polarity).AFFIRMED,
            valid_from=since, valid_to=content.valid_to or at, precision=precision(at),
        )  # fmt: skip
        return proposal.with_fields(content=told)
    if content.slot in (SlotKind.MEDICATIONS, SlotKind.SYMPTOMS) and at in (content.valid_from, content.valid_to):
        return proposal.with_fields(content=content.with_fields(valid_from=None, valid_to=None, precision=None))
    return proposal
