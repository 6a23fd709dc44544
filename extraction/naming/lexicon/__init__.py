"""The bilingual lexicon of medical concepts: one table a kind, as tab-separated files beside this module.

A table's first row names its columns. `id` and `name` are required; `name_ko`, `synonyms_en`, `synonyms_ko`, `codes`,
`broader` and `classes` are optional, and lists in them are separated by `|`; codes read `SYSTEM=code`. Every other
column goes to `Entry.extra` as it stands. Blank lines and lines that begin with `#` are left out.

Beside the tables stands `phrases.tsv`: how people said a concept (`kind`, `id`, `phrase`, and the `authors` whose words
they are), which become further synonyms of that concept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from pathlib import Path
from sys import intern
from types import MappingProxyType
from typing import Final, get_args

from domain.errors import AnamnesisError
from extraction.naming.mentions import Entry, Kind
from extraction.text.normalise import fold, fold_all
from extraction.text.warm_store import MANY_WORDS, kept

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

CODE_SYSTEMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "SNOMED": "http://snomed.info/sct",
        "RXNORM": "http://www.nlm.nih.gov/research/umls/rxnorm",
        "LOINC": "http://loinc.org",
        "KCD": "http://www.hl7korea.or.kr/CodeSystem/kostat-kcd-8",
        "ICD10": "http://hl7.org/fhir/sid/icd-10",
        "ATC": "http://www.whocc.no/atc",
    }
)
"""Short names of code systems, with the URIs that FHIR R4 gives them (hl7.org/fhir/R4/terminologies-systems.html), and
HL7 Korea's KR Core gives the Korean edition of ICD-10, KCD-8."""

SHORT_NAMES: Final[Mapping[str, str]] = MappingProxyType({uri: short for short, uri in CODE_SYSTEMS.items()})

_COMMON_COLUMNS: Final = frozenset({"id", "name", "name_ko", "synonyms_en", "synonyms_ko", "codes", "broader"})
_PHRASES: Final = "phrases"
_CLASSES: Final = "classes"
"""The column of medications that names their drug classes: these are their more general concepts."""


class LexiconError(AnamnesisError):
    """A lexicon table breaks its format. ``details``: file, line (from 1; 0 for the whole file) and rule."""

    def __init__(self, file: str, line: int, rule: str) -> None:
        super().__init__(f"{file}:{line}: {rule}", file=file, line=line, rule=rule)

    status = "FAILED_PRECONDITION"
    reason = "LEXICON_INVALID"
    advice = "Correct the named line of the lexicon table and start again."


@dataclass(frozen=True, slots=True)
class _Row:
    entry: Entry
    parents: tuple[str, ...]
    file: str
    line: int


class Lexicon:
    """All entries, found by id, by code and by name. Immutable after construction, so threads may share it."""

    def __init__(self, entries: Iterable[Entry], version: str) -> None:
        self.version = version
        self._by_id: dict[tuple[Kind, str], Entry] = {}
        self._by_code: dict[tuple[str, str], list[Entry]] = {}
        self._by_name: dict[Kind, dict[str, Entry]] = {kind: {} for kind in KINDS}
        forms = [(entry, surfaces(entry)) for entry in entries]
        keys = iter(_folded(forms))
        for entry, own in forms:
            self._by_id[entry.kind, entry.concept_id] = entry
            for code in entry.codes:
                self._by_code.setdefault(code, []).append(entry)
            # Most keys are forms as they stand, and matchers hold them again: one object for all of them.
            for key in map(intern, islice(keys, len(own))):
                self._by_name[entry.kind].setdefault(key, entry)

    def __len__(self) -> int:
        return len(self._by_id)

    def entry(self, kind: Kind, concept_id: str) -> Entry:
        """The entry with this id in the table `kind`; KeyError when there is none."""
        return self._by_id[kind, concept_id]

    def find(self, kind: Kind, concept_id: str) -> Entry | None:
        """The same, or None when there is none."""
        return self._by_id.get((kind, concept_id))

    def entries(self, kind: Kind | None = None) -> tuple[Entry, ...]:
        """The entries of one table in its order, or of all tables."""
        return tuple(entry for entry in self._by_id.values() if kind is None or entry.kind == kind)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Every form of every entry, each once."""
        return tuple(dict.fromkeys(surface for entry in self._by_id.values() for surface in surfaces(entry)))

    def by_code(self, system: str, code: str, kinds: Sequence[Kind] = KINDS) -> Entry | None:
        """The entry that carries `code` of `system` (a FHIR URI or a short name such as "LOINC"), first of `kinds`."""
        found = self._by_code.get((CODE_SYSTEMS.get(system.upper(), system), code), ())
        return next((entry for kind in kinds for entry in found if entry.kind == kind), None)

    def by_name(self, text: str, kinds: Sequence[Kind] = KINDS) -> Entry | None:
        """The entry that has `text` as its name or a synonym, spaces and case aside, first of `kinds`."""
        key = fold(text)
        return next((entry for kind in kinds if (entry := self._by_name[kind].get(key))), None)


def _folded(forms: Sequence[tuple[Entry, tuple[str, ...]]]) -> list[str]:
    """The keys of the forms of all entries, one after the other."""
    listed = [form for _, own in forms for form in own]

    def derived() -> list[str]:
        return [key for _, own in forms for key in fold_all(own)]

    return kept("folded", listed, list[str], derived) if len(listed) >= MANY_WORDS else derived()


def surfaces(entry: Entry) -> tuple[str, ...]:
    """Every form of the entry that a text may hold, each once."""
    forms = (entry.name, entry.name_ko, *entry.synonyms_en, *entry.synonyms_ko)
    return tuple(dict.fromkeys(form for form in forms if form))


def load_lexicon(extra_directory: Path | None = None, *, unheard: frozenset[str] = frozenset()) -> Lexicon:
    """Read the shipped tables, then those of `extra_directory`: a row with a known id replaces the shipped one.

    Phrases that only the authors `unheard` used are left out: so they are when those authors are measured.

    Raises LexiconError for a row that breaks the format, and for a directory that holds no table: a mistyped name would
    else be passed over without a word.
    """
    directories: list[Traversable] = [files(__name__)]
    if extra_directory is not None:
        _check_directory(extra_directory)
        directories.append(extra_directory)
    return read_tables(directories, unheard=unheard)


def _check_directory(directory: Path) -> None:
    tables = sorted(path.stem for path in directory.glob("*.tsv") if path.stem != _PHRASES)
    stray = next((name for name in tables if name not in KINDS), None)
    if stray is not None:
        raise LexiconError(file=f"{stray}.tsv", line=0, rule=f"a table is one of {', '.join(KINDS)}")
    if not tables:
        raise LexiconError(file=directory.name, line=0, rule="a lexicon directory exists and holds a .tsv table")


def read_tables(directories: Sequence[Traversable], *, unheard: frozenset[str] = frozenset()) -> Lexicon:
    """The lexicon of the tables in `directories`, later ones over earlier ones. Raises LexiconError."""
    rows: dict[tuple[Kind, str], _Row] = {}
    digest = hashlib.sha256()
    for directory in directories:
        for kind in KINDS:
            table = directory.joinpath(f"{kind}.tsv")
            if not table.is_file():
                continue
            content = table.read_bytes()
            digest.update(kind.encode() + b"\0" + content + b"\0")
            seen: set[str] = set()
            for row in _rows(kind, table.name, content):
                if row.entry.concept_id in seen:
                    raise LexiconError(file=row.file, line=row.line, rule="an id stands once in a table")
                seen.add(row.entry.concept_id)
                rows[kind, row.entry.concept_id] = row
        phrases = directory.joinpath(f"{_PHRASES}.tsv")
        if phrases.is_file():
            content = phrases.read_bytes()
            digest.update(_PHRASES.encode() + b"\0" + content + b"\0" + ",".join(sorted(unheard)).encode())
            _add_phrases(rows, phrases.name, content, unheard)
    return Lexicon(_with_ancestors(rows), digest.hexdigest()[:12])


def _add_phrases(rows: dict[tuple[Kind, str], _Row], file: str, content: bytes, unheard: frozenset[str]) -> None:
    by_name = {(str(kind), concept_id): row for (kind, concept_id), row in rows.items()}
    added: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for number, line in enumerate(content.decode("utf-8").splitlines()[1:], start=2):
        kind, concept_id, phrase, authors = [*line.split("\t"), "", "", ""][:4]
        if (kind, concept_id) not in by_name or not phrase.strip():
            raise LexiconError(file=file, line=number, rule="a phrase names a concept that exists")
        if set(authors.split(",")) <= unheard:
            continue
        korean, english = added.setdefault((kind, concept_id), ([], []))
        (korean if any("가" <= char <= "힣" for char in phrase) else english).append(phrase.strip())
    for name, (korean, english) in added.items():
        row = by_name[name]
        entry = replace(
            row.entry,
            synonyms_ko=(*row.entry.synonyms_ko, *korean),
            synonyms_en=(*row.entry.synonyms_en, *english),
        )
        rows[entry.kind, entry.concept_id] = replace(row, entry=entry)


def _rows(kind: Kind, file: str, content: bytes) -> Iterator[_Row]:
    try:
        lines = content.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise LexiconError(file=file, line=0, rule="the file is UTF-8") from None
    columns: list[str] | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if columns is None:
            columns = cells
            if not {"id", "name"} <= set(columns):
                raise LexiconError(file=file, line=number, rule="the first row names id, name and more")
            continue
        if len(cells) > len(columns):
            raise LexiconError(file=file, line=number, rule="a row has no more cells than there are columns")
        yield _row(kind, file, number, dict(zip(columns, cells, strict=False)))


def _row(kind: Kind, file: str, line: int, cells: Mapping[str, str]) -> _Row:
    concept_id, name = cells.get("id", ""), cells.get("name", "")
    if not concept_id or not name:
        raise LexiconError(file=file, line=line, rule="a row has an id and a name")
    codes = []
    for code in _split(cells.get("codes", "")):
        system, separator, value = code.partition("=")
        if not separator or not value or system.upper() not in CODE_SYSTEMS:
            raise LexiconError(file=file, line=line, rule="codes read SYSTEM=code with a known system")
        codes.append((CODE_SYSTEMS[system.upper()], value))
    entry = Entry(
        kind=kind,
        concept_id=concept_id,
        name=name,
        name_ko=cells.get("name_ko", ""),
        synonyms_en=_split(cells.get("synonyms_en", "")),
        synonyms_ko=_split(cells.get("synonyms_ko", "")),
        codes=tuple(codes),
        extra=MappingProxyType({key: value for key, value in cells.items() if key not in _COMMON_COLUMNS}),
    )
    return _Row(entry, (*_split(cells.get("broader", "")), *_split(cells.get(_CLASSES, ""))), file, line)


def _split(cell: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(intern(part.strip()) for part in cell.split("|") if part.strip())) if cell else ()


def _with_ancestors(rows: Mapping[tuple[Kind, str], _Row]) -> Iterator[Entry]:
    """The entries with `broader` resolved: parents before grandparents, each once, never the entry itself."""
    for (kind, concept_id), row in rows.items():
        found: list[str] = []
        front = [(row, parent) for parent in row.parents]
        while front:
            below, parent = front.pop(0)
            above = _parent(rows, below, parent)
            if parent in found or (above.entry.kind == kind and parent == concept_id):
                continue
            found.append(parent)
            front += [(above, grandparent) for grandparent in above.parents]
        entry = row.entry
        yield Entry(
            entry.kind, entry.concept_id, entry.name, entry.name_ko, entry.synonyms_en, entry.synonyms_ko,
            entry.codes, tuple(found), entry.extra,
        )  # fmt: skip


def _parent(rows: Mapping[tuple[Kind, str], _Row], child: _Row, parent: str) -> _Row:
    own: tuple[Kind, ...] = (child.entry.kind,)
    order = ("drug_classes", *own) if child.entry.kind == "medications" else own
    for kind in (*order, *KINDS):
        if above := rows.get((kind, parent)):
            return above
    raise LexiconError(file=child.file, line=child.line, rule=f"broader names a concept that exists: {parent}")
