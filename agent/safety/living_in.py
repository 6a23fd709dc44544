"""In which country somebody says that they are: "a lorry driver in Cork", "시드니에 살아요", "on holiday in Spain".

Said are a few forms around a closed list of places, as whoever introduces themselves says them. Where somebody was
born, means to go, or has a sister is none; "from Manila" is one until they tell where they live.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from agent.safety.tables import table
from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Needs, may_match, needs, pieces_of

PASSING: Final = 4
"""How firm it is where somebody is for some days: for those days it counts before where they live."""
LIVES: Final = 3
_FROM: Final = 2
ORIGIN: Final = 1
"""How firm a country is that somebody is only said to be from: they may have left it long ago."""
_SHORT: Final = 4
"""Letters up to which a name of capitals is only itself when it is written in capitals ("the US", not "us")."""
_STATES: Final = r"(?:A[KLRZ]|C[AOT]|FL|GA|I[ADL]|K[SY]|M[ADINOST]|N[CDEHJMVY]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[IVY])"
"""States of the US by their two letters, without those that are words of English (HI, IN, LA, ME, OH, OK, OR) or stand
for places elsewhere, too (DE, WA)."""
_OF_AUSTRALIA: Final = r"(?:,? (?:NSW|QLD|Qld|VIC|Vic|WA|TAS|Tas|ACT)\b)?"
"""States of Australia behind their towns, by their letters."""
_PEOPLE_TOO: Final = frozenset(
    {"charlotte", "austin", "victoria", "georgia", "virginia", "regina", "darwin", "kent", "devon", "dallas", "houston",
     "sydney", "kerry", "paris", "milan", "brooklyn", "orlando", "denver", "boston", "memphis", "phoenix", "israel",
     "kimberley", "adelaide", "india", "china", "jos", "lyon", "tema", "cairo", "kano", "ennis", "surat", "bali",
     "mackay", "napier", "queens", "perth"}
)  # fmt: skip
"""Places that are names of people, too: beside other such words they tell no place before an age is told."""

_IN: Final = r"(?:in|at|near|outside|around|just outside|close to|(?:over|down|up|out) (?:here )?in|here in)"
_LIVING: Final = (
    r"(?:liv(?:e|es|ing)|based|resid(?:e|es|ing|ent)|settled|stationed|posted|relocated|retired|moved|work(?:s|ing)?"
    r"|stud(?:y|ies|ying)|staying)"
)
_HERE: Final = (
    r"(?:here|now|right now|at the moment|currently|at present|this week|for (?:work|a (?:few|couple)|two|three|the))"
)
_ENDS: Final = (
    r"(?=\s?(?:[,.;:!?()\n\u2013-]|$"
    r"|(?i:and|but|so|with|where|who|as|i|i'm|we|she|he|my|on|now|here|got|had|have|has)\b))"
)
"""What follows a place that stands for itself: "in Chile sauce" names none."""
_KIN: Final = (
    r"sister|brother|son|daughter|cousin|aunt\w*|uncle|friend|mate|boss|mum|mom|mam|mother|dad|father|parents|gran\w*"
    r"|nan|family|husband|wife|boyfriend|girlfriend|partner|kids|children|ex|pop|niece|nephew|in.laws"
)
_KIN_KO: Final = (
    r"아들|딸|동생|언니|누나|오빠|(?<![가-힣])형(?![가-힣])|친구|이모|고모|삼촌|사촌|부모님|엄마|어머니|아빠|아버지|남편|아내|와이프"
    r"|손자|손녀|며느리|사위|시댁|친정|조카|할머니|할아버지"
)
_OTHERS: Final = lazy_regex(rf"\b(?:{_KIN})\b|{_KIN_KO}", re.IGNORECASE)
_KEPT_FOR: Final = tuple(
    lazy_regex(form, re.IGNORECASE)
    for form in (
        rf"\b(?:for|after|behalf of|with) (?:my |our )?(?:\w+ )?(?P<kin>{_KIN})\b|(?P<kept>(?!))",
        rf"\b(?P<kin>{_KIN})\b[^.!?]{{0,20}}?\b\d|(?P<kept>(?!))",
        rf"(?P<kin>{_KIN_KO})(?:[은는이가]|\s)?\s?(?:\d|약|혈압|혈당)"
        rf"|(?P<kept>{_KIN_KO})[^.!?]{{0,12}}?(?:관리|대신|돌보|챙기|적으려)",
    )
)
"""How a first turn tells for which relative it speaks: "for my mum", "my pop, 86", "어머니 약 관리"."""
_AWAY: Final = lazy_regex(
    r"\b(?:used to|grew up|born|raised|originally|before i|until|came|moved (?:here )?from|flew|flying|back from"
    r"|home from|trip|travel\w*|driving to|going|gonna|go to|heading|due|load|next (?:week|month|year)|tomorrow"
    r"|soon|will|would|might|want\w*|wish|hope|plan\w*|if|when i was|was|were|been|years ago|news|war|made|bought"
    r"|ordered|hospitali[sz]ed|operated|operation|studied|trained|visited|stayed|lived|worked|holiday|vacation)\b"
    r"|예정|계획|갈\s?(?:거|건|때|까)|가려|가고\s?싶|가기\s?전|다녀|갔|살았|살다가|살\s?때|있었|있을\s?때|태어|출신|고향|귀국|돌아[왔오온]",
    re.IGNORECASE,
)
"""Words that place somebody elsewhere than where they now are."""
_INTRODUCES: Final = lazy_regex(
    r"\b(?:my name|name'?s|names|name is|i'?m|i am|this is|hi|hello|hey|good (?:morning|afternoon|evening|day))\b"
    r"|\b\d{1,3}\s?(?:,|yrs?|years?|yo|y/o|f|m)\b|\baged? \d{1,3}\b|\d{1,2}\s?(?:세|살)|안녕|저는|반갑",
    re.IGNORECASE,
)
_CLAUSE: Final = lazy_regex(r"[.;!?\n](?!\w)|\b(?:but|while)\b|는데\s|지만\s")
_BACK: Final = lazy_regex(
    r"\b(?:back home|(?:back|arrived|landed) in|(?:flew|got|came|are|am|i'?m) (?:back )?home|home (?:now|again))\b"
    r"|귀국|돌아왔|집에\s?(?:왔|도착)",
    re.IGNORECASE,
)


_TRIP: Final = r"(?:holiday|vacation|honeymoon|business|a (?:work |business )?trip|a cruise)"
_TOURS: Final = r"(?:visiting|travell?ing (?:in|around|through)|backpacking (?:in|around))"
_ME: Final = r"(?:i'?m|we'?re|i am|we are)"
_ENGLISH: Final = (
    (rf"(?i:\bon {_TRIP} (?:here )?(?:in|to) (?:the )?)@", PASSING, False),
    (
        rf"(?i:\b(?:{_ME}|currently|right now) (?:\w+ )?{_TOURS} (?:the )?)@(?!.{{0,9}}\b(?i:next|soon|in))",
        PASSING,
        False,
    ),
    (rf"(?i:\b{_ME} (?:\w+ )?in (?:the )?)@(?i:,? {_HERE}\b)", PASSING, False),
    (rf"(?i:\b{_LIVING} (?:[\w']+ ){{0,5}}?{_IN} (?:the )?)@", LIVES, False),
    (r"(?i:\b(?:moved|relocated|emigrated|retired) (?:here |over |out |back )?to (?:the )?)@", LIVES, False),
    (rf"(?i:\b(?:{_ME}|here|over|down|up) (?:here )?in (?:the )?)@", LIVES, False),
    (r"@(?i: (?:is where|resident\b|based\b))", LIVES, False),
    (rf"(?i:\b(?:in|out of) (?:the )?)@{_ENDS}", LIVES, True),
    (rf"(?:[,.;]|\d)\s@{_ENDS}", LIVES, True),
    (r"(?i:\bfrom (?:the )?)@", _FROM, True),
)
"""The English forms, with @ for a place: how firmly it is told, and whether only of who introduces themselves."""
_STAYS_KO: Final = (
    r"(?:사는|살[고아구며지면](?!다)|산\s?지|삽니다|살아|거주|지내|유학(?!생)|주재|체류|교민|교포|근무|일하|일해|이민"
    r"|있어요|있습니다|있는데)"
)
_KOREAN: Final = (
    (r"@(?:에서|에|서)?\s?(?:\S{1,6}\s)?(?:여행|출장|휴가)\s?(?:중|와\s?있|왔)", PASSING, False),
    (rf"@(?:에서|에|의|서)?\s?(?:혼자\s|가족과\s|\d+년째\s|지금\s)?{_STAYS_KO}", LIVES, False),
    (r"(?:여기|지금)(?:는|가|은)?\s?@(?:에요|예요|이에요|입니다|인데)", LIVES, False),
)
"""The Korean forms, likewise."""


@dataclass(frozen=True, slots=True)
class Place:
    """A country (ISO 3166) that words tell somebody to be in, and how firmly."""

    country: str
    firmness: int


def returns(text: str) -> bool:
    """Whether the words tell that somebody is back where they live."""
    return _BACK.search(text) is not None


@remembered
def place_told(text: str, opening: str) -> Place | None:
    """Where the words say that the patient is, the firmest of what they say.

    ``opening`` are the first words of the talk: of whom it speaks is the patient, whose home is the patient's.
    """
    if not _names_a_place(text):
        return None
    patients = frozenset((one["kin"] or one["kept"]).casefold() for form in _KEPT_FOR for one in form.finditer(opening))
    introduces = text == opening or _INTRODUCES.search(text) is not None
    found = list(_found(text, patients, introduces=introduces))
    return max(found, key=lambda one: one.firmness, default=None)


def _found(text: str, patients: frozenset[str], *, introduces: bool) -> Iterator[Place]:
    pieces = pieces_of(text)
    for needed, written, firmness, of_an_introduction in _forms():
        if (of_an_introduction and not introduces) or not may_match(needed, pieces):
            continue
        for match in _compiled(written).finditer(text):
            before, clause = _around(text, match)
            if firmness != PASSING and _AWAY.search(before if match["place"].isascii() else clause):
                continue
            if _is_of_another(before if match["place"].isascii() else clause, patients):
                continue
            if of_an_introduction and _is_a_name(match["place"], before) and not _follows_a_name(text, match):
                continue
            code = _told_apart(text, match) or _code(match["place"])
            origin = firmness == _FROM and _bare(match["place"]) in _countries()
            yield Place(code, ORIGIN if origin else firmness)


def _around(text: str, match: re.Match[str]) -> tuple[str, str]:
    """The words of the clause before the place, and the clause."""
    opening = max((cut.end() for cut in _CLAUSE.finditer(text, 0, match.start("place"))), default=0)
    closing = _CLAUSE.search(text, match.end("place"))
    return text[opening : match.start("place")], text[opening : closing.start() if closing is not None else len(text)]


def _is_of_another(words: str, patients: frozenset[str]) -> bool:
    return any(one.casefold() not in patients for one in _OTHERS.findall(words))


def _is_a_name(place: str, before: str) -> bool:
    return _bare(place) in _PEOPLE_TOO and not any(letter.isdigit() for letter in before)


_NAME_BEFORE: Final = lazy_regex(r"(?:^|[.!?\n]\s+)(?:[Ii]'?m |[Ii] am |[Tt]his is )?(?P<name>[A-Z][a-z'-]+),\s$")
_STOPS: Final = lazy_regex(r"\s?(?:[.!?\n]|$)")


def _follows_a_name(text: str, match: re.Match[str]) -> bool:
    """Whether a place that is also a name ends a sentence of nothing but a name and itself: "Bronte, Adelaide"."""
    name = _NAME_BEFORE.search(text, 0, match.start("place"))
    alone = name is not None and _bare(name["name"]) not in _codes()
    return alone and _STOPS.match(text, match.end("place")) is not None


_TOLD_APART: Final = lazy_regex(
    r"\s?[(,-]+\s?(?:the |in |not the )?(?:(?P<GB>scottish|scotland|english|england|welsh|wales|british|uk)"
    r"|(?P<AU>australian|australia|aussie)|(?P<CA>canadian|canada|ontario)|(?P<US>american|us|usa)"
    r"|(?P<IE>irish|ireland)|(?P<NZ>new zealand|kiwi)|(?P<ZA>south african|south africa))\b(?! doctor| gp)",
    re.IGNORECASE,
)
"""Words right behind a town of a name that several countries have: "Perth (the Scottish one)"."""


def _told_apart(text: str, match: re.Match[str]) -> str | None:
    behind = _TOLD_APART.match(text, match.end("place"))
    if behind is None or "not the" in behind[0].casefold():
        return None
    return behind.lastgroup


def _bare(word: str) -> str:
    return word.casefold().removeprefix("the ").replace(".", "")


@cache
def _codes() -> dict[str, str]:
    rows = table("countries").items()
    return {_bare(word): code for code, row in rows for word in (*row["en"], *row["towns"], *row["ko"])}


@cache
def _countries() -> frozenset[str]:
    return frozenset(_bare(word) for row in table("countries").values() for word in row["en"])


def _code(place: str) -> str:
    """The country of a place of the table; two letters of capitals are a state of the US."""
    return _codes().get(_bare(place), "US")


def _names_a_place(text: str) -> bool:
    """Whether any place of the table is named, wherever: a quick look before the forms are tried."""
    words = re.findall(r"[\w'-]+", _bare(text))
    runs = (" ".join(words[at : at + count]) for at in range(len(words)) for count in (1, 2, 3))
    if any(run in _codes() for run in runs) or re.search(rf", {_STATES}\b", text):
        return True
    return any(word in text for word in _korean())


@cache
def _korean() -> tuple[str, ...]:
    return tuple(word for row in table("countries").values() for word in row["ko"])


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


@cache
def _forms() -> tuple[tuple[Needs, str, int, bool], ...]:
    """The forms with the places in them, each after what a text must hold around a place."""
    rows = table("countries").values()
    names = {word.removeprefix("the ") for row in rows for word in (*row["en"], *row["towns"])}
    short = {word for word in names if word.isupper() and len(word) <= _SHORT}
    place = rf"(?P<place>(?i:{_any_of(names - short)})\b|(?:{_any_of(short)})(?!\w)|(?<=, ){_STATES}\b)"
    # What a town lies in tells more than the town: "London, Ontario".
    wider = rf"(?!,? {place.replace('P<place>', ':')})"
    town = rf"(?:(?i:the |county |co\.? )?[\w'.-]+,? |(?i:{_any_of(names - short)}),? (?:in )?(?:the )?){{0,2}}?"
    korean_place = rf"(?P<place>{_any_of(_korean())})"
    english_place = f"{town}{place}{wider}{_OF_AUSTRALIA}"
    return tuple(
        (needs(lazy_regex(form.replace("@", r"\W"))), form.replace("@", named), firmness, only)
        for forms, named in ((_ENGLISH, english_place), (_KOREAN, korean_place))
        for form, firmness, only in forms
    )


@cache
def _compiled(written: str) -> re.Pattern[str]:
    """A form with a thousand places in it takes long to compile: only those that texts come near are."""
    return lazy_regex(written)
