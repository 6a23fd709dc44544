"""A dose of one hour that is found not to have been taken: "this morning's tablet is still in the box"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

ONE_DOSE: Final = 0.5
"""Days of which one dose of a day is told as not taken."""
_DOSE_OF: Final = r"(?:this morning|last night|tonight|today|yesterday|\w+day)(?:'?s)?"
_STILL_THERE: Final = lazy_regex(
    rf"\b(?:{_DOSE_OF}|(?:morning|evening|night|lunchtime)) (?:\w+ ){{0,3}}?(?:is |are |was |were |'s )?(?:still"
    rf"|left)(?: \w+){{0,2}}?"
    r" (?:in|on|inside) (?:the|my|his|her|its|their)\b"
    rf"|\b(?:found|noticed|realised|realized|seen|see|spotted)\b[^.?!]{{0,24}}\b{_DOSE_OF} (?:\w+ ){{0,3}}?(?:still"
    rf"|untaken|not taken|untouched)\b"
    r"|(?:아침|점심|저녁|밤|어제|오늘|엊저녁|[월화수목금토일]요일)\s?(?:약|거|것|꺼|알약|분)[이가은는도]?\s[^.?!]{0,14}"
    r"(?:그대로\s?(?:있|남|네)|남아\s?있|안\s?비어|들어\s?있)",
    re.IGNORECASE,
)


def untaken_in(text: str) -> Iterator[re.Match[str]]:
    """Where ``text`` (normalised) tells such a dose; it tells nothing new of the medicine's hours."""
    return _STILL_THERE.finditer(text)
