"""A fact in a prompt: one line in the patient's language, in which no code, unit of a machine or foreign mark stands.

"복용약: 메트포르민 1000mg 하루 두 번 (2026-02부터)" is read rightly by models that make "BID" of it a dose, and by
whoever audits the prompt.
"""

from __future__ import annotations

from typing import Final

from agent.memory_lines import SLOT_LABELS, YEARS, name_of, pick, standing, subject_of, when
from agent.words.doses import dose_text
from agent.words.figures import frequency_text, unit_text
from agent.words.timings import timing_text
from agent.words.wording import COUNTED, HABITS, RESULTS
from domain.bounds import bounds_text
from domain.ledger import Fact
from domain.values import ANY, SERIES_SLOTS, Certainty, Content, Polarity, SlotKind

_DISPUTED: Final = ("서로 다른 기록 있음", "disputed")
_SEXES: Final = {"male": "남성", "female": "여성"}
_REACTIONS: Final = {
    "anaphylaxis": "아나필락시스",
    "angioedema": "혈관부종",
    "eyelid swelling": "눈꺼풀 부종",
    "facial swelling": "얼굴 부종",
    "hives": "두드러기",
    "itching": "가려움",
    "itching of throat or mouth": "목·입 가려움",
    "rash": "발진",
    "shortness of breath": "호흡곤란",
    "swelling": "부종",
    "swelling of lips or tongue": "입술·혀 부종",
    "throat closing up": "목이 조여 옴",
    "urticaria": "두드러기",
    "vomiting": "구토",
    "wheezing": "쌕쌕거림",
}
"""Allergic reactions by the lexicon's English name, which is what a fact keeps; one that is not here stays as it is."""


def prompt_line(fact: Fact, language: str) -> str:
    """What a fact says, whose it is, and every mark that changes how it may be used."""
    disputed = pick(_DISPUTED, language) if fact.disputed else ""
    return content_line(fact.content, language, when(fact, language), disputed)


def content_line(content: Content, language: str, *remarks: str) -> str:
    """The same of what may become a fact, with further remarks."""
    who = subject_of(content, language)
    if content.reaction and language == "ko":
        content = content.with_fields(reaction=_REACTIONS.get(content.reaction.casefold(), content.reaction))
    told = " ".join(word for word in (name_of(content, language), figures(content, language)) if word)
    remarked = ", ".join(remark for remark in (*standing(content, language), *remarks) if remark)
    label = pick(SLOT_LABELS[content.slot], language)
    return f"{label}{f' ({who})' if who else ''}: {told}{f' ({remarked})' if remarked else ''}"


def figures(content: Content, language: str) -> str:
    """What was measured with its unit, or how much of a medicine is taken, how often and by which way."""
    words = [_value(content, language), dose_text(content.dose or "", language)]
    if content.frequency:
        words.append(frequency_text(content.frequency, language))
    words.append(timing_text(content.timing, language))
    words.append(content.route if content.route and language == "en" else "")
    return " ".join(word for word in words if word)


def _value(content: Content, language: str) -> str:
    value, korean = content.value, language == "ko"
    if isinstance(value, bool) or value is None:
        ends = value is None and (content.value_low is not None or content.value_high is not None)
        # That something is there is said by its name; of a test it is the result.
        told = ("+" if value else "-") if value is not None and content.slot in SERIES_SLOTS else ""
        return f"{bounds_text(content)} {unit_text(content.unit)}".strip() if ends else told
    if isinstance(value, str):
        known = HABITS.get(value) if content.slot is SlotKind.SOCIAL_HISTORY else RESULTS.get(value)
        return pick(known, language) if known else _SEXES.get(value, value) if korean else value
    if content.unit in COUNTED:
        return f"{value:.10g}{'' if korean else ' '}{pick(COUNTED[content.unit], language)}"
    if content.unit == YEARS:
        return f"{value:g}세" if korean else f"{value:g}"
    unit = unit_text(content.unit)
    # As it is on record, not rounded to what its unit is reported to: an answer's numbers are held against it.
    return f"{content.comparator or ''}{value:.10g}{' ' if unit and unit != '%' else ''}{unit}"


def describe(fact: Fact, language: str) -> str:
    """One line of the first layout, and of summaries: slot, name, value, and every mark that changes its use."""
    return f"{fact.content.slot}: {describe_within(fact, language)}"


def name_within(fact: Fact, language: str) -> str:
    """The name of a fact beside others of its slot; "none" or "unknown" for a whole slot."""
    content = fact.content
    if content.concept.concept_id == ANY:
        return "unknown" if content.certainty is Certainty.UNKNOWN else "none"
    return (content.concept.display if language == "ko" else content.concept.name) or content.concept.name


def describe_within(fact: Fact, language: str) -> str:
    """A fact beside others of its slot."""
    content = fact.content
    words = [name_within(fact, language), *_value_words(content)]
    if content.subject != "patient":
        words.append(f"({content.subject})")
    if content.polarity is Polarity.NEGATED and content.concept.concept_id != ANY:
        words.append("(not present)")
    if content.certainty is Certainty.UNCERTAIN:
        words.append("(uncertain)")
    if content.status is not None and content.status.value != "active":
        words.append(f"({content.status.value})")
    if fact.disputed:
        words.append("(disputed)")
    return " ".join(words)


def _value_words(content: Content) -> list[str]:
    words: list[str] = []
    if content.value is not None:
        number = f"{content.value:g}" if isinstance(content.value, float) else str(content.value)
        words.append(f"{content.comparator or ''}{number}{' ' + content.unit if content.unit else ''}")
    elif content.value_low is not None or content.value_high is not None:
        words.append(f"{bounds_text(content)} {content.unit or ''}".strip())
    words.extend(
        word for word in (content.dose, content.frequency, content.timing, content.reaction, content.stage) if word
    )
    if content.valid_from:
        words.append(f"[{content.valid_from}]")
    return words
