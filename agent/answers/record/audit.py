"""Questions about the record itself: when a value was changed, what was said first, why an answer was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.reasons import explained, reason_of
from agent.answers.following.references import spoken
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.record.summary import spoke_of
from agent.answers.values.comparison import measured
from agent.safety.cautions import cautions
from agent.safety.medicine_warnings import allergies_met, cautioned
from agent.words.figures import date_text
from agent.words.sentences import sentence
from domain.events import SpokenReference
from domain.ledger import CHANGED, CORRECTED, RESOLVED, RETRACTED, REVERTED, Fact, local_day
from domain.values import ANY, SERIES_SLOTS, Source
from projections.answers import GivenAnswer
from projections.timeline import History, Version

_ENDS = {
    CORRECTED: ("정정됨", "corrected"),
    CHANGED: ("변경됨", "changed"),
    RETRACTED: ("취소됨", "retracted"),
    REVERTED: ("정정 취소됨", "correction undone"),
    RESOLVED: ("다른 값으로 확정됨", "settled for another value"),
}


def account_of_record(consultation: Consultation) -> Part:
    """The versions of what the question is about; of everything that changed when it names nothing."""
    request = consultation.request
    about_words = not (request.mentions or request.slots or request.has("again", "aloud_number", "compare"))
    if request.has("first_words") and (about_words or not any(map(_has_changed, _histories(consultation)))):
        return first_said(consultation)
    histories = _histories(consultation)
    if not histories:
        return Part(
            consultation.pick(
                "지금까지 바뀌거나 정정된 기록은 없습니다.",
                "Nothing on the record has been changed or corrected so far.",
            )
        )
    changed = [history for history in histories if _has_changed(history)]
    if not changed:
        return _unchanged(consultation, histories)
    return joined(_account(consultation, history) for history in changed)


def first_said(consultation: Consultation) -> Part:
    """What the patient said first, verbatim, with its date."""
    question = consultation.situation.question
    lines = [
        line for line in consultation.situation.view.turns.lines.values() if line.turn_number < question.turn_number
    ]
    if not lines:
        return Part(consultation.pick("아직 말씀하신 내용이 없습니다.", "You have not told me anything yet."))
    first = min(lines, key=lambda line: line.turn_number)
    day = date_text(local_day(first.said_at, question.time_zone), question.language)
    if first.turn_number > 1:
        return Part(
            consultation.pick(
                f"그대로 간직하고 있는 가장 앞선 말씀은 {day}의 {first.turn_number}번째 말씀입니다: “{first.question}”",
                f"The earliest words I still keep are those of your turn {first.turn_number} on {day}: "
                f"“{first.question}”",
            )
        )
    return Part(
        consultation.pick(
            f"처음에는 {day}에 이렇게 말씀하셨습니다: “{first.question}”",
            f"You first told me on {day}: “{first.question}”",
        )
    )


def basis_of_answer(consultation: Consultation) -> Part:
    """The facts and documents that the last answer with any rested on."""
    answers = consultation.situation.view.answers.given
    last = consultation.situation.view.answers.last()
    if last is not None and last.agent is not None:
        return _bearing_on(consultation, last)
    named = _named_on_record(consultation)
    spoken = {one for answer in answers.values() if answer.intent != "acknowledge" for one in answer.facts_used}
    if named and spoken.isdisjoint(fact.fact_id for fact in named):
        return origins(consultation, named)
    about = explained(consultation)
    if about is not None and (reason := reason_of(consultation, about)).text:
        return reason
    given = next((answers[turn] for turn in sorted(answers, reverse=True) if answers[turn].facts_used), None)
    if given is None:
        return Part(
            consultation.pick(
                "근거로 쓴 기록이 있는 답변이 아직 없습니다.", "No earlier answer rested on your record yet."
            )
        )
    facts = [consultation.ledger.facts[each] for each in given.facts_used if each in consultation.ledger.facts]
    standing = tuple(fact for fact in facts if fact.current)
    if not standing:
        return Part(
            consultation.pick(
                "앞선 답변이 기댄 기록은 지금은 유효하지 않습니다.",
                "What that answer rested on does not stand any more.",
            )
        )
    listed = "; ".join(consultation.words.brief(fact) for fact in standing)
    text = sentence("why.nothing", consultation.words.language, listed=listed)
    return Part(text, tuple(fact.fact_id for fact in standing), given.citations, given.spoke_of)


def _named_on_record(consultation: Consultation) -> tuple[Fact, ...]:
    """The current facts, no values of tests, that the question names."""
    ids = {one.entry.concept_id for one in consultation.request.subjects if one.entry.kind != "relatives"}
    facts = (fact for one in sorted(ids) for fact in consultation.known.about(one))
    return tuple(dict.fromkeys(fact for fact in facts if fact.content.slot not in SERIES_SLOTS))


def origins(consultation: Consultation, facts: Sequence[Fact]) -> Part:
    """From whose words of which day each fact was recorded: the patient's own, verbatim, or the clinician's."""
    return joined(_origin(consultation, fact) for fact in facts[:_MOST_ORIGINS])


def _origin(consultation: Consultation, fact: Fact) -> Part:
    words, language = consultation.words, consultation.words.language
    first = fact.evidence[0]
    name, day = words.brief(fact), date_text(fact.day, language)
    if first.quote:
        text = sentence("origin.words", language, name=name, day=day, quote=first.quote)
    else:
        key = "origin.clinician" if first.source is Source.CLINICIAN else "origin.entered"
        text = sentence(key, language, name=name, day=day)
    return Part(text, (fact.fact_id,))


_MOST_ORIGINS: Final = 3


def _bearing_on(consultation: Consultation, said: GivenAnswer) -> Part:
    """What the record holds of what another agent's words name: on what they rest only that agent knows."""
    named = [
        one.entry for one in consultation.finder.find(said.text) if one.entry.kind in ("medications", "drug_classes")
    ]
    warned = joined((allergies_met(consultation, named), cautioned(consultation, cautions(consultation.known, named))))
    if warned.text:
        return warned
    facts = [consultation.ledger.facts[one] for one in said.facts_used if one in consultation.ledger.facts]
    standing = tuple(fact for fact in facts if fact.current)
    if not standing:
        return Part(sentence("why.not_ours", consultation.words.language))
    listed = "; ".join(consultation.words.brief(fact) for fact in standing)
    text = sentence("why.on_record", consultation.words.language, listed=listed)
    return Part(text, tuple(fact.fact_id for fact in standing), (), said.spoke_of)


def _histories(consultation: Consultation) -> tuple[History, ...]:
    """Histories about what the question means; all that have changed when it means nothing in particular."""
    histories = consultation.situation.view.timeline.histories()
    meant = _concepts_meant(consultation)
    return tuple(
        history for history in histories if (_concept_ids(history) & meant if meant else _has_changed(history))
    )


def _has_changed(history: History) -> bool:
    return len(history.versions) > 1 or bool(history.versions[0].ended)


def _unchanged(consultation: Consultation, histories: tuple[History, ...]) -> Part:
    facts = tuple(version.fact for history in histories for version in history.versions)
    listed = "; ".join(consultation.words.brief(fact) for fact in facts)
    unchanged = Part(
        consultation.pick(
            f"이 기록은 바뀌거나 정정된 적이 없습니다: {listed}.", f"This has not been changed or corrected: {listed}."
        ),
        tuple(fact.fact_id for fact in facts),
    )
    told = [fact for fact in facts if fact.content.slot not in SERIES_SLOTS]
    return joined((unchanged, origins(consultation, told))) if len(facts) <= _MOST_ORIGINS else unchanged


def _concepts_meant(consultation: Consultation) -> set[str]:
    named = {mention.entry.concept_id for mention in consultation.request.subjects}
    if named:
        tests = {test for name in named for test in consultation.known.tests_named(name)}
        return named | tests
    if consultation.request.has("before_it") and (medicines := _medicines_spoken(consultation)):
        return medicines
    if not consultation.request.has("again", "aloud_number"):
        return set()
    earlier = spoken(consultation.situation.view.answers, "measurement")
    return {earlier.reference.concept_id} if earlier is not None and earlier.reference.concept_id else set()


def _medicines_spoken(consultation: Consultation) -> set[str]:
    """The medicines of the last answer that have changed since they were first recorded."""
    last = consultation.situation.view.answers.last()
    references = last.spoke_of if last is not None else ()
    facts = [
        consultation.ledger.facts.get(each) for ref in references if ref.kind == "medications" for each in ref.fact_ids
    ]
    return {fact.content.concept.concept_id for fact in facts if fact is not None and fact.supersedes}


def _concept_ids(history: History) -> set[str]:
    return {version.fact.content.concept.concept_id for version in history.versions}


def _account(consultation: Consultation, history: History) -> Part:
    lines = [_line(consultation, version) for version in history.versions]
    words, last = consultation.words, history.versions[-1].fact
    whole = last.content.concept.concept_id == ANY
    name = words.slot(last.content.slot) if whole else words.name(last.content)
    current = tuple(version.fact.fact_id for version in history.versions if version.fact.current)
    return Part(
        "\n".join((consultation.pick(f"{name} 기록:", f"Record of {name}:"), *lines)), current, (), _spoken_of(last)
    )


def _spoken_of(fact: Fact) -> tuple[SpokenReference, ...]:
    """The reference that an account makes, so that the next turn may go on about it."""
    return measured(fact) if fact.content.slot in SERIES_SLOTS else spoke_of(fact.content.slot, (fact,))


def _line(consultation: Consultation, version: Version) -> str:
    words, zone = consultation.words, consultation.situation.question.time_zone
    said = words.date(local_day(version.fact.said_at, zone))
    what = _short(consultation, version.fact)
    turn = version.fact.evidence[0].turn_number
    where = (
        consultation.pick(f"{turn}번째 말씀", f"your turn {turn}")
        if turn
        else consultation.pick("가져온 기록", "imported record")
    )
    if version.ended_at is None:
        return consultation.pick(
            f"- {what}: {said} 기록({where}), 현재 유효", f"- {what}: recorded {said} ({where}), in force"
        )
    # What was said in a conversation of another day is told by that day, whenever it was saved.
    successor = consultation.ledger.facts.get(version.fact.superseded_by or "")
    ended = words.date(local_day(successor.said_at if successor is not None else version.ended_at, zone))
    how_ko, how_en = _ENDS.get(version.ended, (version.ended, version.ended))
    return consultation.pick(
        f"- 이전 {what}: {ended} {how_ko}({said} 기록, {where})",
        f"- previous {what}: {how_en} {ended} (recorded {said}, {where})",
    )


def _short(consultation: Consultation, fact: Fact) -> str:
    words = consultation.words
    if fact.content.slot in SERIES_SLOTS and numeric(fact) is not None:
        return words.measurement(fact)
    return words.brief(fact)
