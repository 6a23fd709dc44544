"""What makes MedCAT read Korean: a tokenizer whose tokens are stems, and a tagger that leaves their marks alone.

MedCAT's own tagger takes every Hangul token for punctuation, and its tokenizer leaves particles on the words: with its
defaults it finds one Korean mention in nineteen (measured with version 2.9). Importing this module imports MedCAT,
which asks the package index for updates unless told not to: only `extraction.naming.medcat.matcher` imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self, cast

from medcat.cdb import CDB
from medcat.components.types import (
    AbstractCoreComponent,
    CoreComponentType,
    get_registered_components,
    register_core_component,
)
from medcat.config import Config
from medcat.config.config import ComponentConfig
from medcat.tokenizing.regex_impl.tokenizer import Document, Entity, RegexTokenizer, Token
from medcat.tokenizing.tokenizers import BaseTokenizer, register_tokenizer
from medcat.tokenizing.tokens import BaseToken, MutableDocument, MutableEntity, MutableToken
from medcat.vocab import Vocab

from extraction.text.kiwi import Stem


class StemToken(Token):
    """A MedCAT token that compares by its stem and keeps its place in the text."""

    def __init__(self, doc: Document, stem: Stem, index: int) -> None:
        self._key = stem.key
        text = doc.text[stem.start : stem.end]
        super().__init__(doc, text, text, stem.start, index, False, stem.silent)

    @property
    def base(self) -> BaseToken:
        """The token itself, which MedCAT asks for at every step."""
        return self

    @property
    def lower(self) -> str:
        """The stem: what names are compared by."""
        return self._key

    @property
    def text_versions(self) -> list[str]:
        """The stem alone; MedCAT would try the written word as well."""
        return [self._key]


class StemTokenizer(RegexTokenizer):
    """MedCAT's tokenizer over the stems of a text."""

    def __init__(self, analyse: Callable[[str], Sequence[Stem]]) -> None:
        self._analyse = analyse

    def __call__(self, text: str) -> MutableDocument:
        """The document of `text`, one token a stem."""
        doc = Document(text)
        for index, stem in enumerate(self._analyse(text)):
            doc._tokens.append(cast(MutableToken, StemToken(doc, stem, index)))
            doc._char_indices.append(stem.start)
        return cast(MutableDocument, doc)

    def create_entity(
        self, doc: MutableDocument, token_start_index: int, token_end_index: int, label: str
    ) -> MutableEntity:
        """The entity of the tokens from `token_start_index` up to, not including, `token_end_index`."""
        own = cast(Document, doc)
        tokens = own._tokens[token_start_index:token_end_index]
        start, last = tokens[0].base.char_index, tokens[-1].base
        end = last.char_index + len(last.text)
        # MedCAT's regex tokenizer sets the end one token short, and then finds 혈압 inside 고혈압 a second time.
        return cast(MutableEntity, Entity(own, own.text[start:end], token_start_index, token_end_index, start, end))

    def entity_from_tokens(self, tokens: list[MutableToken]) -> MutableEntity:
        """The entity of `tokens`, which must not be empty."""
        doc = cast(MutableDocument, cast(Token, tokens[0])._doc)
        return self.create_entity(doc, tokens[0].base.index, tokens[-1].base.index + 1, "")


class SilentTagger(AbstractCoreComponent):
    """A tagging component that keeps what the tokenizer said about each token."""

    name = "stem_tagger"

    def get_type(self) -> CoreComponentType:
        """The place in MedCAT's pipeline."""
        return CoreComponentType.tagging

    def __call__(self, doc: MutableDocument) -> MutableDocument:
        """The same document."""
        return doc

    @classmethod
    def create_new_component(
        cls, cnf: ComponentConfig, tokenizer: BaseTokenizer, cdb: CDB, vocab: Vocab, model_load_path: str | None
    ) -> SilentTagger:
        """MedCAT's factory; the tagger has no settings."""
        return cls()


def register(name: str, analyse: Callable[[str], Sequence[Stem]]) -> None:
    """Make a tokenizer over `analyse` known to MedCAT as `name`, and the tagger under its own name."""

    class Bound(StemTokenizer):
        @classmethod
        def create_new_tokenizer(cls, config: Config) -> Self:
            return cls(analyse)

    # MedCAT calls what is registered, and looks for the class that it is bound to; its annotation asks for a class.
    register_tokenizer(name, cast("type[BaseTokenizer]", Bound.create_new_tokenizer))
    if SilentTagger.name not in {known for known, _ in get_registered_components(CoreComponentType.tagging)}:
        register_core_component(CoreComponentType.tagging, SilentTagger.name, SilentTagger.create_new_component)
