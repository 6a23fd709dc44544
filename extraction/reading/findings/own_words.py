"""Words of a finding that no table lists, completed to what was said or left out where nothing is said by them.

The encoder cuts such words where its tags end: "wandering every", "bumped the back", "ear kinda sticks". What stands
right behind belongs to them. A part of the body of which nothing is said, a count and the chore that a complaint comes
from are no findings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.naming.figures_of_speech import only_nearly
from extraction.reading.findings.fragments import is_fragment, is_good_sign, without_loose_ends, without_particle
from extraction.reading.findings.no_complaints import is_no_complaint, says_nothing
from extraction.reading.items import Item
from extraction.text.lazy_regex import lazy_regex


def named_words(text: str, found: Sequence[Item]) -> tuple[Item, ...]:
    """``found`` without the small words at either end of each, completed, and without what tells nothing ("the")."""
    kept = []
    for one in found:
        start, end = one.start, one.end
        while (match := _SMALL_FIRST.match(text, start, end)) is not None:
            start = match.end()
        while (match := _SMALL_LAST.search(text, start, end)) is not None:
            end = match.start()
        if one.kind == "conditions" and only_nearly(text, start, end):
            continue
        if one.kind in ("symptoms", "conditions"):
            if is_no_complaint(text, start, end):
                continue
            start, end = _with_owner(text, start, end), _completed(text, start, end)
            whole, last = one.kind == "conditions", end
            start, end = (start, without_particle(text, start, end)) if whole else without_loose_ends(text, start, end)
            while end < last and (match := _SMALL_LAST.search(text, start, end)) is not None:
                end = match.start()
            if is_no_complaint(text, start, end) or _says_no_finding(text, start, end):
                continue
            if not whole and (is_fragment(text, start, end) or is_good_sign(text, start, end)):
                continue
        elif one.kind in ("labs", "vitals") and (
            _is_count(text, start, end) or _IN_ORDER.fullmatch(text, start, end) is not None
        ):
            continue
        if start < end and (one.kind in ("labs", "vitals") or not says_nothing(text, start, end)):
            kept.append(replace(one, start=start, end=end))
    return tuple(kept)


_IN_ORDER: Final = lazy_regex(
    r"(?:first|second|third|fourth|fifth|last|latest|next|other|previous|[1-9](?:st|nd|rd|th))"
    r"(?: (?:one|time|test|result|reading|value|measurement|check|number))?"
    r"|(?:첫|두|세|네|다섯|[1-9])\s?번째(?:로|는|엔|에는)?(?:\s?(?:것|거|검사|결과|수치|값)\S?)?|(?:맨\s?)?(?:처음|마지막|다음)\S{0,2}",
    re.IGNORECASE,
)
"""Words that only say which of several: they name no test."""
_SMALL: Final = (
    r"(?:the|an?|my|his|her|our|this|that|these|those|it|and|or|but|so|of|in|on|at|to|for|with|from|by|is|are|was|were"
    r"|am|be|been|has|have|had|just|very|really|some|then|when|while|as|me|i|you|we|they|he|she|not|no|like|got|get|so)"
)
_SMALL_FIRST: Final = lazy_regex(rf"{_SMALL}(?:\s+|$)", re.IGNORECASE)
_SMALL_LAST: Final = lazy_regex(rf"(?:^|(?<=\s)|\s+){_SMALL}$", re.IGNORECASE)


_WORD: Final = r"[a-z'\u2019-]+"
_EACH: Final = lazy_regex(
    r"(?:\b(?:every|each|all|most|last|this|the whole|some)|^)"
    r"(?P<more> (?:single )?(?:days?|nights?|mornings?|evenings?|afternoons?|times?|weeks?|hours?|month))\b",
    re.IGNORECASE,
)
_SIDE: Final = lazy_regex(
    r"\b(?:back|side|front|top|bottom|inside|outside|middle|end|bit|part)"
    rf"(?P<more> of (?:the |my |his |her |their )?{_WORD})",
    re.IGNORECASE,
)
_PARTICLE: Final = lazy_regex(r"[a-z](?P<more> (?:out|down|up|off|away|flat|back out|back up)\b)", re.IGNORECASE)
_OBJECT: Final = lazy_regex(r"(?:ing|[a-z]s)(?P<more> (?:me|him|her|us)\b)", re.IGNORECASE)
_OPEN_END: Final = lazy_regex(
    r"\s+(?:every|each|all|any|another|most|last|which|because|if|than|about|into|onto|over the|whenever|kinda)$",
    re.IGNORECASE,
)
_OVER_LAST: Final = lazy_regex(r"\s+over$", re.IGNORECASE)
_TIME_BEHIND: Final = lazy_regex(
    r" (?:about|around|the (?:last|past)|a |\d|two|three|four|five|six|several)", re.IGNORECASE
)
_PARTS: Final = (
    r"(?:back|head|neck|throat|chest|stomach|belly|tummy|tum|leg|arm|foot|feet|hand|knee|hip|shoulder|ear|eye|nose"
    r"|mouth"
    r"|skin|jaw|face|ankle|elbow|wrist|toe|finger|heel|side|bum|bottom|groin|calf|thigh|shin|lip|tongue|gum|scalp"
    r"|rib|palm|sole|heel|nail|cheek|chin|forehead|heart|heat|bathroom)s?"
)
_NOTHING: Final = lazy_regex(
    rf"(?:(?:left|right|lower|upper|both|other|one) )*{_PARTS}"
    r"|(?:(?:양|왼|오른|한)\s?쪽?\s?)?(?:머리|목|허리|어깨|무릎|배|가슴|다리|팔|손|발|눈|귀|코|입|등|발목|손목|엉덩이|턱|허벅지|종아리"
    r"|입술|혀|손가락|발가락|옆구리|주변|주위|부위)(?:이|가|은|는|도|을|를|에|이?랑|하고|와|과|쪽|부터|까지)?"
    r"|(?:주변|주위|가장자리)(?:이|가|은|는|도)\s\S+",
    re.IGNORECASE,
)
"""A part of the body, or a place, and nothing that is said of it."""
_WHOLE_SLOT: Final = lazy_regex(
    r"(?:알레르기|알러지|앨러지|복용\s?약|먹는\s?약|약|지병|기저\s?질환|질환|병력|병|증상|수술)(?:이|가|은|는|도)?"
    r"|(?:known |medical |health |other |drug |any )*(?:allerg(?:y|ies)|illness(?:es)?|diseases?|ailments?|conditions?"
    r"|issues?|problems?|complaints?|symptoms?|meds|medications?|medicines?|surger(?:y|ies)|operations?|history)",
    re.IGNORECASE,
)
"""What names all of its kind and none of them."""
_PREDICATE: Final = lazy_regex(
    r"(?:'s)?(?: (?:is|are|has|have|was|were|keeps?))? (?:gone|got|gotten|turned|become|became|getting|going|turning"
    r"|looking"
    r"|grown|growing|went)(?: (?:all|very|really|so|a bit|much|more|quite|bright|completely))* (?!to\b|up\b|down\b"
    r"|off\b|on\b"
    r"|out\b|a\b|the\b|it\b|my\b|and\b|over\b|in\b|into\b|for\b|from\b|away\b)[a-z]{3,}",
    re.IGNORECASE,
)
"""What has become of it, right behind the words that name it: "has gone bumpy"."""
_COPULA_LAST: Final = lazy_regex(
    r"\b(?:goes|went|gone|gets?|got|turns?|turned|looks?|feels?|felt|keeps?|becomes?|became|seems?|starts?|started)$",
    re.IGNORECASE,
)
_STATE: Final = lazy_regex(
    r"(?: (?:all|very|really|so|a bit|much|more|quite|bright|completely))* (?!to\b|up\b|a\b|the\b|it\b|my\b|and\b"
    r"|like\b"
    r"|over\b|in\b|on\b|for\b|from\b)[a-z]{3,}",
    re.IGNORECASE,
)
_LONG_AGO: Final = lazy_regex(
    r"(?: \w+){0,3}? (?:as a (?:kid|child|baby|teen\w*|boy|girl|lad)|when i was (?:a |an |little|young|small|\d"
    r"|in school)"
    r"|growing up|in my (?:teens|twenties|youth))",
    re.IGNORECASE,
)
"""What happened in childhood is no complaint of now."""
_LAPSE: Final = lazy_regex(
    r"(?:거|것|걸|약|알|복용|주사|인슐린)(?:을|를)?\s?(?:깜빡|깜박|까먹|잊|빼먹|놓쳤|걸렀|건너)"
    r"|^(?:[가-힣]{1,4}\s)?빼\s?먹\S*$"
    r"|\b(?:forgot|missed|skipped) (?:my|the|a|to|it|one|two|\w+ (?:dose|pill|tablet)s?)\b"
)
"""A dose that was left out is an act."""
_COUNTS: Final = lazy_regex(
    r"(?:\d+|한|두|세|네)?\s?(?:시간|분)(?:째|후|뒤|에)?|"
    r"(?:\d+|one|two|three|four|half|first|second|third|an?)?(?:[ -]?(?:hours?|hrs?|h|minutes?|mins?|days?|weeks?))?",
    re.IGNORECASE,
)
_CHORE: Final = lazy_regex(r"[a-z]+ing", re.IGNORECASE)
_CAUSE_AHEAD: Final = lazy_regex(
    r"\b(?:from|after|by|because of|due to|with all the)(?: all)?(?: the| my)? $", re.IGNORECASE
)
_FIGURE: Final = lazy_regex(r"\b(?:is|are|was|were) (?:killing|murdering) (?:me|us)$|\bto death\b", re.IGNORECASE)
"""What is killing somebody, or done to death, is a figure of speech, whatever it is."""
_LIKENESS: Final = lazy_regex(r"(?:처럼|만큼|듯이?|정도로|[으]?면서|마냥)$")


_OWNER: Final = lazy_regex(
    r"(?:^|[.,;!?] |\b(?:a|an|the|this|that|my|his|her|some|one|small|little|big|old|new) )"
    r"(?P<it>(?!bit|lot|pain|pains|problem|while|day|night)[a-z]{3,} (?:on|in|under|behind|inside|around|above|below"
    r"|near) "
    r"(?:my|his|her|the) (?:(?:left|right|upper|lower|back of (?:my|the)) )?)$",
    re.IGNORECASE,
)
"""What lies on a part of the body, where the words begin with the part: "mole on my" before "shoulder got darker"."""
_PART_FIRST: Final = lazy_regex(rf"{_PARTS}\b", re.IGNORECASE)


def _with_owner(text: str, start: int, end: int) -> int:
    """Where the words begin with what they speak of, of a place that stands there alone."""
    if _PART_FIRST.match(text, start, end) is None:
        return start
    owner = _OWNER.search(text[:start])
    return owner.start("it") if owner is not None else start


def _completed(text: str, start: int, end: int) -> int:
    """The end of the words [start, end) with what right behind them belongs to what they say."""
    if _HALFWAY.search(text, start, end) is not None and (verb := _ONE_WORD.match(text, end)) is not None:
        return verb.end()
    predicate = _PREDICATE.match(text, end) or (_COPULA_LAST.search(text, start, end) and _STATE.match(text, end))
    if predicate:
        return predicate.end()
    for pattern in (_EACH, _SIDE, _PARTICLE, _OBJECT):
        for match in pattern.finditer(text, start, min(len(text), end + _REACH)):
            first, last = match.span("more")
            if first == end and (pattern in (_EACH, _SIDE) or " " in text[start:end]):
                return last
    cut = _OPEN_END.search(text, start, end) or (_TIME_BEHIND.match(text, end) and _OVER_LAST.search(text, start, end))
    return cut.start() if cut else end


_REACH: Final = 30
_HALFWAY: Final = lazy_regex(
    r"[a-z]\s(?:kinda|sorta|still|never|always|just|keeps?|won'?t|wont|can'?t|cant|doesn'?t|doesnt|don'?t|isn'?t|hasn'?t"
    r"|wasn'?t|weren'?t|aren'?t|couldn'?t|didn'?t)$",
    re.IGNORECASE,
)
_ONE_WORD: Final = lazy_regex(r"\s(?!the\b|a\b|an\b|my\b|and\b|but\b|to\b|in\b|on\b)[a-z']{3,}", re.IGNORECASE)
"""The verb that words which end halfway wait for: "ear kinda" before "sticks"."""


def _says_no_finding(text: str, start: int, end: int) -> bool:
    """Whether the words tell nothing that is wrong: a bare part, a likeness of what is told next, or a chore."""
    words = text[start:end].strip()
    if (
        _WHOLE_SLOT.fullmatch(words) is not None
        or _NOTHING.fullmatch(words) is not None
        or _COUNTS.fullmatch(words) is not None
    ):
        return True
    if _COPULA_LAST.search(words) is not None or _LAPSE.search(words) is not None:
        return True
    if _LONG_AGO.match(text, end) is not None:
        return True
    if _CHORE.fullmatch(words) is not None and _CAUSE_AHEAD.search(text, max(0, start - _REACH), start) is not None:
        return True
    return _LIKENESS.search(words) is not None or _FIGURE.search(words) is not None


def _is_count(text: str, start: int, end: int) -> bool:
    """Whether the words are a count or a length of time, which name no test."""
    return _COUNTS.fullmatch(text[start:end].strip()) is not None
