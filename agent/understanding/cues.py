"""Words that show an act: a model finds which fact is meant, and the words must show what is done to it.

The tables are short on purpose. An act whose words are not here is asked about, never dropped, so a missing row costs
a question and a wrong one costs a fact.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from domain.values import SlotKind
from extraction.reading.corrections.denied_ends import (
    DENIED_END,
    DENIED_MENDING,
    GOES_ON,
    RESTORED,
    RESUMED,
    UNSAID,
    WEIGHED,
)
from extraction.text.lazy_regex import lazy_regex

Shown = Literal[
    "correct", "change", "stop", "retract", "revert", "plan", "goal", "ended", "negated", "doubt", "if", "past",
    "any_end", "over", "kept", "upheld", "same", "both", "swapped",
]  # fmt: skip

_NOT_AFTER: Final = r"(?!\S{0,4}\s?(?:게|건|것은|것이|적|적은|적이)?\s?(?:아니|아닙|아녜|없|않|말))"
"""Korean denies after the verb: "끊은 게 아니라", "끊지 않았어요"."""
_NOT_BEFORE: Final = (
    r"(?<!'d have )(?<!would have )(?<!not )(?<!n't )(?<!never )(?<!to )(?<!if i )(?<!should i )(?<!can i )"
    r"(?<!안 )(?<!안)"
)

_STOPPED_KO: Final = (
    r"끊(?:었|은|고|어서|었는데|음)|중단(?:했|한|하고|됐|되었|하라고\s?해서|했는데)|그만\s?(?:먹(?:었|고|기로|으라|게)|드셨|드시라|맞(?:았|고|기로)|쓰(?:고|기로|라)|뒀"
    r"|두었|둔)|그만뒀"
    r"|안\s?(?:먹(?:어|은|고|습)|맞(?:아|고)|써요|쓰고)|(?:먹|맞|쓰|복용하)지\s?않(?:아|고|습|은)"
    r"|뺐|뗐|떼고|보류|(?<!숨 )쉬(?:는\s?(?:건|중)|고\s?있)|빼고\s?있"
    r"|빼\s?(?:주셨|줬|주더)|빼셨|뺀\s?지|더\s?이상\s?(?:안|먹지|맞지|쓰지)|끝냈|끝났|다\s?먹었"
)
_STOPPED_EN: Final = (
    r"\b(?:stopped|quit|discontinued|dropped|ended|finished|completed|ceased)\b"
    r"|\b(?:came|(?:has|have|'s|'ve) come|been|am|i'm|went|got) off\b|\btook me off\b|\btook it out\b|\btaken off\b"
    r"|\b(?:no longer|not) (?:on|take|taking|using|use)\b|\bdon't (?:take|use)\b"
    r"|\b(?:paused|suspended|withheld|binned|ditched|put on hold|on hold|held off)\b|\b(?:took|taken) away\b"
    r"|\bhaven't (?:taken|used|been taking)\b|\bdone with\b|\bgave up\b|\b(?:don't|do not) .{0,20}\banymore\b"
)
_OVER_KO: Final = r"(?:없어졌|사라졌|나았|완치|들어갔|멎었|멈췄|안\s?(?:아프|아파|나와|나요))"
_EASED_KO: Final = r"(?:가라앉|괜찮아졌|좋아졌)"
_GONE_KO: Final = rf"(?:{_OVER_KO}|{_EASED_KO})"
_OVER_EN: Final = r"\b(?:gone|went away|cleared up|resolved|healed|cured|in remission|is over|no longer have)\b"
_GONE_EN: Final = rf"(?:{_OVER_EN}|\bbetter now\b)"

_CUES: Final[dict[Shown, str]] = {
    "stop": rf"{_NOT_BEFORE}(?:{_STOPPED_KO}){_NOT_AFTER}|{_NOT_BEFORE}(?:{_STOPPED_EN})",
    "ended": rf"(?:{_GONE_KO})|{_NOT_BEFORE}(?:{_GONE_EN})",
    # What has only become better goes on, if it is an illness.
    "over": rf"(?:{_OVER_KO})|{_NOT_BEFORE}(?:{_OVER_EN})",
    "change": (
        r"(?:올렸|올려|올라갔|올리(?:고|라|래)|늘렸|늘려|늘었|줄였|줄여|줄었|(?:줄이|내리|늘리|낮추|높이|바꾸)(?:라|래)|내렸|내려|낮췄|낮춰|높였|높여|바꿨|바꾸(?:었|고|셨)"
        r"|바뀌었|바뀌|변경"
        r"|증량|감량|조정|갈아|옮겼|옮겨|밀렸|미뤄|당겨)(?!\S{0,3}\s?(?:아니|않|말))|(?:이제|이제는|지금은|요즘은|요샌|요새는|오늘부터|어제부터|주부터|달부터|부터는)"
        rf"|{_NOT_BEFORE}\b(?:increased|raised|lowered|reduced|decreased|doubled|halved|bumped|upped|cut|switched"
        rf"|changed"
        r"|moved|instead|went (?:up|down|from)|put (?:it |me )?(?:up|down)|went to|up to|down to"
        r"|now (?:on|take|taking|at)"
        r"|taking .{0,30} now|since (?:last|monday|tuesday|wednesday|thursday|friday|saturday|sunday|yesterday|january"
        r"|february|march|april|may|june|july|august|september|october|november|december))\b"
    ),
    "correct": (
        r"아니(?:라|고|에요|었|예요|야|요)|아닌데|아닙니다|아녜요|잘못|틀렸|틀리|틀린|정정|사실은|사실\s|헷갈|착각|말고|정확히는|정확하게는|거꾸로|뒤바뀌|거짓말|헛\s?봤|잘못\s?봤|오타"
        r"|미끄러|기억으로|어림으로"
        r"|다시\s?(?:보니|확인|봤)|확인해\s?보니|고쳐|수정|실수|바로잡|인데\s?\S{0,6}라고\s?(?:했|말)"
        r"|\b(?:actually|wrong|mistake|mistaken|correct(?:ion|ed)?|i meant|meant to say|misspoke|misread|rather"
        r"|scratch that|typo|mixed up|muddled|sorry|(?:should|ought to) (?:be|have been|say|read)|turns out|my bad|fix"
        r"|instead of|backwards|back to front|other way (?:round|around)|sw[ao]pp?ed|transposed|never happened|lied"
        r"|wasn't|isn't|not)\b|n't\b"
    ),
    "retract": (
        r"아니(?:에요|었|라|고|예요|래|야|라고)|아닙니다|아니래|아니라고|아녜요|취소|빼\s?(?:주|줘|도)|지워|삭제|없던|오진|잘못|제\s?(?:얘기|이야기|것|게)(?:가|이)?\s?아니"
        r"|없(?:어요|습니다|다고|대요)"
        r"|\b(?:scratch|remove|delete|strike|take (?:it|that) (?:off|out|back)|(?:not|never) (?:me|mine)|hers|never had"
        r"|never (?:took|take|been)|bin (?:it|that)|(?:mixed|muddled|confused) (?:me )?(?:up )?with"
        r"|misdiagnos\w+|was wrong|mistake|don't have|do not have|didn't have"
        r"|(?:wasn't|isn't|was not|is not)"
        r"(?! (?:confirmed|certain|sure|clear|bad|the|so|too|very|that|as|working|enough|helping|good|always|all|every"
        r"|only|just|constant\w*|\w+ing\b))"
        r"|my (?:mother|mom|father|dad|brother|sister|son|daughter|husband|wife)'?s)\b"
    ),
    "revert": (
        r"처음\s?(?:말|에\s?말|거|것|기록)|원래\s?(?:대로|말|거|것|값)|되돌|정정\s?(?:취소|한\s?거)|아까\s?고친|그대로가\s?맞|도로"
        r"|돌려\s?(?:놔|놓|줘|주)|되살|살려\s?(?:주|줘|놓|두|놔)|복구|복원|다시\s?(?:넣어|올려|살려)"
        r"|\b(?:undo|revert|right (?:the )?first time|original(?:ly)?|first (?:value|number|one)|was right after all"
        r"|before the correction|as i (?:first )?said (?:in the first place|at first|before)"
        r"|(?:like|as|what) it was before"
        r"|scratch that|go back|restore|(?:bring|put) (?:it|that|them) back)\b"
    ),
    "plan": (
        r"예정|계획|할까|하려고|으려고|려고\s?해|하기로|기로\s?했|생각\s?중|고민|권(?:하|유|했)|시작하자|시작하재|시작할|먹을까|받을까|다음\s?(?:주|달|번)"
        r"|해\s?볼|내일|모레"
        r"|\b(?:plan(?:s|ned|ning)?|going to|gonna|will|might|may|considering|thinking (?:of|about)|scheduled|suggested"
        r"|recommended|wants me to|offered|next (?:week|month|year)|tomorrow|about to|supposed to start"
        r"|not (?:until|till|before))\b"
    ),
    "goal": (
        r"목표|기준|정상|이하|미만|이상|넘으면|이내|까지\s?(?:낮|내리|떨어|떨구|줄)|권장|평균"
        r"|\b(?:goal|target|normal|limit|cut-?off|threshold|below|under|above|over|at least|less than|more than|aim"
        r"|range|average)\b"
    ),
    "if": r"만약|만일|혹시|라면|된다\s?치면|한다\s?치면|\b(?:if|suppose|would|could i|should i|imagine)\b",
    # Wide on purpose: where none of these stands, nobody has told an end.
    "any_end": (
        r"끊|중단|그만|(?<!숨 )쉬"
        r"|안\s|안(?:먹|맞|써)|않|못|말고|빼|뺐|뺀|멈|멎|취소|끝|삭제|지워|지우|없|아니|오진|나았|좋아졌|사라|완치"
        r"|\b(?:stop\w*|quit\w*|off|done|drop\w*|discontinu\w*|cancel\w*|finish\w*|out|end\w*|over|gone|never|not|no"
        r"|hold"
        r"|held|paus\w*|ceas\w*|complet\w*|remov\w*|delet\w*|scratch\w*|wrong|away|clear\w*|resolv\w*|heal\w*)\b|n't\b"
    ),
    "kept": rf"{DENIED_END}|{RESTORED}|{RESUMED}|{GOES_ON}",
    "upheld": (
        r"(?:이|가|은|는|도)?\s?맞(?:아|고|는|습|지만|구)|\b(?:is|are|was|were|'s)?\s?(?:right|correct|true|fine as)\b"
    ),
    "same": (
        rf"{DENIED_END}|그대로|손\s?(?:대지|안\s?대)|건드리지|놔\s?두|안\s?바뀌|변함\s?없"
        r"|\b(?:untouched|unchanged|as[- ](?:it )?is|stays? (?:put|the same)|same same|no changes?)\b"
        r"|\bleave (?:it|that|them)\b"
        r"|(?:\bnot|n't|\bnobody|\bnever|\bno one)\b.{0,16}\btouch\w*|\b(?:doesn't|don't) (?:care|mind)\b"
    ),
    "past": (
        r"처음에|처음엔|예전|전에는|그때는|옛날|원래는"
        r"|\b(?:when they|used to|at first|first put|originally|back then|back when|previously|formerly)\b"
    ),
    "swapped": (
        r"뒤바뀌|서로\s?바뀌|거꾸로|맞바꾸|반대로\s?(?:적|말|알)|\b(?:backwards|back to front|sw[ao]pp?ed)\b"
        r"|\b(?:the )?(?:other|wrong) way (?:round|around|about)\b"
    ),
    "both": r"둘\s?다|모두|전부|다\s?같이|\b(?:both|all|each|everything)\b",
    "negated": r"없|않|아니|안\s|못\s|\b(?:no|not|never|without|denies|deny|none)\b|n't\b",
    "doubt": r"같(?:아|은|습)|아마|듯|글쎄|모르|기억이|쯤|정도"
    r"|\b(?:think|maybe|perhaps|probably|might|not sure|i guess|around|about|seems?)\b",
}  # fmt: skip
_PARTLY: Final = (
    r"(?:늘|항상|언제나|매번|매일|맨날|꼭|그렇게|자주|계속|완전히|심하게)\s?\S{0,6}(?:는|은|인|한|픈)\s?(?:것|건|거|게)\S?\s?아니"
    r"|\b(?:not|n't) (?:always|all the time|every \w+|often|constantly|entirely)\b"
)
_TAG_QUESTION: Final = r"\S{0,6}도\s?(?:되는|될|된|괜찮은|좋은)\s?(?:거|것|게|건)\s?아[니닌녜닙닐]\S*"
"""Leave asked for as if it were denied: "빼도 되는 거 아녜요"."""
_VOID: Final[dict[Shown, str]] = {
    "stop": (
        rf"{DENIED_END}|{RESTORED}|{WEIGHED}|{UNSAID}|{_TAG_QUESTION}|(?:떼|끊|빼|쉬|중단하)고\s?나면"
        r"|\b(?:dropped|finished|cut)\b[^.;!?]{0,40}?\b(?:to|by|down)\b\s(?:an? |about |only )?"
        r"(?:\d|half|quarter|one|two|three|four|five|ten|twenty)"
    ),
    "change": DENIED_END,
    "retract": rf"{DENIED_END}|{DENIED_MENDING}|{RESTORED}|{_PARTLY}|{UNSAID}|{_TAG_QUESTION}",
    "correct": DENIED_MENDING,
}  # fmt: skip
"""Words in which an act is denied, holds in part, is undone or is another: no cue inside them shows it."""
_COMPILED_VOID: Final = {name: lazy_regex(pattern, re.IGNORECASE) for name, pattern in _VOID.items()}
_COMPILED: Final = {name: lazy_regex(pattern, re.IGNORECASE) for name, pattern in _CUES.items()}

GIVEN_UP: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.SOCIAL_HISTORY})
"""What is stopped; an illness or a complaint is over."""
FAMILIES: Final[dict[SlotKind, frozenset[str]]] = {
    SlotKind.MEDICATIONS: frozenset({"medications", "drug_classes", "allergens"}),
    SlotKind.ALLERGIES: frozenset({"medications", "drug_classes", "allergens"}),
    SlotKind.LABS: frozenset({"labs", "vitals"}),
    SlotKind.VITALS: frozenset({"labs", "vitals"}),
    SlotKind.CONDITIONS: frozenset({"conditions", "symptoms"}),
    SlotKind.SYMPTOMS: frozenset({"conditions", "symptoms"}),
    SlotKind.FAMILY_HISTORY: frozenset({"conditions", "symptoms"}),
    SlotKind.PROCEDURES: frozenset({"procedures"}),
    SlotKind.SOCIAL_HISTORY: frozenset({"social"}),
    SlotKind.DEMOGRAPHICS: frozenset(),
}
"""The lexicon tables whose names compete for one cue or one number."""


def cues(shown: Shown, folded: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the words of folded[start:end] show this; empty where they don't."""
    found = [match.span() for match in _COMPILED[shown].finditer(folded, start, end)]
    pattern = _COMPILED_VOID.get(shown)
    if not found or pattern is None:
        return found
    void = [match.span() for match in pattern.finditer(folded, start, end)]
    return [one for one in found if not any(first < one[1] and one[0] < last for first, last in void)]
