"""Advice that no answer of a model may give: to change a treatment, or to take what an allergy speaks against."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.stances import stance

NamesMedicine = Callable[[str], bool]
"""Whether a text names a medicine or a class of medicines."""

_IMPERATIVE: Final = r"(?:으?시?면 됩니다|으?세요|으?십시오|으?셔도|어도|아도|여도|해도|하시기 바랍니다)"
_DIRECTS_TREATMENT: Final = re.compile(
    r"(?:약|용량|인슐린|복용|투약|투여|주사|(?<=[가-힣])(?:정|제))(?:량)?(?:을|를|은|는)?\s(?:[가-힣0-9]+\s){0,2}"
    rf"(?:끊|중단하|중지하|그만\s?드|멈추|늘리|올리|줄이|건너뛰|두 배로\s?드){_IMPERATIVE}"
    r"|(?<!not )(?<!n't )(?<!never )(?<!before you )\b(?:stop|quit|discontinue|skip|double|increase|reduce|lower|raise)"
    r"\s(?:taking\s)?(?:your|the)\s(?:\w+\s){0,2}?(?:dose|doses|dosage|medicines?|medications?|insulin|tablets?|pills?)\b",
    re.IGNORECASE,
)
"""To stop, raise or lower a medicine that is called by a common word."""
_ORDERS_ONE: Final = re.compile(
    rf"(?:끊|중단하|중지하|그만\s?드|멈추|늘리|올리|줄이|건너뛰|시작하){_IMPERATIVE}"
    r"|(?:^|[.!?:;,]\s|\b(?:should|must|can|please|just|then|and|need to|have to)\s(?:also\s|now\s)?)"
    r"(?:stop|quit|discontinue|skip|double|increase|reduce|lower|raise|start|begin)\b",
    re.IGNORECASE,
)
"""The same, and to start, in a sentence that names a medicine."""
_TAKE_IT: Final = re.compile(
    r"(?:드셔도|드시면|드실 수|복용하셔도|복용하실 수|쓰셔도|사용하셔도|맞으셔도)\s*(?:됩|되|안전|괜찮|있습|있어)"
    r"|괜찮(?:습니다|아요)|문제\s?(?:없습니다|없어요)"
    r"|\b(?:fine|okay|ok|all right|alright|no problem) (?:to|for you to) (?:take|use|have)\b"
    r"|\byou (?:can|may) (?:safely )?(?:take|use|have)\b",
    re.IGNORECASE,
)
_REFUSED: Final = re.compile(
    r"않|(?<!문제)(?<!문제 )없|아니|마세요|마십시오|금기|피해|확인하기 전|\?"
    r"|\b(?:not|no|never|avoid|unless|until|whether|if)\b|n't",
    re.IGNORECASE,
)
"""What turns a permission into none, or into a question."""
_QUOTATION: Final = re.compile(r"“([^”]*)”|\"([^\"]*)\"")
_SENTENCE: Final = re.compile(r"(?<=[.!?。])\s+|\n+")


def require_no_advice(
    text: str, material: Iterable[str], names_medicine: NamesMedicine, ruled: str, allergic: bool
) -> None:
    """Raises OutputUnusable for advice that only those who treat the patient may give.

    What stands between quotation marks and in ``material`` is a document's own advice, shown as such; marks around
    words of the model's own protect nothing. ``allergic``: the draft by rule, ``ruled``, warns of an allergy, so a
    sentence that is not that draft's must not permit a medicine.
    """
    held = [" ".join(one.split()) for one in material]

    def kept(quotation: re.Match[str]) -> str:
        words = " ".join((quotation[1] or quotation[2] or "").split())
        return " " if words and any(words in one for one in held) else f" {words} "

    own = _QUOTATION.sub(kept, text)
    if _DIRECTS_TREATMENT.search(own) or any(
        _ORDERS_ONE.search(sentence) and names_medicine(sentence) for sentence in _SENTENCE.split(own)
    ):
        raise OutputUnusable(
            "directs_treatment", "it tells to change a treatment; tell what to ask the clinician instead"
        )
    if not allergic:
        return
    told = " ".join(ruled.split())
    for sentence in filter(str.strip, _SENTENCE.split(own)):
        if " ".join(sentence.split()) not in told and _permits(sentence):
            raise OutputUnusable("permits_allergen", "it permits a medicine although an allergy speaks against it")


def _permits(sentence: str) -> bool:
    return stance(sentence) == "allows" or (_TAKE_IT.search(sentence) is not None and not _REFUSED.search(sentence))
