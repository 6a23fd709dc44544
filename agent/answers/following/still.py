"""Whether something said earlier still holds: what it rested on, and what has been told or corrected since."""

from __future__ import annotations

from typing import Final

from agent.answers.asking.request import Request
from agent.answers.asking.value_request import Cue, Masked
from agent.answers.consultation import Consultation
from agent.answers.following.gist import shortened
from agent.answers.part import Part, joined
from agent.repetition import core
from agent.words.sentences import sentence
from domain.ledger import CHANGED, Fact
from domain.values import SlotKind
from projections.answers import Answers, GivenAnswer

_STILL: Final[Cue] = (
    ("아직도맞", "아직맞", "아직유효", "여전히맞", "여전히유효", "그대로맞", "그대로유효", "여전히그런",
     "아직도그런", "아직그런", "그말아직",
     "그말그대로", "계속맞", "지금도맞", "지금도그런", "그대로인가", "그대로예요", "그대로에요", "그대로죠",
     "그대로야"),
    ("still hold", "still holds", "still true", "still apply", "still applies", "still right", "still stand",
     "still stands", "still valid", "still correct", "still the case", "hold still", "no longer true",
     "any different now",
     "hold true", "still count", "still what you"),
)  # fmt: skip
_SAID: Final[Cue] = (
    ("말씀", "말한", "했던", "하신", "얘기", "그말", "답", "안내", "아까", "방금", "앞에", "앞서"),
    ("you said", "you told", "you mentioned", "you wrote", "you answered", "your answer", "your advice", "that answer",
     "what you", "that advice", "that warning", "earlier", "before"),
)  # fmt: skip
_BEARING: Final = frozenset(
    {SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.ALLERGIES, SlotKind.LABS, SlotKind.VITALS, SlotKind.SYMPTOMS}
)
"""Slots whose news may bear on earlier advice."""
_STEM: Final = {True: 2, False: 5}


def asks_still(request: Request, answers: Answers) -> bool:
    """Whether an utterance asks if an earlier answer holds."""
    if answers.last() is None:
        return False
    masked = Masked(request.plain or request.text, (), request.dates)
    return masked.has(_STILL) and masked.has(_SAID)


def still_holds(consultation: Consultation) -> Part:
    """The answer meant, whether what it rested on was corrected, and what has been told since."""
    language = consultation.words.language
    meant = _meant(consultation)
    if meant is None:
        return Part(sentence("still.nothing", language))
    said = shortened(core(meant.text, language))
    news = _since(consultation, meant)
    listed = "; ".join(consultation.words.brief(fact) for fact in news)
    ids = tuple(fact.fact_id for fact in news)
    stale = bool(meant.invalidated)
    lead = Part(sentence("still.stale" if stale else "still.unchanged", language))
    told = Part(sentence("still.since", language, listed=listed), ids) if news else Part()
    believed = tuple(
        one
        for one in meant.facts_used
        if (fact := consultation.ledger.facts.get(one)) is not None and fact.ended in (None, CHANGED)
    )
    kept = tuple(citation for citation in meant.citations if citation.quote in said)
    # A stale answer is not repeated: its values are no longer true.
    repeated = Part() if stale else Part(said, believed, kept, meant.spoke_of)
    closing = Part(sentence("still.ask", language)) if news or stale else Part()
    return joined(part for part in (lead, repeated, told, closing) if part.text)


def _meant(consultation: Consultation) -> GivenAnswer | None:
    """The latest answer that shares a word with the question, else the latest that rested on anything."""
    wanted = _stems(consultation.request.text)
    given = [
        one for one in reversed(consultation.situation.view.answers.given.values()) if one.facts_used or one.citations
    ]
    shared = ((len(wanted & _stems(one.text)), one) for one in given)
    best = max(shared, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None else None


def _since(consultation: Consultation, meant: GivenAnswer) -> tuple[Fact, ...]:
    return tuple(
        fact
        for fact in consultation.ledger.current()
        if fact.version > meant.version and fact.content.slot in _BEARING and fact.fact_id not in meant.facts_used
    )


def _stems(text: str) -> frozenset[str]:
    words = "".join(ch if ch.isalnum() else " " for ch in text.casefold()).split()
    return frozenset(
        word[: _STEM["가" <= word[0] <= "힣"]] for word in words if len(word) >= _STEM["가" <= word[0] <= "힣"]
    )
