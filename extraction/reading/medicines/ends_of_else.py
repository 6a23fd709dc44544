"""Whether what is told as given up or as over is something else than a medicine: "gave up cigarettes", "퇴사".

A verb of ending means a medicine of no name only where nothing else stands as its object or subject; a habit that the
words tell as ended takes it.
"""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_ENDS_EN: Final = lazy_regex(
    r"\b(?:stopped|quit|ceased|dropped|gave up|given up|giving up|packed in|stopping|quitting|finished with)\b",
    re.IGNORECASE,
)
_ITS_OBJECT: Final = lazy_regex(
    r"\s*(?:$|[.,;:!?)\-]|(?:it|that|this|them|those|these|mine|one|both|all|everything|taking|using|having"
    r"|injecting|on|in|at"
    r"|about|around|by|last|ago|a|an|two|three|four|five|six|\d\w*|some|yesterday|today|this|since|after|before"
    r"|because|cos|when"
    r"|for|as|and|but|so|then|now|just|again|suddenly|myself|completely|altogether|cold|over|during|early|late|back"
    r"|straight"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august"
    r"|september"
    r"|october|november|december|once|until|weeks?|months?|years?|days?|due|with|without|the doctor\w*|my doctor\w*)\b)"
    r"|\s(?:the |my |that )?(?:\w+ )?(?:former|latter|first|second|third|fourth|other|others|ones?|rest|lot)\b"
    r"|\s(?:my |the |his |her |our |taking |using |that )*(?:\w+ ){0,2}?(?:tab\w*|pills?|med\w*|dos\w+|drugs?"
    r"|prescription"
    r"|inhaler\w*"
    r"|injections?|jabs?|patch\w*|drops?|capsules?|stuff|course|treatment|therapy|shots?|pen|cream|spray"
    r"|(?!april)\w+(?:pril|sartan|statin"
    r"|formin|olol|pine|zole|pam|xetine|mab))\b",
    re.IGNORECASE,
)
"""What stands behind such a verb where a medicine of no name is meant: a pronoun, a time, a reason, a tablet."""
_OF_TAKING: Final = lazy_regex(
    r"약(?!\s?(?:때문|탓))|알약|주사|인슐린|패치|연고|처방|복용|먹던|드시던|\b(?:tab\w*|pills?|med(?:s|icine\w*|ication\w*)|dos(?:e|es"
    r"|age)|prescri\w+)\b",
    re.IGNORECASE,
)
_SUBJECT: Final = lazy_regex(
    r"\b(?:my|the|his|her)\s(?:\w+\s)?(?!tablets?|pills?|meds?|doctor|gp|nurse|consultant|clinic|hospital|medicine"
    r"|mum|dad|wife"
    r"|husband|cardiologist|pharmacist|dose|prescription|team|insulin|course)\w+\s(?:has |have |had |just |finally )*$",
    re.IGNORECASE,
)
_OBJECT_KO: Final = lazy_regex(
    r"(?:[가-힣]+[을를]\s|(?:직장|회사|일|학교|운동|헬스|고기|밀가루|설탕|단것|간식|야식|라면|생리|출혈|설사|기침"
    r"|연락|모유|수유)\S{0,2}\s)"
    r"(?:\S+\s){0,3}(?:끊|그만|중단|멈|관뒀|뺐)",
    re.IGNORECASE,
)
_ENDED_KO: Final = lazy_regex(r"끊|중단|그만|멈췄|멈춰|뺐|관뒀")
_ITS_NAME_KO: Final = lazy_regex(
    r"(?:약|그거|그것|그걸|이거|이걸|저걸|것|걸|주사|복용|처방|치료)[을를]?\s", re.IGNORECASE
)


_NOT_EATEN_KO: Final = lazy_regex(
    r"(?<![가-힣])(?:(?:밥|식사|진지|끼니|죽|미음|물|국|국물|반찬|음식|간식|과일|고기|분유|젖|우유|이유식|빵|면|라면)"
    r"(?:[을를은는도이만]\s?|\s|(?=[못안]))|(?:아침|점심|저녁)(?:밥|식사)?[을를은도](?=[\s못안])\s?)"
    r"(?:\S{1,6}\s){0,3}?(?:(?:못|안)\s?(?:먹|드[시셔세신셨]|마시|마셔|잡수|자시)|(?:먹|드시|마시)(?:지|질)\s?(?:못|않|안))"
)
"""A meal or a drink that was not taken."""


def ends_something_else(text: str, *, habit: bool) -> bool:
    """Whether ``text``, which names no medicine, tells the end of something else.

    ``habit`` is whether the words are read as telling of a habit.
    """
    if _OF_TAKING.search(text) is not None:
        return False
    if habit or (_NOT_EATEN_KO.search(text) is not None and _ENDED_KO.search(text) is None):
        return True
    verbs = list(_ENDS_EN.finditer(text))
    if verbs and all(_is_of_else(text, one) for one in verbs):
        return True
    return any(_ITS_NAME_KO.search(one[0]) is None for one in _OBJECT_KO.finditer(text))


def _is_of_else(text: str, verb: re.Match[str]) -> bool:
    return _ITS_OBJECT.match(text, verb.end()) is None or _SUBJECT.search(text[: verb.start()]) is not None
