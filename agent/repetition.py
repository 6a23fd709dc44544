"""Giving an earlier answer again: the same words, at times with another opening and closing, and what that saved.

Only phrases around the answer vary, never a sentence of it, so a repeated answer can be checked against its source.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agent.skills.ports import Language
from domain.events import AnswerGiven, ContextAssembled, ModelCalled, Recorded

VARIED_SHARE: Final = 0.3
"""Share of repeated answers whose opening and closing vary (thesis: style variation of the response cache)."""

_OPENINGS: Final[dict[Language, tuple[str, ...]]] = {
    "ko": ("앞서 안내드린 내용을 다시 말씀드립니다.\n", "같은 내용을 한 번 더 안내드립니다.\n"),
    "en": ("Here is what I told you before:\n", "As I said earlier:\n"),
}
_CLOSINGS: Final[dict[Language, tuple[str, ...]]] = {
    "ko": ("\n더 궁금한 점이 있으면 말씀해 주세요.", "\n더 필요한 내용이 있으면 알려 주세요."),
    "en": ("\nPlease ask if anything is unclear.", "\nLet me know if you need more."),
}
_AVOIDED: Final = frozenset({"answer", "quality", "rewrite", "compression"})
"""Skills whose calls a repeated answer does without; intent, extraction and summaries are due in any case."""
_AVOIDED_STAGES: Final = ("retrieve", "answer", "judge", "rewrite")


@dataclass(frozen=True, slots=True)
class Phrases:
    """What is put around a repeated answer; empty where it is given as it was."""

    opening: str = ""
    closing: str = ""


def phrases(request_id: str, language: Language) -> Phrases:
    """The phrases for one request: the same for the same request, other than none for three in ten."""
    dice = hashlib.sha256(request_id.encode()).digest()
    if int.from_bytes(dice[:4]) >= VARIED_SHARE * 2**32:
        return Phrases()
    openings, closings = _OPENINGS[language], _CLOSINGS[language]
    return Phrases(openings[dice[4] % len(openings)], closings[dice[5] % len(closings)])


def core(text: str, language: Language) -> str:
    """A given answer without the phrases that a repetition put around it."""
    for opening in _OPENINGS[language]:
        text = text.removeprefix(opening)
    for closing in _CLOSINGS[language]:
        text = text.removesuffix(closing)
    return text


def source_of(events: Sequence[Recorded], answer_event_id: str) -> AnswerGiven | None:
    """The answer of this event id among ``events``."""
    given = (event.payload for event in events if event.event_id == answer_event_id)
    return next((payload for payload in given if isinstance(payload, AnswerGiven)), None)


def saving(events: Sequence[Recorded], given: AnswerGiven) -> dict[str, float]:
    """Tokens and milliseconds that ``given`` took when it was written, from the events of its turn.

    Tokens are those of the model calls that a repetition avoids; where rules wrote it, those of its prompts and of
    the text, which a model would have taken.
    """
    if given.saved is not None:
        return given.saved
    own = [event.payload for event in events if event.payload.turn_number == given.turn_number]
    calls = [one for one in own if isinstance(one, ModelCalled) and one.skill in _AVOIDED]
    prompts = [one.tokens["total"] for one in own if isinstance(one, ContextAssembled)]
    tokens = sum(sum(call.tokens.values()) for call in calls) or sum(prompts) + given.tokens.get("answer", 0)
    stages = given.milliseconds
    return {
        "tokens": float(tokens),
        "milliseconds": round(sum(stages.get(stage, 0.0) for stage in _AVOIDED_STAGES), 3),
    }
