"""The sentence of an alarm: what was noticed, what to do first, whom to call; by rule, in the patient's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agent.safety.numbers import crisis, emergency
from agent.safety.red_flag import RedFlag
from agent.safety.tables import table
from agent.skills.ports import Language

SEOUL: Final = "Asia/Seoul"
"""The zone of a patient whose own is not given."""
MOST_NAMES: Final = 3
"""What one sentence names of all that was noticed; whoever reads it is in a hurry."""


def sentences() -> Mapping[str, Mapping[str, str]]:
    """The catalogue of alarm sentences: by key, then by language."""
    return table("words")


def urgent_text(
    flags: Sequence[RedFlag],
    language: Language,
    time_zone: str = SEOUL,
    country: str | None = None,
    *,
    of_another: bool = False,
) -> str:
    """The sentence that comes first when there are red flags, empty when there are none.

    The most urgent level decides; a wish to die comes before everything, and stands beside an emergency of the body.
    ``country`` is where the patient told to be; ``of_another`` whether it is told to who is not the one that is ill.
    """
    if not flags:
        return ""
    numbers = {
        "emergency": emergency(time_zone, language, country),
        "crisis": crisis(time_zone, language, country),
        "driving": "" if of_another else sentences()["driving"][language],
    }
    of_the_mind = sentences()["self_harm"][language].format(**numbers) if any(one.self_harm for one in flags) else ""
    bodily = [one for one in flags if not one.self_harm]
    if not bodily or (of_the_mind and not any(one.source for one in bodily if one.at_once)):
        return of_the_mind
    level = bodily[0].level
    pressing = [one for one in bodily if one.level == level]
    names = list(dict.fromkeys(one.name_ko if language == "ko" else one.name_en for one in pressing))[:MOST_NAMES]
    steps = dict.fromkeys(one.first for one in pressing if one.first)
    first = "".join(sentences()[step][language] for step in steps)
    told = sentences()[level][language].format(names=", ".join(names), first=first, **numbers)
    return f"{of_the_mind} {told}".strip()


def tells_alarm(answer: str) -> bool:
    """Whether an answer that was given holds the sentence of an alarm, of any level."""
    keys = ("now", "today", "this_week", "self_harm")
    openings = (sentences()[key][language].partition("{")[0] for key in keys for language in ("ko", "en"))
    return any(opening in answer for opening in openings)
