"""The persons whom words name: whoever speaks, those who treat, relatives, and people who are no kin.

Somebody who is no kin is named by a word of the lexicon ("coworker", "친구") or by where one knows that one from: "a
man at my church", "Gogo next door", "경로당 같이 댕기는 할매".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from extraction.naming.mentions import Entry
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

SELF: Final = "self"
"""Whoever speaks."""
TREATING: Final = "treating"
"""Whoever treats: a doctor, a pharmacist, a nurse."""
OUTSIDER: Final = "outsider"
"""Somebody who is no kin of whoever speaks."""
CARED_FOR: Final = "cared_for"
"""Somebody without a word of kinship whom whoever speaks looks after."""
NEAREST: Final = frozenset({"husband", "wife", "spouse", "boyfriend", "girlfriend", "fiance"})
"""Who is of another blood and may be spoken for all the same."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who is named at [start, end) of the folded text: one of the names above, or a kinship concept id."""

    who: str
    start: int
    end: int

    @property
    def is_kin(self) -> bool:
        """Whether it is a relative or a partner of whoever speaks."""
        return self.who not in (SELF, TREATING, OUTSIDER, CARED_FOR)


def persons(sheet: Sheet, beside: Collection[str] = ()) -> tuple[Person, ...]:
    """Everybody named in an utterance, by place; pronouns of the third person stand for whom they mean.

    ``beside`` are the relatives on record beside the patient: "she" is the one of them that it can be, where the words
    name nobody.
    """
    text = sheet.folded
    korean = sheet.language == "ko"
    found = [Person(_who(one.entry), one.start, one.end) for one in sheet.mentions if one.entry.kind == "relatives"]
    found = [_known_from(one, text) if korean else _as_told_in_english(one, text) for one in found]
    for who, pattern in _KOREAN if korean else _ENGLISH:
        found += [
            Person(who, *match.span("who"))
            for match in pattern.finditer(text)
            if not any(one.start < match.end("who") and match.start("who") < one.end for one in found)
        ]
    # "Me mam" is my mother.
    found = [one for one in found if one.who != SELF or not any(one.end + 1 == other.start for other in found)]
    found.sort(key=lambda one: one.start)
    return tuple(found) if korean else tuple(_with_pronouns(found, text, beside))


def _who(entry: Entry) -> str:
    kin = entry.extra.get("kin") == "1" or entry.concept_id in NEAREST
    return entry.concept_id if kin else OUTSIDER


def _as_told_in_english(one: Person, text: str) -> Person:
    """``one`` as an outsider where an article makes it anybody's ("an old granny"), as cared for where one says so."""
    if _LOOKED_AFTER.match(text, one.end):
        return Person(CARED_FOR, one.start, one.end)
    anybody = one.is_kin and re.search(r"\ban?\s(?:[a-z]+\s)?$", text[: one.start]) is not None
    return Person(OUTSIDER, one.start, one.end) if anybody else one


_LOOKED_AFTER: Final = lazy_regex(
    r"\s(?:who(?:m)? |that )?(?:i|we)(?:['’]m)? (?:look|looking|care|caring|mind|nurse)\b"
)
_FROM_KO: Final = lazy_regex(
    r"(?:옆집|앞집|윗집|아랫집|뒷집|옆방|동네|이웃|교회|성당|절에|경로당|노인정|복지관|회사|직장|사무실|학교|학원|모임"
    r"|동호회|헬스장|병실|병동|침대|옆자리|같은\s\S+|같이\s\S+|함께\s\S+|아는|군대|시장|가게|단지|아파트|친구네|친구)"
    r"(?:에서|에|의)?\s(?:[가-힣]+(?:는|던|은|한|인)\s)?(?:[가-힣]{1,3}\s)?$"
)
_HOUSEHOLD_KO: Final = lazy_regex(r"네\s[가-힣]{1,4}?(?=[이가은는]\s)")
_CARED_KO: Final = lazy_regex(r"(?:돌보|모시|간병하|케어하)\S{0,2}\s(?:[가-힣]{1,3}\s)?$")


def _known_from(one: Person, text: str) -> Person:
    """``one`` as somebody who is no kin where the words say from where one knows that one, or whose household it is."""
    before = text[max(0, one.start - 24) : one.start]
    if _CARED_KO.search(before):
        return Person(CARED_FOR, one.start, one.end)
    household = _HOUSEHOLD_KO.match(text, one.end)
    if household is not None:
        return Person(OUTSIDER, one.start, household.end())
    return Person(OUTSIDER, one.start, one.end) if _FROM_KO.search(before) else one


_PERSON_EN: Final = (
    r"(?:bloke|guy|man|woman|lady|girl|boy|lad|lass|fella|fellow|gentleman|chap|person|student|customer|passenger|driver"
    r"|trainer|coach|hairdresser|cousin|couple)"
)
_PLACES_EN: Final = (
    r"(?:next door|down the (?:road|street|hall|lane)|across the (?:road|street|hall)|over the road|upstairs|downstairs"
    r"|(?:from|at|in) (?:my |our |the )?(?:work|church|school|college|bingo|club|gym|office|pub|team|choir|mosque"
    r"|temple"
    r"|parish|village|block|class|shop|market|party|bus|waiting room|ward|next bed))"
)
_DOCTORS_EN: Final = (
    r"(?:doctor|doc|dr|gp|nurse|pharmacist|chemist|consultant|specialist|\w+ologist|surgeon|dentist|midwife|physician"
    r"|paramedic|hospital|clinic|surgery|locum)"
)
_ENGLISH: Final = (
    (TREATING, lazy_regex(rf"(?<!his )(?<!her )(?<!their )(?<!['’]s )(?P<who>\b{_DOCTORS_EN}\b)(?!['’]s\b)")),
    (TREATING, lazy_regex(
        rf"(?P<who>\b{_PERSON_EN} (?:at|in|from) (?:the|my|our) "
        r"(?:pharmacy|chemist'?s?|clinic|surgery|hospital|doctor'?s|lab|desk)\b)")),
    (CARED_FOR, lazy_regex(rf"(?P<who>\b{_PERSON_EN} (?:who(?:m)? |that )?(?:i|we) (?:look|care|mind|nurse|sit)\b)")),
    (OUTSIDER, lazy_regex(
        rf"(?<!i'm )(?<!i am )(?<!im )(?<!am )(?<!as )(?P<who>\b(?:an?|the|this|that|some|one|another)"
        rf" (?:[a-z]+ ){{0,2}}?{_PERSON_EN}\b)")),
    (OUTSIDER, lazy_regex(
        rf"(?P<who>\b(?!(?:live|lives|lived|is|are|was|moved|house|flat|room|up|down|out|back|i|me|it|them|him|her|doing"
        rf"|been|went|go|day|much|lot|lots|late|home|stay|stayed|here)\b)[a-z]+,? {_PLACES_EN}\b)(?=['’]?s?\s)")),
    (OUTSIDER, lazy_regex(r"(?P<who>\b(?:someone|somebody)\b)")),
    (SELF, lazy_regex(r"(?P<who>(?<![\w'’])(?:i(?:['’](?:m|ve|d|ll))?|im|ive|me|myself|we(?:['’](?:re"
        r"|ve))?)(?![\w'’]))")),
)  # fmt: skip
_PERSON_KO: Final = (
    r"(?:아저씨|아주머니|아줌마|아지매|아재|할매|할머니|할아버지|할배|영감님?|어르신|형님|언니|오빠|누나|형|동생|분|사람|양반"
    r"|여자|남자|청년|학생|환자분?|이모님?|삼촌|동기|부장님?|과장|반장님?|총무님?|회장님?|애|아이|친구)"
)
_KOREAN: Final = (
    (TREATING, lazy_regex(
        r"(?<![가-힣])(?P<who>(?:의사|주치의|교수|원장|약사|간호사|한의사|담당)\s?(?:선생님?|쌤|샘|님)?|선생님|쌤)"
        r"(?=[이가은는께도,\s])")),
    (CARED_FOR, lazy_regex(
        rf"(?:돌보|모시|간병하|케어하)\S{{0,2}}\s(?:[가-힣]{{1,3}}\s)?(?P<who>{_PERSON_KO})(?=[이가은는께도,\s])")),
    (OUTSIDER, lazy_regex(
        rf"(?:옆집|앞집|윗집|아랫집|뒷집|옆방|동네|이웃|교회|성당|절에|경로당|노인정|복지관|회사|직장|사무실|학교|학원|모임"
        rf"|동호회|헬스장|병실|병동|침대|옆자리|같은|같이|함께|아는|군대|시장|가게|단지|아파트)[가-힣]*\s(?:\S+\s){{0,3}}?"
        rf"(?P<who>{_PERSON_KO})(?=(?:님|분)?(?:[이가은는도의]|께서는?|께서도|이?[에예]요|입니다|이?라|이?고)?(?:[\s,.]|$))")),
    (OUTSIDER, lazy_regex(r"(?:학교|고등|중학|초등|대학|동네|친한)\S*\s(?P<who>동창(?:생)?)(?=[이가은는도의]|[\s,])")),
    ("daughter", lazy_regex(r"(?<![가-힣])(?P<who>딸)(?=\s?(?:거|것|꺼|약))")),
    (OUTSIDER, lazy_regex(r"(?<![가-힣])(?P<who>[딸형]네\s[가-힣]{1,4}?)(?=[이가은는]\s)")),
    ("brother", lazy_regex(r"(?<![가-힣])(?P<who>형)(?=\s?(?:거|것|꺼|약))")),
    (OUTSIDER, lazy_regex(r"(?<![가-힣])(?P<who>누가|누군가가?|어떤\s(?:분|사람))(?=[이가은는]?\s)")),
    (SELF, lazy_regex(
        r"(?<![가-힣])(?P<who>저는|저도|저만|제가|저한테|저한텐|나는|나도|나만|내가|내는|지는|난|전|저|나)(?=[\s,])")),
)  # fmt: skip

_PRONOUN: Final = lazy_regex(r"\b(?:(?P<actor>he|she|they)|(?P<other>him|her|them|his|hers|their|herself|himself))\b")


_MEN: Final = frozenset({"father", "husband", "son", "brother", "grandfather", "father_in_law", "boyfriend", "uncle"})
_WOMEN: Final = frozenset({
    "mother", "wife", "daughter", "sister", "grandmother", "mother_in_law", "girlfriend", "aunt",
})  # fmt: skip


def _with_pronouns(found: list[Person], text: str, beside: Collection[str]) -> Iterator[Person]:
    """``found`` and the pronouns as whom they mean; those that mean nobody who was named are left out."""
    named = list(found)
    if not any(one.who != SELF for one in found):
        for match in _PRONOUN.finditer(text):
            meant = [one for one in beside if one in (_MEN if match["actor"] == "he" else _WOMEN)]
            if match["actor"] in ("he", "she") and len(meant) == 1:
                named.append(Person(meant[0], *match.span()))
    for match in _PRONOUN.finditer(text):
        before = [one for one in named if one.end <= match.start() and one.who != SELF]
        # In one clause with whoever treats, "her" is whoever is treated.
        before = before if match["actor"] else [one for one in before if one.who != TREATING]
        if before and not any(one.start <= match.start() < one.end for one in named):
            named.append(Person(max(before, key=lambda one: one.start).who, *match.span()))
    yield from sorted(named, key=lambda one: one.start)
