"""A medicine that somebody fetches for the patient: "남편이 맥페란 사오겠대요" makes it nobody else's.

Who buys, brings or sends it takes none of it; for whom it is meant may take it, and it is weighed before that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Certainty, Content, SlotKind, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentence_around
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_FETCHES: Final = lazy_regex(
    r"(?:이?라도|이?나|이?랑|[을를은는도])?\s?(?:\S{1,5}\s){0,2}?"
    r"(?:사\s?(?:오|온|왔|올|와)|사다|사\s?(?:주|줘|준|줬|드리)|사겠|산대|가져(?:오|온|왔|다|와)|갖다|구해|보내|보냈|주문|챙겨\s?(?:오|왔|온|주|준|줬))"
)
_FETCHER: Final = lazy_regex(r"(?:님)?(?:이|가|께서|도|은|는)\s[^.?!]{0,30}$")
_FOR_ONESELF: Final = lazy_regex(
    r"(?:자기|본인|지)\s?(?:가|이)?\s?(?:먹|드실|쓸|약|거|꺼)|(?:아기|아이|애|강아지|고양이|손주)\s?(?:먹|약|줄|거)|먹으려고|먹는다고"
)


def with_what_is_fetched(sheet: Sheet, proposals: Sequence[Proposal], author: str) -> tuple[Proposal, ...]:
    """``proposals`` in which a medicine that a relative fetches is one that the patient may take."""
    if sheet.language != "ko":
        return tuple(proposals)
    fetched = {one.entry.concept_id: one for one in sheet.mentions if _is_fetched(sheet, one)}
    if not fetched:
        return tuple(proposals)
    kept = [_for_the_patient(one, fetched) for one in proposals]
    told = {one.content.concept.concept_id for one in kept if one.content is not None}
    return (*kept, *(_planned(sheet, one, author) for key, one in fetched.items() if key not in told))


def _is_fetched(sheet: Sheet, named: Mention) -> bool:
    if named.entry.kind != "medications" or _FETCHES.match(sheet.folded, named.end) is None:
        return False
    first, last = sentence_around(sheet.folded, named.start)
    if _FOR_ONESELF.search(sheet.folded, first, last) is not None:
        return False
    return any(
        one.entry.kind == "relatives" and first <= one.start < named.start
        and _FETCHER.match(sheet.folded, one.end, named.start) is not None
        for one in sheet.mentions
    )  # fmt: skip


def _for_the_patient(proposal: Proposal, fetched: dict[str, Mention]) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation is not Operation.ASSERT:
        return proposal
    if content.subject == PATIENT or content.concept.concept_id not in fetched:
        return proposal
    return proposal.with_fields(content=_may_take(content))


def _may_take(content: Content) -> Content:
    return content.with_fields(
        subject=PATIENT, status=Status.PLANNED, certainty=Certainty.UNCERTAIN, temporality=Temporality.FUTURE
    )


def _planned(sheet: Sheet, named: Mention, author: str) -> Proposal:
    quote, start, end = sheet.quote(named.start, named.end)
    content = _may_take(Content(slot=SlotKind.MEDICATIONS, concept=named.entry.concept(sheet.language)))
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=author)
