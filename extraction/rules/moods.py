"""The mood of each clause: only a statement says something about the patient."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from extraction.rules.analysis import Analysis
from extraction.rules.clauses import Clause
from extraction.rules.cue_kinds import Cue
from extraction.rules.joints import Joint
from extraction.text.lazy_regex import lazy_regex


class Mood(StrEnum):
    """What a clause does: states, asks, asks for something to be done, or imagines."""

    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"
    HYPOTHETICAL = "hypothetical"


_INTAKE_CONDITION: Final = lazy_regex(
    r"(?:먹|마시|드시|복용하|맞|바르|쓰|뿌리|맡|만지|닿|피우|걷|뛰|움직이|오르|누우|앉|일어나|서|재|측정하|검사하)으?면|나오면"
    r"|면(?=\s?(?:꼭|항상|늘|자주|가끔|바로))"
)
_TAG: Final = lazy_regex(
    r",?\s(?:right|correct|yes|is that (?:right|so)|isn't (?:it|that right)|don't i|shouldn't i|am i right)\s?\?+\s*$"
)
"""What makes a question of all that stands before it: "I should stop it, right?"."""

_INVERTED: Final = lazy_regex(
    r"\s*(?:(?:so|and|but|well|hi|hello|ok|okay),? )*(?:is|are|am|was|were|do|does|did|can|could"
    r"|may|should|would|has|have)\b"
)
"""A verb before its subject: with the question mark at the end, what begins so asks ("Are statins safe while ...?")."""

_PROHIBITION: Final = lazy_regex(
    r"\s*(?:please |so |just )?(?:don't|dont|do not|never) (?:take|use|eat|drink|stop|start)\b"
)
_ENGLISH_IF: Final = lazy_regex(r"\s*(?:and |but |or )?(?:if|unless|in case|suppos\w+|what if|assuming)\b")
_ENGLISH_INTAKE: Final = lazy_regex(
    r"\b(?:eat|take|drink|use|have|walk|run|exercise|lie|stand|bend|climb|touch|breathe|cough)\b"
)
_IMAGINED: Final = lazy_regex(r"\b(?:would|could|should|will)\b|겠|ㄹ\s?텐데|을\s?텐데|큰일")
_STATED: Final = lazy_regex(r"\s*(?:and |but |so |well,? )*(?:i|i'm|i've|my|we|they|he|she|the doctor|it|it's)\b")


def moods(analysis: Analysis) -> tuple[Mood, ...]:
    """One mood a clause."""
    found: list[Mood] = []
    sentences: dict[int, list[Clause]] = {}
    for clause in analysis.clauses:
        sentences.setdefault(clause.sentence, []).append(clause)
    for clauses in sentences.values():
        found += _sentence_moods(analysis, clauses)
    return tuple(found)


def _sentence_moods(analysis: Analysis, clauses: list[Clause]) -> list[Mood]:
    if _TAG.search(analysis.cue_text, clauses[0].start, clauses[-1].end):
        return [Mood.QUESTION] * len(clauses)
    own = [_own_mood(analysis, clause) for clause in clauses]
    if own[0] is Mood.STATEMENT and clauses[-1].asked and _INVERTED.match(analysis.cue_text, clauses[0].start):
        own[0] = Mood.QUESTION
    following = Mood.STATEMENT
    for at in range(len(clauses) - 1, -1, -1):
        clause = clauses[at]
        if own[at] is Mood.STATEMENT:
            own[at] = _with_context(analysis, clause, following, last=at == len(clauses) - 1)
        elif own[at] is Mood.HYPOTHETICAL and _is_intake(analysis, clause) and following is Mood.STATEMENT:
            own[at] = Mood.STATEMENT
        following = own[at]
    return _spread_supposition(analysis, clauses, own)


def _own_mood(analysis: Analysis, clause: Clause) -> Mood:
    text = analysis.cue_text[clause.start : clause.end]
    if _ENGLISH_IF.match(text) or clause.joint is Joint.CONDITION:
        return Mood.HYPOTHETICAL
    if clause.asked or analysis.has(clause, Cue.QUESTION):
        return Mood.QUESTION
    if analysis.has(clause, Cue.REQUEST) or _PROHIBITION.match(text):
        return Mood.REQUEST
    if analysis.has(clause, Cue.HYPOTHETICAL):
        return Mood.HYPOTHETICAL
    return Mood.STATEMENT


def _with_context(analysis: Analysis, clause: Clause, following: Mood, *, last: bool) -> Mood:
    """A clause coordinated with a question asks with it ("먹고 운전해도 되나요?"); a contrast or reason states."""
    if last or following in (Mood.STATEMENT, Mood.HYPOTHETICAL) or clause.joint is not Joint.SEQUENCE:
        return Mood.STATEMENT
    text = analysis.cue_text[clause.start : clause.end]
    finite = re.search(r"(?:요|니다|죠|다),?\s*$", text) or _STATED.match(text)
    return Mood.STATEMENT if finite else following


def _is_intake(analysis: Analysis, clause: Clause) -> bool:
    text = analysis.cue_text[clause.start : clause.end]
    if analysis.has(clause, Cue.HYPOTHETICAL) and not _ENGLISH_IF.match(text):
        return False
    return bool(_INTAKE_CONDITION.search(text) or (_ENGLISH_IF.match(text) and _ENGLISH_INTAKE.search(text)))


def _spread_supposition(analysis: Analysis, clauses: list[Clause], own: list[Mood]) -> list[Mood]:
    """What follows "만약" or "if I got ..." in its sentence is imagined too."""
    for at, clause in enumerate(clauses):
        if own[at] is not Mood.HYPOTHETICAL:
            continue
        supposed = analysis.has(clause, Cue.HYPOTHETICAL)
        for later in range(at + 1, len(clauses)):
            text = analysis.cue_text[clauses[later].start : clauses[later].end]
            if own[later] is Mood.STATEMENT and (supposed or _IMAGINED.search(text)):
                own[later] = Mood.HYPOTHETICAL
    return own
