"""Which of the readings lie outside the target ("which of those were too low?"), each held against its criterion."""

from __future__ import annotations

from typing import Final

from agent.answers.asking.request import Request
from agent.answers.asking.value_request import Cue, Masked
from agent.answers.consultation import Consultation
from agent.answers.following.references import present, spoken
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.values.comparison import measured, no_value
from agent.answers.values.criteria import target_for
from agent.words.sentences import sentence
from domain.ledger import Fact

_WHICH: Final[Cue] = (
    ("어느게", "어느것", "어떤게", "어떤것", "어느값", "어떤값", "뭐가", "언제가", "몇개가", "어느날", "중에"),
    ("which of", "which one", "which ones", "which readings", "which values", "which results", "which days", "any of",
     "were any", "are any", "which were", "which was", "which are"),
)  # fmt: skip
_BEYOND: Final[Cue] = (
    ("높", "낮", "벗어", "넘", "안좋", "나쁜", "나쁘", "비정상", "문제"),
    ("too low", "too high", "high", "low", "out of range", "outside", "above", "below", "abnormal", "not normal", "bad",
     "off target", "over target", "under target", "wrong"),
)  # fmt: skip
_MOST: Final = frozenset({"highest", "lowest", "best", "worst"})


def asks_outside(request: Request) -> bool:
    """Whether an utterance asks which readings are not as they should be."""
    if request.mentions and not request.tests:
        return False
    if request.values is not None and (request.values.fold in _MOST or request.values.limit is not None):
        return False
    masked = Masked(request.plain or request.text, request.mentions, request.dates)
    return masked.has(_WHICH) and masked.has(_BEYOND)


def outside_target(consultation: Consultation) -> Part:
    """For each test meant: those of its readings that are outside the target, with the target."""
    tests = consultation.tests_asked()
    if not tests:
        return no_value(consultation)
    return joined(_of_test(consultation, test) for test in tests)


def _of_test(consultation: Consultation, test: str) -> Part:
    words, language = consultation.words, consultation.words.language
    facts = _meant(consultation, test)
    name = words.test(facts[-1].content)
    ids = tuple(fact.fact_id for fact in facts)
    targets = [(fact, target_for(consultation, fact.content)) for fact in facts]
    judged = [(fact, target) for fact, target in targets if target is not None]
    if not judged:
        values = ", ".join(words.measurement(fact) for fact in facts)
        return Part(sentence("outside.no_target", language, name=name, values=values), ids, (), measured(*facts))
    limit = judged[-1][1].text(language)
    beyond = [fact for fact, target in judged if not target.holds(numeric(fact) or 0.0)]
    if not beyond:
        said = sentence("outside.none", language, name=name, count=len(judged), limit=limit)
        return Part(said, ids, (), measured(*facts))
    values = ", ".join(words.measurement(fact) for fact in beyond)
    said = sentence("outside.some", language, name=name, values=values, limit=limit)
    return Part(said, tuple(fact.fact_id for fact in beyond), (), measured(*beyond))


def _meant(consultation: Consultation, test: str) -> tuple[Fact, ...]:
    """The readings that the last answer spoke of, where it spoke of several; else all on record."""
    series = consultation.known.series(test)
    earlier = spoken(consultation.situation.view.answers, "measurement", at_least=2)
    last = consultation.situation.view.answers.last()
    if earlier is None or last is None or earlier.turn_number != last.turn_number or consultation.request.tests:
        return series
    ids = {
        fact.fact_id for one in earlier.reference.fact_ids if (fact := present(consultation.ledger, one)) is not None
    }
    return tuple(fact for fact in series if fact.fact_id in ids) or series
