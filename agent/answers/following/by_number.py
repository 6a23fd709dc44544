"""A value of the record that a question means by its number alone ("is 170 bad?"), judged or told as what it is."""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.values.comparison import comparison_sentence, measured, value_sentence
from agent.answers.values.judgement import criterion, judge, standing
from agent.answers.values.told import judges
from agent.words.josa import with_particle
from domain.ledger import Fact
from domain.values import PATIENT, SERIES_SLOTS
from extraction.values.quantities import find_quantities


def judged_by_number(consultation: Consultation) -> Part:
    """The judgement of the recorded values that the words name by their numbers; empty where none is meant."""
    request = consultation.request
    if not request.asks or not (judges(request.text) or request.has("compare", "judge")):
        return Part()
    meant = _meant(consultation)
    if not meant and not request.mentions and len(request.text) < 80:
        meant = _told_last(consultation)
    return joined(_judged(consultation, fact) for fact in meant[:2])


def _numbers(consultation: Consultation) -> list[float]:
    return [one.value for one in find_quantities(consultation.request.plain) if one.value is not None]


def _meant(consultation: Consultation) -> list[Fact]:
    told = _numbers(consultation)
    found: dict[str, Fact] = {}
    for slot in SERIES_SLOTS:
        for fact in consultation.ledger.current(slot):
            stated = fact.content.value_stated or ""
            value = numeric(fact)
            matches = any(value == one or stated == f"{one:g}" for one in told)
            if matches and fact.content.subject == PATIENT:
                found[fact.content.concept.concept_id] = fact
    return list(found.values())


def _told_last(consultation: Consultation) -> list[Fact]:
    """The value that was told or spoken of last."""
    tests = consultation.tests_in_mind()
    return [consultation.known.series(test)[-1] for test in tests[:1] if consultation.known.series(test)]


def _judged(consultation: Consultation, fact: Fact) -> Part:
    words = consultation.words
    judgement = judge(consultation, fact)
    series = consultation.known.series(fact.content.concept.concept_id)
    before = [one for one in series if one.fact_id != fact.fact_id and one.clinical_day < fact.clinical_day]
    change = Part()
    if before and consultation.request.has("compare", "judge", "question"):
        change = Part(comparison_sentence(consultation, before[-1], fact), (before[-1].fact_id,))
    if judgement is None:
        return joined((Part(value_sentence(consultation, fact), (fact.fact_id,), (), measured(fact)), change), " ")
    name, value = words.test(fact.content), words.measurement(fact)
    text = consultation.pick(
        f"{with_particle(name, '은')} {with_particle(value, '으로')} {standing(consultation, judgement)}. "
        f"{criterion(consultation, judgement)}",
        f"{name[:1].upper()}{name[1:]}, {value}, {standing(consultation, judgement)}. "
        f"{criterion(consultation, judgement)}",
    )
    return joined((Part(text, judgement.rests_on, (), measured(fact)), change), " ")
