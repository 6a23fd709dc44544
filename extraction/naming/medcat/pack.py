"""A licensed MedCAT model pack as a second recogniser beside the lexicon.

A pack is a pickle: loading one runs whatever code its maker put into it, so name only files that you trust. It is read
and never written, not even unpacked where it lies.
"""

from __future__ import annotations

import json
import logging
import os
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from domain.errors import AnamnesisError
from extraction.naming.lexicon import Lexicon
from extraction.naming.matcher import Candidate, longest
from extraction.naming.mentions import Entry, Kind, Mention
from extraction.text.lazy_regex import lazy_regex

if TYPE_CHECKING:
    from medcat.cat import CAT

_CARD: Final = "model_card.json"
_LEGACY: Final = "cdb.dat"
"""The file by which MedCAT itself knows a pack of its first major version."""

_KINDS: Final[Mapping[str, Kind]] = {
    "T019": "conditions", "T020": "conditions", "T037": "conditions", "T046": "conditions", "T047": "conditions",
    "T048": "conditions", "T190": "conditions", "T191": "conditions", "T184": "symptoms", "T121": "medications",
    "T195": "medications", "T200": "medications", "T034": "labs", "T059": "labs", "T060": "procedures",
    "T061": "procedures", "disease or syndrome": "conditions", "neoplastic process": "conditions",
    "mental or behavioral dysfunction": "conditions", "sign or symptom": "symptoms",
    "pharmacologic substance": "medications", "antibiotic": "medications", "clinical drug": "medications",
    "laboratory procedure": "labs", "laboratory or test result": "labs", "diagnostic procedure": "procedures",
    "therapeutic or preventive procedure": "procedures", "disorder": "conditions", "product": "medications",
    "medicinal product": "medications", "medicinal product form": "medications", "substance": "allergens",
    "procedure": "procedures", "regime/therapy": "procedures",
}  # fmt: skip
"""The table that a type belongs to: UMLS semantic types by id and name (uts.nlm.nih.gov), and SNOMED CT's semantic
tags. SNOMED's "finding" holds "married" beside "headache" and is left out; its substances are no medicines by
themselves, but can be what a patient is allergic to."""

_SAME_CONCEPT: Final[Mapping[str, str]] = {
    "snomed": "SNOMED", "snomedct": "SNOMED", "rxnorm": "RXNORM", "loinc": "LOINC",
}  # fmt: skip
"""Mappings of a pack that keep the meaning; one to ICD or ATC puts many concepts under a code and identifies none."""

_SNOMED: Final = lazy_regex(r"\d{6,18}")
_UMLS: Final = lazy_regex(r"C\d{7}")
_UMLS_URI: Final = "http://www.nlm.nih.gov/research/umls"
_SNOMED_URI: Final = "http://snomed.info/sct"


class PackError(AnamnesisError):
    """The MedCAT model pack cannot be used."""

    status = "FAILED_PRECONDITION"
    reason = "MEDCAT_PACK_INVALID"
    advice = "Check ANAMNESIS_MEDCAT_PACK; without it the service runs on its own lexicon."


class PackMissing(PackError):
    """There is no MedCAT model pack at the path."""

    reason = "MEDCAT_PACK_MISSING"
    advice = "Set ANAMNESIS_MEDCAT_PACK to the pack's folder or .zip file."


class PackUnreadable(PackError):
    """The file is not a MedCAT model pack, or needs what is not installed."""

    reason = "MEDCAT_PACK_UNREADABLE"
    advice = "Name a pack that MedCAT's save_model_pack wrote, and install what it needs (often spaCy and its model)."


class PackVersionMismatch(PackError):
    """The MedCAT model pack was made by another version of MedCAT."""

    reason = "MEDCAT_PACK_VERSION"
    advice = "Convert the pack with the MedCAT that is installed here: load it there once and save it again."


class MedcatPack:
    """The concepts of a model pack in a text, linked to lexicon entries where they are the same; a ConceptRecogniser.

    A concept that the lexicon lacks becomes an entry of its own when its type belongs to a table, else nothing.
    """

    name: Final = "medcat-pack"

    def __init__(self, cat: CAT, lexicon: Lexicon, pack_version: str) -> None:
        self.version = pack_version
        self._cat = cat
        self._lexicon = lexicon
        self._entries: dict[str, Entry | None] = {}
        self._linking = Lock()

    def find(self, text: str) -> tuple[Mention, ...]:
        """All mentions in `text`, by start, none overlapping another."""
        entities = self._cat.get_entities(text)["entities"].values()
        found = [
            Candidate(entry, entity["start"], entity["end"], min(1.0, max(0.0, float(entity["acc"]))), self.name)
            for entity in entities
            if (entry := self._entry(entity)) is not None
        ]
        return tuple(
            Mention(each.entry, each.start, each.end, text[each.start : each.end], each.confidence, each.recogniser)
            for each in longest(found)
        )

    def _entry(self, entity: Mapping[str, Any]) -> Entry | None:
        cui = str(entity["cui"])
        with self._linking:
            if cui not in self._entries:
                self._entries[cui] = self._linked(cui, entity)
            return self._entries[cui]

    def _linked(self, cui: str, entity: Mapping[str, Any]) -> Entry | None:
        kind, name = self._kind(entity["type_ids"]), str(entity["pretty_name"])
        known = self._by_code(cui, entity)
        if known is not None or kind is None:
            return known
        known = self._lexicon.by_name(name, (kind,))
        if known is not None:
            return known
        prefix, system = ("SNOMED", _SNOMED_URI) if _SNOMED.fullmatch(cui) else ("MEDCAT", "")
        if _UMLS.fullmatch(cui):
            prefix, system = "UMLS", _UMLS_URI
        return Entry(kind, f"{prefix}:{cui}", name, "", codes=((system, cui),) if system else ())

    def _by_code(self, cui: str, entity: Mapping[str, Any]) -> Entry | None:
        codes = [("SNOMED", cui)] if _SNOMED.fullmatch(cui) else []
        for ontology, system in _SAME_CONCEPT.items():
            values = entity.get(ontology) or ()
            codes += [(system, str(value["code"] if isinstance(value, Mapping) else value)) for value in values]
        found = (self._lexicon.by_code(system, code) for system, code in codes)
        return next((entry for entry in found if entry is not None), None)

    def _kind(self, type_ids: list[str]) -> Kind | None:
        for type_id in type_ids:
            info = self._cat.cdb.type_id2info.get(type_id)
            for label in (type_id, type_id.lower(), info.name.lower() if info is not None else ""):
                if label in _KINDS:
                    return _KINDS[label]
        return None


def load_pack(path: Path, lexicon: Lexicon) -> MedcatPack:
    """Load the model pack at ``path``, a folder or a .zip file; takes seconds to minutes.

    Raises PackMissing, PackVersionMismatch (checked before anything is unpickled) and PackUnreadable.
    """
    # MedCAT reads this at import, and would else ask the package index for a newer version once a week.
    os.environ.setdefault("MEDCAT_DISABLE_VERSION_CHECK", "True")
    if not path.exists():
        raise PackMissing("There is no MedCAT model pack at the path.")
    with _unpacked(path) as folder:
        card = _card(folder)
        from medcat.cat import CAT

        # MedCAT's debug messages hold the text, and its usage monitor would keep a file of them.
        logging.getLogger("medcat").setLevel(logging.WARNING)
        quiet = {"general": {"usage_monitor": {"enabled": False}, "map_to_other_ontologies": "auto"}}
        try:
            cat = CAT.load_model_pack(str(folder), config_dict=quiet)
        except Exception as error:
            # A pickle can fail in any way; its words may name paths of the machine that made it.
            raise PackUnreadable(f"The MedCAT model pack cannot be loaded ({type(error).__name__}).") from error
    return MedcatPack(cat, lexicon, str(card.get("Model ID", "unknown")))


@contextmanager
def _unpacked(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield path
        return
    if not zipfile.is_zipfile(path):
        raise PackUnreadable("The file is neither a folder nor a .zip file.")
    # MedCAT would unpack it beside the file.
    with TemporaryDirectory(prefix="anamnesis-pack-") as folder:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
        yield Path(folder)


def _card(folder: Path) -> Mapping[str, Any]:
    installed = version("medcat")
    if (folder / _LEGACY).is_file() and not (folder / "cdb").exists():
        raise PackVersionMismatch("The pack was made by MedCAT 1.", installed=installed)
    try:
        card = json.loads((folder / _CARD).read_text(encoding="utf-8"))
        made_by = str(card["MedCAT Version"])
    except (OSError, ValueError, KeyError, TypeError):
        raise PackUnreadable("There is no model card in it.") from None
    if made_by.partition(".")[0] != installed.partition(".")[0]:
        raise PackVersionMismatch("The pack was made by another MedCAT.", installed=installed, pack=made_by)
    return dict(card)
