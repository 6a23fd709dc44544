"""The patient's record as asked: the slots named, in the order named, each with what is in force, none, or unknown."""

from __future__ import annotations

from dataclasses import dataclass

from agent.answers.consultation import LISTED, Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.answers.values.comparison import comparison_sentence, dispute_note, measured
from agent.safety.allergies import conflicting_allergies
from agent.safety.doubtful import certain_medicines, doubt_of, doubted_medicines
from agent.words.sentences import sentence
from agent.words.wording import age_text, lookup
from domain.ages import BIRTH_DATE
from domain.events import SpokenReference
from domain.ledger import Fact
from domain.speaking_for import NAME
from domain.values import ANY, SERIES_SLOTS, SlotKind

_WHOLE_RECORD = (
    SlotKind.DEMOGRAPHICS,
    *LISTED,
    SlotKind.LABS,
    SlotKind.VITALS,
    SlotKind.SYMPTOMS,
    SlotKind.FAMILY_HISTORY,
    SlotKind.SOCIAL_HISTORY,
    SlotKind.PROCEDURES,
)
_CLINICAL_PICTURE = frozenset({SlotKind.CONDITIONS, SlotKind.MEDICATIONS, SlotKind.LABS})
"""Asked for together, these are read against the patient's age, which then leads the list."""


def summarise(consultation: Consultation) -> Part:
    """One section for each slot asked for; the whole record when no slot is named."""
    parts = [_section(consultation, slot) for slot in asked_slots(consultation)]
    said = joined((part for part in parts if part.text), "\n")
    if said.text:
        return said
    return Part(consultation.pick("아직 기록된 정보가 없습니다.", "Nothing is on record yet."))


def asked_slots(consultation: Consultation) -> tuple[SlotKind, ...]:
    """The slots to list, in the order in which the question names them; a test that is named counts as its slot."""
    request = consultation.request
    slots = list(request.slots)
    if request.tests and not SERIES_SLOTS.intersection(slots):
        slots.append(SlotKind.LABS)
    if _CLINICAL_PICTURE <= {*slots} and SlotKind.DEMOGRAPHICS not in slots:
        slots.insert(0, SlotKind.DEMOGRAPHICS)
    return tuple(slots) or _WHOLE_RECORD


@dataclass(frozen=True, slots=True)
class Listing:
    """What a slot holds: facts in force, those to be marked (suspected, planned), and why there is none in force."""

    certain: tuple[Fact, ...]
    marked: tuple[Fact, ...]
    absence: str
    statement: Fact | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Every fact that the list states, in its order."""
        stated = (self.statement,) if self.statement is not None and not self.certain else ()
        return (*self.certain, *stated, *self.marked)


def listing(consultation: Consultation, slot: SlotKind) -> Listing:
    """What is to be listed of a slot."""
    known = consultation.known
    if slot is SlotKind.FAMILY_HISTORY:
        relatives = tuple(fact for fact in consultation.ledger.current(slot) if fact.content.concept.concept_id != ANY)
        return Listing(relatives, (), "", known.absence_fact(slot))
    marked = list(known.suspected(slot))
    if slot is SlotKind.MEDICATIONS:
        marked += [fact for fact in known.planned() if fact not in marked]
    certain = known.in_force(slot)
    if slot is SlotKind.MEDICATIONS:
        certain = certain_medicines(known, consultation.situation.view)
        marked += [fact for fact, doubt in doubted_medicines(known, consultation.situation.view) if doubt == "asked"]
    return Listing(certain, tuple(marked), absence_text(consultation, slot), known.absence_fact(slot))


def absence_text(consultation: Consultation, slot: SlotKind) -> str:
    """Why a slot is empty: the patient said none, said it is not known, or it never came up."""
    match consultation.known.absence(slot):
        case "none":
            return consultation.pick("없음", "none")
        case "unknown":
            return consultation.pick("확인되지 않음(모른다고 하심)", "not known (you said you are not sure)")
        case _:
            return consultation.pick("기록된 것 없음", "none on record")


def spoke_of(slot: SlotKind, facts: tuple[Fact, ...]) -> tuple[SpokenReference, ...]:
    """The reference that a list of this slot makes."""
    ids = tuple(fact.fact_id for fact in facts)
    match slot:
        case SlotKind.MEDICATIONS:
            return medicines_spoken(tuple(fact for fact in facts if fact.content.concept.concept_id != ANY))
        case SlotKind.CONDITIONS:
            return (SpokenReference(kind="conditions", fact_ids=ids),)
        case SlotKind.ALLERGIES:
            return (SpokenReference(kind="allergies", fact_ids=ids),)
        case SlotKind.SYMPTOMS:
            return (SpokenReference(kind="symptoms", fact_ids=ids),)
        case _:
            return ()


def _section(consultation: Consultation, slot: SlotKind) -> Part:
    if slot is SlotKind.DEMOGRAPHICS:
        return _demographics(consultation)
    if slot in SERIES_SLOTS:
        return _tests(consultation, slot)
    found = _limited(consultation, listing(consultation, slot))
    if not found.facts and slot not in LISTED:
        return Part()
    heading = consultation.words.slot(slot)
    items = [_item(consultation, fact) for fact in found.certain] or [found.absence]
    marked = [_marked(consultation, fact) for fact in found.marked]
    if consultation.request.has("table"):
        text = "\n".join(f"| {heading} | {line} |" for line in (*items, *marked))
        if slot is next(iter(asked_slots(consultation))):
            text = consultation.pick("| 항목 | 내용 |", "| Item | Record |") + "\n|---|---|\n" + text
    else:
        first = [f"{heading}: {items[0]}"] if len(items) == 1 else [f"{heading}:", *_numbered(items)]
        text = "\n".join((*first, *(f"- {line}" for line in marked)))
    return Part(text, tuple(fact.fact_id for fact in found.facts), (), spoke_of(slot, found.facts))


def _limited(consultation: Consultation, found: Listing) -> Listing:
    """The first so many of a list, where that many of one list were asked for; of several, it counts the lists."""
    items = consultation.request.items
    if items is None or len(asked_slots(consultation)) != 1 or items >= len(found.certain):
        return found
    return Listing(found.certain[:items], (), found.absence, found.statement)


def _numbered(items: list[str]) -> list[str]:
    return [f"{place}. {item}" for place, item in enumerate(items, start=1)]


def _item(consultation: Consultation, fact: Fact) -> str:
    words, content = consultation.words, fact.content
    if content.slot is SlotKind.ALLERGIES:
        name = words.name(content) + (f" ({words.reaction(content)})" if content.reaction else "")
        return name if consultation.known.is_in_force(fact) else words.brief(fact)
    stage = f" {content.stage}" if content.stage and content.slot is SlotKind.CONDITIONS else ""
    doubt = (
        consultation.pick(" - 서로 다른 기록이 있어 확인 필요", " - disputed, please confirm") if fact.disputed else ""
    )
    return words.brief(fact) + stage + doubt + _against_allergy(consultation, fact)


def _against_allergy(consultation: Consultation, fact: Fact) -> str:
    """A mark behind a medicine that meets an allergy on record: a list of what is taken is read out to others."""
    content = fact.content
    if content.slot is not SlotKind.MEDICATIONS:
        return ""
    words, dictionary = consultation.words, consultation.words.dictionary
    entry = lookup(dictionary, "medications", content.concept.concept_id)
    met = conflicting_allergies(consultation.known, dictionary, entry) if entry is not None else ()
    if not met:
        return ""
    return sentence("list.against_allergy", words.language, allergy=words.allergy(met[0].content))


def _marked(consultation: Consultation, fact: Fact) -> str:
    """A line that is not certain; a medicine that was only asked about says so."""
    said = _item(consultation, fact)
    if fact.content.slot is SlotKind.MEDICATIONS and doubt_of(fact, consultation.situation.view) == "asked":
        return said + consultation.pick(" - 물어보신 약, 복용은 확인되지 않음", " - asked about, not known to be taken")
    return said


def _demographics(consultation: Consultation) -> Part:
    return joined((_name(consultation), _age_and_sex(consultation)))


def _name(consultation: Consultation) -> Part:
    """Whose record it is, where all of it is listed."""
    name = consultation.known.of_the_person(NAME) if not consultation.request.slots else None
    if name is None:
        return Part()
    heading = consultation.pick("이름", "Name")
    return Part(f"{heading}: {consultation.words.detail(name.content)}", (name.fact_id,))


def _age_and_sex(consultation: Consultation) -> Part:
    known, words = consultation.known, consultation.words
    age = known.age()
    facts = [age]
    if not age or _asks_sex(consultation):
        facts.append(known.sex_fact())
    said = [fact for fact in facts if fact is not None]
    heading = consultation.pick("나이", "Age")
    if not said:
        return Part(f"{heading}: {consultation.pick('기록 없음', 'not on record')}")
    if said == [age] and age is not None:
        return Part(f"{heading}: {age_now(consultation, age)}", (age.fact_id,))
    return Part("\n".join(words.brief(fact) for fact in said), tuple(fact.fact_id for fact in said))


def age_now(consultation: Consultation, age: Fact) -> str:
    """The age in words; of a day of birth the years that it comes to today, with the day."""
    told = age_text(age, consultation.words).removeprefix("aged ")
    if age.content.concept.concept_id != BIRTH_DATE:
        return told
    years = f"{consultation.known.age_years() or 0:g}"
    return consultation.pick(f"{years}세 ({told})", f"{years} ({told})")


def _asks_sex(consultation: Consultation) -> bool:
    request = consultation.request
    return not request.slots or any(word in request.text.casefold() for word in ("성별", "sex", "gender"))


def _tests(consultation: Consultation, slot: SlotKind) -> Part:
    request, known, words = consultation.request, consultation.known, consultation.words
    both = SERIES_SLOTS.issubset(asked_slots(consultation))
    named = [
        test
        for name in request.tests
        for test in known.tests_named(name)
        if known.series(test) and (not both or known.series(test)[-1].content.slot is slot)
    ]
    if request.tests and not named and both:
        return Part()
    if request.tests and not named:
        names = ", ".join(
            words.pick(each.entry.name_ko, each.entry.name)
            for each in request.subjects
            if each.entry.kind in ("labs", "vitals")
        )
        return Part(f"{names}: {consultation.pick('기록된 값 없음', 'no value on record')}")
    tests = list(dict.fromkeys(named)) or [
        test for test in known.tests() if known.series(test) and known.series(test)[-1].content.slot is slot
    ]
    parts = []
    for test in tests:
        series = known.series(test)
        if not series:
            continue
        latest = series[-1]
        if len(series) > 1 and request.values is not None and request.values.fold in ("all", "trend"):
            listed = ", ".join(words.measurement(fact) for fact in series)
            ids = tuple(fact.fact_id for fact in series)
            parts.append(Part(f"{words.test(latest.content)}: {listed}", ids, (), measured(*series)))
        elif len(series) > 1 and request.has("previous", "compare"):
            pair = series[-2:]
            parts.append(
                Part(
                    comparison_sentence(consultation, *pair), tuple(fact.fact_id for fact in pair), (), measured(*pair)
                )
            )
        else:
            text = f"{consultation.pick('최근 ', 'Latest ')}{words.test(latest.content)}: {words.measurement(latest)}"
            said = Part(text, (latest.fact_id,), (), measured(latest))
            parts.append(joined((said, dispute_note(consultation, latest)), ". "))
    return joined(parts)
