"""Whether words ask why a medicine was given: by "why", by "what for", or by another use that it is known for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from agent.answers.asking.request import Finder, Request
from agent.answers.referents.expressions import points_at_one
from agent.answers.referents.salience import beside_named, medicines_in_mind
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_WHY: Final = lazy_regex(
    r"(?:왜|뭐하러|무엇\s?때문에|뭐\s?때문에|무슨\s?이유로|어째서)\s?(?:\S{1,8}\s){0,2}?(?:주|줬|준|먹|드|처방|쓰|써|받|추가|넣|내"
    r"|필요)|(?:주는|먹는|처방(?:한|하는|받은)?|쓰는|준)\s?(?:이유|까닭|목적)"
    r"|\b(?:why|how come|what for)\b[^.?!]{0,40}\b(?:give|gave|given|giving|prescribe\w*|put|take|taking|takes|on"
    r"|needs?|us(?:e|ing)|have|started|add(?:ed)?|wants?)\b|\bwhy (?:the|this|that|my|his|her|even) \w+"
    r"|\bwhat(?:'s|s| is| are| does| do)\b[^.?!]{0,40}\bfor\b\W*$|무슨\s?약|뭐\s?하는\s?약|어디에\s?(?:쓰|먹|좋)"
    r"|\bwhat(?:'s| is| was) the (?:point|reason|purpose|use)\b|\bdo (?:i|we) (?:really|even|actually) need\b",
    re.IGNORECASE,
)
"""Words that ask why something is taken."""
_ELSE: Final = lazy_regex(
    r"끊|중단|줄|늘|올리|올렸|바꾸|바꿨|바뀌|안\s?(?:주|먹|되|돼)|못\s?먹|피하|헹|양치|식전|식후|공복|같이|함께|둘|두\s?(?:가지|개|번)"
    r"|아침|저녁|밤에|자기\s?전|하루|매일|계속|씹|물"
    r"|\b(?:not|n'?t|stop\w*|chang\w*|increas\w*|decreas\w*|rais\w*|lower(?:ed|ing)|reduc\w*|both|two|together|avoid|against"
    r"|rinse|food|morning|night|twice|instead|but not|still|advis\w*|rather than|say|said|again)\b"
    r"(?! (?:depress|pregnan|epilep|diabet|sick|ill|hurt|in pain|anxious))",
    re.IGNORECASE,
)
"""Words of another why: of a change, a rhythm, a warning, a way of taking."""
_IS_IT: Final = lazy_regex(
    r"(?:이|가)?\s?(?:아니|아닌|아녜|인가|인데|이에요|이예요|예요|에요|인거|인\s?건|이잖|잖|이라던데|라던데|라는데|맞나|맞죠|이죠"
    r"|죠|라고|쓰는\s?약|용|냐|임)"
)
_ISNT_IT: Final = lazy_regex(
    r"\b(?:is|isn'?t|wasn'?t|aren'?t|was|thought|heard|supposed to be|meant (?:to be|for)|used (?:for|to treat)|that'?s"
    r"|it'?s)\b[^.?!]*$",
    re.IGNORECASE,
)
_WELL: Final = lazy_regex(
    r"안\s?아프|안아프|아프지도?\s?않|멀쩡|괜찮은데|증상(?:이|도)?\s?없|불편(?:한|하지)?\s?(?:데|거|것)?(?:도|가)?\s?(?:없|않)|통증(?:이|도)?\s?없"
    r"|\b(?:no (?:pain|symptoms?|attacks?|trouble)|nothing (?:hurts?|wrong)|(?:feel|feeling|i'?m|is)"
    r" (?:fine|well|grand|ok|okay)"
    r"|(?:don'?t|doesn'?t|not) (?:hurt|hurting|in pain|sore|feel (?:ill|sick))"
    r"|hasn'?t hurt|haven'?t had (?:a|an|any) \w+)\b",
    re.IGNORECASE,
)
"""Words of somebody who feels nothing of the illness now."""


def is_well(text: str) -> bool:
    """Whether words say that nothing is felt now."""
    return _WELL.search(text) is not None


def use_meant(request: Request, view: PatientView, turn: int, finder: Finder) -> Request:
    """The request with the medicine that it only points at, where it asks whether that is not for something else."""
    text = request.plain or request.text
    if (
        request.tests
        or len(text) > _LONGEST
        or any(one.start >= _start_of_question(text) for one in _medicines(request))
    ):
        return request
    if not points_at_one(text, _start_of_question(text)):
        return request
    # What the words before the question tell is not on record yet when its kind is read.
    told = [one.entry for one in _medicines(request)]
    meant = told[-1] if told else next(medicines_in_mind(view, turn, finder), None)
    if meant is None:
        return request
    pointed = beside_named(request, (meant,))
    return pointed if kind_asked(pointed) is not None or _other_use(pointed) else request


def _medicines(request: Request) -> Iterator[Mention]:
    return (one for one in request.mentions if one.entry.kind == "medications")


def _other_use(request: Request) -> bool:
    """Whether an illness is named that the medicine is thought to be for ("I thought that was for depression")."""
    text = request.plain or request.text
    for one in request.mentions:
        if one.entry.kind not in ("conditions", "symptoms") or one.start < _start_of_question(text):
            continue
        before, after = text[: one.start], text[one.end :]
        if (
            _FOR.search(before) is not None
            and _ISNT_IT.search(before) is not None
            and ("?" in after or "thought" in before)
        ):
            return True
        if _FOR_KO.match(after) is not None:
            return True
    return False


_LONGEST: Final = 240
_FOR: Final = lazy_regex(
    r"(?<!low )(?<!high )(?<!ok )(?<!okay )(?<!safe )(?<!bad )(?<!good )(?<!fine )(?<!enough )(?<!normal )"
    r"\b(?:for|against|treats?|used in) (?:my |the |his |her |people with |a )?$",
    re.IGNORECASE,
)
"""What stands before an illness that something is for; not of what is low, safe or good for somebody."""
_FOR_KO: Final = lazy_regex(
    r"\s?(?:에|때|때문에|환자(?:가|들이)?|있는\s?사람(?:이|들이)?)?\s?(?:쓰는|먹는|드는)?\s?약\s?(?:이|으로|인|아|같|이라|이라고)?\s?(?:아니|아닌"
    r"|아녜|인가|인데|이에요|예요|에요|알고|맞|이죠|잖|아는데)"
)


def asks_given_for(request: Request) -> bool:
    """Whether it is asked why the one medicine named is taken, or whether it is not for something else."""
    named = _named(request)
    if named is None or request.tests or request.has("permission", "before_it"):
        return False
    asked = _asked(request.plain or request.text, named)
    if kind_asked(request) is not None or _other_use(request):
        return True
    return _WHY.search(asked) is not None and _ELSE.search(_WELL.sub(" ", asked)) is None


def kind_asked(request: Request) -> Mention | None:
    """The class that the one medicine is asked to be of ("isn't that a contraceptive?"); None where none is."""
    named = _named(request)
    text = request.plain or request.text
    classes = [one for one in request.mentions if one.entry.kind == "drug_classes"]
    if named is None or not classes or named.entry.kind != "medications":
        return None
    one = classes[-1]
    # What is only pointed at stands nowhere: the question begins where its sentence does.
    begun = named.end or _start_of_question(text)
    between = text[begun : one.start] if begun <= one.start else ""
    if len(between) > _NEAR or "," in between or " and " in between or re.search(r"[랑과와]\s|하고\s", between):
        return None
    korean = _IS_IT.match(text, one.end) is not None
    english = _ISNT_IT.search(text[: one.start]) is not None and "?" in text[one.end :]
    with_it = re.search(r"\b(?:with|while|on|if)\b", between) is not None
    return one if korean or (english and not with_it) else None


_NEAR: Final = 30
"""Characters between a medicine and what it is asked to be."""


def _named(request: Request) -> Mention | None:
    """The one medicine that the last sentence names; of several the one that stands with the question."""
    text = request.plain or request.text
    start = _start_of_question(text)
    medicines = [
        one for one in request.mentions if one.entry.kind == "medications" and (one.start >= start or not one.end)
    ]
    ids = {one.entry.concept_id for one in medicines}
    return medicines[-1] if len(ids) == 1 else None


def _start_of_question(text: str) -> int:
    cut = max((match.end() for match in re.finditer(r"[.!?]\s+(?=\S)", text.rstrip(" ?!."))), default=0)
    # "Why colchicine? Nothing hurts." asks in its first sentence.
    asked = [match.start() for match in _WHY.finditer(text)]
    return min(cut, max((text.rfind(". ", 0, at) + 1 for at in asked[-1:]), default=cut))


def _asked(text: str, named: Mention) -> str:
    return text[_start_of_question(text) :] if named.end else text
