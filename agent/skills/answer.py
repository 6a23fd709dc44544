"""Writes an answer by rule: facts with dates and sources, quoted passages, and nothing that neither holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agent.answers.asking.learned_kinds import Kinds
from agent.answers.asking.request import Finder
from agent.answers.children.lively import is_lively
from agent.answers.children.nursing import nursing
from agent.answers.children.of_children import of_children
from agent.answers.complaints.comfort import comforted
from agent.answers.complaints.fever_care import is_reassured
from agent.answers.consultation import Consultation, Library, consult
from agent.answers.diary.account import told_over_days
from agent.answers.diary.alarming import said_of
from agent.answers.events.account import EventsTold, dated_events
from agent.answers.knowledge.cards import CardReader
from agent.answers.knowledge.withheld import without_barred
from agent.answers.leading import is_fallback, leading, upholds, without_repeats
from agent.answers.part import Part, joined
from agent.answers.record.acknowledgement import acknowledge, own_not_kept
from agent.answers.record.changes import turn_changes
from agent.answers.record.weighed_for import weighed_for
from agent.answers.regimen.regimen import told_limit
from agent.answers.remembered.own_words import asks_record_alone, in_own_words
from agent.answers.remembered.remembered import remembered_alone
from agent.broken import unless_broken
from agent.recall.bearing import BearingReader
from agent.record_of_kin import OF_KIN
from agent.safety import RedFlag, red_flags, urgent_text
from agent.safety.after_alarm import is_in_care
from agent.safety.counsel import is_calmed
from agent.safety.meanwhile import covers, is_of_another, meanwhile
from agent.safety.seen_since import seen_since
from agent.safety.staying_with import stays_with, was_just_spoken_of
from agent.safety.unanswered import stands_unanswered
from agent.safety.whereabouts import country_of
from agent.skills.beside_events import with_other_asks
from agent.skills.besides import acknowledged, said_besides
from agent.skills.ports import RED_FLAG, Draft, Noted, Situation
from agent.words.for_another import said_of_another
from agent.words.plain_words import in_plain_words
from agent.words.sentences import sentence
from agent.words.wording import Dictionary
from extraction.reading.learned.recollections import RecollectionReader

AUTHOR: Final = "rules@1"


class RuleAnswer:
    """The answer skill without a model: pure over the situation, in the patient's language.

    ``retriever`` only lends generic passages by id when none of the retrieved ones fits the patient.
    """

    def __init__(
        self,
        lexicon: Dictionary,
        recogniser: Finder,
        retriever: Library | None = None,
        kinds: Kinds | None = None,
        cards: CardReader | None = None,
        recollections: RecollectionReader | None = None,
        bearing: BearingReader | None = None,
    ) -> None:
        """``kinds`` reads the kind of each ask where an utterance has several; without it cues decide alone.

        ``cards`` finds what answers general questions among the documents of the turn, ``recollections`` hears what of
        the record is asked for, ``bearing`` which of the patient's own sentences an answer needs.
        """
        self._lexicon = lexicon
        self._recogniser = recogniser
        self._library = retriever
        self._kinds = kinds
        self._cards = cards
        self._recollections = recollections
        self._bearing = bearing

    async def answer(self, situation: Situation) -> Draft:
        """A draft; a red-flag symptom of this turn brings the urgent sentence before everything else."""
        consultation = consult(
            situation,
            self._lexicon,
            self._recogniser,
            self._library,
            self._kinds,
            self._cards,
            self._recollections,
            self._bearing,
        )
        flags = _heeded(consultation, red_flags(situation, consultation.request.mentions, self._lexicon))
        return unless_broken(lambda: _composed(consultation, flags), lambda: _noted_alone(consultation, flags))


def _noted_alone(consultation: Consultation, flags: tuple[RedFlag, ...]) -> Draft:
    """What must be said in any case, where no answer could be made: what is urgent, and what was recorded."""
    noted = acknowledge(consultation)
    language = consultation.words.language
    urgent = urgent_text(flags, language, consultation.ledger.time_zone)
    text = "\n".join(one for one in (urgent, noted.text, sentence("unknown.broken", language)) if one)
    return Draft(
        text=text,
        facts_used=noted.facts,
        warnings=(RED_FLAG,) if flags else (),
        author=AUTHOR,
        noted=Noted(noted.text, noted.facts, noted.spoke_of) if noted.text else Noted(),
        urgent=any(flag.self_harm or flag.level in _PRESSING for flag in flags),
    )


def _composed(consultation: Consultation, flags: tuple[RedFlag, ...]) -> Draft:
    question = consultation.situation.question
    rests_on = tuple(dict.fromkeys(fact_id for flag in flags for fact_id in flag.fact_ids))
    said_first = _urgent(consultation, flags)
    urgent = Part(said_first.text, tuple(dict.fromkeys((*rests_on, *said_first.facts))))
    own = Part() if flags else joined((of_children(consultation), nursing(consultation)))
    days = told_over_days(consultation)
    if own.text:
        # What is said of a child is no account of days; what alarms in their course still is said.
        days = replace(days, account=Part(), noted=Part())
    events = EventsTold() if flags or own.text else dated_events(consultation)
    if events.account.text:
        beside = any(all(kind.words.search(one) is None for kind in events.kinds) for one in days.named)
        counted = days.account if beside and events.kinds else Part()
        events = replace(events, account=joined((events.account, counted)))
        own, days = events.account, replace(days, account=Part(), noted=Part())
    own = own if own.text or flags or days.account.text else remembered_alone(consultation)
    at_once = any(one.at_once for one in flags)
    first = (
        Part() if own.text and not events.is_of_doses else leading(consultation, alarmed=bool(flags), at_once=at_once)
    )
    if days.account.text:
        first = first if upholds(consultation, first) else Part()
        besides = joined((acknowledged(consultation), days.account))
    elif events.account.text:
        besides = with_other_asks(consultation, events)
    elif own.text:
        besides = comforted(consultation, own, answered=True)
    else:
        besides = said_besides(consultation, flags, led=bool(first.text))
    if not flags and not days.account.text:
        plainly = besides
        besides = unless_broken(
            lambda: _with_own_words(consultation, plainly, led=bool(first.text), events=events), lambda: plainly
        )
    if days.alarms and is_fallback(consultation, besides):
        # Beside what is alarming nothing is said not to have been found.
        besides = days.noted
    if events.noted.text and (is_fallback(consultation, besides) or _corrects_nothing(consultation, besides)):
        besides = events.noted
    elif days.noted.text and (is_fallback(consultation, besides) or _was_just_said(consultation, besides)):
        # "I found nothing to record" is no answer to an entry of a diary, nor the advice of yesterday again.
        besides = days.noted
    if not (flags or first.text) and is_fallback(consultation, besides):
        first = stands_unanswered(consultation)
        besides = Part() if first.text else besides
    besides = without_repeats(besides, first)
    seen = Part() if flags else seen_since(consultation)
    if seen.text and is_fallback(consultation, besides):
        besides = Part()
    said_so = sentence("told.nothing_of_patient", question.language) in besides.text
    not_kept = Part() if flags or said_so or seen.text else own_not_kept(consultation)
    stays = stays_with(consultation, f"{urgent.text}\n{first.text}")
    # Right after words of self-harm nothing is said before where help is.
    crisis, stays = (stays, Part()) if stays.text and was_just_spoken_of(consultation) else (Part(), stays)
    # What is to be seen within weeks is nothing beside what cannot wait.
    pressing = any(flag.level == "now" for flag in flags) or upholds(consultation, first)
    course = Part() if pressing and not days.is_urgent else said_of(days.alarms)
    limit = Part() if flags else told_limit(consultation, question.text)
    said = joined((crisis, urgent, limit, first, course, besides, seen, not_kept, stays))
    said = without_barred(consultation, said)
    language, plain = question.language, consultation.preferences.plain
    text = in_plain_words(said.text, language) if plain else said.text
    text = said_of_another(text, language) if consultation.is_kept_for_another else text
    noted, whose = _noted(consultation, said.text, text), weighed_for(consultation)
    text = f"{text}\n{whose}" if flags and whose else f"{whose}\n{text}".strip()
    return Draft(
        text=text,
        citations=said.citations,
        facts_used=tuple(one for one in said.facts if not one.startswith(OF_KIN)),
        document_ids=tuple(dict.fromkeys(citation.document_id for citation in said.citations)),
        spoke_of=said.spoke_of,
        warnings=(RED_FLAG,) if flags else (),
        author=AUTHOR,
        noted=noted,
        urgent=any(flag.self_harm or flag.level in _PRESSING for flag in flags)
        or upholds(consultation, first)
        or days.is_urgent,
    )


def _with_own_words(consultation: Consultation, said: Part, *, led: bool, events: EventsTold) -> Part:
    """``said`` with what was told of the things asked about and it leaves out; that instead of what is beside them.

    ``led`` is whether something has been said already that answers. An account of ``events`` lists what it rests on.
    """
    nothing = is_fallback(consultation, said)
    if nothing and led and not asks_record_alone(consultation):
        return said
    told = in_own_words(consultation, said, nothing_found=not (said.facts or said.citations), answered=events.turns)
    alone = bool(said.citations) and not said.facts and asks_record_alone(consultation)
    if told.part.text and (nothing or alone or told.instead):
        # What was recorded of the same message stays said.
        return joined((_noted_of(consultation, said), told.part))
    return said if events.account.text else joined((said, told.part))


def _noted_of(consultation: Consultation, said: Part) -> Part:
    """The lines of an answer that tell what was recorded or changed."""
    noted = _noted(consultation, said.text, said.text)
    return Part(noted.text, noted.facts, spoke_of=noted.spoke_of)


def _corrects_nothing(consultation: Consultation, said: Part) -> bool:
    """Whether all that is said is that nothing was found to put right."""
    language = consultation.situation.question.language
    return said.text in (sentence("correction.nothing_found", language), sentence("appointments.told", language))


def _was_just_said(consultation: Consultation, said: Part) -> bool:
    """Whether the turn before was answered with the same words."""
    line = consultation.situation.view.tiers.line_of(consultation.situation.question.turn_number - 1)
    return bool(said.text) and line is not None and line.answer is not None and said.text in line.answer


_PRESSING: Final = ("now", "today")
"""Levels of an alarm that wait for nothing."""


def _noted(consultation: Consultation, said: str, shown: str) -> Noted:
    """Those of the lines ``said`` that tell what was recorded or changed, as they are ``shown``."""
    changes = turn_changes(consultation)
    if not changes.recorded and not changes.corrective:
        return Noted()
    told = acknowledge(consultation)
    lines = set(told.text.split("\n"))
    kept = [line for plain, line in zip(said.split("\n"), shown.split("\n"), strict=True) if plain in lines]
    return Noted("\n".join(kept), told.facts, told.spoke_of) if kept else Noted()


def _heeded(consultation: Consultation, flags: tuple[RedFlag, ...]) -> tuple[RedFlag, ...]:
    """The flags without what only a reader's ear heard where a rule knows it for a look-alike."""
    heard = [one for one in flags if one.heard and not one.self_harm]
    if heard and (is_calmed(consultation) or is_reassured(consultation) or is_lively(consultation)):
        return tuple(one for one in flags if one not in heard)
    return flags


def _urgent(consultation: Consultation, flags: tuple[RedFlag, ...]) -> Part:
    """The sentence of the alarm and what to do until help comes; who is in hospital already is not sent there for a
    result.
    """
    question = consultation.situation.question
    results = {"potassium", "sodium", "neutrophils", "hemoglobin", "egfr", "inr", "oxygen_saturation", "glucose"}
    if flags and is_in_care(question.text) and all(one.key in results for one in flags):
        names = ", ".join(consultation.pick(one.name_ko, one.name_en) for one in flags[:3])
        return Part(sentence("uphold.in_care", question.language, names=names))
    until = meanwhile(consultation, flags) if flags and not is_in_care(question.text) else Part()
    flags = tuple(replace(one, first="") if covers(one, until) else one for one in flags)
    country = country_of(consultation.situation.view, question)
    text = urgent_text(flags, question.language, question.time_zone, country, of_another=is_of_another(consultation))
    return Part(f"{text} {until.text}".strip(), until.facts)
