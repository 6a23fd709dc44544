"""What calls for care, whatever found it: words, a symptom, a reading, the record, or a reader's ear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agent.safety.alarms import Level


@dataclass(frozen=True, slots=True)
class RedFlag:
    """Something of this turn that calls for care; ``fact_ids`` are the facts that it rests on.

    ``level`` is how soon; ``first`` names the sentence (words.yaml) of what to do before, empty for nothing; ``source``
    is where the rule comes from (sources.yaml), empty for what only a learned reader heard.
    """

    name_ko: str
    name_en: str
    fact_ids: tuple[str, ...] = ()
    self_harm: bool = False
    level: Level = "now"
    first: str = ""
    source: str = ""
    key: str = ""
    """What explains it: an alarm's id or a test; empty for what has no reason of its own (reasons.yaml)."""
    symptom: str = ""
    """The symptom that calls for care by itself, by its concept id; empty for the rest."""
    firm: bool = False
    """Whether it rests on more than words: on a number, or on what is on record."""
    heard: bool = False
    """Whether nothing but a reader's ear calls for it."""

    @property
    def at_once(self) -> bool:
        """Whether it cannot wait for a clinic."""
        return self.level == "now"


HEARD_ONLY: Final = RedFlag("말씀하신 증상", "what you describe", heard=True)
"""What a learned reader takes for urgent though neither a rule nor it can name what it is."""
