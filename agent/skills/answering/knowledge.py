"""General medical questions: what the lexicon and the passages say, with what on this patient's record bears on it."""

from __future__ import annotations

from typing import Final

from agent.skills.answering.allergy_check import conflicting_allergies
from agent.skills.answering.answering_quotes import answering_quotes
from agent.skills.answering.consultation import Consultation
from agent.skills.answering.interactions import Met, cautions
from agent.skills.answering.josa import with_particle
from agent.skills.answering.part import Part, joined
from agent.skills.answering.recall import medicine_sentences, medicines_spoken
from domain.events import SlotReaffirmed, SlotRecorded
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.mentions import Entry, Kind

_ABOUT: Final[tuple[Kind, ...]] = (
    "conditions", "symptoms", "medications", "drug_classes", "labs", "vitals", "allergens", "procedures", "social",
)  # fmt: skip


def explain(consultation: Consultation) -> Part:
    """What is known about what the question names; says so when neither documents nor record hold it."""
    entries = {each.entry.concept_id: each.entry for each in consultation.request.mentions if each.entry.kind in _ABOUT}
    told, permitted = _told_now(consultation), consultation.request.has("permission")
    medicines = [
        entry
        for entry in entries.values()
        if entry.kind in ("medications", "drug_classes") and not (permitted and entry.concept_id in told)
    ]
    heeded = _allergies_to_heed(consultation) if not entries else ()
    entries.update((entry.concept_id, entry) for fact in heeded if (entry := consultation.words.entry(fact.content)))
    parts = [_hypothetical(consultation), _heeding(consultation, heeded)]
    parts += [_about_medicine(consultation, entry) for entry in medicines]
    if permitted:
        parts.append(_cautions(consultation, cautions(consultation.known, medicines)))
    quotes = answering_quotes(consultation, tuple(entries.values()))
    quotes = quotes[:1] if consultation.preferences.short else quotes
    parts.append(Part("\n".join(quote.marked for quote in quotes), (), tuple(quote.citation for quote in quotes)))
    said = joined(part for part in parts if part.text)
    if not said.citations and not any(part.text for part in parts[1:]):
        return Part(_not_found(consultation))
    warned = any(conflicting_allergies(consultation.known, consultation.words.dictionary, each) for each in medicines)
    warned = warned or bool(permitted and cautions(consultation.known, medicines))
    if not quotes and medicines and not warned:
        said = joined((said, Part(_no_document(consultation))))
    taken = consultation.known.medicine_ids()
    new = any(entry.concept_id not in taken for entry in medicines)
    if warned:
        return said
    return joined((said, Part(_closing(consultation, new))))


def _allergies_to_heed(consultation: Consultation) -> tuple[Fact, ...]:
    """The allergies on record, where the question is what to avoid because of them."""
    asked = SlotKind.ALLERGIES in consultation.request.slots and consultation.request.has("permission", "advice")
    return consultation.known.in_force(SlotKind.ALLERGIES) if asked else ()


def _heeding(consultation: Consultation, allergies: tuple[Fact, ...]) -> Part:
    if not allergies:
        return Part()
    names = ", ".join(consultation.words.name(fact.content) for fact in allergies)
    return Part(
        consultation.pick(
            f"기록된 알레르기는 {names}입니다. {with_particle(names, '과')} 같은 계열의 물질·약은 피하고, 진료나 처방"
            f"을 받을 때마다 알려 주세요.",
            f"On record: allergy to {names}. Stay away from {names} and related substances, and tell every clinician "
            f"and pharmacist.",
        ),
        tuple(fact.fact_id for fact in allergies),
    )


def _told_now(consultation: Consultation) -> frozenset[str]:
    """Concepts that this very turn told as the patient's own: the setting of the question, not its subject."""
    kinds = (SlotRecorded, SlotReaffirmed)
    facts = consultation.ledger.facts
    return frozenset(
        facts[event.payload.fact_id].content.concept.concept_id
        for event in consultation.situation.turn_events
        if isinstance(event.payload, kinds)
        and facts[event.payload.fact_id].content.slot in (SlotKind.MEDICATIONS, SlotKind.CONDITIONS)
    )


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


def _medicines_named(consultation: Consultation) -> tuple[Entry, ...]:
    kinds = ("medications", "drug_classes")
    return tuple(mention.entry for mention in consultation.request.mentions if mention.entry.kind in kinds)


def _allergy_line(consultation: Consultation, entry: Entry) -> Part:
    known, words = consultation.known, consultation.words
    name = consultation.pick(entry.name_ko or entry.name, entry.name)
    met = conflicting_allergies(known, words.dictionary, entry)
    taken = any(fact.content.concept.concept_id == entry.concept_id for fact in known.in_force(SlotKind.MEDICATIONS))
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
    if taken or not consultation.request.has("permission"):
        return Part()
    if cautions(known, _medicines_named(consultation)):
        return Part()
    if known.in_force(SlotKind.ALLERGIES) or known.absence(SlotKind.ALLERGIES) == "none":
        text = consultation.pick(
            f"기록된 알레르기 가운데 {with_particle(name, '과')} 겹치는 것은 찾지 못했지만, 그것만으로 "
            f"안전하다고 할 수는 없습니다.",
            f"I found no recorded allergy that matches {name}, but that alone does not make it safe.",
        )
        return Part(text, tuple(fact.fact_id for fact in known.in_force(SlotKind.ALLERGIES)))
    unknown = consultation.pick(
        "알레르기가 확인되지 않은 상태라 먹어도 된다고 말씀드릴 수 없습니다.",
        "Your allergies are not known to me, so I cannot say that it is safe.",
    )
    ask = consultation.pick("알레르기가 있는지 알려 주세요.", "Do you have any allergies?")
    return Part(unknown if consultation.asked_before(ask) else f"{unknown} {ask}")


def _cautions(consultation: Consultation, found: tuple[Met, ...]) -> Part:
    """One warning for all that the medicines asked about meet."""
    if not found:
        return Part()
    reasons = list(dict.fromkeys(_reason(consultation, met) for met in found))
    facts = tuple(met.against.fact_id for met in found if isinstance(met.against, Fact))
    text = consultation.pick(
        f"주의: {'; '.join(reasons)}. 의료진이 괜찮다고 확인하기 전에는 쓰지 마세요.",
        f"Caution: {'; '.join(reasons)}. Do not use it unless your care team confirms that it is safe.",
    )
    return Part(text, facts)


def _reason(consultation: Consultation, met: Met) -> str:
    words, against = consultation.words, met.against
    name = consultation.pick(met.medicine.name_ko or met.medicine.name, met.medicine.name)
    if not isinstance(against, Fact):
        other = consultation.pick(against.name_ko or against.name, against.name)
        return consultation.pick(
            f"{with_particle(name, '을')} {with_particle(other, '과')} 함께 쓰면 {met.caution.harm_ko} 수 있음",
            f"{name} together with {other} {met.caution.harm_en}",
        )
    other = words.name(against.content)
    if against.content.slot is SlotKind.CONDITIONS:
        return consultation.pick(
            f"{other} 진단이 있어 {with_particle(name, '을')} 쓰면 {met.caution.harm_ko} 수 있음",
            f"with {other} on your record, {name} {met.caution.harm_en}",
        )
    return consultation.pick(
        f"{with_particle(name, '을')} 지금 드시는 {with_particle(other, '과')} 함께 쓰면 {met.caution.harm_ko} 수 있음",
        f"{name} together with {other}, which you take, {met.caution.harm_en}",
    )


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
