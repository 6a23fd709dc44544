"""Dizziness that comes with standing up, whatever stands between: "일어서는데 눈앞이 핑", "woozy out of bed"."""

from __future__ import annotations

from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_RISES_KO: Final = (
    r"(?:(?:앉았다가?|누웠다가?|자다가?|의자에서|침대에서|변기에서|화장실에서)?\s?)?"
    r"(?:일어[나날난설서섰났선]|기립)[가-힣]{0,4}\s?(?:때마다|때면|때는|때|직후|순간|적에)?\s?(?:\S{1,5}\s){0,2}?"
)
_REELS_KO: Final = (
    r"(?:핑\s?(?:[허하]고\s)?(?:돌|도는|돕|돎|돈)|핑핑|핑글|핑\s?하|어질|어찔|아찔|휘청|비틀|띵|어지[러럽럼]"
    r"|캄캄|깜깜|까매|하얘지|노래지)"
)
_RISES_EN: Final = (
    r"(?:(?:when(?:ever)?|if|as|after|on|every time|each time|once|the minute|the second)\s(?:i|he|she|they|mum"
    r"|dad)?\s?)?"
    r"\b(?:stand(?:s|ing)?(?: up)?|stood(?: up)?|get(?:s|ting)? up|got up|get(?:s|ting)? out of (?:the |my "
    r"|his |her )?(?:bed|chair|bath|car)|got out of (?:the |my )?(?:bed|chair|bath)|ris(?:e|ing)|rose)\b"
)
_REELS_EN: Final = (
    r"\b(?:dizz(?:y|ies|iness)|giddy|light-?headed(?:ness)?|woozy|head[- ]?rush(?:es)?|head (?:spins?|swims?)"
    r"|faint(?:y|ish)?"
    r"|see(?:ing)? stars|nearly (?:went|passed out|fell|keeled|fainted)|almost (?:passed out|fainted|fell)"
    r"|(?:everything|it|room|world)(?:'s| goes| went| all)? (?:black|spins?|grey|swims))\b"
)
_GIVES_WAY: Final = frozenset(
    {"dizziness", "presyncope", "gait_disturbance", "vertigo", "balance_problem", "visual_disturbance"}
)

STANDING_UP: Final = (
    Told(
        "symptoms", "orthostatic_dizziness",
        lazy_regex(rf"(?<![가-힣]){_RISES_KO}{_REELS_KO}[가-힣]{{0,2}}"),
        _GIVES_WAY,
    ),
    Told(
        "symptoms", "orthostatic_dizziness",
        lazy_regex(
            rf"{_REELS_EN}(?:\s(?!not|no|but|and)[a-z']+){{0,3}}?\s{_RISES_EN}"
            rf"|{_RISES_EN}(?:\s(?!not|no|but|don't|never)[a-z']+){{0,4}}?,?\s{_REELS_EN}"
        ),
        _GIVES_WAY,
    ),
)  # fmt: skip
