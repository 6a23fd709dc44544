"""What of their own record somebody asks for: the latest value, the average, why a medicine was stopped, who has it.

It tells the kind alone: of what is asked, and what stands on record of it, others find.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from extraction.reading.learned.evidence import EvidenceReader
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.over_encoder import OverEncoder, unpacked

OF_VALUES: Final = (
    "latest", "first", "highest", "lowest", "average", "count", "on_date", "before_last", "diff", "trend", "all",
    "when_last", "goal", "goal_what", "said_before", "judged", "since_last", "between", "above", "nth", "which_day",
)  # fmt: skip
"""What is asked of measured values: one of a series or a fold of it, its day, how it stands, the patient's own goal,
and the value that a correction replaced."""

OF_MEDICINES: Final = (
    "dose", "times", "list_now", "list_by_time", "morning", "bedtime", "stopped_list", "why_stopped", "taking", "since",
    "how_many", "dose_before", "dose_changed_when", "what_for", "which_for", "course_last", "course_total", "who_takes",
    "relatives_medicine",
)  # fmt: skip

OF_THE_REST: Final = (
    "allergies", "reaction", "may_take", "allergic_to", "sym_since", "sym_days", "still_having", "attack_count",
    "attack_last", "attack_gap", "conditions", "have", "family", "who_has", "op_when", "smoke", "mentioned", "changed",
    "about_me", "for_doctor",
)  # fmt: skip
"""What is asked of allergies, complaints, illnesses, relatives, operations, habits, and of the record as a whole."""

SAME_OF: Final = "same_of"
"""The kind of words that ask what was asked just before, of something else."""

OF_THE_ANSWER: Final = (
    "place", "other_one", SAME_OF, "when_that", "how_known", "confirmed", "as_table", "shorter", "numbers_only",
    "again",
)  # fmt: skip
"""What is asked about the answer just given: one of its list, the same of another, its day, its source, its form."""

TOGETHER: Final[tuple[tuple[str, ...], ...]] = (
    ("dose", "since"), ("list_now", "allergies"), ("highest", "lowest"), ("why_stopped", "stopped_when"),
    ("latest", "goal_what"), ("first", "latest"),
)  # fmt: skip
"""What is often asked in one breath; each is answered by what answers its parts."""

OTHER: Final = "other"
"""The label of words that ask for nothing that was told."""

KINDS: Final = (*OF_VALUES, *OF_MEDICINES, *OF_THE_REST, *OF_THE_ANSWER, *("+".join(each) for each in TOGETHER))
LABELS: Final = (*KINDS, OTHER)

MODEL: Final = "recollections.npz"


@dataclass(frozen=True, slots=True)
class Recollection:
    """The likeliest kind and its probability."""

    kind: str
    probability: float


class RecollectionReader(Protocol):
    """Reads what of the record the words of one ask are after; deterministic."""

    def read(self, text: str, named: tuple[str, ...]) -> Recollection:
        """What ``text``, which names what :func:`over_encoder.what_is_named` gives, asks for; no text raises."""
        ...


@dataclass(frozen=True, slots=True)
class LearnedRecollections:
    """The shipped classifier of what is asked of the record."""

    classifier: OverEncoder

    def read(self, text: str, named: tuple[str, ...]) -> Recollection:
        """The likeliest kind of ``text``."""
        scores = self.classifier.scores(text, named)
        raised = np.exp(scores - scores.max())
        # Rounded, so that a last bit that differs between machines decides nothing.
        likely = np.round(raised / raised.sum(), 3)
        best = int(np.argsort(-likely, kind="stable")[0])
        return Recollection(self.classifier.labels[best], float(likely[best]))


def load_recollections(evidence: EvidenceReader) -> LearnedRecollections:
    """The shipped model over the shipped encoder."""
    return LearnedRecollections(unpacked(MODELS.joinpath(MODEL).read_bytes(), evidence))
