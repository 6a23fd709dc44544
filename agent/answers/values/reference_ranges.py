"""Reference ranges of common blood tests for adults who are not pregnant, where no guideline sets a limit of its own.

They say what is usual, not what is ill: a laboratory's own range goes before them, and one value is no diagnosis.
"""

from __future__ import annotations

from typing import Final

from agent.skills.targets import Sex, Source, Target

ABIM: Final = Source("미국내과전문의위원회(ABIM) 검사 참고치", "ABIM laboratory reference ranges", 2024)
IRON_STORES: Final = Source(
    "영국 NICE CKS 철결핍빈혈과 유럽간학회(EASL) 혈색소증 지침",
    "NICE CKS, iron deficiency, and EASL, haemochromatosis",
    2022,
)
NICE_B12: Final = Source("영국 NICE 비타민 B12 결핍 지침 NG239", "NICE NG239, vitamin B12 deficiency", 2024)
FERRITIN_FROM: Final = 30.0
"""ng/mL below which iron stores are taken to be used up (NICE CKS)."""
FERRITIN_TO: Final[dict[Sex, float]] = {"male": 300.0, "female": 200.0}
"""ng/mL above which ferritin is high (EASL 2022)."""

REFERENCE_RANGES: Final = {
    "vitamin_b12": Target("pg/mL", low=350.0, source=NICE_B12),
    "folate": Target("ng/mL", low=1.8, source=ABIM),
    "free_t4": Target("ng/dL", low=0.8, high=1.8, source=ABIM),
    "ggt": Target("U/L", high=78.0, source=ABIM),
    "calcium": Target("mg/dL", low=8.6, high=10.2, source=ABIM),
    "magnesium": Target("mg/dL", low=1.6, high=2.6, source=ABIM),
    "phosphate": Target("mg/dL", low=3.0, high=4.5, source=ABIM),
    "albumin": Target("g/dL", low=3.5, high=5.5, source=ABIM),
    "alkaline_phosphatase": Target("U/L", low=30.0, high=120.0, source=ABIM),
    "total_bilirubin": Target("mg/dL", high=1.0, source=ABIM),
    "bun": Target("mg/dL", high=20.0, source=ABIM),
    "crp": Target("mg/L", high=8.0, source=ABIM),
    "mcv": Target("fL", low=80.0, high=98.0, source=ABIM),
    "creatine_kinase": Target("U/L", high=170.0, source=ABIM),
    "ldh": Target("U/L", high=225.0, source=ABIM),
    "lipase": Target("U/L", high=140.0, source=ABIM),
    "amylase": Target("U/L", high=125.0, source=ABIM),
}
"""Ranges by test; of vitamin B12 the end is that under which a lack is possible."""
OF_ADULTS: Final = frozenset({"ferritin", *REFERENCE_RANGES}) - {"vitamin_b12", "calcium", "magnesium"}
"""Tests whose ranges are others in a child."""
NOT_IN_PREGNANCY: Final = frozenset(REFERENCE_RANGES) - {"vitamin_b12", "folate"}
"""Tests that pregnancy moves."""


def ferritin_range(sex: Sex | None) -> Target | None:
    """The range of ferritin, whose upper end hangs on the sex; None where that is not known."""
    return Target("ng/mL", low=FERRITIN_FROM, high=FERRITIN_TO[sex], source=IRON_STORES) if sex is not None else None
