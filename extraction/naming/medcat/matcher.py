"""MedCAT over a concept database that is built in memory from the lexicon: no model is stored or downloaded."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from extraction.naming.lexicon import Lexicon, surfaces
from extraction.naming.matcher import Candidate, case_fits, joined, name_keys, stands_alone
from extraction.naming.medcat.concept_table import ConceptTable, database_of, table_of
from extraction.naming.mentions import Entry
from extraction.naming.name_forms import names
from extraction.text.kiwi import Stem, singular
from extraction.text.normalise import fold

if TYPE_CHECKING:
    from medcat.cdb import CDB
    from medcat.config import Config
    from medcat.pipeline import Pipeline

_LONGEST_NAME: Final = 2
"""Stems of a name that MedCAT is given. Longer ones are what patients say ("can't catch my breath"): the dictionary
finds the same spans, and MedCAT takes the longest to build (measured: a third of the warm-up)."""

Kept = Callable[[Callable[[], ConceptTable]], ConceptTable]
"""Gives a table that was kept, or has it derived."""

_SKIP_LIMIT: Final = 4
"""Particles, endings and adverbs that MedCAT may skip inside one name; `joined` then decides."""


def at_once(derive: Callable[[], ConceptTable]) -> ConceptTable:
    """Nothing is kept."""
    return derive()


class MedcatMatcher:
    """All names that MedCAT links, as candidates; threads may share it."""

    def __init__(self, lexicon: Lexicon, analyse: Callable[[str], Sequence[Stem]], kept: Kept = at_once) -> None:
        """Have MedCAT build its database over the lexicon, which takes seconds; or take it as it is ``kept``.

        ``analyse`` gives the stems of a text, those of the lexicon's forms too while the database is built.
        """
        self.name = f"medcat-{version('medcat')}"
        self._entries = {_cui(entry): entry for entry in lexicon.entries()}
        self._latin: dict[str, dict[str, list[str]]] = {}
        """The forms in Latin letters of the concepts that were found so far, by what MedCAT knows each by."""
        config = _ready(analyse)
        table = kept(lambda: table_of(_built(config, lexicon, analyse)))
        self._pipeline = _over(table, config)

    def candidates(self, text: str, parts: Sequence[Stem]) -> Iterator[Candidate]:
        """Every lexicon name that MedCAT finds in `text`, whose analysis is `parts`; nested ones included."""
        for entity in self._pipeline.get_doc(text).linked_ents:
            entry, first, last = self._entries[entity.cui], entity.base.start_index, entity.base.end_index - 1
            audible = [at for at in range(first, last + 1) if not parts[at].silent]
            if not stands_alone(parts, first, last) or not all(joined(parts, a, b) for a, b in pairwise(audible)):
                continue
            start, end = parts[first].start, max(part.end for part in parts[first : last + 1])
            forms = self._latin_forms(entity.cui, entry).get(entity.detected_name)
            if not forms or any(case_fits(form, entry, text, start, end) for form in forms):
                yield Candidate(entry, start, end, 1.0, self.name)

    def _latin_forms(self, cui: str, entry: Entry) -> dict[str, list[str]]:
        known = self._latin.get(cui)
        if known is None:
            known = {}
            for form in surfaces(entry):
                if form.isascii():
                    known.setdefault(singular(form.casefold()), []).append(form)
            self._latin[cui] = known
        return known


def _cui(entry: Entry) -> str:
    # MedCAT turns ids into upper case.
    return f"{entry.kind}:{entry.concept_id}".upper()


def _ready(analyse: Callable[[str], Sequence[Stem]]) -> Config:
    """MedCAT's settings for texts that are analysed so."""
    # MedCAT reads this at import, and would else ask the package index for a newer version once a week.
    os.environ.setdefault("MEDCAT_DISABLE_VERSION_CHECK", "True")
    from medcat.tokenizing.tokenizers import list_available_tokenizers

    from extraction.naming.medcat.plugin import SilentTagger, register

    config = _config()
    config.components.tagging.comp_name = SilentTagger.name
    # Stems are normal forms already: the normaliser would look at each and leave it.
    config.components.comp_order = ["tagging", "ner", "linking"]
    # Names are for good in MedCAT's registry: every database gets its own.
    config.general.nlp.provider = f"stems_{len(list_available_tokenizers())}"
    register(config.general.nlp.provider, analyse)
    # MedCAT's debug messages hold the text.
    logging.getLogger("medcat").setLevel(logging.WARNING)
    return config


def _built(config: Config, lexicon: Lexicon, analyse: Callable[[str], Sequence[Stem]]) -> CDB:
    import pandas  # type: ignore[import-untyped]
    from medcat.model_creation.cdb_maker import CDBMaker

    columns = ["cui", "name", "ontologies", "name_status", "type_ids", "description"]
    return CDBMaker(config).prepare_csvs([pandas.DataFrame(_rows(lexicon, analyse), columns=columns)])


def _over(table: ConceptTable, config: Config) -> Pipeline:
    # What MedCAT's own CAT runs, without all that it loads to train, to serve and to store.
    from medcat.pipeline import Pipeline
    from medcat.vocab import Vocab

    return Pipeline(database_of(table, config), Vocab(), None)


def _rows(lexicon: Lexicon, analyse: Callable[[str], Sequence[Stem]]) -> Iterator[tuple[str, ...]]:
    """One row a form; it is the primary name ("P") of the first table that has it, so that one concept is linked."""
    primary: set[str] = set()
    for entry, form in names(lexicon):
        status = "A" if fold(form) in primary else "P"
        primary.add(fold(form))
        parts = analyse(form)
        # MedCAT leaves out every silent stem: a name that needs one ("간이 안 좋다") is left to the dictionary.
        audible = tuple(stem.key for stem in parts if not stem.silent)
        if 0 < len(audible) <= _LONGEST_NAME and name_keys(form, parts) == audible:
            yield _cui(entry), form, "", status, entry.kind, ""


def _config() -> Config:
    """MedCAT's settings, each against a default that would drop Korean or short names."""
    from medcat.config import Config
    from medcat.config.config import ModelMeta
    from medcat.utils.envsnapshot import Environment

    # MedCAT notes in a model what is installed, for which it reads the metadata of every distribution; none is saved.
    nowhere = Environment(dependencies={}, transitive_deps={}, os="", cpu_arcitecture="", python_version="")
    config = Config(meta=ModelMeta(saved_environ=nowhere))
    config.general.log_level = logging.WARNING
    config.general.spell_check = False
    config.general.show_nested_entities = True
    config.preprocessing.words_to_skip = set()
    config.cdb_maker.min_letters_required = 0
    config.cdb_maker.remove_parenthesis = 0
    config.cdb_maker.name_versions = ["LOWER"]
    config.components.ner.min_name_len = 1
    config.components.ner.upper_case_limit_len = 1
    config.components.ner.max_skip_tokens = _SKIP_LIMIT
    config.components.linking.comp_name = "primary_name_only_linker"
    config.components.linking.disamb_length_limit = 0
    config.components.linking.negative_ignore_punct_and_num = False
    return config
