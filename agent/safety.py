"""Red flags: symptoms and readings of this turn that call for urgent care, found by rule before all else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from agent.skills.answering.wording import Dictionary, lookup
from agent.skills.ports import Situation
from domain.events import ContradictionFound, SlotChanged, SlotCorrected, SlotReaffirmed, SlotRecorded
from domain.ledger import Fact, local_day
from domain.values import PATIENT, Certainty, Polarity, SlotKind, Status, Temporality
from extraction.mentions import Mention

SYSTOLIC_CRISIS: Final = 180.0
DIASTOLIC_CRISIS: Final = 120.0
"""mmHg from which a blood pressure calls for care at once (ACC/AHA 2017, hypertensive crisis)."""
GLUCOSE_SEVERELY_LOW: Final = 54.0
"""mg/dL below which a glucose needs action at once (ADA 2024, level 2 hypoglycaemia)."""
GLUCOSE_SEVERELY_HIGH: Final = 300.0
"""mg/dL above which a glucose calls for prompt advice (KDA 2023, sick days)."""
OXYGEN_SEVERELY_LOW: Final = 90.0
"""% oxygen saturation below which care is urgent (WHO oxygen therapy 2016)."""
RECENT_DAYS: Final = 1
"""A reading older than this is history, not an emergency of today."""

_CRISES: Final = {
    "systolic_blood_pressure": (None, SYSTOLIC_CRISIS),
    "diastolic_blood_pressure": (None, DIASTOLIC_CRISIS),
    "glucose": (GLUCOSE_SEVERELY_LOW, GLUCOSE_SEVERELY_HIGH),
    "oxygen_saturation": (OXYGEN_SEVERELY_LOW, None),
}
_NAMED: Final = (
    (
        "chest pain",
        "가슴 통증",
        r"가슴.{0,6}(?:통증|아프|아파|조이|조여|쥐어|답답|뻐근|눌리|짓누)|흉통"
        r"|chest.{0,12}(?:pain|tight|pressure|hurt|ache|crush|heav)|(?:pain|tightness|pressure) in (?:my|the) chest",
    ),
    (
        "shortness of breath",
        "숨참",
        r"숨.{0,4}(?:차|찬|참|막히|못\s?쉬|쉬기\s?힘|가쁘|가빠)|호흡\s?곤란"
        r"|short(?:ness)? of breath|(?:can'?t|cannot|hard to|trouble|difficulty) breath|breathless"
        r"|struggling to breathe",
    ),
    (
        "signs of a stroke",
        "뇌졸중 의심 증상",
        r"(?:한쪽|왼쪽|오른쪽).{0,12}(?:마비|힘이\s?(?:빠|없)|안\s?움직|처지|처졌)|말이\s?(?:어눌|안\s?나|꼬)"
        r"|얼굴.{0,6}(?:마비|처지|처졌)"
        r"|(?:face|arm|leg|one side).{0,16}(?:droop|numb|weak|paraly)|slurred|can'?t speak|facial droop",
    ),
    (
        "loss of consciousness",
        "의식 저하",
        r"의식.{0,6}(?:잃|없|흐)|실신|기절|쓰러졌|passed out|faint(?:ed|ing)|unconscious|lost consciousness"
        r"|blacked out",
    ),
    (
        "bleeding",
        "출혈",
        r"피를\s?(?:토|흘리|많이)|토혈|각혈|피가?\s?(?:안\s?멈|멈추지)|(?:검은|까만|흑색|피\s?섞인)\s?변|혈변"
        r"|(?:vomit|cough)\w*.{0,10}blood|black (?:tarry )?stools?|blood in (?:my )?stool"
        r"|bleeding (?:that )?(?:won'?t|will not|does not) stop",
    ),
    (
        "the worst headache of your life",
        "벼락두통",
        r"(?:벼락|망치로|생전\s?처음|평생\s?처음).{0,14}(?:두통|머리)|(?:갑자기|갑작스).{0,10}(?:극심|심한)\s?두통"
        r"|worst headache|thunderclap|sudden(?:ly)?,? severe headache",
    ),
    (
        "a severe allergic reaction",
        "심한 알레르기 반응",
        r"아나필락시스|(?:목|혀|입술|얼굴).{0,6}(?:붓고|부어|부었|붓는|조여).{0,20}|anaphyla"
        r"|(?:throat|tongue|lips?|face).{0,16}(?:swell|swollen|closing)",
    ),
    ("a seizure", "경련", r"경련|발작(?:을|이)?\s?(?:했|났|일으|일어)|having a seizure|had a seizure|convuls"),
)
_SELF_HARM: Final = re.compile(
    r"죽고\s?싶|자살|자해|목숨을\s?끊|살고\s?싶지\s?않|kill myself|suicid|end my life|want to die|self[- ]harm"
    r"|hurt myself",
    re.IGNORECASE,
)
_FLAG_PATTERNS: Final = tuple((en, ko, re.compile(pattern, re.IGNORECASE)) for en, ko, pattern in _NAMED)
_NOT_NOW: Final = re.compile(
    r"없|않|안\s?(?:아프|나|차|느)|아니|사라졌|나았|괜찮아졌|작년|재작년|예전|옛날|과거|어릴|(?:년|달|개월)\s?전"
    r"|만약|생기면|있으면|나면|오면|차면|아프면|이면|친구|아버지|어머니|남편|아내|가족"
    r"|\bno\b|\bnot\b|n't\b(?! breath| speak)|without|never|denies|last year|years? ago|months? ago|used to"
    r"|in the past|as a child|\bif\b|should i get|\bwould\b"
    r"|friend|father|mother|husband|wife|brother|sister|family|went away|gone now|resolved",
    re.IGNORECASE,
)
_IF: Final = re.compile(r"\S{0,3}면(?:\s|,|$)")
_CLAUSE_END: Final = re.compile(r"[.!?;\n]|,\s|지만|는데\s|고요\s|\bbut\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RedFlag:
    """Something of this turn that calls for urgent care; ``fact_id`` when it was recorded as a fact."""

    name_ko: str
    name_en: str
    fact_id: str | None = None
    self_harm: bool = False


def red_flags(situation: Situation, mentions: Sequence[Mention], dictionary: Dictionary) -> tuple[RedFlag, ...]:
    """The red flags of this turn: symptoms that were recorded as present, readings of today, and alarming words.

    What the record holds as denied, past or another person's is none, whatever the words look like.
    """
    facts = _facts_of_turn(situation)
    found = [flag for fact in facts if (flag := _of_fact(fact, situation, dictionary)) is not None]
    text = situation.question.text
    if _SELF_HARM.search(text):
        found.insert(0, RedFlag("자해 생각", "thoughts of harming yourself", self_harm=True))
    denied = {fact.content.concept.concept_id for fact in facts if not _is_present(fact)}
    spoken = {each.entry.concept_id for each in mentions if each.entry.kind == "symptoms"}
    if not found and not (denied & spoken):
        found.extend(RedFlag(ko, en) for en, ko, pattern in _FLAG_PATTERNS if _says_now(pattern, text))
    return tuple(found)


def urgent_text(flags: Sequence[RedFlag], language: str) -> str:
    """The sentence that comes first when there are red flags, empty when there are none."""
    if not flags:
        return ""
    if any(flag.self_harm for flag in flags):
        if language == "ko":
            return (
                "혼자 견디지 마세요. 지금 자살예방 상담전화 109에 전화하시고, 스스로를 해칠 위험이 있으면 "
                "바로 119에 전화하거나 응급실로 가세요."
            )
        return (
            "You do not have to face this alone: call a crisis line now (109 in Korea, 988 in the US); if you may harm "
            "yourself, call emergency services (119 in Korea, 911 in the US) or go to the nearest emergency room."
        )
    names_ko = ", ".join(dict.fromkeys(flag.name_ko for flag in flags))
    names_en = ", ".join(dict.fromkeys(flag.name_en for flag in flags))
    if language == "ko":
        return (
            f"응급일 수 있는 신호입니다({names_ko}): 지금 바로 119에 전화하거나 가까운 응급실로 가세요. 직접 "
            f"운전하지 마세요."
        )
    return (
        f"This may be an emergency ({names_en}): call emergency services now (119 in Korea, 911 in the US) "
        "or go to the nearest emergency room. Do not drive yourself."
    )


def _facts_of_turn(situation: Situation) -> list[Fact]:
    facts = situation.view.ledger.facts
    kinds = (SlotRecorded, SlotChanged, SlotCorrected, SlotReaffirmed, ContradictionFound)
    ids = [event.payload.fact_id for event in situation.turn_events if isinstance(event.payload, kinds)]
    return [facts[fact_id] for fact_id in dict.fromkeys(ids) if fact_id in facts]


def _is_present(fact: Fact) -> bool:
    content = fact.content
    return (
        fact.current
        and content.polarity is Polarity.AFFIRMED
        and content.certainty is not Certainty.UNKNOWN
        and content.subject == PATIENT
        and content.temporality is Temporality.CURRENT
        and content.status not in (Status.RESOLVED, Status.REMISSION, Status.PLANNED)
    )


def _of_fact(fact: Fact, situation: Situation, dictionary: Dictionary) -> RedFlag | None:
    if not _is_present(fact):
        return None
    content = fact.content
    if content.slot is SlotKind.SYMPTOMS:
        entry = lookup(dictionary, "symptoms", content.concept.concept_id)
        if entry is None or entry.extra.get("red_flag", "0") in ("", "0", "false"):
            return None
        return RedFlag(entry.name_ko or entry.name, entry.name, fact.fact_id)
    limits = _CRISES.get(content.concept.concept_id)
    if limits is None or not isinstance(content.value, (int, float)) or not _is_recent(fact, situation):
        return None
    low, high = limits
    if (low is not None and content.value < low) or (high is not None and content.value >= high):
        return RedFlag(content.concept.display or content.concept.name, content.concept.name, fact.fact_id)
    return None


def _is_recent(fact: Fact, situation: Situation) -> bool:
    today = date.fromisoformat(local_day(situation.question.said_at, situation.question.time_zone))
    try:
        day = date.fromisoformat(fact.clinical_day)
    except ValueError:
        return False
    return (today - day).days <= RECENT_DAYS


def _says_now(pattern: re.Pattern[str], text: str) -> bool:
    for clause in _CLAUSE_END.split(text):
        match = pattern.search(clause)
        if match is None or _IF.match(clause, match.end()):
            continue
        if not _NOT_NOW.search(pattern.sub(" ", clause)):
            return True
    return False
