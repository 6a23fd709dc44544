"""The extractor over the shipped lexicon, built once for all tests of this package."""

from __future__ import annotations

import pytest

from extraction.rules.pipeline import Extractor
from tests.shipped import vocabulary


@pytest.fixture(scope="session")
def extractor() -> Extractor:
    return Extractor(vocabulary().lexicon, vocabulary().recogniser)
