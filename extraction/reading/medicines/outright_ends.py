"""Whether the words beside a name say outright that it is taken no more: "i came off it ages ago", "중단했어요"."""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex

_IT: Final = r"(?:it|that|that one|them|those|the (?:tablets?|pills?|stuff|meds?|medication|thing))"
_ENDED: Final = (
    r"stopped|quit|came off|come off|gave up|given up|dropped|ditched|binned|chucked|packed in|jacked in|discontinued"
)
_BEHIND_EN: Final = lazy_regex(
    rf"\b(?:i|we|he|she)(?:'ve|'s|'d| have| has| had)?(?: (?:just|already|since|finally|actually|only))?"
    rf" (?:{_ENDED})(?: (?:taking"
    rf"|using))? {_IT}\b"
    rf"|\b(?:i'm|i am|he's|she's|been) (?:now )?(?:off|done with|finished with|no longer (?:on|taking)) {_IT}\b"
    rf"|\b(?:took|taken) (?:me |him |her )?off {_IT}\b|\bno longer (?:take|takes|taking|on|use|using) {_IT}\b"
    r"|^\s?(?:has been|was|is|been|got)(?: (?:now|just|already))? (?:stopped|discontinued"
    r"|cancelled)\b(?! (?:for|until|till))"
)
_AHEAD_EN: Final = lazy_regex(
    r"(?:^|\b(?:i|we|he|she|i've|we've|he's|she's|have|has|and|just|already|also)\s|[,.;]\s)"
    rf"(?:{_ENDED}|went cold turkey on|stopped taking"
    r"|stopped using)"
    r" (?:the |my |his |her |that |taking )*$"
    r"|\b(?:no longer|not)(?: (?:on|tak\w+|us\w+))? (?:the |my |his |her )*$"
    r"|\b(?:don't|doesn't|do not|does not|not)(?: \w+)? (?:take|taking|use|on) (?:the |my |his |her )*$"
    r"|\b(?:haven't|hasn't|not)(?: (?:even|really|been))? (?:touched|taken|had|used) (?:the |my |any |his |her )*$"
    r"|\b(?:took|taken|taking) (?:me |him |her )?off (?:the |my |of )*$|\b(?:i'm|i am|he's|she's"
    r"|now) off (?:the |my )*$"
)
_NEEDS_LATER: Final = lazy_regex(r"\b(?:not|don't|doesn't|do not|does not|haven't|hasn't)\b")
_LATER: Final = lazy_regex(
    r"^[^.;!?]{0,24}\b(?:any ?more|anymore|any longer|since|in (?:weeks|months|years|ages)|for (?:weeks|months"
    r"|years|ages))\b"
)
_BEHIND_KO: Final = lazy_regex(
    r"끊었(?!다가|다고|다는|으면|을|는지|나)|끊음|끊은\s?(?:지|상태|거)|중단했(?!다가|다고|다는)|중단함"
    r"|중단한\s?(?:지|상태)"
    r"|중단됐|중단됨"
    r"|그만\s?먹(?:었|고\s?있|기로\s?했)|그만\s?드[셨시]|그만\s?뒀|그만둠|관뒀|관둠|빠졌|빠짐|(?<!빼먹)뺐(?:어"
    r"|습|다|음|네)|빼\s?[줬주]\S{0,3}(?:었|셨|어)"
    r"|스[탑톱]\s?(?:함|했|하고|한\s?지)|안\s?먹은\s?지|안\s?드신\s?지|먹다\s?말았|(?:더\s?이상|이제|이젠|인자"
    r"|인제|벌써|진작)\s?(?:\S{1,4}\s)?안\s?(?:먹|드[셔시]|묵)"
    r"|뗐(?:어|습|다|음)"
    r"|(?:이제|이젠|인제|인자|더는|더\s?이상|앞으로는?)\s?(?:\S{1,4}\s)?(?:먹|묵|드시|쓰|맞|복용하)지\s?말(?:래"
    r"|라[고네더데시셨십던]|랍니|라\s?[해했하])"
    r"|(?:끊으|빼|그만\s?(?:먹으|드시))(?:래요?|라네|라\s?했|라고\s?(?:했|하[셨시네])|라셨)"
)
_NOT_KO: Final = lazy_regex(
    r"(?:안|못|몬)\s?끊|끊[을으어](?!라)|끊지|다시\s?(?:먹|시작|복용|드)|담배|술|커피|빼고|말고|제외|나머지|취소"
    r"|잘못\s?(?:말|적|썼)|무시|까\s?(?:요|싶|하|봐)"
    r"|[나까]요?\?|으면|면\s|려고|싶|빼먹|까먹|깜[빡박]"
)
_NOT_EN: Final = lazy_regex(
    r"\b(?:haven't|hasn't|have not|never|didn't|did not|not) (?:\w+ )?(?:stopp|quit|come off|given up|dropp)\w*"
    r"|\b(?:if|when|should|could|can|(?<!in )(?<!since )(?<!last )may|might|would|want|wants|wanted"
    r"|thinking|consider\w*|nearly|almost"
    r"|before|until|till"
    r"|plan\w*|going to|will|for (?:a (?:few|couple)|two|three|\d+) (?:days?|weeks?)|(?:re)?started (?:it"
    r"|them) again|back on"
    r"|working|helping|again|except|apart from|other than|but not|the rest|others)\b"
)


def is_said_over(text: str, ahead: tuple[int, int], behind: tuple[int, int], *, korean: bool) -> bool:
    """Whether the words of one thing, before its name and behind it, say outright that it is taken no more."""
    words = text[ahead[0] : behind[1]]
    if korean:
        return _BEHIND_KO.search(text, *behind) is not None and not _NOT_KO.search(text[slice(*behind)])
    if _NOT_EN.search(words) is not None:
        return False
    before = _AHEAD_EN.search(text[slice(*ahead)])
    if before is not None:
        return _NEEDS_LATER.search(before[0]) is None or _LATER.match(text[slice(*behind)]) is not None
    return _BEHIND_EN.search(text[slice(*behind)]) is not None
