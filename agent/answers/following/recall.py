"""What "that value" and "that medicine" refer to, said again from what is believed now."""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.answers.following.references import Spoken, medicines_spoken, present, spoken
from agent.answers.medicines.companions import companion_of
from agent.answers.medicines.how_taken import taken_how
from agent.answers.part import Part, joined
from agent.answers.record.lookup import look_up
from agent.answers.values.comparison import comparison_sentence, dispute_note, measured, no_value, value_sentence
from agent.words.josa import with_particle
from agent.words.sentences import sentence
from agent.words.wording import Wording
from domain.ledger import Fact
from domain.values import Content, SlotKind


def restate_measurement(consultation: Consultation) -> Part:
    """The test named or last spoken of, in one sentence: both values and the change, or the one value."""
    tests = consultation.tests_asked()
    if not tests:
        return no_value(consultation)
    return joined((_restated(consultation, test) for test in tests), " ")


def explain_medicine(consultation: Consultation) -> Part:
    """The medicine meant by name or by its place in our own last list: what for, how much, how often."""
    named = _named_medicines(consultation)
    if named:
        return joined((explain_medicine_fact(consultation, fact) for fact in named), "\n")
    if consultation.request.concepts("medications", "drug_classes"):
        return look_up(consultation)
    told = consultation.medicines_told()
    if told and consultation.request.ordinal is None:
        # "Bisoprolol 2.5 in the morning. What is this one for?" means the one that the words tell.
        return explain_medicine_fact(consultation, told[-1])
    listed = _list_meant(consultation)
    if listed is None:
        return _no_list(consultation)
    ordinal = consultation.request.ordinal
    ids = listed.reference.fact_ids
    if ordinal is None and len(ids) > 1:
        return _which(consultation, ids)
    if ordinal is not None and ordinal > len(ids):
        return Part(
            consultation.pick(
                f"앞서 말씀드린 약은 모두 {len(ids)}가지입니다. 어느 약을 말씀하시는지 이름으로 알려 주세요.",
                f"I listed {len(ids)} medicine(s). Please name the one you mean.",
            )
        )
    fact_id = ids[-1] if ordinal == -1 else ids[(ordinal or 1) - 1]
    fact = present(consultation.ledger, fact_id)
    if fact is None:
        return Part(
            consultation.pick(
                "그 약은 그 뒤에 기록에서 제외되어 지금 복용약 목록에 없습니다.",
                "That medicine has since been taken off the record and is not in the present list.",
            )
        )
    if ordinal is not None and len(ids) == 1 and not consultation.known.is_in_force(fact):
        # What was warned of, or is only planned, was no list that has a place.
        return _no_list(consultation)
    return explain_medicine_fact(consultation, fact)


def medicine_sentences(words: Wording, content: Content) -> str:
    """Purpose and dosing of a medicine, each in one sentence."""
    name = words.name(content)
    purpose = words.purpose(words.entry(content), name) or words.pick(
        f"{with_particle(name, '이')} 무엇에 쓰는 약인지는 제 자료에 없어 약사나 의사에게 확인해 주세요.",
        f"What {name} is for is not in my documents; please ask the pharmacist or doctor.",
    )
    return f"{purpose} {words.dosing(content)}"


def _restated(consultation: Consultation, test: str) -> Part:
    series = consultation.known.series(test)
    if len(series) > 1 and not _only_latest_meant(consultation, test):
        earlier, later = series[-2:]
        said = Part(
            comparison_sentence(consultation, earlier, later),
            (earlier.fact_id, later.fact_id),
            (),
            measured(earlier, later),
        )
        return joined((said, dispute_note(consultation, later)), " ")
    latest = series[-1]
    said = Part(value_sentence(consultation, latest), (latest.fact_id,), (), measured(latest))
    return joined((said, dispute_note(consultation, latest)), " ")


def _only_latest_meant(consultation: Consultation, test: str) -> bool:
    if consultation.request.has("compare", "previous"):
        return False
    answers = consultation.situation.view.answers
    earlier = spoken(answers, "measurement")
    said = answers.given[earlier.turn_number].spoke_of if earlier is not None else ()
    of_test = next((one for one in said if one.kind == "measurement" and one.concept_id == test), None)
    return of_test is not None and len(of_test.fact_ids) == 1


def _named_medicines(consultation: Consultation) -> tuple[Fact, ...]:
    named = consultation.request.concepts("medications", "drug_classes")
    return tuple(
        fact
        for fact in consultation.known.in_force(SlotKind.MEDICATIONS)
        if any(name == fact.content.concept.concept_id or name in fact.content.concept.broader for name in named)
    )


def _list_meant(consultation: Consultation) -> Spoken | None:
    """The latest list long enough for the place asked; without a place, simply the latest."""
    ordinal = consultation.request.ordinal
    answers = consultation.situation.view.answers
    if ordinal is None:
        return spoken(answers, "medications")
    longer = spoken(answers, "medications", at_least=max(2, ordinal))
    return longer or spoken(answers, "medications", at_least=max(1, ordinal)) or spoken(answers, "medications")


def explain_medicine_fact(consultation: Consultation, fact: Fact) -> Part:
    """One medicine: what for, how much, how often; or that it is not among the present ones."""
    words = consultation.words
    if not consultation.known.is_in_force(fact):
        text = consultation.pick(
            f"{with_particle(words.brief(fact), '으로')} 기록되어 있어 지금 복용약에는 들어 있지 않습니다.",
            f"On record: {words.brief(fact)}; it is not among your present medicines.",
        )
        return Part(text, (fact.fact_id,), (), medicines_spoken((fact,)))
    said = Part(medicine_sentences(words, fact.content), (fact.fact_id,), (), medicines_spoken((fact,)))
    return joined((said, companion_of(consultation, fact), taken_how(consultation, fact)), " ")


def which_meant(consultation: Consultation) -> Part:
    """Which of the medicines is meant that the words may mean."""
    return _which(consultation, consultation.request.doubtful)


def _which(consultation: Consultation, ids: tuple[str, ...]) -> Part:
    facts = tuple(fact for fact in (present(consultation.ledger, each) for each in ids) if fact is not None)
    names = ", ".join(consultation.words.name(fact.content) for fact in facts)
    return Part(
        sentence("medicine.which", consultation.words.language, names=names),
        tuple(fact.fact_id for fact in facts),
        (),
        medicines_spoken(facts),
    )


def _no_list(consultation: Consultation) -> Part:
    facts = consultation.known.in_force(SlotKind.MEDICATIONS)
    if len(facts) == 1:
        return explain_medicine_fact(consultation, facts[0])
    ordinal = consultation.request.ordinal
    if facts and ordinal is not None and ordinal <= len(facts):
        return explain_medicine_fact(consultation, facts[-1 if ordinal == -1 else ordinal - 1])
    if facts:
        return _which(consultation, tuple(fact.fact_id for fact in facts))
    if consultation.known.absence(SlotKind.MEDICATIONS) == "none":
        return Part(
            consultation.pick(
                "복용하시는 약이 없는 것으로 기록되어 있습니다.", "You are recorded as taking no medicine."
            )
        )
    return Part(consultation.pick("기록된 복용약이 없습니다.", "No medicine is on record."))
