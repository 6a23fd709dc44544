"""From an utterance to proposals: the readers in order, each over the same analysis."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from domain.proposals import Proposal
from domain.values import Content
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser
from extraction.port import Reading
from extraction.rules.allergies import allergens_of, read_allergies
from extraction.rules.analysis import analyse
from extraction.rules.assertion import Assertions
from extraction.rules.claims import RULES, Claim
from extraction.rules.corrections import Corrections
from extraction.rules.demographics import read_demographics
from extraction.rules.denials import read_denials
from extraction.rules.findings import read_findings
from extraction.rules.habits import read_habits
from extraction.rules.measurements import read_measurements
from extraction.rules.medications import read_medications
from extraction.rules.parts import READING_PARTS, ReadingPart
from extraction.rules.scan import Scan, scan
from extraction.text.language import Language, detect
from extraction.text.normalise import Normalised
from extraction.text.quoting import trimmed
from extraction.values.plausibility import doubted

_NAME, _, _VERSION = RULES.partition("@")


class Extractor:
    """Reads utterances by rule. It holds no state of its own, so threads may share it."""

    def __init__(
        self, lexicon: Lexicon, recogniser: ConceptRecogniser, *, parts: frozenset[ReadingPart] = READING_PARTS
    ) -> None:
        """``parts`` are those of reading that are used: fewer than all only in an ablation."""
        self._lexicon = lexicon
        self._recogniser = recogniser
        self._parts = parts
        without = "".join(f"-{part}" for part in sorted(READING_PARTS - parts))
        self.extractors = {_NAME: f"{_VERSION}{without}", recogniser.name: recogniser.version}

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
        """The proposals of ``text``, said at ``said_at`` (aware) by a patient who lives in ``time_zone`` (IANA).

        ``spoken_of`` holds what the conversation last spoke of, newest first: a correction that names no test ("it was
        6.8, not 6.0") is understood from it. The rest says nothing to the rules. No text
        raises.
        """
        return self.read_scanned(scan(text, said_at, time_zone), language, spoken_of)

    def read_scanned(self, scanned: Scan, language: Language | None, spoken_of: Sequence[Content]) -> Reading:
        """The same of a text that was looked through."""
        normalised, text = scanned.normalised, scanned.original
        spoken = language or detect(normalised.text)
        claims = self._claims(scanned, spoken, spoken_of)
        proposals = tuple(doubted(_located(claim, normalised, text), self._lexicon) for claim in claims)
        return Reading(proposals, spoken, dict(self.extractors))

    def _claims(self, scanned: Scan, language: Language, spoken_of: Sequence[Content]) -> list[Claim]:
        if not scanned.text.strip():
            return []
        analysis = analyse(scanned, self._recogniser, language, self._lexicon, self._parts)
        assertions = Assertions(analysis)
        corrections = Corrections(assertions, self._lexicon, spoken_of)
        withdrawn = corrections.withdrawn
        allergens = allergens_of(assertions)
        causes = frozenset(mention.start for mention, _ in allergens)
        reactions = frozenset(reaction.start for _, reaction in allergens if reaction is not None)
        claims = [
            *read_demographics(assertions),
            *read_findings(assertions, self._lexicon, withdrawn, reactions),
            *read_medications(assertions, withdrawn, causes),
            *read_measurements(assertions, self._lexicon, withdrawn),
            *read_allergies(assertions, allergens, self._lexicon, withdrawn),
            *read_habits(assertions, self._lexicon, withdrawn),
            *read_denials(assertions, corrections.quoted_clauses, causes),
        ]
        return _distinct(sorted(corrections.applied(claims), key=lambda claim: claim.start))


def _distinct(claims: Iterable[Claim]) -> list[Claim]:
    """Claims without word-for-word repetitions of the same content."""
    seen: dict[str, list[tuple[object, object, object]]] = {}
    kept = []
    for claim in claims:
        key = (claim.operation, claim.content, claim.target)
        about = claim.content or claim.target
        alike = seen.setdefault(about.concept.concept_id if isinstance(about, Content) else "", [])
        if key not in alike:
            alike.append(key)
            kept.append(claim)
    return kept


def _located(claim: Claim, normalised: Normalised, original: str) -> Proposal:
    first, last = normalised.span(*trimmed(normalised.text, claim.start, claim.end))
    return claim.proposal(original[first:last], first, last)
