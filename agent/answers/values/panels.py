"""Names that stand for several tests: what a question for "blood pressure" or "liver function" is answered with.

A panel is read like a test of that name; nothing is ever recorded under it, but under its parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from extraction.naming.mentions import Entry, Kind, Mention
from extraction.text.lazy_regex import lazy_regex

_TESTS: Final[tuple[Kind, ...]] = ("labs", "vitals")
_CHOLESTEROLS: Final = (
    "total_cholesterol",
    "ldl_cholesterol",
    "hdl_cholesterol",
    "non_hdl_cholesterol",
    "vldl_cholesterol",
)
_LIPIDS: Final = (*_CHOLESTEROLS, "triglycerides", "lipoprotein_a", "apolipoprotein_b", "apolipoprotein_a1")
_LIVER_ENZYMES: Final = ("ast", "alt", "ggt", "alkaline_phosphatase")
_LIVER: Final = (*_LIVER_ENZYMES, "total_bilirubin", "direct_bilirubin", "albumin", "total_protein")
_KIDNEYS: Final = (
    "egfr",
    "creatinine",
    "creatinine_clearance",
    "cystatin_c",
    "bun",
    "urine_albumin_creatinine_ratio",
    "urine_protein_creatinine_ratio",
)
_THYROID: Final = ("tsh", "free_t4", "total_t4", "free_t3", "total_t3")
_ELECTROLYTES: Final = ("sodium", "potassium", "chloride", "bicarbonate", "carbon_dioxide", "calcium", "magnesium")
_BLOOD_CELLS: Final = ("hemoglobin", "hematocrit", "rbc", "wbc", "platelets", "mcv", "mch", "mchc", "rdw")

PANELS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "blood_pressure": ("systolic_blood_pressure", "diastolic_blood_pressure"),
        "cholesterol": _CHOLESTEROLS,
        "lipids": _LIPIDS,
        "liver_enzymes": _LIVER_ENZYMES,
        "liver_function": _LIVER,
        "kidney_function": _KIDNEYS,
        "thyroid_function": _THYROID,
        "electrolytes": _ELECTROLYTES,
        "blood_count": _BLOOD_CELLS,
    }
)
"""The tests of each panel by their concept ids, the one that is named first where they are of one day first."""

_MEASURED: Final = r"(?:\s?(?:검사|수치|결과|값|지표))*"
_MEASURED_EN: Final = r"(?:(?: blood)? (?:panels?|profiles?|tests?|numbers?|values?|levels?|results?|readings?))*\b"
_WORDS: Final = (
    (Entry("vitals", "blood_pressure", "Blood pressure", "혈압"), r"\bbp" + _MEASURED_EN),
    (
        Entry("labs", "cholesterol", "Cholesterol", "콜레스테롤"),
        rf"(?<![가-힣])콜레스테롤{_MEASURED}|\bcholesterol{_MEASURED_EN}",
    ),
    (
        Entry("labs", "lipids", "Lipid panel", "지질 검사"),
        rf"(?<![가-힣])(?:혈중\s?)?지질{_MEASURED}(?![가-힣]*혈증)|\b(?:blood )?lipids?{_MEASURED_EN}",
    ),
    (
        Entry("labs", "liver_enzymes", "Liver enzyme panel", "간수치"),
        rf"(?<![가-힣])간\s?(?:효소|수치){_MEASURED}|\b(?:liver|hepatic) enzymes?{_MEASURED_EN}",
    ),
    (
        Entry("labs", "liver_function", "Liver function", "간 기능"),
        rf"(?<![가-힣])간\s?기능{_MEASURED}"
        r"|\b(?:liver|hepatic) (?:function|panels?|profiles?|tests?|numbers?|values?|levels?)" + _MEASURED_EN,
    ),
    (
        Entry("labs", "kidney_function", "Kidney function", "신장 기능"),
        rf"(?<![가-힣])(?:신장|콩팥)\s?(?:기능|수치){_MEASURED}"
        r"|\b(?:kidney|renal) (?:function|panels?|profiles?|tests?|numbers?|values?|levels?)" + _MEASURED_EN,
    ),
    (
        Entry("labs", "thyroid_function", "Thyroid function", "갑상선 기능"),
        rf"(?<![가-힣])갑상[선샘]\s?(?:기능|수치|호르몬){_MEASURED}"
        r"|\bthyroid (?:function|hormones?|panels?|profiles?|tests?|numbers?|values?|levels?)" + _MEASURED_EN,
    ),
    (
        Entry("labs", "electrolytes", "Electrolyte panel", "전해질"),
        rf"(?<![가-힣])전해질{_MEASURED}|\belectrolytes?{_MEASURED_EN}",
    ),
    (
        Entry("labs", "blood_count", "Blood count", "혈구 검사"),
        rf"(?<![가-힣])혈구\s?(?:검사|수치){_MEASURED}|\b(?:cbc|(?:complete )?blood counts?){_MEASURED_EN}",
    ),
)
_PATTERNS: Final = tuple((entry, lazy_regex(words, re.IGNORECASE)) for entry, words in _WORDS)


def with_panels(text: str, mentions: tuple[Mention, ...], *, unlisted: bool) -> tuple[Mention, ...]:
    """``mentions`` of ``text`` with a panel in the place of the one test that the lexicon knows by the panel's name.

    A name within a longer one ("LDL cholesterol", "고콜레스테롤혈증") means that one alone. ``unlisted`` says whether
    words that no mention covers ("liver panel") may name a panel too.
    """
    found: list[Mention] = []
    for entry, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            touched = [one for one in mentions if one.start < match.end() and match.start() < one.end]
            within = all(match.start() <= one.start and one.end <= match.end() for one in touched)
            tests = all(one.entry.kind in _TESTS for one in touched)
            if within and tests and (touched or unlisted):
                found.append(Mention(entry, match.start(), match.end(), match[0]))
    kept = [one for one in mentions if not any(panel.start <= one.start < panel.end for panel in found)]
    return tuple(sorted((*kept, *found), key=lambda one: one.start))
