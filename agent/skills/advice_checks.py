"""Advice that no answer of a model may give: to change a treatment, or to take what an allergy speaks against."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.stances import stance

NamesMedicine = Callable[[str], bool]
"""Whether a text names a medicine or a class of medicines."""

_ENDING_KO: Final = (
    r"(?:으?시?면 됩니다|으?세요|으?십시오|(?:으?셔|어|아|여|해)도\s?(?:됩|돼|되(?!는지|는가|나|냐)|괜찮(?!은지)"
    r"|좋(?!은지|을지))|하시기 바랍니다|으?시기 바랍니다"
    r"|(?:으?시)?는\s?(?:게|것이|것도|편이)\s?(?:좋|낫|나을|나으))"
)
_ORDER_KO: Final = re.compile(
    rf"(?P<verb>끊|중단하|중지하|그만\s?드|멈추|늘리|올리|줄이|낮추|건너뛰|생략하|거르|빼먹|빼|쉬|안\s?드|드시지 않으"
    rf"|두 배로\s?드|반(?:\s?알|\s?정)?만?\s?드|반으로\s?(?:쪼개|나눠|잘라)(?:\s?드|서\s?드)?|시작하|바꾸|바꿔|교체하)"
    rf"{_ENDING_KO}"
)
"""To stop, raise, lower, start or swap something, told as an order or a permission."""
_ORDER_EN: Final = re.compile(
    r"\b(?P<verb>(?:stop|quit|discontinue|skip|double|halve|increase|reduce|lower|raise|start|begin|split|omit"
    r"|leave out|hold off)\b(?!\s(?:by|of|from))|(?:switch|swap|replace)\b(?:\sfrom\b)?"
    r"|take\s(?:only\s|just\s)?half\b)",
    re.IGNORECASE,
)
_ORDERED_EN: Final = re.compile(
    r"(?:^|[.!?:;,]|\b(?:should|must|can|could|please|just|then|and|or|now|need to|have to|may"
    r"|safely|simply|to be safe))\s*"
    r"(?:also\s|now\s|just\s|safely\s)?$",
    re.IGNORECASE,
)
"""What stands before a verb that is an order or a permission."""
_NOT_ORDERED: Final = re.compile(
    r"\b(?:whether|if|ask|before|not|never|without|unless|don't|discuss|decide|until|about|should i|can i|how to"
    r"|when to|(?:doctor|clinician|team|pharmacist|nurse|specialist|prescriber|gp|they)\s(?:may|might|can|could|will"
    r"|would|should|must|has to|needs to))\b"
    r"|n't\b",
    re.IGNORECASE,
)
_ASKED_EN: Final = re.compile(r"\b(?:whether|if|ask|unless|until|when)\b", re.IGNORECASE)
_ASKS_KO: Final = re.compile(
    r"여부|지\s?(?:물어|여쭤|문의|상의|확인)|물어보|여쭤|상의|문의|의사(?:와|가|의)|의료진(?:과|이|의)|처방(?:대로|한)"
)
_COMMON: Final = re.compile(
    r"약(?=[을를은는도이\s,.]|$)|용량|인슐린|복용|투약|투여|주사(?!\s?자리)|(?<=[가-힣])정(?=[을를])|혈압약|당뇨약"
    r"|\b(?:doses?|dosage|medicines?|medications?|insulin|tablets?|pills?|meds?|prescription|treatment|inhaler|injections?)\b",
    re.IGNORECASE,
)
"""A medicine that is called by a common word."""
_TAKE_IT: Final = re.compile(
    r"(?:드셔도|드시면|드실 수|복용하셔도|복용하실 수|쓰셔도|사용하셔도|맞으셔도)\s*(?:됩|되|안전|괜찮|있습|있어)"
    r"|괜찮(?:습니다|아요)|문제\s?(?:없습니다|없어요)"
    r"|\b(?:fine|okay|ok|all right|alright|no problem) (?:to|for you to) (?:take|use|have)\b"
    r"|\byou (?:can|may) (?:safely )?(?:take|use|have)\b",
    re.IGNORECASE,
)
_REFUSED: Final = re.compile(
    r"않|(?<!문제)(?<!문제 )없|아니|마세요|마십시오|금기|피해|확인하기 전|\?"
    r"|\b(?:not|no|never|avoid|unless|until|whether|if)\b|n't",
    re.IGNORECASE,
)
"""What turns a permission into none, or into a question."""
_GO_WITHOUT_EN: Final = re.compile(
    r"\b(?:you\s(?:really\s)?(?:don't|do not|needn't|need not)\s(?:have to\s|need to\s)?take|you\s(?:can|may|could)\s"
    r"(?:go|do) without)\b(?!.{0,40}\b(?:with|together|at the same|more than|both|extra|again)\b)",
    re.IGNORECASE,
)
_IN_PLACE: Final = re.compile(
    r"(?P<ko>[가-힣A-Za-z]+)\s?대신(?:에)?\s[^.?!]{1,24}?(?:드세요|드십시오|드셔\s?보세요|드시면\s?됩|쓰세요|써\s?보세요)"
    r"|\b(?:try|take|use)\s[^.?!,]{2,30}?\b(?:in place of|instead of)\s(?P<en>[^.?!,]{2,30})"
    r"|\bgive\s(?P<missed>[^.?!,]{2,30})\sa miss\b",
    re.IGNORECASE,
)
_LESS_EN: Final = re.compile(
    r"\bhalf (?:a |of a |the |your )?(?:tablet|pill|dose)s?\b(?=.{0,40}\b(?:better|enough|will do|instead|suffice))",
    re.IGNORECASE,
)
_NO_NEED: Final = (
    r"\b(?:no need|need not|needn't|don't need|do not need|don't have|do not have|don't bother|no reason)\b"
)
_DISSUADES: Final = re.compile(
    r"(?:119|112|응급실|구급차|응급\s?진료|병원에|의사(?:를|에게|와)|진료(?:를|는))[^.?!]{0,16}"
    r"(?:필요(?:는|가|까지는|까진)?\s?(?:없|전혀)|지\s?않(?:으셔|아)도\s?(?:됩|괜찮|돼)|안\s?\S{1,4}도\s?(?:됩|괜찮|돼))"
    rf"|{_NO_NEED}[^.?!]{{0,30}}\b(?:see|seeing|consult\w*|visit\w*|call\w*|tell\w*) (?:a|the|your)"
    r" (?:doctor|gp|clinic|hospital)\b"
    rf"|(?:{_NO_NEED}|\b(?:not necessary|unnecessary)\b)[^.?!]{{0,40}}"
    r"\b(?:911|999|112|119|ambulance|emergency|er|a&e)\b",
    re.IGNORECASE,
)
"""That nobody need be called."""
_EVEN: Final = re.compile(
    r"[아어져해]도\s|\beven (?:if|with|when|though)\b|\bif\b.{0,40}\b(?:no need|need not|needn't)", re.I
)
_CALL_IF: Final = re.compile(
    r"(?:면|때는|때에는)\s?[^.]{0,12}(?:119|응급실|부르|전화하|가세요|가십시오)"
    r"|\b(?:call|go|ring|dial|phone)\b[^.?!]{0,30}\b(?:if|when|as soon as)\b"
    r"|\b(?:if|when)\b[^.?!]{0,40}\b(?:call|go|ring|dial)\b",
    re.IGNORECASE,
)
"""When somebody must be called after all."""
_QUOTATION: Final = re.compile(r"“([^”]*)”|\"([^\"]*)\"")
_SENTENCE: Final = re.compile(r"(?<=[.!?。])\s+|\n+")
_REACH: Final = 30
"""Characters between a verb and the medicine that is its object."""


def require_no_advice(
    text: str,
    material: Iterable[str],
    names_medicine: NamesMedicine,
    ruled: str,
    allergic: bool,
    names_allergen: NamesMedicine | None = None,
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
    if any(_orders(sentence, names_medicine) for sentence in _SENTENCE.split(own)):
        raise OutputUnusable(
            "directs_treatment", "it tells to change a treatment; tell what to ask the clinician instead"
        )
    told = " ".join(ruled.split())
    for sentence in filter(_DISSUADES.search, _SENTENCE.split(own)):
        if " ".join(sentence.split()) not in told and (_EVEN.search(sentence) or not _CALL_IF.search(own)):
            raise OutputUnusable("dissuades_from_help", "it tells that no help need be called; tell when it must be")
    if not allergic:
        return
    for sentence in filter(str.strip, _SENTENCE.split(own)):
        # Another medicine than the allergen may be permitted; what the draft warns of by name may not.
        another = names_allergen is not None and names_medicine(sentence) and not names_allergen(sentence)
        if " ".join(sentence.split()) not in told and not another and _permits(sentence):
            raise OutputUnusable("permits_allergen", "it permits a medicine although an allergy speaks against it")


def _orders(sentence: str, names_medicine: NamesMedicine) -> bool:
    """Whether a sentence orders or permits to stop, start or change something, and that is a medicine."""
    for match in _ORDER_KO.finditer(sentence):
        before = sentence[max(0, match.start() - _REACH) : match.start()]
        clause = _CLAUSE_KO.split(before)[-1]
        if not _ASKS_KO.search(clause) and _is_medicine(_object_of(clause), names_medicine):
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
        if _NOT_ORDERED.search(clause) or not _ORDERED_EN.search(before):
            continue
        object_ = _CLAUSE_EN.split(sentence[match.end() : match.end() + _REACH])[0]
        if _is_medicine(object_, names_medicine):
            return True
    return False


_CLAUSE_KO: Final = re.compile(r"(?<=[가-힣])(?:고|며|면서|지만|는데|니)\s|,\s")
_CLAUSE_EN: Final = re.compile(
    r"[,;:]\s|\s(?:and|but|while|or|as)\s(?!(?:stop|start|reduce|lower|raise|increase|double|skip)\b)", re.IGNORECASE
)
_BESIDES: Final = re.compile(
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


def _permits(sentence: str) -> bool:
    return stance(sentence) == "allows" or (_TAKE_IT.search(sentence) is not None and not _REFUSED.search(sentence))
