"""What a reader of utterances is to those who call it, and what it gives back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, Protocol

from domain.proposals import Proposal
from domain.values import Content
from extraction.text.language import Language

if TYPE_CHECKING:
    from extraction.reading.understanding import Understanding


LEFT_OUT: Final = "left_out"
"""Where a reading names the steps that broke and were left out, beside the versions of its extractors."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from one utterance: proposals in the order of the words, and the extractors' versions by name."""

    proposals: tuple[Proposal, ...]
    language: str
    extractors: dict[str, str]
    understanding: Understanding | None = None
    """What the learned reader understood; the rules alone understand nothing of acts and questions."""


class UtteranceReader(Protocol):
    """Reads utterances; what the agent calls."""

    @property
    def extractors(self) -> dict[str, str]:
        """Who reads, by version."""

    def read(
        self,
        text: str,
        *,
        said_at: datetime,
        time_zone: str,
        language: Language | None = None,
        spoken_of: Sequence[Content] = (),
        of_last_turn: Collection[str] = (),
        agent_said: str = "",
        patient_called: str = "",
        corrected: Sequence[Content] = (),
        goals: Sequence[Content] = (),
        children: Sequence[Content] = (),
        said_before: Sequence[str] = (),
    ) -> Reading:
        """The reading of ``text``; see :meth:`Extractor.read`."""
