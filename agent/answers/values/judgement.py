"""Whether a value is within its target, by whose criterion, and how to say so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from agent.answers.consultation import Consultation
from agent.answers.record.known import numeric
from agent.answers.values.criteria import LOW_PRESSURE, limit_for
from agent.answers.values.personal_targets import own_and_general, personal_target
from agent.skills.targets import Target, risk_target, stated_target
from domain.ledger import Fact


@dataclass(frozen=True, slots=True)
class Judgement:
    """A value against the target used; ``stricter`` is a lower target that the patient's conditions call for."""

    fact: Fact
    target: Target
    inside: bool
    above: bool
    stricter: Target | None = None
    own: Fact | None = None
    """The goal on record that the target is of: what was set for this patient comes before the general limit."""
    general: Target | None = None
    """The general limit beside it."""

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The facts that the judgement is made of."""
        return (self.fact.fact_id, *((self.own.fact_id,) if self.own is not None else ()))

    @property
    def meets_stricter(self) -> bool:
        """Whether the value also meets the stricter target, if there is one."""
        value = numeric(self.fact)
        return self.stricter is None or (value is not None and self.stricter.holds(value))


def judge(consultation: Consultation, fact: Fact) -> Judgement | None:
    """The judgement of one value, None when no limit is kept for its test; a limit in the question comes first."""
    value = numeric(fact)
    content, known = fact.content, consultation.known
    if value is None:
        return None
    concept_id = content.concept.concept_id
    general = limit_for(known, concept_id, value, content.qualifier)
    # The target may stand in another sentence than the question for which it is told.
    named = consultation.request.tests
    is_named = not named or not {concept_id, *content.concept.broader}.isdisjoint(named)
    asked = stated_target(consultation.situation.question.text, content.unit) if is_named else None
    if asked is not None and general is not None and replace(general, source=None) == replace(asked, unit=general.unit):
        asked = general
    personal = personal_target(known, concept_id, content.qualifier)
    own = personal if personal is not None and asked in (None, personal.target) else None
    target = own.target if own is not None else asked or general
    if target is None or not _comparable(target.unit, content.unit) or value < LOW_PRESSURE.get(concept_id, -inf):
        return None
    if own is not None:
        return Judgement(fact, target, target.holds(value), target.is_above(value), None, own.fact, general)
    return Judgement(
        fact, target, target.holds(value), target.is_above(value), risk_target(concept_id, known.ever_ids())
    )


def standing(consultation: Consultation, judged: Judgement) -> str:
    """The judgement as the end of a sentence: "목표 범위 안에 있습니다(목표 7.0% 미만)"."""
    limit = judged.target.text(consultation.words.language)
    return consultation.pick(f"{_stem(judged)}습니다(목표 {limit})", f"{_predicate(judged)} (target: {limit})")


def standing_clause(consultation: Consultation, judged: Judgement) -> str:
    """The judgement without the limit, to be continued: Korean ends in the verb's stem ("목표 범위 안에 있")."""
    return consultation.pick(_stem(judged), _predicate(judged))


def criterion(consultation: Consultation, judged: Judgement) -> str:
    """Whose criterion was used, and the stricter one where the patient's conditions call for it."""
    language = consultation.words.language
    source = judged.target.source
    if judged.own is not None:
        return own_and_general(consultation, judged.own, (judged.general,))
    if source is None:
        whose = consultation.pick(
            "질문에 적어 주신 목표를 기준으로 했습니다.", "The target is the one stated in the question."
        )
    else:
        named = source.text(language)
        whose = consultation.pick(
            f"기준은 {named}이고, 개인 목표는 의료진과 정합니다.",
            f"The criterion is that of {named}; a personal target is set with the clinicians.",
        )
    if judged.stricter is None or judged.stricter == judged.target:
        return whose
    limit = judged.stricter.text(language)
    met_ko, met_en = (
        ("그 기준도 만족합니다", "and is met")
        if judged.meets_stricter
        else (
            "그 기준에는 아직 미치지 못합니다",
            "and is not met yet",
        )
    )
    return whose + consultation.pick(
        f" 다만 진단을 고려하면 더 엄격한 기준({limit})을 쓰기도 하며, {met_ko}.",
        f" Given the diagnoses a stricter limit ({limit}) is often used, {met_en}.",
    )


def _stem(judged: Judgement) -> str:
    if judged.inside:
        return "목표 범위 안에 있"
    return "목표 범위를 벗어나 목표보다 높" if judged.above else "목표 범위를 벗어나 목표보다 낮"


def _predicate(judged: Judgement) -> str:
    if judged.inside:
        return "is within the target range"
    return "is outside the target range, above it" if judged.above else "is outside the target range, below it"


def _comparable(target_unit: str, unit: str | None) -> bool:
    plain = (target_unit or "").replace("{1.73_m2}", "1.73m2"), (unit or "").replace("{1.73_m2}", "1.73m2")
    return not target_unit or unit is None or plain[0] == plain[1]
