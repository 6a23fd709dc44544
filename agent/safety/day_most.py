"""The most of a medicine that an adult takes in a day, in mg: by labels without prescription, and by prescription.

NHS, MFDS and FDA labels; of two the higher one, so that what is warned of is beyond every label.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limit:
    """The most of one medicine sold without a prescription, or of which any more is a poison."""

    tablet: float
    """mg of the usual tablet, where no strength is told."""
    most: float
    """mg in 24 hours."""
    poison: float
    """mg in 24 hours from which somebody is to be asked at once, though nothing is felt."""


LIMITS: Final[Mapping[str, Limit]] = {
    "acetaminophen": Limit(500, 4000, 4001),
    "ibuprofen": Limit(200, 1200, 6000),
    "dexibuprofen": Limit(300, 1200, 3600),
    "naproxen": Limit(250, 1000, 3000),
    "naproxen_sodium": Limit(220, 660, 3000),
    "aspirin": Limit(300, 4000, 7500),
    "loperamide": Limit(2, 12, 24),
    "cetirizine": Limit(10, 10, 60),
    "loratadine": Limit(10, 10, 60),
    "diphenhydramine": Limit(25, 150, 300),
    "tramadol": Limit(50, 400, 401),
    "codeine": Limit(15, 240, 241),
    "sumatriptan": Limit(50, 200, 400),
    "zolpidem": Limit(10, 10, 40),
    "colchicine": Limit(0.6, 1.8, 3.0),
}
"""What is taken as needed: whoever asks for more is held to it."""

PRESCRIBED: Final[Mapping[str, float]] = {
    "acetaminophen": 4000, "aspirin": 4000, "codeine": 240, "diphenhydramine": 300, "loperamide": 16, "tramadol": 400,
    "zolpidem": 10, "cetirizine": 20, "loratadine": 20,
    "ibuprofen": 3200, "dexibuprofen": 1200, "naproxen": 1500, "naproxen_sodium": 1650, "diclofenac": 150,
    "celecoxib": 400, "meloxicam": 15, "aceclofenac": 200, "etoricoxib": 120,
    "metformin": 3000, "glimepiride": 8, "gliclazide": 320, "glipizide": 40, "sitagliptin": 100, "empagliflozin": 25,
    "dapagliflozin": 10, "linagliptin": 5,
    "amlodipine": 10, "bisoprolol": 20, "losartan": 150, "valsartan": 320, "telmisartan": 80, "candesartan": 32,
    "ramipril": 20, "lisinopril": 80, "perindopril": 16, "enalapril": 40, "digoxin": 0.5,
    "atorvastatin": 80, "rosuvastatin": 40, "simvastatin": 80, "pravastatin": 80,
    "apixaban": 20, "rivaroxaban": 30, "edoxaban": 60, "dabigatran": 300, "clopidogrel": 300,
    "sertraline": 200, "citalopram": 40, "escitalopram": 20, "fluoxetine": 80, "paroxetine": 60, "venlafaxine": 375,
    "mirtazapine": 45, "pregabalin": 600, "gabapentin": 3600, "zopiclone": 7.5,
}  # fmt: skip
"""The most of a day whoever prescribes it; where a rhythm told comes to more, something was misread or goes wrong."""
