"""All views of one patient, folded together in memory for the patient who is talking.

The views share one ledger, so a fact event is interpreted once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from domain.events import FACT_EVENTS, PatientErased, PatientRegistered, Recorded, Shredded, SlotReaffirmed
from domain.ledger import Ledger
from projections.answers import Answers, AnswersProjection
from projections.base import Projection
from projections.consolidated import Consolidated, ConsolidatedProjection
from projections.importance import Importance, ImportanceProjection
from projections.profile import Profile, ProfileProjection
from projections.tiers import Tiers, TiersProjection
from projections.timeline import Timeline, TimelineProjection

PROFILE, TIMELINE, IMPORTANCE = ProfileProjection(), TimelineProjection(), ImportanceProjection()
CONSOLIDATED, TIERS, ANSWERS = ConsolidatedProjection(), TiersProjection(), AnswersProjection()

PROJECTIONS: tuple[Projection[object], ...] = (
    PROFILE,
    TIMELINE,
    IMPORTANCE,
    CONSOLIDATED,
    TIERS,
    ANSWERS,
)  # type: ignore[assignment]
"""Every projection of a patient, in the order in which they are listed and rebuilt."""


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
    profile: Profile = field(init=False)
    timeline: Timeline = field(init=False)
    importance: Importance = field(init=False)
    consolidated: Consolidated = field(init=False)
    tiers: Tiers = field(init=False)
    answers: Answers = field(init=False)
    _fingerprints: dict[str, str] = field(default_factory=dict, repr=False)
    """Fingerprints worked out at this version; copies share them, so that one is worked out once a version."""

    def __post_init__(self) -> None:
        self._clear()

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
        return self.profile.ledger

    @property
    def turns(self) -> Tiers:
        """The turns verbatim, with their summaries."""
        return self.tiers

    def apply(self, event: Recorded) -> None:
        """Fold one event into every view."""
        self.version, self.position = event.version, event.position or self.position
        self._fingerprints = {}
        if isinstance(event.payload, PatientErased | Shredded):
            self.erased = True
            self._clear()
            return
        if isinstance(event.payload, PatientRegistered):
            self.registered = event.payload
        if isinstance(event.payload, FACT_EVENTS) and not isinstance(event.payload, SlotReaffirmed):
            self.facts_changed_at = event.version
        self.ledger.apply(event)
        PROFILE.observe(self.profile, event)
        TIMELINE.observe(self.timeline, event)
        IMPORTANCE.observe(self.importance, event)
        CONSOLIDATED.observe(self.consolidated, event)
        TIERS.observe(self.tiers, event)
        ANSWERS.apply(self.answers, event)

    def copy(self) -> PatientView:
        """An independent view of the same moment; facts and lines are shared, for they are frozen."""
        other = PatientView(
            self.patient_id, self.version, self.position, self.registered, self.erased, self.facts_changed_at
        )
        ledger = self.ledger.copy()
        other.profile = replace(self.profile, ledger=ledger)
        other.timeline = replace(
            self.timeline, ledger=ledger, roots=dict(self.timeline.roots), ends=dict(self.timeline.ends)
        )
        other.importance = replace(self.importance, ledger=ledger)
        other.consolidated = replace(self.consolidated, ledger=ledger)
        other.tiers = replace(
            self.tiers, ledger=ledger, lines=dict(self.tiers.lines), summaries=dict(self.tiers.summaries)
        )
        other.answers = Answers(self.patient_id, dict(self.answers.given))
        other._fingerprints = self._fingerprints
        return other

    def profile_fingerprint(self) -> str:
        """The fingerprint of the profile's stored form."""
        if PROFILE.name not in self._fingerprints:
            self._fingerprints[PROFILE.name] = PROFILE.fingerprint(self.profile)
        return self._fingerprints[PROFILE.name]

    def fingerprints(self) -> dict[str, str]:
        """The fingerprint of each view's stored form, by projection name."""
        views = (self.profile, self.timeline, self.importance, self.consolidated, self.tiers, self.answers)
        return {
            projection.name: projection.fingerprint(view) for projection, view in zip(PROJECTIONS, views, strict=True)
        }

    def _clear(self) -> None:
        ledger = Ledger()
        self.profile = PROFILE.empty(self.patient_id)
        self.timeline = TIMELINE.empty(self.patient_id)
        self.importance = IMPORTANCE.empty(self.patient_id)
        self.consolidated = CONSOLIDATED.empty(self.patient_id)
        self.tiers = TIERS.empty(self.patient_id)
        self.answers = ANSWERS.empty(self.patient_id)
        for view in (self.profile, self.timeline, self.importance, self.consolidated, self.tiers):
            view.ledger = ledger
