"""What a sentence takes for granted without saying it: that what is planned is there, that what is over goes on, that
something befell the patient so many times before, that an examination found something, that a cause is harmless.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from agent.skills.claims import Claim
from agent.skills.clauses import clause_at, clauses_of
from agent.skills.held_record import HeldFact, HeldRecord
from agent.skills.people_named import groups_named, is_named
from agent.skills.span_checks import Grounds
from agent.skills.whose_checks import Problem
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT_ALONE, read_count

_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_FINDINGS: Final = frozenset({"conditions", "symptoms"})
_ANY: Final = (
    SlotKind.MEDICATIONS, SlotKind.PROCEDURES, SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.SOCIAL_HISTORY,
)  # fmt: skip
_TO_COME: Final = lazy_regex(
    r"예정|계획|앞두|아직|[신친한난]\s(?:뒤|후|다음)에|기로\s?(?:하|되)|[하받맞되]시?면|[하받맞]기\s?전|다음|곧\s|[을ㄹ]\s때|실\s|할\s"
    r"|\b(?:plan\w*|will|going to|due|soon|to start|starts|scheduled|booked|not yet|yet|once|when|before|until|next"
    r"|upcoming|about to|waiting|if you (?:get|go|have|decide|start)|would|thinking)\b|['’]ll\b",
    re.IGNORECASE,
)
_NOW_THAT_EN: Final = lazy_regex(
    r"\b(?:now that|since you (?:started|began|had)|having (?:started|had|begun))\b", re.IGNORECASE
)
_DONE_KO: Final = lazy_regex(
    r"^(?:까지|을|를|도|은|는|이|가)?\s?(?:\S{1,4}\s)?(?:마[쳤치친]|끝[냈내난났]|받으셨|받았|맞으셨|맞았|하셨|했|다\s?하)"
)
_DONE_EN: Final = lazy_regex(
    r"\b(?:you(?:['’]ve| have)? (?:had|got|been given)|done with|finished|completed|glad you had|getting|got)\s"
    r"(?:the |your |an? )?(?:\w+\s)?$",
    re.IGNORECASE,
)
_DONE_AFTER_EN: Final = lazy_regex(
    r"^\s(?:went|was done|is done|has been|is behind|you had|is out of the way)\b", re.IGNORECASE
)
_STILL: Final = lazy_regex(
    r"아직도|여전히|계속|아직\s?(?:있|남)|\b(?:still|keeps?|continues?|continuing|going on|persist\w*)\b", re.IGNORECASE
)
_NOT: Final = lazy_regex(r"없|않|아니|안\s|\b(?:not|no|never|if|whether|any)\b|n['’]t\b", re.IGNORECASE)
_ORDINALS: Final = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
_ORDINAL: Final = lazy_regex(
    r"\b(?P<en>second|third|fourth|fifth|sixth)\s(?:\w+\s)?(?:episode|attack|bout|time|spell|flare|stroke|seizure|fall"
    r"|admission|infection|fracture|operation)\b"
    rf"|(?P<ko>{KOREAN_COUNT_ALONE})\s?(?:번|차례)째",
    re.IGNORECASE,
)
_BESIDE: Final = 4
_THIS_ONE: Final = lazy_regex(r"\b(?:this|would be|now|today)\b|이번", re.IGNORECASE)
_TIMES: Final = lazy_regex(
    rf"\b(?P<en>twice|{ENGLISH_COUNT} times)\b(?!\s(?:a|per|each|as|the)\b)|(?P<ko>{KOREAN_COUNT_ALONE})\s?(?:번|차례)"
    r"(?!째|\s?(?:씩|흡입))|"
    r"(?P<many>여러\s?(?:번|차례)|자주|수차례|\b(?:many|several|a number of|countless) times\b|\brepeatedly\b)",
    re.IGNORECASE,
)
"""How often something is said to have happened."""
_BEFALLS: Final = lazy_regex(
    r"[았었였했갔왔졌]|셨|[은간온진]\s(?:만큼|적|일|뒤)|녀온|\b(?:have|has|had|been|were|was|went"
    r"|fell|fallen)\b|['’]ve\b",
    re.IGNORECASE,
)
_CUTS: Final = lazy_regex(
    r"줄이|피우[시고는]|태우[시고는]|\b(?:cut(?:ting)? (?:down|back)|smoking (?:fewer|less)|"
    r"(?:quit|stopp|giv)ing(?: up)? (?:smoking )?would"
    r"|still smokes?|as you smoke)\b",
    re.IGNORECASE,
)
_BEHIND_KO: Final = lazy_regex(
    r"^(?:을|를)?\s?(?:받으신\s|하신\s|받은\s)?(?:후|뒤|이후|다음)(?:에|로|부터)?(?:는|도)?(?=\s)"
)
_BEHIND_EN: Final = lazy_regex(r"\b(?:after|since|following) (?:the |your |that |an? )?$", re.IGNORECASE)
_DIAGNOSED_EN: Final = lazy_regex(r"^\s(?:diagnosis|attack|episode|operation|was (?:found|diagnosed))\b", re.IGNORECASE)
_GIVEN_UP_KO: Final = lazy_regex(
    r"^(?:을|를|은|는)?\s?(?:\S+\s)?(?:끊|중단하|그만)\S{0,3}(?:신|은|한|둔)\s(?:뒤|후|지|다음)"
)
_GIVEN_UP_EN: Final = lazy_regex(
    r"\b(?:since|after|when|because) you (?:stopped|came off|gave up|quit) (?:taking )?(?:the |your )?$", re.IGNORECASE
)
_ANOTHER_EN: Final = lazy_regex(
    r"\banother (?:(?:bout|episode|attack|flare|spell|round) of )?(?:the )?$", re.IGNORECASE
)
_BECAUSE_KO: Final = lazy_regex(r"^\s?(?:때문|탓)에")
_RESUMED_KO: Final = lazy_regex(
    r"^(?:을|를)?\s?다시\s(?:먹|드시|드신|시작|맞|쓰|복용)\S{0,3}(?:\s(?:뒤|후)로|고\s?(?:있|계)|니\b|셨)|^(?:을|를)?\s?다시\s"
    r"(?:드신|먹인|먹은|시작하신|시작한|맞으신|쓰신)\s(?:뒤|후|지)"
)
_RESUMED_EN: Final = lazy_regex(
    r"\b(?:since|after|now that) (?:you(?:['’]ve| have)? )?(?:restart(?:ed|ing)"
    r"|resum(?:ed|ing)|(?:went|going|gone) back (?:on|to)(?:to)?) (?:the |your )?$",
    re.IGNORECASE,
)
_ONCE_KO: Final = lazy_regex(
    r"^(?:이|가|을|를|도)?\s?(?:\S+\s)?\S{0,4}(?:[았었였했]던|셨던|신|은|던)\s(?:적|일)(?:이|도)?\s?있"
)
_HOW_OFTEN: Final = lazy_regex(
    rf"\b(?P<once>once)\b|\b(?P<twice>twice)\b|(?P<en>{ENGLISH_COUNT})\s(?:times|episodes|attacks|falls|\w+s\b)"
    rf"|(?P<ko>{KOREAN_COUNT_ALONE})\s?(?:번|차례|회)",
    re.IGNORECASE,
)
_TAKING_IT: Final = lazy_regex(
    r"\b(?:while|as|since|because|now that)\s(?:you(?:['’]re| are)\s)?(?:still\s)?(?:taking|on|using)"
    r"\s(?:it|this|them|that)\b"
    r"|\b(?:while|since|as|because) you (?:take|use) (?:it|this|them)\b",
    re.IGNORECASE,
)
_UNREMARKABLE: Final = lazy_regex(r"정상|이상\s?없|깨끗|음성|\b(?:normal|negative|clear|unremarkable)\b", re.IGNORECASE)
_FOUND: Final = lazy_regex(
    r"(?:변화|이상|손상|소견|병변|혹|자국|흔적|결절|염증|출혈|양성)\S{0,2}\s?(?:\S+\s)?(?:있었|있으[셨시]|보였|보이|나왔|나오|발견|확인|생)"
    r"|\b(?:changes?|damage|abnormal\w*|lesions?|signs? of|inflammation|positive)\b",
    re.IGNORECASE,
)
_EXAMINATION: Final = lazy_regex(
    r"(?P<ko>[가-힣]{1,6}\s?(?:검사|검진|초음파|내시경|촬영)|엑스레이|초음파)|(?<![A-Za-z])(?P<alone>MRI|CT|x-ray|ultrasound)(?![A-Za-z])|\b(?P<en>\w+\s(?:exam\w*|scan|test|x-ray|check|screening))\b",
    re.IGNORECASE,
)
_LIKELY: Final = lazy_regex(
    r"\b(?:(?:most |very |more )?likely|probably|usually|mostly|likeliest|almost certainly|most often|nothing more than"
    r"|just (?:from|the|a|your)|only (?:from|the|a))\b"
    r"|때문(?:인|일)|탓(?:인|일)|대개|보통|흔히|흔하|흔한|가능성이\s?[크높]|일\s?뿐|정도로\s?보",
    re.IGNORECASE,
)
_PUTS_OFF: Final = lazy_regex(
    r"\b(?:can wait|wait (?:until|and|for|till)|tomorrow|(?:few|couple of) (?:days|weeks)"
    r"|next (?:appointment|visit|week|month)"
    r"|all you need|no need|nothing to worry|will (?:pass|settle|go)|until your|sleep it off|rest up|see how)\b"
    r"|지켜보|기다려|기다리|다음\s?(?:진료|예약|주|검진|방문)|내일|며칠|쉬시면|쉬면|(?:으로|만으로도?)\s?충분|괜찮|천천히|걱정\s?(?:\S+\s)?(?:없|마|않)",
    re.IGNORECASE,
)
_HELP: Final = lazy_regex(
    r"119|응급|바로|즉시|오늘\s?(?:안|중|바로)|(?:심해|나빠|계속되|지속되|생기|나아지지\s?않)\S{0,3}면"
    r"|\b(?:999|911|112|111|a&e|emergency|ambulance|right away|straight away|urgent\w*|today|as soon as|call"
    r"|if it (?:gets|does|is|worsens)|unless|gets worse|worsens|don['’]t wait|do not wait|should not wait)\b",
    re.IGNORECASE,
)


def of_presumed(sentence: str, heard: Sequence[Claim], record: HeldRecord, grounds: Grounds) -> Problem | None:
    """What is wrong with what a sentence takes for granted."""
    for one in heard:
        problem = (
            _of_standing(one, sentence, record)
            or _of_ordinal(one, sentence, record, grounds)
            or _of_times(one, sentence, grounds)
        )
        if problem is not None:
            return problem
    return (
        _of_device(sentence, record)
        or _of_examination(sentence, grounds)
        or _of_belittling(sentence, heard, record, grounds)
    )


def _of_standing(one: Claim, sentence: str, record: HeldRecord) -> Problem | None:
    own = record.about(one.entry, *_ANY)
    name = one.entry.name
    before, after = sentence[: one.start], sentence[one.end :]
    if any(fact.stands in ("current", "open") for fact in own):
        return None
    if own and one.entry.kind in _MEDICINES and (_RESUMED_KO.search(after) or _RESUMED_EN.search(before)):
        return "beyond_the_record", f"nobody told that it was taken up again: {name}"
    if any(fact.stands == "paused" for fact in own):
        return None
    clause = clause_at(clauses_of(sentence), one.start)
    if own and all(fact.stands == "planned" for fact in own):
        done = _DONE_KO.search(after) or _DONE_EN.search(before) or _DONE_AFTER_EN.search(after)
        begun = _NOW_THAT_EN.search(clause.text)
        if (done or begun) and not _TO_COME.search(clause.text):
            return "beyond_the_record", f"it is only planned: {name}"
    over = own and all(fact.stands == "ended" for fact in own)
    if over and one.entry.kind in _FINDINGS and _STILL.search(clause.text) and not _NOT.search(clause.text):
        return "beyond_the_record", f"it is over, and it says that it goes on: {name}"
    gone = own and all(fact.stands in ("ended", "denied") for fact in own)
    if gone and one.entry.kind == "social" and _CUTS.search(clause.text) and not _NOT.search(clause.text):
        return "beyond_the_record", f"it is over, and it says that it goes on: {name}"
    groups = groups_named(sentence)
    others = [fact for fact in record.of_others(one.entry) if not is_named(fact.subject, groups)]
    denied = bool(own) and all(fact.is_denied_of(one.entry) for fact in own)
    if not groups and (denied or (others and not own)):
        behind = one.entry.kind == "procedures" and (_BEHIND_KO.search(after) or _BEHIND_EN.search(before))
        diagnosed = one.entry.kind == "conditions" and _BEHIND_EN.search(before) and _DIAGNOSED_EN.search(after)
        ended = one.entry.kind in _MEDICINES and (_GIVEN_UP_KO.search(after) or _GIVEN_UP_EN.search(before))
        again = one.entry.kind in _FINDINGS and (_ANOTHER_EN.search(before) or _BECAUSE_KO.search(after))
        if behind or diagnosed or ended or again or _ONCE_KO.search(after):
            return "beyond_the_record", f"it is told of somebody else, or not to be so: {name}"
    if one.entry.kind in _MEDICINES and _TAKING_IT.search(after) and not own and others:
        return "beyond_the_record", f"it is told of somebody else, and not of the patient: {name}"
    return None


def _of_ordinal(one: Claim, sentence: str, record: HeldRecord, grounds: Grounds) -> Problem | None:
    """The so-manieth time that something happens, beyond those that are told."""
    if one.entry.kind not in (*_FINDINGS, "procedures"):
        return None
    found = _ORDINAL.search(sentence)
    if found is None or not (found.start() - _BESIDE <= one.end and one.start <= found.end() + _BESIDE):
        return None
    time = _ORDINALS[found["en"].casefold()] if found["en"] else max(read_count(found["ko"]))
    told = set(_times_told(one, grounds))
    held = len([fact for fact in record.about(one.entry, *_ANY) if fact.stands in ("current", "ended")])
    # The one that goes on now is one more than those before it.
    more = 1 if _THIS_ONE.search(sentence) else 0
    if time > max(told, default=held) + more and not any(_ORDINAL.search(text) for text in grounds.texts):
        return "beyond_the_record", f"nobody told that it happened so often: {one.entry.name}"
    return None


def _of_times(one: Claim, sentence: str, grounds: Grounds) -> Problem | None:
    """How often something is said to have happened, which was told to have happened so often."""
    if one.entry.kind not in (*_FINDINGS, "procedures") or one.open or not _BEFALLS.search(sentence):
        return None
    told = set(_times_told(one, grounds))
    for found in _TIMES.finditer(sentence) if told else ():
        if found["many"]:
            if max(told) == 1:
                return "beyond_the_record", f"it was told to have happened once: {one.entry.name}"
            continue
        words = found["ko"] or found["en"].casefold().replace("twice", "two").removesuffix(" times")
        if max(read_count(words)) not in {*told, sum(told)}:
            return "beyond_the_record", f"it was told to have happened another number of times: {one.entry.name}"
    return None


def _times_told(one: Claim, grounds: Grounds) -> Iterator[int]:
    for line in grounds.lines_of({one.entry.concept_id}):
        for found in _HOW_OFTEN.finditer(line):
            if found["once"] or found["twice"]:
                yield 1 if found["once"] else 2
            else:
                yield max(read_count(found["en"] or found["ko"]))


def _of_device(sentence: str, record: HeldRecord) -> Problem | None:
    """What is only planned, called the patient's own by the last word of its name: "your pump"."""
    if _TO_COME.search(sentence):
        return None
    for fact in record.facts:
        head = fact.name.split()[-1] if fact.name.isascii() and " " in fact.name else ""
        if fact.own and fact.stands == "planned" and head and _owns(sentence, head) and not _has(record, head):
            return "beyond_the_record", f"it is only planned: {fact.name}"
    return None


def _owns(sentence: str, head: str) -> bool:
    return re.search(rf"\byour (?:\w+ )?{re.escape(head)}\b", sentence, re.IGNORECASE) is not None


def _has(record: HeldRecord, head: str) -> bool:
    """Whether something that stands is called by that word too."""
    return any(_is_of(fact, head) for fact in record.facts)


def _is_of(fact: HeldFact, head: str) -> bool:
    return fact.own and fact.stands == "current" and head in fact.name.split()


def _of_examination(sentence: str, grounds: Grounds) -> Problem | None:
    """Something that an examination is said to have found, which was told to have found nothing."""
    if not _FOUND.search(sentence) or _NOT.search(sentence) or _UNREMARKABLE.search(sentence):
        return None
    lines = [line.casefold() for line in grounds.lines() if not line.startswith("[")]
    for found in _EXAMINATION.finditer(sentence):
        named = found[0].casefold().split()[-2:]
        told = [line for line in lines if all(word in line for word in named)]
        if told and all(_UNREMARKABLE.search(line) for line in told):
            return "beyond_the_record", f"it was told to have found nothing: {' '.join(named)}"
    return None


_DISMISSES: Final = lazy_regex(
    r"\b(?:nothing (?:to (?:worry|fret|be alarmed)|out of the ordinary|unusual|serious)|no (?:need|reason|cause) (?:to "
    r"(?:worry|be (?:alarmed|concerned|afraid)|bother|call|panic|see|ring|tell)|for (?:alarm|concern|worry))"
    r"|don['’]t (?:fret|worry|bother|be alarmed)|not (?:a )?(?:worry|worrying|alarming|unusual|serious)"
    r"|isn['’]t (?:unusual|serious|alarming)"
    r"|aren['’]t (?:unusual|serious|alarming)|let (?:that|this|it)(?: one)? go|what everyone|happens to everyone"
    r"|mind at (?:rest|ease)|lose sleep over|par for the course|early night|sleep it off|see how (?:tomorrow|it) goes"
    r"|(?:a day|days?|a week) (?:or two )?before bothering|carry on|no big deal|perfectly normal)\b"
    r"|걱정\s?(?:\S+\s)?(?:마[세시]|하지\s?마|안\s?하|않으|없|내려놓)|필요도?\s?없|마음\s?(?:\S+\s)?(?:편히|놓)|괜찮다는|안심하|대수롭|별일\s?아니"
    r"|신경\s?쓰지\s?(?:마|않)|아무렇지|그냥\s(?:두|넘기)|저절로|넘기셔도|넘어가",
    re.IGNORECASE,
)
"""What tells somebody to think nothing of something."""


_AS_USUAL: Final = lazy_regex(
    r"\b(?:usual|normal|expected|typical|harmless|just|only|simply|merely|nothing (?:more|but))\b"
    r"[^.]*\b(?:so|and|you can)\b"
    r"|\bcommon\b[^.]*\bso (?:rest|wait|sleep|relax|just|there|you can|no)\b"
    r"|흔한[^.]*니\s[^.]*(?:쉬|지켜|기다|주무|두[세시])"
    r"|[어아]서\s?그런\s?거|때문이니|탓이니|정도(?:면|는)\s?(?:\S+\s)?(?:괜찮|정상)|뜻이니",
    re.IGNORECASE,
)
"""What puts something down to nothing, and goes on from there."""
_READ: Final = lazy_regex(r"(?<![\d.])\d{2,3}(?!\d|\.\d)|(?<![\d.])\d+\.\d+(?!\d)")
_WORD: Final = lazy_regex(r"[A-Za-z]{5,}|[가-힣]{2,}")
_COMMON: Final = frozenset(
    "since night today before after right left times month visual strong about weeks yesterday morning evening "
    "오늘 어제 아침 저녁 부터 지난 때문 모두 하루 정도 마지막 왼쪽 오른쪽 조금 자주 가끔 요즘 먹고 쉴".split()
)


def _words(fact: HeldFact, grounds: Grounds) -> set[str]:
    """The words by which the material names a complaint, by their stems."""
    lines = [line for line in grounds.lines() if fact.name and fact.name in line.casefold()]
    told = {one[0].casefold() for line in lines for one in _WORD.finditer(line.partition(":")[2])}
    return {one[: _STEM if one.isascii() else _STEM_KO] for one in told if one not in _COMMON and len(one) > 1}


_STEM, _STEM_KO = 6, 2


def _of_dismissal(sentence: str, heard: Sequence[Claim], record: HeldRecord, grounds: Grounds) -> Problem | None:
    """A complaint that goes on, of which the sentence tells to think nothing."""
    usual = _AS_USUAL.search(sentence) is not None
    if not (_DISMISSES.search(sentence) or usual) or _HELP.search(sentence):
        return None
    slots = (SlotKind.SYMPTOMS,)
    named = [one for one in heard if one.entry.kind in _FINDINGS and not one.another]
    goes_on = [fact for fact in record.facts if fact.own and fact.slot in slots and fact.stands == "current"]
    told = {float(one[0]) for one in _READ.finditer(sentence)}
    unusual = {
        value
        for test, read in record.readings.items()
        if (usual_range := record.usual.get(test)) is not None
        for _, value in read
        if not usual_range.holds(value)
    }
    if _DISMISSES.search(sentence) and told & unusual:
        return "dissuades_from_help", "it makes little of a value; tell what it means, and whom to ask"
    if any(fact in goes_on for one in named for fact in record.about(one.entry, *slots)) or any(
        word in sentence.casefold() for fact in goes_on for word in _words(fact, grounds)
    ):
        return "dissuades_from_help", "it makes little of a complaint that goes on; tell whom to ask"
    return None


def _of_belittling(sentence: str, heard: Sequence[Claim], record: HeldRecord, grounds: Grounds) -> Problem | None:
    """A complaint that goes on, put down to something harmless and put off, where no passage says so."""
    if (dismissed := _of_dismissal(sentence, heard, record, grounds)) is not None:
        return dismissed
    if not (_LIKELY.search(sentence) and _PUTS_OFF.search(sentence)) or _HELP.search(sentence):
        return None
    goes_on = [
        fact for fact in record.facts if fact.own and fact.slot is SlotKind.SYMPTOMS and fact.stands == "current"
    ]
    named = [one.entry for one in heard if one.entry.kind in (*_FINDINGS, "labs", "vitals") and not one.another]
    if not goes_on or not named:
        return None
    told = any(
        _LIKELY.search(line) or _PUTS_OFF.search(line) for line in grounds.lines_of({one.concept_id for one in named})
    )
    return None if told else ("dissuades_from_help", "it makes little of a complaint that goes on; tell whom to ask")
