"""The response cache: an earlier answer of this patient that may be given again, found among the recorded answers.

A near text is only a pre-filter, for minimal pairs ("allergic / not allergic", "before / after meals") are near too,
up to a cosine of 1.0 (retrieval.md 2.5). Both questions must say the same but for courtesy and for the words that ask
("how do I manage" is "ways to manage"): the same concepts, subject, numbers, negations and words in order. Nothing
believed may have changed since, and questions about now, or that point back ("that value", "and the side effects?"),
are never answered from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agent.answers.asking.request import read_request
from agent.answers.recollected.recollected import OF_TELLINGS
from agent.answers.remembered.remembered import rests_on_tellings
from agent.polarity import negations, numbers
from agent.profiles import AblationProfile
from agent.skills.ports import Question
from extraction.naming.mentions import ConceptRecogniser, Mention
from extraction.reading.learned.over_encoder import what_is_named
from extraction.reading.learned.recollections import RecollectionReader
from extraction.text.kiwi import Stem
from extraction.text.lazy_regex import lazy_regex
from projections.answers import GivenAnswer
from projections.patient_view import PatientView

NEAR: Final = 0.85
"""Cosine from which an earlier question is looked at closely (thesis: response cache)."""
ENTRIES: Final = 100
"""Latest answers of a patient that are looked at (thesis: LRU of 100), of those whose question is remembered."""

_POINTING: Final = lazy_regex(
    r"그거|그것|그건|그게|그 |그럼|그러면|이거|이것|이건|저거|아까|방금|처음에|두 번째|첫 번째|목록|지금|오늘|현재|이번"
    r"|요즘|어제|내일|모레|다시|또 "
    r"|\b(that|this|those|these|it|they|now|today|tonight|yesterday|tomorrow|current|currently|again|earlier|previous"
    r"|first|second|list|just)\b",
    re.IGNORECASE,
)
_COURTESY: Final = lazy_regex(
    r"\b(?:(?:could|can|would|will) you (?:please )?(?:tell|explain|show)(?: me)?"
    r"|(?:could|can|would|will) you (?:please )?(?=(?:list|name|give|read|summari[sz]e)\b)"
    r"|(?:i would|i'd) like to know|i want to know|tell me|please|thanks|thank you|hello|hi)\b",
    re.IGNORECASE,
)
_SILENT_TAGS: Final = ("JKS", "JKO", "JKC", "JKG", "JKV", "EF", "EX", "SF", "SP", "SS", "SO", "SW", "VCP", "XSV", "IC")
"""Parts of speech without a meaning of their own. Tense, conditions, "only" and "from ... to" are not among them."""
_SILENT_WORDS: Final = frozenset(
    {"은", "는", "어", "아", "알리다", "좀", "말씀", "설명", "궁금", "궁금하다", "부탁", "가르치다", "혹시"}
    | {"저", "제", "나", "거", "요", "는지", "a", "an", "the", "do", "does", "doe", "is", "are"}
)
"""Topic markers, words of courtesy, the speaker's own pronoun, and English words that only carry the grammar."""

_ASKING: Final = {
    **dict.fromkeys(("방법", "법", "어떻다", "어떻게", "how", "way", "method"), "how"),
    **dict.fromkeys(("뭐", "무엇", "무슨", "어떤", "what", "which"), "what"),
}
"""Words that ask, by what they ask; where they stand in the sentence says nothing."""
_BESIDE: Final = {
    "how": frozenset({"게", "하다", "어야", "to", "i", "can", "could"}),
    "what": frozenset({"있다", "요", "there"}),
}
"""Words that only carry the verb of such a question."""
_LEAVE: Final = {"could": "can", "may": "can"}
"""Words that ask leave as another does: "may I" is "can I", and neither is "must I"."""
_OTHER_ASKING: Final = frozenset({"왜", "언제", "얼마", "얼마나", "어디", "누구", "몇", "when", "why", "where", "who"})
"""Words that ask for something that no request to be told makes a "what"."""
_TOLD: Final = frozenset({"알리다", "가르치다", "말씀", "설명"})
_HOW: Final = frozenset({"how"})
_WHAT: Final = frozenset({"what"})
_NOUNS: Final = ("NNG", "NNP", "NNB", "XR", "SL", "JKG", "SF")
_VERBAL: Final = frozenset(
    {"is", "are", "do", "does", "can", "should", "may", "am", "was", "have", "has", "will", "if"}
)
_LAY_NAMES: Final = frozenset({"conditions"})
"""Concepts of which a lay name says no less than the clinical one; of a test it may tell the fasting from the other."""

_HEARD: Final = frozenset({"acknowledge", "correction"})
"""Intents of words that tell."""

Similarity = Callable[[Sequence[str], str], NDArray[np.float32]]
Stems = Callable[[str], Sequence[Stem]]


class Signature(NamedTuple):
    """What must be equal in both questions; a relative that is named is one of the concepts."""

    concepts: frozenset[tuple[str, str]]
    numbers: tuple[str, ...]
    negations: int
    asking: frozenset[str]
    words: tuple[str, ...]


class ResponseCache:
    """Looks an answer up; there is nothing to keep, for the log holds every answer."""

    def __init__(
        self,
        recogniser: ConceptRecogniser,
        similarity: Similarity,
        corpus_hash: Callable[[], str],
        stems: Stems,
        recollections: RecollectionReader | None = None,
    ) -> None:
        """``recollections`` hears what of the record is asked: without it words alone tell what counts days."""
        self._recollections = recollections
        self._recogniser = recogniser
        self._similarity = similarity
        self._corpus_hash = corpus_hash
        self._stems = stems

    def look_up(self, question: Question, view: PatientView, profile: AblationProfile) -> GivenAnswer | None:
        """An earlier answer to the same question that still holds, or None."""
        if not profile.response_cache or not self._stands_alone(question.text):
            return None
        candidates = [
            (line.question, view.answers.given[turn])
            for turn, line in reversed(view.tiers.lines.items())
            # What was told is acknowledged once: the same words later are no question that was answered.
            if turn in view.answers.given
            and not _tells(view, turn, line.fact_ids)
            and self._holds(view.answers.given[turn], question, view, profile)
        ][:ENTRIES]
        if not candidates:
            return None
        wanted = self.signature(question.text)
        cosines = self._similarity([question.text, *(text for text, _ in candidates)], question.language)[0, 1:]
        for index in np.argsort(-cosines, kind="stable"):
            text, answer = candidates[int(index)]
            if cosines[index] >= NEAR and self.signature(text) == wanted:
                # Hearing what is asked takes a tenth of a turn, and hardly any question comes this far.
                return None if self._asks_for_tellings(question.text) else answer
        return None

    def signature(self, text: str) -> Signature:
        """What must be equal in both questions: concepts, numbers, negations, what is asked, and the words in order."""
        mentions = self._recogniser.find(text)
        found = self._stems(_COURTESY.sub(" ", _by_one_name(text, mentions)))
        asking = frozenset(_ASKING[stem.key] for stem in found if stem.key in _ASKING)
        beside = frozenset(word for one in asking for word in _BESIDE[one])
        words = [
            stem.key
            for stem in found
            if not stem.tag.startswith(_SILENT_TAGS) and stem.key not in _SILENT_WORDS and stem.key not in _ASKING
        ]
        return Signature(
            concepts=frozenset((one.entry.kind, one.entry.concept_id) for one in mentions),
            numbers=numbers(text),
            negations=negations(text),
            asking=_HOW if _HOW <= asking else asking or (_WHAT if _asks_what(found) else asking),
            words=_in_order([_LEAVE.get(word, word) for word in words if word not in beside]),
        )

    def _stands_alone(self, text: str) -> bool:
        """Whether a question means the same at any time: it names what it is about, and neither now nor "that"."""
        if _POINTING.search(text) or rests_on_tellings(text):
            return False
        request = read_request(text, self._recogniser)
        return bool(request.mentions or request.slots)

    def _asks_for_tellings(self, text: str) -> bool:
        """Whether it counts days or asks for a detail once told: any turn that tells of it again changes the answer."""
        if self._recollections is None:
            return False
        named = what_is_named(one.entry for one in read_request(text, self._recogniser).mentions)
        return self._recollections.read(text, named).kind in OF_TELLINGS

    def _holds(self, answer: GivenAnswer, question: Question, view: PatientView, profile: AblationProfile) -> bool:
        return (
            not answer.invalidated
            and answer.version > view.facts_changed_at
            and answer.corpus_hash == self._corpus_hash()
            and answer.profile == profile.name
            and answer.language == question.language
        )


def _tells(view: PatientView, turn: int, fact_ids: Sequence[str]) -> bool:
    """Whether a turn told something new, or was answered by no more than that it was heard."""
    if view.answers.given[turn].intent in _HEARD:
        return bool(fact_ids)
    facts = (view.ledger.facts.get(one) for one in fact_ids)
    return any(fact is None or fact.evidence[0].turn_number == turn for fact in facts)


def _by_one_name(text: str, mentions: Sequence[Mention]) -> str:
    """``text`` with each illness by its first name, so that "당뇨" and "당뇨병" are one word."""
    for one in sorted(mentions, key=lambda each: each.start, reverse=True):
        if one.entry.kind in _LAY_NAMES and text[one.start : one.end] == one.surface:
            name = one.entry.name_ko if any("가" <= ch <= "힣" for ch in one.surface) else one.entry.name
            text = f"{text[: one.start]}{name or one.surface}{text[one.end :]}"
    return text


def _asks_what(found: Sequence[Stem]) -> bool:
    """Whether words ask what something is without a word for it: a bare name, or a request to be told."""
    said = {stem.key for stem in found}
    return _is_bare(found) or (not _TOLD.isdisjoint(said) and _OTHER_ASKING.isdisjoint(said))


def _is_bare(found: Sequence[Stem]) -> bool:
    """Whether a question is no more than the name of what is wanted ("metformin side effects")."""
    said = [one for one in found if not one.tag.startswith(_SILENT_TAGS) and one.key not in _SILENT_WORDS]
    marked = any(one.key in _VERBAL or one.key == "?" for one in found)
    return bool(said) and not marked and all(one.tag.startswith(_NOUNS) for one in said)


def _in_order(words: list[str]) -> tuple[str, ...]:
    """The words, "side effects of metformin" as "metformin side effects"."""
    if words.count("of") == 1:
        at = words.index("of")
        words = words[at + 1 :] + words[:at]
    return tuple(words)
