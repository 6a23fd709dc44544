"""An operation that is told by what it took out: "맹장 뗐어요", "they whipped my gallbladder out", "pulled a molar".

A dictionary holds the operation's name; people name the part and say that it is gone. The part and the verb together
name the operation, whatever counts or adverbs stand between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

CONFIDENCE: Final = 0.8
"""Of an operation put together from a part and a verb, beside 1.0 for its name."""

_KOREAN: Final = (
    ("appendectomy", "맹장|충수"),
    ("cholecystectomy", "쓸개|담낭"),
    ("tonsillectomy", "편도선?|tonsil"),
    ("adenoidectomy", "아데노이드"),
    ("hysterectomy", "자궁"),
    ("oophorectomy", "난소"),
    ("salpingectomy", "나팔관|난관"),
    ("thyroidectomy", "갑상선"),
    ("splenectomy", "비장|지라"),
    ("nephrectomy", "콩팥|신장"),
    ("prostatectomy", "전립선"),
    ("polypectomy", "(?:(?:대장|위|직장|장)\\s?)?용종|폴립"),
    ("myomectomy", "근종"),
    ("lymph_node_dissection", "림프절|임파선"),
    ("gastrectomy", "위(?=[를는]|\\s?(?:절반|전부|일부|전체|[\\d삼사]+분의))"),
    ("colectomy", "대장(?=[을]|\\s?(?:절반|일부))"),
    ("lung_resection", "폐(?=[를]|\\s?(?:한쪽|일부))"),
    ("mole_removal", "(?<![가-힣])점(?=[을은이]?\\s)"),
)
_KOREAN_TEETH: Final = "사랑니|어금니|앞니|송곳니|이빨|치아|(?<![가-힣])이(?=[를])"
_KOREAN_METAL: Final = "철심|나사(?:못)?|핀(?=[을은이도]?\\s)|플레이트|금속판"
_KOREAN_LIMB: Final = "발(?:가락|꼬락|까락)|손가락|다리(?=[를])"

_BETWEEN_KO: Final = (
    r"(?:들?[을를은는이가도만])?\s?(?:(?:(?:한|두|세|네|다섯|여섯|하나|둘|셋|여러|\d{1,2})\s?(?:개|군데|대)?[를을도는]?|다|전부|모두|싹|반|절반"
    r"|일부|부분|전체|[\d삼사이]+분의\s?[\d이일삼]+(?:을|를)?|암으로|암\s?때문에|완전히?|아예|그때|같이|수술로|로봇으로|내시경으로|복강경으로|왼쪽|오른쪽|한쪽|양쪽"
    r"|[가-힣0-9]{1,5}\s?(?:살|세)\s?(?:때|적)에?|(?:재?작|지난|올)\s?(?:년|해|달|주|봄|여름|가을|겨울)에?|(?:\d{2,4}|몇\s?|[일이삼사오육칠팔구십]{1,3})\s?년\s?(?:전)?에?"
    r"|어릴\s?(?:때|적)에?|젊어서|젊을\s?때|옛날에|예전에|전에|저번에|어제|그저께|며칠\s?전에?)\s?){0,3}"
)
_OUT_KO: Final = (
    r"(?:뗐|뗀|떼(?=[고었냈어내러기려니는서])|뗄|띠(?=[고었냈내])|띴|띤"
    r"|잘라|잘랐|잘린|도려|들어냈|들어내|절제|적출|제거|없앴)"
)
_PULLED_KO: Final = r"(?:뽑|빼(?=[고었냈어내러기려니서])|뺐|뺀|뺄|발치)"
_CUT_KO: Final = r"(?:잘라|잘랐|잘린|절단)"

_ENGLISH: Final = (
    ("appendix", "appendectomy"), ("gall ?bladder", "cholecystectomy"), ("tonsils?", "tonsillectomy"),
    ("adenoids?", "adenoidectomy"), ("womb|uterus", "hysterectomy"), ("ovary|ovaries", "oophorectomy"),
    ("fallopian tubes?", "salpingectomy"), ("spleen", "splenectomy"), ("prostr?ate", "prostatectomy"),
    ("thyroid", "thyroidectomy"), ("kidney", "nephrectomy"), ("polyps?", "polypectomy"), ("fibroids?", "myomectomy"),
    ("tooth|teeth|molars?|wisdom teeth", "tooth_extraction"), ("moles?", "mole_removal"),
    ("screws?|plates?|pins?", "implant_hardware_removal"), ("lymph nodes?", "lymph_node_dissection"),
)  # fmt: skip
_PARTS_EN: Final = "|".join(f"(?:{part})" for part, _ in _ENGLISH)
_OUT_EN: Final = r"(?:(?:out|oot)(?! of\b)|removed|extracted|pulled|yanked|snipped|whipped|clipped|excised)\b"
_TAKES_EN: Final = (
    r"\b(?:remov(?:ed?|al of|ing)|took(?: out| away)?|taken? out|taking out|pull(?:ed|ing|s)?|extract(?:ed|ing)?"
    r"|yank(?:ed|ing)?|snipped|clipped(?: out| off)?|cut(?: out| off)?|whipped(?: out)?|excised|lost)"
)
_OF_IT_EN: Final = (
    r"(?:(?:my|me|her|his|ma|the|a|an|one|two|three|four|some|all|both|right|left|of|whole|single)\s){0,3}"
)
_AFTER_EN: Final = (
    r"(?=\s*(?:$|[.,;:!?)]|-\s)|\s(?:and|an|in|at|when|last|years?|this|on|out|oot|then|but|so|back|yesterday|today"
    r"|because|cos|after|before|by|for|from|during|since|while|with|next|tomorrow|soon)\b|\s\d)"
)


def _patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for name, part in _KOREAN:
        verb = rf"(?:{_OUT_KO}|{_PULLED_KO})" if name in ("tonsillectomy", "mole_removal") else _OUT_KO
        yield name, lazy_regex(rf"(?<![가-힣])(?:{part}){_BETWEEN_KO}{verb}")
    yield "tooth_extraction", lazy_regex(rf"(?:{_KOREAN_TEETH}){_BETWEEN_KO}{_PULLED_KO}")
    yield (
        "implant_hardware_removal",
        lazy_regex(rf"(?<![가-힣])(?:{_KOREAN_METAL}){_BETWEEN_KO}(?:{_PULLED_KO}|{_OUT_KO})"),
    )
    yield "amputation", lazy_regex(rf"(?<![가-힣])(?:{_KOREAN_LIMB}){_BETWEEN_KO}{_CUT_KO}")


_OPERATIONS: Final = tuple(_patterns())
_GONE_EN: Final = lazy_regex(
    rf"\b(?P<part>{_PARTS_EN})(?:'s|s)?\s(?:(?:was|were|is|are|has|have|had|been|be|being|got|getting|get|comes?|came"
    rf"|coming|taken|both|all|just|to|will|whipped|has to come)\s){{0,4}}{_OUT_EN}"
)
_TOOK_EN: Final = lazy_regex(rf"{_TAKES_EN}\s{_OF_IT_EN}(?P<part>{_PARTS_EN}){_AFTER_EN}")
_NOT_OPERATIONS: Final = lazy_regex(r"\b(?:run|ran|gave|giving|figure|find|found|checked|check) ")
_NAMES_EN: Final = tuple((lazy_regex(part), name) for part, name in _ENGLISH)
_ANY_KO: Final = lazy_regex(rf"{_OUT_KO}|{_PULLED_KO}|{_CUT_KO}")


def with_removals(text: str, mentions: Sequence[Mention], lexicon: Lexicon) -> tuple[Mention, ...]:
    """``mentions`` of a text in lower case with the operations that its parts and verbs tell.

    An operation that is named already stays; a part or a growth that was taken out gives way to the operation.
    """
    kept = list(mentions)
    for name, start, end in _removals(text):
        over = [one for one in kept if one.start < end and start < one.end]
        if any(one.entry.kind == "procedures" and one.entry.concept_id != "surgery" for one in over):
            continue
        entry = lexicon.find("procedures", name)
        if entry is None:
            continue
        kept = [one for one in kept if one not in over]
        kept.append(Mention(entry, start, end, text[start:end], CONFIDENCE))
    return tuple(sorted(kept, key=lambda mention: mention.start))


def _removals(text: str) -> Iterator[tuple[str, int, int]]:
    if _ANY_KO.search(text) is not None:
        for name, pattern in _OPERATIONS:
            for match in pattern.finditer(text):
                yield name, match.start(), match.end()
    for pattern in (_GONE_EN, _TOOK_EN):
        for match in pattern.finditer(text):
            if _NOT_OPERATIONS.search(match[0]) is None:
                yield _operation(match["part"]), match.start(), match.end()


def _operation(part: str) -> str:
    return next(name for pattern, name in _NAMES_EN if pattern.fullmatch(part))
