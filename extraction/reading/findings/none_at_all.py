"""That nothing of a kind is had, told in closed words: "no illnesses that i know of", "Allergies: none", "복용약 없음".

One reader alone leaves it uncertain, or hears a complaint by that name. What is narrowed ("no disease of the heart",
"no meds for it", "no allergies except nuts") says nothing of all, nor does what is out of stock ("약이 없어서").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import ANY, PATIENT, Certainty, Content, Polarity, SlotKind
from extraction.reading.asking.asked import sentence_around
from extraction.reading.sheet import Sheet
from extraction.rules.claims import plain_concept
from extraction.text.lazy_regex import lazy_regex

_NOUNS: Final = (
    (
        SlotKind.MEDICATIONS,
        r"(?:meds|medications?|medicines?|tablets|pills|prescriptions)",
        r"(?:복용\s?(?:중인\s?|하는\s?|하고\s?있는\s?)?약(?:물)?|먹는\s?약|먹고\s?있는\s?약|드시는\s?약|복용약물"
        r"|(?:(?<=^)|(?<=[,.] )|(?<=고요 )|(?<=이고 )|(?<=니다 ))약)",
    ),
    (
        SlotKind.ALLERGIES,
        r"(?:(?:drug |food |med )?allerg(?:y|ies))",
        r"(?:(?:약물?\s?|음식\s?)?(?:알레르기|알러지|앨러지))",
    ),
    (
        SlotKind.CONDITIONS,
        r"(?:illness(?:es)?|diseases?|ailments?|(?:medical|health) (?:conditions?|problems?|issues?|history)|conditions"
        r"|health problems)",
        r"(?:지병|기저\s?질환|만성\s?질환|앓는\s?병|앓고\s?있는\s?병)",
    ),
)
_QUALITY: Final = (
    r"(?:(?:known|other|major|serious|current|regular|past|significant|chronic|long[- ]term|underlying|ongoing|daily"
    r"|real"
    r"|pre-?existing) )*"
)
_END_EN: Final = (
    r"(?=\s*(?:[.,;:!/)&-]|$|and\b|or\b|nor\b|no\b|nil\b|otherwise\b|so\b|as far\b|known\b|at all\b|at the moment\b"
    r"|currently\b"
    r"|atm\b|to speak of\b|to report\b|whatsoever\b|(?:that )?i'?m? (?:know|aware|am aware)))"
)
_NONE_EN: Final = r"(?:none|nil|no|n/?a|nothing|zero|nkda|nka)\b"
_END_KO: Final = (
    r"(?:없(?:음|어요?|습니다|습니더|고요?|는데요?|구요?|슴|다|네요|으며|으시[고며]|으세요|심|어예)|무|x|[×✕])"
    r"(?=[\s,./!)]|$)"
)
_NO_EN: Final = (
    r"(?<![\w-])(?:no|nil|zero|without(?: any)?|not (?:on|taking|have|got) any|don'?t have any|don'?t take any"
    r"|haven'?t (?:got )?any|never had any|take no|on no)"
)
_BETWEEN_KO: Final = (
    r"(?:은|는|이|가|도|같은\s?(?:거|건|것)[은도]?)?\s?[:=-]?\s?(?:따로\s?|전혀\s?|하나도\s?|특별히\s?|아무것도\s?)?"
)
_ASKS: Final = lazy_regex(r"\W*(?:do|does|did|have|has|is|are|am|what|why|when|how)\b")
_OTHERWISE: Final = lazy_regex(r"\b(?:except|besides|other than|apart from|but)\b|말고|빼고|외에|제외|밖에")


def with_none_at_all(sheet: Sheet, proposals: Sequence[Proposal], extractor: str) -> tuple[Proposal, ...]:
    """``proposals`` with what is plainly told to be none of its kind as sure, once for each kind."""
    found: dict[SlotKind, Proposal] = {}
    concrete = {
        one.content.slot for one in proposals
        if one.content is not None and one.content.concept.concept_id != ANY
        and one.content.polarity is Polarity.AFFIRMED and one.operation is Operation.ASSERT
        and one.content.subject == PATIENT
    }  # fmt: skip
    kin = any(one.entry.kind == "relatives" for one in sheet.mentions)
    for slot, start, end in _told(sheet):
        quote, first, last = sheet.quote(start, end)
        content = Content(
            slot=slot, concept=plain_concept(ANY, ANY, ""), subject=PATIENT, polarity=Polarity.NEGATED,
            certainty=Certainty.CONFIRMED,
        )  # fmt: skip
        if slot not in concrete and not kin:
            found.setdefault(slot, Proposal(
                operation=Operation.ASSERT, content=content, quote=quote, start=first, end=last, extractor=extractor
            ))  # fmt: skip
    if not found:
        return tuple(proposals)
    return (*(one for one in proposals if not _says_the_same(one, found)), *found.values())


def _says_the_same(proposal: Proposal, found: dict[SlotKind, Proposal]) -> bool:
    content = proposal.content
    if content is None or content.slot not in found or content.concept.concept_id != ANY:
        return False
    return proposal.operation is Operation.ASSERT and content.subject == PATIENT


def _told(sheet: Sheet) -> Iterator[tuple[SlotKind, int, int]]:
    text = sheet.folded
    for slot, english, korean in _NOUNS:
        patterns = (
            rf"{_NO_EN} {_QUALITY}(?:{english}(?: (?:or|and|nor|&) (?:no )?)?)*{english}{_END_EN}",
            rf"(?<![\w-]){_QUALITY}{english}\s?[:=-]\s?{_NONE_EN}(?! (?:of|but))",
            rf"(?<![가-힣]){korean}{_BETWEEN_KO}{_END_KO}",
        )
        for pattern in patterns:
            match = re.search(pattern, text)
            if match is None:
                continue
            first, last = sentence_around(text, match.start())
            asks = text[last : last + 1] == "?" or _ASKS.match(text, first) is not None
            if asks or _OTHERWISE.search(text, match.end(), last) is not None:
                continue
            yield slot, match.start(), match.end()
            break
