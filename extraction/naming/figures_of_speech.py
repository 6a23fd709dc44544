"""Words of an illness that tell of none: "nearly had a heart attack", "창피해서 말을 못 했어요", "물 많이 마실게요".

Frights and joys, what was left unsaid, a name forgotten, what somebody promises to do, a bout of gout: nothing of it is
the finding that it is called by, and nothing of it an alarm. The name is not taken for one at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from extraction.naming.matcher import Candidate
from extraction.text.lazy_regex import lazy_regex

_REACH: Final = 40

_FRIGHT: Final = frozenset({"myocardial_infarction", "stroke", "cardiac_arrest", "heart_failure"})
_NEARLY: Final = lazy_regex(
    r"\b(?:nearly|almost|practically|just about|near enough|gave me|giving me|give me|giving him|gave her|gave him)"
    r"(?:\s(?:had|have|having|a|an|another|the|my|his|her)){0,3}\s$"
)
_NEARLY_KO: Final = lazy_regex(r"\s?(?:가|이)?\s?(?:올|걸릴|오는|날|걸리는)\s?(?:뻔|줄)")
_OVERJOYED: Final = frozenset({"shortness_of_breath", "dyspnea", "palpitations", "chest_pain", "respiratory_arrest"})
_SEES_NO: Final = lazy_regex(
    r"\s(?:the point|(?:any|a|much|no) (?:point|reason|way|use|future|end|need|harm)|why|how|what (?:the|for|it"
    r"|is|good)|it (?:getting|going|happening|working|ever)"
    r"|(?:me|him|her|them|us|this|that|myself) (?:doing|going|getting|being|working|lasting|coping|living"
    r"|taking|ever)|the (?:future|end|difference|need|reason|use))\b"
    r"|(?:\s(?:to|in to|in with))?(?:\s(?:a|an|the|my|his|her|our|their|any|that|another|me|him|them"
    r"|us))?(?:\s[a-z]+){0,2}?\s"
    r"(?:doc(?:tor)?s?|dr|gps?|pcp|nurses?|np|pa|dentists?|consultants?|specialists?|surgeons?|midwi(?:fe|ves)|ob(?:/?gyn)?|pharmacists?|chemists?"
    r"|physios?|therapists?|counsell?ors?|psych\w*|[a-z]+ologists?|optometrists?|optician|chiropract\w+|podiatrist|pa?ediatrician"
    r"|anyone|anybody|someone|somebody)\b(?!'s face)"
    r"|\s(?:me|him|her|them|us|my \w+)\s(?:un?til+|till?|til|for (?:another|a|two|three|\d)|before|today"
    r"|tomorrow|this week|next)\b"
)
"""What nobody sees who is not blind: a sense in something, and whom there is no appointment with."""
_AS_IF: Final = lazy_regex(r"[가-힣]{0,2}\s?(?:줄|것\s?같|거\s?같)")
_LAUGHS: Final = lazy_regex(r"ㅋㅋ|ㅎㅎ|\blol\b|\bhaha")


@dataclass(frozen=True, slots=True)
class _Figure:
    """What the words of some concepts are not, where a pattern stands right ahead of them, right behind or anywhere."""

    concepts: frozenset[str]
    ahead: re.Pattern[str] | None = None
    behind: re.Pattern[str] | None = None
    anywhere: re.Pattern[str] | None = None

    def holds(self, text: str, found: Candidate) -> bool:
        """Whether the figure is used where a name was found."""
        if found.entry.concept_id not in self.concepts:
            return False
        whole = text.casefold()
        before, after = whole[max(0, found.start - _REACH) : found.start], whole[found.end : found.end + _REACH]
        return (
            (self.ahead is not None and self.ahead.search(before) is not None)
            or (self.behind is not None and self.behind.match(after) is not None)
            or (self.anywhere is not None and self.anywhere.search(whole) is not None)
        )


_FIGURES: Final = (
    # What was left unsaid, for shame or for want of time, could have been said.
    _Figure(
        frozenset({"aphasia", "nonverbal"}),
        ahead=lazy_regex(
            r"(?:다고|라고|냐고|자고|는지|단|란|건지|차마|창피\S*|민망\S*|부끄\S*|쑥스\S*|눈치\S*|미안\S*|겁\S*|무서\S*"
            r"|바빠\S*|까먹\S*|깜빡\S*)\s?(?:\S{1,6}\s){0,2}$"
        ),
    ),
    # What is kept from somebody, or told to nobody, could be said; who is struck dumb has other signs of it.
    _Figure(
        frozenset({"aphasia", "nonverbal"}),
        anywhere=lazy_regex(
            r"^(?!.*(?:갑자기|별안간|입꼬리|입이|입술|얼굴|마비|한쪽|오른쪽|왼쪽|어눌|발음|뇌졸중|뇌경색|저림|저려))"
            r".*(?:(?:(?<![저나내])한테|에게|께|앞에서?|보고|아무도|누구도)\S{0,2}\s?(?:\S{1,5}\s)?말\S?\s?(?:을\s|은\s|도\s)?(?:차마\s)?못"
            r"|말\S?\s?못\s?(?:할|하는|하던|했던)\s?"
            r"(?:고민|사정|비밀|속사정|부위|곳|데|이야기|얘기|병|증상|일|문제|짐승|동물|아기|애기|아이|아가))"
        ),
    ),
    # Whether somebody is to be made sick is asked or warned of, and nobody was.
    _Figure(
        frozenset({"vomiting"}),
        anywhere=lazy_regex(
            r"^(?!.*(?:토했|토하고|토함|토하더|구토했|구토를\s?(?:했|하)|게웠|vomited|threw up|thrown up|been sick))"
            r".*(?:토하게\s?(?:하|해|할|만들|시키)|토\s?시[키켜킬킨]|토해\s?(?:내야|야\s?(?:하|되|돼|할)|버려야|낼까)"
            r"|\b(?:make|making|get|getting) (?:him|her|them|it|me|myself|the \w+|my \w+) (?:to )?(?:sick|be sick|vomit"
            r"|throw (?:it )?up|puke)\b|\binduc\w+ vomiting)"
        ),
    ),
    # A name that does not come to mind is no loss of memory.
    _Figure(
        frozenset({"memory_loss"}),
        ahead=lazy_regex(r"(?:이름|명칭|용량|상품명)\S{0,2}\s?$"),
        behind=lazy_regex(
            r"(?:ing|s)?\s?(?:(?:the|its|their|his|her|what|how)\s)?(?:exact\s)?"
            r"(?:names?|brand|dose|strength|(?:it|they|that)(?:'s| is| are|'re)?\s(?:called|spelt|spelled)"
            r"|(?:it|they)(?:'s| is)? (?:for|called)|called|spelt|spelled|you (?:say|spell))"
        ),
    ),
    # Astonishment faints easily.
    _Figure(
        frozenset({"presyncope"}),
        ahead=lazy_regex(
            r"(?:놀라\S*|깜짝|보고|보자마자|듣고|듣자마자|웃겨서|웃다가|무서워서|창피해서|쪽팔려서|가격\S*|냄새\S*)\s"
            r"(?:\S{1,5}\s)?$"
        ),
        behind=lazy_regex(
            r"\s(?:when (?:i|we) (?:saw|heard|read|opened|got the|found out|looked)"
            r"|at the (?:bill|price|cost|news|size))"
        ),
    ),
    # Whoever asks whether somebody was hurt tells of no pain of their own.
    _Figure(
        frozenset({"pain"}), behind=lazy_regex(r"\s(?:him|her|them|the baby|my (?:son|daughter|boy|girl|baby|kid))\b")
    ),
    # A tired child falls asleep in the same words.
    _Figure(
        frozenset({"syncope"}),
        anywhere=lazy_regex(
            r"(?:conked|crashed|zonked|flaked|spark(?:ed)?) out\b.{0,40}\b(?:asleep|sleep\w*|now"
            r"|on the (?:sofa|couch|settee)|in (?:bed|his cot|her cot|the car)|early)\b"
            r"|\b(?:asleep|nap\w*|bed ?time|sleep)\b.{0,40}(?:conked|crashed) out"
        ),
    ),
    # A heart, a tooth or a table wobbles without anybody's losing balance.
    _Figure(
        frozenset({"balance_problem"}),
        behind=lazy_regex(
            r"\s(?:heart\w*|ticker|pulse|tooth|teeth|tummy|table|voice|internet|line|start|jelly|crown)\b"
        ),
    ),
    # Whoever breaks out in a sweat, a rash or laughter has no spots of that name.
    _Figure(
        frozenset({"pimples"}),
        behind=lazy_regex(
            r"(?:s|ing)?\s(?:in|into|with)\s(?:(?:a|an|the|this|cold|full|heavy|big|bad|total|itchy|horrible)\s){0,3}"
            r"(?:sweats?|hives|welts|rash(?:es)?|laugh\w*|tears|song|goose\w*|shivers?|shakes?|chills)\b"
        ),
    ),
    # What a blow has raised is a swelling.
    _Figure(
        frozenset({"rash"}),
        anywhere=lazy_regex(
            r"^(?!.*(?:itch|rash|bumps\b)).*(?:\b(?:hit|hits|hitting|bang\w*|bonk\w*|bump(?:ed|ing)|knock\w*|whack\w*|smack\w*"
            r"|crack(?:ed|s)|fell|fallen|tripp\w*|slipp\w*|tumbl\w*)\b.*\bbump\b)"
        ),
    ),
    # Pus on a tonsil or in an ear runs from no wound.
    _Figure(
        frozenset({"wound"}),
        ahead=lazy_regex(
            r"\b(?:tonsil\w*|throat|ears?|gums?|tooth|teeth|sinus\w*|eyes?|pimples?|zits?|urine|nose)\b[^.!?]{0,24}$"
        ),
        behind=lazy_regex(
            r"\s(?:on|in|from|out of|at|coming from|coming out of)\s(?:(?:the|my|his|her|both|one|back|of)\s){0,3}"
            r"(?:tonsil\w*|throat|ears?|gums?|tooth|teeth|sinus\w*|eyes?|nose)\b"
        ),
    ),
    # Lenses, nails and old bruises turn yellow without a liver's doing.
    _Figure(
        frozenset({"jaundice"}),
        ahead=lazy_regex(
            r"\b(?:contacts?|lens(?:es)?|glasses|nails?|toenails?|fingernails?|teeth|tooth|tongue|dentures?|urine|pee|wee|sweat|phlegm"
            r"|snot|mucus|sputum|discharge|bruises?|pus|stools?|poos?|poop|bowel movements?|diapers?|napp(?:y"
            r"|ies)|pillow\w*|sheets?"
            r"|shirts?|towels?|bandages?|dressing|gauze|paper|water|milk|leaves|plants?|strip|light|scab|it|that)\b"
            r"(?:\s(?:have|has|had|all|just|also|now|then|'ve|is|are|was|were|even|both|kinda|kind|of|sort|a|bit|gone|going|went"
            r"|on my \w+|on his \w+|on her \w+)){0,4}\s$"
        ),
    ),
    # A test or a meter of sugar is had by whoever may have none of the disease.
    _Figure(
        frozenset({"diabetes_mellitus"}),
        behind=lazy_regex(
            r"\s(?:test|meter|machine|monitor|level|reading|number|check|strips?|intake|cubes?|free|rush|crash|craving|drinks?"
            r"|water|drink|bowl|screen\w*|tolerance|curve|(?:was|is|of|came back|at) (?:\d|normal|fine|ok|high"
            r"|low|good|up|down))\w*\b"
        ),
    ),
    # A smear of something is no test of the neck of the womb.
    _Figure(
        frozenset({"pap_smear"}),
        ahead=lazy_regex(r"\b(?:little|small|tiny|slight|faint|wee|pink|red|brown|bloody|big|thin)\s$"),
        behind=lazy_regex(
            r"s?\s(?:of|on|in|across|down|all)\b(?! (?:monday|tuesday|wednesday|thursday|friday|the \d|\d|may"
            r"|june|july|january|august|my cervix))"
        ),
    ),
    # "콘돔은 했다 안 했다" tells of condoms.
    _Figure(frozenset({"sexual_activity"}), ahead=lazy_regex(r"콘돔\S{0,2}\s?(?:\S{1,4}\s)?$")),
    # A bout of gout, asthma or panic goes by the same word as a convulsion.
    _Figure(
        frozenset({"seizure"}),
        ahead=lazy_regex(
            r"(?:통풍|천식|편두통|공황|협심증|기침|두통|가려움|이석증|메니에르|알레르기|불안|분노|웃음)[가-힣]{0,2}\s?(?:[가-힣]{1,4}\s)?$"
        ),
        anywhere=lazy_regex(
            r"^(?!.*(?:경련|간질|뇌전증|의식)).*(?:통풍|천식|편두통|공황|협심증|이석증|메니에르)[^.!?\n]*[.!?\n].*발작"
        ),
    ),
)
_WITH_L: Final = "".join(chr(0xAC00 + one) for one in range(8, 11172, 28))
"""The syllables that end in ㄹ: before 게 they promise ("마실게요")."""
_PROMISE: Final = lazy_regex(rf"[{_WITH_L}][게께](?:요|용|여|염)?(?![가-힣])")
_PROMISED: Final = frozenset({"symptoms", "social_history", "social"})
_CLOSE: Final = 4


def _is_promised(text: str, found: Candidate) -> bool:
    """Whether the words say what somebody means to do from now on."""
    if found.entry.kind not in _PROMISED:
        return False
    return _PROMISE.search(text[found.start : found.end + _CLOSE]) is not None


def is_figure_of_speech(text: str, found: Candidate) -> bool:
    """Whether the words of a name tell of something else: a fright, a joy, a promise, what was left unsaid."""
    if _is_promised(text, found) or any(one.holds(text, found) for one in _FIGURES):
        return True
    if found.entry.concept_id in _FRIGHT:
        return only_nearly(text, found.start, found.end)
    behind = text[found.end :]
    if found.entry.concept_id == "vision_loss":
        # "I can't see the point of it" is no blindness.
        return _SEES_NO.match(behind.casefold()) is not None
    as_if = _AS_IF.match(behind) or _AS_IF.search(text, found.start, found.end)
    joking = found.entry.concept_id in _OVERJOYED and as_if is not None
    return joking and _LAUGHS.search(text) is not None


def only_nearly(text: str, start: int, end: int) -> bool:
    """Whether the words at [start, end) are said to have nearly happened: "nearly had a heart attack"."""
    before = text[max(0, start - _REACH) : start].casefold()
    return bool(_NEARLY.search(before) or _NEARLY_KO.match(text, end))
