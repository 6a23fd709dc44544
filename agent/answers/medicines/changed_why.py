"""Why somebody who treats changed a medicine: whether a reason was told, and what on record is likely behind it.

Nobody can know it but who changed it: what is said is what that medicine is steered by (the test that it moves, the
kidneys, the pulse, a complaint that it is known for), as it stands on record, and that the prescriber is to be asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.following.gist import tells_of_change
from agent.answers.following.references import medicines_spoken, present, spoken
from agent.answers.medicines.ended import what_ended
from agent.answers.part import Part, joined
from agent.answers.values.comparison import measured
from agent.answers.values.judgement import judge
from agent.safety.cautions import cautions
from agent.safety.medicine_warnings import reason
from agent.safety.record import Record
from agent.words.sentences import sentence
from domain.events import SlotChanged
from domain.ledger import Fact
from domain.values import PATIENT, SERIES_SLOTS, SlotKind, Status
from extraction.text.lazy_regex import lazy_regex
from projections.answers import Answers

_CHANGED_KO: Final = r"(?:올[렸리린려]|늘[렸리린려]|줄[였이인여]|내[렸리린려]|낮[췄추춘춰]|바[꿨꾸꾼꿔]|추가[했하한])"
_WHY: Final = lazy_regex(
    rf"(?:왜|어째서|이유|까닭).{{0,24}}{_CHANGED_KO}|{_CHANGED_KO}.{{0,12}}(?:이유|까닭|왜)"
    rf"|{_CHANGED_KO}.{{0,80}}왜\s?(?:그런|그렇|그러|그랬|줄|올|바)"
    r"|\b(?:why|how come|what for|reason)\b.{0,40}\b(?:rais|increas|put (?:it|me|them|that|my \w+) (?:up|down|on)"
    r"|up(?:ped|ping)?\b|bump|doubl|lower|reduc|cut|halv|drop|decreas|chang|switch|swap|stop"
    r"|tak(?:e|en|ing) (?:me|it|him|her) off|add)",
    re.IGNORECASE,
)
_BY_WHOM: Final = lazy_regex(
    r"\b(?:i|you)\b.{0,12}\b(?:rais|increas|lower|reduc|cut|halv|drop|chang|switch|stop|tak)|제가|내가", re.IGNORECASE
)
"""What the patient or the agent did is no question for a prescriber's reasons."""
_SHORT_WHY: Final = lazy_regex(
    r"(?:^|[.!?]\s)\W*(?:so |and |but |hm+ |ok(?:ay)? )?(?:why|how come)(?:'?d| did| would| do| does)? (?:he|she|they"
    r"|the (?:doctor|doc|gp|consultant|nurse)|my \w+)(?:'d| would| do| did)? (?:do|did|does|go|want) (?:that|it|this)\b"
    r"|^\W*(?:근데|그런데|그럼)?\s?왜\s?(?:그런|그랬|그러|그렇게\s?하)[가-힣]{0,6}\W*$",
    re.IGNORECASE,
)
"""Words that ask why of what was done just before, without saying what."""

_WHY_SO: Final = lazy_regex(r"왜\s?(?:그런|그렇|그러)")
"""Words that ask why of what was said, where that told of no change."""

_MEASURES: Final = frozenset({"body_weight"})
"""What doses go by that is no test of how a medicine works."""
_ENDS_WHY: Final = lazy_regex(
    r"왜\s?(?:그런|그랬|그러|그렇)[가-힣\s]{0,6}\W*$|\b(?:why|how come)(?: (?:is|was) (?:that|this|it))?\W*$",
    re.IGNORECASE,
)
"""The same behind words that tell of the change."""
_LESS_KO: Final = lazy_regex(_CHANGED_KO)
_LESS_EN: Final = lazy_regex(
    r"\b(?:he|she|they|doctor|doc|gp|consultant|nurse|hospital|clinic|was|been|got)\b[^.?!]{0,24}\b(?:raised|increased"
    r"|upped|bumped|doubled|lowered|reduced|cut|halved|dropped|decreased|changed|switched|swapped|stopped|put)\b",
    re.IGNORECASE,
)
_RULES: Final[Mapping[str, str]] = {
    "metformin": "why_rule.metformin",
    "apixaban": "why_rule.apixaban",
    "warfarin": "why_rule.warfarin",
    "thyroid_drug": "why_rule.thyroid",
    "beta_blocker": "why_rule.beta_blocker",
    **dict.fromkeys(("gabapentin", "pregabalin", "digoxin", "dabigatran", "allopurinol"), "why_rule.kidneys"),
}
"""What the dose of a medicine follows, where one thing decides (SmPC; BNF): by itself, else by its class."""

_STEERED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "antihypertensive": ("systolic_blood_pressure", "diastolic_blood_pressure"),
    "ace_inhibitor": ("systolic_blood_pressure", "diastolic_blood_pressure", "potassium", "egfr"),
    "angiotensin_receptor_blocker": ("systolic_blood_pressure", "diastolic_blood_pressure", "potassium", "egfr"),
    "beta_blocker": ("heart_rate", "systolic_blood_pressure"),
    "calcium_channel_blocker": ("systolic_blood_pressure", "diastolic_blood_pressure"),
    "antidiabetic": ("hba1c", "glucose", "egfr"),
    "insulin_therapy": ("glucose", "hba1c"),
    "thyroid_drug": ("tsh", "free_t4"),
    "antithyroid_drug": ("tsh", "free_t4"),
    "lipid_lowering_agent": ("ldl_cholesterol", "total_cholesterol"),
    "statin": ("ldl_cholesterol", "alt", "creatine_kinase"),
    "gout_drug": ("uric_acid", "egfr"),
    "anticoagulant": ("inr", "egfr", "creatinine", "body_weight"),
    "iron_preparation": ("ferritin", "hemoglobin"),
    "diuretic": ("potassium", "sodium", "egfr"),
    "mood_stabilizer": ("lithium_level",),
}
"""The tests by which the dose of a class is set (BNF, treatment summaries of each class)."""
_MOST: Final = 3
"""Values that are named."""


def asks_why_changed(request: Request, answers: Answers) -> bool:
    """Whether an utterance asks for the reason of a change that somebody else made to a medicine."""
    text = request.plain or request.text
    named = bool(request.concepts("medications", "drug_classes")) or spoken(answers, "medications") is not None
    if _SHORT_WHY.search(text) is not None:
        last = answers.last()
        just_said = _WHY_SO.search(text) is not None and last is not None and not tells_of_change(last.text)
        return named and not just_said
    if named and _ENDS_WHY.search(text) is not None and _BY_WHOM.search(text) is None:
        return any(changed.search(text) is not None for changed in (_LESS_KO, _LESS_EN))
    # "It was lowered because I weigh 58 kg, why?" names the measure as the reason.
    by_measure = set(request.tests) <= _MEASURES
    return named and by_measure and _WHY.search(text) is not None and _BY_WHOM.search(text) is None


def why_changed(consultation: Consultation) -> Part:
    """What was changed last of the medicine meant, and what on record may be behind it."""
    words, language = consultation.words, consultation.words.language
    fact = _meant(consultation)
    if fact is None:
        return Part(sentence("why_changed.which", language))
    if fact.content.status is Status.STOPPED:
        # Why it was stopped may have been told with it.
        return what_ended(consultation)
    rule, likely = _rule(consultation, fact), _likely(consultation, fact)
    key = "why_changed.not_told" if likely.text else "why_changed.unknown"
    lead = Part(sentence(key, language, name=words.name(fact.content)), (fact.fact_id,))
    reasons = tuple(_reasons(consultation, fact))
    listed = "; ".join(one.text for one in reasons)
    facts = tuple(each for one in reasons for each in one.facts)
    spoke = tuple(each for one in reasons for each in one.spoke_of)
    seen = Part(sentence("why_changed.on_record", language, listed=listed), facts, (), spoke) if reasons else Part()
    ask = Part(sentence("why_changed.ask", language))
    return joined((lead, rule, likely, seen, ask, Part(spoke_of=medicines_spoken((fact,)))), " ")


def _rule(consultation: Consultation, fact: Fact) -> Part:
    """What the dose of this medicine follows; empty where no one thing decides."""
    concept = fact.content.concept
    key = next((_RULES[each] for each in (concept.concept_id, *concept.broader) if each in _RULES), None)
    name = consultation.words.name(fact.content)
    return Part(sentence(key, consultation.words.language, name=name)) if key is not None else Part()


_ADDED: Final = lazy_regex(r"\b(?:add\w*|start\w*|put (?:me|him|her|them) on)\b|추가|새로|시작", re.IGNORECASE)


def _meant(consultation: Consultation) -> Fact | None:
    """The medicine named, else the one changed, stopped or begun last."""
    own = consultation.known.own(SlotKind.MEDICATIONS)
    named = set(consultation.request.concepts("medications", "drug_classes"))
    meant = [
        fact for fact in own if not named.isdisjoint((fact.content.concept.concept_id, *fact.content.concept.broader))
    ]
    if named:
        # "She cut one and added another, why did she cut it?" asks of the one that was changed.
        now = consultation.situation.turn_events
        changed_now = {one.payload.fact_id for one in now if isinstance(one.payload, SlotChanged)}
        meant = [fact for fact in meant if fact.fact_id in changed_now] or meant
        added = _ADDED.search(consultation.request.text.casefold().rpartition("why")[2]) is not None
        return max(meant, key=lambda fact: (bool(fact.supersedes) is not added, fact.version), default=None)
    changed = [fact for fact in own if fact.supersedes or not consultation.known.is_in_force(fact)]
    last = spoken(consultation.situation.view.answers, "medications")
    ids = last.reference.fact_ids if last is not None else ()
    followed = [fact for one in ids if (fact := present(consultation.ledger, one)) is not None]
    return max(changed or followed, key=lambda fact: fact.version, default=None)


def _reasons(consultation: Consultation, fact: Fact) -> Iterator[Part]:
    """The values that steer it as they stand, those outside their limits first, and what its known harms meet."""
    known, words = consultation.known, consultation.words
    concept = fact.content.concept
    tests = dict.fromkeys(test for each in (concept.concept_id, *concept.broader) for test in _STEERED_BY.get(each, ()))
    latest = [series[-1] for test in tests if (series := known.series(test))]
    judged = [(value, judge(consultation, value)) for value in latest]
    judged.sort(key=lambda pair: pair[1] is None or pair[1].inside)
    for value, judgement in judged[:_MOST]:
        side = ""
        if judgement is not None and not judgement.inside:
            side = f" ({sentence('why_changed.above' if judgement.above else 'why_changed.below', words.language)})"
        yield Part(f"{words.brief(value)}{side}", (value.fact_id,), (), measured(value))
    entry = words.entry(fact.content)
    if entry is None:
        return
    told = {value.fact_id for value in latest}
    for met in cautions(known, [entry]):
        against = met.against
        if isinstance(against, Fact) and against.fact_id not in told and against.content.slot not in SERIES_SLOTS:
            if against.content.slot is not SlotKind.MEDICATIONS and against.content.subject == PATIENT:
                yield Part(words.brief(against), (against.fact_id,))


def _likely(consultation: Consultation, fact: Fact) -> Part:
    """What on record asks for less of it, or for none, by the cautions of its label: the likeliest reason of all."""
    words, language = consultation.words, consultation.words.language
    entry = words.entry(fact.content)
    if entry is None:
        return Part()
    if fewer := Record(consultation.ledger, consultation.known.today).holding((f"less:{entry.concept_id}",)):
        listed = ", ".join(words.brief(one) for one in fewer)
        name = words.name(fact.content)
        text = sentence("why_changed.lower_dose", language, listed=listed, name=name)
        return Part(text, tuple(one.fact_id for one in fewer))
    own = [one for one in cautions(consultation.known, [entry]) if isinstance(one.against, Fact)]
    met = [one for one in own if one.against.content.slot in _LASTING]  # type: ignore[union-attr]
    if not met:
        return Part()
    said = "; ".join(dict.fromkeys(reason(consultation, one) for one in met[:2]))
    facts = tuple(one.against.fact_id for one in met[:2])  # type: ignore[union-attr]
    return Part(sentence("why_changed.likely", language, reasons=said), facts)


_LASTING: Final = (*SERIES_SLOTS, SlotKind.CONDITIONS)
"""What on record may have become a reason since the medicine was begun."""
