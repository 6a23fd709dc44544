"""How an answer shows that it speaks of the patient, or that something is not on record: words of either language."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

OF_YOU: Final = lazy_regex(
    r"\b(?:you|your|he|she|his|her)(?:['’]\w+)?\b|시[니는고며던네겠]|셨|십니다|세요", re.IGNORECASE
)
"""Words that speak to the patient, or of whom the record is."""
UNRECORDED: Final = lazy_regex(
    r"기록(?:에|상|에는|에도|된)\s?\S*\s?(?:없|보이지|남아 있지)|기록이\s?없|(?:말씀|이야기|얘기)?\S*\s?(?:하신"
    r"|드린|들은)\s?(?:적|바)[은이]?\s?없|외에|말고|이외|제외"
    r"|(?:\b(?:no|not|nothing|nowhere|never|none|neither|nor)|n['’]t)\b[^.;:]{0,40}\b(?:record(?:ed)?|listed"
    r"|told|tell|said|say|mention(?:ed)?|not(?:e[ds]?|ing)|list|wrote|write|written|gave|given|give)\b"
    r"|(?:말씀|이야기|얘기|언급|적으|적지|알려|말하|말한)\S*\s?(?:\S{1,6}\s)?(?:적[은이도]?\s?)?(?:없|않|안\s?(?:하|주|적)|못)"
    r"|\b(?:other than|apart from|besides|except)\b"
    r"|\bI (?:don['’]t|do not|can['’]t|cannot) (?:have|see|know|find|say)\b|\bI (?:have|see|know of|find) no\b"
    r"|제가\s[^.]{0,14}(?:없|모르)"
    r"|\brecord\b[^.]{0,30}\b(?:no|not|n't|nothing)\b",
    re.IGNORECASE,
)
"""That something is not on record, which may be said of anything."""
