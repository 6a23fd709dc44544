"""A complaint that was told gets counsel, as a nurse would give it: what it may come of, what helps, when to be seen.

First what the record explains (:mod:`agent.safety.complaint_rows`), else the card on the complaint itself. "Is that
bad?" and "what should I do?" about what was just told are answered by the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from agent.answers.asking.asks import asks_in
from agent.answers.asking.request import Request, read_request
from agent.answers.complaints.complaint_asks import asks_how_bad, asks_of_medicine, asks_what_to_do
from agent.answers.consultation import Consultation
from agent.answers.knowledge.quotes import whole
from agent.answers.knowledge.whose_card import Whose
from agent.answers.part import Part, joined
from agent.answers.record.changes import turn_changes
from agent.safety.complaint_rows import Explained, explained
from agent.safety.record import Record
from agent.safety.telling import tells_alarm
from agent.words.sentences import sentence, worded
from agent.words.wording import lookup
from domain.events import SlotChanged
from domain.ledger import Fact
from domain.values import PATIENT, SERIES_SLOTS, Certainty, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from retrieval.corpus import Passage

_MOST_ROWS: Final = 2
_MOST_COMPLAINTS: Final = 2
"""Complaints told at once of which a card is given: who reads out a list is not read to."""
_MOST_TOLD: Final = 4
"""Facts told at once beside which a card is given."""
_ALARMED: Final = 2
"""Turns after an alarm in which nothing is counselled beside it."""
_ENDED: Final = frozenset({Status.RESOLVED, Status.REMISSION, Status.STOPPED})
_ACUTE: Final = frozenset(
    {"common_cold", "influenza", "gastroenteritis", "food_poisoning", "conjunctivitis", "ankle_sprain", "sprain",
     "muscle_strain", "lumbar_sprain", "burn_injury", "contusion", "insect_bite", "insect_bite_reaction", "urticaria",
     "tonsillitis", "pharyngitis", "acute_viral_pharyngitis", "epistaxis_disorder", "constipation_disorder",
     "tension_headache", "hemorrhoids", "food_intolerance_symptom"}
)  # fmt: skip
"""Illnesses that people name as they would a complaint, and look after themselves."""
_EXPLAINS: Final = {
    "headache": ("migraine", "tension_headache", "medication_overuse_headache"),
    "heartburn": ("gerd", "gastritis", "peptic_ulcer"),
    "indigestion": ("gerd", "gastritis", "peptic_ulcer"),
    "knee_pain": ("osteoarthritis_of_knee", "osteoarthritis"),
    "joint_pain": ("rheumatoid_arthritis", "osteoarthritis"),
    "low_back_pain": ("lumbar_disc_herniation", "herniated_disc"),
    "itching": ("atopic_dermatitis", "chronic_urticaria", "psoriasis"),
    "diarrhea": ("irritable_bowel_syndrome",),
    "abdominal_pain": ("irritable_bowel_syndrome",),
    "bloating": ("irritable_bowel_syndrome",),
    "runny_nose": ("allergic_rhinitis",),
    "nasal_congestion": ("allergic_rhinitis",),
    "sneezing": ("allergic_rhinitis",),
    "phlegm": ("copd",),
    "vertigo": ("bppv",),
    "hot_flashes": ("menopause",),
    "foot_numbness": ("diabetic_neuropathy", "peripheral_neuropathy"),
}
"""Illnesses on record of which a complaint is the known sign: their own card says more than that of the complaint."""
_MEASURED_BY: Final = {"bradycardia_symptom": "heart_rate"}
"""Complaints that are a value told in words: the value is judged."""
_HELPS: Final = ("self_care", "warning_signs")
_WARNS: Final = ("warning_signs", "self_care")
_ABOUT_COMPLAINT: Final = frozenset(
    {"self_care", "warning_signs", "cause", "side_effects", "meaning", "signs", "outlook", "stopping"}
)
"""Sides of a card that say what counsel says; another side (food, contagion, driving) is an answer of its own."""
_OF_COMPLAINTS: Final = frozenset({"cause", "judge", "steps", "stopping"})
"""Intents that a question about a complaint is heard as, whatever its words."""
_GOES_ON: Final = 3
"""Turns back to the complaint that "is that bad?" may still mean."""
_OF_THEMSELVES: Final[tuple[Kind, ...]] = ("medications", "drug_classes", "labs", "vitals", "procedures")
"""What is asked about for itself where it is named beside a complaint."""
_OTHER: Final[tuple[Kind, ...]] = (*_OF_THEMSELVES, "allergens", "social")
"""What else a question is about where leave is asked; beside a complaint it is named as what sets it off."""
_SUSPECTS: Final[frozenset[Kind]] = frozenset({"medications", "drug_classes"})
_EASED: Final = lazy_regex(
    r"(?<!no )(?<!not )(?<!any )(?<!n't )(?<!get )\b(?:better|eas(?:ed|ing)|improv(?:ed|ing)|settl(?:ed|ing)|cleared up"
    r"|gone(?=\s*(?:now|away|completely|today|again|[.,!]|$))|going down|went away|stopped hurting)\b"
    r"|나아졌|나았|좋아졌|괜찮아졌|줄었|줄어들|가라앉았|덜\s?(?:아|하|해)|사라졌|없어졌|멎었|다\s?나",
    re.IGNORECASE,
)
"""Words by which a complaint is told as going or gone."""
_SINCE_TAKEN: Final = lazy_regex(
    r"\b(?:since|after|from|because|ever since|side effects?|mak(?:es|ing)|gives?|giving)\b"
    r"|때문|먹고|먹은|드시고|먹으면|맞고|쓰고|부터|뒤|후|부작용|이후",
    re.IGNORECASE,
)
"""Words by which a medicine that is told together with a complaint came before it, and was not given for it."""
_NSAIDS: Final = lazy_regex(r"ibuprofen|naproxen|anti-inflammator|이부프로펜|나프록센|소염", re.IGNORECASE)
_NO_NSAID: Final = (
    "pregnancy", "anticoagulant", "antiplatelet", "kidney_disease", "egfr_below_60", "creatinine_raised",
    "heart_failure", "peptic_ulcer", "gastric_ulcer", "duodenal_ulcer", "lithium", "methotrexate",
)  # fmt: skip
"""What on record speaks against the anti-inflammatory painkillers that a card may name (see cautions.yaml)."""


@dataclass(frozen=True, slots=True)
class Counsel:
    """Counsel on the complaints of a turn, and how it stands to what the turn asks."""

    part: Part
    by_record: bool = False
    """Whether the record explains the complaint; else a card on the complaint speaks."""
    answers: bool = False
    """Whether what the turn asks is about the complaint, so that the counsel answers it."""


_NONE: Final = Counsel(Part())


def counsel_on(consultation: Consultation, *, unanswered: bool = False) -> Counsel:
    """Counsel on the complaints of this turn; empty where none was told or asked about, or another thing is asked.

    ``unanswered`` is whether nothing else was found to say to a question: one that names nothing then goes on about
    what was complained of.
    """
    told = _told_now(consultation)
    asks = _asks(consultation) or (unanswered and _goes_on(consultation))
    meant = told or (_meant(consultation) if asks else ())
    if _is_settled(consultation, asks=asks) or _alarmed_lately(consultation):
        return _NONE
    rows = tuple(_rows(consultation, meant))[:_MOST_ROWS]
    if asks and not told and not _is_of_rows(consultation, rows):
        return _NONE
    if rows and (part := _said(consultation, rows, asks=asks)).text:
        return Counsel(part, by_record=any(one.known for one in rows), answers=asks)
    if rows or not meant or not _is_short(consultation, told) or _asks_of_medicine_alone(consultation):
        return _NONE
    card = _card(consultation, meant)
    if card is None or (not asks and consultation.asked_before(card.text)):
        return _NONE
    return Counsel(joined((_quoted(card), _against_nsaids(consultation, card))), answers=asks)


def asks_of_complaint_alone(consultation: Consultation) -> bool:
    """Whether a turn that tells and names nothing asks how bad it is, or what to do about it."""
    request, changes = _as_told(consultation), turn_changes(consultation)
    told = changes.recorded or changes.reaffirmed or changes.corrective
    return not request.mentions and not told and (asks_how_bad(request.text) or asks_what_to_do(request.text))


def is_of_another_side(consultation: Consultation, composed: Part) -> bool:
    """Whether an answer quotes a card on another side than counsel speaks of: food, contagion, driving."""
    cited = {one.document_id for one in composed.citations} & set(consultation.situation.intent.cards)
    kinds = {hit.passage.kind for hit in consultation.situation.hits if hit.passage.document_id in cited}
    return bool(kinds) and kinds.isdisjoint(_ABOUT_COMPLAINT)


def _told_now(consultation: Consultation) -> tuple[Fact, ...]:
    """Complaints of the patient's own that this turn told, new or again, as present."""
    changes = turn_changes(consultation)
    ids = [one.fact_id for one in changes.recorded] + [one.fact_id for one in changes.reaffirmed]
    facts = (consultation.ledger.facts[each] for each in ids)
    measured = set(consultation.tests_told())
    medicine_too = any(one.content.slot is SlotKind.MEDICATIONS for one in changes.recorded)
    return tuple(
        fact
        for fact in facts
        if _is_present(fact)
        and _MEASURED_BY.get(fact.content.concept.concept_id) not in measured
        and (
            fact.content.slot is SlotKind.SYMPTOMS
            or (
                fact.content.slot is SlotKind.CONDITIONS
                and fact.content.concept.concept_id in _ACUTE
                and not medicine_too
            )
        )
    )


def _is_present(fact: Fact) -> bool:
    content = fact.content
    # Of a doubt about what has a name nothing is known: it may be another's, or only feared.
    doubted = content.certainty is not Certainty.CONFIRMED and bool(content.concept.codings)
    return (
        fact.current
        and not doubted
        and content.subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and content.status not in _ENDED
        and content.temporality not in (Temporality.PAST, Temporality.FUTURE)
    )


def _meant(consultation: Consultation) -> tuple[Fact, ...]:
    """The complaints that a question goes on about: those it names, else those of the turn before."""
    present = [fact for fact in consultation.known.own(SlotKind.SYMPTOMS) if _is_present(fact)]
    named = set(_as_told(consultation).concepts("symptoms", "conditions"))
    if named:
        return tuple(fact for fact in present if fact.content.concept.concept_id in named)
    since = consultation.situation.question.turn_number - _GOES_ON
    latest = max((turn for fact in present for turn in _turns(fact) if turn >= since), default=0)
    others = (*SERIES_SLOTS, SlotKind.MEDICATIONS)
    since_then = [turn for slot in others for fact in consultation.known.own(slot) for turn in _turns(fact)]
    if not latest or any(turn > latest for turn in since_then) or _measured_in(consultation, latest):
        # "Is that bad?" asks of what was told last, and of a value before a complaint.
        return ()
    return tuple(fact for fact in present if latest in _turns(fact))


def _measured_in(consultation: Consultation, turn: int) -> bool:
    return any(turn in _turns(fact) for slot in SERIES_SLOTS for fact in consultation.known.own(slot))


def _turns(fact: Fact) -> tuple[int, ...]:
    return tuple(one.turn_number or 0 for one in fact.evidence)


def _as_told(consultation: Consultation) -> Request:
    """The utterance by itself: a test that the last answer named is not what "is that bad?" leans on here."""
    return read_request(consultation.situation.question.text, consultation.finder)


def _asks(consultation: Consultation) -> bool:
    """Whether this turn asks how bad a complaint is, what to do about it, or whether a medicine does it."""
    words = _asking_words(consultation)
    spoken = asks_how_bad(words) or asks_what_to_do(words) or asks_of_medicine(words)
    heard = consultation.situation.intent.name in _OF_COMPLAINTS and (
        bool(_told_now(consultation)) or bool(_as_told(consultation).concepts("symptoms"))
    )
    taken = consultation.known.medicine_ids()
    others = _OTHER if consultation.request.has("permission") or not _told_now(consultation) else _OF_THEMSELVES
    return (spoken or heard) and not any(
        one.entry.kind in others and not (one.entry.kind in _SUSPECTS and one.entry.concept_id in taken)
        for one in read_request(words, consultation.finder).mentions
    )


def _goes_on(consultation: Consultation) -> bool:
    """Whether a question names nothing but complaints, and what went before it was about nothing else."""
    if any(
        one.entry.kind != "symptoms" for one in read_request(_asking_words(consultation), consultation.finder).mentions
    ):
        return False
    if _told_now(consultation):
        return bool(asks_in(_as_told(consultation)))
    line = consultation.situation.view.tiers.lines.get(consultation.situation.question.turn_number - 1)
    before = read_request(line.question, consultation.finder).mentions if line is not None else ()
    return not _as_told(consultation).mentions and not any(one.entry.kind in _OTHER for one in before)


def _is_of_rows(consultation: Consultation, rows: tuple[Explained, ...]) -> bool:
    """Whether a question that goes on names no medicine, or asks of one that a row blames."""
    named = {one.entry.concept_id for one in _as_told(consultation).mentions if one.entry.kind in _SUSPECTS}
    if not named:
        return True
    blamed = {
        each
        for one in rows
        for fact in one.facts
        for each in (fact.content.concept.concept_id, *fact.content.concept.broader)
    }
    return not named.isdisjoint(blamed) and asks_of_medicine(_asking_words(consultation))


def _asking_words(consultation: Consultation) -> str:
    request = _as_told(consultation)
    return " ".join(one.text for one in asks_in(request)) or request.plain or request.text


def _asks_of_medicine_alone(consultation: Consultation) -> bool:
    """Whether all that is asked is whether a medicine does it or is to be gone on with: no card on a complaint says."""
    words = _asking_words(consultation)
    others = asks_how_bad(words) or asks_what_to_do(words)
    return consultation.request.asks and not others and asks_of_medicine(words)


def _is_settled(consultation: Consultation, *, asks: bool) -> bool:
    """Whether the complaint is told as going, or as what a medicine was changed for: nothing is left to counsel."""
    if asks:
        return False
    changed = any(
        isinstance(one, SlotChanged) and one.content.slot is SlotKind.MEDICATIONS
        for one in turn_changes(consultation).corrective
    )
    return changed or _EASED.search(consultation.request.text) is not None


def _alarmed_lately(consultation: Consultation) -> bool:
    """Whether one of the last answers sounded an alarm, of any level: what it said is not made less of."""
    situation = consultation.situation
    since = situation.question.turn_number - _ALARMED
    return any(tells_alarm(one.text) for turn, one in situation.view.answers.given.items() if turn >= since)


def _is_short(consultation: Consultation, told: tuple[Fact, ...]) -> bool:
    """Whether so little was told at once that a card on it is in place."""
    return len(told) <= _MOST_COMPLAINTS and len(turn_changes(consultation).recorded) <= _MOST_TOLD


def _rows(consultation: Consultation, meant: tuple[Fact, ...]) -> Iterator[Explained]:
    """The rows that explain the complaints, without those of a medicine that was given for them."""
    record = Record(consultation.ledger, consultation.known.today)
    text = normalise(_telling(consultation, meant)).text
    ids = dict.fromkeys(fact.content.concept.concept_id for fact in meant)
    now = {one.fact_id for one in turn_changes(consultation).recorded}
    came_before = _SINCE_TAKEN.search(text) is not None
    suspects = {
        each
        for one in consultation.request.mentions
        if one.entry.kind in _SUSPECTS
        for each in (one.entry.concept_id, *one.entry.broader)
    }
    for one in explained(record, ids, text, in_own_words=bool(_told_now(consultation))):
        facts = tuple(fact for fact in one.facts if came_before or not _is_medicine(fact) or fact.fact_id not in now)
        own = tuple(fact for fact in facts if fact.content.concept.concept_id in suspects) or facts
        if own or not one.facts:
            yield Explained(one.row, own, one.known)


def _is_medicine(fact: Fact) -> bool:
    return fact.content.slot is SlotKind.MEDICATIONS


def _telling(consultation: Consultation, meant: tuple[Fact, ...]) -> str:
    """The words of this turn, with those that told what it goes on about."""
    said = consultation.situation.question.text
    if _told_now(consultation):
        return said
    lines = consultation.situation.view.tiers.lines
    latest = max((turn for fact in meant for turn in _turns(fact)), default=0)
    return f"{lines[latest].question}\n{said}" if latest in lines else said


def _said(consultation: Consultation, rows: tuple[Explained, ...], *, asks: bool) -> Part:
    parts: list[Part] = []
    for one in rows:
        names = ", ".join(dict.fromkeys(consultation.words.name(fact.content) for fact in one.facts))
        text = worded(consultation.pick(one.row.ko, one.row.en), name=names)
        if asks or not consultation.asked_before(text):
            parts.append(Part(text, tuple(fact.fact_id for fact in one.facts)))
    return joined(parts)


def _card(consultation: Consultation, meant: tuple[Fact, ...]) -> Passage | None:
    """The card on the first complaint that has one fit for this patient; on how bad it is where that is asked."""
    if consultation.cards is None:
        return None
    text = consultation.request.text
    about = Whose(consultation.situation.view, consultation.finder, text)
    kinds = _WARNS if asks_how_bad(text) and not asks_what_to_do(text) else _HELPS
    held = consultation.known.condition_ids()
    for fact in meant:
        concept = fact.content.concept
        ids = (*(one for one in _EXPLAINS.get(concept.concept_id, ()) if one in held), concept.concept_id)
        for each in (*ids, *_broader(consultation, fact)):
            for kind in kinds:
                card = consultation.cards.shelf.card(consultation.words.language, kind, (each,))
                if card is not None and (about.suits(card) or (each in ids and about.is_of_age(card))):
                    return card
    return None


def _broader(consultation: Consultation, fact: Fact) -> tuple[str, ...]:
    """The more general complaints, whose card holds for their kinds, too."""
    dictionary = consultation.words.dictionary
    return tuple(one for one in fact.content.concept.broader if lookup(dictionary, "symptoms", one) is not None)


def _quoted(card: Passage) -> Part:
    quote = whole(card)
    return Part(quote.marked, (), (quote.citation,))


def _against_nsaids(consultation: Consultation, card: Passage) -> Part:
    """That the anti-inflammatory painkillers of a card are not for this patient, where the record says so."""
    if _NSAIDS.search(card.text) is None:
        return Part()
    held = Record(consultation.ledger, consultation.known.today).holding(_NO_NSAID)
    if not held:
        return Part()
    words = consultation.words
    names = ", ".join(
        dict.fromkeys(
            words.brief(fact) if fact.content.slot is SlotKind.LABS else words.name(fact.content) for fact in held[:2]
        )
    )
    text = sentence("complaint.no_nsaid", consultation.words.language, names=names)
    return Part(text, tuple(fact.fact_id for fact in held[:2]))
