"""Words that show what a question asks for, in Korean and English; each cue is one pattern over the folded text.

A cue is general: it names a kind of asking, never a test, a medicine or an illness. Spaces are optional throughout, for
patients leave them out.
"""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows

_PATTERNS: Final = {
    "greeting": r"^\W*(?:안녕|반갑|처음 뵙|하이\b|헬로|hello\b|hi\b|hey\b|good (?:morning|afternoon|evening)\b)",
    "thanks": r"감사(?:합|해|드)|고맙|고마워|thank(?:s| you)\b|appreciate|\bthx\b|\bty\b|땡큐",
    "goodbye": r"안녕히|수고하|잘\s?있어|good ?bye\b|\bbye\b|see you",
    "question": r"\?|,? (?:huh|eh|innit|yeah|correct)\W*$|, right\W*$"
    r"|(?<![\s열땀병혹])(?<!기침)(?<!두드러기)(?<!어지럼)나요|(?:되|하|있|없|맞|좋|나)나$|까요"
    r"|ㄹ까|을까|ㄴ가요|인가요|은가요|는가요|던가요|였죠|이죠|되죠|었죠|했죠|인지|는지"
    r"|을지|할지|냐$|(?<!아)니$|습니까|ㅂ니까|됩니까"
    r"|어때|뭐(?:예|에|였|라|죠|가|야|\s?(?:먹|머거|있|임|지))|무엇|무슨|어떤|어떻|얼마|언제|왜\s|어디|누구|몇"
    r"|^(?:\W|\b(?:so|um|uh|well|like|and|but|ok(?:ay)?)\b)*(?:what|when|why|how|who|which|where|is|are|am|was"
    r"|were|do|does|did|can|could|should|may|will|would|have|has)\b"
    r"|, (?:what|when|why|how|who|which|is|are|am|do|does|did|can|could|should|may|will|would)\b",
    "request": r"정리\s?(?:좀|요)?$|다시요|다시\s?(?:좀)?$|주세요|주십|주시|주실|줘|줄래|바랍니다|부탁|한번만|알려"
    r"|말씀해|말해"
    r"|\bplease\b|\btell me\b|\bshow\b|\blist\b|\bgive me\b"
    r"|\bcan you\b|\bcould you\b|\bi need\b|\bi(?: woul|')d like\b|\bcompare\b|\bjudge\b|\bexplain\b|\bsummar"
    r"|\bsum\b|\brestate\b|\brepeat\b|\brecap\b"
    r"|^(?:so |and |ok |okay |please |now |just )*(?:name|read|go (?:through|over)|run (?:through|over)|put|state)\b"
    r"|\bfind\b|\bcite\b|\bremind me\b|\bwrite\b|\bonce more\b|\bsay again\b",
    "self": r"(?<![가-힣])(?:저는|저도|나도|저의|제가|제\s?|저\s|저한테|저에게|나는|내가|내\s|나의|나한테|저희)"
    r"|(?:다고"
    r"|라고)\s?(?:했|말했|말씀드렸)|\b(?:i|my|me|mine|i'm|i've)\b",
    "steps": r"(?:[3삼세]|three)\s?[- ]?(?:단계|가지|개(?![피비월년입])|steps?\b|things?\b|stages?\b|actions?\b"
    r"|points?\b).{0,60}"
    r"|(?:이번\s?주|다음\s?주|앞으로\s?(?:1|일|한)\s?주|1주일|일주일|한\s?주(?:간|일)?).{0,24}(?:계획|할\s?일"
    r"|해야|실천|목표|행동)"
    r"|(?:단계별|실천\s?계획|행동\s?계획|주간\s?계획)|\b(?:week(?:ly)?|action|care)[- ]plan\b|\bplan for (?:the"
    r"|this|my|next)\b|\bstep[- ]by[- ]step\b"
    r"|\b(?:do|to-dos?|tasks?) (?:for )?this week\b",
    "treatment": r"약을?\s?(?:꼭\s?)?(?:먹어야|써야|복용해야)|(?:치료|약물|투약)\s?(?:방향|방침|전략|계획)"
    r"|treatment (?:plan|direction|options|course)|"
    r"(?:약|치료|처방|복용|복약).{0,18}(?:유지|조정|그대로|바꿔야|바꿀|변경|계속|이어\s?[가나]|지속|시작해야"
    r"|시작할|필요한|늘려야"
    r"|줄여야|늘릴|줄일|올려야|끊어야|추가해야)"
    r"|(?:유지|조정|그대로|변경|계속).{0,18}(?:치료|처방|약을|약물)|생활\s?습관만|약\s?없이|지내도\s?(?:되|괜찮)"
    r"|(?:keep|adjust|change|changed|continue|stay on|maintain|modify|stop|increase|raise|lower|switch|start"
    r"|begin|need|add).{0,40}(?:treatment|med[ie]c\w*|meds|drugs?|therapy|prescription|pills?|dose)"
    r"|(?:treatment|med[ie]c\w*|meds|drugs?|therapy).{0,40}(?:keep|adjust|chang|continu|enough|adequate"
    r"|necessary|right for)|lifestyle (?:alone|only|enough|is enough|changes? (?:alone|enough))",
    "obligation": r"해야|하면\s?좋|좋을까|좋은가|should i|ought i|do i (?:need|have) to",
    "advice": r"권고|권장|추천|어떻게\s?(?:하면|해야|관리|지내)|뭘\s?해야|무엇을\s?해야|관리\s?(?:방법|계획)"
    r"|조언|recommend|advi[cs]e|what should i|what (?:do|can) i (?:need to )?do|how should i",
    "how_to": r"(?:낮추|내리|줄이|떨어뜨리|올리|높이|조절하|관리하|개선하)(?:려면|는\s?(?:방)?법|기\s?위해|려고"
    r"|고\s?싶)|어떻게\s?(?:하면\s?)?(?:낮추|낮출|내리|내릴|줄이|줄일|떨어뜨|조절|관리|개선)"
    r"|how (?:can|could|do|should|might) (?:i|we|you|one) (?:\w+ )?(?:lower|reduce|bring|keep|raise|improve|control"
    r"|manage)"
    r"|ways? to (?:lower|reduce|bring|raise|improve|control|manage)"
    r"|to (?:bring|get|keep) (?:\w+ ){1,4}(?:down|up|under control|in range)",
    "evidence": r"근거|출처|인용|문서|가이드라인|지침|왜\s?그런|이유|evidence|sources?\b|cite|citation|quote"
    r"|guideline|document|reason|why",
    "compare": r"drop|declin|shot up|climb|\bjump(?:ed)?\b|\bslid(?:e|ing)?\b|\bslipp|\bspiked?\b|\bcrept\b"
    r"|비교|차이|변화|변동|변한|변했|변하|떨어|높아졌|낮아졌|내려간|올라간"
    r"|높아진|낮아진|늘어난|줄어든"
    r"|좋아진|나빠진|나아졌|달라졌|달라진|바뀌었|올랐|올라갔"
    r"|오른|내렸|내려갔|내린|증가|감소|늘었|줄었|좋아졌|나빠졌|추세|추이|흐름"
    r"|compar|differen|chang|trend|(?:go|went|gone|going) (?:up|down)|increas|decreas|improv|wors|higher|lower"
    r"|come down|came down|since (?:the )?last|better|up or down|risen|rose|fallen|fell|progress"
    r"|(?:right|wrong) (?:way|direction)|(?:좋아지|나아지|나빠지)고",
    "judge": r"목표|정상|(?<!현재 )(?<!현재)기준|범위|높은\s?(?:편|건|가|거)|낮은\s?(?:편|건|가|거)"
    r"|괜찮은\s?(?:편|수치|건|가)|위험한\s?(?:수치|건)|안에\s?(?:있|들)|들어가나|들어오나"
    r"|target|\bgoal|\brange\b|\bnormal\b|\b(?:high|low|normal|ok(?:ay)?|fine|good|bad|dangerous)\s*\?|^(?:so |and "
    r"|but )*(?:is|are|was|were) .*\b(?:high|low|normal|ok(?:ay)?|fine|good|bad)$|within|on track"
    r"|acceptable|criteri|\bwhat should (?:my|it|his|her|the|a)\b[^.?!]{0,30}\bbe\b|몇\s?(?:밑|아래|이하|미만|넘)",
    "again": r"다시|한\s?번\s?더|방금|아까|조금\s?전|앞에서|그거|그\s?(?:수치|값|검사|결과|숫자|측정|차이|비교)"
    r"|이\s?(?:수치|값|검사)|재확인|again|once more|just (?:now|compared|said|told|mentioned)|repeat|remind"
    r"|that (?:value|test|result|number|measurement|figure|reading|comparison|one)|those (?:values|numbers"
    r"|results|two)|sum (?:that|it) up|this (?:value|result|number)|you (?:just|mentioned|said|told|gave)",
    "medicine": r"(?<![요예계취농절치])약(?!속|국|간|사|점|혼|자|해|20|[0-9])"
    r"|med[ie]c[a-z]*|\bdrugs?\b|\bpills?\b|\bmeds?\b|\btablets?\b"
    r"|\b(?:everything|all) (?:that )?(?:i|he|she)(?:'?m|'?s| am| is)? (?:on|take|takes|taking)\b"
    r"|\bwhat(?: all| else)? (?:am i|is (?:he|she)|i'?m) (?:now |currently |still )?(?:on|taking)\b(?! about)",
    "one_sentence": r"(?:한|1)\s?(?:문장|줄|마디)|\b(?:one|a single|single)[- ](?:sentence|line)\b|in short",
    "correction": r"잘못\s?(?:말|봤|알|적|썼|기억|이야기|얘기|들)|정정(?!한|된|해서|사항)|아니라|아니고|아니었"
    r"|틀렸|틀린|사실은|실은|착각|헷갈|취소|되돌|철회|깜[빡박](?!하면)|빼\s?(?:고|주)"
    r"|(?:제|내|저의)\s?(?:얘기|이야기|병|것|게|말).{0,8}아니|말한.{0,24}맞(?:았|아요|습|네|는)"
    r"|이제\s?안\s?(?:먹|드|써|쓰)|끊었|중단(?:했|하라|됐|한)|그만\s?(?:먹|두)"
    r"|(?:용량|mg|밀리|미리|그램|약).{0,24}(?:올렸|늘렸|줄였|내렸어|바꿨)|최종\s?값|빠뜨렸|까먹"
    r"|\b(?:sorry|oops)\b.{0,80}\b(?:was|is|were|meant|said)\b|misread|misspoke|mistake|\bwrong\b|\bactually\b"
    r"|\breally (?:was|is)\b|\bis really\b|\bit was\b.{0,40}\bnot\b|\bnot\b.{0,30}\bit (?:was|is)\b"
    r"|\bi meant\b|\bundo\b|take (?:it|that) back|take back|retract|forgot|no longer|not mine|not about me"
    r"|mixed .{0,20}up|(?:was|were|been|got) (?:raised|increased|lowered|reduced|changed|stopped) (?:from|to)"
    r"|stopped (?:it|taking)|\bcorrect(?:ion|ing)?:|should (?:read|be|have (?:been|read))\b.{0,24}\bnot\b|(?:was"
    r"|were|is) .{1,40}, not (?:the )?",
    "reassess": r"(?:결론|판단|영향|안내|조심|주의|평가|계획).{0,16}(?:바뀌|바뀔|달라|변하|변경|있나|있을까|어떻"
    r"|다시)|다시\s?(?:봐|보|판단|검토|평가|확인)|그럼.{0,20}(?:바뀌|달라|어떻게\s?되)"
    r"|(?:conclusion|judg\w*|assessment|advice|avoid|plan|answer).{0,40}(?:chang|differ|again|still)|(?:chang"
    r"|differ|affect|matter|alter).{0,40}(?:conclusion|judg|assessment|advice|avoid|plan|it\b)"
    r"|anything (?:different|change)|does (?:it|that"
    r"|this) (?:matter|change)|judge again|look (?:at .{0,30})?again|reconsider|what is the change then",
    "audit": r"누가.{0,16}(?:바꿨|바꾼|고쳤|고친|정정|수정)|what (?:has |have )?changed since"
    r"|지금까지.{0,10}(?:바뀐|달라진|고친)|who (?:changed|corrected|edited|updated)"
    r"|(?:고치|정정하|바꾸|수정하)기\s?전|before i (?:corrected|changed|fixed)|언제.{0,14}(?:바뀌|바뀐|바꿨|바꾼"
    r"|고쳤|고쳐|고친|정정|수정|변경)|(?:바뀐|정정한|정정된|고친|수정한"
    r"|변경된).{0,8}(?:적|내역|이력|기록|값이\s?(?:뭐|무엇|있))|(?:변경|수정|정정|기록)\s?(?:이력|내역|과정)|이력"
    r"|(?:맨|가장|제일)\s?(?:먼저|처음).{0,12}(?:뭐|무슨|무엇)|처음에?\s?(?:제가|내가)?.{0,12}(?:뭐라고"
    r"|무슨\s?말|뭘\s?말|얼마라고|무엇을\s?말)|(?:처음|맨\s?먼저"
    r"|가장\s?먼저|제일\s?먼저)\s?(?:말|얘기|이야기)(?:한|했던)\s?(?:게|것|거|내용)(?:이|은|는)?\s?(?:뭐|뭔|무엇"
    r"|무슨|어떤)|(?:제가|내가).{0,6}(?:처음"
    r"|먼저).{0,14}(?:말했|말씀드렸|얘기했)"
    r"|when (?:was|were|did|has|have).{0,50}(?:chang|correct|updat|edit|fix)|what did i (?:say|tell"
    r"|mention).{0,30}(?:first|before|earlier)|first thing i|(?:history|changes|corrections) (?:of|to"
    r"|for) (?:this|that|my|the)|what (?:have i|did i|has been) (?:correct|chang)|how (?:did"
    r"|has) .{0,40}record.{0,20}chang|audit",
    "first_words": r"처음|먼저|\bfirst\b",
    "why_said": r"왜.{0,6}믿|why should i (?:believe|trust)|왜\s?그렇게\s?(?:답|말|판단)|무엇을\s?근거로\s?(?:답"
    r"|말|판단)|why did you (?:say|answer|tell"
    r"|conclude)|what did you base|basis (?:of|for) (?:your|that) answer",
    "summary": r"정리|요약|보여|목록|항목|리스트|전부|모두|다\s?알려|표로|summar|\blist\b|show|restate|recap"
    r"|overview|everything|all (?:my|of my|the) (?:info|data|record)|what (?:do|have) you (?:know|got|have"
    r"|recorded)|item by item|\btable\b",
    "everything": r"(?:제|내|저의)\s?(?:건강\s?)?(?:정보|기록|상태)|알고\s?(?:있|계)|아시는|기록된|everything"
    r"|all (?:my|of my|the) (?:info|data|record)|what (?:do|have) you (?:know|got|have|recorded)"
    r"|my (?:information|info|record|profile|health (?:data|record))",
    "permission": r"(?:먹어|써|복용해|맞아|발라|드셔|마셔|해)도\s?(?:되|돼|괜찮|될)"
    r"|같이\s?(?:먹|복용|써(?!\s?[주줘달]))"
    r"|함께\s?(?:먹|복용|써(?!\s?[주줘달]))|피해야|조심해야|상호\s?작용|괜찮을까"
    r"|(?:먹|쓰|복용하|맞|바르|마시)(?:으)?면\s?안\s?(?:되|돼|될)|(?:먹|복용|드시|쓰고|맞고|함께"
    r"|같이)[^.?!]{0,16}괜찮(?:나|은가|아요\s?\?)|병용|금기(?:인|예|에)"
    r"|(?:먹기에|쓰기에|먹어도|써도|복용해도|마셔도)\s?안전|복용\s?가능|(?:먹을|쓸|복용할|맞을)\s?수\s?있(?:나"
    r"|을|는지|어요\s?\?)"
    r"|(?:can|may|could|should) (?:i|you|we|one|she|he|people|women|someone)"
    r" (?:\w+ ){0,2}(?:tak(?:e|ing)|us(?:e|ing)|giv(?:e|ing)|have|eat(?:ing)?|drink(?:ing)?|avoid)\b"
    r"|(?:ok|okay|safe|fine|alright) (?:to|for me)|is (?:it|that|this) (?:ok|okay|safe|fine|alright|dangerous)\b"
    r"|mess(?:es|ing)? (?:with|up)|clash(?:es)?\b|interfer|get on with|go(?:es)? (?:well )?with"
    r"|together with|interact|do i have to avoid"
    r"|^(?:so |and |but )*(?:is|are) .{2,60}\b(?:ok|okay|safe|fine|alright|allowed|dangerous|harmful"
    r"|contraindicated)\b"
    r" (?:with|during|in|while|if|when|for|after|before)\b|contraindicated|\bsafe in\b"
    r"|be (?:taken|used) (?:with|in|during)",
    "asks_mine": r"있어요?\s?\?|맞아요?\s?\?|예요\s?\?|이에요\s?\?|are you sure|i'?m (?:not |still )?(?:taking"
    r"|on|allergic)|확실|얼마|몇|언제|뭐|뭔|무엇|어떻"
    r"|인가요|맞나요|있다고\s?했|없다고\s?했|먹는다고\s?했|있나요"
    r"|있는지|있었|있죠|마시나|피우나|먹(?:나|고\s?있|었)|복용|앓|what|when|how (?:much|many|often|high|old)"
    r"|do i|am i|did i"
    r"|have i|is my|was my|has my|which",
    "how_taken": r"몇\s?시에?|언제\s?(?:먹|복용)|when (?:do|should) i take|어떻게\s?(?:먹|복용|쓰|사용|드)|용량"
    r"|몇\s?(?:번|mg|밀리|알)|하루에|횟수|왜\s?먹|왜\s?쓰"
    r"|뭐\s?하는|무슨\s?약|어떤\s?약|용도|효과|dose|dosage|how (?:often|much|do i take|was i to take|to take)"
    r"|what (?:is|was) (?:it|that|this).{0,20}for|why (?:do|am) i|purpose",
    "previous": r"이전\s?(?:검사)?\s?(?:값|수치|결과|거)|직전|전에\s?얼마|변화량|변화\s?(?:폭|도|까지)|저번"
    r"|지난\s?번|먼젓번|그\s?전\s?(?:값|수치|결과|검사)|예전\s?(?:값|수치|결과|검사)|앞서\s?(?:한|잰)\s?검사"
    r"|previous|(?:earlier|prior|older|old) (?:value|result|test|reading|figure|number)"
    r"|\b(?:value|result|test|reading|figure|number|one|time) before\b|change as well|the change\b"
    r"|how much before|last time",
    "before_it": r"(?:원래|그\s?전에는|이전에는|바뀌기\s?전|올리기\s?전|고치기\s?전|정정\s?전).{0,12}(?:얼마|몇"
    r"|뭐|무엇|어떻|용량)"
    r"|what was (?:it|that|the dose)(?: on)? (?:before|originally)|(?:before|prior to) (?:that|the change"
    r"|it changed)",
    "others": r"(?:다른|딴|옆)\s?(?:환자|사람)(?:의|들의|들)?.{0,16}(?:정보|기록|약|진단|병|목록|알레르기|이름)"
    r"|[가-힣]{2,4}\s?씨의?\s?(?:정보|기록|약|진단|병명|목록)|환자\s?(?:전체|모두|명단|목록)"
    r"|(?:every|all|each|other|another|any other|the other) patient(?:'?s|s)?\b|someone else'?s|시스템\s?프롬프트"
    r"|(?:이전|위의|앞의|모든).{0,8}(?:지시|명령|규칙|설정).{0,6}(?:무시|잊|어기)|system prompt"
    r"|(?:ignore|forget|disregard).{0,24}(?:instruction|rule|prompt)s?|(?:api|비밀)\s?(?:key|키)|password|비밀번호",
    "backchannel": r"^\W*(?:네+|예+|넵|응+|어+|음+|그래요?|알겠\S*|알았\S*|그렇군요|그렇구나|좋아요?|오케이"
    r"|아니(?:요|오|야)?|아뇨"
    r"|ok(?:ay)?|k|yes|yeah|yep|no|nope|sure|right|fine|i see|got it|alright)(?:\s(?:네|알겠\S*|thanks|then))?\W*$",
    "complaint": r"(?:너무|왜\s?이렇게|진짜).{0,10}(?:답답하|불편하네|짜증|느려|길어|이상해)|답답하(?:네|다|군"
    r"|시네)|짜증|말귀|못\s?알아듣"
    r"|엉터리|쓸모\s?없"
    r"|useless|frustrat|annoying|you(?:'re| are) (?:wrong|not listening|no help)|not helpful|stupid",
    "small_talk": r"날씨|심심|이름이\s?(?:뭐|무엇)|(?:너|넌|당신)(?:은|는)?\s?(?:누구|뭐야|사람이)|로봇|농담"
    r"|(?:사람|기계|에이아이|인공지능|ai)(?:이|인)?(?:요|야|가요|가|세요|신가요|입니까|에요|예요|이에요|이야|인가)\s?(?:기계|사람|아니)?"
    r"|weather|who are you"
    r"|what are you\b|your name|are you (?:a |an )?(?:human|robot|bot|doctor|real)|joke|how are you",
    "date": r"날짜|언제|일자|date|when",
    "unit": r"단위|\bunits?\b",
    "table": r"표로|표\s?형식|표\s?형태|\btable\b|tabular",
    "aloud_number": r"값|수치|결과|value|result|number|figure|reading",
    "conditional": r"빼먹으면|빠뜨리면|깜[빡박]하면|잊(?:어버리)?으면|miss(?:ed)? (?:a|my) dose|forget (?:a|my"
    r"|to take)|(?:만약|혹시라도|혹시|가령).{0,40}(?:면|다면)|(?:생기|걸리|오)면|(?:병|증상|통증|열"
    r"|알레르기)이?\s?(?:있으|나)면|\bif i (?:ever|should"
    r"|get|had)\b|\bshould .{0,30}ever\b|\bwhat if\b",
}

CUES: Final = {name: lazy_regex(pattern, re.IGNORECASE) for name, pattern in _PATTERNS.items()}
_CUES: Final = Rows(CUES.items(), lambda one: one[1])


def cues_in(text: str) -> frozenset[str]:
    """The names of the cues that stand in ``text``."""
    return frozenset(name for name, pattern in _CUES.worth_trying(text) if pattern.search(text))


_STILL: Final = r"(?:(?:still|now|currently|actually|meant to be|supposed to be) )?"

SLOT_WORDS: Final = {
    "demographics": r"나이|연령|연세|몇\s?살|성별|\bage\b|how old|\bsex\b|\bgender\b",
    "conditions": r"what i(?:'ve| have) got|what i have\b(?=\s?[,;.]|\s?$| and\b)|\bdx\b|what(?:'s"
    r"| is) wrong with me|어디가\s?(?:아픈|안\s?좋)|진단|병명"
    r"|질환|질병|지병|병력(?!\s?청취)|앓(?:고|는|은)|동반\s?질환|(?:(?<![가-힣])|어떤|무슨)병(?![원력동실])|기저"
    r"|diagno[sz]\w*|conditions?\b|diseases?\b|illness\w*|\bproblems?\b|medical history|(?<!family )\bhistory\b",
    "medications": r"(?:everything|all)(?: that)? (?:(?:my|the|our|your) )?(?!about|of|to)\w+?(?:'?m|'?s| am| is)?"
    r" (?:on|takes?|taking)\b"
    r"|what(?: all| else) (?:am i|is (?:he|she)|i'?m) (?:now |currently |still )?(?:on|taking)\b"
    rf"|what i(?:'?m| am)? {_STILL}(?:take|taking|on)\b|what (?:am i|do i) {_STILL}(?:on|taking|take)\b"
    rf"|what (?:he|she|they)(?:'?s|'?re| is| are)? {_STILL}(?:takes?|taking|on)\b"
    rf"|what (?:do|does|is|are) (?:he|she|they|we) {_STILL}(?:on|taking|take)\b"
    rf"|what(?:'?s| is) (?:he|she) {_STILL}(?:on|taking)\b|(?:뭐|뭘|무엇을?)\s?(?:드시|먹고\s?있|드세)(?!면|려)"
    r"|뭘?\s?(?:복용|먹고\s?있는지)|약물|복용\s?약"
    r"|복[용욕](?:하는|하시는|중인?|\s)?\s?약|(?:먹는|먹던|중인|쓰는)\s?약"
    r"|드시는\s?약|(?:(?<![가-힣])|어떤|무슨)약(?![속국간사점혼자해]|\s?\d)|(?<=[과와고랑며])약(?=[은을이도의(,.\s]|$)|투약|처방|복용(?:\s?중)?|medic\w*"
    r"|medec\w*"
    r"|\bmeds?\b|\bdrugs?\b|\bpills?\b|\btablets\b|prescri\w*",
    "allergies": r"알[레러르래]+[르러]?[기지]|알레지|allerg\w*|alerg\w*",
    "symptoms": r"증상|symptoms?\b",
    "family_history": r"가족\s?(?:중|들|한테|에게)|in (?:my|the) family|runs in|가족력|가족\s?병력"
    r"|family (?:history|members?)",
    "social_history": r"흡연|음주|생활\s?습관력|smok\w*|alcohol use",
    "procedures": r"수술|시술|surger\w*|operations?\b|procedures?\b",
    "vitals": r"활력\s?징후|바이탈|vitals?\b|vital signs?",
    "labs": r"검사\s?(?:결과|수치|값)?|수치|\blabs?\b|test results?|results?\b",
}
"""The words by which a question names a slot, in the vocabulary of patients."""

ORDINALS: Final = (
    (
        1,
        lazy_regex(
            r"첫\s?번?째|첫째|첫\s?(?:줄|항목|약)|맨\s?(?:처음|위|앞)|(?:가장|제일)\s?(?:먼저|처음|위)|처음에?(?=\s?(?:말|적|알려"
            r"|언급|나온|얘기))|1\s?번째|(?<!\d)1번(?=\s?약)"
            r"|\b(?:first|1st|number (?:one|1)|no\.? ?1|top|head of (?:the|my|your|that) list)\b",
            re.IGNORECASE,
        ),
    ),
    (
        2,
        lazy_regex(
            r"두\s?번째|둘째|2\s?번째|(?<!\d)2번(?=\s?약)|\b(?:second|2nd|number (?:two|2)"
            r"|no\.? ?2)\b",
            re.IGNORECASE,
        ),
    ),
    (
        3,
        lazy_regex(
            r"세\s?번째|셋째|3\s?번째|(?<!\d)3번(?=\s?약)|\b(?:third|3rd|number (?:three|3)"
            r"|no\.? ?3)\b",
            re.IGNORECASE,
        ),
    ),
    (4, lazy_regex(r"네\s?번째|넷째|4\s?번째|(?<!\d)4번(?=\s?약)|\b(?:fourth|4th|number four)\b", re.IGNORECASE)),
    (5, lazy_regex(r"다섯\s?번?째|5\s?번째|(?<!\d)5번(?=\s?약)|\b(?:fifth|5th|number five)\b", re.IGNORECASE)),
    (6, lazy_regex(r"여섯\s?번?째|6\s?번째|\b(?:sixth|6th)\b", re.IGNORECASE)),
    (
        -1,
        lazy_regex(
            r"마지막(?:에|으로)?\s?(?:말|적|알려|언급|나온|얘기|약|거|것|건|게)|맨\s?(?:끝|뒤|마지막|아래)"
            r"|\b(?:the )?last (?:one|med[ie]c\w*|drug|pill|item)\b",
            re.IGNORECASE,
        ),
    ),
)
"""Places in a list, from 1; -1 is the last."""
