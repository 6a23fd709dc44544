"""What was given of a medicine for fever: of which, how much, when; nothing that is only asked about or thought of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from extraction.reading.children.hours import Hour, hours_in
from extraction.reading.children.products import PARACETAMOL, Product, products_in
from extraction.text.lazy_regex import lazy_regex

_I: Final = re.IGNORECASE
STRENGTH: Final = lazy_regex(
    r"(?P<mg>\d+(?:\.\d+)?)\s?mg\s?(?:/|per|in(?: each| every)?|는|에)\s?(?:(?P<ml>\d+(?:\.\d+)?)\s?)?(?:ml|밀리|미리)"
    r"|(?P<ml_first>\d+(?:\.\d+)?)?\s?(?:ml|밀리|미리)\s?(?:당|에|안에|중)\s?(?P<each>\d+(?:\.\d+)?)\s?(?:mg|밀리그램)"
    r"|(?<![\d.])(?P<bare>\d{2,3})\s?(?:mg\s?)?(?:/|in|per)\s?(?P<bare_ml>5)(?:\s?ml)?(?![\d.])",
    _I,
)
"""How strong a syrup is: "120 mg/5 ml", "5ml에 100mg", "160/5"."""
_AMOUNT: Final = lazy_regex(
    r"(?<![\d./])(?P<n>\d{1,3}(?:[.,]\d{1,2})?|five|ten|two and a half|seven and a half|다섯|열)\s?(?P<unit>mls?\b|ml(?![a-z])|millilit\w+|밀리(?!그램)(?:리터)?|미리(?!그램|짜리)(?:리터)?|cc|시시|mg(?![a-z/])|밀리그램)"
    r"|(?<![\d.가-힣])(?:(?P<count>\d|one|two|half|a|한|두|반)\s?(?P<piece>tablets?\b|tabs?\b|caplets?\b|pills?\b|suppositor\w+|sachets?\b|알|정(?![가-힣])|포(?![가-힣])|개(?![가-힣월]))|(?P<single>하나|둘)(?=\s?(?:를|만|먹|넣|줬|,)))",
    _I,
)
_GIVEN: Final = lazy_regex(
    r"\b(?:gave|given|had|has had|took|taken|give him|give her|we've done|got|been having|drank|swallowed)\b"
    r"|먹였|먹인|먹었|먹이고|줬|주었|넣었|넣어줬|멕였|멕이뿟|멕인|먹여버|먹여\s?버|먹여놓|마셨|투여했|드렸|삼켰",
    _I,
)
_NOT_GIVEN: Final = lazy_regex(
    r"\b(?:can|could|should|may|shall|do) (?:i|we|he|she|they|you)\b(?! overdo)|\bhow (?:much|many)\b|\bwhat dose\b|\bcan (?:he|she) (?:still )?have\b|\bnot (?:given|had)\b|\bhas ?n['o]t had\b"
    r"|\bis it ok to give\b|\b(?:nurse|doctor|gp|label|box|bottle|leaflet|pharmacist) (?:told|says?|said)\b"
    r"|먹일까|먹이면|먹여도|줄까|줘도|주면|될까|되나|먹을까|먹어도|얼마|몇\s?(?:ml|미리|밀리|cc|알|시간)|할까|먹이려|줄라|주려|안\s?먹|못\s?먹",
    _I,
)
_SENTENCE: Final = lazy_regex(r"[!?\n]+|\.(?!\d)|(?<=[가-힣])[요다죠어](?:\s|$)")
_ANOTHER: Final = lazy_regex(r"\b(?:another|again|second|more)\b|또|다시|한\s?번\s?더", _I)


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
    return [(first, last) for first, last in zip(bounds, bounds[1:], strict=False) if text[first:last].strip()]


def _in_sentence(
    text: str, start: int, end: int, products: tuple[Product, ...], hours: tuple[Hour, ...], before: Product | None,
    earlier: list[Dose],
) -> list[Dose]:  # fmt: skip
    sentence = text[start:end]
    here = [one for one in hours if start <= one.start < end]
    given, asked = _GIVEN.search(sentence), _NOT_GIVEN.search(sentence)
    if asked and not (given and (given.start() < asked.start() or "?" not in sentence)):
        return []
    amounts = list(_AMOUNT.finditer(text, start, end))
    if not amounts and here and earlier and earlier[-1].at is None and not given and len(sentence) < _BRIEF:
        # "넣었어요. 방금요": the hour alone, right behind what was given.
        return _without_amount(text, start, end, (), here, earlier)
    if not given and not here:
        return []
    if not amounts:
        return _without_amount(text, start, end, products, here, earlier) if given else []
    if len(amounts) == 1 and given and len(here) > 1 and _AND.search(text[here[0].end : here[-1].start]):
        # "We gave it at 11.30 and at 5" tells of one amount twice.
        amounts = amounts * len(here)
    times = _times(amounts, here)
    made = []
    for match, at in zip(amounts, times, strict=True):
        product = _product(match, products, before, start)
        if product is None or (not given and at is None):
            continue
        made.append(_dose(match, product, at))
    return made


def _without_amount(
    text: str, start: int, end: int, products: tuple[Product, ...], hours: list[Hour], earlier: list[Dose]
) -> list[Dose]:
    """A dose of unknown amount; or the hour of the one before, which was told without."""
    named = [one for one in products if start <= one.start < end]
    if named:
        at = hours[0].at if hours else None
        return [Dose(named[0].substance, at, None, None, named[0].start, end, named[0].said)] if at else []
    if hours and earlier and earlier[-1].at is None:
        last = earlier.pop()
        return [Dose(last.substance, hours[0].at, last.millilitres, last.milligrams, last.start, last.end, last.said)]
    return []


def _times(amounts: list[re.Match[str]], hours: list[Hour]) -> list[datetime | None]:
    if len(hours) == len(amounts):
        return [one.at for one in hours]
    found: list[datetime | None] = []
    left = list(hours)
    for match in amounts:
        nearest = min(
            left, key=lambda one: min(abs(one.start - match.end()), abs(match.start() - one.end)), default=None
        )
        if nearest is not None and len(amounts) > 1:
            left.remove(nearest)
        found.append(nearest.at if nearest is not None else None)
    return found


_AND: Final = lazy_regex(r"\band\b|,|&|하고|이랑|그리고|또", _I)
_RIGHT_BEHIND: Final = 26
_REACH: Final = 160
_BRIEF: Final = 24


def _product(match: re.Match[str], products: tuple[Product, ...], before: Product | None, start: int) -> Product | None:
    behind = [one for one in products if match.end() <= one.start <= match.end() + _RIGHT_BEHIND]
    ahead = [one for one in products if one.end <= match.start() + 1 and match.start() - one.end <= _REACH]
    same = [one for one in ahead if one.start >= start]
    gap = match.string[match.end() : behind[0].start].strip().casefold() if behind else "?"
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


def _dose(match: re.Match[str], product: Product, at: datetime | None) -> Dose:
    if match["count"] or match["single"]:
        pieces = (
            {"하나": 1.0, "둘": 2.0}.get(match["single"] or "")
            or {"one": 1.0, "two": 2.0, "half": 0.5, "a": 1.0, "한": 1.0, "두": 2.0, "반": 0.5}.get(
                match["count"].casefold()
            )
            or float(match["count"])
        )
        each = product.milligrams
        return Dose(
            product.substance,
            at,
            None,
            each * pieces if each else None,
            match.start(),
            match.end(),
            product.said,
            pieces,
        )
    said = match["n"].casefold().replace(",", ".")
    number = {"five": 5.0, "ten": 10.0, "two and a half": 2.5, "seven and a half": 7.5, "다섯": 5.0, "열": 10.0}.get(
        said
    ) or float(said)
    if match["unit"].casefold() in ("mg", "밀리그램"):
        return Dose(product.substance, at, None, number, match.start(), match.end(), product.said)
    return Dose(product.substance, at, number, None, match.start(), match.end(), product.said)


def milligrams_of(dose: Dose, product_strength: float | None, told: float | None) -> float | None:
    """What a dose holds: as told, else by the strength that was told, else by the product's."""
    if dose.milligrams is not None or dose.millilitres is None:
        return dose.milligrams
    strength = told if told is not None else product_strength
    return dose.millilitres * strength if strength is not None else None


def is_same_medicine(one: str, other: str) -> bool:
    """Whether two substances are one medicine for the body: ibuprofen and its half dexibuprofen are."""
    return one == other or PARACETAMOL not in (one, other)
