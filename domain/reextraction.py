"""What a newer extractor reads differently in old utterances: the difference, and what a person has decided stays.

An utterance is interpreted again over what was known when it was said, and what comes of it is compared, place by place
in the text, with what it led to then. Human corrections hang on the place in the text and not on a fact id: a new
reading of words whose old reading was corrected since proposes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from domain.events import Payload, ReextractionProposed
from domain.interpretation import Interpretation, Setting
from domain.overruling import overlap, overruled
from domain.proposals import Operation, Proposal
from domain.readings import MADE, Reading, readings
from domain.reread_facts import reread, unread
from domain.retold import Told, decided_later, still_told, told
from domain.values import Content, Source
