"""Names that stand on record in another way than as the patient's own, and are spoken of without a mark of it.

What was stopped, denied, only planned, or told of somebody else may be spoken of as that: with the end, the denial, the
plan or the person. A sentence that speaks to the patient, names it and shows none of these takes it for granted, be it
in a question, an order, or a subordinate clause. What only supposes, or leaves it to be asked, does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.skills.claims import Claim
from agent.skills.clauses import clause_at, clauses_of
from agent.skills.denial_checks import is_denied
from agent.skills.held_record import HeldFact, HeldRecord
from agent.skills.people_named import groups_named, names_person
from agent.skills.span_checks import Grounds
from agent.skills.speaking import UNRECORDED
from agent.skills.whose_checks import Problem
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_FINDINGS: Final = frozenset({"conditions", "symptoms"})
_SLOTS: Final = (
    SlotKind.MEDICATIONS, SlotKind.PROCEDURES, SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.FAMILY_HISTORY,
)  # fmt: skip
_SPOKEN_TO: Final = lazy_regex(
    r"\b(?:you|your|yours|he|she|his|her)(?:['’]\w+)?\b|\?\s*$|^(?:please |do |keep |remember |when |as |with )"
    r"|시[니는고며던지면]|[으하받드되지르]신|셨|십니다|세요|으셔|[하드]셔|시[겠잖네]|시죠|실\s|주세요|[어아해]\s주|요[.!]?$",
    re.IGNORECASE,
)
_LEFT_OPEN: Final = lazy_regex(
    r"수\s?(?:있|없|도)|[을ㄹ]까|여부|는지|은지|[을ㄹ]지|인지|(?<!보)면(?=[\s,]|$)|물어|여쭤|상의|의논|문의|위험|가능|예방|의심|고려|결정|정하|혹시"
    r"|필요|권[하유장]|대신|비슷|관련|대해|이야기|말씀\s?(?:드리|나누)|확인|살펴|지켜보|보통|일반|흔히|대개|약과|조심|주의|피하|알레르기"
    r"|\b(?:if|whether|unless|in case|ask\w*|may|might|could|would|should|risks?|prevent\w*|discuss\w*|talk"
    r"|consider\w*|decid\w*|decision|option|instead|mention\w*|record\w*|in general|people|usually|often"
    r"|signs?|watch|check\w*|screen\w*|look out|rule[sd]? out|any|avoid\w*|allerg\w*|question|whenever|unlike"
    r"|caution|careful|interact\w*|class|kind)\b",
    re.IGNORECASE,
)
"""What supposes, asks somebody, or speaks of a thing in general."""
_NEGATED: Final = lazy_regex(
    r"없|않|아니|아닙|안\s|못|음성|정상|괜찮|깨끗|다행|드물"
    r"|\b(?:no|not|never|none|without|(?<!-)free|negative|normal|clear|nor|neither|fine|rid|lacks?|absent|spared)\b|n['’]t\b",
    re.IGNORECASE,
)
_OVER: Final = lazy_regex(
    r"중단|끊|그만|예전|이전|과거|전에|멈[췄춘추]|뺀|이제는|이젠|더\s?이상|않|안\s|못|아니|없|말고|쉬[는고어]|바[꾸꿨꾼]|옮[기겨]|갈아|남[은긴]|버리|다시|나[았으은]"
    r"|완치|였|었(?!을)|사라|가라앉|지나[갔간]|끝|적이|던\s|[받드맞]으?신\s|[었았]던|마[쳤친치]|줄[이였]|지난|작년|겪으신|앓으"
    r"|\b(?:stop\w*|ended|no longer|used to|took|finished|complet\w*|previous\w*|former\w*|past|discontinu\w*|was"
    r"|were|had|behind|quit|gave|given up|let (?:\w+ ){1,2}go|came off|come off|taken off|off|out of"
    r"|leave (?:\S+ ){1,4}alone"
    r"|swapped|replac\w*|switch\w*|earlier"
    r"|left|leftover|not|no|never|without|again|over|gone|healed|clear\w*|resolved|last|once|ago|back|recover\w*"
    r"|drop\w*|did|made|tried|course|history)\b|n['’]t\b",
    re.IGNORECASE,
)
_TO_COME: Final = lazy_regex(
    r"예정|계획|앞두|기로|전[에까부]|[신친한난]\s(?:뒤|후|다음)에|앞으로|시작(?:하실|할|하기|하자|하면)|예약|아직|될\s|[하받드쓰맞]실|기\s?전|되면|곧\s|다음|내년"
    r"|[을ㄹ]\s때|준비|미[루뤄뤘]|생각|않|안\s|없|아니|추가[하할]|더할|[가-힣]자고|[가-힣]재요"
    r"|\b(?:plan\w*|will|going to|due|soon|to start|starts?|begins?|scheduled|booked|intend\w*|not|yet|before|until"
    r"|next|upcoming|to come|is (?:for|set)|about to|coming|ahead|thinking|waiting|wants?|offered"
    r"|suggest\w*|propos\w*|later"
    r"|future|prepar\w*|ready|hold\w*|paus\w*|never|no|first|when (?:you|he|she|it)"
    r"(?:['’]\w+)? (?:start|begin|get|have|are on|is on)\w*)\b|['’]ll\b|n['’]t\b",
    re.IGNORECASE,
)
_PAUSED: Final = lazy_regex(
    r"보류|쉬|멈|중단|잠시|당분간|다시|재개|끊|그만|않|안\s|없"
    r"|\b(?:hold|held|paus\w*|stopp\w*|suspend\w*|break|not|again|resum\w*|restart\w*|taken up|interrupt\w*|off|until"
    r"|back|without|no|skip\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
_MARKS: Final = {"denied": _NEGATED, "ended": _OVER, "planned": _TO_COME, "paused": _PAUSED}
_SAID: Final = {
    "denied": "on record it is told not to be so",
    "ended": "it is over",
    "planned": "it is only planned",
    "paused": "it is on hold",
}


def of_unmarked(one: Claim, sentence: str, record: HeldRecord, grounds: Grounds) -> Problem | None:
    """What is wrong with how a sentence speaks of what does not stand as the patient's own; None where nothing is."""
    if one.entry.kind not in (*_MEDICINES, *_FINDINGS, "procedures") or one.role == "allergies":
        return None
    own = [fact for fact in record.about(one.entry, *_SLOTS) if not _is_loosely_denied(fact, one)]
    if any(fact.stands in ("current", "open") for fact in own) or record.about(one.entry, SlotKind.ALLERGIES):
        return None
    others = record.of_others(one.entry)
    if not own and not others:
        return None
    if not _SPOKEN_TO.search(sentence) or UNRECORDED.search(sentence) or one.another or one.state == "negated":
        return None
    if _taken_now(one, sentence, own):
        return "beyond_the_record", f"it is not taken, and it speaks of it as taken: {one.entry.name}"
    after = sentence[one.end :]
    told_done = _CAME_TO.search(after) or _CAME_TO_EN.search(after)
    if one.entry.kind == "procedures" and own and own[0].stands in ("denied", "planned") and told_done:
        if not _STILL_OPEN.search(_TAG_EN.sub("", sentence)):
            return "beyond_the_record", f"{_SAID[own[0].stands]}: {one.entry.name}"
    alike = _LIKE_THEM.search(sentence)
    if others and not alike and (groups_named(sentence) or names_person(sentence, _told_of_patient(grounds))):
        return None
    # That something is done before sleep, or is not left out, tells of no end and no plan.
    sentence = _BESIDE_IT.sub(lambda found: " " * len(found[0]), sentence)
    clause = clause_at(clauses_of(sentence), one.start)
    if _LEFT_OPEN.search(clause.text) or is_denied(sentence, one.start, one.end, medicine=one.entry.kind in _MEDICINES):
        return None
    if not own:
        if _NEGATED.search(clause.text):
            return None
        return "beyond_the_record", f"it is told of somebody else, and not of the patient: {one.entry.name}"
    stands = own[0].stands
    # One that was planned anew has an end before it.
    marked = any(_MARKS[fact.stands].search(sentence) for fact in own)
    if marked or (stands == "denied" and _TO_COME.search(clause.text)):
        return None
    return "beyond_the_record", f"{_SAID[stands]}: {one.entry.name}"


_CAME_TO: Final = lazy_regex(
    r"^(?:에서|에서는|\s?결과(?:가|는|에서|도)?|\s?소견(?:이|은)?)\s(?!\S*(?:나오면|보고))|^(?:을|를)?\s?(?:받으신|하신)\s(?:지|눈|자리|곳)"
)
_CAME_TO_EN: Final = lazy_regex(
    r"^(?:\s(?:in|of|last) \w+)?\s(?:showed|found|looked|came back|went (?:well|fine|smoothly)"
    r"|(?:was|were) (?:clear|normal|fine"
    r"|reassuring|a success)|results? (?:was|were)"
    r"|scar|is healing|has healed|turned out|revealed|confirmed)\b",
    re.IGNORECASE,
)
"""What an examination or an operation came to."""
_TAG_EN: Final = lazy_regex(r",\s\w+n['’]t (?:it|they|he|she|you)\?\s*$", re.IGNORECASE)
_STILL_OPEN: Final = lazy_regex(
    r"나오면|예정|아직|\b(?:if|whether|when|once|until|will|would|not|never|no|yet|only|tell|before)\b|n['’]t\b",
    re.IGNORECASE,
)
_BESIDE_IT: Final = lazy_regex(
    r"(?:자기|주무시기|식사|취침|아침|저녁|식)\s?전|(?:안|못)\s(?:빠뜨|거르|잊|빼먹)\S*|(?:빠뜨리|거르|잊|빼먹)\S{0,2}지\s?않\S*|꾸준히"
    r"|\b(?:before (?:bed|meals?|breakfast|dinner|lunch)|without (?:fail|missing))\b",
    re.IGNORECASE,
)
_TAKING: Final = r"(?:드시|먹으시|먹이시|먹이|먹|맞으시|맞히|맞|쓰시|쓰|복용하시|복용하|바르시|바르)"
_TAKEN_NOW_KO: Final = lazy_regex(
    r"^(?:을|를|도|까지|은|는|이랑|랑)?\s?(?:(?!안\s|못\s|않|끊|중단|그만)[^\s,.?!]+\s){0,5}?"
    rf"{_TAKING}(?:는\s?(?:동안|중|김)|고\s?(?:있으[니신시므]|계[시신셔])|니까?\s|면서|느라|신다니|으신다니|ㄴ다니|므로\s|는\s분)"
)
"""A Korean verb of taking that goes on, of which a name is the object."""
_EVER_TAKEN_KO: Final = lazy_regex(
    r"^(?:을|를|도|까지|은|는)?\s?(?:\S+\s){0,2}?(?:드실|먹을|맞으실|쓰실|복용하실)\s때(?:랑|와|보다|처럼|는)?"
)
_TAKEN_NOW_EN: Final = lazy_regex(
    r"\b(?:(?:while|as|since|now that) (?:you|he|she)(?:['’](?:re|s|ve)| are| is| have| has) "
    r"(?:still |been )?(?:taking|on|using)"
    r"|do you (?:still )?(?:find|feel|notice|think) (?:that )?"
    r"|how (?:have|has|are|is) (?:you|he|she) (?:been )?(?:finding|getting on with|doing on))\s?"
    r"(?:the |your |that )?$",
    re.IGNORECASE,
)


def _taken_now(one: Claim, sentence: str, own: Sequence[HeldFact]) -> bool:
    """Whether a sentence takes a medicine for taken now, or for one that was, though it never was."""
    if one.entry.kind not in _MEDICINES:
        return False
    after = sentence[one.end :]
    listed = _WITH_IT_KO.sub("", after)
    if _TAKEN_NOW_KO.search(after) or _TAKEN_NOW_KO.search(listed) or _TAKEN_NOW_EN.search(sentence[: one.start]):
        return not (own and own[0].stands == "ended" and _AGAIN.search(sentence)) and not _LEFT_OUT.search(sentence)
    never = not own or own[0].stands in ("denied", "planned")
    if never and _YOU_TOOK_EN.search(after) and not _LEFT_OUT.search(sentence):
        return True
    return never and _EVER_TAKEN_KO.search(after) is not None


_YOU_TOOK_EN: Final = lazy_regex(
    r"^(?:\s(?:tablets?|pills?|injections?))?\s(?:that\s)?(?:you|he|she)(?:['’](?:re|ve|s)| are| have| has)?\s"
    r"(?:been\s|just\s|already\s)?"
    r"(?:took|takes?|taken|taking|swallow(?:ed)?|inject(?:ed)?|used?|using)\b",
    re.IGNORECASE,
)
_WITH_IT_KO: Final = lazy_regex(r"^(?:과|와|이랑|랑|하고)\s\S+?(?=을|를|도)")
_AGAIN: Final = lazy_regex(r"예전|이전|과거|전에는|당시|그때|\b(?:back then|at the time|used to)\b", re.IGNORECASE)
_LEFT_OUT: Final = lazy_regex(
    r"남편|아내|어머|아버|언니|누나|오빠|동생|형님|부모|시어머|가족|(?:(?<!같)이|가)\s(?:드시|맞으시|먹)는|\b(?:husband|wife|mother|father|sister|brother)\b",
    re.IGNORECASE,
)
_LIKE_THEM: Final = lazy_regex(
    r"(?:님|머니|버지|내|편|니|빠|나|생)(?:처럼|과\s같이|와\s같이|과\s마찬가지|와\s마찬가지)"
    r"|\b(?:just )?(?:like|as) your \w+\b",
    re.IGNORECASE,
)


def _told_of_patient(grounds: Grounds) -> str:
    return " ".join(line for line in grounds.lines() if _ABOUT.match(line))


_ABOUT: Final = lazy_regex(r"\s*(?:about|기본 정보)\b", re.IGNORECASE)


def _is_loosely_denied(fact: HeldFact, one: Claim) -> bool:
    return fact.stands == "denied" and not fact.is_denied_of(one.entry)
