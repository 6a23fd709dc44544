"""What the words of a turn after an alarm do with it: put it off, explain it away, go, or tell that care was had."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_LATER: Final = lazy_regex(
    r"내일|모레|글피|이따|나중|다음\s?(?:주|달|번|진료|예약|외래|검진)|[월화수목금토일]요일|주말|며칠|밤만|하룻밤"
    r"|아침(?:에|까지|이\s?되|\s?되)|저녁까지|오전에|오후에|끝나고|지나고|마치고|퇴근|예약|검진|먼저|한숨"
    r"|자\s?보고|자보고|자고"
    r"|눕|누워|쉬(?:다가|었다|고|면|어)|지켜|두고\s?보|버티|버텨|참(?:아|고|을|으면)|미루|미뤄|일단|조금\s?(?:더"
    r"|만)|좀\s?(?:더|만)\s?(?:있|보)"
    r"|건너뛰|거르|걸러|만\s?(?:하고|먹고|보고|끝내고)|고\s?나서|집에\s?있|집에서"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bweekend\b"
    r"|\btomorrow\b|(?<!this )\bmorning\b|\bovernight\b|\blater\b"
    r"|\bnext (?:week|month|appointment|visit|time)\b|\b(?:till|until)\b|(?<!that )(?<!the )(?<!my )\bfirst\b"
    r"|\bappointment\b|\bbooked\b"
    r"|\bwhen i'?m\b|\bwhen (?:the|my)\b|\bin (?:a|an|the) (?:bit|while|hour|few|morning|evening)\b|\bnap\b|\bsleep\b"
    r"|\blie down\b|\blying down\b|\brest\b|\bsee (?:how|if|what)\b|\bkeep an eye\b|\bstay(?:ing)? (?:at )?home\b"
    r"|\bhold off\b|\bput (?:it|this|that) off\b|\bleave it\b|\bhang on\b|\bgive it\b|\bskip\b|\brather\b|\bwait\b"
    r"|\bafter (?:the|my|work|this|that|i)\b",
    re.IGNORECASE,
)
"""A later hour, or something to be done before."""
_ANOTHER_CAUSE: Final = lazy_regex(
    r"아닐까|아닌가|아니에요\?|아니야|일까|같은데|같아|때문|탓|혹시|수도\s?있|겠죠|겠지|뿐|그냥|원래|설마|체한"
    r"|체했|피곤"
    r"|\b(?:could|might|may|can) (?:it|this|that) (?:just |only )?be\b|\bmaybe\b|\bperhaps\b|\bprobably\b|\bsurely\b"
    r"|\bi (?:think|reckon|bet|guess|suppose)\b|\b(?:just|only) (?:a|an|the|my|some|from|because|tired|stress)\b"
    r"|\bsounds like\b|\bmust be\b|\bbecause of\b|\bdue to\b|\bis ?n.t (?:it|that|this)\b|\bis it (?:just|the"
    r"|from|my)\b",
    re.IGNORECASE,
)
"""Another reason for what alarmed."""
_GOES: Final = lazy_regex(
    r"(?:갈게|가볼게|가\s?볼게|갈께|가겠|출발할|전화할게|전화할께|전화하겠|전화해\s?볼게|부를게|부르겠|갑니다"
    r"|알겠어요|알겠습니다|그렇게\s?할게)"
    r"|\b(?:i'?ll|i will|we'?ll|i'?m|we'?re|am|just) (?:go|going|call|calling|ring|ringing|head|heading|get"
    r"|getting|off)\b"
    r"|\bcalling (?:them|now|999|911)\b|\bgoing (?:now|in)\b|\b(?:will|gonna) (?:go|call|ring|do)\b",
    re.IGNORECASE,
)
_UNDER_WAY: Final = lazy_regex(
    r"불렀|출발|가고\s?있|가는\s?(?:중|길)|도착|응급실\s?(?:에\s?)?(?:왔|침대|이에요|입니다|도착)|입원|병실"
    r"|데려다|구급차\S?\s?(?:왔|안|탔|타고|에\s?있)"
    r"|\b(?:they'?re|ambulance(?:'s| is)?|taxi'?s?|cab'?s?|crew(?:'s)?|111 are|paramedics?)\b[^.?!]{0,20}(?:com"
    r"|on (?:the|their|its) way|here|on\b)"
    r"|on (?:the|our|my) way|at the hospital|in (?:hospital|a&e|casualty|(?:the|an) ambulance)|side room|on the ward"
    r"|admitted|nurse will see",
    re.IGNORECASE,
)
_OVER: Final = lazy_regex(
    r"퇴원|집에\s?(?:왔|돌아)|^\W*home\b|\bhome (?:now|again)\b|(?:back|got|came|are|we'?re) home|discharged"
    r"|sent (?:us|me|him|her) home|when we left",
    re.IGNORECASE,
)
_PLACE: Final = (
    r"(?:a ?& ?e|a and e|er|e\.r\.?|ed|hospital|casualty|emergency(?: room)?|urgent care|walk.?in|gp|doctor'?s?"
    r"|clinic|surgery)"
)
_SEEN: Final = lazy_regex(
    r"(?:응급실|병원|내과|의원|외과|정형외과|신경과|이비인후과|산부인과|소아과|안과)[에를을도]?\s?(?:\S{1,6}\s)?"
    r"(?:다녀왔|다녀와|다녀오니|갔다\s?왔|갔다\s?와|갔더니|갔는데|갔었|들렀|왔다\s?갔)"
    r"|(?:검사|CT|씨티|시티|엑스레이|엑스선|내시경|초음파|심전도|MRI)[를을는도]?\s?(?:\S{1,6}\s)?"
    r"(?:받았|받고\s?왔|했는데|했더니|찍었|찍고\s?왔|해\s?봤|해보니|결과)"
    r"|진료\s?(?:받았|봤|받고|보고\s?왔)|수액\s?맞(?:고|았)|응급실에서|의사(?:가"
    r"|\s?선생님이)\s?(?:\S{1,6}\s)?(?:봤|진찰)"
    rf"|\b(?:went|been|got back|came back|back|taken|took (?:me|him|her)|popped|drove)\b[^.?!,]{{0,16}}\b(?:to"
    rf"|from|at)"
    rf" (?:the )?{_PLACE}\b"
    r"|\b(?:kept|admitted) (?:me|him|her|us) (?:in|over)"
    rf"|\b(?:they|the doctors?|doc|doctor|dr|gp|{_PLACE}|paramedics?|nurse|consultant)\s(?:\w+ )?"
    r"(?:did|checked|scanned|examined|ran|took (?:bloods?|an? (?:ecg|ekg|x.?ray))|ruled|cleared)\b"
    r"|\b(?:scan|ct|mri|ecg|ekg|scope|endoscopy|x.?ray|ultrasound|doppler)\b[^.?!]{0,12}\b(?:was|came back|showed"
    r"|clear|fine)"
    r"|\b(?:seen by|seen at|saw) (?:the|a|my|an?)? ?(?:\w+ )?(?:doctor|gp|nurse|consultant|paramedic|midwife)"
    r"|\b(?:they|the (?:doctors?|hospital)|doc\w*|er|a&e) (?:\w+ )?(?:called it|said (?:it|that)(?:'s| was| is)"
    r"|told (?:me|us|him|her) it(?:'s| was| is))|\bturned out (?:to be|it was|it's)"
    r"|\ball clear\b|\b(?:gave|given) (?:me|him|her) (?:an? |some )?(?:drip|iv|injection|fluids|steroids|nebuli)",
    re.IGNORECASE,
)
"""Care that was had: a visit, an examination."""
_LONG_BEFORE: Final = lazy_regex(
    r"(?:년|달|개월|주일?|주)\s?전|지난\s?(?:달|해|주|번|봄|여름|가을|겨울)|저번|작년|재작년"
    r"|\b(?:weeks?|months?|years?) (?:ago|back)\b|\blast (?:week|month|year|time|spring|summer|autumn|fall|winter)\b",
    re.IGNORECASE,
)
"""What was found before an alarm does not answer it."""


def is_in_care(text: str) -> bool:
    """Whether the words say that help is there or coming."""
    return bool(_UNDER_WAY.search(text))


def has_ended(text: str) -> bool:
    """Whether the words say that the patient has been seen since, or is back from where they were."""
    return bool(_OVER.search(text)) or (bool(_SEEN.search(text)) and not _LONG_BEFORE.search(text))


def puts_off(text: str) -> bool:
    """Whether the words name a later hour, or something to be done before."""
    return bool(_LATER.search(text))


def explains_away(text: str) -> bool:
    """Whether the words offer another reason for what alarmed."""
    return bool(_ANOTHER_CAUSE.search(text))


def goes(text: str) -> bool:
    """Whether the words say that the patient will do as told, and put nothing off."""
    return bool(_GOES.search(text)) and not puts_off(text)
