"""Whose each medicine is where a message lists those of two people: "his is rosuva 10, mine prava 20".

Who was named last holds what follows, over as many sentences as it takes, until the other one is named; a clause that
ends in "mine" or "할마이 거다" tells of its own medicine alone. A message in which nothing is listed for either one
lists nobody's apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.items import Heard
from extraction.reading.medicines.times_in_words import TAKEN
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_SELF: Final = "self"
_MOST: Final = 700
"""Characters beyond which a text is a pasted sheet, of one patient."""

_OWN_EN: Final = lazy_regex(
    r"(?:^|(?<=[.,;:!?\n] )|(?<=\band )|(?<=\bwhile )|(?<=\bbut ))(?:i|i'?m|i'?ve|me)(?: (?:have|has|take|use"
    r"|get|got|am|am on"
    r"|on|only|just|also))+\b|\bmine(?:'s| is| are)?(?=[ :])|\bmy (?:own |list|meds|tablets|pills|ones|lot)\b"
    r"|\bfor me\b|\bme[:=-]\s"
)
_OTHER_EN: Final = lazy_regex(
    r"\b(?:he|she)(?:'s|s)?(?: (?:has|takes?|uses?|gets?|is|on|also|only|just|got|had))+\b|\b(?:his|hers)(?:'s"
    r"| is| are)?(?=[ :])"
    r"|\b(?:his|her) (?:own |list|meds|tablets|pills|ones|lot)\b|\bfor (?:him|her)\b|\b(?:his|hers?|him):"
)
_OF_KIN_EN: Final = lazy_regex(
    r"(?: (?!(?:and|or|who|is|has|on|says?|said|told|gave|bought|thinks?|wants?|also|only|just|got|gets?|takes?"
    r"|uses?)\b)"
    r"[a-z]{2,12})??(?:['’]s)?(?: (?:has|having|takes?|uses?|gets?|is on|on|also|only|just|got|is))+\b|['’]s\b"
    r"|\s?[:=-]\s| \d{2}\b"
)
_OWN_KO: Final = lazy_regex(
    r"(?<![가-힣])(?:저는|전|난|나는|내는|지는|저|나)(?=\s(?!말고|대신))|(?<![가-힣])(?:제|내|나의|저의)\s?(?:거"
    r"|꺼|것|건|껀|약|먹는)(?:은|는)?"
    r"(?=[\s:])|(?<![가-힣])본인(?:은|:|\s약)"
)
_OF_KIN_KO: Final = lazy_regex(
    r"(?:님|분)?(?:은|는|이|가|께서는?|꺼는?|거는?|것은|약은?|네)?(?:\s?\([^)\n]{1,12}\))?(?=[\s:,])"
)
_BEHIND_KO: Final = lazy_regex(
    r"(?:[^.!?\n,]|(?<=\d)\.(?=\d)){0,24}?(?P<who>[가-힣]{1,6}?)\s?(?:거|꺼|것|끼|끄|약)(?:이?다|구마|구먼|제|예요|에요|이에요|이고"
    r"|고|임|입니다|야|요)(?=[\s.,!]|$)"
)
_BEHIND_EN: Final = lazy_regex(
    r"[^.!?\n,;]{0,40}?\b(?:is|are|'s|was) (?:actually |all )?(?P<who>mine|his|hers)\b(?=\s?(?:[.,;!]|$|and\b|too\b))"
)


def others_medicines(sheet: Sheet, heard: Heard) -> Mapping[int, str]:
    """Where the medicines are named that another than the patient takes, in a message that lists those of both.

    Each with who that is: the concept id of a relative, or "other" for anybody else.
    """
    text = sheet.folded
    named = [one for one in sheet.mentions if one.entry.kind in TAKEN]
    if len(named) < 2 or len(text) > _MOST:
        return {}
    turns = sorted(_turns(sheet, heard))
    owners = {one.start: _owner(sheet, heard, one, turns) for one in named}
    owners |= dict(_pointed_back(sheet, heard, owners))
    people = set(owners.values()) - {""}
    kin = people - {_SELF, "patient"}
    if not kin or (_SELF not in people and len(kin) < 2 and not _begins_unowned(owners)):
        return {}
    # Who speaks for a relative takes none of what that one's record holds.
    own = {"", "patient"} if heard.patient_is else {"", _SELF}
    return {at: who for at, who in owners.items() if who not in own}


def _begins_unowned(owners: Mapping[int, str]) -> bool:
    """Whether what is told first is nobody's by its words: so people begin with their own."""
    return owners[min(owners)] == ""


def _pointed_back(sheet: Sheet, heard: Heard, owners: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """Whose those are that nobody's words were told of before: "Those are Mom's"."""
    for one in sheet.mentions:
        if one.entry.kind != "relatives" or one.entry.concept_id == "family":
            continue
        if _THOSE_ARE.search(sheet.folded, 0, one.start) is not None:
            yield from ((at, _called(one, heard)) for at, who in owners.items() if at < one.start and not who)


_THOSE_ARE: Final = lazy_regex(
    r"(?:\b(?:those|these|they|that lot|all (?:that|those|these))(?:'s| are| is| were)(?: all)?(?: for)?(?: my| our)?"
    r"|(?:여기까지[는가]?|위에\s?(?:거|꺼|것)[는은]?|이상은?)\s?(?:우리|저희)?)\s?$"
)


_OF_A_TABLET: Final = lazy_regex(r"[가-힣]서방|.?서방(?:정|형|캡슐)?\s?\d")
"""What is released slowly is written like a husband: "데파코트서방 500"."""


def _turns(sheet: Sheet, heard: Heard) -> Iterator[tuple[int, str]]:
    """Where the words come to somebody, and who that is."""
    text = sheet.folded
    kin = [one for one in sheet.mentions if one.entry.kind == "relatives" and one.entry.concept_id != "family"
           and _OF_A_TABLET.match(text, max(0, one.start - 1)) is None]  # fmt: skip
    for one in kin:
        pattern = _OF_KIN_KO if sheet.language == "ko" else _OF_KIN_EN
        if text[: one.end].endswith(("'s", "’s")) or pattern.match(text, one.end) is not None:
            yield one.end, _called(one, heard)
    if sheet.language == "en" and (beside := _ME_AND.search(text)) is not None:
        name = beside["name"]
        yield from ((at + len(name), "other") for at in _places(text, name, beside.end())
                    if _OF_KIN_EN.match(text, at + len(name)) is not None)  # fmt: skip
    own, other = (_OWN_KO, None) if sheet.language == "ko" else (_OWN_EN, _OTHER_EN)
    yield from ((match.end(), _SELF) for match in own.finditer(text))
    if other is not None:
        yield from ((match.end(), _pointed_to(heard)) for match in other.finditer(text))


def _places(text: str, name: str, since: int) -> Iterator[int]:
    at = text.find(name, since)
    while at >= 0:
        yield at
        at = text.find(name, at + 1)


_ME_AND: Final = lazy_regex(
    r"\b(?:me and|(?:for|of) me and) (?!my\b|the\b|a\b|i\b|him\b|her\b|them\b|what\b"
    r"|it\b)(?P<name>[a-z]{3,12})\b(?=\s?[.,:;]|$)"
)
"""Somebody by name beside whoever speaks: "me and Bev. ... Bev has the losartan"."""


def _pointed_to(heard: Heard) -> str:
    """Who "he" or "she" is: the patient, where somebody speaks for one."""
    return "patient" if heard.patient_is else "other"


def _called(kin: Mention, heard: Heard) -> str:
    return "patient" if heard.patient_is and may_be(kin.entry.concept_id, heard.patient_is) else kin.entry.concept_id


def _owner(sheet: Sheet, heard: Heard, medicine: Mention, turns: Sequence[tuple[int, str]]) -> str:
    text = sheet.folded
    behind = (_BEHIND_KO if sheet.language == "ko" else _BEHIND_EN).match(text, medicine.end)
    between = behind is not None and any(
        medicine.end <= one.start < behind.end() for one in sheet.mentions if one.entry.kind in TAKEN
    )
    if behind is not None and not between:
        if behind["who"] in ("mine", "내", "제", "나", "저"):
            return _SELF
        if behind["who"] in ("his", "hers"):
            return _pointed_to(heard)
        at = behind.start("who")
        kin = [one for one in sheet.mentions if one.entry.kind == "relatives" and one.start <= at < one.end]
        if kin:
            return _called(kin[0], heard)
    return next((who for at, who in reversed(turns) if at <= medicine.start), "")
