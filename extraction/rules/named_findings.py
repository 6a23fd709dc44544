"""Which findings a text names: those recognised, and those inside the name of an operation, a medicine or a stage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Mention
from extraction.rules.analysis import MEDICINES, Analysis
from extraction.text.lazy_regex import lazy_regex

_OPERATION: Final = lazy_regex(
    r"\s?(?:제거\s?|절제\s?)?(?:수술|절제술|시술)$|\s(?:surgery|operation|removal)$", re.IGNORECASE
)
_MEDICINE_FOR: Final = lazy_regex(r"\s(?:약|medication|medicine|drug|pills?)$", re.IGNORECASE)
_STAGED: Final = lazy_regex(r"_stage_\w+$")
_DIAGNOSES: Final = lazy_regex(
    r"지병|병력|진단\s?받|기저\s?질환|\b(?:pmh|medical history|diagnosed with|conditions? (?:are|include))\b"
)
_LISTED: Final = lazy_regex(r"\s?(?:,|/|·|와|과|이랑|랑|하고|및|,? and)\s?")
_PREGNANCY_AGE: Final = "gestational_age"
_FORGETTING: Final = lazy_regex(r"기억|까먹|깜빡|잊|(?:keep )?forg[eo]t")
_FORGOTTEN: Final = lazy_regex(r"이름|약|언제|용량|몇|뭐|\b(?:pills?|meds?|medicines?|medications?|names?|doses?)\b")
_INTAKE_TIME: Final = lazy_regex(
    r"[가-힣]{0,2}\s?(?:때|면)\s?(?:만|마다|는|에|에만)?\s?[^.?!]{0,12}(?:먹|복용|맞|뿌|흡입|바르|발라|써|쓰)"
)
_UNREAL_AFTER: Final = lazy_regex(
    r"[가-힣]{0,2}\s?뻔|의?\s?전\s?단계|\s?때문(?:은|이|에)?\s?아니|(?:환자)?(?:에|에는|엔|에도)\s(?:[가-힣]+\s){0,4}?(?:좋[은다대]|나쁜|나쁘|해로|도움|이로)"
    r"|\s?(?:환자|있는\s?사람)(?:는|들은|들이|라면|도)\s"
)
"""Words after a name by which nobody has it ("넘어질 뻔", "당뇨 전 단계", "당뇨에 좋은 음식")."""

_GENERAL_AFTER: Final = lazy_regex(
    r"\s?(?:을|를|의)?\s?(?:예방|위험(?!군)|검진|식단|보험|초기\s?증상|전조)|\s(?:risk|prevention|screening|insurance|diet|awareness)\b"
)
_GENERAL_BEFORE: Final = lazy_regex(
    r"\b(?:cures?|treats?|prevents?|good for|bad for|(?:risk|chance|chances"
    r"|signs?|symptoms?) of)\s$"
)
_REACH: Final = 24
_OCCASION_AHEAD: Final = lazy_regex(r"\b(?:when|if)$", re.IGNORECASE)
_NEAR: Final = 12
"""Characters between "only when" and the symptom that is meant."""

_ENGLISH_WHEN: Final = lazy_regex(r"\s*(?:when|whenever)\b")


def named_findings(analysis: Analysis, lexicon: Lexicon) -> Iterator[Mention]:
    """The findings to read; a symptom that only says when a medicine is taken is none."""
    for mention in analysis.mentions:
        if mention.entry.kind in ("conditions", "symptoms", "procedures"):
            if not (
                _is_unreal(analysis, mention)
                or _is_occasion(analysis, mention)
                or _is_admission(analysis, mention)
                or _is_forgotten(analysis, mention)
            ):
                yield replace(mention, entry=_diagnosis(analysis, mention, _unstaged(mention.entry, lexicon), lexicon))
        hidden = _hidden(mention, lexicon)
        if hidden is not None:
            yield hidden


def _hidden(mention: Mention, lexicon: Lexicon) -> Mention | None:
    """The condition in "유방암 수술", "골다공증 약", "20 weeks pregnant"."""
    if mention.entry.concept_id == _PREGNANCY_AGE:
        pregnancy = lexicon.by_name("pregnancy", ("conditions",)) or lexicon.by_name("임신", ("conditions",))
        return replace(mention, entry=pregnancy) if pregnancy else None
    pattern = (
        _OPERATION if mention.entry.kind == "procedures" else _MEDICINE_FOR if mention.entry.kind in MEDICINES else None
    )
    match = pattern.search(mention.surface) if pattern else None
    if match is None:
        return None
    condition = lexicon.by_name(mention.surface[: match.start()], ("conditions",))
    end = mention.start + match.start()
    return (
        Mention(condition, mention.start, end, mention.surface[: match.start()], mention.confidence)
        if condition
        else None
    )


def _unstaged(entry: Entry, lexicon: Lexicon) -> Entry:
    """The disease itself; its stage is a field of the fact, so that another stage is a change of one fact."""
    while _STAGED.search(entry.concept_id) and entry.broader:
        entry = lexicon.entry("conditions", entry.broader[0])
    return entry


def _diagnosis(analysis: Analysis, mention: Mention, entry: Entry, lexicon: Lexicon) -> Entry:
    """The disease that a symptom's word names in a list of diseases: "지병은 고혈압이랑 발작이에요"."""
    if entry.kind != "symptoms":
        return entry
    try:
        disease = lexicon.entry("conditions", f"{entry.concept_id}_disorder")
    except KeyError:
        return entry
    clause = analysis.clause_at(mention.start)
    if _DIAGNOSES.search(analysis.cue_text, *analysis.sentence_span(clause.sentence)):
        return disease
    for other in analysis.within(clause.start, clause.end, {"conditions"}):
        first, second = sorted((mention, other), key=lambda one: one.start)
        if _LISTED.fullmatch(analysis.cue_text, first.end, second.start):
            return disease
    return entry


def _is_occasion(analysis: Analysis, mention: Mention) -> bool:
    """Whether the finding tells when a medicine is taken ("머리 아플 때만 먹어요", "when my head hurts")."""
    for one in analysis.frequencies:
        ahead = _OCCASION_AHEAD.search(one.text) and 0 <= mention.start - one.end <= _NEAR
        if one.code == "PRN" and (ahead or (one.start < mention.end and mention.start < one.end)):
            return True
    index = analysis.index_at(mention.start)
    clause = analysis.clauses[index]
    start, end = analysis.sentence_span(clause.sentence)
    if mention.entry.kind == "procedures" or not any(True for _ in analysis.within(start, end, MEDICINES)):
        return False
    if _INTAKE_TIME.match(analysis.cue_text, mention.end):
        return True
    before = analysis.clauses[index - 1] if index else None
    return bool(
        _ENGLISH_WHEN.match(analysis.cue_text, clause.start)
        and before is not None
        and before.sentence == clause.sentence
        and any(True for _ in analysis.within(before.start, before.end, MEDICINES))
    )


def _is_unreal(analysis: Analysis, mention: Mention) -> bool:
    """What nearly happened, stands before a disease, or is only what something is good or bad for."""
    before = analysis.cue_text[max(0, mention.start - _REACH) : mention.start]
    general = mention.entry.kind == "conditions" and _GENERAL_BEFORE.search(before)
    general = general or (mention.entry.kind == "conditions" and _GENERAL_AFTER.match(analysis.cue_text, mention.end))
    return bool(general or _UNREAL_AFTER.match(analysis.cue_text, mention.end))


def _is_forgotten(analysis: Analysis, mention: Mention) -> bool:
    """Not remembering a name, or to take one's pills, is no loss of memory."""
    clause = analysis.clause_at(mention.start)
    start, end = analysis.sentence_span(clause.sentence)
    return bool(_FORGETTING.match(mention.surface.lower())) and (
        bool(_FORGOTTEN.search(analysis.cue_text, clause.start, clause.end))
        or any(True for _ in analysis.within(start, end, MEDICINES))
    )


def _is_admission(analysis: Analysis, mention: Mention) -> bool:
    """A stay in hospital for a named condition is told with the condition."""
    clause = analysis.clause_at(mention.start)
    return mention.entry.concept_id == "hospitalization" and any(
        True for _ in analysis.within(clause.start, clause.end, {"conditions"})
    )
