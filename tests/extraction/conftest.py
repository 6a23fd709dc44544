"""The extractors over the shipped lexicon, built once for all tests of this package."""

from __future__ import annotations

import pytest

from extraction.reading.extractor import LearnedExtractor
from extraction.rules.pipeline import Extractor
from tests.shipped import reader, vocabulary


@pytest.fixture(scope="session")
def extractor() -> Extractor:
    return Extractor(vocabulary().lexicon, vocabulary().recogniser)


@pytest.fixture(scope="session")
def learned() -> LearnedExtractor:
    return reader()
