"""The families by name, as stages name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from evaluation.study.experiments.definition import Options
from evaluation.study.families import protocol
from evaluation.study.patients import InvalidStudy, Patient
from evaluation.study.simulator import Scenario
from evaluation.study.vocabulary import Language

Family = Callable[[Sequence[Patient], Language, int, Options], list[Scenario]]
"""Patients, language, seed and the stage's options to conversations. Raises InvalidStudy for unusable options."""

FAMILIES: Mapping[str, Family] = MappingProxyType({"p6": protocol.scenarios})


def family(name: str) -> Family:
    """A family by name. Raises InvalidStudy."""
    if name not in FAMILIES:
        raise InvalidStudy(f"No family of scenarios is called {name}; known are {', '.join(FAMILIES)}.")
    return FAMILIES[name]
