"""What is known of the patient?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import orjson

from domain.events import Recorded
from domain.ledger import Fact
from domain.values import ANY, IN_FORCE, SERIES_SLOTS, Polarity, SlotKind
from projections.base import HEAD
from projections.facts import FactProjection, FactView, current_among, registration

PINNED_SLOTS = frozenset({SlotKind.ALLERGIES, SlotKind.MEDICATIONS, SlotKind.CONDITIONS})


@dataclass(slots=True)
class Profile(FactView):
    """The patient's facts; the current ones are read with :meth:`facts`."""

    def facts(self, *, history: bool = False, valid_on: str | None = None) -> tuple[Fact, ...]:
        """Current facts in recording order: negated, stopped, planned and family facts among them.

        ``history`` adds superseded and retracted ones. ``valid_on`` (ISO date) asks for what is believed true of that
        day: facts that changed later are then seen in their valid period.
        """
        if history:
            return tuple(self.ledger.facts.values())
        if valid_on is not None:
            return tuple(self.ledger.believed_on(valid_on))
        return tuple(self.ledger.current())

    def pinned(self) -> tuple[Fact, ...]:
        """Facts exempt from decay, compression and budget cuts.

        Allergies, active medicines, active conditions (statements of "none" and "unknown" among them), and the last
        value of each test (DESIGN.md 2.7).
        """
        return self.ledger.derived("pinned", lambda: tuple(sorted(self._pinned(), key=lambda fact: fact.version)))

    def _pinned(self) -> Iterator[Fact]:
        for slot in PINNED_SLOTS:
            yield from filter(self.is_pinned, self.ledger.current(slot))
        # Of the thousands of values of a test only the last can be.
        series = {(key.slot, key.concept_id, key.subject) for key in self.ledger.series()}
        for slot, concept_id, subject in series:
            last = self.ledger.latest(slot, concept_id, subject)
            if last is not None and last.content.concept.concept_id == concept_id and self.is_pinned(last):
                yield last

    def is_pinned(self, fact: Fact) -> bool:
        """Whether this fact is exempt from decay; disputed facts of a pinned slot are too."""
        content = fact.content
        if not fact.current or content.subject != "patient":
            return False
        if content.slot in SERIES_SLOTS:
            latest = self.ledger.latest(content.slot, content.concept.concept_id, content.subject)
            return latest is not None and latest.fact_id == fact.fact_id
        if content.slot not in PINNED_SLOTS:
            return False
        if content.concept.concept_id == ANY or content.slot is SlotKind.ALLERGIES:
            return True
        return content.polarity is Polarity.AFFIRMED and (content.status is None or content.status in IN_FORCE)


class ProfileProjection(FactProjection[Profile]):
    """Folds the profile; stored as a row a current fact, so that keeping it costs what has changed and no more."""

    name = "profile"
    version = 3

    def empty(self, patient_id: str) -> Profile:
        """A profile that knows nothing."""
        return Profile(patient_id)

    def rows(self, view: Profile, keys: Collection[str] | None = None) -> dict[str, bytes]:
        """The current facts by fact id, and the registration with the open disputes."""
        rows = {fact.fact_id: orjson.dumps(view.stored(fact)) for fact in current_among(view, keys)}
        if keys is None or HEAD in keys:
            rows[HEAD] = orjson.dumps({**registration(view), "disputes": view.ledger.disputes})
        return rows

    def changed(self, event: Recorded, fact_ids: Iterable[str], view: Profile) -> Iterable[str]:
        """The facts that the event changed, and what is disputed."""
        return (HEAD, *fact_ids)
