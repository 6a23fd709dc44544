"""The extractor that the agent calls: the learned reader, with the rules of the first one as an opinion beside it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from domain.collecting import uncollected
from domain.remembering import remembering_at_least
from domain.speaking_for import ONESELF
from domain.values import Content
from extraction.naming.concepts import lexicon_words
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser, Entry
from extraction.port import LEFT_OUT, Reading
from extraction.reading.asking.told_before_asking import told_before_asking, with_what_was_told_before
from extraction.reading.asking.told_in_asking import told_in_asking, with_what_asking_tells
from extraction.reading.asking.wondering import asks_tersely, asks_what_was_told, wondered
from extraction.reading.corrections.denied_ends import denies_all
from extraction.reading.corrections.taking_back import asked_in
from extraction.reading.items import Heard
from extraction.reading.learned.absences import ABSENCES, load_absences
from extraction.reading.learned.encoder_files import load_evidence_reader
from extraction.reading.learned.evidence import EvidenceReader
from extraction.reading.learned.linear import Models, load_models
from extraction.reading.learned.trust import Told, Truster, load_trust, trusted
from extraction.reading.learned.urgency import UrgencyReader, load_urgency
from extraction.reading.people.speaking_for import kin_of
from extraction.reading.proposing import proposals_of
from extraction.reading.reader import READER, LearnedReader
from extraction.reading.steps import STEPS, Read, Step, mended
from extraction.reading.understanding import ActKind
from extraction.reading.vetoes import allowed
from extraction.rules.pipeline import Extractor
from extraction.text.kiwi import shared_kiwi
from extraction.text.language import Language, detect
from extraction.text.normalise import normalise
from extraction.values.plausibility import doubted

_TELLING: Final[tuple[ActKind, ...]] = ("state", "correct", "change", "retract", "revert")
"""The acts by which words tell something, and do more than ask."""
_QUESTION: Final = 200
_ASKED_AT_MOST: Final = 300
"""Characters of a message beyond which a question is no part of it that tells of a habit."""
"""Characters of the agent's last question that are looked at."""


class LearnedExtractor:
    """Reads utterances with the shipped models; without state of its own, so threads may share it."""

    def __init__(
        self,
        lexicon: Lexicon,
        recogniser: ConceptRecogniser,
        models: Models | None = None,
        encoder: EvidenceReader | None = None,
        ear: UrgencyReader | None = None,
        truster: Truster | None = None,
        steps: Sequence[Step] | None = None,
    ) -> None:
        """``models`` are the shipped ones, except in training and in tests; then ``encoder`` and ``ear`` come along.

        An ear is fitted on one encoder: with one that has not seen some authors there is none. ``truster`` weighs how
        far each reading is to be trusted; the shipped one unless given. ``steps`` mend what is proposed: the
        shipped ones, unless given.
        """
        rules = Extractor(lexicon, recogniser)
        self._words = shared_kiwi(lexicon_words(lexicon))
        self._lexicon = lexicon
        self._recogniser = recogniser
        if models is None and encoder is None:
            encoder = load_evidence_reader()
            ear = load_urgency(encoder) if encoder is not None else None
        self._reader = LearnedReader(lexicon, recogniser, models or load_models(), rules, encoder, ear)
        self._absences = load_absences()
        self._truster = truster or load_trust()
        self._steps = steps
        version = self._reader.version
        self._author = f"{READER}@{version}"
        self.extractors = {**rules.extractors, READER: version, ABSENCES: self._absences.version}

    @property
    def encoder(self) -> EvidenceReader | None:
        """The encoder that reads beside the linear models; None where they read alone."""
        return self._reader.encoder

    @property
    def ear(self) -> UrgencyReader | None:
        """What hears how urgent words are; None where the linear models do."""
        return self._reader.ear

    @property
    def truster(self) -> Truster:
        """What weighs how far each reading is to be trusted."""
        return self._truster

    @property
    def reader(self) -> LearnedReader:
        """What reads one utterance by itself, before anything is proposed for the record."""
        return self._reader

    def warm_up(self) -> None:
        """Lay out what the first utterance would wait for, in the memory of the thread that loads."""
        self.read("혈압약을 먹어요", said_at=datetime.fromtimestamp(0, UTC), time_zone="UTC")

    def _named_by(self, agent_said: str) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
        """The tests that the agent's last question names, and all that the agent's last words name."""
        words = normalise(agent_said[-_QUESTION:]).text
        if not words.strip():
            return (), ()
        named = self._recogniser.find(words)
        asks = words.rstrip().endswith("?")
        opening = max(words.rstrip().rfind(mark, 0, -1) for mark in ".?!\n") + 1
        tests = (one.entry for one in named if one.start >= opening and one.entry.kind in ("labs", "vitals"))
        return tuple(tests) if asks else (), tuple(one.entry for one in named)

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
        """The reading of ``text``, said at ``said_at`` (aware) by a patient who lives in ``time_zone`` (IANA).

        ``spoken_of`` holds what the conversation last spoke of, newest first, ``of_last_turn`` the concepts of these
        that the last turn spoke of, and ``agent_said`` the words that the
        patient answers: "it was 6.8" and "no, the other one" are understood from them. ``patient_called`` is what one
        who speaks for a patient calls that one ("my mum"), and ``ONESELF`` where whoever speaks is the patient.
        ``corrected`` holds what corrections replaced, the newest correction's first, ``goals`` what was set for
        the patient's tests, the newest first, and ``children`` who the children on record are. ``said_before`` are the
        turns before, the oldest first: a name told in one of them is somebody's. No text raises.
        """
        # Tens of thousands of spans and buckets come and go for a long text, and none of them refers to itself.
        with remembering_at_least(), uncollected():
            plain = normalise(text).text
            spoken = language or detect(plain)
            if not plain.strip():
                return Reading((), spoken, dict(self.extractors))
            patient_is = kin_of(self._recogniser.find(patient_called)) if patient_called else ""
            named = self._named_by(agent_said)
            speaker_is = patient_called == ONESELF
            heard = Heard(
                tuple(spoken_of), agent_said, *named, patient_is, frozenset(of_last_turn), speaker_is=speaker_is,
                superseded=tuple(corrected), goals=tuple(goals), children=tuple(children),
                said_before=tuple(said_before),
            )  # fmt: skip
            whole = self._read(text, said_at, time_zone, spoken, heard)
            whole = self._with_what_asking_tells(whole, text, said_at, time_zone, heard)
            told = told_before_asking(text) if spoken_of else ""
            if not told:
                return whole
            before = self._read(told, said_at, time_zone, spoken, heard, attentive=False)
            return replace(whole, proposals=with_what_was_told_before(whole.proposals, before.proposals))

    def _with_what_asking_tells(
        self, whole: Reading, text: str, said_at: datetime, time_zone: str, heard: Heard
    ) -> Reading:
        if whole.understanding is None or not whole.understanding.requests or len(text) > _ASKED_AT_MOST:
            return whole
        told = told_in_asking(text, whole.language)
        if not told:
            return whole
        language: Language = "ko" if whole.language == "ko" else "en"
        alone = [
            (one, self._read(one.words, said_at, time_zone, language, heard, attentive=False).proposals) for one in told
        ]
        return replace(whole, proposals=with_what_asking_tells(text, heard.facts, whole.proposals, alone))

    def _read(
        self, text: str, said_at: datetime, time_zone: str, spoken: Language, heard: Heard, *, attentive: bool = True
    ) -> Reading:
        """The reading of some words; how urgent they are is only to be asked of what was read ``attentive``."""
        sheet, understanding, rules = self._reader.read(
            text, said_at=said_at, time_zone=time_zone, language=spoken, heard=heard, attentive=attentive
        )
        proposed = proposals_of(sheet, heard, understanding, rules, self._lexicon, self._author)
        spared = tuple(sheet.normalised.span(start, end) for start, end in sheet.going_on)
        unnamed = spared if denies_all(sheet.going_on, sheet.mentions) else ()
        unsure = tuple(sheet.normalised.span(start, end) for start, end in wondered(sheet.folded))
        kin = any(one.entry.kind == "relatives" for one in sheet.mentions)
        safe = allowed(understanding, proposed, spared, unsure, unnamed, of_kin=kin)
        kept = tuple(doubted(one, self._lexicon) for one in safe)
        read = Read(
            text, spoken, said_at.astimezone(ZoneInfo(time_zone)), sheet, heard, understanding, self._lexicon,
            self._recogniser.find, self._words, self._absences, self._author,
        )  # fmt: skip
        kept, broken = mended(STEPS if self._steps is None else self._steps, read, kept)
        if asks_tersely(sheet.folded):
            kept = ()
        tells = any(understanding.surely(kind) for kind in _TELLING)
        if understanding.has("ask") and not tells and asks_what_was_told(sheet.folded):
            asks = asked_in(sheet.folded)
            kept = tuple(
                one for one in kept if asks and not any(first <= (one.start or 0) < last for first, last in asks)
            )
        told = Told(sheet, understanding, heard.facts, answers=bool(heard.agent_said))
        kept = trusted(self._truster, told, kept)
        left_out = {LEFT_OUT: "; ".join(broken)} if broken else {}
        return Reading(kept, spoken, self.extractors | left_out, understanding)
