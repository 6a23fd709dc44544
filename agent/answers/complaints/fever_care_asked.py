"""Whether words ask if a fever has to be seen, or how bad it is: "do I need to take him in?", "38.9도면 높은가요?"."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.complaints.fever_care import BESIDE, DOUBTFUL, GRAVE, TEMPERATURE
from extraction.text.lazy_regex import lazy_regex
from projections.answers import Answers

_SEEN: Final = lazy_regex(
    r"\b(?:do|does|should|shall|must|need|ought|can|could|have to|when|worth|time)\b[^?.!]*\b(?:tak(?:e|ing) (?:him"
    r"|her|them|my"
    r" \w+|the \w+) (?:in|to|somewhere)|go(?:ing)? (?:in|to)\b|see(?:ing)? (?:a |the |his |her |our |my )?(?:doctor"
    r"|gp|dr|someone"
    r"|somebody|anyone|paediatrician|pediatrician)|be seen|be looked at|get(?:ting)? (?:him|her|them|it|this|checked"
    r"|seen|help)"
    r"|call(?:ing)? (?:the |a |our |his |her |my )?(?:doctor|dr|gp|nurse|111|999|911|pediatrician|paediatrician"
    r"|ambulance"
    r"|surgery|clinic|someone)|ring(?:ing)? (?:the |a )?\w+"
    r"|(?:pop|bring|drive|rush|get) (?:him|her|them)\b|walk.?in|urgent care|out.of.hours"
    r"|worr(?:y|ied)|hospital|emergency|a&e|the er)\b"
    r"|(?:병원|응급실|의사|소아과|진료|내과|보건소)[에을를한테께로]{0,2}?\s?(?:꼭\s|당장\s|지금\s|또\s|다시\s|바로\s)?"
    r"(?:가|봐|받|데려|데리고|모셔|보여|전화|안\s?가)[가-힣\s]{0,6}?(?:야|볼까|될까|하나|할까|돼|되)"
    r"|(?:가봐야|가\s?봐야|데려가야|데리고\s?가야)\s?(?:하|할|되|될|돼)",
    re.IGNORECASE,
)
"""Words that ask whether to be seen."""
_WAITS: Final = lazy_regex(
    r"\b(?:can (?:it|this|we|i) wait|how long (?:should|can|do|could|may) (?:i|we) (?:wait|leave|watch|give)"
    r"|wait (?:and|it out)"
    r"|at home|stay home|keep (?:him|her|them) (?:home|at home)|watch (?:him|her|it|them)|how many days)\b"
    r"|지켜(?:봐도|볼|보면|봐야)|기다려도|며칠까지|며칠\s?(?:더|정도|이나)|집에서\s?(?:봐도|지켜|돌봐|있어도)"
    r"|언제(?:까지|쯤)?\s?병원",
    re.IGNORECASE,
)
"""Words that ask whether it may wait."""
_HOW_BAD: Final = lazy_regex(
    r"\b(?:bad|high|dangerous|serious|an emergency|normal|ok|okay|all right|alright|too hot|worry|worrying|concern\w*"
    r"|a problem)\b"
    r"|높(?:은|아|나|죠|지)|위험|심각|괜찮|걱정|정상|응급|나쁜",
    re.IGNORECASE,
)
_IT: Final = lazy_regex(
    r"^\W*(?:so |and |but |oh |ok |okay )*(?:is|was) (?:that|it|this) |^\W*(?:그거|이거|그게|이게|그럼|이 정도면"
    r"|그 정도면)?"
    r"\s?(?:괜찮|위험|심각|높은)",
    re.IGNORECASE,
)
_FEVER: Final = frozenset({"fever", "body_temperature", "high_fever", "low_grade_fever"})
_ASIDE: Final = frozenset(
    {"runny_nose", "nasal_congestion", "cough", "sneezing", "sore_throat", "common_cold", "ear_pain",
     "poor_oral_intake", "vomiting", "diarrhea", "pregnancy", *GRAVE, *DOUBTFUL}
)  # fmt: skip
"""What a fever comes with, which leaves the question one of the fever."""
_SPEAKS_OF_FEVER: Final = lazy_regex(r"발열|체온|(?<!pain or )\bfever\b(?! medicine)|body temperature", re.IGNORECASE)
"""How answers speak of a fever; what is usual "for pain or fever" speaks of none."""
_ABOUT_ELSE: Final = lazy_regex(
    r"\b(?:about|because of|with|for) (?:my|his|her|the|a|this|that|our|their)\b|\bmy own\b|때문에|(?:문제|건)으로",
    re.IGNORECASE,
)
"""Words that go on to what else the doctor would be seen for."""
_LONGEST: Final = 240
_TURNS: Final = 3


def asks_fever_care(request: Request, answers: Answers) -> bool:
    """Whether it is asked if a fever is to be seen, may wait or is bad; of a fever named, or just told of."""
    text = request.text
    if len(text) > _LONGEST or request.has("audit", "why_said", "compare", "previous"):
        return False
    named = {one.entry.concept_id for one in request.mentions if one.entry.kind not in BESIDE}
    own = bool(named & _FEVER) or _tells_temperature(text)
    # A weight told beside the fever is no other matter; one that is asked about is.
    if named - _FEVER - _ASIDE - ({"body_weight"} if own else set()):
        return False
    if not own and _ABOUT_ELSE.search(text) is not None:
        return False
    if _SEEN.search(text) or _WAITS.search(text):
        return own or _spoke_of_fever(answers, _TURNS)
    if _HOW_BAD.search(text) and request.asks:
        return own or (_IT.search(text) is not None and not named and _spoke_of_fever(answers, 1))
    return False


def _tells_temperature(text: str) -> bool:
    match = TEMPERATURE.search(text)
    if match is None:
        return False
    after = text[match.end() : match.end() + 8].casefold()
    # A bare whole number may be anything.
    return "." in match["n"] or after.lstrip().startswith(("도", "°", "degree", "c", "f"))


def _spoke_of_fever(answers: Answers, turns: int) -> bool:
    lately = sorted(answers.given, reverse=True)[:turns]
    # An answer on something else may say "with a fever see a doctor" further down.
    return any(
        answers.given[one].intent in _OF_FEVER or _SPEAKS_OF_FEVER.search(answers.given[one].text[:_OPENING])
        for one in lately
    )


_OF_FEVER: Final = ("fever", "dose")
_OPENING: Final = 120
