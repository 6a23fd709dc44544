"""Words that settle which side of a thing is asked about, whatever the reader of aspects makes of them."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

MOVES: Final = lazy_regex(
    r"(?:아침|점심|저녁|밤|자기\s?전|취침|다른\s?시간)(?:에|으로|전에|전으로)?[^.?!]{0,14}"
    r"(?:바꿔도|바꿔서|옮겨도|옮겨서|먹어도|드셔도|복용해도|바꾸면|옮기면)"
    r"|\b(?:can|could|may|should|ok(?:ay)? to|safe to|better to) (?:i )?(?:just )?(?:take|have|move|switch|change)\b"
    r"[^.?!]{0,40}\b(?:at night|in the (?:evening|morning)|at bedtime|before bed"
    r"|to (?:the )?(?:evening|morning|night|bedtime))\b",
    re.IGNORECASE,
)
"""Words that ask whether a medicine may be taken at another time of day."""
MISSED: Final = lazy_regex(
    r"(?:깜빡|깜박|까먹|빼먹|빠뜨|건너뛰|거르|걸렀|잊)[가-힣\s]{0,12}.{0,40}(?:두\s?(?:알|개|번|배)|한꺼번에|지금|어떻게|먹어도|드셔도|먹여도)"
    r"|\b(?:missed|forgot|forgotten|skipped)\b.{0,60}\b(?:two|double|both|now|take|catch up|do i|should i|what do)\b",
    re.IGNORECASE | re.DOTALL,
)
"""Words of a dose that was missed, and what to do about it."""
EATEN: Final = lazy_regex(r"음식|먹거리|식품|\b(?:foods?|diet|eat(?:ing)?|drinks?)\b", re.IGNORECASE)
OCCURS: Final = lazy_regex(
    r"(?:오|왔|생기|나타나|일어나|터지|도지|심해지|하)(?:면|을\s?때|ㄹ\s?때|다\s?치고|거든)|또\s|올\s?때|났을\s?때|왔을\s?때|경우"
    r"|\b(?:if|when|whenever|during|next time|suppose|in case)\b",
    re.IGNORECASE,
)
"""Words by which steps are asked for when something happens, and not for the weeks to come."""
WHAT_TO_DO: Final = lazy_regex(
    r"뭐부터|무엇부터|어떻게\s?(?:해|하)|어떡|우예|어째야|어쩌|뭘\s?해야|뭘\s?하면|순서|응급\s?처치|도움\s?될"
    r"|\bwhat (?:do|should|can|must|else can) (?:i|we)\b|\bwhat (?:might|could|would|will) help\b"
    r"|\bany(?:thing)? (?:i|we) can do\b|\bfirst\b|\bsteps?\b",
    re.IGNORECASE,
)
"""Words that ask what to do."""
MEALS: Final = lazy_regex(
    r"빈\s?속|공복|식전|식후|식사|밥\s?(?:먹|전|후|이랑|하고)|끼니|아침밥|우유|자기\s?전|씹어|물\s?없이"
    r"|\b(?:empty stomach|(?:before|after|with|without) (?:food|meals?|eating|breakfast|dinner|milk|water)|bedtime"
    r"|chew\w*|crush\w*)\b",
    re.IGNORECASE,
)
"""Words by which it is asked how a medicine goes with meals, which no record tells."""

AHEAD: Final = lazy_regex(
    r"계획|일주일|한\s?주|이번\s?주|다음\s?주|한\s?달|앞으로|매일|순서|단계"
    r"|\b(?:plan|week|weeks|month|months|schedule|programme|program|routine|steps?|points?|goals?|change)\b",
    re.IGNORECASE,
)
"""Words that ask for what to do in the time ahead, rather than now."""

HOW_OFTEN: Final = lazy_regex(
    r"하루에?\s?(?:몇|며)\s?(?:번|차례|회)|\bhow many times (?:a|per|each) day\b", re.IGNORECASE
)
"""How often a medicine is taken, which the record answers."""
AT_MOST: Final = lazy_regex(
    r"(?:몇|얼마)\s?(?:알|정|번|회|개|봉|포|방울|퍼프)?까지|최대(?:로)?\s?(?:몇|얼마|용량)|하루\s?최대"
    r"|\bhow (?:many|much|often)\b[^.?!]{0,40}\b(?:at most|max(?:imum)?|allowed|can i|may i|am i allowed)\b"
    r"|\bmax(?:imum)? (?:dose|number|amount|a day|per day)\b|\bup to how many\b",
    re.IGNORECASE,
)
"""How much of a medicine may be taken at most."""

DOSE: Final = lazy_regex(
    r"\bdos(?:e|es|age)\b|\bstrength\b|\bhow (?:much|many)\b"
    r"|용량|몇\s?(?:mg|밀리|미리|알|정|단위)|얼마나\s?먹고",
    re.IGNORECASE,
)
"""Words that ask in which dose a medicine is taken, which the record tells."""
