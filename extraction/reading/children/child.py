"""One child of a talk with what was told of it, and all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from extraction.reading.children.ages import Age
from extraction.reading.children.products import Product


@dataclass(frozen=True, slots=True)
class Reading:
    """A temperature in degrees Celsius and when it was told."""

    degrees: float
    said_at: datetime
    line: int


@dataclass(frozen=True, slots=True)
class Given:
    """A dose that a child was given; milligrams None where neither the words nor the product tell them."""

    substance: str
    at: datetime | None
    millilitres: float | None
    milligrams: float | None
    said: str
    line: int


@dataclass(frozen=True, slots=True)
class Child:
    """One child. ``age`` and ``weight`` are as last told; ``lines`` are the lines that tell of the child."""

    name: str = ""
    role: str = ""
    sex: str = ""
    age: Age | None = None
    age_line: int = -1
    newborn: bool = False
    weight: float | None = None
    weight_before: float | None = None
    weight_line: int = -1
    weight_said: str = ""
    weight_is_righted: bool = False
    """Whether the last weight was told in the place of the one before."""
    temperatures: tuple[Reading, ...] = ()
    doses: tuple[Given, ...] = ()
    last_line: int = 0
    """The last line of the talk, whomever it tells of."""
    subject: str = ""
    """Whose the facts on record are that hold what is told of it; "" of a child that is not there yet."""
    is_recorded: bool = False
    """Whether it is the child whose record is kept."""

    @property
    def months(self) -> float | None:
        """The age in months; of a newborn without another age half a month."""
        if self.age is not None:
            return self.age.months
        return 0.5 if self.newborn else None


@dataclass(frozen=True, slots=True)
class Household:
    """The children of a talk; ``main`` is the index of the one that it is about, None where it is about the speaker.

    ``strength`` is how many milligrams a millilitre of the syrup at hand holds, as told.
    """

    children: tuple[Child, ...] = ()
    main: int | None = None
    strength: float | None = None
    products: tuple[Product, ...] = ()
    """The medicines for fever that the last line names."""
    asked: tuple[int, ...] = ()
    """The children that the last line names; empty where it names none."""
    meant: tuple[tuple[int, int], ...] = ()
    """From which places of the last line on which child is meant, by index."""

    def meant_at(self, place: int) -> int | None:
        """The child that is meant at a place of the last line; None before any is."""
        return next((index for start, index in reversed(self.meant) if start <= place), None)

    @property
    def is_of_children(self) -> bool:
        """Whether somebody of the talk is surely a child: by an age or a weight beside a name or a kinship word."""
        return any(_is_surely_child(one) for one in self.children)

    @property
    def patient(self) -> Child | None:
        """The child that the talk is about."""
        return self.children[self.main] if self.main is not None else None


_YOUNG: Final = frozenset({"child", "grandchild", "sibling", "first", "second"})


_LEAST: Final = 2.0


_LIGHT: Final = 60.0
"""Kilograms up to which somebody of a child's age is a child, and nobody's typing error."""


def _is_surely_child(child: Child) -> bool:
    if child.newborn or child.is_recorded:
        return True
    light = child.weight is not None and _LEAST < child.weight < _LIGHT
    if child.age is not None:
        return bool(child.role or child.name or child.sex or light)
    return child.role in _YOUNG and light
