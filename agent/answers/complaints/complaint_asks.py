"""How people ask about what they complain of: how bad it is, what to do about it, whether a medicine does it."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_ASKS_HOW_BAD: Final = lazy_regex(
    r"\b(?:is|are|was|isn'?t|could|can|would) (?:that|this|it|these|those|they) (?:be )?(?:\w+ ){0,2}?"
    r"(?:bad|serious|normal|ok|okay|dangerous|anything|something|usual|common|expected|all ?right|alright|fine"
    r"|safe|worrying|a worry|a problem|an emergency|urgent|concerning|to be expected)\b"
    r"|\b(?:should|do|must|need) (?:i|we|he|she|they) (?:need to |have to |to )?(?:be )?(?:worr(?:y|ied)|concerned"
    r"|panic|see (?:a|the|my|his|her|someone|somebody)|go (?:to|in)|call|ring|get (?:it|that|this|him|her) (?:checked"
    r"|seen|looked))"
    r"|\b(?:anything|something|nothing|much) to worry\b|\bneed(?:s)? (?:a doctor|to be (?:seen|checked))"
    r"|\bcause for concern\b|\bnormal\?|\bbad\?\s*$|\bserious\?"
    r"|(?:심한|심각한|위험한|큰일|이상한|나쁜|괜찮은|정상인|흔한|안\s?좋은)\s?(?:건|거|것|편)(?:가|인가|예요|이에요|죠|야|일까|냐|니|지)?"
    r"|걱정\s?(?:해야|할|되는|안\s?해도|하지\s?않아도)|정상인(?:가|지|거)|괜찮(?:은가|나요|을까|은지|아요\?|겠|죠|습니까)"
    r"|(?:병원|응급실|진료|의사)[에을를한테께]{0,2}\s?(?:\S{1,4}\s)?(?:가|봐|받)[가-힣]{0,4}(?:나|까|지|죠|할지|되나|하나)|심한\s?거\s?아"
    r"|조절\s?(?:이\s?)?(?:안|못|잘)|\b(?:under control|(?:well|poorly|badly) controlled)\b"
    r"|별\s?(?:거|일|문제)\s?(?:아니|없)",
    re.IGNORECASE,
)
"""Words that ask how bad it is, or whether to be seen."""
_ASKS_WHAT: Final = lazy_regex(
    r"\bwhat (?:should|do|can|shall|would|could) (?:i|we|you|he|she|one) (?:\w+ )?(?:do|try|take|use|suggest)\b"
    r"|\bwhat(?:'s| is) (?:best|good|the best)|\bwhat helps\b|\bhow (?:do|can|should) (?:i|we) (?:\w+ )?(?:ease|treat"
    r"|stop|help|relieve|get rid|manage|deal|look after)\b|\bany (?:advice|ideas?|tips|suggestions?)\b|\bwhat now\b"
    r"|\bwhy (?:is|am|are|do|does|would) (?:that|this|it|i|my)\b"
    r"(?! (?:take|taking|need|use|using|on|still|have to|supposed|must)\b)"
    r"|\bwhat(?:'s| is| could be| can be) (?:causing|wrong"
    r"|this|it|that|up)\b"
    r"|어떡|어떻게\s?(?:하|해|할|좋|되)|어쩌(?:죠|지|나|면)|어찌\s?(?:하|해)|뭘\s?(?:해야|하면|먹)|뭐\s?(?:해야|하면)|무엇을\s?(?:해야|하면)"
    r"|왜\s?(?:이러|이런|그러|그런|이래|그래)|방법\s?(?:이|은|없|있)|좋을까|좋겠",
    re.IGNORECASE,
)
"""Words that ask what to do about it, or why it is so."""
_ASKS_OF_MEDICINE: Final = lazy_regex(
    r"때문|탓|부작용|원인|(?:약|거|것)\s?(?:인가|이라|일까)|끊|중단|멈춰|그만\s?(?:먹|드|써|둬)|계속\s?(?:먹|드|써|쓰|복용)|줄여도"
    r"|\b(?:is|could|can|might|would) (?:it|that|this|they) (?:\w+ ){0,4}?(?:the|my|from|because|due|caused|down to|a"
    r" side effect|his|her)\b|side effect|\bbecause of\b|\bcaused? by\b|\b(?:stop|keep|continue|carry on|come off|go on"
    r"|quit|stay on)\b",
    re.IGNORECASE,
)
"""Words that ask whether a medicine does it, or whether to go on with it."""


def asks_how_bad(words: str) -> bool:
    """Whether it is asked how bad it is, or whether to be seen."""
    return _ASKS_HOW_BAD.search(words) is not None


def asks_what_to_do(words: str) -> bool:
    """Whether it is asked what helps, or why it is so."""
    return _ASKS_WHAT.search(words) is not None


def asks_of_medicine(words: str) -> bool:
    """Whether it is asked if a medicine does it, or is to be gone on with."""
    return _ASKS_OF_MEDICINE.search(words) is not None
