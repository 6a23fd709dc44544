"""The conditions, medicines, tests and allergens that virtual patients are made of, read from ``vocabulary.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict

Language = Literal["ko", "en"]
LANGUAGES: tuple[Language, ...] = ("ko", "en")


class Term(BaseModel):
    """A thing with its names: what a patient calls it, and what an answer may call it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    en: str
    ko: str
    also: tuple[str, ...] = ()

    def name(self, language: Language) -> str:
        """The name that a patient of this language uses."""
        return self.ko if language == "ko" else self.en

    @property
    def names(self) -> tuple[str, ...]:
        """Every name, in any language."""
        return (self.en, self.ko, *self.also)


class Target(BaseModel):
    """A protocol threshold of this study: below a value, or at least it, if need be another for men."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    below: float | None = None
    at_least: float | None = None
    at_least_male: float | None = None

    def met(self, value: float, gender: str) -> bool:
        """Whether a value reaches the target."""
        bound = self.bound(gender)
        return value < bound if self.below is not None else value >= bound

    def bound(self, gender: str) -> float:
        """The threshold itself."""
        if gender == "male" and self.at_least_male is not None:
            return self.at_least_male
        return self.below if self.below is not None else self.at_least or 0.0


class OtherUnit(BaseModel):
    """Another unit of a test: ``factor`` times it is the test's own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    unit: str
    factor: float
    decimals: int


class Test(Term):
    """A laboratory test: its plausible range, the usual step between two visits, and its target."""

    loinc: str
    unit: str
    decimals: int
    range: tuple[float, float]
    step: float
    target: Target
    other_unit: OtherUnit | None = None

    def rounded(self, value: float) -> float:
        """A value within the range, with the test's decimals."""
        return round(min(max(value, self.range[0]), self.range[1]), self.decimals)


class Condition(Term):
    """A disease, how often it is met by age, its test and the medicines it is treated with."""

    snomed: str
    age: tuple[int, int, int]
    test: str
    medicines: tuple[str, ...]


class Medicine(Term):
    """A medicine with its usual doses and how often it is taken; ``not_with`` names what rules it out here."""

    rxnorm: str
    doses: tuple[str, ...]
    frequency: str
    not_with: tuple[str, ...] = ()


class Vocabulary(BaseModel):
    """All terms by id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tests: Mapping[str, Test]
    conditions: Mapping[str, Condition]
    medicines: Mapping[str, Medicine]
    allergens: Mapping[str, Term]
    frequencies: Mapping[str, Term]


@cache
def vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    text = files("evaluation.study").joinpath("vocabulary.yaml").read_text(encoding="utf-8")
    data: Any = yaml.safe_load(text)
    return Vocabulary.model_validate(data)
