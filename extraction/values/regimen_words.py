"""The words by which people tell how a listed medicine is taken: "40 nights", "200 x3", "두 알 아침저녁", "half a 10".

Behind its name stand, in any order, the strength, how many of it, how often, when and for what need. They are read one
by one up to the first word that is none of them: whatever stands behind that may be told of something else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from domain.timing import DAYS
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import OTHER_DAYS
from extraction.values.frequencies import FrequencyMention
from extraction.values.korean_numbers import sino_numbers
from extraction.values.measure_words import measure_at
from extraction.values.regimen_hours import hours_at
from extraction.values.small_counts import ENGLISH_COUNT, read_count
from extraction.values.times_of_day import TimeMention, find_times

Kind = Literal[
    "strength", "half", "count", "often", "time", "hour", "days", "need", "all", "again", "ended", "mark", "other",
    "link", "same",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class RegimenWord:
    """One word of a regimen: a strength or count with its ``numbers`` and ``unit``, or ``codes`` of when or how often.

    A ``mark`` is what parts two of them: a comma, "먹고", or, where it is ``weak``, "and". An ``hour`` is one of which
    nobody says whether it is before noon, ``all`` tells of every medicine before it, and ``other`` is any other word.
    """

    kind: Kind
    start: int
    end: int
    numbers: tuple[float, ...] = ()
    unit: str = ""
    codes: tuple[str, ...] = ()
    outright: bool = False
    """Of a strength: its unit, "the" or a plural tells that it is one ("the 50s")."""
    weak: bool = False


_UNITS: Final = {
    "mg": "mg", "milligrams": "mg", "milligram": "mg", "mgs": "mg", "밀리그램": "mg", "밀리그람": "mg", "밀리": "mg",
    "미리": "mg", "mcg": "mcg", "ug": "mcg", "µg": "mcg", "micrograms": "mcg", "mics": "mcg", "마이크로그램": "mcg",
    "units": "U", "unit": "U", "iu": "U", "u": "U", "단위": "U", "유닛": "U", "ml": "mL", "mls": "mL", "g": "g",
    "gram": "g", "grams": "g", "그램": "g", "그람": "g",
    "%": "%", "프로": "%", "퍼센트": "%", "percent": "%",
}  # fmt: skip
_UNIT: Final = "|".join(sorted(_UNITS, key=len, reverse=True))
_NUMBER: Final = r"\d{1,6}(?:\.\d+)?"
_STRENGTH: Final = lazy_regex(
    rf"(?P<the>the |my )?(?P<n>{_NUMBER})(?:(?:\s?/\s?|에\s?)(?P<m>{_NUMBER}))?(?P<k>k\b)?(?:\s?(?P<unit>(?:{_UNIT})"
    r"(?![a-z]|/(?! ?(?:24 ?)?h))"
    r"(?=[^가-힣]|$|은|는|이|가|을|를|도|만|씩|짜리|으로|로|정|하루|아침|점심|저녁|자기)|(?:밀리|미리|단위)(?=[가-힣])))?"
    r"(?:/ ?(?:24 ?)?h(?:rs?|ours?)?\b)?(?P<many>'?s\b)?(?:짜리)?"
)
_UNIT_BEHIND: Final = lazy_regex(rf"\s?(?P<unit>{_UNIT})(?![a-z])")
_NO_STRENGTH: Final = lazy_regex(
    r"\s?(?:(?!w/)[a-z]{0,3}/|살|세(?![트레]|\s?(?:번|알|정|개|캡슐|포|방울|차례|회))|대(?:에|\s|부터)|주(?!사)|개월|달|일(?![요욜])|년|월(?![요욜])|시(?!럽)"
    r"|분(?!홍)|번|회|차|kg|키로|킬로|cm|센치"
    r"|만\s?원|층|명|호|가지|종류|부터|까지"
    r"|(?:years?|yrs?|yo|y/o|months?|mths?|mos?|weeks?|wks?|days?|hours?|hrs?|minutes?|mins?|kilos?|lbs?|pounds?"
    r"|stone|feet|of us"
    r"|people|meals?|ish|times?|x\b|medicines?|meds|different|others|things|percent|st|nd|rd|th)(?![a-z]))"
)
"""What makes the number before it years, a length of time or a count of something else, and no strength."""
_NIGHTS: Final = lazy_regex(
    r" (?:nights|mornings|evenings)\b(?! (?:a|per|each|every|out of|in a row|running|straight)\b)"
)
_COUNTED: Final = lazy_regex(
    rf"(?:just |only )?(?P<n>\d\.5|{ENGLISH_COUNT}(?!\.\d)|하나|둘|한|두|세|네|다섯|여섯|석|넉)(?=\s?[^\d\s])"
)
_COUNT_WORD: Final = lazy_regex(
    r"(?P<n>two|three|four|2|3|4) of (?:them|those|these)\b|(?P<m>one|two|three|four|(?:2|3|4)(?!\.\d))(?= (?:at|with|before|after|noon|lunch|dinner|breakfast|supper|evening|night|bed|am|pm"
    r"|in|each|every|twice"
    r"|once|three|morning|mornings|nights|at night|nocte|mane|bd|tds|od)\b|\s?(?:$|[,.;]))"
    r"|(?P<k>하나|둘|셋)(?:씩)?(?![가-힣])"
)
_FEW: Final = 5
"""Below this a number in words counts tablets: "calcium, two a day"."""
_PIECE: Final = lazy_regex(r"\s?(?:매(?![일주월달년])|장(?=[\s,.씩을]|$)|대(?=[\s,.씩를]|$))(?:씩)?")
_BREATHS: Final = lazy_regex(r"\s?(?:번|회)\s?(?:씩\s?)?(?:칙칙|칙|흡입|들이|빨|뿌|분무)[가-힣]{0,4}")
_HALF: Final = lazy_regex(
    r"(?:반\s?(?:알|쪽|정|개|톨|캡슐|포)(?:씩|만)?|반(?:씩|만)?(?=\s?(?:$|[,.()\s]))|half(?! (?:an? )?hours?\b| past\b| \d{1,2}\b(?!s)| (?:six|seven|eight|nine|ten|eleven|twelve)\b)(?: (?:a |of (?:a |the "
    r"|it|one))?"
    r"(?:tab(?:let)?|pill|one)?s?)?\b|½|1/2)"
)
_QUARTER: Final = lazy_regex(
    r"(?:a )?quarter(?: (?:of (?:a|an|the|it|one)|tab(?:let)?s?))?(?! (?:past|to|of an hour))\b|1/4(?!\d)|¼|(?:사|4)\s?분의\s?(?:일|1)"
)
_OFTEN: Final = lazy_regex(
    rf"(?P<x>x ?[1-6]\b|[1-6] ?x\b)(?: (?:a|per) day| daily)?|(?P<n>once|twice|thrice|{ENGLISH_COUNT} times?)"
    r"(?:(?: a| per| every| each|,)? ?day| daily)?(?! (?:a|per|each|every|in a) (?:week|month|year|fortnight)"
    r"| weekly| monthly"
    r"|[^\w\s]?week)\b"
    r"|(?P<k>한|두|세|네|[1-6])\s?(?:번|회|차례)(?:씩|만)?(?!\s?(?:칙|흡입|빨|뿌|들이|쯤))"
)
_MEALS: Final = lazy_regex(
    r"(?P<each>밥\s?먹을\s?때|식사\s?때|식사할\s?때)(?:마다)?|w/? ?(?:each |every |my )?(?:meals?|food)\b"
    r"|(?:(?:with|at|w/?) ?)?(?:my |me |the )?(?P<meal>breakfast"
    r"|brekk(?:ie|y)|lunch|dinner(?P<midday>(?=[^.;]{1,25}\b(?:tea|supper)\b))?|supper|tea(?: ?time)?)\b"
)
_MEAL_CODES: Final = {"b": "CM", "l": "CD", "d": "CV", "s": "CV", "t": "CV"}
_HALF_DAYS: Final = lazy_regex(r"(?<!\bi )(?P<half>am|pm|morn(?:ing)?s?|eve(?:ning)?s?|nights?|mane|nocte)\b")
_KO_TIMES: Final = lazy_regex(r"(?P<word>새벽|아침|오전|점심|오후|저녁|밤|잘\s?때|자기\s?전)(?:마다)?")
_KO_CODES: Final = {"아침": "MORN", "오전": "MORN", "점심": "NOON", "오후": "AFT", "저녁": "EVE", "밤": "NIGHT"}
_NEED: Final = lazy_regex(
    r"(?:only |just |mostly )?(?:when(?:ever)?(?!['’]?s\b| (?:is|are|was|do|does|did|will|should|can|must)\b| i (?:go|get|wake))|if(?! not\b)|prn\b|as (?:and when |required|needed)"
    r"|on (?:the )?bad days|before (?!bed|sleep|breakfast|lunch|dinner|supper|food|meals?|my (?:coffee|tea"
    r"|breakfast))"
    r"(?=[a-z]+s\b)|for (?:flare|attack|pain|the pain|migraine|wheez)|(?:in|during) (?:a |an )?(?:flare|attack|crisis))[^,;.\n]{0,60}"
    r"|(?:[가-힣]{1,6}\s?){0,2}[가-힣]*(?<![자먹잘])(?<!식사\s)(?<!식사)(?<!밥먹을)(?<!일어날)\s?때\s?(?:만|마다"
    r"|에만)?(?=[\s,.]|$)"
    r"(?:\s?(?:한\s?달|일주일|일주|주|하루|이번\s?달|요새는?|요즘은?|많아야|보통)[^,.;\n]{0,24})*"
    r"|필요\s?(?:시|하면)[^,.;\n]{0,12}"
    r"|(?:[가-힣]{1,5}(?<![은는도])\s){0,2}?(?!(?:자|일어나|먹|먹으|끝나|되|지나|출근하|퇴근하|괜찮으|그러|그러하|이러|하|다\s?먹으)(?:면|믄))"
    r"[가-힣]{0,7}(?:[가-힣]면|[가-힣]믄)(?:만|은)?(?:\s?(?:수시로|가끔))?(?=[\s,.]|$)"
    r"|(?:[가-힣]{1,6}\s)?[가-힣]{1,5}(?<!식사)(?<!그)(?<!잘)땐(?=[\s,.])"
)
_NOW_AND_THEN: Final = lazy_regex(
    r"(?:가끔(?:씩)?|이따금|수시로|간간이|on and off|(?:every )?now and (?:then|again)|sometimes|occasionally|on demand"
    r"|(?:only )?(?:for|in) (?:an )?emergenc(?:y|ies)|for breakthrough|for (?:period )?(?:cramps|headaches|hangovers|heartburn)"
    r"|(?:just |only )?(?:in|during) (?:a |an )?(?:flare|attack|crisis))(?![a-z가-힣])"
)
_LIMIT: Final = lazy_regex(
    r"(?:하루(?:에)?\s?|한\s?번에\s?)?(?:최대\s?)?(?:한|두|세|네|다섯|여섯|\d{1,2})\s?(?:번|알|정|회|개)\s?(?:까지만?|이내|안쪽)"
    r"|하루\s?최대\s?(?:한|두|세|네|\d)\s?(?:번|알|정|회|개)"
    rf"|(?:up to|max(?:imum)?(?: of)?|(?:no|not) more than|at most) {ENGLISH_COUNT}(?:/wk|/week)?"
    r"(?: ?(?:x|times?|tablets?|tabs?|puffs?))?(?: ?(?:a|per|in a|in the|each) (?:day|week|month|24 hours)| daily)?"
)
"""The most that may be taken: so speaks of what is taken as it is needed."""
_NO_NEED: Final = lazy_regex(
    r"(?:잠?\s?잘|주무실|자러\s?갈|식사|식사할|밥\s?먹을|아침|점심|저녁|일어날|먹을|투석할|투석|어릴|젊을|학생"
    r"|임신했을|그)\s?때"
)
_AGAIN: Final = lazy_regex(r"(?:again|another|as well|too|또(?:\s?한\s?번)?|다시|같은\s?거)(?![a-z가-힣])")
_ENDED: Final = lazy_regex(
    r"(?:which |that )?(?:he|she|they|(?:the |my )?(?:doctor|doc|gp|nurse|consultant|pharmacist))(?:'s|'ve| has"
    r"| have| had)?"
    r" (?:told|asked)(?: me)?(?: to)? (?:stop|bin|chuck|leave off|quit|come off|drop)\b|"
    r"(?:now |already |was |is |been )?(?:stopped|ceased|discontinued|withdrawn|dc'?d|off)"
    r"(?=\s?(?:[,.;()]|$)|,? (?:in|on|last|since|by|because|cos|coz|cause|due|after|at|for|a (?:week|month|year)"
    r"|\d|jan|feb|mar"
    r"|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|winter|christmas|easter))"
    r"|(?:중단|끊음|끊었음|뺐음|중지|종료)(?:함|됨)?(?=[\s,.()]|$)"
)
_MARK: Final = lazy_regex(
    r"(?P<weak>[·+&)–—-]+|(?:and|n|하고|이?랑)(?![a-z가-힣]))"
    r"|[,;/(]+|(?:then|plus|but|also|그리고|그라고|그러고)(?![a-z가-힣])"
    r"|(?:챙겨\s?)?(?:[먹묵맞]|드[시신셔심]|잡[숫수]|붙[이여인]|바[르름]|발라|뿌[리려림]|빨[아고]|복용|투여|시작[했하함])"
    r"[가-힣]{0,5}(?:\s?(?:있|계)[가-힣]{1,5})?(?![a-z가-힣])"
)
_OTHER: Final = lazy_regex(r"[^\s,;/()]*")
_WORKING_DAYS: Final = lazy_regex(r"(?:on )?(?:school|work|working) ?days\b")
_REST: Final = lazy_regex(
    r"(?:on )?(?:all )?the (?:other|remaining) days\b|the rest(?: of the week)?\b|(?:그\s?)?나머지(?:\s?(?:요일|날))?(?:은|는|에는)?(?![가-힣])"
)
_SAME_TIME: Final = lazy_regex(r"(?:at )?(?:the )?same times?\b|같은\s?(?:시간|때)(?:에)?")
_EXCEPT: Final = lazy_regex(
    r"(?:every ?day |daily |all days )?(?:except|but not|apart from|other than)(?: for)?(?: on)?(?: the)? "
)
_LEFT_OUT: Final = lazy_regex(r"\s?(?:만|은|을)?\s?(?:빼고|제외하고|제외|말고)(?:는)?(?:\s?매일)?")
"""Words by which days are those on which something is not taken."""
_ALL: Final = lazy_regex(
    r"(?P<both>both|둘\s?다|두\s?(?:개|가지)\s?(?:다|모두))(?! (?:my |the )?(?:eyes|sides|ears|nostrils|knees|legs|feet"
    r"|arms|hands|hips))(?![a-z가-힣])"
    r"|(?:all (?:of (?:them|these)|three|four|five|six)|all(?= (?:in|at|with|before|after|taken|morning|night|once)\b)"
    r"|them all|the lot|(?:셋|넷|세\s?(?:개|가지)|네\s?(?:개|가지))\s?(?:다|모두)|모두|전부)(?![a-z가-힣])"
)
_SPAN: Final = lazy_regex(
    r"(?:\d{1,3}\s?일|사흘|나흘|닷새|열흘|보름|일주일|한\s?달)\s?(?:분|치|간|동안)(?![가-힣])"
    r"|for (?:the )?(?:\d+|one|two|three|four|five|six|seven|ten) (?:more )?(?:days?|weeks?|months?)\b"
    r"|(?:이번|지난|다음)\s?(?:주|달)\s?부터|오늘부터|어제부터"
    r"|(?:(?:19|20)\d\d년\s?)?(?:(?:작년|재작년|올해|올|지난)\s?)?(?:\d{1,2}월(?:달)?\s?)?(?:초|말|중순)?부터"
    r"(?![가-힣])"
    r"|since (?:[a-z0-9'-]+ ){0,6}?[a-z0-9'-]+(?= ?(?:[,.;]|$))"
    r"|the (?:little |big |small |wee )?(?:white|brown|pink|blue|yellow|green|red|orange|purple|round) (?:one|tablet|pill)s?\b"
    r"|(?:\d{1,2}|[이삼사오]?십)\s?분(?:\s?(?:있다가?|후에?|뒤에?|지나서?|전에?))?(?![가-힣])"
    r"|(?:출근|퇴근|운동|목욕|샤워|양치|세수)\s?(?:전|후)에?(?![가-힣])"
    r"|(?:먹|드시|맞|쓰)는\s?(?:게|거는?|건|것은|약은|약이)(?![가-힣])"
    r"|(?:양쪽|오른쪽|왼쪽|한쪽|두|양)\s?(?:눈|코|귀|콧구멍)?(?:에)?(?:만)?(?=[\s,.]|$)"
    r"|(?:in |up )?(?:each|both|the (?:left|right)) (?:eyes?|sides?|nostrils?|ears?|nose)\b"
    r"|[가-힣]{1,6}\s?때문에|[가-힣]{1,5}\s?(?:저려|아파|막혀|가려워)서"
    r"|for (?:(?:my|the|me|his|her) )?(?!(?:a|an|the|it|me|that)\b)[a-z]+(?: (?:pressure|sugar|pain|failure))?"
    r"(?= ?(?:[,.;]|$)| (?:i take|at|in|every|once|twice|half|one|two)\b)"
)
"""A length of time, a since when and a reason, which stand between the words of a regimen and tell nothing of it."""
_LINK: Final = lazy_regex(
    r"(?:of|a|an|the|it|it's|its|is|are|at|in|on|each|every|day|daily|one|mg|with|after|before|food|meals?|to"
    r"|take|takes"
    r"|taking|i|we|has|have|tab|tabs?|tablets?|caps?|capsules?|pills?|injection|jab|patch|spray|inhaler|drops?"
    r"|gel|cream"
    r"|side|eyes?|both|under (?:the|my) tongue|up (?:the|my|each) nose|left|right|from|only|just|about|around"
    r"|roughly|usually|always|most|days|now|still|once|regularly|every|for"
    r"(?= (?:it|me|that)\b)|by|mouth|time|bit|that|this|one's|ones|per"
    r"|쯤에?|혀\s?밑에?|무조건|반드시|항상|각각|각|그냥|그거|이거"
    r"|네뷸(?:라이저)?|시럽|패치|서방정?|과립|연고|크림|겔|터부헬러|레스피맷|흡입[기제]?|펜|필름|현탁액|츄정"
    r"|xr|sr|er|cr|la|xl|mr|cd|gummy|gummies|chewables?|chews|rotacaps?|films?|ointment|foam|syrup|liquid|forte|pen"
    r"|ss|ds|respimat|turbohaler|accuhaler|diskus|retard|changed|new|혀\s?밑에?|하루(?:에)?|매일|매주|꼭|약|식후(?:에)?|식전(?:에)?|공복(?:에)?|빈속(?:에)?|주사|양쪽"
    r"|오른쪽만?|왼쪽만?"
    r"|정도|쯤|씩|만|도|은|는|이|가|을|를|에|엔|에는|에만|으로|로|마다|복용(?:해요|함|중)?|드세요|드심)"
    r"(?![a-z가-힣])"
)
_ANOTHER: Final = lazy_regex(
    r"(?:the|my|a|an|that|this|some) (?![\d.]+s?\b)|i (?!(?:have|take|use|get|am on|[\d.]+s?)\b)"
)
"""What begins to tell of another thing behind a comma: "atorva 80, and the little white one if ..."."""
_PARTICLE: Final = lazy_regex(r"(?:은|는|이|가|을|를|도|만|에|엔|에는|에만|으로|로|마다|씩)(?=[\s,.:()\d]|$)")
_COLON: Final = lazy_regex(r"\s?[:=]\s?")


@dataclass(frozen=True, slots=True)
class RegimenText:
    """A text in lower case with what was found in it: recurring times, frequencies, and numbers in words by their
    start, each with its end.
    """

    text: str
    times: tuple[TimeMention, ...]
    frequencies: tuple[FrequencyMention, ...]
    spelled: Mapping[int, tuple[int, float]]

    def words(self, start: int, end: int) -> tuple[RegimenWord, ...]:
        """The words of a stretch, those of a regimen and, as "other", those that are none."""
        at, found = start, list[RegimenWord]()
        while True:
            while at < end and self.text[at].isspace():
                at += 1
            if at >= end:
                return tuple(found)
            word = self._word(at, end, beside=not found) or self._passed_over(at, start, end, found)
            if word is None:
                word = RegimenWord("other", at, max(at + 1, _OTHER.match(self.text, at, end).end()))  # type: ignore[union-attr]
            if word.kind != "link":
                found.append(word)
            at = word.end

    def _passed_over(self, at: int, start: int, end: int, found: Sequence[RegimenWord]) -> RegimenWord | None:
        """A word that tells nothing of a regimen and parts nothing of it; None for any other."""
        span = _SPAN.match(self.text, at, end)
        if (
            span is not None
            and not self.text[span.end() : end].strip()
            and end < len(self.text)
            and self.text.startswith("since", at)
        ):
            # "Since starting amlodipine" leads up to the name.
            span = None
        if span is not None and span.end() > at:
            return RegimenWord("link", at, span.end())
        parts = found and found[-1].kind == "mark" and found[-1].end <= at
        if parts and _ANOTHER.match(self.text, at, end) is not None and not self.text[found[-1].end : at].strip():
            return None
        for pattern in (_LINK, _PARTICLE):
            if (link := pattern.match(self.text, at, end)) is not None and link.end() > at:
                return RegimenWord("link", at, link.end())
        colon = _COLON.match(self.text, at, end) if at == start else None
        return RegimenWord("link", at, colon.end()) if colon is not None else None

    def _word(self, at: int, end: int, *, beside: bool) -> RegimenWord | None:
        text = self.text
        if (every := _ALL.match(text, at, end)) is not None:
            return RegimenWord("all", at, every.end(), unit="both" if every["both"] else "")
        time = next((one for one in self.times if one.start == at and one.end <= end), None)
        if (now_and_then := _NOW_AND_THEN.match(text, at, end)) is not None:
            return RegimenWord("need", at, now_and_then.end(), codes=("PRN",))
        if (working := _WORKING_DAYS.match(text, at, end)) is not None:
            return RegimenWord("days", at, working.end(), codes=DAYS[:5])
        if (rest := _REST.match(text, at, end)) is not None:
            return RegimenWord("days", at, rest.end(), unit=OTHER_DAYS)
        if (same := _SAME_TIME.match(text, at, end)) is not None:
            return RegimenWord("same", at, same.end())
        left_out = _EXCEPT.match(text, at, end)
        if left_out is not None:
            day = next((one for one in self.times if one.is_day and one.start == left_out.end()), None)
            if day is not None:
                return RegimenWord("days", at, day.end, codes=tuple(one for one in DAYS if one not in day.codes))
        hours = hours_at(text, at, end)
        if hours is not None and (time is None or len(hours[0]) > 1):
            return RegimenWord("hour", at, hours[1], numbers=hours[0])
        if time is not None and time.is_day and (out := _LEFT_OUT.match(text, time.end, end)) is not None:
            return RegimenWord("days", at, out.end(), codes=tuple(one for one in DAYS if one not in time.codes))
        if time is not None and time.codes == ("CV",) and _MIDDAY_DINNER.match(text, at) is not None:
            return RegimenWord("time", at, time.end, codes=("CD",))
        if time is not None:
            return RegimenWord("days" if time.is_day else "time", at, time.end, codes=time.codes)
        if (quarter := _QUARTER.match(text, at, end)) is not None:
            return RegimenWord("half", at, quarter.end(), (0.25,))
        if (half := _HALF.match(text, at, end)) is not None and half.end() > at:
            return RegimenWord("half", at, half.end(), (0.5,))
        often = next((one for one in self.frequencies if one.start == at and one.end <= end and not one.weak), None)
        if often is not None and any(one.is_day and one.start < often.end and at < one.end for one in self.times):
            # "On Mondays and Fridays" is told by its days.
            often = None
        inner = next((one.start for one in self.times if often is not None and at < one.start < often.end), None)
        if often is not None and inner is not None and not self.text[inner - 1].isalpha():
            # "1일1회 아침식후" tells how often and when.
            return RegimenWord("often", at, inner, codes=(often.code,))
        if often is not None:
            return RegimenWord("need" if often.code == "PRN" else "often", at, often.end, codes=(often.code,))
        if (told := _in_sino(text, at, end, beside=beside)) is not None:
            return told
        for read in (_counted, _often, _strength, _other):
            if (word := read(text, at, end)) is not None:
                return word
        if at in self.spelled and self.spelled[at][0] <= end:
            last, value = self.spelled[at]
            if (unit := _UNIT_BEHIND.match(text, last)) is not None:
                return RegimenWord("strength", at, unit.end(), (value,), _UNITS[unit["unit"]], outright=True)
            return RegimenWord("count" if value < _FEW else "strength", at, last, (value,))
        if (most := _LIMIT.match(text, at, end)) is not None:
            return RegimenWord("need", at, most.end(), codes=("PRN",))
        if _LINK.match(text, at, end) is not None or _NO_NEED.match(text, at, end) is not None:
            return None
        need = _NEED.match(text, at, end)
        return RegimenWord("need", at, need.end(), codes=("PRN",)) if need is not None else None


def recurring_times(text: str) -> tuple[TimeMention, ...]:
    """The days and times of the day of a text in which medicines are listed: there a weekday is one of every week."""
    found = find_times(text, weekly=True)
    return tuple(
        replace(one, start=one.end - len(text[one.start : one.end].lstrip()),
                end=one.start + len(text[one.start : one.end].rstrip(". \n")))
        for one in found if _AM_PM.match(text, one.start) is None
    )  # fmt: skip


_AM_PM: Final = lazy_regex(r"\s?\d+(?:\.\d+)? ?(?:mg ?)?a\.?m\.? ?(?:and|&|/|,)? ?p\.?m\b")
"""A strength that is taken twice a day, and no hour: "Eliquis 5 AM PM"."""


def _strength(text: str, at: int, end: int) -> RegimenWord | None:
    match = _STRENGTH.match(text, at, end)
    if match is None or (not match["unit"] and _NO_STRENGTH.match(text, match.end())):
        return None
    if _GOES_ON.match(text, match.end()) is not None:
        return None
    if (moved := _MOVED_TO.match(text, match.end(), end)) is not None:
        # "75 먹다 5월에 88로": what it was moved to is taken.
        return RegimenWord(
            "strength", at, moved.end(), (float(moved["n"]),), _UNITS.get(match["unit"] or "", ""), outright=True
        )
    numbers = tuple(float(one) * (_THOUSAND if match["k"] else 1) for one in (match["n"], match["m"]) if one)
    outright = bool(match["unit"] or match["the"] or match["many"])
    return RegimenWord("strength", at, match.end(), numbers, _UNITS.get(match["unit"] or "", ""), outright=outright)


_MOVED_TO: Final = lazy_regex(
    r"\s?(?:짜리)?(?:을|를)?\s?(?:먹|맞|쓰|드시|복용하)다가?(?:\s?[가-힣\d]{1,6}(?:에|부터|엔|는)?){0,3}?\s(?P<n>\d{1,4}(?:\.\d+)?)"
    r"\s?(?:mg|mcg|밀리|미리|마이크로)?\s?(?:짜리)?\s?(?:으?로)(?!\s?나)"
)
_GOES_ON: Final = lazy_regex(r"\d|:\d")
"""What makes the digits before it a part of a longer number or of an hour."""
_THOUSAND: Final = 1000.0


def _in_sino(text: str, at: int, end: int, *, beside: bool) -> RegimenWord | None:
    """A strength in Sino-Korean words, with its unit or, of two syllables and more, right ``beside`` its name."""
    match = _SINO.match(text, at, end)
    if match is None:
        return None
    read = next((one for one in sino_numbers(text[at : match.end()], lenient=True) if one[2] == 0), None)
    if read is None:
        return None
    value, last = float(read[0]), at + read[3]
    unit = _UNIT_BEHIND.match(text, last, end)
    piece = _PIECE_OF.match(text, unit.end() if unit is not None else last, end)
    if (
        unit is None
        and piece is None
        and not (beside and last - at > 1 and _NOT_IN_A_WORD.match(text, last) is not None)
    ):
        return None
    stop = piece.end() if piece is not None else unit.end() if unit is not None else last
    return RegimenWord("strength", at, stop, (value,), _UNITS[unit["unit"]] if unit is not None else "", outright=True)


_SINO: Final = lazy_regex(r"[일이삼사오육륙칠팔구십백천만공영]+(?:\s?[점쩜]\s?[영공일이삼사오육륙칠팔구]+)?")
_PIECE_OF: Final = lazy_regex(r"\s?짜리(?:를|을)?")
_NOT_IN_A_WORD: Final = lazy_regex(r"[\s,.]|$|(?:은|는|을|를|도)(?=\s)")


def is_told_of_nights(text: str, strength: RegimenWord) -> bool:
    """Whether a bare number stands before "nights": the strength of what is taken then, or how many nights."""
    return not strength.unit and _NIGHTS.match(text, strength.end) is not None


_ONE_PIECE: Final = lazy_regex(r" (?:tablet|capsule|cap|tab|patch|sachet)\b")
_AND_A_HALF: Final = lazy_regex(
    r"(?P<n>하나|한|둘|두|세|[1-3])\s?(?P<form>알|정|개|캡슐|포)?\s?반(?:씩|만)?(?![가-힣]*[쪽알정])(?=\s|[,.씩을]|$)"
    r"|(?P<e>one|two|three|[1-3]) (?:and|n|&) (?:a )?half(?! ?(?:mg|milli|mcg|micro|mics|gram|units?|ml)s?)"
    r"(?: (?:tab(?:let)?|pill)s?)?\b|(?P<m>[1-3]) ?(?:½|1/2)"
)


def _counted(text: str, at: int, end: int) -> RegimenWord | None:
    if (more := _AND_A_HALF.match(text, at, end)) is not None:
        told = more["n"] or more["e"] or more["m"]
        whole = int(told) if told.isdigit() else read_count("두" if told == "둘" else told)[0]
        return RegimenWord("count", at, more.end(), (whole + 0.5,), "tab")
    if (word := _COUNT_WORD.match(text, at, end)) is not None:
        told = word["n"] or word["m"] or {"하나": "1", "둘": "2", "셋": "3"}[word["k"]]
        return RegimenWord("count", at, word.end(), (float(read_count(told)[0]),))
    match = _COUNTED.match(text, at, end)
    if match is None:
        return None
    measure = measure_at(text, match.end())
    low = float(match["n"]) if match["n"].replace(".", "").isdigit() else read_count(match["n"].replace("둘", "두"))[0]
    if measure is not None and low >= _FEW and _ONE_PIECE.match(text, match.end()) is not None:
        # "Ramipril 10 capsule", "Norspan 20 patch": many would not be told as one.
        return None
    if measure is not None and measure[1] <= end:
        last = measure[1] + (1 if text[measure[1] : measure[1] + 1] == "씩" else 0)
        return RegimenWord("count", at, last, (float(low),), measure[0].counter)
    if (breath := _BREATHS.match(text, match.end(), end)) is not None:
        return RegimenWord("count", at, breath.end(), (float(low),), "puff")
    if (piece := _PIECE.match(text, match.end(), end)) is not None:
        return RegimenWord("count", at, piece.end(), (float(low),), "piece")
    return None


_SO_MANY_OF: Final = lazy_regex(
    r"(?P<n>[1-6]|one|two|three|four)(?: ?[x×] ?(?=\d{2,4}\b(?! ?(?:times|a day|daily)))| (?=\d+(?:\.\d+)?s\b))"
)
"""How many of which strength: "2 x 500"."""
_SO_MANY_SO_OFTEN: Final = lazy_regex(r"(?P<n>[1-4]) ?(?=x ?[1-6]\b(?!\.\d| ?(?:mg|g|ml)))")
"""How many how often: "2 x 4"."""
_DAILY: Final = {1: "QD", 2: "BID", 3: "TID", 4: "QID"}


def _often(text: str, at: int, end: int) -> RegimenWord | None:
    if (each_time := _SO_MANY_SO_OFTEN.match(text, at, end)) is not None:
        return RegimenWord("count", at, each_time.end("n"), (float(each_time["n"]),), "tab")
    if (of_each := _SO_MANY_OF.match(text, at, end)) is not None:
        return RegimenWord("count", at, of_each.end(), (float(read_count(of_each["n"])[0]),))
    match = _OFTEN.match(text, at, end)
    if match is None:
        return None
    if match["x"]:
        many = int(match["x"].strip("x "))
    elif match["k"]:
        many = int(match["k"]) if match["k"].isdigit() else read_count(match["k"])[0]
    else:
        word = match["n"].split()[0]
        many = {"once": 1, "twice": 2, "thrice": 3}.get(word) or read_count(word)[0]
    code = _DAILY.get(many)
    numbers = (float(many),) if match["x"] else ()
    return RegimenWord("often", at, match.end(), numbers, codes=(code,)) if code else None


def _other(text: str, at: int, end: int) -> RegimenWord | None:
    if (meal := _MEALS.match(text, at, end)) is not None:
        return RegimenWord("time", at, meal.end(), codes=(_meal_code(meal),))
    if (bed := _BED.match(text, at, end)) is not None:
        return RegimenWord("time", at, bed.end(), codes=("HS",))
    if (half := _HALF_DAYS.match(text, at, end)) is not None:
        return RegimenWord(
            "time", at, half.end(), codes=({"a": "MORN", "m": "MORN", "n": "NIGHT"}.get(half["half"][0], "EVE"),)
        )
    if (time := _KO_TIMES.match(text, at, end)) is not None and time["word"] in _KO_CODES:
        return RegimenWord("time", at, time.end(), codes=(_KO_CODES[time["word"]],))
    if (ended := _ENDED.match(text, at, end)) is not None:
        return RegimenWord("ended", at, ended.end())
    if (again := _AGAIN.match(text, at, end)) is not None:
        return RegimenWord("again", at, again.end())
    if (mark := _MARK.match(text, at, end)) is not None:
        return RegimenWord("mark", at, mark.end(), weak=mark["weak"] is not None)
    return None


def _meal_code(meal: re.Match[str]) -> str:
    if not meal["meal"]:
        return "C"
    # Who has dinner and then tea has it at noon.
    return "CD" if meal["midday"] is not None else _MEAL_CODES[meal["meal"][0]]


_MIDDAY_DINNER: Final = lazy_regex(r"(?:at |with )?(?:my |me |the )?dinner(?=[^.;]{1,25}\b(?:tea|supper)\b)")
_BED: Final = lazy_regex(r"(?:(?:at|before|in) )?(?:my )?bed\b|(?:to|for)(?: help(?: me| with)?)? sleep(?:ing)?\b")


def as_count(word: RegimenWord) -> RegimenWord:
    """A bare strength as so many of the strength before it."""
    return replace(word, kind="count")
