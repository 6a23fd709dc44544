"""Names that English words tell: "I'm Maria", "Bram here, 34", "my mum Bridget", "Mr Abernathy's carer", "- Tom"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extraction.reading.people.names_en import (
    TITLE,
    is_people,
    is_trade_or_thing,
    name_at,
    written,
)
from extraction.reading.people.told_name import ToldName
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_HELLO: Final = (
    r"(?:(?:hi+|hello|hey|hiya|hullo|howdy|g'?day|good (?:morning|afternoon|evening|day)|morning|evening|afternoon"
    r"|sir|madam|doctor|namaste|namaskar|hej|hola|greetings|ok|okay|so|yeah|right|well|sorry|um|uh|yes|thanks|just)"
    r"(?: (?:there|all|again|doc|doctor|so|everyone|sir|madam|team|to you))?[\s,.!:;–—-]*)*"
)
_OPEN: Final = rf"(?:^|\n)\s*{_HELLO}"
_AM: Final = r"(?:i'm|i’m|i am|im|this is|it's|it’s|its|it is)\s"

_SURE: Final = lazy_regex(
    r"(?<!his )(?<!her )(?<!their )(?<!'s )(?<!’s )(?<!s' )(?:\bmy (?:full |first |real |given )?name(?:'s|’s|s| is)"
    r"|(?:^|[,.;!\n]\s*|\bthe )name(?:'s|’s| is)|\bi'?m (?:called|named)|\bi am (?:called|named)|\bi go by"
    r"|\b(?:they|people|friends|everyone|everybody) calls? me)\s(?:still |actually |really )?",
)
_CALL_ME: Final = lazy_regex(r"(?<!don't )(?<!not )(?<!didn't )\bcall me\s")
_MYSELF: Final = lazy_regex(rf"{_OPEN}(?:myself|self)[\s,]\s?")
_SELF: Final = lazy_regex(
    r"(?<!like )(?<!if )(?<!as )(?<!think )(?<!thinks )(?<!thought )(?<!when )(?<!because )(?<!sure )(?<!that "
    r")\b(?:i'm|i’m|i am|im)\s"
)
_IT_IS: Final = lazy_regex(rf"{_OPEN}(?:this is|it's|it’s|its|it is)\s")
_SMALL: Final = lazy_regex(
    rf"{_OPEN}{_AM}(?P<name>[a-z]{{2,12}}(?: [a-z]{{3,12}})?)(?=,?\s(?:and (?:i'?m|i am) |aged? |here\b|again\b"
    rf"|speaking\b)"
    r"|,?\s\d\d(?:\s?[mf])?\b(?!\s?(?:mg|weeks|wks|/|%))|,\s(?:[a-z]+,\s){0,2}\d\d\b)"
)
"""A name in small letters: only where the words behind are those that follow a name."""
_BEHIND: Final = lazy_regex(
    r"\s*(?:$|[.,;:!()\n–—-]|(?:and|from|again|here|by|aged?|but|i'?m|i|a|an|calling|writing|speaking|with|who|in|at|on"
    r"|though|not|btw|please|age|wanting|just|your|we|my|they|he|she|also|so)\b|\d)"
)
_FOLLOWS_IT: Final = lazy_regex(
    r"\s(?:again|here|speaking|calling|writing|from|back|on behalf)\b|[,.]?\s(?:\d\d\b|i'?m\b|i am\b|i've\b"
    r"|aged\b)|[,.]\s*$|,\s"
)
_HERE: Final = lazy_regex(
    r",?\s(?:here|again|speaking|writing|typing|calling)\b(?!\s(?:is|was|are|for (?:my|our|the)))"
)
_TENS: Final = (
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:[\s-](?:one|two|three|four|five|six|seven|eight|nine))?"
)
_YEARS: Final = (
    rf"(?:aged?:?\s|i'm\s|i’m\s|im\s|i am\s)?(?:\d{{2}}|{_TENS})(?:\s?-?(?:yo|y/o|yrs?|years?)(?:[\s-]old)?|\s?[mf])?"
    r"(?=\s*(?:[,.;:)!/–—-]|$|\band\b|\bfrom\b|\bhere\b|\bwith\b|\bi\b|\bmale\b|\bfemale\b)|\s[a-z])"
    r"(?!\s?(?:mg|mcg|ml|kg|g|lb|units?|weeks?|wks?|days?|months?|hours?|hrs?|minutes|mins|times|percent|puffs?|tablets?|pills?"
    r"|st|nd|rd|th|/\d|%|\.\d|-\d))(?!/\d|\.\d|-\d|%)"
)
_AGE_NEXT: Final = lazy_regex(rf"\s?[,(:–—-]\s?(?:(?![^,]*\d)[^,.;\n]{{2,28}},\s){{0,2}}{_YEARS}|\s{_YEARS}")
_SIGNED: Final = lazy_regex(
    r"(?:[.!?)]\s*|\n\s*)[-–—~]+\s?(?=\S)|\n\s*(?:(?:many )?thanks|thank you|cheers|regards|best|yours|ta"
    r"|love)[\s,.!]*\n?\s*(?=\S)"
)
_LABEL: Final = lazy_regex(
    r"(?:\bpatient(?:'s)? name|(?:^|[\n.;,]\s*)(?:patient|pt|name|full name))\s?(?:[:=]|is)\s?|(?:^"
    r"|[.]\s)name\s(?=[A-Z])"
)
_FAMILY_FIRST: Final = lazy_regex(r"(?P<family>[A-Z][A-Z'’-]+),\s(?P<given>[A-Z][a-z'’-]+)")

_THEIR_NAME: Final = lazy_regex(
    r"\b(?:his|her|their)(?: (?:full|first))? name(?:'s|’s| is|:)\s|\b(?:he|she)(?:'s|’s| is) (?:called|named)\s"
    r"|\b(?P<kin>[a-z]+)(?:'s|’s) name(?:'s|’s| is|:)\s|\b(?:called|named)\s"
)
_HE_IS: Final = lazy_regex(r"\b(?P<who>he|she)(?:'s|’s| is)\s")
_LOOKED_AFTER: Final = lazy_regex(
    r"\b(?:(?:carers?|caregiver|care giver|key ?worker|support worker|care assistant|home help|guardian|foster "
    r"(?:mum|mom|dad|carer)"
    r"|interpreter|social worker|helper)(?: (?:for|of|to)| (?:writing|typing|speaking|here) for)"
    r"|(?:i |i'm |am )?(?:look(?:ing)? after|car(?:e|ing) for|tak(?:e|ing) care of)|(?:here |writing |asking "
    r"|calling |speaking )?on behalf of"
    r"|(?:writing|typing|speaking|asking|posting|filling this in) for)\s"
)
_OF_WHOM: Final = lazy_regex(
    r"(?:'s|’s|s['’])\s(?:(?:night|day|home|main|live-in|paid|new|full-time|\w+ )\s?)?(?P<who>carer|caregiver"
    r"|key ?worker|support worker|nurse|guardian"
    r"|care assistant|foster (?:mum|mom|dad|carer)|social worker|helper|interpreter|mum|mom|mam|mother|dad"
    r"|father|stepmum|stepmom|stepdad"
    r"|daughter|son|wife|husband|partner|sister|brother|niece|nephew|gran|nan|grandma|aunt|neighbou?r)\b"
)
_PAID: Final = ("carer", "caregiver", "worker", "assistant", "guardian", "foster", "helper", "interpreter", "step")
_OUR: Final = lazy_regex(
    r"\b(?:our|my)\s(?:little |wee |own |youngest |eldest |oldest |baby )?(?=[A-Z])", re.IGNORECASE
)
_CHILD_YEARS: Final = lazy_regex(
    r",?\s\(?(?:is |who's |aged? )?(?:now )?\d{1,2}\)?(?=[,.;)\s]|$)(?!\s?(?:mg|ml|kg|%|/))"
)
_BABY: Final = lazy_regex(r"\b(?:baby|newborn|twin|little|wee|miss|master)\s(?=[A-Z])", re.IGNORECASE)
_IS_YEARS: Final = lazy_regex(
    r"(?:'s|’s| is)\s(?:now |only |just )?\d{1,2}(?=[,.;\s]|$)(?!\s?(?:mg|ml|kg|%|/|\.\d|weeks))"
)
_PRONOUN: Final = lazy_regex(r"\b(?P<who>he|she|his|her|him)\b")
_AFTER_KIN: Final = lazy_regex(r"(?:\s?\([^)\d]{0,40}\))?[,:]?\s(?:is (?:called|named) |called |named |- )?")
_TITLED: Final = lazy_regex(TITLE, re.IGNORECASE)
_HE, _SHE = (
    frozenset({"he", "his", "him", "mr", "mister", "shri"}),
    frozenset({"she", "her", "mrs", "ms", "miss", "smt"}),
)
_MONTHS: Final = frozenset(
    {"april", "may", "june", "august", "summer", "autumn", "star", "sunny", "black", "gray", "long"}
)


def names_told(sheet: Sheet) -> Iterator[ToldName]:
    """The names that the words tell, the surest ways to tell one first."""
    low = sheet.text.lower()
    if len(low) != len(sheet.text):
        return
    taken = _taken(sheet)
    yield from _of_others(sheet, low, taken)
    yield from _of_kin(sheet, taken)
    yield from _of_oneself(sheet, low, taken)


def _told(
    sheet: Sheet, place: tuple[int, int] | None, whose: str, *, kin: str = "", sex: str = ""
) -> Iterator[ToldName]:
    if place is None:
        return
    title = re.search(rf"(?:^|\W)({TITLE})$", sheet.text[max(0, place[0] - 9) : place[0]], re.IGNORECASE)
    titled = title[1].casefold().strip(" .") if title is not None else ""
    start = place[0] - len(title[1]) if title is not None else place[0]
    sex = sex or ("male" if titled in _HE else "female" if titled in _SHE else "")
    yield ToldName(written(sheet.text[slice(*place)]), start, place[1], whose, kin, sex)  # type: ignore[arg-type]


def _of_oneself(sheet: Sheet, low: str, taken: frozenset[int]) -> Iterator[ToldName]:
    text = sheet.text
    for match in _SURE.finditer(low):
        yield from _told(sheet, name_at(text, match.end(), sure=True), "speaker")
    for match in _CALL_ME.finditer(low):
        place = name_at(text, match.end(), sure=False, taken=taken)
        if place is not None and (place[1] - place[0] > 2 or text[place[0]].isupper()):
            yield from _told(sheet, place, "speaker")
    for match in _MYSELF.finditer(low):
        yield from _told(sheet, name_at(text, match.end(), sure=False, taken=taken), "speaker")
    for match in _SELF.finditer(low):
        place = name_at(text, match.end(), sure=False, taken=taken)
        if place is not None and _BEHIND.match(low, place[1]):
            yield from _told(sheet, place, "speaker")
    for match in _IT_IS.finditer(low):
        place = name_at(text, match.end(), sure=False, taken=taken)
        if place is None:
            continue
        titled = _TITLED.match(low, match.end()) is not None and low[place[1] : place[1] + 1] in (".", ",", "")
        named = low[slice(*place)] not in _MONTHS or _HERE.match(low, place[1]) is not None
        if titled or (named and _FOLLOWS_IT.match(low, place[1])):
            yield from _told(sheet, place, "speaker")
    small = _SMALL.match(low)
    if small is not None:
        place = name_at(text, small.start("name"), sure=True, taken=taken)
        if place is not None and not is_trade_or_thing(low[slice(*place)]) and not is_people(low[slice(*place)]):
            yield from _told(sheet, place, "speaker")
    yield from _opening(sheet, low, taken)
    yield from _signed(sheet, low, taken)


def _opening(sheet: Sheet, low: str, taken: frozenset[int]) -> Iterator[ToldName]:
    """A name that the message opens with: "Bram here, 34", "Doreen Pargeter, I'm 78"."""
    text = sheet.text
    for match in re.finditer(rf"{_OPEN}(?=\w)|[.!]\s(?=\w)", low):
        place = name_at(text, match.end(), sure=True, taken=taken)
        if place is None:
            continue
        said = text[slice(*place)]
        if _HERE.match(low, place[1]) and not is_people(said):
            yield from _told(sheet, place, "speaker")
            return
        first = match.group().strip() not in (".", "!")
        alone = " " not in said and (is_trade_or_thing(said) or is_people(said))
        if first and said[0].isupper() and not alone and not said.isupper() and _AGE_NEXT.match(low, place[1]):
            yield from _told(sheet, place, "speaker")
            return


def _signed(sheet: Sheet, low: str, taken: frozenset[int]) -> Iterator[ToldName]:
    """A name that the message is signed with, behind thanks on a line of their own or a dash: "... - Tom W."."""
    for match in _SIGNED.finditer(low):
        place = name_at(sheet.text, match.end(), sure=False, taken=taken)
        if place is not None and not low[place[1] :].strip(" .!x\n") and low[slice(*place)] not in _MONTHS:
            yield from _told(sheet, place, "speaker")


def _of_others(sheet: Sheet, low: str, taken: frozenset[int]) -> Iterator[ToldName]:
    """Of whom the words say that he or she is the patient, or is looked after."""
    text = sheet.text
    for match in _LABEL.finditer(low):
        family = _FAMILY_FIRST.match(text, match.end())
        if family is not None:
            value = f"{family['given']} {written(family['family'].title())}"
            yield ToldName(value, family.start(), family.end(), "patient")
        elif low.startswith(("patient", "pt"), match.start() + len(match[0]) - len(match[0].lstrip(" \n.;,"))):
            yield from _told(sheet, name_at(text, match.end(), sure=True, taken=taken), "patient")
        else:
            yield from _told(sheet, name_at(text, match.end(), sure=False, taken=taken), "speaker")
    for match in _LOOKED_AFTER.finditer(low):
        yield from _told(sheet, name_at(text, match.end(), sure=False, taken=taken), "patient")
    for match in _OF_WHOM.finditer(low):
        begin = _back(text, match.start(), taken)
        paid = any(word in match["who"] for word in _PAID)
        again = begin is not None and text.count(text[slice(*begin)]) > 1
        if begin is not None and (paid or again or _PRONOUN.search(low, match.end())):
            told = _PRONOUN.search(low, match.end())
            yield from _told(sheet, begin, "patient", sex=_sex_of(told["who"]) if told is not None else "")
    for match in (*_OUR.finditer(text), *_BABY.finditer(text)):
        place = name_at(text, match.end(), sure=False, taken=taken)
        if place is not None and (_CHILD_YEARS.match(low, place[1]) or match[0].lower().startswith("baby")):
            yield from _told(sheet, place, "patient")
    for match in re.finditer(r"(?:^|[.!?,\n]\s)(?=[A-Z])", text):
        place = name_at(text, match.end(), sure=False, taken=taken)
        said = _PRONOUN.search(low, place[1]) if place is not None else None
        if place is not None and said is not None and _IS_YEARS.match(low, place[1]):
            yield from _told(sheet, place, "patient", sex=_sex_of(said["who"]))


def _back(text: str, end: int, taken: frozenset[int]) -> tuple[int, int] | None:
    """The name that ends at ``end``, of up to three words with a capital."""
    for count in (3, 2, 1):
        before = rf"(?:^|(?<=[\s,(]))(?:[A-Z][\w’-]*\.?\s){{{count - 1}}}[A-Z][\w'’-]*$"
        match = re.search(before, text[:end])
        place = name_at(text, match.start(), sure=False, taken=taken) if match is not None else None
        if place is not None and place[1] == end:
            return place
    return None


def _of_kin(sheet: Sheet, taken: frozenset[int]) -> Iterator[ToldName]:
    """A relative's name: "my mum Bridget", "our son, Kofi", "her name is Ella", "He's Gerald, 79"."""
    text, low = sheet.text, sheet.text.lower()
    for one in sheet.mentions:
        if one.entry.kind != "relatives":
            continue
        behind = _AFTER_KIN.match(low, one.end)
        called = re.compile(r"(?:'s|’s)\sname(?:'s|’s| is|:)\s").match(low, one.end)
        place = None
        if called is not None:
            place = name_at(text, called.end(), sure=True)
        elif behind is not None:
            place = name_at(text, behind.end(), sure=False, taken=taken)
        if place is not None:
            # "I am Mama Ngozi" is what one is called oneself.
            own = _SAYS_I_AM.search(low[max(0, one.start - _AHEAD) : one.start]) is not None
            yield from _told(sheet, place, "patient" if own else "kin", kin="" if own else one.entry.concept_id)
    for match in _THEIR_NAME.finditer(low):
        if not match[0].startswith(("called", "named")) and match["kin"] is None:
            sex = (
                "male"
                if match[0].startswith(("he ", "his", "he'", "he’"))
                else "female"
                if match[0].startswith(("she", "her"))
                else ""
            )
            yield from _told(sheet, name_at(text, match.end(), sure=True, taken=taken), "kin", sex=sex)
    for match in _HE_IS.finditer(low):
        place = name_at(text, match.end(), sure=False, taken=taken)
        if place is not None and re.compile(r"\s*(?:$|[,.;(]|\d|and\b|aged\b)").match(low, place[1]):
            yield from _told(sheet, place, "kin", sex=_sex_of(match["who"]))


_SAYS_I_AM: Final = lazy_regex(r"\b(?:i'm|i’m|i am|im|this is|it's|name is|name's)\s$")
_AHEAD: Final = 10


def _sex_of(pronoun: str) -> str:
    return "male" if pronoun in _HE else "female"


def _taken(sheet: Sheet) -> frozenset[int]:
    """The places of words that name something of medicine, or a relative."""
    return frozenset(
        at
        for one in sheet.mentions
        if one.confidence >= _SURELY or one.entry.kind == "relatives"
        for at in range(one.start, one.end)
    )


_SURELY: Final = 0.9
