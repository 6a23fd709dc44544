"""Advice that no answer of a model may give: to change a treatment, or to take what an allergy speaks against."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.moods import MOOD_KO, approves_en, with_harm_denied
from agent.stances import stance
from extraction.text.lazy_regex import lazy_regex

NamesMedicine = Callable[[str], bool]
"""Whether a text names a medicine or a class of medicines."""

_ORDER_KO: Final = lazy_regex(
    r"(?P<verb>끊(?:어)?|(?:중단|중지|생략|시작|교체|증량|감량|변경)(?:하|해)|그만\s?(?:드|두)|멈추|멈춰|늘리|늘려|올리|올려|줄이|줄여"
    r"|낮추|낮춰|건너뛰(?:어)?|거르|걸러|빼먹|빼|쉬(?:어)?|안\s?드|드시지 않|바꾸|바꿔|두\s?배로\s?드|[더덜]\s?드"
    r"|반(?:\s?알|\s?정)?[만씩]?\s?(?:쪼개\s?)?드|반으로\s?(?:쪼개|나눠|잘라)(?:\s?드|서\s?드)?)"
    rf"(?:\s?(?:보|두|놓)(?=[시셔세는아]))?(?P<mood>{MOOD_KO})"
)
"""To stop, raise, lower, start or swap something, told as an order or a permission."""
_ORDER_EN: Final = lazy_regex(
    r"\b(?P<verb>(?:stop|quit|discontinue|skip|double|halve|increase|reduce|lower|raise|start|begin|split|omit"
    r"|leave out|leave off|hold off|come off|get off|cut down on|cut back on|cut out"
    r"|cut(?=[^.?!]{0,40}\bin (?:two|half|halves)\b)|pause|drop|go up|go down)\b(?!\s(?:by|of|from))|(?:switch"
    r"|swap|replace)\b(?:\sfrom\b)?"
    r"|take\s(?:only\s|just\s)?half\b)",
    re.IGNORECASE,
)
_WITHOUT_KO: Final = lazy_regex(
    rf"(?:(?:빼|끊|쉬|거르|멈추|중단하|안\s?(?:먹|드시))고|없이)\s(?:지내|살|있|버티|견디|해|가)(?:\s?보)?(?P<mood>{MOOD_KO})"
)
_OTHER_DOSE: Final = lazy_regex(
    r"\b(?:smaller|lower|higher|bigger|larger|reduced|double|extra|less|more)\s(?:dose|dosage|amount|strength)s?\b"
    r"|(?:적은|낮은|높은|많은|줄인|늘린|절반)\s?(?:의\s)?(?:용량|양)(?=[이으로도만]{1,2}\s?면?\s?(?:충분|됩|되|돼|괜찮|좋))",
    re.IGNORECASE,
)
"""A dose that is another than the present one."""
_DOING_EN: Final = lazy_regex(
    r"\b(?:stopping|quitting|discontinuing|skipping|doubling|halving|increasing|reducing|lowering|raising"
    r"|starting|splitting"
    r"|omitting|leaving (?:out|off)|holding off|coming off|getting off|cutting (?:down on|back on|out|down)"
    r"|pausing|dropping"
    r"|going (?:up|down|without)|switching|swapping|replacing|taking (?:less|more|only half|half|extra|twice"
    r"|double))\b",
    re.IGNORECASE,
)
"""The same acts as nouns: an order only where what is said of them approves."""
_ORDERED_EN: Final = lazy_regex(
    r"(?:^|[.!?:;,]|\b(?:why not|feel free to|go ahead and|should|must|can|could|please|just|then|and|or|now"
    r"|need to|have to|may"
    r"|safely|simply|to be safe))\s*"
    r"(?:also\s|now\s|just\s|safely\s)?$",
    re.IGNORECASE,
)
"""What stands before a verb that is an order or a permission."""
_OF_A_THING_EN: Final = lazy_regex(
    r"\b(?!you\b|he\b|she\b|we\b|they\b|I\b|one\b|patients?\b|people\b|also\b|safely\b|then\b|and\b|or\b)[a-z]+\s"
    r"(?:can|could|may|might)\s(?:also\s|even\s)?$",
    re.IGNORECASE,
)
"""What stands before a verb of which a thing is the subject."""
_NOT_ORDERED: Final = lazy_regex(
    r"\b(?:whether|if|ask|before|not|never|without|unless|don't|discuss|decide|until|about|should i|can i|how to"
    r"|when to|(?:doctor|clinician|team|pharmacist|nurse|specialist|prescriber|gp|they)\s(?:may|might|can|could|will"
    r"|would|should|must|has to|needs to))\b"
    r"|n't\b",
    re.IGNORECASE,
)
_ASKED_EN: Final = lazy_regex(r"\b(?:whether|if|ask|unless|until|when)\b", re.IGNORECASE)
_ASKS_KO: Final = lazy_regex(
    r"여부|지\s?(?:물어|여쭤|문의|상의|확인)|물어보|여쭤|상의|문의|의사(?:와|가|의)|의료진(?:과|이|의)|처방(?:대로|한)"
)
_COMMON: Final = lazy_regex(
    r"약(?=[을를은는도이\s,.]|$)|용량|인슐린|복용|투약|투여|주사(?!\s?자리)|(?<=[가-힣])정(?=[을를])|혈압약|당뇨약"
    r"|\b(?:doses?|dosage|medicines?|medications?|insulin|tablets?|pills?|meds?|prescription|treatment|inhaler"
    r"|injections?)\b",
    re.IGNORECASE,
)
"""A medicine that is called by a common word."""
_TAKE_IT: Final = lazy_regex(
    r"(?:드셔도|드시면|드실 수|복용하셔도|복용하실 수|쓰셔도|사용하셔도|맞으셔도)\s*(?:됩|되|안전|괜찮|있습|있어)"
    r"|괜찮(?:습니다|아요)|문제\s?(?:없습니다|없어요)"
    r"|\b(?:fine|okay|ok|all right|alright|no problem) (?:to|for you to) (?:take|use|have)\b"
    r"|\byou (?:can|may) (?:safely )?(?:take|use|have)\b",
    re.IGNORECASE,
)
_REFUSED: Final = lazy_regex(
    r"않|(?<!문제)(?<!문제 )없|아니|마세요|마십시오|금기|피해|확인하기 전|\?"
    r"|\b(?:not|no|never|avoid|unless|until|whether|if)\b|n't",
    re.IGNORECASE,
)
"""What turns a permission into none, or into a question."""
_GO_WITHOUT_EN: Final = lazy_regex(
    r"\b(?:you\s(?:really\s)?(?:don't|do not|needn't|need not)\s(?:have to\s|need to\s)?take|you\s(?:can|may|could)\s"
    r"(?:go|do) without)\b(?!.{0,40}\b(?:with|together|at the same|more than|both|extra|again)\b)",
    re.IGNORECASE,
)
_IN_PLACE: Final = lazy_regex(
    r"(?P<ko>[가-힣A-Za-z]+)\s?대신(?:에)?\s[^.?!]{1,24}?(?:드세요|드십시오|드셔\s?보세요|드시면\s?됩|쓰세요|써\s?보세요)"
    r"|\b(?:try|take|use)\s[^.?!,]{2,30}?\b(?:in place of|instead of)\s(?P<en>[^.?!,]{2,30})"
    r"|\bgive\s(?P<missed>[^.?!,]{2,30})\sa miss\b",
    re.IGNORECASE,
)
_LESS_EN: Final = lazy_regex(
    r"\bhalf (?:a |of a |the |your )?(?:tablet|pill|dose)s?\b(?=.{0,40}\b(?:better|enough|will do|instead|suffice))",
    re.IGNORECASE,
)
_NO_NEED: Final = (
    r"\b(?:no need|need not|needn't|don't need|do not need|don't have|do not have|don't bother|no reason)\b"
)
_HELP_EN: Final = r"\b(?:911|999|112|119|ambulance|emergency (?:services|room|department|number)|er|a&e|help line)\b"
_HELP_KO: Final = r"(?:119|112|응급실|구급차|앰뷸런스|응급\s?진료|병원|의사|진료)"
_DISSUADES: Final = lazy_regex(
    rf"{_HELP_KO}[^.?!]{{0,16}}"
    r"(?:필요(?:는|가|까지는|까진)?\s?(?:없|전혀)|이유(?:는|가|도)?\s?없|(?:일|정도|상황|때|것)(?:은|는|이|까지는)?\s?아(?:니|닙)"
    r"|지\s?않(?:으셔|아)도\s?(?:됩|괜찮|돼|되)|안\s?\S{1,4}도\s?(?:됩|괜찮|돼|되))"
    rf"|{_NO_NEED}[^.?!]{{0,30}}\b(?:see|seeing|consult\w*|visit\w*|call\w*|tell\w*) (?:a|the|your)"
    r" (?:doctor|gp|clinic|hospital)\b"
    rf"|(?:{_NO_NEED}|\b(?:not necessary|unnecessary|nothing|no point|needless|(?:not|n't) worth|(?:not"
    rf"|n't) need(?:ed)?|overkill|waste)\b)"
    rf"[^.?!,;]{{0,40}}{_HELP_EN}"
    rf"|{_HELP_EN}[^.?!,;]{{0,24}}\b(?:is|are|would be)(?:n't| not)? ?(?:needed|necessary|unnecessary|overkill"
    rf"|too much)\b",
    re.IGNORECASE,
)
"""That nobody need be called."""
_EVEN: Final = lazy_regex(
    r"[아어져해]도\s|\beven (?:if|with|when|though)\b|\bif\b.{0,40}\b(?:no need|need not|needn't)", re.I
)
_CALL_IF: Final = lazy_regex(
    r"(?:면|때는|때에는)\s?[^.]{0,12}(?:119|응급실|부르|전화하|가세요|가십시오)"
    r"|\b(?:call|go|ring|dial|phone)\b[^.?!]{0,30}\b(?:if|when|as soon as)\b"
    r"|\b(?:if|when)\b[^.?!]{0,40}\b(?:call|go|ring|dial)\b",
    re.IGNORECASE,
)
"""When somebody must be called after all."""
_QUOTATION: Final = lazy_regex(r"“([^”]*)”|\"([^\"]*)\"")
_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+")
_REACH: Final = 30
"""Characters between a verb and the medicine that is its object."""


def require_no_advice(
    text: str,
    material: Iterable[str],
    names_medicine: NamesMedicine,
    ruled: str,
    allergic: bool,
    names_allergen: NamesMedicine | None = None,
    names_alarming: NamesMedicine = lambda text: False,
) -> None:
    """Raises OutputUnusable for advice that only those who treat the patient may give.

    What stands between quotation marks and in ``material`` is a document's own advice, shown as such; marks around
    words of the model's own protect nothing. ``allergic``: the draft by rule, ``ruled``, warns of an allergy, so a
    sentence that is not that draft's must not permit a medicine, unless it names another than ``names_allergen`` knows.
    """
    held = [" ".join(one.split()) for one in material]

    def kept(quotation: re.Match[str]) -> str:
        words = " ".join((quotation[1] or quotation[2] or "").split())
        return " " if words and any(words in one for one in held) else f" {words} "

    own = _QUOTATION.sub(kept, text)
    treats = _but(names_medicine, names_allergen)
    if any(_orders(sentence, treats) for sentence in _SENTENCE.split(own)):
        raise OutputUnusable(
            "directs_treatment", "it tells to change a treatment; tell what to ask the clinician instead"
        )
    told = " ".join(ruled.split())
    for sentence in filter(_DISSUADES.search, _SENTENCE.split(own)):
        if " ".join(sentence.split()) not in told and (_EVEN.search(sentence) or not _CALL_IF.search(own)):
            raise OutputUnusable("dissuades_from_help", "it tells that no help need be called; tell when it must be")
    for sentence in _SENTENCE.split(own):
        if " ".join(sentence.split()) not in told and _puts_off(sentence, names_alarming):
            raise OutputUnusable("dissuades_from_help", "it tells to wait with what cannot wait; tell whom to call")
    if not allergic:
        return
    for sentence in filter(str.strip, _SENTENCE.split(own)):
        # Another medicine than the allergen may be permitted; what the draft warns of by name may not.
        another = names_allergen is not None and names_medicine(sentence) and not names_allergen(sentence)
        if " ".join(sentence.split()) not in told and not another and _permits(sentence, names_allergen):
            raise OutputUnusable("permits_allergen", "it permits a medicine although an allergy speaks against it")


def _but(names_medicine: NamesMedicine, names_allergen: NamesMedicine | None) -> NamesMedicine:
    """Whether a text names a medicine that no allergy speaks against: to leave that one out is no change."""
    if names_allergen is None:
        return names_medicine
    return lambda text: names_medicine(text) and not names_allergen(text)


def _orders(sentence: str, names_medicine: NamesMedicine) -> bool:
    """Whether a sentence orders or permits to stop, start or change something, and that is a medicine."""
    for match in _ORDER_KO.finditer(sentence):
        before = sentence[max(0, match.start() - _REACH) : match.start()]
        clause = _CLAUSE_KO.split(before)[-1]
        if not _ASKS_KO.search(clause) and _is_medicine(_object_of(clause), names_medicine):
            return True
    for match in _WITHOUT_KO.finditer(sentence):
        clause = sentence[max(0, match.start() - _REACH) : match.start()]
        if not _ASKS_KO.search(clause) and _is_medicine(_object_of(clause), names_medicine):
            return True
    for match in _OTHER_DOSE.finditer(sentence):
        korean = "가" <= match[0][0] <= "힣"
        if (korean or approves_en(sentence)) and not _ASKS_KO.search(sentence) and names_medicine(sentence):
            return True
    for match in _IN_PLACE.finditer(sentence):
        replaced = match["ko"] or match["en"] or match["missed"]
        asked = _ASKED_EN.search(sentence[: match.start()]) or _ASKS_KO.search(match[0])
        if not asked and _is_medicine(replaced, names_medicine):
            return True
    for match in (*_GO_WITHOUT_EN.finditer(sentence), *_LESS_EN.finditer(sentence)):
        asked = _ASKED_EN.search(_CLAUSE_EN.split(sentence[: match.start()])[-1])
        if not asked and _is_medicine(sentence[match.end() : match.end() + _REACH], names_medicine):
            return True
    for match in _ORDER_EN.finditer(sentence):
        before = sentence[: match.start()]
        clause = _CLAUSE_EN.split(before)[-1]
        # "Metformin can lower vitamin B12": what a thing does is no order.
        does = _OF_A_THING_EN.search(clause) is not None
        ordered = (_ORDERED_EN.search(before) is not None and not does) or approves_en(clause)
        if ordered and not _NOT_ORDERED.search(clause) and _is_done_to(sentence, match, names_medicine):
            return True
    for match in _DOING_EN.finditer(sentence):
        clause = f"{_CLAUSE_EN.split(sentence[: match.start()])[-1]} {_CLAUSE_EN.split(sentence[match.end() :])[0]}"
        if approves_en(clause) and _is_done_to(sentence, match, names_medicine):
            return True
    return False


def _is_done_to(sentence: str, verb: re.Match[str], names_medicine: NamesMedicine) -> bool:
    """Whether what an English verb is done to is a medicine, not what is done beside one ("start the day with")."""
    object_ = _CLAUSE_EN.split(sentence[verb.end() : verb.end() + _REACH])[0]
    return _is_medicine(_BESIDE_EN.split(object_, maxsplit=1)[0], names_medicine)


_CLAUSE_KO: Final = lazy_regex(r"(?<=[가-힣])(?:고|며|면서|지만|는데|니)\s|,\s")
_CLAUSE_EN: Final = lazy_regex(
    r"[,;:]\s|\s(?:and|but|while|or|as)\s(?!(?:stop|start|reduce|lower|raise|increase|double|skip)\b)", re.IGNORECASE
)
_BESIDE_EN: Final = lazy_regex(r"(?<=\w\s)(?:with|after|while|during|when|because|without|by|for)\s", re.IGNORECASE)
_BESIDES: Final = lazy_regex(
    r"^\s?(?:smoking|drinking|alcohol|salt|sugar|exercise|walking|a diary|keeping|eating)", re.IGNORECASE
)


def _object_of(clause: str) -> str:
    """What a Korean verb is done to: the last word before it that is marked as its object, else as its topic."""
    words = clause.split()
    for marks in (("을", "를"), ("은", "는")):
        found = [one for one in words if one.endswith(marks) and len(one) > 1]
        if found:
            return f"{found[-1][:-1]} "
    return clause


def _is_medicine(words: str, names_medicine: NamesMedicine) -> bool:
    """Whether the object in these words is a medicine, and nothing else that is named first."""
    if _BESIDES.search(words):
        return False
    return _COMMON.search(words) is not None or names_medicine(words)


def _permits(sentence: str, names_allergen: NamesMedicine | None) -> bool:
    if stance(sentence) == "allows" or (_TAKE_IT.search(sentence) is not None and not _REFUSED.search(sentence)):
        return True
    meant = _ALLERGY_ITSELF.sub(" ", sentence)
    meant = with_harm_denied(meant)
    if names_allergen is None or not names_allergen(meant) or _REFUSED.search(meant):
        return False
    return approves_en(meant) or "괜찮" in meant or _TAKEN_KO.search(meant) is not None


_ALLERGY_ITSELF: Final = lazy_regex(
    r"\b[\w-]+\s(?:allerg(?:y|ies)|rash|reaction)\b|\ballergic to\s[\w-]+|\S+\s?(?:알레르기|발진|반응)\S*",
    re.IGNORECASE,
)
_TAKEN_KO: Final = lazy_regex(rf"(?:드|복용[하해]|사용[하해]|쓰|써|맞|처방받)(?:\s?보)?{MOOD_KO}")
_WAIT_EN: Final = lazy_regex(
    r"\b(?:wait|hold off|hold on|sleep|rest|lie down|see how|give it|leave it|put (?:it|that|this) off"
    r"|ride it out|watch it|(?:have|take) a (?:nap|rest|lie.?down))\b"
    r"[^.?!]{0,40}\b(?:until|till|for|first|a while|tomorrow|morning|overnight|days?|hours?|week|off|and see"
    r"|before (?:you )?"
    r"(?:call|ring|phone|go|dial))\b",
    re.IGNORECASE,
)
_NOT_WAITED: Final = lazy_regex(
    r"\b(?:not|never|without|rather than|instead of|until help|while you)\b|n't\b", re.IGNORECASE
)
_WAIT_KO: Final = lazy_regex(
    rf"(?:(?:주무시|자|쉬|눕)고\s?(?:나서\s)?|기다려|지켜|두고|쉬어|누워|참아|견뎌|주무셔|자)(?:\s?(?:보|두|계))?{MOOD_KO}"
)
_SEEN_LATER: Final = lazy_regex(
    rf"(?:내일|모레|다음\s?(?:주|달|진료|예약|외래)|며칠\s?(?:뒤|후)|주말|[월화수목금]요일)\S?\s(?:\S+\s)?(?:가|보|진료|예약|방문|전화하|문의하"
    rf"|말씀하)(?:\s?보)?{MOOD_KO}"
    r"|\b(?:see|visit|call|ring|go|book|mention|speak|talk)\b[^.?!]{0,30}\b(?:tomorrow|next (?:week|month|visit"
    r"|appointment)"
    r"|in a few days|on (?:mon|tues|wednes|thurs|fri)day)\b"
    r"|\bcan (?:safely )?wait\b",
    re.IGNORECASE,
)
_HOUR_KO: Final = lazy_regex(r"아침|내일|모레|며칠|주말|다음|하루|오늘\s?밤|일단|우선|시간|까지|조금|좀|한숨|나서")


def _puts_off(sentence: str, names_alarming: NamesMedicine) -> bool:
    """Whether a sentence tells to wait with something that alarms by itself."""
    waits = _WAIT_EN.search(sentence)
    waits_en = waits is not None and not _NOT_WAITED.search(_CLAUSE_EN.split(sentence[: waits.start()])[-1])
    waits_ko = _WAIT_KO.search(sentence) is not None and _HOUR_KO.search(sentence) is not None
    later = _SEEN_LATER.search(sentence)
    seen_later = later is not None and not _NOT_WAITED.search(sentence)
    return (waits_en or waits_ko or seen_later) and not _HELP.search(sentence) and names_alarming(sentence)


_HELP: Final = lazy_regex(rf"{_HELP_EN}|119|응급실|구급차", re.IGNORECASE)
"""Whoever is told to wait for the ambulance is sent for it."""
