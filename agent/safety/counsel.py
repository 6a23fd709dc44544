"""What is known of a medicine, an illness or a test that patients wonder about, said where their words and
record ask it.

The table (counsel.yaml) holds one row a phenomenon, with its source. Peak flows are reckoned here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.safety.iron_stools import iron_behind
from agent.safety.look_alikes import look_alike
from agent.safety.low_sugars import low_sugar, sweets_asked
from agent.safety.placing import Told
from agent.safety.record import Record
from agent.safety.substances import substances_in
from agent.safety.tables import table
from agent.safety.weighing import WARNINGS, recent_answers, weighings
from agent.safety.whose import names_another
from agent.words.sentences import sentence
from extraction.text.lazy_regex import lazy_regex

MOST_ROWS: Final = 2
"""Pieces of counsel that one answer gives; more is not read."""
YELLOW, RED = 0.8, 0.5
"""Shares of the best peak flow: below the first is caution, below the second an emergency (GINA 2024)."""
MARGIN: Final = 0.05
"""Share above the yellow limit that is still told with caution: a blow is only so exact."""
_BLOWN: Final = lazy_regex(r"(?<![\d./])([1-7]\d0|[1-7]\d5)(?!\d|\.\d|/|\s?(?:mg|mcg|밀리|kg|명))")
_ABOUT_FLOW: Final = lazy_regex(
    r"\bblew\b|\bblow(?:n|s)?\b|peak flow|유속|불었|쟀|재니|나왔|\bis \d{3} (?:bad|ok|fine|all right|low)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Counsel:
    """One row of counsel.yaml."""

    name: str
    asked: re.Pattern[str]
    having: tuple[str, ...]
    named: tuple[str, ...]
    ko: str
    en: str
    source: str
    calms: bool = False
    question: bool = False
    medicine: bool = False
    warned: bool = False
    of_another: bool = False


@cache
def counsels() -> tuple[Counsel, ...]:
    """The shipped rows, in the order of the table."""
    return tuple(
        Counsel(
            name,
            lazy_regex(f"{row['asked_ko']}|{row['asked_en']}", re.IGNORECASE),
            tuple(row.get("with", ())),
            tuple(row.get("named", ())),
            row["ko"],
            row["en"],
            row["source"],
            bool(row.get("calms", False)),
            bool(row.get("question", False)),
            bool(row.get("medicine", False)),
            bool(row.get("warned", False)),
            bool(row.get("of_another", False)),
        )
        for name, row in table("counsel").items()
    )


def counselled(consultation: Consultation) -> Part:
    """What the rows and the peak flow say to this turn; empty where none fits."""
    low = low_sugar(consultation)
    low = low if low.text else sweets_asked(consultation)
    rows = list(_rows(consultation, without=_OF_LOW_SUGARS if low.text else frozenset()))[:MOST_ROWS]
    return joined((low, _peak_flow(consultation), _iron_stools(consultation), _look_alike(consultation), *rows))


def is_calmed(consultation: Consultation) -> bool:
    """Whether a row speaks that tells a look-alike from an emergency."""
    return any(one.calms for one, _ in _met(consultation)) or bool(low_sugar(consultation).text)


_OF_LOW_SUGARS: Final = frozenset({"hypo_rules"})
"""Rows that say of low sugars in general what is said of the one that was told."""


def _rows(consultation: Consultation, without: frozenset[str]) -> Iterator[Part]:
    for one, facts in _met(consultation):
        if one.name in without:
            continue
        text = consultation.pick(one.ko, one.en)
        if consultation.request.asks or not consultation.asked_before(text):
            yield Part(text, facts)


def _met(consultation: Consultation) -> Iterator[tuple[Counsel, tuple[str, ...]]]:
    record = Record(consultation.ledger, consultation.known.today)
    named = _named(consultation)
    for one in counsels():
        if (one.question and not consultation.request.asks) or (one.medicine and not _names_medicine(consultation)):
            continue
        if not _asks(one, consultation) or (one.named and named.isdisjoint(one.named)):
            continue
        held = record.holding(one.having)
        if one.having and not held and named.isdisjoint(one.having):
            continue
        if one.warned and not _is_warned(consultation):
            continue
        yield one, tuple(fact.fact_id for fact in held[:2])


def _asks(one: Counsel, consultation: Consultation) -> bool:
    """Whether the words are a row's: of somebody else's medicine where what they name is not the patient's own."""
    found = one.asked.finditer(consultation.request.text)
    if one.of_another and consultation.is_kept_for_another:
        return any(names_another(match.group(), consultation.finder) for match in found)
    return any(found)


def _is_warned(consultation: Consultation) -> bool:
    """Whether a caution is given now or was given in one of the last answers."""
    return bool(weighings(consultation)) or any(
        word in text for text in recent_answers(consultation) for word in WARNINGS
    )


_PILLS: Final = lazy_regex(r"\b(?:pills?|tablets?|capsules)\b|알약|(?<![가-힣])약(?:을|이|도)\s", re.IGNORECASE)
"""Words for a medicine of which no name is told."""


def _names_medicine(consultation: Consultation) -> bool:
    told = (*consultation.request.mentions, *consultation.speakers_own())
    entries = [one.entry for one in told if one.entry.kind in ("medications", "drug_classes")]
    entries += [one.entry for one in substances_in(consultation.request.text, consultation.words.dictionary)]
    if _PILLS.search(consultation.request.text):
        return True
    return any({"supplement", "herbal_medicine"}.isdisjoint(one.broader) and one.kind != "social" for one in entries)


def _named(consultation: Consultation) -> frozenset[str]:
    entries = [one.entry for one in consultation.request.mentions]
    entries += [one.entry for one in substances_in(consultation.request.text, consultation.words.dictionary)]
    return frozenset(each for entry in entries for each in (entry.concept_id, *entry.broader))


def _iron_stools(consultation: Consultation) -> Part:
    """That iron itself blackens stools, and what would be another matter, where nothing points to blood."""
    text, record = consultation.request.text, Record(consultation.ledger, consultation.known.today)
    iron = iron_behind(Told(text), record)
    if not iron:
        return Part()
    name = consultation.words.name(iron[0].content)
    return Part(sentence("counsel.iron_stools", consultation.words.language, name=name), (iron[0].fact_id,))


def _look_alike(consultation: Consultation) -> Part:
    """That what is told only looks like an emergency, what to do for it, and what would be one."""
    record = Record(consultation.ledger, consultation.known.today)
    found = look_alike(consultation.situation, Told(consultation.request.text), record)
    return Part(consultation.pick(found.ko, found.en)) if found is not None else Part()


def _peak_flow(consultation: Consultation) -> Part:
    """The peak flows that the words tell, as shares of the best one told before, with the zone they lie in."""
    record = Record(consultation.ledger, consultation.known.today)
    text = consultation.request.text
    if not record.holding(("asthma", "childhood_asthma", "inhaled_corticosteroid", "carries_reliever")):
        return Part()
    best = _best_flow(consultation)
    told = [float(one.group(1)) for one in _BLOWN.finditer(text) if not _is_dose(consultation, one.start())]
    told = list(dict.fromkeys(told))
    if best is None or not _ABOUT_FLOW.search(text) or not told:
        return Part()
    # What is told beside the best is what was blown today.
    value = next((one for one in reversed(told) if one != best), told[-1])
    if not 0.2 * best <= value <= best * 1.1 or (value == best and len(told) == 1):
        return Part()
    language = consultation.words.language
    shares = ", ".join(f"{one:.0f}: {one / best:.0%}" for one in told if 0.2 * best <= one <= best * 1.1)
    share = round(value / best, 2)
    key = "counsel.flow_green"
    if share < YELLOW + MARGIN:
        key = "counsel.flow_red" if share < RED else "counsel.flow_yellow"
    return Part(
        sentence(
            key, language, shares=shares, best=f"{best:.0f}", caution=f"{best * 0.75:.0f}", danger=f"{best * RED:.0f}"
        )
    )


_NEAR_MEDICINE: Final = 24
"""Characters after a medicine's name within which a number is its strength."""


def _is_dose(consultation: Consultation, place: int) -> bool:
    """Whether the number at ``place`` stands beside a medicine, and so is its strength and no peak flow."""
    medicines = (one for one in consultation.request.mentions if one.entry.kind == "medications")
    return any(0 <= place - one.end <= _NEAR_MEDICINE for one in medicines)


_BEST_TOLD: Final = lazy_regex(
    r"(?:best\b[^.?!]{0,40}?|usual(?:ly)?\b[^.?!]{0,20}?|평소(?:에|는)?\s?|최고(?:는"
    r"|가)?\s?)(?<![\d.])([1-7]\d\d)(?!\d|\.\d)",
    re.IGNORECASE,
)


def _best_flow(consultation: Consultation) -> float | None:
    """The best or usual peak flow, as told in the conversation, else the highest on record."""
    for line in consultation.situation.view.tiers.lines.values():
        if found := _BEST_TOLD.search(line.question):
            return float(found.group(1))
    series = consultation.known.series("peak_expiratory_flow")
    values = [value for fact in series if (value := numeric(fact)) is not None]
    return max(values, default=None)
