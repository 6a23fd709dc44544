"""Words that call for urgent care now, and those that place them elsewhere: denied, past, imagined, another person's.

A cue is general and errs towards the alarm; what softens it must stand in the same clause.
"""

from __future__ import annotations

import re
from typing import Final

_NAMED: Final = (
    (
        "chest pain",
        "가슴 통증",
        r"가슴.{0,6}(?:통증|아프|아파|조이|조여|쥐어|답답|뻐근|눌리|짓누)|흉통(?:이|을)?\s?(?:있|심|생|와|왔|느"
        r"|계속|때문)"
        r"|chest.{0,12}(?:pain|tight|pressure|hurt|ache|crush|heav|squeez)|(?:pain|tightness|pressure) in (?:my"
        r"|the) chest"
        r"|chest.{0,24}(?:elephant|sitting on|vice|burst)",
    ),
    (
        "shortness of breath",
        "숨참",
        r"숨.{0,4}(?:차|찬|참|막히|못\s?쉬|가쁘|가빠)|숨\s?쉬(?:기|는\s?(?:게|것이)).{0,6}(?:힘|어려|벅|곤란|불편)"
        r"|숨(?:을|이)?\s?(?:안\s?(?:쉬|쉼)|멎|멈)|호흡\s?곤란(?:이|을)?\s?(?:있|심|생|와|왔|느|계속|때문)"
        r"|short(?:ness)? of breath|(?:can'?t|cannot|hard to|trouble|difficulty) breath|breathless"
        r"|(?:not|stopped) breathing|struggling to breathe|gasping",
    ),
    (
        "signs of a stroke",
        "뇌졸중 의심 증상",
        r"(?:한쪽|왼쪽|오른쪽|왼팔|오른팔).{0,12}(?:마비|힘이\s?(?:빠|없|안)|안\s?움직|처지|처졌|감각이\s?없)"
        r"|말이\s?(?:어눌|안\s?나|꼬)|발음이\s?(?:이상|어눌|새|꼬)|얼굴.{0,6}(?:마비|처지|처졌)"
        r"|갑자기.{0,10}(?:안\s?보|시야가)"
        r"|(?:face|arm|leg|one side).{0,16}(?:droop|went numb|numb and|weak|paraly)|slurr|facial droop"
        r"|(?:can'?t|cannot) (?:speak|talk|find (?:my|the) words|get (?:my|the) words)|words .{0,12}(?:jumbled"
        r"|come out wrong)"
        r"|sudden(?:ly)?.{0,16}(?:blind|can'?t see|loss of vision|lost (?:my |the )?(?:sight|vision))",
    ),
    (
        "loss of consciousness",
        "의식 저하",
        r"의식.{0,6}(?:잃|없|흐)|실신(?:을|해|했|할|하)|기절|쓰러졌|passed out|faint(?:ed|ing)|unconscious"
        r"|unresponsive"
        r"|lost consciousness|blacked out",
    ),
    (
        "bleeding",
        "출혈",
        r"피를\s?(?:토|흘리|많이)|토혈|각혈|피가?\s?(?:안\s?멈|멈추지)|하혈|혈변"
        r"|(?:검은|까만|흑색|시커먼|새빨간|피\s?섞인)\s?(?:변|대변|똥)"
        r"|(?:변|대변|똥)(?:이|을|에서?)?.{0,10}(?:까맣|까매|까만|시커|검게|검은\s?색|새빨|피가)"
        r"|커피.{0,6}(?:찌꺼기|가루|색).{0,12}(?:토|게웠|올렸)|(?:토|게워).{0,14}커피.{0,4}(?:찌꺼기|가루|색)"
        r"|(?:vomit|cough|throw|threw)\w*.{0,14}blood|(?:vomit|throw|threw)\w*.{0,40}coffee.?grounds?"
        r"|(?:black|tarry|bloody)[, ]+(?:tarry |sticky )?(?:stools?|poop|bowel)|(?:stools?|poop).{0,20}(?:black"
        r"|tarry|bloody)"
        r"|blood in (?:my |the )?(?:stools?|poop|toilet)|bleeding (?:that )?(?:won'?t|will not|does not) stop",
    ),
    (
        "the worst headache of your life",
        "벼락두통",
        r"(?:벼락|망치로|생전\s?처음|평생\s?처음).{0,14}(?:두통|머리)|(?:갑자기|갑작스).{0,10}(?:극심|심한)\s?두통"
        r"|worst headache|thunderclap|sudden(?:ly)?,? severe headache",
    ),
    (
        "a severe allergic reaction",
        "심한 알레르기 반응",
        r"아나필락시스|(?:목|목구멍|혀|입술|얼굴).{0,6}(?:붓고|부어|부었|붓는|조여)|anaphyla"
        r"|(?:throat|tongue|lips?|face).{0,16}(?:swell|swollen|closing)",
    ),
    (
        "a seizure",
        "경련",
        r"경련(?:을|이)?\s?(?:해|했|하고|일으|일어|나고|났|와|왔|계속|멈)|발작(?:을|이)?\s?(?:했|났|일으|일어)"
        r"|having a seizure|had a seizure|convuls",
    ),
    (
        "a danger sign in pregnancy",
        "임신 중 위험 신호",
        r"임신.{0,30}(?:출혈|피가|눈앞|시야|번쩍|두통이?\s?심|심한\s?두통|배가\s?(?:심|너무|뭉))"
        r"|pregnan.{0,50}(?:bleed|severe headache|bad headache|vision|blurr|flashing|spots)",
    ),
    (
        "an overdose",
        "약물 과다 복용",
        r"약을?.{0,10}(?:한꺼번에|통째로|전부|다|잔뜩).{0,4}(?:먹어\s?버|먹었|삼켰|털어)|(?:한꺼번에"
        r"|과량).{0,8}(?:먹었|삼켰|복용했)"
        r"|(?:took|swallowed|taken) (?:the |a |my )?(?:whole|entire|full) (?:bottle|box|pack)|took (?:all"
        r"|too many)(?: of)? (?:my |the )?"
        r"(?:pills|tablets|medic)|\boverdos(?:ed|ing)\b",
    ),
)
_PATTERNS: Final = tuple((en, ko, re.compile(pattern, re.IGNORECASE)) for en, ko, pattern in _NAMED)
_SELF_HARM: Final = re.compile(
    r"죽고\s?싶|죽어\s?버리|죽는\s?게\s?(?:낫|나)|죽었으면|자살|자해|목숨을\s?끊|생을\s?마감|살고\s?싶지\s?않"
    r"|살기\s?싫"
    r"|살아서\s?뭐|(?:그냥|확|이대로)?\s?사라(?:지고\s?싶|졌으면)"
    r"|kill(?:ing)? myself|suicid|end (?:my life|it all)|take my (?:own )?life|want to die|wish i (?:was|were) dead"
    r"|better off (?:dead|without me)|don'?t want to (?:live|be here|be alive|exist)|no reason to live"
    r"|self[- ]harm|(?:hurt|harm)(?:ing)? myself",
    re.IGNORECASE,
)
_SELF_HARM_SPOKEN_OF: Final = re.compile(
    r"예방|방지|단어|뉴스|영화|드라마|기사|통계|prevent|awareness|training|word|news|movie|hotline number",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"없|않|안\s?(?:아프|나|차|느|들|해)|아니|\bno\b|\bnot\b|(?<!ca)(?<!wo)n['’]t\b|without|never|denies|denied",
    re.IGNORECASE,
)
_LONG_AGO: Final = re.compile(
    r"작년(?!부터)|재작년(?!부터)|예전|옛날|과거|어릴\s?(?:때|적)|(?:년|달|개월)\s?전(?!부터)|사라졌|나았|괜찮아졌"
    r"|last year|years? ago|months? ago|used to|in the past|as a (?:child|kid|teen)|when i was|went away"
    r"|gone now|resolved",
    re.IGNORECASE,
)
_IMAGINED: Final = re.compile(
    r"만약|생기면|있으면|나면|오면|차면|아프면|이면|\bif\b|should i get|\bwould\b|what (?:are|is|causes)|(?:증상"
    r"|원인|이유)(?:이|은|는|가)?\s?"
    r"(?:뭐|무엇|어떤|어떻)",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"친구|이웃|동료|남편|아내|와이프|가족|아버|어머|엄마|아빠|할머|할아버|동생|언니|누나|오빠"
    r"|(?<![가-힣])형(?:이|은|님)|아들|딸|아기|아이가|애가|사람이"
    r"|friend|neighbou?r|colleague|coworker|father|mother|\bmom\b|\bdad\b|husband|wife|brother|sister|\bson\b"
    r"|daughter"
    r"|family|\bbaby\b|grand(?:ma|pa|mother|father)|\bhe\b|\bshe\b",
    re.IGNORECASE,
)
_NOW: Final = re.compile(
    r"지금|방금|(?:을|를|이)?\s?안\s?쉬어|계속\s?(?:아|나|안)|right now|just now|at the moment"
    r"|\bis (?:having|not breathing|unconscious|bleeding)|(?:not|stopped) breathing|\bstill\b(?! (?:fine|ok))",
    re.IGNORECASE,
)
_FINE_NOW: Final = re.compile(
    r"(?:지금|이제|요즘|현재)은?\s?(?:다\s?)?(?:괜찮|멀쩡|좋아|없|안\s?아|나았)|(?:fine|ok|okay|well|better) now"
    r"|now (?:i'?m )?(?:fine|ok)",
    re.IGNORECASE,
)
_SETTLES: Final = re.compile(
    r"(?:금방|쉬면|곧|바로)\s?(?:또\s?)?(?:괜찮|나아|가라앉|없어|좋아)|(?:goes away|settles|passes"
    r"|better) (?:when|with|after|if)",
    re.IGNORECASE,
)
_EFFORT: Final = re.compile(r"운동|계단|뛰|달리|언덕|등산|exercis|stairs|running|uphill|workout", re.IGNORECASE)
_IF: Final = re.compile(r"\S{0,3}면(?:\s|,|$)")
_CLAUSE_END: Final = re.compile(
    r"[.!?;\n]|,\s|지만|는데\s|[었았였]고\s|고요\s|\bbut\b|\band (?=i\b|my\b|now\b)", re.IGNORECASE
)


def alarms(text: str) -> tuple[tuple[str, str], ...]:
    """What ``text`` says to be happening now, as English and Korean names; also to another person, when it is now."""
    return tuple((en, ko) for en, ko, pattern in _PATTERNS if _says_now(pattern, text))


def speaks_of_self_harm(text: str) -> bool:
    """Whether the patient speaks of wanting to die or to harm themselves; not of others, nor in denial."""
    for clause in _CLAUSE_END.split(text):
        if _SELF_HARM.search(clause) is None:
            continue
        around = _SELF_HARM.sub(" ", clause)
        if not any(pattern.search(around) for pattern in (_DENIED, _SELF_HARM_SPOKEN_OF, _OTHERS)):
            return True
    return False


def denies_self_harm(text: str) -> bool:
    """Whether words of self-harm stand in ``text`` only as denied, as another person's or as a topic."""
    return _SELF_HARM.search(text) is not None and not speaks_of_self_harm(text)


def told_as_past(text: str, quote: str) -> bool:
    """Whether the clause that holds ``quote`` places it long ago and nothing says that it is there now."""
    if _NOW.search(_FINE_NOW.sub(" ", text)):
        return False
    clauses = [clause for clause in _CLAUSE_END.split(text) if quote and quote in clause] or [text]
    return any(_LONG_AGO.search(clause) for clause in clauses)


def settles_with_rest(text: str) -> bool:
    """Whether a symptom is said to come with effort and to pass at once."""
    return bool(_EFFORT.search(text) and _SETTLES.search(text))


def _says_now(pattern: re.Pattern[str], text: str) -> bool:
    now = _NOW.search(_FINE_NOW.sub(" ", text)) is not None
    for clause in _CLAUSE_END.split(text):
        match = pattern.search(clause)
        if match is None or _IF.match(clause, match.end()):
            continue
        around = pattern.sub(" ", clause)
        if re.search(r"(?<!ca)(?<!wo)n['’]t\b", match.group(), re.IGNORECASE):
            continue
        if _DENIED.search(around) or _IMAGINED.search(around):
            continue
        if now or not (_OTHERS.search(text) or _LONG_AGO.search(around)):
            return True
    return False
