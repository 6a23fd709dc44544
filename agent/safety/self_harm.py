"""Words of wanting to die or to harm oneself, and what places them elsewhere: denial, a topic, another person."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_SELF_HARM: Final = lazy_regex(
    r"죽고\s?싶|죽어\s?버리|죽는\s?게\s?(?:낫|나)|죽었으면|(?<!혼)자살|자해|목숨을\s?끊|생을\s?마감|살고\s?싶지\s?않"
    r"|살기\s?싫"
    r"|살아서\s?뭐|(?:그냥|확|이대로)?\s?사라(?:지고\s?싶|졌으면)"
    r"|kill(?:ing)? myself|suicid|end (?:my life|it all)|take my (?:own )?life|want to die|wish i (?:was|were) dead"
    r"|better off (?:dead|without me)|don'?t want to (?:live|be here|be alive|exist)|no reason to live"
    r"|self[- ]harm|(?:hurt|harm)(?:ing)? myself",
    re.IGNORECASE,
)
_SELF_HARM_SPOKEN_OF: Final = lazy_regex(
    r"예방|방지|단어|뉴스|영화|드라마|기사|통계|prevent|awareness|training|word|news|movie|hotline number",
    re.IGNORECASE,
)
_DENIED: Final = lazy_regex(
    r"없|않|안\s?(?:아프|나|차|느|들|해)|아[니닌닙님녜녔]|\bno\b|\bnot\b|(?<!ca)(?<!wo)n['’]t\b|without|never|denies|denied",
    re.IGNORECASE,
)
_OTHERS: Final = lazy_regex(
    r"친구|이웃|동료|남편|아내|와이프|가족|아버|어머|엄마|아빠|할머|할아버|동생|언니|누나|오빠"
    r"|(?<![가-힣])형(?:이|은|님)|아들|딸|아기|아이가|애가|사람이"
    r"|friend|neighbou?r|colleague|coworker|father|mother|\bmom\b|\bdad\b|husband|wife|brother|sister|\bson\b"
    r"|daughter"
    r"|family|\bbaby\b|grand(?:ma|pa|mother|father)|\bhe\b|\bshe\b",
    re.IGNORECASE,
)
_CLAUSE_END: Final = lazy_regex(
    r"[.!?;\n]|,\s|지만|는데\s|[었았였]고\s|고요\s|\bbut\b|\band (?=i\b|my\b|now\b)", re.IGNORECASE
)


_ACCIDENT: Final = lazy_regex(
    r"면도|요리|칼질|썰다|썰고|깎다|깎고|설거지|캔|종이|실수로|넘어|운동|\bshav|\bchopp|\bcook|\bslic|\bpeel"
    r"|\bkitchen|by accident"
    r"|accident(?:al|ally)\b|(?:hurt|cut|burn(?:ed|t)?) (?:my ?self|my \w+(?: \w+)?) (?:on (?:a|an|the|some|my)\b"
    r"|at\b|in the\b"
    r"|with the (?:iron|oven|kettle|mower)|(?:while |when i was )?\w+ing\b)",
    re.IGNORECASE,
)
"""What tells of a hurt that nobody meant."""
_MEANT: Final = lazy_regex(
    r"일부러|on purpose|deliberate|again\b|when (?:it|i|things|everything)|to (?:feel|cope|punish)", re.IGNORECASE
)


def by_accident(text: str) -> bool:
    """Whether a hurt to oneself is told as one that nobody meant: at the stove, with a razor, at play."""
    return _ACCIDENT.search(text) is not None and _MEANT.search(text) is None


def speaks_of_self_harm(text: str) -> bool:
    """Whether the patient speaks of wanting to die or to harm themselves; not of others, nor in denial."""
    for clause in _CLAUSE_END.split(text):
        if _SELF_HARM.search(clause) is None:
            continue
        if by_accident(clause):
            continue
        around = _SELF_HARM.sub(" ", clause)
        if not any(pattern.search(around) for pattern in (_DENIED, _SELF_HARM_SPOKEN_OF, _OTHERS)):
            return True
    return False


def denies_self_harm(text: str) -> bool:
    """Whether words of self-harm stand in ``text`` only as denied, as another person's or as a topic."""
    return _SELF_HARM.search(text) is not None and not speaks_of_self_harm(text)
