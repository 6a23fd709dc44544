"""Doses and times of a medicine on record that are moved in few words: "세 번으로 늘렸어요", "일미리로 줄이랬어".

What is lowered is not stopped; a bare count behind "to" is how often, and no number of tablets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Content, SlotKind, Status, Temporality
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_TIMES: Final = {
    "한": "QD", "1": "QD", "두": "BID", "2": "BID", "세": "TID", "3": "TID", "네": "QID", "4": "QID",
    "once": "QD", "twice": "BID", "two times": "BID", "2 times": "BID", "three times": "TID", "3 times": "TID",
    "four times": "QID", "4 times": "QID",
}  # fmt: skip
_OFTEN_KO: Final = lazy_regex(
    r"(?<![가-힣\d])(?P<n>[한두세네]|[1-4])\s?(?:번|차례|회)(?:만|씩)?\s?(?:으로|로)?\s?"
    r"(?:먹으라|늘|줄|올|바[꾸뀌꿨뀐]|변경|먹게)"
)
_OFTEN_EN: Final = lazy_regex(
    r"\bto (?P<n>once|twice|(?:two|three|four|[2-4]) times)\b(?!\s?(?:a |per |every )?(?:week|month|year))"
)
_MOVES: Final = lazy_regex(
    r"줄이|줄여|줄였|줄인|줄[었어]|낮추|낮춰|낮췄|내[리려렸]|늘리|늘려|늘렸|늘[었어]|올리|올려|올렸|바꾸|바꿔|바꿨"
    r"|\b(?:reduc\w+|lower\w*|cut (?:it |that |down )?(?:down )?to"
    r"|increas\w+|rais\w+|upped|dropped (?:it )?to"
    r"|halv\w+)\b"
)
_SWAPS: Final = lazy_regex(r"바[꾸꿔꿨뀌뀐]|대신|\b(?:switch\w*|swap\w*|instead|replac\w+|chang\w+)\b")
"""Words by which one medicine may take another's place: then the one that ends has ended."""
_ENDS: Final = lazy_regex(
    r"끊|그만|중단|빼|뺐|안\s?먹|끝(?:[났나냈내]|\s*$)|마쳤|마침|완료|관[뒀두둠]|다\s?(?:먹었|먹음|드셨)"
    r"|stop|quit|\boff\b|discontinu|come off|came off|\b(?:finish|end)ed\b|\bdone with\b"
)
_SINO: Final = {
    "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9, "십": 10, "십오": 15, "이십": 20,
    "이십오": 25, "삼십": 30, "사십": 40, "오십": 50, "육십": 60, "백": 100, "백오십": 150, "이백": 200,
    "이백오십": 250,
    "삼백": 300, "사백": 400, "오백": 500, "천": 1000,
}  # fmt: skip
_SPOKEN_DOSE: Final = lazy_regex(
    rf"(?<![가-힣])(?P<n>{'|'.join(sorted(_SINO, key=len, reverse=True))})\s?(?:미리|밀리)(?:그램)?(?:으로|로)"
)
_CLAUSE_ENDS: Final = ".?!\n"


def with_moved_schedules(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with the changes of medicines as the words of their sentence move them."""
    return tuple(_moved(one, sheet) for one in proposals)


def _moved(proposal: Proposal, sheet: Sheet) -> Proposal:
    proposal = _not_withdrawn(proposal, sheet)
    content = proposal.content
    if proposal.operation is not Operation.CHANGE or content is None or content.slot is not SlotKind.MEDICATIONS:
        return proposal
    words = _sentence(proposal, sheet)
    if _MOVES.search(words) is None or _ENDS.search(words) is not None:
        return proposal
    several = _names_several(sheet, words)
    often = None if several else (_OFTEN_KO if sheet.language == "ko" else _OFTEN_EN).search(words)
    spoken = _SPOKEN_DOSE.search(words) if sheet.language == "ko" and not several else None
    if (often or spoken or content.dose) and _SWAPS.search(words) is None:
        # To how much or how often it was moved is told, so it goes on: "목록에서 내려 주세요" tells neither.
        content = _going_on(content)
    if often is not None and content.frequency is None:
        content = content.with_fields(frequency=_TIMES[often["n"]], dose=_of_no_count(content.dose))
    if spoken is not None and content.dose is None:
        content = content.with_fields(dose=f"{_SINO[spoken['n']]}mg")
    # To how much it was moved is told in so many words: whether it was stopped is no question any more.
    doubt = None if spoken is not None and _SWAPS.search(words) is None else proposal.doubt
    return proposal.with_fields(content=content, doubt=doubt)


def _not_withdrawn(proposal: Proposal, sheet: Sheet) -> Proposal:
    """A medicine that the words move to another dose or rhythm as changed: whoever lowers it never took it back."""
    target = proposal.target
    if proposal.operation is not Operation.RETRACT or target is None or target.slot is not SlotKind.MEDICATIONS:
        return proposal
    words = _sentence(proposal, sheet)
    told = _SPOKEN_DOSE.search(words) or (_OFTEN_KO if sheet.language == "ko" else _OFTEN_EN).search(words)
    named = next((one.entry for one in sheet.mentions if one.entry.concept_id == target.concept_id), None)
    if told is None or named is None or _MOVES.search(words) is None or _ENDS.search(words) is not None:
        return proposal
    content = Content(slot=SlotKind.MEDICATIONS, concept=named.concept(sheet.language), status=Status.ACTIVE)
    return proposal.with_fields(operation=Operation.CHANGE, content=content)


def _names_several(sheet: Sheet, words: str) -> bool:
    start = sheet.folded.find(words)
    named = (one for one in sheet.mentions if start <= one.start < start + len(words))
    return len({one.entry.concept_id for one in named if one.entry.kind == "medications"}) > 1


def _going_on(content: Content) -> Content:
    """The medicine as still taken: who lowers a dose goes on with it."""
    if content.status is not Status.STOPPED:
        return content
    return content.with_fields(status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_to=None)


def _of_no_count(dose: str | None) -> str | None:
    """``dose`` unless it is the count of times taken for tablets."""
    return None if dose is not None and dose.endswith(" tab") else dose


def _sentence(proposal: Proposal, sheet: Sheet) -> str:
    """The sentence that names the medicine, in lower case; the whole text where no place is known."""
    text = sheet.folded
    quote = proposal.quote.casefold()
    at = text.find(quote) if quote else -1
    if at < 0:
        return text
    start = max(text.rfind(mark, 0, at) for mark in _CLAUSE_ENDS) + 1
    ends = [found for mark in _CLAUSE_ENDS if (found := text.find(mark, at + len(quote))) >= 0]
    return text[start : min(ends, default=len(text))]
