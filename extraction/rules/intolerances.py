"""Medicines that the body does not bear: "코데인 먹으면 토해요", "codeine makes me sick" name no medicine in use."""

from __future__ import annotations

from typing import Final

from extraction.naming.mentions import Mention
from extraction.rules.analysis import FINDINGS, MEDICINES, Analysis
from extraction.text.lazy_regex import lazy_regex

_VOMITING: Final = "vomiting"
_WHENEVER: Final = lazy_regex(
    r"\s?(?:을|를|은|는|만|이나|도)?\s?(?:[가-힣]{1,3}\s)?(?:먹|복용하|맞|쓰|마시)"
    r"(?:으면|면|기만\s?하면|었다\s?하면|었다\s?하면|을\s?때마다)[^.?!]{0,16}$"
)
_UNBEARABLE: Final = lazy_regex(
    r"(?:을|를|은|는|이|가|도)?\s?(?:제\s?)?(?:몸에|몸이|체질에|저한테|저랑|나한테)(?:는)?\s?(?:잘\s?|영\s?)?(?:안|못)\s?(?:받|맞)"
    r"|\s(?:always |really |just )?(?:makes?|made) me (?:feel )?(?:so |very |really |violently )?"
    r"(?:sick|ill\b|throw up|vomit|puke)"
)
_UNTOLERATED: Final = lazy_regex(r"\b(?:can'?t|cannot|could(?:n't| not)|do(?:n't| not)|never) tolerated? (?:the )?$")
_TAKEN: Final = lazy_regex(
    r"먹고\s?있|복용\s?중|복용하고\s?있|먹는\s?중|맞고\s?있|\b(?:i take|i'm taking|i'm on|i am on|taking)\b"
)
_REACH: Final = 24


def intolerances_of(analysis: Analysis) -> tuple[tuple[Mention, Mention | None], ...]:
    """The medicines said not to be borne, each with the reaction said for it; none that is said to be taken."""
    found: list[tuple[Mention, Mention | None]] = []
    for mention in analysis.within(0, len(analysis.text), MEDICINES):
        start, end = analysis.sentence_span(analysis.clause_at(mention.start).sentence)
        taken = _TAKEN.search(analysis.cue_text, start, end) or any(
            start <= one.start < end for one in analysis.frequencies
        )
        reaction = _vomiting(analysis, mention, end)
        if not taken and (reaction is not None or is_unbearable(analysis, mention)):
            found.append((mention, reaction or _vomiting_after(analysis, mention, end)))
    return tuple(found)


def is_unbearable(analysis: Analysis, mention: Mention) -> bool:
    """Whether the words beside a medicine say that the body does not bear it, and so do not deny anything."""
    before = analysis.cue_text[max(0, mention.start - _REACH) : mention.start]
    return bool(_UNBEARABLE.match(analysis.cue_text, mention.end) or _UNTOLERATED.search(before))


def _vomiting(analysis: Analysis, mention: Mention, end: int) -> Mention | None:
    """The vomiting that comes whenever the medicine is taken."""
    reaction = _vomiting_after(analysis, mention, end)
    between = analysis.cue_text[mention.end : reaction.start] if reaction else ""
    return reaction if _WHENEVER.fullmatch(between) else None


def _vomiting_after(analysis: Analysis, mention: Mention, end: int) -> Mention | None:
    return next((one for one in analysis.within(mention.end, end, FINDINGS) if one.entry.concept_id == _VOMITING), None)
