"""How two contents compare: whether a claim agrees with a fact, what it fills in, and what it takes over."""

from __future__ import annotations

import math
import re

from domain.timing import fuller, replaced, same_times
from domain.values import DETAIL_FIELDS, MEASURED_FIELDS, Certainty, Content, Polarity, SlotKind, Status, Temporality


def fold(words: str) -> str:
    """Comparison form of short words: case-folded, without spaces, dots and hyphens but those within a number.

    "2.5mg" is no "25mg".
    """
    return "".join(
        ch
        for at, ch in enumerate(words.casefold())
        if not ch.isspace() and (ch not in ".-·" or (ch != "·" and _is_within_number(words, at)))
    )


def _is_within_number(words: str, at: int) -> bool:
    return 0 < at < len(words) - 1 and words[at - 1].isdigit() and words[at + 1].isdigit()


def same_value(left: float | str | bool | None, right: float | str | bool | None) -> bool:
    """Whether two values are the same: numbers to six digits, words by their folded form."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return math.isclose(left, right, rel_tol=1e-6, abs_tol=1e-9)
    return left is not None and right is not None and fold(str(left)) == fold(str(right))


def is_denied(content: Content) -> bool:
    """Whether it says that there is none; older logs hold a denied habit as the value "never"."""
    habit = content.slot is SlotKind.SOCIAL_HISTORY and content.value == "never"
    return habit or content.polarity is Polarity.NEGATED


def agrees(known: Content, claim: Content) -> bool:
    """Whether ``claim`` says nothing else than ``known``: open fields agree, and doubt never weakens certainty."""
    if is_denied(known) is not is_denied(claim) or not _certainty_agrees(known.certainty, claim.certainty):
        return False
    if not _status_agrees(known.status, claim.status) or _gave_up(known, claim):
        return False
    if _measured(known) and _measured(claim) and not _same_reading(known, claim):
        return False
    if not same_times(known.timing, claim.timing):
        return False
    return all(_open_or_same(getattr(known, name), getattr(claim, name)) for name in ("dose", "frequency", "stage"))


def same_measurement(known: Content, claim: Content) -> bool:
    """Whether a claim repeats a measurement: the same reading, on the same or an unnamed date."""
    if known.polarity is not claim.polarity or not _measured(claim) or not _same_reading(known, claim):
        return False
    dates = (known.valid_from, claim.valid_from)
    if claim.valid_from is None or known.valid_from is None:
        return True
    shorter, longer = sorted((date for date in dates if date), key=len)
    return longer.startswith(shorter)


def overlay(claim: Content, known: Content) -> Content:
    """The whole new content of a partial claim: what it leaves open is taken over from the fact that it replaces.

    A claim about another concept (a wrong drug) takes over only the status, one of another slot nothing; a new value
    keeps its own unit words.
    """
    if claim.slot is not known.slot:
        return claim
    if claim.concept.concept_id != known.concept.concept_id and claim.concept.concept_id not in known.concept.broader:
        return claim.with_fields(status=claim.status or known.status)
    taken: dict[str, object] = {"concept": known.concept, "status": claim.status or known.status}
    for name in DETAIL_FIELDS:
        if name not in MEASURED_FIELDS and getattr(claim, name) is None:
            taken[name] = getattr(known, name)
    taken["timing"] = _timing_after(known, claim)
    if claim.valid_from and known.valid_from and known.valid_from.startswith(claim.valid_from):
        # "In February" does not take back the day that is known.
        taken.update({"valid_from": known.valid_from, "precision": known.precision})
    if not _measured(claim):
        taken.update({name: getattr(known, name) for name in MEASURED_FIELDS})
    elif claim.unit is None:
        taken["unit"] = known.unit
    return claim.with_fields(**taken)


def fills(known: Content, claim: Content) -> Content | None:
    """``known`` with its open details filled from ``claim``; None when the claim adds nothing."""
    added: dict[str, object] = {}
    for name in DETAIL_FIELDS:
        if name in MEASURED_FIELDS or name == "precision":
            continue
        if getattr(known, name) is None and getattr(claim, name) is not None:
            added[name] = getattr(claim, name)
    if same_times(known.timing, claim.timing) and (timing := fuller(known.timing, claim.timing)) != known.timing:
        added["timing"] = timing
    if "valid_from" in added:
        added["precision"] = claim.precision
    if not _measured(known) and _measured(claim):
        added.update({name: getattr(claim, name) for name in MEASURED_FIELDS})
    if known.status is None and claim.status is not None:
        added["status"] = claim.status
    return known.with_fields(**added) if added else None


def says(content: Content, old: float | str) -> bool:
    """Whether ``old`` is something that this content says: its value, dose, frequency, side or name."""
    if isinstance(old, (int, float)):
        return (
            same_value(content.value, old)
            or _number_in(content.value_stated) == old
            or _number_in(content.dose) == old
            or float(old) in _amounts_in(content.dose)
        )
    words = (content.value, content.value_stated, content.dose, content.frequency, content.stage, content.qualifier)
    names = (content.concept.concept_id, content.concept.name, content.concept.display)
    part = (
        any(one.startswith(f"{old} ") for one in (content.dose or "").split(", "))
        if "," in str(content.dose)
        else False
    )
    return part or any(same_value(word, old) for word in (*words, *names) if isinstance(word, str))


def _timing_after(known: Content, claim: Content) -> str | None:
    """When it is taken after a partial claim: another rhythm, or a dose for each time, leaves no old time standing."""
    moved = (
        claim.frequency is not None and known.frequency is not None and fold(claim.frequency) != fold(known.frequency)
    )
    if moved or "," in (claim.dose or ""):
        return claim.timing
    return known.timing if claim.timing is None else replaced(known.timing, claim.timing)


def _measured(content: Content) -> bool:
    return content.value is not None or content.value_low is not None or content.value_high is not None


def _same_reading(known: Content, claim: Content) -> bool:
    if known.unit and claim.unit and known.unit != claim.unit:
        return False
    if (
        known.comparator != claim.comparator
        or known.value_low != claim.value_low
        or known.value_high != claim.value_high
    ):
        return False
    return same_value(known.value, claim.value) or (known.value is None and claim.value is None)


def _gave_up(known: Content, claim: Content) -> bool:
    """Whether a habit on record is told as one that is over: it has no status that says so."""
    ended = claim.temporality is Temporality.PAST and known.temporality is not Temporality.PAST
    return claim.slot is SlotKind.SOCIAL_HISTORY and ended


def _certainty_agrees(known: Certainty, claim: Certainty) -> bool:
    return known is claim or (known is Certainty.CONFIRMED and claim is Certainty.UNCERTAIN)


def _status_agrees(known: Status | None, claim: Status | None) -> bool:
    return claim is None or known is claim or (known is None and claim is Status.ACTIVE)


def _open_or_same(known: str | None, claim: str | None) -> bool:
    return known is None or claim is None or fold(known) == fold(claim)


def _amounts_in(dose: str | None) -> set[float]:
    """The amounts of a dose that differs by day or time ("5mg Mon/Wed, 4mg other days")."""
    parts = (dose or "").split(", ")
    found = (re.match(r"\d+(?:\.\d+)?", part) for part in parts) if len(parts) > 1 else ()
    return {float(match[0]) for match in found if match is not None}


def _number_in(words: str | None) -> float | None:
    digits = "".join(ch for ch in words or "" if ch.isdigit() or ch == ".")
    try:
        return float(digits)
    except ValueError:
        return None
