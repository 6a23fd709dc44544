"""What an ask must name before a card of some aspects answers it: a question about drink names a drink.

The reader of aspects hears what a question sounds like: "can I have my cup of tea with it" sounds like one about
alcohol, "is that bad for the baby" like one about milk. A card about something that was not asked is worse than none,
so an aspect that is about one thing, which people call by few words, is believed without one of those words, or a
concept of that kind, only where the reader is nearly sure. Of the questions of `training/aspects` that are of such an
aspect 93 of 100 hold one (their words were looked at), of those on stopping, missing, doubling and vomiting a dose 76
to 90; of the others 1 to 10 of 100 do (of doubling 31).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.learned.aspects import OTHER, Aspect
from extraction.text.lazy_regex import lazy_regex

_WORDS: Final[Mapping[str, re.Pattern[str]]] = {
    aspect: lazy_regex(pattern, re.IGNORECASE)
    for aspect, pattern in {
        "alcohol": r"음복|과음|술|맥주|소주|와인|막걸리|음주|알코올|한\s?잔|한잔|양주|위스키|폭탄주|반주|회식"
        r"|건배|마시|취하|숙취"
        r"|\b(?:alcohol|drink\w*|drunk|beers?|wines?|pints?|whisk[ey]+|vodka|gin|rum|booze|bevv\w*|cocktails?|prosecco"
        r"|champagne|lager|ciders?|sherry|tipple|glass\w*|bottle|shots?|toast|hangover|boozy|spirits?|liquor|pub|sip\w*"
        r"|merlot|rosé|jar|dram|night ?cap|stout|guinness|bubbly|bevy|brandy|bourbon|tequila|units?|teetotal"
        r"|coolers?|vodkas?|peg)\b",
        "stopping": r"끊|중단|그만|안\s?(?:먹|맞|써|쓰|바르|챙)|빼|건너|줄이|줄여|떨어|거르|걸러|쉬|쉴|멈|버려"
        r"|없이|반\s?(?:알|으로|씩|만)|남았|남은|스톱|휴약|하차|관두|치워|때려"
        r"|\b(?:stop\w*|quit\w*|off|wean\w*|paus\w*|skip\w*|halv\w*|half|cut(?:ting)?|r[ua]n(?:ning)? (?:out|low|short)"
        r"|out of|left|leave|drop\w*|ditch\w*|pack(?:ed|ing)? in|chuck\w*|bin|without|break|holiday|taper\w*|still need"
        r"|need (?:it|them|to keep)|don'?t want|forever|finish\w*|bother|keep (?:on )?(?:taking|going)|give up|knock\w*"
        r"|done with|come down|lower|reduce|less)\b",
        "extra_dose": r"두|또|더|많이|잘못|한꺼번|한번에|배로|실수|다른|중복|겹|모르고|깜빡|연달|벌써|삼켰|통째"
        r"|세|[23]|착각|바꿔|과다|먹었|먹어버"
        r"|\b(?:twice|two|three|doubl\w*|extra|again|second|too (?:much|many)|wrong|over\w*|more|another|mistake"
        r"|accident\w*|already|swallow\w*|both|instead of|someone|whole|ate)\b",
        "missed_dose": r"깜|까먹|잊|빠뜨|빠트|빼먹|거르|걸렀|걸러|늦|못\s?(?:먹|맞|했|발)|건너|어제|놓쳤|놓치|잠들"
        r"|지났|안\s?(?:먹|맞|했|붙|발)|이제야|며칠"
        r"|\b(?:miss\w*|forg\w*|late|skip\w*|behind|asleep|slept|hours|yesterday|catch up|make up|left|didn'?t take"
        r"|never took|overslept|last night|no pills?)\b",
        "vomited_dose": r"토|게워|게웠|뱉|설사|올렸|역류|나왔|쏟|물똥|쌌"
        r"|\b(?:threw|throw\w*|vomit\w*|puk\w*|sick|barf\w*|chuck\w*|spew\w*|spat|spit\w*|up|kept|keep\w*|runs|diarr\w*"
        r"|heav\w*|hurl\w*|brought|chunder\w*|loose|trots|squits|retch\w*|toilet|loo)\b",
        "supplements": r"버섯|약재|한의원|비오틴|개소주|영양제|비타민|오메가|유산균|홍삼|인삼|보조제|보충제"
        r"|한약|건강\s?식품|즙|마그네슘|칼슘|철분|아연"
        r"|루테인|밀크\s?시슬|콜라겐|크릴|프로폴리스|글루코사민|엽산|프로바이오틱|멜라토닌|효소|가루|녹용|단백질|셀레늄|코엔자임"
        r"|쏘팔메토|강황|커큐민|침향|흑마늘|양파|환|엑기스|추출물|약초|보약|달인|차\b"
        r"|\b(?:supplement\w*|vitamins?|multivit\w*|omega|fish oil|probiotics?|ginseng|herb\w*|st\.? john'?s"
        r"|turmeric|curcumin|magnesium|calcium|iron|zinc|melatonin|collagen|glucosamine|biotin|ginkgo|echinacea|valerian"
        r"|protein|creatine|folic|folate|b12|d3|b6|coq10|co-?q|cbd|ashwagandha|tea|powder|gumm\w*|extract|remed\w+"
        r"|milk thistle|saw palmetto|cod liver|elderberry|garlic|berberine|kelp|spirulina|evening primrose"
        r"|black cohosh|biotin|capsules?|moringa|roots?|churan|leaf)\b",
        "pain_and_cold_medicine": r"수면\s?유도|소화제|지사제|변비약|제산|위장약|멀미약|약국|진통|타이레놀"
        "|아세트|이부|부루펜|게보린|애드빌|나프록센|탁센|아스피린|해열"
        r"|감기\s?약|종합\s?감기"
        r"|콧물|코감기|기침\s?약|소염|두통약|펜잘|판콜|판피린|테라플루|화이투벤|덱시|파스|근육\s?이완|몸살|생리통\s?약|이지엔|비염\s?약"
        r"|알레르기\s?약|지르텍|항히스타민|감기|두통|아프|아픈|통증|코\s?막|열\s?나|약국"
        r"|\b(?:pain\w*|paracetamol|acetaminophen|tylenol|panadol|calpol|ibuprofen|nurofen|advil|motrin|brufen|naproxen|aleve"
        r"|aspirin|excedrin|anadin|cold|flu|sudafed|decongest\w*|cough\w*|lemsip|nyquil|dayquil|theraflu|robitussin|mucinex"
        r"|headache\w*|migraine|fever|temperature|sinus\w*|ache\w*|antihistamine\w*|benadryl|codeine|co-?codamol"
        r"|voltaren|diclofenac|gel|sniffl\w*|sore|hurts?|hurting|nsaids?|anti-?inflammator\w*|beechams|solpadeine|cramps?"
        r"|night nurse|day nurse|disprin|dolo|crocin|combiflam|over the counter|otc|stuffy|stuffed|bunged"
        r"|blocked nose)\b",
        "vaccination": r"폐렴구균|맞히|맞아야|맞으|백신|접종|예방\s?주사|독감\s?주사|주사|부스터|\b(?:vaccin\w*"
        r"|jabs?|shots?|immunis\w*|immuniz\w*|boosters?"
        r"|flu shot|jag|jags|inoculat\w*|shingrix|prevenar|gardasil|mmr|hpv|injection|whooping)\b",
        "dental_and_surgery": r"조영제|CT|하러|라섹|라식|치과|이빨|치아|발치|사랑니|임플란트|스케일링"
        r"|이를?\s?뽑|이를?\s?뺄|수술|시술|마취|내시경|뽑|신경\s?치료|치료"
        r"|검사|용종|조직|성형|쌍꺼풀|보톡스|교정|잇몸|충치"
        r"|\b(?:dent\w*|tooth|teeth|wisdom|extraction|implants?|surg\w*|operation|op|procedure|anaesthe\w*|anesthe\w*"
        r"|colonoscopy|endoscop\w*|scope|root canal|filling|biopsy|knife|theatre|removed|out|pulled|scaling"
        r"|cleaning|gum"
        r"|gums|crown|cataract|injection|epidural|hygienist|molar|dye|contrast|ct|knee|hip|hernia|replacement|done)\b",
        "driving": r"출근길|높은\s?데|몰고|기사|운전|차를?\s?(?:몰|끌)|핸들|오토바이|트럭|택시|기계|고속도로"
        r"|지게차|면허|출퇴근|버스|배달|장거리|차\s"
        r"|\b(?:driv\w*|car|wheel|lorry|truck|bus|motorbike|motorcycle|machin\w*|forklift|licen[cs]e|dvla|commut\w*|van|road"
        r"|operate|cab|taxi|rig|tractor|uber|hgv|scooter|roadside|combine|scooty|height)\b",
        "exercise": r"일은|일을|일해|출근|들어도|무거운|밭일|작업|사다리|운동|헬스|걷|산책|달리|뛰|등산|수영"
        r"|요가|필라테스|자전거|근력|스쿼트|골프|테니스|축구|배드민턴|PT|스트레칭|체조|훈련|아령|계단"
        r"|조깅|러닝|마라톤|탁구|줄넘기|크로스핏|\b(?:exercis\w*|gym|run\w*|walk\w*|swim\w*|yoga|pilates|cycl\w*|bik\w*|weights?|lift\w*|jog\w*|sport\w*"
        r"|workout\w*|work out|training|train|squash|tennis|football|golf|stretch\w*|hik\w*|danc\w*|parkrun"
        r"|marathon|active|activity"
        r"|planks?|squats?|garden\w*|rugby|hurling|camogie|bowls|zumba|spin|treadmill|cricket|badminton|basketball|work|lifting|carry\w*|shovel\w*|play|jobs?|site|PE|heavy|boxing|ladder)\b",
        "travel": r"고지대|산에|시차|원양|여행|비행|출장|해외|공항|시차|기내|외국|휴가|캠핑|제주|일본|유럽|미국"
        r"|태국|베트남|입국|세관|탑승|크루즈|떠나|가는데|갈\s?때"
        r"|\b(?:travel\w*|trip|fly\w*|flight\w*|plane|abroad|holiday\w*|vacation|airport|jet ?lag|time ?zone\w*"
        r"|customs|cruise"
        r"|hand luggage|carry-?on|overseas|hours ahead|hours behind|suitcase|luggage|security|tsa|country|hajj"
        r"|going to|altitude|height|hour time|hours?|leh|peru|mountain|sea)\b",
        "heat_and_bathing": r"볕|물에|찜통|낚시|사우나|찜질|목욕|온천|샤워|반신욕|탕|더위|더운|폭염|햇빛|햇볕"
        r"|선크림|자외선|찬물|냉수|전기장판|핫팩|여름|해수욕|태닝|물놀이|열|찬\s?바람"
        r"|\b(?:sauna\w*|bath\w*|hot tub|jacuzzi|shower\w*|sun\w*|heat\w*|hot|beach|tann\w*|steam|spa|summer"
        r"|swim\w*|warm\w*|uv"
        r"|electric blanket|wash\w*|wet|cold water|ice bath|pool|jjimjilbang|cold|degrees|season|freez\w*)\b",
        "smoking": r"개비|갑|담배|흡연|금연|전자\s?담배|니코틴|피우|피워|연초|아이코스|궐련|한\s?대|액상|끊"
        r"|\b(?:smok\w*|cigar\w*|vap\w*|nicotine|tobacco|fags?|weed|cannabis|joint|puff\w*|patches|snus"
        r"|e-?cig\w*|shisha|quit\w*|darts?|rollies|juul|a day|bidis?|lights? up)\b",
        "pregnancy": r"주인데|두\s?줄|생리가|결혼|임신|아기|태아|배란|입덧|산모|임부|가임|애기|애를?\s?가|둘째"
        r"|첫째|준비|출산|분만|주차|난임|시험관|뱃속|갖"
        r"|\b(?:pregnan\w*|baby|babies|conceiv\w*|trimester|expect\w*|foetus|fetus|bump|weeks gone|trying|ttc"
        r"|ivf|due|antenatal"
        r"|fertil\w*|family|unborn|preggo|preg|bairn|midwife|maternity|up the duff|weeks?|kids|child|period|try"
        r"|test came)\b",
        "breast_feeding": r"먹여|초유|모유|수유|젖|유축|분유|단유|\b(?:breast\w*|nursing"
        r"|nurses? (?:him|her|my|the baby|a baby)|milk|feeding|feed"
        r"|lactat\w*|bf|pump\w*|latch\w*|nipples?|bottles?|through me)\b",
        "sex_and_contraception": r"비아그라|시알리스|성관계|부부\s?관계|관계|피임|콘돔|발기|성욕|섹스|잠자리"
        r"|루프|임플라논|사정|생리|밤일|부부|성생활|정력|아내|남편"
        r"|\b(?:sex\w*|contracept\w*|condom\w*|the pill|pill|libido|erect\w*|intimate|intimacy|intercourse|coil"
        r"|implant|iud|viagra|cialis|plan b"
        r"|morning after|birth control|bed|bedroom|period\w*|partner|husband|wife|get it up|horny|orgasm\w*"
        r"|mood|mirena|depo|ovulat\w*|protected|protection|be together|patch|date)\b",
        "contagion": r"안아|어린이집|손주|마스크|이불|재워|옮|전염|감염|격리|같이\s?(?:써|먹|밥|자|살)|수건"
        r"|뽀뽀|키스|전파|가족|등원|등교|출근|식구|퍼지|나눠|물려|침\b|반찬"
        r"|\b(?:contagi\w*|catch\w*|caught|infect\w*|spread\w*|pass\w*|isolat\w*|give it|gave it|share|sharing"
        r"|kiss\w*|transmi\w*|school|nursery"
        r"|quarantin\w*|get it from|towels?|work|around|near|family|everyone else|household|visit\w*|hug\w*"
        r"|daycare|cr[eè]che|class|same (?:bed|room|cup)|mug|plates?|roommate|housemate|wife|husband|partner"
        r"|kids?|mask)\b",
        "heredity": r"걸릴|위험|유전|물려|가족력|집안|내력|자식|애들|애한테|아이(?:한테|도|들)|부모|엄마|아버지"
        r"|아빠|대물림|딸|아들|형제|닮|대를|조카|할머니|할아버지|동생|자녀|손주"
        r"|\b(?:inherit\w*|heredit\w*|genetic\w*|genes?|famil\w*|run\w*|kids?|child\w*|son|daughter|mother|father|mum|mom|dad|parents?"
        r"|pass\w*|siblings?|brother|sister|born|blood|grand\w*|boys?|girls?|twins?|little ones?|wee ones?"
        r"|coming for|should they|my sons?|sibling)\b",
    }.items()
}
_KINDS: Final[Mapping[str, frozenset[str]]] = {
    "alcohol": frozenset({"alcohol"}),
    "smoking": frozenset({"smoking", "tobacco", "vaping"}),
    "supplements": frozenset({"supplement", "vitamin", "herbal_medicine", "mineral", "health_juice"}),
    "pain_and_cold_medicine": frozenset(
        {"analgesic", "antipyretic", "nsaid", "cold_medicine", "decongestant", "antihistamine", "cough_medicine",
         "antitussive", "expectorant", "opioid", "triptan", "muscle_relaxant", "antacid", "laxative", "sleeping_pill",
         "digestive_drug", "digestive_medicine", "antidiarrheal", "h2_blocker", "antiemetic"}
    ),
}  # fmt: skip
"""Concepts and classes that are what an aspect is about, whatever the words."""


NEARLY_SURE: Final = 0.85
"""The least probability of such an aspect where none of its words is said."""


def is_borne_out(aspect: str, text: str, concepts: Collection[str]) -> bool:
    """Whether ``text`` names what a question of this aspect is about, in words or by ``concepts`` (ids and classes)."""
    pattern = _WORDS.get(aspect)
    if pattern is None or pattern.search(text) is not None:
        return True
    return not _KINDS.get(aspect, frozenset()).isdisjoint(concepts)


def borne_out(heard: Aspect, said: str, named: Sequence[Mention]) -> Aspect:
    """``heard`` without what the words name nothing of: the next likely aspect moves up, where they bear it out."""
    concepts = {each for one in named for each in (one.entry.concept_id, *one.entry.broader)}
    if heard.probability >= NEARLY_SURE or is_borne_out(heard.label, said, concepts):
        if is_borne_out(heard.next_label, said, concepts):
            return heard
        return Aspect(heard.label, heard.probability, OTHER, 0.0)
    if is_borne_out(heard.next_label, said, concepts):
        return Aspect(heard.next_label, heard.next_probability, OTHER, 0.0)
    return Aspect(OTHER, 0.0, OTHER, 0.0)
