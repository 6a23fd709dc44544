"""Concept recognition: MedCAT and the dictionary side by side, then misspellings in what they leave.

A recogniser of the user's own may stand beside them: it adds what the lexicon does not find, and longer names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import version
from sys import intern
from threading import Lock, local
from typing import Final, Literal, TypeVar, cast, get_args

from msgspec.structs import replace as replace_fields

from domain.collecting import uncollected
from extraction.naming.homonyms import OTHER_MEANINGS, is_ordinary, other_meaning
from extraction.naming.lexicon import Lexicon
from extraction.naming.matcher import Candidate, DictionaryMatcher, longest
from extraction.naming.medcat.concept_table import ConceptTable
from extraction.naming.medcat.matcher import MedcatMatcher
from extraction.naming.mentions import ConceptRecogniser, Mention
from extraction.naming.name_forms import NameForms, name_forms, names
from extraction.naming.typos import TypoMatcher
from extraction.text.kiwi import Stem, shared_kiwi, stems, stems_of_all
from extraction.text.warm_store import MANY_WORDS, kept

T = TypeVar("T")

Part = Literal["medcat", "dictionary", "typos", "morphology"]
PARTS: Final[frozenset[Part]] = frozenset(get_args(Part))
"""The matchers that a recogniser is made of, by the names under which an ablation leaves them out.

Without morphology names are compared as they are spelt; MedCAT, which compares stems, is then left out too.
"""

REMEMBERED_TEXTS: Final = 2048
"""Texts whose mentions are kept in memory: a turn reads its utterance several times, and passages come back."""


def lexicon_words(lexicon: Lexicon) -> tuple[str, ...]:
    """The words that the analyser must know: give them to `shared_kiwi` wherever the process analyses Korean."""
    return lexicon.words


class Recogniser:
    """Finds lexicon concepts in normalised text, the longest first; a ConceptRecogniser.

    The first call builds the analyser and MedCAT's database, which takes a few seconds; `warm_up` does so ahead of it.
    """

    name: Final = "lexicon"

    def __init__(
        self, lexicon: Lexicon, extra: ConceptRecogniser | None = None, *, parts: frozenset[Part] = PARTS
    ) -> None:
        """`extra` finds what the lexicon lacks; it never overrides a longer or equal match of the lexicon."""
        own = f"{lexicon.version}+medcat-{version('medcat')}"
        without = "".join(f"-{part}" for part in sorted(PARTS - parts))
        self.version = f"{own}{without}" if extra is None else f"{own}{without}+{extra.name}-{extra.version}"
        self._lexicon = lexicon
        self._extra = extra
        self._parts = parts
        self._building = Lock()
        self._reader: _Reader | None = None
        self._found = lru_cache(REMEMBERED_TEXTS)(self._find)

    def warm_up(self) -> None:
        """Build now what the first `find` would build."""
        self._built()

    def find(self, text: str) -> tuple[Mention, ...]:
        """All mentions in `text`, by start, none overlapping another."""
        return self._found(text)

    def forget(self) -> None:
        """Keep none of the texts that were read in memory."""
        self._found.cache_clear()
        with self._building:
            if self._reader is not None:
                self._reader.forget()

    def _find(self, text: str) -> tuple[Mention, ...]:
        return self._built().find(text)

    def _built(self) -> _Reader:
        with self._building:
            if self._reader is None:
                self._reader = _Reader(self._lexicon, self._extra, self._parts)
            return self._reader


class _Reader:
    """The matchers over one analysis of the text, and the user's own recogniser beside them."""

    def __init__(self, lexicon: Lexicon, extra: ConceptRecogniser | None, parts: frozenset[Part]) -> None:
        entries = ((kind, concept_id, lexicon.find(kind, concept_id)) for kind, concept_id in OTHER_MEANINGS)
        self._other_meanings = {(kind, concept_id): entry for kind, concept_id, entry in entries if entry is not None}
        words = lexicon_words(lexicon)
        self._kiwi = shared_kiwi(words)
        self._now = local()
        self._known: dict[str, tuple[Stem, ...]] = {}
        self._extra = extra
        stemmed = "morphology" in parts
        listed = list(names(lexicon))
        said = "\0".join([text for entry, form in listed for text in (entry.kind, entry.concept_id, form)])

        def derived(name: str, kind: type[T], derive: Callable[[], T]) -> T:
            def analysed() -> T:
                # The forms are analysed once for all tables, and all together.
                self._known = self._known or stems_of_all(self._kiwi, words)
                return derive()

            return kept(name, [said], kind, analysed) if len(words) >= MANY_WORDS else analysed()

        with uncollected():
            forms = derived("forms", NameForms, lambda: name_forms(lexicon, self._analyse))
            forms = replace_fields(forms, folded=list(map(intern, forms.folded)))
            named = zip(listed, forms.folded, forms.keys, strict=True)
            self._dictionary = DictionaryMatcher(named, stems=stemmed) if "dictionary" in parts else None
            self._typos = TypoMatcher(listed, forms) if "typos" in parts else None
            self._medcat: MedcatMatcher | None = None
            if "medcat" in parts and stemmed:
                self._medcat = MedcatMatcher(
                    lexicon, self._analyse, lambda derive: derived("concepts", ConceptTable, derive)
                )
        self._known = {}

    def forget(self) -> None:
        """Keep none of the words that were read."""
        if self._typos:
            self._typos.forget()

    def _analyse(self, text: str) -> tuple[Stem, ...]:
        # MedCAT asks again for what is being read: an analysis is the dearest part of a reading.
        reading, parts = getattr(self._now, "reading", ("", ()))
        if reading == text and parts:
            return cast(tuple[Stem, ...], parts)
        return self._known.get(text) or stems(self._kiwi, text)

    def find(self, text: str) -> tuple[Mention, ...]:
        parts = self._analyse(text)
        self._now.reading = text, parts
        try:
            exact = [*self._medcat.candidates(text, parts)] if self._medcat else []
        finally:
            del self._now.reading
        exact += self._dictionary.candidates(text, parts) if self._dictionary else []
        exact = [each for each in exact if not _begins_within_a_word(text, each)]
        found = longest([*exact, *self._beside(text, exact)])
        if self._typos:
            found = longest([*found, *self._typos.candidates(text, parts, found)])
        meant = (self._as_meant(text, each) for each in found if not is_ordinary(text, each))
        return tuple(_mention(text, each) for each in meant)

    def _as_meant(self, text: str, found: Candidate) -> Candidate:
        """A name with the entry that it means where it stands: a pressure is the eye's where the words speak "
        "of eyes.
        """
        meant = other_meaning(text, found)
        entry = self._other_meanings.get(meant) if meant is not None else None
        return found if entry is None else replace(found, entry=entry)

    def _beside(self, text: str, exact: Sequence[Candidate]) -> Iterator[Candidate]:
        """What the user's own recogniser finds beyond the names of the lexicon."""
        for mention in self._extra.find(text) if self._extra else ():
            start, end = mention.start, mention.end
            if not any(each.start <= start and end <= each.end for each in exact):
                yield Candidate(mention.entry, start, end, mention.confidence, mention.recogniser)


def _begins_within_a_word(text: str, found: Candidate) -> bool:
    """Whether the first word of a name is but the end of a verb: "내리래요 크레아티닌이 1.6" tells of no urine."""
    start = found.start
    return start > 0 and "가" <= text[start - 1] <= "힣" and text[start + 1 : start + 2] == " "


def _mention(text: str, found: Candidate) -> Mention:
    surface = text[found.start : found.end]
    return Mention(found.entry, found.start, found.end, surface, found.confidence, found.recogniser)
