"""Words that a dose is counted by, and how medicine writes them: "두 포" is 2 sachets, "one squirt" 1 spray.

A counter is what is counted, for which the readers have learnt ("packet", "drink"); what is written is the word of the
measure in plain English. Doses recorded earlier name the counter itself ("2 packet"), and are read back alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex


@dataclass(frozen=True, slots=True)
class Measure:
    """A word that doses are counted by: its counter, how one and several are written, and what both are in Korean."""

    counter: str
    one: str
    several: str
    korean: str


_TAB: Final = Measure("tab", "tab", "tab", "알")
_CAPSULE: Final = Measure("cap", "capsule", "capsules", "캡슐")
_SACHET: Final = Measure("packet", "sachet", "sachets", "포")
_PUFF: Final = Measure("puff", "puff", "puff", "번 흡입")
_DROP: Final = Measure("drop", "drop", "drop", "방울")
_SPRAY: Final = Measure("spray", "spray", "spray", "번 분무")
_PATCH: Final = Measure("patch", "patch", "patches", "장")
_PUMP: Final = Measure("pump", "pump", "pumps", "펌프")
_TEASPOON: Final = Measure("spoon", "teaspoon", "teaspoons", "티스푼")
_TABLESPOON: Final = Measure("spoon", "tablespoon", "tablespoons", "큰술")
_SPOONFUL: Final = Measure("spoon", "spoonful", "spoonfuls", "숟갈")
_SCOOP: Final = Measure("spoon", "scoop", "scoops", "스쿱")
_PACK: Final = Measure("pack", "pack", "packs", "갑")
_CIGARETTE: Final = Measure("cigarette", "cigarette", "cigarettes", "개비")
_STEP: Final = Measure("step", "step", "steps", "보")
_CUP: Final = Measure("drink", "cup", "cups", "컵")
_GLASS: Final = Measure("drink", "glass", "glasses", "잔")
_CAN: Final = Measure("drink", "can", "cans", "캔")
_BOTTLE: Final = Measure("drink", "bottle", "bottles", "병")
_DRINK: Final = Measure("drink", "drink", "drinks", "잔")

_WORDS: Final = (
    (_TAB, r"\s?(?:알|정(?!도|상|말|확|해|형|신|기|리)|개(?!월|비|피)|tablets?\b|tabs?\b|pills?\b)"
           r"|(?<=\d)t(?![\w/'\u2019])"),
    (_CAPSULE, r"\s?(?:캡슐|capsules?\b|caps?\b)|(?<=\d)c(?![\w/'\u2019])"),
    (_SACHET, r"\s?(?:포(?!함|도|기|인|터|진)|봉지|봉(?=씩|을|\s|$|[,.])|packets?\b|sachets?\b)"
              r"|(?<=\d)p(?![\w/'\u2019])"),
    (_PUFF, r"\s?(?:퍼프|모금|흡입|puffs?\b|inhalations?\b)"),
    (_DROP, r"\s?(?:방울|drops?\b)"),
    (_SPRAY, r"\s?(?:스프레이|분무|sprays?\b|squirts?\b|spritz(?:es)?\b)"),
    (_PATCH, r"\s?(?:패치|patch(?:es)?\b)"),
    (_PUMP, r"\s?(?:펌프|pumps?\b)"),
    (_TEASPOON, r"\s?(?:티\s?스푼|찻\s?숟(?:갈|가락)|teaspoon(?:ful)?s?\b|tsps?\b)"),
    (_TABLESPOON, r"\s?(?:큰\s?술|밥\s?숟(?:갈|가락)|테이블\s?스푼|tablespoon(?:ful)?s?\b|tbsps?\b)"),
    (_SCOOP, r"\s?(?:스쿱|scoops?\b)"),
    (_SPOONFUL, r"\s?(?:숟갈|숟가락|스푼|spoonfuls?\b|spoons?\b)"),
    (_PACK, r"\s?(?:갑|packs?\b)"),
    (_CIGARETTE, r"\s?(?:개비|개피|cigarettes?\b|smokes\b|fags\b|roll-?ups?\b|rollies\b)"),
    (_STEP, r"\s?(?:보(?![다통험])|걸음|steps?\b)"),
    (_CUP, r"\s?(?:컵|사발|cups?\b|mugs?\b)"),
    (_CAN, r"\s?(?:캔|cans?\b)"),
    (_BOTTLE, r"\s?(?:병|bottles?\b)"),
    (_GLASS, r"\s?(?:잔|glass(?:es)?\b)"),
    (_DRINK, r"\s?(?:drinks?\b|pints?\b|beers?\b|shots?\b|seltzers?\b|ciders?\b|lagers?\b|ales?\b|whisk(?:e?y|ies)\b"
             r"|wines?\b|coffees?\b|teas?\b|lattes?\b|flat whites?\b|espressos?\b|cappuccinos?\b)"),
)  # fmt: skip
_PATTERNS: Final = tuple((measure, lazy_regex(words)) for measure, words in _WORDS)
"""In the order in which they are tried: what is longer stands before what it begins with."""

_WRITTEN: Final[Mapping[str, Measure]] = {
    **{measure.counter: measure for measure, _ in reversed(_WORDS)},
    **{form: measure for measure, _ in _WORDS for form in (measure.one, measure.several)},
    "tablet": _TAB, "tablets": _TAB, "puffs": _PUFF, "drops": _DROP, "sprays": _SPRAY, "packets": _SACHET,
    "caps": _CAPSULE, "tabs": _TAB, "drink": _DRINK, "spoon": _SPOONFUL, "spoons": _SPOONFUL,
}  # fmt: skip
"""Every form in which a measure stands on record, old or new, or from a chart."""

WRITTEN_FORMS: Final = tuple(sorted(_WRITTEN, key=len, reverse=True))
"""The same words, longest first, for patterns."""


def measure_at(folded: str, at: int) -> tuple[Measure, int] | None:
    """The measure word at ``at`` of a text in lower case, just behind a number, and where it ends; None for none."""
    for measure, pattern in _PATTERNS:
        if match := pattern.match(folded, at):
            return measure, match.end()
    return None


def measure_of(words: str) -> Measure | None:
    """The measure that ``words`` name: a counter, or a form as it is written; None for a unit or nothing."""
    return _WRITTEN.get(words.strip().lower())


def counter_of(dose: str | None) -> str:
    """What a dose on record is counted in, by its counter; empty where it is measured, or has no dose."""
    named = (measure_of(word) for word in (dose or "").replace(",", " ").split()[1:])
    return next((one.counter for one in named if one is not None), "")


def with_unit(number: str, unit: str) -> str:
    """A number with what stands behind it, "2" and " sachet" as "2 sachets"; other units stay as they are.

    One and less is written in the singular ("0.5 capsule"), a range by its upper end.
    """
    measure = measure_of(unit)
    if measure is None:
        return number + unit
    try:
        single = float(number.rpartition("-")[2]) <= 1
    except ValueError:
        single = False
    return f"{number} {measure.one if single else measure.several}"
