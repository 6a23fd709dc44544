"""Words of a finding cut in the middle of a clause, and good signs: what of them may stand on record as a complaint.

The tagger's cut may end in an adverb, a joint or a particle of what is no longer there: "배꼽 구멍은 아직 좀",
"갈색으로 조금 근데", "belt still". Such ends are taken off; a place, a colour or a pronoun that is left alone tells
nothing, and what somebody well does ("awake and watching telly", "kicking loads") is no complaint.
"""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_WAITING_KO: Final = (
    r"(?:좀|조금씩?|더|많이|아직도?|자꾸|계속|살짝|약간|막|너무|엄청|되게|안|못|또|거의|바로|갑자기|이제|그냥|진짜|완전|슬슬|훨씬|점점"
    r"|금방|가끔|자주)"
)
_JOINT_KO: Final = (
    r"(?:다|지금|오늘|어제|요즘|근데|그런데|그리고|그래서|하지만|그래도|그러다|또는|혹은|그|이|저|한|하나|그렇게"
    r"|이렇게)"
)
_WAITS_KO: Final = lazy_regex(rf"(?:^|\s+){_WAITING_KO}$")
_VERB_KO: Final = lazy_regex(rf"\s(?!(?:{_WAITING_KO}|{_JOINT_KO})(?:\s|$))[가-힣]+")
_TAIL_KO: Final = lazy_regex(rf"(?:^|\s+)(?:{_WAITING_KO}|{_JOINT_KO})$")
_DENIES_KO: Final = lazy_regex(r"(?:^|\s)(?:안|못)$")
_OF_NAME_DENIED_KO: Final = lazy_regex(r"[은는도]\s(?:안|못)$")
"""A denial of what is named ("식은땀은 안 났어요"), which the name tells with its polarity."""
_LOOSE_KO: Final = lazy_regex(
    r"(?<![한두세네몇\d])\s+[가-힣a-zA-Z0-9]{1,6}?(?:에서는?|에게|한테|까지|부터|으로|로|를|을|에도?|의|와|과|랑|하고|만|처럼)$"
)
"""A last word that only says where, how or what of a verb that was cut off."""
_PARTICLE_KO: Final = lazy_regex(r"(?<=[가-힣]{2})(?:으로|에서|에게|한테|까지|부터|에도?|로|를|을|과|와)$")
_TOPIC_KO: Final = lazy_regex(r"(?:[^\s]{1,8}\s){0,2}[가-힣]{1,5}(?:은|는|도|이|가|에|에도|에서|으로|로|를|을|랑)")
_PREDICATE_KO: Final = lazy_regex(
    r"(?:는데|은데|인데|지만|거든|니까|으면|면서|[고서며니]|[다요죠지네])$|(?:같|없|있|아프|저리|부|붓)[가-힣]{0,2}는$"
)
_POINTED_KO: Final = lazy_regex(
    r"(?:(?:왼|오른|양|한|이|그|저)\s?쪽\S?\s?)?(?:거기|여기|저기|이쪽|그쪽|저쪽|이거|그거|저거|이게|그게|게|것|데|곳|번|차례)"
    r"(?:[이가은는도만을를에]|에서)?|(?:왼|오른|양|한)\s?쪽\S?|(?:(?:한두|두세|여러|몇|한|두|세|네|\d+)\s?)?번(?:씩|이나|도|은|만)?|[가-힣]"
)
_SMALL_KO: Final = lazy_regex(
    r"(?:까만|하얀|빨간|노란|파란|누런|큰|작은|이상한|같은|그런|이런)"
    r"\s?(?:거|것|게|데|건)?[이가은는도]?"
)
_FEELING_KO: Final = lazy_regex(r"\s?(?:것|거)?\s?같은\s(?:느낌|기분)|\s(?:느낌|기분|증상)(?=[이가은도만\s.,!?]|$)")

_TAIL_EN: Final = lazy_regex(
    r"(?:^|\s+)(?:still|never|past|starts?|started|hasn'?t|haven'?t|aren'?t|isn'?t|wasn'?t|weren'?t|don'?t|doesn'?t"
    r"|didn'?t|won'?t|even|only|also|very|more|bit|sorta|sort|kind|already|yet|just|like|than|when"
    r"|though|while|until|till|before|after|where|what|who|how|almost|quite|pretty|real|super|proper|would|could|should"
    r"|will|can|may|might|must|do|does|did|s|n|u|ur|im|it'?s|he'?s|she'?s|they'?re|i'?m"
    r"|we'?re|your|their|its|out of|because|if|which|every|each|little bit)$",
    re.IGNORECASE,
)
_COUNT_EN: Final = lazy_regex(
    r"(?<!\bup)(?<!\bwake)(?<!\bwaking)(?<!\bor)(?<!\bto)\s+"
    r"(?:\d+|once|twice|thrice|two|three|four|five|six|seven|eight|nine|ten|several|a few)"
    r"(?:\s?(?:or|to|-)\s?(?:\d+|two|three|four|five|six))?\s?(?:times?|x|goes)(?:\s(?:a|per|each|every)\s\w+|\stoday)?$",
    re.IGNORECASE,
)
_WELL_DOING: Final = (
    r"(?:watching|playing|kicking|wriggling|squirming|babbling|crawling|cuddling|chatting|chattering|smiling|giggling"
    r"|laughing|running|bouncing|jumping|singing|dancing|drinking|eating|feeding|nursing|sleeping|napping|settling"
    r"|cooing|gurgling|colouring|scrolling|watches|plays|kicks|smiles|giggles|wriggles|slept|sleeps|drinks|eats|feeds)"
)
_WELL_BEING: Final = (
    r"(?:awake|alert|chatty|happy|cheerful|chirpy|cheeky|smiley|playful|lively|content|settled|calm|peaceful|comfy"
    r"|comfortable|well|fine|ok|okay|normal|healed|grand|perky|bright|active|responsive|himself|herself|themselves"
    r"|myself|great|better)"
)
_GOOD_EN: Final = lazy_regex(
    r"(?:\S+ ){0,2}?(?:is |are |was |'s )?(?:(?:still|wide|quite|very|all|nearly|almost|totally|completely|mostly)\s)*"
    rf"(?:{_WELL_DOING}|{_WELL_BEING})"
    r"(?:\s(?:and|n|&|or|but|with|on|to|the|his|her|my|a|at|in|like|as|about|around|away|heaps|loads|lots|tons|plenty|well"
    rf"|normally|fine|now|again|log|mad|crazy|usual|ever|{_WELL_DOING}|{_WELL_BEING})){{0,4}}"
    r"(?:(?<=watching)(?:\s\S+){1,3}|(?<=playing)\s(?:with|on|in|at|outside)(?:\s\S+){0,3}"
    r"|(?<=drinking)\s(?:her|his|the|my)\s\S+)?",
    re.IGNORECASE,
)
_ILL_EN: Final = lazy_regex(
    r"\b(?:not|no|never|can'?t|cannot|couldn'?t|won'?t|isn'?t|wasn'?t|less|hardly|barely|without|stopped|badly|poorly|bad"
    r"|pain\w*|hurt\w*|sore|sick|all night|too much|more than|every night|hours?|nights?|through|funny|strange|only"
    r"|out of|bed|nose|blood|off|unless|garbage|rubbish|awful|terribl[ey]|trouble|loose|water|shallow)\b|n'?t\b",
    re.IGNORECASE,
)
_JUDGED_EN: Final = lazy_regex(
    r"(?:horrible|terrible|awful|nasty|rotten|dreadful|rough|grim|ghastly|brutal|embarrassing|scary|weird|strange|odd"
    r"|funny|worse|worst|better|different|normal|terribly|bad|bit (?:embarrassing|rough)|owt|summat|another one|same"
    r"|literally|properly|speak|lose|moves?|slept|asleep|eyes?|appendix|bladder|breasts?|guts|knuckles?|skin|thyroid|tonsils?"
    r"|womb|ovar(?:y|ies)|prostate|bowels?|nostrils?|eyelids?|penis|testicles?|kidneys?|liver|lungs?|joints?|bones?"
    r"|(?:big|little|good|bad|left|right) (?:toe|ear|eye|finger|foot|kidney|hand|arm|leg)s?|periods?|period'?s|colou?r"
    r"|attacks?|lighting|lifting|lavatory|toast|weather)",
    re.IGNORECASE,
)
"""What is said of any complaint, and a thing of the body of which nothing is said."""


_ENDS: Final = (_TAIL_KO, _TAIL_EN, _COUNT_EN)


def without_loose_ends(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) up to the verb that an adverb at its end waits for, or without the words whose clause was cut off.

    Where a denial waits for its verb in vain, nothing is left: without it the words would tell the contrary.
    """
    if _OF_NAME_DENIED_KO.search(text, start, end) is not None:
        return start, start
    if _WAITS_KO.search(text, start, end) is not None and (verb := _VERB_KO.match(text, end)) is not None:
        return start, verb.end()
    while True:
        if _DENIES_KO.search(text, start, end) is not None:
            return start, start
        cut = next((one for ends in _ENDS if (one := ends.search(text, start, end)) is not None), None)
        cut = cut or (_LOOSE_KO.search(text, start, end) if _PREDICATE_KO.search(text, start, end) is None else None)
        if cut is None or cut.start() >= end:
            break
        end = max(start, cut.start())
    if _IS_EN.fullmatch(text, start, end) is not None and (state := _STATE_EN.match(text, end)) is not None:
        return start, state.end()
    if (name := _SUBJECT_KO.search(text, start, end)) is not None and _PREDICATE_KO.search(text, start, end) is None:
        end = name.start("case")
    feeling = _FEELING_KO.match(text, end)
    if feeling is not None and start < end:
        return start, feeling.end()
    said = _OF_A_PART.match(text, end) if _PART_EN.fullmatch(text, start, end) is not None else None
    return (start, end) if said is None else (start, said.end())


def without_particle(text: str, start: int, end: int) -> int:
    """The end of a name at [start, end) without the particle that is no part of it: "흡인성 폐렴으로"."""
    match = _PARTICLE_KO.search(text, start, end)
    return match.start() if match is not None else end


_IS_EN: Final = lazy_regex(r"(?:\w+ )?\w{2,}['’]s", re.IGNORECASE)
_STATE_EN: Final = lazy_regex(
    r"(?: (?:all|so|really|very|a bit|too|gone|got))* (?!fine\b|ok\b|okay\b|good\b|normal\b"
    r"|better\b|not\b|the\b|a\b|my\b)[a-z]{3,}",
    re.IGNORECASE,
)
_SUBJECT_KO: Final = lazy_regex(r"\s[가-힣]{1,5}(?P<case>이|(?<![다해어아])가)$")
_PART_EN: Final = lazy_regex(
    r"(?:(?:left|right|both|big|my|his|her) )?(?:breasts?|guts|bones|joints?|lungs?|kidneys?|bowels?|skin|knuckles?"
    r"|eyes?|eyelids?|gums|tonsils|bladder|toes?|fingers?|feet|hands?|legs?|arms?|ears?|lips|tongue)",
    re.IGNORECASE,
)
_OF_A_PART: Final = lazy_regex(
    r"(?:'s| is| are| was| were| feels?| look| looks)(?: (?:all|so|really|very|like|a bit|too|as))* (?!fine\b|ok\b"
    r"|okay\b|good\b|normal\b|better\b|grand\b|clear\b|not\b|the\b|what\b|to\b)(?:on fire|in \w+|[a-z]{3,})",
    re.IGNORECASE,
)
"""What a part of the body is said to be: "bones are weak", "guts were on fire"."""


def is_fragment(text: str, start: int, end: int) -> bool:
    """Whether [start, end) points at something, or names it, and tells nothing of it."""
    words = text[start:end].strip()
    if not words or _POINTED_KO.fullmatch(words) is not None or _SMALL_KO.fullmatch(words) is not None:
        return True
    if _JUDGED_EN.fullmatch(words) is not None or _IS_EN.fullmatch(words) is not None:
        return True
    return _TOPIC_KO.fullmatch(words) is not None and _PREDICATE_KO.search(words) is None and " " not in words


def is_good_sign(text: str, start: int, end: int) -> bool:
    """Whether [start, end) tells what somebody well does, or that something is as it should be."""
    return _GOOD_EN.fullmatch(text, start, end) is not None and _ILL_EN.search(text, start, end) is None
