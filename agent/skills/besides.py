"""What an answer says besides alarms and warnings: what was noted, what was asked, and counsel on what was told."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.asked_apart import only_tells
from agent.answers.asking.asks import asks_in, last_sentence
from agent.answers.asking.laid_out import laid_out
from agent.answers.asking.naming import intent_name
from agent.answers.asking.request import read_request
from agent.answers.complaints.comfort import comforted
from agent.answers.complaints.complaint_counsel import asks_of_complaint_alone, counsel_on, is_of_another_side
from agent.answers.consultation import Consultation
from agent.answers.dispatch import ASIDES, FROM_RECORD, OWN_ADVICE
from agent.answers.following.by_number import judged_by_number
from agent.answers.knowledge.cards import stands_beside_warning
from agent.answers.knowledge.chosen import told_beside, told_in_reserve
from agent.answers.knowledge.fitting import FAQ
from agent.answers.leading import beyond_the_day, is_fallback, of_mishap
from agent.answers.part import Part, joined
from agent.answers.plans.urgent_plan import urgent_steps
from agent.answers.recollected.by_person import kept_of_others
from agent.answers.recollected.recollected import recollected
from agent.answers.record.acknowledgement import acknowledge
from agent.answers.record.changes import TurnChanges, turn_changes
from agent.answers.record.follow_up import follow_up
from agent.answers.record.reassessment import corrections_only, reassess
from agent.answers.regimen.regimen import regimen_asked_of
from agent.answers.several import answered, since_no_told_day
from agent.answers.values.comparison import judged_when_told
from agent.answers.values.personal_targets import sets_goal
from agent.answers.values.withdrawn_values import retold
from agent.safety import RedFlag
from agent.safety.earlier_warnings import used_instead, why_against
from agent.safety.mishaps.followed import is_harmless
from agent.safety.once_for import once_for
from agent.safety.ordinarily_fine import fine_things, is_told_of
from agent.safety.upholding import upheld
from agent.safety.weighing import medicines_weighed, weighings
from agent.words.sentences import sentence
from domain.events import SlotCorrected
from domain.values import SERIES_SLOTS
from extraction.text.lazy_regex import lazy_regex


def said_besides(consultation: Consultation, flags: tuple[RedFlag, ...], *, led: bool) -> Part:
    """What else is said: beside an alarm only what was recorded, and a list from the record that was asked for.

    ``led`` is whether something has been said already that answers: then nothing is said not to have been found.
    """
    if not flags:
        composed = _compose(consultation)
        if is_fallback(consultation, composed) and (kept := kept_of_others(consultation)).text:
            composed = kept
        laid = laid_out(consultation.request, consultation.situation.view.answers) is not None
        if laid and not is_fallback(consultation, composed):
            # What was laid out is answered whole: nothing takes its place, and it stands beside any warning.
            return comforted(consultation, composed, answered=True)
        if led:
            composed = _after_lead(consultation, composed)
        elif is_fallback(consultation, composed) and (judged := judged_by_number(consultation)).text:
            composed = joined((acknowledged(consultation), judged))
        composed = _with_judgement(consultation, composed)
        if not led:
            composed = _counselled(consultation, composed)
            composed = joined((composed, told_beside(consultation)))
        return comforted(consultation, composed, answered=led or _answers(consultation, composed))
    changes = turn_changes(consultation)
    said = changes.recorded or changes.reaffirmed or changes.corrective or changes.open
    kept = acknowledge(consultation, asks_back=False) if said else Part()
    name = consultation.situation.intent.name
    request = consultation.request
    # Words that only go on about the last value were not a question for it when they told of an emergency.
    named = bool(request.subjects or request.slots) or name in ("handover", "total")
    if name == "told" and not any(flag.at_once for flag in flags):
        return joined((kept, _asked(consultation, name)))
    if any(flag.self_harm for flag in flags) or name not in FROM_RECORD or not named:
        return kept
    asked = _asked(consultation, name)
    # Beside an alarm nothing is said not to be on record.
    return joined((kept, asked if asked.facts or name not in _OF_ONE_THING else Part()))


def _counselled(consultation: Consultation, composed: Part) -> Part:
    """``composed`` with the counsel on a complaint: in place of an answer that would say less, before what is asked
    back.
    """
    name = consultation.situation.intent.name
    if name == FAQ:
        counsel = counsel_on(consultation, unanswered=False)
        return joined((counsel.part, composed)) if counsel.by_record else composed
    if name in OWN_ADVICE and not asks_of_complaint_alone(consultation):
        return composed
    nothing_found = name == "knowledge" and not composed.citations
    counsel = counsel_on(consultation, unanswered=nothing_found or is_fallback(consultation, composed))
    if not counsel.part.text:
        return composed
    receipt = name in ("acknowledge", *ASIDES) or (name in _HEARD_AMISS and only_tells(consultation.request))
    if counsel.answers and is_of_another_side(consultation, composed):
        return joined((composed, counsel.part)) if counsel.by_record else composed
    if not receipt and not counsel.answers and not nothing_found:
        return joined((composed, counsel.part)) if counsel.by_record else composed
    changes = turn_changes(consultation)
    facts = consultation.ledger.facts
    asked_back = Part()
    if not changes.open:
        asked_back = follow_up(consultation, tuple(facts[one.fact_id] for one in changes.recorded))
    judged = judged_when_told(consultation) if receipt else Part()
    if judged.text and not counsel.by_record:
        # What to do about a fever was said with its degrees.
        return composed
    return joined((acknowledged(consultation), judged, counsel.part, asked_back))


def _with_judgement(consultation: Consultation, composed: Part) -> Part:
    """``composed`` and how the values just told stand, where nothing that was said judges them."""
    name = consultation.situation.intent.name
    if name == "knowledge" and _asks_meaning(consultation) and (judged := judged_when_told(consultation)).text:
        # "Ferritin 11. What does it mean?" asks of one's own value first.
        return joined((composed, judged))
    silent = name in _JUDGES_NOTHING and not composed.citations and not consultation.request.has("reassess")
    judged = judged_when_told(consultation) if silent else Part()
    if judged.text and name == "knowledge":
        # That nothing was found is no answer where a value was meant.
        composed = acknowledged(consultation)
    return joined((composed, judged))


def _asks_meaning(consultation: Consultation) -> bool:
    request = consultation.request
    kinds = {one.entry.kind for one in request.mentions}
    return bool(request.tests) and kinds <= {"labs", "vitals"} and _MEANING.search(request.text) is not None


_MEANING: Final = lazy_regex(r"\bmean(?:s|ing)?\b|뜻|의미|무슨\s?말", re.IGNORECASE)
_JUDGES_NOTHING: Final = frozenset({"acknowledge", "knowledge", "lookup", "why", *ASIDES})
"""Intents whose answer says nothing of how a value stands, unless a passage does."""


def _after_lead(consultation: Consultation, composed: Part) -> Part:
    """What still is to be said after a clear no or counsel: what was noted, and what was asked of the record."""
    name = consultation.situation.intent.name
    if name != "handover" and upheld(consultation).text:
        return acknowledged(consultation)
    if of_mishap(consultation).text:
        # What a missed or doubled dose means was said; how the medicine is taken is no answer to it.
        return joined((acknowledged(consultation), _on_missed_doses(consultation, composed)))
    if beyond_the_day(consultation).text:
        # How soon another dose may be taken is no answer to who has had the most of a day.
        return acknowledged(consultation)
    if name in _SAID_AGAIN and why_against(consultation).text:
        # Who asks for it in plainer words has heard the rest.
        return acknowledged(consultation)
    if name in ("steps", "plan") and used_instead(consultation).text:
        # "What do I do then?" is answered by what to do about the warning, not by a plan that holds what was warned of.
        return acknowledged(consultation)
    judged = judged_by_number(consultation)
    if name in _OF_RECORD and not is_fallback(consultation, composed):
        return composed
    several = len(asks_in(consultation.request)) > 1
    of_record = answered(consultation, name, _OF_VALUES | _LISTED if several else _OF_VALUES)
    return joined((acknowledged(consultation), judged, of_record, _quoted(consultation, composed)))


def _quoted(consultation: Consultation, composed: Part) -> Part:
    """The passage that a warning may be read up in: one that speaks of what was warned of, or a card."""
    if once_for(consultation).text:
        return Part()
    warned = medicines_weighed(consultation)
    passages = {hit.passage.document_id: hit.passage for hit in consultation.situation.hits}
    cards = consultation.situation.intent.cards
    # Of what is only to be taken at another hour the card on how to take it says more.
    freely = not any(one.is_grave for one in weighings(consultation))
    fine = fine_things(consultation)
    about = [
        one
        for one in composed.citations
        if one.document_id in passages
        # What holds for everybody says nothing beside what the record says of this patient.
        and not (passages[one.document_id].kind == FAQ and not passages[one.document_id].concepts)
        and is_told_of(fine, passages[one.document_id].text)
        and (
            (freely or stands_beside_warning(passages[one.document_id]))
            if one.document_id in cards
            else not warned.isdisjoint(passages[one.document_id].concepts)
        )
    ]
    lines = [line for line in composed.text.split("\n") if any(f"[{one.document_id}]" in line for one in about)]
    if not lines:
        return Part()
    kept = tuple(one for one in about if f"[{one.document_id}]" in lines[0])
    return Part(lines[0], (), kept[:1])


def _on_missed_doses(consultation: Consultation, composed: Part) -> Part:
    """What a card on missed doses says, where the answer quotes one."""
    if is_harmless(consultation):
        return Part()
    kinds = {hit.passage.document_id: hit.passage.kind for hit in consultation.situation.hits}
    about = [one for one in composed.citations if kinds.get(one.document_id) == "missed_dose"][:1]
    lines = [line for line in composed.text.split("\n") if any(f"[{one.document_id}]" in line for one in about)]
    return Part("\n".join(lines[:1]), (), tuple(about)) if lines else Part()


def acknowledged(consultation: Consultation) -> Part:
    """What was noted, changed or is asked about in this turn; empty where nothing was."""
    changes = turn_changes(consultation)
    if changes.recorded or changes.corrective or changes.open:
        return acknowledge(consultation, asks_back=False)
    return Part()


_OF_RECORD: Final = frozenset(
    {"handover", "summary", "compare", "judge", "told", "values", "recall", "since", "ended", "total", "correction",
     "audit", "form", "again", "others", "steps", "course", "given", "part_of_day", "weekday",
     "why_changed", "together", "allergy_beside", "ill_lately", "who", *OWN_ADVICE}
)  # fmt: skip
"""Intents whose answer stands beside a warning: it is of the record, not of the medicine that was warned of."""


_SAID_AGAIN: Final = frozenset({"again", "form", "why"})
"""Intents of words that want what was said once more, in another form or with its reason."""
_OF_ONE_THING: Final = frozenset({"lookup", "values", "judge", "compare"})
_HEARD_AMISS: Final = frozenset({"lookup", "medicine", "knowledge", "summary"})
"""Intents that a story without a question may be taken for, of which a receipt says more."""
_OF_VALUES: Final = frozenset({"values", "compare", "judge", "told", "since", "total", "outside", "ended"})
"""Of several asks, those that are answered beside a warning."""
_LISTED: Final = frozenset({"summary", "medicine", "weeks", "purpose"})
"""Those that are answered there, too, where the warning answers another of them."""


def _answers(consultation: Consultation, said: Part) -> bool:
    """Whether anything was said beyond that nothing was found or noted."""
    name = consultation.situation.intent.name
    return bool(said.facts or said.citations) or name not in ("knowledge", "acknowledge", "lookup", "steps")


def _compose(consultation: Consultation) -> Part:
    """What was asked, after what this turn corrected; a correction that asks nothing else is reassessed whole."""
    name = consultation.situation.intent.name
    changes = turn_changes(consultation)
    if (again := retold(consultation, changes.recorded)).text:
        return again
    if (own := _recollected(consultation)).text:
        return own
    if changes.corrective or changes.open:
        reassessed = _asks_to_reassess(consultation) and name not in OWN_ADVICE
        if name in ("correction", "acknowledge", *ASIDES) or reassessed:
            return (
                reassess(consultation)
                if name != "acknowledge" or _corrects_value(changes)
                else acknowledge(consultation)
            )
        if name == "knowledge":
            return joined((acknowledge(consultation), _found(consultation)))
        return joined((corrections_only(consultation), _asked(consultation, name)))
    if name == "correction" and not changes.recorded and not changes.reaffirmed:
        return _asked(consultation, _without_corrections(consultation))
    if changes.recorded and name in _HEARD_AMISS and only_tells(consultation.request):
        return acknowledge(consultation)
    if sets_goal(changes.recorded) and not asks_in(consultation.request):
        # "My target is below 130/80" sounds like a judgement that is asked for.
        return acknowledge(consultation)
    if name == "knowledge" and changes.recorded:
        return joined((acknowledge(consultation), _found(consultation)))
    if changes.recorded and name not in ("acknowledge", "correction", *ASIDES):
        return joined((acknowledge(consultation), _asked(consultation, name)))
    if name in ASIDES and (changes.recorded or changes.reaffirmed):
        return joined((acknowledge(consultation), _asked(consultation, name) if name == "scope" else Part()))
    return _asked(consultation, name)


def _recollected(consultation: Consultation) -> Part:
    """What was told, asked for in the same breath as something is told or put right: after what was noted of it."""
    changes = turn_changes(consultation)
    if not (changes.recorded or changes.corrective):
        return Part()
    own = regimen_asked_of(consultation)
    if not own.text and len(asks_in(consultation.request)) > 1:
        return Part()
    own = own if own.text else recollected(since_no_told_day(consultation))
    if not own.text:
        return Part()
    noted = corrections_only(consultation) if changes.corrective else acknowledge(consultation, asks_back=False)
    return joined((noted, own))


def _asks_to_reassess(consultation: Consultation) -> bool:
    """Whether it is asked what a correction changes; what was told before a question of another kind asks nothing."""
    if not consultation.request.has("reassess"):
        return False
    last = last_sentence(consultation.request)
    if consultation.situation.intent.name != "knowledge" or not last or not asks_in(consultation.request):
        return True
    return read_request(last, consultation.finder).has("reassess")


def _corrects_value(changes: TurnChanges) -> bool:
    """Whether a value was corrected, even in words that by themselves only tell one ("위가 148이었어요")."""
    return any(isinstance(one, SlotCorrected) and one.content.slot in SERIES_SLOTS for one in changes.corrective)


def _found(consultation: Consultation) -> Part:
    """What is known about the question beside a statement; "not found" only where something was clearly asked."""
    said = _answered_at_all(consultation, "knowledge")
    if is_fallback(consultation, said) and (now := _as_it_is_now(consultation)).text:
        return now
    asked = "?" in consultation.request.text or asks_in(consultation.request)
    return said if said.citations or said.facts or asked else Part()


def _as_it_is_now(consultation: Consultation) -> Part:
    """How the medicines that this turn changed are taken from now on: what "so only the 100, right?" asks."""
    words = consultation.words
    facts = consultation.medicines_told() if turn_changes(consultation).corrective else ()
    lines = (
        Part(sentence("changed.now", words.language, medicine=words.medicine(fact.content)), (fact.fact_id,))
        for fact in facts
    )
    return joined(lines)


def _asked(consultation: Consultation, name: str) -> Part:
    if name == "plan" and not consultation.request.subjects and (urgent := urgent_steps(consultation)).text:
        # "What do I do now?" right after an alarm asks for no treatment plan.
        return urgent
    # How to lower a value that nobody has measured is a question for knowledge.
    if name == "plan" and consultation.request.has("how_to") and not consultation.tests_asked():
        name = "knowledge"
    said = _answered_at_all(consultation, name)
    return said if name in _OF_VALUES else _saying_of_what(consultation, said)


def _answered_at_all(consultation: Consultation, name: str) -> Part:
    """The answer; where it finds nothing and notes nothing, a passage that is likely to answer, if there is one."""
    said = answered(consultation, name)
    if said.facts or said.citations:
        return said
    reserve = told_in_reserve(consultation)
    return reserve if reserve.text else said


def _saying_of_what(consultation: Consultation, said: Part) -> Part:
    """An answer with the medicine that the words were taken to mean, where it doesn't name it itself."""
    name = consultation.request.taken_for
    if not name or not said.text or name in said.text or is_fallback(consultation, said):
        return said
    return joined((Part(sentence("meant.taken_for", consultation.words.language, name=name)), said))


def _without_corrections(consultation: Consultation) -> str:
    """The question's other reading, for words that sounded like a correction and changed nothing."""
    request = consultation.request
    if request.has("reassess") or not request.asks:
        return "correction"
    name = intent_name(request, consultation.situation.view.answers, corrections=False)
    return "correction" if name == "knowledge" and not request.mentions else name
