"""The extractor over the shipped lexicon, built once for all tests of this package."""

from __future__ import annotations

import pytest

from extraction.concepts import Recogniser
from extraction.lexicon import load_lexicon
from extraction.pipeline import Extractor


@pytest.fixture(scope="session")
def extractor() -> Extractor:
    lexicon = load_lexicon()
    return Extractor(lexicon, Recogniser(lexicon))
