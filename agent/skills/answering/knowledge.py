"""General medical questions: what the lexicon and the passages say, with what on this patient's record bears on it."""

from __future__ import annotations

import re
from typing import Final

from agent.skills.answering.allergy_check import conflicting_allergies
from agent.skills.answering.consultation import Consultation
from agent.skills.answering.josa import with_particle
from agent.skills.answering.part import Part, joined
from agent.skills.answering.quotes import Quote, fitting
from agent.skills.answering.recall import medicine_sentences, medicines_spoken
from agent.skills.answering.wording import lookup
from domain.values import SlotKind
from extraction.mentions import Entry, Kind

_KINDS: Final = ("overview", "target", "medication", "monitoring", "caution", "lifestyle", "urgent")
_ABOUT: Final[tuple[Kind, ...]] = (
    "conditions", "symptoms", "medications", "drug_classes", "labs", "vitals", "allergens", "procedures", "social",
)  # fmt: skip
_ASKS_MEANING: Final = re.compile(r"뭐예요|뭐에요|뭔가요|무엇|이란|무슨|what (?:is|are|does)|mean", re.IGNORECASE)
_MEANS: Final = re.compile(
    r"보여\s?줍니다|뜻합니다|말합니다|(?:상태|질환|병|수치|지표)입니다|reflects|\bmeans\b|\bis (?:a|an|the)\b",
    re.IGNORECASE,
)
_URGENT: Final = re.compile(r"119|응급|emergency", re.IGNORECASE)
_MOST_QUOTES: Final = 2
_WORDS: Final = re.compile(r"[가-힣]{2,}|[a-z]{4,}")
_STEM: Final = {True: 2, False: 5}
"""Letters of a word that are compared: two syllables of a Korean word, whose ending varies, five of an English one."""
_COMMON: Final = re.compile(
    r"^(?:어떤|어떻|얼마|무엇|무슨|있나|있는|되나|하나|해야|하는|좋은|좋을|알려|주세|궁금|정도|what|when|which"
    r"|should|would|could|have|does|"
    r"about|there|with|that|this|please|tell|much|many|good|need|from|your)"
)


def explain(consultation: Consultation) -> Part:
    """What is known about what the question names; says so when neither documents nor record hold it."""
    entries = {each.entry.concept_id: each.entry for each in consultation.request.mentions if each.entry.kind in _ABOUT}
    medicines = [entry for entry in entries.values() if entry.kind in ("medications", "drug_classes")]
    parts = [_hypothetical(consultation)]
    parts += [_about_medicine(consultation, entry) for entry in medicines]
    quotes = _quotes(consultation, tuple(entries.values()))
    parts.append(Part("\n".join(quote.marked for quote in quotes), (), tuple(quote.citation for quote in quotes)))
    said = joined(part for part in parts if part.text)
    if not said.citations and not any(part.text for part in parts[1:]):
        return Part(_not_found(consultation))
    if not quotes and medicines:
        said = joined((said, Part(_no_document(consultation))))
    taken = consultation.known.medicine_ids()
    new = any(entry.concept_id not in taken for entry in medicines)
    return joined((said, Part(_closing(consultation, new))))


def _hypothetical(consultation: Consultation) -> Part:
    if not consultation.request.has("conditional"):
        return Part()
    return Part(
        consultation.pick(
            "가정하신 경우에 대한 일반적인 안내이며, 기록에 더하지 않았습니다.",
            "This is general information about the case you imagine; it is not added to your record.",
        )
    )


def _about_medicine(consultation: Consultation, entry: Entry) -> Part:
    words, known = consultation.words, consultation.known
    taken = next(
        (fact for fact in known.in_force(SlotKind.MEDICATIONS) if entry.concept_id == fact.content.concept.concept_id),
        None,
    )
    if taken is not None:
        said = Part(medicine_sentences(words, taken.content), (taken.fact_id,), (), medicines_spoken((taken,)))
    else:
        said = Part(_purpose(consultation, entry))
    return joined((said, _allergy_line(consultation, entry)), " ")


def _purpose(consultation: Consultation, entry: Entry) -> str:
    name = consultation.pick(entry.name_ko or entry.name, entry.name)
    if consultation.words.language == "ko" and name != entry.name:
        name = f"{name}({entry.name})"
    return consultation.words.purpose(entry, name)


def _allergy_line(consultation: Consultation, entry: Entry) -> Part:
    known, words = consultation.known, consultation.words
    name = consultation.pick(entry.name_ko or entry.name, entry.name)
    met = conflicting_allergies(known, words.dictionary, entry)
    if met:
        listed = ", ".join(words.name(fact.content) for fact in met)
        return Part(
            consultation.pick(
                f"{listed} 알레르기가 기록되어 있어 {with_particle(name, '은')} 의료진이 괜찮다고 확인하기 "
                f"전에는 피해야 합니다.",
                f"An allergy to {listed} is on your record, so avoid {name} unless your care team confirms that "
                f"it is safe.",
            ),
            tuple(fact.fact_id for fact in met),
        )
    if not consultation.request.has("permission"):
        return Part()
    if known.in_force(SlotKind.ALLERGIES) or known.absence(SlotKind.ALLERGIES) == "none":
        text = consultation.pick(
            f"기록된 알레르기 가운데 {with_particle(name, '과')} 겹치는 것은 찾지 못했지만, 그것만으로 "
            f"안전하다고 할 수는 없습니다.",
            f"I found no recorded allergy that matches {name}, but that alone does not make it safe.",
        )
        return Part(text, tuple(fact.fact_id for fact in known.in_force(SlotKind.ALLERGIES)))
    return Part(
        consultation.pick(
            "알레르기가 확인되지 않은 상태라 먹어도 된다고 말씀드릴 수 없습니다.",
            "Your allergies are not known to me, so I cannot say that it is safe.",
        )
    )


def _quotes(consultation: Consultation, entries: tuple[Entry, ...]) -> tuple[Quote, ...]:
    about = {each for entry in entries for each in (entry.concept_id, *entry.broader)}
    named = {entry.concept_id for entry in entries}
    found = fitting(consultation, _KINDS, about=about, trusting=True)
    if entries:
        exact = [quote for quote in found if named & _concepts(consultation, quote)]
        found = tuple(exact or [quote for quote in found if about & _concepts(consultation, quote)])
    wanted = _stems(consultation.request.text)
    alarming = any(entry.kind == "symptoms" for entry in entries)
    ranked = sorted(
        found,
        key=lambda quote: (
            -bool(alarming and _URGENT.search(quote.sentence)),
            -bool(_ASKS_MEANING.search(consultation.request.text) and _MEANS.search(quote.sentence)),
            -len(wanted & _stems(f"{quote.passage.title} {quote.sentence}")),
            -quote.fit,
        ),
    )
    if not entries:
        ranked = [quote for quote in ranked if wanted & _stems(quote.sentence)]
    return tuple(ranked[:_MOST_QUOTES])


def _concepts(consultation: Consultation, quote: Quote) -> set[str]:
    """What a passage is about, with the more general concepts of its conditions."""
    concepts = set(quote.passage.concepts)
    for concept_id in quote.passage.concepts:
        entry = lookup(consultation.words.dictionary, "conditions", concept_id)
        concepts.update(entry.broader if entry is not None else ())
    return concepts


def _stems(text: str) -> frozenset[str]:
    words = _WORDS.findall(text.casefold())
    return frozenset(word[: _STEM["가" <= word[0] <= "힣"]] for word in words if not _COMMON.match(word))


def _not_found(consultation: Consultation) -> str:
    return consultation.pick(
        "제가 가진 문서와 기록에서 이 질문에 답할 내용을 찾지 못했습니다. 의료진이나 약사에게 확인해 주세요.",
        "I found nothing in my documents or your record that answers this. Please ask your care team or pharmacist.",
    )


def _no_document(consultation: Consultation) -> str:
    return consultation.pick(
        "이 약에 관한 더 자세한 내용은 제 문서에 없습니다.", "My documents hold nothing more about this medicine."
    )


def _closing(consultation: Consultation, medicine: bool) -> str:
    if medicine:
        return consultation.pick(
            "실제로 써도 되는지는 복용 전에 의사나 약사와 상의해 주세요.",
            "Please ask your doctor or pharmacist before taking it.",
        )
    return consultation.pick(
        "본인에게 어떻게 적용되는지는 의료진과 상의해 주세요.",
        "How this applies to you is a matter for your care team.",
    )
