"""All views of one patient, folded together in memory for the patient who is talking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from domain.events import FACT_EVENTS, PatientErased, PatientRegistered, Recorded, Shredded, SlotReaffirmed
from domain.ledger import Ledger
from projections.answers import Answers, AnswersProjection
from projections.base import fingerprint
from projections.consolidated import Consolidated, ConsolidatedProjection
from projections.importance import Importance, ImportanceProjection
from projections.profile import Profile, ProfileProjection
from projections.shared_fold import Projections, SharedFold
from projections.tiers import Tiers, TiersProjection
from projections.timeline import Timeline, TimelineProjection

PROJECTIONS: Projections = (
    ProfileProjection(),
    TimelineProjection(),
    ImportanceProjection(),
    ConsolidatedProjection(),
    TiersProjection(),
    AnswersProjection(),
)
"""Every projection of a patient, in the order in which they are listed and rebuilt."""

_CHANGING = frozenset(FACT_EVENTS) - {SlotReaffirmed}
_PROFILE, _TIMELINE, _IMPORTANCE, _CONSOLIDATED, _TIERS, _ANSWERS = range(len(PROJECTIONS))


@dataclass(slots=True)
class PatientView:
    """The live views of one patient at ``version``; ``position`` is the last folded place in the log."""

    patient_id: str
    version: int = 0
    position: int = 0
    registered: PatientRegistered | None = None
    erased: bool = False
    facts_changed_at: int = 0
    """Version of the last event that changed what is believed; a mere reaffirmation does not."""
    folded: SharedFold = field(init=False, repr=False)
    beside: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """What readers keep of these views between reads, by the reader's name: copies share it, and it goes with them."""
    _fingerprints: dict[str, str] = field(default_factory=dict, repr=False)
    """Fingerprints worked out at this version; copies share them, so that one is worked out once a version."""

    def __post_init__(self) -> None:
        self.folded = SharedFold(self.patient_id, PROJECTIONS)

    @classmethod
    def fold(cls, patient_id: str, events: Iterable[Recorded]) -> PatientView:
        """The views after these events."""
        view = cls(patient_id)
        for event in events:
            view.apply(event)
        return view

    @property
    def ledger(self) -> Ledger:
        """The fold of facts that all views share."""
        return self.folded.ledger

    @property
    def profile(self) -> Profile:
        """What is known."""
        return cast(Profile, self.folded.views[_PROFILE])

    @property
    def timeline(self) -> Timeline:
        """What was said, in which order."""
        return cast(Timeline, self.folded.views[_TIMELINE])

    @property
    def importance(self) -> Importance:
        """What weighs most."""
        return cast(Importance, self.folded.views[_IMPORTANCE])

    @property
    def consolidated(self) -> Consolidated:
        """What everything comes to."""
        return cast(Consolidated, self.folded.views[_CONSOLIDATED])

    @property
    def tiers(self) -> Tiers:
        """What is remembered word for word, as a summary, and for good."""
        return cast(Tiers, self.folded.views[_TIERS])

    @property
    def turns(self) -> Tiers:
        """The turns verbatim, with their summaries."""
        return self.tiers

    @property
    def answers(self) -> Answers:
        """What the patient was told."""
        return cast(Answers, self.folded.views[_ANSWERS])

    def apply(self, event: Recorded) -> Sequence[str]:
        """Fold one event into every view; the ids of the facts that it changed."""
        payload = event.payload
        self.version, self.position = event.version, event.position or self.position
        self._fingerprints = {}
        kind = type(payload)
        if kind in _CHANGING:
            self.facts_changed_at = event.version
        elif kind is PatientErased or kind is Shredded:
            self.erased = True
        elif isinstance(payload, PatientRegistered):
            self.registered = payload
        return self.folded.apply(event)

    def pass_over(self, version: int, position: int) -> None:
        """Note an event that changes no view: it need not be decoded."""
        self.version, self.position = version, position
        self._fingerprints = {}

    def copy(self) -> PatientView:
        """An independent view of the same moment; what it shares with this one is never changed."""
        other = object.__new__(PatientView)
        other.patient_id, other.version, other.position = self.patient_id, self.version, self.position
        other.registered, other.erased = self.registered, self.erased
        other.facts_changed_at = self.facts_changed_at
        other.beside = self.beside
        other.folded, other._fingerprints = self.folded.copy(), self._fingerprints
        return other

    def over(self, ledger: Ledger) -> PatientView:
        """What was said and answered as it stands, over the facts of another ledger; for a read alone."""
        other = self.copy()
        other.folded = self.folded.over(ledger)
        other.beside, other._fingerprints = {}, {}
        return other

    def profile_fingerprint(self) -> str:
        """The fingerprint of the profile's stored form."""
        return self._fingerprint(_PROFILE)

    def fingerprints(self) -> dict[str, str]:
        """The fingerprint of each view's stored form, by projection name."""
        return {one.name: self._fingerprint(index) for index, one in enumerate(PROJECTIONS)}

    def _fingerprint(self, index: int) -> str:
        projection = PROJECTIONS[index]
        if projection.name not in self._fingerprints:
            self._fingerprints[projection.name] = fingerprint(projection.rows(self.folded.views[index]))
        return self._fingerprints[projection.name]
