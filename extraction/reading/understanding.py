"""What an utterance means, in types: everybody downstream reads these, never the words again."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Final, Literal, get_args

from extraction.naming.mentions import Entry
from extraction.reading.figures.figures import Figure
from extraction.reading.items import Item
from extraction.values.dates import DateMention
from extraction.values.frequencies import FrequencyMention

ActKind = Literal["state", "correct", "change", "retract", "revert", "reply", "ask", "social", "other"]
GUESS: Final = 0.85
"""The doubt above which an act is no more than a guess."""

ACTS: tuple[ActKind, ...] = get_args(ActKind)

AskOp = Literal[
    "list", "lookup", "compare", "judge", "assess", "medicine", "permission", "effects", "knowledge", "plan", "audit",
    "why", "repeat", "other",
]  # fmt: skip
ASKS: tuple[AskOp, ...] = get_args(AskOp)

Role = Literal[
    "demographics", "conditions", "symptoms", "medications", "vitals", "labs", "allergies", "family_history",
    "social_history", "procedures", "old", "asked", "other", "untouched",
]  # fmt: skip
"""What an item is to the record: a fact of that slot, what is being replaced, what is only asked about, neither; and
for a fact of memory that nobody names, untouched."""

State = Literal["current", "negated", "ended", "planned", "on_hold"]

Change = Literal["assert", "mention", "correct", "change", "stop", "retract", "revert"]
"""What is done to the record."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that the utterance does, and how much it is doubted (0 sure, 1 a guess)."""

    kind: ActKind
    doubt: float


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that is asked; ``about`` are the items that it names."""

    op: AskOp
    doubt: float
    about: tuple[Item, ...] = ()
    said: tuple[str, ...] = ()
    """The words that name each of them."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What words would ask: the likeliest kind with its margin over the next, and by how much they ask at all."""

    op: AskOp
    margin: float
    asks: float


@dataclass(frozen=True, slots=True)
class Read:
    """One item as it was read, with what belongs to it."""

    item: Item
    role: Role
    state: State = "current"
    change: Change = "assert"
    certain: bool = True
    doubt: float = 0.0
    new: tuple[Figure, ...] = ()
    old: tuple[Figure, ...] = ()
    frequencies: tuple[FrequencyMention, ...] = ()
    dates: tuple[DateMention, ...] = ()
    subjects: tuple[Entry, ...] = ()
    next_state: State = "current"
    """How it is asserted if not as ``state`` says: the second choice."""
    next_behind: float = 0.0
    """The margin by which the second choice stands behind the first."""

    @property
    def is_fact(self) -> bool:
        """Whether it says something for the record."""
        return self.role not in ("old", "asked", "other", "untouched")


@dataclass(frozen=True, slots=True)
class Likeness:
    """Which emergency words resemble most, and which harmless look-alike; all margins are log-odds."""

    emergency: str = ""
    """A kind of :mod:`extraction.reading.learned.alarm_kinds`; empty where nothing was heard."""
    sure: float = -inf
    """Of this emergency against all that is none or can wait."""
    clear: float = 0.0
    """Of this emergency against the next likely one."""
    pressing: float = -inf
    """Of an emergency or what is for today against all that is neither."""
    at_once: float = -inf
    """Of this emergency against what is for today."""
    alike: str = ""
    """The look-alike."""
    harmless: float = -inf
    """Of the look-alike against what is urgent."""


UNLIKE: Final = Likeness()
"""Of words whose kind nobody hears."""


@dataclass(frozen=True, slots=True)
class Understanding:
    """One utterance, understood. ``doubt`` is the greatest of its acts; ``readers`` names who read it, by version."""

    language: str
    acts: tuple[Act, ...]
    requests: tuple[Request, ...]
    reads: tuple[Read, ...]
    red_flag: bool
    doubt: float
    readers: dict[str, str] = field(default_factory=dict)
    asking: Asking | None = None
    """What it would ask, whether it asks or not; None from the rules."""
    urgency: float = inf
    """The log-odds by which ``red_flag`` was heard; without end where whoever reads gives none."""
    at_once: float = inf
    """The log-odds that it cannot wait for a clinic, if it is urgent; without end where no reader tells."""
    likeness: Likeness = UNLIKE
    """What it resembles of what is an emergency, and of what only looks like one."""
    calm: bool = False
    """Whether the encoder is sure that nothing calls for urgent care: warning words alone then alarm nobody."""

    def has(self, kind: ActKind) -> bool:
        """Whether the utterance does this."""
        return any(act.kind == kind for act in self.acts)

    def surely(self, kind: ActKind) -> bool:
        """Whether the utterance does this beyond a guess."""
        return any(act.kind == kind and act.doubt <= GUESS for act in self.acts)
