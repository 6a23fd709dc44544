"""What words tell went wrong with taking a medicine, and for how many days: what is imagined, denied or only feared,
and meals, drinks and calls that were missed, are none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from domain.remembering import remembered
from extraction.reading.medicines.days_left_out import days_near
from extraction.reading.medicines.doses_too_many import doses_too_many
from extraction.reading.medicines.untaken import ONE_DOSE, untaken_in
from extraction.text.lazy_regex import lazy_regex

Act = Literal["without", "extra", "another", "lent", "vomited", "wish"]
"""Not taken, taken once too often, somebody else's, one's own by somebody else, brought up again; or the wish to leave
it off."""
Manner = Literal["", "ran_out", "left_behind", "stopped"]


@dataclass(frozen=True, slots=True)
class Mishap:
    """One of them, where it is told; ``days`` how long a medicine was left out, None where that is not told."""

    act: Act
    start: int
    end: int
    manner: Manner = ""
    days: float | None = None


_RAN_OUT: Final = lazy_regex(
    r"\b(?:ran|run|running|i'?m|(?<!we )(?<!they )(?<!you )we'?re|he'?s|she'?s|clean|all|completely|been) out\b"
    r"(?! of (?:breath|time|puff|patience|steam|money|milk|bread|it\b|bed|the|hospital|here|there|action)| and about"
    r"|side)"
    r"|\b(?:none|nothing|no (?:more )?(?:\w+ )?(?:tablets|pills|meds|doses|patches|pens)) left\b"
    r"|\b(?:chemist|pharmacy|pharmacist|surgery)\b[^.?!]{0,30}\b(?:out of (?:stock|it|them)|can'?t get|hasn'?t got)\b"
    r"|(?<![가-힣])(?:약|알약|약통|펜|패치|인슐린|처방|재고)[이가은는도을를]?\s?(?:마침\s|벌써\s|다\s?)?"
    r"(?:떨어(?:져|졌|진|지)|바닥|동나|동났|없어(?:서|져|졌)|소진|끊겼|끊겨)"
    r"|(?<!다른 )(?<!먹는 )(?<!드시는 )(?<!복용하는 )(?<![가-힣])약이\s?없(?:어요|네|음|습|는데|다|어)"
    r"|떨어(?:진\s?지|져서|졌는데|졌어|졌네|져\s?가지고)"
    r"|\bmy (?!(?:\w+ )?(?:\w*(?:cillin|mycin|micin|floxacin|cycline|nidazole|oxime|alexin|vir|clav)|augmentin"
    r"|flagyl|antibiotics?"
    r"|pred\w*|steroids?|course)\b)(?:\w+ ){1,2}(?:has|have|is|are)(?: (?:all|just|now"
    r"|already))? (?:finish(?:ed)?(?! (?:my|the|it"
    r"|them|with|a)\b)|all gone)\b"
    r"|\bout of (?:my |his |her )?(?:insulin|tablets|pills|meds|medicine|medication|inhalers?)\b"
    r"|(?<![가-힣])다\s?(?:떨어(?:져|졌|진)|먹어서\s?없)",
    re.IGNORECASE,
)
_LEFT_BEHIND: Final = lazy_regex(
    r"\bleft (?:my|his|her|their|our|the|it|them|mine|all|both|everything|those)\b[^.?!]{0,60}"
    r"\b(?:at|in|on|behind|back|home)\b"
    r"|\bforgot(?:ten)? (?:it|them|my|his|her|to (?:pack|bring))\b[^.?!]{0,40}\b(?:home|away|hotel|holiday|trip"
    r"|flat|house)"
    r"|\bforgot to (?:pack|bring)\b|\b(?:didn'?t|did not|haven'?t|never) (?:pack|packed|bring|brought)\b"
    r"|\b(?:they|it|tablets|pills|meds|insulin)(?:'re|'s| are| is) (?:still )?(?:at|back) (?:home|my|mine|the house)"
    r"|\b(?:lost|losing) (?:my|his|her|the) (?:\w+ )?(?:tablets|pills|meds|medicine|medication|insulin|pen|bag|suitcase"
    r"|luggage)\b"
    r"|\b(?:(?:w/?o|without)(?: any| my| his| her)?|(?:w|with) no) (?:meds|tablets|pills|medicine|medication)\b"
    r"|(?:두고|놓고|놔두고|놔\s두고|빠뜨리고|빠트리고)\s?(?:왔|와|온|나왔|나와|갔|가서|오는|옴)"
    r"|(?:안|못)\s?(?:가져|갖고|챙겨)\s?(?:왔|와|온|갔|옴|나왔)|(?:가져|챙겨)\s?오(?:지|질)\s?(?:못|않|안)"
    r"|(?:약|인슐린|펜|약통)[이을를은도]?\s?(?:다\s)?집에\s?(?:있|두|놔|놓)|잃어\s?버(?:렸|려)",
    re.IGNORECASE,
)
_STOPPED: Final = lazy_regex(
    r"\b(?:stopped|quit|ditched|dropped|binned|paused|cut out|came off|come off|coming off|been off|gone off|laid off"
    r"|held off|gave up|given up|jacked in|packed in|left off) "
    r"(?:off |on )?(?:taking|having|using|injecting|my|the|his|her|it|them|both|all|these|those|that|this|insulin)\b"
    r"|\bcold turkey\b"
    r"|\b(?:taken|took|put) (?:me|him|her|myself|himself|herself|mum|dad) off\b"
    r"|\b(?:i|we|he|she|they|mum|dad|who)(?:'ve|'s|'d| have| has| had)?(?: just| then| also| both| all"
    r"| only)? stopped\b"
    r"(?! \w+ing\b)"
    r"|(?<!담배 )(?<!담배를 )(?<!술 )(?<!술을 )(?<!전화 )(?<!전화를 )(?<!커피 )(?<!커피를 )"
    r"끊(?:었(?!죠|지요|나요|냐|니)|은(?=\s?지\s?(?:\d|[가-힣]))|고(?!\s?나서)|어\s?버|으셨|으신(?!\s?약)|음|으시고)"
    r"|중단(?:했|한|하고|하셨|하신|\s?중|함)|멈췄|그만\s?(?:먹(?:었|은|고)|맞(?:았|은|고)|드(?:셨|신)|뒀|두었)"
    r"|(?:먹다|맞다|드시다)\s?말(?:았|고|아)"
    r"|약[을은]?\s?쉬(?:었|고|는)",
    re.IGNORECASE,
)
_MEALS: Final = (
    r"(?:to (?:say|mention|tell|ask|eat|drink|add|call|ring|ask)|(?:my |the |a |an |her |his |any )?(?:period"
    r"|appointment"
    r"|bus|train|call|lunch|breakfast|dinner|supper|tea|meals?|food|class|flight|scan|work|school|sleep|check\w*|visit"
    r"|drink|water|snack|bite|anything to (?:eat|drink)|fever|pain|symptoms|birthday|mass|church|gym|him|her|you))"
)
_LEFT_OUT: Final = lazy_regex(
    r"(?<!\bno )(?<!\bnone )(?<!\bnever )(?<!n't )(?<!\bnot )\b(?:forgot|forgotten|forgetting|missed|missing|skipped"
    rf"|skipping|omitted|left out)\b(?! {_MEALS}\b)"
    r"(?! (?:that )?(?:i|he|she|we)(?:'d|'ve|'s| had| have| has)? (?:already )?(?:taken|took|had|given))"
    rf"|\b(?:haven'?t|hasn'?t|hadn'?t|havent|hasnt|not|never|ain'?t) (?:been )?(?:had|taken|took|taking|having|used"
    rf"|using"
    rf"|injected|kept|touched)\b(?! {_MEALS}\b)(?! (?:it |them |mine |one |any )?yet\b)"
    rf"|\b(?:didn'?t|didnt|did not) (?:take|have|inject|use|do)\b(?! {_MEALS}\b)"
    r"|\bwithout (?:it|them|any|insulin|my \w+|his \w+|her \w+)\b"
    r"|\bno (?:tablets|pills|meds|medicine|insulin|doses?|injections?)\b(?! left)|\bnone (?:since|for|today"
    r"|yesterday|now)"
    r"|(?<!한 번도 )(?<!한번도 )(?<!하나도 )(?<!밥 )(?<!밥을 )(?<!밥도 )(?<!식사 )(?<!식사를 )(?<!식사도 )(?<!죽도 )"
    r"(?<!물도 )(?<!물을 )(?<!음식을 )(?<!음식도 )(?<!것도 )(?<!점심 )(?<!점심을 )(?<!점심도 )(?<!점심은 )(?<!밥은 )"
    r"(?<!식사는 )(?<!끼니는 )(?<!끼니 )(?<!거의 )"
    r"(?<!이제 )(?<!이젠 )(?<!이제는 )(?<!더는 )(?<!더 이상 )(?<!원래 )"
    r"(?<!술 )(?<!술을 )(?<!술은 )(?<!아침도 )(?<!저녁도 )(?<!아직 )(?<!제대로 )"
    r"(?:(?<!잘)못|안)\s?(?:챙겨\s?)?(?:먹|드시|드신|드셨|드렸|드림|맞|복용|투여|챙기|챙겼|붙이|붙였|놔\s?드|놓아|쓰|썼|쓴"
    r"|뿌리|뿌렸|흡입|바르|발랐|넣)"
    r"(?!으면|으려|을까|을래|을게|어도|아도|여도|어야|아야|지만\s?않|기로|는\s?게|는\s?(?:겨|건가|것?인가|거[야예에]"
    r"|가요?\?|감\?|지요?\?))"
    r"|(?:먹|복용하|맞|드시)(?:지|질)\s?(?:못|않|안)"
    r"|(?<!끼니를 )(?<!끼니 )(?<!밥을 )(?<!밥 )(?<!점심을 )(?<!식사를 )"
    r"(?:빠뜨|빠트|빼\s?먹|빼\s?먹었|빼먹|거르|걸렀|거른|걸러|건너뛰|건너뛴|건너뜀|건너뛰었)"
    r"(?!리?(?:면|지\s?(?:않|말|마)|어도|려고|고\s?싶)|면|지\s?(?:않|말|마)|도\s?(?:되|돼)|야|으면|어도)"
    r"|(?:까먹|깜빡|깜박|잊(?:어|었|고|으))(?![^.?!]{0,24}(?:먹어요|먹습니다|먹고\s?있|복용\s?중|복용해요|드세요"
    r"|드십니다)(?!\?))(?![^.?!]{0,12}(?:전화|연락|말씀|예약|약속|우산|지갑|생일|문을))(?!을|지\s?(?:않|말|마)"
    r"|지\s?않|으면|[을ㄹ]\s?까|[^.?!]{0,14}(?:또|두\s?번|다시|한\s?번\s?더))",
    re.IGNORECASE,
)
_EPISODES: Final = lazy_regex(
    r"\b(?:seizures?|fits?|attacks?|episodes?|turns|migraines?|headaches?|bleeds?|nosebleeds?|falls?|faints?|flares?"
    r"|hypos?|palpitations)\b",
    re.IGNORECASE,
)
"""What comes and goes: "none since" behind it is of that, not of the tablets."""
_NOT_KEPT: Final = lazy_regex(
    r"\bcan'?t keep\b[^.?!]{0,30}\b(?:down|in)\b|\bkeeps? nothing down\b|\bnot keeping\b[^.?!]{0,20}\bdown\b"
    r"|약[을도은]?\s?(?:먹어도\s|먹으면\s)?(?:다\s|자꾸\s|계속\s|바로\s)?(?:토|게우|게워|못\s?넘)",
    re.IGNORECASE,
)
"""Tablets that come up again are left out, whoever swallowed them."""
_MISTAKEN: Final = lazy_regex(
    r"줄\s?알|모르고|잘못|실수|착각|헷갈|자기\s?(?:거|꺼|건|것)|mistake|accident|thinking|thought|instead|wrong"
    r"|mixed|didn'?t realis",
    re.IGNORECASE,
)
"""Words by which it was not meant for who took it."""
_PERSON_EN: Final = (
    r"(?:(?i:my |the )?(?i:wife|husband|hubby|missus|mum|mom|mother|dad|father|gran\w*|nan|son|daughter|brother|sister"
    r"|partner|flatmate|roommate|neighbou?r|dog|cat)(?:'s|s)|[A-Z][a-z]+'s)"
)
_ANOTHERS: Final = lazy_regex(
    rf"\b(?i:took|taken|had|swallowed|gave|given|popped|used|injected)\b[^.?!]{{0,24}}\b{_PERSON_EN} (?!gp\b|doctor)"
    r"|\b(?i:took|taken|had|swallowed|gave|given) (?:someone|somebody) else'?s"
    r"|\b(?i:i|i'?ve|i have|we|we'?ve) (?i:(?:just|only|gone and|went and|accidentally|mistakenly|both)\s)*"
    r"(?i:took|taken|had|swallowed|popped|used|injected)\s(?:all )?(?i:his|her|their)\s"
    r"(?:\w+\s){0,3}?(?i:lot|pills?|tablets?|meds|medicines?|medication|dose|box|ones?|insulin|patch)\b"
    rf"|\b(?i:those|that|these|it|they) (?i:were|was|are|is) {_PERSON_EN}(?! (?:gp\b|doctor|idea|birthday))"
    r"|\b(?i:(?<!at the )(?<!at a )(?<!read the )(?<!reading the )(?<!off the )(?<!checked the )(?<!had the )"
    r"wrong (?:person'?s|box|bottle|packet|pot|pill ?box)|(?:swapped|mixed up) (?:our|the|my and his|their) "
    r"(?:pills|tablets|meds|boxes))"
    r"|\b(?i:gave me) (?:(?i:some|one|a couple|two) (?i:of) )?(?i:his|her|their)\b"
    r"|(?:마누라|와이프|아내|집사람|안사람|남편|영감|(?:우리|바깥|그|저희)\s?양반|그이|그\s?사람|엄마|어머니|어머님"
    r"|아빠|아버지|아버님|할머니|할아버지|할매|할배|아들|딸"
    r"|언니|누나|오빠|형|동생|시어머니|장모|장인|친구|룸메|남|다른\s?사람|옆\s?사람|강아지)(?:님)?(?:의|네)?\s?"
    r"(?:거|꺼|것|약|약통|약봉지|약봉투|혈압약|당뇨약|\S{1,8}약)[을를에서은인줄]{0,3}[^.?!]{0,24}"
    r"(?:먹|묵|드셨|드신|삼켰|삼키|맞|주었|줬)(?:었|은|어|았|네|음|고|습)?"
)
_LENT: Final = lazy_regex(
    r"(?:마누라|와이프|아내|집사람|남편|영감|엄마|어머니|어머님|아빠|아버지|아버님|할머니|할아버지|할매|할배|아들|딸"
    r"|언니|누나|오빠|형"
    r"|동생|아이|아기|애|친구)(?:님)?(?:이|가|께서)\s?[^.?!]{0,24}(?<![가-힣])(?:제|내|저의|나의)\s?[^.?!]{0,20}"
    r"(?:먹었|먹은|먹어\s?버|드셨|드신|삼켰|삼킨|맞았)"
    r"|\b(?:my |our |the )?(?:wife|husband|hubby|missus|mum|mom|mother|dad|father|gran\w*|nan|son|daughter|brother"
    r"|sister"
    r"|partner|flatmate|friend)(?:'s| has| just)? (?:\w+ )?(?:took|taken|swallowed|had|ate|eaten) (?:one of "
    r"|two of |some of )?my\b",
    re.IGNORECASE,
)
_BROUGHT_UP: Final = lazy_regex(
    r"토(?:했|해|하)[^.?!]{0,20}(?:먹은|먹인|드신|먹고)\s?(?:지|나서|바로|\d)|(?:먹고|드시고|먹은|삼키고|먹은\s?지"
    r"|드신\s?지|복용하고|복용\s?후|먹인\s?지|먹이고)[^.?!]{0,40}(?:토했|토해|토하|게웠|구토|토함)"
    r"|\b(?:took|taken|taking|had|swallowed|after)\b[^.?!]{0,80}\b(?:threw (?:it )?up|was sick|been sick|vomit\w*"
    r"|chucked (?:it )?up"
    r"|brought (?:it|them) (?:back )?up|spewed|puked|came (?:straight )?back up)\b"
    r"|\b(?:threw up|sick|vomited|puked|brought (?:it|them) (?:back )?up)\b[^.?!]{0,40}\b(?:after (?:my|the"
    r"|taking|i)"
    r"|tablet|pill|dose)",
    re.IGNORECASE,
)
_WISH: Final = lazy_regex(
    r"\b(?:can|could|may|should|ok(?:ay)?|fine|safe|alright|all right|shall)\b[^.?!]{0,24}\b(?:if )?(?:i|we|he|she)?\b"
    r"[^.?!]{0,16}\b(?:quit|stop|ditch|drop|come off|pack in|leave off|bin)\b[^.?!]{0,12}\b(?:it|them|'?em|taking"
    r"|my|the"
    r"|these|those|this|that|cold)"
    r"|\b(?:thinking of|gonna|going to|want to|planning to|about to|i'?ll) (?:just )?(?:quit(?:ting)?|stop(?:ping)?"
    r"|com(?:e|ing) off|ditch(?:ing)?|drop(?:ping)?|bin(?:ning)?)\b[^.?!]{0,12}\b(?:it|them|'?em|taking|my|the"
    r"|these|those|this)"
    r"|(?:끊|중단해|그만\s?먹|안\s?먹|멈춰)(?:어도|아도|도)\s?(?:되|돼|괜찮|상관)|(?:끊어야|그만\s?먹어야"
    r"|멈춰야)\s?(?:하나|되나|돼|할까|해\?|하죠)|(?:끊|그만\s?먹|안\s?먹)(?:을까|을래|으려고|을라고|고\s?싶)"
    r"|중단(?:할까|하려|해도)",
    re.IGNORECASE,
)
_WHO_TREATS_EN: Final = (
    r"(?:doctor|doc|gp|consultant|nurse|hospital|they|surgeon|cardiologist|specialist|clinic|pharmacist|team|midwife"
    r"|dr)"
)
_WHO_TREATS_KO: Final = r"(?:의사|선생님|쌤|교수님|원장님|과장님|병원에서|약사|진료팀|주치의|응급실에서)"
_ORDERED: Final = lazy_regex(
    rf"\b{_WHO_TREATS_EN}\b[^.?!]{{0,24}}\b(?:told|said|says|asked|wanted|wants|advised|tells)\b[^.?!]{{0,30}}"
    r"\b(?:stop|hold|pause|come off|skip|leave|not (?:to )?take|without)"
    rf"|\b{_WHO_TREATS_EN}(?:'s|'ve)?(?: has| have| had| just| then)* (?:stopped|paused|held|(?:took|taken|taking"
    rf"|put) (?:me|him|her|mum|dad)"
    r" off|ended|cancelled)"
    r"|\b(?:was|were|been|got) (?:told|advised|asked) (?:to|not to)\b|\bon (?:doctor'?s|medical) (?:orders|advice)\b"
    rf"|{_WHO_TREATS_KO}[^.?!]{{0,24}}(?:끊|중단|그만|멈추|쉬|빼|먹지|드시지|안\s?먹)"
    r"(?:으라|라고|라|래|자고|자|어도\s?된|으래|게\s?했|었|기로|말|셨|하라|하자|하셨|해\s?주)",
    re.IGNORECASE,
)
"""Words by which whoever treats ended or paused it, so that nothing went wrong."""
_FELL: Final = lazy_regex(
    r"(?:혈압|혈당|당|수치|체온|열|체력|입맛|식욕|기운|의욕|시력|산소|산소포화도|면역력|정신|집중력|컨디션|맥박|기분"
    r"|살|몸무게|정|성적|능률|효과)"
    r"[이가은는도]?\s?(?:확|뚝|많이|너무|좀)?\s?$|(?:에서|으로|밑으로|아래로)\s?$"
)
"""Words before "떨어지다" by which something sinks or falls, and no medicine runs out."""
_LACK_BEFORE: Final = lazy_regex(
    r"(?:\bno (?:more )?|\bout of (?:my |his |her |the |any )?|\bhad no |\bwithout (?:my |his |her |the |any )?)$",
    re.IGNORECASE,
)


_LAPSED: Final = lazy_regex(
    r"\b(?:since|days?|weeks?|nights?|yesterday|today|tonight|this (?:morning|week|evening)|last (?:night|week|dose)"
    r"|until|ran|run|running|out of|forg[eo]t\w*|miss\w*|skip\w*|left|lost|couldn'?t|can'?t|pharmacy|chemist|refill"
    r"|prescription|any ?more|more|weekend|mon|tues?|wed|thurs?|fri|sat|sun|\w+days?|my|his|her)\b"
    r"|째|동안|부터|어제|오늘|그제|그저께|며칠|일주일|주말|아침|저녁|깜[빡박]|까먹|빼먹|떨어|못\s|두고|놓고|잊",
    re.IGNORECASE,
)
"""Words by which what is lacking was taken before: a time, an own medicine, a reason."""
_PLAIN_DENIAL: Final = lazy_regex(
    r"(?:never (?:been )?\w+|not (?:been )?(?:taking|using|having|injecting)|no (?:tablets|pills|meds|medicine))$",
    re.IGNORECASE,
)


def lacks_before(text: str, place: int) -> bool:
    """Whether the name at ``place`` is told as lacking: "no Lantus since Saturday", "out of gliclazide".

    "I take no aspirin" tells that it is not taken at all.
    """
    return _LACK_BEFORE.search(text[max(0, place - 16) : place]) is not None and tells_a_lapse(text, place)


def tells_a_lapse(text: str, place: int) -> bool:
    """Whether the sentence around ``place``, of what is not taken, tells that it was before."""
    first = max(text.rfind(mark, 0, place) for mark in ".?!\n") + 1
    ends = [at for mark in ".?!\n" if (at := text.find(mark, place)) >= 0]
    return _LAPSED.search(text[first : min(ends, default=len(text))]) is not None


_ON_ONES_OWN: Final = lazy_regex(
    r"알아서|스스로|임의로|내\s?맘대로|제\s?맘대로|혼자\s?판단|\bmyself\b|\bon my own\b|\boff my own\b", re.IGNORECASE
)
_IMAGINED_BEFORE: Final = lazy_regex(
    r"(?:\b(?:thinking (?:of|about)|considering|tempted to|planning|going to|gonna|want to|if|when|in case|should"
    r"|suppose|what happens|would|ever|every time|whenever|could|may|might|can|don'?t"
    r"|do not|never|didn'?t|haven'?t)\b|\bto\b)[^.,;?!]{0,22}$",
    re.IGNORECASE,
)
_NEVER: Final = lazy_regex(
    r"\b(?:didn'?t|never|haven'?t|not|without|don'?t) (?:once |ever |even )?$|(?:한\s?번도|하나도|절대"
    r"|(?<![가-힣])안)\s?$",
    re.IGNORECASE,
)
_IMAGINED_AFTER: Final = lazy_regex(
    r"^[가-힣]{0,3}(?:면|[으ㄹ]?려면|거든|[을ㄹ]\s?때|[을를]\s?까\s?봐|ㄹ\s?까|라고\s?(?:했|하|해|적))"
)
_LEFT_UNSAID: Final = lazy_regex(
    r"^[가-힣]{0,4}[.,!~\s]{0,3}(?:\S{1,14}\s){0,2}\S{1,14}도\s?(?:같이\s)?(?:먹|드시|복용|맞|발라|쓰고)"
    r"|^\W{0,3}(?:to (?:say|mention|add|tell)|one|another|something)?(?: off the list)?\W{0,4}"
    r"(?:i|he|she|we)(?:'m|'s| am| is)? (?:also )?(?:takes?|on|taking)\b",
    re.IGNORECASE,
)
"""Words behind a lapse that only left something unsaid: "one I forgot: I'm also on Eliquis"."""
_PERHAPS: Final = lazy_regex(
    r"(?:었|셨|았)?을\s?(?:수|지|거|것|텐데|걸)|(?:었|셨|았)(?:는지|나\s|을까)|고\s(?!있|계|버|왔|갔|나왔|살|지내|참"
    r"|\d|또|다시)"
)
"""Endings by which it is only possible, or a manner of doing something else ("약 안 먹고 숨쉬기 함")."""
_ONE_OF_A_LIST: Final = lazy_regex(
    r"(?<!알 )(?<!알약 )(?:하나|한\s?가지)[를도가]?\s?(?:를\s)?$|(?:말씀|말하는\s?(?:걸|것을)|적는\s?걸)\s?$"
)
"""Words before a lapse by which one of a list was left unsaid: "약 하나 빠뜨렸네요, 메트포르민이에요"."""
_LONG_AGO: Final = lazy_regex(
    r"작년(?!\s?\S{0,6}부터)|재작년(?!\s?\S{0,6}부터)|예전에|옛날|몇\s?년\s?전|years? ago|last (?:year|winter"
    r"|summer|spring|autumn)|used to|back in \d{4}",
    re.IGNORECASE,
)


_OWN: Final = lazy_regex(
    r"(?:내|제|나의|본인)\s?(?:꺼|것|건|껀|거|약)[^.?!]*$|\bmy own\b[^.?!]*$"
    r"|\b(?:instead of|in place of|not) (?:my|his|her)\b[^.?!]*$",
    re.IGNORECASE,
)
_BEFORE_NAME: Final = 24


def owned_before(text: str, place: int) -> bool:
    """Whether the name at ``place`` is told as one's own, beside another's that was taken."""
    return _OWN.search(text[max(0, place - _BEFORE_NAME) : place]) is not None


@remembered
def mishaps_in(text: str, today: date) -> tuple[Mishap, ...]:
    """The mishaps that ``text`` (normalised) tells, in their order; ``today`` is the day on which it was said."""
    return tuple(sorted(_found(text, today), key=lambda one: (one.start, one.act)))


def _found(text: str, today: date) -> Iterator[Mishap]:
    for start, end in doses_too_many(text):
        if _is_told(text, start, end):
            yield Mishap("extra", start, end)
    manners: tuple[tuple[re.Pattern[str], Manner], ...] = (
        (_RAN_OUT, "ran_out"), (_LEFT_BEHIND, "left_behind"), (_STOPPED, "stopped"), (_LEFT_OUT, ""), (_NOT_KEPT, ""),
    )  # fmt: skip
    for pattern, manner in manners:
        for match in pattern.finditer(text):
            if _is_a_habit(text, match, today) or _is_ever_again(text, match, today):
                continue
            if match[0].startswith("none ") and _EPISODES.search(text, 0, match.start()) is not None:
                continue
            if pattern is _LEFT_OUT and _is_of_words(text, match):
                continue
            if _PLAIN_DENIAL.search(match[0]) and not tells_a_lapse(text, match.start()):
                continue
            if _is_told(text, match.start(), match.end()) and not _is_ordered(text, match.start()):
                yield Mishap("without", match.start(), match.end(), manner, days_near(text, match.span(), today))
    for match in untaken_in(text):
        yield Mishap("without", match.start(), match.end(), "", days_near(text, match.span(), today) or ONE_DOSE)
    for match in _ANOTHERS.finditer(text):
        if _is_told(text, match.start(), match.end()):
            yield Mishap("another", match.start(), match.end())
    for match in _LENT.finditer(text):
        if _is_told(text, match.start(), match.end()) and _MISTAKEN.search(text):
            yield Mishap("lent", match.start(), match.end())
    for match in _BROUGHT_UP.finditer(text):
        if _is_told(text, match.start(), match.end()):
            yield Mishap("vomited", match.start(), match.end())
    for match in _WISH.finditer(text):
        yield Mishap("wish", match.start(), match.end())


_NOT_TAKEN: Final = lazy_regex(r"안\s?(?:챙겨\s?)?(?:먹|드시|맞|복용|쓰)$")
_PRESENT: Final = lazy_regex(
    r"(?:어요|아요|습니다|는다|는데|어(?=[\s.,]|$)|음|지요?|네요?|고\s?있|고\s?삽|는\s?사람|해요|하고)"
)
_JUST_BEFORE: Final = 24
_ITS_ENDING: Final = 4
"""Characters behind a verb by which it lasts: "나흘째 안 먹고 있어요"."""


def _is_a_habit(text: str, match: re.Match[str], today: date) -> bool:
    """Whether it is told in the present as never taken ("철분제는 안 먹어요"), and since no day."""
    if not _NOT_TAKEN.search(match[0]) or not _PRESENT.match(text, match.end()):
        return False
    first = max(0, match.start() - _JUST_BEFORE)
    span = (match.start() - first, match.end() - first)
    return days_near(text[first : match.end() + _ITS_ENDING], span, today) is None


_AGAIN: Final = lazy_regex(
    r"(?:자꾸|자주|매번|맨날|늘|가끔|종종|곧잘)\s?$|\b(?:keep|keeps|always|often|sometimes|usually|forever)\s$",
    re.IGNORECASE,
)


def _is_ever_again(text: str, match: re.Match[str], today: date) -> bool:
    """Whether it is told as what happens ever again ("자꾸 까먹어서"), and of no day."""
    before = text[max(0, match.start() - _JUST_BEFORE) : match.start()]
    return _AGAIN.search(before) is not None and days_near(text, match.span(), today) is None


_WORDS_KO: Final = (
    r"(?:얘기|이야기|말씀?|언급|설명|문의|질문|신고|고지|(?:말|얘기|이야기|설명|언급)\s?하|말씀\s?드리|여쭤\s?보|여쭙|물어\s?보|묻"
    r"|알리|알려\s?(?:주|드리)|전하|밝히|적|보여\s?(?:주|드리))"
)
_WORDS_BEFORE: Final = lazy_regex(
    rf"(?<![가-힣]){_WORDS_KO}(?:[는기]|는다는|단)?\s?(?:것|걸|거|건|게)?[을를은는도]?\s?(?:그만\s|또\s|깜빡\s|완전히?\s|아예\s)?$"
)
_WORDS_BEHIND: Final = lazy_regex(
    r"[가-힣]{0,4}\s(?:[가-힣]+(?:한테|에게|께|에|에는|한텐|께는)\s)?(?:그\s)?(?:말씀?|얘기|이야기)[을를은도]?\s?(?:안|못)"
)


def _is_of_words(text: str, match: re.Match[str]) -> bool:
    """Whether what was forgotten is to say something: "그 약 얘기를 깜빡했네" leaves no dose out."""
    if not match[0].startswith(("깜", "까먹", "잊", "빼먹", "빼 먹", "빠뜨", "빠트")):
        return False
    before = text[max(0, match.start() - _JUST_BEFORE) : match.start()]
    return _WORDS_BEFORE.search(before) is not None or _WORDS_BEHIND.match(text, match.end()) is not None


def _is_ordered(text: str, start: int) -> bool:
    """Whether somebody who treats ended it, in the sentence of ``start``."""
    opening = max(text.rfind(mark, 0, start) for mark in ".?!\n") + 1
    ends = [at for mark in ".?!\n" if (at := text.find(mark, start)) >= 0]
    sentence = text[opening : min(ends, default=len(text))]
    return _ORDERED.search(sentence) is not None and _ON_ONES_OWN.search(sentence) is None


def ended_by_order(text: str) -> bool:
    """Whether the words tell that somebody who treats ended or paused a medicine."""
    return _ORDERED.search(text) is not None and _ON_ONES_OWN.search(text) is None


def _is_told(text: str, start: int, end: int) -> bool:
    """Whether it has happened: not imagined, not denied, not of long ago."""
    before, after = text[max(0, start - 40) : start], text[end : end + 24]
    if text.startswith("떨어", start) and _FELL.search(before):
        return False
    if _IMAGINED_BEFORE.search(before) or _NEVER.search(before) or _IMAGINED_AFTER.search(after):
        return False
    if _PERHAPS.match(text, end):
        return False
    if _LEFT_UNSAID.search(text[end : end + 60]) or _ONE_OF_A_LIST.search(before):
        return False
    opening = max(text.rfind(mark, 0, start) for mark in ".?!\n") + 1
    return _LONG_AGO.search(text[opening:end]) is None
