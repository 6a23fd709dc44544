"""Acts that an answer asks for: what is to be done with a medicine on record, and what is to be left undone in an
emergency.

A medicine that is taken may be gone on with as it is prescribed; more of it, less of it, an end or a pause is for those
who treat the patient, whatever verb says so. One that was stopped may not be taken up again. Of a sign that calls for
help by itself nothing may be said but when and where to get it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.clauses import Clause, clauses_of
from agent.skills.held_record import HeldRecord
from agent.skills.moods import MOOD_KO
from agent.skills.number_checks import Names
from domain.values import SlotKind
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+|;\s")
_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_WHY_NOT: Final = lazy_regex(r"^(?:so |and )?why not ", re.IGNORECASE)
_COMMON: Final = lazy_regex(
    r"철분(?=[을은는])|약(?=[을를은는도이만\s,.]|$)|알약|시럽|주사(?=[을를은는])|인슐린|흡입기|해열제"
    r"|\b(?:doses?|medicines?|medications?|insulin|tablets?|pills?|meds?|inhaler|injections?|puffs?|syrup|spray"
    r"|capsules?)\b",
    re.IGNORECASE,
)
_LEAD: Final = (
    r"(?:(?:and|but|so|then|or|just|please|simply|now|also|instead|perhaps|maybe|why not|how about|feel free to"
    r"|go ahead and|let['’]s|do|for now|from (?:today|tonight|now|tomorrow)(?: on)?|it(?:['’]s| is| would be)"
    r" (?:\w+ )?(?:fine|safe|ok|okay|alright|all right|time|best|better|wise|sensible|reasonable) to|(?:you|he"
    r"|she)(?:['’]d| had)"
    r" better|(?:you|he|she|we)(?:['’]d)? (?:can|could|may|might|should|must|need to|ought to|have to"
    r"|are free to|want to"
    r"|(?:would )?do well to)|(?:also|safely|simply|now|just|even|easily))\s)*"
)
_CHANGING_EN: Final = lazy_regex(
    rf"^{_LEAD}(?:stop|quit|discontinue|skip|double|halve|increase|reduce|lower|raise|start|begin|restart"
    rf"|resume|split|omit"
    r"|pause|drop|switch|swap|replace|cut|trim|taper|leave|hold|put|throw|bin|ditch|add|bump|push|stretch|space"
    r"|miss|cease|forget"
    r"|change|return|go (?:up|down|back|off|without)|come off|get off|do without|give up|wean|shift|stepping|step)\b",
    re.IGNORECASE,
)
_TAKING_EN: Final = lazy_regex(
    rf"^{_LEAD}(?:take|taking|give|use|swallow|inject|apply|have|try|pop|puff|get|keep)\b", re.IGNORECASE
)
_TAKES_UP_EN: Final = lazy_regex(
    rf"^{_LEAD}(?:start|begin|restart|resume|return|try|go back|get back|put)\b", re.IGNORECASE
)
_LEFT_OUT: Final = lazy_regex(r"\b(?:leave|skip|miss|forget|omit)\b", re.IGNORECASE)
_BESIDE_EN: Final = lazy_regex(
    r"\s(?:with|after|while|during|when|because|without|by|for|before|than)\s", re.IGNORECASE
)
_OTHERWISE_EN: Final = lazy_regex(
    r"\b(?:second|third|another|extra|more|less|fewer|double|twice as|half|additional|again|(?:two|three|2"
    r"|3)(?:\s\w+)?\s(?:tablets|pills|capsules)|only (?:when|if|on)|every other"
    r"|other day|until|instead|on top)\b(?!\s(?:than one thing|water|about|information|sleep))",
    re.IGNORECASE,
)
_LEFT_TO_OTHERS: Final = lazy_regex(
    r"\b(?:whether|if|ask\w*|before|not|never|without|unless|discuss|decide|about|doctor|clinician|team"
    r"|pharmacist|nurse"
    r"|specialist|prescriber|gp|prescribed|label|told|as directed)\b|n['’]t\b"
    r"|여부|물어|여쭤|문의|상의|의논|의사|의료진|주치의|처방대로|처방받|약사|지시",
    re.IGNORECASE,
)
_CHANGING_KO: Final = lazy_regex(
    r"(?:끊어|중단[하해]|중지[하해]|생략[하해]|시작[하해]|교체[하해]|증량[하해]|감량[하해]|변경[하해]"
    r"|그만\s?(?:드|두|먹|쓰)|멈[추춰]|늘[리려]|올[리려]"
    r"|줄[이여]|낮[추춰]|건너[뛰뛸]\S?|거[르른]|걸러|빼먹\S?|빼\S?|쉬\S?|바[꾸꿔]|추가[하해]|미[루뤄]|나[누눠]"
    r"|쪼개|끊)(?:고|어|여|서|\s|으)*"
    rf"(?:(?:(?!지\s?(?:마|말|않|못))[^.,?!]){{0,14}}?)(?:드|복용하|복용해|먹이|먹|맞|쓰|써|주|놓|두|보|하|해"
    rf"|지내)?(?:{MOOD_KO})"
)
_GOES_ON_KO: Final = lazy_regex(r"고\s?(?:계시|계셔|있으시)지?요?$")
"""What is told as done already, and not asked for."""
_NOT_TAKEN_KO: Final = lazy_regex(
    r"(?:드시|먹이|먹|복용하|쓰|맞|맞히|주|바르|넣|사용하|투여하)지\s?(?:마|말|않(?:으?셔|아)도)|안\s(?:드|먹"
    r"|쓰|맞|써|복용)\S{0,3}도\s?(?:됩|되|돼|괜찮)"
    r"|(?:챙기|챙겨|먹|드|쓰|맞)\S{0,3}\s?(?:필요|이유)\S{0,2}\s?없"
)
_MORE_KO: Final = lazy_regex(
    rf"(?:더|두\s?배|반\s?알|반만|한\s?알\s?더|한\s?번\s?더|추가로)\s?(?:\S+\s)?(?:드|복용하|복용해|먹이|먹여"
    rf"|먹|맞|쓰|써|넣|뿌)\S{{0,2}}?{MOOD_KO}"
)
_MANNER_KO: Final = lazy_regex(
    r"스스로|임의|마음대로|한꺼번|두\s?배|함께|같이|더\s|겹쳐|갑자기|연달아|빈속|잊|거르|건너|씹|쪼개|부수"
    r"|[와과]\s|술|자몽|우유"
)
_HELP: Final = lazy_regex(
    r"119|112|911|999|988|109|응급|구급|병원|의사|의료진|진료|주치의|약사|상담|연락|전화|알려|알리|말씀|여쭤|의논|상의"
    r"|\b(?:emergency|ambulance|hospital|doctors?|clinic|clinicians?|gp|nurse|midwife|team|pharmacist|a&e|er"
    r"|call\w*|urgent\w*"
    r"|medical|helpline|tell|told|contact|seek|see (?:a|the|your|someone)|seen by|mention\w*|report\w*|check\w*|ask)\b",
    re.IGNORECASE,
)
_AGAINST_WAITING: Final = lazy_regex(
    r"\b(?:do not|don['’]t|never|not|no)\s(?:wait|sleep|ignore|rest|delay|put|dismiss)\w*"
    r"|(?:기다리|참|미루|넘기|두)지\s?(?:마|말|않)",
    re.IGNORECASE,
)
_MILD: Final = lazy_regex(
    r"괜찮|별일|큰일|걱정\s?(?:\S+\s)?(?:없|마|말|않)|안심|마음\s?(?:놓|편)|저절로|금방|곧\s?(?:멎|가라앉|나아"
    r"|풀|지나)|풀리|지나가|흔한|지켜보|주무|쉬면|충분|대수"
    r"|아니니|일은\s?아|필요\S{0,2}\s?없"
    r"|\b(?:fine|nothing|harmless|mostly|usually|often|settles?|passes|pass|wait|sleep|nap|rest|home|worry|fuss"
    r"|mild|normal"
    r"|common|ordinary|just|only|simply|no need|goes away|go away|by itself|on its own|tomorrow|morning|relax|calm)\b",
    re.IGNORECASE,
)
"""What makes little of something, or puts it off."""


def require_no_acts(text: str, record: HeldRecord, names: Names) -> None:
    """Raises OutputUnusable where a clause asks for another treatment than the one on record."""
    for sentence in filter(str.strip, _SENTENCE.split(text)):
        for clause in clauses_of(sentence):
            if _changes(clause, sentence, record, names):
                raise OutputUnusable(
                    "directs_treatment", "it tells to change a treatment; tell what to ask the clinician instead"
                )


def _changes(clause: Clause, sentence: str, record: HeldRecord, names: Names) -> bool:
    words = _WHY_NOT.sub("", clause.text.strip())
    if _LEFT_TO_OTHERS.search(words):
        korean_refusal = _NOT_TAKEN_KO.search(words) is not None
        if not korean_refusal or re.search(r"의사|의료진|상의|약사|처방", words):
            return False
    current, ended = _medicines(clause, record, names)
    treated = current or _COMMON.search(words) is not None
    changing = _CHANGING_EN.search(words)
    if changing is not None:
        # What is done beside a medicine is not done to it: "start the day with ...".
        whole = words[changing.end() :]
        object_ = whole if _LEFT_OUT.search(changing[0]) else _BESIDE_EN.split(whole, maxsplit=1)[0]
        if any(_medicines(Clause(0, len(object_), object_, open=False), record, names)) or _COMMON.search(object_):
            return True
    if ended and _TAKES_UP_EN.search(words):
        return True
    if (treated or ended) and _TAKING_EN.search(words) and (ended or _OTHERWISE_EN.search(words)):
        return True
    # The object of a Korean verb stands before it, also before a clause that comes between.
    before = sentence[: clause.end]
    current_ko, _ = _medicines(Clause(0, clause.end, before, False), record, names)
    treated_ko = current_ko or _COMMON.search(before) is not None
    for found in _CHANGING_KO.finditer(before):
        if _GOES_ON_KO.search(found[0]) is not None:
            continue
        if found.end() > clause.start and treated_ko and _object_is_medicine(before[: found.start()], record, names):
            return True
    refused = _NOT_TAKEN_KO.search(words)
    if refused and not _MANNER_KO.search(words) and _object_is_medicine(words[: refused.start()], record, names):
        return True
    more = _MORE_KO.search(words)
    return more is not None and _object_is_medicine(words[: more.start()] or before, record, names)


def _medicines(clause: Clause, record: HeldRecord, names: Names) -> tuple[bool, bool]:
    """Whether a clause names a medicine that is taken, and one that was."""
    current = ended = False
    for one in names(clause.text):
        if one.entry.kind in _MEDICINES:
            held = {fact.stands for fact in record.about(one.entry, SlotKind.MEDICATIONS)}
            current |= "current" in held
            ended |= "ended" in held and "current" not in held
    return current, ended


def _object_is_medicine(before: str, record: HeldRecord, names: Names) -> bool:
    """Whether the last thing that is marked as object or topic before a Korean verb is a medicine."""
    words = before.split()
    for at in range(len(words) - 1, -1, -1):
        if re.search(r"[가-힣A-Za-z](?:을|를|은|는|도|만)$", words[at]) and not re.search(
            r"(?:오늘|내일|이제|당분간|지금|저녁|아침|점심|달|번|주|며칠|하루|동안|밤|날|요일|하는|시는|계신)\S?$",
            words[at],
        ):
            here = " ".join(words[max(0, at - 2) : at + 1])
            named = [one for one in names(here) if one.end >= len(here) - len(words[at])]
            if any(one.entry.kind in _MEDICINES for one in named):
                return True
            return _COMMON.search(words[at]) is not None or "용량" in words[at]
    return False


def require_no_reassurance(text: str, alarming: Names, record: HeldRecord, alarms: Callable[[str], bool]) -> None:
    """Raises OutputUnusable where a sign that calls for help by itself is made little of."""
    for sentence in filter(str.strip, _SENTENCE.split(text)):
        if _MILD.search(sentence) and not _HELP.search(sentence) and not _AGAINST_WAITING.search(sentence):
            signs = alarming(sentence)
            unknown = [one for one in signs if not record.about(one.entry, SlotKind.SYMPTOMS, SlotKind.CONDITIONS)]
            if unknown or (not signs and alarms(sentence)):
                raise OutputUnusable("dissuades_from_help", "it makes little of what cannot wait; tell whom to call")


def alarming_names(names: Names) -> Names:
    """The names in a text of what calls for help by itself."""

    def found(text: str) -> Sequence[Mention]:
        return [one for one in names(text) if one.entry.extra.get("red_flag", "0") not in ("", "0", "false")]

    return found
