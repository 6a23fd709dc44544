"""That nothing of a kind is had, or that nobody knows: "no illnesses that i know of", "Allergies: none", "복용약 없음".

Of medicines and allergies a reader of such statements tells it beside the others, of illnesses closed words do. What is
narrowed ("no disease of the heart") says nothing of all, nor does what stands beside one that the same words tell to be
had. What is on record is never withdrawn by it: the ledger asks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import ANY, PATIENT, Certainty, Content, Polarity, SlotKind
from extraction.reading.asking.asked import sentence_around
from extraction.reading.items import Heard, slots_named
from extraction.reading.learned.absence_features import asked_of
from extraction.reading.learned.absences import Absence, AbsenceReader
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.reading.vetoes import only_asks
from extraction.rules.claims import plain_concept
from extraction.text.lazy_regex import lazy_regex

_ENGLISH: Final = (
    r"(?:illness(?:es)?|diseases?|ailments?|(?:medical|health) (?:conditions?|problems?|issues?|history)|conditions"
    r"|health problems)"
)
_KOREAN: Final = r"(?:지병|기저\s?질환|만성\s?질환|앓는\s?병|앓고\s?있는\s?병)"
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


_LONGEST: Final = 2_000
"""Characters of a text that is listened to for such statements; longer ones are pasted, and others hear them there."""
_SURELY: Final = 0.3
"""The margin from which it is told though the words are heard to ask and nothing else."""


def with_none_at_all(
    sheet: Sheet,
    heard: Heard,
    understanding: Understanding,
    proposals: Sequence[Proposal],
    absences: AbsenceReader,
    extractor: str,
) -> tuple[Proposal, ...]:
    """``proposals`` with what is told to be none of its kind, or not known, once for each kind."""
    concrete = {
        one.content.slot for one in proposals
        if one.content is not None and one.content.concept.concept_id != ANY
        and one.content.polarity is Polarity.AFFIRMED and one.operation is Operation.ASSERT
        and one.content.subject == PATIENT
    }  # fmt: skip
    found: dict[SlotKind, Proposal] = {}
    listened = len(sheet.folded) <= _LONGEST
    whole = absences.read(sheet, asked_of(heard.agent_said)) if listened else ()
    for content, start, end in (*_no_illness(sheet), *_told(sheet, heard, understanding, whole)):
        if content.slot is SlotKind.MEDICATIONS and _is_of_an_allergy(sheet.folded):
            content = _whole(SlotKind.ALLERGIES, content.certainty)
        if content.slot in concrete or _is_of_another(sheet, heard, start, end):
            continue
        quote, first, last = sheet.quote(start, end)
        found[content.slot] = Proposal(
            operation=Operation.ASSERT, content=content, quote=quote, start=first, end=last, extractor=extractor
        )
    near = {(one.slot, one.certainty) for one in whole}
    if _is_of_an_allergy(sheet.folded):
        near = {one for one in near if one[0] is not SlotKind.MEDICATIONS}
    kept = (one for one in proposals if not _says_the_same(one, found) and not (listened and _is_unheard(one, near)))
    return (*kept, *found.values())


_NOT_BORNE: Final = lazy_regex(
    r"\b(?:allergic|react(?:ed|ing)?|reactions?|allerg(?:y|ies)|intoleran\w+|sensitiv\w+)\s(?:to|with)\s"
    r"(?:any |no |all |other |known )*(?:drugs?|meds|medicines?|medications?|tablets|pills)\b"
    r"|\b(?:drugs?|meds|medicines?|medications?|tablets|pills) (?:that )?(?:(?:i|he|she|we)(?:'m|'s| am| is)? )"
    r"(?:can'?t|cannot|couldn'?t|react\w*|allergic|not allowed)"
    r"|\b(?:drugs?|meds?|medicines?|medications?)[ -](?:allerg\w+|reactions?|intoleran\w+)"
    r"|약물?\s?(?:에\s?)?(?:알레르기|알러지|부작용|과민\s?반응)\S?"
    r"|(?:알레르기|알러지|부작용|과민\s?반응|두드러기)\S{0,3}\s?(?:있는|나는|일으키는|생기는|있던|났던|있었던|나타난|생긴)?\s?약\S?"
    r"|(?:못|안)\s?(?:먹는|쓰는|드시는|맞는|맞았던)\s?약\S?"
)
_OF_MEDICINES: Final = lazy_regex(
    r"약|\b(?:meds?|medic\w+|drugs?|tablets?|pills?|taking|take|nothing|none|prescri\w+)\b"
)


def _is_of_an_allergy(folded: str) -> bool:
    """Whether the only medicines that are spoken of are those that are not borne: "알레르기 있는 약 없어요"."""
    return _NOT_BORNE.search(folded) is not None and _OF_MEDICINES.search(_NOT_BORNE.sub(" ", folded)) is None


def _whole(slot: SlotKind, certainty: Certainty) -> Content:
    polarity = Polarity.AFFIRMED if certainty is Certainty.UNKNOWN else Polarity.NEGATED
    return Content(
        slot=slot, concept=plain_concept(ANY, ANY, ""), subject=PATIENT, polarity=polarity, certainty=certainty
    )


def _is_of_another(sheet: Sheet, heard: Heard, start: int, end: int) -> bool:
    """Whether a relative who is not the patient is named in the sentences of [start, end)."""
    first, last = sentence_around(sheet.folded, start)[0], sentence_around(sheet.folded, max(start, end - 1))[1]
    kin = (one for one in sheet.mentions if one.entry.kind == "relatives" and first <= one.start < last)
    return any(not heard.patient_is or not may_be(one.entry.concept_id, heard.patient_is) for one in kin)


def _says_the_same(proposal: Proposal, found: dict[SlotKind, Proposal]) -> bool:
    content = proposal.content
    if content is None or content.concept.concept_id != ANY or content.subject != PATIENT:
        return False
    return proposal.operation is Operation.ASSERT and content.slot in found


def _is_unheard(proposal: Proposal, near: Collection[tuple[SlotKind, Certainty]]) -> bool:
    """Whether another reader alone hears it of medicines or allergies where such a statement is far."""
    content = proposal.content
    if content is None or content.concept.concept_id != ANY or content.subject != PATIENT:
        return False
    learned = content.slot in (SlotKind.MEDICATIONS, SlotKind.ALLERGIES) and proposal.operation is Operation.ASSERT
    return learned and not any(slot is content.slot for slot, _ in near)


def _told(
    sheet: Sheet, heard: Heard, understanding: Understanding, whole: Sequence[Absence]
) -> Iterator[tuple[Content, int, int]]:
    asked = asked_of(heard.agent_said)
    for one in sorted((one for one in whole if one.told), key=lambda one: one.margin):
        unnamed = asked and not slots_named(sheet.folded[one.start : one.end])
        if unnamed and one.slot.value not in asked.split("+"):
            # A bare "none" answers what was asked.
            continue
        asks = sheet.folded[one.start : one.end + 1].rstrip().endswith("?")
        if not asks and (one.margin >= _SURELY or not only_asks(understanding)):
            yield _whole(one.slot, one.certainty), one.start, one.end


def _no_illness(sheet: Sheet) -> Iterator[tuple[Content, int, int]]:
    text = sheet.folded
    patterns = (
        rf"{_NO_EN} {_QUALITY}(?:{_ENGLISH}(?: (?:or|and|nor|&) (?:no )?)?)*{_ENGLISH}{_END_EN}",
        rf"(?<![\w-]){_QUALITY}{_ENGLISH}\s?[:=-]\s?{_NONE_EN}(?! (?:of|but))",
        rf"(?<![가-힣]){_KOREAN}{_BETWEEN_KO}{_END_KO}",
    )
    for pattern in patterns:
        match = re.search(pattern, text)
        if match is None:
            continue
        first, last = sentence_around(text, match.start())
        asks = text[last : last + 1] == "?" or _ASKS.match(text, first) is not None
        if not asks and _OTHERWISE.search(text, match.end(), last) is None:
            yield _whole(SlotKind.CONDITIONS, Certainty.CONFIRMED), match.start(), match.end()
            return
