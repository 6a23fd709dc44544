"""Whether what thins the blood is left off before a tooth is pulled or a procedure is done: never on one's own.

Which one is meant people seldom name: "the blood thinner" is whatever of that kind is on record.
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.safety.record import Record
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind, Status, Temporality
from extraction.reading.medicines.mishaps import mishaps_in
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_KINDS: Final = ("anticoagulant", "antiplatelet")
"""What thins the blood: of both the sentence on the anticoagulant comes first."""
_PROCEDURE: Final = lazy_regex(
    r"(?:(?<![가-힣])이|이를|이빨을?|어금니를?|사랑니를?|치아를?)\s?(?:\S{1,4}\s)?(?:뽑|빼|발치)|발치"
    r"|임플란트|내시경|시술|수술|조직\s?검사|스케일링"
    r"|치과|\b(?:tooth|teeth|dentist|extraction|implant|procedure|operation|surgery|surgeon|biopsy|root canal)\b"
    r"|\w*oscop(?:y|ies)\b",
    re.IGNORECASE,
)
_LEAVES_OFF: Final = lazy_regex(
    r"끊|중단|멈추|멈출|멈춰|며칠\s?(?:전|동안|쉬)|쉬(?:고|어|었|면|는|나|죠|지|다가)|안\s?먹(?:고|어야)"
    r"|빼고\s?(?:가|와)"
    r"|\b(?:stop(?:ping|ped)?|com(?:e|ing) off|go off|off (?:it|them|my|the)|paus(?:e|ing)"
    r"|hold(?:ing)?|skip|leave (?:out|off)"
    r"|miss|quit|not take|without it)\b|\bhow (?:many days|long) before\b",
    re.IGNORECASE,
)
_OF_MEDICINE: Final = lazy_regex(
    r"약|\b(?:it|them|tablets?|pills?|medicines?|medication|meds|thinners?)\b", re.IGNORECASE
)
_WHY: Final = lazy_regex(r"왜|어째서|이유|까닭|\bwhy\b|how come|what for\b", re.IGNORECASE)
_LONGEST: Final = 120


def before_procedure(consultation: Consultation) -> Part:
    """That it is not for the patient to stop, where a question is to stop it for a procedure; else empty."""
    request = consultation.request
    question = consultation.situation.question
    # Who left it off already is told the same.
    left_off = any(one.act == "without" for one in mishaps_in(normalise(question.text).text, question.said_at.date()))
    asks = (request.asks or "?" in request.text) and _LEAVES_OFF.search(request.text) is not None
    if not left_off and not asks:
        return Part()
    if not (_PROCEDURE.search(request.text) or _is_planned(consultation)):
        return Part()
    if not _speaks_of_it(consultation, unnamed=left_off):
        return Part()
    return _said("procedure", consultation)


def why_before_procedure(consultation: Consultation) -> Part:
    """The reason, for who asks why right after; empty where nothing of it was said last."""
    text, last = consultation.request.text, consultation.situation.view.answers.last()
    if last is None or not _WHY.search(text) or len(text) > _LONGEST:
        return Part()
    language = consultation.words.language
    said = [kind for kind in _KINDS if sentence(f"procedure.{kind}", language) in last.text]
    return _said("procedure.why", consultation, tuple(said)) if said else Part()


def _said(key: str, consultation: Consultation, kinds: tuple[str, ...] = _KINDS) -> Part:
    record = Record(consultation.ledger, consultation.known.today, suspected=True)
    held = {kind: record.holding((kind,)) for kind in kinds}
    kinds = tuple(kind for kind in kinds if held[kind])
    text = " ".join(sentence(f"{key}.{kind}", consultation.words.language) for kind in kinds)
    return Part(text, tuple(dict.fromkeys(fact.fact_id for kind in kinds for fact in held[kind])))


def _speaks_of_it(consultation: Consultation, *, unnamed: bool) -> bool:
    """Whether the words are of what thins the blood: by its name, its kind, or no name at all."""
    named = [one.entry for one in consultation.request.mentions if one.entry.kind in ("medications", "drug_classes")]
    if not named:
        return unnamed or _OF_MEDICINE.search(consultation.request.text) is not None
    return any(not {one.concept_id, *one.broader}.isdisjoint(_KINDS) for one in named)


def _is_planned(consultation: Consultation) -> bool:
    return any(_lies_ahead(fact) for fact in consultation.known.own(SlotKind.PROCEDURES))


def _lies_ahead(fact: Fact) -> bool:
    content = fact.content
    return fact.current and (content.status is Status.PLANNED or content.temporality is Temporality.FUTURE)
