"""Habits: whether the patient smokes, drinks and exercises, and how often."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from domain.values import PATIENT, Concept, Content, Polarity, Precision, SlotKind, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.rules.analysis import Analysis
from extraction.rules.assertion import Assertions
from extraction.rules.claims import Claim
from extraction.rules.clauses import Clause
from extraction.rules.cue_kinds import Cue
from extraction.rules.cues import Span
from extraction.rules.medications import date_of
from extraction.text.lazy_regex import lazy_regex
from extraction.values.frequencies import FrequencyMention

HABITS: Final = frozenset(
    {"smoking", "alcohol", "exercise", "electronic_cigarette", "cannabis", "caffeine", "drug_use"}
)
"""Social concepts whose value is a habit: former, current, or how often; one that is denied is negated."""

_YES_OR_NO: Final = frozenset({"smoking", "electronic_cigarette"})
"""Habits whose value is never, former or current, however often."""

USED: Final = frozenset(
    {"smoking", "electronic_cigarette", "smokeless_tobacco", "alcohol", "cannabis", "cocaine", "drug_use"}
)
"""What somebody uses or doesn't: a state of its own (never, former, current) where no amount is told. That any other
habit is there is said by its name: it has no such value."""

_DENIED: Final = "never"
_NEVER: Final = lazy_regex(
    r"입에도?\s?(?:안|못)\s?[대댄]|적\s?(?:이|은|도)?\s?(?:한\s?번도\s?)?없|평생|비흡연|비음주|한\s?번도|절대|\bnever\b|\bnon-?(?:smoker"
    r"|drinker)\b"
    r"|\bteetotal\w*\b"
)
_FORMER: Final = lazy_regex(
    r"\b(?:quit|stopped|gave up)\b|끊었|끊은|\b(?:ex|former)[- ](?:smoker|drinker)|예전에는?\s?(?:피[우웠]"
    r"|마[셨시])|피[우웠]었"
    r"|금연\s?(?:중|한|했|하고)|금주\s?(?:중|한|했|하고)"
)
TAKEN_UP_AGAIN: Final = lazy_regex(
    r"(?:끊|금연|금주|그만)[가-힣]{0,5}(?:다가?|는데|지만|데)\s[^.!?]{0,12}(?:다시|도로|또)|다시\s?(?:피[워우]|시작|손대|물[어었])"
    r"|\b(?:back on|started (?:smoking|drinking|vaping)? ?(?:up )?again|took (?:it|them) up again"
    r"|(?:smoking|drinking|vaping) again|relapsed|fell off the wagon|quit but)\b"
)
"""A habit that was left and is there again: "끊었다가 다시 하루 반 갑"."""
_DRINK: Final = lazy_regex(
    r"\bi (?:don't |do not |only |used to |never |rarely |sometimes |usually |occasionally )?(drink"
    r"|drank)\b(?! (?:\w+ ){0,2}(?:water|coffee|tea|milk|juice|soda|it|them|that|this)\b)"
)
_RATES: Final = {"QD": "daily", "weekly": "1/week", "monthly": "1/month", "yearly": "1/year", "QOD": "every other day"}


def read_habits(assertions: Assertions, lexicon: Lexicon, skipped: Callable[[Span], bool]) -> Iterator[Claim]:
    """Claims about the patient's habits, one a habit."""
    analysis = assertions.analysis
    seen: set[str] = set()
    for mention in (*analysis.mentions, *_drinking(analysis, lexicon)):
        entry = mention.entry
        if entry.kind != "social" or entry.concept_id not in HABITS or entry.concept_id in seen:
            continue
        assertion = assertions.of(mention)
        if skipped((mention.start, mention.end)) or not assertion.stated or assertion.subject != PATIENT:
            continue
        seen.add(entry.concept_id)
        yield _claim(assertions, mention)


def _drinking(analysis: Analysis, lexicon: Lexicon) -> Iterator[Mention]:
    """The bare verb "I drink", which means alcohol unless something else is drunk."""
    for match in _DRINK.finditer(analysis.cue_text):
        if not any(one.start < match.end() and match.start() < one.end for one in analysis.mentions):
            yield Mention(lexicon.entry("social", "alcohol"), match.start(1), match.end(1), match[1], 0.8)


def _claim(assertions: Assertions, mention: Mention) -> Claim:
    analysis = assertions.analysis
    region = assertions.region(mention)
    frequency = _frequency(analysis, region)
    habit = mention.entry.concept_id
    value = _value(analysis, region, frequency, by_rate=habit not in _YES_OR_NO, used=habit in USED)
    content = Content(
        slot=SlotKind.SOCIAL_HISTORY,
        concept=_named(mention.entry.concept(analysis.language)),
        value=None if value == _DENIED else value,
        polarity=Polarity.NEGATED if value == _DENIED else Polarity.AFFIRMED,
        temporality=Temporality.PAST if value == "former" else Temporality.CURRENT,
    )
    date = date_of(assertions, mention)
    spans: tuple[Span, ...] = ((mention.start, mention.end), (region[0].start, region[-1].end))
    if date is not None and value != _DENIED:
        edge = "valid_to" if value == "former" else "valid_from"
        if value == "former" or date.kind == "since":
            content = content.with_fields(**{edge: date.value, "precision": Precision(date.precision)})
    return Claim(content, spans, (mention.start, mention.end), mention, confidence=mention.confidence)


def _named(concept: Concept) -> Concept:
    """Habits go by their short names: "smoking", "alcohol", "exercise"."""
    return concept.with_fields(name=concept.concept_id.replace("_", " "))


def _value(
    analysis: Analysis, region: tuple[Clause, ...], frequency: FrequencyMention | None, *, by_rate: bool, used: bool
) -> str | None:
    start, end = region[0].start, region[-1].end
    words = analysis.cue_text[start:end]
    negated = any(True for _ in analysis.cues_in(start, end, Cue.NEGATION)) or bool(
        re.search(r"\b(?:do|does)(?:n't| not)\b|안\s?(?:피|마|해|하)", words)
    )
    if _NEVER.search(words):
        return _DENIED
    if TAKEN_UP_AGAIN.search(words) is None and (
        any(True for _ in analysis.cues_in(start, end, Cue.STOPPED)) or _FORMER.search(words)
    ):
        return "former"
    if negated:
        return _DENIED
    if frequency and by_rate:
        return _rate(frequency)
    return "current" if used else None


def _frequency(analysis: Analysis, region: tuple[Clause, ...]) -> FrequencyMention | None:
    return next(
        (one for one in analysis.frequencies if region[0].start <= one.start < region[-1].end and not one.weak), None
    )


def _rate(frequency: FrequencyMention) -> str:
    return _RATES.get(frequency.code, frequency.code)
