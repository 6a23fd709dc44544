"""What the safety rules ask of the record: concepts in force with their classes, and states that follow from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from agent.answers.record.known import Known, numeric
from agent.safety.drinking import drinking
from domain.ages import LAST_PERIOD
from domain.ledger import Fact, Ledger
from domain.values import Polarity, SlotKind, Status
from extraction.text.lazy_regex import lazy_regex

OLDER_YEARS: Final = 65
"""Years from which the Beers criteria hold (AGS 2023)."""
CHILD_YEARS: Final = 12
"""Years below which codeine, tramadol and aspirin are not for a patient (FDA 2017; Reye's syndrome)."""
_BELOW_YEARS: Final = {
    "under_six_months": 0.5,
    "under_one": 1,
    "under_two": 2,
    "under_sixteen": 16,
    "under_eighteen": 18,
    "under_forty": 40,
}
"""Years below which a medicine or food is not given, or is watched: honey, sedating antihistamines, aspirin (BNF),
antidepressants and fluoroquinolones (labels); or below which a chest that hurts on pressing is seldom the heart (NICE
CG95).
"""
_FROM_YEARS: Final = {"over_75": 75}
"""Years from which a label asks for another medicine (prasugrel)."""
SMOKER_YEARS: Final = 35
"""Years from which who smokes takes no pill with an oestrogen (WHO MEC 2015, UKMEC 2016)."""
YOUNG_INFANT_YEARS: Final = 0.25
"""Age up to which any fever is a serious sign by itself (NICE NG143: under three months, 38 degrees or more).

Three months itself is among them: who says so of a baby may mean eleven weeks.
"""
OPERATION_DAYS: Final = 30
"""Days after an operation within which an infection of its site is one of it (CDC, surgical site infection)."""
OLD_YEARS, LIGHT_KG, CREATININE_HIGH = 80, 60.0, 1.5
"""Years, kilograms and mg/dL of which two ask for the lower dose of apixaban (FDA label, section 2.1)."""
PAST_MENOPAUSE_YEARS: Final = 56
"""Years from which who tells of a menopause has it behind her (95 % by then; NICE NG23)."""
_LEAST_MENOPAUSE_YEARS: Final = 40
"""Below this a year without a period has another cause (NICE NG23)."""
_YEAR_DAYS: Final = 365
"""Days without a period after which the last one is behind her (NICE NG23)."""
_PAST_MENOPAUSE: Final = lazy_regex(
    r"폐경|완경|post.?menopaus|after (?:the )?menopause|menopause (?:at|was|since|in my|years?)"
    r"|went through (?:the )?menopause",
    re.IGNORECASE,
)
_EGFR_BELOW: Final = (30.0, 45.0, 60.0)
"""mL/min/1.73m2: the limits at which labels ask for less, or none, of a medicine (KDIGO 2024)."""
POTASSIUM_RAISED: Final = 5.0
"""mmol/L above which nothing that raises potassium should be added (KDIGO 2024)."""
QTC_LONG: Final = 470.0
"""Milliseconds from which a QTc interval is long (AHA/ACC 2010)."""
CREATININE_RAISED: Final = 1.3
"""mg/dL from which the kidneys of an adult may be clearing less (KDIGO 2024: ask for the eGFR)."""
LIVER_RAISED: Final = 80.0
"""U/L of ALT or AST, twice the upper limit, from which the liver should not be burdened unasked (ACG 2017)."""
INR_HIGH: Final = 4.0
"""INR from which bleeding becomes likely without any other medicine (BSH 2011)."""

STEROID_DAYS: Final = 180
"""Days after a steroid in which its own hormone may be lacking in an illness (Endocrine Society 2024)."""
STEROID_COURSE_DAYS: Final = 21
"""Days of a steroid below which the body goes on making its own (ESE, Endocrine Society 2024: three weeks)."""
_STEROIDS: Final = frozenset(
    {"prednisolone", "prednisone", "methylprednisolone", "dexamethasone", "deflazacort", "hydrocortisone_tablet",
     "betamethasone", "vamorolone"}
)  # fmt: skip
"""Those that are swallowed: drops, creams and sprays suppress nothing that matters here."""
_AURA: Final = "visual_aura"
_FELT: Final = ("urinary_retention",)
"""Complaints that medicines must not meet, as if they were illnesses."""
_WEEKS: Final = "wk"
_DAYS_A_WEEK: Final = 7

_ALSO: Final[Mapping[str, frozenset[str]]] = {
    state: frozenset(ids.split())
    for state, ids in (
        ("potassium_raised_by_drug",
         "potassium_sparing_diuretic potassium_chloride chronic_kidney_disease kidney_disease addison_disease"),
        ("lowers_sugar", "insulin_therapy sulfonylurea meglitinide"),
        ("carries_adrenaline", "epinephrine epinephrine_auto_injector anaphylaxis"),
        ("carries_reliever", "albuterol_inhaler levalbuterol albuterol_nebulizer_solution ipratropium_albuterol"),
        ("carries_nitrate", "nitroglycerin nitroglycerin_spray"),
        ("bars_nitrate",
         "sildenafil tadalafil vardenafil avanafil udenafil mirodenafil tadalafil_finasteride tadalafil_tamsulosin"),
        ("carries_glucagon", "glucagon"),
        ("carries_hydrocortisone", "hydrocortisone_tablet prednisolone"),
        ("carries_naloxone", "opioid_antagonist"),
        ("dialysis_state", "dialysis hemodialysis peritoneal_dialysis dialysis_dependence end_stage_renal_disease"),
        ("chemo_state", "chemotherapy anticancer_drug"),
        ("recent_birth", "childbirth cesarean_section postpartum_hemorrhage"),
        ("triptan", "sumatriptan zolmitriptan rizatriptan naratriptan almotriptan frovatriptan"),
    )
}  # fmt: skip
"""States that any of these concepts on record brings."""


@dataclass(frozen=True)
class Record:
    """The record as rules see it, on one day: tokens with the facts that stand for each.

    A token is the id of a concept in force or of one that it is a kind of, "allergy:" with an allergen's id, "planned:"
    or "had:" with a condition's, or one of the states of ``states()``.
    """

    ledger: Ledger
    today: str
    suspected: bool = False
    """Whether a medicine or an illness that is not sure counts, too: what calls for care is heeded on a suspicion."""

    @cached_property
    def known(self) -> Known:
        """The facts by slot, and whether each is in force."""
        return Known(self.ledger, self.today)

    @cached_property
    def tokens(self) -> Mapping[str, tuple[Fact, ...]]:
        """Facts by token."""
        found: dict[str, list[Fact]] = {}
        for slot in (SlotKind.CONDITIONS, SlotKind.MEDICATIONS, SlotKind.SOCIAL_HISTORY):
            for fact in self.known.in_force(slot):
                _add(found, _family(fact), fact)
        for fact in self._unsure():
            _add(found, _family(fact), fact)
        for fact in self.known.own(SlotKind.CONDITIONS):
            if fact.content.polarity is Polarity.AFFIRMED and not self.known.is_in_force(fact):
                _add(found, (f"had:{token}" for token in _family(fact)), fact)
        for fact in self.known.own(SlotKind.PROCEDURES):
            if fact.content.polarity is Polarity.AFFIRMED:
                _add(found, _family(fact), fact)
        for fact in self.known.in_force(SlotKind.ALLERGIES):
            _add(found, (f"allergy:{each}" for each in _family(fact)), fact)
        for fact in self.known.planned_pregnancy():
            _add(found, (f"planned:{each}" for each in _family(fact)), fact)
        for state, facts in self._states(found).items():
            found.setdefault(state, []).extend(facts)
        return {token: tuple(dict.fromkeys(facts)) for token, facts in found.items()}

    def _unsure(self) -> tuple[Fact, ...]:
        if not self.suspected:
            return ()
        return (*self.known.suspected(SlotKind.MEDICATIONS), *self.known.suspected(SlotKind.CONDITIONS))

    def holding(self, wanted: Iterable[str]) -> tuple[Fact, ...]:
        """The facts that stand for any of the ``wanted`` tokens; empty where none does."""
        named, tokens = tuple(wanted), self.tokens
        # Nearly every rule asks for what this patient has none of.
        if tokens.keys().isdisjoint(named):
            return ()
        return tuple(dict.fromkeys(fact for token in named for fact in tokens.get(token, ())))

    def _states(self, found: Mapping[str, list[Fact]]) -> dict[str, list[Fact]]:
        states = {state: [fact for one in ids for fact in found.get(one, ())] for state, ids in _ALSO.items()}
        states["potassium_raised_by_drug"] += [
            fact
            for one in ("ace_inhibitor", "angiotensin_receptor_blocker")
            for fact in found.get(one, ())
            if found.get("chronic_kidney_disease") or found.get("potassium_sparing_diuretic")
        ]
        # Tablets against hormones leave the white cells alone: a fever on tamoxifen is a fever.
        states["chemo_state"] = [fact for fact in states["chemo_state"] if not _spares_marrow(fact)]
        age = self.known.age()
        years = self.known.age_years()
        if age is not None and years is not None:
            states["older"] = [age] if years >= OLDER_YEARS else []
            states["child"] = [age] if years < CHILD_YEARS else []
            states["under_three_months"] = [age] if years <= YOUNG_INFANT_YEARS else []
            states |= {state: [age] if years < below else [] for state, below in _BELOW_YEARS.items()}
            states |= {state: [age] if years >= least else [] for state, least in _FROM_YEARS.items()}
            states["smoker_over_35"] = found.get("smoking", []) if years >= SMOKER_YEARS else []
        states["less:apixaban"] = self._less_apixaban(age if years is not None and years >= OLD_YEARS else None)
        # "Menopause" is also said of the years before it, in which bleeding is expected.
        after = years is not None and years >= PAST_MENOPAUSE_YEARS
        states["postmenopause"] = [one for one in found.get("menopause", ()) if after or _tells_past_menopause(one)]
        if years is not None and years >= _LEAST_MENOPAUSE_YEARS:
            states["postmenopause"] += [one for one in self.known.about(LAST_PERIOD) if self._is_a_year_back(one)]
        for limit in _EGFR_BELOW:
            states[f"egfr_below_{limit:.0f}"] = self._latest("egfr", lambda value, limit=limit: value < limit)  # type: ignore[misc]
        states["recent_operation"] = [
            fact for one in ("surgery", "childbirth") for fact in found.get(one, ()) if self._is_recent(fact)
        ]
        # An aura that is told as a complaint makes the migraine on record one with aura.
        states["steroid_stopped"] = [one for one in self.known.own(SlotKind.MEDICATIONS) if self._stopped_steroid(one)]
        felt = self.known.in_force(SlotKind.SYMPTOMS)
        aura = [one for one in felt if one.content.concept.concept_id == _AURA]
        states["migraine_with_aura"] = found.get("migraine", []) if aura else []
        for complaint in _FELT:
            states[complaint] = [one for one in felt if one.content.concept.concept_id == complaint]
        states["potassium_high"] = self._latest("potassium", lambda value: value > POTASSIUM_RAISED)
        states["qtc_long"] = self._latest("qtc_interval", lambda value: value >= QTC_LONG)
        states["creatinine_raised"] = self._latest("creatinine", lambda value: value >= CREATININE_RAISED)
        states["liver_values_raised"] = [
            fact for test in ("alt", "ast") for fact in self._latest(test, lambda value: value >= LIVER_RAISED)
        ]
        states["inr_high"] = self._latest("inr", lambda value: value >= INR_HIGH)
        states |= drinking(self.ledger, self.today)
        week = self._week(found)
        if week is not None:
            fact, weeks = week
            for state, least in (("week_20", 20.0), ("week_28", 28.0)):
                states[state] = [fact] if weeks >= least else []
            states["pregnancy"] = [] if found.get("pregnancy") else [fact]
        return {state: facts for state, facts in states.items() if facts}

    def _is_recent(self, fact: Fact) -> bool:
        """Whether an operation is told with a day of the last weeks; where only its month is, that month."""
        told = fact.content.valid_from or ""
        if len(told) < len("2024-05"):
            return False
        day = date.fromisoformat(told if len(told) == len("2024-05-01") else f"{told}-28")
        return (date.fromisoformat(self.today) - day).days <= OPERATION_DAYS

    def _is_a_year_back(self, fact: Fact) -> bool:
        """Whether the last period was at least a year ago; of a month or a year that is told, its last day counts."""
        told = fact.content.valid_from or ""
        if len(told) < len("2024"):
            return False
        rest = "-12-31"[len(told) - 4 :] if len(told) == len("2024") else "-28" if len(told) == len("2024-05") else ""
        return (date.fromisoformat(self.today) - date.fromisoformat(told + rest)).days >= _YEAR_DAYS

    def _stopped_steroid(self, fact: Fact) -> bool:
        """Whether it is a steroid that was stopped in the last months: the body may not make its own yet."""
        content = fact.content
        if content.status is not Status.STOPPED or content.concept.concept_id not in _STEROIDS:
            return False
        ended = _day(content.valid_to) or _day(fact.day)
        began = _day(content.valid_from)
        if ended is None:
            return True
        short = began is not None and 0 <= (ended - began).days < STEROID_COURSE_DAYS
        return not short and (date.fromisoformat(self.today) - ended).days <= STEROID_DAYS

    def _week(self, found: Mapping[str, list[Fact]]) -> tuple[Fact, float] | None:
        """How far a pregnancy is: as it was measured or told, counted on from the day on which that was said."""
        measured = self.known.series("gestational_age")[-1:]
        for fact in (*measured, *reversed(found.get("pregnancy", ()))):
            weeks = numeric(fact)
            if weeks is not None and (fact in measured or fact.content.unit == _WEEKS):
                since = date.fromisoformat(self.today) - date.fromisoformat(fact.day)
                return fact, weeks + max(0, since.days) / _DAYS_A_WEEK
        return None

    def _less_apixaban(self, old: Fact | None) -> list[Fact]:
        """What asks for the lower dose of apixaban: two of an age, a low weight and a raised creatinine."""
        light = self._latest("body_weight", lambda value: value <= LIGHT_KG)
        kidneys = self._latest("creatinine", lambda value: value >= CREATININE_HIGH)
        found = [*([old] if old is not None else []), *light, *kidneys]
        return found if len(found) > 1 else []

    def _latest(self, test: str, holds: Callable[[float], bool]) -> list[Fact]:
        series = self.known.series(test)
        value = numeric(series[-1]) if series else None
        return [series[-1]] if value is not None and holds(value) else []


def states() -> frozenset[str]:
    """All states that rules may ask for beside concepts."""
    of_values = {f"egfr_below_{limit:.0f}" for limit in _EGFR_BELOW} | {
        "potassium_high",
        "qtc_long",
        "creatinine_raised",
        "inr_high",
        "liver_values_raised",
    }
    return (
        frozenset(_ALSO)
        | of_values
        | {
            "older",
            "drinks_daily",
            "drinks_heavily",
            "postmenopause",
            "steroid_stopped",
            "less:apixaban",
            "child",
            "under_three_months",
            "recent_operation",
            "week_20",
            "week_28",
        }
        | {*_BELOW_YEARS, *_FROM_YEARS, *_FELT, "smoker_over_35"}
    )


def _tells_past_menopause(fact: Fact) -> bool:
    return any(_PAST_MENOPAUSE.search(one.quote) for one in fact.evidence)


def _spares_marrow(fact: Fact) -> bool:
    return not {"hormonal_anticancer_drug", "methotrexate"}.isdisjoint(_family(fact))


def _day(told: str | None) -> date | None:
    """A whole day; None where less than that is known."""
    return date.fromisoformat(told[: len("2024-05-01")]) if told and len(told) >= len("2024-05-01") else None


def _family(fact: Fact) -> tuple[str, ...]:
    return (fact.content.concept.concept_id, *fact.content.concept.broader)


def _add(found: dict[str, list[Fact]], tokens: Iterable[str], fact: Fact) -> None:
    for token in tokens:
        found.setdefault(token, []).append(fact)
