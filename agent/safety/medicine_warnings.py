"""What stands against a medicine that is asked about: an allergy, a state or illness, another medicine; or silence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.medicines.concerns import Concern, allergies_asked, concern, conditions_asked, recorded_concern
from agent.answers.part import Part, joined
from agent.safety.allergies import conflicting_allergies, meets
from agent.safety.cautions import MILD, Met, cautions
from agent.safety.states_told import named_states
from agent.safety.taking import ended_now, means_own
from agent.safety.whose import is_the_nursing_mothers
from agent.words.josa import with_particle
from domain.ledger import Fact
from domain.values import Certainty, SlotKind, Temporality
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

_GOING_ON: Final = lazy_regex(r"계속|그대로|끊어야|중단|유지|\b(?:keep|continu|stay on|stop|still)", re.IGNORECASE)
"""Words by which a medicine is asked about that is taken already: to drop some at once is a danger of its own."""


def cautions_asked(consultation: Consultation, medicines: Sequence[Entry]) -> tuple[Met, ...]:
    """The cautions that ``medicines`` meet in the record and in what the question names."""
    named = conditions_asked(consultation.request, consultation.words.dictionary)
    ended = ended_now(consultation)
    ended = ended | _the_mothers(consultation)
    medicines = [one for one in medicines if one.concept_id not in ended and not means_own(consultation, one)]
    return cautions(consultation.known, medicines, (*named, *named_states(consultation.request.text)))


def _the_mothers(consultation: Consultation) -> frozenset[str]:
    """What a nursing mother took, by concept id, where the record is kept for her baby."""
    text, view = consultation.situation.question.text, consultation.situation.view
    return frozenset(
        one.entry.concept_id for one in consultation.finder.find(text)
        if is_the_nursing_mothers(text, one.start, one.end, view)
    )  # fmt: skip


def weighed_on_record(consultation: Consultation, medicines: Sequence[Entry]) -> tuple[Concern, ...]:
    """The medicines with what on record stands against them, as a pregnancy always does; empty where nothing does."""
    known, dictionary = consultation.known, consultation.words.dictionary
    against = [fact for entry in medicines for fact in conflicting_allergies(known, dictionary, entry)]
    against += [met.against for met in cautions_asked(consultation, medicines) if isinstance(met.against, Fact)]
    against += [*known.pregnancies(), *known.planned_pregnancy()] if medicines else []
    if not against:
        return ()
    heeded = {fact.content.concept.concept_id: recorded_concern(fact) for fact in against}
    return (*(concern(entry) for entry in medicines), *heeded.values())


def allergies_met(consultation: Consultation, medicines: Sequence[Entry]) -> Part:
    """Each medicine that meets an allergy, on record or named in the question."""
    return joined(_allergy_line(consultation, entry) for entry in medicines)


def _allergy_line(consultation: Consultation, entry: Entry) -> Part:
    known, words = consultation.known, consultation.words
    name = _name(consultation, entry)
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
    named = [each for each in allergies_asked(consultation.request) if meets(words.dictionary, entry, each.concept_id)]
    if not named:
        return Part()
    listed = ", ".join(_name(consultation, each) for each in named)
    return Part(
        consultation.pick(
            f"{listed} 알레르기가 있으면 {with_particle(name, '은')} 의료진이 괜찮다고 확인하기 전에는 피해야 합니다.",
            f"With an allergy to {listed}, avoid {name} unless your care team confirms that it is safe.",
        )
    )


def no_allergy_met(consultation: Consultation, medicines: Sequence[Entry]) -> Part:
    """What the record of allergies says of medicines that meet none of them; it never says that they are safe."""
    known = consultation.known
    # Who asks about a medicine that is taken, or its class, does not ask whether to begin it.
    taken = known.medicine_ids() | known.states_and_classes()
    medicines = [one for one in medicines if one.concept_id not in taken]
    if not medicines:
        return Part()
    names = ", ".join(_name(consultation, entry) for entry in medicines)
    if known.in_force(SlotKind.ALLERGIES) or known.absence(SlotKind.ALLERGIES) == "none":
        text = consultation.pick(
            f"기록된 알레르기 가운데 {with_particle(names, '과')} 겹치는 것은 찾지 못했지만, 그것만으로 "
            f"안전하다고 할 수는 없습니다.",
            f"I found no recorded allergy that matches {names}, but that alone does not make it safe.",
        )
        return Part(text, tuple(fact.fact_id for fact in known.in_force(SlotKind.ALLERGIES)))
    unknown = consultation.pick(
        "알레르기가 확인되지 않은 상태라 먹어도 된다고 말씀드릴 수 없습니다.",
        "Your allergies are not known to me, so I cannot say that it is safe.",
    )
    ask = consultation.pick("알레르기가 있는지 알려 주세요.", "Do you have any allergies?")
    return Part(unknown if consultation.asked_before(ask) else f"{unknown} {ask}")


def cautioned(consultation: Consultation, found: Sequence[Met]) -> Part:
    """One warning for all that the medicines asked about meet."""
    if not found:
        return Part()
    reasons = list(dict.fromkeys(reason(consultation, met) for met in found))
    facts = tuple(met.against.fact_id for met in found if isinstance(met.against, Fact))
    new = consultation.pick(
        "의료진이 괜찮다고 확인하기 전에는 쓰지 마세요.",
        "Do not use it unless your care team confirms that it is safe.",
    )
    taken = consultation.pick(
        "스스로 계속하거나 끊지 말고 바로 의료진에게 확인하세요.",
        "Neither go on with it nor stop it on your own: ask your care team at once.",
    )
    known = consultation.known.medicine_ids()
    sides = [side for met in found for side in (met.medicine, met.against) if isinstance(side, Entry)]
    asked = {side.concept_id for side in sides if side.kind in ("medications", "drug_classes")}
    # "I still take X, may I add Y" is about Y, which is new; "may I keep taking Y" says that Y is not.
    going_on = asked <= known or (asked.isdisjoint(known) and not _takes_named(consultation) and _keeps(consultation))
    if going_on and all(met.caution.harm in MILD for met in found):
        # What is taken as prescribed and is only to be asked about at the next contact is weighed elsewhere.
        return Part()
    told = consultation.pick(f"주의: {'; '.join(reasons)}.", f"Caution: {'; '.join(reasons)}.")
    return Part(f"{told} {taken if going_on else new}", facts)


def _keeps(consultation: Consultation) -> bool:
    return bool(_GOING_ON.search(consultation.request.text))


def _takes_named(consultation: Consultation) -> bool:
    """Whether a medicine that the question names is one that the patient takes."""
    return not consultation.known.medicine_ids().isdisjoint(consultation.request.concepts("medications"))


def silence(consultation: Consultation, things: Sequence[Concern]) -> Part:
    """That nothing is known here of ``things`` together, which is no leave to go ahead."""
    first, *others = (consultation.pick(each.name_ko, _inside(each.name_en)) for each in things)
    together = consultation.pick(
        f"{with_particle(first, '과')} {', '.join(others)}", f"{first} with {', '.join(others)}"
    )
    return Part(
        consultation.pick(
            f"제가 가진 문서와 주의 목록에서 {with_particle(together, '을')} 함께 다룬 내용은 찾지 못했습니다. "
            f"그렇다고 안전하다는 뜻은 아니니 쓰기 전에 "
            f"의사나 약사에게 확인해 주세요.",
            f"I found nothing about {together} in my documents or my list of cautions. That does not make it safe: "
            f"please ask your doctor or pharmacist before taking it.",
        )
    )


def reason(consultation: Consultation, met: Met) -> str:
    """Why a medicine and what it meets should not come together, in a clause."""
    name = _name(consultation, met.medicine)
    against, harm = met.against, met.caution
    if isinstance(against, Fact):
        return _reason_on_record(consultation, met, against)
    other = _name(consultation, against)
    if against.concept_id == "pregnancy":
        return consultation.pick(
            f"임신 중이거나 임신을 계획할 때 {with_particle(name, '을')} 쓰면 {harm.harm_ko} 수 있음",
            f"in or before a pregnancy, {name} {harm.harm_en}",
        )
    if against.kind == "conditions":
        return consultation.pick(
            f"{with_particle(other, '이')} 있을 때 {with_particle(name, '을')} 쓰면 {harm.harm_ko} 수 있음",
            f"with {_inside(other)}, {name} {harm.harm_en}",
        )
    return consultation.pick(
        f"{with_particle(name, '을')} {with_particle(other, '과')} 함께 쓰면 {harm.harm_ko} 수 있음",
        f"{name} together with {other} {harm.harm_en}",
    )


def _reason_on_record(consultation: Consultation, met: Met, against: Fact) -> str:
    name, other = _name(consultation, met.medicine), consultation.words.name(against.content)
    harm = met.caution
    if against.content.temporality is Temporality.FUTURE:
        return consultation.pick(
            f"{with_particle(other, '을')} 계획하고 있어 {with_particle(name, '을')} 쓰면 {harm.harm_ko} 수 있음",
            f"with {_inside(other)} planned, {name} {harm.harm_en}",
        )
    if against.content.slot in (SlotKind.LABS, SlotKind.VITALS, SlotKind.DEMOGRAPHICS):
        told = consultation.words.brief(against)
        return consultation.pick(
            f"기록({told})으로 보아 {with_particle(name, '을')} 쓰면 {harm.harm_ko} 수 있음",
            f"given what is on your record ({told}), {name} {harm.harm_en}",
        )
    if against.content.slot is SlotKind.PROCEDURES:
        return consultation.pick(
            f"{with_particle(other, '을')} 받고 계셔서 {with_particle(name, '을')} 쓰면 {harm.harm_ko} 수 있음",
            f"with {_inside(other)} on your record, {name} {harm.harm_en}",
        )
    if against.content.slot is SlotKind.CONDITIONS:
        return consultation.pick(
            f"{other} 진단이 있어 {with_particle(name, '을')} 쓰면 {harm.harm_ko} 수 있음",
            f"with {other} on your record, {name} {harm.harm_en}",
        )
    if against.content.certainty is not Certainty.CONFIRMED:
        return consultation.pick(
            f"{with_particle(name, '을')} 드시는지 확인되지 않은 {with_particle(other, '과')} 함께 쓰면"
            f" {harm.harm_ko} 수 있음",
            f"{name} together with {other}, if you take that, {harm.harm_en}",
        )
    return consultation.pick(
        f"{with_particle(name, '을')} 지금 드시는 {with_particle(other, '과')} 함께 쓰면 {harm.harm_ko} 수 있음",
        f"{name} together with {other}, which you take, {harm.harm_en}",
    )


def _name(consultation: Consultation, entry: Entry) -> str:
    return consultation.pick(entry.name_ko or entry.name, entry.name)


def _inside(name: str) -> str:
    """An English name as it is written inside a sentence."""
    return name.lower() if name[1:].islower() else name
