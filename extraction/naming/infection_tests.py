"""The test that is called by its infection: "HIV negative", "헬리코박터는 음성이래요"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

_TESTS: Final = {
    "hiv_infection": "hiv_test", "hepatitis_b": "hbsag", "hepatitis_c": "anti_hcv", "syphilis": "vdrl",
    "helicobacter_pylori": "h_pylori_antibody", "cytomegalovirus_infection": "cmv_test", "influenza": "flu_test",
    "covid_19": "covid_test",
}  # fmt: skip
_NEGATIVE: Final = lazy_regex(
    r"(?:은|는|도|이|가|검사|\s?검사(?:는|도|에서)?)?\s?(?:음성|비반응|미검출|불검출|\(-\))"
    r"|(?:'s|\s(?:test(?:s|ed)?|swab|screen))?(?:\s(?:is|was|came (?:back|up|out)|both|all))*"
    r"\s(?:neg(?:ative)?|non-?reactive)\b"
)


def as_infection_test(mention: Mention, text: str, lexicon: Lexicon) -> Mention:
    """An infection as the test for it, where a negative result stands right behind its name.

    Who is positive has the infection; who is negative was tested for it. ``text`` is in lower case.
    """
    name = _TESTS.get(mention.entry.concept_id)
    if name is None or mention.entry.kind != "conditions" or _NEGATIVE.match(text, mention.end) is None:
        return mention
    return replace(mention, entry=lexicon.entry("labs", name))
