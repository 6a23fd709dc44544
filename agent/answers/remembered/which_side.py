"""On which side of the body something is: "which hip did I have done?", "백내장이 어느 쪽 눈이야?"."""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.recollected.meant import in_mind
from agent.words.sentences import sentence
from agent.words.wording import qualifier_text
from domain.ledger import Fact
from domain.values import PATIENT, SIDED_SLOTS, SIDES, Polarity, Status
from extraction.text.lazy_regex import lazy_regex
from extraction.values.sides import PARTS_EN, PARTS_KO

_ASKED: Final = lazy_regex(
    rf"\bwhich (?:side\b|(?:of my )?(?P<en>{'|'.join(PARTS_EN)})\b)"
    r"|\b(?:left or (?:the )?right|right or (?:the )?left)\b"
    rf"|어느\s?쪽(?!이\s?(?:더|먼저|나))(?:\s?(?P<ko>{'|'.join(PARTS_KO)}))?|어느\s?(?P<ko2>{'|'.join(PARTS_KO)})"
    r"|왼쪽\S{0,4}\s?오른쪽(?:이|인|이었|이야|이에)"
)
_TRANSLATED: Final = {
    "눈": ("eye", "cataract", "glaucoma"), "귀": ("ear", "hearing"), "무릎": ("knee",), "어깨": ("shoulder",),
    "고관절": ("hip",), "다리": ("leg",), "팔": ("arm",), "손": ("hand",), "발": ("foot", "feet"), "손목": ("wrist",),
    "발목": ("ankle",), "유방": ("breast", "mast"), "가슴": ("breast", "chest"), "폐": ("lung",), "콩팥": ("kidney",),
    "신장": ("kidney",), "eye": ("cataract", "glaucoma"), "ear": ("hearing",), "breast": ("mastectomy",),
}  # fmt: skip
"""Words of the English names of what belongs to a part of the body."""
_OVER: Final = frozenset({Status.RESOLVED, Status.REMISSION})
_AT_MOST: Final = 4
"""Sides that are told in one answer."""


def is_part(text: str) -> bool:
    """Whether the words ask on which side something is."""
    return _ASKED.search(text.casefold()) is not None


def which_side(consultation: Consultation) -> Part:
    """The side of each finding or operation that is asked for; nothing where none is on record of a side."""
    match = _ASKED.search(consultation.request.text.casefold())
    if match is None:
        return Part()
    part = match["en"] or match["ko"] or match["ko2"] or ""
    told = _meant(consultation, part)[:_AT_MOST]
    words = consultation.words
    lines = [
        sentence("side.told", words.language, side=qualifier_text(one.content.qualifier or "", words.language),
                 what=_named(consultation, one))
        for one in told
    ]  # fmt: skip
    return Part("\n".join(lines), tuple(one.fact_id for one in told))


def _named(consultation: Consultation, fact: Fact) -> str:
    words, content = consultation.words, fact.content
    name = words.name(content.with_fields(qualifier=None))
    if content.valid_from is None or content.slot not in SIDED_SLOTS:
        return name
    return f"{name}{words.pick('', ' ')}({words.date(content.valid_from)})"


def _meant(consultation: Consultation, part: str) -> list[Fact]:
    """What the question names, else what belongs to the part of the body asked for, else what was last spoken of."""
    sided = [
        fact for slot in sorted(SIDED_SLOTS) for fact in consultation.known.own(slot)
        if fact.content.qualifier in SIDES and fact.content.polarity is Polarity.AFFIRMED
        and fact.content.subject == PATIENT
    ]  # fmt: skip
    # What hurts is what still does; of what is over it is told where nothing else is meant.
    sided = [one for one in sided if one.content.status not in _OVER] or sided
    named = {each for one in consultation.request.mentions for each in (one.entry.concept_id, *one.entry.broader)}
    by_name = [one for one in sided if not named.isdisjoint(_concepts(one))]
    if by_name:
        return by_name
    if part:
        stem = part.rstrip("s") if part.isascii() else part
        words = (stem, *_TRANSLATED.get(stem, ()))
        return [one for one in sided if _is_of(one, words)]
    return list(in_mind(consultation, sided)) or (sided if len(sided) == 1 else [])


def _concepts(fact: Fact) -> tuple[str, ...]:
    return (fact.content.concept.concept_id, *fact.content.concept.broader)


def _is_of(fact: Fact, words: tuple[str, ...]) -> bool:
    """Whether a fact is of this part of the body, by its name or by the words that told it."""
    own = (fact.content.concept.name.casefold(), *(one.quote.casefold() for one in fact.evidence))
    return any(word in text for word in words for text in own)
