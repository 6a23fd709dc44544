"""Whether words tell that there is nothing of a kind, or that nobody knows: no medicines, no allergies, "not sure if
I'm allergic".

Linear classifiers over the stretches of an utterance. They learnt on such statements of several authors and on what
only sounds alike: "no new tablets", "no other allergies", "my mother takes nothing".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Final

from domain.values import Certainty, SlotKind
from extraction.reading.items import slots_named
from extraction.reading.learned.absence_features import (
    features_of,
    is_cut,
    masked_words,
    names_one,
    question_before,
    stretches,
)
from extraction.reading.learned.features import hashed
from extraction.reading.learned.linear import MODELS, Models, unpack
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

NO_MEDICINES: Final = "meds.none"
NO_ALLERGIES: Final = "alle.none"
ALLERGIES_UNKNOWN: Final = "alle.unknown"
LABELS: Final = (NO_MEDICINES, NO_ALLERGIES, ALLERGIES_UNKNOWN)
"""What is told apart; each is heard by itself, for one clause may tell two."""

MODEL: Final = "absences.npz"
ABSENCES: Final = "absences"
"""The name under which proposals carry this reader."""

BARS: Final = {NO_MEDICINES: 0.0, NO_ALLERGIES: 0.2, ALLERGIES_UNKNOWN: 0.0}
"""The margins from which it is told, chosen on authors that were left out.

Plain denials of allergies are heard by the other readers, too: of those only what is sure counts here.
"""

NEAR: Final = -0.2
"""The margin below which it is not told, whoever hears it: "no new medicines", "no allergies to foods"."""

_MOST_STRETCHES: Final = 160
"""What is listened to of an utterance without end."""

_MEANS: Final = {
    NO_MEDICINES: (SlotKind.MEDICATIONS, Certainty.CONFIRMED),
    NO_ALLERGIES: (SlotKind.ALLERGIES, Certainty.CONFIRMED),
    ALLERGIES_UNKNOWN: (SlotKind.ALLERGIES, Certainty.UNKNOWN),
}
_WORDS: Final = {
    SlotKind.MEDICATIONS: lazy_regex(
        r"약|먹|묵|복용|드[는시실세]|쓰|투[여약]|처방|챙|\bmed|\b(?:pills?|tabs?|tablets?|drugs?|rx|prescri\w*|tak(?:e|es|en|ing)"
        r"|on|us(?:e|es|ing)|need\w*|require\w*|supplements?|vitamins?|treat\w*|inhalers?|injections?)\b"
    ),
    SlotKind.ALLERGIES: lazy_regex(r"al{1,2}[ei]r[gj]|알[레러래르]|앨러|\breact|과민|반응|\bnkd?a\b"),
}
"""What a slot and what is done with its facts is called, one of which stands in every statement of it."""

_SLOTS: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.ALLERGIES})


@dataclass(frozen=True, slots=True)
class Absence:
    """That nothing of ``slot`` is had (CONFIRMED) or that it is not known (UNKNOWN), in [start, end).

    Where it is not ``told`` it is near to it: whoever else hears it there may be right.
    """

    slot: SlotKind
    certainty: Certainty
    start: int
    end: int
    margin: float
    told: bool


def _unspoken(folded: str, asked: str) -> set[str]:
    """The labels of which words have none of their own, and which they don't answer: "not one" is said of anything."""
    spoken = {slot for slot, words in _WORDS.items() if words.search(folded) or slot.value in asked.split("+")}
    return {label for label in LABELS if _MEANS[label][0] not in spoken}


def untold(folded: str, asked: str) -> frozenset[str]:
    """The labels that a stretch is no example of: it names the other slot alone, or has no word of theirs."""
    return told_of_another(folded) | _unspoken(folded, asked)


def told_of_another(folded: str) -> frozenset[str]:
    """The labels whose slot a stretch does not name while it names the other one."""
    named = slots_named(folded) & _SLOTS
    return frozenset(label for label in LABELS if named and _MEANS[label][0] not in named)


@dataclass(frozen=True, slots=True)
class AbsenceReader:
    """The shipped classifiers; without state of its own, so threads may share it."""

    models: Models

    @property
    def version(self) -> str:
        """The beginning of the digest of the model file."""
        return self.models.version

    def read(self, sheet: Sheet, asked: str = "") -> tuple[Absence, ...]:
        """What may be told, the surest of each kind; ``asked`` as :func:`absence_features.asked_of` has it."""
        masked = masked_words(sheet)
        found: dict[str, Absence] = {}
        fitting = (one for one in stretches(sheet, masked) if not names_one(masked, one) and not is_cut(masked, one))
        those = list(islice(fitting, _MOST_STRETCHES))
        scores = self.models.tables_of(LABELS, [hashed(features_of(masked, one, asked)) for one in those])
        for one, tables in zip(those, scores, strict=True):
            out = _unspoken(sheet.folded[question_before(masked, one) : one.end], asked)
            for label in (label for label in LABELS if label not in out):
                margin = tables[label]["yes"] - tables[label]["no"]
                if label not in found or margin > found[label].margin:
                    found[label] = Absence(*_MEANS[label], one.start, one.end, margin, told=margin > BARS[label])
        return tuple(one for one in found.values() if one.margin > NEAR)


@cache
def load_absences() -> AbsenceReader:
    """The shipped reader."""
    return AbsenceReader(unpack(MODELS.joinpath(MODEL).read_bytes()))
