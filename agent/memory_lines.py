"""Memory in short lines for another agent's prompt: a fact, a consolidated item, a turn, a summary.

"HbA1c 6.9 % (2025-03-03) [was 7.8 % on 2024-12-02]": what is believed stands plain, and everything else in brackets
that say what it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from agent.words.figures import unit_text
from agent.words.wording import qualifier_text
from domain.bounds import bounds_text
from domain.consolidation import Cluster, events_of
from domain.ledger import Fact, Ledger, local_day
from domain.values import ANY, PATIENT, SERIES_SLOTS, Certainty, Content, Polarity, SlotKind, Status, Temporality
from projections.markers import marker
from projections.tiers import Summary, Tiers, TurnLine

SLOT_LABELS: Final = {
    SlotKind.DEMOGRAPHICS: ("기본 정보", "about"),
    SlotKind.CONDITIONS: ("질환", "condition"),
    SlotKind.SYMPTOMS: ("증상", "symptom"),
    SlotKind.MEDICATIONS: ("복용약", "medicine"),
    SlotKind.VITALS: ("활력징후", "vital sign"),
    SlotKind.LABS: ("검사", "test"),
    SlotKind.ALLERGIES: ("알레르기", "allergy"),
    SlotKind.FAMILY_HISTORY: ("가족력", "family history"),
    SlotKind.SOCIAL_HISTORY: ("생활 습관", "habit"),
    SlotKind.PROCEDURES: ("수술·시술", "procedure"),
}
"""What a slot is called in Korean and in English, in a line and in a query."""

YEARS: Final = "a"
"""The unit of an age (UCUM)."""

_STATUSES: Final = {
    Status.STOPPED: ("중단", "stopped"),
    Status.PLANNED: ("예정", "planned"),
    Status.ON_HOLD: ("보류", "on hold"),
    Status.RESOLVED: ("나음", "resolved"),
    Status.REMISSION: ("관해", "in remission"),
    Status.RECURRENCE: ("재발", "recurred"),
}
_TIMES: Final = {Temporality.PAST: ("과거", "past"), Temporality.FUTURE: ("예정", "planned")}
_RELATIVES: Final = {
    "mother": "어머니",
    "father": "아버지",
    "parents": "부모",
    "sibling": "형제자매",
    "brother": "남자 형제",
    "sister": "여자 형제",
    "child": "자녀",
    "son": "아들",
    "daughter": "딸",
    "spouse": "배우자",
    "husband": "남편",
    "wife": "아내",
    "grandmother": "할머니",
    "grandfather": "할아버지",
    "grandparents": "조부모",
    "aunt": "고모·이모",
    "uncle": "삼촌",
    "cousin": "사촌",
}
_SPEAKERS: Final = (("환자", "patient"), ("답변", "answer"))


Section = Literal["fact", "change", "question", "warning", "conversation"]


@dataclass(frozen=True, slots=True)
class ContextLine:
    """One line, the events it comes from, and what it is."""

    text: str
    event_ids: tuple[str, ...]
    section: Section = "fact"


def pick(pair: tuple[str, str], language: str) -> str:
    """The one of a Korean and an English wording that ``language`` asks for."""
    return pair[0] if language == "ko" else pair[1]


def name_of(content: Content, language: str) -> str:
    """The concept's name in ``language``; for a whole slot that there is none, or that it is not known."""
    if content.concept.concept_id == ANY:
        unknown = content.certainty is Certainty.UNKNOWN
        return pick(("알 수 없음", "unknown") if unknown else ("없음", "none"), language)
    return (content.concept.display if language == "ko" else content.concept.name) or content.concept.name


def value_of(content: Content) -> str:
    """What was measured, or how a medicine is taken; empty when neither was said."""
    words: list[str] = []
    # An age is named as one, so its years say nothing more.
    unit = "" if content.unit == YEARS else unit_text(content.unit)
    if isinstance(content.value, bool):
        words.append("+" if content.value else "-")
    elif content.value is not None:
        plain = f"{content.value:g}" if isinstance(content.value, (int, float)) else content.value
        words.append(f"{content.comparator or ''}{plain}{' ' + unit if unit else ''}")
    elif content.value_low is not None or content.value_high is not None:
        words.append(f"{content.comparator or ''}{bounds_text(content)} {unit}".strip())
    words.extend(word for word in (content.dose, content.frequency, content.timing, content.route) if word)
    return " ".join(words)


def fact_text(fact: Fact, language: str) -> str:
    """A fact in a few words, with every mark that changes how it may be used."""
    content = fact.content
    words = [name_of(content, language), value_of(content)]
    remarks = [*standing(content, language), when(fact, language)]
    told = " ".join(word for word in words if word)
    told = " ".join((told, *(f"({remark})" for remark in remarks if remark)))
    who = subject_of(content, language)
    if content.slot in SERIES_SLOTS:
        return f"{who}: {told}" if who else told
    return f"{pick(SLOT_LABELS[content.slot], language)}{f' ({who})' if who else ''}: {told}"


def subject_of(content: Content, language: str) -> str:
    """Whose fact it is, empty for the patient's own."""
    if content.subject == PATIENT:
        return ""
    return _RELATIVES.get(content.subject, content.subject) if language == "ko" else content.subject


def item_line(
    cluster: Cluster, ledger: Ledger, language: str, *, brief: bool = False, told: Collection[str] = ()
) -> ContextLine:
    """The line of a consolidated item.

    Unless ``brief`` it says what the value was before, and what the patient corrected or changed, but for the facts
    whose end is ``told`` in a line of its own. A disagreement and another wording of the same are never left out.
    """
    speaker = cluster.representative
    shown, words = [speaker], [fact_text(speaker, language)]
    sides = cluster.members if cluster.contradictions else ()
    rivals = [fact for fact in sides if fact.disputed and fact is not speaker]
    if cluster.contradictions:
        also = " | ".join(filter(None, (value_of(fact.content) for fact in rivals)))
        words.append(f"[{pick(('상충', 'disputed'), language)}{': ' + also if also else ''}]")
    if not cluster.is_series:
        others = dict.fromkeys(name_of(fact.content, language) for fact in cluster.members)
        others.pop(name_of(speaker.content, language))
        words.extend(f"(= {name})" for name in others)
        shown.extend(fact for fact in cluster.members if fact is not speaker)
    shown.extend(fact for fact in rivals if fact not in shown)
    if not brief:
        if cluster.previous is not None:
            shown.append(cluster.previous)
            words.append(_was(cluster.previous, language))
        ended = (fact_id for fact_id in speaker.supersedes if fact_id in ledger.facts and fact_id not in told)
        words.extend(marker(ledger, ledger.facts[fact_id]) for fact_id in ended)
    return ContextLine("- " + " ".join(filter(None, words)), _events(shown))


def turn_line(line: TurnLine, language: str, zone: str, *, answered: bool = True) -> ContextLine:
    """A turn verbatim on one line, with its day in ``zone`` and its markers; without the answer if not ``answered``.

    What was said of "yesterday" tells nothing to whoever does not know when.
    """
    patient, answer = (pick(speaker, language) for speaker in _SPEAKERS)
    text = f"#{line.turn_number} {local_day(line.said_at, zone)} {patient}: {_flat(line.question)}"
    if answered and line.answer:
        return ContextLine(f"{text} / {answer}: {_flat(line.answer)}", line.event_ids, "conversation")
    return ContextLine(text, (line.event_id,), "conversation")


def summary_line(summary: Summary, tiers: Tiers) -> ContextLine:
    """A summary, with what has changed since; it comes from its own event and the turns it covers."""
    turns = [tiers.lines[turn] for turn in range(summary.first_turn, summary.last_turn + 1) if turn in tiers.lines]
    told = " ".join((_flat(summary.text), *tiers.since_changed(summary.fact_ids)))
    events = (summary.event_id, *(event_id for turn in turns for event_id in turn.event_ids))
    return ContextLine(f"#{told}", tuple(dict.fromkeys(events)), "conversation")


def standing(content: Content, language: str) -> Sequence[str]:
    """What makes a fact more, or less, than a plain one: when measured, how bad, denied, uncertain, stopped."""
    marks: list[str] = []
    if content.qualifier:
        marks.append(qualifier_text(content.qualifier, language) if language == "ko" else content.qualifier)
    marks.extend(word for word in (content.severity, content.stage, content.reaction) if word)
    if content.polarity is Polarity.NEGATED and content.concept.concept_id != ANY:
        marks.append(pick(("없음", "denied"), language))
    if content.certainty is Certainty.UNCERTAIN:
        marks.append(pick(("불확실", "uncertain"), language))
    if content.status in _STATUSES:
        marks.append(pick(_STATUSES[content.status], language))
    elif content.temporality in _TIMES:
        marks.append(pick(_TIMES[content.temporality], language))
    return marks


def when(fact: Fact, language: str) -> str:
    """The day of a reading; of anything else since when it is so, empty where that was not said."""
    content = fact.content
    if content.slot in SERIES_SLOTS:
        return fact.clinical_day
    if content.valid_to:
        return f"{content.valid_from or ''}~{content.valid_to}"
    return pick((f"{content.valid_from}부터", f"since {content.valid_from}"), language) if content.valid_from else ""


def _was(fact: Fact, language: str) -> str:
    value, day = value_of(fact.content), fact.clinical_day
    return pick((f"[이전 {value}, {day}]", f"[was {value} on {day}]"), language)


def _events(facts: Iterable[Fact]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(event_id for fact in facts for event_id in events_of(fact)))


def _flat(text: str) -> str:
    return " ".join(text.split())
