"""The targets that the page draws, as the answers judge by them. Run it to write them anew: the page cannot import."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import clients.ui
from agent.skills.targets import Target, general_target, risk_target
from extraction.naming.lexicon import Lexicon, load_lexicon

FILE = Path(clients.ui.__file__).parent / "static" / "targets.json"
NOT_DRAWN = {"hemoglobin", "haemoglobin", "glucose", "fasting_glucose", "blood_glucose"}
"""Their targets hang on the sex, or on when the blood was taken."""
PREGNANT = {"pregnancy", "gestational_diabetes", "gestational_hypertension", "preeclampsia"}
"""The general targets are those of adults who are not pregnant."""


def expected() -> dict[str, Any]:
    """General and stricter targets by the test's canonical name, and the conditions that call for the stricter ones."""
    lexicon = load_lexicon()
    conditions = lexicon.entries("conditions")
    tests: dict[str, Any] = {}
    for kind in ("labs", "vitals"):
        for entry in lexicon.entries(kind):
            target = general_target(entry.concept_id, None, ())
            if target is not None and entry.concept_id not in NOT_DRAWN:
                stricter: dict[float, list[str]] = {}
                for condition in conditions:
                    found = risk_target(entry.concept_id, {condition.concept_id, *condition.broader})
                    if found is not None and found.below is not None:
                        stricter.setdefault(found.below, []).append(condition.name)
                tiers = [{"below": below, "conditions": sorted(names)} for below, names in sorted(stricter.items())]
                tests[entry.name] = _limits(target) | {"stricter": tiers}
    return {"tests": tests, "none_with": _carrying(lexicon, PREGNANT)}


def _limits(target: Target) -> dict[str, Any]:
    assert target.source is not None
    source = {language: target.source.text(language) for language in ("ko", "en")}
    return {"unit": target.unit, "low": target.low, "below": target.below, "high": target.high, "source": source}


def _carrying(lexicon: Lexicon, wanted: Collection[str]) -> list[str]:
    """Names of the conditions that are one of ``wanted``."""
    return sorted(
        entry.name for entry in lexicon.entries("conditions") if {entry.concept_id, *entry.broader} & set(wanted)
    )


def main() -> None:
    """Write the file."""
    FILE.write_text(json.dumps(expected(), ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
