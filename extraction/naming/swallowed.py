"""Medicines that share their name with a cream, where words tell that they are swallowed: "hydrocortisone 10 mg"."""

from __future__ import annotations

from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_ON_THE_SKIN: Final = (
    r"creams?\b|ointment|rash|eczema|psoriasis|itch|\bskin\b|appl(?:y|ied|ying)|rub(?:bed|bing)?\b|1 ?%|bite"
    r"|크림|연고|바르|발라|발랐|습진|가려|피부|벌레"
)
_TO_SWALLOW: Final = (
    r"tablets?|pills?|\d\s?mg|swallow|addison|adrenal|pituitar|sick day|vomit|thr(?:ew|own|ow)|\btakes?\b|\btook\b"
    r"|\bon\b"
    r"|먹|드시|드셨|복용|알씩|부신|쿠싱|뇌하수체|애디슨|\d\s?(?:mg|밀리|미리)"
)

SWALLOWED: Final = (
    Told(
        "medications",
        "hydrocortisone_tablet",
        lazy_regex(
            rf"(?<![a-z])(?P<it>hydrocortisone|하이드로\s?코르?티[손존])(?![a-z])"
            rf"(?=[\s\S]{{0,300}}?(?:{_TO_SWALLOW}))(?![\s\S]{{0,300}}?(?:{_ON_THE_SKIN}))"
        ),
        frozenset({"hydrocortisone_cream"}),
    ),
)
"""Hydrocortisone is a cream to most, and what keeps those alive whose adrenals fail."""
