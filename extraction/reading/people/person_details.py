"""Where somebody comes from and in which year somebody was born, as they say it: "베트남에서 왔어요", "1958년생".

Both are told in a few fixed forms around an open name, so the forms and the list of countries tell them. A journey
("came back from Vietnam last week"), a war, a dish and another person's country are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from domain.ages import BIRTH_DATE, BIRTH_YEAR
from domain.proposals import Operation, Proposal
from domain.speaking_for import RESIDENCE
from domain.values import Concept, Content, SlotKind
from extraction.reading.items import Heard
from extraction.reading.people.births import birth_told
from extraction.reading.people.names import kin_spoken_for
from extraction.reading.people.residences import residence_told
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex

COUNTRY_OF_ORIGIN: Final = "country_of_origin"

_MIGRATION: Final = "refugee_migration"
"""The habit under whose synonyms a country of birth stands, too: told by its name it is no more than that."""

_HIM: Final = r"(?:i|he|she|we|they)"
_BEFORE_EN: Final = (
    rf"(?:\b{_HIM}(?:'m| am|'s| is|m|'re| are) (?:originally |actually )?from |\boriginally (?:from )?"
    rf"|\b(?:{_HIM}|was|were) (?:was |were )?(?:born|raised|born and raised|brought up) (?:and (?:raised|bred) )?in "
    rf"|\b{_HIM} (?:came|comes?|moved|emigrated|immigrated) (?:here |over |to (?:the )?[a-z]+ )?from "
    r"|\bborn in |\bgrew up in |\bnative of |\bcitizen of |\brefugee from )(?:the )?"
)
_BEHIND_EN: Final = (
    r"(?: |-)(?:national|citizen|born|by birth|origin|descent|lady|woman|man|gentleman|guy|girl|refugee|immigrant"
    r"|migrant)\b"
)
_PEOPLE_KO: Final = (
    r"(?:사람|분|국적|출신|여자|남자|여성|남성|아저씨|아주머니|아줌마|총각|처녀|새댁|며느리|언니|오빠|형님|노동자"
    r"|근로자|유학생|교포|동포)"
)
_IS_KO: Final = r"(?=\s?(?:이에요|예요|입니|이라|인데|이고|이구|이며|이야|이요|이십|이세|임(?![가-힣])|[,.]|\d|$))"
"""What one is stands so; "한국 사람은 ..." and "베트남 사람 알게" are said of others."""
_CAME_KO: Final = (
    r"(?:에서|서)\s?(?:\d+\s?년\s?전에?\s|작년에?\s|시집\s?)?(?:온(?!천)|왔(?!다\s?갔)|태어[나났]|나고\s?자)"
)
_TRIP: Final = lazy_regex(
    r"\b(?:back|returned|trip|holiday|vacation|flew|visit\w*|travel\w*|package|parcel|ordered|bought|brought)\b"
    r"|여행|출장|다녀|놀러|돌아[왔온오]|택배|직구|사[왔온]|보내|선물"
)
_BIRTH_KO: Final = lazy_regex(
    r"(?<!\d)(?P<year>(?:19|20)?\d{2})\s?년\s?생(?!리|활|신|각|존|일|산)"
    r"|(?<!\d)(?P<born>(?:19|20)\d{2})\s?년(?:도)?에?\s?(?:\d{1,2}\s?월\s?)?(?:\d{1,2}\s?일\s?)?(?:에\s?)?태어"
)
_BIRTH_EN: Final = lazy_regex(
    r"\b(?:born|b\.)(?: (?:in|on))?(?: \d{1,2}(?:st|nd|rd|th)?)?(?: (?:of )?[a-z]{3,9})?"
    r"(?: \d{1,2}(?:st|nd|rd|th)?,?)? (?:'|back in |of )?(?P<year>(?:19|20)\d{2})(?!\d)"
    r"|\byear of birth:? (?:is )?(?P<born>(?:19|20)\d{2})(?!\d)"
)
_CLAUSES: Final = lazy_regex(r"[.;!?\n]|,\s|\b(?:and|but|while)\b|고\s|는데\s|지만\s")
_ASKED_OR_SUPPOSED: Final = lazy_regex(
    r"[?]|\bif\b|라면|이면\s|친구|이웃|동료|\b(?:friend|neighbou?r|boss|colleague)\b"
)
_OLDEST: Final = 120


def with_person_details(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the country, the home and the birth that the words tell of the patient."""
    told = [*_countries(sheet), *_births(sheet)]
    told += [one for one in _homes(sheet) if one[0] not in {known for known, *_ in told}]
    found = [
        proposal
        for concept, name_ko, value, start, end in told
        if is_of_the_patient(sheet, heard, understanding, start, end)
        and (proposal := _proposal(sheet, concept, name_ko, value, start, end, extractor)) is not None
    ]
    proposals = tuple(one for one in proposals if not _is_hollow(one) and not _is_in_a_home(one, found))
    if not found:
        return proposals
    named = any(one.content is not None and one.content.concept.concept_id == COUNTRY_OF_ORIGIN for one in found)
    return (*(one for one in proposals if not (named and _is_migration(one))), *found)


def _is_hollow(proposal: Proposal) -> bool:
    """Whether a detail of the person that only fixed forms tell was heard in other words, without what it is."""
    content = proposal.content
    return content is not None and content.concept.concept_id in (RESIDENCE, BIRTH_DATE) and content.value is None


def _is_in_a_home(proposal: Proposal, found: Sequence[Proposal]) -> bool:
    """Whether something else was heard in the name of a town: 대구 is a cod, too."""
    return any(
        one.content is not None
        and one.content.concept.concept_id == RESIDENCE
        and None not in (one.start, one.end, proposal.start, proposal.end)
        and (one.start or 0) <= (proposal.start or 0) < (proposal.end or 0) <= (one.end or 0)
        for one in found
    )


def _is_migration(proposal: Proposal) -> bool:
    return proposal.content is not None and proposal.content.concept.concept_id == _MIGRATION


def _proposal(
    sheet: Sheet, concept_id: str, name_ko: str, value: str | float, start: int, end: int, extractor: str
) -> Proposal | None:
    name = concept_id.replace("_", " ")
    concept = Concept(concept_id=concept_id, name=name, display=name_ko if sheet.language == "ko" else name)
    quote, first, last = sheet.quote(start, end)
    content = Content(slot=SlotKind.DEMOGRAPHICS, concept=concept, value=value)
    return Proposal(
        operation=Operation.ASSERT, content=content, quote=quote, start=first, end=last, extractor=extractor
    )


def is_of_the_patient(sheet: Sheet, heard: Heard, understanding: Understanding, start: int, end: int) -> bool:
    """Whether what [start, end) tells of a person is told of the patient, and neither asked nor supposed."""
    opening = max((match.end() for match in _CLAUSES.finditer(sheet.folded, 0, start)), default=0)
    closing = _CLAUSES.search(sheet.folded, end)
    last = closing.end() if closing is not None else len(sheet.folded)
    if _ASKED_OR_SUPPOSED.search(sheet.folded, opening, last):
        return False
    kin = [
        one.entry.concept_id for one in sheet.mentions if one.entry.kind == "relatives" and opening <= one.start < end
    ]
    patient = kin_spoken_for(sheet, heard, understanding) if kin else ""
    return not kin or (bool(patient) and all(may_be(one, patient) for one in kin))


def _homes(sheet: Sheet) -> Iterator[tuple[str, str, str | float, int, int]]:
    """Where somebody lives; a country somebody is from is where that one comes from."""
    _, _, names = _forms()
    for place, start, end in residence_told(sheet):
        country = names.get(place.casefold())
        if country is not None:
            yield COUNTRY_OF_ORIGIN, "출신 국가", country, start, end
        else:
            yield RESIDENCE, "사는 곳", place, start, end
        return


def _births(sheet: Sheet) -> Iterator[tuple[str, str, str | float, int, int]]:
    """The day of a birth, or where no day is told its year."""
    days = list(birth_told(sheet))
    for day, start, end in days[:1]:
        yield BIRTH_DATE, "생년월일", day, start, end
    if not days or days[0][0].startswith("--"):
        yield from _years(sheet)


@cache
def _table() -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """The countries: name, English words with the name, Korean words."""
    rows = (files(__package__) / "countries.tsv").read_text(encoding="utf-8").splitlines()[2:]
    split = (row.split("\t") for row in rows)
    return tuple((name, (name, *filter(None, en.split("|"))), tuple(ko.split("|"))) for name, en, ko in split)


def country_in_korean(name: str) -> str:
    """The Korean name of the country that is kept as ``name``; ``name`` itself where the table has none."""
    return next((korean[0] for known, _, korean in _table() if known == name), name)


def _any_of(words: Sequence[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


@cache
def _forms() -> tuple[re.Pattern[str], re.Pattern[str], dict[str, str]]:
    """The forms in which a country is told, in English and in Korean, and the country of each word in lower case."""
    names = {word.casefold(): name for name, english, korean in _table() for word in (*english, *korean)}
    any_en = _any_of([word.casefold() for _, english, _ in _table() for word in english])
    any_ko = _any_of([word for _, _, korean in _table() for word in korean])
    told_en = (
        rf"{_BEFORE_EN}(?P<name>{any_en})\b|\bi(?:'m| am) (?:an? )?(?P<own>{any_en})\b(?! (?:food|restaurant|speak))"
        rf"|\b(?P<of>{any_en}){_BEHIND_EN}"
    )
    told_ko = rf"(?<![가-힣])(?P<name>{any_ko})(?:{_CAME_KO}|\s?{_PEOPLE_KO}{_IS_KO}|(?<=탈북)(?:한|민|했))"
    return lazy_regex(told_en), lazy_regex(told_ko), names


def _countries(sheet: Sheet) -> Iterator[tuple[str, str, str | float, int, int]]:
    english, korean, names = _forms()
    pattern = korean if sheet.language == "ko" else english
    for match in pattern.finditer(sheet.folded):
        group = next(name for name, word in match.groupdict().items() if word)
        start, end = match.span(group)
        sentence = sheet.folded[max(0, start - 40) : match.end() + 12]
        if _TRIP.search(sentence) is None:
            yield COUNTRY_OF_ORIGIN, "출신 국가", names[match[group]], start, end
            return


def _years(sheet: Sheet) -> Iterator[tuple[str, str, str | float, int, int]]:
    this_year = int(sheet.day[:4])
    for match in (_BIRTH_KO if sheet.language == "ko" else _BIRTH_EN).finditer(sheet.folded):
        group = "year" if match["year"] else "born"
        year = int(match[group])
        if year < 100:
            year += 2000 if year <= this_year % 100 else 1900
        if this_year - _OLDEST <= year <= this_year:
            yield BIRTH_YEAR, "출생 연도", float(year), *match.span(group)
            return
