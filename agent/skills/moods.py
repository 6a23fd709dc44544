"""How a sentence speaks of an act: as an order, a permission or a suggestion, or as what is asked or denied.

The moods are the closed set of endings and frames by which Korean and English order, permit and suggest; which act of
which thing it is, is for the checks to say.
"""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

MOOD_KO: Final = (
    r"(?:"
    r"(?:으?시?|으?신다)면\s?(?:됩|되(?!는지|나|지)|돼|좋(?!은지|을지)|괜찮|충분)"
    r"|(?:으?셔|으?시어|어|아|여|해|[가-힣])?도\s?(?:됩|될\s?(?:것|거|겁|듯)|되(?!는지|는가|나|냐|지)|돼|괜찮(?!은지|을지)|좋(?!은지|을지)|무방|별일\s?없"
    r"|별\s?탈\s?없|큰일\s?(?:아니|없)|상관\s?없|문제\s?없|지장\s?없|안전)"
    r"|으?세요|으?셔요|으?십시오|으?시지요|으?시죠|으?시길\s?(?:바랍|권)|하시기\s?바랍|으?시기\s?바랍|읍시다|ㅂ시다"
    r"|(?:으?시)?는\s?(?:걸로|것으로)\s?(?:하시|하세|해)"
    r"|(?:으?시)?는\s?(?:게|것이|것도|편이|쪽이|걸|것을|건|것은)\s?(?:더\s)?(?:좋|낫|나을|나으|바람직|맞|추천|권|어떨|어떠)"
    r"|(?:으?시)?기를\s?(?:권|추천|바랍)|(?:으?시)?[ㄹ을]?\s?것을\s?(?:권|추천)"
    r"|(?:으?셔야|어야|아야|해야)\s?(?:합|하|해|됩|되|돼)"
    r")"
)
"""An order, a permission or a suggestion, from the end of a Korean verb's stem on."""
APPROVES_EN: Final = lazy_regex(
    r"\b(?:no|not any|little|without)\s(?:real\s|great\s)?(?:harm|problem|risk|danger|objection|issue|trouble)\b"
    r"|\b(?:fine|ok|okay|safe|alright|all right|acceptable|reasonable|sensible|wise|suitable|harmless|worth"
    r"|best|better|enough)\b"
    r"|\b(?:good|better|best|safe)\s(?:idea|choice|option|plan|move)\b"
    r"|\b(?:suggest|recommend|advise|propose|try|trying|consider|considering|go ahead|feel free|why not|how about"
    r"|might as well|could as well|won't hurt|would not hurt|can't hurt|makes sense|will do|would do)\b",
    re.IGNORECASE,
)
"""A frame that permits or suggests what stands in it."""
_DISAPPROVES_EN: Final = lazy_regex(
    r"\b(?:not|n't|never|isn't|no)\s(?:be\s|at all\s|a\s|an\s|really\s|something\s|to\s|considered\s|any\s){0,3}"
    r"(?:fine|ok|okay|safe|alright|all right|acceptable|reasonable|sensible|wise|suitable|good|recommend\w*"
    r"|advise\w*|advisable|suggest\w*|try"
    r"|worth|better|enough)\b"
    r"|\b(?:unsafe|dangerous|harmful|unwise|risky|risks?|avoid|against|rather than|instead of|before|whether|if"
    r"|unless|until|ask|discuss|talk"
    r"|doctor|clinician|gp|specialist|pharmacist|prescriber|team)\b",
    re.IGNORECASE,
)


def approves_en(clause: str) -> bool:
    """Whether an English clause permits or suggests what it speaks of, and leaves it to nobody else."""
    kept = with_harm_denied(clause)
    return APPROVES_EN.search(kept) is not None and _DISAPPROVES_EN.search(kept) is None


_HARMLESS: Final = lazy_regex(
    r"\b(?:no|not any|little|without)\s(?:real\s|great\s|any\s)?(?:harm|problem|risk|danger|objection|issue"
    r"|trouble|reaction)\b"
    r"|(?:\b(?:not|never|hardly|unlikely to)|n't)\s(?:\w+\s){0,4}?(?:harm|trouble|problems?|hurt|reactions?|issues?)\b"
    r"|(?:별|큰|아무|별다른)?\s?(?:탈|문제|지장|부작용|이상|무리|해)(?:은|는|이|가)?\s?없",
    re.IGNORECASE,
)


def with_harm_denied(text: str) -> str:
    """``text`` with the denials of a harm, which permit, told as such: "no trouble", "별 탈 없"."""
    return _HARMLESS.sub(" harmless 괜찮", text)
