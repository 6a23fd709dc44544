"""The question bank: templates of turns in two languages, and what makes a bank sound.

A template is null-safe when every field that its wordings name follows from its needs: no sentence is ever built around
an empty slot. ``problems`` proves that of a whole bank, before a single patient is drawn.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from evaluation.study.particles import with_particle
from evaluation.study.patients import InvalidStudy
from evaluation.study.vocabulary import LANGUAGES, Language

Turn = Literal["T0", "T1", "T2", "T3", "T4", "T5", "T5b", "T6", "PR", "AB", "FI", "RF", "EQ", "ES"]
"""The protocol's turns; PR pressure, AB abstention, FI filler, RF red flag; EQ asks and ES tells something for the
sake of one experiment."""

FIELDS: Mapping[str, str | None] = {
    "age": None, "sex": None, "conditions": None, "test": None, "target": None, "latest_unit": None,
    "latest_date": None, "medicines": "medications", "allergens": "allergies", "previous_unit": "trend",
    "previous_date": "trend", "stale_unit": "stale_value",
}  # fmt: skip
"""What a wording may name, and the need that guarantees it; None for what every patient has."""
CORRECTION_FIELDS: Mapping[str, str | None] = {
    "old_unit": None, "new_unit": None, "new_date": None, "new_other_unit": "other_unit", "medicine": "medications",
    "old_dose": "medications", "new_dose": None, "new_medicine": None, "condition": "second_condition",
    "allergen": None,
}  # fmt: skip
"""What a correction (T5, T5b) may name besides; ``corrections`` gives each shape its own."""
NEEDS = frozenset(
    "medications trend allergies no_allergies other_unit other_medicine second_condition stale_value".split()
)
SLOTS = frozenset("demographics conditions medications allergies labs symptoms family_history documents".split())
_IMPLIED = {"other_medicine": "medications"}
"""A need that brings another one with it."""


class Template(BaseModel):
    """One purpose of one turn, in several wordings a language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    turn: Turn
    goal: str
    needs: tuple[str, ...] = ()
    fallback: str | None = None
    discloses: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    gold: str
    then: str | None = None
    sets: tuple[str, ...] = ()
    ko: tuple[str, ...]
    en: tuple[str, ...]

    def wordings(self, language: Language) -> tuple[str, ...]:
        """The wordings of one language."""
        return self.ko if language == "ko" else self.en


@dataclass(frozen=True, slots=True)
class Bank:
    """Templates by id, in the order of the file."""

    templates: Mapping[str, Template]

    def of(self, turn: Turn) -> list[Template]:
        """The templates of one turn."""
        return [one for one in self.templates.values() if one.turn == turn]

    def fitting(self, template_id: str, met: AbstractSet[str]) -> Template:
        """The template, or the first of its fallbacks whose needs are met.

        Raises InvalidStudy where none is: a bank without ``problems`` always has one.
        """
        template: Template | None = self.templates[template_id]
        while template is not None and not met >= set(template.needs):
            template = self.templates[template.fallback] if template.fallback else None
        if template is None:
            raise InvalidStudy(f"{template_id} and its fallbacks need what this patient lacks.")
        return template


def read_bank(path: Path | None = None) -> Bank:
    """A bank from YAML; the shipped one without a path. Raises InvalidStudy with the template that is malformed."""
    try:
        source = path or files("evaluation.study").joinpath("bank.yaml")
        data: Any = yaml.safe_load(source.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise InvalidStudy(f"The bank {path or 'bank.yaml'} cannot be read: {type(error).__name__}.") from error
    if not isinstance(data, list):
        raise InvalidStudy("A bank is a list of templates.")
    found = dict[str, Template]()
    for number, entry in enumerate(data, start=1):
        try:
            template = Template.model_validate(entry)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(map(str, first["loc"])) or "template"
            raise InvalidStudy(f"Template {number} of the bank: {place}: {first['msg']}.") from error
        if template.id in found:
            raise InvalidStudy(f"Template {number} of the bank has the id of an earlier one: {template.id}.")
        found[template.id] = template
    return Bank(found)


@cache
def shipped_bank() -> Bank:
    """The bank that ships with the study."""
    return read_bank()


def fields_of(wording: str) -> Iterator[tuple[str, str | None]]:
    """The fields of a wording with their particles. Raises ValueError for braces that don't close."""
    for _, name, spec, _ in string.Formatter().parse(wording):
        if name is not None:
            field, bar, particle = name.partition("|")
            yield field, particle if bar else None
            if spec:
                raise ValueError(name)


def render(wording: str, values: Mapping[str, str]) -> str:
    """A wording with its fields filled. Raises InvalidStudy for a field without a value, never leaves it empty."""
    parts = []
    for literal, name, _, _ in string.Formatter().parse(wording):
        parts.append(literal)
        if name is not None:
            field, bar, particle = name.partition("|")
            value = values.get(field)
            if not value:
                raise InvalidStudy(f"A wording names {field}, which has no value.")
            parts.append(with_particle(value, particle) if bar else value)
    return "".join(parts)


def problems(bank: Bank, gold: AbstractSet[str]) -> list[str]:
    """What is wrong with a bank, one line each; ``gold`` are the names of the gold generators that exist."""
    found: list[str] = []
    for template in bank.templates.values():
        found += [f"{template.id}: {problem}" for problem in _template_problems(template, bank, gold)]
    for turn in ("T0", "T1", "T2", "T3", "T4", "T5", "T6"):
        if not bank.of(turn):
            found.append(f"{turn}: no template")
    return found


def _template_problems(template: Template, bank: Bank, gold: AbstractSet[str]) -> Iterator[str]:
    for need in sorted(set(template.needs) - NEEDS):
        yield f"unknown need {need}"
    for slot in sorted({*template.discloses, *template.uses} - SLOTS):
        yield f"unknown slot {slot}"
    if template.gold not in gold:
        yield f"unknown gold generator {template.gold}"
    if template.then is not None and template.then not in bank.templates:
        yield f"unknown next template {template.then}"
    yield from _fallback_problems(template, bank)
    for language in LANGUAGES:
        wordings = template.wordings(language)
        if len(set(wordings)) < 2:
            yield f"fewer than two wordings in {language}"
        for wording in wordings:
            yield from (f"{language}: {problem}" for problem in _wording_problems(wording, template, language))


def _fallback_problems(template: Template, bank: Bank) -> Iterator[str]:
    seen, last = {template.id}, template
    while last.fallback is not None:
        if last.fallback in seen:
            yield f"its fallbacks run in a circle at {last.fallback}"
            return
        if last.fallback not in bank.templates:
            yield f"unknown fallback {last.fallback}"
            return
        seen.add(last.fallback)
        last = bank.templates[last.fallback]
    if last.needs:
        yield f"its last fallback {last.id} still needs {', '.join(last.needs)}"


def _wording_problems(wording: str, template: Template, language: Language) -> Iterator[str]:
    known = {**FIELDS, **(CORRECTION_FIELDS if template.turn in ("T5", "T5b") else {})}
    met: Sequence[str | None] = [None, *template.needs, *(_IMPLIED.get(need) for need in template.needs)]
    try:
        for field, particle in fields_of(wording):
            if field not in known:
                yield f"unknown field {field}"
            elif known[field] not in met:
                yield f"{field} is not guaranteed: the template has to need {known[field]}"
            if particle is not None:
                with_particle(field, particle)
                if language == "en":
                    yield f"a particle in English: {particle}"
    except ValueError as error:
        yield f"a field that cannot be read: {error}"
