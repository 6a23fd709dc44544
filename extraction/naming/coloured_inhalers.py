"""Inhalers by their colour: "a blue inhaler and a brown one", "the purple one twice a day", "파란 거".

The reliever is blue nearly everywhere, and the purple one is known by its colour too. Brown and orange are preventers
with a steroid, whose name the colour does not tell. A colour alone is an inhaler's only where one is spoken of.
"""

from __future__ import annotations

from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_DEVICE: Final = r"(?:inhalers?|puffers?|pumps?)"
_SPOKEN_OF: Final = r"(?:inhaler|puffer|asthma|copd|wheez|reliever|preventer|ventolin|salbutamol)"
_SPOKEN_OF_KO: Final = r"(?:흡입기|흡입제|천식|벤토린|코피디|COPD|copd)"
_NAMED: Final = frozenset({"beclomethasone_inhaler", "inhaler", "fluticasone_inhaler"})
_LOW: Final = frozenset({"depressed_mood"})


def _rows(concept: str, kind: str, english: str, korean: str) -> tuple[Told, ...]:
    one = rf"\b(?:{english})\s(?:ones?)\b"
    one_ko = rf"(?<![가-힣])(?:{korean})색?\s?(?:거|것|걸|건|게)(?![가-힣]{{2}})"
    return tuple(
        Told(kind, concept, lazy_regex(pattern), _NAMED | _LOW)  # type: ignore[arg-type]
        for pattern in (
            rf"\b(?:{english})\s(?:\w+\s)?{_DEVICE}\b",
            rf"\bpuffs? (?:of|on|from) (?:the|my|his|her|a) (?P<it>(?:{english})(?: one)?)\b(?! {_DEVICE})",
            rf"{_SPOKEN_OF}[^?]{{0,80}}?(?P<it>{one})",
            rf"(?P<it>{one})(?=[^?]{{0,80}}{_SPOKEN_OF})",
            rf"(?<![가-힣])(?:{korean})색?\s?(?:흡입기|흡입제|뿌리는\s?거)",
            rf"{_SPOKEN_OF_KO}[^?]{{0,60}}?(?P<it>{one_ko})",
            rf"(?P<it>{one_ko})(?=[^?]{{0,60}}{_SPOKEN_OF_KO})",
        )
    )


COLOURED_INHALERS: Final = (
    *_rows("albuterol_inhaler", "medications", "blue", "파란|파랑|푸른|하늘"),
    *_rows("inhaled_corticosteroid", "drug_classes", "brown|orange", "갈|밤|주황"),
    *_rows("fluticasone_salmeterol_inhaler", "medications", "purple", "보라"),
)
