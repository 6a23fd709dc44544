"""The words of a regimen as patterns: strengths, counts, how often, when, needs, and what stands between them."""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.small_counts import ENGLISH_COUNT

UNITS: Final = {
    "mg": "mg", "milligrams": "mg", "milligram": "mg", "mgs": "mg", "밀리그램": "mg", "밀리그람": "mg", "밀리": "mg",
    "미리": "mg", "mcg": "mcg", "ug": "mcg", "µg": "mcg", "micrograms": "mcg", "mics": "mcg", "마이크로그램": "mcg",
    "units": "U", "unit": "U", "iu": "U", "u": "U", "단위": "U", "유닛": "U", "ml": "mL", "mls": "mL", "g": "g",
    "gram": "g", "grams": "g", "그램": "g", "그람": "g",
    "%": "%", "프로": "%", "퍼센트": "%", "percent": "%",
}  # fmt: skip
UNIT: Final = "|".join(sorted(UNITS, key=len, reverse=True))
NUMBER: Final = r"\d{1,6}(?:\.\d+)?"
STRENGTH: Final = lazy_regex(
    rf"(?P<the>the |my )?(?P<n>{NUMBER})(?:(?:\s?/\s?|에\s?)(?P<m>{NUMBER}))?(?P<k>k\b)?(?:\s?(?P<unit>(?:{UNIT})"
    r"(?![a-z]|/(?! ?(?:24 ?)?h))"
    r"(?=[^가-힣]|$|은|는|이|가|을|를|도|만|씩|짜리|으로|로|정|하루|아침|점심|저녁|자기)|(?:밀리|미리|단위)(?=[가-힣])))?"
    r"(?:/ ?(?:24 ?)?h(?:rs?|ours?)?\b)?(?P<many>'?s\b)?(?:짜리)?"
)
UNIT_BEHIND: Final = lazy_regex(rf"\s?(?P<unit>{UNIT})(?![a-z])")
NO_STRENGTH: Final = lazy_regex(
    r"\s?(?:(?!w/)[a-z]{0,3}/|살|세(?![트레르티파팔프브픽]|마글|로[켈토]|\s?(?:번|알|정|개|캡슐|포|방울|차례|회))|대(?:에|\s|부터)|주(?!사)|개월|달|일(?![요욜곱])|년|월(?![요욜])|시(?!럽)"
    r"|분(?!홍)|번|회|차|kg|키로|킬로|cm|센치"
    r"|만\s?원|층|명|호|가지|종류|부터|까지"
    r"|(?:years?|yrs?|yo|y/o|months?|mths?|mos?|weeks?|wks?|days?|hours?|hrs?|minutes?|mins?|kilos?|lbs?|pounds?"
    r"|stone|feet|of us"
    r"|people|meals?|ish|times?|x\b|medicines?|meds|different|others|things|percent|st|nd|rd|th)(?![a-z]))"
)
"""What makes the number before it years, a length of time or a count of something else, and no strength."""
NIGHTS: Final = lazy_regex(
    r" (?:nights|mornings|evenings)\b(?! (?:a|per|each|every|out of|in a row|running|straight)\b)"
)
COUNTED: Final = lazy_regex(
    rf"(?:just |only )?(?P<n>\d\.5|{ENGLISH_COUNT}(?!\.\d)|하나|둘|한|두|세|네|다섯|여섯|석|넉)(?=\s?[^\d\s])"
)
COUNT_WORD: Final = lazy_regex(
    r"(?P<n>two|three|four|2|3|4) of (?:them|those|these)\b|(?P<m>one|two|three|four|(?:2|3|4)(?!\.\d))(?= (?:at"
    r"|with|before|after|noon|lunch|dinner|breakfast|supper|evening|night|bed|am|pm"
    r"|in|each|every|twice"
    r"|once|three|morning|mornings|nights|at night|nocte|mane|bd|tds|od)\b|\s?(?:$|[,.;]))"
    r"|(?P<k>하나|둘|셋)(?:씩)?(?![가-힣])"
)
FEW: Final = 5
"""Below this a number in words counts tablets: "calcium, two a day"."""
PIECE: Final = lazy_regex(r"\s?(?:매(?![일주월달년])|장(?=[\s,.씩을]|$)|대(?=[\s,.씩를]|$))(?:씩)?")
BREATHS: Final = lazy_regex(r"\s?(?:번|회)\s?(?:씩\s?)?(?:칙칙|칙|흡입|들이|빨|뿌|분무)[가-힣]{0,4}")
HALF: Final = lazy_regex(
    r"(?:(?:반|절반)(?:으로|씩)?\s?(?:쪼개|쪼갠|잘라|자른|나눠|나누어|갈라|똑\s?잘라)[가-힣]{0,2}(?:\s(?:반\s?(?:알|쪽|정|개)?|한\s?(?:쪽|조각))(?:씩|만)?(?![가-힣]))?"
    r"|반\s?(?:알|쪽|정|개|톨|캡슐|포)(?:씩|만)?|반(?:씩|만)?(?=\s?(?:$|[,.()\s]))|half(?! (?:an? )?hours?\b| past\b"
    r"| \d{1,2}\b(?!s)| (?:six|seven|eight|nine|ten|eleven|twelve)\b)(?: (?:a |of (?:a |the "
    r"|it|one))?"
    r"(?:tab(?:let)?|pill|one)?s?)?\b|½|1/2)"
)
QUARTER: Final = lazy_regex(
    r"(?:a )?quarter(?: (?:of (?:a|an|the|it|one)|tab(?:let)?s?))?(?! (?:past|to|of an hour))\b|1/4(?!\d)|¼|(?:사"
    r"|4)\s?분의\s?(?:일|1)"
)
OFTEN: Final = lazy_regex(
    rf"(?P<x>x ?[1-6]\b|[1-6] ?x\b)(?: (?:a|per) day| daily)?|(?P<n>once|twice|thrice|{ENGLISH_COUNT} times?)"
    r"(?:(?: a| per| every| each|,)? ?day| daily)?(?! (?:a|per|each|every|in a) (?:week|month|year|fortnight)"
    r"| weekly| monthly"
    r"|[^\w\s]?week)\b"
    r"|(?P<k>한|두|세|네|[1-6])\s?(?:번|회|차례)(?:씩|만)?(?!\s?(?:칙|흡입|빨|뿌|들이|쯤))"
)
MEALS: Final = lazy_regex(
    r"(?P<each>밥\s?먹을\s?때|식사\s?때|식사할\s?때)(?:마다)?|w/? ?(?:each |every |my )?(?:meals?|food)\b"
    r"|(?:(?:with|at|w/?) ?)?(?:my |me |the )?(?P<meal>breakfast"
    r"|brekk(?:ie|y)|lunch|dinner(?P<midday>(?=[^.;]{1,25}\b(?:tea|supper)\b))?|supper|tea(?: ?time)?)\b"
)
MEAL_CODES: Final = {"b": "CM", "l": "CD", "d": "CV", "s": "CV", "t": "CV"}
HALF_DAYS: Final = lazy_regex(r"(?<!\bi )(?P<half>am|pm|morn(?:ing)?s?|eve(?:ning)?s?|nights?|mane|nocte)\b")
KO_TIMES: Final = lazy_regex(r"(?P<word>새벽|아침|오전|점심|오후|저녁|밤|잘\s?때|자기\s?전)(?:마다)?")
KO_CODES: Final = {"아침": "MORN", "오전": "MORN", "점심": "NOON", "오후": "AFT", "저녁": "EVE", "밤": "NIGHT"}
NEED: Final = lazy_regex(
    r"(?:only |just |mostly )?(?:when(?:ever)?(?!['’]?s\b| (?:is|are|was|do|does|did|will|should|can|must)\b"
    r"| i (?:go|get|wake))|if(?! not\b)|prn\b|as (?:and when |required|needed)"
    r"|on (?:the )?bad days|before (?!bed|sleep|breakfast|lunch|dinner|supper|food|meals?|my (?:coffee|tea"
    r"|breakfast))"
    r"(?=[a-z]+s\b)|for (?:flare|attack|pain|the pain|migraine|wheez)|(?:in|during) (?:a |an )?(?:flare|attack"
    r"|crisis))[^,;.\n]{0,60}"
    r"|(?:[가-힣]{1,6}\s?){0,2}[가-힣]*(?<![자먹잘])(?<!식사\s)(?<!식사)(?<!밥먹을)(?<!일어날)\s?때\s?(?:만|마다"
    r"|에만)?(?=[\s,.]|$)"
    r"(?:\s?(?:한\s?달|일주일|일주|주|하루|이번\s?달|요새는?|요즘은?|많아야|보통)[^,.;\n]{0,24})*"
    r"|필요\s?(?:시|하면)[^,.;\n]{0,12}"
    r"|(?:[가-힣]{1,5}(?<![은는도])\s){0,2}?(?!(?:자|일어나|먹|먹으|끝나|되|지나|출근하|퇴근하|괜찮으|그러|그러하|이러|하|다\s?먹으)(?:면|믄))"
    r"[가-힣]{0,7}(?:[가-힣]면|[가-힣]믄)(?:만|은)?(?:\s?(?:수시로|가끔))?(?=[\s,.]|$)"
    r"|(?:[가-힣]{1,6}\s)?[가-힣]{1,5}(?<!식사)(?<!그)(?<!잘)땐(?=[\s,.])"
)
NOW_AND_THEN: Final = lazy_regex(
    r"(?:가끔(?:씩)?|이따금|수시로|간간이|on and off|(?:every )?now and (?:then|again)|sometimes|occasionally|on demand"
    r"|(?:only )?(?:for|in) (?:an )?emergenc(?:y|ies)|for breakthrough|for (?:period )?(?:cramps|headaches"
    r"|hangovers|heartburn)"
    r"|(?:just |only )?(?:in|during) (?:a |an )?(?:flare|attack|crisis))(?![a-z가-힣])"
)
LIMIT: Final = lazy_regex(
    r"(?:하루(?:에)?\s?|한\s?번에\s?)?(?:최대\s?)?(?:한|두|세|네|다섯|여섯|\d{1,2})\s?(?:번|알|정|회|개)\s?(?:까지만?|이내|안쪽)"
    r"|하루\s?최대\s?(?:한|두|세|네|\d)\s?(?:번|알|정|회|개)"
    rf"|(?:up to|max(?:imum)?(?: of)?|(?:no|not) more than|at most) {ENGLISH_COUNT}(?:/wk|/week)?"
    r"(?: ?(?:x|times?|tablets?|tabs?|puffs?))?(?: ?(?:a|per|in a|in the|each) (?:day|week|month|24 hours)| daily)?"
)
"""The most that may be taken: so speaks of what is taken as it is needed."""
NO_NEED: Final = lazy_regex(
    r"(?:잠?\s?잘|주무실|자러\s?갈|식사|식사할|밥\s?먹을|아침|점심|저녁|일어날|먹을|투석할|투석|어릴|젊을|학생"
    r"|임신했을|그)\s?때"
)
AGAIN: Final = lazy_regex(r"(?:again|another|as well|too|또(?:\s?한\s?번)?|다시|같은\s?거)(?![a-z가-힣])")
ENDED: Final = lazy_regex(
    r"(?:which |that )?(?:he|she|they|(?:the |my )?(?:doctor|doc|gp|nurse|consultant|pharmacist))(?:'s|'ve| has"
    r"| have| had)?"
    r" (?:told|asked)(?: me)?(?: to)? (?:stop|bin|chuck|leave off|quit|come off|drop)\b|"
    r"(?:now |already |was |is |been )?(?:stopped|ceased|discontinued|withdrawn|dc'?d|off)"
    r"(?=\s?(?:[,.;()]|$)|,? (?:in|on|last|since|by|because|cos|coz|cause|due|after|at|for|a (?:week|month|year)"
    r"|\d|jan|feb|mar"
    r"|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|winter|christmas|easter))"
    r"|(?:중단|끊음|끊었음|뺐음|중지|종료)(?:함|됨)?(?=[\s,.()]|$)"
)
MARK: Final = lazy_regex(
    r"(?P<weak>[·+&)–—-]+|(?:and|n|하고|이?랑)(?![a-z가-힣]))"
    r"|[,;/(]+|(?:then|plus|but|also|그리고|그라고|그러고)(?![a-z가-힣])"
    r"|(?:along |together )?with(?=\s(?:my |the |a |some )?$)"
    r"|(?:챙겨\s?)?(?:[먹묵맞]|드[시신셔심]|잡[숫수]|붙[이여인]|바[르름]|발라|뿌[리려림]|빨[아고]|복용|투여|시작[했하함])"
    r"[가-힣]{0,5}(?:\s?(?:있|계)[가-힣]{1,5})?(?![a-z가-힣])"
)
OTHER: Final = lazy_regex(r"[^\s,;/()]*")
WORKING_DAYS: Final = lazy_regex(r"(?:on )?(?:school|work|working) ?days\b")
REST: Final = lazy_regex(
    r"(?:on )?(?:all )?the (?:other|remaining) days\b|the rest(?: of the week)?\b|(?:그\s?)?나머지(?:\s?(?:요일"
    r"|날))?(?:은|는|에는)?(?![가-힣])"
)
SAME_TIME: Final = lazy_regex(r"(?:at )?(?:the )?same times?\b|같은\s?(?:시간|때)(?:에)?")
EXCEPT: Final = lazy_regex(
    r"(?:every ?day |daily |all days )?(?:except|but not|apart from|other than)(?: for)?(?: on)?(?: the)? "
)
LEFT_OUT: Final = lazy_regex(r"\s?(?:만|은|을)?\s?(?:빼고|제외하고|제외|말고)(?:는)?(?:\s?매일)?")
"""Words by which days are those on which something is not taken."""
ALL: Final = lazy_regex(
    r"(?P<both>both|둘\s?다|두\s?(?:개|가지)\s?(?:다|모두))(?! (?:my |the )?(?:eyes|sides|ears|nostrils|knees|legs|feet"
    r"|arms|hands|hips))(?![a-z가-힣])"
    r"|(?:all (?:of (?:them|these)|three|four|five|six)|all(?= (?:in|at|with|before|after|taken|morning|night|once)\b)"
    r"|them all|the lot|(?:셋|넷|세\s?(?:개|가지)|네\s?(?:개|가지))\s?(?:다|모두)|모두|전부)(?![a-z가-힣])"
)
SPAN: Final = lazy_regex(
    r"(?:\d{1,3}\s?일|사흘|나흘|닷새|열흘|보름|일주일|한\s?달)\s?(?:분|치|간|동안)(?![가-힣])"
    r"|for (?:the )?(?:\d+|one|two|three|four|five|six|seven|ten) (?:more )?(?:days?|weeks?|months?)\b"
    r"|(?:이번|지난|다음)\s?(?:주|달)\s?부터|오늘부터|어제부터"
    r"|(?:(?:19|20)\d\d년\s?)?(?:(?:작년|재작년|올해|올|지난)\s?)?(?:\d{1,2}월(?:달)?\s?)?(?:초|말|중순)?부터"
    r"(?![가-힣])"
    r"|since (?:[a-z0-9'-]+ ){0,6}?[a-z0-9'-]+(?= ?(?:[,.;]|$))"
    r"|the (?:little |big |small |wee )?(?:white|brown|pink|blue|yellow|green|red|orange|purple|round) (?:one"
    r"|tablet|pill)s?\b"
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
LINK: Final = lazy_regex(
    r"(?:of|a|an|the|it|it's|its|is|are|at|in|on|each|every|day|daily|one|mg|with(?!\s(?:my |the |a |some )?$)"
    r"|after|before|food|meals?|to"
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
ANOTHER: Final = lazy_regex(
    r"(?:the|my|a|an|that|this|some) (?![\d.]+s?\b)|i (?!(?:have|take|use|get|am on|[\d.]+s?)\b)"
)
"""What begins to tell of another thing behind a comma: "atorva 80, and the little white one if ..."."""
PARTICLE: Final = lazy_regex(r"(?:은|는|이|가|을|를|도|만|에|엔|에는|에만|으로|로|마다|씩)(?=[\s,.:()\d]|$)")
COLON: Final = lazy_regex(r"\s?[:=]\s?")
AM_PM: Final = lazy_regex(r"\s?\d+(?:\.\d+)? ?(?:mg ?)?a\.?m\.? ?(?:and|&|/|,)? ?p\.?m\b")
"""A strength that is taken twice a day, and no hour: "Eliquis 5 AM PM"."""
MOVED_TO: Final = lazy_regex(
    r"\s?(?:짜리)?(?:을|를)?\s?(?:먹|맞|쓰|드시|복용하)다가?(?:\s?[가-힣\d]{1,6}(?:에|부터|엔|는)?){0,3}?\s(?P<n>\d{1,4}(?:\.\d+)?)"
    r"\s?(?:mg|mcg|밀리|미리|마이크로)?\s?(?:짜리)?\s?(?:으?로)(?!\s?나)"
)
GOES_ON: Final = lazy_regex(r"\d|:\d")
"""What makes the digits before it a part of a longer number or of an hour."""
THOUSAND: Final = 1000.0
YEARS: Final = range(2001, 2036)
"""Bare numbers that tell since when: "nexplanon 2024"."""
SINO: Final = lazy_regex(r"[일이삼사오육륙칠팔구십백천만공영]+(?:\s?[점쩜]\s?[영공일이삼사오육륙칠팔구]+)?")
PIECE_OF: Final = lazy_regex(r"\s?짜리(?:를|을)?")
NOT_IN_A_WORD: Final = lazy_regex(r"[\s,.]|$|(?:은|는|을|를|도)(?=\s)")
ONE_PIECE: Final = lazy_regex(r" (?:tablet|capsule|cap|tab|patch|sachet)\b")
AND_A_HALF: Final = lazy_regex(
    r"(?P<n>하나|한|둘|두|세|[1-3])\s?(?P<form>알|정|개|캡슐|포)?\s?반(?:씩|만)?(?![가-힣]*[쪽알정])(?=\s|[,.씩을]|$)"
    r"|(?P<e>one|two|three|[1-3]) (?:and|n|&) (?:a )?half(?! ?(?:mg|milli|mcg|micro|mics|gram|units?|ml)s?)"
    r"(?: (?:tab(?:let)?|pill)s?)?\b|(?P<m>[1-3]) ?(?:½|1/2)"
)
SO_MANY_OF: Final = lazy_regex(
    r"(?P<n>[1-6]|one|two|three|four)(?: ?[x×] ?(?=\d{2,4}\b(?! ?(?:times|a day|daily)))| (?=\d+(?:\.\d+)?s\b))"
)
"""How many of which strength: "2 x 500"."""
SO_MANY_SO_OFTEN: Final = lazy_regex(r"(?P<n>[1-4]) ?(?=x ?[1-6]\b(?!\.\d| ?(?:mg|g|ml)))")
"""How many how often: "2 x 4"."""
DAILY: Final = {1: "QD", 2: "BID", 3: "TID", 4: "QID"}
MIDDAY_DINNER: Final = lazy_regex(r"(?:at |with )?(?:my |me |the )?dinner(?=[^.;]{1,25}\b(?:tea|supper)\b)")
BED: Final = lazy_regex(r"(?:(?:at|before|in) )?(?:my )?bed\b|(?:to|for)(?: help(?: me| with)?)? sleep(?:ing)?\b")
