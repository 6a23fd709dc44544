"""Safety from memory: rules with sources over the facts on record and the new words.

`alarms.yaml` says what calls for care and how soon; `interactions.yaml` and `contraindications.yaml` what a medicine
should not meet, with the groups and harms of `cautions.yaml`. All rest on the signs of `signs.yaml`, the tokens of
`record.py` and the sources of `sources.yaml`. All of it is by rule, before any model or retrieval.
"""

from agent.safety.flags import red_flags, sounded, sounds
from agent.safety.red_flag import RedFlag
from agent.safety.telling import urgent_text

__all__ = ["RedFlag", "red_flags", "sounded", "sounds", "urgent_text"]
