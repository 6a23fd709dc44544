"""A report before it has a form: sections of paragraphs, tables and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; ``key`` names its file. A ``folded`` one is shown when a reader asks for it."""

    key: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure by the name of its file, with a caption that says what is seen."""

    name: str
    caption: str


@dataclass(slots=True)
class Section:
    """A heading with what belongs below it."""

    title: str
    level: int = 2
    paragraphs: list[str] = field(default_factory=list)
    blocks: list[Table | Picture] = field(default_factory=list)


@dataclass(slots=True)
class Document:
    """A whole report."""

    title: str
    lead: list[str] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)

    def tables(self) -> list[Table]:
        """Every table, in its order."""
        return [block for section in self.sections for block in section.blocks if isinstance(block, Table)]

    def pictures(self) -> list[Picture]:
        """Every picture, in its order."""
        return [block for section in self.sections for block in section.blocks if isinstance(block, Picture)]

    def as_data(self) -> dict[str, Any]:
        """The report as JSON values, for who shows it; a picture has the name of its file and no rows."""
        return asdict(self)
