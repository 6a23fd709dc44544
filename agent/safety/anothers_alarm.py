"""What somebody beside the speaker has now: "my husband has crushing chest pain", "친구가 경련을 해요".

A warning sign that is said of another person and nothing else is told calls for care as the speaker's own does. What is
told with an illness, of long ago, as a habit or as a question is left to the alarms by words and to the reader.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.safety.placing import Told
from extraction.naming.mentions import Entry, Mention
from extraction.text.lazy_regex import lazy_regex

_MOST_WORDS: Final = 12
"""Words of a message that tells one thing: a cry for help is short."""
_PERSON: Final = lazy_regex(
    r"(?<![a-z])(?:husband|wife|partner|boyfriend|girlfriend|mum|mom|mother|dad|father|son|daughter|child|kid|baby"
    r"|toddler|brother|sister|gran|nan|grandma|grandad|grandpa|grandfather|grandmother|friend|mate|neighbou?r"
    r"|colleague|flatmate|roommate|uncle|aunt|auntie|he|she)(?![a-z])"
    r"|남편|아내|와이프|신랑|집사람|엄마|어머니|아빠|아버지|아들|딸|아이가|애가|아기|할머니|할아버지|동생|언니|누나|오빠|친구|이웃|동료"
    r"|시어머니|시아버지|장모|장인|삼촌|이모|고모|조카|손자|손녀",
    re.IGNORECASE,
)
_HABIT: Final = lazy_regex(
    r"\b(?:gets?|suffers?|often|sometimes|usually|always|every|prone|history|used to|had|when|if|whenever|about|should"
    r"|what|why|how|for (?:years|months))\b"
    r"|가끔|자주|항상|늘|매일|매년|원래|면\s|때마다|편이|적이|있으면|왜|어떻게|무슨",
    re.IGNORECASE,
)
_WISH_TO_DIE: Final = lazy_regex(
    r"\b(?:he|she|they)(?:'s| is| are| was| were| has| have| keeps?| kept)? ?(?:been )?(?:just |now |also )?"
    r"(?:wants?|wanting|going|threatens?|threatening|talking (?:about|of)|thinking (?:about|of)|trying) (?:to )?"
    r"(?:die\b|dying\b|kill(?:ing)? (?:him|her|them)sel|end(?:ing)? (?:his|her|their) life|suicide|end(?:ing)? it all)"
    r"|\bsaid (?:he|she|they) (?:wanted|was going|were going) to (?:die|kill)\b"
    r"|죽고\s?싶(?:대|다(?:고|는|네)|어\s?(?:해|하))|(?<!혼)자살(?:하겠|할\s?거|한다|하고\s?싶)(?:대|다고|\S{0,2}래)|죽어\s?버리겠(?:대|다고)",
    re.IGNORECASE,
)
_OTHERWISE: Final = lazy_regex(
    r"배고파|더워|추워|웃겨|힘들어\s?죽|영화|드라마|뉴스|소설"
    r"|\b(?:film|movie|show|book|song|news|years ago|used to|no longer)\b",
    re.IGNORECASE,
)
_ALONE: Final = frozenset({"symptoms", "relatives", "social"})
"""What may be named in a message that tells of one thing."""


def anothers_signs(told: Told, mentions: Sequence[Mention]) -> tuple[Entry, ...]:
    """The warning signs that another person has now, where a short message tells that and nothing else."""
    text = told.text
    if len(text.split()) > _MOST_WORDS or "?" in text or _PERSON.search(text) is None or _HABIT.search(text):
        return ()
    if any(one.entry.kind not in _ALONE for one in mentions):
        return ()
    signs = (one for one in mentions if one.entry.kind == "symptoms" and told.stands(one.start, one.end))
    warning = [one.entry for one in signs if one.entry.extra.get("red_flag", "0") not in ("", "0", "false")]
    return tuple({one.concept_id: one for one in warning}.values())


def wishes_to_die(text: str) -> bool:
    """Whether another person is said to want to die or to end their life."""
    found = _WISH_TO_DIE.search(text)
    return found is not None and _PERSON.search(text) is not None and _OTHERWISE.search(text) is None
