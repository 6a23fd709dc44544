"""The families by name, as stages name them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from evaluation.study.families import protocol
from evaluation.study.families.questions import QUESTIONS, Maker
from evaluation.study.patients import InvalidStudy

FAMILIES: Mapping[str, Maker] = MappingProxyType({"p6": protocol.scenarios, **QUESTIONS})
"""Patients, language, seed and the stage's options to conversations."""


def family(name: str) -> Maker:
    """A family by name. Raises InvalidStudy."""
    if name not in FAMILIES:
        raise InvalidStudy(f"No family of scenarios is called {name}; known are {', '.join(FAMILIES)}.")
    return FAMILIES[name]
