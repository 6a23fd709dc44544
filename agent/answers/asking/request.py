"""What one utterance asks, read once: its cues, the slots and concepts it names, a place in a list, a stated limit."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from agent.answers.asking.cues import ORDINALS, SLOT_WORDS, cues_in
from agent.answers.asking.item_counts import items_asked
from agent.answers.asking.value_request import Masked, ValueRequest, dates_in, read_values
from agent.answers.values.body_measures import measures_asked
from agent.answers.values.panels import with_panels
from domain.remembering import remembered
from domain.values import SlotKind
from extraction.naming.mentions import Kind, Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.dates import DateMention

_LEFT_OUT: Final = lazy_regex(r"[은는을를]?\s?(?:말고|빼고|제외)")
_SPACES: Final = lazy_regex(r"\s+")
_SLOT_PATTERNS: Final = {SlotKind(name): lazy_regex(pattern, re.IGNORECASE) for name, pattern in SLOT_WORDS.items()}
_STEPS_TAKEN: Final = "step_count"
"""What "three steps for this week" is not about."""
_TESTS: Final[tuple[Kind, ...]] = ("labs", "vitals")
_NOT_OWN_VALUE: Final = frozenset({"advice", "obligation", "permission", "conditional", "treatment", "steps"})
"""Cues beside which words for an organ's tests ask how to live or what to take, not what was measured."""
_SUPERLATIVES: Final = ("제일", "가장", "젤", "최고로", "최저로")
_MEDICAL: Final[frozenset[Kind]] = frozenset(
    {"conditions", "symptoms", "medications", "drug_classes", "labs", "vitals", "allergens"}
)
"""Mentions that count as medical concepts (thesis 2: conditions, symptoms, medications, vitals, labs)."""


class Finder(Protocol):
    """Finds lexicon concepts in a text."""

    def find(self, text: str) -> tuple[Mention, ...]:
        """All mentions in ``text``, by start."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """The reading of one utterance; ``slots``, ``mentions`` and ``subjects`` in the order in which they were named.

    ``mentions`` are the concepts of the lexicon; in ``subjects`` a panel of tests stands for the one test that the
    lexicon knows by the panel's name.
    """

    text: str
    cues: frozenset[str]
    slots: tuple[SlotKind, ...]
    mentions: tuple[Mention, ...]
    subjects: tuple[Mention, ...]
    ordinal: int | None
    plain: str = ""
    """The text that the places of mentions and dates refer to."""
    dates: tuple[DateMention, ...] = ()
    items: int | None = None
    """How many parts the answer may have, where that is said."""
    values: ValueRequest | None = None
    """What is asked of measured values, where it was read as of a moment."""
    taken_for: str = ""
    """The name that was put in the place of words that only described it."""
    doubtful: tuple[str, ...] = ()
    """The medicines on record, by their facts, of which one is pointed at without its being clear which."""

    def has(self, *names: str) -> bool:
        """Whether any of these cues stands in the utterance."""
        return not self.cues.isdisjoint(names)

    def concepts(self, *kinds: Kind) -> tuple[str, ...]:
        """Ids of the concepts named, of these lexicon tables, each once."""
        return _named(self.mentions, kinds)

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests, vital signs and panels of them named."""
        named = _named(self.subjects, _TESTS)
        stepwise = self.has("steps") or self.items is not None
        return tuple(test for test in named if test != _STEPS_TAKEN) if stepwise else named

    @property
    def medical_concepts(self) -> int:
        """How many different medical concepts are named."""
        return len({mention.entry.concept_id for mention in self.mentions if mention.entry.kind in _MEDICAL})

    @property
    def asks(self) -> bool:
        """Whether something is asked or requested at all."""
        return self.has("question", "request", "one_sentence", "steps", "audit", "why_said")


@remembered
def read_request(text: str, finder: Finder, moment: tuple[datetime, str] | None = None) -> Request:
    """Read ``text``; pure and deterministic.

    ``moment`` is when it was said (aware) and the patient's zone (IANA); without it no dates and no question for values
    of a time are read.
    """
    folded = _SPACES.sub(" ", text).strip()
    plain = normalise(folded).text
    place = _place_in(plain)
    # "맨 위 약" holds no name of a medicine for the stomach.
    found = (one for one in finder.find(plain) if place is None or not one.start < place.end < one.end)
    mentions = tuple(each for one in found for each in _told_apart(one, finder, plain))
    mentions = (*mentions, *measures_asked(plain, mentions, finder))
    cues = cues_in(folded)
    named = any(mention.entry.kind not in _TESTS for mention in mentions)
    things = tuple(one for one in mentions if one.entry.kind != "relatives")
    dates = dates_in(plain, *moment) if moment is not None else ()
    counted = tuple(one for one in things if one.entry.concept_id != _STEPS_TAKEN)
    return Request(
        text=folded,
        cues=cues,
        slots=_slots_in(folded, mentions),
        mentions=mentions,
        subjects=with_panels(plain, mentions, unlisted=not named and cues.isdisjoint(_NOT_OWN_VALUE)),
        ordinal=place.number if place is not None else None,
        plain=plain,
        dates=dates,
        items=items_asked(Masked(plain, counted, dates)),
        values=read_values(plain, things, dates) if moment is not None else None,
    )


_LEVEL: Final = lazy_regex(
    r"\s?(?:수치|농도|level)?\s?(?:is|was|of|at|가|이|는|은)?\s?\d+(?:\.\d+)?"
    r"(?![\d.]|\s?(?:mg|mcg|iu\b|단위|알|정|캡슐|밀리|마이크로|units?|tab|pill))",
    re.IGNORECASE,
)
_JUDGED: Final = lazy_regex(
    r"낮|높|정상|괜찮|적정|부족|모자|\b(?:low|high|normal|ok|okay|fine|enough|bad|good)\b", re.IGNORECASE
)
"""A number behind a name that vitamins and their blood tests share, and words that judge it: the test is meant."""

_FEVER: Final = "fever"
_DEGREES: Final = lazy_regex(r"몇\s?도(?!\s?안)|\bhow high (?:was|is|did|has)\b|\bwhat temperature\b", re.IGNORECASE)
_TEMPERATURE: Final = "체온"


def _told_apart(mention: Mention, finder: Finder, text: str) -> tuple[Mention, ...]:
    """A finding that is read out of a superlative ("혈압이 제일 높": high blood pressure) is the test that it names.

    So is a fever that is asked about in degrees, and a vitamin whose level is asked about.
    """
    if mention.entry.concept_id == _FEVER and _DEGREES.search(text):
        measured = finder.find(_TEMPERATURE)
        return tuple(replace(one, start=mention.start, end=mention.end, surface=mention.surface) for one in measured)
    if mention.entry.kind == "medications" and _LEVEL.match(text, mention.end) and _JUDGED.search(text, mention.end):
        found = finder.find(f"{mention.surface} {'level' if mention.surface.isascii() else '수치'}")
        level = [one for one in found if one.entry.kind in _TESTS]
        return tuple(replace(one, start=mention.start, end=mention.end) for one in level[:1]) or (mention,)
    averaged = mention.entry.concept_id == _MEAN_PRESSURE and _AVERAGE.match(mention.surface)
    if averaged or (mention.entry.kind == "conditions" and _SUPERLATIVE_AHEAD.search(text, 0, mention.start)):
        # "제일 높은 혈압은?" asks for a reading, and "평균 혈압은?" for the average of them.
        return _last_word_of(mention, finder) or (mention,)
    if mention.entry.kind not in ("conditions", "symptoms"):
        return (mention,)
    cut = min((at for word in _SUPERLATIVES if (at := mention.surface.find(word)) > 0), default=None)
    if cut is None:
        return (mention,)
    tests = (one for one in finder.find(mention.surface[:cut]) if one.entry.kind in _TESTS)
    return tuple(replace(one, start=one.start + mention.start, end=one.end + mention.start) for one in tests) or (
        mention,
    )


_MEAN_PRESSURE: Final = "mean_arterial_pressure"
_AVERAGE: Final = lazy_regex(r"평균\s?혈압$|(?:mean|average) (?:blood pressure|bp)$", re.IGNORECASE)
_SUPERLATIVE_AHEAD: Final = lazy_regex(r"(?:제일|가장|젤)\s?$")
_PRESSURE_BEHIND: Final = lazy_regex(r"(?:혈압|blood pressure|bp)$", re.IGNORECASE)


def _last_word_of(mention: Mention, finder: Finder) -> tuple[Mention, ...]:
    """The blood pressure that a longer name ends with, as a test."""
    word = _PRESSURE_BEHIND.search(mention.surface)
    if word is None:
        return ()
    start = mention.start + word.start()
    tests = (one for one in finder.find(word[0]) if one.entry.kind in _TESTS)
    return tuple(replace(one, start=one.start + start, end=one.end + start) for one in tests)


_NEXT_TO: Final = lazy_regex(
    r"\b(?:below|under|after|following|beneath|behind|next to|that comes after) (?:the |that )?(?:very )?$",
    re.IGNORECASE,
)
_AND_NEXT: Final = lazy_regex(r"^\s?(?:약|것|거|줄)?\s?(?:바로\s?)?(?:다음|아래|밑|뒤)", re.IGNORECASE)
_NOT_THAT: Final = lazy_regex(r"\bnot (?:the |that |number )?$|\bother than (?:the )?$", re.IGNORECASE)


class _Place(NamedTuple):
    """A place in a list, -1 for the last, and where the words for it end."""

    number: int
    end: int


def _place_in(text: str) -> _Place | None:
    """The place in a list that the words name; "the one below the first" is the second, "첫 번째 말고" is none."""
    for place, pattern in ORDINALS:
        for found in pattern.finditer(text):
            if _LEFT_OUT.match(text, found.end()) or _NOT_THAT.search(text[: found.start()]):
                continue
            beside = _NEXT_TO.search(text[: found.start()]) or _AND_NEXT.match(text[found.end() :])
            return _Place(place + 1 if beside and place > 0 else place, found.end())
    return None


def _named(mentions: tuple[Mention, ...], kinds: tuple[Kind, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mention.entry.concept_id for mention in mentions if mention.entry.kind in kinds))


def _slots_in(text: str, mentions: tuple[Mention, ...]) -> tuple[SlotKind, ...]:
    """The slots named, unless left out on purpose; a relative's illnesses are family history."""
    relatives = any(mention.entry.kind == "relatives" for mention in mentions)
    first: dict[SlotKind, int] = {}
    for slot, pattern in _SLOT_PATTERNS.items():
        wanted = (match for match in pattern.finditer(text) if not _LEFT_OUT.match(text, match.end()))
        if match := next(wanted, None):
            meant = SlotKind.FAMILY_HISTORY if relatives and slot is SlotKind.CONDITIONS else slot
            first[meant] = min(match.start(), first.get(meant, match.start()))
    return tuple(sorted(first, key=lambda slot: first[slot]))
