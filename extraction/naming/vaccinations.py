"""The vaccine that is called by its disease: "독감은 10월에 맞았어요", "the flu shot and the covid one"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

_VACCINATIONS: Final = {
    "influenza": "influenza_vaccination", "covid_19": "covid_vaccination", "pneumonia": "pneumococcal_vaccination",
    "herpes_zoster": "zoster_vaccination", "hepatitis_b": "hepatitis_b_vaccination",
    "hepatitis_a": "hepatitis_a_vaccination", "tetanus": "tetanus_vaccination", "varicella": "varicella_vaccination",
    "measles": "mmr_vaccination", "rabies": "rabies_vaccination",
    "encephalitis": "japanese_encephalitis_vaccination",
}  # fmt: skip
_GIVEN: Final = lazy_regex(
    r"(?:은|는|도|이|가|을|를|랑|하고)?\s?(?:[^\s.!?]+\s){0,3}?(?:맞(?:았|으|고|은|을|히|춰|췄|혔|혀|힘|힌|힐|춤|추|출|기로)|접종)"
    r"|\s?(?:사|생)?백신|\s?[1-5]\s?차(?=\s?(?:까지|만|는|은|도|를|[,.]|$))"
    r"|\s(?P<word>one|jab|shot|vacc\w*|vax|booster)\b"
    r"|\s(?:(?:1st|2nd|3rd|4th|first|second|third|fourth|last|final|next) )?doses?\b"
)
_TETANUS: Final = "tetanus"
_LAST: Final = lazy_regex(r"\b(?:last|latest|had (?:a|my|his|her)|got (?:a|my|his|her)|due (?:a|my))\s$")
_KEPT: Final = lazy_regex(
    r"\s(?:(?:was|is|were) (?:in |on )?(?:done|given|due|up to date|\d)|up to date|in \d{4}\b|cover\b)"
)
"""How people speak of the injection against tetanus by the name of the disease, which hardly anybody has."""
_DOSED: Final = lazy_regex(r"\b(?:jab|shot|vaccin\w*|vax|booster|immuni[sz]\w*)")


def as_vaccination(mention: Mention, text: str, lexicon: Lexicon) -> Mention:
    """A disease as the vaccination against it, where the words behind it say that one was given.

    ``text`` is in lower case.
    """
    name = _VACCINATIONS.get(mention.entry.concept_id)
    match = _GIVEN.match(text, mention.end) if name is not None and mention.entry.kind == "conditions" else None
    if name is not None and mention.entry.concept_id == _TETANUS and _is_injection(text, mention):
        return replace(mention, entry=lexicon.entry("procedures", name))
    if name is None or match is None or (match["word"] == "one" and not _DOSED.search(text)):
        return mention
    return replace(mention, entry=lexicon.entry("procedures", name))


def _is_injection(text: str, mention: Mention) -> bool:
    ahead = text[max(0, mention.start - _REACH) : mention.start]
    return _LAST.search(ahead) is not None or _KEPT.match(text, mention.end) is not None


_REACH: Final = 16
