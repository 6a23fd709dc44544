"""A growth or a stone that is told by the organ it was seen in: "간에 2cm짜리 혹", "a 6 mm stone in my left kidney".

The size and the side stand between the words that a dictionary could hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_LUMP_KO: Final = r"혹(?!시)|종양|덩어리|종괴"
_CYST_KO: Final = r"물혹|낭종"
_STONE_KO: Final = r"돌(?!아|려|리|봄|보)|결석|담석"
_NODULE_KO: Final = r"결절|혹(?!시)|물혹"
_POLYP_KO: Final = r"용종|폴립|혹(?!시)"
_LUMP_EN: Final = r"lumps?|mass|lesions?|spots?|growths?|tumou?rs?"
_CYST_EN: Final = r"cysts?"
_STONE_EN: Final = r"stones?|gravel"
_NODULE_EN: Final = r"nodules?|lumps?|spots?|shadows?"
_POLYP_EN: Final = r"polyps?"

_ORGANS: Final = (
    ("liver_mass", "간", _LUMP_KO, "liver", _LUMP_EN),
    ("liver_cyst", "간", _CYST_KO, "liver", _CYST_EN),
    ("pulmonary_nodule", "폐", _NODULE_KO, "lungs?", _NODULE_EN),
    ("thyroid_nodule", "갑상선|감상선", r"결절|혹(?!시)", "thyroid", rf"{_NODULE_EN}|cysts?"),
    ("kidney_stone", "신장|콩팥", _STONE_KO, "kidneys?", _STONE_EN),
    ("renal_cyst", "신장|콩팥", _CYST_KO, "kidneys?", _CYST_EN),
    ("urolithiasis", "요관|방광|요로", _STONE_KO, "ureters?|bladder", _STONE_EN),
    ("gallstones", "쓸개|담낭", _STONE_KO, "gall ?bladder|gb", _STONE_EN),
    ("gallbladder_polyp", "쓸개|담낭", _POLYP_KO, "gall ?bladder|gb", _POLYP_EN),
    ("bile_duct_stone", "담관|담도|총담관", _STONE_KO, "bile ducts?", _STONE_EN),
    ("ovarian_cyst", "난소", rf"{_CYST_KO}|혹(?!시)", "ovary|ovaries", _CYST_EN),
    ("uterine_fibroids", "자궁", rf"근종|{_LUMP_KO}", "womb|uterus", r"fibroids?|growths?"),
    ("pancreatic_cyst", "췌장", _CYST_KO, "pancreas", _CYST_EN),
    ("vocal_cord_nodule", "성대", rf"{_NODULE_KO}|폴립|용종", "(?:vocal )?cords?", rf"{_NODULE_EN}|polyps?"),
    ("salivary_stone", "침샘", _STONE_KO, "salivary gland", _STONE_EN),
    ("colon_polyp", "대장|직장", _POLYP_KO, "colon|bowel", _POLYP_EN),
    ("adrenal_incidentaloma", "부신", rf"{_LUMP_KO}|결절", "adrenal(?: gland)?", rf"{_LUMP_EN}|nodules?"),
)  # fmt: skip
_BETWEEN_KO: Final = (
    r"(?:에서?도?|에는|엔|쪽에|안에|에만)?\s(?:(?:\d+(?:\.\d+)?\s?(?:cm|mm|센티|센치|미리|밀리)(?:짜리|정도|쯤|가량|만\s?한|크기)?의?"
    r"|오른쪽에?|왼쪽에?|양쪽에?|[좌우]측에?|작은|큰|조그만|조그마한|[콩밤]\S{1,2}만\s?한|무슨|뭐|[한두세네몇]\s?개)\s?){0,3}"
)
_SEEN_KO: Final = (
    r"(?=(?:이|가|은|도|만|라|을|들이)?\s?(?:\S{1,8}\s){0,2}?(?:있|보[이였인여]|생[겼긴기]|발견|나[왔온와]|찼|만져|남[았아]|크|커|작|[두세네한]\s?개|라[고네는]"
    r"|이래|이라))"
)
_BETWEEN_EN: Final = (
    r"(?:\s(?:of )?\(?\d+(?:\.\d+)?\s?(?:cm|mm|inch)\)?)?\s(?:on|in|inside|at)\s(?:(?:my|the|his|her|both|each|one|left"
    r"|right|lower|upper|top|bottom|of|a)\s){0,4}"
)
_BROADER: Final = frozenset({"lump", "benign_tumor", "cancer", "kidney_stone", "urolithiasis"})


def _tables() -> Iterator[Told]:
    for concept, organ_ko, growth_ko, organ_en, growth_en in _ORGANS:
        yield Told(
            "conditions", concept,
            lazy_regex(rf"(?<![가-힣])(?:{organ_ko}){_BETWEEN_KO}(?:{growth_ko}){_SEEN_KO}"), _BROADER,
        )  # fmt: skip
        yield Told(
            "conditions", concept, lazy_regex(rf"\b(?:{growth_en}){_BETWEEN_EN}(?:{organ_en})\b"), _BROADER
        )  # fmt: skip


GROWTHS: Final = tuple(_tables())
