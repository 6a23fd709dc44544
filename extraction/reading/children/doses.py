"""What was given of a medicine for fever: of which, how much, when; nothing that is only asked about or thought of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Final

from extraction.reading.children.hours import Hour, hours_in
from extraction.reading.children.products import PARACETAMOL, Product, products_in
from extraction.text.lazy_regex import lazy_regex

_I: Final = re.IGNORECASE
STRENGTH: Final = lazy_regex(
    r"(?P<mg>\d+(?:\.\d+)?)\s?mg\s?(?:/|per|in(?: each| every| the| a)?|는|에)\s?(?:(?P<ml>\d+(?:\.\d+)?)\s?)?"
    r"(?:ml|밀리|미리)"
    r"|(?P<ml_first>\d+(?:\.\d+)?)?\s?(?:ml|밀리|미리)\s?(?:당|에|안에|중)\s?(?P<each>\d+(?:\.\d+)?)\s?(?:mg|밀리그램)"
    r"|(?<![\d.])(?P<bare>\d{2,3})\s?(?:mg\s?)?(?:/|in(?: each| every| the| a)?|per)\s?(?P<bare_ml>5)(?:\s?ml)?"
    r"(?!\d|\.\d)",
    _I,
)
"""How strong a syrup is: "120 mg/5 ml", "5ml에 100mg", "160/5"."""
_AMOUNT: Final = lazy_regex(
    r"(?<![\d./])(?P<n>\d{1,4}(?:[.,]\d{1,2})?|five|ten|two and a half|seven and a half|다섯|열)\s?"
    r"(?P<unit>mls?\b|ml(?![a-z])|millilit\w+|밀리(?!그램)(?:리터)?|미리(?!그램|짜리)(?:리터)?|cc|시시|mg(?![a-z/])"
    r"|밀리그램)"
    r"|(?<![\d.가-힣])(?:(?P<count>\d{1,2}|one|two|three|four|six|eight|half|a|한|두|세|네|다섯|여섯|여덟|반)\s?"
    r"(?P<piece>tablets?\b|tabs?\b|caplets?\b|pills?\b|suppositor\w+|sachets?\b|알|정(?![가-힣])|포(?![가-힣])"
    r"|개(?![가-힣월]))"
    r"|(?P<single>하나|둘)(?=\s?(?:를|만|먹|넣|줬|,)))",
    _I,
)
_COUNTED: Final = lazy_regex(
    r"(?<![\d.:])(?P<n>\d{1,2}(?:\.\d{1,2})?|one|two|three|four|five|six|eight|ten)\s(?:x\s|of\s|the\s|his\s|her\s"
    r"|infant\s|children'?s\s)*$",
    _I,
)
"""A bare number right before a medicine: so many tablets, or the millilitres of a syrup ("2.5 calpol")."""
_SPOONS: Final = frozenset({2.5, 3.75, 5.0, 7.5, 10.0, 15.0})
"""Millilitres that spoons and syringes of these syrups are marked with."""
_SYRUP: Final = lazy_regex(r"calpol|nurofen|motrin|syrup|suspension|infant|children|챔프|시럽|현탁", _I)
_GIVEN: Final = lazy_regex(
    r"\b(?:gave|given|had|has had|took|taken|give him|give her|we've done|got|been having|drank|swallowed)\b"
    r"|먹였|먹인|먹었|먹이고|줬|주었|넣었|넣어줬|멕였|멕이뿟|멕인|먹여버|먹여\s?버|먹여놓|마셨|투여했|드렸|삼켰",
    _I,
)
_NOT_GIVEN: Final = lazy_regex(
    r"\b(?:can|could|should|may|shall|do) (?:i|we|he|she|they|you)\b(?! overdo)|\bhow (?:much|many)\b|\bwhat dose\b"
    r"|\bcan (?:he|she) (?:still )?have\b|\bnot (?:given|had)\b|\bhas ?n['o]t had\b"
    r"|\bis it ok to give\b|\b(?:nurse|doctor|gp|label|box|bottle|leaflet|pharmacist) (?:told|says?|said)\b"
    r"|먹일까|먹이면|먹여도|줄까|줘도|주면|될까|되나|먹을까|먹어도|얼마|몇\s?(?:ml|미리|밀리|cc|알|시간)|할까|먹이려"
    r"|줄라|주려|안\s?먹|못\s?먹",
    _I,
)
_SENTENCE: Final = lazy_regex(r"[!?\n]+|\.(?!\d)|(?<=[가-힣])[요다죠어](?:\s|$)")


@dataclass(frozen=True, slots=True)
class Dose:
    """One amount that was given; what was not told is None."""

    substance: str
    at: datetime | None
    millilitres: float | None
    milligrams: float | None
    start: int
    end: int
    said: str = ""
    """The medicine as it was called."""
    pieces: float | None = None


def strength_in(text: str) -> float | None:
    """Milligrams in a millilitre that ``text`` tells of a syrup; the last one."""
    found = None
    for match in STRENGTH.finditer(text):
        milligrams = match["mg"] or match["bare"] or match["each"]
        millilitres = match["ml"] or match["bare_ml"] or match["ml_first"] or "1"
        if float(millilitres):
            found = float(milligrams) / float(millilitres)
    return found


def doses_in(text: str, said_at: datetime, before: Product | None = None) -> tuple[Dose, ...]:
    """The doses that ``text`` tells as given; ``before`` is the medicine last named, for "11시에 또 6미리"."""
    products, hours = products_in(text), hours_in(text, said_at)
    if not products and before is None:
        return ()
    masked = STRENGTH.sub(lambda match: " " * len(match[0]), text)
    found: list[Dose] = []
    for start, end in sentence_spans(text):
        found += _in_sentence(masked, start, end, products, hours, before, found)
    return tuple(found)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences of ``text``, whose ends dictation and chat mark by a verb's ending alone."""
    ends = [match.end() for match in _SENTENCE.finditer(text)]
    bounds = [0, *ends, len(text)]
    return [(first, last) for first, last in pairwise(bounds) if text[first:last].strip()]


def _in_sentence(
    text: str, start: int, end: int, products: tuple[Product, ...], hours: tuple[Hour, ...], before: Product | None,
    earlier: list[Dose],
) -> list[Dose]:  # fmt: skip
    sentence = text[start:end]
    here = [one for one in hours if start <= one.start < end]
    given, asked = _GIVEN.search(sentence), _NOT_GIVEN.search(sentence)
    if asked and not (given and (given.start() < asked.start() or "?" not in sentence)):
        return []
    amounts = _amounts(text, start, end, products)
    if not amounts and here and earlier and earlier[-1].at is None and not given and len(sentence) < _BRIEF:
        # "넣었어요. 방금요": the hour alone, right behind what was given.
        return _without_amount(text, start, end, (), here, earlier)
    if not given and not here:
        return []
    if not amounts:
        return _without_amount(text, start, end, products, here, earlier) if given else []
    named = [one for one in products if start <= one.start < end]
    if len(named) > 1 and len(here) > len(amounts) and given:
        return _by_product(named, amounts, here, products, before, start)
    if len(amounts) == 1 and given and len(here) > 1 and _AND.search(text[here[0].end : here[-1].start]):
        # "We gave it at 11.30 and at 5" tells of one amount twice.
        amounts = amounts * len(here)
    made = []
    for one, at in zip(amounts, _times(amounts, here), strict=True):
        product = one.product or _product(one, products, before, start)
        if product is not None and (given or at is not None):
            made.append(_dose(one, product, at))
    return made


@dataclass(frozen=True, slots=True)
class _Amount:
    """An amount at [start, end) of a text; ``product`` is what it stands right before, where it does."""

    start: int
    end: int
    text: str
    millilitres: float | None = None
    milligrams: float | None = None
    pieces: float | None = None
    product: Product | None = None


def _amounts(text: str, start: int, end: int, products: tuple[Product, ...]) -> list[_Amount]:
    """The amounts of a sentence, in order; the strength of a tablet in its name is none."""
    named = [one for one in products if start <= one.start < end]
    found = []
    for match in _AMOUNT.finditer(text, start, end):
        if any(one.milligrams is not None and one.end <= match.start() <= one.end + 1 for one in named):
            counted = _COUNTED.search(
                text[start : next(each.start for each in named if each.end <= match.start() <= each.end + 1)]
            )
            if counted is not None:
                continue
        found.append(_read(match))
    for one in named:
        counted = _COUNTED.search(text[start : one.start])
        if counted is None or any(each.start <= start + counted.start() < each.end for each in found):
            continue
        number = _NUMBERS.get(counted["n"].casefold()) or float(counted["n"])
        place = start + counted.start()
        if number in _SPOONS and one.milligrams is None and (_SYRUP.search(one.said) or not number.is_integer()):
            found.append(_Amount(place, one.start, text, millilitres=number, product=one))
        elif number.is_integer() and number <= _MOST_PIECES and not _SYRUP.search(one.said):
            each = one.milligrams or (_TABLET if one.substance == PARACETAMOL else None)
            found.append(
                _Amount(place, one.start, text, milligrams=each * number if each else None, pieces=number, product=one)
            )
    return sorted(found, key=lambda each: each.start)


_EACH_TIME: Final = lazy_regex(r"\s?(?:each|each time|both times|every time|씩)\b|씩", _I)
_MOST_PIECES: Final = 30
_TABLET: Final = 500.0
"""Milligrams of a tablet of paracetamol where nothing else is told (UK and Korean packs)."""
_NUMBERS: Final = {
    "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "eight": 8.0, "ten": 10.0, "half": 0.5,
    "a": 1.0, "한": 1.0, "두": 2.0, "세": 3.0, "네": 4.0, "다섯": 5.0, "여섯": 6.0, "여덟": 8.0, "열": 10.0, "반": 0.5,
    "하나": 1.0, "둘": 2.0, "two and a half": 2.5, "seven and a half": 7.5,
}  # fmt: skip


def _read(match: re.Match[str]) -> _Amount:
    place = (match.start(), match.end(), match.string)
    if match["count"] or match["single"]:
        said = (match["count"] or match["single"]).casefold()
        return _Amount(*place, pieces=_NUMBERS.get(said) or float(said))
    said = match["n"].casefold().replace(",", ".")
    number = _NUMBERS.get(said) or float(said)
    if match["unit"].casefold() in ("mg", "밀리그램"):
        return _Amount(*place, milligrams=number)
    return _Amount(*place, millilitres=number)


def _by_product(
    named: list[Product], amounts: list[_Amount], hours: list[Hour], products: tuple[Product, ...],
    before: Product | None, start: int,
) -> list[Dose]:  # fmt: skip
    """The doses of several medicines in one sentence, each with the hours that stand nearest to it."""
    if len(amounts) == 1 and _EACH_TIME.match(amounts[0].text, amounts[0].end):
        # "10ml each time": of whatever was given.
        nearest = {id(one): min(named, key=lambda each: abs(each.start - one.start)) for one in hours}
        return [_dose(amounts[0], nearest[id(one)], one.at) for one in hours]
    owners = {
        id(hour): min(named, key=lambda one: min(abs(hour.start - one.end), abs(one.start - hour.end)))
        for hour in hours
    }
    made = []
    for product in named:
        own = [one for one in amounts if (one.product or _product(one, products, before, start)) == product]
        times = [hour.at for hour in hours if owners[id(hour)] is product]
        if not own:
            made += [Dose(product.substance, at, None, None, product.start, product.end, product.said) for at in times]
        elif len(times) > len(own) == 1 or (own and len(own) < len(times)):
            made += [_dose(own[0], product, at) for at in times]
        else:
            padded = [*times, *(None for _ in own)]
            made += [_dose(one, product, at) for one, at in zip(own, padded, strict=False)]
    return made


def _without_amount(
    text: str, start: int, end: int, products: tuple[Product, ...], hours: list[Hour], earlier: list[Dose]
) -> list[Dose]:
    """A dose of unknown amount; or the hour of the one before, which was told without."""
    named = [one for one in products if start <= one.start < end]
    if named:
        return [Dose(named[0].substance, one.at, None, None, named[0].start, end, named[0].said) for one in hours]
    if hours and earlier and earlier[-1].at is None:
        last = earlier.pop()
        return [Dose(last.substance, hours[0].at, last.millilitres, last.milligrams, last.start, last.end, last.said)]
    return []


def _times(amounts: list[_Amount], hours: list[Hour]) -> list[datetime | None]:
    if len(hours) == len(amounts):
        return [one.at for one in hours]
    found: list[datetime | None] = []
    left = list(hours)
    for amount in amounts:
        nearest = min(left, key=lambda one: min(abs(one.start - amount.end), abs(amount.start - one.end)), default=None)
        if nearest is not None and len(amounts) > 1:
            left.remove(nearest)
        found.append(nearest.at if nearest is not None else None)
    return found


_AND: Final = lazy_regex(r"\band\b|,|&|하고|이랑|그리고|또", _I)
_RIGHT_BEHIND: Final = 26
_REACH: Final = 160
_BRIEF: Final = 24


def _product(amount: _Amount, products: tuple[Product, ...], before: Product | None, start: int) -> Product | None:
    behind = [one for one in products if amount.end <= one.start <= amount.end + _RIGHT_BEHIND]
    ahead = [one for one in products if one.end <= amount.start + 1 and amount.start - one.end <= _REACH]
    same = [one for one in ahead if one.start >= start]
    gap = amount.text[amount.end : behind[0].start].strip().casefold() if behind else "?"
    if behind and (not same or _JOINED.fullmatch(gap)):
        return behind[0]
    if same:
        return same[-1]
    if behind:
        return behind[0]
    return ahead[-1] if ahead else before


_JOINED: Final = lazy_regex(
    r"(?:of|the|his|her|some|pink|purple|red|infant|infants'?|children'?s|baby|kids|liquid|strawberry|\s)*"
)


def _dose(amount: _Amount, product: Product, at: datetime | None) -> Dose:
    milligrams = amount.milligrams
    if milligrams is None and amount.pieces is not None and product.milligrams is not None:
        milligrams = amount.pieces * product.milligrams
    return Dose(
        product.substance, at, amount.millilitres, milligrams, amount.start, amount.end, product.said, amount.pieces
    )
