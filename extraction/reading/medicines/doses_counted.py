"""Doses taken over a day that words count: "두 알 아침 6시, 낮 12시 두 알", "2 at 6, 2 at 10, all 500s", "1g at 4".

A name opens a stretch that reaches to the next one. In it a number with a unit of form is a number of tablets, one
before an hour as well, one with mg or of three digits a strength, or, where no tablets are counted, a dose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from extraction.naming.mentions import Entry, Mention
from extraction.reading.figures.supplies import was_fetched
from extraction.text.lazy_regex import lazy_regex

_WORDS: Final = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty",
    "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두 열세 열네 열다섯 열여섯 열일곱 열여덟 열아홉 스무",
)
_NUMBERS: Final = {word: place for words in _WORDS for place, word in enumerate(words.split(), 1)} | {
    "a": 1, "an": 1, "a couple of": 2, "couple of": 2, "another": 1, "하나": 1, "둘": 2, "셋": 3,
    "반": 0.5, "half": 0.5,
}  # fmt: skip
NUMBER: Final = rf"(?:\d{{1,2}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_FORMS_EN: Final = r"(?:tablets?|tabs?|pills?|caplets?|capsules?|caps|sachets?|packets?|doses?|of (?:them|those|the))"
_HOUR: Final = (
    r"(?:half (?:past )?|quarter (?:past|to) )?\d{1,2}(?:[:.]\d\d)?(?:\s?(?:am|pm|ish|o'?clock))?\b(?!\s?(?:mg|g\b"
    r"|tab|%|st\b))"
    r"|noon|midday|midnight|breakfast|lunch(?:time)?|dinner|tea(?:time)?|supper|bed(?:time)?|night"
)
_CLOCK: Final = r"(?:\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm)\b|noon\b|midday\b|midnight\b|bed ?time\b)"
"""An hour that can be no count."""
_HOURS: Final = lazy_regex(_CLOCK, re.IGNORECASE)
_MINUTES: Final = r"(?:\s?(?:반|\d{1,2}분))?(?:에|쯤)?"
_NO_HOUR: Final = "".join(
    rf"(?<!\b{word}\s)"
    for word in ("at", "by", "from", "till", "until", "since", "around", "about", "before", "after", "past")
)
"""Ahead of a number that is no hour: "2 at 9 this morning" counts two and no nine."""
_TIME_KO: Final = (
    rf"(?:오전|오후|아침|점심|저녁|낮|밤|새벽|자기\s?전)(?:에|때)?\s?(?:\d{{1,2}}시{_MINUTES})?|\d{{1,2}}시{_MINUTES}"
)
_TOKEN: Final = lazy_regex(
    rf"(?P<pair>\d{{1,2}}(?:\.5)?/(?P<second>\d{{2,3}})(?!\d))"
    rf"|(?P<mg>(?<![\d.])\d{{1,2}}[,.]\d{{3}}|(?<![\d.,])\d{{1,4}}(?:\.\d+)?)\s?(?P<unit>mg|밀리그램|밀리|미리|g|gram|grams|그램)(?![a-z])"
    rf"|(?:each|all|they'?re|are)\s(?:the\s)?(?P<all>\d{{2,4}})s?\b(?!\s?(?:mg|g\b))"
    rf"|(?P<kind>\d{{2,4}})\s?짜리"
    rf"|(?<![\w.:/])(?P<tabs>{NUMBER})\s?(?P<form>알|정|개|캡슐|병|봉지|봉|포|{_FORMS_EN})(?P<each>\s?씩)?(?![가-힣]*\s?더)(?!짜리)"
    rf"|(?<![\w.:/])(?P<once>{NUMBER})\s?(?:{_FORMS_EN}\s)?(?:at a time|each time|every time|at once|per (?:go"
    rf"|dose)|a (?:go|pop))\b"
    rf"|(?<![\w.:/])(?P<often>{NUMBER})\s?(?:times\b|x\b(?!\s?\d))(?!\s(?:a|per|each|every|in) (?:week|month))"
    rf"|{_NO_HOUR}(?<![\w.:/])(?P<at>{NUMBER}|\d{{3,4}})(?:\s?(?:more|again|each(?: time)?|every time|a time))?\s"
    rf"(?:this (?:morning|afternoon|evening)|last night|(?:at|@|around|about|with|before|after)\s(?:{_HOUR}))"
    rf"(?P<more>(?:(?:\s?,|\s?&|\s?and|, and)\s(?:at\s)?{_CLOCK})*)"
    rf"|(?<![\w.:/])(?P<today>{NUMBER})\s(?:today|so far|already|since (?:this morning|breakfast|midnight)|in all"
    rf"|all told)"
    rf"|(?P<times>{NUMBER})\s?번(?!째)"
    rf"|(?P<time>{_TIME_KO})"
    rf"|(?<![\w.:/])(?P<bare>\d{{3,4}})(?!\d|[:./,]\d|\s?(?:kg|cm|lb|년|월|원|보|칼로리|kcal))",
    re.IGNORECASE,
)
_COUNT_BEFORE: Final = lazy_regex(
    rf"(?<![\w.:/])(?P<n>{NUMBER})\s(?:x\s)?(?:(?:tablets?|tabs?|pills?|caps(?:ules?)?|sachets?|glasses)(?: of)?\s"
    r"|of (?:my|the|his|her|those|these|them)\s(?:\d{2,4}(?:\s?mg|s)?\s|[a-z-]+\s){0,2}|of\s"
    r"|more\s|extra.strength\s|regular\s|big\s|(?:\d{2,4}\s?mg\s))*$",
    re.IGNORECASE,
)
_AHEAD: Final = lazy_regex(
    r"(?:자기\s?전에?|이따가?|지금|내일)[^.?!]{0,12}더|(?:(?:한|두|세|네|\d)\s?(?:알|정|개|병|봉지)\s?)?더\s?(?:먹|드|묵)\S{0,3}\s?(?:되|돼|됩|될|괜|하)"
    r"|\b(?:can|could|should|shall|may|do) i\b|\bok(?:ay)? to (?:take|have)\b|\bwhat can i\b",
    re.IGNORECASE,
)
_RHYTHM: Final = lazy_regex(
    r"하루에?\s?(?:한|두|세|네|\d)\s?번|매일|날마다|\b(?:once|twice|\w+ times) (?:a|per|each|every) day|\bdaily\b"
    r"|\bevery (?:day|"
    r"morning|night|\d+ hours)",
    re.IGNORECASE,
)
_TAKEN: Final = lazy_regex(
    r"\b(?:taken|took|had|swallowed|popped|been at|i'?ve|this morning|at lunch|last night)\b|\bat (?:half )?\d"
    r"|today|\bwith breakfast"
    r"|먹(?:었|은|고|음|는데)|드(?:셨|신)|복용|마셨|마신|마심|드심|삼켰|삼킴|묵었"
    r"|\b(?:just now|so far|already|on top of that|necked|downed)\b"
    r"|(?<![가-힣])(?:방금|조금\s?전|좀\s?전|아까)(?=[^.?!]{0,12}(?:또|더|한|두|세|네|\d))"
    r"|\d시(?!간)[^.?!]{0,24}(?:알|정|개|병|포|봉)(?![가-힣]*약)|(?:알|정|개|병|포|봉)\s?(?:또|더)(?![가-힣]|\s?먹)"
    r"|(?<![가-힣])(?:또|더|추가로?)\s?(?:한|두|세|네|\d)\s?(?:알|정|개|병|포|봉)(?![^.?!]{0,6}(?:될|되|돼|까))",
    re.IGNORECASE,
)
OF_LONGER: Final = lazy_regex(
    rf"(?:{_RHYTHM.pattern})|(?:this|last|a|per|all) (?:week|month|year)|days in a row|for \w+ (?:days|weeks)"
    r"|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\byesterday\b|어제|그제|[월화수목금토일]요일"
    r"|이번\s?[주달]|지난\s?[주달]|일주일|한\s?달|며칠|[가-힣]흘\s?동안",
    re.IGNORECASE,
)
"""Words by which a number is of a rhythm, or of more than a day."""
_SENTENCE_END: Final = lazy_regex(r"[.?!\n](?!\d)")
_G: Final = 1000.0
_MOST_PRODUCTS: Final = 40
"""Names beyond which a text is a list, and counts no day."""
_TOUCHING: Final = 2
"""Characters behind a name within which a number is its own."""
_SAME_AGAIN: Final = lazy_regex(r"\bsame again\b|\bthe same (?:at|again)\b|똑같이\s?(?:또|한\s?번\s?더)", re.IGNORECASE)
_BESIDE: Final = 12
"""Characters behind a name within which a number is its strength."""
FEW: Final = 50.0
"""Numbers below which what stands before an hour counts tablets, and from which it is mg."""


@dataclass(frozen=True, slots=True)
class Product:
    """Something that is counted: its concept, and where it is named."""

    entry: Entry
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Counted:
    """What the words count of one product: tablets (or sachets), their strength in mg, and doses told in mg."""

    product: Product
    tablets: float
    strength: float | None
    mg: float
    doses: int


def tells_taken(text: str) -> bool:
    """Whether words tell of doses that were taken, and not only of what somebody is on."""
    return _TAKEN.search(text) is not None


def told_before_asking(text: str) -> str:
    """The words before those that ask whether more may be taken."""
    asks = _AHEAD.search(text)
    return text[: asks.start()] if asks is not None else text


def doses_counted(text: str, products: Sequence[Product]) -> tuple[Counted, ...]:
    """What ``text`` (normalised) counts of each of ``products`` as taken; empty for a rhythm, which is no count."""
    if len(products) > _MOST_PRODUCTS:
        return ()
    told = told_before_asking(text)
    found: list[Counted] = []
    named = sorted(products, key=lambda one: one.start)
    for place, product in enumerate(named):
        if product.start >= len(told) or OF_LONGER.search(_sentence(told, product.start)):
            continue
        last = named[place + 1] if place + 1 < len(named) else None
        end = min(_opening(told, last, product.end + _TOUCHING), len(told)) if last is not None else len(told)
        since = named[place - 1].end + _TOUCHING if place else 0
        before = _count_before(told, product, since)
        ahead = value_of(before["n"]) if before is not None else 0.0
        one = _of_stretch(product, told[product.end : end], ahead, _strength_in(told[product.start : product.end]))
        if one is not None:
            found.append(one)
    again = len(_SAME_AGAIN.findall(told))
    return tuple(_more_of(one, again) for one in _together(found))


def _more_of(one: Counted, again: int) -> Counted:
    """The same as often again: "2 paracetamol at 8, then same again at 2"."""
    if not again:
        return one
    return replace(one, tablets=one.tablets * (1 + again), mg=one.mg * (1 + again), doses=one.doses * (1 + again))


def _sentence(text: str, place: int) -> str:
    first = max((one.end() for one in _SENTENCE_END.finditer(text, 0, place)), default=0)
    closing = _SENTENCE_END.search(text, place)
    return text[first : closing.start() if closing is not None else len(text)]


def products_in(mentions: Sequence[Mention]) -> tuple[Product, ...]:
    """The medicines that words name, each place once."""
    return tuple(Product(one.entry, one.start, one.end) for one in mentions if one.entry.kind == "medications")


def _opening(text: str, product: Product, since: int) -> int:
    before = _count_before(text, product, since)
    return product.start - (len(before.group()) if before is not None else 0)


_ON_TOP: Final = lazy_regex(r"\b(?:another|(?:a )?further|(?:an )?extra)\s*$", re.IGNORECASE)
"""What stands before a count and its name: "another 2 paracetamol"."""


def words_before(text: str, product: Product) -> str:
    """The words before the first name, without what is counted of it there ("2 Tylenol")."""
    return _ON_TOP.sub("", text[: _opening(text, product, 0)])


def _count_before(text: str, product: Product, since: int) -> re.Match[str] | None:
    """What is counted before a name, behind ``since``: in "warfarin 3 aspirin 75" it is of the name before."""
    found = _COUNT_BEFORE.search(text, max(since, product.start - 60), product.start)
    if found is not None and since and not text[max(0, since - _TOUCHING) : found.start()].strip(" 0123456789"):
        # "paracetamol 500 2 tablets ibuprofen 400": what touches the name before is counted of that.
        return None
    return found


_IN_NAME: Final = lazy_regex(r"(?<![\d/.,])\d{3,4}(?![\d/.,])")


def _strength_in(name: str) -> float | None:
    """The strength that is part of a brand's name: "Dolo 650"."""
    found = _IN_NAME.search(name)
    return float(found[0]) if found is not None else None


def _of_stretch(product: Product, text: str, ahead: float, own: float | None = None) -> Counted | None:
    """The doses in the words behind a name; ``ahead`` is what was counted before it ("2 Tylenol at 3").

    ``own`` is the strength that the name itself tells.
    """
    tokens = list(_TOKEN.finditer(text))
    counts = ahead > 0 or any(
        each["tabs"] or each["once"] or (each["at"] and value_of(each["at"]) < FEW) for each in tokens
    )
    tablets, mg, doses, strength, total = ahead, 0.0, 1 if ahead else 0, own, 0.0
    times, last, at_each = 0, ahead, 0.0
    for each in tokens:
        if each["pair"]:
            strength = strength or float(each["second"])
        elif each["all"] or each["kind"]:
            strength = float(each["all"] or each["kind"])
        elif each["mg"]:
            amount = float(each["mg"].replace(",", "")) * (_G if each["unit"].casefold()[0] in "g그" else 1.0)
            if counts:
                strength = strength or amount
            else:
                mg, doses = mg + amount, doses + 1
        elif each["tabs"] and not was_fetched(value_of(each["tabs"]), each.start("tabs"), each.end("form"), text):
            count = value_of(each["tabs"]) * (max(1, times) if each["each"] else 1)
            last = count
            # "두 알씩 먹었는데 아침 8시 오후 2시": the hours come behind what was taken at each.
            at_each = count if each["each"] and not times else 0.0
            tablets, doses, times = tablets + count, doses + (max(1, times) if each["each"] else 1), 0
        elif each["at"]:
            number = value_of(each["at"])
            if number < FEW:
                often = 1 + len(_HOURS.findall(each["more"]))
                tablets, doses = tablets + number * often, doses + often
            elif not counts:
                # "650 at 7am, 11am and 3pm" is so much at each of the hours.
                often = 1 + len(_HOURS.findall(each["more"]))
                mg, doses = mg + number * often, doses + often
            else:
                strength = strength or number
        elif each["once"]:
            last = value_of(each["once"])
            tablets, doses = tablets + last, doses + 1
        elif each["often"] and last:
            more = value_of(each["often"]) - 1
            tablets, doses, last = tablets + last * more, doses + int(more), 0.0
        elif each["today"]:
            total = value_of(each["today"])
        elif each["times"] and last:
            more = value_of(each["times"]) - 1
            tablets, doses, last = tablets + last * more, doses + int(more), 0.0
        elif each["time"]:
            times += 1
        elif each["bare"]:
            if counts:
                strength = strength or float(each["bare"])
            elif not text[: each.start()].strip():
                mg, doses = mg + float(each["bare"]), doses + 1
    if at_each and times > 1:
        tablets, doses = tablets + at_each * (times - 1), doses + times - 1
    if total > tablets:
        tablets, doses = total, max(doses, 1)
    if not tablets and not mg:
        # "탁센은 250" tells the strength of what is counted elsewhere.
        told = next((float(each["bare"]) for each in tokens if each["bare"] and each.start() <= _BESIDE), None)
        strength = strength or told
        if strength is None:
            return None
    return Counted(product, tablets, strength, mg, doses)


def _together(found: Sequence[Counted]) -> Iterator[Counted]:
    """One count a medicine: what is named again adds to it, a strength told once holds for all."""
    by_id: dict[str, list[Counted]] = {}
    for one in found:
        by_id.setdefault(one.product.entry.concept_id, []).append(one)
    for same in by_id.values():
        if any(one.tablets for one in same):
            # Where tablets are counted, an amount told once beside another name of it is their strength.
            alone = next((one.mg for one in same if one.mg and one.doses == 1 and not one.tablets), None)
            same = [one for one in same if one.mg != alone or one.tablets]
        else:
            alone = None
        strength = next((one.strength for one in same if one.strength), alone)
        if len({one.strength for one in same if one.strength and one.tablets}) > 1:
            # Two brands of one substance, each of a strength of its own.
            yield from (one if one.strength else replace(one, strength=strength) for one in same)
        elif any(one.tablets or one.mg for one in same):
            tablets, mg = sum(one.tablets for one in same), sum(one.mg for one in same)
            yield Counted(same[0].product, tablets, strength, mg, sum(one.doses for one in same))


def value_of(written: str) -> float:
    """The number that a word or digits of it tell."""
    known = _NUMBERS.get(written.casefold())
    return float(known) if known is not None else float(written)
