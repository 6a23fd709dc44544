"""Waterworks and bowels as people tell them, by counting: "up three times a night for the loo", "나흘에 한 번 봐요".

A dictionary holds "nocturia" and "frequent stools"; people say how often they were up, or how long they were not.
"""

from __future__ import annotations

from typing import Final

from extraction.naming.told import COUNT_KO, TIMES_EN, Told
from extraction.text.lazy_regex import lazy_regex

_NIGHT_KO: Final = r"(?:밤|새벽|자다가|자는\s?동안|한밤중)(?:에|에도|에는|엔|마다|중에|새)?(?:만)?"
_ALSO_KO: Final = r"(?:은|는|도|씩|정도|쯤|이나|이상|꼭|만|까지|\s)*"
_WAKES_KO: Final = r"(?:깨(?!끗|닫|우)|깼|깸|깹|깬|일어나(?!야)|일어났|일어남)"
_URINE_KO: Final = r"(?:소변|오줌|쉬|화장실|요강)"
_URINE_EN: Final = r"(?:pee|wee|loo|toilet|bathroom|bog|slash|widdle|piss|urinate|pass water|dunny|jacks|washroom)"
_NIGHT_EN: Final = r"(?:a|each|every|per|in the|during the|through the|of a|last|at)\snights?"
_UP_EN: Final = r"(?:up|getting up|gets? up|got up|waking(?: up)?|wakes?(?: up)?|woke(?: up)?|woken)"
_OF_URINE: Final = r"소변|오줌|전립선|방광|전립샘|pee|wee\b|urin|bladder|prostat|waterworks|loo\b|stream"
_LONG_KO: Final = r"(?:이틀|사흘|나흘|닷새|엿새|이레|일주일|한\s?주|\d{1,2}일|[이삼사오육칠]일)"
_STOOL_KO: Final = r"(?:변|대변|똥|응가|큰\s?거|큰일)"
_LONG_EN: Final = r"(?:\d{1,2}|two|three|four|five|six|seven|a few|several|a couple of)\sdays|a week"

EXCRETION_COUNTS: Final = (
    Told("symptoms", "nocturia", lazy_regex(
        rf"{_NIGHT_KO}\s{_ALSO_KO}{COUNT_KO}{_ALSO_KO}{_URINE_KO}\S{{0,3}}\s?(?:때문에\s|땜에\s)?(?:\S+\s)?(?:가|갔|봐|보|누|깨|깬|깼|다녀)\S{{0,3}}"
        rf"|{_NIGHT_KO}\s(?:{_URINE_KO}\S{{0,3}}\s(?:\S+\s)?)?{_ALSO_KO}{COUNT_KO}{_ALSO_KO}{_WAKES_KO}\S{{0,2}}"
        rf"(?=[\s\S]{{0,80}}(?:{_OF_URINE}))"
        rf"|{_NIGHT_KO}\s{_URINE_KO}\S{{0,3}}\s(?:\S+\s)?{_ALSO_KO}{COUNT_KO}{_ALSO_KO}(?:[가갔봐보누]|{_WAKES_KO})\S{{0,2}}"
    ), frozenset({"night_waking", "insomnia", "urinary_frequency"})),
    Told("symptoms", "nocturia", lazy_regex(
        rf"(?:{_OF_URINE})[\s\S]{{0,80}}?(?P<it>{_NIGHT_KO}\s{_ALSO_KO}{COUNT_KO}{_ALSO_KO}{_WAKES_KO}\S{{0,2}})"
    ), frozenset({"night_waking", "insomnia"})),
    Told("symptoms", "night_waking", lazy_regex(
        rf"{_NIGHT_KO}\s{_ALSO_KO}{COUNT_KO}{_ALSO_KO}(?:깨(?!끗|닫|우)|깼|깸|깹|깬다)\S{{0,2}}"
    )),
    Told("symptoms", "nocturia", lazy_regex(
        rf"\b{_UP_EN}\s{TIMES_EN}(?:\s{_NIGHT_EN})?(?:\s(?:to|for|for a|for the|to use the|to go to the|to go "
        rf"for a|going"
        rf" to the|needing the|needing a|needing to)\s(?:the\s|a\s)?{_URINE_EN}\b(?:\s{_NIGHT_EN})?)"
        rf"|\b{_URINE_EN}(?:s|ing)?\s{TIMES_EN}\s{_NIGHT_EN}"
        rf"|\b{TIMES_EN}\s{_NIGHT_EN}\s(?:to|for|for a|for the)\s(?:the\s|a\s)?{_URINE_EN}\b"
        rf"|\b{_UP_EN}\s{TIMES_EN}\s{_NIGHT_EN}(?=[^?!]{{0,60}}\b(?:{_OF_URINE}))"
    ), frozenset({"night_waking", "insomnia", "urinary_frequency"})),
    Told("symptoms", "night_waking", lazy_regex(rf"\b{_UP_EN}\s{TIMES_EN}\s{_NIGHT_EN}")),
    Told("symptoms", "early_awakening", lazy_regex(
        r"새벽\s?(?:한|두|세|네|다섯|[1-5])\s?시(?:면|만\s되면|쯤이?면|쯤에?|에)?\s(?:꼭\s|늘\s|자꾸\s|맨날\s|항상\s)?"
        r"(?:눈이?\s?(?:떠[지집졌져]|뜨[고여이])|잠이?\s?깨|깨[요고서는])\S{0,2}"
    ), frozenset({"insomnia", "night_waking"})),
    Told("symptoms", "constipation", lazy_regex(
        rf"(?<![가-힣]){_STOOL_KO}(?:은|는|을|를|도|이)?\s?(?:\S{{1,4}}\s)?{_LONG_KO}에\s?(?:한|1)\s?번(?:\s\S*[보봐봅누눠])?"
        rf"|(?<![가-힣]){_LONG_KO}(?:에\s?(?:한|1)\s?번)\s(?:{_STOOL_KO}|화장실)\S{{0,2}}\s?(?:보|봐|봅|누|가)"
    )),
    Told("symptoms", "constipation", lazy_regex(
        rf"\b(?:haven'?t|havent|hasn'?t|hasnt|not)\s(?:been|gone|had a (?:poo|crap|bm|number two|motion))"
        rf"(?:\sto the (?:toilet|loo|bathroom)|\sproperly|\sfor a (?:poo|number two))?\s(?:for|in)\s(?:{_LONG_EN})"
        rf"|\b(?:no|not a)\s(?:poo|poop|bm|bowel (?:motion|movement)|motion|number two)\s(?:for|in)\s(?:{_LONG_EN})"
    )),
    Told("symptoms", "urinary_frequency", lazy_regex(
        rf"\b(?:pee|wee|peeing|weeing|urinating|passing water)\s(?:about |like |every )?"
        rf"(?:every (?:half hour|hour|twenty minutes|\d+ min\w*)|{TIMES_EN}\s(?:a|per|in a)\sday)"
        rf"|(?:소변|오줌)(?:을|를|은)?\s?(?:보러\s|누러\s)?(?:하루(?:에)?\s)?(?:\S{{1,4}}\s)?{COUNT_KO}{_ALSO_KO}(?:가|갔|봐|보|누)\S{{0,2}}"
    )),
    Told("symptoms", "frequent_bowel_movements", lazy_regex(
        rf"화장실(?:을|에|만|은|도)?\s(?!.{{0,20}}(?:소변|오줌|밤))(?:\S{{1,4}}\s){{0,2}}?{COUNT_KO}{_ALSO_KO}(?:가|갔|간|들락|다녀|갑)\S{{0,2}}"
        rf"|화장실(?:을|에)?\s?(?:하루(?:에)?\s)?{COUNT_KO}"
        rf"|(?<![가-힣]){_STOOL_KO}(?:을|를|은|도)?\s(?:하루(?:에)?\s)(?:\S{{1,3}}\s)?{COUNT_KO}{_ALSO_KO}(?:씩\s)?[보봐봅싸누가]"
    )),
    Told("symptoms", "frequent_bowel_movements", lazy_regex(
        rf"\b(?:to the )?(?:toilet|loo|bog|jacks|dunny|bathroom|washroom)\s{TIMES_EN}(?!\s{_NIGHT_EN})"
        rf"|\b{TIMES_EN}\sto the (?:toilet|loo|bog|jacks|dunny|bathroom)\b(?!\s{_NIGHT_EN})"
        rf"|\bbowels?(?: open(?:ed)?| moved| going)?\s{TIMES_EN}"
    )),
    Told("symptoms", "urinary_retention", lazy_regex(
        r"\b(?P<it>pee(?:ing)?|wee(?:ing)?|waterworks|passing (?:water|urine)|urinating)(?='?s?(?: is| are)? "
        r"(?:still )?"
        r"(?:fine|ok|okay|grand|normal|all right|alright)\b(?!\s?\?))"
    )),
)  # fmt: skip
"""Told once for urine at night before it is told as waking: the first that finds its place has it."""
