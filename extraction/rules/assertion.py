"""How each finding is asserted: by whom it is had, whether it is there, how surely, and when.

A Korean predicate stands at the end of its clause and governs all that stands before it; an English cue governs what
follows it in its clause. Clauses that name nothing of their own go on about what was named before ("... 먹었는데 지금은
안 먹어요", "it's gone now").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from domain.values import Certainty, Polarity, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.rules.analysis import FINDINGS, MEDICINES, Analysis
from extraction.rules.clauses import Clause
from extraction.rules.cue_kinds import Cue
from extraction.rules.experiencer import OTHER, Experiencers
from extraction.rules.joints import Joint
from extraction.rules.moods import Mood, moods
from extraction.text.lazy_regex import lazy_regex

_TAKEN: Final = MEDICINES | {"social"}
_OWN_SUBJECT: Final = MEDICINES | FINDINGS | {"labs", "vitals", "procedures", "social"}
_SHORT_SENTENCE: Final = 45
"""A following sentence up to this many characters that names nothing goes on about the one before."""

_BRIEF_LAPSE: Final = lazy_regex(
    r"며칠|깜빡|까먹|가끔|자주|이틀|사흘|나흘|어제|오늘|주말|한두\s?번|종종|\b(?:forgot|missed|few days"
    r"|yesterday|today|sometimes)\b"
)
_NORMAL: Final = lazy_regex(
    r"정상|음성|(?<=이상 )없|(?<=이상이 )없|(?<=이상은 )없|(?<=문제 )없|(?<=문제는 )없"
    r"|negative for"
)
"""The result of an examination; it denies a disease, not that the examination was done."""

_HISTORY: Final = lazy_regex(r"history of|h/o")
"""In a physician's words a chronic disease that is in the history is still there; a stroke is over."""

_PREGNANCY_PLANNED: Final = lazy_regex(
    r"임신(?:을|를)?\s?(?:계획|준비|시도|예정|원[하해]|희망|하려|하고\s?싶|해\s?보려|할\s?(?:생각|계획|예정|거))"
    r"|\b(?:plan|try|hop|want|wish|think|thought|intend|prepar|aim)\w* (?:\w+ ){0,4}(?:pregnan\w*|conceive)\b"
    r"|\bplanned pregnancy\b|\bbefore (?:i get|getting|becoming|a) pregnan"
)
"""A pregnancy that is hoped for is not one."""

_TOPIC_PREDICATE: Final = lazy_regex(
    r"먹[고는었으]|드[시셔신]|복용|처방|맞[고는았]|[쓰써]고|[쓰쓴]는|바르|시작|끊|중단|알레르기|알러지|부작용"
)
"""A predicate of a medicine's own: what stands before it is told, not asked about."""
_LEAVE_ASKED: Final = lazy_regex(
    r"\s*(?:(?:제가|저|지금|그냥|계속|같이|함께|이|그|약을?|이거|그거|혹시)\s)*"
    r"(?:먹|복용|써|쓰|맞|발라|바르|드셔|마셔|마시)[가-힣]{0,2}(?:도|면)\s?(?:안\s?)?(?:되|돼|될|괜찮|안전|문제)"
)
"""Leave to take something that was named in the clause before."""

_EVENT_STATUS: Final = ((Cue.REMISSION, Status.REMISSION), (Cue.RESOLVED, Status.RESOLVED))


@dataclass(frozen=True, slots=True)
class Assertion:
    """What the words around a mention make of it; ``status`` is None where they say nothing about it."""

    subject: str
    mood: Mood
    polarity: Polarity = Polarity.AFFIRMED
    certainty: Certainty = Certainty.CONFIRMED
    temporality: Temporality = Temporality.CURRENT
    status: Status | None = None

    @property
    def stated(self) -> bool:
        """Whether it is a statement about the patient or a relative."""
        return self.mood is Mood.STATEMENT and self.subject != OTHER


class Assertions:
    """The assertions of one utterance."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        told = "moods" in analysis.parts
        self.moods = moods(analysis) if told else (Mood.STATEMENT,) * len(analysis.clauses)
        others = "experiencer" in analysis.parts
        self.experiencers = Experiencers(
            analysis.cue_text if others else "", analysis.clauses, analysis.mentions if others else ()
        )

    def mood_at(self, place: int) -> Mood:
        """The mood of the clause that covers ``place``."""
        return self.moods[self.analysis.index_at(place)]

    def subject_at(self, place: int) -> str:
        """Who is spoken of at ``place``."""
        return self.experiencers.of(place, self.analysis.clause_at(place))

    def subjects_at(self, place: int) -> tuple[str, ...]:
        """All who are spoken of at ``place``: several where relatives are named together."""
        return self.experiencers.sharing(place, self.analysis.clause_at(place))

    def of(self, mention: Mention) -> Assertion:
        """How ``mention`` is asserted."""
        if mention.entry.kind in MEDICINES:
            return self._of_medicine(mention)
        return self._of_finding(mention)

    def region(self, mention: Mention) -> tuple[Clause, ...]:
        """The clause of ``mention`` and those that go on about it."""
        return tuple(self._region(mention))

    def _region(self, mention: Mention) -> Iterator[Clause]:
        analysis = self.analysis
        rivals = (
            _TAKEN
            if mention.entry.kind in _TAKEN
            else _OWN_SUBJECT - (_TAKEN if mention.entry.kind in FINDINGS else set())
        )
        at = analysis.index_at(mention.start)
        own = analysis.clauses[at]
        yield own
        for index in range(at + 1, len(analysis.clauses)):
            clause = analysis.clauses[index]
            if self.moods[index] is not Mood.STATEMENT or clause.sentence > own.sentence + 1:
                return
            if clause.sentence != own.sentence:
                start, end = analysis.sentence_span(clause.sentence)
                if end - start > _SHORT_SENTENCE or any(True for _ in analysis.within(start, end, _OWN_SUBJECT)):
                    return
            if any(True for _ in analysis.within(clause.start, clause.end, rivals)):
                return
            if self.experiencers.of(clause.end, clause) != self.experiencers.of(mention.start, own):
                return
            yield clause

    def _asked_after(self, mention: Mention) -> bool:
        """Whether the next clause asks leave to take a medicine that its own only names."""
        analysis, at = self.analysis, self.analysis.index_at(mention.start)
        own, text = analysis.clauses[at], analysis.cue_text
        if at + 1 == len(analysis.clauses) or _TOPIC_PREDICATE.search(text, mention.end, own.end):
            return False
        after = analysis.clauses[at + 1]
        asked = self.moods[at + 1] is Mood.QUESTION and after.sentence == own.sentence
        return asked and bool(_LEAVE_ASKED.match(text, after.start))

    def _of_medicine(self, mention: Mention) -> Assertion:
        region = self.region(mention)
        subject, mood = self.subject_at(mention.start), self.mood_at(mention.start)
        own = region[0]
        if mood is Mood.STATEMENT and self._asked_after(mention):
            return Assertion(subject, Mood.QUESTION)
        if self._any(region, mention, Cue.ON_HOLD):
            return Assertion(subject, mood, status=Status.ON_HOLD)
        if self._any(region, mention, Cue.PLANNED) and not self._governed(own, mention, Cue.STOPPED):
            certainty = self._certainty(region[:1], mention)
            return Assertion(subject, mood, certainty=certainty, temporality=Temporality.FUTURE, status=Status.PLANNED)
        stopped = self._any(region, mention, Cue.STOPPED)
        if stopped and not any(self.analysis.has(clause, Cue.RESUMED) for clause in region):
            return Assertion(subject, mood, temporality=Temporality.PAST, status=Status.STOPPED)
        certainty = self._certainty(region[:1], mention)
        spoken = own.joint is not Joint.CONDITION
        negated = (spoken and self._governed(own, mention, Cue.NEGATION)) or self._lapsed(region, mention)
        text = self.analysis.cue_text[own.start : region[-1].end]
        if negated and not _BRIEF_LAPSE.search(text):
            return Assertion(subject, mood, Polarity.NEGATED, certainty)
        return Assertion(subject, mood, certainty=certainty, status=Status.ACTIVE)

    def _lapsed(self, region: tuple[Clause, ...], mention: Mention) -> bool:
        """A reason between the medicine and its verb: "X는 속이 아파서 안 먹어요"."""
        return len(region) > 1 and region[0].joint is Joint.REASON and self._governed(region[1], mention, Cue.NEGATION)

    def _of_finding(self, mention: Mention) -> Assertion:
        region = self.region(mention)
        own = region[0]
        subject, mood = self.subject_at(mention.start), self.mood_at(mention.start)
        certainty = self._certainty(region, mention)
        if "pregnancy" in (mention.entry.concept_id, *mention.entry.broader) and _PREGNANCY_PLANNED.search(
            self.analysis.cue_text, own.start, own.end
        ):
            return Assertion(subject, mood, temporality=Temporality.FUTURE, status=Status.PLANNED)
        for cue, status in _EVENT_STATUS:
            if self._any(region, mention, cue) and mention.entry.kind in FINDINGS:
                return Assertion(subject, mood, certainty=certainty, temporality=Temporality.PAST, status=status)
        refused = mention.entry.kind == "procedures" and self._lapsed(region, mention)
        if refused or self._governed(own, mention, Cue.NEGATION) or self._denied(region, mention):
            return Assertion(subject, mood, Polarity.NEGATED, certainty)
        if self._any(region[:1], mention, Cue.PLANNED) and mention.entry.kind == "procedures":
            return Assertion(subject, mood, certainty=certainty, temporality=Temporality.FUTURE, status=Status.PLANNED)
        if self._any(region[:1], mention, Cue.RECURRENCE):
            return Assertion(subject, mood, certainty=certainty, status=Status.RECURRENCE)
        past = self._past(region, mention)
        return Assertion(
            subject, mood, certainty=certainty, temporality=Temporality.PAST if past else Temporality.CURRENT
        )

    def _past(self, region: tuple[Clause, ...], mention: Mention) -> bool:
        own = region[0]
        lasting = mention.entry.extra.get("chronic") == "1"
        return any(
            not (lasting and _HISTORY.match(self.analysis.cue_text, cue.start))
            for cue in self.analysis.cues_in(own.start, own.end, Cue.PAST)
        )

    def _certainty(self, region: tuple[Clause, ...], mention: Mention) -> Certainty:
        return Certainty.UNCERTAIN if self._any(region, mention, Cue.UNCERTAIN) else Certainty.CONFIRMED

    def _denied(self, region: tuple[Clause, ...], mention: Mention) -> bool:
        if mention.entry.kind == "procedures":
            return False
        if any(cue.start >= mention.end for cue in self.analysis.cues_in(region[0].start, region[0].end, Cue.DENIAL)):
            return True
        return any(self.analysis.has(clause, Cue.DENIAL) for clause in region[1:])

    def _any(self, region: tuple[Clause, ...], mention: Mention, cue: Cue) -> bool:
        """Whether ``cue`` governs ``mention`` in its own clause or stands in one that goes on about it."""
        return self._governed(region[0], mention, cue) or any(self.analysis.has(clause, cue) for clause in region[1:])

    def _governed(self, clause: Clause, mention: Mention, cue: Cue) -> bool:
        """Whether a ``cue`` of ``clause`` reaches ``mention``: from its right, or left if it points forward."""
        for match in self.analysis.cues_in(clause.start, clause.end, cue):
            if (
                cue is Cue.NEGATION
                and mention.entry.kind == "procedures"
                and _NORMAL.match(self.analysis.cue_text, match.start)
            ):
                continue
            if match.start < mention.start if match.forward else match.start > mention.start:
                return True
        if cue in (Cue.PLANNED, Cue.UNCERTAIN, Cue.STOPPED):
            return self.analysis.has(clause, cue)
        return False
