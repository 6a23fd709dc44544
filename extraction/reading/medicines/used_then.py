"""What a medicine is kept for: "숨찰 때 쓰는 흡입기" tells when it is used, and of no complaint now."""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex

USED_THEN: Final = lazy_regex(
    r"\s?(?:만\s)?(?:혀\s?(?:밑|아래)에\s|입에\s|코에\s|급히\s|바로\s|잠깐\s)?"
    r"(?:쓰|먹|넣|뿌리|바르|붙이|드시|복용하|흡입하|사용하|녹이|물|맞)는\s?(?:약(?:인|으로)?\s)?(?:\S{1,3}\s)?"
)
"""What stands between the time of need and the name of what is used then."""
