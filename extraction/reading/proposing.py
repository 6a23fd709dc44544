"""From what was read to what is proposed to the ledger: a table of roles, states and changes, and nothing of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from domain.ages import YEARS
from domain.proposals import Operation, Proposal, Target
from domain.values import (
    ANY,
    Certainty,
    Concept,
    Content,
    Polarity,
    Precision,
    SlotKind,
    Status,
    Temporality,
)
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Mention
from extraction.reading.agreeing import (
    OPERATIONS,
    agrees,
    held_to,
    leaves_units_unsaid,
    of_the_old_value,
    strays,
    values_told,
    what_moves,
    withdraws,
)
from extraction.reading.figures.circumstances import told_apart
from extraction.reading.figures.counts import count_of
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC, dated_otherwise, values_of
from extraction.reading.figures.resulting import as_tested, graded_in, resulted, told_in_words
from extraction.reading.figures.sizes import size_of
from extraction.reading.findings.phases import in_its_phase
from extraction.reading.findings.reactions import is_reaction, reacted_to, reaction_to
from extraction.reading.items import Heard
from extraction.reading.medicines.dosing import dose_taken, with_dose_taken
from extraction.reading.medicines.of_class import meant_of_class
from extraction.reading.people.habit_amounts import FORMER, is_of_another_drink, with_amount
from extraction.reading.people.occupations import OCCUPATION, TOLD_IN_WORDS, called, work_of_before
from extraction.reading.people.pregnancy_weeks import PREGNANCY, WEEKS, weeks_told
from extraction.reading.rule_view import RuleView
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read, Understanding
from extraction.rules.habits import USED
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import fold


def proposals_of(
    sheet: Sheet, heard: Heard, understanding: Understanding, rules: RuleView, lexicon: Lexicon, extractor: str
) -> tuple[Proposal, ...]:
    """The proposals of an utterance, in the order of its words.

    Where the rules read an item alike, theirs is taken: it knows more details (severity, stage, route, qualifier).
    """
    reads = understanding.reads
    ages = [one for one in sheet.figures if one.kind == "age"]
    substances = reacted_to(reads)
    starts = sorted(one.item.start for one in reads if one.item.named and one.item.kind != "age")
    found: list[Proposal] = []
    for index, told in enumerate(reads):
        read = as_tested(_told_first(told, heard), sheet, lexicon)
        worded = told_in_words(sheet, read, reads)
        withdrawn = [one.proposal for one in rules.of(index) if withdraws(read, one, understanding)]
        if read.is_fact and read.change == "revert" and read.new:
            # The value that was right is said: it holds whether or not it stood on record before.
            withdrawn = []
        if withdrawn or not read.is_fact or is_reaction(read, substances, sheet.folded):
            found += withdrawn
            continue
        agreed = (held_to(one.proposal, sheet, reads, ages) for one in rules.of(index) if agrees(read, one))
        alike = of_the_old_value([one for one in agreed if one is not None], read)
        if dated_otherwise(alike, read, reads):
            alike = []
        if strays(alike, read, heard) or leaves_units_unsaid(read) or graded_in(sheet, read) or worded is not None:
            alike = []
        read = worded or read
        if alike and len(alike) >= values_told(read) and read.item.concept_id != PREGNANCY:
            alike = [_on_its_day(read, _in_its_phase(heard, read, one)) for one in alike]
            alike = [_of_its_words(sheet, read, with_dose_taken(sheet, heard, read, one, lexicon)) for one in alike]
            found += [with_amount(_sized(sheet, read, starts, one), read, sheet) for one in alike]
            continue
        for content, figure in _contents(sheet, heard, read, reads, lexicon):
            proposed = _proposed(sheet, heard, read, reads, content, figure, extractor)
            found += [with_amount(_sized(sheet, read, starts, one), read, sheet) for one in proposed]
    others = (held_to(one, sheet, reads, ages) for one in rules.others if not is_of_another_drink(one, sheet))
    said = {what_moves(one) for one in found} - {None}
    fresh = (one for one in others if one is not None and what_moves(one) not in said and not _is_said(one, found))
    return told_apart(sheet, (*found, *fresh))


def _is_said(proposal: Proposal, found: Sequence[Proposal]) -> bool:
    """Whether a detail of the person is told already: "F 41" by the years and by the letter ahead of them."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.DEMOGRAPHICS:
        return False
    alike = (one.content for one in found if one.content is not None and one.operation is proposal.operation)
    return any((one.concept.concept_id, one.value) == (content.concept.concept_id, content.value) for one in alike)


def _on_its_day(read: Read, proposal: Proposal) -> Proposal:
    """A finding, an operation or a medicine on the day that was bound to it, where the rules took another's or none."""
    content = proposal.content
    if content is None or not read.dates or content.slot in (SlotKind.LABS, SlotKind.VITALS):
        return proposal
    told = {one.value for one in read.dates}
    if {content.valid_from, content.valid_to} & told:
        return proposal
    undated = content.with_fields(valid_from=None, valid_to=None, precision=None)
    return proposal.with_fields(content=undated.with_fields(**_period(read, undated)))


def _in_its_phase(heard: Heard, read: Read, proposal: Proposal) -> Proposal:
    content = proposal.content
    known = heard.facts[read.item.heard] if read.item.heard is not None else None
    if content is None or proposal.operation not in (Operation.ASSERT, Operation.CHANGE):
        return proposal
    return proposal.with_fields(content=in_its_phase(content, read, known))


def _told_first(read: Read, heard: Heard) -> Read:
    """What is said as if it were known, and is not on record, is told for the first time."""
    if read.change != "mention" or not read.item.named or not read.is_fact:
        return read
    if read.item.heard is not None:
        # Of a medicine on record an allergy is told for the first time.
        new = read.role == "allergies" and heard.facts[read.item.heard].slot is not SlotKind.ALLERGIES
        return replace(read, change="assert") if new else read
    known = {fact.concept.concept_id for fact in heard.facts}
    return read if read.item.concept_id in known else replace(read, change="assert")


_COUNTED: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.PROCEDURES})


def _sized(sheet: Sheet, read: Read, starts: Sequence[int], proposal: Proposal) -> Proposal:
    """A finding or an operation with the size or the count told of it; ``starts`` are where names begin, in order."""
    content = proposal.content
    if content is None or content.value is not None or content.slot not in _COUNTED:
        return proposal
    if content.polarity is not Polarity.AFFIRMED or proposal.operation is not Operation.ASSERT:
        return proposal
    figure = size_of(sheet, read.item, starts) if content.slot is not SlotKind.PROCEDURES else None
    if figure is not None:
        return proposal.with_fields(content=content.with_fields(value=figure.value, unit=figure.quantity.unit))
    counted = count_of(sheet, read.item, content.slot.value, starts)
    if counted is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(value=counted[0], unit=counted[1]))


def _put_right(read: Read, known: Content | None) -> dict[str, object]:
    """The number of a finding, an operation or a habit on record that is put right: "make that three falls"."""
    if known is None or read.change not in ("correct", "change", "revert") or len(read.new) != 1:
        return {}
    number = f"{read.new[0].value:g}"
    if isinstance(known.value, str):
        told, changed = _FIRST_NUMBER.subn(number, known.value, count=1)
        return {"value": told} if changed else {}
    return {"value": read.new[0].value, "unit": known.unit} if known.value is not None else {}


_FIRST_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?")


def _contents(
    sheet: Sheet, heard: Heard, read: Read, reads: Sequence[Read], lexicon: Lexicon
) -> Iterator[tuple[Content, Figure | None]]:
    """What an item says for the record, and the figure that each content rests on."""
    slot = SlotKind(read.role)
    known = heard.facts[read.item.heard] if read.item.heard is not None else None
    if slot in (SlotKind.LABS, SlotKind.VITALS):
        if read.change == "retract" and not read.new and known is not None:
            # What is taken back needs no value: the fact on record is meant.
            yield known, None
        unlisted = _concept(sheet, heard, read, slot, known, lexicon) if read.item.entry is None else None
        graded = graded_in(sheet, read)
        measured = replace(read, new=tuple(one for one in read.new if one not in graded)) if graded else read
        yield from values_of(sheet, measured, reads, slot, unlisted, known, lexicon)
        yield from ((one, None) for one in resulted(sheet, measured, reads, known, graded))
        return
    concept = _concept(sheet, heard, read, slot, known, lexicon)
    if concept is None:
        return
    content = in_its_phase(_asserted(read, Content(slot=slot, concept=concept)), read, known)
    if concept.concept_id == ANY and not read.certain and _NOT_KNOWN.search(sheet.folded) is not None:
        # "I was never tested, so I don't know" is no "none": whoever doubts that there is none does not know.
        content = Content(slot=slot, concept=concept, certainty=Certainty.UNKNOWN)
    if slot is SlotKind.FAMILY_HISTORY:
        for subject in read.subjects or (None,):
            name = subject.concept_id if subject is not None else "family"
            yield content.with_fields(subject=name, status=None, temporality=Temporality.CURRENT), None
        return
    if slot in _COUNTED and content.polarity is Polarity.AFFIRMED:
        content = content.with_fields(**_put_right(read, known))
    if slot is SlotKind.MEDICATIONS and len(meant_of_class(read, heard.facts, sheet)) > 1:
        # Half or double of which? What is reckoned from one of them is not told of the other.
        read = replace(read, new=tuple(one for one in read.new if not one.reckoned))
    if slot is SlotKind.MEDICATIONS:
        content = content.with_fields(**dose_taken(sheet, read, known, concept, lexicon))
    elif slot is SlotKind.ALLERGIES and content.polarity is Polarity.AFFIRMED:
        content = content.with_fields(reaction=reaction_to(read, reads), status=None, temporality=Temporality.CURRENT)
    elif slot is SlotKind.SOCIAL_HISTORY:
        content = content.with_fields(**_habit(sheet, read))
    elif slot is SlotKind.DEMOGRAPHICS:
        content = content.with_fields(**_of_the_person(sheet, read))
    elif concept.concept_id == PREGNANCY and read.state == "current" and read.item.named:
        weeks = weeks_told(sheet.folded, read.item.start, read.item.end)
        if weeks is not None or content.value is None:
            content = content.with_fields(value=weeks, unit=WEEKS if weeks is not None else None)
    yield content.with_fields(**_period(read, content)), next(iter(read.new), None)


_NOT_KNOWN: Final = lazy_regex(
    r"모르|몰라|몰랐|글쎄|확실(?:치|하지)\s?않|안\s?(?:해\s?봐|해봤)|없는\s?(?:것|거)\s?같"
    r"|\b(?:not sure|unsure|no idea|never (?:been )?(?:tested|checked|asked)|as far as i know|that i know"
    r"|i think|i guess|(?:do not|don't|dont|wouldn't) know|might|maybe|not certain|can't (?:say|remember))\b"
)


def _concept(
    sheet: Sheet, heard: Heard, read: Read, slot: SlotKind, known: Content | None, lexicon: Lexicon
) -> Concept | None:
    item = read.item
    if item.kind == "topic":
        return Concept(concept_id=ANY, name=ANY, display="") if read.state == "negated" else None
    if item.kind in ("age", "gender") and item.named:
        display = {"age": "나이", "gender": "성별"}[item.kind] if sheet.language == "ko" else item.kind
        return Concept(concept_id=item.kind, name=item.kind, display=display)
    if item.unlisted:
        return in_own_words(sheet.quote(item.start, item.end)[0])
    if item.entry is None:
        return known.concept if known is not None else None
    entry = item.entry
    members = meant_of_class(read, heard.facts, sheet)
    if len(members) == 1:
        return members[0].concept
    if members:
        return entry.concept(sheet.language)
    general = known is not None and read.change != "assert" and known.slot is slot
    if general and known is not None and entry.concept_id not in (known.concept.concept_id, *_named_anew(known, entry)):
        return known.concept
    if slot is SlotKind.ALLERGIES:
        entry = as_allergen(Mention(entry, item.start, item.end, sheet.text[item.start : item.end]), lexicon)
    concept = entry.concept(sheet.language)
    return (
        concept.with_fields(name=concept.concept_id.replace("_", " ")) if slot is SlotKind.SOCIAL_HISTORY else concept
    )


def _named_anew(known: Content, entry: Entry) -> tuple[str, ...]:
    """The concept that ``entry`` names where it says more than the record does: the narrower name is kept."""
    return (entry.concept_id,) if known.concept.concept_id in entry.broader else ()


def _asserted(read: Read, content: Content) -> Content:
    medicine = content.slot is SlotKind.MEDICATIONS
    certainty = Certainty.CONFIRMED if read.certain else Certainty.UNCERTAIN
    match "ended" if read.change == "stop" and read.state == "current" else read.state:
        case "negated":
            return content.with_fields(polarity=Polarity.NEGATED, certainty=certainty)
        case "ended":
            ended = content.slot in (SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.SYMPTOMS)
            status = (Status.STOPPED if medicine else Status.RESOLVED) if ended else None
            return content.with_fields(temporality=Temporality.PAST, certainty=certainty, status=status)
        case "planned":
            return content.with_fields(temporality=Temporality.FUTURE, certainty=certainty, status=Status.PLANNED)
        case "on_hold":
            return content.with_fields(certainty=certainty, status=Status.ON_HOLD)
        case _:
            lasting = medicine or (content.slot is SlotKind.CONDITIONS and certainty is Certainty.CONFIRMED)
            return content.with_fields(certainty=certainty, status=Status.ACTIVE if lasting else None)


def _of_the_person(sheet: Sheet, read: Read) -> dict[str, object]:
    """An age or a gender: as it was named, or the number that takes the place of the age on record."""
    if read.item.kind != "age":
        return {"value": read.item.value} if read.item.value is not None else {}
    told = read.new[0].value if read.new else float(read.item.value) if read.item.value is not None else None
    if told is None:
        return {}
    here = (one for one in (*read.new, *sheet.figures) if one.kind == "age" and one.start == read.item.start)
    figure = next(here, None)
    young = figure.quantity.unit if figure is not None and figure.value == told else None
    return {"value": told, "unit": young or YEARS}


def _habit(sheet: Sheet, read: Read) -> dict[str, object]:
    """How much of it, and how often; what it is called; of what is used whether it is now: one denied has no value."""
    if read.item.concept_id in TOLD_IN_WORDS and read.state == "current" and read.item.named:
        # What takes the place of something on record is told, even where no more of it is.
        return {"value": called(sheet, read.item) or ("current" if read.change in ("change", "correct") else None)}
    if read.state == "negated":
        return {}
    if read.state == "ended":
        worked = read.item.concept_id == OCCUPATION and read.item.named and read.change != "stop"
        return work_of_before(sheet, read.item) if worked else {"value": FORMER}
    often = next((one.code for one in read.frequencies if not one.weak), None)
    if not read.new:
        used = read.item.concept_id in USED
        return {"value": often or "current"} if used else {"frequency": often}
    amount = read.new[0]
    unit = f"{{{amount.counter}}}" if amount.counter else amount.quantity.unit
    return {"value": amount.value, "unit": unit, "frequency": often}


def _period(read: Read, content: Content) -> dict[str, object]:
    if not read.dates:
        return {}
    date = next((one for one in read.dates if one.kind != "point"), read.dates[0])
    ended = content.status in (Status.STOPPED, Status.ON_HOLD, Status.RESOLVED) and date.kind != "since"
    return {"valid_to" if ended else "valid_from": date.value, "precision": Precision(date.precision)}


def in_own_words(words: str) -> Concept | None:
    """A concept that is known by the patient's words alone; None for what is too long to be a name."""
    name = words.strip(_AROUND)
    return Concept(concept_id=fold(name), name=name, display=name) if 0 < len(name) <= _LONGEST_WORDS else None


_AROUND: Final = " .,;:!?'\"()"
_LONGEST_WORDS: Final = 80
"""Characters of a finding in the patient's own words; longer ones are no longer of one thing."""


def _proposed(
    sheet: Sheet,
    heard: Heard,
    read: Read,
    reads: Sequence[Read],
    content: Content,
    figure: Figure | None,
    extractor: str,
) -> Iterator[Proposal]:
    operation = OPERATIONS[read.change]
    target = (
        _target(sheet, heard, read, reads, content) if operation not in (Operation.ASSERT, Operation.MENTION) else None
    )
    if operation is Operation.REVERT and target is not None and isinstance(content.value, float):
        target = target.with_fields(old=content.value)
    quote, start, end = _words(sheet, read, figure)
    if operation is Operation.RETRACT:
        yield Proposal(
            operation=operation, target=target, quote=quote, start=start, end=end, extractor=extractor,
            confidence=_confidence(read), reattributed_to=read.subjects[0].concept_id if read.subjects else None,
        )  # fmt: skip
        return
    yield Proposal(
        operation=operation, content=content, target=target, quote=quote, start=start, end=end, extractor=extractor,
        confidence=_confidence(read),
    )  # fmt: skip


def _target(sheet: Sheet, heard: Heard, read: Read, reads: Sequence[Read], content: Content) -> Target:
    """Which fact is meant: what the words replace, else the fact of this concept."""
    replaced = next((one for one in reads if one.role == "old" and _same_table(one, read)), None)
    known = heard.facts[replaced.item.heard] if replaced is not None and replaced.item.heard is not None else None
    if replaced is not None and known is not None and (not replaced.item.named or known.slot is content.slot):
        # "Penicillin" names a class of medicines, and the allergy to it goes by another concept.
        return Target(slot=content.slot, concept_id=known.concept.concept_id)
    if replaced is not None and replaced.item.entry is not None:
        return Target(slot=content.slot, concept_id=replaced.item.entry.concept_id)
    concept_id = content.concept.concept_id
    if len(meant_of_class(read, heard.facts, sheet)) > 0:
        return Target(slot=content.slot, concept_id=concept_id)
    if read.item.heard is not None and content.slot not in (SlotKind.LABS, SlotKind.VITALS):
        concept_id = heard.facts[read.item.heard].concept.concept_id
    old = _old(read, content)
    rivals = [one for one in heard.facts if one.concept.concept_id == concept_id and one.slot is content.slot]
    several = old is None and len(rivals) > 1
    return Target(slot=content.slot, concept_id=concept_id, old=old, which="latest" if several else None)


def _same_table(one: Read, other: Read) -> bool:
    families = (
        {"medications", "drug_classes", "allergens"},
        {"conditions", "symptoms"},
        {"labs", "vitals"},
        {"procedures"},
    )
    return any(one.item.kind in kinds and other.item.kind in kinds for kinds in families)


def _old(read: Read, content: Content) -> float | None:
    for figure in read.old:
        if content.concept.concept_id == SYSTOLIC and figure.kind == "diastolic":
            continue
        if content.concept.concept_id == DIASTOLIC and figure.kind == "systolic":
            continue
        return figure.value
    return None


_FINDINGS: Final = frozenset({"symptoms", "conditions", "procedures", "allergies", "family_history"})
"""Slots whose facts rest on the words that name them; when and how often belong to the sentence around."""


def _of_its_words(sheet: Sheet, read: Read, proposal: Proposal) -> Proposal:
    """The rules' proposal, resting on the words that name the finding and not on the sentence around them."""
    item = read.item
    if read.role not in _FINDINGS or not item.named or item.end == item.start or read.new:
        return proposal
    quote, start, end = sheet.quote(item.start, item.end)
    return proposal.with_fields(quote=quote, start=start, end=end)


def _words(sheet: Sheet, read: Read, figure: Figure | None) -> tuple[str, int, int]:
    spans = [(read.item.start, read.item.end)] if read.item.named and read.item.end > read.item.start else []
    if spans and figure is None and read.role in _FINDINGS:
        return sheet.quote(*spans[0])
    spans += [(figure.start, figure.end)] if figure is not None and figure.end > figure.start else []
    spans += [(one.start, one.end) for one in read.frequencies]
    if not spans:
        return sheet.quote(0, len(sheet.text))
    return sheet.quote(min(start for start, _ in spans), max(end for _, end in spans))


def _confidence(read: Read) -> float:
    return round(min(read.item.confidence, 1.0 - 0.5 * read.doubt), 3)
