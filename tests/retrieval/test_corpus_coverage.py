"""The shipped corpus answers what a chronic-care conversation asks: every condition and every drug, from every side."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import pytest

from extraction.naming.lexicon import Lexicon, surfaces
from retrieval import shipped_corpus
from retrieval.corpus import Passage
from tests.shipped import vocabulary

LANGUAGES = ("ko", "en")

CONDITIONS: Mapping[str, frozenset[str]] = {
    "diabetes": frozenset({"diabetes_mellitus", "type_1_diabetes", "type_2_diabetes"}),
    "hypertension": frozenset({"hypertension"}),
    "dyslipidaemia": frozenset({"hyperlipidemia", "dyslipidemia"}),
    "kidney disease": frozenset({"chronic_kidney_disease"}),
    "heart failure": frozenset({"heart_failure"}),
    "coronary disease": frozenset({"coronary_artery_disease"}),
    "stroke": frozenset({"stroke", "ischemic_stroke"}),
    "asthma": frozenset({"asthma"}),
    "COPD": frozenset({"copd"}),
    "underactive thyroid": frozenset({"hypothyroidism"}),
    "overactive thyroid": frozenset({"hyperthyroidism", "graves_disease"}),
    "anaemia": frozenset({"anemia"}),
    "gout": frozenset({"gout"}),
    "osteoporosis": frozenset({"osteoporosis"}),
    "depression": frozenset({"depression"}),
    "pregnancy": frozenset({"pregnancy"}),
}
ASPECT_KINDS: Mapping[str, frozenset[str]] = {
    "what it is": frozenset({"overview"}),
    "targets": frozenset({"target"}),
    "monitoring": frozenset({"monitoring"}),
    "lifestyle": frozenset({"lifestyle"}),
    "medicines": frozenset({"medication"}),
    "warning signs": frozenset({"caution", "urgent"}),
}
NO_KOREAN_TARGET = frozenset({"overactive thyroid"})
"""Conditions for which the corpus knows no Korean guideline that states a target of its own."""
DEFINES = {"ko": re.compile(r"(?:병|상태|질환)(?:입니다|으로|로)|말합니다"), "en": re.compile(r"\b(?:is|are) an? \w+")}
KOREAN_BODY = re.compile(r"Korea")
"""In the English source line: the Korean societies, ministries and agencies."""

DRUGS = (
    *("metformin", "glimepiride", "gliclazide", "sitagliptin", "linagliptin", "empagliflozin", "dapagliflozin"),
    *("pioglitazone", "semaglutide", "dulaglutide", "tirzepatide", "insulin_glargine", "insulin_lispro", "gemigliptin"),
    *("amlodipine", "nifedipine", "diltiazem", "verapamil", "losartan", "valsartan", "telmisartan", "candesartan"),
    *(
        "olmesartan",
        "fimasartan",
        "enalapril",
        "ramipril",
        "perindopril",
        "hydrochlorothiazide",
        "indapamide",
        "furosemide",
    ),
    *("spironolactone", "finerenone", "bisoprolol", "carvedilol", "propranolol", "sacubitril_valsartan", "digoxin"),
    *("atorvastatin", "rosuvastatin", "simvastatin", "pitavastatin", "ezetimibe", "fenofibrate", "nitroglycerin"),
    *("aspirin", "clopidogrel", "ticagrelor", "warfarin", "apixaban", "rivaroxaban", "dabigatran", "edoxaban"),
    *("amiodarone", "albuterol_inhaler", "budesonide_formoterol_inhaler", "fluticasone_salmeterol_inhaler"),
    *("tiotropium_inhaler", "montelukast", "theophylline", "prednisolone", "levothyroxine", "methimazole"),
    *("allopurinol", "febuxostat", "colchicine", "alendronate", "denosumab", "ferrous_sulfate", "acetaminophen"),
    *("ibuprofen", "naproxen", "celecoxib", "pregabalin", "gabapentin", "sertraline", "escitalopram", "fluoxetine"),
    *("duloxetine", "mirtazapine", "zolpidem", "donepezil", "omeprazole", "famotidine", "amoxicillin", "tamsulosin"),
)
DRUG_ASPECTS = {
    "ko": {
        "use": r"씁니다|쓰는|쓰며|먹는|막는|낮추는|낮추려고|늦추고|푸는|사용|맞는|놓는|줄이는",
        "dose form": r"정제|캡슐|주사|흡입|서방정|시럽|물약|펜|설하정",
        "side effects": r"부작용",
        "contraindications": r"금기|쓰지 않|함께하지 않",
        "interactions": r"함께|농도를|강하게|와파린",
        "kidney": r"콩팥|eGFR|크레아티닌",
        "liver": r"간 (?:기능|질환|수치)|간이|간부전|간경변",
        "pregnancy": r"임신",
    },
    "en": {
        "use": r"\btreats?\b|prevents?|lowers|relieves|slows|used for|is taken with|is added|bronchodilator for",
        "dose form": r"tablet|capsule|injection|inhaler|syrup|solution|patch|\bpen\b",
        "side effects": r"[Ss]ide effects?",
        "contraindications": r"contraindicated",
        "interactions": r"together|used with|raises the INR|\blevels?\b",
        "kidney": r"kidney|eGFR|creatinine",
        "liver": r"liver|cirrhosis",
        "pregnancy": r"[Pp]regnan",
    },
}


@pytest.fixture(scope="module")
def shipped() -> tuple[Passage, ...]:
    return shipped_corpus()


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return vocabulary().lexicon


def _about(shipped: Collection[Passage], concepts: Collection[str], language: str) -> list[Passage]:
    return [each for each in shipped if each.language == language and set(concepts).intersection(each.concepts)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_condition_is_covered_from_every_side(
    shipped: tuple[Passage, ...], condition: str, language: str
) -> None:
    found = _about(shipped, CONDITIONS[condition], language)

    missing = [aspect for aspect, kinds in ASPECT_KINDS.items() if not any(each.kind in kinds for each in found)]

    assert not missing
    assert any(each.kind == "overview" and DEFINES[language].search(each.text) for each in found)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_targets_are_dated_and_come_from_korean_and_international_bodies(
    shipped: tuple[Passage, ...], condition: str
) -> None:
    targets = [each for each in _about(shipped, CONDITIONS[condition], "en") if each.kind == "target"]

    assert all(str(each.year) in each.source for each in targets)
    assert any(not KOREAN_BODY.search(each.source) for each in targets)
    assert condition in NO_KOREAN_TARGET or any(KOREAN_BODY.search(f"{each.source} {each.text}") for each in targets)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drug_is_covered_in_sentences_that_name_it(
    shipped: tuple[Passage, ...], lexicon: Lexicon, language: str
) -> None:
    assert len(set(DRUGS)) >= 60
    missing = []
    for drug in DRUGS:
        names = [each.casefold() for each in surfaces(lexicon.entry("medications", drug))]
        sentences = [
            sentence
            for passage in _about(shipped, (drug,), language)
            for sentence in re.split(r"(?<=\.)\s+", passage.text)
            if any(name in sentence.casefold() for name in names)
        ]
        for aspect, words in DRUG_ASPECTS[language].items():
            if not any(re.search(words, sentence) for sentence in sentences):
                missing.append((drug, aspect))
    assert not missing


def test_every_concept_is_one_of_the_lexicon(shipped: tuple[Passage, ...], lexicon: Lexicon) -> None:
    known = {entry.concept_id for entry in lexicon.entries()}

    assert not {concept for each in shipped for concept in each.concepts} - known
