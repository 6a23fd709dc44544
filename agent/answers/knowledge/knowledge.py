"""General medical questions: what the lexicon and the passages say, with what on this patient's record bears on it."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.recall import medicine_sentences
from agent.answers.following.references import medicines_spoken
from agent.answers.knowledge.answering_quotes import answering_quotes
from agent.answers.knowledge.quotes import Quote, whole
from agent.answers.medicines.concerns import (
    Concern,
    allergies_asked,
    concern,
    states_asked,
    states_of,
    things_weighed,
)
from agent.answers.medicines.how_taken import asks_how_taken, taken_how
from agent.answers.not_found import not_found
from agent.answers.part import Part, joined
from agent.answers.referents.salience import told_lately
from agent.answers.values.comparison import measured, value_sentence
from agent.safety.medicine_warnings import (
    allergies_met,
    cautioned,
    cautions_asked,
    no_allergy_met,
    silence,
    weighed_on_record,
)
from agent.safety.taking import means_own
from agent.words.josa import with_particle
from agent.words.sentences import sentence
from agent.words.wording import lookup
from domain.events import SlotReaffirmed, SlotRecorded
from domain.ledger import Fact
from domain.values import IN_FORCE, SlotKind
from extraction.naming.mentions import Entry, Kind
from extraction.text.lazy_regex import lazy_regex
from retrieval.corpus import Passage

_ABOUT: Final[tuple[Kind, ...]] = (
    "conditions", "symptoms", "medications", "drug_classes", "labs", "vitals", "allergens", "procedures", "social",
)  # fmt: skip


def explain(consultation: Consultation) -> Part:
    """What is known about what the question names; says so when neither documents nor record hold it."""
    card = consultation.card("knowledge")
    if card is not None:
        return _by_card(consultation, card)
    denied = consultation.known.denied_complaints()
    entries = {
        each.entry.concept_id: each.entry
        for each in consultation.request.mentions
        if each.entry.kind in _ABOUT and each.entry.concept_id not in denied
    }
    medicines = _medicines_asked(consultation)
    heeded = _allergies_to_heed(consultation) if not entries else ()
    entries.update((entry.concept_id, entry) for fact in heeded if (entry := consultation.words.entry(fact.content)))
    permitted = consultation.request.has("permission")
    weighed = things_weighed(consultation.request, medicines) or (
        weighed_on_record(consultation, medicines) if permitted else ()
    )
    warned = _warnings(consultation, medicines)
    quotes = _quotes(consultation, tuple(entries.values()), medicines, weighed)
    quotes = quotes[:1] if consultation.preferences.short else quotes
    silent = bool(weighed) and not quotes and not warned.text
    found = [
        _heeding(consultation, heeded),
        warned,
        *(_about_medicine(consultation, entry) for entry in medicines),
        Part() if warned.text or silent else _unmet(consultation, medicines),
        Part("\n".join(quote.marked for quote in quotes), (), tuple(quote.citation for quote in quotes)),
        _own_values(consultation),
    ]
    said = joined(part for part in (_hypothetical(consultation), *found) if part.text)
    if silent:
        return joined((said, silence(consultation, weighed)))
    if not any(part.text for part in found):
        return not_found(consultation)
    if warned.text:
        return said
    taken = consultation.known.medicine_ids()
    new = any(entry.concept_id not in taken for entry in medicines)
    told = asks_how_taken(consultation.request.text) and not new
    unheard = Part(_no_document(consultation)) if medicines and not quotes and not told else Part()
    return joined((said, unheard, Part(_closing(consultation, new))))


def _by_card(consultation: Consultation, card: Passage) -> Part:
    """The card, after what on record stands against what is asked about; a passage for this patient says more."""
    medicines, quote = _medicines_asked(consultation), whole(card)
    warned = _warnings(consultation, medicines)
    # Of what is taken already more may be asked than leave to go on: a second dose, a change.
    new = any(entry.concept_id not in consultation.known.medicine_ids() for entry in medicines)
    checked = _unmet(consultation, medicines) if new else _allergies_unmet(consultation, medicines)
    unmet = Part() if warned.text else checked
    said = joined((_hypothetical(consultation), warned, unmet, Part(quote.marked, (), (quote.citation,))))
    named = {entry.concept_id for entry in medicines}
    taken = [
        fact for fact in consultation.known.in_force(SlotKind.MEDICATIONS) if fact.content.concept.concept_id in named
    ]
    own = consultation.known.in_force(SlotKind.MEDICATIONS) if asks_how_taken(consultation.request.text) else ()
    asked = [one for one in own if named & {one.content.concept.concept_id, *one.content.concept.broader}]
    # Who asks to be reminded hears first what is on record.
    record = joined(
        Part(consultation.words.medicine(fact.content) + ".", (fact.fact_id,), (), medicines_spoken((fact,)))
        for fact in asked
    )
    return joined((record, said, Part("", (), (), medicines_spoken(tuple(taken)))))


def _quotes(
    consultation: Consultation, entries: tuple[Entry, ...], medicines: tuple[Entry, ...], weighed: tuple[Concern, ...]
) -> tuple[Quote, ...]:
    """The sentences that answer: of a medicine, before others those that heed what it is named with."""
    if weighed:
        return answering_quotes(consultation, entries, weighed)
    request = consultation.request
    beside = things_weighed(request, _medicines_named(consultation))
    if not beside and medicines:
        own = states_of(consultation.known.condition_ids()) if request.has("permission") else ()
        states = states_asked(request.text) or own
        beside = (*map(concern, medicines), *states) if states else ()
    heeding = answering_quotes(consultation, entries, beside) if beside else ()
    return heeding or answering_quotes(consultation, entries)


def _medicines_named(consultation: Consultation) -> tuple[Entry, ...]:
    causes = {each.concept_id for each in allergies_asked(consultation.request)}
    named = {
        each.entry.concept_id: each.entry
        for each in consultation.request.mentions
        if each.entry.kind in ("medications", "drug_classes") and each.entry.concept_id not in causes
    }
    return tuple(named.values()) or _pointed_at(consultation)


def _pointed_at(consultation: Consultation) -> tuple[Entry, ...]:
    """The one medicine that this turn told of, where leave is asked for "that one" and no other is named."""
    request = consultation.request
    if not request.has("permission") or _POINTS.search(request.plain or request.text) is None:
        return ()
    facts = consultation.ledger.facts
    told = {
        facts[event.payload.fact_id].content.concept.concept_id
        for event in consultation.situation.turn_events
        if isinstance(event.payload, SlotRecorded | SlotReaffirmed)
        and facts[event.payload.fact_id].content.slot is SlotKind.MEDICATIONS
        and facts[event.payload.fact_id].content.status in IN_FORCE
    }
    entries = [
        entry for each in told if (entry := lookup(consultation.words.dictionary, "medications", each)) is not None
    ]
    if not entries:
        return _spoken_of(consultation)
    return tuple(entries) if len(entries) == 1 else ()


def _spoken_of(consultation: Consultation) -> tuple[Entry, ...]:
    """The one medicine that the last answers spoke of, where leave is asked for "this" beside no more than a state."""
    request = consultation.request
    other = [one for one in request.mentions if one.entry.kind not in ("allergens", "conditions", "relatives")]
    if other or request.tests or _TAKES_IT.search(request.plain or request.text) is None:
        return ()
    fact = told_lately(consultation.situation.view, consultation.situation.question.turn_number)
    entry = consultation.words.entry(fact.content) if fact is not None else None
    return (entry,) if entry is not None and entry.kind == "medications" else ()


_TAKES_IT: Final = lazy_regex(
    r"(?:이거|그거|이건|그건|이\s?약|그\s?약|새\s?약|이걸|그걸)\S{0,2}\s?(?:\S{1,3}\s)?(?:먹|드|써|쓰|복용|맞|발라|괜찮)"
    r"|\b(?:take|have|give|use|get) (?:him |her |them )?(?:it|this|that|this one|that one)\b"
    r"|\b(?:is|are) (?:it|this|that|this one|that one) (?:\w+ )?(?:safe|ok|okay|fine|alright|all right)\b",
    re.IGNORECASE,
)
"""Words that ask leave to take what was just spoken of."""
_POINTS: Final = lazy_regex(
    r"(?<![가-힣])(?:이거|그거|이건|그건|이\s?약|그\s?약|새\s?약|이걸|그걸)"
    r"|\b(?:that one|this one|the new one|it|that|this)\b",
    re.IGNORECASE,
)
"""Words that point at what was just told."""


def _medicines_asked(consultation: Consultation) -> tuple[Entry, ...]:
    """The medicines that the question is about: not those told as taken, nor those named as causing an allergy."""
    told = _told_now(consultation) if consultation.request.has("permission") else frozenset()
    named = _medicines_named(consultation)
    # "They gave me azithromycin, is that safe?" asks of the very one that it tells.
    return tuple(entry for entry in named if entry.concept_id not in told) or named


def _warnings(consultation: Consultation, medicines: tuple[Entry, ...]) -> Part:
    """The allergies that the medicines meet, and the cautions: of what is not taken yet, however it is asked about."""
    met = allergies_met(consultation, medicines)
    asked = consultation.request.has("permission") or states_asked(consultation.request.text)
    taken = consultation.known.medicine_ids()
    # "Is Aleve ok or better Tylenol?" asks leave in no words that ask for it.
    new = [entry for entry in medicines if entry.concept_id not in taken]
    if not asked and not (new and consultation.request.has("question", "judge")):
        return met
    doubtful = {fact.content.concept.concept_id for fact in consultation.known.suspected(SlotKind.MEDICATIONS)}
    weighed = [one for one in medicines or _medicines_named(consultation) if one.concept_id not in doubtful]
    return joined((met, cautioned(consultation, cautions_asked(consultation, weighed))))


def _unmet(consultation: Consultation, medicines: tuple[Entry, ...]) -> Part:
    """That nothing on record stands against medicines that leave is asked for: what was checked, and how far."""
    allergies = _allergies_unmet(consultation, medicines)
    # "What do I do with my insulin?" sets nothing beside the insulins on record.
    medicines = tuple(one for one in medicines if not means_own(consultation, one))
    asking = consultation.situation.question.asking
    leave = consultation.request.has("permission") or (asking is not None and asking.op == "permission")
    checked = _checked(consultation, medicines)
    if not leave or not medicines or not checked:
        return allergies
    names = ", ".join(consultation.pick(one.name_ko or one.name, one.name) for one in medicines)
    listed = ", ".join(dict.fromkeys(_named(consultation, fact) for fact in checked))
    taken = consultation.known.medicine_ids() - _told_now(consultation)
    goes_on = all(one.concept_id in taken for one in medicines)
    key = "safe.no_caution_taken" if goes_on else "safe.no_caution"
    said = sentence(key, consultation.words.language, name=names, listed=listed)
    # Where no allergy is known, that is said, too; one that is known stands among what was checked.
    unknown = Part() if consultation.known.in_force(SlotKind.ALLERGIES) else allergies
    return joined((Part(said, tuple(fact.fact_id for fact in checked)), unknown))


def _checked(consultation: Consultation, medicines: tuple[Entry, ...]) -> tuple[Fact, ...]:
    """What on record a medicine is held against: allergies, illnesses, and the other medicines."""
    meant = {entry.concept_id for entry in medicines}
    slots = (SlotKind.ALLERGIES, SlotKind.CONDITIONS, SlotKind.MEDICATIONS)
    known = consultation.known
    facts = (fact for slot in slots for fact in known.in_force(slot))
    # What a medicine is taken for does not stand against it.
    uses = " ".join(entry.extra.get("purpose_en", "") for entry in medicines).casefold()
    facts = (fact for fact in facts if (facts_name := fact.content.concept.name.casefold()) and facts_name not in uses)
    others = tuple(fact for fact in facts if fact.content.concept.concept_id not in meant)[:_MOST_CHECKED]
    kidneys = known.series(_KIDNEYS)[-1:]
    return (*others, *kidneys)


def _named(consultation: Consultation, fact: Fact) -> str:
    words = consultation.words
    return words.brief(fact) if fact.content.slot in (SlotKind.ALLERGIES, SlotKind.LABS) else words.name(fact.content)


_KIDNEYS: Final = "egfr"


_MOST_CHECKED: Final = 8
"""Facts that are named as what was checked."""


def _allergies_unmet(consultation: Consultation, medicines: tuple[Entry, ...]) -> Part:
    if not consultation.request.has("permission"):
        return Part()
    taken = {fact.content.concept.concept_id for fact in consultation.known.in_force(SlotKind.MEDICATIONS)}
    return no_allergy_met(consultation, [entry for entry in medicines if entry.concept_id not in taken])


def _own_values(consultation: Consultation) -> Part:
    """The patient's own last value of each test that the question names, beside what is known of the test."""
    known = consultation.known
    latest = [
        series[-1]
        for name in consultation.request.tests
        for test in known.tests_named(name)
        if (series := known.series(test))
    ]
    return joined(
        (Part(value_sentence(consultation, fact), (fact.fact_id,), (), measured(fact)) for fact in latest), " "
    )


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
    if taken is None:
        return Part(_purpose(consultation, entry))
    said = Part(medicine_sentences(words, taken.content), (taken.fact_id,), (), medicines_spoken((taken,)))
    return joined((said, taken_how(consultation, taken)), " ")


def _purpose(consultation: Consultation, entry: Entry) -> str:
    name = consultation.pick(entry.name_ko or entry.name, entry.name)
    if consultation.words.language == "ko" and name != entry.name:
        name = f"{name}({entry.name})"
    return consultation.words.purpose(entry, name)


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
