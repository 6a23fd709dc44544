"""A name that words tell, and of whom: of the one who speaks, or of the one who is spoken for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ToldName:
    """The name ``value`` at [start, end) of the normalised text.

    ``whose`` is "speaker" where one names oneself, "patient" where the words say that the named one is looked after or
    is the patient, and "kin" where a relative is named, which is the patient's name only in a record kept for that one;
    ``kin`` is then the relative (a kinship concept id). ``sex`` is the one that a title or a pronoun tells.
    """

    value: str
    start: int
    end: int
    whose: Literal["speaker", "patient", "kin"]
    kin: str = ""
    sex: str = ""
