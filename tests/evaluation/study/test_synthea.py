"""Synthea's bundles as virtual patients: codes decide, and what a study does not know is left out and counted."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path

import pytest

from evaluation.study.bank import shipped_bank
from evaluation.study.families.protocol import scenarios
from evaluation.study.patients import InvalidStudy, Measured, Taken
from evaluation.study.running.settings import Settings, patients_of
from evaluation.study.synthea import read_folder

BUNDLES = Path(__file__).with_name("synthea")


def test_bundles_become_patients_by_their_codes() -> None:
    folder = read_folder(BUNDLES)
    hypertensive, allergic = folder.patients
    # "Diabetes" is the display of type 2's code; "Hydrochlorothiazide 25 MG" bears its strength in its display.
    assert hypertensive.diagnoses == ("hypertension", "type_2_diabetes", "chronic_kidney_disease")
    assert hypertensive.medications == (
        Taken(medicine="hydrochlorothiazide", dose="25mg", frequency="QD"),
        Taken(medicine="metformin", dose="500mg", frequency="BID"),
    )
    assert (hypertensive.age, hypertensive.gender, hypertensive.cohort) == (49, "male", "Full")
    assert hypertensive.series[-1] == Measured(test="ldl", day=date(2021, 3, 2), value=61.0)
    assert hypertensive.allergies is None, "a silent chart denies nothing"
    assert set(allergic.allergies or ()) == {"latex", "shellfish", "peanuts"}
    # The third takes nothing and has no disease of the vocabulary; insulin, simvastatin and the like are not in it.
    assert folder.left_out["bundles"] == 1 and folder.left_out["medications"] > 0 < folder.left_out["conditions"]


def test_a_study_plays_them_like_any_patient() -> None:
    patients = patients_of(Settings(synthea=str(BUNDLES), patients=80))
    assert len(patients) == 2 and patients == patients_of(Settings(synthea=str(BUNDLES), patients=80))
    assert len(patients_of(Settings(synthea=str(BUNDLES), patients=1))) == 1
    for language in ("ko", "en"):
        for one in scenarios(patients, language, 42, {}):
            assert one.turns and all(said.template.id in shipped_bank().templates for said in one.turns)


def test_the_dead_and_the_unreadable_are_told_apart(tmp_path: Path) -> None:
    shutil.copy(BUNDLES / "p-1175.json", tmp_path)
    bundle = json.loads((BUNDLES / "p-1188.json").read_text(encoding="utf-8"))
    person = next(one["resource"] for one in bundle["entry"] if one["resource"]["resourceType"] == "Patient")
    person["deceasedDateTime"] = "2020-05-01"
    (tmp_path / "dead.json").write_text(json.dumps(bundle), encoding="utf-8")
    folder = read_folder(tmp_path)
    assert len(folder.patients) == 1 and folder.left_out["bundles"] == 1
    (tmp_path / "torn.json").write_text("{", encoding="utf-8")
    with pytest.raises(InvalidStudy, match=r"torn\.json cannot be read"):
        read_folder(tmp_path)
    with pytest.raises(InvalidStudy, match="no bundle of a living adult"):
        read_folder(tmp_path / "nowhere")
