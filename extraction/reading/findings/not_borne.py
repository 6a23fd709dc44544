"""Allergies told by what the body did, without the word: "cant have ibuprofen, i come up in lumps", "아스피린 안 돼요.
먹으면 숨 못 쉬어요", "i carry an epipen cuz of peanuts", "페니실린 양성 떴어 앞으로 피하래".

Three things make one: a substance, a sign that only an allergy brings, and words that join them (whenever it is taken,
it gives, from it, not to be had). Neither what might happen nor what is feared has happened.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import asked, sentence_around, sentences
from extraction.reading.sheet import Sheet
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex

SUBSTANCES: Final = frozenset({"allergens", "medications", "drug_classes"})

SIGN: Final = lazy_regex(
    r"\b(?:hives|nettle rash|rash(?:es)?|welts?|weals?|wheals?|blotch\w*|angioedema|anaphyla\w+|itch\w*|blister\w*"
    r"|swell\w*|swoll?en|swelled|swole|swole|puff(?:s|ed|y)?(?: right)? up|puffy|wheez\w*"
    r"|(?:face|lips?|eyes?|tongue|mouth|hands?) (?:\w+ )?(?:blows?|blew|balloon(?:s|ed)?|goes up|went up)\b"
    r"|(?:come|comes|came|break|breaks|broke|breaking|coming|brings?|brought|flare|flares|flared) (?:me |him |her )?"
    r"(?:up|out)\b(?! (?:positive|clear|fine|ok|negative|normal))"
    r"|(?:throat|windpipe|airways?)(?:'s| is| was| just| starts?| started| goes| went)? (?:clos\w+|tight\w*|shut\w*)"
    r"|clos\w+ (?:up )?(?:my|his|her) (?:throat|airways?)"
    r"|(?:can'?t|can ?not|couldn'?t|could not) (?:breathe|catch (?:my|his|her) breath)|(?:stop\w*|trouble|difficulty"
    r"|hard) "
    r"(?:to )?breath\w*"
    r"|(?:went|goes?|going|into) (?:in |into )?(?:a )?shock|collaps\w+|(?:almost|nearly|near) (?:died|killed"
    r"|finished)|epi-?pen|ambulance"
    r"|(?:ended up|landed|wound up|put me|put him|put her|rushed) (?:\w+ )?(?:in|to) (?:the )?(?:hospital|a ?& ?e"
    r"|a and e"
    r"|ae\b|er\b|casualty"
    r"|resus|icu)|skin (?:peel\w*|came off|goes red|went red)|full of (?:spots|bumps|lumps)"
    r"|(?:bad|severe|serious|nasty|terrible|awful|allergic|violent) reaction"
    r"|allergic(?! (?:to|rhinitis|asthma|conjunctivitis|contact))"
    r"|body (?:is |was |has |had |badly |got )*react\w*)"
    r"|두드러기|두드레기|발진|반점|붓(?:고|는|습|네|어|더|기|지)|부[어었은]|퉁퉁|가려[워웠우]|가렵|근질|물집|뒤집어|뒤집히"
    r"|벌겋|벌개|시뻘|빨개|숨(?:이|을|도)?\s?(?:막|못|안|차|찼|가[쁘빠빴]|넘어)|호흡\s?곤란|쇼크|아나필|쓰러[지졌진]"
    r"|응급실|실려|죽을\s?뻔|죽다\s?살|기절|큰일\s?[나날났]|목(?:구멍|구녕)?이\s?(?:조[여이]|막|붓|부[어었]|잠[기겼])|과민\s?반응"
    r"|(?:알레르기|알러지|앨러지)(?:라|이라|여서|이어서|때문|니까|이니까|예요|이에요|입니다|임)"
)
"""What the body does to what it is allergic to; sickness and sleep are effects that anybody may have."""
_GRAVE: Final = lazy_regex(
    r"collaps|ended|landed|wound|put |rushed|ambulance|(?:almost|nearly|near)|쓰러|응급실|실려|기절|죽|큰일"
)
"""What any medicine can do in too great a dose: a sign of an allergy with a known allergen alone."""
_TOO_MUCH: Final = lazy_regex(
    r"\b(?:too (?:much|many)|overdos\w*|od'?d|sugar|low|hypo|attack)\b|과다|너무\s?많이|저혈당|혈당|혈압|어지[러럽]"
)
_LOW: Final = lazy_regex(
    r"\b(?:ankles?|legs?|feet|foot|calf|calves|knees?|belly|stomach|tummy|abdomen|gums?|breasts?"
    r"|joints?)\b(?:[^.,;]{0,12}$)?|(?:발목|다리|발등|발이|종아리|무릎|배가|잇몸|가슴이|관절)"
)
_ALWAYS: Final = lazy_regex(
    r"\b(?:whenever|(?:every|each|any) ?time|anytime|when|if|as soon as|soon as|so much as|can'?t|cannot|don'?t|never"
    r"|makes?|gives?|brings?|sends?|causes?|turns?|closes?)\b|(?:[가-힣](?:면|도)|때마다|안\s?[돼되된]|못\s?\S|말)"
)
_UNREAL: Final = lazy_regex(
    r"^\W*(?:does|do|did|is|are|has|have) (?!n'?t)(?:you|it|they|penicillin|\w+ (?:give|cause|bring|make))\b|"
    r"\b(?:may|might|could|can|will|would|gonna)(?! ?n'?t| not|not)(?: \w+){0,2}? (?:cause|give|bring|make|get|have"
    r"|be|lead|happen"
    r"|come|break|swell|die|kill|react)\b|\b(?:worried|worry|scared|afraid|fear\w*|paranoid|anxious|in case|leaflet"
    r"|side effects?|i read|heard|is it|supposed to|if it)\b"
    r"|까\s?봐|까\s?(?:걱정|무서|겁|두려)|무서[워웠]|걱정|수\s?(?:있|도)|부작용|설명서|[가-힣]나요|까요|는지|ㄹ까|을까|날까|지도\s?모|들었는데|다던데"
)
_NO_SIGN: Final = lazy_regex(
    r"(?:\b(?:no|not|never|without(?: any| a)?|didn'?t|don'?t|doesn'?t|isn'?t)(?: (?:get|got|have|had|any|a|an|bring"
    r"|cause"
    r"|come|break|bad))*\s$)"
)
_GONE_EN: Final = lazy_regex(
    r"[^.,;!?]{0,16}?\b(?:went (?:down|away|off)|gone|going (?:down|away)|cleared|clearing|settled|better|improved"
    r"|eased"
    r"|stopped)\b"
)
_GONE_KO: Final = lazy_regex(r"[^.!?]{0,6}?\s?(?:가라앉|나았|나아|좋아|없어|사라|덜|줄었|빠졌)")
_NO_SIGN_BEHIND_KO: Final = lazy_regex(
    r"[^\s]{0,4}\s?(?:같은\s?(?:거|건|것)\s?)?(?:는|도|은|가|이)?\s?(?:안\s|없|않|아니)"
)

_WHENEVER_EN: Final = lazy_regex(
    r"\b(?:whenever|(?:every|each|any|last|first|next|only) ?time|anytime|when|if|after|as soon as|soon as|once"
    r"|the minute"
    r"|the moment|so much as|even)\b[^.;!?]{0,40}$"
)
_FROM_EN: Final = lazy_regex(
    r"\s?(?:all over |everywhere |and (?:\w+ ){0,3}|on (?:my|his|her) \w+ |up |out |in \w+ |like \w+ |something \w+ "
    r"|badly "
    r"|real bad )*"
    r"(?:with|from|after|off|to|on|because of|cuz of|cos of|coz of|due to|caused by|thanks to|when(?:ever)? (?:i|he"
    r"|she) "
    r"\w+|if (?:i|he|she) \w+)"
    r" (?:(?:taking|having|eating|being given|touching|a|an|the|some|any|my|his|her|that|this|dose|shot|course|of|one"
    r"|single|bit|raw|fresh|cooked|even|tiny|little|small|amount) )*$"
)
_GIVES_EN: Final = lazy_regex(
    r"(?: \w+ly| just| always| really| only)? (?:makes?|made|gives?|gave|brings?|brought|causes?|caused|sends?|sent"
    r"|sets?"
    r"|turns?|turned|puts?|leaves?"
    r"|left|has|had|gets?|got|closes?|closed|swells?|blows?|blew|nearly|almost|near|is giving"
    r"|is making)\b(?: \w+){0,3}? "
    r"?(?:me|my|him|his|her|off|killed)\b"
)
_HAD_EN: Final = lazy_regex(r"\b(?:had|have|ate|eaten|tried|took|taken|given|gave|put)\b (?:\w+ ){0,3}$")
_THEN_EN: Final = lazy_regex(r"[^.;!?]{0,20}?(?:,| and| then| &) ")
_GIVEN_EN: Final = lazy_regex(
    r" ?(?:\w+ )?(?:was|were|is|got|when|after)? ?(?:given|taken|eaten|injected|put|applied)\b[^.;!?]{0,20}?(?:,"
    r"| and| then| &)? "
)
_BARRED_EN: Final = lazy_regex(
    r"\b(?:can'?t|cannot|can not|mustn'?t|must not|shouldn'?t|should not|couldn'?t|not allowed(?: to)?|unable to"
    r"|not able to|never"
    r"|don'?t|do not|(?:strictly |told |told me |said )*not to|no longer)(?: (?:ever|to|be able to|even|let them"
    r"|please))* "
    r"(?:have|take|eat|drink|touch|tolerate|be given|be on|get|use|do|give|prescribe|go near|put|handle|wear|stand)\b"
    r"[^.;!?]{0,24}$"
    r"|\b(?:steer(?:ing)? clear of|(?:keep|stay|keeping) (?:me |well )?(?:off|away from|clear of)|avoid(?:ing)?"
    r"|no more|off limits|barred from)\b[^.;!?]{0,16}$"
    r"|^\W*no (?:\w+ )?$|\b(?:told|said|says|strictly) (?:\w+ )?no (?:\w+ )?$|\b(?:not allowed|banned from"
    r"|barred from) (?:any |the )?$|\b(?:body|system|skin) (?:\w+ )?(?:does|do|did|can)(?:n'?t| not) "
    r"(?:accept|agree|like|tolerate|take|suit|bear)\w*[^.;!?]{0,16}$"
    r"|\b(?:problem|problems|trouble|issues?) with (?:the |any )?$"
)
_BARRED_BEHIND: Final = lazy_regex(
    r"\s?(?:is|are|was|were)? ?(?:does|do|did)?(?:n'?t| not) (?:\w+ )?(?:suit|agree|accept|sit|go|get on|get along"
    r"|like)\w*"
    r"(?: \w+){0,2}? (?:me|my body|us)\b"
    r"|(?: and (?:me|i|my body))? (?:do|does)(?:n'?t| not) (?:mix|get on|get along|agree)\b"
    r"|\s?(?:is|are)(?: strictly| absolutely)? (?:a no-go|no-go|a no|a big no|off limits|out|banned|prohibited"
    r"|not allowed|a no-no)\b"
    r"|(?:이랑|하고|[은는을를이가도만류계열]|종류|제제|성분|들어간\s?(?:거|건|것|음식|약)[은는을도]?|주사|항생제|약|,|\s){0,4}\s?(?:절대\s?|입에도?\s?|저는\s?"
    r"|제가\s?|내가\s?"
    r"|나는?\s?|전\s"
    r"?|제\s?몸에?\s?|몸에\s?|몸이\s?|체질에\s?)*"
    r"(?:안\s?[돼되된됩]|못\s?(?:먹|묵|맞|써|쓰|드|마시|만지|대)|(?:먹|맞|쓰|바르|드시|주|놓|만지)지?\s?(?:말|못\s?하|않)|피하|피해야|금지|금물|빼\s?[주줘]|안\s?받"
    r"|안\s?맞"
    r"|거부)"
    r"|(?:[은는을를이가도만])?\s?(?:먹|맞|쓰|바르|드시|마시)(?:으)?면\s?(?:절대\s?|큰일\s?)?(?:안\s?[돼되된됩]|큰일)"
)
_ONE_REASON: Final = lazy_regex(
    r"\b(?:because of|due to|cuz of|cos of|for) (?:my|his|her) |때문에|\bso\b|그래서|대신|\binstead\b"
)
_TAKEN_KO: Final = lazy_regex(
    r"(?:이랑|하고|둘\s?다|모두|전부|다\s|[은는을를이가도만]|종류|계열|주사|제제|성분|항생제|약|들어간\s?(?:거|건|것|음식)|이든|같은\s?(?:거|것)|조금|한\s?[알입번]|살짝"
    r"|\s){0,5}?"
    r"(?:먹|묵|마시|마셨|맞|바르|발라|발랐|복용|쓰|썼|닿|만지|만졌|스[치쳐]|들어[가간]|드시|드셨|쏘이|물리|투여|처방받|타\s?먹|끼)[가-힣]{0,4}?"
    r"(?:면|고|도|다가|더니|을\s?때마다|을\s?때|었을\s?때|은\s?(?:뒤|후|날|다음)|자마자|서|기만\s?하면|니까|는데|니)(?=[\s가-힣,])"
    r"|(?:[이가만]|한테|에|에게|이나)?\s?(?:때문에|땜에|땜시|때매|로\s?인해|탓에|때문)"
)
_SENSITIVE_KO: Final = lazy_regex(
    r"(?:계열|류|제)?\s?(?:에|에는|에도|한테|에\s?대해|에\s?대한)?\s?(?:심한\s|심하게\s)?과민\s?반응[이가도]?\s?(?:있|보|나[타왔]|일으|심|생)"
)
_SENSITIVE_EN: Final = lazy_regex(
    r"\b(?:hypersensitiv\w+|(?:react|reacts|reacted|reacting) (?:\w+ )?(?:badly |violently |severely |terribly )?"
    r"|(?:bad|severe|serious|nasty|terrible|awful|allergic|violent|anaphylactic) reactions?)"
    r" ?(?:once |before |years ago |last (?:year|time) )?(?:to|from|with) (?:the |some |a |any )?$"
)
_PEN: Final = lazy_regex(
    r"\bepi-?pens?\b|\bjext\b|\banapen\b|adrenaline (?:pen|auto\w*)|에피펜|에피네프린\s?주사|젝스트"
)
_PEN_FOR: Final = lazy_regex(
    r"\b(?:for|because of|cuz of|cos of|coz of|due to|bcoz of|in case of|on account of|cause of)\b[^.;!?]{0,16}$"
    r"|^[^.;!?]{0,12}$"
)
_PEN_KO: Final = lazy_regex(r"(?:이|가|에)?\s?(?:때문에|땜에|때매|로|이라|라서|쏘이|물리|알레|알러)")
_POSITIVE: Final = lazy_regex(
    r"\b(?:skin|prick|patch|allergy|allergist|blood) ?(?:test\w*|prick|panel)?[^.;!?]{0,40}\b(?:positive|lit up|reacted"
    r"|flared|came up|confirmed|showed)\b"
    r"|\b(?:positive|lit up|reacted|flared|came up)\b[^.;!?]{0,40}\b(?:skin|prick|patch|allergy|allergist|avoid|stay"
    r"|away|steer)\b"
    r"|(?:양성|반응)\s?(?:이|가|으로|이라고|라고)?\s?(?:떴|나왔|나와|떠|뜨|있|나오|이래|이라|래)[^.!?]{0,20}?(?:피하|먹지\s?말|쓰지\s?말|조심|맞지\s?말|금지)"
    r"|(?:알레르기|알러지|앨러지|피부|반응|항생제)\s?(?:검사|테스트|반응\s?검사)[^.!?]{0,16}(?:양성|반응)"
)
_REACH: Final = 60
_AROUND: Final = 140
"""Characters around a substance in which its sign is looked for."""
_STRANGER: Final = lazy_regex(
    r"\b(?:(?:an?|the|this|that|some|my|our) (?:\w+ )?(?:friend|mate|neighbou?r|colleague|co-?worker|man|woman|guy"
    r"|bloke"
    r"|teacher|classmate|roommate|flatmate|boss)|(?:a|the|this|that|some) (?:\w+ )?(?:girl|boy|kid|lad)(?= (?:in|at"
    r"|from"
    r"|next|on|who))|people|someone|somebody|everyone|anyone)(?:'?s)?\b"
    r"|친구|짝꿍|이웃|동료|반\s?아이|애들|옆집|사람들|누가|누구|지인"
)


@dataclass(frozen=True, slots=True)
class Reaction:
    """A substance that is not borne, and where what it does is told; both empty where only the allergy is.

    ``always`` is whether it is told for whenever the substance is had: then it is nothing that is there now.
    """

    substance: Mention
    start: int = 0
    end: int = 0
    always: bool = False


def not_borne(sheet: Sheet, lexicon: Lexicon) -> Iterator[Reaction]:
    """The substances that the body is told to react to as only an allergic one does."""
    supposed = list(asked(sheet.folded))
    spans = list(sentences(sheet.folded))
    for at, (start, end) in enumerate(spans):
        if _is_asked(sheet, start, end) or any(first <= start < last for first, last in supposed):
            continue
        following = spans[at + 1] if at + 1 < len(spans) else (end, end)
        last = end if _is_asked(sheet, *following) or _names_one(sheet, *following) else following[1]
        for one in _named_within(sheet, start, end):
            if not _soothes(one):
                told = (
                    None if _STRANGER.search(sheet.folded, start, end) else _told(sheet, one, start, end, last, lexicon)
                )
                if told is not None:
                    yield told


def only_supposed(sheet: Sheet) -> Iterator[tuple[Mention, bool]]:
    """The substances beside signs that have not been, each with whether they are denied; else they are only feared,
    supposed or somebody else's.
    """
    for start, end in sentences(sheet.folded):
        signs = [one for one in SIGN.finditer(sheet.folded, start, end)]
        if not signs:
            continue
        strange = _STRANGER.search(sheet.folded, start, end) is not None
        absent = all(_is_no_sign(sheet.folded, one) for one in signs)
        if strange or absent or all(_unreal(sheet.folded, one, start, end) for one in signs):
            gone = any(_is_gone(sheet.folded, one) for one in signs)
            for one in _named_within(sheet, start, end):
                yield one, absent and not gone and not strange


def _is_asked(sheet: Sheet, start: int, end: int) -> bool:
    return sheet.folded[end : end + 1] == "?"


def _names_one(sheet: Sheet, start: int, end: int) -> bool:
    return next(_named_within(sheet, start, end), None) is not None


def _named_within(sheet: Sheet, start: int, end: int) -> Iterator[Mention]:
    """The substances that begin in [start, end), by place."""
    for at in range(bisect_left(sheet.mentions, start, key=lambda one: one.start), len(sheet.mentions)):
        one = sheet.mentions[at]
        if one.start >= end:
            return
        if one.entry.kind in SUBSTANCES:
            yield one


_SOOTHING: Final = frozenset(
    {"antihistamine", "steroid", "topical_steroid", "emollient", "epinephrine", "epinephrine_autoinjector"}
)
"""Classes of what is given against such a reaction: "itchy, on cetirizine for it" accuses nobody."""


def _soothes(one: Mention) -> bool:
    return not _SOOTHING.isdisjoint((one.entry.concept_id, *one.entry.broader))


def _told(sheet: Sheet, one: Mention, start: int, end: int, last: int, lexicon: Lexicon) -> Reaction | None:
    text = sheet.folded
    # A sentence without an end is looked at around each name alone.
    start, last = max(start, one.start - _AROUND), min(last, one.end + _AROUND)
    end = min(end, last)
    before, behind = text[start : one.start], text[one.end : end]
    if _POSITIVE.search(text, start, last) and not _UNREAL.search(text, start, end):
        return Reaction(one)
    if _is_carried_for(text, one, start, end) or _SENSITIVE_EN.search(before) or _SENSITIVE_KO.match(behind):
        return None if _UNREAL.search(before) else Reaction(one)
    for sign in SIGN.finditer(text, start, last):
        if _is_no_sign(text, sign) or _is_elsewhere(text, sign) or _unreal(text, sign, start, last):
            continue
        if _GRAVE.match(sign[0]) and (
            as_allergen(one, lexicon).kind != "allergens" or _TOO_MUCH.search(text, start, last)
        ):
            continue
        if sign.end() <= one.start:
            joined = _comes_from(sheet, sign, one)
        else:
            joined = sign.start() >= one.end and _follows(sheet, one, sign, before, end)
        if joined:
            always = _ALWAYS.search(text, start, sign.start() + 1 if sign.start() >= one.end else one.end) is not None
            return Reaction(one, sign.start(), _clause_end(text, sign, last), always=always)
    return None


def _clause_end(text: str, sign: re.Match[str], last: int) -> int:
    """Where what the body does ends: with further signs of the same sentence."""
    further = [one.end() for one in SIGN.finditer(text, sign.start(), last)]
    stop = min((at for mark in ".!?\n" if (at := text.find(mark, sign.end(), last)) >= 0), default=last)
    return max((one for one in further if one <= stop), default=sign.end())


def _is_elsewhere(text: str, sign: re.Match[str]) -> bool:
    """Whether legs, feet or the belly swell, which is no allergy: "amlodipine makes my ankles swell"."""
    return _LOW.search(text[max(0, sign.start() - 16) : sign.end() + 12]) is not None


def _is_carried_for(text: str, one: Mention, start: int, end: int) -> bool:
    """Whether a pen against anaphylaxis is had for it."""
    for pen in _PEN.finditer(text, start, end):
        if one.start >= pen.end() and one.entry.kind == "allergens":
            return _PEN_FOR.search(text[pen.end() : one.start]) is not None
        if one.end <= pen.start() and one.entry.kind == "allergens" and pen.start() - one.end <= _REACH:
            return text[pen.start()].isascii() or _PEN_KO.match(text, one.end) is not None
    return False


def _is_gone(text: str, sign: re.Match[str]) -> bool:
    """Whether it is said to have got better: what made it better brought no allergy."""
    return (_GONE_EN if sign[0].isascii() else _GONE_KO).match(text, sign.end()) is not None


def _is_no_sign(text: str, sign: re.Match[str]) -> bool:
    if sign[0].isascii():
        ahead = text[max(0, sign.start() - 32) : sign.start()]
        return _NO_SIGN.search(ahead) is not None or _is_gone(text, sign)
    if _is_gone(text, sign):
        return True
    return _NO_SIGN_BEHIND_KO.match(text, sign.end()) is not None and not sign[0].startswith("숨")


def _unreal(text: str, sign: re.Match[str], start: int, last: int) -> bool:
    """Whether the clauses around a sign say that it might be, or ask it."""
    return _UNREAL.search(text[start : sign.start()]) is not None or (
        not sign[0].isascii() and _UNREAL.search(text, sign.end(), min(last, sign.end() + 12)) is not None
    )


def _comes_from(sheet: Sheet, sign: re.Match[str], one: Mention) -> bool:
    between = _without_list(sheet, sign.end(), one.start)
    if between is None:
        return False
    return _FROM_EN.fullmatch(between) is not None or (
        len(between) <= _REACH and "," not in between and _WHENEVER_EN.search(between) is not None
    )


def _follows(sheet: Sheet, one: Mention, sign: re.Match[str], before: str, end: int) -> bool:
    text = sheet.folded
    between = _without_list(sheet, one.end, sign.start())
    if between is None or len(between) > _REACH:
        return False
    same = sign.start() < end
    if sheet.language == "ko":
        barred = _BARRED_BEHIND.match(between + " ")
        if barred is not None:
            return not _ONE_REASON.search(between)
        return same and _TAKEN_KO.match(between) is not None
    if same and (_WHENEVER_EN.search(before) is not None or _GIVES_EN.match(text, one.end) is not None):
        return not _ONE_REASON.search(between)
    if _BARRED_EN.search(before) is not None or _BARRED_BEHIND.match(between) is not None:
        return not _ONE_REASON.search(between)
    had = _HAD_EN.search(before) is not None and _THEN_EN.match(between) is not None
    return same and (had or _GIVEN_EN.match(between) is not None)


_LIST_SIGNS: Final = lazy_regex(r"[\s,/·]*(?:and|or|nor|&|both|all|any|이랑|하고|와|과|랑|이나|나|및)?[\s,/·]*")


def is_barred_for_another_reason(sheet: Sheet, one: Mention) -> bool:
    """Whether the sentence names what else forbids it: kidneys, another medicine, a pregnancy."""
    start, end = sentence_around(sheet.folded, one.start)
    return _ONE_REASON.search(sheet.folded, start, end) is not None


def is_barred(sheet: Sheet, one: Mention) -> bool:
    """Whether it is said not to be had, which denies the taking and no allergy."""
    start, end = sentence_around(sheet.folded, one.start)
    ahead, behind = sheet.folded[start : one.start], sheet.folded[one.end : end]
    return _BARRED_EN.search(ahead) is not None or _BARRED_BEHIND.match(behind) is not None


def _without_list(sheet: Sheet, start: int, end: int) -> str | None:
    """The words [start, end) without further substances of one list; None where another stands apart in them."""
    text, place = sheet.folded, start
    if end - start > _AROUND:
        return None
    others = list(_named_within(sheet, start, end))
    if not others:
        return text[start:end]
    ahead = start > 0 and all(
        _LIST_SIGNS.fullmatch(text, previous, one.start) is not None
        for previous, one in zip([place, *(one.end for one in others)], others, strict=False)
    )
    if ahead:
        return text[others[-1].end : end]
    ends = [*(one.start for one in others[1:]), end]
    listed = all(
        _LIST_SIGNS.fullmatch(text, one.end, following) is not None for one, following in zip(others, ends, strict=True)
    )
    return text[start : others[0].start] if listed else None


def without_reactions(
    proposals: Iterable[Proposal], reactions: Iterable[Reaction], sheet: Sheet
) -> tuple[Proposal, ...]:
    """``proposals`` without what the body does whenever something is had, or did when it was: no complaint of now."""
    places = [(sheet.quote(one.start, one.end)[1:], one.always) for one in reactions if one.end]

    def is_one(proposal: Proposal) -> bool:
        content = proposal.content
        if content is None or proposal.operation is not Operation.ASSERT or content.slot not in _FINDINGS:
            return False
        over = content.temporality is Temporality.PAST
        first, last = proposal.start, proposal.end
        return any(
            (always or over) and first is not None and last is not None and first < end and start < last
            for (start, end), always in places
        )

    return tuple(one for one in proposals if not is_one(one))


_FINDINGS: Final = frozenset({SlotKind.SYMPTOMS, SlotKind.CONDITIONS})
