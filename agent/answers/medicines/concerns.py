"""What a question names beside a medicine: a state of the body, an illness, a food, another medicine.

Nothing of it is taken as the patient's or recorded: it is asked about, and whatever is said must heed it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from agent.answers.asking.request import Request
from agent.words.wording import Dictionary, lookup
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry, Kind, Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

PREGNANT: Final = lazy_regex(
    r"임신(?!\s?(?:하지|성|중독|수치|호르몬))|임산부|임부|태아|출산|수유|모유|산후"
    r"|(?<!non)pregnan|postpartum|breast-?\s?feed|breast milk|lactat(?!e\b)|unborn|after (?:giving )?birth|conceiv",
    re.IGNORECASE,
)
"""Words of pregnancy and breast-feeding; not of the illnesses that are named after it (임신성 당뇨병, 임신중독증)."""
PREGNANCIES: Final = frozenset(
    {
        "pregnancy",
        "breastfeeding",
        "gestational_diabetes",
        "gestational_hypertension",
        "preeclampsia",
        "hyperemesis_gravidarum",
    }
)
"""States and illnesses of pregnancy and of the time after it."""
_BESIDE: Final[frozenset[Kind]] = frozenset({"conditions", "symptoms", "allergens", "social", "procedures"})
_MEDICINES: Final[frozenset[Kind]] = frozenset({"medications", "drug_classes"})
_ALLERGIC_AFTER: Final = lazy_regex(r"\s?(?:계열?|약)?\s?(?:에\s?)?(?:알레르기|알러지|allerg)", re.IGNORECASE)
_ALLERGIC_BEFORE: Final = lazy_regex(r"(?:allerg\w* to|reaction to) (?:\w+ )?$", re.IGNORECASE)
_ALLERGY: Final = lazy_regex(r"알레르기|알러지|allerg", re.IGNORECASE)
_DOSE: Final = lazy_regex(
    r"용량|(?:적게|줄여|줄이|낮춰|낮추|조절|조정)|\bdos(?:e|es|age|ing)\b|\b(?:lower|reduc|adjust|less)\w*\b",
    re.IGNORECASE,
)
_DOSED_BY: Final = frozenset({"kidney_disease", "liver_disease", "pregnancy", "breastfeeding"})
"""States of the body by which doses are set."""


@dataclass(frozen=True, slots=True)
class Concern:
    """Something to be heeded: its concept, the more general ones, and words that speak of it in either language."""

    name_ko: str
    name_en: str
    concept_id: str
    broader: frozenset[str] = frozenset()
    spoken: re.Pattern[str] | None = None

    def in_sentence(self, sentence: str, mentions: Iterable[Mention]) -> bool:
        """Whether a sentence speaks of it, by its words or by a concept: the same, a narrower or a more general one."""
        if self.spoken is not None and self.spoken.search(sentence):
            return True
        return any(
            each.entry.concept_id == self.concept_id
            or each.entry.concept_id in self.broader
            or self.concept_id in each.entry.broader
            for each in mentions
        )


def _words(name_ko: str, name_en: str, concept_id: str, pattern: str) -> Concern:
    return Concern(name_ko, name_en, concept_id, spoken=lazy_regex(pattern, re.IGNORECASE))


_STATES: Final = (
    _words(
        "임신",
        "pregnancy",
        "pregnancy",
        r"임신(?!\s?(?:하지|성|중독|수치|호르몬))|임산부|임부|태아|(?<!non)pregnan|unborn|conceiv|(?:for|have) a baby",
    ),
    _words(
        "수유",
        "breast-feeding",
        "breastfeeding",
        r"수유|모유|breast-?\s?feed|breast milk|lactat(?!e\b)|nursing"
        r"|(?:while|when|still|if i'?m|i'?m) (?:\w+ )?feeding (?:him|her|my|the|a)",
    ),
    _words(
        "콩팥 기능 저하",
        "reduced kidney function",
        "kidney_disease",
        r"콩팥|신장(?!\s?\d)|신부전|투석|사구체\s?여과|크레아티닌\s?청소율|eGFR"
        r"|kidney|\brenal|dialysis|creatinine clearance",
    ),
    _words(
        "간 질환",
        "liver disease",
        "liver_disease",
        r"(?<![가-힣])간(?:이|은|에|을)?\s?(?:기능|질환|경화|경변|염|수치|병|나쁘|나빠|안\s?좋)|\bliver\b|cirrhosis|\bhepat",
    ),
    _words("자몽", "grapefruit", "grapefruit", r"자몽|grapefruit"),
    _words(
        "술",
        "alcohol",
        "alcohol",
        r"(?<![가-힣])(?:술|음주|과음|맥주|소주|와인|막걸리)|\balcohol|\bbeer\b|\bwine\b|drinking",
    ),
    _words(
        "비타민 K가 많은 음식",
        "foods rich in vitamin K",
        "vitamin_k_food",
        r"비타민\s?K|청국장|낫토|녹즙|시금치|케일|푸른\s?잎|잎채소|녹색\s?채소|vitamin k|spinach|\bkale\b|leafy|natto",
    ),
    _words("우유", "milk", "milk", r"우유|유제품|\bmilk\b|dairy"),
    _words("커피", "caffeine", "caffeine", r"커피|카페인|coffee|caffein"),
    _words("운전", "driving", "driving", r"운전|\bdriv(?:e|ing)\b"),
)
"""States, foods and habits by which the use of medicines changes, whatever the words for them."""


_OF_THE_BODY: Final = frozenset({"pregnancy", "breastfeeding", "kidney_disease", "liver_disease"})
_DENIED_BEFORE: Final = lazy_regex(
    r"\b(?:no|not|never|nor|without|isn'?t|aren'?t|ain'?t|wasn'?t|(?:don'?t|haven'?t) (?:have|got)"
    r"|(?:can|could)n?'?t be)"
    r"\s(?:(?:any|a|even|at all|currently|yet|actually|really)\s){0,2}(?:\w+\s(?:or|and|nor)\s)?$",
    re.IGNORECASE,
)
_FINE_BEHIND: Final = lazy_regex(
    r"(?:s|'s|\s(?:is|are|were|was)|\s(?:function|tests?|numbers?|levels?))*\s(?:all\s|both\s|perfectly\s|absolutely\s)?"
    r"(?:fine|ok|okay|normal|good|alright|all right|healthy|clear)\b"
    r"|\s(?:stuff|trouble|problems?|issues?|disease)?\s?(?:at all)?$"
    r"|[가-힣]{0,3}?(?:은|는|이|가|도|하고|이랑|,)?\s?(?:[가-힣]{1,3}\s)?(?:다\s|모두\s|전부\s|아무\s)?"
    r"(?:괜찮|정상|멀쩡|튼튼|문제\s?(?:는\s)?없|이상\s?(?:은\s)?없|없(?!애)|아니|아닌|아님|아녜|절대\s?아니|안\s?[했해하함])",
    re.IGNORECASE,
)
"""What stands right behind an organ or a state that is told to be well, or not to be."""
_NEAR: Final = 32


def states_asked(text: str) -> tuple[Concern, ...]:
    """The states of the body, foods and habits that ``text`` speaks of, without those of the body that it denies."""
    return tuple(state for state in _STATES if state.spoken is not None and _is_spoken_of(state, text))


def _is_spoken_of(state: Concern, text: str) -> bool:
    assert state.spoken is not None
    places = [one.span() for one in state.spoken.finditer(text)]
    return any(state.concept_id not in _OF_THE_BODY or not _is_denied(text, *place) for place in places)


def _is_denied(text: str, start: int, end: int) -> bool:
    """Whether what stands at [start, end) is told not to be, or to be well: "no kidney stuff", "신장 괜찮아요"."""
    if _DENIED_BEFORE.search(text[max(0, start - _NEAR) : start]) is not None:
        return True
    behind = _FINE_BEHIND.match(text, end)
    return behind is not None and bool(behind[0].strip()) and "?" not in text[end : end + _NEAR].split(" ")[0]


def states_of(conditions: Collection[str]) -> tuple[Concern, ...]:
    """The states of the body that come with ``conditions`` (concept ids, the more general ones among them)."""
    return tuple(state for state in _STATES if state.concept_id in conditions)


def things_weighed(request: Request, medicines: Iterable[Entry]) -> tuple[Concern, ...]:
    """What the question wants weighed together: the medicines asked about first, then all that is named beside them.

    Empty unless a medicine is asked about beside something else, and leave to take it or its dose is the question.
    """
    asked = {entry.concept_id: concern(entry) for entry in medicines}
    if not asked or not (request.has("permission") or asks_dose(request.text)):
        return ()
    states = states_asked(request.text)
    things = asked | {state.concept_id: state for state in states}
    for mention in request.mentions:
        kind = mention.entry.kind
        beside = kind in _MEDICINES or (kind in _BESIDE and not states_asked(mention.surface))
        if beside and mention.entry.concept_id not in things:
            things[mention.entry.concept_id] = concern(mention.entry)
    return tuple(things.values()) if len(things) > 1 else ()


def asks_in_pregnancy(text: str) -> bool:
    """Whether a question speaks of a pregnancy or of breast-feeding."""
    return any(each.concept_id in ("pregnancy", "breastfeeding") for each in states_asked(text))


def asks_dose(text: str) -> bool:
    """Whether a question is how much of a medicine suits a state of the body ("a lower dose in kidney disease")."""
    return bool(_DOSE.search(text) and any(each.concept_id in _DOSED_BY for each in states_asked(text)))


def conditions_asked(request: Request, dictionary: Dictionary) -> tuple[Entry, ...]:
    """The conditions named in the question, by their own names or by the words for a state."""
    text = normalise(request.text).text
    named = {one.entry.concept_id: one.entry for one in request.mentions if not _is_denied(text, one.start, one.end)}
    found = {each: entry for each, entry in named.items() if entry.kind == "conditions"}
    for state in states_asked(request.text):
        concept_id = state.concept_id
        named_already = any(concept_id in (each, *entry.broader) for each, entry in found.items())
        entry = None if named_already else lookup(dictionary, "conditions", concept_id)
        if entry is not None:
            found[concept_id] = entry
    return tuple(found.values())


def allergies_asked(request: Request) -> tuple[Entry, ...]:
    """What the question names as causing an allergy ("with a penicillin allergy")."""
    text = normalise(request.text).text
    found: dict[str, Entry] = {}
    for mention in request.mentions:
        if mention.entry.kind in _MEDICINES or mention.entry.kind == "allergens":
            after = _ALLERGIC_AFTER.match(text, mention.end)
            if after or _ALLERGIC_BEFORE.search(text[: mention.start]):
                found[mention.entry.concept_id] = mention.entry
    return tuple(found.values())


def concern(entry: Entry) -> Concern:
    """An entry of the lexicon as something to be heeded; an illness of pregnancy is spoken of as a pregnancy."""
    spoken = _STATES[0].spoken if entry.concept_id in PREGNANCIES else None
    return Concern(entry.name_ko or entry.name, entry.name, entry.concept_id, frozenset(entry.broader), spoken)


def recorded_concern(fact: Fact) -> Concern:
    """A fact of the record as something to be heeded; an allergy is spoken of by that word."""
    concept = fact.content.concept
    spoken = _ALLERGY if fact.content.slot is SlotKind.ALLERGIES else None
    if not PREGNANCIES.isdisjoint((concept.concept_id, *concept.broader)):
        spoken = _STATES[0].spoken
    return Concern(
        concept.display or concept.name, concept.name, concept.concept_id, frozenset(concept.broader), spoken
    )
