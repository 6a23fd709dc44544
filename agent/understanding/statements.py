"""New facts as a model reads them: recorded where the words hold name and value, uncertain where they hold less."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agent.polarity import negations
from agent.understanding.contents import (
    certain,
    dated,
    dose,
    entry_of,
    figure_kinds,
    known_test,
    own_words,
    pressure_entry,
    reading,
    with_status,
)
from agent.understanding.cues import cues
from agent.understanding.figures import is_bare, is_denied, is_dose_of, is_plain
from agent.understanding.guards import Guards
from agent.understanding.persons import of_the_patient, with_amount
from agent.understanding.told import Do, Told
from agent.understanding.verdicts import Trial, Verdict
from agent.understanding.words import Span
from domain.comparison import agrees
from domain.ledger import Fact
from domain.proposals import Operation
from domain.values import PATIENT, SERIES_SLOTS, Content, Polarity, SlotKind, Temporality
from extraction.naming.mentions import Entry
from extraction.reading.figures.written_doses import written_dose
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.dose_units import assumed_unit

LONGEST_REACTION: Final = 60
"""Characters of a reaction that is kept in the patient's own words."""
_OF_RELATIVES: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.FAMILY_HISTORY})
_STANDING: Final = frozenset(
    {SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.MEDICATIONS, SlotKind.PROCEDURES, SlotKind.SOCIAL_HISTORY}
)
"""What is there, was there, or is only planned."""
_OVER: Final = lazy_regex(r"(?<=\d) over (?=\d)")
_ALLERGY_WORDS: Final = (
    "알레르기", "알러지", "과민", "아나필락", "두드러기", "쇼크", "allerg", "anaphyla", "react", "hives"
)  # fmt: skip


def stated(guards: Guards, told: Told, span: Span) -> Verdict:
    """What becomes of a fact that a model reads for the first time in these words."""
    trial = Trial(told, span, guards.words, guards.extractor)
    slot = told.slot
    if slot is None:
        return trial.left_out("slot_not_told")
    telling = slot is SlotKind.ALLERGIES and guards.understanding is not None and guards.understanding.surely("state")
    asked = guards.words.is_asked(span) and not telling
    if asked and not guards.words.is_told_before_a_question(span):
        return trial.left_out("asked_not_told")
    if slot is SlotKind.DEMOGRAPHICS:
        return of_the_patient(guards, trial, told)
    entry, said = entry_of(told, slot, span, guards.words, guards.lexicon)
    if slot in SERIES_SLOTS:
        return _measured(guards, trial, told, entry, named=said)
    concept = entry.concept(guards.words.sheet.language) if entry is not None else own_words(told)
    if concept is None:
        return trial.left_out("name_not_said")
    content = Content(slot=slot, concept=concept)
    content, failed = _whose(guards, trial, told, content)
    if failed:
        return trial.left_out(failed)
    content, failed = _standing(guards, trial, told, content)
    if failed:
        return trial.left_out(failed)
    if slot is SlotKind.ALLERGIES and not _tells_a_reaction(guards, told, span):
        trial.doubt("reaction_not_told", True)
    if slot is SlotKind.ALLERGIES:
        content = content.with_fields(reaction=_reaction(guards, told, span))
    if slot is SlotKind.MEDICATIONS and content.subject == PATIENT:
        content = _with_dosing(guards, trial, told, content)
    if slot is SlotKind.SOCIAL_HISTORY:
        content = with_amount(guards, trial, told, content)
    date = guards.words.date(told.date, guards.words.sentence(span)) if told.date else None
    content = dated(content, date, ends=content.temporality is Temporality.PAST)
    # What is told in the breath of a question may be a part of it.
    content = certain(content, sure=told.certain and said and entry is not None and not asked)
    known = guards.ledger.about(content.slot, concept.concept_id, content.subject)
    return _beside(guards, trial, content, known[-1]) if known else trial.proposed(Operation.ASSERT, content)


def _measured(guards: Guards, trial: Trial, told: Told, entry: Entry | None, *, named: bool) -> Verdict:
    """One reading of a test that the lexicon knows; ``named`` where the words name it, not a model alone."""
    words, slot = guards.words, told.slot
    assert slot is not None
    if told.negated or told.whose != PATIENT:
        return trial.left_out("not_the_patients_value")
    entry = entry or known_test(told, slot, guards.lexicon)
    if entry is None:
        return _of_an_unknown_test(guards, trial, told)
    figure = words.figure(told.value, trial.span, figure_kinds(entry.concept_id)) if told.value else None
    if figure is None:
        return trial.left_out("value_not_said")
    if is_denied(words, figure):
        return trial.left_out("value_denied")
    if not is_plain(words, figure):
        return trial.left_out("value_not_plain")
    entry = pressure_entry(entry, figure, guards.lexicon)
    concept = entry.concept(words.sheet.language)
    place = (figure.start, figure.end)
    if not (words.owns(place, concept, slot) if named else words.is_free(place)):
        return trial.left_out("value_of_another")
    around = (max(0, figure.start - 12), min(len(words.text), figure.end + 12))
    # "148 over 92" sets no limit.
    near = _OVER.sub("/", words.text[slice(*around)])
    if cues("goal", near, 0, len(near)):
        return trial.left_out("value_is_a_limit")
    content, failed = reading(entry, figure, words.sheet.language)
    if failed:
        return trial.left_out(failed)
    date = words.date(told.date, words.sentence(trial.span)) if told.date else None
    if told.date and date is None and words.place(told.date) is None:
        return trial.left_out("date_not_said")
    # A day that nobody reads leaves open when it was; it was not today, so nothing of it is sure.
    content = certain(dated(content, date), sure=told.certain and named and (date is not None or not told.date))
    if not told.date and content.slot is SlotKind.VITALS:
        content = content.with_fields(valid_from=words.sheet.day)
    day = content.valid_from or words.sheet.day
    known = guards.ledger.about(content.slot, concept.concept_id, PATIENT, on=day)
    rival = [one for one in known if one.clinical_day == day and not agrees(one.content, content)]
    if rival and content.slot is SlotKind.LABS:
        return _as_an_act(guards, trial, told, rival[-1])
    return trial.proposed(Operation.ASSERT, content)


def _of_an_unknown_test(guards: Guards, trial: Trial, told: Told) -> Verdict:
    """A number of what no table knows, under the patient's own name for it: nobody knows what is plausible."""
    words, concept, slot = guards.words, own_words(told), told.slot
    figure = words.figure(told.value, trial.span) if told.value else None
    if concept is None or slot is not SlotKind.LABS:
        return trial.left_out("test_unknown")
    if figure is None or not is_plain(words, figure) or is_denied(words, figure):
        return trial.left_out("value_not_said")
    date = words.date(told.date, words.sentence(trial.span)) if told.date else None
    unit = figure.quantity.unit if figure.quantity.unit_stated else None
    content = Content(slot=slot, concept=concept, value=figure.value, value_stated=f"{figure.value:g}", unit=unit)
    return trial.proposed(Operation.ASSERT, certain(dated(content, date), sure=False))


def _whose(guards: Guards, trial: Trial, told: Told, content: Content) -> tuple[Content, str]:
    """A relative's disease is family history; of others, and of a relative's medicines, nothing is kept."""
    if told.whose in (PATIENT, "") and content.slot is not SlotKind.FAMILY_HISTORY:
        return content, ""
    here = [one.entry.concept_id for one in guards.words.within(trial.span) if one.entry.kind == "relatives"]
    named = here or guards.words.relatives(trial.span)
    if told.whose in ("other", "") and content.slot is SlotKind.FAMILY_HISTORY and len(set(named)) == 1:
        # A model is offered no word for an uncle; the only relative who is named says it.
        return content.with_fields(subject=named[0]), ""
    if told.whose in ("other", "") or content.slot not in _OF_RELATIVES:
        return content, "not_the_patients"
    alike = {*named, *("sibling" for one in named if one in ("brother", "sister"))}
    if told.whose not in alike:
        return content, "whose_not_said"
    return content.with_fields(slot=SlotKind.FAMILY_HISTORY, subject=told.whose), ""


def _standing(guards: Guards, trial: Trial, told: Told, content: Content) -> tuple[Content, str]:
    """Whether it is there, was there, or is only planned: none of it without words that say so."""
    words, span = guards.words, trial.span
    sentence = words.text[slice(*words.sentence(span))]
    if told.negated:
        if content.slot is SlotKind.ALLERGIES:
            return content, "allergy_denied"
        if not negations(sentence):
            return content, "negation_not_said"
        return content.with_fields(polarity=Polarity.NEGATED), ""
    if content.subject != PATIENT:
        return content, ""
    standing = told.status or "active"
    if content.slot not in _STANDING:
        return content, ""
    if content.slot in (SlotKind.PROCEDURES, SlotKind.SOCIAL_HISTORY):
        return (with_status(content, standing) if standing != "active" else content), ""
    start, end = words.sentence(span)
    ended = cues("stop", words.text, start, end) or cues("ended", words.text, start, end)
    denied = negations(words.text[slice(*span)]) > negations(normalise(told.name).text.casefold())
    if denied and not ended and standing not in ("stopped", "resolved", "on_hold"):
        return content, "denied_in_words"
    return with_status(content, standing), ""


def _with_dosing(guards: Guards, trial: Trial, told: Told, content: Content) -> Content:
    """``content`` with what of dose and frequency stands in the quote; the rest is left open."""
    words = guards.words
    figure = words.figure(told.dose, trial.span) if told.dose else None
    theirs = figure is not None and is_bare(figure)
    if theirs and figure is not None and not is_dose_of(words, figure, content.concept, guards.understanding):
        figure = None
    if figure is not None and not is_denied(words, figure):
        written, failed = dose(figure, None, words)
        if failed == "unit_not_said" and figure.quantity.unit is None:
            # Without a unit it is that in which this medicine comes, as for the other reader.
            unit = assumed_unit(content.concept, None, guards.lexicon, figure.value)
            written, failed = written_dose(figure, unit), "" if unit else failed
        if not failed and words.owns((figure.start, figure.end), content.concept, content.slot):
            content = content.with_fields(dose=written)
    found = words.frequency(told.frequency, words.sentence(trial.span)) if told.frequency else None
    return content.with_fields(frequency=found.code) if found is not None else content


def _tells_a_reaction(guards: Guards, told: Told, span: Span) -> bool:
    """Whether the message tells of an allergy, or of a finding beside the substance."""
    text = guards.words.text
    if any(word in text for word in _ALLERGY_WORDS):
        return True
    sentence = guards.words.sentence(span)
    near = (sentence[0], min(len(text), sentence[1] + 80))
    return any(one.entry.kind in ("symptoms", "conditions") for one in guards.words.within(near))


def _reaction(guards: Guards, told: Told, span: Span) -> str | None:
    """What the substance did, by the name that the words have for it, or else in the patient's own words."""
    said = normalise(told.reaction).text.strip().casefold()
    sentence = guards.words.sentence(span)
    place = guards.words.text.find(said, *sentence) if said else -1
    if place < 0:
        return None
    named = guards.words.within((place, place + len(said)))
    found = next((one for one in named if one.entry.kind in ("symptoms", "conditions")), None)
    return found.entry.name if found is not None else said[:LONGEST_REACTION]


def _beside(guards: Guards, trial: Trial, content: Content, known: Fact) -> Verdict:
    """What is told of a concept on record: again, otherwise now, or otherwise all along."""
    if agrees(known.content, content) and content.subject == PATIENT:
        return trial.proposed(Operation.ASSERT, content)
    if content.slot is SlotKind.ALLERGIES:
        # "None" or "unknown" before, or an allergy that was denied: the aggregate corrects it.
        return trial.proposed(Operation.ASSERT, content)
    if content.polarity is not known.content.polarity:
        # A symptom comes and goes; whether a disease was there all along is nothing for one reader.
        if content.slot is SlotKind.SYMPTOMS:
            return trial.proposed(Operation.ASSERT, content)
        return trial.left_out("denies_the_record")
    if content.temporality is Temporality.FUTURE or content.slot is SlotKind.FAMILY_HISTORY:
        return trial.left_out("known_already")
    return _as_an_act(guards, trial, trial.told, known)


def _as_an_act(guards: Guards, trial: Trial, told: Told, known: Fact) -> Verdict:
    """A statement that differs from the record, judged as the change or the correction that its words show it to be."""
    label = next((name for name, fact in guards.seen.facts.items() if fact.fact_id == known.fact_id), "")
    ended = told.status in ("stopped", "resolved", "on_hold")
    tries: tuple[Do, ...] = ("stop",) if ended else ("change", "correct")
    found = trial.left_out("known_otherwise")
    for do in tries:
        verdict = guards.upon(replace(told, do=do, target=label, name=""), trial.span)
        if verdict.outcome == "applied":
            return verdict
        if verdict.outcome == "asked" and found.outcome != "asked":
            found = verdict
    return found
