"""The words by which people ask of what they take, in both languages: what each kind of question is heard from."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_ANY_CASE: Final = re.IGNORECASE
_TAKES_KO: Final = (
    r"(?:먹|묵|드시|드셔|드실|드신|드리|드려|드릴|복용|맞|넣|쓰|쓸|쓴|써|붙이"
    r"|붙여|바르|바를|발라|뿌리|뿌려|빨|빠[는니]|마시|마실|챙기|챙길"
    r"|놓|놔|흡입|투약)"
)
_TAKES_EN: Final = (
    r"(?:takes?|takin|taking|taken|on|uses?|using|have|having|has|got|gets?|getting|gives?|given|inject\w*|jab|put"
    r"|prescribed|apply|due)"
)
_THINGS_EN: Final = (
    r"(?:pills?|tablets?|tabs?|meds?|medicines?|medications?|drugs?|ones?|things"
    r"|stuff|injections?|shots?|jabs?|drops?"
    r"|inhalers?|patch(?:es)?|creams?|insulins?|sprays?|capsules?|supplements?|vitamins?|list|regimen|prescriptions?)"
)
_WHAT_KO: Final = r"(?:뭐|뭣|뭔|뭘|무엇|무어|무슨|무신|머(?=[고지임꼬야냐더였]|\s|$)|어떤|어느|이름|모가|몬)"
_TELL_KO: Final = (
    r"(?:알려|말해|말씀|불러|대\s?봐|읊|적어|보여|정리|목록|리스트|골아|갈쳐|가르쳐|전부|전체|모두|싹|다\s)"
)

ELSE: Final = lazy_regex(
    r"\b(?:ok(?:ay)? (?:to|if|with)|safe(?:ly)?|miss(?:ed)?|forg[eo]t\w*|skip\w*|instead|alcohol|wine|beer|eat|foods?"
    r"|side effects?|interact\w*|(?<!all )together|mix|combine|refill\w*|renew\w*"
    r"|pharmac(?:y|ist)|cost|price|store|travel\w*"
    r"|appointment|visit|surgery|pregnan\w*|better|worse|help(?:s|ing)?|work(?:s|ing)?|harm\w*|bad for|good for"
    r"|too (?:much|many|long|early|late)|enough|double|extra|change (?:it|to)|switch|move|(?:could|might|would) i"
    r"|can i (?:take|have|stop|drink|use) (?!in\b|for\b)"
    r"|should i (?:take (?:it|them|this)|stop|be|do|start|change)|if (?:i|he|she|we|my|the)|do(?:es)? (?:it|that) do"
    r"|what (?:is|are|does|do)\b[^?]{0,25}\b(?:used for|do to|do for|mean)|blood (?:test|pressure reading)|results?"
    r"|plans?|schedule|lay out|timetable|happen\w*|watch|keep an eye|without it"
    r"|look out|differ\w*|same as|told you|vaccin\w*"
    r"|other (?:patients?|people)|until when|till when|should (?:i|we) be|each of (?:my"
    r"|the|them)|need to|dentist|doctor|how many (?:days|doses)|one take"
    r"|(?:baby|bubs?|little one)(?:'?s| is| be)? (?:due|coming|born)|due date|am i due\b(?! for)"
    r"|출산|예정일|낳[아을는나]"
    r"|allerg\w*|reaction|water|salt|coffee|diet|exercise|caus\w+|illness\w*"
    r"|diseases?|doses? does|(?:final|last) dose)\b"
    r"|\b(?:what'?s?|which)\b[^?]* for\W*$|\bwhich (?:of )?(?:my |the )?\w+ (?:slows|lowers|is (?:the one )?for)\b"
    r"|시간표|계획|스케[줄쥴]|언제\s?까지|무슨\s?약(?:이[에야지죠]|인|일|임)"
    r"|뭐\s?하는|어떤\s?약(?:이[에야지죠]|인|일)|다른\s?(?:환자|사람)"
    r"|뭐가\s?다|차이|때문|의사|치과|지켜|조심|살펴|백신|접종|했다고|담배|개비|먹였|왜\s"
    r"|괜찮|[아어여해]도\s?(?:되|돼|될|됩)|먹어야\s?(?:되|돼|하나|할)|되나|되냐"
    r"|돼요|될까|되는지|될지|옮[기겨]도|바꿔도|바꿀"
    r"|빼먹|빠뜨|빠트|깜빡|깜박|까먹|거르|걸[렀러]|못\s?먹|같이\s|함께|부작용"
    r"|효과|효능|좋은\s?(?:약|거|것|게|음식)|좋을|나을"
    r"|나아|어떡|어떻게|술|커피|추천|(?:먹|맞|쓰|바르)으?면|만약|끊어도|끊으면"
    r"|끊을|그만둬|중단해도|중단하면|진료|병원|예약|음식(?!물)"
    r"|왜\s?(?:먹|드|복용|맞|써)|알레르기|검사|수치|결과",
    _ANY_CASE,
)
"""Words that ask for leave, for what a medicine does, or for anything that no regimen holds."""
LIMIT: Final = lazy_regex(
    r"\bmax\w*\b|\bat most\b|\b(?:can|may|could) (?:i|he|she|we|they|you)\b|\ballowed\b"
    r"|최대|까지(?!\s?먹은)|이상\s?먹",
    _ANY_CASE,
)
"""Words that ask how much may be had at most: what was told of it is said before what is known of it."""
DUE: Final = lazy_regex(
    r"\bnext\b|\bagain\b|\b(?:over)?due\b|다음|담\s?번|차례|예정|갈아야|교체"
    r"|또\s?언제|언제\s?(?:또|다시)|매달\s?언제|언제\s?맞(?:기로|아야|지|나|더라)",
    _ANY_CASE,
)
DUE_WHEN: Final = lazy_regex(
    r"\bwhen(?:'?s)?\b|\bdates?\b|\bwhat day\b|\bdue\b|언제|날짜|며칠|예정|날이?\s*\??$", _ANY_CASE
)
_OFF_EN: Final = (
    r"(?:stop(?:ped|s|ping)?|quit|c[ao]me off|off(?! (?:day|duty))|dc'?d|d/c'?d|discontinued|finished|got over"
    r"|(?:gave|given) up|le(?:ft|ave) off|no longer|not (?:on|taking|use)\b|used before|took before|came out)"
)
STOPPED: Final = lazy_regex(
    rf"\b(?:what|which|why|when|how come|reason|did (?:they|i|we|he|she))\b[^?]{{0,60}}\b{_OFF_EN}\b"
    rf"|\b(?:why'd|what'?s|list)\b[^?]{{0,30}}\b{_OFF_EN}\b"
    r"|(?:끊|중단|그만\s?[두둔뒀먹드]|관[두둔뒀]|치[웠워]|뺐|빠[진졌]|접[었은]"
    r"|안\s?(?:먹|묵|쓰|맞|드)(?:는|게|은|기|고|었|던|는다)|이제\s?안)"
    r"|\b(?:stopped|discontinued|former|old) (?:meds?|medicines?|medications?|pills|tablets|ones|drugs)\b",
    _ANY_CASE,
)
STOPPED_ASKS: Final = lazy_regex(
    r"\b(?:what|which|why|why'd|when|reason|how come|list|did)\b|왜|(?<![가-힣])와\s"
    r"|뭐|뭣|뭘|뭔|무엇|무슨|어떤|언제|이유|까닭|있지|있나|있어|목록|더라|[약거것건]\W*$",
    _ANY_CASE,
)
MAY_STOP: Final = lazy_regex(
    r"\b(?:can|could|may|should|shall|must|will|if|do) (?:i|he|she|we|they|it"
    r"|you)\b[^?]{0,20}\b(?:stop|quit|come off)"
    r"|\bwhen (?:do|can|will|should) \w+ (?:stop|finish|come off)"
    r"|\b(?:happen\w*|watch|keep an eye|look out|expect)\b|지켜|조심|살펴|증상을|생기|나타|어떻게\s?되"
    r"|언제\s?까지|끊어도|끊으면|끊을|중단해도|중단하면|그만\s?(?:먹어도|둬도"
    r"|먹을|둘)|안\s?먹(?:어도|으면|을)|안\s?쓰면",
    _ANY_CASE,
)
"""An end that is asked for, or asked about before it comes."""
CHANGED: Final = lazy_regex(r"바[꿨꾼뀌뀐]|\bchanged?\b|\bswitched\b|\breplaced\b", _ANY_CASE)
"""Words by which a medicine may have given way to another."""
WHY: Final = lazy_regex(r"\bwhy\b|why'd|\breasons?\b|how come|왜|(?<![가-힣])와\s|이유|까닭|때문", _ANY_CASE)
SINCE: Final = lazy_regex(
    r"\bsince (?:when|what|which)\b|\b(?:from|what|which|since) (?:which |what )?(?:year|age|month)\b"
    r"|\bhow long (?:have|has|had|am|is|i'?ve|was)\b|\bhow old (?:was|were|is)\b"
    r"|\bwhen\b[^?]{0,30}\b(?:start(?:ed|ing)?|beg[ai]n|begun|go on|went on|put on"
    r"|get (?:the|my|on)|g[eo]t (?:the|my))\b"
    r"|언제부터|언제\s?(?:시작|처음|넣|달|했[지더죠어])|시작(?:한|했)|얼마나\s?(?:오래"
    r"|됐|됬|되었)|몇\s?(?:년|달|개월)\s?(?:째|됐|됬|부터|됨|동안)"
    r"|몇\s?살\s?(?:때|부터)|몇\s?년도",
    _ANY_CASE,
)
BEFORE: Final = lazy_regex(
    r"\bbefore\b(?! (?:break|brek|lunch|dinner|tea|bed|food|meal|sleep|supper|eating|school|work|my tea|me tea|noon))"
    r"|\bprevious(?:ly)?\b|\bused to (?:be|take|have)\b|\bearlier\b|\b(?:old"
    r"|original) dose\b|\boriginally\b|\bat first\b"
    r"|\b(?:first|starting) dose\b|\bstart(?:ed)? (?:on|at|with)\b"
    r"|(?:줄|올|늘|바꾸|바뀌|바꿔|내리|옮기|줄이|올리|늘리|변경하)기\s?전|원래"
    r"|예전|이전|(?<![식침심녁])\s전(?:에는|엔|에)\s|처음\s?(?:용량|에|몇)|첨에"
    r"|초기\s?용량|전\s?용량",
    _ANY_CASE,
)
"""Words for how it was before it changed."""
FIRST: Final = lazy_regex(
    r"\bat first\b|\boriginal\w*\b|\b(?:first|starting) dose\b|\bstarted (?:on|at)\b|처음|첨에|초기", _ANY_CASE
)
DOSE: Final = lazy_regex(
    r"\bdos(?:e|es|age)\b|\bstrength\b|\bhow (?:strong|much|many)\b|\b(?:what|which) (?:mgs?|milligrams?|mcg)\b"
    r"|\bmgs?\b|\bmcg\b|\bunits?\b|\bwhat (?:was|is|are)\b[^?]{0,40}\b(?:before|now)\b"
    r"|용량|몇\s?(?:미리|밀리|mg|mcg|그램|그람|g\b|마이크로|단위|유닛|짜리|알"
    r"|정|개(?!월)|방울|퍼프|번\s?씩|장|포|봉|캡슐|cc|ml|대|에\s?몇|이[야지죠예]"
    r"|[?]|$)"
    r"|얼마\s?(?:짜리|먹|묵|맞|씩|예요|에요|이[고지죠]|였|인[가지]|들어)|얼마(?:나)?\s?(?:먹"
    r"|묵|맞|쓰|넣|드)|얼마\W*$",
    _ANY_CASE,
)
PER_DAY: Final = lazy_regex(
    r"\b(?:a|per|each|every|in (?:a|the|one)|over (?:a|the)|for (?:a|the)|one"
    r"|by the|that a|whole|full|all|whole of the)"
    r" (?:whole |full |one |a )?days?\b|\b24 ?(?:hours?|hrs?|h)\b|\bdaily\b|\bday'?s\b|하루|일일|24시간",
    _ANY_CASE,
)
PER_WEEK: Final = lazy_regex(
    r"\b(?:a|per|each|every|in (?:a|the|one)|over (?:a|the)|for (?:a|the)|one|the|whole|full) (?:whole |full )?week\b"
    r"|\bweekly\b|일주일|1주일|한\s?주(?!먹)|일주에|주당|[1일]주에",
    _ANY_CASE,
)
TOTAL: Final = lazy_regex(
    r"\btotal\b|\baltogether\b|\ball together\b|\bin all\b|\ball up\b|\badded? up\b|\btot (?:it|them) up\b|\bsum\b"
    r"|\bcome[s]? to\b|총|모두|전부|합[치쳐계이해]|합\b|다\s?(?:해서|하면|합|하믄|해가)",
    _ANY_CASE,
)
COUNT: Final = lazy_regex(
    r"\bhow (?:much|many)\b|\b(?:mgs?|milligrams?|mcg|micrograms?|units?|tablets?"
    r"|pills?|puffs?|drops?|capsules?|dose)\b"
    r"|\btotal\b|몇|얼마|총량|합계|총\s?(?:mg|용량)|합이",
    _ANY_CASE,
)
PIECES: Final = lazy_regex(
    r"\bhow many (?!(?:different )?(?:medicines?|meds|medications?|drugs)\b|mgs?\b"
    r"|milli|micro|mcg|units?\b|puffs?\b|drops?\b|times\b|days\b|weeks\b|sprays?\b"
    r"|ml\b)"
    r"|\b(?:tablets?|pills?|capsules?) (?:total|a day)|몇\s?(?:알|정|개(?!월)|포|캡슐|장|봉)",
    _ANY_CASE,
)
"""Words that count pieces, not what they hold."""
UNITS: Final = lazy_regex(r"\bunits?\b|\binsulins?\b|단위|유닛|인슐린", _ANY_CASE)
OFTEN: Final = lazy_regex(
    r"\bhow (?:often|frequently|regularly)\b|\bhow many times\b|\bwhich eye\b|\b(?:what|which) (?:season|months?)\b"
    r"|\bwhat time of (?:the )?year\b|\bwhen in the year\b|\bin (?:what|which) season\b"
    r"|\bhow many (?:hours|days|weeks) (?:apart|between)"
    r"|얼마나\s?자주|몇\s?번|몇\s?차례|몇\s?시간\s?(?:마다|간격)|며칠\s?(?:마다"
    r"|에|간격)|몇\s?(?:주|달|개월|일)\s?(?:에|마다|간격)|매일\s?(?:먹|맞|쓰"
    r"|넣|바르)는"
    r"\s?(?:건|거|것|약)|어느\s?쪽|며칠\s?(?:쓰|먹|넣|바르|동안|치)|언제\s?(?:쓰"
    r"|먹|묵|바르|넣|붙이)는\s?(?:약|거|건|것)",
    _ANY_CASE,
)
WHEN: Final = lazy_regex(
    r"^\W*(?:and |so |but )?(?:when|whens|what time|which time|what times)\b(?! (?:did"
    r"|was|were|is (?:my|the|his|her) (?:next|appoint)|can|should i stop))"
    rf"|언제\s?(?:쯤\s?)?{_TAKES_KO}|몇\s?시(?!간)|언제[가-힣]{{0,2}}\s?{_TAKES_KO}|언제\W*$",
    _ANY_CASE,
)
DAYS_OF: Final = lazy_regex(
    r"\b(?:what|which) days?\b|\bwhat day'?s\b|\b(?:what|which) (?:day|date) of\b"
    r"|무슨\s?(?:요일|날)|어느\s?(?:요일|날)|요일(?:이|은|에|로)?\s?(?:언제|뭐"
    r"|어)"
    r"|요일\W*$|며칠날",
    _ANY_CASE,
)
PAST: Final = lazy_regex(
    r"\bdid (?:i|he|she|we|they)\b|\bhave i (?:had|taken|used)\b|\bdays have i\b"
    r"|먹은\s?날|쓴\s?날|맞은\s?날|먹었|썼[죠지나어]|썼는",
    _ANY_CASE,
)
"""Words that ask what was done, not what is the rule."""
OTHER_BEFORE: Final = lazy_regex(
    r"\b(?:on|take|taking|took|have|had|use|used) before\b|전에는?\s?(?:뭐|뭘|무슨|어떤)", _ANY_CASE
)
"""Words that ask which other medicine was taken before."""
ILLS: Final = lazy_regex(r"병이|질환|수술|증상|\b(?:illness\w*|conditions?|sick|diseases?|operations?)\b", _ANY_CASE)
"""Words for what somebody has, not takes."""
OWN_DAYS: Final = lazy_regex(r"\bonly\b|\bextra\b|\bspecial\b|에만|요일마다|날만", _ANY_CASE)
"""Words that mean what is taken on some days of the week alone."""
HE: Final = lazy_regex(r"\b(?:he|him|his)\b", _ANY_CASE)
SHE: Final = lazy_regex(r"\b(?:she|her|hers)\b", _ANY_CASE)
EVERY_DAY: Final = lazy_regex(r"\b(?:every ?day|daily|each day)\b|매일|날마다|맨날", _ANY_CASE)
WHOSE_IS: Final = lazy_regex(
    r"\bwho(?:'?s| is)\b[^?]{0,30}\bfor\b|\bwhose\b|\bwho (?:takes|is on|uses"
    r"|has)\b|누구\s?(?:꺼|거|약|것)|누가\s?(?:먹|드)",
    _ANY_CASE,
)
_LEAD_KO: Final = (
    r"(?:지금도?|현재|요즘|요새|시방|근래|그럼|그러면|그래서|그리고|아|저기|이제"
    r"|매일|날마다|실제로|평소|저장된|기록된|등록된|처방\s?받아서?|처방"
    r"|내가|제가|나는|저는|난|전|나|저|내|제|본인이|본인|나가|지가|우리|도|약)"
)
_TAIL_KO: Final = (
    r"(?:뭐|뭣|뭔|무엇|무신|머|다|전부|전체|모두|싹|이름|종류|목록|리스트|정리"
    r"|알려|말해|말씀|불러|대|적어|보여|읊|골아|갈쳐|가르쳐|있|좀|해|줘"
    r"|주|봐|보|또|다시|쓰|먹)[가-힣]*"
)
_LEAD_EN: Final = (
    r"(?:so|and|ok(?:ay)?|then|now|please|well|hi|hello|hey|right|remind me|can you|just|again|exactly|of|me)"
)
_TAIL_EN: Final = (
    r"(?:now|then|at present|these days|at the moment|atm|currently|right now"
    r"|rn|myself|properly|please|nowadays|today"
    r"|again|dear|sir|on record|in total|regularly|here|on)"
)
_WHO_EN: Final = r"(?:i|he|she|we|they|my \w+|the \w+)"
STRICT: Final = lazy_regex(
    rf"^\W*(?:{_LEAD_KO}\W*)*(?:{_TAKES_KO}[가-힣]{{0,2}}(?:\s?(?:있|계)[는신])?\s?(?:약|거|것|건|게|기|꺼)들?"
    r"|(?:복용|처방)?\s?약)"
    rf"\s?(?:은|는|이|가|을|를|들|도|만|의|요|이요)*\W*(?:{_TAIL_KO}\W*)*$"
    rf"|^\W*(?:{_LEAD_EN}\W+)*(?:what|which|wot|everything|all)(?:'s|s)?\W+(?:all |is it |are |is )?(?:my |the )?"
    rf"(?:current |daily |present |regular )?(?:{_THINGS_EN}\W+)?"
    rf"(?:(?:am|do|is|are|does|have|can)\W+)?(?:i'?m\W+|{_WHO_EN}\W+)?(?:currently |now |actually |really )?"
    rf"(?:take|takes|taking|takin|on|use|using|got|for|list)\W*(?:{_TAIL_EN}\W*)*$"
    rf"|^\W*(?:{_LEAD_EN}\W+)*(?:list|tell me|give me|show me|name|read out|what are"
    rf"|what'?s)\W+(?:all )?(?:of )?(?:my |the )"
    rf"(?:current |daily |present |regular )?{_THINGS_EN}\W*(?:list\W*)?(?:{_TAIL_EN}\W*)*$",
    _ANY_CASE,
)
"""Whole sentences that ask for the list and for nothing else."""
NOW: Final = lazy_regex(
    r"지금|현재|요즘|요새|시방|(?<![가-힣])(?:내|제|나|저)(?:가|는)?\s|\b(?:i"
    r"|he|she|we|they|my|now|all|list|currently)\b",
    _ANY_CASE,
)
"""Words that mean what is taken at present, or by somebody."""
BARE: Final = lazy_regex(r"^\W*(?:약|tablets)(?:은|이|요|이요|은요|이에요|예요)*\W*$", _ANY_CASE)
"""A name alone, which asks nothing of a list."""
LISTED: Final = lazy_regex(
    rf"\b(?:what|which|wot|wotta|whats|what's|everything|all)\b[^?]{{0,45}}\b{_TAKES_EN}\b"
    rf"|\b(?:what|which|list|tell|give|show|name|all|everything|wot|what's|whats)\b[^?]{{0,30}}\b{_THINGS_EN}\b"
    rf"|{_TAKES_KO}[가-힣]{{0,3}}\s?(?:약|거|것|게|건|기|게)[^?]{{0,14}}(?:{_WHAT_KO}|{_TELL_KO})"
    rf"|(?:약|거|것|영양제|주사|안약)[^?]{{0,12}}(?:{_WHAT_KO}|{_TELL_KO})"
    rf"|{_WHAT_KO}[^?]{{0,6}}\s?{_TAKES_KO}|{_WHAT_KO}\s?약"
    rf"|{_TAKES_KO}[가-힣\s]{{0,6}}(?:거|것|건|게|약|꺼)(?:는|은|요|이요|만|들|가)*\s?(?:있|뭐)?[가-힣]{{0,3}}\W*$"
    r"|(?:내|제|나)\s?[가-힣]{0,4}약[은이요]*\W*$|\b(?:what|which)\b[^?]{0,20}\b(?:goes|comes|is left|are left)\b"
    r"|\bwhat'?s (?:left|in|for)\b|\bwhat(?:'s|s)? (?:he|she|they|\w+) on\b",
    _ANY_CASE,
)
THEN: Final = lazy_regex(
    rf"\b(?:what|which|wot|wotta|whats|what's|list|tell|give|show|name)\b|{_WHAT_KO}|{_TELL_KO}"
    r"|(?:약|거|것|게|건|꺼|알약|주사|안약)(?:은|는|이|가|들|요|만|이요|거요|예요|에요)*\W*$"
    rf"|\b{_THINGS_EN}\W*$|(?:거|것|건|게|꺼)\s?(?:다|전부|두\s?가지|하나|요)|두\s?가지|종류\W*$",
    _ANY_CASE,
)
"""Words that ask which, beside a time."""
YES_NO_DAY: Final = lazy_regex(
    rf"\b(?:do|does|is|am|are)\b|{_TAKES_KO}[가-힣]{{0,3}}\W*$|날인가|(?:나요|냐|니|어|지|죠)\W*\??$", _ANY_CASE
)
SELF: Final = lazy_regex(
    r"\bmine\b|\bmyself\b|\bfor me\b|\bmy own\b|(?<![가-힣])(?:내|제)\s?(?:꺼"
    r"|거|것|약)|(?<![가-힣])(?:내가|나는|난|제가|저는|전|나|내)(?=\s)",
    _ANY_CASE,
)
MANNER: Final = lazy_regex(
    r"^\W*(?:can|could|will|would) you (?:please )?(?:tot|add|tell|say|list|remind"
    r"|write|work|count|sum)\b[^?]{0,20}\W*$"
    r"|^\W*(?:알려|말해|계산해|적어|부탁|정리해)[가-힣\s]{0,8}\W*$",
    _ANY_CASE,
)
"""Wishes that only go on about the question before them."""
MINE: Final = lazy_regex(
    r"\b(?:which|what)\b[^?]{0,20}\b(?:mine|my own)\b|\bmine is\b|\bwhat'?s mine\b"
    r"|(?<![가-힣])(?:내|제)\s?(?:꺼|거|것)(?:는|만|은|요|\s|\W*$)",
    _ANY_CASE,
)
POINTS: Final = lazy_regex(
    r"\b(?:it|that|this|them|those|these)\b|그거|그것|그건|그게|이거|이건|그\s?약|이\s?약", _ANY_CASE
)
SIDE: Final = lazy_regex(r"\bwhich (?:eye|ear|side|nostril)\b|어느\s?쪽", _ANY_CASE)
FORMS: Final[tuple[tuple[re.Pattern[str], frozenset[str], frozenset[str]], ...]] = (
    (
        lazy_regex(
            r"\b(?:jab(?:s|bed)?|jag|shots?|inject\w*|needle|drip|infusion|depot|pen)\b"
            r"|주사|맞는|맞는가|맞지|놓는", _ANY_CASE),
        frozenset({"subcutaneous", "intramuscular", "intravenous", "injection", "parenteral"}),
        frozenset({"glp1_receptor_agonist", "insulin_therapy", "biologic"}),
    ),
    (
        lazy_regex(r"\b(?:eye ?drops?|drops?)\b|안약|눈에|방울|점안", _ANY_CASE),
        frozenset({"ophthalmic", "otic"}),
        frozenset({"eye_drop"}),
    ),
    (
        lazy_regex(r"\b(?:inhalers?|puffs?|puffers?)\b|흡입|퍼프|빠는|빨", _ANY_CASE),
        frozenset({"inhalation"}),
        frozenset({"inhaler"}),
    ),
    (lazy_regex(r"\bpatch(?:es)?\b|패치|파스|붙이", _ANY_CASE), frozenset({"transdermal"}), frozenset({"patch"})),
    (
        lazy_regex(r"\b(?:creams?|ointments?|gels?|foams?|lotions?)\b|연고|크림|바르|바를", _ANY_CASE),
        frozenset({"topical"}),
        frozenset({"topical_agent"}),
    ),
    (
        lazy_regex(r"\b(?:implants?|coil|iud|the bar)\b|임플란트|루프|피임\s?장치", _ANY_CASE),
        frozenset({"subdermal", "intrauterine"}),
        frozenset({"implant", "iud"}),
    ),
    (
        lazy_regex(r"\b(?:nasal|nose) sprays?\b|코\s?스프레이|코에", _ANY_CASE),
        frozenset({"nasal"}),
        frozenset({"nasal_spray"}),
    ),
    (lazy_regex(r"\b(?:pills?|tablets?|tabs|capsules?)\b|알약", _ANY_CASE), frozenset({"oral"}), frozenset()),
)  # fmt: skip
"""Words for a form, with the routes and the classes of the lexicon that have it."""
