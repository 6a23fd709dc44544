"""A pregnancy that is told by its test: "took a test, two lines", "임테기 두 줄 나왔어요".

Two lines are said of other tests as well, and of what is hoped, asked or only supposed: without a word of a period, of
peeing on a stick or of a pregnancy, and beside words of an infection or of ovulation, they are none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.reading.asking.asked import sentence_around
from extraction.reading.items import Heard
from extraction.reading.people.pregnancy_weeks import PREGNANCY
from extraction.reading.people.weeks_along import is_no_patient, is_pregnancy
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_TWO_LINES: Final = lazy_regex(
    r"\b(?:(?:two|2|double|both)(?: \w+)? lines?|tests? (?:\w+ )?(?:came (?:back|out|up)|was|is|were|are|says?|said)"
    r" (?:a |as )?positive|positive (?:pregnancy |preg )?tests?|tested positive|got a positive)\b"
    r"|(?:두|2)\s?줄(?=이|나|떴|뜨|떠|보|\s|[.,!~ㅠㅎㅋ]|$)|(?:테스트|임테기|반응)[가-힣]{0,2}\s?(?:는|은|가|이)?\s?양성"
)
_OF_A_PREGNANCY: Final = lazy_regex(
    r"pregnan|\bpreggers|\bperiods?\b|\bpee|\bclear ?blue|\bfirst response\b|\bi'?m late\b|\bweeks? probably|\d weeks\b"
    r"|임신|임테|생리|테스트기|산부인과"
)
_OF_SOMETHING_ELSE: Final = lazy_regex(
    r"covid|antigen|\blateral|\brapid\b|\bflu\b|strep|ovulat|\bopk\b|\broads?\b|\bhiv\b|\bsti\b|코로나|키트|신속|독감|배란"
)
_ANY_TEST: Final = lazy_regex(
    r"\btests?\b[^.?!]{0,30}\b(?:positive|(?:two|2) (?:\w+ )?lines)\b"
    r"|\b(?:positive|(?:two|2) (?:\w+ )?lines)\b[^.?!]{0,20}\btests?\b"
    r"|^\W*(?:it'?s |it (?:was|is|came back|came up) |got )?(?:a )?positive\b|\b(?:two|2) (?:\w+ )?lines\b"
    r"|(?:두|2)\s?줄(?=이|나|떴|뜨|떠|보|\s|[.,!~ㅠㅎㅋ]|$)|(?:테스트|검사|반응)[가-힣]{0,3}\s?양성"
)
"""A positive test that is told where a pregnancy was just spoken of, and of nothing else."""
_OPEN: Final = lazy_regex(
    r"\b(?:if|when|whether|until|till|unless|hop(?:e|ing)|would|could|might|no|not|never|isn'?t|wasn'?t|without|waiting)\b"
    r"|면|나올|까요|아니|않|안\s?나|한\s?줄"
)
"""Words that make a test one that is not there, or that shows something else."""


def with_positive_test(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the pregnancy that a test showed, where nothing else tells it."""
    found = positive_test(sheet.folded)
    if found is None or is_no_patient(sheet, heard, found[0]):
        return tuple(proposals)
    affirmed = (one for one in proposals if one.content is not None and _is_had(one.content))
    if any(affirmed) or any(_is_had(one) for one in heard.facts):
        return tuple(proposals)
    kept = tuple(one for one in proposals if one.content is None or not is_pregnancy(one.content))
    content = Content(
        slot=SlotKind.CONDITIONS,
        concept=lexicon.entry("conditions", PREGNANCY).concept(sheet.language),
        status=Status.ACTIVE,
    )
    quote, first, last = sheet.quote(*found)
    own = Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=first, end=last, extractor=extractor)
    return (*kept, own)


def positive_test(folded: str) -> tuple[int, int] | None:
    """Where a text in lower case tells a positive pregnancy test of somebody; None where none is told."""
    if _OF_A_PREGNANCY.search(folded) is None:
        return None
    return _positive(folded, _TWO_LINES)


def positive_after_pregnancy(text: str) -> bool:
    """Whether a text tells a positive test of no name, which is one of a pregnancy where that was spoken of before."""
    folded = text.casefold()
    return _positive(folded, _ANY_TEST) is not None and "positive for" not in folded


def _positive(folded: str, tells: re.Pattern[str]) -> tuple[int, int] | None:
    if _OF_SOMETHING_ELSE.search(folded) is not None:
        return None
    for match in tells.finditer(folded):
        start, end = sentence_around(folded, match.start())
        sentence = folded[start:end]
        if folded[end : end + 1] != "?" and _OPEN.search(sentence) is None:
            return match.start(), match.end()
    return None


def _is_had(content: Content) -> bool:
    return is_pregnancy(content) and content.subject == PATIENT and content.polarity is Polarity.AFFIRMED
